//! What floats do that nobody calls an error and that few programs mean: what to observe, and the program made observable.
//!
//! After each operation on floats stand conditions of their own on its operands and its result. Nothing of it ends a run, so
//! each is judged by itself, wherever it happens.

mod rounded;

use crate::objectives::Within;
use crate::observe::{Put, put_into};
use ir::{BinOp, Callee, CastOp, CondSite, Func, Inst, Program, Type, UnOp, Value};
use rounded::{Rounded, computes};
use std::collections::BTreeSet;

/// Something that should not happen to floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HazardKind {
    /// Finite operands, an infinite result.
    Overflow,
    /// A result that is no number of operands that are.
    Nan,
    /// A divisor that is zero.
    DivisionByZero,
    /// A sum that is one of its operands, though the other is not zero.
    Absorption,
    /// A sum of rounded numbers that keeps less than half of their bits.
    Cancellation,
    /// `==` of rounded numbers that differ by the last bit.
    Equality,
}

impl HazardKind {
    /// What happens, for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Overflow => "finite numbers give an infinity",
            Self::Nan => "numbers give NaN",
            Self::DivisionByZero => "a floating-point number is divided by zero",
            Self::Absorption => "a number is absorbed by a larger one",
            Self::Cancellation => "rounded numbers cancel most of their bits",
            Self::Equality => "rounded numbers are compared that differ in the last bit",
        }
    }
}

/// A condition put into the program: this happens at an operation.
#[derive(Clone, Debug)]
pub struct Hazard {
    /// The condition; it is no condition of the program itself.
    pub site: CondSite,
    /// The operation.
    pub at: Value,
    /// What happens there.
    pub kind: HazardKind,
}

/// The program with conditions in a function and in those it calls.
pub(crate) fn observe(program: &Program, func: Func) -> (Program, Vec<Hazard>) {
    let funcs = Within::Callees.funcs(program, func);
    let asked: Vec<_> = funcs.iter().map(|&func| operations(program, &funcs, func)).collect();
    let mut program = program.clone();
    let mut hazards = Vec::new();
    for (&func, operations) in funcs.iter().zip(&asked) {
        let body = program.funcs[func].body.as_mut().expect("what is tested should have a body");
        put_into(body, |put, inst| {
            put.insts.push(inst);
            for operation in operations.iter().filter(|operation| operation.at == inst) {
                let (at, kind) = (operation.at, operation.kind);
                let holds = put.holds(operation);
                let cond = put.condition(put.body.spans[at], holds);
                hazards.push(Hazard { site: CondSite { func, cond }, at, kind });
            }
        });
    }
    hazards.sort_by_key(|hazard| (hazard.site.func, hazard.at, hazard.site.cond));
    (program, hazards)
}

/// An operation at which something may happen.
struct Operation {
    at: Value,
    kind: HazardKind,
    /// Those of its operands that are floats.
    operands: Vec<Value>,
}

fn operations(program: &Program, funcs: &[Func], func: Func) -> Vec<Operation> {
    let body = program.body(func);
    let rounded = Rounded { program, funcs };
    let mut found = Vec::new();
    for (at, inst) in body.insts.iter() {
        let operands = inst.operands().into_iter();
        let operands: Vec<Value> =
            operands.filter(|&it| body.types[it].is_some_and(Type::is_float)).collect();
        let is_rounded = || operands.iter().any(|&it| rounded.is(func, it));
        let kinds = kinds(program, func, inst, is_rounded).into_iter();
        for kind in kinds.filter(|_| !operands.is_empty()) {
            found.push(Operation { at, kind, operands: operands.clone() });
        }
    }
    found
}

/// What may happen at an instruction.
fn kinds(
    program: &Program,
    func: Func,
    inst: &Inst,
    is_rounded: impl Fn() -> bool,
) -> Vec<HazardKind> {
    use HazardKind::{Absorption, Cancellation, DivisionByZero, Equality, Nan, Overflow};
    match inst {
        Inst::Binary(BinOp::FAdd | BinOp::FSub, ..) if is_rounded() => {
            vec![Overflow, Nan, Absorption, Cancellation]
        }
        Inst::Binary(BinOp::FAdd | BinOp::FSub, ..) => vec![Overflow, Nan, Absorption],
        Inst::Binary(BinOp::FMul, ..) => vec![Overflow, Nan],
        Inst::Binary(BinOp::FDiv, ..) => vec![Overflow, Nan, DivisionByZero],
        Inst::Binary(BinOp::FEq | BinOp::FNe, ..) if is_rounded() => vec![Equality],
        Inst::Cast(CastOp::FToF, to, from)
            if precision(*to) < precision(program.body(func).ty(*from)) =>
        {
            vec![Overflow]
        }
        Inst::Call { callee: Callee::Direct(callee), .. } if computes(program, *callee) => {
            vec![Overflow, Nan]
        }
        _ => vec![],
    }
}

/// Bits of a significand, the leading one included.
fn precision(ty: Type) -> u32 {
    match ty {
        Type::F32 => 24,
        Type::F64 => 53,
        Type::F80 => 64,
        Type::Int(_) | Type::Ptr => unreachable!("{ty} should be a float"),
    }
}

