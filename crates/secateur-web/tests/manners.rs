//! Limits, and clients that do not behave: nobody else is harmed.

mod client;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use client::{Client, server};
use futures_util::SinkExt;
use secateur_web::{Allowance, Server, Settings};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// Sends a request by hand; the whole answer.
async fn http(address: SocketAddr, head: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(1), stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(address: SocketAddr, path: &str, host: &str, more: &str) -> String {
    let port = address.port();
    let host = host.replace("PORT", &port.to_string());
    let more = more.replace("PORT", &port.to_string());
    format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")
}

#[tokio::test]
async fn the_page_comes_with_restraint_and_nothing_else_comes() {
    let address = server(Allowance::default()).await;
    let page = http(address, &get(address, "/", "localhost:PORT", "")).await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("default-src 'none'") && page.contains("nosniff"));
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "/etc/passwd", "//etc/passwd", "/src/lib.rs"]
    {
        let answer = http(address, &get(address, path, "localhost:PORT", "")).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn other_sites_do_not_get_in() {
    const UPGRADE: &str = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let address = server(Allowance::default()).await;
    let asks = [
        ("127.0.0.1:PORT", "", "101"),
        ("127.0.0.1:PORT", "Origin: http://127.0.0.1:PORT\r\n", "101"),
        ("127.0.0.1:PORT", "Origin: http://evil.example\r\n", "403"),
        ("127.0.0.1:PORT", "Origin: null\r\n", "403"),
        ("evil.example:PORT", "Origin: http://evil.example:PORT\r\n", "403"),
        ("evil.example:PORT", "", "403"),
    ];
    for (host, origin, status) in asks {
        let head = get(address, "/ws", host, &format!("{origin}{UPGRADE}"))
            .replace("Connection: close\r\n", "");
        let answer = http(address, &head).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host} {origin}: {answer}");
    }
}

#[tokio::test]
async fn a_public_address_must_be_wanted() {
    let address = "0.0.0.0:0".parse().unwrap();
    let allowance = Allowance::default();
    let settings = Settings { address, public: false, names: Vec::new(), allowance };
    let refused = Server::bind(settings.clone()).await.err().unwrap();
    assert!(refused.to_string().contains("--public"), "{refused}");
    assert!(Server::bind(Settings { public: true, ..settings }).await.is_ok());
}

