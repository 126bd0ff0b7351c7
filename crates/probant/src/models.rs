//! Functions that are defined elsewhere: their models are put at the end of the unit, as if a system header had defined them, so
//! that engines, interpreter and compiled code all run the same.

use crate::devices::assembly::PREFIX;
use crate::front::Unit;
use crate::sequences::blocks::Blocks;
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
    /// Of these the functions of the C library.
    library: Vec<String>,
    /// Functions of the C library that print to streams which may be made up.
    sinks: Vec<String>,
}

/// The models that a unit needs.
pub(crate) fn models(unit: &Unit) -> Models {
    let mut models = own_models(unit);
    if !crate::guard::scripts_are_off() {
        add_library(unit, &mut Describer::new(&unit.program), &mut models);
    }
    models
}

/// Those of functions of elsewhere, without the C library.
pub(crate) fn own_models(unit: &Unit) -> Models {
    let mut describer = Describer::new(&unit.program);
    let mut stubs = describer.stubs();
    stubs.retain(|stub| {
        let is_device = unit.devices.functions.iter().any(|device| device.function == stub.name);
        if is_device || unit.devices.is_foreign && stub.name.starts_with(PREFIX) {
            return false;
        }
        let func = unit.program.find_func(&stub.name);
        let is_library = |func| exec::is_library(&unit.program, func);
        let is_known = interp::is_library(&stub.name) || crate::exact::is_known(&stub.name);
        !func.is_none_or(is_library) && !is_known
    });
    let globals = describer.exported(&unit.map);
    let are_few = globals.len() * stubs.len() <= MOST_NUMBERS;
    let written: &[External] = if are_few { &globals } else { &[] };
    let frees =
        describer.library().iter().any(|stub| stub.name == "free" || stub.name == "realloc");
    let frees = frees && !defines(&unit.program, "calloc");
    let errno = used(&unit.program).errno;
    let mut models = Models::default();
    let blocks = Blocks::among(&describer.types, &stubs, unit.api.is_some());
    for stub in &stubs {
        if stub.name == ir::ASSUME {
            let model = emit::library_model(&describer.types, stub, used(&unit.program));
            models.each.extend(model.map(|model| (stub.name.clone(), model)));
            continue;
        }
        let does_nothing = stub.name.starts_with(ir::ANY_VALUE);
        let written = if does_nothing { &[] } else { written };
        let memory = blocks.of(stub);
        let errno = errno && !does_nothing;
        let told = !does_nothing;
        let around = emit::Surroundings { globals: written, frees, told, memory, errno };
        let Some(mut model) = emit::model(&describer.types, stub, around) else { continue };
        if !are_few && !does_nothing {
            let function = stub.name.clone();
            model.granted.push(Granted { function, what: suite::Restraint::Globals });
        }
        models.each.push((stub.name.clone(), model));
    }
    models
}

/// What the user's code uses of the library besides.
fn used(program: &Program) -> emit::LibraryUse {
    emit::LibraryUse {
        errno: is_named(program, "__errno_location"),
        ungetc: is_named(program, "ungetc"),
    }
}

/// Does the user's code name a function?
fn is_named(program: &Program, name: &str) -> bool {
    let Some(wanted) = program.find_func(name) else { return false };
    let own = program.funcs.values().filter(|data| !data.system);
    let mut insts = own.filter_map(|data| data.body.as_ref()).flat_map(|body| body.insts.values());
    insts.any(|inst| world::mentioned(inst) == Some(wanted))
}

fn defines(program: &Program, name: &str) -> bool {
    program.find_func(name).is_some_and(|func| program.funcs[func].body.is_some())
}

/// Functions of the C library whose results come from outside the program are scripted as functions of elsewhere are.
fn add_library(unit: &Unit, describer: &mut Describer<'_>, models: &mut Models) {
    let used = used(&unit.program);
    for stub in describer.library() {
        let Some(func) = unit.program.find_func(&stub.name) else { continue };
        let is_known = exec::is_modelled(&unit.program, func)
            || crate::exact::is_known(&stub.name)
            || (interp::is_library(&stub.name) && !STANDING_STILL.contains(&stub.name.as_str()))
            || unit.program.has_member(&stub.name)
            || NOT_SCRIPTED.iter().any(|name| stub.name.starts_with(name));
        let model = match emit::library_model(&describer.types, &stub, used) {
            Some(model) if !unit.program.has_member(&stub.name) => Some(model),
            _ if is_known => None,
            _ => emit::system_model(&describer.types, &stub, used.errno),
        };
        if let Some(model) = model {
            models.library.push(stub.name.clone());
            models.each.push((stub.name, model));
        } else if emit::is_sink(&stub.name) && has_streams(&unit.program) {
            models.sinks.push(stub.name);
        }
    }
}

/// May there be other streams than those that every program has?
fn has_streams(program: &Program) -> bool {
    let opens = |name: &str| program.find_func(name).is_some();
    let is_stream = |shape: &ir::ShapeId| matches!(&program.shapes[*shape], ir::Shape::Pointer { spelling, .. } if spelling.starts_with("FILE *"));
    let own = program.funcs.values().filter(|data| !data.system);
    let params = own.flat_map(|data| data.params.iter().map(|param| param.shape));
    let fields = program.shapes.values().flat_map(|shape| match shape {
        ir::Shape::Record { fields, .. } => fields.as_slice(),
        _ => &[],
    });
    let variables = program.globals.values().filter(|data| !data.constant);
    let mut all = params
        .chain(fields.map(|field| field.shape))
        .chain(variables.filter_map(|data| data.shape));
    all.any(|shape| is_stream(&shape))
        || ["fopen", "fdopen", "tmpfile", "popen"].into_iter().any(opens)
}

/// What the interpreter answers for whole programs always alike.
const STANDING_STILL: &[&str] = &["clock", "getenv"];

/// What functions of these names do is more than numbers can tell: they allocate, keep pointers, or come back twice.
const NOT_SCRIPTED: &[&str] = &[
    "__",
    "_",
    "asprintf",
    "dl",
    "environ",
    "exec",
    "fork",
    "getdelim",
    "getline",
    "glob",
    "longjmp",
    "mmap",
    "open_memstream",
    "posix_memalign",
    "pthread_",
    "reg",
    "scandir",
    "set_new_handler",
    "setjmp",
    "sig",
    "siglongjmp",
    "strtok",
    "v",
    "wait",
];

impl Models {
    /// Is there nothing that stands in for anything?
    pub(crate) fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// The functions of the C library that are scripted.
    pub(crate) fn redirected(&self) -> Vec<String> {
        self.library.iter().chain(&self.sinks).cloned().collect()
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

    /// The models as text for the end of a unit, in places that count as system headers. What they call does not: tests define
    /// it.
    pub(crate) fn text(&self) -> String {
        let mut whole = String::new();
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
        self.library.retain(|name| !names.contains(name));
        self.each.len() < before
    }

    /// Drops all models.
    pub(crate) fn drop_all(&mut self) {
        self.each.clear();
        self.library.clear();
    }

    /// What the models leave out, as verdicts have to know it.
    pub(crate) fn restraints(&self, program: &Program) -> Vec<(Func, Restraint)> {
        let granted = self.each.iter().flat_map(|(_, model)| &model.granted);
        granted.filter_map(|granted| restraint(program, granted)).collect()
    }
}
