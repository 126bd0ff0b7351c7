//! A C file to a verified program.

use crate::args::{CArgs, OverflowName};
use crate::devices::{Devices, Said};
use crate::link::{Linked, Other, link};
use crate::models::Models;
use crate::sequences::api::{Api, States};
use crate::stubs::{Wanted, without_bodies};
use cfront::lex::{Tok, Token};
use cfront::pp::{Macros, Preprocessed};
use cfront::target::Target;
use engine::describe::Describer;
use native::{Compiler, NativeError};
use source::{Diagnostics, SourceMap};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// A file as far as the front end takes it.
pub struct Unit {
    /// The preprocessed text and the way back to the files.
    pub map: SourceMap,
    /// Macro definitions in force.
    pub macros: Macros,
    /// What the front end had to say that is no error.
    pub warnings: Diagnostics,
    /// Loops whose turns are not counted, for those who count turns.
    pub uncounted: Diagnostics,
    /// What the file means.
    pub program: ir::Program,
    /// What stands in for functions that are defined elsewhere.
    pub models: Models,
    /// How much of the text compiled code is given: behind it stands what the C library has itself.
    pub native_len: usize,
    /// Functions of the file that count as defined elsewhere, so that test files must replace them.
    pub replaced: Vec<String>,
    /// Functions of the file that are `inline` and that others may see: perhaps no file defines them for the linker.
    pub inlined: Vec<String>,
    /// Structures that are declared inside of functions, as C spells them: nobody outside can name them.
    pub local_types: Vec<String>,
    /// Other files that belong to the unit.
    pub linked: Linked,
    /// What stands for accesses of volatile places.
    pub devices: Devices,
    /// What callers have, if structures and static variables are to be as calls leave them.
    pub(crate) api: Option<Api>,
    /// How its text was read.
    reading: (OverflowName, Target),
}

impl Unit {
    /// The unit with more text at its end, as text.
    fn with(&self, more: &str) -> Preprocessed {
        let unit = Preprocessed { map: self.map.clone(), macros: self.macros.clone() };
        cfront::pp::appended(&unit, more, &original)
    }

    /// The program with more text at its end, if that means something.
    pub(crate) fn extended(&self, more: &str) -> Option<(ir::Program, SourceMap)> {
        let (overflow, target) = self.reading;
        let mut whole = compile(self.with(more), overflow, target).ok()?;
        whole.program.restraints = self.models.restraints(&whole.program);
        crate::devices::stand_still(&mut whole.program, &whole.map, &self.devices.memory);
        for data in whole.program.globals.values_mut() {
            let same = self.program.globals.values().find(|it| it.name == data.name);
            data.hidden |= same.is_some_and(|it| it.hidden);
            data.open |= same.is_some_and(|it| it.open);
        }
        Some((whole.program, whole.map))
    }
}

/// Why there is no program.
pub enum FrontError {
    /// The world outside failed.
    World(NativeError),
    /// The project's compilation database or its settings are wrong, and how.
    Settings(String),
    /// The C text is wrong.
    Text(Box<SourceMap>, Diagnostics),
}

/// The user's compiler with the arguments for reading a file: those of the project, then those of the command line.
pub fn compiler(file: &Path, c: &CArgs, more: &[String]) -> Result<Compiler, FrontError> {
    let mut args =
        crate::database::flags(file, c.database().as_deref()).map_err(FrontError::Settings)?;
    args.extend(c.project.flags());
    args.extend(c.to_compiler(more));
    Ok(Compiler::new(&c.cc, args))
}

/// The compiler told what signed overflow means.
pub fn meaning(mut compiler: Compiler, overflow: OverflowName) -> Compiler {
    if overflow == OverflowName::Wrap {
        compiler.args.push("-fwrapv".to_owned());
    }
    compiler
}

/// The data model that a compiler's arguments choose.
pub fn target(compiler: &Compiler) -> Target {
    let host = if compiler.makes_32_bit() { Target::ILP32 } else { Target::LP64 };
    let model = crate::model::said(&compiler.args).unwrap_or(host);
    let wants_alignment = !compiler.args.iter().any(|arg| arg == ALIGNS_NOTHING);
    Target { wants_alignment, ..model }
}

/// With this flag of the compiler's own a misaligned access is one like others.
const ALIGNS_NOTHING: &str = "-fno-sanitize=alignment";

