//! Many clients at once, each playing tic-tac-toe against an engine with 20 ms, alone and among others
//! that send garbage, stall or disconnect: nobody is lost, and nobody waits much longer than the rest.

mod client;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use client::{Client, server};
use futures_util::SinkExt;
use secateur::Random;
use secateur_web::Allowance;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

/// A person's time for a move.
const PAUSE: Duration = Duration::from_millis(100);

#[tokio::test(flavor = "multi_thread")]
async fn a_few_clients_among_bad_ones() {
    load(24, 6, 2).await;
}

/// `cargo xtask bench web` runs this one.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn two_hundred_clients_alone_and_among_bad_ones() {
    load(200, 0, 3).await;
    load(200, 20, 3).await;
}

/// So many clients that each play so many games, among bad ones; checks the delays of the engine's
/// answers and prints them.
async fn load(clients: usize, bad: usize, games: usize) {
    let address = server(Allowance::default()).await;
    let over = Arc::new(AtomicBool::new(false));
    let nuisances: Vec<_> =
        (0..bad).map(|i| tokio::spawn(nuisance(address, i, over.clone()))).collect();
    let started = Instant::now();
    let players: Vec<_> =
        (0..clients).map(|i| tokio::spawn(player(address, i as u64, games))).collect();
    let mut means = Vec::new();
    let mut delays = Vec::new();
    for player in players {
        let own: Vec<Duration> = player.await.expect("no client meets an error");
        means.push(own.iter().sum::<Duration>() / own.len() as u32);
        delays.extend(own);
    }
    over.store(true, Relaxed);
    for nuisance in nuisances {
        nuisance.abort();
    }
    means.sort();
    delays.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (median, worst) = (means[means.len() / 2], means[means.len() - 1]);
    println!(
        "  {clients} clients, {bad} bad ones: {} games, {} answers in {:.1} s; delay {:.1} ms in the \
         median, {:.1} ms at 99 %, {:.1} ms at most; a client's mean {:.1} ms in the median, {:.1} ms \
         at most",
        clients * games,
        delays.len(),
        started.elapsed().as_secs_f64(),
        ms(delays[delays.len() / 2]),
        ms(delays[delays.len() * 99 / 100]),
        ms(delays[delays.len() - 1]),
        ms(median),
        ms(worst),
    );
    assert!(worst < 4 * median + Duration::from_millis(100), "{worst:?} against {median:?}");
    assert!(median < Duration::from_secs(2), "{median:?}");
}

/// Plays games of random moves against the engine; how long it waited for each of its answers.
async fn player(address: SocketAddr, seed: u64, games: usize) -> Vec<Duration> {
    let mut random = Random::new(seed);
    let mut client = Client::connect(address).await;
    let mut delays = Vec::new();
    for _ in 0..games {
        let new = json!({"do": "new", "game": "tic-tac-toe", "seed": seed});
        let mut state = client.ask(new).await.unwrap();
        let session = state["session"].clone();
        while state["over"] == false {
            sleep(PAUSE.mul_f64(0.5 + random.below(100) as f64 / 100.0)).await;
            let actions = state["actions"].as_array().unwrap();
            let action = &actions[random.below(actions.len())];
            let play = json!({"do": "play", "session": session, "action": action});
            state = client.ask(play).await.unwrap();
            if state["over"] == true {
                break;
            }
            let asked = Instant::now();
            let search = json!({"do": "search", "session": session, "time_ms": 20, "play": true});
            let mut found = client.ask(search).await.unwrap();
            delays.push(asked.elapsed());
            state = found["state"].take();
        }
        client.ask(json!({"do": "close", "session": session})).await.unwrap();
    }
    delays
}

/// Misbehaves until it is over, in one of six ways.
async fn nuisance(address: SocketAddr, way: usize, over: Arc<AtomicBool>) {
    while !over.load(Relaxed) {
        let Ok(mut stream) = TcpStream::connect(address).await else { continue };
        match way % 6 {
            // Half a request, and then nothing.
            0 => {
                let _ = stream.write_all(b"GET /ws HTTP/1.1\r\nHost: ").await;
                sleep(Duration::from_secs(1)).await;
            }
            // Bytes that are no HTTP.
            1 => {
                let _ = stream.write_all(&[0x16; 4096]).await;
            }
            // Garbage, as fast as it is taken.
            2 => {
                let mut client = Client::connect(address).await;
                for _ in 0..500 {
                    let _ = client.socket.send(Message::text("{\"do\": \"{{{")).await;
                }
            }
            // Asks much and reads nothing.
            3 => {
                let mut client = Client::connect(address).await;
                for id in 0..500 {
                    let hello = json!({"id": id, "do": "hello"}).to_string();
                    let sent = client.socket.send(Message::text(hello));
                    if tokio::time::timeout(Duration::from_secs(1), sent).await.is_err() {
                        break;
                    }
                }
            }
            // Begins a long search, and leaves.
            4 => {
                let mut client = Client::connect(address).await;
                let session = client.open("tic-tac-toe:m=6,n=6,k=5").await;
                client.send(json!({"do": "evaluate", "session": session, "time_ms": 60_000})).await;
                sleep(Duration::from_millis(200)).await;
            }
            // Sends too much at once.
            _ => {
                let mut client = Client::connect(address).await;
                let _ = client.socket.send(Message::text("x".repeat(1 << 20))).await;
            }
        }
    }
}
