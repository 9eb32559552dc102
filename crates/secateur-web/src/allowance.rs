//! What one client may ask of the server, and all together ([`Allowance`]).

use std::time::Duration;

use serde::Serialize;

/// The limits, so that no client harms another.
#[derive(Clone, Debug, Serialize)]
pub struct Allowance {
    /// Bytes of a message from a client.
    pub message_bytes: usize,
    /// Messages a second that a client may send for long; a flood is read at this pace.
    pub messages_per_second: u32,
    /// Connections at a time.
    pub connections: usize,
    /// Connections from one address of another machine at a time.
    pub connections_each: usize,
    /// Sessions of one client.
    pub sessions: usize,
    /// Sessions in all.
    pub sessions_in_all: usize,
    /// Searches of one client at a time.
    pub searches: usize,
    /// Searches in all at a time.
    pub searches_in_all: usize,
    /// Milliseconds of a search.
    pub search_ms: u64,
    /// Nodes of a recording, and as many more that were never visited.
    pub recorded_nodes: usize,
    /// Megabytes for the tables of a session.
    pub table_mb: usize,
    /// Bytes that wait for a client to read them; then its sessions wait.
    pub unread_bytes: usize,
    /// Requests of a session that wait for its answers.
    pub waiting: usize,
    /// Seconds after which a session that nobody uses is collected.
    pub idle_seconds: u64,
    /// Seconds within which a client must answer a ping, or take what is sent to it.
    pub patience_seconds: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            message_bytes: 256 << 10,
            messages_per_second: 200,
            connections: 512,
            connections_each: 32,
            sessions: 8,
            sessions_in_all: 1024,
            searches: 2,
            searches_in_all: 256,
            search_ms: 60_000,
            recorded_nodes: 5000,
            table_mb: 16,
            unread_bytes: 8 << 20,
            waiting: 16,
            idle_seconds: 1800,
            patience_seconds: 60,
        }
    }
}

impl Allowance {
    pub(crate) fn search_time(&self) -> Duration {
        Duration::from_millis(self.search_ms)
    }

    pub(crate) fn idle(&self) -> Duration {
        Duration::from_secs(self.idle_seconds)
    }

    pub(crate) fn patience(&self) -> Duration {
        Duration::from_secs(self.patience_seconds)
    }
}
