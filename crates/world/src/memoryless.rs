//! A function without its memory: everything that is read from where others may write is any value.
//!
//! What registers, objects of its own that no address leaves, and constants exclude is excluded in every world, whatever
//! pointers lead to, functions of elsewhere write or calls before this one left behind. The program made here has more runs
//! than the one it is made of, and never fewer: reads of forgotten memory return any value, writes to it are left out, and
//! pointers into it are numbers. It loses nothing that control depends on: conditions, switches and loops keep their ids.

use crate::World;
use crate::flow::{Flow, variable_arguments};
use crate::reread::reread;
use crate::unfollowed::{Followed, closure};
use crate::written::begins_program;
use ir::{
    BinOp, Body, Callee, CastOp, Func, FuncData, Inst, Linkage, Local, LocalKind, Program, Shape,
    ShapeId, Signature, TrapKind, Type, Value,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Where a pointer may lead: to an object of a frame, to a constant, or to what is forgotten.
const LOCAL: u64 = 1;
const CONSTANT: u64 = 2;
const ELSEWHERE: u64 = 4;

/// What stands where there is nothing to do.
const NOTHING: (Inst, Option<Type>) = (Inst::Int(Type::I32, 0), Some(Type::I32));

/// A program with more runs than the one it is made of.
pub struct Memoryless {
    /// The program. Calls through pointers do nothing there and return any value, and so do calls of the function itself.
    pub program: Program,
    /// The functions all of whose runs it has.
    pub funcs: BTreeSet<Func>,
}

/// The program in which a function remembers nothing but what is its own. None where that is all there is, where a call may
/// lead to any function, and where a result is written through a pointer that the caller passes.
pub fn memoryless(world: &World<'_>) -> Option<Memoryless> {
    let Followed { named, only_named } = Followed::from(world.program, world.func)?;
    forgetful(Places::of(world, named, true), &only_named)
}

/// The same where calls of other functions are left out as well: what is excluded then a function excludes by itself, whoever
/// calls it and whatever with. None where another file may have its own idea of it, and of what begins a program.
pub fn alone(world: &World<'_>) -> Option<Memoryless> {
    let (data, own) = (&world.program.funcs[world.func], BTreeSet::from([world.func]));
    let places = Places::of(world, own.clone(), false);
    let begins = begins_program(world.program, world.func) || world.takes_arguments;
    let is_settled = !data.weak && !data.sig.variadic && !begins && !places.is_foreign(world.func);
    is_settled.then(|| forgetful(places, &own))?
}

fn forgetful(places: Places<'_>, only_named: &BTreeSet<Func>) -> Option<Memoryless> {
    let world = places.world;
    let returns_twice = |func: Func| world.program.funcs[func].name.ends_with("setjmp");
    if world.program.n_hidden_params(world.func) > 0 || world.reach.foreign().any(returns_twice) {
        return None;
    }
    let mut forgetting = Forgetting::new(&places);
    for func in world.program.funcs.keys() {
        let body = world.program.funcs[func].body.as_ref();
        let body = body.filter(|_| places.named.contains(&func) && !places.is_foreign(func));
        let body = body.map(|body| forgetting.rewrite(func, body));
        forgetting.replace(func, body);
    }
    // What nobody else calls is asked of the function as it is.
    let forgets = !places.follows || forgetting.drops_calls || !forgetting.any.is_empty();
    // What is left out may call functions with arguments that nothing else passes.
    let has_body = |func: &Func| world.program.funcs[*func].body.is_some();
    let left_out = places.named.iter().copied().filter(|&it| it != world.func);
    let left_out = left_out.filter(|&it| places.is_foreign(it)).filter(has_body).collect();
    let left_out = closure(world.program, &left_out, Some(world.func));
    let funcs = only_named.difference(&left_out).copied().collect();
    forgets.then_some(Memoryless { program: forgetting.made, funcs })
}

/// Functions of the library that keep no pointer and return none, and touch nothing but what they are passed pointers to.
const ON_ARGUMENTS: &[&str] = &[
    "__isoc23_sscanf",
    "__isoc99_sscanf",
    "memcmp",
    "snprintf",
    "sprintf",
    "sscanf",
    "strcmp",
    "strlen",
    "strncmp",
];

/// Which pointers are kept.
struct Places<'a> {
    world: &'a World<'a>,
    /// The functions whose bodies are kept.
    named: BTreeSet<Func>,
    /// Are calls of them followed?
    follows: bool,
    flow: Flow<u64>,
    /// Do all addresses of locals stay where they are known?
    keeps_locals: bool,
}

