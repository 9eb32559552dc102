//! A connection that never waits for ever: [`Line`].

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// A TCP connection with a deadline for everything that happens on it.
pub(crate) struct Line {
    stream: TcpStream,
    deadline: Instant,
}

/// What a wait for bytes brought.
pub(crate) enum Heard {
    /// Some bytes.
    Bytes(Vec<u8>),
    /// Nothing as long as we had patience.
    Silence,
    /// Nothing before the deadline.
    Late,
    /// The other end has closed the connection.
    Closed,
}

impl Line {
    /// Calls a server, written `HOST:PORT`.
    pub(crate) fn dial(address: &str, deadline: Instant) -> Result<Line, Failure> {
        let mut last = Failure::work(format!("{address}: no address behind this name"));
        let sockets = resolve(address, deadline)?;
        for (tried, socket) in sockets.iter().enumerate() {
            let left = left_until(deadline)
                .ok_or_else(|| Failure::work(format!("{address}: the time is up")))?;
            // An address where nobody answers must leave time for the others.
            let share = left / (sockets.len() - tried) as u32;
            match TcpStream::connect_timeout(socket, share.max(SHORTEST_WAIT)) {
                Ok(stream) => {
                    // Letters are small and must not wait for each other.
                    stream.set_nodelay(true).map_err(Failure::work)?;
                    return Ok(Line { stream, deadline });
                }
                Err(error) => last = Failure::work(format!("{address}: {error}")),
            }
        }
        Err(last)
    }

    /// Waits for bytes, as long as there is patience (`None`: any) and time.
    pub(crate) fn hear(&mut self, patience: Option<Duration>) -> Result<Heard, Failure> {
        let mut buffer = [0; 4096];
        let patient = patience.and_then(|patience| Instant::now().checked_add(patience));
        let until = patient.map_or(self.deadline, |patient| patient.min(self.deadline));
        while let Some(left) = left_until(until) {
            self.stream.set_read_timeout(Some(left)).map_err(Failure::work)?;
            match self.stream.read(&mut buffer) {
                Ok(0) => return Ok(Heard::Closed),
                Ok(length) => return Ok(Heard::Bytes(buffer[..length].to_vec())),
                Err(error) if is_wait(&error) => {}
                Err(error) if is_hang_up(&error) => return Ok(Heard::Closed),
                Err(error) => return Err(Failure::work(format!("hearing the server: {error}"))),
            }
        }
        Ok(if left_until(self.deadline).is_some() { Heard::Silence } else { Heard::Late })
    }

    /// Says something. Whether the other end still listens shows when we listen to it.
    pub(crate) fn say(&mut self, mut bytes: &[u8]) -> Result<(), Failure> {
        while let Some(left) = left_until(self.deadline).filter(|_| !bytes.is_empty()) {
            self.stream.set_write_timeout(Some(left)).map_err(Failure::work)?;
            match self.stream.write(bytes) {
                Ok(length) => bytes = &bytes[length..],
                Err(error) if is_wait(&error) => {}
                Err(error) if is_hang_up(&error) => break,
                Err(error) => return Err(Failure::work(format!("telling the server: {error}"))),
            }
        }
        Ok(())
    }
}

fn is_wait(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn is_hang_up(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted
    )
}

/// A socket takes no time-out of zero.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// The addresses behind a name. The system's look-up knows no deadline, so it runs beside us.
fn resolve(address: &str, deadline: Instant) -> Result<Vec<SocketAddr>, Failure> {
    let (sender, receiver) = mpsc::channel();
    let name = address.to_string();
    thread::spawn(move || {
        // Nobody listens any more when the deadline has passed.
        let _ = sender.send(name.to_socket_addrs().map(Iterator::collect));
    });
    match receiver.recv_timeout(left_until(deadline).unwrap_or_default()) {
        Ok(Ok(sockets)) => Ok(sockets),
        Ok(Err(error)) => Err(Failure::work(format!("{address}: {error}"))),
        Err(_) => Err(Failure::work(format!("{address}: nobody resolved the name in time"))),
    }
}

/// The time left, if any is.
fn left_until(deadline: Instant) -> Option<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    (!left.is_zero()).then_some(left)
}

/// Reads `HOST:PORT` for clap; a host in brackets may hold colons.
pub(crate) fn address(text: &str) -> Result<String, String> {
    let example = "write HOST:PORT, such as 127.0.0.1:2048";
    let (host, port) = text.rsplit_once(':').ok_or(example)?;
    let bracketed = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let host_is_fine = match bracketed {
        Some(host) => host.parse::<std::net::Ipv6Addr>().is_ok(),
        None => !host.is_empty() && !host.contains([':', '/', '@', ' ', '[', ']']),
    };
    match (host_is_fine, port.parse::<u16>()) {
        (true, Ok(1..)) => Ok(text.to_string()),
        (true, _) => Err(format!("'{port}' is no port from 1 to 65535; {example}")),
        (false, _) => Err(format!("'{host}' is no host; {example}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_a_host_and_a_port() {
        for fine in ["127.0.0.1:2048", "localhost:1", "[::1]:65535", "a-b.example:80"] {
            assert_eq!(address(fine), Ok(fine.to_string()));
        }
        for bad in [
            "",
            ":",
            "localhost",
            "localhost:",
            ":2048",
            "localhost:0",
            "localhost:65536",
            "localhost:x",
            "::1:2048",
            "http://localhost:80",
            "[::1:80",
            "[x]:80",
        ] {
            assert!(address(bad).is_err(), "{bad}");
        }
    }
}