/// The bits of a power of two.
fn power_of_two(ty: Type, power: u32) -> u128 {
    match ty {
        Type::F32 => u128::from(127 + power) << 23,
        Type::F64 => u128::from(1023 + power) << 52,
        _ => u128::from(16383 + power) << 64 | 1 << 63,
    }
}

/// The bits of infinity.
fn infinity(ty: Type) -> u128 {
    match ty {
        Type::F32 => 0xff << 23,
        Type::F64 => 0x7ff << 52,
        _ => 0x7fff << 64 | 1 << 63,
    }
}

impl Put<'_> {
    /// Does it happen at an operation?
    fn holds(&mut self, operation: &Operation) -> Value {
        let Operation { at, kind, operands } = operation;
        match kind {
            HazardKind::Overflow => self.overflows(*at, operands),
            HazardKind::Nan => self.is_made_nan(*at, operands),
            HazardKind::DivisionByZero => self.is_zero(operands[1]),
            HazardKind::Absorption => self.absorbs(*at, operands[0], operands[1]),
            HazardKind::Cancellation => self.cancels(*at, operands[0]),
            HazardKind::Equality => {
                let below = self.test(BinOp::FNext, operands[0], operands[1]);
                let above = self.test(BinOp::FNext, operands[1], operands[0]);
                self.test(BinOp::Or, below, above)
            }
        }
    }

    /// Division by zero is asked about by itself.
    fn overflows(&mut self, result: Value, operands: &[Value]) -> Value {
        let plus = self.constant(result, infinity);
        let minus = self.negated(plus);
        let (above, below) =
            (self.test(BinOp::FEq, result, plus), self.test(BinOp::FEq, result, minus));
        let mut holds = self.test(BinOp::Or, above, below);
        for &operand in operands {
            let finite = self.is_finite(operand);
            holds = self.test(BinOp::And, holds, finite);
        }
        if matches!(self.body.insts[result], Inst::Binary(BinOp::FDiv, ..)) {
            let zero = self.constant(result, |_| 0);
            let divides = self.test(BinOp::FNe, operands[1], zero);
            holds = self.test(BinOp::And, holds, divides);
        }
        holds
    }

    fn is_made_nan(&mut self, result: Value, operands: &[Value]) -> Value {
        let mut holds = self.test(BinOp::FNe, result, result);
        for &operand in operands.iter().collect::<BTreeSet<_>>() {
            let number = self.test(BinOp::FEq, operand, operand);
            holds = self.test(BinOp::And, holds, number);
        }
        holds
    }

    /// The first operand is the result, or the second one with the sign it has in it.
    fn absorbs(&mut self, result: Value, x: Value, y: Value) -> Value {
        let is_difference = matches!(self.body.insts[result], Inst::Binary(BinOp::FSub, ..));
        let signed = if is_difference { self.negated(y) } else { y };
        let [y_lost, x_lost] = [(x, y), (signed, x)].map(|(kept, lost)| {
            let (same, zero) = (self.test(BinOp::FEq, result, kept), self.constant(lost, |_| 0));
            let counts = self.test(BinOp::FNe, lost, zero);
            self.test(BinOp::And, same, counts)
        });
        let (lost, finite) = (self.test(BinOp::Or, y_lost, x_lost), self.is_finite(result));
        self.test(BinOp::And, lost, finite)
    }

    /// Times two to half the precision, the result is still no larger than an operand. Only what is not zero counts: a
    /// difference of zero says that both are equal, and nothing is left to be wrong about.
    fn cancels(&mut self, result: Value, x: Value) -> Value {
        let ty = self.body.ty(result);
        let factor = self.constant(result, |ty| power_of_two(ty, precision(ty) / 2));
        let scaled = self.inst(Inst::Binary(BinOp::FMul, result, factor), ty);
        let (scaled_down, x_down) = (self.negated(scaled), self.negated(x));
        let zero = self.constant(result, |_| 0);
        let mut holds = self.test(BinOp::FNe, result, zero);
        for side in [scaled, scaled_down] {
            let (up, down) = (self.test(BinOp::FLe, side, x), self.test(BinOp::FLe, side, x_down));
            let within = self.test(BinOp::Or, up, down);
            holds = self.test(BinOp::And, holds, within);
        }
        let finite = self.is_finite(x);
        self.test(BinOp::And, holds, finite)
    }

    fn is_zero(&mut self, x: Value) -> Value {
        let zero = self.constant(x, |_| 0);
        self.test(BinOp::FEq, x, zero)
    }

    fn is_finite(&mut self, x: Value) -> Value {
        let plus = self.constant(x, infinity);
        let minus = self.negated(plus);
        let (below, above) = (self.test(BinOp::FLt, x, plus), self.test(BinOp::FLt, minus, x));
        self.test(BinOp::And, below, above)
    }

    fn negated(&mut self, x: Value) -> Value {
        let ty = self.body.ty(x);
        self.inst(Inst::Unary(UnOp::FNeg, x), ty)
    }

    /// A constant of the type of another value.
    fn constant(&mut self, like: Value, bits: impl Fn(Type) -> u128) -> Value {
        let ty = self.body.ty(like);
        self.inst(Inst::Float(ty, bits(ty)), ty)
    }

    fn test(&mut self, op: BinOp, x: Value, y: Value) -> Value {
        self.inst(Inst::Binary(op, x, y), Type::Int(1))
    }
}