#[tokio::test]
async fn sessions_and_searches_are_counted() {
    let allowance =
        Allowance { sessions: 2, sessions_in_all: 3, searches: 1, ..Allowance::default() };
    let address = server(allowance).await;
    let (mut one, mut two) = (Client::connect(address).await, Client::connect(address).await);
    let game = "tic-tac-toe:m=6,n=6,k=5";
    let (a, b) = (one.open(game).await, one.open(game).await);
    let new = json!({"do": "new", "game": game});
    assert!(one.ask(new.clone()).await.unwrap_err().contains("at most 2"));
    two.open(game).await;
    assert!(two.ask(new.clone()).await.unwrap_err().contains("later"));
    // A search that runs takes the only place, and gives it back.
    let id = one.send(json!({"do": "evaluate", "session": a, "time_ms": 50_000})).await;
    assert_eq!(one.next().await.unwrap()["progress"]["depth"], 1);
    let search = json!({"do": "search", "session": b, "depth": 1});
    assert!(one.ask(search.clone()).await.unwrap_err().contains("stop one"));
    one.ask(json!({"do": "stop", "session": a})).await.unwrap();
    one.answer(id).await.0.unwrap();
    one.ask(search).await.unwrap();
    // Who leaves makes room, even in the middle of a search.
    one.send(json!({"do": "evaluate", "session": a, "time_ms": 50_000})).await;
    drop(one);
    let deadline = Instant::now() + Duration::from_secs(10);
    while two.ask(new.clone()).await.is_err() {
        assert!(Instant::now() < deadline, "the seats of a client that left");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // A game that cannot be opened takes no seat for long.
    for _ in 0..5 {
        two.ask(json!({"do": "new", "game": "tic-tac-toe:m=99"})).await.unwrap_err();
    }
}

#[tokio::test]
async fn too_many_waiting_requests_are_refused() {
    let address = server(Allowance { waiting: 2, ..Allowance::default() }).await;
    let mut client = Client::connect(address).await;
    let session = client.open("tic-tac-toe:m=6,n=6,k=5").await;
    let evaluate = json!({"do": "evaluate", "session": session, "time_ms": 50_000});
    let first = client.send(evaluate.clone()).await;
    assert_eq!(client.next().await.unwrap()["progress"]["depth"], 1);
    let mut refused = 0;
    for _ in 0..5 {
        let id = client.send(evaluate.clone()).await;
        if id > first + 3 {
            assert!(client.answer(id).await.0.unwrap_err().contains("enough to do"));
            refused += 1;
        }
    }
    assert!(refused >= 2);
    client.ask(json!({"do": "stop", "session": session})).await.unwrap();
    client.answer(first).await.0.unwrap();
}

#[tokio::test]
async fn idle_sessions_are_collected() {
    let address = server(Allowance { idle_seconds: 1, ..Allowance::default() }).await;
    let mut client = Client::connect(address).await;
    let session = client.open("tic-tac-toe").await;
    let closed = client.next().await.unwrap();
    assert_eq!(closed, json!({"closed": session, "why": "idle"}));
    let state = json!({"do": "state", "session": session});
    assert!(client.ask(state).await.unwrap_err().contains("there is no session"));
}

#[tokio::test]
async fn garbage_is_answered_and_too_much_of_it_ends_the_connection() {
    let address = server(Allowance { message_bytes: 1000, ..Allowance::default() }).await;
    let mut client = Client::connect(address).await;
    for garbage in ["", "{", "[]", "\u{1f600}", "{\"do\":1}", "{\"id\":{},\"do\":\"new\"}"] {
        client.socket.send(Message::text(garbage)).await.unwrap();
        let answer = client.next().await.unwrap();
        assert!(answer["error"].is_string(), "{garbage}: {answer}");
    }
    client.socket.send(Message::binary(vec![0, 159, 146])).await.unwrap();
    assert!(client.next().await.unwrap()["error"].is_string());
    let deep = "[".repeat(900);
    client.socket.send(Message::text(deep)).await.unwrap();
    assert!(client.next().await.unwrap()["error"].is_string());
    assert!(client.ask(json!({"do": "hello"})).await.is_ok());
    client.socket.send(Message::text("x".repeat(1001))).await.unwrap();
    assert!(client.next().await.is_none());
}

#[tokio::test]
async fn who_falls_silent_or_does_not_read_is_let_go() {
    let address = server(Allowance { patience_seconds: 1, ..Allowance::default() }).await;
    // One who reads nothing does not answer pings either.
    let mut silent = Client::connect(address).await;
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let end = async { while silent.next().await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(3), end).await.expect("the connection has ended");
    // One who asks much and reads nothing is not let pile up answers for ever.
    let mut greedy = Client::connect(address).await;
    let hello = json!({"id": 1, "do": "hello"}).to_string();
    let flood = async {
        loop {
            if greedy.socket.send(Message::text(hello.clone())).await.is_err() {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(25), flood).await.expect("the flood was ended");
    // Meanwhile others are served.
    assert!(Client::connect(address).await.ask(json!({"do": "hello"})).await.is_ok());
}

#[tokio::test]
async fn half_a_request_does_not_keep_a_place_for_ever() {
    let address = server(Allowance { connections: 4, ..Allowance::default() }).await;
    let mut stalled = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HT").await.unwrap();
        stalled.push(stream);
    }
    let started = Instant::now();
    assert!(Client::connect(address).await.ask(json!({"do": "hello"})).await.is_ok());
    assert!(started.elapsed() < Duration::from_secs(20));
}
