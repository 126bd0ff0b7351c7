//! Random functions that tell the unusual worlds from the plain one, and all small worlds that C lets them be called in.
//!
//! A pointer leads to any place that it legally can: into the middle of an array, back to where it stands, to a global, to
//! nothing; callers promise what a contract says and no more. Each kind of function looks at one side of that, with several
//! vocabularies. What the code asks for makes no difference to the worlds that are tried.

mod addresses;
mod contracts;
mod failures;
mod links;
mod middle;
mod setting;
mod show;
mod statics;
mod stubs;
mod untyped;

use crate::Rng;
use crate::brute::Truth;
use crate::heaps::{self, Anywhere};
use crate::phrases;
use interp::Run;
use ir::input::{Input, Scalar};
use ir::{Func, Global, Program};
use setting::Setting;
use std::collections::BTreeSet;

/// Runs of the judge on one function; what it knows after these is a part of the truth.
const RUNS: u64 = 20_000;

/// The side of the world that a function looks at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Pointers into the middle of arrays: what stands before them, headers before data, ends.
    Middle,
    /// `void *` that nobody converts, and that may equal anything.
    Void,
    /// Data that leads back: to parameters, to what holds it, to globals.
    Links,
    /// Tables and variables of the file that others cannot name.
    Statics,
    /// Contracts: `\valid`, `\separated` of ranges, `\acyclic`.
    Contracts,
    /// Functions that are defined elsewhere and may write whatever they can reach.
    Stubs,
    /// Allocations that fail, and null where nobody asks for it.
    Failures,
    /// The low bits of addresses.
    Addresses,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Middle,
        Self::Void,
        Self::Links,
        Self::Statics,
        Self::Contracts,
        Self::Stubs,
        Self::Failures,
        Self::Addresses,
    ];

    /// Its name on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Middle => "middle",
            Self::Void => "void",
            Self::Links => "links",
            Self::Statics => "statics",
            Self::Contracts => "contracts",
            Self::Stubs => "stubs",
            Self::Failures => "failures",
            Self::Addresses => "addresses",
        }
    }

    fn settings(self) -> &'static [&'static Setting] {
        match self {
            Self::Middle => &middle::SETTINGS,
            Self::Void => &untyped::SETTINGS,
            Self::Links => &links::SETTINGS,
            Self::Statics => &statics::SETTINGS,
            Self::Contracts => &contracts::SETTINGS,
            Self::Stubs => &stubs::SETTINGS,
            Self::Failures => &failures::SETTINGS,
            Self::Addresses => &addresses::SETTINGS,
        }
    }
}

/// A function and its setting.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The unit as C; the function is `f`.
    pub text: String,
    setting: &'static Setting,
}

impl Sample {
    /// The unit to be tried: all that is only declared in it is defined at its end.
    pub fn with_script(&self) -> String {
        with_script(&self.text, self.setting)
    }
}

fn with_script(text: &str, setting: &Setting) -> String {
    let told = if setting.script.is_empty() { "" } else { stubs::TOLD };
    format!("{text}{told}{}", setting.script)
}

/// A random function of a kind.
pub fn sample(rng: &mut Rng, kind: Kind) -> Sample {
    let setting = *rng.pick(kind.settings());
    let contract = *rng.pick(setting.contracts);
    Sample { text: phrases::function(rng, &setting.vocabulary, contract), setting }
}

/// Units that say everything that functions of a kind may say, with every contract and script.
pub fn every_phrase(kind: Kind) -> Vec<String> {
    let settings = kind.settings().iter();
    let texts = settings.flat_map(|setting| {
        let contracts = setting.contracts.iter();
        let text = |contract: &&str| phrases::every_phrase(&setting.vocabulary, contract);
        contracts.map(move |contract| with_script(&text(contract), setting))
    });
    texts.collect()
}

/// What small worlds show, and how many runs that took, in the unit with its script.
pub fn truth(program: &Program, func: Func, sample: &Sample) -> (Truth, u64) {
    let explored = heaps::explore_anywhere(program, func, &anywhere(program, sample, RUNS));
    (explored.truth, explored.runs)
}

