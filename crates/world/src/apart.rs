//! Which arrays a contract keeps apart as far as it lets them be touched.
//!
//! `\separated(p + (0 .. n), q + (0 .. m))` says nothing of what lies beyond these ranges. But where `\valid` gives no more than these, a
//! run that touches nothing else cannot tell whether two arrays lie in one: whoever rests on that has to see that nothing else is
//! touched. Nothing here knows of words or memory.

use ir::logic::{Contract, Formula, Logic, Node};

/// Elements `lo ..= hi` of a size that a clause names.
#[derive(Clone, Copy)]
struct Range<'c> {
    formula: &'c Formula,
    lo: Node,
    hi: Node,
    size: u64,
}

impl Range<'_> {
    /// Are all elements of another range among these, in every input?
    fn covers(&self, other: &Self) -> bool {
        let (Logic::Int(lo), Logic::Int(of)) = (self.end(self.lo), other.end(other.lo)) else {
            return false;
        };
        let reaches = match (self.end(self.hi), other.end(other.hi)) {
            (Logic::Int(hi), Logic::Int(of)) => of <= hi,
            _ => is_same((self.formula, self.hi), (other.formula, other.hi)),
        };
        self.size == other.size && lo <= of && reaches
    }

    fn end(&self, node: Node) -> &Logic {
        &self.formula.nodes[node]
    }
}

/// Does a contract fix how long the arrays behind two parameters are, and separate all of the one from all of the other?
pub(crate) fn are_kept_apart(contract: &Contract, first: u32, second: u32) -> bool {
    let valid = [first, second].map(|index| valid(contract, index));
    let starts = |it: &Range<'_>| matches!(it.end(it.lo), Logic::Int(0));
    valid.iter().all(|ranges| ranges.iter().any(starts))
        && separated(contract, first, second).iter().any(|apart| {
            let mut each = apart.iter().zip(&valid);
            each.all(|(apart, valid)| valid.iter().all(|it| apart.covers(it)))
        })
}

/// Does a contract say where the array behind a parameter begins? Then nothing before it may be accessed.
pub(crate) fn fixes_start(contract: &Contract, index: u32) -> bool {
    valid(contract, index).iter().any(|it| matches!(it.end(it.lo), Logic::Int(_)))
}

/// Does a contract make something valid behind a parameter?
pub(crate) fn makes_valid(contract: &Contract, index: u32) -> bool {
    !valid(contract, index).is_empty()
}

/// May a contract make something valid that lies before what a parameter leads to?
pub(crate) fn asks_before(contract: &Contract, index: u32) -> bool {
    valid(contract, index).iter().any(|it| !matches!(it.end(it.lo), Logic::Int(0..)))
}

/// What the contract makes valid behind a parameter.
fn valid(contract: &Contract, index: u32) -> Vec<Range<'_>> {
    let ranges = required(contract).filter_map(|(formula, node)| match formula.nodes[node] {
        Logic::Valid { base, lo, hi, size, .. } if is_param(formula, base, index) => {
            Some(Range { formula, lo, hi, size })
        }
        _ => None,
    });
    ranges.collect()
}

/// What it separates behind two parameters, in their order.
fn separated(contract: &Contract, first: u32, second: u32) -> Vec<[Range<'_>; 2]> {
    let pairs = required(contract).filter_map(|(formula, node)| {
        let Logic::Separated { a, b } = formula.nodes[node] else { return None };
        let range = |(_, lo, hi, size)| Range { formula, lo, hi, size };
        let are = |p: Node, q: Node| is_param(formula, p, first) && is_param(formula, q, second);
        if are(a.0, b.0) {
            Some([range(a), range(b)])
        } else {
            are(b.0, a.0).then(|| [range(b), range(a)])
        }
    });
    pairs.collect()
}

/// The conjuncts of the requires clauses.
fn required(contract: &Contract) -> impl Iterator<Item = (&Formula, Node)> {
    let formulas = contract.requires.iter().filter_map(|clause| clause.meaning.as_ref().ok());
    formulas.flat_map(|formula| formula.conjuncts().into_iter().map(move |node| (formula, node)))
}

fn is_param(formula: &Formula, node: Node, index: u32) -> bool {
    matches!(formula.nodes[node], Logic::ParamPtr { index: of } if of == index)
}

/// Are two integers written alike, from numbers and parameters?
fn is_same(a: (&Formula, Node), b: (&Formula, Node)) -> bool {
    let mut open = vec![(a.1, b.1)];
    while let Some((x, y)) = open.pop() {
        match (&a.0.nodes[x], &b.0.nodes[y]) {
            (x @ (Logic::Int(_) | Logic::Param { .. }), y) if x == y => {}
            (Logic::Arith(op, x, of), Logic::Arith(other, y, by)) if op == other => {
                open.extend([(*x, *y), (*of, *by)]);
            }
            (Logic::Neg(x), Logic::Neg(y)) => open.push((*x, *y)),
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::sample::look;

    #[track_caller]
    fn check(clauses: &str, expect: bool) {
        let text = format!(
            "/*@ requires {clauses}; */ void f(int *p, int *q, int n) {{ p[0] = 1; q[0] = 2; }}"
        );
        assert_eq!(look(&text, |world| world.overlaps[0].apart), expect, "{clauses}");
    }

    #[test]
    fn all_that_is_valid_has_to_be_separated() {
        let valid = "\\valid(p + (0 .. 1)) && \\valid(q + (0 .. 1))";
        check(valid, false);
        check(&format!("{valid} && \\separated(p + (0 .. 1), q + (0 .. 1))"), true);
        check(&format!("{valid} && \\separated(q + (0 .. 1), p + (0 .. 1))"), true);
        check(&format!("{valid} && \\separated(p + (0 .. 3), q + (0 .. 3))"), true);
        check(&format!("{valid} && \\separated(p, q)"), false);
        check(&format!("{valid} && \\separated(p + (0 .. 1), q)"), false);
    }

    #[test]
    fn lengths_may_be_expressions_that_are_written_alike() {
        let valid = "\\valid(p + (0 .. n - 1)) && \\valid(q + (0 .. n - 1))";
        check(&format!("{valid} && \\separated(p + (0 .. n - 1), q + (0 .. n - 1))"), true);
        check(&format!("{valid} && \\separated(p + (0 .. n), q + (0 .. n))"), false);
    }

    #[test]
    fn without_a_length_nothing_is_kept_apart() {
        check("\\separated(p + (0 .. 1), q + (0 .. 1))", false);
    }
}
