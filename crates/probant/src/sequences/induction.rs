//! Induction over calls: what static variables keep however often functions are called.
//!
//! Guesses are limits taken from the constants of the code. All that hold at first are assumed before a call of each function that
//! writes the variables, with any arguments; those that the call may break are dropped, until none is (Flanagan and Leino, Houdini,
//! 2001). What the function under test cannot reach from any state in which the rest holds, no number of calls reaches.

use super::driver::DRIVER;
use super::is_same;
use super::kept::{Kept, Static};
use crate::front::Unit;
use engine::describe::Describer;
use engine::objectives::Within;
use engine::{Criterion, Options, Stop, generate};
use ir::{Func, Inst, Program};
use source::SourceMap;
use std::collections::BTreeSet;
use std::fmt::Write;
use suite::{FunctionReport, Objective, Outcome, Scope, Verdict};

/// Limits of one variable in each direction.
const MOST_LIMITS: usize = 12;
/// Values of a set.
const MOST_VALUES: usize = 12;
/// How often guesses are dropped.
const MOST_ROUNDS: usize = 16;
/// The lines of a function that asks for what is kept: the first guess stands in this one.
const FIRST_LINE: usize = 5;

/// Excludes what no number of calls reaches, of objectives that are open.
pub(super) fn exclude(
    unit: &Unit,
    func: Func,
    open: &mut [Objective],
    (options, stop): (&Options, Stop<'_>),
) {
    let Some(kept) = Kept::of(&unit.program, func) else { return };
    let induction = Induction { unit, kept, func, options, stop };
    for with_sets in [false, true] {
        let guesses = induction.guesses(with_sets);
        let is_settled = |it: &Objective| matches!(it.verdict, Verdict::Infeasible { .. });
        if open.iter().all(is_settled) {
            return;
        }
        let Some((report, guesses, assumes)) = induction.closed(guesses) else { continue };
        let because = told(&guesses);
        for objective in open.iter_mut().filter(|it| !is_settled(it)) {
            let same = report.objectives.iter().find(|it| is_same(it, objective));
            let Some(more) = same.and_then(excluded) else { continue };
            let mut assumes = assumes.clone();
            assumes.extend(more);
            objective.verdict = Verdict::Infeasible {
                scope: Scope::Unconditional,
                assumes: assumes.into_iter().collect(),
                proof: "induction over calls".to_owned(),
                because: because.clone(),
            };
        }
    }
}

/// What is kept of each variable: the nearest limits say it all.
fn told(guesses: &[Guess]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    for guess in guesses.iter().filter(|it| it.kind != Kind::OneOf) {
        if guess.kind == Kind::Unlike || seen.insert((guess.of, guess.kind)) {
            told.push(guess.said.clone());
        }
    }
    for one_of in guesses.iter().filter(|it| it.kind == Kind::OneOf) {
        let unlike = |it: &&Guess| it.kind == Kind::Unlike && it.of == one_of.of;
        let gone: Vec<i128> = guesses.iter().filter(unlike).map(|it| it.value).collect();
        told.retain(|it| !guesses.iter().any(|guess| unlike(&guess) && guess.said == *it));
        let left = one_of.values.iter().filter(|value| !gone.contains(value));
        let left: Vec<String> = left.map(ToString::to_string).collect();
        told.push(format!("{} is one of {}", one_of.said, left.join(", ")));
    }
    told.iter().map(|it| format!("{it} before every call")).collect()
}

/// What an exclusion without bounds rests on.
fn excluded(objective: &Objective) -> Option<Vec<String>> {
    match &objective.verdict {
        Verdict::Infeasible { scope: Scope::Unconditional, assumes, .. } => Some(assumes.clone()),
        Verdict::Infeasible { .. } | Verdict::Covered { .. } | Verdict::Unknown { .. } => None,
    }
}

/// A fact that might be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Guess {
    /// The variable that it is about, by its place in the list.
    of: usize,
    kind: Kind,
    value: i128,
    /// The values of a set.
    values: BTreeSet<i128>,
    /// In C, of what stands for the variable.
    text: String,
    /// The same for people.
    said: String,
}

/// Kinds of guesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// At most a value.
    Most,
    /// At least a value.
    Least,
    /// Another value.
    Unlike,
    /// One of some values.
    OneOf,
}

