//! One client at the server's end of the line: lines in, messages out, and nobody can hold us up.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use super::switches::{Newline, Switches};

/// A connected client.
pub(crate) struct Client {
    stream: TcpStream,
    switches: Switches,
    /// Longest wait for the next line.
    idle: Duration,
    /// When to close, if there is such a time.
    deadline: Option<Instant>,
    pending: Vec<u8>,
    received: usize,
}

/// What came from a client.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A line, without its end and the space around it.
    Line(String),
    /// Nothing for too long.
    Nothing,
    /// Nothing before the deadline.
    Late,
    /// A line that does not end, or more than any game can need.
    TooMuch,
    /// That it is gone.
    Goodbye,
}

/// No move needs a longer line.
const LONGEST_LINE: usize = 1024;

/// No game needs more bytes from a client.
const MOST_BYTES: usize = 1 << 20;

/// When nothing limits the wait, we look up now and then.
const A_WHILE: Duration = Duration::from_secs(3600);

/// A client must take what we send within this time.
const WRITE_TIME: Duration = Duration::from_secs(5);

impl Client {
    /// Takes a connection over.
    pub(crate) fn new(
        stream: TcpStream,
        switches: Switches,
        idle: Duration,
        deadline: Option<Instant>,
    ) -> io::Result<Client> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        Ok(Client { stream, switches, idle, deadline, pending: Vec::new(), received: 0 })
    }

    /// Waits for the next line that is not empty.
    pub(crate) fn hear(&mut self) -> io::Result<Said> {
        let quiet_until = Instant::now().checked_add(self.idle);
        loop {
            if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                return Ok(Said::Late);
            }
            while let Some(end) = self.pending.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.pending.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line).trim().to_string();
                if !line.is_empty() {
                    return Ok(Said::Line(line));
                }
            }
            if self.pending.len() > LONGEST_LINE || self.received > MOST_BYTES {
                return Ok(Said::TooMuch);
            }
            let now = Instant::now();
            if quiet_until.is_some_and(|until| until <= now) {
                return Ok(Said::Nothing);
            }
            let until = [quiet_until, self.deadline].into_iter().flatten().min();
            let left = until.map_or(A_WHILE, |until| until.saturating_duration_since(now));
            if self.read(left)? == Some(0) {
                return Ok(Said::Goodbye);
            }
        }
    }

    /// Reads what comes within the time: how many bytes, 0 at the end of the stream.
    fn read(&mut self, time: Duration) -> io::Result<Option<usize>> {
        let mut buffer = [0; 1024];
        self.stream.set_read_timeout(Some(time.max(Duration::from_millis(1))))?;
        match self.stream.read(&mut buffer) {
            Ok(length) => {
                self.pending.extend_from_slice(&buffer[..length]);
                self.received += length;
                Ok(Some(length))
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(None),
                _ => Err(error),
            },
        }
    }

    /// Sends a text in the way that the switches ask for.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        thread::sleep(self.switches.delay);
        let text = match self.switches.newline {
            Newline::Lf => text.to_string(),
            Newline::Crlf => text.replace('\n', "\r\n"),
        };
        if self.switches.one_byte {
            text.as_bytes().chunks(1).try_for_each(|byte| self.stream.write_all(byte))
        } else {
            self.stream.write_all(text.as_bytes())
        }
    }

    /// Ends the connection such that our last words arrive: closing while something unread is
    /// still coming in would throw them away.
    pub(crate) fn part(mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        let until = Instant::now() + Duration::from_secs(1);
        while self.received <= MOST_BYTES
            && Instant::now() < until
            && matches!(self.read(Duration::from_millis(100)), Ok(None | Some(1..)))
        {
            self.pending.clear();
        }
    }
}
