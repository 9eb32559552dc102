//! `secateur arena`: program against program.

mod contest;
mod fault;
mod player;
mod tally;
mod ugi_client;

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use secateur::{Monitor, Session};
use serde::Serialize;

use crate::clocks::TimeControl;
use crate::failure::Failure;
use crate::output::{print_json, print_line};
use crate::watch::interruptible;
use contest::{Contest, Players, Rules};
use player::Times;
use tally::{Standing, Tally};

/// Let two programs play against each other, and count who wins
///
/// The sides alternate: in games 1, 3, 5 … the player named first has the first side. Where only
/// one side decides, as in a game against chance, each player plays its own game with the same
/// luck, and the higher result wins.
#[derive(clap::Args)]
#[command(after_help = "\
Players:
  engine[:OPTIONS]  the built-in engine; OPTIONS are name=value, separated by commas:
                      depth=N       look N plies ahead, whatever time it takes
                      nodes=N       visit at most N nodes an action
                      time=T        think at most so long; without any limit, as --time or
                                    --clock says
                      level=N       1 to 10: N plies ahead in at most 2s; 10: as far as it comes
                      algorithm=A   as 'secateur solve --help' lists them
                      threads=N     search on so many threads (1); all: one a processor
                      seed=N        choose among equally good actions by lot, not the first
  random[:seed=N]   any legal action
  cmd:COMMAND       a program that speaks UGI, such as 'cmd:secateur bot ugi tic-tac-toe'; it is
                      given --time for an action, or a clock, and loses a game in which it crashes,
                      is silent for half a second longer, or plays what is not legal. One that does
                      not answer 'ugi' and 'isready' when it is started loses all games that are
                      left.

With --seed the engines choose among equally good actions by lot, differently in every game; a seed
in a player's text counts before it. The same seed gives the same games, unless a player is limited
by time. Both games of a pair (1 and 2, 3 and 4, …) have the same chance.

Losses by fault (crashes, time-outs, illegal actions) are among the losses, and counted once more
by themselves. Ctrl-C ends the match and prints the table so far.

Examples:
  secateur arena tic-tac-toe engine:depth=1 engine:depth=9 --games 10 --show
  secateur arena tic-tac-toe engine:depth=9 random --games 50 --seed 7 --json
  secateur arena tic-tac-toe engine:level=3 'cmd:secateur bot ugi tic-tac-toe' --games 4
  secateur arena connect-four engine engine:algorithm=mtdf --clock 10+0.1

The JSON object:
  game, seed       as asked
  games            the number of games played
  players          for each player: player, wins, draws, losses, the same as 'first' and as
                   'second' (null where one side decides), faults (crashes, time_outs, illegal),
                   mean_points (null unless one side decides)
  results          for each game: game (its number), first and winner (1, 2 or null), courses; a
                   course has moves, utility (for the first side; a counted win is 1), fault
                   (player, kind, note; or null), and the player where one side decides")]
pub(crate) struct Args {
    /// The game, with options behind a colon: tic-tac-toe, tic-tac-toe:m=4,n=4,k=3
    game: String,

    /// A player: engine[:OPTIONS], random[:seed=N] or cmd:COMMAND
    #[arg(value_name = "PLAYER")]
    one: String,

    /// The other player
    #[arg(value_name = "PLAYER")]
    two: String,

    /// Play so many games
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,

    /// Seed chance, random players, and the engines' choice among equally good actions
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Think so long for an action, where a player's text does not say otherwise
    #[arg(long, value_name = "TIME", default_value = "100ms",
          value_parser = humantime::parse_duration)]
    time: Duration,

    /// Play with clocks instead: so many seconds for a game, and so many more with each move; a
    /// clock that runs out loses the game
    #[arg(long, value_name = "SECONDS+INCREMENT", conflicts_with = "time")]
    clock: Option<TimeControl>,

    /// Keep so much back of an engine's clock
    #[arg(long, value_name = "TIME", default_value = "10ms", requires = "clock",
          value_parser = humantime::parse_duration)]
    margin: Duration,

    /// Give a program so long to start, and to make ready for a game
    #[arg(long, value_name = "TIME", default_value = "10s",
          value_parser = humantime::parse_duration)]
    start: Duration,

    /// Show the board after every action
    #[arg(long, conflicts_with = "json")]
    show: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    /// The players as they were named.
    fn names(&self) -> [&str; 2] {
        [&self.one, &self.two]
    }
}

