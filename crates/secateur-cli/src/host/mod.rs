//! `secateur host`: be the server of a game, for practice and for tests.

mod client;
mod game;
mod serve;
mod switches;

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::connect::{game, target};
use crate::failure::Failure;
use crate::output::print_line;
use serve::{Terms, serve};
use switches::Switches;

/// Be a server of the 2048 challenge, for practice and for tests
///
/// Draws a grid and prompts with '> ', takes u, d, l or r and a line end, and answers with the next
/// grid. Who makes the target in time gets the flag. Every connection is a game of its own; several
/// can play at once. What the original server left open is a switch below.
#[derive(clap::Args)]
#[command(after_help = "\
The first line printed is 'listening on ADDRESS', then comes a line for every game that ends. Lines
of over 1024 bytes, more than a megabyte in all, or silence end a game; at most 64 play at once.

Examples:
  secateur host 2048
  secateur host 2048 --listen 127.0.0.1:0 --seed 7 --games 1
  secateur host 2048 --target 512 --deadline 60s --flag 'flag{well done}'
  secateur host 2048 --tiles 2,4 --newline crlf --padding 4 --one-byte --delay 20ms

Play by hand:
  nc 127.0.0.1 2048")]
pub(crate) struct Args {
    /// The game; there is: 2048
    #[arg(value_parser = game)]
    game: String,

    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:2048")]
    listen: SocketAddr,

    /// The tile that wins
    #[arg(long, value_name = "TILE", default_value = "2048", value_parser = target)]
    target: u32,

    /// Where all tiles come from: the n-th connection always sees the same [default: the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// The time a client has, from its connection on
    #[arg(long, value_name = "TIME", default_value = "210s", value_parser = humantime::parse_duration)]
    deadline: Duration,

    /// The longest time a client may say nothing
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration)]
    idle: Duration,

    /// What a winner gets
    #[arg(long, value_name = "TEXT", default_value = "The flag is flag{2048_in_time}")]
    flag: String,

    /// Stop after so many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    #[command(flatten)]
    switches: Switches,
}

/// So many clients play at once; further ones are sent away.
const MOST_CLIENTS: usize = 64;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let failed = |error| Failure::work(format!("{}: {error}", args.listen));
    let listener = TcpListener::bind(args.listen).map_err(failed)?;
    print_line(&format!("listening on {}", listener.local_addr().map_err(failed)?))?;
    let terms = Arc::new(Terms {
        target: args.target,
        seed: args.seed.unwrap_or_else(clock_seed),
        deadline: args.deadline,
        idle: args.idle,
        flag: args.flag.clone(),
        switches: args.switches.clone(),
    });
    let playing = Arc::new(AtomicUsize::new(0));
    let mut tables = Vec::new();
    let mut number = 0;
    while args.games.is_none_or(|games| number < games) {
        let Ok((stream, _)) = listener.accept() else {
            // A client that left before it was let in, or no room for a connection just now.
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        if playing.load(Relaxed) == MOST_CLIENTS {
            send_away(stream);
            continue;
        }
        number += 1;
        playing.fetch_add(1, Relaxed);
        tables.retain(|table: &thread::JoinHandle<()>| !table.is_finished());
        tables.push(seat(stream, &terms, &playing, number).map_err(Failure::work)?);
    }
    for table in tables {
        // A panic has printed its message; the other games go on.
        let _ = table.join();
    }
    Ok(())
}

/// Lets a client play in a thread of its own.
fn seat(
    stream: TcpStream,
    terms: &Arc<Terms>,
    playing: &Arc<AtomicUsize>,
    number: u64,
) -> io::Result<thread::JoinHandle<()>> {
    let (terms, seat) = (terms.clone(), Seat(playing.clone()));
    thread::Builder::new().spawn(move || {
        let report = serve(stream, &terms, number).unwrap_or_else(|error| error.to_string());
        drop(seat);
        // The games go on when nobody reads about them.
        let _ = print_line(&format!("game {number}: {report}"));
    })
}

/// A place at the server, free again however its game ends.
struct Seat(Arc<AtomicUsize>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

fn send_away(mut stream: TcpStream) {
    // Nothing is lost if the client does not hear it.
    let _ = stream.set_nonblocking(true).and_then(|()| stream.write_all(b"All seats are taken\n"));
}

/// A seed that is another one every time.
fn clock_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}
