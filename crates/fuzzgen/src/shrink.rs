//! Makes a failing program small.
//!
//! Each pass numbers its possible cuts; a cut that leaves a valid program which still fails is kept, and the same number is
//! tried again. Passes repeat until none helps: the result is a local minimum, not the smallest program there is.
//! What "fails" means is the caller's affair.

use crate::tree::{Arg, Block, Expr, Init, Int, Loop, Place, Program, Ptr, Role, Stmt, Ty, Var};
use crate::valid::is_valid;
use crate::visit::{self, Hooks};

/// A smaller program that still fails, after at most `tries` questions.
pub fn shrink(
    program: &Program,
    tries: usize,
    still_fails: &mut dyn FnMut(&Program) -> bool,
) -> Program {
    let mut best = program.clone();
    let mut tries_left = tries;
    loop {
        let before = best.clone();
        for pass in PASSES {
            let mut number = 0;
            while let Some(candidate) = pass(&best, number) {
                number += 1;
                if candidate == best || !is_valid(&candidate) {
                    continue;
                }
                if tries_left == 0 {
                    return best;
                }
                tries_left -= 1;
                if still_fails(&candidate) {
                    best = candidate;
                    number -= 1;
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// The program after cut number `n`, or none if there are fewer.
type Pass = fn(&Program, usize) -> Option<Program>;

const PASSES: &[Pass] = &[
    drop_statements,
    open_statements,
    narrow_inputs,
    drop_functions,
    drop_globals,
    drop_parameters,
    simplify_expressions,
    simplify_pointers,
    shorten_initialisers,
    simplify_types,
    drop_types,
];

/// Finds the `n`th cut among those that each visited node offers, and makes it.
struct Nth {
    left: usize,
    done: bool,
}

impl Nth {
    fn new(n: usize) -> Self {
        Self { left: n, done: false }
    }

    /// Is the wanted cut among the next `offered`? If so, which?
    fn among(&mut self, offered: usize) -> Option<usize> {
        if self.done {
            return None;
        }
        if self.left < offered {
            self.done = true;
            return Some(self.left);
        }
        self.left -= offered;
        None
    }
}

fn cut<H: Hooks>(program: &Program, mut hooks: H, nth: impl Fn(&H) -> &Nth) -> Option<Program> {
    let mut changed = program.clone();
    visit::program(&mut changed, &mut hooks);
    nth(&hooks).done.then_some(changed)
}

// -- statements

/// Runs of statements, longest first, and groups of switches.
fn drop_statements(program: &Program, n: usize) -> Option<Program> {
    struct Drop(Nth);
    impl Hooks for Drop {
        fn block(&mut self, block: &mut Block) {
            let runs = runs(block.len());
            if let Some(at) = self.0.among(runs.len()) {
                let (start, len) = runs[at];
                block.drain(start..start + len);
            }
            for stmt in block {
                if let Stmt::Switch(_, groups) = stmt
                    && let Some(at) = self.0.among(groups.len())
                {
                    groups.remove(at);
                }
            }
        }
    }
    cut(program, Drop(Nth::new(n)), |hooks| &hooks.0)
}

/// Runs of half the length, a quarter, and so on down to one.
fn runs(len: usize) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut size = len;
    while size > 0 {
        runs.extend((0..len).step_by(size).map(|start| (start, size.min(len - start))));
        size /= 2;
    }
    runs
}

/// A statement is replaced by what it contains; a loop loses its condition or its second entry.
fn open_statements(program: &Program, n: usize) -> Option<Program> {
    struct Open(Nth);
    impl Hooks for Open {
        fn block(&mut self, block: &mut Block) {
            for at in 0..block.len() {
                let openings = openings(&block[at]);
                if let Some(choice) = self.0.among(openings.len()) {
                    block.splice(at..=at, openings[choice].clone());
                    return;
                }
            }
        }
    }
    cut(program, Open(Nth::new(n)), |hooks| &hooks.0)
}

fn openings(stmt: &Stmt) -> Vec<Block> {
    match stmt {
        Stmt::If(cond, then, els) => {
            let mut openings = vec![then.clone()];
            if let Some(els) = els {
                openings.push(els.clone());
                openings.push(vec![Stmt::If(cond.clone(), then.clone(), None)]);
            }
            openings.push(vec![Stmt::Expr(cond.clone())]);
            openings
        }
        Stmt::Loop(data) => {
            let with = |cond: &Option<Expr>, entry: &Option<_>| {
                let (cond, entry) = (cond.clone(), entry.clone());
                vec![Stmt::Loop(Box::new(Loop { cond, entry, ..(**data).clone() }))]
            };
            vec![data.body.clone(), with(&None, &data.entry), with(&data.cond, &None)]
        }
        Stmt::Switch(on, groups) => {
            let bodies = groups.iter().map(|group| group.body.clone());
            bodies.chain([vec![Stmt::Expr(on.clone())]]).collect()
        }
        Stmt::Labelled(_, block) => vec![block.clone()],
        Stmt::Expr(_) | Stmt::Decl { .. } | Stmt::SetPtr(..) | Stmt::SetStruct(..) => Vec::new(),
        Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Return(_) => Vec::new(),
    }
}

// -- expressions

/// An expression becomes a constant or one of its parts.
fn simplify_expressions(program: &Program, n: usize) -> Option<Program> {
    struct Simplify(Nth);
    impl Hooks for Simplify {
        fn expr(&mut self, expr: &mut Expr) {
            let simpler = simpler(expr);
            if let Some(choice) = self.0.among(simpler.len()) {
                *expr = simpler[choice].clone();
            }
        }
    }
    cut(program, Simplify(Nth::new(n)), |hooks| &hooks.0)
}

fn simpler(expr: &Expr) -> Vec<Expr> {
    let constant = |value| Expr::Const(value, Int::Int);
    let mut simpler = match expr {
        Expr::Const(0, Int::Int) => return Vec::new(),
        Expr::Const(1, Int::Int) => return vec![constant(0)],
        Expr::Const(value, Int::Int) => return vec![constant(0), constant(1), constant(value / 2)],
        _ => vec![constant(0), constant(1)],
    };
    match expr {
        Expr::Const(value, _) => simpler.push(constant((*value).clamp(-9, 9))),
        Expr::Char(value) => simpler.push(constant(*value as i128)),
        Expr::Named(..) | Expr::SizeOf(_) => {}
        Expr::Load(place) => simpler.extend(indices(place)),
        Expr::Step { place, .. } => simpler.push(Expr::Load(place.clone())),
        Expr::Unary(_, a) | Expr::Cast(_, a) => simpler.push((**a).clone()),
        Expr::Binary(_, a, b) | Expr::Comma(a, b) => {
            simpler.extend([(**a).clone(), (**b).clone()]);
        }
        Expr::Cond(c, a, b) => simpler.extend([(**a).clone(), (**b).clone(), (**c).clone()]),
        Expr::Assign(place, op, value) => {
            simpler.push((**value).clone());
            if op.is_some() {
                simpler.push(Expr::Assign(place.clone(), None, value.clone()));
            }
        }
        Expr::Call(_, args) => simpler.extend(args.iter().filter_map(|arg| match arg {
            Arg::Int(expr) => Some(expr.clone()),
            Arg::Ptr(_) | Arg::Struct(_) => None,
        })),
        Expr::Compare(..) | Expr::Distance(..) => {}
    }
    simpler
}

fn indices(place: &Place) -> Vec<Expr> {
    match place {
        Place::Element(_, at) => vec![(**at).clone()],
        Place::Var(_) | Place::Member(..) | Place::Target(_) => Vec::new(),
    }
}

/// Pointer arithmetic is left out.
fn simplify_pointers(program: &Program, n: usize) -> Option<Program> {
    struct Simplify(Nth);
    impl Hooks for Simplify {
        fn ptr(&mut self, ptr: &mut Ptr) {
            if let Ptr::Plus(base, _) = ptr
                && self.0.among(1).is_some()
            {
                *ptr = (**base).clone();
            }
        }
    }
    cut(program, Simplify(Nth::new(n)), |hooks| &hooks.0)
}

/// Lists lose their last item.
fn shorten_initialisers(program: &Program, n: usize) -> Option<Program> {
    struct Shorten(Nth);
    impl Hooks for Shorten {
        fn init(&mut self, init: &mut Init) {
            if let Init::List(items) = init
                && items.len() > 1
                && self.0.among(1).is_some()
            {
                items.pop();
            }
        }
    }
    cut(program, Shorten(Nth::new(n)), |hooks| &hooks.0)
}

// -- inputs, functions, variables, types

/// A range becomes one of its ends, its lower or its upper half.
fn narrow_inputs(program: &Program, n: usize) -> Option<Program> {
    let mut changed = program.clone();
    let mut nth = Nth::new(n);
    let entry = changed.funcs.last_mut().expect("a program should have a function under test");
    let params = entry.ranges.iter_mut().map(|(lo, hi)| (lo, hi));
    let globals = changed.globals.iter_mut().filter_map(|global| match &mut global.role {
        Role::Input(lo, hi) => Some((lo, hi)),
        Role::State | Role::Const => None,
    });
    for (lo, hi) in params.chain(globals) {
        let middle = *lo + (*hi - *lo) / 2;
        match nth.among(4) {
            Some(0) => *hi = *lo,
            Some(1) => *lo = *hi,
            Some(2) => *hi = middle,
            Some(_) => *lo = (middle + 1).min(*hi),
            None => {}
        }
    }
    nth.done.then_some(changed)
}

/// A function that nothing calls.
fn drop_functions(program: &Program, n: usize) -> Option<Program> {
    struct Renumber {
        gone: usize,
        used: bool,
    }
    impl Hooks for Renumber {
        fn expr(&mut self, expr: &mut Expr) {
            if let Expr::Call(index, _) = expr {
                self.used |= *index == self.gone;
                *index -= usize::from(*index > self.gone);
            }
        }
    }
    if n + 1 >= program.funcs.len() {
        return None;
    }
    let mut changed = program.clone();
    changed.funcs.remove(n);
    let mut hooks = Renumber { gone: n, used: false };
    visit::program(&mut changed, &mut hooks);
    Some(if hooks.used { program.clone() } else { changed })
}

/// A global that nothing names.
fn drop_globals(program: &Program, n: usize) -> Option<Program> {
    struct Renumber {
        gone: usize,
        used: bool,
    }
    impl Hooks for Renumber {
        fn var(&mut self, var: &mut Var) {
            if let Var::Global(index) = var {
                self.used |= *index == self.gone;
                *index -= usize::from(*index > self.gone);
            }
        }
    }
    if n >= program.globals.len() {
        return None;
    }
    let mut changed = program.clone();
    changed.globals.remove(n);
    let mut hooks = Renumber { gone: n, used: false };
    visit::program(&mut changed, &mut hooks);
    Some(if hooks.used { program.clone() } else { changed })
}

/// A parameter of the function under test that nothing names.
fn drop_parameters(program: &Program, n: usize) -> Option<Program> {
    struct Renumber {
        gone: usize,
        used: bool,
    }
    impl Renumber {
        fn lower(&mut self, local: &mut usize) {
            self.used |= *local == self.gone;
            *local -= usize::from(*local > self.gone);
        }
    }
    impl Hooks for Renumber {
        fn block(&mut self, block: &mut Block) {
            for stmt in block {
                match stmt {
                    Stmt::Decl { local, .. } => self.lower(local),
                    Stmt::Loop(data) => self.lower(&mut data.counter),
                    _ => {}
                }
            }
        }
        fn var(&mut self, var: &mut Var) {
            if let Var::Local(local) = var {
                self.lower(local);
            }
        }
    }
    let mut changed = program.clone();
    let entry = changed.funcs.last_mut().expect("a program should have a function under test");
    if n >= entry.n_params {
        return None;
    }
    entry.n_params -= 1;
    entry.locals.remove(n);
    entry.ranges.remove(n);
    let mut hooks = Renumber { gone: n, used: false };
    visit::function(entry, &mut hooks);
    Some(if hooks.used { program.clone() } else { changed })
}

/// A type name becomes the type, an integer type becomes `int`.
fn simplify_types(program: &Program, n: usize) -> Option<Program> {
    struct Simplify(Nth, Program);
    impl Hooks for Simplify {
        fn ty(&mut self, ty: &mut Ty) {
            let behind = self.1.int(ty);
            if let Some(int) = behind.filter(|_| *ty != Ty::Int(Int::Int)) {
                match self.0.among(2) {
                    Some(0) => *ty = Ty::Int(Int::Int),
                    Some(_) => *ty = Ty::Int(int),
                    None => {}
                }
            }
        }
    }
    let mut changed = cut(program, Simplify(Nth::new(n), program.clone()), |hooks| &hooks.0)?;
    clamp_inputs(&mut changed);
    Some(changed)
}

/// Ranges must still fit their types.
fn clamp_inputs(program: &mut Program) {
    let domain = crate::Domain::of(program);
    for var in domain.vars {
        let (least, greatest) = var.int.limits();
        let range = (var.lo.clamp(least, greatest), var.hi.clamp(least, greatest));
        match var.slot {
            crate::Slot::Param(at) => {
                let entry =
                    program.funcs.last_mut().expect("a program should have a function under test");
                entry.ranges[at] = range;
            }
            crate::Slot::Global(at) => {
                program.globals[at].role = Role::Input(range.0, range.1);
            }
        }
    }
}

/// Typedefs, enumerations and structures that nothing names.
fn drop_types(program: &Program, n: usize) -> Option<Program> {
    struct Used {
        typedefs: Vec<bool>,
        enums: Vec<bool>,
        structs: Vec<bool>,
    }
    impl Hooks for Used {
        fn ty(&mut self, ty: &mut Ty) {
            match ty {
                Ty::Typedef(index) => self.typedefs[*index] = true,
                Ty::Enum(index) => self.enums[*index] = true,
                Ty::Struct(index) => self.structs[*index] = true,
                Ty::Int(_) | Ty::Array(..) | Ty::Ptr(_) => {}
            }
        }
        fn expr(&mut self, expr: &mut Expr) {
            if let Expr::Named(index, _) = expr {
                self.enums[*index] = true;
            }
        }
    }
    if n > 0 {
        return None;
    }
    let mut changed = program.clone();
    let mut used = Used {
        typedefs: vec![false; program.typedefs.len()],
        enums: vec![false; program.enums.len()],
        structs: vec![false; program.structs.len()],
    };
    visit::program(&mut changed, &mut used);
    // Only from the end: nothing has to be renumbered, and repetition does the rest.
    let keep = |used: &[bool]| used.iter().rposition(|used| *used).map_or(0, |last| last + 1);
    changed.typedefs.truncate(keep(&used.typedefs));
    changed.enums.truncate(keep(&used.enums));
    changed.structs.truncate(keep(&used.structs));
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Profile, Rng, generate, print};

    /// The program shrinks to a few lines around the thing that makes it fail.
    #[track_caller]
    fn check(profile: &Profile, needle: &str, at_most: usize) {
        let programs = (0..).map(|seed| generate(&mut Rng::new(seed), profile));
        let text = |program: &Program| print::unit(program, "");
        let failing = programs.filter(|program| text(program).contains(needle));
        for program in failing.take(5) {
            let small = shrink(&program, 20_000, &mut |program| text(program).contains(needle));
            let text = text(&small);
            assert!(text.contains(needle) && text.lines().count() <= at_most, "{text}");
        }
    }

    #[test]
    fn programs_shrink_to_what_matters() {
        check(&Profile::full(), " % ", 12);
        check(&Profile::full(), "switch", 15);
        check(&Profile::full(), "goto", 15);
        check(&Profile::full(), "while", 15);
        check(&Profile::full(), "->", 15);
    }

    #[test]
    fn every_random_program_is_valid() {
        for seed in 0..300 {
            let profile = Profile::full().trapping().forgetful();
            assert!(is_valid(&generate(&mut Rng::new(seed), &profile)), "seed {seed}");
        }
    }
}
