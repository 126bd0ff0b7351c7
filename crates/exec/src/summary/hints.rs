//! What the code of a loop compares what it changes with: hints for claims about a turn.
//!
//! Registers, and cells at places that the code names: globals, locals, what a register leads to, members of these. Functions that
//! the loop calls are read too, as far as globals go. All words are those when the loop is entered, so that a claim made of them
//! says the same at every turn. A hint that is wrong costs a claim that is dropped.

use super::insts_below;
use crate::memory::{Cell, ObjId};
use crate::merged::Merged;
use crate::value::word_width;
use crate::{Algebra, Val};
use entity::EntityRef;
use ir::{BinOp, Body, Callee, Func, Inst, Local, Region, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What code calls a value: a register by its slot, or a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Name {
    Slot(u32),
    Cell(ObjId, u64),
}

/// Something is compared with a word.
pub(super) struct Hint<W> {
    pub(super) of: Name,
    /// What the word was read from, unless it is a constant.
    pub(super) by: Option<Name>,
    pub(super) word: W,
}

/// Instructions of one function; names of its own frame are known in the active function only.
struct Text<'p> {
    body: &'p Body,
    insts: Vec<Value>,
    active: bool,
}

impl<'p, A: Algebra> Merged<'p, A> {
    /// What the loop that is about to be entered compares things with; nothing where no claims are made.
    pub(super) fn hints(&self, alg: &mut A, region: Region) -> Vec<Hint<A::Word>> {
        if self.scouting > 0 || self.inductive.is_none() {
            return Vec::new();
        }
        let texts = self.texts(region);
        let mut hints = self.extremes(alg, &texts);
        for text in &texts {
            for &inst in &text.insts {
                let Some((a, b)) = compared(&text.body.insts[inst]) else { continue };
                for (this, other) in [(a, b), (b, a)] {
                    let named = self.named(alg, text, this);
                    let against = self.word_of(alg, text, other);
                    if let (Some((of, _)), Some((by, word))) = (named, against) {
                        hints.push(Hint { of, by, word });
                    }
                }
            }
        }
        hints
    }

