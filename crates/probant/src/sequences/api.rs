//! What callers do with a file: the functions that they call, and the structures that these build, use and end.
//!
//! A structure is opaque to callers where a function of the file builds it: one that returns a pointer to it, or one that is called
//! `init` or the like and takes it. What a project file says in `[api]` stands in the place of such guesses.

use ir::{Func, Linkage, Param, Program, Shape, ShapeId};
use world::{Premise, World};

/// Functions with more parameters than this are not called several times.
const MOST_PARAMS: usize = 6;
/// Structures of one type that a sequence of calls has at a time, at most.
const MOST_SLOTS: usize = 2;
/// What a pointer without a type leads to.
const ANYTHING: &str = "void";
/// Words in the names of functions that fill a structure for the first time, and of those that end one.
const FILLING: [&str; 9] =
    ["init", "initialize", "initialise", "setup", "construct", "ctor", "create", "open", "begin"];
const ENDING: [&str; 9] =
    ["free", "destroy", "delete", "release", "close", "deinit", "fini", "dispose", "dtor"];

/// What the project file says of the functions that callers have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roles {
    pub(crate) constructors: Vec<String>,
    pub(crate) operations: Vec<String>,
    pub(crate) destructors: Vec<String>,
    /// Operations after which callers no longer have the last structure that they gave.
    pub(crate) takes: Vec<String>,
}

/// Which states structures and static variables of a file may be in.
#[derive(Clone, Debug, Default)]
pub(crate) enum States {
    /// Any that their types allow.
    #[default]
    Any,
    /// Those that callers reach.
    Api(Roles),
}

/// What callers have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Api {
    /// The function it is about, if it is one alone.
    pub(crate) name: String,
    pub(crate) handles: Vec<Handle>,
    pub(crate) ops: Vec<Op>,
}

/// What callers have pointers to.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    /// The type behind the pointer, as C spells it.
    pub(crate) spelling: String,
    /// What callers call it.
    pub(crate) name: String,
    /// How many there are at a time.
    pub(crate) n_slots: usize,
    /// Do callers have room for it, which a function fills?
    pub(crate) in_room: bool,
}

/// A function that callers call.
#[derive(Clone, Debug)]
pub(crate) struct Op {
    pub(crate) func: Func,
    pub(crate) role: Role,
    /// What it is given, parameter by parameter.
    pub(crate) args: Vec<Given>,
    /// Is the last structure that it is given no longer callers'?
    pub(crate) takes: bool,
}

/// What a call does to what callers have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It returns a new one.
    Makes(usize),
    /// It fills the room for one.
    Fills(usize),
    /// It ends one.
    Ends(usize),
    /// None of these.
    Uses,
}

/// What a parameter is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    /// Anything.
    Input,
    /// What callers have; the other one where a function takes two.
    Handle { of: usize, is_other: bool, may_be_null: bool },
}

impl Api {
    /// What callers of a file have.
    pub(crate) fn of(program: &Program, roles: &Roles) -> Api {
        let funcs: Vec<Func> =
            program.funcs.keys().filter(|&func| is_callers(program, func, roles)).collect();
        let handles = handles(program, &funcs, roles);
        let mut ops = Vec::new();
        for &func in &funcs {
            let op = op(program, func, &handles, roles);
            let has_handle = op.role != Role::Uses || op.args.iter().any(|it| *it != Given::Input);
            if has_handle || keeps_state(program, func) {
                ops.push(op);
            }
        }
        Api { name: String::new(), handles, ops }
    }

    /// One function, called again and again.
    pub(crate) fn alone(program: &Program, func: Func) -> Api {
        let data = &program.funcs[func];
        let args = data.params.iter().map(|_| Given::Input).collect();
        let ops = vec![Op { func, role: Role::Uses, args, takes: false }];
        Api { name: data.name.clone(), handles: Vec::new(), ops }
    }

    /// How callers call a function, if they do.
    pub(crate) fn op(&self, func: Func) -> Option<&Op> {
        self.ops.iter().find(|op| op.func == func)
    }

    /// Is a function given what only callers build?
    pub(crate) fn takes_handle(&self, func: Func) -> bool {
        self.op(func).is_some_and(|op| {
            matches!(op.role, Role::Fills(_)) || op.args.iter().any(|it| *it != Given::Input)
        })
    }
}

