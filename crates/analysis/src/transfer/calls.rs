//! Calls: functions with a body are followed in place, those of the library are known, others may do anything.

use super::effects::anywhere;
use super::{Flow, Next};
use crate::limits;
use crate::state::{Off, Place, Places, Root, State, Sure, join, possible};
use ir::{Callee, Func, Value};

/// Functions of the C library that change no pointer and tell nobody of one.
const HARMLESS: &[&str] = &[
    "abort",
    "abs",
    "free",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "labs",
    "llabs",
    "memcmp",
    "strcmp",
    "strcspn",
    "strlen",
    "strncmp",
    "strnlen",
    "strspn",
    "tolower",
    "toupper",
    "__assert_fail",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
];

impl Flow<'_> {
    pub(super) fn call(
        &mut self,
        inst: Value,
        callee: &Callee,
        args: &[Value],
        state: State,
    ) -> Next {
        let passed: Vec<Places> = args.iter().map(|&arg| self.value(arg)).collect();
        let funcs: Vec<Option<Func>> = match callee {
            Callee::Direct(func) => vec![Some(*func)],
            Callee::Indirect(pointer, _) => {
                let code = |place: &Place| match place {
                    Place::Code(func) => Some(Some(*func)),
                    Place::Unknown => Some(None),
                    Place::Null | Place::In(..) => None,
                };
                self.value(*pointer).keys().filter_map(code).collect()
            }
        };
        let mut after: Option<(State, Places)> = None;
        for func in funcs {
            let came = match func {
                Some(func) => self.call_function(inst, func, &passed, state.clone()),
                None => Some(given_away(state.clone())),
            };
            after = match (after, came) {
                (Some((mut state, mut value)), Some((other, more))) => {
                    state.join(&other);
                    join(&mut value, &more);
                    Some((state, value))
                }
                (one, other) => one.or(other),
            };
        }
        let (state, value) = after?;
        self.define(inst, value);
        Some(state)
    }

    fn call_function(
        &mut self,
        inst: Value,
        func: Func,
        args: &[Places],
        state: State,
    ) -> Option<(State, Places)> {
        let is_active = self.active.iter().any(|frame| frame.func == func);
        if self.program.funcs[func].body.is_none() {
            return Some(self.library(inst, func, args, state));
        }
        if is_active || self.steps > limits::STEPS {
            return Some(given_away(state));
        }
        self.enter(func, args, state)
    }

    /// Functions of the C library; whatever else has no body may do anything with what it is given.
    fn library(
        &self,
        inst: Value,
        func: Func,
        args: &[Places],
        mut state: State,
    ) -> (State, Places) {
        let data = &self.program.funcs[func];
        let first = args.first().cloned().unwrap_or_default();
        let value = match data.name.as_str() {
            "malloc" | "calloc" | "strdup" | "strndup" => {
                possible([Place::Null, Place::In(Root::Heap(self.func(), inst), Off::At(0))])
            }
            "realloc" | "reallocarray" => {
                let new = Place::In(Root::Heap(self.func(), inst), Off::At(0));
                let held = self.load_all(&state, &first);
                state.write(
                    &possible([Place::In(Root::Heap(self.func(), inst), Off::Any)]),
                    &held,
                    limits::SCALAR,
                );
                possible([Place::Null, new])
            }
            "memcpy" | "memmove" => {
                let from = args.get(1).cloned().unwrap_or_default();
                let held = self.load_all(&state, &from);
                state.write(&anywhere(&first), &held, limits::SCALAR);
                first
            }
            "memset" | "strcpy" | "stpcpy" | "strncpy" | "strcat" | "strncat" => {
                state.write(
                    &anywhere(&first),
                    &possible([Place::Null, Place::Unknown]),
                    limits::SCALAR,
                );
                if data.name == "stpcpy" { anywhere(&first) } else { first }
            }
            "strchr" | "strrchr" | "strstr" | "strpbrk" | "memchr" => {
                let mut found = anywhere(&first);
                found.insert(Place::Null, Sure::Possible);
                found
            }
            name if HARMLESS.contains(&name) => possible([Place::Unknown]),
            _ => return given_away(state),
        };
        (state, value)
    }
}

/// Code that nobody knows may have done anything.
fn given_away(mut state: State) -> (State, Places) {
    state.lost = true;
    (state, possible([Place::Unknown]))
}
