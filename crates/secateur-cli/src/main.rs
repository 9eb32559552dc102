//! The program `secateur`.

fn main() -> std::process::ExitCode {
    secateur_cli::main_with(&[])
}
