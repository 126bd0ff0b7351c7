//! What a driver may choose: how large what we choose may be, and which preferences are in force.

use world::{Preference, Preferences, World};

/// What the driver may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Longest array behind an input pointer whose length no contract fixes; a bound of our own choice.
    pub max_length: u64,
    /// Most cells that one access with an unknown offset may touch.
    pub max_candidates: u64,
    /// Most objects made for pointers inside input data; a bound of our own choice.
    pub max_nodes: usize,
    /// Most bytes of a block that is allocated; a bound of our own choice.
    pub largest_block: u64,
    /// Preferences that are not in force: what they keep from the plain world is tried too.
    pub relaxed: Preferences,
    /// Are arrays whose length no contract fixes known by what is read and written, not by cells? For walks that only exclude.
    pub logged: bool,
    /// Is each place that a pointer of an access may lead to a path of its own? Many easy questions for a few hard ones.
    pub split: bool,
    /// Has each length of a block, and each place in a large object, a path of its own? Of such paths there is no end: it is for
    /// walks that find inputs and prove nothing.
    pub settle: bool,
}

impl Policy {
    /// What `gen` starts with.
    pub const INITIAL: Self = Self {
        max_length: 64,
        max_candidates: 1024,
        max_nodes: 32,
        largest_block: 1 << 20,
        relaxed: Preferences::NONE,
        logged: false,
        split: false,
        settle: false,
    };
    /// Arrays and blocks as long as memory could hold.
    pub const UNBOUNDED: Self =
        Self { max_length: 1 << 40, largest_block: u64::MAX >> 1, ..Self::INITIAL };

    /// What `gen` starts with in a world: arrays have room for every element that the code names by a constant, as far as an
    /// access with an unknown offset may touch so many.
    pub fn in_world(world: &World<'_>) -> Self {
        let named = world.last_named_element.saturating_add(1).min(Self::INITIAL.max_candidates);
        Self { max_length: Self::INITIAL.max_length.max(named), ..Self::INITIAL }
    }

    /// The same with some preferences relaxed.
    #[must_use]
    pub fn relaxing(self, relaxed: Preferences) -> Self {
        Self { relaxed: self.relaxed.union(relaxed), ..self }
    }

    /// Is a preference in force?
    pub(crate) fn prefers(&self, it: Preference) -> bool {
        !self.relaxed.contains(it)
    }
}
