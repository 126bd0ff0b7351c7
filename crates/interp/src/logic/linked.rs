//! Predicates over linked structures, by looking at every object in reach.
//!
//! Each object is entered once, with a stack of our own: structures may be as long as memory is.

use super::Evaluation;
use crate::pointer::{NULL, Word};
use std::collections::{BTreeMap, BTreeSet};

/// How far an object was looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    /// What lies behind it is being looked at.
    Begun,
    /// No way from it comes back.
    Ended,
}

impl Evaluation<'_> {
    pub(super) fn is_acyclic(&self, from: Word, links: &[u64]) -> Result<bool, &'static str> {
        let mut visits = BTreeMap::new();
        let mut stack = vec![from];
        while let Some(&object) = stack.last() {
            let behind = self.behind(object, links)?;
            if visits.insert(object, Visit::Begun).is_some() {
                visits.insert(object, Visit::Ended);
                stack.pop();
                continue;
            }
            for next in behind {
                match visits.get(&next) {
                    Some(Visit::Begun) => return Ok(false),
                    Some(Visit::Ended) => {}
                    None => stack.push(next),
                }
            }
        }
        Ok(true)
    }

    pub(super) fn is_reachable(
        &self,
        from: Word,
        to: Word,
        links: &[u64],
    ) -> Result<bool, &'static str> {
        let (mut seen, mut stack) = (BTreeSet::from([from]), vec![from]);
        while let Some(object) = stack.pop() {
            if object == to {
                return Ok(to != NULL);
            }
            let behind = self.behind(object, links)?;
            stack.extend(behind.into_iter().filter(|&next| seen.insert(next)));
        }
        Ok(false)
    }

    /// Where the links of an object lead.
    fn behind(&self, object: Word, links: &[u64]) -> Result<Vec<Word>, &'static str> {
        if object == NULL {
            return Ok(Vec::new());
        }
        let follow = |link: &u64| {
            let address = self.load(object.wrapping_add(*link), self.pointer_bytes)?;
            Ok(self.memory.resolve(address as u64))
        };
        links.iter().map(follow).collect()
    }
}