/// Preprocesses a file and gives it a source map.
pub fn preprocess(
    file: &Path,
    compiler: &Compiler,
) -> Result<cfront::pp::Preprocessed, NativeError> {
    Ok(read_text(compiler.preprocess(file)?))
}

/// The same without the bodies of functions that are to be replaced, with their names, and with the clauses that the project
/// file adds to contracts.
pub(crate) fn preprocess_for(
    file: &Path,
    compiler: &Compiler,
    c: &CArgs,
) -> Result<(cfront::pp::Preprocessed, Vec<String>), FrontError> {
    let unit = preprocess(file, compiler).map_err(FrontError::World)?;
    let wanted = Wanted { given: &c.stub, of_project: &c.project.stubs() };
    let (unit, replaced) = without_bodies(unit, &wanted)
        .map_err(|message| FrontError::Settings(format!("{}: {message}", file.display())))?;
    let (path, clauses) = c.project.clauses();
    Ok((crate::config::insert(unit, &path, clauses), replaced))
}

/// Gives preprocessed text a source map.
pub(crate) fn read_text(text: String) -> cfront::pp::Preprocessed {
    cfront::pp::read(text, &original)
}

/// A file as the user wrote it.
pub(crate) fn original(name: &str) -> Option<String> {
    std::fs::read(name).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads a file as the command line and the project want it. The preprocessor may take so long, if there is a limit.
pub(crate) fn read_for(
    file: &Path,
    c: &CArgs,
    more: &[String],
    overflow: OverflowName,
    patience: Option<Duration>,
) -> Result<(Unit, Compiler), FrontError> {
    let (unit, compiler) = read_linked(file, c, more, overflow, patience)?;
    let invariant = c.invariant.as_ref().map(|name| (file, name.as_str()));
    let around = Around { devices: c.project.devices(), states: c.states(), invariant };
    Ok((completed(unit, overflow, &compiler, &around)?, compiler))
}

/// Reads a file whose functions are only to be run: volatile places are memory, and nobody calls anything several times.
pub(crate) fn read_to_run(
    file: &Path,
    c: &CArgs,
    overflow: OverflowName,
) -> Result<Unit, FrontError> {
    let (unit, compiler) = read_linked(file, c, &[], overflow, None)?;
    let unit = with_memory_alone(unit, overflow, &compiler);
    let unit = with_models_of(unit, overflow, &compiler, crate::models::own_models);
    Ok(with_library(unit, overflow, &compiler))
}

/// The unit without the word `volatile`, where nobody can tell the types apart: nothing but memory is read and written.
fn with_memory_alone(unit: Unit, overflow: OverflowName, compiler: &Compiler) -> Unit {
    let mut names = cfront::lex::token::names_with_keywords();
    let tokens = cfront::lex::lex(&unit.map, &mut names).0.tokens;
    let tells_types = |token: &Token| matches!(token.kind, Tok::Generic | Tok::TypesCompatible);
    if tokens.iter().any(tells_types) {
        return unit;
    }
    let mut text = unit.with("");
    for token in tokens.iter().filter(|token| token.kind == Tok::Volatile) {
        let span = token.lo as usize..token.hi as usize;
        text.map.text.replace_range(span.clone(), &" ".repeat(span.len()));
    }
    let whole = compile(text, overflow, target(compiler));
    in_place_of(unit, whole)
}

/// Reads a file with those that are linked with it.
fn read_linked(
    file: &Path,
    c: &CArgs,
    more: &[String],
    overflow: OverflowName,
    patience: Option<Duration>,
) -> Result<(Unit, Compiler), FrontError> {
    let compiler = meaning(compiler(file, c, more)?, overflow);
    let hurried = patience.map_or(compiler.clone(), |patience| compiler.within(patience));
    let (preprocessed, replaced) = preprocess_for(file, &hurried, c)?;
    let others = linked_files(file, c, more, overflow)?;
    let stubbed: Vec<String> = c.stub.iter().cloned().chain(c.project.stubs()).collect();
    let (preprocessed, linked) =
        link(preprocessed, others, &stubbed).map_err(FrontError::Settings)?;
    let mut unit = compile(preprocessed, overflow, target(&compiler))?;
    unit.linked = linked;
    unit.replaced = still_called(&unit.program, replaced);
    let compiler = without_builtins(compiler, &unit.program);
    Ok((unit, compiler))
}

/// The files that are to be linked with one, each preprocessed with its own arguments.
fn linked_files(
    file: &Path,
    c: &CArgs,
    more: &[String],
    overflow: OverflowName,
) -> Result<Vec<Other>, FrontError> {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let paths = c.link.iter().cloned().chain(c.project.links(file)).map(|path| whole(&path));
    let mut others: Vec<Other> = Vec::new();
    for path in paths.filter(|path| *path != whole(file)) {
        if others.iter().any(|other| other.path == path) {
            continue;
        }
        let compiler = meaning(compiler(&path, c, more)?, overflow);
        let text = preprocess(&path, &compiler).map_err(FrontError::World)?;
        others.push(Other { path, args: compiler.args, text });
    }
    Ok(others)
}

/// The compiler told to call what a file defines itself: calls of `abs` and the like it would otherwise replace by what it knows
/// of the C library, so that tests would not run the function under test at all.
fn without_builtins(mut compiler: Compiler, program: &ir::Program) -> Compiler {
    let own = program
        .funcs
        .values()
        .filter(|data| data.body.is_some() && data.linkage == ir::Linkage::External);
    let own = own.filter(|data| interp::is_library(&data.name));
    compiler.args.extend(own.map(|data| format!("-fno-builtin-{}", data.name)));
    compiler
}

/// What the user says of what surrounds a unit.
#[derive(Default)]
struct Around<'a> {
    /// What is said of devices.
    devices: Said,
    /// Which states there are.
    states: States,
    /// What holds of them, and in which file.
    invariant: Option<(&'a Path, &'a str)>,
}