/// The least odd of these worlds whose run is wanted, for people.
pub fn find(
    program: &Program,
    func: Func,
    sample: &Sample,
    wanted: &dyn Fn(&Run) -> bool,
) -> Option<String> {
    let anywhere = anywhere(program, sample, RUNS);
    let input = heaps::find_anywhere(program, func, &anywhere, wanted)?;
    Some(show::input(program, func, &input))
}

fn anywhere(program: &Program, sample: &Sample, runs: u64) -> Anywhere {
    let setting = sample.setting;
    Anywhere {
        nodes: setting.nodes,
        length: setting.length,
        records: setting.records,
        values: setting.vocabulary.values.to_vec(),
        runs,
        inputs: globals(program, setting.inputs),
        targets: globals(program, setting.targets),
        allocations: setting.allocations,
        marks: setting.marks,
    }
}

/// Does an input speak of a global that is no input, or lead to one that others cannot know? The message names it.
pub fn check_globals(program: &Program, sample: &Sample, input: &Input) -> Result<(), String> {
    let is_among =
        |global: Global, names: &[&str]| names.contains(&program.globals[global].name.as_str());
    let setting = sample.setting;
    for (global, _) in &input.globals {
        if !is_among(*global, setting.inputs) {
            return Err(format!("an input sets `{}`", program.globals[*global].name));
        }
    }
    let led_to: BTreeSet<Global> = scalars(input).filter_map(global_of).collect();
    match led_to.into_iter().find(|&global| !is_among(global, setting.targets)) {
        Some(global) => Err(format!("an input leads to `{}`", program.globals[global].name)),
        None => Ok(()),
    }
}

fn global_of(value: Scalar) -> Option<Global> {
    match value {
        Scalar::Global(global, _) => Some(global),
        Scalar::Bits(..) | Scalar::Null | Scalar::Object(..) | Scalar::Func(_) => None,
    }
}

fn scalars(input: &Input) -> impl Iterator<Item = Scalar> {
    let in_objects = input.objects.values().flat_map(|object| &object.cells);
    let in_globals = input.globals.iter().flat_map(|(_, cells)| cells);
    let in_memory = in_objects.chain(in_globals).map(|cell| cell.value);
    let results = input.stubs.iter().map(|(_, value)| *value);
    input.args.iter().copied().chain(in_memory).chain(results)
}