/// With --json all games are kept in memory.
const MOST_GAMES: u64 = 100_000;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let entry = secateur_games::entry(&args.game)?;
    let session = secateur_games::open(&args.game, None)?;
    let times = Times { action: args.time, margin: args.margin, start: args.start };
    let players = [player::open(&args.one, times)?, player::open(&args.two, times)?];
    let mut tally = Tally::new(args.names(), entry.sides);
    let contests =
        interruptible(|monitor| play(args, entry.sides, session, players, monitor, &mut tally))?;
    if args.json {
        let (game, seed, games) = (&args.game, args.seed, tally.games);
        let results = contests;
        return print_json(&Json { game, seed, games, players: &tally.players, results });
    }
    if tally.games < args.games {
        print_line(&format!("interrupted after {} of {} games", tally.games, args.games))?;
    }
    print_line(&tally.table())
}

/// Plays the match; the contests, where they will be printed.
fn play(
    args: &Args,
    sides: u8,
    mut session: Box<dyn Session>,
    mut players: Players,
    monitor: Arc<Monitor>,
    tally: &mut Tally,
) -> Result<Vec<Contest>, Failure> {
    let bar = progress(args);
    let mut watch = |session: &dyn Session, action: Option<&str>| match (args.show, action) {
        (false, _) => Ok(()),
        (true, None) => print_line(&session.show()),
        (true, Some(action)) => print_line(&format!("\n{action}\n{}", session.show())),
    };
    let (seed, clock) = (args.seed, args.clock);
    let mut rules = Rules { sides, seed, clock, monitor, watch: &mut watch };
    let mut contests = Vec::new();
    let mut noted = Vec::new();
    for game in 0..args.games {
        bar.set_position(game);
        if args.show {
            print_line(&title(args, sides, game))?;
        }
        let contest = contest::play(&mut rules, &mut *session, &mut players, game)?;
        let Some(contest) = contest else { break };
        tally.count(&contest);
        bar.suspend(|| note_faults(args, &contest, &mut noted));
        if args.show {
            print_line(&format!("\n{}\n", outcome(args, &contest)))?;
        }
        if args.json {
            contests.push(contest);
        }
    }
    bar.finish_and_clear();
    Ok(contests)
}

fn title(args: &Args, sides: u8, game: u64) -> String {
    let (number, [one, two]) = (game + 1, args.names());
    match (sides, game % 2) {
        (1, _) => format!("Game {number}: {one} and {two}, each alone"),
        (_, 0) => format!("Game {number}: {one} against {two}"),
        _ => format!("Game {number}: {two} against {one}"),
    }
}

fn outcome(args: &Args, contest: &Contest) -> String {
    match contest.winner {
        None => "A draw".into(),
        Some(player) => format!("Player {player}, {}, wins", args.names()[player - 1]),
    }
}

/// Says on stderr what went wrong; the same thing only once.
fn note_faults(args: &Args, contest: &Contest, noted: &mut Vec<(usize, String)>) {
    let faults = contest.courses.iter().filter_map(|course| course.fault.as_ref());
    for fault in faults {
        let (number, note) = (fault.player, fault.fault.note.clone());
        let text = args.names()[number - 1];
        let (game, kind) = (contest.game, fault.fault.kind);
        if noted.len() < 100 && !noted.contains(&(number, note.clone())) {
            eprintln!("secateur: game {game}: player {number}, {text}: {kind}: {note}");
            noted.push((number, note));
        }
    }
}

fn progress(args: &Args) -> ProgressBar {
    if args.show || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{spinner} {elapsed}  {bar:30} {pos}/{len} games  (Ctrl-C: the table so far)";
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = ProgressBar::new(args.games).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    seed: Option<u64>,
    games: u64,
    players: &'a [Standing; 2],
    results: Vec<Contest>,
}