impl<'a> Places<'a> {
    fn of(world: &'a World<'a>, named: BTreeSet<Func>, follows: bool) -> Self {
        let program = world.program;
        let params = program.body(world.func).params.iter().map(|&it| (it, ELSEWHERE));
        let flow = Flow::starting([(world.func, params.collect())]);
        let mut places = Self { world, named, follows, flow, keeps_locals: true };
        places.flow.spread(program, |inst| source(world, inst));
        let mut bodies = world.reach.bodies().filter(|(func, _)| places.named.contains(func));
        let leaks = bodies.any(|(func, body)| places.leaks(func, body));
        places.keeps_locals = !leaks;
        places
    }

    /// Where a value may lead.
    fn sources(&self, func: Func, body: &Body, value: Value) -> u64 {
        self.flow.of(func, body, value, |inst| source(self.world, inst))
    }

    fn is_kept(&self, sources: u64) -> bool {
        let kept = if self.keeps_locals { LOCAL | CONSTANT } else { CONSTANT };
        sources != 0 && sources & !kept == 0
    }

    fn keeps(&self, func: Func, body: &Body, value: Value) -> bool {
        self.is_kept(self.sources(func, body, value))
    }

    fn keeps_local(&self, func: Func, local: Local) -> bool {
        let sources = self.flow.funcs.get(&func).and_then(|locals| locals.get(&local));
        sources.is_some_and(|&sources| self.is_kept(sources))
    }

    /// Is a function not known to the last detail?
    fn is_foreign(&self, func: Func) -> bool {
        let program = self.world.program;
        let is_restrained = program.restraints.iter().any(|it| it.0 == func);
        program.funcs[func].body.is_none() || self.is_replaceable(func) || is_restrained
    }

    /// May another file have its own idea of a function?
    fn is_replaceable(&self, func: Func) -> bool {
        self.world.program.funcs[func].weak && func != self.world.func
    }

    /// Is a call of a function followed? A call of the function itself is one of its runs, whatever the arguments.
    fn is_entered(&self, func: Func) -> bool {
        self.follows && !self.is_foreign(func) && func != self.world.func
    }

    fn is_on_arguments(&self, func: Func) -> bool {
        let data = &self.world.program.funcs[func];
        data.system && data.body.is_none() && ON_ARGUMENTS.contains(&data.name.as_str())
    }

    /// May the address of a local get to where it is not followed, or something unknown get into a local?
    fn leaks(&self, func: Func, body: &Body) -> bool {
        let of = |value: Value| self.sources(func, body, value);
        let is_local = |value: Value| of(value) & LOCAL != 0;
        let is_mixed = |value: Value| is_local(value) && of(value) & ELSEWHERE != 0;
        body.insts.iter().any(|(value, inst)| match inst {
            Inst::Store { value, .. } | Inst::Return(Some(value)) => is_local(*value),
            Inst::Cast(CastOp::PtrToInt, _, value) => is_local(*value),
            Inst::Copy { dst, src, .. } => is_local(*dst) && of(*src) & ELSEWHERE != 0,
            Inst::Call { callee: Callee::Direct(callee), args } => {
                // What is passed beyond the parameters is read from memory, and not followed there.
                let more = variable_arguments(self.world.program, *callee, args);
                let lost = if self.is_entered(*callee) { more } else { args };
                let touches_others = || {
                    let is_pointer = |arg: &Value| body.types[*arg] == Some(Type::Ptr);
                    args.iter().filter(|it| is_pointer(it)).any(|&it| of(it) & ELSEWHERE != 0)
                };
                let is_kept = self.is_on_arguments(*callee) && !touches_others();
                !is_kept && lost.iter().any(|&arg| is_local(arg))
            }
            Inst::Call { callee: Callee::Indirect(..), args } => {
                args.iter().any(|&arg| is_local(arg))
            }
            _ => is_mixed(value),
        })
    }
}

/// Where a pointer comes from that is no local and not made of others.
fn source(world: &World<'_>, inst: &Inst) -> u64 {
    match inst {
        Inst::AddrLocal(_) => LOCAL,
        Inst::AddrGlobal(global) if !world.changes(*global) => CONSTANT,
        _ => ELSEWHERE,
    }
}

