//! `cargo xtask tidy`.
pub(crate) fn run() -> crate::Outcome {
    Ok(())
}
