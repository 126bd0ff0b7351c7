//! Points-to analysis: for every pointer that a function computes, where it may lead and how sure that is.
//!
//! Flow-sensitive, with definite and possible relations, bytes of objects told apart where offsets are constant, the heap by
//! the place of allocation, calls in their context (after Emami, Ghiya and Hendren, on the tree of regions). What pointers of
//! the input lead to is one unknown object for each type, since inputs may alias. The result includes every pointer that any
//! run computes; it says nothing of values or of which branches can be taken.
//!
//! It is for people who look at a program. The engines do not ask it: the guarded sets of merged execution are at least as exact.

mod limits;
mod state;
mod transfer;
mod versions;

pub use state::{Off, Place, Places, Root, Sure};

use ir::{Func, Program, Value};
use source::SourceMap;
use std::collections::BTreeMap;
use std::fmt::Write;
use transfer::Flow;
use versions::Writer;

const TO_STRING: &str = "writing to a string succeeds";

/// What is known of the instructions of a function and of those it calls.
#[derive(Clone, Debug)]
pub struct PointsTo {
    seen: BTreeMap<(Func, Value), Seen>,
}

/// What is known of one instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Seen {
    /// Where the pointer that it yields may lead.
    yields: Option<Places>,
    /// What it reads or writes through a pointer.
    through: Option<What>,
}

/// An access through a pointer, in the terms of pointer SSA.
#[derive(Clone, PartialEq, Eq, Debug)]
enum What {
    /// It reads one of these: a φu.
    Use(Places),
    /// It may define each of these: a φd.
    Definition(Places),
}

/// Where the pointers of a function lead when it is called with inputs.
pub fn points_to(program: &Program, func: Func) -> PointsTo {
    let mut flow = Flow::new(program);
    flow.start(func);
    PointsTo { seen: flow.seen }
}

impl PointsTo {
    /// Where the pointer that an instruction yields may lead; none if control never comes there.
    pub fn of(&self, func: Func, inst: Value) -> Option<&Places> {
        self.seen.get(&(func, inst))?.yields.as_ref()
    }

    /// One line for each pointer that is computed and for each access through one, in the order of the text.
    pub fn print(&self, program: &Program, map: &SourceMap, func: Func) -> String {
        let mut text = format!("{}\n", program.funcs[func].name);
        let body = program.body(func);
        let mut lines: Vec<(u32, u32, String)> = Vec::new();
        let of_func = self.seen.range((func, first())..).take_while(|((of, _), _)| *of == func);
        for (&(_, inst), seen) in of_func {
            let span = body.spans[inst];
            let (line, col) = map.locate(span.lo).map_or((0, 0), |loc| (loc.line, loc.col));
            let source = map.original(span).split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(places) = &seen.yields {
                let places = self.places(program, places);
                lines.push((line, col, format!("{inst} `{source}` -> {places}")));
            }
            match &seen.through {
                Some(What::Use(places)) => {
                    let places = self.places(program, places);
                    lines.push((line, col, format!("{inst} `{source}` = φu{places}")));
                }
                Some(What::Definition(places)) => {
                    let places = self.places(program, places);
                    lines.push((line, col, format!("φd{places} by `{source}`")));
                }
                None => {}
            }
        }
        lines.sort();
        for (line, _, what) in lines {
            writeln!(text, "  line {line}: {what}").expect(TO_STRING);
        }
        text
    }

    /// The function in pointer SSA: every definition with its version.
    pub fn print_versions(&self, program: &Program, map: &SourceMap, func: Func) -> String {
        Writer::new(program, map, func, self).write()
    }

    fn places(&self, program: &Program, places: &Places) -> String {
        let names: Vec<String> = places
            .iter()
            .map(|(place, sure)| {
                let sure = if *sure == Sure::Definite { "" } else { "?" };
                format!("{}{sure}", name(program, *place))
            })
            .collect();
        format!("{{{}}}", names.join(", "))
    }
}

fn first() -> Value {
    entity::EntityRef::from_index(0)
}

fn name(program: &Program, place: Place) -> String {
    let (root, off) = match place {
        Place::Null => return "NULL".to_owned(),
        Place::Unknown => return "anything".to_owned(),
        Place::Code(func) => return program.funcs[func].name.clone(),
        Place::In(root, off) => (root, off),
    };
    let object = match root {
        Root::Local(func, local) => program.body(func).locals[local].name.clone(),
        Root::Global(global) => program.globals[global].name.clone(),
        Root::Heap(func, inst) => format!("heap({}.{inst})", program.funcs[func].name),
        Root::Input(Some(shape)) => format!("input({})", program.spelling(shape)),
        Root::Input(None) => "input".to_owned(),
    };
    match off {
        Off::At(0) => object,
        Off::At(at) => format!("{object}+{at}"),
        Off::Any => format!("{object}[..]"),
    }
}
