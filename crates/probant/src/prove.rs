//! `probant prove`: nothing goes wrong in a function, or an input on which it does.

use crate::args::{CheckName, Prove};
use crate::clock::{Budget, Interrupt};
use crate::front::{self, Unit};
use crate::generate::{EACH, functions};
use crate::out::say;
use crate::{BAD_INPUT, diagnose, show};
use engine::describe::place_of;
use engine::{Hazard, Proofs, Reached, is_written, prove, prove_floats};
use ir::logic::{Formula, Logic};
use ir::{Func, Program, Trap, TrapKind};
use report::ExitStatus;
use source::{Diagnostic, Span};
use suite::Verdict;
use world::{Preferences, Premise, World};

/// Runs the command; the exit status: 0 all proved, 1 something unknown, 2 something goes wrong.
pub fn run(args: &Prove) -> u8 {
    let unit = match front::read_for(&args.file, &args.c, &[], args.overflow, args.budget) {
        Ok((unit, _)) => unit,
        Err(error) => {
            front::explain(&error);
            return BAD_INPUT;
        }
    };
    diagnose::print(&unit.map, &unit.warnings);
    let funcs = match functions(&unit, &args.file, &args.functions) {
        Ok(funcs) => funcs,
        Err(message) => {
            eprintln!("probant: {message}");
            return BAD_INPUT;
        }
    };
    let budget = Budget::new(args.budget, EACH, &Interrupt::install());
    let mut status = 0;
    for (index, &func) in funcs.iter().enumerate() {
        let deadline = budget.share(funcs.len() - index).deadline();
        let stop = || deadline.is_over();
        let told = if args.check == CheckName::Float {
            tell_floats(&unit, func, args, &prove_floats(&unit.program, func, &stop))
        } else {
            let wanted = |trap: Trap| is_asked(args.check, trap.kind);
            tell(&unit, func, args, &prove(&unit.program, func, &wanted, &stop))
        };
        status = status.max(told);
    }
    status
}

fn is_asked(check: CheckName, kind: TrapKind) -> bool {
    match check {
        CheckName::All => true,
        CheckName::Rte => !is_written(kind),
        CheckName::Assert => is_written(kind),
        // Nothing of it ends a run.
        CheckName::Float => false,
    }
}

/// Assertions and postconditions of a function that are not checked because something in them is not modelled: nothing was proved of them.
fn unchecked(unit: &Unit, func: Func, check: CheckName) -> Vec<(String, String)> {
    if matches!(check, CheckName::Rte | CheckName::Float) {
        return Vec::new();
    }
    let reason = |warning: &Diagnostic| {
        let text = warning.message.strip_prefix("this ")?;
        Some(text.split_once(" is not checked: ")?.1.to_owned())
    };
    let contract = &unit.program.funcs[func].contract;
    let promises = |span: Span| {
        contract.iter().flat_map(|contract| &contract.ensures).any(|clause| clause.span == span)
    };
    let own = unit.warnings.iter().filter(|warning| {
        around(&unit.program, warning.span) == Some(func) || promises(warning.span)
    });
    own.filter_map(|warning| {
        let (_, line, _) = place_of(&unit.map, warning.span);
        Some((format!("line {line}: `{}`", unit.map.original(warning.span)), reason(warning)?))
    })
    .collect()
}

/// The function whose body a place is in: of those that begin before it, the one that ends next after it.
fn around(program: &Program, place: Span) -> Option<Func> {
    let end = |func: Func| {
        let body = program.funcs[func].body.as_ref()?;
        body.insts.keys().map(|inst| body.spans[inst].hi).max()
    };
    let begun = program.funcs.iter().filter(|(_, data)| data.span.lo <= place.lo);
    let open =
        begun.filter_map(|(func, _)| Some((end(func).filter(|&end| end >= place.lo)?, func)));
    open.min().map(|(_, func)| func)
}

fn tell(unit: &Unit, func: Func, args: &Prove, proofs: &Proofs) -> u8 {
    say!("{}: {}", args.file.display(), unit.program.funcs[func].name);
    let mut count = Count::default();
    for (trap, reached) in &proofs.checks {
        if let Some(before) = proofs.hollow.get(trap) {
            count.hollow += 1;
            let (what, before) = (show::what(unit, *trap), show::what(unit, *before));
            say!("  {what}: never, but only because every run goes wrong before: {before}");
        } else {
            let what = show::what(unit, *trap);
            tell_check(unit, func, &what, is_written(trap.kind), reached, &mut count);
        }
    }
    if let Some(reason) = &proofs.not_followed {
        count.unknown += 1;
        say!("  not everything was looked at: {reason}");
    }
    for (what, reason) in unchecked(unit, func, args.check) {
        count.unknown += 1;
        say!("  {what}: unknown: {reason}");
    }
    sum_up(unit, func, args, &count)
}

