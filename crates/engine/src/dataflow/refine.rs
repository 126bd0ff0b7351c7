//! What a condition says of the registers that it looks at.
//!
//! A value tells of a register as long as it was read from it and nothing was put there since. Conditions are read as C writes
//! them: comparisons, also of single bits under a mask, of numbers that were widened, and of pointers with null.

use super::fact::{Fact, domain, few, leads_of};
use super::flow::Flow;
use super::state::{Place, State};
use ir::{BinOp, CastOp, Inst, UnOp, Value};
use term::{Domain, Gaps, mask, to_signed};

/// Two numbers, each as the other leaves it, where a comparison holds; none where it cannot.
fn compared(op: BinOp, holds: bool, width: u32, a: Domain, b: Domain) -> Option<(Domain, Domain)> {
    let full = Domain::full(width);
    let met =
        |a: Domain, x: Domain, b: Domain, y: Domain| Some((a.meet(&x, width)?, b.meet(&y, width)?));
    match (op, holds) {
        (BinOp::Eq, true) | (BinOp::Ne, false) => {
            let both = a.meet(&b, width)?;
            Some((both, both))
        }
        (BinOp::Eq, false) | (BinOp::Ne, true) => {
            Some((without(a, &b, width)?, without(b, &a, width)?))
        }
        (BinOp::LtU, true) => met(
            a,
            Domain::unsigned(width, 0, b.hi.checked_sub(1)?),
            b,
            Domain::unsigned(width, a.lo.checked_add(1).filter(|&it| it <= full.hi)?, full.hi),
        ),
        (BinOp::LeU, true) => {
            met(a, Domain::unsigned(width, 0, b.hi), b, Domain::unsigned(width, a.lo, full.hi))
        }
        (BinOp::LtS, true) => met(
            a,
            Domain::signed(width, full.slo, b.shi.checked_sub(1).filter(|&it| it >= full.slo)?),
            b,
            Domain::signed(width, a.slo.checked_add(1).filter(|&it| it <= full.shi)?, full.shi),
        ),
        (BinOp::LeS, true) => met(
            a,
            Domain::signed(width, full.slo, b.shi),
            b,
            Domain::signed(width, a.slo, full.shi),
        ),
        // Not less is the other one less or equal.
        (BinOp::LtU | BinOp::LeU | BinOp::LtS | BinOp::LeS, false) => {
            let turned = match op {
                BinOp::LtU => BinOp::LeU,
                BinOp::LeU => BinOp::LtU,
                BinOp::LtS => BinOp::LeS,
                _ => BinOp::LtS,
            };
            compared(turned, true, width, b, a).map(|(b, a)| (a, b))
        }
        _ => Some((a, b)),
    }
}

/// A number that is not another one, if that one is known: it may be an end.
fn without(a: Domain, other: &Domain, width: u32) -> Option<Domain> {
    let Some(value) = other.as_singleton() else { return Some(a) };
    if a.as_singleton() == Some(value) {
        return None;
    }
    let (mut rest, signed) = (a, to_signed(value, width));
    rest.gaps = a.meet(&Domain { gaps: Gaps::without(value), ..Domain::full(width) }, width)?.gaps;
    rest.lo += u128::from(rest.lo == value);
    rest.hi -= u128::from(rest.hi == value && rest.hi > 0);
    rest.slo += i128::from(rest.slo == signed);
    rest.shi -= i128::from(rest.shi == signed);
    rest.reduced(width)
}

