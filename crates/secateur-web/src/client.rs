//! One client: a WebSocket, its sessions, and the queue of what is said to it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message as Frame, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, sleep, timeout};

use crate::desk::{Desk, Refusal};
use crate::pace::Pace;
use crate::reply::{Hello, Reply, refusal};
use crate::request::{Message, New, Request};
use crate::server::House;

/// Messages that wait for a slow reader; then its sessions wait too.
const OUTBOX: usize = 64;

/// What is said to a client, in its order.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: Sender<Said>,
    /// Bytes that may still wait.
    room: Arc<Semaphore>,
    /// All of them.
    bytes: usize,
    runtime: Handle,
    /// Places for the client's searches.
    pub(crate) searches: Arc<Semaphore>,
}

/// Something said, and the room that it takes until it is sent.
struct Said(String, OwnedSemaphorePermit);

impl Outbox {
    /// Says something when there is room; whether the client is still there.
    async fn say(&self, text: String) -> bool {
        let room = self.room.clone().acquire_many_owned(self.size(&text)).await;
        let room = room.expect("it is never closed");
        self.queue.send(Said(text, room)).await.is_ok()
    }

    /// Says something from a desk's thread, which waits while the client is slow. Nothing happens
    /// when it has left.
    pub(crate) fn send(&self, text: String) {
        self.runtime.block_on(self.say(text));
    }

    /// Says something that a slow client can do without.
    pub(crate) fn offer(&self, text: String) {
        if let Ok(room) = self.room.clone().try_acquire_many_owned(self.size(&text)) {
            let _ = self.queue.try_send(Said(text, room));
        }
    }

    /// The room that a text takes: what is longer than all of it takes all of it.
    fn size(&self, text: &str) -> u32 {
        u32::try_from(text.len().min(self.bytes)).unwrap_or(u32::MAX)
    }
}

/// Talks with a client until it leaves, falls silent, or does not take what is said to it.
pub(crate) async fn converse(socket: WebSocket, house: Arc<House>) {
    let patience = house.allowance.patience();
    let (sink, stream) = socket.split();
    let (queue, said) = channel(OUTBOX);
    let bytes = house.allowance.unread_bytes;
    let outbox = Outbox {
        queue,
        room: Arc::new(Semaphore::new(bytes)),
        bytes,
        runtime: Handle::current(),
        searches: Arc::new(Semaphore::new(house.allowance.searches)),
    };
    let client = Client { house, outbox, desks: BTreeMap::new(), opened: 0 };
    // Whichever ends first ends the other; the desks are dropped, and their searches stopped.
    tokio::select! {
        () = speak(sink, said, patience) => {}
        () = client.listen(stream, patience) => {}
    }
}

/// Sends what is said, and pings between.
async fn speak(
    mut sink: SplitSink<WebSocket, Frame>,
    mut said: Receiver<Said>,
    patience: Duration,
) {
    let mut pings = interval(patience / 3);
    loop {
        let (frame, _room) = tokio::select! {
            said = said.recv() => match said {
                Some(Said(text, room)) => (Frame::Text(text.into()), Some(room)),
                None => return,
            },
            _ = pings.tick() => (Frame::Ping(Default::default()), None),
        };
        if !matches!(timeout(patience, sink.send(frame)).await, Ok(Ok(()))) {
            return;
        }
    }
}

struct Client {
    house: Arc<House>,
    outbox: Outbox,
    desks: BTreeMap<u64, Desk>,
    /// Sessions so far: the number of the last one.
    opened: u64,
}

impl Client {
    /// Reads messages at a bearable pace.
    async fn listen(mut self, mut stream: SplitStream<WebSocket>, patience: Duration) {
        let mut pace = Pace::new(self.house.allowance.messages_per_second);
        while let Ok(Some(Ok(frame))) = timeout(patience, stream.next()).await {
            let message = match frame {
                Frame::Text(text) => Message::read(&text),
                Frame::Binary(_) => Message::refused("a message is text".into()),
                Frame::Close(_) => return,
                Frame::Ping(_) | Frame::Pong(_) => {
                    sleep(pace.take(Instant::now())).await;
                    continue;
                }
            };
            let answer = match message.request {
                Ok(request) => self.handle(message.id, request),
                Err(error) => Some(refusal(message.id, error)),
            };
            if let Some(text) = answer
                && !self.outbox.say(text).await
            {
                return;
            }
            sleep(pace.take(Instant::now())).await;
        }
    }

    /// Answers a request, or hands it to a desk, which will.
    fn handle(&mut self, id: Option<u64>, request: Request) -> Option<String> {
        let done = match request {
            Request::Hello => {
                return Some(Reply::Done { id, done: Hello::new(&self.house.allowance) }.text());
            }
            Request::New(new) => return self.open(id, new).err().map(|error| refusal(id, error)),
            Request::Session(number, task) => {
                match self.desk(number).map(|desk| desk.ask(id, task)) {
                    Ok(Ok(())) => return None,
                    Ok(Err(Refusal::Full)) => Err(format!("session {number} has enough to do")),
                    Ok(Err(Refusal::Ended)) => {
                        self.desks.remove(&number);
                        Err(no_session(number))
                    }
                    Err(error) => Err(error),
                }
            }
            Request::Stop(number) => self.desk(number).map(|desk| desk.stop()),
            Request::Close(number) => self.desk(number).map(|_| ()).map(|()| {
                self.desks.remove(&number);
            }),
        };
        Some(match done {
            Ok(()) => Reply::Done { id, done: serde_json::json!({}) }.text(),
            Err(error) => refusal(id, error),
        })
    }

    fn desk(&mut self, number: u64) -> Result<&mut Desk, String> {
        self.desks.get_mut(&number).ok_or_else(|| no_session(number))
    }

    fn open(&mut self, id: Option<u64>, new: New) -> Result<(), String> {
        self.desks.retain(|_, desk| desk.is_open());
        let most = self.house.allowance.sessions;
        if self.desks.len() >= most {
            return Err(format!("a client has at most {most} sessions: close one first"));
        }
        let full = |_| "the server has as many sessions as it may: try again later".to_string();
        let seat = self.house.seats.clone().try_acquire_owned().map_err(full)?;
        self.opened += 1;
        let (outbox, house) = (self.outbox.clone(), self.house.clone());
        let desk = Desk::open(self.opened, id, new, seat, outbox, house);
        let desk = desk.map_err(|error| format!("no thread for a session: {error}"))?;
        self.desks.insert(self.opened, desk);
        Ok(())
    }
}

fn no_session(number: u64) -> String {
    format!("there is no session {number}: it was closed, collected, or never opened")
}