fn tell_floats(unit: &Unit, func: Func, args: &Prove, hazards: &[(Hazard, Reached)]) -> u8 {
    say!("{}: {}", args.file.display(), unit.program.funcs[func].name);
    let mut count = Count::default();
    for (hazard, reached) in hazards {
        let span = unit.program.body(hazard.site.func).spans[hazard.at];
        let what = show::at(unit, hazard.kind.sentence(), span);
        tell_check(unit, func, &what, false, reached, &mut count);
    }
    sum_up(unit, func, args, &count)
}

/// Says how much was proved; the exit status.
fn sum_up(unit: &Unit, func: Func, args: &Prove, count: &Count) -> u8 {
    let &Count { proved, proved_while, hollow, wrong, unknown } = count;
    if (proved + proved_while, hollow, wrong, unknown) == (0, 0, 0, 0) {
        return tell_nothing(unit, func, args.check);
    }
    let hollow_too = format!(", {hollow} only because every run goes wrong before");
    let hollow_too = if hollow > 0 { hollow_too.as_str() } else { "" };
    let while_too = format!(", {proved_while} proved while something else holds");
    let while_too = if proved_while > 0 { while_too.as_str() } else { "" };
    say!("  {proved} proved, {wrong} wrong, {unknown} unknown{while_too}{hollow_too}");
    match (wrong, unknown + hollow + proved_while) {
        (0, 0) => 0,
        (0, _) => ExitStatus::Unknown.code(),
        _ => ExitStatus::Finding.code(),
    }
}

/// Says that nothing was looked at, and why that says little; the exit status, which is that of what is proved only while
/// something else holds where that is so of what could go wrong.
fn tell_nothing(unit: &Unit, func: Func, check: CheckName) -> u8 {
    let name = &unit.program.funcs[func].name;
    let written = "no assertion and no postcondition";
    let by_itself = "nothing that could go wrong by itself";
    let why = match check {
        CheckName::All => format!("{written}, and {by_itself}"),
        CheckName::Rte => by_itself.to_owned(),
        CheckName::Assert => written.to_owned(),
        CheckName::Float => "no operation that rounds".to_owned(),
    };
    say!("  nothing to prove of `{name}`: it has {why}");
    let world = World::of(&unit.program, func);
    let by_itself = matches!(check, CheckName::All | CheckName::Rte);
    let is_asked = |premise: &Premise| matches!(premise, Premise::NotNull(index) if is_said_valid(&unit.program, func, *index));
    let granted = world.not_null().chain(world.granted(Preferences::NONE));
    let granted: Vec<Premise> = granted.filter(|premise| by_itself && !is_asked(premise)).collect();
    for assumed in &granted {
        say!("    while {}", assumed.said(&unit.program, func));
    }
    if granted.is_empty() { 0 } else { ExitStatus::Unknown.code() }
}

/// Does the contract say that a parameter leads to something?
fn is_said_valid(program: &Program, func: Func, param: u32) -> bool {
    let says = |formula: &Formula| {
        let int = |node| match formula.nodes[node] {
            Logic::Int(value) => Some(value),
            _ => None,
        };
        formula.conjuncts().into_iter().any(|node| match formula.nodes[node] {
            Logic::Valid { base, lo, hi, .. } => {
                let is_some = int(lo).zip(int(hi)).is_some_and(|(lo, hi)| lo <= hi);
                is_some && formula.nodes[base] == Logic::ParamPtr { index: param }
            }
            _ => false,
        })
    };
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    clauses.filter_map(|clause| clause.meaning.as_ref().ok()).any(says)
}

/// What became of the checks of a function.
#[derive(Default)]
struct Count {
    proved: u64,
    /// Never, while preferences of ours hold.
    proved_while: u64,
    /// Never, but only because every run goes wrong before.
    hollow: u64,
    wrong: u64,
    unknown: u64,
}

fn tell_check(
    unit: &Unit,
    func: Func,
    what: &str,
    is_written: bool,
    reached: &Reached,
    count: &mut Count,
) {
    match reached {
        Reached::Yes(found) => {
            count.wrong += 1;
            say!("  {what}, with");
            for line in show::example(unit, func, &found.0, &found.1) {
                say!("    {line}");
            }
        }
        Reached::Not(Verdict::Unknown { excluded_within, excluded_while, .. }, _)
            if excluded_within.is_empty() && !excluded_while.is_empty() =>
        {
            count.proved_while += 1;
            say!("  {what}: never while");
            for premise in excluded_while {
                say!("    {} (yours by `{}`)", premise.sentence, premise.ask);
            }
        }
        Reached::Not(Verdict::Unknown { reason, .. }, _) => {
            count.unknown += 1;
            say!("  {what}: unknown: {reason}");
        }
        Reached::Promised(..) => {
            count.unknown += 1;
            say!("  {what}: unknown: the run that should show it is too long for the interpreter");
        }
        Reached::Not(verdict, because) => {
            count.proved += 1;
            // Most checks of the code itself are of no interest once they are proved.
            if is_written {
                say!("  {what}: never");
                let grounds = show::grounds(unit, verdict, because);
                grounds.iter().for_each(|line| say!("    {line}"));
            }
        }
    }
}