impl Flow<'_, '_> {
    /// The state where a truth value comes out so; none if it cannot.
    pub(super) fn suppose(&self, cond: Value, holds: bool, state: State) -> Option<State> {
        if let Some(known) = self.values[cond].as_ref().and_then(Fact::single)
            && (known == 1) != holds
        {
            return None;
        }
        match self.body.insts[cond] {
            Inst::Unary(UnOp::Not, a) => self.suppose(a, !holds, state),
            Inst::Binary(op @ (BinOp::PtrEq | BinOp::PtrNe), a, b) => {
                self.suppose_pointers(a, b, (op == BinOp::PtrEq) == holds, state)
            }
            Inst::Binary(op, a, b) => {
                let Some(width) = self.width(a) else { return Some(state) };
                let known = |it: Value| domain(&self.values[it], width);
                let (x, y) = compared(op, holds, width, known(a), known(b))?;
                let state = self.narrow(a, width, x, state)?;
                let mut state = self.narrow(b, width, y, state)?;
                if let (Some(Place::Register(a)), Some(Place::Register(b))) =
                    (self.read_from(a), self.read_from(b))
                {
                    match (op, holds) {
                        (BinOp::LeS | BinOp::LtS, true) => _ = state.orders.insert((a, b)),
                        (BinOp::LeS | BinOp::LtS, false) => _ = state.orders.insert((b, a)),
                        _ => {}
                    }
                }
                Some(state)
            }
            _ => self.narrow(cond, 1, Domain::singleton(1, u128::from(holds)), state),
        }
    }

    /// Two pointers are the same or are not, of which one may be known; no state if that cannot be.
    fn suppose_pointers(&self, a: Value, b: Value, same: bool, mut state: State) -> Option<State> {
        for (one, other) in [(a, b), (b, a)] {
            let beside = leads_of(&self.values[other]);
            let is_null = match (beside.is_null(), beside.may_be_null(), same) {
                (true, _, same) => same,
                (false, false, true) => false,
                _ => continue,
            };
            let leads = leads_of(&self.values[one]);
            let leads = if is_null { leads.only_null()? } else { leads.without_null() };
            if leads.is_nothing() {
                return None;
            }
            if let Some(place) = self.read_from(one) {
                state.learn(place, Fact::leads(leads));
            }
        }
        Some(state)
    }

    /// The state where a value lies in a domain; none if it cannot.
    pub(super) fn narrow(
        &self,
        value: Value,
        width: u32,
        within: Domain,
        mut state: State,
    ) -> Option<State> {
        if let Some(place) = self.read_from(value) {
            let known = domain(&state.at(place), width);
            let known = known.meet(&domain(&self.values[value], width), width)?;
            state.learn(place, Fact::within(width, known.meet(&within, width)?));
            return Some(state);
        }
        match self.body.insts[value] {
            Inst::Cast(CastOp::Zext, _, inner) => {
                let Some(from) = self.width(inner) else { return Some(state) };
                let (lo, hi) = (within.lo, within.hi.min(mask(from)));
                if lo > hi {
                    return None;
                }
                let fits = Domain::unsigned(from, lo, hi).reduced(from)?;
                if from == 1 && fits.as_singleton().is_some() {
                    return self.suppose(inner, fits.as_singleton() == Some(1), state);
                }
                self.narrow(inner, from, fits, state)
            }
            Inst::Cast(CastOp::Sext, _, inner) => {
                let Some(from) = self.width(inner) else { return Some(state) };
                let full = Domain::full(from);
                let (lo, hi) = (within.slo.max(full.slo), within.shi.min(full.shi));
                if lo > hi {
                    return None;
                }
                self.narrow(inner, from, Domain::signed(from, lo, hi).reduced(from)?, state)
            }
            Inst::Binary(BinOp::And, a, b) => {
                let bits = |it: Value| self.values[it].as_ref().and_then(Fact::single);
                let (masked, mask) = match (bits(a), bits(b)) {
                    (_, Some(mask)) => (a, mask),
                    (Some(mask), _) => (b, mask),
                    _ => return Some(state),
                };
                if let Some(few) = few(&domain(&self.values[masked], width), width) {
                    let fits = few.into_iter().filter(|&it| within.contains(width, it & mask));
                    let fits = fits.map(|it| Domain::singleton(width, it));
                    return self.narrow(masked, width, fits.reduce(|a, b| a.join(&b))?, state);
                }
                let (zeros, ones) = (within.zeros & mask, within.ones & mask);
                // Of a single bit that is not zero one knows all.
                let is_single = mask.is_power_of_two() && within.lo > 0;
                let ones = if is_single { mask } else { ones };
                self.narrow(masked, width, Domain::bits(width, zeros, ones).reduced(width)?, state)
            }
            _ => Some(state),
        }
    }
}
