//! The inputs of a random program: few enough to try them all.
//!
//! An input has a number; its values are the digits of that number in the mixed radix of the ranges, first input fastest.
//! Native harness and interpreter count in the same way.

use crate::tree::{Int, Program, Role};

/// What an input value is given to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A parameter of the function under test.
    Param(usize),
    /// A global variable.
    Global(usize),
}

/// One input variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputVar {
    /// What it is.
    pub slot: Slot,
    /// Its name in the printed program, without prefix.
    pub name: String,
    /// Its integer type.
    pub int: Int,
    /// Least value.
    pub lo: i128,
    /// Greatest value.
    pub hi: i128,
}

/// All inputs of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    /// The variables; the first one changes fastest.
    pub vars: Vec<InputVar>,
}

impl InputVar {
    /// How many values it takes.
    pub fn size(&self) -> u64 {
        (self.hi - self.lo + 1) as u64
    }
}

impl Domain {
    /// The inputs of a program.
    pub fn of(program: &Program) -> Self {
        let entry = program.entry();
        let params = entry.ranges.iter().enumerate().map(|(index, &(lo, hi))| InputVar {
            slot: Slot::Param(index),
            name: crate::print::local_name(index),
            int: program.int(&entry.locals[index]).expect("input parameters should be integers"),
            lo,
            hi,
        });
        let globals = program.globals.iter().enumerate().filter_map(|(index, global)| {
            let Role::Input(lo, hi) = global.role else { return None };
            let int = program.int(&global.ty).expect("input globals should be integers");
            let name = crate::print::global_name(index);
            Some(InputVar { slot: Slot::Global(index), name, int, lo, hi })
        });
        Self { vars: params.chain(globals).collect() }
    }

    /// How many inputs there are.
    pub fn count(&self) -> u64 {
        self.vars.iter().map(InputVar::size).product()
    }

    /// The values of input number `n`, in the order of the variables.
    pub fn nth(&self, n: u64) -> Vec<i128> {
        let mut rest = n;
        let digit = |var: &InputVar| {
            let value = var.lo + (rest % var.size()) as i128;
            rest /= var.size();
            value
        };
        self.vars.iter().map(digit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_has_a_number() {
        let var =
            |lo, hi| InputVar { slot: Slot::Param(0), name: "p".into(), int: Int::Int, lo, hi };
        let domain = Domain { vars: vec![var(-1, 1), var(7, 8)] };
        let all: Vec<_> = (0..domain.count()).map(|n| domain.nth(n)).collect();
        assert_eq!(all, [[-1, 7], [0, 7], [1, 7], [-1, 8], [0, 8], [1, 8]]);
    }
}
