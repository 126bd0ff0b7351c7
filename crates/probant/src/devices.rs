//! Devices: what volatile memory shows is no matter of memory. Every read of it becomes a call of a function that a test scripts, in
//! the preprocessed text and before anyone reads it, so that engines, interpreter and compiled code all see the same program.
//!
//! `ticks` becomes `probant_read_ticks(ticks)`: given what is there, the function returns what the device shows. Tests that script
//! such reads are built from this text; the others include the source as it is.

mod access;
pub(crate) mod assembly;
mod copy;
pub(crate) mod declared;
mod interrupt;
mod region;
mod wrap;

use access::{Access, Kind, accesses};
use cfront::ast::Ast;
use cfront::pp::{Edit, Preprocessed, edited};
use cfront::target::Target;
use cfront::typed::Unit;
use declared::{Declared, Natures, OnWrite};
use region::Region;
use source::SourceMap;
use std::fmt::Write;
use suite::{Device, DeviceAccess};

/// What became of the devices of a unit.
#[derive(Clone, Debug, Default)]
pub struct Devices {
    /// The functions that stand for reads and writes.
    pub functions: Vec<Device>,
    /// The variables that stand for device memory.
    pub regions: Vec<String>,
    /// Of these the ones with members that are constant to the code.
    pub read_only: Vec<String>,
    /// The variables that begin with what a reset leaves there.
    pub reset: Vec<String>,
    /// The variables that may be larger than they were made.
    pub open: Vec<String>,
    /// Places in regions that are said to be memory, as the user wrote them.
    pub memory: Vec<String>,
    /// Is there something in the source that compilers here cannot read?
    pub is_foreign: bool,
    /// The text with them, as test files include it.
    pub copy: String,
    /// What could not be written as C in the places of the user's, in words: it is as it was, and verdicts name what they take for
    /// granted of it.
    pub dropped: Vec<&'static str>,
}

/// What the user says of devices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// Volatile places that are memory.
    pub(crate) memory: Vec<String>,
    /// Device memory.
    pub(crate) regions: Vec<Declared>,
    /// Functions that may run between any two accesses of what they share with others.
    pub(crate) handlers: Vec<String>,
    /// Variables that interrupts may write at any time.
    pub(crate) changed: Vec<String>,
}

/// What came of one kind of change.
enum Change<T> {
    /// There is nothing to change.
    Nothing,
    /// The text with it would be no C, or names of ours are taken.
    Impossible,
    /// The changed text, and what was made.
    Made(Preprocessed, T),
}

impl<T> Change<T> {
    /// A change whose text must mean something.
    fn checked(text: Preprocessed, made: T, target: &Target) -> Self {
        match meaning(&text, target) {
            Some(_) => Self::Made(text, made),
            None => Self::Impossible,
        }
    }
}

/// The place where the functions are declared.
const PLACE: &str = "devices";

/// The unit without assembly, with variables in the places of device memory, and calls in the places of reads and writes of volatile
/// memory that is not said to be `memory`; none if it has nothing of all that, or has such names of its own.
pub(crate) fn scripted(
    unit: &Preprocessed,
    target: &Target,
    said: &Said,
) -> Result<Option<(Preprocessed, Devices)>, String> {
    let mut devices = Devices::default();
    let mut whole = unit.clone();
    match without_assembly(&whole, target) {
        Change::Nothing => {}
        Change::Impossible => devices.dropped.push("what assembly computes"),
        Change::Made(text, ()) => (whole, devices.is_foreign) = (text, true),
    }
    match with_regions(&whole, target, &said.regions)? {
        Change::Nothing => {}
        Change::Impossible => devices.dropped.push("what lies at fixed addresses"),
        Change::Made(text, regions) => {
            devices.take(regions);
            whole = text;
        }
    }
    match with_calls(&whole, target, said)? {
        Change::Nothing => {}
        Change::Impossible => devices.dropped.push("what volatile places show"),
        Change::Made(text, made) => {
            (devices.functions, devices.memory) = made;
            whole = text;
        }
    }
    match with_interrupts(&whole, target, &said.handlers)? {
        Change::Nothing => {}
        Change::Impossible => devices.dropped.push("when interrupts come"),
        Change::Made(text, functions) => {
            devices.functions.extend(functions);
            whole = text;
        }
    }
    let has_devices = devices.has_regions() || !devices.functions.is_empty();
    if !has_devices && !devices.is_foreign && devices.dropped.is_empty() {
        return Ok(None);
    }
    devices.copy = copy::readable(&whole.map);
    Ok(Some((whole, devices)))
}

