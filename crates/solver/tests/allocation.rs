//! Propagation allocates nothing once its tables have grown: the second time a walk takes the same
//! steps, no step touches the heap.

use solver::{Label, Solver};
use term::{Pool, Term};

/// Constraints that keep many kinds of propagator busy, in 32 bits.
fn constraints(pool: &mut Pool) -> Vec<Term> {
    let names = ["a", "b", "c", "d"];
    let [a, b, c, d] = names.map(|name| pool.var(name, 32));
    let number = |pool: &mut Pool, value: u128| pool.constant(32, value);
    let (seven, hundred, mask) = (number(pool, 7), number(pool, 100), number(pool, 0xff0));
    let mut found = Vec::new();
    for x in [a, b, c, d] {
        found.push(pool.ult(x, hundred));
    }
    let (sum, product, low) = (pool.add(a, b), pool.mul(c, d), pool.and(a, mask));
    let (rest, shifted, square) = (pool.urem(b, seven), pool.shl(c, seven), pool.mul(d, d));
    let (two, big) = (number(pool, 2), number(pool, 5000));
    found.push(pool.eq(rest, two));
    found.push(pool.slt(low, sum));
    found.push(pool.ult(product, big));
    found.push(pool.ult(square, big));
    found.push(pool.ne(shifted, sum));
    let either = [pool.eq(a, seven), pool.ult(b, c)];
    found.push(pool.any(&either));
    let chosen = pool.ite(either[1], a, d);
    found.push(pool.ule(chosen, sum));
    let overflows = pool.add_overflows(true, product, square);
    found.push(pool.not(overflows));
    found
}

fn walk(pool: &mut Pool, solver: &mut Solver, constraints: &[Term]) {
    for (at, &term) in constraints.iter().enumerate() {
        solver.push();
        if at % 2 == 0 {
            solver.assert(pool, term);
        } else {
            solver.assume(pool, Label(at as u32), term);
        }
    }
    for _ in constraints {
        solver.pop();
    }
}

#[test]
fn propagation_does_not_allocate() {
    let mut pool = Pool::new();
    let constraints = constraints(&mut pool);
    let mut solver = Solver::new();
    walk(&mut pool, &mut solver, &constraints);
    let runs = |solver: &Solver| solver.statistics().iter().map(|(_, runs, _)| runs).sum::<u64>();
    let before = runs(&solver);
    let counted = allocation_counter::measure(|| walk(&mut pool, &mut solver, &constraints));
    assert!(runs(&solver) >= before + 40, "the walk should keep propagators busy");
    assert_eq!(counted.count_total, 0, "propagators should not allocate");
}
