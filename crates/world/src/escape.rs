//! Escape analysis: which globals the unit may write, and the addresses of which others may get hold of.
//!
//! A variable of the file that nobody writes keeps its initial value, and one whose address never leaves is where no pointer of
//! the input leads. Memory is one place: what is put anywhere may be found everywhere.

use crate::flow::{Flow, Locals, Sources, variable_arguments};
use crate::reachable::mentioned;
use entity::EntitySet;
use ir::{Callee, CastOp, Func, Global, InitValue, Inst, Linkage, Program, Shape, Value};
use std::collections::BTreeSet;

/// What becomes of the addresses of globals.
pub(crate) struct Escape {
    /// Through some pointer or by name, the unit writes these.
    written: EntitySet<Global>,
    /// Others may have the address of these.
    escaped: EntitySet<Global>,
    /// These may be found in memory of the unit.
    stored: EntitySet<Global>,
    flow: Flow<Addresses>,
}

/// Where a pointer may lead.
#[derive(Clone, Default)]
struct Addresses {
    globals: EntitySet<Global>,
    /// May it lead to what belongs to others?
    outside: bool,
    /// May it lead to a local of the unit?
    inside: bool,
}

impl Sources for Addresses {
    fn join(&mut self, other: &Self) -> bool {
        let more = add(&mut self.globals, &other.globals);
        let opens = other.outside && !self.outside || other.inside && !self.inside;
        self.outside |= other.outside;
        self.inside |= other.inside;
        more || opens
    }
}

impl Escape {
    pub(crate) fn of(program: &Program) -> Self {
        let mut escape = Self {
            written: EntitySet::new(),
            escaped: visible(program),
            stored: EntitySet::new(),
            flow: Flow::starting(started(program)),
        };
        let pointed = program.globals.values().filter_map(|it| it.init.as_ref()).flatten();
        pointed.filter_map(|cell| target(&cell.value)).for_each(|global| {
            escape.stored.insert(global);
        });
        while escape.grow(program) {}
        escape
    }

    /// May the unit write a global, or others that have its address?
    pub(crate) fn is_written(&self, global: Global) -> bool {
        self.written.contains(global) || self.escaped.contains(global)
    }

    /// May a parameter lead to a global: do others have its address, or does a caller in the unit pass it?
    pub(crate) fn reaches_param(
        &self,
        program: &Program,
        (func, index): (Func, u32),
        global: Global,
    ) -> bool {
        let Some(body) = &program.funcs[func].body else { return true };
        let local = body.params.get(program.n_hidden_params(func) + index as usize);
        let passed = local.and_then(|local| self.flow.funcs.get(&func)?.get(local));
        self.escaped.contains(global) || passed.is_some_and(|it| it.globals.contains(global))
    }

    /// May a pointer found in data lead to a global?
    pub(crate) fn reaches_data(&self, global: Global) -> bool {
        self.escaped.contains(global) || self.stored.contains(global)
    }

    /// One look at everything; true if something new was found.
    fn grow(&mut self, program: &Program) -> bool {
        let (stored, escaped) = (self.stored.clone(), self.escaped.clone());
        let base = |inst: &Inst| source(inst, &stored, &escaped);
        let mut grew = self.flow.spread(program, base);
        let mut found = Found::default();
        for &func in self.flow.funcs.keys() {
            let Some(body) = &program.funcs[func].body else { continue };
            let of = |value: Value| self.flow.of(func, body, value, base);
            for inst in body.insts.values() {
                found.add(program, func, inst, &of, &escaped);
            }
        }
        for global in self.escaped.iter() {
            let cells = program.globals[global].init.iter().flatten();
            cells.filter_map(|cell| target(&cell.value)).for_each(|it| {
                found.escaped.insert(it);
            });
        }
        if found.opens_memory {
            add(&mut found.escaped, &stored);
        }
        grew |= add(&mut self.written, &found.written);
        grew |= add(&mut self.stored, &found.stored);
        grew |= add(&mut self.escaped, &found.escaped);
        grew
    }
}