fn globals(program: &Program, names: &[&str]) -> Vec<Global> {
    let is_named = |(_, data): &(Global, &ir::GlobalData)| names.contains(&data.name.as_str());
    program.globals.iter().filter(is_named).map(|(global, _)| global).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases::Vocabulary;
    use filetests::front;

    /// Every setting, with each of its contracts.
    fn check_all(check: impl Fn(Kind, &Sample)) {
        for kind in Kind::ALL {
            for &setting in kind.settings() {
                for (number, contract) in setting.contracts.iter().enumerate() {
                    let mut rng = Rng::new(number as u64);
                    let text = phrases::function(&mut rng, &setting.vocabulary, contract);
                    check(kind, &Sample { text, setting });
                }
            }
        }
    }

    #[test]
    fn worlds_are_admitted_and_show_outcomes() {
        check_all(|kind, sample| {
            let unit = front::lower_text(&sample.with_script()).expect("a function should be C");
            let func = unit.program.find_func("f").expect("there should be a function `f`");
            let contract = unit.program.funcs[func].contract.iter();
            let mut clauses = contract.flat_map(|contract| &contract.requires);
            assert!(clauses.all(|clause| clause.meaning.is_ok()), "{kind:?}\n{}", sample.text);
            let anywhere = anywhere(&unit.program, sample, 1000);
            let truth = heaps::explore_anywhere(&unit.program, func, &anywhere).truth;
            assert!(truth.covered.len() + truth.returned.len() > 0, "{kind:?}\n{}", sample.text);
        });
    }

    #[test]
    fn names_in_settings_are_those_of_globals() {
        check_all(|kind, sample| {
            let unit = front::lower_text(&sample.with_script()).expect("a function should be C");
            for names in [sample.setting.inputs, sample.setting.targets] {
                assert_eq!(globals(&unit.program, names).len(), names.len(), "{kind:?}");
            }
        });
    }

    #[test]
    fn phrases_are_c() {
        for text in Kind::ALL.into_iter().flat_map(every_phrase) {
            assert_eq!(front::lower_text(&text).err(), None, "{text}");
        }
    }

    /// All worlds of a setting show so many outcomes of a condition after a statement, and both are told in the unit alone.
    fn check_outcomes(setting: &'static Setting, statement: &str, condition: &str, n: usize) {
        let Vocabulary { types, params, .. } = setting.vocabulary;
        let body = format!("{statement}; if ({condition}) return 1; return 0;");
        let sample = Sample { text: format!("{types}int f({params}) {{ {body} }}\n"), setting };
        let lower = |text: &str| front::lower_text(text).expect("a function should be C").program;
        let (unit, tried) = (lower(&sample.text), lower(&sample.with_script()));
        let func = tried.find_func("f").expect("there should be a function `f`");
        let (truth, _) = truth(&tried, func, &sample);
        let told = truth.told_in(&tried, &unit);
        assert_eq!((told.covered.len(), told.returned.len()), (n, n), "{}", sample.text);
    }

    #[test]
    fn functions_that_are_defined_elsewhere_do_what_they_can() {
        let [poll, fill, find, out, lookup, update] = stubs::SETTINGS;
        check_outcomes(poll, "ready = 0; poll()", "ready", 2);
        check_outcomes(fill, "int a[2] = { 0, 0 }; fill(a, 2)", "a[1] == 1", 2);
        check_outcomes(fill, "int a = 0; measure(&a)", "a", 1);
        check_outcomes(find, "", "find(s, 0) == s", 2);
        check_outcomes(out, "struct dev *d = p; acquire(&d, k)", "d == p", 2);
        check_outcomes(lookup, "", "lookup(key) == &glob", 2);
        check_outcomes(update, "p->next = 0; update(p)", "p->next == p", 2);
    }

    #[test]
    fn marks_are_set_and_taken_off() {
        let [.., marked] = addresses::SETTINGS;
        check_outcomes(marked, "", "(uintptr_t)p & 1", 2);
        check_outcomes(marked, "p = raw(p)", "(uintptr_t)p & 1", 1);
        check_outcomes(marked, "", "raw(p)->next == p", 2);
        check_outcomes(marked, "", "(uintptr_t)raw(p)->next & 1", 1);
    }

    #[test]
    fn statics_are_where_nobody_leads_unless_they_escape() {
        let [table, _, counter, escaped, limits] = statics::SETTINGS;
        check_outcomes(table, "", "p == tab", 1);
        check_outcomes(table, "", "tab[1] == 2", 1);
        check_outcomes(counter, "", "count == 2", 2);
        check_outcomes(counter, "", "p == &count", 1);
        check_outcomes(escaped, "", "p == &cell", 2);
        check_outcomes(escaped, "", "p == &own", 1);
        check_outcomes(limits, "", "p == limits + 1", 2);
    }

    #[test]
    fn the_least_odd_world_is_found() {
        let [range, ..] = middle::SETTINGS;
        let text = "int f(int *p, int *end) { if (p[-1] == 1) return 1; return 0; }\n".to_owned();
        let unit = front::lower_text(&text).expect("the function should be C");
        let func = unit.program.find_func("f").expect("there should be a function `f`");
        let sample = Sample { text, setting: range };
        let found = find(&unit.program, func, &sample, &|run: &Run| {
            run.events.iter().any(|event| matches!(event, ir::Event::Cond(_, true)))
        });
        let world = "p = n0+12; end = n1+0; n0 of 24 bytes {+0: 0, +4: 0, +8: 1, +12: 0";
        assert!(found.as_ref().is_some_and(|it| it.starts_with(world)), "{found:?}");
    }
}
