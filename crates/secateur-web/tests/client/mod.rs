//! A server for tests, and a client that speaks the protocol.
#![allow(dead_code)] // each test uses its part

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use secateur_web::{Allowance, Server, Settings};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Nothing in these tests takes so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts a server in this process.
pub(crate) async fn server(allowance: Allowance) -> SocketAddr {
    let address = "127.0.0.1:0".parse().unwrap();
    let settings = Settings { address, public: false, names: Vec::new(), allowance };
    let server = Server::bind(settings).await.unwrap();
    let address = server.address();
    tokio::spawn(server.run());
    address
}

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Messages heard while waiting for others.
    heard: Vec<Value>,
    requests: u64,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Client {
        let (socket, _) = connect_async(format!("ws://{address}/ws")).await.unwrap();
        Client { socket, heard: Vec::new(), requests: 0 }
    }

    /// Sends a request; its number.
    pub(crate) async fn send(&mut self, mut request: Value) -> u64 {
        self.requests += 1;
        request["id"] = json!(self.requests);
        self.socket.send(Message::text(request.to_string())).await.unwrap();
        self.requests
    }

    /// The next message, whatever it is; `None` when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("an answer in time")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The answer to a request, and the progress before it.
    pub(crate) async fn answer(&mut self, id: u64) -> (Result<Value, String>, Vec<Value>) {
        let mut progress = Vec::new();
        let mut earlier = std::mem::take(&mut self.heard).into_iter();
        loop {
            let mut message = match earlier.next() {
                Some(message) => message,
                None => self.next().await.expect("the connection goes on"),
            };
            if message["id"] != json!(id) {
                self.heard.push(message);
            } else if let Some(found) = message.get_mut("progress") {
                progress.push(found.take());
            } else {
                self.heard.extend(earlier);
                return (
                    match message.get_mut("done") {
                        Some(done) => Ok(done.take()),
                        None => Err(message["error"].as_str().unwrap().into()),
                    },
                    progress,
                );
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(&mut self, request: Value) -> Result<Value, String> {
        let id = self.send(request).await;
        self.answer(id).await.0
    }

    /// Opens a game; its session.
    pub(crate) async fn open(&mut self, game: &str) -> u64 {
        let state = self.ask(json!({"do": "new", "game": game})).await.unwrap();
        state["session"].as_u64().unwrap()
    }
}