/// The addresses that an instruction reads or writes at.
fn accessed(inst: &Inst) -> Vec<Value> {
    match *inst {
        Inst::Load { addr, .. } | Inst::LoadBits { addr, .. } => vec![addr],
        Inst::Store { addr, .. } | Inst::StoreBits { addr, .. } => vec![addr],
        Inst::Zero { dst, size: 1.. } => vec![dst],
        Inst::Copy { dst, src, size: 1.. } => vec![dst, src],
        _ => Vec::new(),
    }
}

/// The program as it is made.
struct Forgetting<'a> {
    places: &'a Places<'a>,
    made: Program,
    /// What pointers become.
    number: (Type, ShapeId),
    /// Functions that return any value of a type.
    any: Vec<(Type, Func)>,
    /// Is there a call that does nothing any more?
    drops_calls: bool,
}

impl<'a> Forgetting<'a> {
    fn new(places: &'a Places<'a>) -> Self {
        let mut made = places.world.program.clone();
        let ty = Type::Int(8 * made.target.pointer_bytes as u8);
        let shape = made.shapes.push(Shape::Int {
            spelling: "uintptr_t".to_owned(),
            ty,
            signed: false,
            character: false,
            boolean: false,
            names: Vec::new(),
        });
        made.restraints.clear();
        Self { places, made, number: (ty, shape), any: Vec::new(), drops_calls: false }
    }

    /// Puts a body in the place of another, and says how it is called.
    fn replace(&mut self, func: Func, body: Option<Body>) {
        let data = &mut self.made.funcs[func];
        data.contract = None;
        if let Some(body) = &body {
            let register = |local: &Local| match body.locals[*local].kind {
                LocalKind::Register(ty) => ty,
                LocalKind::Object { .. } => Type::Ptr,
            };
            data.sig.params = body.params.iter().map(register).collect();
            data.sig.ret = data.sig.ret.map(|ty| if ty == Type::Ptr { self.number.0 } else { ty });
        }
        if func == self.places.world.func {
            let types = data.sig.params.iter();
            for (param, _) in data
                .params
                .iter_mut()
                .zip(types)
                .filter(|(param, ty)| self.made.shapes[param.shape].scalar() != Some(**ty))
            {
                param.shape = self.number.1;
            }
        }
        data.body = body;
    }

    /// A function that returns any value of a type.
    fn any_of(&mut self, ty: Type) -> Inst {
        let known = self.any.iter().find(|(of, _)| *of == ty).map(|(_, func)| *func);
        let func = known.unwrap_or_else(|| {
            let func = self.made.funcs.push(FuncData {
                name: format!("any {ty}"),
                sig: Signature { ret: Some(ty), params: Vec::new(), variadic: false },
                params: Vec::new(),
                ret: None,
                body: None,
                linkage: Linkage::External,
                system: false,
                linked: false,
                noreturn: false,
                weak: false,
                contract: None,
                span: Span::NONE,
            });
            self.any.push((ty, func));
            func
        });
        Inst::Call { callee: Callee::Direct(func), args: Vec::new() }
    }

    /// A body that remembers only what is its own.
    fn rewrite(&mut self, func: Func, old: &Body) -> Body {
        let mut body = old.clone();
        body.views.clear();
        body.code_views.clear();
        for local in old.locals.keys() {
            let kind = &mut body.locals[local].kind;
            if *kind == LocalKind::Register(Type::Ptr) && !self.places.keeps_local(func, local) {
                *kind = LocalKind::Register(self.number.0);
            }
        }
        let same = reread(self.places.world.program, old);
        let mut rewriting = Rewriting { forgetting: self, func, old, body, same };
        for (region, values) in old.regions.iter() {
            let mut insts = Vec::new();
            for &value in values {
                rewriting.inst(value, &mut insts);
            }
            rewriting.body.regions[region] = insts;
        }
        rewriting.body
    }
}

/// One body on its way.
struct Rewriting<'f, 'a> {
    forgetting: &'f mut Forgetting<'a>,
    func: Func,
    old: &'f Body,
    body: Body,
    /// Reads that show what earlier ones showed.
    same: BTreeMap<Value, Value>,
}

