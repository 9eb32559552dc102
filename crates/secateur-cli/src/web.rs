//! `secateur web`: a page to play on, served on this machine.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use secateur_web::{Allowance, Settings};

use crate::failure::Failure;
use crate::output::print_line;

/// Play and analyse in the browser
///
/// Serves a page on this machine: every game against the engine or between people, what each move is
/// worth, and searches of trees step by step. It needs no internet. The first line printed is the
/// page's address.
#[derive(clap::Args)]
#[command(after_help = "\
Only this machine can reach the page, unless --bind names another address and --public says that
this is meant; what a visitor may ask is limited either way (docs/web-protocol.md). Ctrl-C ends it.

Examples:
  secateur web --open
  secateur web --port 0
  secateur web --bind 0.0.0.0 --public --name games.example")]
pub(crate) struct Args {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 7227)]
    port: u16,

    /// The address to listen at
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// Let other machines in, where --bind does
    #[arg(long)]
    public: bool,

    /// A name under which browsers know this machine; can be given several times
    #[arg(long, value_name = "HOST")]
    name: Vec<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let settings = Settings {
        address: SocketAddr::new(args.bind, args.port),
        public: args.public,
        names: args.name.clone(),
        allowance: Allowance::default(),
    };
    let ready = |address: SocketAddr| {
        let page = format!("http://{address}/");
        // Nobody may be reading; the page is there all the same.
        let _ = print_line(&page);
        if !address.ip().is_loopback() {
            eprintln!("secateur: others can reach this page too, as --public says");
        }
        if args.open && open::that_detached(&page).is_err() {
            eprintln!("secateur: there is no browser to open; the address is {page}");
        }
    };
    secateur_web::serve(settings, ready).map_err(|error| match error.kind() {
        ErrorKind::InvalidInput => Failure::input(error),
        ErrorKind::AddrInUse => {
            Failure::work(format!("port {} is taken; --port 0 takes a free one", args.port))
        }
        _ => Failure::work(format!("{}: {error}", args.bind)),
    })
}
