//! What is known of the value of a register, and what operators make of it.
//!
//! Nothing known is no fact at all, so that a state holds only what helps.

use super::leads::{Leads, Site, WIDE};
use crate::limits;
use ir::{BinOp, UnOp};
use term::{Domain, Op, forward};

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    /// A number of a width, within a domain.
    Number(u32, Domain),
    /// A pointer, or a float of its size.
    Leads(Leads),
}

/// What is known of a value, if anything.
pub(super) type Known = Option<Fact>;

impl Fact {
    pub(super) fn number(width: u32, value: u128) -> Self {
        Self::Number(width, Domain::singleton(width, value))
    }

    /// Within a domain, unless that is all there is.
    pub(super) fn within(width: u32, domain: Domain) -> Option<Self> {
        (domain != Domain::full(width)).then_some(Self::Number(width, domain))
    }

    /// The only number that it may be.
    pub(super) fn single(&self) -> Option<u128> {
        match self {
            Self::Number(_, domain) => domain.as_singleton(),
            Self::Leads(_) => None,
        }
    }

    /// Where a pointer leads, unless that may be anywhere.
    pub(super) fn leads(leads: Leads) -> Known {
        (!leads.is_any()).then_some(Self::Leads(leads))
    }
}

/// Where something leads that is a pointer.
pub(super) fn leads_of(fact: &Known) -> Leads {
    match fact {
        Some(Fact::Leads(leads)) => leads.clone(),
        Some(Fact::Number(_, domain)) if domain.as_singleton() == Some(0) => Leads::null(),
        Some(Fact::Number(..)) | None => Leads::any(),
    }
}

/// What a pointer may lead to that the code makes.
pub(super) fn sites(fact: &Known) -> Vec<Site> {
    match fact {
        Some(Fact::Leads(leads)) => leads.to.keys().copied().collect(),
        Some(Fact::Number(..)) | None => Vec::new(),
    }
}

/// What holds of a value that is one or the other.
pub(super) fn joined(a: &Known, b: &Known) -> Known {
    match (a, b) {
        (Some(Fact::Number(width, a)), Some(Fact::Number(other, b))) if width == other => {
            Fact::within(*width, a.join(b))
        }
        (Some(Fact::Leads(_)), _) | (_, Some(Fact::Leads(_))) => {
            Fact::leads(leads_of(a).joined(&leads_of(b), Domain::join))
        }
        _ => None,
    }
}

/// The same of what functions are given, return and leave in memory: as long as these are a few numbers there are no more than a
/// few changes.
pub(super) fn settled(known: &Known, joined: &Known, round: u32) -> Known {
    let is_few = |domain: &Domain, width: u32| few(domain, width).is_some();
    let is_small = match joined {
        Some(Fact::Number(width, domain)) => is_few(domain, *width),
        Some(Fact::Leads(leads)) => leads.to.values().all(|it| is_few(it, WIDE)),
        None => true,
    };
    if is_small && round < limits::DATAFLOW_PATIENCE {
        return joined.clone();
    }
    widened(known, joined, round)
}

/// What is said after more became possible: bounds that moved are given up, so that they do not move forever.
///
/// At first nothing is given up: a few values come back to where they were. At last all is.
pub(super) fn widened(known: &Known, joined: &Known, round: u32) -> Known {
    match (known.as_ref(), joined.as_ref()) {
        (Some(a), Some(b)) if a == b || round < limits::DATAFLOW_JOINS => Some(b.clone()),
        // Sites are few; where in them is given up.
        (_, Some(Fact::Leads(b))) => {
            let known = leads_of(known);
            let given_up = |(site, offsets): (&Site, &Domain)| {
                let is_old = known.to.get(site).is_none_or(|it| it == offsets);
                (*site, if is_old { *offsets } else { Domain::full(WIDE) })
            };
            Some(Fact::Leads(Leads { to: b.to.iter().map(given_up).collect(), ..b.clone() }))
        }
        (Some(Fact::Number(width, a)), Some(Fact::Number(_, b)))
            if round < limits::DATAFLOW_WIDENINGS =>
        {
            let (width, b) = (*width, *b);
            let full = Domain::full(width);
            let mut wide = b;
            wide.lo = if b.lo < a.lo { full.lo } else { b.lo };
            wide.hi = if b.hi > a.hi { full.hi } else { b.hi };
            wide.slo = if b.slo < a.slo { full.slo } else { b.slo };
            wide.shi = if b.shi > a.shi { full.shi } else { b.shi };
            (wide.gaps, wide.stride) = (full.gaps, full.stride);
            if (a.zeros, a.ones) != (b.zeros, b.ones) {
                // What is counted up by multiples keeps its lowest bits.
                let low = (1_u128 << (b.zeros | b.ones).trailing_ones().min(127)) - 1;
                (wide.zeros, wide.ones) = (b.zeros & low, b.ones & low);
            }
            wide.reduced(width).and_then(|domain| Fact::within(width, domain))
        }
        _ => None,
    }
}

/// The domain of a number of a width.
pub(super) fn domain(fact: &Known, width: u32) -> Domain {
    match fact {
        Some(Fact::Number(known, domain)) if *known == width => *domain,
        _ => Domain::full(width),
    }
}

