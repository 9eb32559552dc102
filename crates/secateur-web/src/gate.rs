//! Who may come in: requests that a page of this server sends, and programs; not other sites' pages.
//!
//! A page elsewhere can make a browser open a WebSocket to this machine, but its `Origin` tells. A
//! name of another site can be pointed at this machine ("DNS rebinding"), but then it stands in
//! `Host`.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderMap, HeaderValue, ORIGIN};
use axum::http::{HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names under which the server may be addressed.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    address: SocketAddr,
    names: Vec<String>,
}

/// What a browser should not let the page do.
const RESTRAINT: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// Lets a request in, and puts the restraint on what comes out.
pub(crate) async fn pass(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let mut response = match gate.admits(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(why) => (StatusCode::FORBIDDEN, why).into_response(),
    };
    for (name, value) in RESTRAINT {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(HeaderName::from_static(name), value);
    }
    response
}

impl Gate {
    /// For a server at `address`, with other names than its addresses.
    pub(crate) fn new(address: SocketAddr, names: Vec<String>) -> Gate {
        Gate { address, names }
    }

    fn admits(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let host = text(HOST).ok_or("the request names no host\n")?;
        if !self.is_ours(host) {
            return Err("this server goes by another name\n");
        }
        if !headers.contains_key(ORIGIN) {
            return Ok(()); // a program, or a page that was typed in
        }
        let origin = text(ORIGIN).unwrap_or_default();
        let from = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
        match from.is_some_and(|from| from.eq_ignore_ascii_case(host)) {
            true => Ok(()),
            false => Err("pages of other sites may not ask this server\n"),
        }
    }

    /// Whether a `Host` names this server: by an address such as it listens at, as localhost, or by
    /// a name it was given.
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let named = |own: &String| own.eq_ignore_ascii_case(name);
        if self.names.iter().any(named) {
            return true; // whatever stands in front of us may listen at another port
        }
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let address = match bare.parse::<IpAddr>() {
            Ok(address) => !self.address.ip().is_loopback() || address.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        };
        address && port == Some(self.address.port())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(at: &str, host: &'static str, origin: Option<&'static str>) -> bool {
        let gate = Gate::new(at.parse().unwrap(), vec!["games.example".into()]);
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_static(origin));
        }
        gate.admits(&headers).is_ok()
    }

    #[test]
    fn hosts_are_ours_or_not() {
        for host in ["127.0.0.1:7", "localhost:7", "[::1]:7", "LOCALHOST:7", "games.example"] {
            assert!(admits("127.0.0.1:7", host, None), "{host}");
        }
        for host in ["evil.example:7", "127.0.0.1", "127.0.0.1:8", "192.0.2.1:7", "", ":", "[]:7"] {
            assert!(!admits("127.0.0.1:7", host, None), "{host}");
        }
        assert!(admits("0.0.0.0:7", "192.0.2.1:7", None));
        assert!(!admits("0.0.0.0:7", "evil.example:7", None));
        assert!(admits("127.0.0.1:80", "localhost", None));
    }

    #[test]
    fn origins_are_ours_or_not() {
        assert!(admits("127.0.0.1:7", "localhost:7", Some("http://localhost:7")));
        assert!(admits("127.0.0.1:7", "games.example", Some("https://games.example")));
        for origin in ["http://evil.example", "null", "http://localhost:8", "localhost:7", ""] {
            assert!(!admits("127.0.0.1:7", "localhost:7", Some(origin)), "{origin}");
        }
    }
}