impl Devices {
    fn has_regions(&self) -> bool {
        !self.regions.is_empty() || !self.reset.is_empty()
    }

    /// What begins with what a reset leaves there is defined in the unit: no test says what it holds.
    fn take(&mut self, regions: Vec<Region>) {
        for region in regions {
            if region.is_open {
                self.open.push(region.name.clone());
            }
            if region.is_reset {
                self.reset.push(region.name);
                continue;
            }
            if region.has_constants {
                self.read_only.push(region.name.clone());
            }
            self.regions.push(region.name);
        }
    }
}

/// What a unit means, if it has no mistakes.
fn meaning(unit: &Preprocessed, target: &Target) -> Option<(Ast, Unit)> {
    let (ast, diagnostics) = cfront::parse_unit(&unit.map, &unit.macros);
    if diagnostics.has_errors() {
        return None;
    }
    let (typed, diagnostics) = cfront::sema::check(&ast, &unit.map, target);
    (!diagnostics.has_errors()).then_some((ast, typed))
}

/// The unit with calls in the places of assembly; none if it has no assembly or does without.
fn without_assembly(unit: &Preprocessed, target: &Target) -> Change<()> {
    let Some((ast, typed)) = meaning(unit, target) else { return Change::Nothing };
    let is_taken = typed.funcs.values().any(|func| func.name.starts_with(assembly::PREFIX));
    let (wraps, declared) = assembly::assembly(&typed, &ast, &unit.map);
    if wraps.is_empty() {
        return Change::Nothing;
    }
    if is_taken {
        return Change::Impossible;
    }
    let text = format!("# 1 \"{PLACE}\"\n{declared}");
    let mut edits = vec![Edit { lo: 0, hi: 0, text, closes: false }];
    edits.extend(wrap::in_order(wraps));
    Change::checked(edited(unit, &edits), (), target)
}

/// The unit with variables in the places of addresses; none if it has no such address or does without.
fn with_regions(
    unit: &Preprocessed,
    target: &Target,
    declared: &[Declared],
) -> Result<Change<Vec<Region>>, String> {
    let Some((ast, typed)) = meaning(unit, target) else { return Ok(Change::Nothing) };
    let (wraps, regions) = region::regions(&typed, &ast, &unit.map, target, declared)?;
    if wraps.is_empty() {
        return Ok(Change::Nothing);
    }
    Ok(Change::checked(edited(unit, &wrap::in_order(wraps)), regions, target))
}

/// The functions that stand for accesses, and the places that are memory.
type Scripts = (Vec<Device>, Vec<String>);

/// The unit with calls in the places of accesses.
fn with_calls(
    unit: &Preprocessed,
    target: &Target,
    said: &Said,
) -> Result<Change<Scripts>, String> {
    let Some((_, typed)) = meaning(unit, target) else { return Ok(Change::Nothing) };
    let natures = Natures::of(&typed, target, &said.regions)?;
    let mut named = Named::default();
    let mut wraps = Vec::new();
    let accesses = accesses(&typed, &unit.map, target, &natures, &said.changed);
    let mut memory = Vec::new();
    for mut access in accesses {
        access.is_memory |= is_memory(&access.label, &said.memory);
        if access.is_memory {
            memory.push(access.label.clone());
        }
        // What writes leave in a register is another thing than what reads find there.
        if !access.is_memory || access.kind != Kind::Read && access.on_write != OnWrite::Stored {
            wraps.extend(wrap::edits(&unit.map.text, &access, &mut named));
        }
    }
    if wraps.is_empty() && memory.is_empty() {
        return Ok(Change::Nothing);
    }
    if typed.funcs.values().any(|func| ir::is_device(&func.name)) {
        return Ok(Change::Impossible);
    }
    let mut edits = vec![Edit { lo: 0, hi: 0, text: named.declarations(), closes: false }];
    edits.extend(wrap::in_order(wraps));
    Ok(Change::checked(edited(unit, &edits), (named.functions, memory), target))
}

