//! Every rewriting rule against the plain meaning, on all values.
//!
//! All terms of two layers over two variables of width 4, two booleans and some constants are made;
//! then, for every assignment, each result is compared with the operator applied to the operands' values.

use crate::{Op, Pool, Rule, Term, apply, mask};
use entity::EntityRef;

const W: u32 = 4;

struct Made {
    op: Op,
    width: u32,
    args: Vec<Term>,
    result: Term,
}

#[derive(Default)]
struct Workshop {
    pool: Pool,
    made: Vec<Made>,
}

impl Workshop {
    fn make(&mut self, op: Op, width: u32, args: &[Term]) -> Term {
        let result = self.pool.build(op, width, args);
        self.made.push(Made { op, width, args: args.to_vec(), result });
        result
    }

    /// Every operator over the operands `a` and `b`, where the widths allow it.
    fn combine(&mut self, a: Term, b: Term, out: &mut Vec<Term>) {
        let (wa, wb) = (self.pool.width(a), self.pool.width(b));
        if wa + wb <= 8 {
            out.push(self.make(Op::Concat, wa + wb, &[a, b]));
        }
        if wa != wb {
            return;
        }
        for op in Op::WITH_OPERANDS {
            match op {
                Op::Add | Op::Sub | Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => {
                    out.push(self.make(op, wa, &[a, b]));
                }
                Op::Shl | Op::Lshr | Op::Ashr | Op::Xor => {
                    out.push(self.make(op, wa, &[a, b]));
                }
                Op::And | Op::Or if wa > 1 => out.push(self.make(op, wa, &[a, b])),
                Op::All | Op::Any if wa == 1 => out.push(self.make(op, 1, &[a, b])),
                Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                    out.push(self.make(op, 1, &[a, b]));
                }
                Op::UaddOverflow | Op::SaddOverflow | Op::SsubOverflow => {
                    out.push(self.make(op, 1, &[a, b]));
                }
                Op::UmulOverflow | Op::SmulOverflow => out.push(self.make(op, 1, &[a, b])),
                _ => {}
            }
        }
    }

    fn combine_one(&mut self, a: Term, out: &mut Vec<Term>) {
        let width = self.pool.width(a);
        out.push(self.make(Op::Not, width, &[a]));
        out.push(self.make(Op::Neg, width, &[a]));
        for wider in [width, width + 2, 8] {
            if wider >= width {
                out.push(self.make(Op::Zext, wider, &[a]));
                out.push(self.make(Op::Sext, wider, &[a]));
            }
        }
        for lo in 0..width {
            for narrow in [1, 2, 4, 6] {
                if lo + narrow <= width {
                    out.push(self.make(Op::Extract(lo as u8), narrow, &[a]));
                }
            }
        }
    }

    fn check_all(&self) {
        let pool = &self.pool;
        let n_bits: u32 = pool.vars().map(|var| pool.var_info(var).width).sum();
        let mut values = vec![0; pool.len()];
        let mut args = Vec::new();
        for packed in 0..1u128 << n_bits {
            self.evaluate(packed, &mut values);
            for made in &self.made {
                args.clear();
                args.extend(made.args.iter().map(|arg| values[arg.index()]));
                let expected = apply(made.op, made.width, pool.width(made.args[0]), &args);
                let got = values[made.result.index()];
                assert_eq!(got, expected, "{:?}{:?} became {:?}", made.op, args, made.result);
                assert_eq!(pool.width(made.result), made.width);
            }
        }
    }

    /// Operands come before the terms that use them, so one pass in order is enough.
    fn evaluate(&self, mut packed: u128, values: &mut [u128]) {
        let pool = &self.pool;
        let mut args = Vec::new();
        for index in 0..pool.len() {
            let term = Term::from_index(index);
            let width = pool.width(term);
            values[index] = match pool.op(term) {
                Op::Const(_) => pool.as_const(term).expect("a constant has a value"),
                Op::Var(_) => {
                    let value = packed & mask(width);
                    packed >>= width;
                    value
                }
                op => {
                    args.clear();
                    args.extend(pool.args(term).iter().map(|arg| values[arg.index()]));
                    apply(op, width, pool.width(pool.args(term)[0]), &args)
                }
            };
            assert!(
                pool.domain(term).contains(width, values[index]),
                "{term}: {:?}",
                pool.op(term)
            );
        }
    }
}