impl Rewriting<'_, '_> {
    fn keeps(&self, value: Value) -> bool {
        self.forgetting.places.keeps(self.func, self.old, value)
    }

    fn is_pointer(&self, value: Value) -> bool {
        self.old.types[value] == Some(Type::Ptr)
    }

    /// What stands for an instruction, after what it needs.
    fn inst(&mut self, value: Value, out: &mut Vec<Value>) {
        let old = self.old.insts[value].clone();
        for addr in accessed(&old) {
            self.trap_if_null(addr, out);
        }
        let funcs = &self.forgetting.places.world.program.funcs;
        let is_address = match old {
            Inst::AddrFunc(func) => funcs[func].body.is_some() || !funcs[func].weak,
            _ => matches!(old, Inst::AddrLocal(_) | Inst::AddrGlobal(_)),
        };
        let new = match self.old.types[value] {
            Some(ty) => self.yielding(value, old, ty, out),
            None => self.statement(old, out),
        };
        (self.body.insts[value], self.body.types[value]) = new;
        out.push(value);
        if is_address {
            self.trap_if_null(value, out);
        }
    }

    /// What is accessed is not null, nor is the address of something: this much of a pointer is remembered.
    fn trap_if_null(&mut self, pointer: Value, out: &mut Vec<Value>) {
        if self.keeps(pointer) {
            return;
        }
        let number = self.forgetting.number.0;
        let zero = self.push(Inst::Int(number, 0), Some(number));
        let cond = self.push(Inst::Binary(BinOp::Eq, pointer, zero), Some(Type::BOOL));
        let trap = self.push(Inst::Trap(TrapKind::NullPointer), None);
        let then = self.body.regions.push(vec![trap]);
        let els = self.body.regions.push(Vec::new());
        let check = self.push(Inst::If { cond, event: None, then, els }, None);
        out.extend([zero, cond, check]);
    }

    fn push(&mut self, inst: Inst, ty: Option<Type>) -> Value {
        let value = self.body.insts.push(inst);
        self.body.types[value] = ty;
        value
    }

    /// A value as a number, if it is a pointer.
    fn number(&mut self, value: Value, out: &mut Vec<Value>) -> Value {
        if !self.is_pointer(value) || !self.keeps(value) {
            return value;
        }
        let number = self.forgetting.number.0;
        let any = self.forgetting.any_of(number);
        let any = self.push(any, Some(number));
        out.push(any);
        any
    }

    /// The type of what a pointer or number became.
    fn plain(&self, ty: Type) -> Type {
        if ty == Type::Ptr { self.forgetting.number.0 } else { ty }
    }

    fn any(&mut self, ty: Type) -> (Inst, Option<Type>) {
        let ty = self.plain(ty);
        (self.forgetting.any_of(ty), Some(ty))
    }

    /// What an instruction that yields becomes.
    fn yielding(
        &mut self,
        value: Value,
        inst: Inst,
        ty: Type,
        out: &mut Vec<Value>,
    ) -> (Inst, Option<Type>) {
        let number = self.forgetting.number.0;
        let (inst, ty) = match inst {
            Inst::Null => (Inst::Int(number, 0), number),
            Inst::Get(_) => (inst, if self.keeps(value) { ty } else { self.plain(ty) }),
            Inst::AddrLocal(_) | Inst::AddrGlobal(_) if self.keeps(value) => (inst, ty),
            Inst::PtrAdd { base, .. } | Inst::PtrField { base, .. } if self.keeps(base) => {
                (inst, ty)
            }
            Inst::PtrDiff { a, b, .. } if self.keeps(a) && self.keeps(b) => (inst, ty),
            Inst::Binary(op, a, b) => (self.binary(op, a, b, out), ty),
            Inst::Cast(CastOp::PtrToInt, _, pointer) if !self.keeps(pointer) => {
                (Inst::Binary(BinOp::Or, pointer, pointer), number)
            }
            Inst::Cast(CastOp::IntToPtr, _, int) => (Inst::Binary(BinOp::Or, int, int), number),
            Inst::Load { addr, volatile: false, .. } if self.is_remembered(addr, ty) => {
                let ty = self.plain(ty);
                (Inst::Load { ty, addr, volatile: false }, ty)
            }
            Inst::LoadBits { addr, .. } if self.keeps(addr) => (inst, ty),
            Inst::Call { callee: Callee::Direct(callee), args }
                if self.is_followed(callee, &args) =>
            {
                (self.call(callee, &args, out), self.plain(ty))
            }
            Inst::Int(..) | Inst::Float(..) | Inst::Unary(..) => (inst, ty),
            Inst::Load { .. } | Inst::LoadBits { .. } => return self.read(value, ty),
            Inst::Cast(op, ..) if op != CastOp::PtrToInt => (inst, ty),
            _ => return self.any(ty),
        };
        (inst, Some(ty))
    }