/// A unit with all that stands in for what surrounds it.
fn completed(
    unit: Unit,
    overflow: OverflowName,
    compiler: &Compiler,
    around: &Around<'_>,
) -> Result<Unit, FrontError> {
    let unit = with_devices(unit, overflow, compiler, &around.devices)?;
    let unit = with_sequences(unit, overflow, compiler, &around.states);
    let unit = with_lists(unit, overflow, compiler);
    let mut unit = with_invariant(unit, overflow, compiler, around.invariant)?;
    if let States::Api(roles) = &around.states {
        unit.api = Some(Api::of(&unit.program, roles));
    }
    let unit = with_models(unit, overflow, compiler);
    let mut unit = with_library(unit, overflow, compiler);
    unit.devices.memory.extend(around.devices.memory.iter().cloned());
    crate::devices::stand_still(&mut unit.program, &unit.map, &unit.devices.memory);
    hide(&mut unit, &around.states);
    if let States::Api(roles) = &around.states {
        unit.api = Some(Api::of(&unit.program, roles));
    }
    Ok(unit)
}

/// What calls alone change is no input: static variables of the file, where callers build all states, and registers after a reset.
fn hide(unit: &mut Unit, states: &States) {
    crate::sequences::hide_statics(&mut unit.program, states);
    crate::devices::hide(&mut unit.program, &unit.devices);
}

/// Reads a file with all that stands in for what surrounds it.
pub fn read_whole(
    file: &Path,
    compiler: &Compiler,
    overflow: OverflowName,
) -> Result<Unit, FrontError> {
    let unit = read(file, compiler, overflow)?;
    completed(unit, overflow, compiler, &Around::default())
}

/// The same where structures and static variables are as calls of the exported functions leave them.
pub fn read_by_calls(
    file: &Path,
    compiler: &Compiler,
    overflow: OverflowName,
) -> Result<Unit, FrontError> {
    let states = States::Api(crate::sequences::api::Roles::default());
    let around = Around { states, ..Around::default() };
    completed(read(file, compiler, overflow)?, overflow, compiler, &around)
}

/// Of the functions that were replaced those that somebody calls: nobody has to define the others.
fn still_called(program: &ir::Program, mut replaced: Vec<String>) -> Vec<String> {
    let stubs = Describer::new(program).stubs();
    replaced.retain(|name| stubs.iter().any(|stub| stub.name == *name));
    replaced
}

