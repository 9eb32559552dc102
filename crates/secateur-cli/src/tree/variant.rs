//! An algorithm with the conventions behind its name, as an argument.

use std::fmt;

use secateur::record::Convention;
use secateur::{Algorithm, Recorded};

/// An algorithm and when it cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    pub(crate) algorithm: Algorithm,
    pub(crate) convention: Convention,
}

/// Reads `alpha-beta` or `alpha-beta:strict+shallow`.
pub(super) fn argument(text: &str) -> Result<Variant, String> {
    let (name, conventions) = text.split_once(':').unwrap_or((text, ""));
    let recorded = || Recorded::ALGORITHMS.iter().copied();
    let algorithm = recorded().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
        let names: Vec<_> = recorded().map(Algorithm::name).collect();
        let why = match Algorithm::ALL.iter().any(|algorithm| algorithm.name() == name) {
            true => "it comes back to its nodes again and again, so no walk shows what it did; ",
            false => "",
        };
        format!("{why}there are: {}", names.join(", "))
    })?;
    let mut convention = Convention::default();
    for word in conventions.split('+').filter(|word| !word.is_empty()) {
        match word {
            "strict" => convention.equal_cuts = false,
            "shallow" => convention.deep = false,
            "deep" => convention.shallow = false,
            _ => return Err(format!("there is no convention '{word}': strict, shallow, deep")),
        }
    }
    if convention != Convention::default() && algorithm != Algorithm::AlphaBeta {
        return Err("conventions belong to alpha-beta".into());
    }
    Ok(Variant { algorithm, convention })
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Convention { equal_cuts, shallow, deep } = self.convention;
        let words = [(!equal_cuts, "strict"), (!deep, "shallow"), (!shallow, "deep")];
        let words: Vec<_> = words.iter().filter(|(on, _)| *on).map(|&(_, word)| word).collect();
        let colon = if words.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", self.algorithm.name(), words.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_read_and_refuse() {
        for text in ["minimax", "alpha-beta", "alpha-beta:strict", "alpha-beta:strict+shallow"] {
            assert_eq!(argument(text).unwrap().to_string(), text);
        }
        for text in ["", "beta", "minimax:strict", "alpha-beta:lax"] {
            assert!(argument(text).is_err(), "{text}");
        }
        for text in ["mcts", "proof-number"] {
            assert!(argument(text).unwrap_err().starts_with("it comes back to"), "{text}");
        }
    }
}
