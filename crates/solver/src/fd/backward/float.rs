//! Operands of float operators from their results.
//!
//! On operands of one sign and kind every operator is monotone in each of them, so the operands for which some result is wanted
//! form an interval, and its ends are found by halving the ordered patterns with the operator itself. That is exact about ties,
//! underflow and overflow in every rounding, and needs neither a wider format nor tables of special values
//! (the tables printed in Botella, Gotlieb, Michel, STVR 2006, forget underflow to zero and overflow).

mod host;
mod remainder;
mod unit;

use term::float::{FloatSet, Piece, changed_sign};
use term::{Domain, Float, FloatOp, Format, to_signed, to_unsigned};

/// Adds facts about the operands; false if no values fit together.
pub(super) fn inverse(
    float: Float,
    width: u32,
    arg_width: u32,
    r: &Domain,
    args: &[Domain],
    facts: &mut [Domain],
) -> bool {
    let format = float.format;
    match float.op {
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => comparison(float, r, args, facts),
        FloatOp::Neg => {
            let set = changed_sign(FloatOp::Neg, &FloatSet::of(format, r));
            put(format, &set, &mut facts[0])
        }
        FloatOp::Abs => {
            let magnitudes = FloatSet::of(format, r);
            let set = FloatSet { neg: magnitudes.pos, ..magnitudes };
            put(format, &set, &mut facts[0])
        }
        FloatOp::FromSigned | FloatOp::FromUnsigned => {
            of_integer(float, arg_width, r, &args[0], &mut facts[0])
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            to_integer(float, width, r, &args[0], &mut facts[0])
        }
        FloatOp::Fmod | FloatOp::Remainder => remainder::inverse(float, r, args, facts),
        // Of bytes nothing is told backwards: search looks for values.
        FloatOp::Printed(_) if float.op.gives_integer() => true,
        FloatOp::Host(function) => host::inverse(function, format, r, args, facts),
        _ => monotone(float, r, args, facts),
    }
}

/// The operand of an operator that has it twice, as in `x * x`; `None` if there is no such.
pub(in crate::fd) fn inverse_same(float: Float, r: &Domain, arg: &Domain) -> Option<Domain> {
    let format = float.format;
    let (set, wanted) = (FloatSet::of(format, arg), FloatSet::of(format, r));
    let width = format.width();
    let at = |place: i128| {
        let bits = format.at_place(place);
        float.apply(width, width, &[bits, bits])
    };
    let mut left = FloatSet { nan: set.nan && wanted.nan, ..FloatSet::EMPTY };
    for piece in &*set.pieces(format) {
        if format.is_nan(at(piece.lo)) {
            if wanted.nan {
                left.add_places(piece.lo, piece.hi);
            }
            continue;
        }
        for interval in &*wanted.intervals() {
            let range = |place: i128| {
                let value = format.place(at(place));
                (value, value)
            };
            if let Some(found) = narrowed(*piece, *interval, &range) {
                left.add_places(found.lo, found.hi);
            }
        }
    }
    left.to_any_domain(format)
}

fn put(format: Format, set: &FloatSet, fact: &mut Domain) -> bool {
    match set.to_any_domain(format) {
        Some(domain) => {
            *fact = domain;
            true
        }
        None => false,
    }
}

fn monotone(float: Float, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let n = float.op.n_operands();
    let result = float.result().expect("operators without floats as results are not monotone ones");
    let wanted = FloatSet::of(result, r);
    let mut sets = [FloatSet::EMPTY; 3];
    for (set, arg) in sets.iter_mut().zip(args) {
        *set = FloatSet::of(float.format, arg);
    }
    if let (FloatOp::Add | FloatOp::Sub, Some(most)) = (float.op, unit::most(result, &wanted)) {
        sets[..2].iter_mut().for_each(|set| *set = set.meet(&most));
    }
    for at in 0..n {
        let left = operand(float, &wanted, &sets[..n], at);
        if !put(float.format, &left, &mut facts[at]) {
            return false;
        }
        // The next operand need not look where this one cannot be.
        sets[at] = left;
    }
    true
}

