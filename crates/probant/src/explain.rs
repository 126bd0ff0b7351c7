//! Why a function has no tests, or tests that deserve less trust, in words for the user.

use crate::front::Unit;
use crate::pipeline::Outcome;
use crate::{BAD_INPUT, OWN_ERROR, diagnose};
use ir::Func;
use native::{Compiler, NativeError};
use source::{Diagnostic, Diagnostics};
use std::collections::BTreeSet;
use std::path::Path;
use world::Premise;

/// The last line of every message about a mistake of ours.
pub(crate) const PLEASE_REPORT: &str =
    "this is a mistake in probant: please report it with the file that caused it";

/// What is to be said of an outcome, and the exit status it calls for.
pub(crate) fn outcome(
    unit: &Unit,
    file: &Path,
    compiler: &Compiler,
    outcome: &Outcome,
) -> (String, u8) {
    let name = |func: Func| &unit.program.funcs[func].name;
    match outcome {
        Outcome::Unsatisfiable(func, clauses) => {
            (text(unit, unsatisfiable(unit, *func, clauses)), BAD_INPUT)
        }
        Outcome::Undecided(func) => (
            format!(
                "probant: whether any input satisfies the precondition of `{}` was not decided\n",
                name(*func)
            ),
            report::ExitStatus::Unknown.code(),
        ),
        Outcome::NotReplayed(func, error) => {
            let text =
                format!("probant: the tests of `{}` were not replayed: {error}\n", name(*func));
            match whose_fault(file, compiler, error) {
                Fault::Nobody => (text, report::ExitStatus::Unknown.code()),
                Fault::User => (text, BAD_INPUT),
                Fault::Ours => (format!("{text}{PLEASE_REPORT}\n"), OWN_ERROR),
            }
        }
        Outcome::Disagreement(message) => {
            (format!("probant: internal error: {message}\n{PLEASE_REPORT}\n"), OWN_ERROR)
        }
        Outcome::Panicked(func, message) => (
            format!("probant: internal error in `{}`: {message}\n{PLEASE_REPORT}\n", name(*func)),
            OWN_ERROR,
        ),
    }
}

/// Names the clauses that contradict each other, where they were written.
fn unsatisfiable(unit: &Unit, func: Func, premises: &BTreeSet<Premise>) -> Diagnostic {
    let function = &unit.program.funcs[func];
    let message = format!("no input satisfies the precondition of `{}`", function.name);
    let diagnostic = Diagnostic::error("P0001", function.span, message);
    let requires = (0..).zip(function.contract.iter().flat_map(|contract| &contract.requires));
    let blamed = requires.filter(|(number, _)| premises.contains(&Premise::Clause(*number)));
    let diagnostic =
        blamed.fold(diagnostic, |diagnostic, (_, clause)| diagnostic.note(clause.span, "at fault"));
    let pre = premises.iter().find_map(|premise| match premise {
        Premise::Precondition(pre) => Some(&unit.program.funcs[*pre]),
        _ => None,
    });
    match pre {
        None => diagnostic.help("these clauses contradict each other: weaken one of them"),
        Some(pre) => {
            let message = format!("`{}` returns 0 on every input that is left", pre.name);
            diagnostic.note(pre.span, message).help("let it admit some input")
        }
    }
}

fn text(unit: &Unit, diagnostic: Diagnostic) -> String {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(diagnostic);
    diagnose::text(&unit.map, &diagnostics)
}

enum Fault {
    /// The time was over.
    Nobody,
    User,
    Ours,
}

/// If the compiler refuses the user's file too, then not because of what we added to it.
fn whose_fault(file: &Path, compiler: &Compiler, error: &NativeError) -> Fault {
    match error {
        NativeError::Compile { .. } if compiler.accepts(file) => Fault::Ours,
        NativeError::Run { .. } => Fault::Ours,
        NativeError::TooLong { .. } => Fault::Nobody,
        NativeError::Compile { .. }
        | NativeError::CompilerMissing { .. }
        | NativeError::FileUnreadable { .. }
        | NativeError::Preprocess { .. }
        | NativeError::Io { .. } => Fault::User,
    }
}