/// What one look finds.
#[derive(Default)]
struct Found {
    written: EntitySet<Global>,
    stored: EntitySet<Global>,
    escaped: EntitySet<Global>,
    /// Do others get hold of memory of the unit, and of all that is in it?
    opens_memory: bool,
}

impl Found {
    fn add(
        &mut self,
        program: &Program,
        func: Func,
        inst: &Inst,
        of: &impl Fn(Value) -> Addresses,
        escaped: &EntitySet<Global>,
    ) {
        let is_foreign =
            |it: &Addresses| it.outside || it.globals.iter().any(|it| escaped.contains(it));
        match inst {
            Inst::Store { addr, value, .. } => {
                let (to, what) = (of(*addr), of(*value));
                add(&mut self.written, &to.globals);
                add(&mut self.stored, &what.globals);
                if is_foreign(&to) {
                    add(&mut self.escaped, &what.globals);
                }
            }
            Inst::StoreBits { addr, .. } => self.write(&of(*addr)),
            Inst::Zero { dst, .. } => self.write(&of(*dst)),
            Inst::Copy { dst, .. } => {
                let to = of(*dst);
                self.write(&to);
                self.opens_memory |= is_foreign(&to);
            }
            Inst::Cast(CastOp::PtrToInt, _, pointer) => {
                let what = of(*pointer);
                add(&mut self.stored, &what.globals);
                add(&mut self.escaped, &what.globals);
            }
            Inst::Return(Some(value)) if program.funcs[func].linkage == Linkage::External => {
                add(&mut self.escaped, &of(*value).globals);
            }
            Inst::Return(Some(value)) => {
                add(&mut self.stored, &of(*value).globals);
            }
            Inst::Call { callee: Callee::Direct(callee), args }
                if program.funcs[*callee].body.is_none() =>
            {
                self.add_foreign(program, *callee, args, of);
            }
            Inst::Call { callee: Callee::Direct(callee), args } => {
                self.pass_out(variable_arguments(program, *callee, args), of);
            }
            Inst::Call { callee: Callee::Indirect(..), args } => self.pass_out(args, of),
            _ => {}
        }
    }

    fn write(&mut self, to: &Addresses) {
        add(&mut self.written, &to.globals);
    }

    /// Functions of the library write where they may and keep nothing, but may give back what they were given; others do anything.
    fn add_foreign(
        &mut self,
        program: &Program,
        callee: Func,
        args: &[Value],
        of: &impl Fn(Value) -> Addresses,
    ) {
        let data = &program.funcs[callee];
        if !data.system {
            return self.pass_out(args, of);
        }
        for (index, &arg) in args.iter().enumerate() {
            let what = of(arg);
            let shape = data.params.get(index).map(|it| &program.shapes[it.shape]);
            let reads = matches!(shape, Some(Shape::Pointer { read_only: true, .. }));
            add(&mut self.stored, &what.globals);
            if !reads {
                self.write(&what);
            }
        }
    }

    /// Others get pointers.
    fn pass_out(&mut self, args: &[Value], of: &impl Fn(Value) -> Addresses) {
        for &arg in args {
            let what = of(arg);
            self.opens_memory |= what.inside;
            add(&mut self.escaped, &what.globals);
        }
    }
}

/// Where a pointer comes from that is no local.
fn source(inst: &Inst, stored: &EntitySet<Global>, escaped: &EntitySet<Global>) -> Addresses {
    match inst {
        Inst::AddrGlobal(global) => {
            Addresses { globals: EntitySet::from_iter([*global]), ..Addresses::default() }
        }
        Inst::Load { .. } | Inst::Call { .. } | Inst::Cast(..) => {
            let mut globals = stored.clone();
            add(&mut globals, escaped);
            Addresses { globals, outside: true, inside: false }
        }
        Inst::AddrLocal(_) => Addresses { inside: true, ..Addresses::default() },
        _ => Addresses::default(),
    }
}

