//! Every rule against its slow twin: enumeration of all values that fit together.

use super::backward;
use term::{Domain, Op, apply, forward_facts, mask};

/// Deterministic pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// A reduced domain: often a modular interval, sometimes with known bits, sometimes one value.
    fn domain(&mut self, width: u32) -> Domain {
        loop {
            let m = mask(width);
            let start = u128::from(self.below(1 << width));
            let extent = match self.below(4) {
                0 => 0,
                1 => m,
                _ => u128::from(self.below(1 << width)),
            };
            let known = if self.below(2) == 0 { 0 } else { u128::from(self.below(1 << width)) };
            let value = u128::from(self.below(1 << width));
            let bits = Domain::bits(width, known & !value, known & value);
            if let Some(domain) = Domain::arc(width, start, extent).meet(&bits, width) {
                return domain;
            }
        }
    }
}

/// Result width and operand widths of each operator, the overflow predicates with their result last.
fn shape(op: Op) -> (u32, Vec<u32>) {
    match op {
        Op::Not | Op::Neg => (3, vec![3]),
        Op::Zext | Op::Sext => (5, vec![3]),
        Op::Extract(_) => (2, vec![4]),
        Op::Concat => (5, vec![3, 2]),
        Op::Ite => (3, vec![1, 3, 3]),
        Op::Element => (3, vec![2, 3, 3, 3]),
        Op::All | Op::Any => (1, vec![1, 1, 1]),
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => (1, vec![3, 3]),
        _ if arithmetic_of(op).is_some() => (1, vec![3, 3, 3]),
        _ => (3, vec![3, 3]),
    }
}

fn arithmetic_of(op: Op) -> Option<Op> {
    match op {
        Op::UaddOverflow | Op::SaddOverflow => Some(Op::Add),
        Op::SsubOverflow => Some(Op::Sub),
        Op::UmulOverflow | Op::SmulOverflow => Some(Op::Mul),
        _ => None,
    }
}

/// All operand values within their domains, with the overflow predicates' result computed.
fn tuples(op: Op, widths: &[u32], args: &[Domain]) -> Vec<Vec<u128>> {
    let free = if arithmetic_of(op).is_some() { 2 } else { widths.len() };
    let mut found = vec![Vec::new()];
    for (&width, domain) in widths.iter().zip(args).take(free) {
        let values: Vec<u128> = (0..=mask(width)).filter(|&v| domain.contains(width, v)).collect();
        found = found
            .iter()
            .flat_map(|tuple| values.iter().map(move |&v| [tuple.as_slice(), &[v]].concat()))
            .collect();
    }
    if let Some(arithmetic) = arithmetic_of(op) {
        for tuple in &mut found {
            tuple.push(apply(arithmetic, 3, 3, tuple));
        }
        found.retain(|tuple| args[2].contains(3, tuple[2]));
    }
    found
}

#[track_caller]
fn check(op: Op, r: &Domain, args: &[Domain]) {
    let (width, widths) = shape(op);
    let operands = if arithmetic_of(op).is_some() { 2 } else { widths.len() };
    let fits =
        |tuple: &Vec<u128>| r.contains(width, apply(op, width, widths[0], &tuple[..operands]));
    let solutions: Vec<Vec<u128>> = tuples(op, &widths, args).into_iter().filter(fits).collect();
    // Propagators run forwards first: rules may rely on a result that the operands can give.
    let forwards = forward_facts(op, width, widths[0], &args[..operands]);
    let Some(r) = r.meet(&forwards, width) else {
        assert!(solutions.is_empty(), "forward {op:?} {r:?} {args:?}");
        return;
    };
    let mut facts: Vec<Domain> = widths.iter().map(|&width| Domain::full(width)).collect();
    facts.push(Domain::full(width));
    let consistent = backward(op, width, widths[0], &r, args, &mut facts);
    assert!(consistent || solutions.is_empty(), "{op:?} {r:?} {args:?} has {:?}", solutions[0]);
    if !consistent {
        return;
    }
    for solution in &solutions {
        let result = apply(op, width, widths[0], &solution[..operands]);
        assert!(
            facts[widths.len()].contains(width, result),
            "{op:?} {r:?} {args:?} result {result}"
        );
        for ((fact, &width), &value) in facts.iter().zip(&widths).zip(solution) {
            assert!(fact.contains(width, value), "{op:?} {r:?} {args:?} loses {solution:?}");
        }
    }
}

#[test]
fn no_rule_loses_a_solution() {
    let mut dice = Dice(5);
    for op in Op::WITH_OPERANDS {
        for _ in 0..3000 {
            let op = match op {
                Op::Extract(_) => Op::Extract(dice.below(3) as u8),
                op => op,
            };
            let (width, widths) = shape(op);
            let args: Vec<Domain> = widths.iter().map(|&width| dice.domain(width)).collect();
            let r = dice.domain(width);
            check(op, &r, &args);
        }
    }
}
