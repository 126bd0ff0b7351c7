//! What a node of a formula means on entry: an integer, a pointer or a truth value.

use super::integers::Int;
use super::{Env, Reader};
use crate::load::bits_of;
use crate::{Algebra, PtrId, Target, Val};
use entity::EntityRef;
use ir::logic::{ArithOp, Logic, Node};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Meaning<W> {
    Int(Int<W>),
    Ptr(PtrId),
    Truth(W),
}

impl<A: Algebra> Reader<'_, '_, '_, A> {
    pub(super) fn int(&mut self, node: Node, env: &Env) -> Result<Int<A::Word>, String> {
        match self.meaning(node, env)? {
            Meaning::Int(int) => Ok(int),
            Meaning::Ptr(_) | Meaning::Truth(_) => {
                Err("an integer was expected in a contract".to_owned())
            }
        }
    }

    pub(super) fn ptr(&mut self, node: Node, env: &Env) -> Result<PtrId, String> {
        match self.meaning(node, env)? {
            Meaning::Ptr(ptr) => Ok(ptr),
            Meaning::Int(_) | Meaning::Truth(_) => {
                Err("a pointer was expected in a contract".to_owned())
            }
        }
    }

    fn meaning(&mut self, node: Node, env: &Env) -> Result<Meaning<A::Word>, String> {
        match &self.formula.nodes[node] {
            Logic::Int(_)
            | Logic::Var(_)
            | Logic::Param { .. }
            | Logic::Load { .. }
            | Logic::LoadBits { .. }
            | Logic::Arith(..)
            | Logic::Neg(_)
            | Logic::Not(_)
            | Logic::Wrap { .. }
            | Logic::OfBool(_) => self.integer(node, env).map(Meaning::Int),
            Logic::Null
            | Logic::ParamPtr { .. }
            | Logic::AddrGlobal(_)
            | Logic::LoadPtr { .. }
            | Logic::PtrAdd { .. } => self.pointer(node, env).map(Meaning::Ptr),
            Logic::Ite(c, a, b) => self.choose(*c, *a, *b, env),
            Logic::Result { .. } | Logic::ResultPtr => Err("`\\result` on entry".to_owned()),
            _ => self.truth(node, env).map(Meaning::Truth),
        }
    }

    fn integer(&mut self, node: Node, env: &Env) -> Result<Int<A::Word>, String> {
        match &self.formula.nodes[node] {
            Logic::Int(value) => Ok(self.constant(*value)),
            Logic::Var(var) => Ok(self.constant(env[*var])),
            Logic::Param { index, signed } => {
                let val = self.machine.args[*index as usize];
                self.machine_int(val, *signed)
            }
            Logic::Load { ty, signed, addr } => {
                let cell = self.load(*addr, *ty, env)?;
                self.machine_int(cell.val, *signed)
            }
            Logic::LoadBits { unit, addr, shift, width, signed } => {
                let cell = self.load(*addr, *unit, env)?;
                let val = bits_of(self.alg, cell.val, *unit, (*shift, *width), *signed);
                self.machine_int(val, *signed)
            }
            Logic::Arith(op, a, b) => {
                let (a, b) = (self.int(*a, env)?, self.int(*b, env)?);
                self.arith(*op, a, b)
            }
            Logic::Neg(a) => {
                let (zero, a) = (self.constant(0), self.int(*a, env)?);
                self.arith(ArithOp::Sub, zero, a)
            }
            Logic::Not(a) => {
                let a = self.int(*a, env)?;
                Ok(Int { word: self.alg.not(a.word), ..a })
            }
            Logic::Wrap { bits, signed, of } => {
                let of = self.int(*of, env)?;
                self.wrap(of, u32::from(*bits), *signed)
            }
            Logic::OfBool(a) => {
                let truth = self.truth(*a, env)?;
                Ok(Int { word: self.alg.zext(truth, 2), width: 2 })
            }
            other => unreachable!("`{other:?}` should not be read as an integer"),
        }
    }

    fn pointer(&mut self, node: Node, env: &Env) -> Result<PtrId, String> {
        match &self.formula.nodes[node] {
            Logic::Null => Ok(self.machine.state.pointer_to(self.alg, Target::Null, 0)),
            Logic::ParamPtr { index } => match self.machine.args[*index as usize] {
                Val::Ptr(ptr) => Ok(ptr),
                Val::Opaque(why) => Err(why.said(self.machine.program).to_string()),
                Val::Word(_) | Val::Part(..) | Val::Uninit | Val::Maybe(_) => {
                    Err("a parameter that is no pointer".to_owned())
                }
            },
            Logic::AddrGlobal(global) => {
                let object = Target::Object(self.machine.globals[global.index()]);
                Ok(self.machine.state.pointer_to(self.alg, object, 0))
            }
            Logic::LoadPtr { addr } => match self.load(*addr, ir::Type::Ptr, env)?.val {
                Val::Ptr(ptr) => Ok(ptr),
                _ => Err("a pointer inside input data".to_owned()),
            },
            Logic::PtrAdd { base, index, size } => {
                let (base, index) = (self.ptr(*base, env)?, self.int(*index, env)?);
                Ok(self.step(base, index, *size))
            }
            other => unreachable!("`{other:?}` should not be read as a pointer"),
        }
    }

    fn choose(&mut self, c: Node, a: Node, b: Node, env: &Env) -> Result<Meaning<A::Word>, String> {
        let c = self.truth(c, env)?;
        let (a, b) = (self.int(a, env)?, self.int(b, env)?);
        let width = a.width.max(b.width);
        let (a, b) = self.same_width(a, b);
        Ok(Meaning::Int(Int { word: self.alg.ite(c, a, b), width }))
    }

    fn machine_int(&mut self, val: Val<A::Word>, signed: bool) -> Result<Int<A::Word>, String> {
        match val {
            Val::Word(word) if signed => Ok(Int { word, width: self.alg.width(word) }),
            Val::Word(word) => self.unsigned(word),
            Val::Opaque(why) => Err(why.said(self.machine.program).to_string()),
            Val::Uninit | Val::Maybe(_) => {
                Err("an uninitialised object read in a contract".to_owned())
            }
            Val::Ptr(_) | Val::Part(..) => {
                Err("a pointer used as an integer in a contract".to_owned())
            }
        }
    }
}