    /// A read of what is forgotten: any value, but what an earlier read showed of the same.
    fn read(&mut self, value: Value, ty: Type) -> (Inst, Option<Type>) {
        match self.same.get(&value) {
            Some(&first) if !ty.is_float() => {
                (Inst::Binary(BinOp::Or, first, first), Some(self.plain(ty)))
            }
            _ => self.any(ty),
        }
    }

    fn binary(&mut self, op: BinOp, a: Value, b: Value, out: &mut Vec<Value>) -> Inst {
        let op = match op {
            _ if !self.is_pointer(a) || self.keeps(a) && self.keeps(b) => op,
            BinOp::PtrEq => BinOp::Eq,
            BinOp::PtrNe => BinOp::Ne,
            BinOp::PtrLt => BinOp::LtU,
            BinOp::PtrLe => BinOp::LeU,
            other => other,
        };
        if matches!(op, BinOp::PtrEq | BinOp::PtrNe | BinOp::PtrLt | BinOp::PtrLe) {
            return Inst::Binary(op, a, b);
        }
        Inst::Binary(op, self.number(a, out), self.number(b, out))
    }

    /// Is what a pointer leads to known? Pointers in constants are not.
    fn is_remembered(&self, addr: Value, ty: Type) -> bool {
        let sources = self.forgetting.places.sources(self.func, self.old, addr);
        self.keeps(addr) && (ty != Type::Ptr || sources & CONSTANT == 0)
    }

    /// Is a call one of what is known, or of the library on numbers and what is remembered?
    fn is_followed(&self, callee: Func, args: &[Value]) -> bool {
        let places = self.forgetting.places;
        let data = &places.world.program.funcs[callee];
        let on_numbers = || {
            let on_arguments = places.is_on_arguments(callee);
            let is_fine = |&arg: &Value| !self.is_pointer(arg) || on_arguments && self.keeps(arg);
            data.system && data.sig.ret != Some(Type::Ptr) && args.iter().all(is_fine)
        };
        places.is_entered(callee) || data.body.is_none() && on_numbers()
    }

    fn call(&mut self, callee: Func, args: &[Value], out: &mut Vec<Value>) -> Inst {
        let places = self.forgetting.places;
        let params = places.world.program.funcs[callee].body.iter().flat_map(|it| &it.params);
        let kept: Vec<bool> = params.map(|&it| places.keeps_local(callee, it)).collect();
        let is_library = places.is_foreign(callee);
        let pass = |(index, &arg): (usize, &Value)| match kept.get(index) {
            _ if is_library => arg,
            Some(true) => arg,
            _ => self.number(arg, out),
        };
        let args = args.iter().enumerate().map(pass).collect();
        Inst::Call { callee: Callee::Direct(callee), args }
    }

