//! The 2048 challenge: the real program against the real program, and against servers and clients
//! that behave badly. Loopback only, and nothing waits for ever.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// No single program in these tests takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

const FLAG: &str = "flag{well done}";

fn secateur(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_secateur"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits for a program's end, at most as long as we have patience.
fn finish(child: &mut Child) -> ExitStatus {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("a child can be ended");
    panic!("the program did not end within {PATIENCE:?}");
}

/// How a program ended and what it printed.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn ended(mut child: Child) -> Ended {
    let code = finish(&mut child).code();
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    Ended { code, stdout, stderr }
}

/// A running `secateur host`.
struct Host {
    child: Child,
    address: String,
    report: BufReader<std::process::ChildStdout>,
}

impl Host {
    /// Hosts games to 128, which take some seventy moves.
    fn start(switches: &[&str]) -> Host {
        let always = ["host", "2048", "--listen", "127.0.0.1:0", "--target", "128"];
        let flag = ["--seed", "7", "--flag", FLAG];
        let mut child = secateur(&[&always[..], &flag[..], switches].concat());
        let mut report = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        report.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").expect("an address").to_string();
        Host { child, address, report }
    }

    /// A client of this host that says nothing by itself.
    fn client(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// What the host printed about its games, when it has ended by itself.
    fn games(mut self) -> String {
        assert!(finish(&mut self.child).success());
        let mut text = String::new();
        self.report.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn connect(address: &str, args: &[&str]) -> Child {
    secateur(&[&["connect", "2048", address, "--target", "128"], args].concat())
}

/// Plays against a host with these switches and wins.
fn wins_against(switches: &[&str]) -> Ended {
    let host = Host::start(&[&["--games", "1"], switches].concat());
    let client = ended(connect(&host.address, &[]));
    assert_eq!(client.code, Some(0), "{switches:?}: {}", client.stderr);
    assert!(client.stdout.contains(FLAG), "{switches:?}: {}", client.stdout);
    assert!(!client.stdout.contains('>'), "{switches:?}: {}", client.stdout);
    assert_eq!(client.stderr, "", "{switches:?}");
    let games = host.games();
    assert!(games.starts_with("game 1: won, moves "), "{switches:?}: {games}");
    assert!(games.contains("largest tile 128"), "{switches:?}: {games}");
    client
}

#[test]
fn wins_and_prints_grid_and_flag() {
    let client = wins_against(&[]);
    assert_eq!(client.stdout.lines().count(), 6, "{}", client.stdout);
    assert!(client.stdout.lines().take(4).any(|row| row.contains("128")));
}

#[test]
fn wins_with_each_switch_alone() {
    let alone: &[&[&str]] = &[
        &["--tiles", "2,4"],
        &["--unchanged", "ignore"],
        &["--unchanged", "punish"],
        &["--junk", "answer"],
        &["--clock", "end"],
        &["--newline", "crlf"],
        &["--padding", "6"],
        &["--one-byte"],
        &["--two-boards"],
        &["--delay", "20ms"],
    ];
    let games = alone.iter().map(|&switches| thread::spawn(|| wins_against(switches)));
    games.collect::<Vec<_>>().into_iter().for_each(|game| drop(game.join().unwrap()));
}

#[test]
fn wins_with_all_switches_together() {
    let all = "--tiles 2,4 --unchanged punish --junk answer --clock end --newline crlf --padding 7 \
               --one-byte --two-boards --win-board without --delay 1ms";
    let all: Vec<&str> = all.split_whitespace().collect();
    wins_against(&all);
}

#[test]
fn a_victory_without_a_last_grid_is_one_too() {
    let client = wins_against(&["--win-board", "without"]);
    assert_eq!(client.stdout.trim(), FLAG);
}

#[test]
fn the_engine_for_teaching_and_a_time_a_move() {
    for more in [&["--engine", "seed"][..], &["--time", "2ms"], &["--deadline", "30s"]] {
        let host = Host::start(&["--games", "1"]);
        let client = ended(connect(&host.address, more));
        assert_eq!((client.code, client.stderr.as_str()), (Some(0), ""), "{more:?}");
        assert!(client.stdout.contains(FLAG), "{more:?}: {}", client.stdout);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let moves = || {
        let host = Host::start(&["--games", "1"]);
        assert_eq!(ended(connect(&host.address, &["--deadline", "20s"])).code, Some(0));
        host.games().split(", largest").next().unwrap().to_string()
    };
    assert_eq!(moves(), moves());
}

#[test]
fn a_target_below_the_servers_ends_the_game_as_well() {
    let host = Host::start(&[]);
    let client = ended(secateur(&["connect", "2048", &host.address, "--target", "64"]));
    assert_eq!(client.code, Some(0), "{}", client.stderr);
    assert!(client.stdout.contains("64") && !client.stdout.contains(FLAG), "{}", client.stdout);
}

#[test]
fn bad_clients_harm_nobody() {
    let host = Host::start(&["--games", "5", "--idle", "2s"]);
    let silent = host.client();
    let mut garbage = host.client();
    garbage.write_all(b"\xff\xfe\0\r\nuu\nhello world\n\n\n \n").unwrap();
    let mut endless = host.client();
    // The host hangs up somewhere in the middle.
    let _ = endless.write_all(&[b'u'; 100_000]);
    drop(host.client());
    let good = connect(&host.address, &[]);
    drop(garbage);
    let good = ended(good);
    assert_eq!((good.code, good.stdout.contains(FLAG)), (Some(0), true), "{}", good.stderr);
    let games = host.games();
    drop((silent, endless));
    for expected in [
        "1: closed: the client said nothing",
        "2: the client left",
        "3: closed: the client said too much",
        "4: the client left",
        "5: won",
    ] {
        assert!(games.contains(&format!("game {expected}")), "{expected}: {games}");
    }
}

#[test]
fn a_full_house_sends_clients_away() {
    let host = Host::start(&[]);
    let seated: Vec<TcpStream> = (0..64).map(|_| host.client()).collect();
    let mut text = String::new();
    host.client().read_to_string(&mut text).unwrap();
    assert_eq!(text, "All seats are taken\n");
    drop(seated);
    thread::sleep(Duration::from_millis(500));
    assert_eq!(ended(connect(&host.address, &[])).code, Some(0));
}

#[test]
fn the_host_answers_by_its_switches() {
    /// What a host says to some lines, up to the last grid or the silence after it.
    fn said(switches: &[&str], lines: &str) -> String {
        let host = Host::start(switches);
        let mut client = host.client();
        client.write_all(lines.as_bytes()).unwrap();
        client.shutdown(std::net::Shutdown::Write).unwrap();
        let mut text = String::new();
        client.read_to_string(&mut text).unwrap();
        text
    }
    let prompts = |text: &str| text.matches("> ").count();
    assert_eq!(prompts(&said(&[], "x\nl\n")), 2);
    assert_eq!(prompts(&said(&["--junk", "answer"], "x\nl\n")), 3);
    let same = "l\nl\nl\nl\nl\nl\nl\n";
    let (prompted, ignored) = (said(&[], same), said(&["--unchanged", "ignore"], same));
    assert!(prompts(&prompted) > prompts(&ignored), "{prompted}\n{ignored}");
    let last_grid = |text: &str| text.rsplit("\n\n").next().unwrap().to_string();
    let punished = said(&["--unchanged", "punish"], &"l\n".repeat(60));
    assert!(!last_grid(&punished).contains('.'), "{punished}");
    assert!(last_grid(&said(&[], &"l\n".repeat(60))).contains('.'));
    assert!(said(&["--newline", "crlf"], "").contains("r: Right\r\n\r\n\r\n"));
    assert!(said(&["--padding", "5"], "").contains(".     .     "));
    assert!(said(&["--clock", "close", "--deadline", "0s"], "").ends_with("Time is up\n"));
}

#[test]
fn a_victory_after_the_deadline_earns_no_flag() {
    let host = Host::start(&["--games", "1", "--clock", "end", "--deadline", "1ms"]);
    let client = ended(connect(&host.address, &[]));
    assert_eq!(client.code, Some(0));
    assert!(client.stdout.contains("too late") && !client.stdout.contains(FLAG));
    assert!(host.games().starts_with("game 1: won too late"));
}

/// A server that sends a text and closes, or first waits for the client to close.
fn server(text: impl Into<Vec<u8>>, closes: bool) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let text = text.into();
    let thread = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let _ = stream.write_all(&text);
        if !closes {
            let _ = stream.read_to_end(&mut Vec::new());
        }
    });
    (address, thread)
}

/// What a client says in the end of a server that sends just this.
fn fails_against(text: impl Into<Vec<u8>>, closes: bool) -> String {
    let (address, thread) = server(text, closes);
    let client = ended(connect(&address, &["--deadline", "2s"]));
    thread.join().unwrap();
    assert_eq!((client.code, client.stdout.as_str()), (Some(1), ""), "{}", client.stderr);
    assert_eq!(client.stderr.lines().count(), 1, "{}", client.stderr);
    client.stderr
}

const GRID: &str = "2 . . . \n. . . . \n. . . . \n. . 2 . \n";

#[test]
fn bad_servers_get_one_clear_line() {
    let whole = format!("\n\n{GRID}> ");
    let stuck = "2 4 2 4 \n4 2 4 2 \n2 4 2 4 \n4 2 4 2 \n";
    let cases: Vec<(Vec<u8>, bool, &str)> = vec![
        ("".into(), true, "closed the connection"),
        ("".into(), false, "time is up"),
        ("\n\n2 . . . \n. . .".into(), true, "closed the connection: '2 . . . . . .'"),
        (GRID.into(), false, "time is up"),
        (whole.clone().into(), true, "closed the connection"),
        (whole.into(), false, "time is up"),
        ("Who are you?\n> ".into(), false, "a message without a grid: 'Who are you?'"),
        ("3 . . . \n. . . . \n. . . . \n. . . . \n> ".into(), false, "'3' is no tile"),
        (format!("{stuck}> ").into(), false, "none is left"),
        (format!("{stuck}\nGame Over\n").into(), true, "the game is over"),
        (format!("{stuck}\nGame Over\n").into(), false, "the game is over"),
        (format!("{stuck}\nGame Over\n> ").into(), false, "the game is over"),
        (vec![b'x'; 1 << 20], false, "without a prompt"),
        (vec![0xff; 1000], true, "closed the connection"),
    ];
    let games = cases.into_iter().map(|(text, closes, why)| {
        thread::spawn(move || {
            let said = fails_against(text, closes);
            assert!(said.contains(why), "{why}: {said}");
        })
    });
    games.collect::<Vec<_>>().into_iter().for_each(|game| game.join().unwrap());
}

/// A server that sends one text and then another after every line from the client.
fn repeating(first: &str, then: &str, after: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (first, then) = (first.to_string(), then.to_string());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(first.as_bytes()).unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap());
        for _ in lines.lines() {
            thread::sleep(after);
            if stream.write_all(then.as_bytes()).is_err() {
                break;
            }
        }
    });
    address
}