impl Op {
    /// What callers no longer have after a call: of which type, and whether it is the other one of two.
    pub(crate) fn taken(&self) -> Option<(usize, bool)> {
        let last = self.args.iter().rev().find_map(|given| match *given {
            Given::Handle { of, is_other, .. } => Some((of, is_other)),
            Given::Input => None,
        });
        match self.role {
            Role::Ends(of) => Some((of, false)),
            Role::Makes(_) | Role::Fills(_) | Role::Uses => last.filter(|_| self.takes),
        }
    }

    /// The structures that it may be given null in the place of, by their types.
    pub(crate) fn nullable(&self) -> Vec<usize> {
        let is_new = matches!(self.role, Role::Makes(_) | Role::Fills(_));
        let first = self.args.iter().filter_map(|given| match *given {
            Given::Handle { of, is_other: false, may_be_null: true } if !is_new => Some(of),
            Given::Handle { .. } | Given::Input => None,
        });
        first.collect()
    }
}

/// Does a function find what calls before it have left?
pub(crate) fn keeps_state(program: &Program, func: Func) -> bool {
    !World::of(program, func).changed_before().is_empty()
}

/// Can a type be written before a name?
pub(crate) fn is_plain(program: &Program, shape: ShapeId) -> bool {
    let spelling = program.spelling(shape);
    !spelling.contains(['(', '[', '/']) && !matches!(program.shapes[shape], Shape::Opaque { .. })
}

/// Can a function be called by text that we write?
pub(crate) fn is_callable(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let is_plain = |shape: ShapeId| is_plain(program, shape);
    data.is_own()
        && data.contract.is_none()
        && !data.sig.variadic
        && !data.noreturn
        && data.name != "main"
        && data.params.len() <= MOST_PARAMS
        && data.params.iter().all(|param| is_plain(param.shape))
        && data.ret.is_none_or(is_plain)
}

fn is_callers(program: &Program, func: Func, roles: &Roles) -> bool {
    let data = &program.funcs[func];
    let named = || {
        let all = [&roles.constructors, &roles.operations, &roles.destructors, &roles.takes];
        all.into_iter().flatten().any(|name| *name == data.name)
    };
    let is_given = roles.constructors.is_empty() && roles.operations.is_empty();
    let is_seen = if is_given { data.linkage == Linkage::External } else { named() };
    is_seen && is_callable(program, func)
}

/// What a pointer leads to, if that is a structure or anything at all.
fn behind(program: &Program, shape: ShapeId) -> Option<String> {
    match &program.shapes[shape] {
        Shape::Pointer { to: Some(to), .. } => {
            let is_record = matches!(program.shapes[*to], Shape::Record { .. });
            is_record.then(|| program.spelling(*to))
        }
        Shape::Pointer { to: None, spelling, .. } => {
            matches!(spelling.as_str(), "void *" | "const void *").then(|| ANYTHING.to_owned())
        }
        _ => None,
    }
}

fn params_of<'p>(
    program: &'p Program,
    func: Func,
    spelling: &str,
) -> impl Iterator<Item = &'p Param> {
    let params = program.funcs[func].params.iter();
    params.filter(move |param| behind(program, param.shape).is_some_and(|it| it == spelling))
}

/// The type that a function builds and returns.
fn made_by(program: &Program, func: Func) -> Option<String> {
    let spelling = behind(program, program.funcs[func].ret?)?;
    let takes_one = params_of(program, func, &spelling).next().is_some();
    (!takes_one).then_some(spelling)
}

/// The type whose room a function fills.
fn filled_by(program: &Program, func: Func, roles: &Roles) -> Option<String> {
    let data = &program.funcs[func];
    let is_named = roles.constructors.contains(&data.name);
    // `list_del_init` takes what is there already.
    let is_guessed = roles.constructors.is_empty()
        && has_word(&data.name, &FILLING)
        && !has_word(&data.name, &["del", "remove", "reset"])
        && !has_word(&data.name, &ENDING);
    let first = data.params.iter().find_map(|param| behind(program, param.shape))?;
    let is_alone = params_of(program, func, &first).count() == 1;
    (is_alone && first != ANYTHING && (is_named || is_guessed)).then_some(first)
}

