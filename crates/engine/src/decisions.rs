//! Decisions: how the outcomes of conditions make up the outcome of a whole boolean expression, and which of them it hung on.
//!
//! An outcome of a condition is *decisive* in an evaluation if with the other outcome the decision could have come out
//! otherwise, nothing else being different (masking MC/DC, in the terms of Chilenski and Miller; with short circuit this is what
//! gcc's condition coverage counts). What was not evaluated does not mask.

use ir::{BoolTree, Cond, CondSite, Decision, Event, Func, Program};
use std::collections::BTreeMap;

/// A decision of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DecisionSite {
    /// The function it stands in.
    pub func: Func,
    /// The decision in that function's body.
    pub decision: Decision,
}

/// One evaluation of a decision.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Evaluation {
    /// Of what.
    pub site: DecisionSite,
    /// The outcomes of the conditions that were evaluated.
    pub taken: BTreeMap<Cond, bool>,
}

/// The decision that a condition belongs to.
pub fn decision_of(program: &Program, site: CondSite) -> DecisionSite {
    let decision = program.body(site.func).conds[site.cond].decision;
    DecisionSite { func: site.func, decision }
}

/// How a decision's conditions combine.
pub fn tree_of(program: &Program, site: DecisionSite) -> &BoolTree {
    &program.body(site.func).decisions[site.decision].tree
}

/// The outcome of a decision, or the condition that has to be evaluated next.
pub fn outcome(tree: &BoolTree, taken: &BTreeMap<Cond, bool>) -> Result<bool, Cond> {
    match tree {
        BoolTree::Cond(cond) => taken.get(cond).copied().ok_or(*cond),
        BoolTree::Const(value) => Ok(*value),
        BoolTree::Not(of) => outcome(of, taken).map(|value| !value),
        BoolTree::And(parts) => first_that_is(false, parts, taken),
        BoolTree::Or(parts) => first_that_is(true, parts, taken),
    }
}

fn first_that_is(
    value: bool,
    parts: &[BoolTree],
    taken: &BTreeMap<Cond, bool>,
) -> Result<bool, Cond> {
    for part in parts {
        if outcome(part, taken)? == value {
            return Ok(value);
        }
    }
    Ok(!value)
}

/// The conditions whose outcomes are decisive in a complete evaluation.
pub fn decisive(tree: &BoolTree, taken: &BTreeMap<Cond, bool>) -> Vec<Cond> {
    let mut found = Vec::new();
    let mut stack = vec![tree];
    while let Some(tree) = stack.pop() {
        match tree {
            BoolTree::Cond(cond) => found.push(*cond),
            BoolTree::Const(_) => {}
            BoolTree::Not(of) => stack.push(of),
            BoolTree::And(parts) => stack.extend(felt(false, parts, taken)),
            BoolTree::Or(parts) => stack.extend(felt(true, parts, taken)),
        }
    }
    found.sort_unstable();
    found
}

/// The operands whose value is felt: the one with the short-circuiting value, or all if none has it.
fn felt<'t>(short: bool, parts: &'t [BoolTree], taken: &BTreeMap<Cond, bool>) -> &'t [BoolTree] {
    match parts.iter().position(|part| outcome(part, taken) == Ok(short)) {
        Some(index) => &parts[index..=index],
        None => parts,
    }
}

/// All complete evaluations of a decision, ignoring what its conditions mean; none if there are more than `most`.
pub fn all_evaluations(tree: &BoolTree, most: usize) -> Option<Vec<BTreeMap<Cond, bool>>> {
    let mut complete = Vec::new();
    let mut open = vec![BTreeMap::new()];
    while let Some(taken) = open.pop() {
        match outcome(tree, &taken) {
            Ok(_) => complete.push(taken),
            Err(cond) => {
                for value in [false, true] {
                    let mut next = taken.clone();
                    next.insert(cond, value);
                    open.push(next);
                }
            }
        }
        if complete.len() + open.len() > most {
            return None;
        }
    }
    Some(complete)
}

/// Gives every complete evaluation of a run to `found`, in order of completion.
///
/// An evaluation inside another of the same decision (by recursion) is complete before the outer one goes on, so a stack
/// for each decision tells them apart.
pub fn evaluations(program: &Program, events: &[Event], mut found: impl FnMut(Evaluation)) {
    let mut open: BTreeMap<DecisionSite, Vec<BTreeMap<Cond, bool>>> = BTreeMap::new();
    for event in events {
        let Event::Cond(site, truth) = *event else { continue };
        let decision = decision_of(program, site);
        let tree = tree_of(program, decision);
        let stack = open.entry(decision).or_default();
        let goes_on = stack.last().is_some_and(|taken| outcome(tree, taken) == Err(site.cond));
        if !goes_on {
            stack.push(BTreeMap::new());
        }
        let taken = stack.last_mut().expect("an evaluation is open");
        taken.insert(site.cond, truth);
        if outcome(tree, taken).is_ok() {
            let taken = stack.pop().expect("an evaluation is open");
            found(Evaluation { site: decision, taken });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entity::EntityRef;

    fn cond(index: usize) -> BoolTree {
        BoolTree::Cond(Cond::from_index(index))
    }

    fn taken(values: &[(usize, bool)]) -> BTreeMap<Cond, bool> {
        values.iter().map(|&(index, value)| (Cond::from_index(index), value)).collect()
    }

    #[track_caller]
    fn check(tree: &BoolTree, values: &[(usize, bool)], expected: (bool, &[usize])) {
        let taken = taken(values);
        let found: Vec<usize> = decisive(tree, &taken).into_iter().map(EntityRef::index).collect();
        assert_eq!((outcome(tree, &taken), found.as_slice()), (Ok(expected.0), expected.1));
    }

    #[test]
    fn what_is_masked_is_not_decisive() {
        let and = BoolTree::And(vec![cond(0), cond(1)]);
        check(&and, &[(0, false)], (false, &[0]));
        check(&and, &[(0, true), (1, false)], (false, &[1]));
        check(&and, &[(0, true), (1, true)], (true, &[0, 1]));
        let or_and = BoolTree::And(vec![BoolTree::Or(vec![cond(0), cond(1)]), cond(2)]);
        check(&or_and, &[(0, true), (2, false)], (false, &[2]));
        check(&or_and, &[(0, false), (1, true), (2, true)], (true, &[1, 2]));
        check(&or_and, &[(0, false), (1, false)], (false, &[0, 1]));
        let not = BoolTree::Not(Box::new(or_and));
        check(&not, &[(0, true), (2, true)], (false, &[0, 2]));
    }

    #[test]
    fn constants_decide_too() {
        let never = BoolTree::And(vec![cond(0), BoolTree::Const(false)]);
        check(&never, &[(0, true)], (false, &[]));
        check(&never, &[(0, false)], (false, &[0]));
        assert_eq!(outcome(&never, &taken(&[])), Err(Cond::from_index(0)));
    }

    #[test]
    fn evaluations_are_the_paths_through_a_tree() {
        let tree = BoolTree::Or(vec![BoolTree::And(vec![cond(0), cond(1)]), cond(2)]);
        let all = all_evaluations(&tree, 16).expect("there are few");
        assert_eq!(all.len(), 5);
        assert!(all.iter().all(|taken| outcome(&tree, taken).is_ok()));
        assert_eq!(all_evaluations(&tree, 2), None);
    }
}
