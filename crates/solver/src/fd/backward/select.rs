//! Choice: ite, element, conjunction and disjunction.

use term::Domain;

/// `ite(c, a, b)`: a side that cannot give the result is ruled out; the other one equals it.
pub(super) fn ite(width: u32, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    match args[0].as_singleton() {
        Some(1) => facts[1] = *r,
        Some(_) => facts[2] = *r,
        None => {
            let then = args[1].meet(r, width).is_some();
            let other = args[2].meet(r, width).is_some();
            match (then, other) {
                (true, true) => {}
                (true, false) => {
                    facts[0] = Domain::singleton(1, 1);
                    facts[1] = *r;
                }
                (false, true) => {
                    facts[0] = Domain::singleton(1, 0);
                    facts[2] = *r;
                }
                (false, false) => return false,
            }
        }
    }
    true
}

/// A conjunction (`value` 1) or disjunction (`value` 0): the unit rule and its converse.
pub(super) fn junction(value: u128, r: &Domain, args: &[Domain], facts: &mut [Domain]) -> bool {
    let Some(result) = r.as_singleton() else { return true };
    if result == value {
        facts[..args.len()].fill(Domain::singleton(1, value));
        return true;
    }
    // Some operand has to be the other value: if only one can, it is.
    let mut candidates =
        args.iter().enumerate().filter(|(_, arg)| arg.as_singleton() != Some(value));
    match (candidates.next(), candidates.next()) {
        (None, _) => false,
        (Some((only, _)), None) => {
            facts[only] = Domain::singleton(1, result);
            true
        }
        (Some(_), Some(_)) => true,
    }
}

/// `element(i, cells)`: indices at the ends whose cells cannot give the result are ruled out;
/// a known index equates cell and result.
pub(super) fn element(
    width: u32,
    index_width: u32,
    r: &Domain,
    args: &[Domain],
    facts: &mut [Domain],
) -> bool {
    let (index, cells) = (&args[0], &args[1..]);
    let last = cells.len() - 1;
    let position = |at: u128| usize::try_from(at).map_or(last, |at| at.min(last));
    let (from, to) = (position(index.lo), position(index.hi));
    let gives = |&at: &usize| {
        let reachable = at == last || index.contains(index_width, at as u128);
        reachable && cells[at].meet(r, width).is_some()
    };
    let Some(first) = (from..=to).find(gives) else { return false };
    let Some(final_one) = (from..=to).rev().find(gives) else { return false };
    facts[0].lo = if first == from { index.lo } else { first as u128 };
    facts[0].hi = if final_one == to { index.hi } else { final_one as u128 };
    if first == final_one {
        facts[1 + first] = *r;
    }
    true
}
