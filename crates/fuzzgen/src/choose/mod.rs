//! Builds a random program.
//!
//! Two disciplines make any difference between two executions somebody's mistake.
//! *Effects*: an expression with an effect stands only where nothing unsequenced with it can see the effect (`effects` in
//! `expr.rs`). *Events*: of operands that C leaves unordered, at most one contains `&&`, `||`, `!`, `?:` or a call, so that the
//! order of recorded outcomes is C's and not a compiler's.
//! Every loop and recursion has a counter of its own, so every run ends.

mod expr;
mod function;
mod place;
mod stmt;

use crate::tree::{Expr, GlobalVar, Init, Int, Program, Role, Ty};
use crate::{Profile, Rng};

/// A random program with the features of a profile.
pub fn program(rng: &mut Rng, profile: &Profile) -> Program {
    let program = Program {
        typedefs: Vec::new(),
        enums: Vec::new(),
        structs: Vec::new(),
        globals: Vec::new(),
        funcs: Vec::new(),
    };
    let mut chooser = Chooser {
        rng,
        profile,
        program,
        callees: Vec::new(),
        scope: Scope::default(),
        inputs_left: profile.max_inputs,
    };
    chooser.types();
    chooser.globals();
    chooser.functions();
    chooser.program
}

struct Chooser<'a> {
    rng: &'a mut Rng,
    profile: &'a Profile,
    program: Program,
    /// How to call each function made so far.
    callees: Vec<Callee>,
    scope: Scope,
    /// How many inputs may still be multiplied into the domain.
    inputs_left: u64,
}

#[derive(Clone, Copy)]
struct Callee {
    effects: bool,
    /// Is its first parameter a counter that must be small?
    counted: bool,
}

/// What the statement being made can see.
#[derive(Default)]
struct Scope {
    /// Types of all locals of the function.
    locals: Vec<Ty>,
    /// Ranges of the parameters, in the function under test.
    ranges: Vec<(i128, i128)>,
    /// Locals in scope, outermost first.
    visible: Vec<Visible>,
    /// Blocks around us.
    depth: usize,
    /// May we write what outlives the function?
    effects: bool,
    in_loop: bool,
    breakable: bool,
    /// Labels that a goto may lead to.
    open_labels: Vec<usize>,
    n_labels: usize,
}

#[derive(Clone, Copy)]
struct Visible {
    local: usize,
    depth: usize,
    /// May it be written and its address be taken?
    writable: bool,
}

