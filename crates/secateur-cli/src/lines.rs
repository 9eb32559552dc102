//! Lines from a stream that nobody vouches for: of bounded length, in any encoding.

use std::io::{self, BufRead};

/// More than any line of any protocol needs: 1 MiB.
pub(crate) const LONGEST: usize = 1 << 20;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The line without its end; what is no UTF-8 is replaced.
    Text(String),
    /// A line of more than [`LONGEST`] bytes, which was read to its end and dropped.
    TooLong,
}

/// The next line; `None` at the end of the input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= line.len() + text.len() > LONGEST;
        if !too_long {
            line.extend_from_slice(text);
        }
        let (at_end, nothing) = (chunk.is_empty(), line.is_empty() && !too_long);
        let read = text.len() + usize::from(end.is_some());
        input.consume(read);
        if at_end && nothing {
            return Ok(None);
        }
        if at_end || end.is_some() {
            break;
        }
    }
    if too_long {
        return Ok(Some(Line::TooLong));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(Some(Line::Text(String::from_utf8_lossy(&line).into_owned())))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// All lines, read through a buffer of so many bytes.
    fn lines(text: &[u8], buffer: usize) -> Vec<Line> {
        let mut input = BufReader::with_capacity(buffer, text);
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.into())
    }

    #[test]
    fn lines_end_with_any_line_end_or_none() {
        for buffer in [1, 2, 3, 100] {
            let expected = [text("one"), text(""), text("two"), text("t\u{fffd}ree")];
            assert_eq!(lines(b"one\n\ntwo\r\nt\xffree", buffer), expected);
            assert_eq!(lines(b"", buffer), []);
            assert_eq!(lines(b"\n", buffer), [text("")]);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_alone() {
        let mut long = vec![b'x'; LONGEST];
        assert!(matches!(&lines(&long, 8192)[..], [Line::Text(line)] if line.len() == LONGEST));
        long.push(b'x');
        assert_eq!(lines(&long, 8192), [Line::TooLong]);
        long.extend(b"xxx\nnext\n");
        assert_eq!(lines(&long, 8192), [Line::TooLong, text("next")]);
    }
}
