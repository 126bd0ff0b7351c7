//! What others see of a run while it lasts: accesses of volatile places, and calls of functions that are defined elsewhere.

use super::{Contents, Describer};
use crate::scalars::scalars;
use interp::{Access, Called, Given, Seen, Shown};
use ir::input::{Input, Scalar};
use ir::{DEVICE_READ, Func, Shape, ShapeId, Type};
use suite::CValue;

/// Elements behind a pointer that a test looks at.
const MOST_ELEMENTS: u64 = 64;

impl Describer<'_> {
    /// What volatile places showed: reads up to the last that is not what is there.
    pub fn device_reads(&mut self, shown: &[Shown], input: &Input) -> Vec<suite::StubCalls> {
        let reads: Vec<&Access> =
            shown.iter().filter_map(access).filter(|access| self.is_read(access)).collect();
        let mut told = Vec::new();
        for (at, access) in reads.iter().enumerate() {
            let mut later = reads[at..].iter().filter(|it| it.func == access.func);
            if later.any(|it| it.changed) {
                self.stub_call(access.func, access.value, input, &mut told);
            }
        }
        told
    }

    fn is_read(&self, access: &Access) -> bool {
        self.program.funcs[access.func].name.starts_with(DEVICE_READ)
    }

    /// The writes to volatile places and the calls of functions that are defined elsewhere.
    pub fn shown(&mut self, shown: &[Shown], input: &Input) -> Vec<suite::Shown> {
        let told = shown.iter().filter_map(|it| match it {
            Shown::Access(access) if self.is_read(access) => None,
            Shown::Access(access) => {
                let data = &self.program.funcs[access.func];
                let value = self.scalar(data.ret?, Some(access.value), input);
                Some(suite::Shown::Write(suite::Written { function: data.name.clone(), value }))
            }
            Shown::Call(called) => Some(suite::Shown::Call(self.call_made(called, input))),
        });
        told.collect()
    }

    fn call_made(&self, called: &Called, input: &Input) -> suite::CallMade {
        let data = &self.program.funcs[called.func];
        let given = data.params.iter().zip(&called.args).enumerate();
        let args = given.map(|(index, (param, given))| {
            let value = match given.value {
                Seen::Scalar(scalar) => self.scalar(param.shape, Some(scalar), input),
                Seen::Nothing | Seen::Elsewhere => CValue::Uninit,
            };
            let length = self.length(called, index);
            suite::Given { value, behind: self.behind(param.shape, given, length, input) }
        });
        suite::CallMade { function: data.name.clone(), args: args.collect() }
    }

    /// The number among the arguments that may say how much is behind a pointer: the next after it, or else the last before it.
    fn length(&self, called: &Called, pointer: usize) -> Option<u64> {
        let (before, after) = called.args.split_at(pointer);
        let number = |(index, given): (usize, &Given)| self.count(called.func, index, given);
        let after = after.iter().enumerate().find_map(|(at, it)| number((pointer + at, it)));
        after.or_else(|| before.iter().enumerate().rev().find_map(number))
    }

    /// An argument as a number of things; truth values count nothing.
    fn count(&self, func: Func, index: usize, given: &Given) -> Option<u64> {
        let shape = self.program.funcs[func].params[index].shape;
        match (&self.program.shapes[shape], given.value) {
            (Shape::Int { boolean: false, .. }, Seen::Scalar(Scalar::Bits(_, bits))) => {
                Some(u64::try_from(bits).unwrap_or(u64::MAX))
            }
            _ => None,
        }
    }

    /// What is behind a pointer to const, as far as a callee is meant to look: a string, so many elements as another argument says and
    /// are there, or the first.
    fn behind(
        &self,
        pointer: ShapeId,
        given: &Given,
        length: Option<u64>,
        input: &Input,
    ) -> Vec<CValue> {
        let to = match self.program.shapes[pointer] {
            Shape::Pointer { to, .. } => to,
            Shape::Record { .. } => Some(pointer),
            _ => return Vec::new(),
        };
        let size = to.map_or(1, |to| self.program.shape_bytes(to));
        let there = (given.behind.len() as u64).checked_div(size).unwrap_or(0);
        let length = length.filter(|n| *n <= there);
        let n = match to.map(|to| &self.program.shapes[to]) {
            None => length.unwrap_or(0),
            Some(Shape::Int { character: true, .. }) => {
                let end = given.behind.iter().position(|byte| *byte == Some(0));
                let string = end.map(|end| end as u64 + 1);
                let is_string = |n: &u64| length.is_none_or(|length| length + 1 == *n);
                string.filter(is_string).or(length).unwrap_or(there.min(1))
            }
            Some(Shape::Int { .. } | Shape::Float { .. }) => length.unwrap_or(there.min(1)),
            Some(_) => there.min(1),
        };
        (0..n.min(MOST_ELEMENTS)).map(|at| self.element(to, at * size, given, input)).collect()
    }

    fn element(&self, to: Option<ShapeId>, base: u64, given: &Given, input: &Input) -> CValue {
        let byte = |at: u64| given.behind.get(usize::try_from(at).ok()?).copied().flatten();
        let Some(shape) = to else {
            return byte(base).map_or(CValue::Uninit, |byte| CValue::Int(byte.into()));
        };
        let mut contents = Contents::new();
        scalars(self.program, shape, base, &mut |at, kind| {
            let bytes = if kind.ty == Type::F80 { 10 } else { self.program.bytes(kind.ty) };
            let word = (0..bytes)
                .rev()
                .try_fold(0, |word: u128, index| Some(word << 8 | u128::from(byte(at + index)?)));
            if let Some(word) = word.filter(|_| kind.ty != Type::Ptr) {
                contents.insert(at, Scalar::Bits(kind.ty, word));
            }
        });
        self.value(shape, base, &contents, input)
    }
}

fn access(shown: &Shown) -> Option<&Access> {
    match shown {
        Shown::Access(access) => Some(access),
        Shown::Call(_) => None,
    }
}