/// A unary operation on numbers.
pub(super) fn unary(op: UnOp, width: u32, a: &Domain) -> Option<Domain> {
    let op = match op {
        UnOp::Neg | UnOp::NegS => Op::Neg,
        UnOp::Not => Op::Not,
        UnOp::FNeg => return None,
    };
    Some(forward(op, width, width, &[*a]))
}

/// The values of a domain, if they are few.
pub(super) fn few(domain: &Domain, width: u32) -> Option<Vec<u128>> {
    let values: Vec<u128> = if let Some((start, members)) = domain.small_set(width) {
        let all = (0..128).filter(|at| members >> at & 1 == 1);
        all.map(|at| u128::from(start) + at).collect()
    } else {
        let (residue, step) = domain.progression();
        let step = step.max(1);
        let first = domain.lo + (residue % step + step - domain.lo % step) % step;
        let n = domain.hi.checked_sub(first)? / step;
        if n >= limits::DATAFLOW_FEW as u128 {
            return None;
        }
        let all = (0..=n).map(|at| first + at * step);
        all.filter(|&it| domain.contains(width, it)).collect()
    };
    (!values.is_empty()).then_some(values)
}

/// A binary operation on numbers of a width, where the result has another; none where no run gets past it. Of few numbers each is
/// looked at.
pub(super) fn binary(op: BinOp, result: u32, width: u32, a: &Domain, b: &Domain) -> Option<Domain> {
    let all = binary_at_once(op, result, width, a, b)?;
    if all.as_singleton().is_some() {
        return Some(all);
    }
    let (Some(xs), Some(ys)) = (few(a, width), few(b, width)) else { return Some(all) };
    if xs.len() * ys.len() > limits::DATAFLOW_FEW {
        return Some(all);
    }
    let single = |value: u128| Domain::singleton(width, value);
    let pairs = xs.iter().flat_map(|&x| ys.iter().map(move |&y| (x, y)));
    let each = pairs.filter_map(|(x, y)| binary_at_once(op, result, width, &single(x), &single(y)));
    each.reduce(|a, b| a.join(&b)).and_then(|it| it.meet(&all, result))
}

fn binary_at_once(op: BinOp, result: u32, width: u32, a: &Domain, b: &Domain) -> Option<Domain> {
    let all = || Some(Domain::full(result));
    let plain = |op: Op| Some(forward(op, result, width, &[*a, *b]));
    let swept = |op: Op, lo: Option<i128>, hi: Option<i128>| {
        // What would leave the type traps.
        let full = Domain::full(width);
        let exact = Domain::signed(width, lo.unwrap_or(full.slo), hi.unwrap_or(full.shi));
        let clipped =
            Domain { slo: exact.slo.max(full.slo), shi: exact.shi.min(full.shi), ..exact };
        forward(op, result, width, &[*a, *b]).meet(&clipped, width)
    };
    match op {
        BinOp::Add => plain(Op::Add),
        BinOp::Sub => plain(Op::Sub),
        BinOp::Mul => plain(Op::Mul),
        BinOp::AddS => swept(Op::Add, a.slo.checked_add(b.slo), a.shi.checked_add(b.shi)),
        BinOp::SubS => swept(Op::Sub, a.slo.checked_sub(b.shi), a.shi.checked_sub(b.slo)),
        BinOp::MulS => {
            let ends = [(a.slo, b.slo), (a.slo, b.shi), (a.shi, b.slo), (a.shi, b.shi)];
            let products: Option<Vec<i128>> =
                ends.into_iter().map(|(x, y)| x.checked_mul(y)).collect();
            let products = products.unwrap_or_default();
            swept(Op::Mul, products.iter().min().copied(), products.iter().max().copied())
        }
        BinOp::DivU => plain(Op::Udiv),
        BinOp::RemU => plain(Op::Urem),
        BinOp::DivS => plain(Op::Sdiv),
        BinOp::RemS => plain(Op::Srem),
        BinOp::Shl => plain(Op::Shl),
        BinOp::ShrU => plain(Op::Lshr),
        BinOp::ShrS => plain(Op::Ashr),
        BinOp::And => plain(Op::And),
        BinOp::Or => plain(Op::Or),
        BinOp::Xor => plain(Op::Xor),
        BinOp::Eq => plain(Op::Eq),
        BinOp::Ne => plain(Op::Eq).map(|same| forward(Op::Not, 1, 1, &[same])),
        BinOp::LtU => plain(Op::Ult),
        BinOp::LeU => plain(Op::Ule),
        BinOp::LtS => plain(Op::Slt),
        BinOp::LeS => plain(Op::Sle),
        _ => all(),
    }
}

/// A number as one of another width.
pub(super) fn resized(op: Op, to: u32, from: u32, a: &Domain) -> Domain {
    if to == from {
        return *a;
    }
    let all = forward(op, to, from, &[*a]);
    let Some(few) = few(a, from).filter(|it| it.len() > 1) else { return all };
    let each = few.into_iter().map(|it| forward(op, to, from, &[Domain::singleton(from, it)]));
    each.reduce(|a, b| a.join(&b)).and_then(|it| it.meet(&all, to)).unwrap_or(all)
}