#[test]
fn a_server_that_dribbles_is_left_at_the_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        while stream.write_all(b". ").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    let started = Instant::now();
    let client = ended(connect(&address, &["--deadline", "700ms"]));
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!(client.code, Some(1));
    assert!(client.stderr.contains("time is up"), "{}", client.stderr);
}

#[test]
fn a_server_that_does_not_play_our_moves_is_left() {
    for again in [format!("\n\n{GRID}> "), "> ".to_string()] {
        let address = repeating(&format!("{GRID}> "), &again, Duration::ZERO);
        let client = ended(connect(&address, &[]));
        assert_eq!(client.code, Some(1));
        assert!(client.stderr.contains("should change"), "{}", client.stderr);
    }
}

#[test]
fn a_flag_is_waited_for_when_the_server_stays_on_the_line() {
    let nearly = "64 64 . . \n. . . . \n. . . . \n. . . . \n> ";
    for (won, expected) in [
        ("\nflag{no grid}\n", "flag{no grid}"),
        ("\nflag{prompt}\n> ", "flag{prompt}"),
        (
            "128 . . . \n. . . . \n. . . . \n. . . 2 \nflag{a}",
            "128 . . . \n. . . . \n. . . . \n. . . 2 \nflag{a}",
        ),
        (
            "128 . . . \n. . . . \n. . . . \n. . . 2 \n> flag{b}",
            "128 . . . \n. . . . \n. . . . \n. . . 2 \nflag{b}",
        ),
    ] {
        let address = repeating(nearly, won, Duration::from_millis(50));
        let client = ended(connect(&address, &[]));
        assert_eq!((client.code, client.stderr.as_str()), (Some(0), ""));
        assert_eq!(client.stdout.trim(), expected);
    }
}

#[test]
fn nobody_to_talk_to() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let refused = ended(connect(&free, &[]));
    assert_eq!((refused.code, refused.stderr.lines().count()), (Some(1), 1), "{}", refused.stderr);
    for bad in ["localhost", "127.0.0.1:0", "127.0.0.1:x", "http://127.0.0.1:80", ""] {
        assert_eq!(ended(connect(bad, &[])).code, Some(2), "{bad}");
    }
}

#[test]
fn only_the_games_there_are() {
    for command in ["connect", "host"] {
        let address: &[&str] = if command == "connect" { &["127.0.0.1:1"] } else { &[] };
        let refused = ended(secateur(&[&[command, "chess"], address].concat()));
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains("there is: 2048"), "{}", refused.stderr);
    }
}
