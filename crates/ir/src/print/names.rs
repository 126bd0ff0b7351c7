//! How functions and globals are referred to: by name where one entity has it, by id otherwise.

use super::at;
use crate::{Func, Global, Program};
use entity::{EntityRef, PrimaryMap, SecondaryMap};
use std::collections::BTreeMap;

/// Spellings of references, for one program.
pub(super) struct Names {
    funcs: SecondaryMap<Func, Option<String>>,
    globals: SecondaryMap<Global, Option<String>>,
}

impl Names {
    pub(super) fn of(program: &Program) -> Self {
        Self {
            funcs: spellings(&program.funcs, |data| &data.name),
            globals: spellings(&program.globals, |data| &data.name),
        }
    }

    pub(super) fn func(&self, func: Func) -> String {
        self.funcs[func].clone().unwrap_or_else(|| func.to_string())
    }

    pub(super) fn global(&self, global: Global) -> String {
        self.globals[global].clone().unwrap_or_else(|| global.to_string())
    }
}

fn spellings<K: EntityRef, V>(
    table: &PrimaryMap<K, V>,
    name: impl Fn(&V) -> &String,
) -> SecondaryMap<K, Option<String>> {
    let mut uses = BTreeMap::new();
    for entry in table.values() {
        *uses.entry(name(entry)).or_insert(0) += 1;
    }
    let mut spellings = SecondaryMap::new();
    for (id, entry) in table.iter().filter(|(_, entry)| uses[name(entry)] == 1) {
        spellings[id] = Some(at(name(entry)));
    }
    spellings
}
