//! A page to play on and to see searches at work, and the server behind it.
//!
//! The server hands out the page, which is embedded in it, and answers over a WebSocket in the
//! JSON of `docs/web-protocol.md`. Of the library it sees `Session` and `GAMES`, nothing else: what
//! is in the list of games is on the page.
//!
//! ```text
//!  browser ── WebSocket ── client ── queue ── desk: a thread, a session, its searches
//!                             └───── queue ── desk …
//! ```
//!
//! A game and its searches live on a thread of their own, a desk; all queues are bounded, and
//! whatever a client may ask for has an [`Allowance`].

mod allowance;
mod assets;
mod client;
mod desk;
mod doors;
mod gate;
mod pace;
mod recording;
mod reply;
mod request;
mod server;
mod thinking;

pub use allowance::Allowance;
pub use server::{Server, Settings, serve};
