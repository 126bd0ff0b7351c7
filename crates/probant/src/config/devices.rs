//! What a project file says of devices: volatile places that are memory, and regions of device memory.

use super::toml::{Item, Value, Wrong};
use crate::devices::Said;
use crate::devices::declared::{Declared, Nature, OnWrite, Register};

/// What may stand in `[region.NAME]`.
pub(super) const KEYS: [&str; 6] =
    ["address", "size", "reset", "read-only", "write-one-to-clear", "memory"];
/// More is no register.
const LARGEST: i128 = 1 << 16;

/// Everything that is said of devices; `file` is how places in the project file are named.
pub(super) fn said(items: &[Item], file: &str) -> Result<Said, Wrong> {
    let is_volatile = |item: &&Item| item.path.len() == 2 && item.path[0] == "volatile";
    let memory = items.iter().filter(is_volatile).map(|item| item.path[1].clone()).collect();
    let mut regions: Vec<Declared> = Vec::new();
    for item in items.iter().filter(|item| item.path.len() > 2 && item.path[0] == "region") {
        let name = &item.path[1];
        if regions.iter().any(|it| it.name == *name) {
            continue;
        }
        let own: Vec<&Item> = items
            .iter()
            .filter(|it| it.path[0] == "region" && it.path.get(1) == Some(name))
            .collect();
        let region = region(name, &own, file)?;
        if let Some(other) = regions.iter().find(|it| overlap(it, &region)) {
            let message =
                format!("[region.{name}] overlaps [region.{}]: make them one", other.name);
            return Err(Wrong { line: item.line, message });
        }
        regions.push(region);
    }
    let of_isr = |key: &str| {
        let of = items.iter().filter(|item| item.path == ["isr", key]);
        of.flat_map(|item| super::words_of(&item.value)).collect()
    };
    Ok(Said { memory, regions, handlers: of_isr("handlers"), changed: of_isr("writes") })
}

/// `[volatile]` knows one word.
pub(super) fn volatile(item: &Item) -> Result<(), Wrong> {
    match &item.value {
        Value::Text(text) if text == "memory" => Ok(()),
        other => {
            wrong(item, format!("{other} is nothing that volatile places are: write \"memory\""))
        }
    }
}

fn overlap(a: &Declared, b: &Declared) -> bool {
    let end = |it: &Declared| it.address.saturating_add(it.size.unwrap_or(1));
    a.address < end(b) && b.address < end(a)
}

fn region(name: &str, items: &[&Item], file: &str) -> Result<Declared, Wrong> {
    let first = items[0];
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.chars().all(is_word) {
        return wrong(first, format!("`{name}` is no name that C could have: write [region.ADC1]"));
    }
    let mut region = Declared {
        name: name.to_owned(),
        at: format!("{file}:{}", first.line),
        ..Declared::default()
    };
    let mut has_address = false;
    for item in items {
        match item.path[2].as_str() {
            "address" => {
                region.address = number(item, 0, 1 << 48, "an address")? as u64;
                has_address = true;
            }
            "size" => region.size = Some(number(item, 1, LARGEST, "a size in bytes")? as u64),
            "reset" => region.reset.push(reset(item, file)?),
            "read-only" => {
                region.said.extend(registers(item, file, Nature::OnWrite(OnWrite::Kept))?);
            }
            "write-one-to-clear" => {
                region.said.extend(registers(item, file, Nature::OnWrite(OnWrite::Cleared))?);
            }
            _ => match item.value {
                Value::Bool(all) => region.is_memory = all,
                _ => region.said.extend(registers(item, file, Nature::Memory)?),
            },
        }
    }
    if has_address {
        return Ok(region);
    }
    wrong(first, format!("where does `{name}` lie? Say it: address = 0x40012000"))
}

fn number(item: &Item, lo: i128, hi: i128, what: &str) -> Result<i128, Wrong> {
    match item.value {
        Value::Int(number) if (lo..=hi).contains(&number) => Ok(number),
        ref other => {
            wrong(item, format!("{other} is not {what}: write a number from {lo} to {hi:#x}"))
        }
    }
}

/// `reset.CR = 1`, or `reset = 1` for a single register.
fn reset(item: &Item, file: &str) -> Result<(Register, i128), Wrong> {
    let name = item.path.get(3).map_or("0", String::as_str).to_owned();
    let value = number(item, -(1 << 63), (1 << 64) - 1, "what a register holds")?;
    Ok((Register { name, at: format!("{file}:{}", item.line) }, value))
}

/// Registers of one nature.
fn registers(item: &Item, file: &str, nature: Nature) -> Result<Vec<(Register, Nature)>, Wrong> {
    let one = |value: &Value| {
        let name = match value {
            Value::Text(name) => name.clone(),
            Value::Int(offset) => offset.to_string(),
            other => {
                return wrong(
                    item,
                    format!("{other} is no register: write its name in quotes, or its distance"),
                );
            }
        };
        Ok((Register { name, at: format!("{file}:{}", item.line) }, nature))
    };
    match &item.value {
        Value::List(values) => values.iter().map(one).collect(),
        value => Ok(vec![one(value)?]),
    }
}

fn wrong<T>(item: &Item, message: String) -> Result<T, Wrong> {
    Err(Wrong { line: item.line, message })
}
