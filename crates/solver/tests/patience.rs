//! Nobody waits any longer: every engine gives up within a bounded amount of further work, counted in looks, never in seconds.

use solver::{Answer, Label, Limits, Solver, Why};
use std::cell::Cell;
use term::{Pool, Term};

/// Two numbers whose mixed products are given: no engine here decides that in the time of a test.
fn mixture(pool: &mut Pool) -> Vec<Term> {
    let (x, y) = (pool.var("x", 64), pool.var("y", 64));
    let mut mix = |a: Term, b: Term, wanted: u128| {
        let square = pool.mul(a, a);
        let product = pool.mul(square, b);
        let shift = pool.constant(64, 29);
        let high = pool.lshr(product, shift);
        let mixed = pool.xor(product, high);
        let again = pool.mul(mixed, product);
        let sum = pool.add(again, b);
        let wanted = pool.constant(64, wanted);
        pool.eq(sum, wanted)
    };
    vec![mix(x, y, 0x0123_4567_89ab_cdef), mix(y, x, 0xfedc_ba98_7654_3210)]
}

/// Asks with an unlimited budget in everything, on behalf of somebody who leaves after so many looks.
#[track_caller]
fn check_gives_up(limits: Limits, looks: u64) {
    let seen = Cell::new(0);
    let is_over = || seen.replace(seen.get() + 1) >= looks;
    let mut pool = Pool::new();
    let constraints = mixture(&mut pool);
    let mut solver = Solver::until(&is_over);
    for term in constraints {
        solver.assert(&mut pool, term);
    }
    assert_eq!(solver.check(&mut pool, &limits), Answer::Unknown(Why::GivenUp));
    assert_eq!(solver.check(&mut pool, &limits), Answer::Unknown(Why::GivenUp), "for good");
    assert!(seen.get() <= looks + 10, "whoever left is not asked again and again: {}", seen.get());
}

const UNLIMITED: Limits =
    Limits { search_ticks: u64::MAX, probe_ticks: u64::MAX, sat_conflicts: u64::MAX, audit: false };

#[test]
fn at_once() {
    check_gives_up(UNLIMITED, 0);
}

#[test]
fn in_the_search_over_domains() {
    check_gives_up(Limits { sat_conflicts: 0, ..UNLIMITED }, 12);
}

#[test]
fn in_sat() {
    check_gives_up(Limits::sat_alone(), 12);
    check_gives_up(Limits { search_ticks: 100, probe_ticks: 100, ..UNLIMITED }, 12);
}

/// A core that nobody waited for is not minimal, but it is a core.
#[test]
fn in_making_a_core_small() {
    let seen = Cell::new(0);
    let is_over = || seen.replace(seen.get() + 1) >= 30;
    let mut pool = Pool::new();
    let mut solver = Solver::until(&is_over);
    let constraints = mixture(&mut pool);
    for term in constraints {
        solver.assert(&mut pool, term);
    }
    let (a, b) = (pool.var("a", 8), pool.var("b", 8));
    let labelled = [pool.ult(a, b), pool.ult(b, a)];
    for (number, &term) in labelled.iter().enumerate() {
        solver.assume(&mut pool, Label(number as u32), term);
    }
    let labels = [Label(0), Label(1)];
    let core = solver.minimize_core(&mut pool, &UNLIMITED, &labels);
    assert_eq!(core, labels);
}