/// The unit with calls of handlers between accesses of what they share with others.
fn with_interrupts(
    unit: &Preprocessed,
    target: &Target,
    handlers: &[String],
) -> Result<Change<Vec<Device>>, String> {
    if handlers.is_empty() {
        return Ok(Change::Nothing);
    }
    let Some((_, typed)) = meaning(unit, target) else { return Ok(Change::Nothing) };
    let interrupts = interrupt::interrupts(&typed, &unit.map, handlers)?;
    if interrupts.wraps.is_empty() {
        return Ok(Change::Nothing);
    }
    let text = format!("# 1 \"{PLACE}\"\n{}", interrupts.declarations);
    let mut edits = vec![Edit { lo: 0, hi: 0, text, closes: false }];
    edits.extend(wrap::in_order(interrupts.wraps));
    Ok(Change::checked(edited(unit, &edits), interrupts.functions, target))
}

/// The functions that stand for accesses, as they are named.
#[derive(Default)]
struct Named {
    functions: Vec<Device>,
    /// The type of each, as C spells it.
    types: Vec<String>,
}

impl Named {
    /// The function for a kind of access of a place.
    fn function(&mut self, prefix: &str, access: &Access) -> String {
        // Nobody sees those of memory.
        if access.is_memory {
            return String::new();
        }
        let stem = format!("{prefix}{}", identifier(&access.label));
        for number in 1.. {
            let name = if number == 1 { stem.clone() } else { format!("{stem}_{number}") };
            let Some(at) = self.functions.iter().position(|it| it.function == name) else {
                let place = access.label.clone();
                let access_kind = if prefix == ir::DEVICE_READ {
                    DeviceAccess::Read
                } else {
                    DeviceAccess::Write
                };
                self.functions.push(Device { function: name.clone(), place, access: access_kind });
                self.types.push(access.spelling.clone());
                return name;
            };
            if self.types[at] == access.spelling {
                return name;
            }
        }
        unreachable!("there is always another number")
    }

    fn declarations(&self) -> String {
        let mut text = format!("# 1 \"{PLACE}\"\n");
        for (device, ty) in self.functions.iter().zip(&self.types) {
            writeln!(text, "{ty} {}({ty});", device.function)
                .expect("writing to a string succeeds");
        }
        text
    }
}

/// The words of an expression as one: `ADC1->SR` is `ADC1_SR`.
fn identifier(label: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: Vec<&str> = label.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    let mut name = words.join("_");
    name.truncate(LONGEST);
    if name.is_empty() { "device".to_owned() } else { name }
}

/// Names need not be longer.
const LONGEST: usize = 40;

/// The integer type of an expression, as C spells it without typedefs.
fn spelling(unit: &Unit, ty: cfront::types::Ty) -> Option<String> {
    use cfront::types::Type;
    match &unit.types[ty] {
        Type::Bool | Type::Int(_) => Some(unit.type_name(ty)),
        Type::Enum(id) => Some(unit.enums[*id].repr.name().to_owned()),
        _ => None,
    }
}

/// Is a place, or what it is a part of, said to be memory?
fn is_memory(label: &str, memory: &[String]) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = label.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    memory.iter().any(|name| name == label || name == first)
}

/// Reads of what is said to be memory are reads of memory.
pub(crate) fn stand_still(program: &mut ir::Program, map: &SourceMap, memory: &[String]) {
    for body in program.funcs.values_mut().filter_map(|data| data.body.as_mut()) {
        let still: Vec<ir::Value> = body
            .insts
            .iter()
            .filter(|(_, inst)| matches!(inst, ir::Inst::Load { volatile: true, .. }))
            .map(|(value, _)| value)
            .filter(|value| is_memory(&map.original(body.spans[*value]), memory))
            .collect();
        for value in still {
            if let ir::Inst::Load { volatile, .. } = &mut body.insts[value] {
                *volatile = false;
            }
        }
    }
}

/// What a reset leaves in device memory is there until calls change it, and what nobody said the size of may go on.
pub(crate) fn hide(program: &mut ir::Program, devices: &Devices) {
    for data in program.globals.values_mut() {
        data.hidden |= devices.reset.contains(&data.name);
        data.open |= devices.open.contains(&data.name);
    }
}

/// The functions that run handlers are nobody's under test, and how often they do is no input.
pub(crate) fn mark(program: &mut ir::Program) {
    for data in program.funcs.values_mut().filter(|it| it.name.starts_with(interrupt::POINT)) {
        if let Some(body) = &mut data.body {
            data.linked = true;
            body.drop_events();
        }
    }
    for data in program.globals.values_mut() {
        data.hidden |=
            data.name.starts_with(ir::INTERRUPTS_LEFT) || data.name == ir::INTERRUPT_LEVEL;
    }
}
