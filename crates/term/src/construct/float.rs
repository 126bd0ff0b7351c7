//! Operators on floats. Hardly any law of the reals holds of them, so hardly any is applied.

use super::{Pool, Rule, Term};
use crate::{Float, FloatOp, Format, Op, Rounding};

impl Pool {
    /// The float operator on these operands. `width` is the result's, which matters where that is an integer.
    ///
    /// # Panics
    /// If an operand has not the format's width.
    pub fn float(&mut self, float: Float, width: u32, args: &[Term]) -> Term {
        let Float { op, format, .. } = float;
        assert_eq!(args.len(), op.n_operands(), "a float operator should have its operands");
        let fits = |arg: &Term| op.takes_integer() || self.width(*arg) == format.width();
        assert!(args.iter().all(fits), "an operand should have the format's width: {float:?}");
        let width = match float.result() {
            Some(format) => format.width(),
            None if op.is_comparison() => 1,
            None => width,
        };
        let rounding = if op.is_rounded() { float.rounding } else { Rounding::NearestEven };
        let op = Op::Float(Float { rounding, ..float });
        match *args {
            [a, b] if op.commutes() => {
                let (a, b) = self.in_order(a, b);
                self.intern(op, width, &[a, b])
            }
            [a, b] if a == b && float.op == FloatOp::Lt => {
                self.fire(Rule::CompareSame);
                self.bool(false)
            }
            _ => self.intern(op, width, args),
        }
    }

    /// Is it no number?
    pub fn is_nan(&mut self, format: Format, a: Term) -> Term {
        let equal = self.float(Float::nearest(FloatOp::Eq, format), 1, &[a, a]);
        self.not(equal)
    }
}
