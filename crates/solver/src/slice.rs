//! Constraint independence: which constraints have to do with the one that fails.
//!
//! Two constraints have to do with each other if they share a variable, or if there is one between them. What is of another part
//! holds whatever becomes of this one.

use entity::EntitySet;
use term::Var;

/// Constraints of which there are too few for a part to be worth a solver of its own.
const FEW: usize = 12;

/// The constraints that have to do with those from the first that fails on, by their position; none if those are more than half.
pub(crate) fn slice(scopes: &[Box<[Var]>], failing: usize) -> Option<Vec<usize>> {
    if scopes.len() < FEW {
        return None;
    }
    let mut inside: Vec<bool> = (0..scopes.len()).map(|at| at >= failing).collect();
    let mut vars: EntitySet<Var> = scopes[failing..].iter().flatten().copied().collect();
    let mut left: Vec<usize> = (0..failing).collect();
    loop {
        let n_left = left.len();
        left.retain(|&at| {
            let shares = scopes[at].iter().any(|&var| vars.contains(var));
            if shares {
                inside[at] = true;
                for &var in &scopes[at] {
                    vars.insert(var);
                }
            }
            !shares
        });
        if left.len() == n_left {
            break;
        }
    }
    let part: Vec<usize> = (0..scopes.len()).filter(|&at| inside[at]).collect();
    (part.len() * 2 <= scopes.len()).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use entity::EntityRef;

    fn scopes(of: &[&[usize]]) -> Vec<Box<[Var]>> {
        of.iter().map(|vars| vars.iter().map(|&var| Var::from_index(var)).collect()).collect()
    }

    #[test]
    fn what_shares_variables_belongs_together() {
        let mut all: Vec<&[usize]> = vec![&[0, 1], &[1, 2], &[3], &[4, 5], &[2, 6]];
        let (other, failing): (&[usize], &[usize]) = (&[7], &[6]);
        all.extend([other; 10]);
        all.push(failing);
        let last = all.len() - 1;
        assert_eq!(slice(&scopes(&all), last), Some(vec![0, 1, 4, last]));
        assert_eq!(slice(&scopes(&[failing; 20]), 0), None, "a part that is all is none");
    }
}
