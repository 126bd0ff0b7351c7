//! Room for searches: where all of them together hold much memory, only the oldest goes on.
//!
//! Most searches are small, and a few need half a gigabyte. Several of these at the same time would be more than a machine has to
//! spare, so that the younger ones wait at their next look at the clock. What a search may take is processor time of its thread:
//! waiting changes no result. It knows nothing of what a search does. Where nobody tells what a process holds, nobody waits.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes that all may hold before the younger ones wait: with what the oldest may add, up to two thirds of a gigabyte, that makes
/// less than one.
const COMFORT: usize = 320 << 20;
/// How often a search looks at what all hold.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
/// How long somebody who waits sleeps before it looks again.
const NAP: Duration = Duration::from_millis(20);

/// Where searches are that go on at the same time.
#[derive(Default)]
pub(crate) struct Room {
    guests: Mutex<Guests>,
    left: Condvar,
}

#[derive(Default)]
struct Guests {
    n_came: u64,
    /// Those who are there, the oldest first.
    here: Vec<u64>,
}

/// A search that is going on.
pub(crate) struct Guest<'r> {
    room: &'r Room,
    number: u64,
    looked: Mutex<Instant>,
}

impl Room {
    /// A search begins.
    pub(crate) fn enter(&self) -> Guest<'_> {
        let mut guests = self.guests();
        guests.n_came += 1;
        let number = guests.n_came;
        guests.here.push(number);
        Guest { room: self, number, looked: Mutex::new(Instant::now()) }
    }

    fn guests(&self) -> MutexGuard<'_, Guests> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest<'_> {
    /// Waits while there is little room and somebody older, unless the search is to end.
    pub(crate) fn pass(&self, is_over: impl Fn() -> bool) {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.elapsed() < BETWEEN_LOOKS {
            return;
        }
        let mut guests = self.room.guests();
        while guests.here.first() != Some(&self.number) && held() > COMFORT && !is_over() {
            let woken = self.room.left.wait_timeout(guests, NAP);
            guests = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        *looked = Instant::now();
    }
}

impl Drop for Guest<'_> {
    fn drop(&mut self) {
        self.room.guests().here.retain(|&number| number != self.number);
        self.room.left.notify_all();
    }
}

/// The bytes of memory that this process holds; none where that is not told.
fn held() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split(' ').nth(1)?.parse::<usize>().ok());
    pages.unwrap_or(0) * rustix::param::page_size()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_whoever_came_first_of_those_who_are_left() {
        let room = Room::default();
        let (first, second, third) = (room.enter(), room.enter(), room.enter());
        assert_eq!(room.guests().here.first(), Some(&first.number));
        drop(first);
        assert_eq!(room.guests().here.first(), Some(&second.number));
        drop(third);
        assert_eq!(room.guests().here, [second.number]);
    }

    #[test]
    fn what_this_process_holds_is_known_on_linux() {
        if cfg!(target_os = "linux") {
            assert!(held() > 100_000, "{}", held());
        }
    }
}
