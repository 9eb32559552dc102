//! The letter-stack puzzle: one question, one answer.

use std::io::{BufRead, Read, Write};

use secateur_games::letters::{INPUT_LIMIT, Letters};

use crate::failure::Failure;

/// Reads the puzzle to the end of the input and answers it.
pub(crate) fn run(input: &mut impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
    let mut text = Vec::new();
    // One byte more than allowed, so that the reader sees that it is too much.
    input.take(INPUT_LIMIT as u64 + 1).read_to_end(&mut text)?;
    let game = Letters::read(&text)?;
    writeln!(output, "{}", game.solve())?;
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_a_puzzle_on_one_line() {
        let mut output = Vec::new();
        run(&mut "4 4\nA S R E\nSA 2\nSE 4\nRE 1\nA 1\n".as_bytes(), &mut output).unwrap();
        assert_eq!(output, b"S 4-1\n");
    }

    #[test]
    fn refuses_bad_input_and_prints_nothing() {
        let endless = std::io::repeat(b' ').take(1 << 40);
        let mut output = Vec::new();
        assert!(run(&mut std::io::BufReader::new(endless), &mut output).is_err());
        for text in ["", "4 4", "2 1\nA B\nA x", "0 0", "2 0\nA B C"] {
            let refused = run(&mut text.as_bytes(), &mut output);
            assert!(matches!(refused, Err(Failure::Input(_))), "{text}");
        }
        assert!(output.is_empty());
    }
}
