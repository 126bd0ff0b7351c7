//! Which claims about a loop hold at every turn: Houdini (Flanagan and Leino, FME 2001).
//!
//! All claims are assumed at the head of a turn; a model of a turn after which one fails drops it, and the rest is asked
//! again, until none fails. What is left is inductive. Before that the same is done for the moment of entry.
//!
//! A question costs what all terms it is asked about cost, and every loop of every callee has its own: claims of one execution
//! have an allowance of terms, so that large functions get to be searched at all.

use crate::facts::Words;
use crate::limits;
use exec::Claims;
use solver::{Answer, Limits};
use term::{Evaluator, Term};

/// Keeps the claims that hold on entry and after every turn that starts with all kept ones.
pub(crate) fn inductive(words: &mut Words<'_>, claims: &Claims<Term>) -> Vec<bool> {
    let mut kept = vec![true; claims.at_entry.len()];
    words.known.solver.push();
    for &fact in &claims.facts {
        words.known.solver.assert(&mut words.pool, fact);
    }
    let decided = sift(words, claims.entered, &[], &claims.at_entry, &mut kept)
        && sift(words, claims.turned, &claims.at_head, &claims.after, &mut kept);
    words.known.solver.pop();
    if !decided {
        kept.fill(false);
    }
    kept
}

/// Drops claims until all that are left hold where `when` and all that are left of `assumed` do; false if that was not
/// decided.
fn sift(
    words: &mut Words<'_>,
    when: Term,
    assumed: &[Term],
    claims: &[Term],
    kept: &mut [bool],
) -> bool {
    for _ in 0..limits::CLAIM_QUESTIONS {
        if words.known.solver.is_given_up() || !words.known.pays_for_claims(words.pool.len()) {
            return false;
        }
        let open: Vec<usize> = (0..kept.len())
            .filter(|&index| kept[index] && words.pool.as_const(claims[index]) != Some(1))
            .collect();
        if open.is_empty() {
            return true;
        }
        words.known.solver.push();
        words.known.solver.assert(&mut words.pool, when);
        for (&claim, _) in assumed.iter().zip(kept.iter()).filter(|(_, kept)| **kept) {
            words.known.solver.assert(&mut words.pool, claim);
        }
        let all_hold = drop_failing(words, claims, &open, kept);
        words.known.solver.pop();
        if all_hold {
            return true;
        }
    }
    false
}

/// Drops those open claims that a model shows to fail, or that are too hard; true if none can.
fn drop_failing(words: &mut Words<'_>, claims: &[Term], open: &[usize], kept: &mut [bool]) -> bool {
    let wanted: Vec<Term> = open.iter().map(|&index| claims[index]).collect();
    match some_fail(words, &wanted, &limits::ALL_CLAIMS) {
        Answer::Unsat { labels, .. } => {
            words.known.used.extend(labels);
            return true;
        }
        Answer::Sat(model) => {
            let mut values = Evaluator::new();
            model.iter().for_each(|(var, value)| values.set(var, value));
            for &index in open {
                kept[index] = values.holds(&words.pool, claims[index]);
            }
        }
        Answer::Unknown(_) => {
            // One of them is too hard: those that are easy alone stay.
            for &index in open {
                kept[index] = words.known.pays_for_claims(words.pool.len())
                    && holds_alone(words, claims[index]);
            }
            let dropped = open.iter().any(|&index| !kept[index]);
            if !dropped {
                kept[open[open.len() - 1]] = false;
            }
        }
    }
    false
}

fn holds_alone(words: &mut Words<'_>, claim: Term) -> bool {
    matches!(some_fail(words, &[claim], &limits::SINGLE_CLAIM), Answer::Unsat { .. })
}

/// Asks for a way that one of these claims fails.
fn some_fail(words: &mut Words<'_>, claims: &[Term], limits: &Limits) -> Answer {
    let failing: Vec<Term> = claims.iter().map(|&claim| words.pool.not(claim)).collect();
    let some_fail = words.pool.any(&failing);
    words.known.solver.push();
    words.known.solver.assert(&mut words.pool, some_fail);
    let answer = words.known.check(&mut words.pool, limits);
    words.known.solver.pop();
    if let Answer::Unknown(_) = answer {
        words.known.pay_for_conflicts(limits.sat_conflicts);
    }
    answer
}
