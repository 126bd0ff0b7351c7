//! From terms to wires, each term once.

use super::arith::{self, Shift, Word};
use super::circuit::{Bit, Circuit};
use super::float;
use super::unknown_below;
use crate::Why;
use entity::EntityRef;
use sat::Patience;
use term::{Op, Pool, Term};

/// A circuit of more gates than this is not finished: with its clauses (600 bytes a gate) it would take half a gigabyte, and
/// within the conflicts that are allowed hardly any of that size is decided.
const MOST_GATES: usize = 700_000;

/// The wires of the terms translated so far.
pub(crate) struct Translator {
    circuit: Circuit,
    words: Vec<Option<Box<[Bit]>>>,
    n_terms: usize,
    has_tables: bool,
}

impl Translator {
    pub(crate) fn new() -> Self {
        Self { circuit: Circuit::new(), words: Vec::new(), n_terms: 0, has_tables: false }
    }

    pub(crate) fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// The circuit, to say more of what is there.
    pub(crate) fn circuit_mut(&mut self) -> &mut Circuit {
        &mut self.circuit
    }

    /// Was the word of a constant table translated?
    pub(crate) fn has_tables(&self) -> bool {
        self.has_tables
    }

    /// How many terms were translated.
    pub(crate) fn n_terms(&self) -> usize {
        self.n_terms
    }

    /// The wires of a term, lowest bit first, if it was translated.
    pub(crate) fn bits(&self, term: Term) -> Option<&[Bit]> {
        self.words.get(term.index())?.as_deref()
    }

    /// The wire of a boolean term, or why there is none.
    pub(crate) fn boolean(
        &mut self,
        pool: &Pool,
        root: Term,
        patience: &Patience<'_>,
    ) -> Result<Bit, Why> {
        for term in unknown_below(pool, root, &|term| self.bits(term).is_some()) {
            if patience.is_over() {
                return Err(Why::GivenUp);
            }
            if self.circuit.n_gates() > MOST_GATES {
                return Err(Why::LargeCircuit);
            }
            let mut word = self.translate(pool, term).ok_or(Why::NoCircuit)?;
            // Bits known whatever the assignment need no gate.
            let domain = pool.domain(term);
            for (at, bit) in word.iter_mut().enumerate() {
                if domain.zeros >> at & 1 == 1 {
                    *bit = Bit::FALSE;
                } else if domain.ones >> at & 1 == 1 {
                    *bit = Bit::TRUE;
                }
            }
            if self.words.len() <= term.index() {
                self.words.resize(pool.len(), None);
            }
            self.words[term.index()] = Some(word.into_boxed_slice());
            self.n_terms += 1;
        }
        Ok(self.bits(root).expect("the root was translated")[0])
    }

