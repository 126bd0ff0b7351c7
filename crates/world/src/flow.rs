//! The pointer flow: what comes into the locals of functions, through assignments and the arguments of calls.
//!
//! Insensitive to order and to calls, after Andersen's inclusions with memory left to whoever asks: what a value is made of
//! ([`Flow::of`]) is the question's own business, so that parameters and addresses of globals are followed by the same loop.

use ir::{Body, Callee, Func, Inst, Local, Program, Type, Value};
use std::collections::BTreeMap;

/// Sets of what pointers may come from.
pub(crate) trait Sources: Clone + Default {
    /// Takes in another set; true if there was something new in it.
    fn join(&mut self, other: &Self) -> bool;
}

impl Sources for u64 {
    fn join(&mut self, other: &Self) -> bool {
        let before = *self;
        *self |= other;
        *self != before
    }
}

/// What the locals of a function may come from.
pub(crate) type Locals<S> = BTreeMap<Local, S>;

/// What the pointers of functions may come from.
pub(crate) struct Flow<S> {
    /// By function; those that are not looked at are missing.
    pub(crate) funcs: BTreeMap<Func, Locals<S>>,
}

impl<S: Sources> Flow<S> {
    /// Functions that are looked at without being called by others.
    pub(crate) fn starting(funcs: impl IntoIterator<Item = (Func, Locals<S>)>) -> Self {
        Self { funcs: funcs.into_iter().collect() }
    }

    /// Follows assignments and calls until nothing is new; true if something was. `base` says where pointers come from that are
    /// no locals and are not made of others.
    pub(crate) fn spread(&mut self, program: &Program, base: impl Fn(&Inst) -> S) -> bool {
        let mut open: Vec<Func> = self.funcs.keys().copied().collect();
        let mut grew = false;
        while let Some(func) = open.pop() {
            let Some(body) = &program.funcs[func].body else { continue };
            for inst in body.insts.values() {
                for (to, local, sources) in self.flows(program, (func, body), inst, &base) {
                    let is_new = !self.funcs.contains_key(&to);
                    let locals = self.funcs.entry(to).or_default();
                    let is_more = locals.entry(local).or_default().join(&sources);
                    grew |= is_more;
                    if is_more || is_new {
                        open.push(to);
                    }
                }
                if let Inst::Call { callee: Callee::Direct(callee), .. } = inst
                    && !self.funcs.contains_key(callee)
                {
                    self.funcs.insert(*callee, Locals::new());
                    open.push(*callee);
                }
            }
        }
        grew
    }

    /// What an instruction lets flow into locals.
    fn flows(
        &self,
        program: &Program,
        (func, body): (Func, &Body),
        inst: &Inst,
        base: &impl Fn(&Inst) -> S,
    ) -> Vec<(Func, Local, S)> {
        match inst {
            Inst::Set(local, value) => vec![(func, *local, self.of(func, body, *value, base))],
            Inst::Call { callee: Callee::Direct(callee), args } => {
                let params = program.funcs[*callee].body.iter().flat_map(|body| &body.params);
                let passed = params.zip(args);
                passed.map(|(&it, &arg)| (*callee, it, self.of(func, body, arg, base))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a pointer may come from. Numbers come from nowhere.
    pub(crate) fn of(&self, func: Func, body: &Body, value: Value, base: impl Fn(&Inst) -> S) -> S {
        if body.types[value] != Some(Type::Ptr) {
            return S::default();
        }
        let mut value = value;
        loop {
            match &body.insts[value] {
                Inst::Get(local) => {
                    let locals = self.funcs.get(&func);
                    return locals.and_then(|it| it.get(local)).cloned().unwrap_or_default();
                }
                Inst::PtrAdd { base, .. } | Inst::PtrField { base, .. } => value = *base,
                inst => return base(inst),
            }
        }
    }
}

/// What a call of a function with a body passes beyond its parameters: it is read from memory there, and no flow leads to it.
pub(crate) fn variable_arguments<'a>(
    program: &Program,
    callee: Func,
    args: &'a [Value],
) -> &'a [Value] {
    let body = program.funcs[callee].body.as_ref();
    body.and_then(|body| args.get(body.params.len()..)).unwrap_or(&[])
}
