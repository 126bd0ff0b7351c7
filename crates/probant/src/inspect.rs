//! `probant inspect`: what a stage makes of a file.

use crate::BAD_INPUT;
use crate::args::{Inspect, Stage};
use crate::front::{self, FrontError};
use engine::objectives::{Objectives, Within, span_of};
use std::io::Write;

/// Runs the command; the exit status.
pub fn inspect(args: &Inspect) -> u8 {
    match stage(args) {
        Ok(text) => {
            // A reader that went away (`| head`) is no error of ours.
            let _ = std::io::stdout().write_all(text.as_bytes());
            0
        }
        Err(Failure::Front(error)) => {
            front::explain(&error);
            BAD_INPUT
        }
        Err(Failure::NoFunction(name)) => {
            eprintln!("probant: {} has no function `{name}` with a body", args.file.display());
            BAD_INPUT
        }
    }
}

enum Failure {
    Front(FrontError),
    NoFunction(String),
}

fn stage(args: &Inspect) -> Result<String, Failure> {
    let compiler = front::compiler(&args.c, &args.cflags);
    let preprocessed = front::preprocess(&args.file, &compiler)
        .map_err(|error| Failure::Front(FrontError::World(error)))?;
    match args.stage {
        Stage::Tokens => {
            let (tokens, _) = cfront::lex::lex(&preprocessed.map, &mut cfront::lex::token::names_with_keywords());
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
        Stage::Ir | Stage::Objectives => {}
    }
    let unit = front::compile(preprocessed, args.overflow).map_err(Failure::Front)?;
    crate::diagnose::print(&unit.map, &unit.warnings);
    let only = match &args.function {
        None => None,
        Some(name) => match unit
            .program
            .find_func(name)
            .filter(|&func| unit.program.funcs[func].body.is_some())
        {
            Some(func) => Some(func),
            None => return Err(Failure::NoFunction(name.clone())),
        },
    };
    Ok(match (args.stage, only) {
        (Stage::Ir, None) => ir::print(&unit.program),
        (Stage::Ir, Some(func)) => ir::print_func(&unit.program, func, None),
        _ => objectives(&unit, only),
    })
}

fn objectives(unit: &front::Unit, only: Option<ir::Func>) -> String {
    let mut text = String::new();
    let program = &unit.program;
    for (func, data) in program.funcs.iter() {
        if data.body.is_none() || data.system || only.is_some_and(|only| only != func) {
            continue;
        }
        let objectives = Objectives::branches(program, func, Within::Function);
        text.push_str(&format!("{}: {} objectives\n", data.name, objectives.len()));
        for (event, id) in objectives.events.iter().zip(&objectives.ids) {
            let span = span_of(program, *event);
            let line = unit.map.locate(span.lo).map_or(0, |loc| loc.line);
            text.push_str(&format!("  {id:<6} line {line}: {}\n", unit.map.original(span)));
        }
    }
    text
}