    /// The loop, and all functions that it calls.
    fn texts(&self, region: Region) -> Vec<Text<'p>> {
        let program = self.machine.program;
        let mut texts =
            vec![Text { body: self.body(), insts: insts_below(self.body(), region), active: true }];
        let (mut next, mut seen) = (0, BTreeSet::new());
        while let Some(text) = texts.get(next) {
            let called = text.insts.iter().filter_map(|&inst| callee(&text.body.insts[inst]));
            let has_body = |func: &Func| program.funcs[*func].body.is_some();
            let new: Vec<Func> =
                called.filter(has_body).filter(|&func| seen.insert(func)).collect();
            texts.extend(new.into_iter().map(|func| {
                let body = program.body(func);
                Text { body, insts: body.insts.keys().collect(), active: false }
            }));
            next += 1;
        }
        texts
    }

    /// The least and the greatest of the constants that code names for each value: cases of a switch over it, and what it is set
    /// to. The states of a machine lie between these.
    fn extremes(&self, alg: &mut A, texts: &[Text<'p>]) -> Vec<Hint<A::Word>> {
        let mut ranges: BTreeMap<Name, (u32, i128, i128)> = BTreeMap::new();
        for text in texts {
            for &inst in &text.insts {
                for (name, width, constant) in self.constants(alg, text, inst) {
                    let (_, lo, hi) = ranges.entry(name).or_insert((width, constant, constant));
                    (*lo, *hi) = ((*lo).min(constant), (*hi).max(constant));
                }
            }
        }
        let mut hints = Vec::new();
        for (of, (width, lo, hi)) in ranges {
            let mask = u128::MAX >> (128 - width);
            for end in [lo, hi] {
                let word = alg.constant(width, end as u128 & mask);
                hints.push(Hint { of, by: None, word });
            }
        }
        hints
    }

    /// The constants that an instruction names for a value.
    fn constants(&self, alg: &A, text: &Text<'p>, inst: Value) -> Vec<(Name, u32, i128)> {
        let body = text.body;
        match &body.insts[inst] {
            Inst::Switch { value, arms, .. } => {
                let ends = arms.first().zip(arms.last()).map(|(first, last)| [first.lo, last.hi]);
                let Some((name, width)) = self.named(alg, text, *value) else { return Vec::new() };
                ends.into_iter().flatten().map(|end| (name, width, end)).collect()
            }
            Inst::Set(local, value) if text.active => {
                let (name, set) = (self.slot_name(*local), constant(body, *value));
                set.map(|(width, it)| (name, width, it)).into_iter().collect()
            }
            Inst::Store { addr, value, .. } => {
                let place = self.place_of(alg, text, *addr);
                let set = place.zip(constant(body, *value));
                set.map(|((object, at), (width, it))| (Name::Cell(object, at), width, it))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a value reads, conversions aside, and how wide that is.
    fn named(&self, alg: &A, text: &Text<'p>, value: Value) -> Option<(Name, u32)> {
        match text.body.insts[strip(text.body, value)] {
            Inst::Get(local) if text.active => {
                let ir::LocalKind::Register(ty) = text.body.locals[local].kind else { return None };
                Some((self.slot_name(local), word_width(ty).unwrap_or(64)))
            }
            Inst::Load { ty, addr, .. } => {
                let (object, at) = self.place_of(alg, text, addr)?;
                Some((Name::Cell(object, at), word_width(ty)?))
            }
            _ => None,
        }
    }

    /// The word of a value when the loop is entered: a constant, or what something with a name holds then.
    fn word_of(
        &self,
        alg: &mut A,
        text: &Text<'p>,
        value: Value,
    ) -> Option<(Option<Name>, A::Word)> {
        if let Inst::Int(ty, bits) = text.body.insts[strip(text.body, value)] {
            return ty.int_bits().map(|width| (None, alg.constant(width, bits)));
        }
        let (name, width) = self.named(alg, text, value)?;
        let val = match name {
            Name::Slot(slot) => self.machine.stack.slot(slot),
            Name::Cell(object, at) => {
                let len = u64::from(width.div_ceil(8));
                match self.machine.state.objects[object].exact(at, len)? {
                    Cell { val, init: None, .. } => val,
                    _ => return None,
                }
            }
        };
        if let Val::Word(word) = val { Some((Some(name), word)) } else { None }
    }

    /// The one place that an address is when the loop is entered.
    fn place_of(&self, alg: &A, text: &Text<'p>, addr: Value) -> Option<(ObjId, u64)> {
        let (mut addr, mut offset) = (addr, 0);
        loop {
            match text.body.insts[addr] {
                Inst::PtrField { base, offset: more } => (addr, offset) = (base, offset + more),
                Inst::AddrGlobal(global) => {
                    return Some((self.machine.globals[global.index()], offset));
                }
                Inst::AddrLocal(local) | Inst::Get(local) if text.active => {
                    let Name::Slot(slot) = self.slot_name(local) else { return None };
                    let Val::Ptr(ptr) = self.machine.stack.slot(slot) else { return None };
                    let (object, at) = self.machine.known_place(alg, ptr, 0)?;
                    return Some((object, at + offset));
                }
                _ => return None,
            }
        }
    }

    fn slot_name(&self, local: Local) -> Name {
        Name::Slot(self.machine.stack.top().base + local.index() as u32)
    }
}

/// The function that an instruction calls by name.
fn callee(inst: &Inst) -> Option<Func> {
    match inst {
        Inst::Call { callee: Callee::Direct(func), .. } => Some(*func),
        _ => None,
    }
}

/// A constant and the width of what it is converted to.
fn constant(body: &Body, value: Value) -> Option<(u32, i128)> {
    let Inst::Int(ty, bits) = body.insts[strip(body, value)] else { return None };
    let shift = 128 - ty.int_bits()?;
    let becomes = match body.insts[value] {
        Inst::Cast(_, becomes, _) => becomes,
        _ => ty,
    };
    Some((word_width(becomes)?, (bits as i128) << shift >> shift))
}

/// The sides of a comparison.
fn compared(inst: &Inst) -> Option<(Value, Value)> {
    match *inst {
        Inst::Binary(
            BinOp::LtS | BinOp::LeS | BinOp::LtU | BinOp::LeU | BinOp::Eq | BinOp::Ne,
            a,
            b,
        ) => Some((a, b)),
        _ => None,
    }
}

fn strip(body: &Body, mut value: Value) -> Value {
    while let Inst::Cast(_, _, of) = body.insts[value] {
        value = of;
    }
    value
}
