//! Random C of the full subset, as text: floating point, structures and unions by value, bit-fields, function pointers, variable
//! arguments, variable-length arrays, compound literals, statement expressions, jumps of every kind, `__int128`, the library.
//!
//! What [`crate::generate`] makes is small enough to try every input, and the engines are judged by it; what is made here judges
//! front end and interpreter only. A unit has one function `run(n)`; `n` chooses the inputs, and the value is a digest of all
//! that was computed, so that nothing needs to be known of a unit to compare two machines. `@` stands for the unit's prefix.

mod expr;
mod pieces;
mod scope;
mod stmt;
mod types;

use crate::Rng;
use scope::{Kind, Var};
use std::fmt::Write;
use types::{Record, Scalar};

/// May a unit do what is undefined?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// Never, if signed arithmetic wraps.
    Careful,
    /// On some inputs.
    Careless,
}

/// How many inputs a unit has: `run(0)` and on.
pub const INPUTS: u64 = 10;

/// What every unit's text rests on; it stands once in front of all of them.
pub const PRELUDE: &str = include_str!("prelude.c");

/// The prelude for watchers of uninitialised reads. They speak only when a value decides something, and a read whose digest nobody
/// returns decides nothing; here every value that is mixed into a digest also decides a branch.
pub fn looking_prelude() -> String {
    let (idle, deciding) = ("{ (void)value; }", "{ if (value == 20483) full_zero = 0; }");
    assert!(PRELUDE.contains(idle), "the prelude should have a function that looks at a value");
    PRELUDE.replace(idle, deciding)
}

/// A unit with the names that begin with `prefix`.
pub fn unit(rng: &mut Rng, care: Care, prefix: &str) -> String {
    Gen::new(rng, care).unit().replace('@', prefix)
}

/// The name of a unit's function.
pub fn run_name(prefix: &str) -> String {
    format!("{prefix}run")
}

/// A function that can be called.
#[derive(Clone, Debug)]
struct Callee {
    name: String,
    params: Vec<Scalar>,
    ret: Scalar,
}

/// A unit in the making.
struct Gen<'r> {
    rng: &'r mut Rng,
    care: Care,
    records: Vec<Record>,
    scope: Vec<Var>,
    /// Functions that touch nothing but their own locals, and functions that change globals.
    pure: Vec<Callee>,
    impure: Vec<Callee>,
    n_names: usize,
    nesting: usize,
    in_loop: bool,
    /// Statements that may still be made.
    fuel: usize,
}

impl<'r> Gen<'r> {
    fn new(rng: &'r mut Rng, care: Care) -> Self {
        Self {
            rng,
            care,
            records: Vec::new(),
            scope: Vec::new(),
            pure: Vec::new(),
            impure: Vec::new(),
            n_names: 0,
            nesting: 0,
            in_loop: false,
            fuel: 0,
        }
    }

    /// Where carelessness is allowed, true once in `n` times.
    fn careless(&mut self, n: usize) -> bool {
        self.care == Care::Careless && self.rng.one_in(n)
    }

    fn unit(&mut self) -> String {
        let mut text = self.types();
        for record in 0..self.records.len() {
            text.push_str(&self.change(record));
        }
        for _ in 0..=self.rng.below(2) {
            text.push_str(&self.helper(true));
        }
        let (globals, reset) = self.globals();
        text.push_str(&globals);
        text.push_str(&self.helper(false));
        let entry = self.entry();
        let _ = write!(
            text,
            "{entry}unsigned long long @run(unsigned long long n) {{\n{reset}return @entry({}); }}\n",
            self.inputs()
        );
        text
    }

    fn types(&mut self) -> String {
        for index in 0..self.rng.below(4) {
            let record = if self.rng.one_in(3) {
                Record::union(self.rng)
            } else {
                Record::structure(self.rng, index)
            };
            self.records.push(record);
        }
        self.records.iter().enumerate().map(|(index, record)| record.definition(index)).collect()
    }

    /// A function that takes a record by value and returns it changed.
    fn change(&mut self, record: usize) -> String {
        self.scope = vec![
            Var { name: "x".into(), kind: Kind::Scalar(Scalar::Int), writable: true },
            Var { name: "r".into(), kind: Kind::Record(record), writable: true },
        ];
        self.fuel = 3;
        let body = self.block(2);
        self.scope.clear();
        format!(
            "static @R{record} @change{record}(@R{record} r, int x) {{ unsigned long long h = 1;\n{body}(void)h; return r; }}\n"
        )
    }