#[test]
fn every_rule_is_right_on_all_values() {
    let mut shop = Workshop::default();
    let x = shop.pool.var("x", W);
    let y = shop.pool.var("y", W);
    let b = shop.pool.var("b", 1);
    let mut leaves = vec![x, y, b];
    leaves.extend([0, 1, 2, 3, 6, 8, 13, 15].map(|value| shop.pool.constant(W, value)));
    leaves.extend([0, 1].map(|value| shop.pool.constant(1, value)));
    let first = layer(&mut shop, &leaves, &leaves);
    neighbours(&mut shop, x);
    leaves.drain(5..9);
    leaves.extend([1, 200].map(|value| shop.pool.constant(8, value)));
    let second = layer(&mut shop, &first, &leaves);
    choices(&mut shop, &leaves, &first);
    // A third layer on a sample reaches the rules that look two operators deep.
    let sample: Vec<Term> = second.into_iter().step_by(97).collect();
    layer(&mut shop, &sample, &leaves[..4]);
    shop.check_all();
    let silent: Vec<Rule> = Rule::ALL
        .iter()
        .copied()
        .filter(|&rule| shop.pool.rules_fired()[rule as usize] == 0)
        .collect();
    assert!(silent.is_empty(), "rules that never fired: {silent:?}");
}

/// Distinct results of all operators with one operand of `some` and, where two, the other of `others`.
fn layer(shop: &mut Workshop, some: &[Term], others: &[Term]) -> Vec<Term> {
    let mut out = Vec::new();
    for &a in some {
        shop.combine_one(a, &mut out);
        for &b in others {
            shop.combine(a, b, &mut out);
            shop.combine(b, a, &mut out);
        }
    }
    out.sort_unstable();
    out.dedup();
    out.retain(|term| !some.contains(term));
    out
}

fn neighbours(shop: &mut Workshop, x: Term) {
    for split in 1..W {
        let low = shop.make(Op::Extract(0), split, &[x]);
        let high = shop.make(Op::Extract(split as u8), W - split, &[x]);
        shop.make(Op::Concat, W, &[high, low]);
    }
}

fn choices(shop: &mut Workshop, leaves: &[Term], first: &[Term]) {
    let booleans: Vec<Term> =
        first.iter().copied().filter(|&term| shop.pool.width(term) == 1).step_by(7).collect();
    let mut made = Vec::new();
    for &c in booleans.iter().chain(&[leaves[2]]) {
        for &a in leaves {
            for &b in leaves {
                if shop.pool.width(a) == shop.pool.width(b) {
                    made.push(shop.make(Op::Ite, shop.pool.width(a), &[c, a, b]));
                }
            }
        }
    }
    let not_b = shop.make(Op::Not, 1, &[leaves[2]]);
    for &inner in made.iter().step_by(5) {
        let width = shop.pool.width(inner);
        for &c in &[leaves[2], not_b] {
            for &a in leaves {
                if shop.pool.width(a) == width {
                    shop.make(Op::Ite, width, &[c, inner, a]);
                    shop.make(Op::Ite, width, &[c, a, inner]);
                }
            }
        }
        for &a in leaves {
            shop.combine(inner, a, &mut Vec::new());
            shop.combine(a, inner, &mut Vec::new());
        }
        shop.combine_one(inner, &mut Vec::new());
        elements(shop, inner, leaves);
    }
}

fn elements(shop: &mut Workshop, index: Term, leaves: &[Term]) {
    let cells: Vec<Term> =
        leaves.iter().copied().filter(|&cell| shop.pool.width(cell) == W).collect();
    for n_cells in 1..=cells.len().min(6) {
        let mut args = vec![index];
        args.extend_from_slice(&cells[..n_cells]);
        shop.make(Op::Element, W, &args);
        args[1..].fill(cells[0]);
        shop.make(Op::Element, W, &args);
    }
}
