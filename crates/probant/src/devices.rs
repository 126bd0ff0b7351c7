//! Devices: what volatile memory shows is no matter of memory. Every read of it becomes a call of a function that a test scripts, in
//! the preprocessed text and before anyone reads it, so that engines, interpreter and compiled code all see the same program.
//!
//! `ticks` becomes `probant_read_ticks(ticks)`: given what is there, the function returns what the device shows. Tests that script
//! such reads are built from this text; the others include the source as it is.

mod access;
mod copy;
mod region;
mod wrap;

use access::{Access, accesses};
use cfront::ast::Ast;
use cfront::pp::{Edit, Preprocessed, edited};
use cfront::target::Target;
use cfront::typed::Unit;
use std::fmt::Write;
use suite::{Device, DeviceAccess};

/// What became of the devices of a unit.
#[derive(Clone, Debug, Default)]
pub struct Devices {
    /// The functions that stand for reads and writes.
    pub functions: Vec<Device>,
    /// The variables that stand for device memory.
    pub regions: Vec<String>,
    /// The text with them, as test files include it.
    pub copy: String,
}

/// The place where the functions are declared.
const PLACE: &str = "devices";

/// The unit with variables in the places of device memory, and calls in the places of reads and writes of volatile memory; none if it has
/// neither, or has such names of its own.
pub(crate) fn scripted(unit: &Preprocessed, target: &Target) -> Option<(Preprocessed, Devices)> {
    let (placed, regions) = with_regions(unit, target).unzip();
    let (whole, functions) = match with_calls(placed.as_ref().unwrap_or(unit), target) {
        Some((whole, functions)) => (whole, functions),
        None => (placed?, Vec::new()),
    };
    let (copy, regions) = (copy::readable(&whole.map), regions.unwrap_or_default());
    Some((whole, Devices { functions, regions, copy }))
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

/// The unit with variables in the places of addresses, and their names; none if it has no such address or does without.
fn with_regions(unit: &Preprocessed, target: &Target) -> Option<(Preprocessed, Vec<String>)> {
    let (ast, typed) = meaning(unit, target)?;
    let (wraps, names) = region::regions(&typed, &ast, &unit.map, target);
    if wraps.is_empty() {
        return None;
    }
    let placed = edited(unit, &wrap::in_order(wraps));
    meaning(&placed, target).is_some().then_some((placed, names))
}

/// The unit with calls in the places of accesses, and the functions that are called.
fn with_calls(unit: &Preprocessed, target: &Target) -> Option<(Preprocessed, Vec<Device>)> {
    let (_, typed) = meaning(unit, target)?;
    let ours = |name: &str| name.starts_with(ir::DEVICE_READ) || name.starts_with(ir::DEVICE_WRITE);
    if typed.funcs.values().any(|func| ours(&func.name)) {
        return None;
    }
    let mut named = Named::default();
    let mut wraps = Vec::new();
    for access in &accesses(&typed, &unit.map) {
        wraps.extend(wrap::edits(&unit.map.text, access, &mut named));
    }
    if wraps.is_empty() {
        return None;
    }
    let mut edits = vec![Edit { lo: 0, hi: 0, text: named.declarations(), closes: false }];
    edits.extend(wrap::in_order(wraps));
    let scripted = edited(unit, &edits);
    meaning(&scripted, target).is_some().then_some((scripted, named.functions))
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