fn handles(program: &Program, funcs: &[Func], roles: &Roles) -> Vec<Handle> {
    let mut handles: Vec<Handle> = Vec::new();
    let may_make = |func: &&Func| {
        let name = &program.funcs[**func].name;
        roles.constructors.is_empty() || roles.constructors.contains(name)
    };
    let made =
        funcs.iter().filter(may_make).filter_map(|&func| Some((made_by(program, func)?, false)));
    let filled = funcs.iter().filter_map(|&func| Some((filled_by(program, func, roles)?, true)));
    for (spelling, in_room) in made.chain(filled).collect::<Vec<_>>() {
        let takers =
            funcs.iter().filter(|&&func| params_of(program, func, &spelling).next().is_some());
        let names: Vec<&str> = takers
            .flat_map(|&func| params_of(program, func, &spelling))
            .map(|param| param.name.as_str())
            .filter(|name| !name.is_empty())
            .collect();
        let Some(name) = names.first() else { continue };
        if handles.iter().any(|handle| handle.spelling == spelling) {
            continue;
        }
        let together = funcs.iter().map(|&func| params_of(program, func, &spelling).count());
        let n_slots = together.max().unwrap_or(1).clamp(1, MOST_SLOTS);
        handles.push(Handle { name: (*name).to_owned(), spelling, n_slots, in_room });
    }
    handles
}

fn op(program: &Program, func: Func, handles: &[Handle], roles: &Roles) -> Op {
    let data = &program.funcs[func];
    let known = |spelling: String| handles.iter().position(|it| it.spelling == spelling);
    let nullable = nullable(program, func);
    let mut args: Vec<Given> = Vec::new();
    for (param, may_be_null) in data.params.iter().zip(nullable) {
        let Some(of) = behind(program, param.shape).and_then(known) else {
            args.push(Given::Input);
            continue;
        };
        let before =
            args.iter().filter(|it| matches!(it, Given::Handle { of: other, .. } if *other == of));
        // A third one is nobody's.
        args.push(match before.count() {
            seen @ 0..MOST_SLOTS => {
                // What leads to anything may as well lead nowhere.
                let may_be_null = may_be_null || handles[of].spelling == ANYTHING;
                Given::Handle { of, is_other: seen == 1, may_be_null }
            }
            _ => Given::Input,
        });
    }
    let made = made_by(program, func).and_then(known).filter(|&of| !handles[of].in_room);
    let filled = filled_by(program, func, roles).and_then(known).filter(|&of| handles[of].in_room);
    let is_last = if roles.destructors.is_empty() {
        args.len() == 1 && has_word(&data.name, &ENDING)
    } else {
        roles.destructors.contains(&data.name)
    };
    let first = args.iter().find_map(|it| match it {
        Given::Handle { of, .. } => Some(*of),
        Given::Input => None,
    });
    let role = match (made, filled, first) {
        (Some(of), _, _) => Role::Makes(of),
        (_, Some(of), _) => Role::Fills(of),
        (_, _, Some(of)) if is_last => Role::Ends(of),
        _ => Role::Uses,
    };
    Op { func, role, args, takes: roles.takes.contains(&data.name) }
}

/// Which parameters the code compares with null.
pub(crate) fn nullable(program: &Program, func: Func) -> Vec<bool> {
    let world = World::of(program, func);
    let mut all = vec![true; program.funcs[func].params.len()];
    for premise in world.not_null() {
        if let Premise::NotNull(index) = premise {
            all[index as usize] = false;
        }
    }
    all
}

/// Is one of these words part of a name, between underscores or by its capital letter?
fn has_word(name: &str, words: &[&str]) -> bool {
    words_of(name).iter().any(|part| words.contains(&part.as_str()))
}

/// Is a function called as those are that end a structure?
pub(crate) fn is_named_as_end(name: &str) -> bool {
    has_word(name, &ENDING)
}

/// The words of a name, in small letters.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    for c in name.chars() {
        if c == '_'
            || c.is_ascii_uppercase()
                && parts.last().is_some_and(|it| it.ends_with(char::is_lowercase))
        {
            parts.push(String::new());
        }
        if c != '_' {
            parts.last_mut().expect("there is a first part").push(c);
        }
    }
    parts.iter().map(|part| part.to_ascii_lowercase()).collect()
}