/// The unit with calls in the places of accesses of volatile memory, if it has any.
fn with_devices(
    unit: Unit,
    overflow: OverflowName,
    compiler: &Compiler,
    said: &Said,
) -> Result<Unit, FrontError> {
    let read = Preprocessed { map: unit.map.clone(), macros: unit.macros.clone() };
    let scripted = crate::devices::scripted(&read, &target(compiler), said);
    let Some((scripted, devices)) = scripted.map_err(FrontError::Settings)? else {
        return Ok(unit);
    };
    Ok(match compile(scripted, overflow, target(compiler)) {
        Ok(whole) => Unit { devices, ..in_place_of(unit, Ok(whole)) },
        Err(_) => unit,
    })
}

/// The unit with functions that call others several times, where these keep something from one call to the next.
fn with_sequences(
    mut unit: Unit,
    overflow: OverflowName,
    compiler: &Compiler,
    states: &States,
) -> Unit {
    hide(&mut unit, states);
    let Some((text, results)) = crate::sequences::text(&unit.program, states) else { return unit };
    match compile(unit.with(&text), overflow, target(compiler)) {
        Ok(whole) => {
            let mut unit = in_place_of(unit, Ok(whole));
            unit.devices.functions.extend(results);
            unit
        }
        Err(_) => unit,
    }
}

/// The unit with preconditions at its end that an invariant of states is to its functions.
fn with_invariant(
    unit: Unit,
    overflow: OverflowName,
    compiler: &Compiler,
    invariant: Option<(&Path, &str)>,
) -> Result<Unit, FrontError> {
    let Some((file, name)) = invariant else { return Ok(unit) };
    let text = crate::invariant::text(&unit.program, file, name).map_err(FrontError::Settings)?;
    let Some(text) = text else { return Ok(unit) };
    let whole = compile(unit.with(&text), overflow, target(compiler))?;
    Ok(in_place_of(unit, Ok(whole)))
}

/// The unit with functions that make lists of their arguments, for those that take one.
fn with_lists(unit: Unit, overflow: OverflowName, compiler: &Compiler) -> Unit {
    let Some(text) = crate::through::text(&unit.program) else { return unit };
    let whole = compile(unit.with(&text), overflow, target(compiler));
    in_place_of(unit, whole)
}

/// The unit with models of functions that are defined elsewhere, if it needs any. Should a model not fit its declaration after
/// all, it is left out: calls of the function are then unknown.
fn with_models(unit: Unit, overflow: OverflowName, compiler: &Compiler) -> Unit {
    with_models_of(unit, overflow, compiler, crate::models::models)
}

fn with_models_of(
    unit: Unit,
    overflow: OverflowName,
    compiler: &Compiler,
    models_of: fn(&Unit) -> Models,
) -> Unit {
    let unit = with_others(unit, overflow, compiler);
    let mut models = models_of(&unit);
    while !models.is_empty() {
        match compile(unit.with(&models.text()), overflow, target(compiler)) {
            Ok(mut whole) => {
                whole.program.restraints = models.restraints(&whole.program);
                return Unit { models, ..in_place_of(unit, Ok(whole)) };
            }
            Err(FrontError::Text(map, errors)) if models.drop_wrong(&map, &errors) => {}
            Err(_) => models.drop_all(),
        }
    }
    Unit { models, ..unit }
}

/// The unit with functions of the C library at its end that engines know in C only.
fn with_library(unit: Unit, overflow: OverflowName, compiler: &Compiler) -> Unit {
    let Some(text) = crate::exact::text(&unit.program) else { return unit };
    match compile(unit.with(&text), overflow, target(compiler)) {
        Ok(mut whole) => {
            whole.program.restraints = unit.models.restraints(&whole.program);
            let (models, native_len) = (unit.models.clone(), unit.native_len);
            Unit { models, native_len, ..in_place_of(unit, Ok(whole)) }
        }
        Err(_) => unit,
    }
}

/// The unit with declarations of functions of other files that pointers of the input may lead to.
fn with_others(unit: Unit, overflow: OverflowName, compiler: &Compiler) -> Unit {
    let Some(text) = crate::others::text(&unit.program) else { return unit };
    let whole = compile(unit.with(&text), overflow, target(compiler));
    in_place_of(unit, whole)
}