/// What holds of a variable at first: limits by the constants of the code; and with sets, that it is one of these, and none of
/// them but its first value.
fn guesses_of(
    (of, it): (usize, &Static),
    name: &str,
    constants: &BTreeSet<i128>,
    with_sets: bool,
) -> Vec<Guess> {
    let guess = |kind: Kind, sign: &str, value: i128| {
        let text = format!("{VARIABLE}{of} {sign} {}", spelled(value));
        Guess {
            of,
            kind,
            value,
            values: BTreeSet::new(),
            text,
            said: format!("{name} {sign} {value}"),
        }
    };
    let upper = limits(constants, it, true).into_iter().map(|value| guess(Kind::Most, "<=", value));
    let lower =
        limits(constants, it, false).into_iter().map(|value| guess(Kind::Least, ">=", value));
    let mut guesses: Vec<Guess> = upper.chain(lower).collect();
    let mut values: BTreeSet<i128> = constants.clone();
    values.insert(it.first);
    values.retain(|value| (it.range.0..=it.range.1).contains(value));
    if with_sets && values.len() <= MOST_VALUES {
        let others = values.iter().filter(|value| **value != it.first);
        guesses.extend(others.map(|value| guess(Kind::Unlike, "!=", *value)));
        let all = values.iter().map(|value| format!("{VARIABLE}{of} == {}", spelled(*value)));
        let text = all.collect::<Vec<_>>().join(" || ");
        let (kind, value, said) = (Kind::OneOf, it.first, name.to_owned());
        guesses.push(Guess { of, kind, value, values, text, said });
    }
    guesses
}

/// A number of any type in C.
fn spelled(value: i128) -> String {
    match value {
        ..=-0x8000_0000 => format!("(-{}ll - 1)", -(value + 1)),
        value if value > i64::MAX.into() => format!("{value}ull"),
        value if value > i32::MAX.into() => format!("{value}ll"),
        value => value.to_string(),
    }
}

/// The nearest limits on one side of the first value that say something.
fn limits(constants: &BTreeSet<i128>, it: &Static, is_upper: bool) -> Vec<i128> {
    let near = constants.iter().flat_map(|&c| [c - 1, c, c + 1]).chain([it.first, 0]);
    let is_limit = |c: &i128| {
        let (least, most) = it.range;
        if is_upper { *c >= it.first && *c < most } else { *c <= it.first && *c > least }
    };
    let all: BTreeSet<i128> = near.filter(is_limit).collect();
    let side: Vec<i128> =
        if is_upper { all.into_iter().collect() } else { all.into_iter().rev().collect() };
    side.into_iter().take(MOST_LIMITS).collect()
}

/// The integers in the text of functions.
fn constants(program: &Program, funcs: &[Func]) -> BTreeSet<i128> {
    let bodies = funcs.iter().map(|&func| program.body(func));
    let of = |inst: &Inst| match inst {
        Inst::Int(ty, bits) => {
            let width = program.bytes(*ty) * 8;
            let value = i128::try_from(*bits).ok().filter(|_| width <= 64)?;
            let is_negative = value >> (width - 1) & 1 == 1;
            Some(vec![value, if is_negative { value - (1_i128 << width) } else { value }])
        }
        _ => None,
    };
    let mut all: BTreeSet<i128> =
        bodies.clone().flat_map(|body| body.insts.values().filter_map(of).flatten()).collect();
    for body in bodies {
        for inst in body.insts.values() {
            if let Inst::Switch { arms, .. } = inst {
                all.extend(arms.iter().flat_map(|arm| [arm.lo, arm.hi]));
            }
        }
    }
    all
}

/// Names in the text that is put at the end of a unit.
const VARIABLE: &str = "probant_kept_";
const GUESS: &str = "probant_guess_";
const KEEPS: &str = "probant_keeps_";

struct Induction<'a> {
    unit: &'a Unit,
    kept: Kept,
    func: Func,
    options: &'a Options,
    stop: Stop<'a>,
}

