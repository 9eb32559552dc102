//! How many connections are open, in all and from one address ([`Doors`]).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Places for connections.
pub(crate) struct Doors {
    places: Arc<Semaphore>,
    each: usize,
    visitors: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A connection's place; free again when this is dropped.
pub(crate) struct Place {
    _place: OwnedSemaphorePermit,
    address: IpAddr,
    visitors: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Doors {
    /// So many connections in all, and so many from each other machine.
    pub(crate) fn new(all: usize, each: usize) -> Doors {
        Doors { places: Arc::new(Semaphore::new(all)), each, visitors: Arc::default() }
    }

    /// Waits until one more connection may come.
    pub(crate) async fn free(&self) -> OwnedSemaphorePermit {
        self.places.clone().acquire_owned().await.expect("it is never closed")
    }

    /// Lets a connection in from this address, unless it has as many as it may. This machine itself
    /// may have all.
    pub(crate) fn enter(&self, address: IpAddr, place: OwnedSemaphorePermit) -> Option<Place> {
        let mut visitors = self.visitors.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let count = visitors.entry(address).or_default();
        if *count >= self.each && !address.is_loopback() {
            return None;
        }
        *count += 1;
        Some(Place { _place: place, address, visitors: self.visitors.clone() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut visitors = self.visitors.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(count) = visitors.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                visitors.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_address_cannot_take_all_places() {
        let doors = Doors::new(4, 2);
        let (far, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let first = doors.enter(far, doors.free().await).unwrap();
        let _second = doors.enter(far, doors.free().await).unwrap();
        assert!(doors.enter(far, doors.free().await).is_none());
        let _other = doors.enter(other, doors.free().await).unwrap();
        drop(first);
        assert!(doors.enter(far, doors.free().await).is_some());
        let here = "127.0.0.1".parse().unwrap();
        let _own = doors.enter(here, doors.free().await).unwrap();
        assert_eq!(doors.visitors.lock().unwrap().len(), 3);
    }
}
