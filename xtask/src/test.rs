//! `cargo xtask test`.
pub(crate) fn run() -> crate::Outcome {
    Ok(())
}