/// The values of one operand for which others can be found that give a result as wanted.
fn operand(float: Float, wanted: &FloatSet, sets: &[FloatSet], at: usize) -> FloatSet {
    let format = float.format;
    let own = sets[at];
    let others = |of: usize| of != at && sets[of].nan;
    if wanted.nan && (0..sets.len()).any(others) {
        return own;
    }
    let mut left = FloatSet { nan: own.nan && wanted.nan, ..FloatSet::EMPTY };
    let constant = [Piece { lo: 0, hi: 0 }];
    let pieces = [0, 1].map(|skip| {
        let other = (0..sets.len()).filter(|&of| of != at).nth(skip);
        other.map(|of| sets[of].pieces(format))
    });
    for piece in &*own.pieces(format) {
        for b in pieces[0].as_deref().unwrap_or(&constant) {
            for c in pieces[1].as_deref().unwrap_or(&constant) {
                let kept = Box { float, at, n: sets.len(), others: [*b, *c] }.left(*piece, wanted);
                if let Some(kept) = kept {
                    left.add_places(kept.lo, kept.hi);
                }
            }
        }
    }
    left
}

/// One operand against pieces of the others.
struct Box {
    float: Float,
    at: usize,
    n: usize,
    others: [Piece; 2],
}

impl Box {
    /// The result with the operand at a place and the others at the corner of this number.
    fn value(&self, place: i128, corner: usize) -> u128 {
        let end = |of: usize| {
            let piece = self.others[of];
            if corner >> of & 1 == 0 { piece.lo } else { piece.hi }
        };
        self.value_at(place, [end(0), end(1)])
    }

    /// The result with the operand and the others at these places.
    fn value_at(&self, place: i128, others: [i128; 2]) -> u128 {
        let format = self.float.format;
        let (own, others) = (format.at_place(place), others.map(|place| format.at_place(place)));
        let operands = match self.at {
            0 => [own, others[0], others[1]],
            1 => [others[0], own, others[1]],
            _ => [others[0], others[1], own],
        };
        self.float.apply(
            self.float.result().map_or(1, Format::width),
            format.width(),
            &operands[..self.n],
        )
    }

    /// The least and the greatest place of results with the operand at a place.
    fn range(&self, place: i128) -> (i128, i128) {
        let result = self.float.result().expect("a float");
        let (mut lo, mut hi) = (i128::MAX, i128::MIN);
        for corner in 0..1 << (self.n - 1) {
            let at = result.place(self.value(place, corner));
            (lo, hi) = (lo.min(at), hi.max(at));
        }
        (lo, hi)
    }

    /// What is left of a piece of the operand.
    fn left(&self, piece: Piece, wanted: &FloatSet) -> Option<Piece> {
        let result = self.float.result().expect("a float");
        if result.is_nan(self.value(piece.lo, 0)) {
            return wanted.nan.then_some(piece);
        }
        let mut left: Option<Piece> = None;
        for interval in &*wanted.intervals() {
            let found = narrowed(piece, *interval, &|place| self.range(place));
            if let Some(found) = found.and_then(|found| self.trimmed(found, *interval)) {
                left = Some(left.map_or(found, |before| Piece {
                    lo: before.lo.min(found.lo),
                    hi: before.hi.max(found.hi),
                }));
            }
        }
        left
    }
}

impl Box {
    /// Without places at the ends for which no others give a result as wanted: results between those of the corners may be missing.
    fn trimmed(&self, Piece { mut lo, mut hi }: Piece, wanted: Piece) -> Option<Piece> {
        for _ in 0..TRIMMED {
            match (self.attains(lo, wanted), self.attains(hi, wanted)) {
                (true, true) => break,
                (at_lo, at_hi) => {
                    lo += i128::from(!at_lo);
                    hi -= i128::from(!at_hi);
                }
            }
            if lo > hi {
                return None;
            }
        }
        Some(Piece { lo, hi })
    }

    /// Could others give a result as wanted? Of two others one must have few places, else it is not looked at.
    fn attains(&self, place: i128, wanted: Piece) -> bool {
        let [b, c] = self.others;
        match self.n {
            2 => self.meets(place, wanted, b, &|b| [b, 0]),
            3 if c.hi - c.lo < FEW => {
                (c.lo..=c.hi).any(|c| self.meets(place, wanted, b, &|b| [b, c]))
            }
            3 if b.hi - b.lo < FEW => {
                (b.lo..=b.hi).any(|b| self.meets(place, wanted, c, &|c| [b, c]))
            }
            _ => true,
        }
    }

