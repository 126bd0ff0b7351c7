//! Claims about a loop: what might hold of the values it changes whenever its head is reached.
//!
//! A claim is only a guess from a small set of templates: bounds by the value on entry, by zero or by what the loop compares
//! with; congruence with the value on entry modulo small powers of two; two values that move in step; two values in order.
//! Which of them are inductive is for a solver to say (Flanagan and Leino's Houdini). Nothing here decides.

use crate::limits::MOST_IN_PAIRS;
use crate::{Algebra, Bin};

/// A value that a loop changes, at three moments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tracked<W> {
    /// When the loop is entered.
    pub(crate) entry: W,
    /// At the head of some turn: any value at all.
    pub(crate) head: W,
    /// At the end of that turn.
    pub(crate) after: W,
    /// How far it moved in that turn: `after - head`, simpler than that difference may be.
    pub(crate) step: W,
}

/// What might hold of the tracked values, named by their index.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Claim<W> {
    AtMost {
        value: usize,
        bound: W,
        signed: bool,
    },
    AtLeast {
        value: usize,
        bound: W,
        signed: bool,
    },
    /// The low bits are those of the value on entry.
    LowBits {
        value: usize,
        bits: u32,
    },
    /// `a` has moved `factor` times as far as `b`.
    InStep {
        a: usize,
        b: usize,
        factor: u128,
    },
    Ordered {
        less: usize,
        more: usize,
        signed: bool,
    },
}

/// Claims about one loop, stated at three moments; the n-th of each list is the same claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Claims<W> {
    /// When the loop is entered at all.
    pub entered: W,
    /// The claims when it is.
    pub at_entry: Vec<W>,
    /// The claims at the head of some turn.
    pub at_head: Vec<W>,
    /// When that turn leads to another.
    pub turned: W,
    /// The claims at its end.
    pub after: Vec<W>,
    /// What else holds.
    pub facts: Vec<W>,
}

/// Guesses claims about tracked values. `thresholds` are words that stay the same, with the value they are compared with.
pub(crate) fn guess<A: Algebra>(
    alg: &mut A,
    tracked: &[Tracked<A::Word>],
    thresholds: &[(usize, A::Word)],
    strides: &[u128],
) -> [Vec<A::Word>; 3] {
    let mut claims = Vec::new();
    for (value, one) in tracked.iter().enumerate() {
        let width = alg.width(one.entry);
        let mut bounds = vec![one.entry, alg.constant(width, 0), alg.constant(width, 1)];
        bounds.extend(thresholds.iter().filter(|(of, _)| *of == value).map(|(_, word)| *word));
        bounds.dedup();
        for bound in bounds {
            for signed in [true, false] {
                claims.push(Claim::AtMost { value, bound, signed });
                claims.push(Claim::AtLeast { value, bound, signed });
            }
        }
        claims.extend([1, 2, 3].into_iter().map(|bits| Claim::LowBits { value, bits }));
    }
    for a in 0..tracked.len().min(MOST_IN_PAIRS) {
        for b in 0..tracked.len().min(MOST_IN_PAIRS) {
            if a != b && alg.width(tracked[a].entry) == alg.width(tracked[b].entry) {
                claims.extend(pair_claims(a, b, strides));
            }
        }
    }
    let now: Vec<A::Word> = tracked.iter().map(|one| one.entry).collect();
    let at_entry = claims.iter().map(|claim| claim.state(alg, tracked, &now)).collect();
    let now: Vec<A::Word> = tracked.iter().map(|one| one.head).collect();
    let at_head = claims.iter().map(|claim| claim.state(alg, tracked, &now)).collect();
    let after = claims.iter().map(|claim| claim.keeps(alg, tracked)).collect();
    [at_entry, at_head, after]
}

fn pair_claims<W>(a: usize, b: usize, strides: &[u128]) -> Vec<Claim<W>> {
    let mut claims = Vec::new();
    if a < b {
        claims.push(Claim::InStep { a, b, factor: 1 });
        claims.push(Claim::InStep { a, b, factor: u128::MAX });
    }
    claims.extend(strides.iter().map(|&factor| Claim::InStep { a, b, factor }));
    claims.extend([true, false].map(|signed| Claim::Ordered { less: a, more: b, signed }));
    claims
}

impl<W: Copy + PartialEq> Claim<W> {
    /// The claim at the end of a turn, given that it held at the head.
    fn keeps<A: Algebra<Word = W>>(&self, alg: &mut A, tracked: &[Tracked<W>]) -> W {
        match *self {
            // What is said of a difference is kept if what is added has it too.
            Self::LowBits { value, bits } => {
                let step = tracked[value].step;
                let bits = bits.min(alg.width(step));
                let low = alg.extract(step, 0, bits);
                alg.eq_const(low, 0)
            }
            Self::InStep { a, b, factor } => {
                let factor = alg.constant(alg.width(tracked[b].step), factor);
                let times = alg.bin(Bin::Mul, tracked[b].step, factor);
                alg.eq(tracked[a].step, times)
            }
            Self::AtMost { .. } | Self::AtLeast { .. } | Self::Ordered { .. } => {
                let now: Vec<W> = tracked.iter().map(|one| one.after).collect();
                self.state(alg, tracked, &now)
            }
        }
    }

    /// The claim at a moment when the tracked values are these.
    fn state<A: Algebra<Word = W>>(&self, alg: &mut A, tracked: &[Tracked<W>], now: &[W]) -> W {
        let at_most = |alg: &mut A, a, b, signed| {
            let op = if signed { Bin::Sle } else { Bin::Ule };
            alg.bin(op, a, b)
        };
        match *self {
            Self::AtMost { value, bound, signed } => at_most(alg, now[value], bound, signed),
            Self::AtLeast { value, bound, signed } => at_most(alg, bound, now[value], signed),
            Self::Ordered { less, more, signed } => at_most(alg, now[less], now[more], signed),
            Self::LowBits { value, bits } => {
                let entry = tracked[value].entry;
                let bits = bits.min(alg.width(entry));
                let (a, b) = (alg.extract(now[value], 0, bits), alg.extract(entry, 0, bits));
                alg.eq(a, b)
            }
            Self::InStep { a, b, factor } => {
                let moved_a = alg.bin(Bin::Sub, now[a], tracked[a].entry);
                let moved_b = alg.bin(Bin::Sub, now[b], tracked[b].entry);
                let factor = alg.constant(alg.width(moved_b), factor);
                let times = alg.bin(Bin::Mul, moved_b, factor);
                alg.eq(moved_a, times)
            }
        }
    }
}