    /// What a statement becomes: nothing, if it only touches what is forgotten.
    fn statement(&mut self, inst: Inst, out: &mut Vec<Value>) -> (Inst, Option<Type>) {
        let inst = match inst {
            Inst::Set(local, value) if !self.forgetting.places.keeps_local(self.func, local) => {
                Inst::Set(local, self.number(value, out))
            }
            Inst::Store { addr, value, volatile } if self.keeps(addr) => {
                Inst::Store { addr, value: self.number(value, out), volatile }
            }
            Inst::StoreBits { addr, .. } if self.keeps(addr) => inst,
            Inst::Copy { dst, .. } | Inst::Zero { dst, .. } if self.keeps(dst) => inst,
            Inst::Aligned { addr, .. } if self.keeps(addr) => inst,
            Inst::Store { .. } | Inst::StoreBits { .. } | Inst::Aligned { .. } => return NOTHING,
            Inst::Copy { .. } | Inst::Zero { .. } => return NOTHING,
            Inst::Return(Some(value)) => Inst::Return(Some(self.number(value, out))),
            Inst::Call { callee: Callee::Direct(callee), args }
                if self.is_followed(callee, &args) =>
            {
                self.call(callee, &args, out)
            }
            Inst::Call { .. } => {
                self.forgetting.drops_calls = true;
                return NOTHING;
            }
            other => other,
        };
        (inst, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::program;

    /// How many loads and stores are left.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let program = program(text);
        let func = program.find_func("f").expect("there should be `f`");
        let Some(Memoryless { program: made, .. }) = memoryless(&World::of(&program, func)) else {
            return assert_eq!(expect, "none", "{text}");
        };
        let violations = ir::verify(&made);
        assert!(violations.is_empty(), "{text}: {violations:?}\n{}", ir::print(&made));
        let bodies = made.funcs.values().filter_map(|data| data.body.as_ref());
        let insts: Vec<&Inst> = bodies
            .flat_map(|body| body.regions.values().flatten().map(|&value| &body.insts[value]))
            .collect();
        let count = |is: &dyn Fn(&Inst) -> bool| insts.iter().filter(|inst| is(inst)).count();
        let loads = count(&|inst| matches!(inst, Inst::Load { .. }));
        let stores = count(&|inst| matches!(inst, Inst::Store { .. }));
        assert_eq!(format!("{loads} {stores}"), expect, "{text}");
    }

    /// The functions of which something is said.
    #[track_caller]
    fn claims(text: &str, expect: &str) {
        let program = program(text);
        let func = program.find_func("f").expect("there should be `f`");
        let made = memoryless(&World::of(&program, func));
        let names = made.map(|it| {
            let names = it.funcs.iter().map(|&it| program.funcs[it].name.clone());
            let mut names: Vec<String> = names.filter(|name| name != "each").collect();
            names.sort();
            names.join(" ")
        });
        assert_eq!(names.as_deref().unwrap_or("none"), expect, "{text}");
    }

    #[test]
    fn a_call_of_itself_is_another_run() {
        check("int f(int *p) { return *p > 1 ? f(p + 1) : 2; }", "0 0");
        check("int f(int *p) { int a = 0; return *p > 1 ? f(&a) + a : 2; }", "0 0");
    }

    #[test]
    fn what_others_may_write_is_forgotten() {
        check("int f(int *p) { *p = 1; return *p; }", "0 0");
        check("int g; int f(void) { g = 1; return g; }", "0 0");
        check("int f(void) { static int n; return ++n; }", "0 0");
    }

    #[test]
    fn what_is_its_own_is_kept() {
        check("int g; int f(int i) { int a[2] = {1, 2}; return a[i & 1] + g; }", "1 2");
        check(
            "int g; static const int t[2] = {1, 2}; int f(int i) { return t[i & 1] + g; }",
            "1 0",
        );
        let callee = "static void set(int *p) { *p = 1; }";
        check(
            &format!("{callee} int g; int f(void) {{ int a = 0; set(&a); return a + g; }}"),
            "1 2",
        );
    }

    #[test]
    fn where_all_is_its_own_there_is_nothing_to_forget() {
        check("int f(int i) { int a[2] = {1, 2}; return a[i & 1]; }", "none");
    }

    #[test]
    fn what_leaves_is_not_kept() {
        check("void g(int *p); int f(void) { int a = 0; g(&a); return a; }", "0 0");
        check("int *q; int f(void) { int a = 0; q = &a; return a; }", "0 0");
        check("int f(int *p, int c) { int a = 0; if (c) p = &a; *p = 1; return a; }", "0 0");
    }

    #[test]
    fn calls_through_pointers_may_lead_anywhere() {
        claims("int f(int (*g)(void)) { return g(); }", "f");
        claims("int f(int (*g)(int, ...)) { return g(1); }", "none");
        claims("int h(void) { return 1; } int f(int (*g)(void)) { return g() + h(); }", "f");
        claims("int h(int n) { return n; } int f(int (*g)(void)) { return g() + h(1); }", "f h");
        claims(
            "int i(void) { return 2; } int h(int n) { return n + i(); } int f(int (*g)(int)) { return g(1) + i(); }",
            "f",
        );
        claims(
            "void each(int (*g)(int)); int g(int n) { return n; } int f(void) { each(g); return g(1); }",
            "f",
        );
        check("typedef long buf[8]; int setjmp(buf b); int f(buf b) { return setjmp(b); }", "none");
    }
}