    /// Is a result wanted with one of the others in a piece?
    fn meets(
        &self,
        place: i128,
        wanted: Piece,
        piece: Piece,
        others: &dyn Fn(i128) -> [i128; 2],
    ) -> bool {
        let result = self.float.result().expect("a float");
        let at = |other: i128| result.place(self.value_at(place, others(other)));
        comes_by(piece, wanted, &at)
    }
}

/// Is a value wanted, of those that a piece has? Values move with the place in one direction: the first that is far enough must
/// not be too far.
fn comes_by(piece: Piece, wanted: Piece, at: &dyn Fn(i128) -> i128) -> bool {
    let (low, high) = (at(piece.lo), at(piece.hi));
    let far_enough = |value: i128| {
        if low <= high { value >= wanted.lo } else { value <= wanted.hi }
    };
    let is_wanted = |value: i128| wanted.lo <= value && value <= wanted.hi;
    if far_enough(low) || !far_enough(high) {
        return is_wanted(low);
    }
    is_wanted(at(first(piece.lo, piece.hi, &|place| far_enough(at(place)))))
}

/// Places at each end of an operand that are looked at one by one. More make bounds tighter at the price of results computed.
const TRIMMED: usize = 4;
/// Places of a third operand that are tried one by one.
const FEW: i128 = 32;

/// The places of a piece whose range of results meets an interval; the range moves with the place in one direction.
fn narrowed(piece: Piece, wanted: Piece, range: &dyn Fn(i128) -> (i128, i128)) -> Option<Piece> {
    let (low, high) = (range(piece.lo), range(piece.hi));
    let rises = low.0 <= high.0 && low.1 <= high.1;
    let reaches = |(_, most): (i128, i128)| most >= wanted.lo;
    let stays = |(least, _): (i128, i128)| least <= wanted.hi;
    let lo_holds: &dyn Fn((i128, i128)) -> bool = if rises { &reaches } else { &stays };
    let hi_holds: &dyn Fn((i128, i128)) -> bool = if rises { &stays } else { &reaches };
    let lo = if lo_holds(low) {
        piece.lo
    } else if lo_holds(high) {
        first(piece.lo, piece.hi, &|place| lo_holds(range(place)))
    } else {
        return None;
    };
    let hi = if hi_holds(high) {
        piece.hi
    } else if hi_holds(low) {
        first(piece.lo, piece.hi, &|place| !hi_holds(range(place))) - 1
    } else {
        return None;
    };
    (lo <= hi).then_some(Piece { lo, hi })
}

/// The first place where a condition holds that does not at `below` and does at `above` and between changes once.
fn first(mut below: i128, mut above: i128, holds: &dyn Fn(i128) -> bool) -> i128 {
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        if holds(middle) { above = middle } else { below = middle }
    }
    above
}

fn comparison(float: Float, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let Some(truth) = r.as_singleton() else { return true };
    let format = float.format;
    let (a, b) = (FloatSet::of(format, &args[0]), FloatSet::of(format, &args[1]));
    let sets = if truth == 1 { related(float.op, &a, &b) } else { unrelated(float.op, &a, &b) };
    match sets {
        Some((a, b)) => put(format, &a, &mut facts[0]) && put(format, &b, &mut facts[1]),
        None => false,
    }
}

/// What is left where the comparison holds.
fn related(op: FloatOp, a: &FloatSet, b: &FloatSet) -> Option<(FloatSet, FloatSet)> {
    let ((a_lo, a_hi), (b_lo, b_hi)) = (a.keys()?, b.keys()?);
    let strict = i128::from(op == FloatOp::Lt);
    if op == FloatOp::Eq {
        let (lo, hi) = (a_lo.max(b_lo), a_hi.min(b_hi));
        return Some((a.between_keys(lo, hi), b.between_keys(lo, hi)));
    }
    let less = a.between_keys(a_lo, a_hi.min(b_hi - strict));
    Some((less, b.between_keys(b_lo.max(a_lo + strict), b_hi)))
}

/// What is left where it does not hold.
fn unrelated(op: FloatOp, a: &FloatSet, b: &FloatSet) -> Option<(FloatSet, FloatSet)> {
    let numbers = match op {
        FloatOp::Lt => related(FloatOp::Le, b, a).map(|(b, a)| (a, b)),
        FloatOp::Le => related(FloatOp::Lt, b, a).map(|(b, a)| (a, b)),
        _ => different(a, b),
    };
    let numbers = numbers.filter(|(a, b)| a.has_number() && b.has_number());
    let nothing = FloatSet { nan: true, ..FloatSet::EMPTY };
    match (a.nan, b.nan, numbers) {
        (false, false, numbers) => numbers,
        (true, false, None) => Some((nothing, *b)),
        (false, true, None) => Some((*a, nothing)),
        // Where the other is no number, each can be anything.
        (true, false, Some((numbers, _))) => Some((FloatSet { nan: true, ..numbers }, *b)),
        (false, true, Some((_, numbers))) => Some((*a, FloatSet { nan: true, ..numbers })),
        (true, true, _) => Some((*a, *b)),
    }
}