/// All functions, the parameters of which lead outside where others may call them. What only a contract looks at is not run.
fn started(program: &Program) -> Vec<(Func, Locals<Addresses>)> {
    let clauses: BTreeSet<Func> = program.clause_code().collect();
    let bodies = program.funcs.values().filter_map(|data| data.body.as_ref());
    let named: BTreeSet<Func> = bodies
        .flat_map(|body| body.insts.values())
        .filter(|inst| matches!(inst, Inst::AddrFunc(_)))
        .filter_map(mentioned)
        .collect();
    let funcs = program.funcs.iter().filter(|(func, _)| !clauses.contains(func));
    let started = funcs.filter_map(|(func, data)| {
        let params = data.body.as_ref()?.params.iter();
        let is_called = data.linkage == Linkage::External || named.contains(&func);
        let outside = Addresses { outside: true, ..Addresses::default() };
        let given = params.filter(|_| is_called).map(|&local| (local, outside.clone()));
        Some((func, given.collect()))
    });
    started.collect()
}

/// The globals that other files can name.
fn visible(program: &Program) -> EntitySet<Global> {
    let globals = program.globals.iter();
    globals
        .filter(|(_, it)| it.linkage == Linkage::External && !it.hidden)
        .map(|(it, _)| it)
        .collect()
}

fn target(value: &InitValue) -> Option<Global> {
    match value {
        InitValue::Global(global, _) => Some(*global),
        InitValue::Bytes(_) | InitValue::Func(_) => None,
    }
}

/// Adds a set to another; true if something was new.
fn add(to: &mut EntitySet<Global>, more: &EntitySet<Global>) -> bool {
    more.iter().filter(|&global| to.insert(global)).count() > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::program;

    /// The globals with what becomes of them: `w` written, `e` others have the address, `s` found in memory.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let program = program(text);
        let escape = Escape::of(&program);
        let signs = |global: Global| {
            let sign = |set: &EntitySet<Global>, sign| set.contains(global).then_some(sign);
            let signs =
                [sign(&escape.written, 'w'), sign(&escape.escaped, 'e'), sign(&escape.stored, 's')];
            signs.into_iter().flatten().collect::<String>()
        };
        let show =
            |(global, data): (Global, &ir::GlobalData)| format!("{}:{}", data.name, signs(global));
        let found: Vec<String> = program.globals.iter().map(show).collect();
        assert_eq!(found.join(" "), expect, "{text}");
    }

    #[test]
    fn a_local_pointer_does_not_let_it_out() {
        check(
            "static int t[3]; int f(const int *p) { if (p == t) return 1; p = t + 1; return *p; }",
            "t:",
        );
        check("static int t[3]; int f(int *p) { p = t + 1; *p = 2; return 0; }", "t:w");
    }

    #[test]
    fn callees_are_looked_into() {
        check("static int t; static void g(int *p) { *p = 1; } void f(void) { g(&t); }", "t:w");
        check(
            "static int t; static int g(int *p) { return *p; } int f(void) { return g(&t); }",
            "t:",
        );
    }

    #[test]
    fn addresses_leave_by_results_variables_and_calls() {
        check("static int t; int *f(void) { return &t; }", "t:e");
        check("static int t; int *p = &t; int f(void) { return t; }", "t:es p:e");
        check("static int t; static int *p = &t; int f(void) { return *p; }", "t:s p:");
        check("static int t; static int *p = &t; int *f(void) { return p; }", "t:es p:");
        check("static int t; void f(int **p) { *p = &t; }", "t:es");
        check("static int t; void g(int *p); void f(void) { g(&t); }", "t:e");
        check("static int t; void g(int **p); void f(void) { int *p = &t; g(&p); }", "t:es");
    }

    #[test]
    fn what_is_found_in_memory_may_be_written() {
        check("static int t; static int *p = &t; void f(void) { *p = 1; }", "t:ws p:");
    }
}
