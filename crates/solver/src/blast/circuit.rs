//! Circuits of and, exclusive-or, choice and majority gates, equal gates shared.
//!
//! Negation is a mark on a wire. Choice and majority are gates of their own because their clauses
//! propagate more than those of the ands they could be made of; otherwise this is an and-inverter graph.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Not;

/// A wire of a [`Circuit`]: the output of a gate or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Bit(u32);

impl Bit {
    pub(crate) const FALSE: Self = Self(0);
    pub(crate) const TRUE: Self = Self(1);

    pub(crate) const fn constant(value: bool) -> Self {
        Self(value as u32)
    }

    pub(crate) const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The value, if the wire is constant.
    pub(crate) const fn as_constant(self) -> Option<bool> {
        if self.gate() == 0 { Some(self.is_negated()) } else { None }
    }

    const fn plain(self) -> Self {
        Self(self.0 & !1)
    }
}

impl Not for Bit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    False,
    Input(u32),
    And(Bit, Bit),
    Xor(Bit, Bit),
    /// The second where the first is true, else the third.
    Mux(Bit, Bit, Bit),
    /// True where two of the three are.
    Majority(Bit, Bit, Bit),
}

/// The two gates of one digit of a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adder {
    pub(crate) inputs: [Bit; 3],
    pub(crate) sum: Bit,
    pub(crate) carry: Bit,
}

/// Gates in the order of their making: inputs of a gate come before it.
pub(crate) struct Circuit {
    gates: Vec<Gate>,
    adders: Vec<Adder>,
    /// By gate, its adder plus one, where it is part of one.
    adder_of: Vec<u32>,
    shared: HashMap<Gate, u32, BuildHasherDefault<GateHasher>>,
}

impl Circuit {
    pub(crate) fn new() -> Self {
        Self {
            gates: vec![Gate::False],
            adders: Vec::new(),
            adder_of: Vec::new(),
            shared: HashMap::default(),
        }
    }

    pub(crate) fn n_gates(&self) -> usize {
        self.gates.len()
    }

    pub(crate) fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    pub(crate) fn input(&mut self) -> Bit {
        let index = self.gates.len() as u32;
        self.gates.push(Gate::Input(index));
        Bit(index << 1)
    }

    pub(crate) fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        if a == Bit::FALSE || a == !b {
            return Bit::FALSE;
        }
        if a == Bit::TRUE || a == b {
            return b;
        }
        self.share(Gate::And(a, b))
    }

    pub(crate) fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.plain().min(b.plain()), a.plain().max(b.plain()));
        let plain = if a == b {
            Bit::FALSE
        } else if a == Bit::FALSE {
            b
        } else {
            self.share(Gate::Xor(a, b))
        };
        if flip { !plain } else { plain }
    }

    pub(crate) fn mux(&mut self, c: Bit, a: Bit, b: Bit) -> Bit {
        if let Some(value) = c.as_constant() {
            return if value { a } else { b };
        }
        if c.is_negated() {
            return self.mux(!c, b, a);
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.xor(c, b);
        }
        match (a.as_constant(), b.as_constant()) {
            (Some(true), _) => return self.or(c, b),
            (Some(false), _) => return self.and(!c, b),
            (_, Some(true)) => return self.or(!c, a),
            (_, Some(false)) => return self.and(c, a),
            (None, None) => {}
        }
        if a == c || a == !c || b == c || b == !c {
            // The chosen input is known under the choice.
            let a = if a == c {
                Bit::TRUE
            } else if a == !c {
                Bit::FALSE
            } else {
                a
            };
            let b = if b == c {
                Bit::FALSE
            } else if b == !c {
                Bit::TRUE
            } else {
                b
            };
            return self.mux(c, a, b);
        }
        if a.is_negated() {
            return !self.share(Gate::Mux(c, !a, !b));
        }
        self.share(Gate::Mux(c, a, b))
    }

    pub(crate) fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut wires = [a, b, c];
        wires.sort_unstable();
        let [a, b, c] = wires;
        if a == Bit::FALSE {
            return self.and(b, c);
        }
        if a == Bit::TRUE {
            return self.or(b, c);
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        self.share(Gate::Majority(a, b, c))
    }

    /// One digit of a sum, and the carry.
    pub(crate) fn full_adder(&mut self, a: Bit, b: Bit, c: Bit) -> (Bit, Bit) {
        let half = self.xor(a, b);
        let sum = self.xor(half, c);
        let carry = self.majority(a, b, c);
        let whole = matches!(self.gate(carry.gate()), Gate::Majority(..))
            && matches!(self.gate(sum.gate()), Gate::Xor(..));
        if whole && self.adder(carry.gate()).is_none() && self.adder(sum.gate()).is_none() {
            self.adders.push(Adder { inputs: [a, b, c], sum, carry });
            self.adder_of.resize(self.gates.len(), 0);
            self.adder_of[sum.gate()] = self.adders.len() as u32;
            self.adder_of[carry.gate()] = self.adders.len() as u32;
        }
        (sum, carry)
    }

    /// The adder that a gate is part of.
    pub(crate) fn adder(&self, gate: usize) -> Option<Adder> {
        let at = self.adder_of.get(gate)?.checked_sub(1)?;
        Some(self.adders[at as usize])
    }

    fn share(&mut self, gate: Gate) -> Bit {
        let Self { gates, shared, .. } = self;
        let index = *shared.entry(gate).or_insert_with(|| {
            gates.push(gate);
            gates.len() as u32 - 1
        });
        Bit(index << 1)
    }
}

/// Multiplicative hashing without a random seed; gates are small and trusted.
#[derive(Default)]
pub(crate) struct GateHasher(u64);

impl Hasher for GateHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }
    fn write_u32(&mut self, word: u32) {
        let product = (self.0 ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ (product >> 31);
    }
    fn write_isize(&mut self, word: isize) {
        self.write_u32(word as u32);
    }
}
