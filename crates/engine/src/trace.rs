//! The events of the path walked so far, with the different ones among them at hand.
//!
//! A path may pass the same condition a hundred thousand times; what a guide wants depends on which events there were, not on
//! how often.

use ir::Event;
use std::collections::BTreeSet;

/// The events of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    events: Vec<Event>,
    /// Each event when it came first, with its number.
    firsts: Vec<(usize, Event)>,
    seen: BTreeSet<Event>,
}

impl Trace {
    /// How many events there are.
    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    /// All events, in order.
    pub(crate) fn all(&self) -> &[Event] {
        &self.events
    }

    /// Each event once, in the order of first appearance.
    pub(crate) fn different(&self) -> impl Iterator<Item = Event> + '_ {
        self.firsts.iter().map(|&(_, event)| event)
    }

    /// Adds an event.
    pub(crate) fn push(&mut self, event: Event) {
        if self.seen.insert(event) {
            self.firsts.push((self.events.len(), event));
        }
        self.events.push(event);
    }

    /// Goes back to the first `len` events.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.events.truncate(len);
        while let Some(&(at, event)) = self.firsts.last() {
            if at < len {
                break;
            }
            self.firsts.pop();
            self.seen.remove(&event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entity::EntityRef;
    use ir::{Cond, CondSite, Func};

    fn event(cond: usize, truth: bool) -> Event {
        let (func, cond) = (Func::from_index(0), Cond::from_index(cond));
        Event::Cond(CondSite { func, cond }, truth)
    }

    #[test]
    fn different_events_follow_the_path_back_and_forth() {
        let (a, b, c) = (event(0, true), event(0, false), event(1, true));
        let mut trace = Trace::default();
        [a, b, a, c, a].into_iter().for_each(|it| trace.push(it));
        assert_eq!(trace.different().collect::<Vec<_>>(), [a, b, c]);
        trace.truncate(3);
        assert_eq!((trace.len(), trace.different().collect::<Vec<_>>()), (3, vec![a, b]));
        trace.push(c);
        trace.truncate(1);
        assert_eq!((trace.all(), trace.different().collect::<Vec<_>>()), (&[a][..], vec![a]));
        trace.push(b);
        assert_eq!(trace.all(), [a, b]);
    }
}