/// A unit with something at its end, or without where that has mistakes; what the user is told stays the same.
fn in_place_of(unit: Unit, whole: Result<Unit, FrontError>) -> Unit {
    match whole {
        Ok(whole) => Unit {
            warnings: unit.warnings,
            replaced: unit.replaced,
            devices: unit.devices,
            linked: unit.linked,
            api: unit.api,
            ..whole
        },
        Err(_) => unit,
    }
}

/// Reads a file to a verified program: preprocess, parse, type, lower, verify.
pub fn read(file: &Path, compiler: &Compiler, overflow: OverflowName) -> Result<Unit, FrontError> {
    let preprocessed = preprocess(file, compiler).map_err(FrontError::World)?;
    compile(preprocessed, overflow, target(compiler))
}

/// The same from text that is preprocessed already.
pub fn compile(
    preprocessed: cfront::pp::Preprocessed,
    overflow: OverflowName,
    target: Target,
) -> Result<Unit, FrontError> {
    let cfront::pp::Preprocessed { map, macros } = preprocessed;
    let (ast, mut diagnostics) = cfront::parse_unit(&map, &macros);
    if diagnostics.has_errors() {
        return Err(FrontError::Text(Box::new(map), diagnostics));
    }
    let (typed, more) = cfront::sema::check(&ast, &map, &target);
    diagnostics.extend(more);
    if diagnostics.has_errors() {
        return Err(FrontError::Text(Box::new(map), diagnostics));
    }
    let reading = (overflow, target);
    let overflow = match overflow {
        OverflowName::Trap => lower::Overflow::Trap,
        OverflowName::Wrap => lower::Overflow::Wrap,
    };
    let (mut program, more) = lower::lower(&typed, &lower::Options { overflow, target });
    let mut uncounted = Diagnostics::default();
    for warning in &more {
        let list = if warning.code == lower::UNCOUNTED { &mut uncounted } else { &mut diagnostics };
        list.push(warning.clone());
    }
    crate::link::mark(&mut program, &map.text);
    crate::devices::mark(&mut program);
    verify(&program);
    let (inlined, local_types) = (inlined(&typed), local_types(&typed));
    let (models, replaced, native_len) = (Models::default(), Vec::new(), map.text.len());
    Ok(Unit {
        map,
        macros,
        warnings: diagnostics,
        uncounted,
        program,
        models,
        native_len,
        replaced,
        inlined,
        local_types,
        linked: Linked::default(),
        devices: Devices::default(),
        api: None,
        reading,
    })
}

/// The structures with a tag that are declared inside of functions, and nowhere else under that tag.
fn local_types(typed: &cfront::typed::Unit) -> Vec<String> {
    let bodies: Vec<_> = typed.funcs.values().map(|func| func.definition_span).collect();
    let is_inside =
        |span: source::Span| bodies.iter().any(|it| it.lo < span.lo && span.hi <= it.hi);
    let tagged = || typed.records.iter().filter(|(_, data)| data.tag.is_some());
    let (inside, outside): (Vec<_>, Vec<_>) = tagged().partition(|(_, it)| is_inside(it.span));
    let names = |records: Vec<(cfront::types::RecordId, &cfront::types::Record)>| {
        records.into_iter().map(|(id, _)| typed.record_text(id)).collect::<BTreeSet<String>>()
    };
    names(inside).difference(&names(outside)).cloned().collect()
}

/// The functions that are `inline` and neither static nor of the system.
fn inlined(typed: &cfront::typed::Unit) -> Vec<String> {
    let is_seen = |func: &&cfront::typed::Func| {
        let is_own = func.body.is_some() && !func.system;
        is_own && func.inline && func.linkage == cfront::typed::Linkage::External
    };
    typed.funcs.values().filter(is_seen).map(|func| func.name.clone()).collect()
}

/// What lowering makes must be well-formed; anything else is our bug.
fn verify(program: &ir::Program) {
    let violations = ir::verify(program);
    assert!(violations.is_empty(), "the IR should be well-formed: {violations:?}");
}

/// Tells the user why there is no program.
pub fn explain(error: &FrontError) {
    eprint!("{}", explained(error));
}

/// Why there is no program, as the user is told.
pub(crate) fn explained(error: &FrontError) -> String {
    match error {
        FrontError::World(error) => format!("probant: {error}\n"),
        FrontError::Settings(message) => format!("probant: {message}\n"),
        FrontError::Text(map, diagnostics) => crate::diagnose::text(map, diagnostics),
    }
}
