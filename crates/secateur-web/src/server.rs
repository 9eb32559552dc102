//! The server: binds an address, hands out the page, and lets clients in.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, State, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::{any, get};
use axum::{Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::allowance::Allowance;
use crate::doors::{Doors, Place};
use crate::gate::{self, Gate};
use crate::{assets, client};

/// Where to listen, and to whom.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address; port 0 takes a free one.
    pub address: SocketAddr,
    /// Whether an address that other machines reach is what is wanted.
    pub public: bool,
    /// Names of the server other than its addresses and localhost, as browsers know it.
    pub names: Vec<String>,
    /// What clients may ask.
    pub allowance: Allowance,
}

/// A server that listens, and answers once it [runs](Server::run).
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    gate: Gate,
    allowance: Allowance,
}

/// What all clients share.
pub(crate) struct House {
    pub(crate) allowance: Allowance,
    /// Places for sessions.
    pub(crate) seats: Arc<Semaphore>,
    /// Places for searches.
    pub(crate) searches: Arc<Semaphore>,
}

/// A client has so long for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The most that the head of a request may take, in bytes.
const HEAD_BYTES: usize = 16 << 10;
/// After a refused connection (too many files are open, say), the next is tried so much later.
const BREATH: Duration = Duration::from_millis(100);

/// Serves for ever, in a runtime of its own; tells `ready` where it listens.
///
/// # Errors
/// As [`Server::bind`], or when there are no threads to be had.
pub fn serve(settings: Settings, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = Server::bind(settings).await?;
        ready(server.address());
        server.run().await;
        Ok(())
    })
}

impl Server {
    /// Listens at the address of the settings.
    ///
    /// # Errors
    /// When it is not a loopback address and `public` does not say that this is wanted, or when it
    /// cannot be had.
    pub async fn bind(settings: Settings) -> io::Result<Server> {
        let Settings { address, public, names, allowance } = settings;
        if !address.ip().is_loopback() && !public {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("{address}: others could reach the server there; say so with --public"),
            ));
        }
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, gate: Gate::new(address, names), allowance })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves for ever.
    pub async fn run(self) {
        let doors = Doors::new(self.allowance.connections, self.allowance.connections_each);
        let house = House {
            seats: Arc::new(Semaphore::new(self.allowance.sessions_in_all)),
            searches: Arc::new(Semaphore::new(self.allowance.searches_in_all)),
            allowance: self.allowance,
        };
        let router = Router::new()
            .route("/ws", any(upgrade))
            .fallback(get(assets::serve))
            .layer(middleware::from_fn_with_state(self.gate, gate::pass))
            .with_state(Arc::new(house));
        loop {
            let free = doors.free().await;
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    if let Some(place) = doors.enter(from.ip(), free) {
                        let router = router.clone().layer(Extension(Arc::new(place)));
                        tokio::spawn(attend(stream, router));
                    }
                }
                Err(_) => tokio::time::sleep(BREATH).await,
            }
        }
    }
}

/// Speaks HTTP on a connection; what becomes of it is the client's affair.
async fn attend(stream: TcpStream, router: Router) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let _ = connection.await;
}

/// Makes a WebSocket of a request. The connection keeps its place until the client leaves.
async fn upgrade(
    State(house): State<Arc<House>>,
    Extension(place): Extension<Arc<Place>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let most = house.allowance.message_bytes;
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| async move {
        client::converse(socket, house).await;
        drop(place);
    })
}
