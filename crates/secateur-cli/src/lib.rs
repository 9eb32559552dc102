//! The program `secateur`, as a library: [`main_with`] is the program with games of your own.
//! `run` is a table of contents: one subcommand a file.

mod analyze;
mod arena;
mod bench;
mod bot;
mod bundle;
mod clocks;
mod compare;
mod completions;
mod connect;
mod engine;
mod failure;
mod games;
mod grid;
mod host;
mod lines;
mod networks;
mod new;
mod output;
mod pace;
mod play;
mod question;
mod solve;
mod statistics;
#[cfg(test)]
mod toy;
mod train;
mod tree;
mod turn_times;
mod watch;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;
use secateur_games::Entry;

/// Finds the best move, proves it, and plays it.
///
/// Two-player games of perfect information and games against chance: solve them, see what every
/// move is worth, play against the engine, and connect it to arenas and servers.
#[derive(Parser)]
#[command(name = "secateur", version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Solve(solve::Args),
    Analyze(analyze::Args),
    Tree(tree::Args),
    Play(play::Args),
    Arena(arena::Args),
    Replay(arena::replay::Args),
    Bundle(bundle::Args),
    New(new::Args),
    Bench(bench::Args),
    Compare(compare::Args),
    Train(train::Args),
    #[command(subcommand)]
    Bot(bot::Command),
    Connect(connect::Args),
    Host(host::Args),
    Web(web::Args),
    Completions(completions::Args),
}

/// The program, on the arguments of the process, with these games besides its own.
pub fn main_with(games: &'static [Entry]) -> ExitCode {
    secateur_games::extend(games);
    secateur_games::find_networks(networks::find);
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return Failure::arguments(&error),
    };
    // Deep trees are searched by recursion: a thread of our own can have the stack for it.
    let searcher = std::thread::Builder::new().stack_size(STACK).spawn(move || run(cli.command));
    let outcome = searcher.map_err(Failure::from).and_then(|thread| match thread.join() {
        Ok(outcome) => outcome,
        Err(panic) => std::panic::resume_unwind(panic),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Address space only: memory is used as deep as a search really goes.
pub(crate) const STACK: usize = 1 << 30;

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Games(args) => games::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Replay(args) => arena::replay::run(&args),
        Command::Bundle(args) => bundle::run(&args),
        Command::New(args) => new::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Bot(command) => bot::run(&command),
        Command::Connect(args) => connect::run(&args),
        Command::Host(args) => host::run(&args),
        Command::Web(args) => web::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}
