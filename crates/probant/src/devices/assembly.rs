//! Inline assembly is of another machine: what it computes is scripted, what else it does is not modelled, and no assembler sees it.
//!
//! A statement becomes a call of a function that is defined elsewhere for each of its outputs; those that have none call one for its
//! effect alone, so that verdicts can name it.

use super::wrap::Wrap;
use cfront::ast::{Ast, Item};
use cfront::typed::{StmtKind, Unit};
use source::SourceMap;
use std::fmt::Write;

/// How the functions are called that stand for assembly.
pub(crate) const PREFIX: &str = "assembly_";

/// What stands in the places of assembly, and the declarations of what is called there; nothing if it has an output that is no integer.
pub(super) fn assembly(unit: &Unit, ast: &Ast, map: &SourceMap) -> (Vec<Wrap>, String) {
    let (mut wraps, mut declared) = (Vec::new(), String::new());
    let mut number = 0;
    for stmt in unit.stmts.values() {
        let StmtKind::Asm { template, outputs, keeps, jumps, .. } = &stmt.kind else { continue };
        let does_nothing = template.trim().is_empty() && (outputs.is_empty() || *keeps);
        if does_nothing || *jumps || map.is_system(stmt.span) {
            continue;
        }
        let spelled = |&out: &_| super::spelling(unit, unit.exprs[out].ty);
        let Some(types) = outputs.iter().map(spelled).collect::<Option<Vec<_>>>() else { continue };
        let mut calls = Vec::new();
        for (&out, ty) in outputs.iter().zip(types) {
            number += 1;
            writeln!(declared, "{ty} {PREFIX}{number}(void);")
                .expect("writing to a string succeeds");
            calls.push(format!("{} = {PREFIX}{number}()", map.slice(unit.exprs[out].span)));
        }
        if calls.is_empty() {
            number += 1;
            writeln!(declared, "void {PREFIX}{number}(void);")
                .expect("writing to a string succeeds");
            calls.push(format!("{PREFIX}{number}()"));
        }
        let end = if map.slice(stmt.span).trim_end().ends_with(';') { ";" } else { "" };
        let text = format!("(void)({}){end}", calls.join(", "));
        wraps.push(Wrap::instead(stmt.span.lo, stmt.span.hi, text));
    }
    let of_file = ast.items.iter().filter_map(|item| match item {
        Item::Asm(id) => Some(ast.asms[*id].span),
        _ => None,
    });
    wraps.extend(of_file.map(|span| Wrap::instead(span.lo, span.hi, ";".to_owned())));
    (wraps, declared)
}
