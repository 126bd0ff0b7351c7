//! Functions that are defined elsewhere: their models are put at the end of the unit, as if a system header had defined them, so
//! that engines, interpreter and compiled code all run the same.

use crate::front::Unit;
use engine::describe::Describer;
use engine::describe::restraint;
use ir::{Func, Program, Restraint};
use source::{Diagnostics, SourceMap};
use std::collections::BTreeSet;
use std::fmt::Write;
use suite::{External, Granted, StandIn};

/// Most numbers of global variables that all functions of elsewhere may write together; more would be a burden on each call.
const MOST_NUMBERS: usize = 512;

/// How the places are called where models stand, and the prototypes of what they call.
const MODEL: &str = "model of ";
const RESULTS: &str = "results of ";

/// What stands in for functions that are defined elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Models {
    /// By the names of the functions, in the order of their declarations.
    each: Vec<(String, emit::Model)>,
}

/// The models that a unit needs.
pub(crate) fn models(unit: &Unit) -> Models {
    let mut describer = Describer::new(&unit.program);
    let mut stubs = describer.stubs();
    stubs.retain(|stub| {
        let func = unit.program.find_func(&stub.name);
        let is_library = |func| exec::is_library(&unit.program, func);
        !func.is_none_or(is_library) && !interp::is_library(&stub.name)
    });
    let globals = describer.exported(&unit.map);
    let are_few = globals.len() * stubs.len() <= MOST_NUMBERS;
    let written: &[External] = if are_few { &globals } else { &[] };
    let mut models = Models::default();
    for stub in &stubs {
        let Some(mut model) = emit::model(&describer.types, stub, written) else { continue };
        if !are_few {
            let function = stub.name.clone();
            model.granted.push(Granted { function, what: suite::Restraint::Globals });
        }
        models.each.push((stub.name.clone(), model));
    }
    models
}

impl Models {
    /// Is there nothing that stands in for anything?
    pub(crate) fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// The definitions for test files.
    pub(crate) fn stand_ins(&self) -> Vec<StandIn> {
        let each = self.each.iter();
        each.map(|(function, model)| StandIn {
            function: function.clone(),
            lines: model.lines.clone(),
        })
        .collect()
    }

    /// The text of a unit with models at its end, in places that count as system headers. What they call does not: tests define
    /// it.
    pub(crate) fn append(&self, text: &str) -> String {
        let mut whole = text.to_owned();
        let mut part = |place: &str, name: &str, system: &str, text: &str| {
            write!(whole, "\n# 1 \"{place}{name}\"{system}\n{text}")
                .expect("writing to a string succeeds");
        };
        for (name, model) in &self.each {
            part(RESULTS, name, "", &model.pieces);
        }
        part(MODEL, "", " 3", emit::DECLARATIONS);
        for (name, model) in &self.each {
            part(MODEL, name, " 3", &model.text);
        }
        whole
    }

    /// Drops the models that do not fit their declarations after all; false if none is at fault.
    pub(crate) fn drop_wrong(&mut self, map: &SourceMap, errors: &Diagnostics) -> bool {
        let files = errors.iter().filter_map(|error| map.locate(error.span.lo));
        let name = |file: &'_ str| {
            let name = file.strip_prefix(MODEL).or_else(|| file.strip_prefix(RESULTS));
            name.map(str::to_owned)
        };
        let names: BTreeSet<String> =
            files.filter_map(|place| name(&map.files[place.file].name)).collect();
        let before = self.each.len();
        self.each.retain(|(name, _)| !names.contains(name));
        self.each.len() < before
    }

    /// What the models leave out, as verdicts have to know it.
    pub(crate) fn restraints(&self, program: &Program) -> Vec<(Func, Restraint)> {
        let granted = self.each.iter().flat_map(|(_, model)| &model.granted);
        granted.filter_map(|granted| restraint(program, granted)).collect()
    }
}