    /// A function of scalars; a pure one sees no globals.
    fn helper(&mut self, pure: bool) -> String {
        let globals = if pure { Vec::new() } else { self.scope.clone() };
        let params: Vec<Scalar> = (0..=self.rng.below(3)).map(|_| Scalar::any(self.rng)).collect();
        let ret = Scalar::any(self.rng);
        let name = self.fresh("@h");
        let names: Vec<String> = params.iter().map(|_| self.fresh("v")).collect();
        self.scope = globals.clone();
        for (param, name) in params.iter().zip(&names) {
            self.scope.push(Var { name: name.clone(), kind: Kind::Scalar(*param), writable: true });
        }
        self.fuel = 6;
        let body = self.block(3);
        let result = self.converted(ret, 3);
        let result = if ret == Scalar::Bool {
            result
        } else {
            format!("{result} + ({})(h & 7)", ret.spelling())
        };
        let mut list: Vec<String> = params
            .iter()
            .zip(&names)
            .map(|(param, name)| format!("{} {name}", param.spelling()))
            .collect();
        let old_style =
            params.iter().all(|param| *param == param.promoted() && *param != Scalar::Float)
                && self.rng.one_in(3);
        let head = if old_style {
            list.push(String::new());
            format!("({}) {}", names.join(", "), list.join("; "))
        } else {
            format!("({})", list.join(", "))
        };
        self.scope = globals;
        let callees = if pure { &mut self.pure } else { &mut self.impure };
        callees.push(Callee { name: name.clone(), params, ret });
        format!(
            "static {} {name}{head} {{ unsigned long long h = 1;\n{body}return {result}; }}\n",
            ret.spelling()
        )
    }

    /// Globals, left in scope, and statements that give them their first values again.
    fn globals(&mut self) -> (String, String) {
        let (mut text, mut reset) = (String::new(), String::new());
        for _ in 0..2 + self.rng.below(3) {
            let name = self.fresh("@g");
            let (ty, suffix, init, kind) = match self.rng.below(3) {
                0 if !self.records.is_empty() => {
                    let record = self.rng.below(self.records.len());
                    (
                        format!("@R{record}"),
                        String::new(),
                        self.record_init(record, 0),
                        Kind::Record(record),
                    )
                }
                1 => {
                    let (scalar, n) = (Scalar::any(self.rng), 2 + self.rng.below(4));
                    let init =
                        format!("{{ {}, {} }}", self.constant(scalar), self.constant(scalar));
                    (scalar.spelling().to_owned(), format!("[{n}]"), init, Kind::Array(scalar, n))
                }
                _ => {
                    let scalar = Scalar::any(self.rng);
                    (
                        scalar.spelling().to_owned(),
                        String::new(),
                        self.constant(scalar),
                        Kind::Scalar(scalar),
                    )
                }
            };
            let _ = writeln!(text, "static {ty} {name}{suffix} = {init};");
            let _ = writeln!(text, "static const {ty} {name}_first{suffix} = {init};");
            let _ = writeln!(reset, "memcpy(&{name}, &{name}_first, sizeof {name});");
            self.scope.push(Var { name, kind, writable: true });
        }
        (text, reset)
    }

    fn entry(&mut self) -> String {
        let globals = self.scope.clone();
        let params: Vec<Scalar> =
            (0..2 + self.rng.below(3)).map(|_| Scalar::any(self.rng)).collect();
        let list: Vec<String> = params
            .iter()
            .map(|&scalar| {
                format!("{} {}", scalar.spelling(), self.declare(Kind::Scalar(scalar), true))
            })
            .collect();
        self.fuel = 10 + self.rng.below(25);
        self.nesting = 0;
        let n = 5 + self.rng.below(8);
        let body = self.block(n);
        let seen: String = globals.iter().map(|var| self.observe_var(var)).collect();
        self.scope = globals;
        self.pure.push(Callee { name: "@entry".into(), params, ret: Scalar::ULLong });
        format!(
            "static unsigned long long @entry({}) {{ unsigned long long h = 1;\n{body}{seen}return h; }}\n",
            list.join(", ")
        )
    }

    fn observe_var(&mut self, var: &Var) -> String {
        match var.kind {
            Kind::Scalar(scalar) => observe(&var.name, scalar),
            Kind::Array(scalar, n) => {
                (0..n).map(|at| observe(&format!("{}[{at}]", var.name), scalar)).collect()
            }
            Kind::Record(record) => (0..3)
                .map(|_| {
                    let place = self.member(format!("{}.", var.name), record);
                    let (text, scalar) = place.load();
                    observe(&text, scalar)
                })
                .collect(),
            Kind::Matrix(..) | Kind::Pointer(_) | Kind::RecordPointer(_) => String::new(),
        }
    }

    /// The arguments of the entry as functions of `n`.
    fn inputs(&mut self) -> String {
        let entry = self.pure.last().expect("the entry is the last").clone();
        let args = entry.params.iter().enumerate().map(|(at, &param)| {
            let raw = format!("full_input(n * 8 + {at})");
            if param.is_float() {
                format!("({})(long)({raw}) / 8", param.spelling())
            } else {
                format!("({})({raw})", param.spelling())
            }
        });
        args.collect::<Vec<_>>().join(", ")
    }
}

/// Mixes a value into the digest `h`.
fn observe(text: &str, scalar: Scalar) -> String {
    match scalar {
        Scalar::Float | Scalar::Double => format!("h = full_mixd(h, {text});\n"),
        Scalar::LDouble => format!("h = full_mixl(h, {text});\n"),
        Scalar::I128 | Scalar::U128 => {
            format!(
                "h = full_mix(full_mix(h, (unsigned long)({text})), (unsigned long)(({text}) >> 64));\n"
            )
        }
        _ => format!("h = full_mix(h, (unsigned long long)({text}));\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_unit() {
        let text = |seed| unit(&mut Rng::new(seed), Care::Careful, "p_");
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
        assert!(!text(3).contains('@'));
    }
}