impl Induction<'_> {
    fn guesses(&self, with_sets: bool) -> Vec<Guess> {
        let program = &self.unit.program;
        let constants = constants(program, &self.kept.writers);
        let statics = self.kept.statics.iter().enumerate();
        statics
            .flat_map(|(of, it)| guesses_of((of, it), it.name(program), &constants, with_sets))
            .collect()
    }

    /// What the function reaches from states in which all guesses hold that every call keeps, these guesses, and what that rests on.
    fn closed(
        &self,
        mut guesses: Vec<Guess>,
    ) -> Option<(FunctionReport, Vec<Guess>, BTreeSet<String>)> {
        for _ in 0..MOST_ROUNDS {
            if guesses.is_empty() {
                return None;
            }
            let (program, map) = self.program(&guesses)?;
            let mut assumes = BTreeSet::new();
            let mut is_kept = vec![true; guesses.len()];
            for &writer in &self.kept.writers {
                self.ask(&program, &map, writer, &mut is_kept, &mut assumes)?;
            }
            if is_kept.iter().all(|it| *it) {
                let name = format!("{DRIVER}_within");
                let options = Options { within: Within::Called(self.func), ..*self.options };
                let report = self.search(&program, &map, &name, &options)?;
                return Some((report, guesses, assumes));
            }
            let mut kept = is_kept.into_iter();
            guesses.retain(|_| kept.next() == Some(true));
        }
        None
    }

    /// Which guesses a call of a function keeps.
    fn ask(
        &self,
        program: &Program,
        map: &SourceMap,
        writer: Func,
        is_kept: &mut [bool],
        assumes: &mut BTreeSet<String>,
    ) -> Option<()> {
        let name = format!("{KEEPS}{}", self.unit.program.funcs[writer].name);
        let options =
            Options { within: Within::Function, criterion: Criterion::Branch, ..*self.options };
        let report = self.search(program, map, &name, &options)?;
        for (index, is_kept) in is_kept.iter_mut().enumerate() {
            let is_broken = |it: &&Objective| {
                it.line as usize == FIRST_LINE + index && it.outcome == Outcome::Truth(false)
            };
            let broken = report.objectives.iter().find(is_broken)?;
            match excluded(broken) {
                Some(more) => assumes.extend(more),
                None => *is_kept = false,
            }
        }
        Some(())
    }

    fn search(
        &self,
        program: &Program,
        map: &SourceMap,
        name: &str,
        options: &Options,
    ) -> Option<FunctionReport> {
        let mut describer = Describer::new(program);
        let func = program.find_func(name)?;
        let found = generate(program, map, func, &mut describer, "", options, self.stop).ok()?;
        Some(found.report)
    }

    /// The program with functions at its end that ask for guesses.
    fn program(&self, guesses: &[Guess]) -> Option<(Program, SourceMap)> {
        let (mut program, map) = self.unit.extended(&self.text(guesses))?;
        for (index, it) in self.kept.statics.iter().enumerate() {
            let name = &self.unit.program.globals[it.global].name;
            let find = |name: &str| program.globals.iter().find(|(_, data)| data.name == name);
            let (global, _) = find(name)?;
            let (stands_for, _) = find(&format!("{VARIABLE}{index}"))?;
            for body in program.funcs.values_mut().filter_map(|data| data.body.as_mut()) {
                for inst in body.insts.values_mut() {
                    if *inst == Inst::AddrGlobal(stands_for) {
                        *inst = Inst::AddrGlobal(global);
                    }
                }
            }
        }
        Some((program, map))
    }

    fn text(&self, guesses: &[Guess]) -> String {
        let program = &self.unit.program;
        let mut text = "\n# 1 \"what calls keep\" 3\n".to_owned();
        let mut line = |it: String| text.extend([it.as_str(), "\n"]);
        for (index, it) in self.kept.statics.iter().enumerate() {
            let shape = program.globals[it.global].shape.expect("it is an integer");
            line(format!("extern {} {VARIABLE}{index};", program.spelling(shape)));
        }
        for (index, guess) in guesses.iter().enumerate() {
            line(format!("static int {GUESS}{index}(void) {{ return {}; }}", guess.text));
        }
        let all: Vec<String> =
            (0..guesses.len()).map(|index| format!("{GUESS}{index}()")).collect();
        line(format!("static int {GUESS}all(void) {{ return {}; }}", all.join(" && ")));
        let under_test = Called::of(program, self.func);
        line(format!(
            "{} {DRIVER}_within({}) {{ if (!{GUESS}all()) {}; {}{}; }}",
            under_test.ret,
            under_test.params,
            under_test.none,
            if under_test.ret == "void" { "" } else { "return " },
            under_test.call
        ));
        let mut mentioned = format!("(void){DRIVER}_within; ");
        for &writer in &self.kept.writers {
            let called = Called::of(program, writer);
            let name = format!("{KEEPS}{}", program.funcs[writer].name);
            line(format!("# 1 \"what {} keeps\"", program.funcs[writer].name));
            line(format!("void {name}({})\n{{", called.params));
            line(format!(
                "    int broken = 0; if (!{GUESS}all()) return;\n    (void){};",
                called.call
            ));
            for index in 0..guesses.len() {
                line(format!("    if ({GUESS}{index}()) broken |= 0; else broken |= 1;"));
            }
            line("}".to_owned());
            write!(mentioned, "(void){name}; ").expect("writing to a string succeeds");
        }
        line("# 1 \"what calls keep\" 3".to_owned());
        line(format!("static void mention_what_calls_keep(void) {{ {mentioned}}}"));
        text
    }
}

/// A function as text calls it.
struct Called {
    ret: String,
    params: String,
    call: String,
    /// What returns nothing of interest.
    none: String,
}

impl Called {
    fn of(program: &Program, func: Func) -> Called {
        let data = &program.funcs[func];
        let names: Vec<String> = (0..data.params.len()).map(|index| format!("a{index}")).collect();
        let params: Vec<String> = data
            .params
            .iter()
            .zip(&names)
            .map(|(param, name)| format!("{} {name}", program.spelling(param.shape)))
            .collect();
        let ret = data.ret.map_or("void".to_owned(), |shape| program.spelling(shape));
        let none = if ret == "void" { "return".to_owned() } else { format!("return ({ret}){{0}}") };
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        Called { ret, params, call: format!("{}({})", data.name, names.join(", ")), none }
    }
}