/// A number known to be one value leaves the bounds of the other.
fn different(a: &FloatSet, b: &FloatSet) -> Option<(FloatSet, FloatSet)> {
    let ((a_lo, a_hi), (b_lo, b_hi)) = (a.keys()?, b.keys()?);
    let without = |set: &FloatSet, (lo, hi): (i128, i128), other: (i128, i128)| {
        if other.0 != other.1 {
            return *set;
        }
        let (lo, hi) = (lo + i128::from(lo == other.0), hi - i128::from(hi == other.0));
        FloatSet { nan: set.nan, ..set.between_keys(lo, hi) }
    };
    let (own, other) = ((a_lo, a_hi), (b_lo, b_hi));
    Some((without(a, own, other), without(b, other, own)))
}

fn of_integer(float: Float, width: u32, r: &Domain, arg: &Domain, fact: &mut Domain) -> bool {
    let wanted = FloatSet::of(float.format, r);
    let signed = float.op == FloatOp::FromSigned;
    let own = if signed {
        Piece { lo: arg.slo, hi: arg.shi }
    } else if width < 128 {
        Piece { lo: arg.lo as i128, hi: arg.hi as i128 }
    } else {
        return true;
    };
    let range = |value: i128| {
        let bits = float.apply(float.format.width(), width, &[to_unsigned(value, width)]);
        let place = float.format.place(bits);
        (place, place)
    };
    let mut left: Option<Domain> = None;
    for interval in &*wanted.intervals() {
        if let Some(found) = narrowed(own, *interval, &range) {
            let domain = if signed {
                Domain::signed(width, found.lo, found.hi)
            } else {
                Domain::unsigned(width, found.lo as u128, found.hi as u128)
            };
            let Some(domain) = domain.reduced(width) else { continue };
            left = Some(left.map_or(domain, |before| before.join(&domain)));
        }
    }
    match left {
        Some(domain) => {
            *fact = domain;
            true
        }
        None => false,
    }
}

fn to_integer(float: Float, width: u32, r: &Domain, arg: &Domain, fact: &mut Domain) -> bool {
    let format = float.format;
    let set = FloatSet::of(format, arg);
    let signed = float.op == FloatOp::ToSigned;
    if !signed && width == 128 {
        return true;
    }
    let range = |place: i128| {
        let bits = float.apply(width, format.width(), &[format.at_place(place)]);
        let value = if signed { to_signed(bits, width) } else { bits as i128 };
        (value, value)
    };
    let mut left = FloatSet { nan: set.nan && r.contains(width, 0), ..FloatSet::EMPTY };
    for piece in &*set.intervals() {
        for wanted in integers(width, r, signed).into_iter().flatten() {
            if let Some(found) = narrowed(*piece, wanted, &range) {
                left.add_places(found.lo, found.hi);
            }
        }
    }
    put(format, &left, fact)
}

/// The integers of a domain, by their topmost bit, as signed or unsigned numbers.
fn integers(width: u32, r: &Domain, signed: bool) -> [Option<Piece>; 2] {
    let top = 1u128 << (width - 1);
    let lower = (r.shi >= 0)
        .then(|| (r.lo.max(r.slo.max(0) as u128), r.hi.min(r.shi as u128)))
        .filter(|(lo, hi)| lo <= hi);
    let upper = (r.slo < 0 && r.hi >= top)
        .then(|| {
            let least = to_unsigned(r.slo, width).max(top);
            (r.lo.max(least), r.hi.min(to_unsigned(r.shi.min(-1), width)))
        })
        .filter(|(lo, hi)| lo <= hi);
    [lower, upper].map(|range| {
        range.map(|(lo, hi)| {
            let value = |bits: u128| if signed { to_signed(bits, width) } else { bits as i128 };
            Piece { lo: value(lo), hi: value(hi) }
        })
    })
}

#[cfg(test)]
mod pairs;
#[cfg(test)]
mod tests;
