//! Which macros are defined where: the `#define` and `#undef` lines that `cc -E -dD` leaves in place.

use crate::lex::scan::continues_word;
use std::collections::HashMap;

/// The definitions of a translation unit, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Macros {
    /// All `#define` and `#undef` lines.
    pub(crate) events: Vec<MacroEvent>,
}

/// A `#define` or `#undef` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MacroEvent {
    /// First byte of the name in the preprocessed text.
    pub(crate) name: u32,
    /// One past the last byte of the line.
    pub(crate) end: u32,
    /// `#define` or `#undef`?
    pub(crate) defines: bool,
}

impl Macros {
    /// Is a name a macro at the end of the text that these are the macros of?
    pub fn is_defined(&self, text: &str, name: &str) -> bool {
        let is_name = |event: &&MacroEvent| {
            let rest = text[event.name as usize..event.end as usize].strip_prefix(name);
            rest.is_some_and(|rest| !rest.bytes().next().is_some_and(continues_word))
        };
        self.events.iter().rfind(is_name).is_some_and(|event| event.defines)
    }

    /// Notes a directive line `#…` that starts at `start` and ends at `end`, if it concerns macros.
    pub(crate) fn note(&mut self, text: &str, start: usize, end: usize) {
        let word_at = start + 1 + blanks(&text[start + 1..end]);
        let line = &text[word_at..end];
        for (word, defines) in [("define", true), ("undef", false)] {
            if let Some(rest) = line.strip_prefix(word)
                && rest.starts_with([' ', '\t'])
            {
                let name = (word_at + word.len() + blanks(rest)) as u32;
                self.events.push(MacroEvent { name, end: end as u32, defines });
            }
        }
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// A definition: where its text lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MacroDef {
    /// First byte after the name.
    pub(crate) after_name: u32,
    /// One past its last byte.
    pub(crate) end: u32,
    /// Does a parenthesis follow the name at once?
    pub(crate) takes_args: bool,
}

/// The macros in force at a place that only moves forward.
#[derive(Clone, Debug)]
pub(crate) struct MacroTable<'t> {
    text: &'t str,
    events: Vec<MacroEvent>,
    next: usize,
    in_force: HashMap<&'t str, MacroDef>,
}

impl<'t> MacroTable<'t> {
    /// The table before the first line of the text.
    pub(crate) fn new(text: &'t str, macros: &Macros) -> Self {
        Self { text, events: macros.events.clone(), next: 0, in_force: HashMap::new() }
    }

    /// Moves on to a byte of the preprocessed text.
    pub(crate) fn advance(&mut self, to: u32) {
        while let Some(&event) = self.events.get(self.next).filter(|event| event.name < to) {
            self.next += 1;
            let line = &self.text[event.name as usize..event.end as usize];
            let length = line.bytes().take_while(|&b| continues_word(b)).count();
            let name = &line[..length];
            if event.defines {
                let takes_args = line[length..].starts_with('(');
                let after_name = event.name + length as u32;
                self.in_force.insert(name, MacroDef { after_name, end: event.end, takes_args });
            } else {
                self.in_force.remove(name);
            }
        }
    }

    /// The definition of a name in force here.
    pub(crate) fn get(&self, name: &str) -> Option<MacroDef> {
        self.in_force.get(name).copied()
    }

    /// The preprocessed text, in which definitions lie.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }
}
