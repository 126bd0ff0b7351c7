//! Probes in the text: before the first statement of a line stands an `if` with a condition of the user's, or a constant that
//! shows that control came there.
//!
//! That way the condition is parsed, typed and lowered as if it had been written there, and its outcome is an outcome like
//! any other. Macros in it are not expanded.

use cfront::ast::{Ast, Stmt, StmtKind};
use engine::decisions::DecisionSite;
use ir::Program;
use source::SourceMap;

/// The text with `if (expr) ;`, or without a condition `0;`, before the first statement that begins there, and where what
/// was inserted begins; none if no statement begins there.
pub(crate) fn insert(
    map: &SourceMap,
    ast: &Ast,
    is_there: &dyn Fn(u32) -> bool,
    expr: Option<&str>,
) -> Option<(String, u32)> {
    let stmt = first_statement(ast, is_there)?;
    let (lo, hi) = (stmt.span.lo as usize, stmt.span.hi as usize);
    let probe = match expr {
        Some(expr) => format!("if ({expr}) ; "),
        None => "0; ".to_owned(),
    };
    let (before, after) = match stmt.kind {
        // A declaration must stay in its block.
        StmtKind::Decl(_) | StmtKind::StaticAssert(_) => ("", ""),
        _ => ("{ ", " }"),
    };
    let text = &map.text;
    let (head, own, tail) = (&text[..lo], &text[lo..hi], &text[hi..]);
    Some((format!("{head}{before}{probe}{own}{after}{tail}"), (lo + before.len()) as u32))
}

fn first_statement<'a>(ast: &'a Ast, is_there: &dyn Fn(u32) -> bool) -> Option<&'a Stmt> {
    let begins = |stmt: &&Stmt| is_there(stmt.span.lo);
    let simple = |stmt: &&Stmt| {
        !matches!(
            stmt.kind,
            StmtKind::Compound(_)
                | StmtKind::Case(..)
                | StmtKind::Default(_)
                | StmtKind::Label(..)
                | StmtKind::LocalLabels(_)
        )
    };
    ast.stmts.values().filter(begins).filter(simple).min_by_key(|stmt| stmt.span.lo)
}

/// The decision that begins where an `if` with a condition of this length was inserted; parentheses are no part of it.
pub(crate) fn decision_at(program: &Program, at: u32, len: u32) -> Option<DecisionSite> {
    let at = at + "if (".len() as u32;
    let mut found = Vec::new();
    for (func, data) in program.funcs.iter() {
        let Some(body) = &data.body else { continue };
        for (decision, data) in body.decisions.iter() {
            if (at..at + len).contains(&data.span.lo) {
                found.push((
                    data.span.lo,
                    std::cmp::Reverse(data.span.hi),
                    DecisionSite { func, decision },
                ));
            }
        }
    }
    found.into_iter().min().map(|(_, _, site)| site)
}
