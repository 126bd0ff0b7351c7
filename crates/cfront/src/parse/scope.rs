//! Which names are types, by scope: all that parsing C needs to know about names.

use crate::names::Symbol;
use entity::SecondaryMap;

/// What a name is to the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Meaning {
    /// Not a type, or not declared.
    #[default]
    Ordinary,
    /// A typedef name.
    Type,
    /// Used as a type without being one; a message was given.
    UnknownType,
}

/// The names in force, with an undo log per open scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    meanings: SecondaryMap<Symbol, Meaning>,
    shadowed: Vec<(Symbol, Meaning)>,
    marks: Vec<usize>,
}

impl Scope {
    pub(crate) fn meaning(&self, name: Symbol) -> Meaning {
        self.meanings[name]
    }

    pub(crate) fn is_global(&self) -> bool {
        self.marks.is_empty()
    }

    pub(crate) fn declare(&mut self, name: Symbol, meaning: Meaning) {
        let before = self.meanings[name];
        if before != meaning {
            if !self.is_global() {
                self.shadowed.push((name, before));
            }
            self.meanings[name] = meaning;
        }
    }

    pub(crate) fn open(&mut self) {
        self.marks.push(self.shadowed.len());
    }

    pub(crate) fn close(&mut self) {
        let mark = self.marks.pop().expect("every close has its open");
        for (name, before) in self.shadowed.drain(mark..).rev() {
            self.meanings[name] = before;
        }
    }
}
