//! Which floats may have been rounded: what they were computed from, as far as the code says.
//!
//! Numbers that a function is given, constants, and whatever is read through a pointer count as meant.

use super::precision;
use ir::{BinOp, Body, Callee, CastOp, Func, Inst, Local, Program, Type, UnOp, Value};
use std::collections::BTreeSet;

/// Functions of the library that give one of their operands, or an integer.
const EXACT: [&str; 10] =
    ["fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint", "fmin", "fmax", "copysign"];

/// Some functions that call each other.
pub(super) struct Rounded<'a> {
    pub program: &'a Program,
    pub funcs: &'a [Func],
}

impl Rounded<'_> {
    /// May a value have been rounded?
    pub(super) fn is(&self, func: Func, value: Value) -> bool {
        let mut seen = BTreeSet::new();
        let mut left = vec![(func, value)];
        while let Some((func, value)) = left.pop() {
            if !seen.insert((func, value)) {
                continue;
            }
            match self.comes_from(func, value) {
                Some(sources) => left.extend(sources),
                None => return true,
            }
        }
        false
    }

    /// The values that this one is; none if it is rounded here.
    fn comes_from(&self, func: Func, value: Value) -> Option<Vec<(Func, Value)>> {
        let body = self.program.body(func);
        let here = |value: Value| Some(vec![(func, value)]);
        match &body.insts[value] {
            Inst::Binary(BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv, ..) => None,
            Inst::Cast(CastOp::FToF, to, from) if precision(*to) >= precision(body.ty(*from)) => {
                here(*from)
            }
            Inst::Cast(CastOp::SToF | CastOp::UToF, to, from) => {
                body.ty(*from).int_bits().is_none_or(|bits| bits <= precision(*to)).then(Vec::new)
            }
            Inst::Cast(CastOp::FToF, ..) => None,
            Inst::Unary(UnOp::FNeg, from) => here(*from),
            Inst::Get(local) => Some(self.written_to(func, *local)),
            Inst::Load { addr, .. } => Some(self.stored_at(func, *addr)),
            Inst::Call { callee: Callee::Direct(callee), args } => {
                self.returned(func, *callee, args)
            }
            _ => Some(Vec::new()),
        }
    }

    /// What is written to a register; to that of a parameter, by those who call.
    fn written_to(&self, func: Func, local: Local) -> Vec<(Func, Value)> {
        let body = self.program.body(func);
        let sets = body.insts.values().filter_map(|inst| match inst {
            Inst::Set(to, value) if *to == local => Some((func, *value)),
            _ => None,
        });
        let mut sources: Vec<_> = sets.collect();
        if let Some(at) = body.params.iter().position(|&param| param == local) {
            for &caller in self.funcs {
                for inst in self.program.body(caller).insts.values() {
                    if let Inst::Call { callee: Callee::Direct(called), args } = inst
                        && *called == func
                    {
                        sources.extend(args.get(at).map(|&arg| (caller, arg)));
                    }
                }
            }
        }
        sources
    }

    /// What is stored in the variable that an address leads to.
    fn stored_at(&self, func: Func, addr: Value) -> Vec<(Func, Value)> {
        let root = root(self.program.body(func), addr);
        let mut sources = Vec::new();
        for &other in self.funcs {
            let body = self.program.body(other);
            let same = |it: Value| match (root, &body.insts[self::root(body, it)]) {
                (root, Inst::AddrLocal(local)) if other == func => {
                    self.program.body(func).insts[root] == Inst::AddrLocal(*local)
                }
                (root, Inst::AddrGlobal(global)) => {
                    self.program.body(func).insts[root] == Inst::AddrGlobal(*global)
                }
                _ => false,
            };
            let stores = body.insts.values().filter_map(|inst| match inst {
                Inst::Store { addr, value, .. } if same(*addr) => Some((other, *value)),
                _ => None,
            });
            sources.extend(stores.filter(|&(_, value)| body.ty(value).is_float()));
        }
        sources
    }

    fn returned(&self, func: Func, callee: Func, args: &[Value]) -> Option<Vec<(Func, Value)>> {
        let data = &self.program.funcs[callee];
        if let Some(body) = &data.body {
            let returns = body.insts.values().filter_map(|inst| match inst {
                Inst::Return(value) => value.map(|value| (callee, value)),
                _ => None,
            });
            return Some(returns.collect());
        }
        match computes(self.program, callee) {
            true => None,
            false if exec::is_library(self.program, callee) => {
                Some(args.iter().map(|&arg| (func, arg)).collect())
            }
            false => Some(Vec::new()),
        }
    }
}

/// Is it a function of the library whose result is a float of its own?
pub(super) fn computes(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let plain = data.name.strip_suffix('f').unwrap_or(&data.name);
    let exact = EXACT.contains(&data.name.as_str()) || EXACT.contains(&plain);
    data.sig.ret.is_some_and(Type::is_float) && exec::is_library(program, func) && !exact
}

/// What an address was computed from.
fn root(body: &Body, mut addr: Value) -> Value {
    loop {
        match body.insts[addr] {
            Inst::PtrAdd { base, .. } | Inst::PtrField { base, .. } => addr = base,
            _ => return addr,
        }
    }
}