impl Chooser<'_> {
    fn types(&mut self) {
        if self.profile.typedefs {
            for _ in 0..=self.rng.below(2) {
                let int = self.int();
                self.program.typedefs.push(int);
            }
        }
        if self.profile.enums {
            for _ in 0..=self.rng.below(2) {
                let values = self.enum_values();
                self.program.enums.push(values);
            }
        }
        if self.profile.structs {
            for index in 0..=self.rng.below(2) {
                let members = (0..=self.rng.below(3)).map(|_| self.member(index)).collect();
                self.program.structs.push(members);
            }
        }
    }

    fn enum_values(&mut self) -> Vec<i64> {
        let mut next = if self.rng.one_in(3) { -2 } else { 0 };
        let n_values = 2 + self.rng.below(3);
        let mut values = Vec::new();
        for _ in 0..n_values {
            values.push(next);
            next += if self.rng.one_in(4) { 5 } else { 1 };
        }
        values
    }

    /// The type of a member of structure `index`: an earlier structure may nest.
    fn member(&mut self, index: usize) -> Ty {
        match self.rng.below(6) {
            0 if self.profile.arrays => {
                Ty::Array(Box::new(self.int_ty()), 2 + self.rng.below(3) as u32)
            }
            1 if index > 0 => Ty::Struct(self.rng.below(index)),
            _ => self.int_ty(),
        }
    }

    fn int(&mut self) -> Int {
        let p = self.profile;
        let weight = |on: bool, weight: u32| if on { weight } else { 0 };
        self.rng.weighted(&[
            (8, Int::Int),
            (weight(p.narrow, 1), Int::Char),
            (weight(p.narrow, 1), Int::SChar),
            (weight(p.narrow, 2), Int::UChar),
            (weight(p.narrow, 1), Int::Short),
            (weight(p.narrow, 1), Int::UShort),
            (weight(p.wide, 2), Int::UInt),
            (weight(p.wide, 1), Int::Long),
            (weight(p.wide, 1), Int::ULong),
            (weight(p.wide, 1), Int::LLong),
            (weight(p.wide, 1), Int::ULLong),
            (weight(p.booleans, 1), Int::Bool),
        ])
    }

    /// An integer type by any of its names.
    fn int_ty(&mut self) -> Ty {
        match self.rng.below(8) {
            0 if !self.program.typedefs.is_empty() => {
                Ty::Typedef(self.rng.below(self.program.typedefs.len()))
            }
            1 if !self.program.enums.is_empty() => {
                Ty::Enum(self.rng.below(self.program.enums.len()))
            }
            _ => Ty::Int(self.int()),
        }
    }

    fn globals(&mut self) {
        if !self.profile.globals {
            return;
        }
        for _ in 0..=self.rng.below(3) {
            let ty = match self.rng.below(5) {
                0 if self.profile.arrays => {
                    Ty::Array(Box::new(self.int_ty()), 2 + self.rng.below(4) as u32)
                }
                1 if !self.program.structs.is_empty() => {
                    Ty::Struct(self.rng.below(self.program.structs.len()))
                }
                _ => self.int_ty(),
            };
            let init = self.constant_init(&ty);
            let role = match self.program.int(&ty) {
                Some(int) if self.rng.one_in(3) => {
                    let (lo, hi) = self.input_range(int, 8);
                    Role::Input(lo, hi)
                }
                _ if self.rng.one_in(4) => Role::Const,
                _ => Role::State,
            };
            self.program.globals.push(GlobalVar { ty, init, role });
        }
    }

    /// Constants that fit the type, so that the value on entry is the one written.
    fn constant_init(&mut self, ty: &Ty) -> Init {
        match ty {
            Ty::Array(elem, len) => {
                let n_given = 1 + self.rng.below(*len as usize);
                Init::List((0..n_given).map(|_| self.constant_init(elem)).collect())
            }
            Ty::Struct(index) => {
                let members = self.program.structs[*index].clone();
                Init::List(members.iter().map(|member| self.constant_init(member)).collect())
            }
            Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) => {
                let int = self.program.int(ty).expect("the type is an integer's");
                let (least, greatest) = int.limits();
                let value = self.rng.range(least.max(-5), greatest.min(12));
                Init::Int(Expr::Const(value, Int::Int))
            }
            Ty::Ptr(_) => unreachable!("no constant pointer is wanted anywhere"),
        }
    }

    /// A range of at most `at_most` values, often at an interesting place, and charged to the input space.
    fn input_range(&mut self, int: Int, at_most: u64) -> (i128, i128) {
        let (least, greatest) = int.limits();
        let room = at_most.min(self.inputs_left).max(1) as i128;
        if greatest - least < room {
            self.inputs_left /= (greatest - least + 1) as u64;
            return (least, greatest);
        }
        let size = self.rng.range(1.max(room / 2), room);
        let lo = match self.rng.below(10) {
            0 => least,
            1 => greatest - (size - 1),
            2 => 0,
            3 => 100,
            _ => -(size / 2),
        };
        let lo = lo.clamp(least, greatest - (size - 1));
        self.inputs_left /= size as u64;
        (lo, lo + size - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, print};

    fn text(seed: u64, profile: &Profile) -> String {
        print::unit(&program(&mut Rng::new(seed), profile), "")
    }

    #[test]
    fn a_seed_is_a_program() {
        let full = Profile::full();
        assert_eq!(text(5, &full), text(5, &full));
        assert_ne!(text(5, &full), text(6, &full));
    }

    #[test]
    fn the_input_space_is_small() {
        for seed in 0..300 {
            let profile = Profile::full();
            let program = program(&mut Rng::new(seed), &profile);
            let count = Domain::of(&program).count();
            assert!((1..=profile.max_inputs).contains(&count), "seed {seed}: {count} inputs");
        }
    }

    /// Every switch is needed for its word, and the full profile uses all of them.
    #[test]
    fn switches_switch() {
        let words = [
            "_Bool", "enum ", "typedef ", "'a'", "&&", "?", " / ", "<<", "+=", "++", "switch",
            "while", "goto", "f0(", "[", "*x", "struct", "g0", "static ",
        ];
        let texts = |profile: &Profile| (0..60).map(|s| text(s, profile)).collect::<String>();
        let (full, plain) = (texts(&Profile::full()), texts(&Profile::plain()));
        for word in words {
            assert!(full.contains(word), "the full profile should make `{word}`");
            assert!(word == "f0(" || !plain.contains(word), "the plain profile made `{word}`");
        }
    }
}
