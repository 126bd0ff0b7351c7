//! Where a pointer may lead, as far as the code under test made what it leads to.
//!
//! A site stands for all objects that one place in the code makes. What is input, and what others were given, is *elsewhere*: any
//! memory that is no site. Others cannot come by a site on their own, so nothing is forgotten where facts are joined: a pointer
//! that may lead to a site says so until it is replaced, or the site escapes.
//!
//! The bits of a float take the place of a pointer in a union, so they are facts of the same kind; those that were computed lead
//! nowhere.

use ir::{Func, Global, Local, Value};
use std::collections::BTreeMap;
use term::{Domain, Op, forward};

/// Offsets are numbers of so many bits.
pub(super) const WIDE: u32 = 64;

/// What the code under test makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Site {
    /// A local in memory.
    Local(Func, Local),
    /// What an allocation gives.
    Block(Func, Value),
    /// A constant with a value that is known.
    Constant(Global),
    Code(Func),
}

/// Where a pointer may lead.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Leads {
    pub(super) null: bool,
    /// May it be the bits of a computed float, which lead nowhere?
    pub(super) computed: bool,
    /// May it be anything that is no site?
    pub(super) elsewhere: bool,
    /// Sites, and which of their bytes.
    pub(super) to: BTreeMap<Site, Domain>,
}

impl Leads {
    /// Anything that others may have.
    pub(super) fn any() -> Self {
        Self { null: true, elsewhere: true, ..Self::default() }
    }

    pub(super) fn null() -> Self {
        Self { null: true, ..Self::default() }
    }

    pub(super) fn not_null() -> Self {
        Self { elsewhere: true, ..Self::default() }
    }

    pub(super) fn computed() -> Self {
        Self { computed: true, ..Self::default() }
    }

    /// To the start of a site.
    pub(super) fn start(site: Site) -> Self {
        Self { to: BTreeMap::from([(site, Domain::singleton(WIDE, 0))]), ..Self::default() }
    }

    /// Does it say no more than that nothing is known?
    pub(super) fn is_any(&self) -> bool {
        self.null && self.elsewhere && self.to.is_empty()
    }

    pub(super) fn is_null(&self) -> bool {
        self.null && !self.computed && !self.elsewhere && self.to.is_empty()
    }

    pub(super) fn may_be_null(&self) -> bool {
        self.null || self.computed
    }

    /// Does nothing remain?
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// The same, where it is seen not to be null.
    pub(super) fn without_null(mut self) -> Self {
        self.null = false;
        self
    }

    /// The same where it is seen to be null.
    pub(super) fn only_null(&self) -> Option<Self> {
        self.may_be_null().then(Self::null)
    }

    /// So many bytes further.
    pub(super) fn further(mut self, by: u64) -> Self {
        let by = Domain::singleton(WIDE, u128::from(by));
        for offsets in self.to.values_mut() {
            *offsets = forward(Op::Add, WIDE, WIDE, &[*offsets, by]);
        }
        self
    }

    /// Leads where one of them does; offsets are joined by `of`.
    pub(super) fn joined(&self, other: &Self, of: impl Fn(&Domain, &Domain) -> Domain) -> Self {
        let mut to = self.to.clone();
        for (site, offsets) in &other.to {
            let both = to.get(site).map_or(*offsets, |known| of(known, offsets));
            to.insert(*site, both);
        }
        Self {
            null: self.null || other.null,
            computed: self.computed || other.computed,
            elsewhere: self.elsewhere || other.elsewhere,
            to,
        }
    }

    /// The functions that it may lead to.
    pub(super) fn functions(&self) -> impl Iterator<Item = Func> + '_ {
        self.to.keys().filter_map(|site| match site {
            Site::Code(func) => Some(*func),
            _ => None,
        })
    }
}
