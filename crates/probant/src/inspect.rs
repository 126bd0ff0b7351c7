//! `probant inspect`: what a stage makes of a file.

use crate::BAD_INPUT;
use crate::args::{Inspect, Stage};
use crate::front::{self, FrontError};
use crate::lookup;
use analysis::points_to;
use engine::objectives::{Objectives, Within};
use std::collections::BTreeSet;
use std::fmt::Write;
use world::World;

const TO_STRING: &str = "writing to a string succeeds";

/// Runs the command; the exit status.
pub fn inspect(args: &Inspect) -> u8 {
    match stage(args) {
        Ok(text) => {
            // A reader that went away (`| head`) is no error of ours.
            let _ = std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes());
            0
        }
        Err(Failure::Front(error)) => {
            front::explain(&error);
            BAD_INPUT
        }
        Err(Failure::NoFunction(message)) => {
            eprintln!("probant: {message}");
            BAD_INPUT
        }
    }
}

enum Failure {
    Front(FrontError),
    /// What to tell the user.
    NoFunction(String),
}

fn stage(args: &Inspect) -> Result<String, Failure> {
    let compiler = front::compiler(&args.file, &args.c, &args.cflags).map_err(Failure::Front)?;
    let (preprocessed, _) =
        front::preprocess_for(&args.file, &compiler, &args.c).map_err(Failure::Front)?;
    match args.stage {
        Stage::Tokens => {
            let (tokens, _) =
                cfront::lex::lex(&preprocessed.map, &mut cfront::lex::token::names_with_keywords());
            return Ok(cfront::lex::print(&preprocessed.map, &tokens));
        }
        Stage::Ast => {
            let (ast, diagnostics) = cfront::parse_unit(&preprocessed.map, &preprocessed.macros);
            if diagnostics.has_errors() {
                return Err(Failure::Front(FrontError::Text(
                    Box::new(preprocessed.map),
                    diagnostics,
                )));
            }
            return Ok(cfront::ast::print(&ast));
        }
        Stage::Ir
        | Stage::Cfg
        | Stage::Dot
        | Stage::Objectives
        | Stage::Gaps
        | Stage::World
        | Stage::PointsTo
        | Stage::Ssa => {}
    }
    let unit = front::compile(preprocessed, args.overflow, front::target(&compiler))
        .map_err(Failure::Front)?;
    crate::diagnose::print(&unit.map, &unit.warnings);
    let find = |name: &String| lookup::function(&unit.program, &args.file, name);
    let only = args.function.as_ref().map(find).transpose().map_err(Failure::NoFunction)?;
    Ok(match (args.stage, only) {
        (Stage::Ir, None) => ir::print(&unit.program),
        (Stage::Cfg, only) => {
            each(&unit, only, |func| ir::print_cfg(&unit.program, func, Some(&unit.map)))
        }
        (Stage::Dot, only) => {
            each(&unit, only, |func| ir::print_cfg_dot(&unit.program, func, Some(&unit.map)))
        }
        (Stage::World, only) => each(&unit, only, |func| World::of(&unit.program, func).print()),
        (Stage::PointsTo, only) => each(&unit, only, |func| {
            points_to(&unit.program, func).print(&unit.program, &unit.map, func)
        }),
        (Stage::Ssa, only) => each(&unit, only, |func| {
            points_to(&unit.program, func).print_versions(&unit.program, &unit.map, func)
        }),
        (Stage::Gaps, only) => each(&unit, only, |func| gaps(&unit, func)),
        (Stage::Ir, Some(func)) => ir::print_func(&unit.program, func, None),
        _ => objectives(&unit, only),
    })
}

/// The text of every function that has a body and is not the system's, or of one.
fn each(unit: &front::Unit, only: Option<ir::Func>, text: impl Fn(ir::Func) -> String) -> String {
    let ours = |func: &ir::Func| unit.program.funcs[*func].is_own();
    let wanted = |func: &ir::Func| only.map_or_else(|| ours(func), |only| only == *func);
    unit.program.funcs.keys().filter(wanted).map(text).collect()
}

/// The name of a function, and what in it is not modelled, each reason once.
fn gaps(unit: &front::Unit, func: ir::Func) -> String {
    let reasons: BTreeSet<&str> = unit
        .program
        .body(func)
        .insts
        .values()
        .filter_map(|inst| match inst {
            ir::Inst::Unsupported(reason) => Some(reason.as_str()),
            _ => None,
        })
        .collect();
    let name = &unit.program.funcs[func].name;
    let reasons: Vec<&str> = reasons.into_iter().collect();
    if reasons.is_empty() {
        format!("{name}\n")
    } else {
        format!("{name}: {}\n", reasons.join("; "))
    }
}

fn objectives(unit: &front::Unit, only: Option<ir::Func>) -> String {
    let mut text = String::new();
    let program = &unit.program;
    for (func, data) in program.funcs.iter() {
        if !data.is_own() || only.is_some_and(|only| only != func) {
            continue;
        }
        let objectives = Objectives::branches(program, func, Within::Function);
        writeln!(text, "{}: {} objectives", data.name, objectives.len()).expect(TO_STRING);
        for (aim, id) in objectives.aims.iter().zip(&objectives.ids) {
            let span = aim.span(program);
            let line = unit.map.locate(span.lo).map_or(0, |loc| loc.line);
            writeln!(text, "  {id:<6} line {line}: {}", unit.map.original(span)).expect(TO_STRING);
        }
    }
    text
}
