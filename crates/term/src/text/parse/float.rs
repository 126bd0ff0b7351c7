//! Floats in expressions: decimals, operators, and functions named after [`FloatOp`] with a suffix for the rounding.

use super::expr::{Typed, made, own_type};
use super::{BOOL, Parsed, Parser, Reading, Type, error, format_of, type_named};
use crate::float::float_literal;
use crate::text::fd::rounding_suffix;
use crate::{Float, FloatOp, Format, MAX_WIDTH, Rounding, Term};
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// A number with a point or an exponent, and the type behind it if there is one; `None` if it is an integer.
    pub(super) fn decimal(text: &str, span: Span) -> Option<Parsed<Typed>> {
        let hexadecimal = text.starts_with("0x") || text.starts_with("0b");
        let length =
            text.find(|c: char| !(c.is_ascii_digit() || ".eE+-".contains(c))).unwrap_or(text.len());
        let (digits, suffix) = text.split_at(length);
        if hexadecimal || !digits.contains(['.', 'e', 'E']) {
            return None;
        }
        let bits = |format| float_literal(format, digits);
        let (Some(single), Some(double)) = (bits(Format::SINGLE), bits(Format::DOUBLE)) else {
            return Some(Err(error("F0009", span, "this is no number")));
        };
        let ty = match (suffix, type_named(suffix)) {
            ("", _) => None,
            (_, Some(ty)) => Some(ty),
            (_, None) => {
                return Some(Err(error("F0003", span, format!("`{suffix}` is no type"))));
            }
        };
        Some(Ok(Typed { term: None, value: None, decimal: Some([single, double]), ty, span }))
    }

    /// The constant of a literal where a float is wanted: the nearest one.
    pub(super) fn float_constant(&mut self, typed: &Typed, format: Format) -> Parsed<Term> {
        let bits = match (typed.decimal, typed.value, format) {
            (Some([single, _]), _, Format::SINGLE) => single,
            (Some([_, double]), _, Format::DOUBLE) => double,
            (None, Some((negative, value)), _) => {
                let convert = Float::nearest(FloatOp::FromUnsigned, format);
                convert.apply(format.width(), 128, &[value])
                    | if negative { format.sign() } else { 0 }
            }
            _ => {
                let message = "decimals are read for f32 and f64 only; write float(BITS, E, P)";
                return Err(error("F0011", typed.span, message));
            }
        };
        Ok(self.document.pool.constant(format.width(), bits))
    }

    pub(super) fn float_binary(
        &mut self,
        symbol: &str,
        [x, y]: [Term; 2],
        format: Format,
        span: Span,
    ) -> Parsed<Typed> {
        let (op, args) = match symbol {
            "+" => (FloatOp::Add, [x, y]),
            "-" => (FloatOp::Sub, [x, y]),
            "*" => (FloatOp::Mul, [x, y]),
            "/" => (FloatOp::Div, [x, y]),
            "<" => (FloatOp::Lt, [x, y]),
            "<=" => (FloatOp::Le, [x, y]),
            ">" => (FloatOp::Lt, [y, x]),
            ">=" => (FloatOp::Le, [y, x]),
            "==" | "!=" => (FloatOp::Eq, [x, y]),
            _ => return Err(not_of_floats(symbol, span)),
        };
        let pool = &mut self.document.pool;
        let mut term = pool.float(Float::nearest(op, format), 1, &args);
        if symbol == "!=" {
            term = pool.not(term);
        }
        Ok(made(term, if op.is_comparison() { BOOL } else { Type::float(format) }, span))
    }

    /// A function of floats; `None` if there is none of this name with so many arguments.
    pub(super) fn float_call(
        &mut self,
        name: &str,
        args: &[Typed],
        span: Span,
    ) -> Option<Parsed<Typed>> {
        match (name, args) {
            ("bits", [x]) => return Some(self.bits_of(x, span)),
            ("float", [x, e, p]) => return Some(self.read_as_float(x, e, p, span)),
            _ => {}
        }
        let (op, rounding) = operator(name)?;
        let extra = match op {
            FloatOp::Convert(_) | FloatOp::FromSigned | FloatOp::FromUnsigned => 2,
            FloatOp::ToSigned | FloatOp::ToUnsigned => 1,
            _ => 0,
        };
        (args.len() == op.n_operands() + extra)
            .then(|| self.float_operator(op, rounding, args, span))
    }

    fn float_operator(
        &mut self,
        op: FloatOp,
        rounding: Rounding,
        args: &[Typed],
        span: Span,
    ) -> Parsed<Typed> {
        let (operands, parameters) = args.split_at(op.n_operands());
        let ty = operands.iter().find_map(|arg| arg.ty);
        let ty = ty.ok_or_else(|| error("F0012", span, "the type is unknown"))?;
        let terms: Vec<Term> =
            operands.iter().map(|arg| self.typed(arg, ty)).collect::<Parsed<_>>()?;
        let (op, format, width) = match (op, ty.reading) {
            (FloatOp::FromSigned | FloatOp::FromUnsigned, Reading::Signed | Reading::Unsigned) => {
                (op, Self::format(&parameters[0], &parameters[1])?, 0)
            }
            (FloatOp::Convert(_), Reading::Float(format)) => {
                (FloatOp::Convert(Self::format(&parameters[0], &parameters[1])?), format, 0)
            }
            (FloatOp::ToSigned | FloatOp::ToUnsigned, Reading::Float(format)) => {
                (op, format, Self::small(&parameters[0], 1..=MAX_WIDTH)?)
            }
            (_, Reading::Float(format)) if !op.takes_integer() => (op, format, 0),
            _ => return Err(error("F0010", span, format!("{} is not of {ty}", op.name()))),
        };
        let float = Float { op, format, rounding };
        let result = match float.result() {
            Some(format) => Type::float(format),
            None if op.is_comparison() => BOOL,
            None => Type::plain(width, op == FloatOp::ToSigned),
        };
        Ok(made(self.document.pool.float(float, width, &terms), result, span))
    }

    fn format(exponent: &Typed, precision: &Typed) -> Parsed<Format> {
        let (exponent, precision) =
            (Self::small(exponent, 2..=15)?, Self::small(precision, 2..=64)?);
        Ok(format_of(exponent as u8, precision as u8).expect("the parameters are in range"))
    }

    fn bits_of(&mut self, x: &Typed, span: Span) -> Parsed<Typed> {
        let ty = own_type(x)?;
        Ok(made(self.typed(x, ty)?, Type::plain(ty.width, false), span))
    }

    fn read_as_float(&mut self, x: &Typed, e: &Typed, p: &Typed, span: Span) -> Parsed<Typed> {
        let format = Self::format(e, p)?;
        let ty = x.ty.unwrap_or(Type::plain(format.width(), false));
        let term = self.typed(x, ty)?;
        if ty.width != format.width() {
            let message = format!("this is {ty}, but {} bits are wanted here", format.width());
            return Err(error("F0010", x.span, message));
        }
        Ok(made(term, Type::float(format), span))
    }
}

/// The operator of a name with its suffix.
fn operator(name: &str) -> Option<(FloatOp, Rounding)> {
    Rounding::ALL.into_iter().find_map(|rounding| {
        let plain = name.strip_suffix(rounding_suffix(rounding))?;
        let op = FloatOp::ALL.into_iter().find(|op| op.name() == plain)?;
        (op.is_rounded() || rounding == Rounding::NearestEven).then_some((op, rounding))
    })
}

#[expect(clippy::unnecessary_box_returns, reason = "every caller wraps it in a `Parsed`")]
pub(super) fn not_of_floats(symbol: &str, span: Span) -> Box<Diagnostic> {
    error("F0010", span, format!("`{symbol}` is not of floats"))
}