    /// The wires of a term whose operands have theirs; none for an operator without a circuit.
    fn translate(&mut self, pool: &Pool, term: Term) -> Option<Word> {
        let width = pool.width(term) as usize;
        let Self { circuit: c, words, has_tables, .. } = self;
        let args = pool.args(term);
        let word = |at: usize| words[args[at].index()].as_deref().expect("operands come first");
        let one = |bit: Bit| vec![bit];
        Some(match pool.op(term) {
            Op::Const(_) => {
                let value = pool.as_const(term).expect("a constant has a value");
                (0..width).map(|at| Bit::constant(value >> at & 1 == 1)).collect()
            }
            Op::Var(_) => (0..width).map(|_| c.input()).collect(),
            Op::Not => arith::complement(word(0)),
            Op::Neg => arith::negate(c, word(0)),
            Op::Add => arith::add(c, word(0), word(1), Bit::FALSE).0,
            Op::Sub => arith::sub(c, word(0), word(1)).0,
            Op::Mul => arith::mul(c, word(0), word(1)),
            Op::Udiv => arith::divide(c, word(0), word(1)).0,
            Op::Urem => arith::divide(c, word(0), word(1)).1,
            Op::Sdiv => arith::signed_divide(c, word(0), word(1)).0,
            Op::Srem => arith::signed_divide(c, word(0), word(1)).1,
            Op::Shl => arith::shift(c, Shift::Left, word(0), word(1)),
            Op::Lshr => arith::shift(c, Shift::Right(Bit::FALSE), word(0), word(1)),
            Op::Ashr => arith::shift(c, Shift::Right(word(0)[width - 1]), word(0), word(1)),
            Op::And => zip(word(0), word(1), |a, b| c.and(a, b)),
            Op::Or => zip(word(0), word(1), |a, b| c.or(a, b)),
            Op::Xor => zip(word(0), word(1), |a, b| c.xor(a, b)),
            Op::Eq => one(arith::equal(c, word(0), word(1))),
            Op::Ult => one(arith::less(c, word(0), word(1))),
            Op::Ule => one(!arith::less(c, word(1), word(0))),
            Op::Slt => one(arith::signed_less(c, word(0), word(1))),
            Op::Sle => one(!arith::signed_less(c, word(1), word(0))),
            Op::Ite => arith::choose(c, word(0)[0], word(1), word(2)),
            Op::Concat => [word(1), word(0)].concat(),
            Op::Extract(lo) => word(0)[usize::from(lo)..][..width].to_vec(),
            Op::Zext => extended(word(0), Bit::FALSE, width),
            Op::Sext => extended(word(0), word(0)[word(0).len() - 1], width),
            Op::UaddOverflow => one(arith::add(c, word(0), word(1), Bit::FALSE).1),
            Op::SaddOverflow => {
                let (sum, _) = arith::add(c, word(0), word(1), Bit::FALSE);
                one(sign_lost(c, word(0), word(1), &sum))
            }
            Op::SsubOverflow => {
                let (difference, _) = arith::sub(c, word(0), word(1));
                let negated = arith::complement(word(1));
                one(sign_lost(c, word(0), &negated, &difference))
            }
            Op::UmulOverflow => one(arith::mul_with_overflow(c, word(0), word(1)).1),
            Op::SmulOverflow => one(arith::signed_mul_overflow(c, word(0), word(1))),
            Op::All => {
                let negated: Word = (0..args.len()).map(|at| !word(at)[0]).collect();
                one(!arith::any(c, &negated))
            }
            Op::Any => {
                let bits: Word = (0..args.len()).map(|at| word(at)[0]).collect();
                one(arith::any(c, &bits))
            }
            Op::Element => {
                let cells: Vec<&[Bit]> = (1..args.len()).map(word).collect();
                element(c, word(0), &cells)
            }
            Op::Table(_) => {
                *has_tables = true;
                (0..width).map(|_| c.input()).collect()
            }
            Op::Float(float) => {
                let operands: Vec<&[Bit]> = (0..args.len()).map(word).collect();
                return float::apply(c, float, width, &operands);
            }
        })
    }
}

fn zip(a: &[Bit], b: &[Bit], mut gate: impl FnMut(Bit, Bit) -> Bit) -> Word {
    a.iter().zip(b).map(|(&x, &y)| gate(x, y)).collect()
}

fn extended(a: &[Bit], filler: Bit, width: usize) -> Word {
    let mut word = a.to_vec();
    word.resize(width, filler);
    word
}

/// Operands of one sign whose sum has the other.
fn sign_lost(c: &mut Circuit, a: &[Bit], b: &[Bit], sum: &[Bit]) -> Bit {
    let top = a.len() - 1;
    let differs_from_a = c.xor(a[top], sum[top]);
    let differs_from_b = c.xor(b[top], sum[top]);
    c.and(differs_from_a, differs_from_b)
}

/// Choice among cells by halving: the low index bits choose within pairs, and so on upwards.
/// Indices beyond the last cell read it, so rows of odd length repeat their last cell.
fn element(c: &mut Circuit, index: &[Bit], cells: &[&[Bit]]) -> Word {
    let last = cells.len() - 1;
    let mut row: Vec<Word> = cells.iter().map(|cell| cell.to_vec()).collect();
    let mut used = 0;
    while row.len() > 1 && used < index.len() {
        let bit = index[used];
        row = row
            .chunks(2)
            .map(|pair| match pair {
                [low, high] => arith::choose(c, bit, high, low),
                _ => pair[0].clone(),
            })
            .collect();
        used += 1;
    }
    // An index of at least the count of cells reads the last one.
    let limit: Word =
        (0..index.len()).map(|at| Bit::constant(at < 64 && last >> at & 1 == 1)).collect();
    let beyond = arith::less(c, &limit, index);
    arith::choose(c, beyond, cells[last], &row[0])
}
