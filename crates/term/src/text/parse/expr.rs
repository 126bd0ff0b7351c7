//! Expressions, by precedence climbing. Nesting is limited, so that no text exhausts the stack.

use super::float::not_of_floats;
use super::{BOOL, Kind, MapHelp, Parsed, Parser, Reading, Type, error, type_named};
use crate::{Float, FloatOp, Format, MAX_WIDTH, Op, Term, mask};
use source::Span;

/// How deep expressions may nest.
const MAX_DEPTH: u32 = 200;

/// An expression read so far. A literal without suffix takes its type from where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typed {
    pub(super) term: Option<Term>,
    /// The literal's value: sign and magnitude.
    pub(super) value: Option<(bool, u128)>,
    /// The bits of a decimal literal as binary32 and as binary64.
    pub(super) decimal: Option<[u128; 2]>,
    pub(super) ty: Option<Type>,
    pub(super) span: Span,
}

/// Binary operators from loose to tight; those of one row associate to the left.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    /// `c ? a : b` binds loosest.
    pub(super) fn expression(&mut self) -> Parsed<Typed> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let help = "name parts of it with let";
            return Err(error("F0007", self.span(), "this nests too deep").map_help(help));
        }
        let condition = self.binary(0)?;
        let result = if self.accept("?") {
            let then = self.expression()?;
            self.expect(":")?;
            let other = self.expression()?;
            self.ite(&condition, &then, &other)
        } else {
            Ok(condition)
        };
        self.depth -= 1;
        result
    }

    fn binary(&mut self, level: usize) -> Parsed<Typed> {
        let Some(symbols) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Kind::Symbol(symbol) = self.peek()
            && symbols.contains(&symbol)
        {
            self.next();
            let right = self.binary(level + 1)?;
            left = self.apply_binary(symbol, &left, &right)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Typed> {
        // A loop, not recursion: any number of signs may stand in a row.
        let mut signs = Vec::new();
        while let Kind::Symbol(symbol @ ("-" | "~" | "!")) = self.peek() {
            signs.push((symbol, self.span()));
            self.next();
        }
        let mut operand = self.primary()?;
        for (symbol, span) in signs.into_iter().rev() {
            operand = self.apply_unary(symbol, &operand, span)?;
        }
        Ok(operand)
    }

    fn primary(&mut self) -> Parsed<Typed> {
        let span = self.span();
        match self.peek() {
            Kind::Number(text) => {
                self.next();
                Self::number(text, span)
            }
            Kind::Symbol("(") => {
                self.next();
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            Kind::Name("true" | "false") => {
                let term = self.document.pool.bool(self.peek() == Kind::Name("true"));
                self.next();
                Ok(Typed { term: Some(term), value: None, decimal: None, ty: Some(BOOL), span })
            }
            Kind::Name(name) => {
                self.next();
                if self.accept("(") {
                    return self.call(name, span);
                }
                let known = self.names.get(name).copied();
                known.map(|typed| Typed { span, ..typed }).ok_or_else(|| {
                    let help = format!("declare it first: var {name}: i32");
                    error("F0008", span, format!("`{name}` is not declared")).map_help(&help)
                })
            }
            _ => Err(error("F0005", span, "an expression is missing here")),
        }
    }

    fn number(text: &str, span: Span) -> Parsed<Typed> {
        if let Some(decimal) = Self::decimal(text, span) {
            return decimal;
        }
        let (digits, radix) = match text.strip_prefix("0x") {
            Some(hex) => (hex, 16),
            None => text.strip_prefix("0b").map_or((text, 10), |binary| (binary, 2)),
        };
        let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        let (digits, suffix) = digits.split_at(length);
        let value = u128::from_str_radix(digits, radix)
            .map_err(|_| error("F0009", span, "this is no number of up to 128 bits"))?;
        let ty = match suffix {
            "" => None,
            _ => Some(
                type_named(suffix)
                    .ok_or_else(|| error("F0003", span, format!("`{suffix}` is no type")))?,
            ),
        };
        Ok(Typed { term: None, value: Some((false, value)), decimal: None, ty, span })
    }

    /// The term, where this type is wanted.
    pub(super) fn typed(&mut self, typed: &Typed, wanted: Type) -> Parsed<Term> {
        if let Some(ty) = typed.ty
            && ty != wanted
        {
            let help =
                "convert with zext(x, n), sext(x, n), extract(x, hi, lo), signed(x) or unsigned(x)";
            let message = format!("this is {ty}, but {wanted} is wanted here");
            return Err(error("F0010", typed.span, message).map_help(help));
        }
        if let Some(term) = typed.term {
            return Ok(term);
        }
        if let Reading::Float(format) = wanted.reading {
            return self.float_constant(typed, format);
        }
        let Some((negative, value)) = typed.value else {
            return Err(error("F0011", typed.span, format!("this number does not fit {wanted}")));
        };
        let limit = match (wanted.is_signed(), negative) {
            (false, false) => mask(wanted.width),
            (false, true) => 0,
            (true, _) => (mask(wanted.width) >> 1) + u128::from(negative),
        };
        if value > limit {
            return Err(error("F0011", typed.span, format!("this number does not fit {wanted}")));
        }
        let value = if negative { value.wrapping_neg() } else { value };
        Ok(self.document.pool.constant(wanted.width, value))
    }

    /// Both operands in their common type.
    fn pair(&mut self, a: &Typed, b: &Typed) -> Parsed<(Term, Term, Type)> {
        let Some(ty) = a.ty.or(b.ty) else {
            let help = "give one number a type, as in 5u8";
            return Err(error("F0012", a.span.to(b.span), "the type is unknown").map_help(help));
        };
        Ok((self.typed(a, ty)?, self.typed(b, ty)?, ty))
    }

    fn apply_unary(&mut self, symbol: &str, a: &Typed, span: Span) -> Parsed<Typed> {
        let span = span.to(a.span);
        if let ("-", Some((negative, value))) = (symbol, a.value) {
            return Ok(Typed { value: Some((!negative, value)), span, ..*a });
        }
        if let ("-", Some([single, double])) = (symbol, a.decimal) {
            let decimal = Some([single ^ Format::SINGLE.sign(), double ^ Format::DOUBLE.sign()]);
            return Ok(Typed { decimal, span, ..*a });
        }
        if symbol == "!" {
            let term = self.typed(a, BOOL)?;
            return Ok(made(self.document.pool.not(term), BOOL, span));
        }
        let ty = a.ty.ok_or_else(|| error("F0012", span, "the type is unknown"))?;
        let term = self.typed(a, ty)?;
        let pool = &mut self.document.pool;
        let term = match (symbol, ty.reading) {
            ("-", Reading::Float(format)) => {
                pool.float(Float::nearest(FloatOp::Neg, format), 0, &[term])
            }
            ("-", _) => pool.neg(term),
            (_, Reading::Float(_)) => return Err(not_of_floats(symbol, span)),
            _ => pool.not(term),
        };
        Ok(made(term, ty, span))
    }

    fn apply_binary(&mut self, symbol: &str, a: &Typed, b: &Typed) -> Parsed<Typed> {
        let span = a.span.to(b.span);
        if let "&&" | "||" = symbol {
            let operands = [self.typed(a, BOOL)?, self.typed(b, BOOL)?];
            let pool = &mut self.document.pool;
            let term = if symbol == "&&" { pool.all(&operands) } else { pool.any(&operands) };
            return Ok(made(term, BOOL, span));
        }
        let (x, y, ty) = self.pair(a, b)?;
        if let Reading::Float(format) = ty.reading {
            return self.float_binary(symbol, [x, y], format, span);
        }
        let pool = &mut self.document.pool;
        let signed = ty.is_signed();
        let choose = |unsigned: Op, signed_op: Op| if signed { signed_op } else { unsigned };
        let (op, result, args) = match symbol {
            "+" => (Op::Add, ty, [x, y]),
            "-" => (Op::Sub, ty, [x, y]),
            "*" => (Op::Mul, ty, [x, y]),
            "/" => (choose(Op::Udiv, Op::Sdiv), ty, [x, y]),
            "%" => (choose(Op::Urem, Op::Srem), ty, [x, y]),
            "<<" => (Op::Shl, ty, [x, y]),
            ">>" => (choose(Op::Lshr, Op::Ashr), ty, [x, y]),
            "&" => (Op::And, ty, [x, y]),
            "|" => (Op::Or, ty, [x, y]),
            "^" => (Op::Xor, ty, [x, y]),
            "<" => (choose(Op::Ult, Op::Slt), BOOL, [x, y]),
            "<=" => (choose(Op::Ule, Op::Sle), BOOL, [x, y]),
            ">" => (choose(Op::Ult, Op::Slt), BOOL, [y, x]),
            ">=" => (choose(Op::Ule, Op::Sle), BOOL, [y, x]),
            "==" => (Op::Eq, BOOL, [x, y]),
            _ => {
                let term = pool.ne(x, y);
                return Ok(made(term, BOOL, span));
            }
        };
        Ok(made(pool.build(op, result.width, &args), result, span))
    }

    fn ite(&mut self, c: &Typed, a: &Typed, b: &Typed) -> Parsed<Typed> {
        let condition = self.typed(c, BOOL)?;
        let (x, y, ty) = self.pair(a, b)?;
        Ok(made(self.document.pool.ite(condition, x, y), ty, c.span.to(b.span)))
    }

    fn call(&mut self, name: &str, start: Span) -> Parsed<Typed> {
        let mut args = Vec::new();
        while !self.accept(")") {
            if !args.is_empty() {
                self.expect(",")?;
            }
            args.push(self.expression()?);
        }
        let span = start.to(self.tokens[self.at.saturating_sub(1)].span);
        let unknown = || {
            let help = "functions are zext sext extract concat signed unsigned ite element all any min max \
                        add_overflows sub_overflows mul_overflows neg_overflows, and those of floats: docs/fd.md lists them";
            error(
                "F0013",
                span,
                format!("there is no such function: {name}, or not of {} arguments", args.len()),
            )
            .map_help(help)
        };
        match (name, args.as_slice()) {
            ("zext" | "sext", [x, n]) => self.extension(name == "sext", x, n, span),
            ("extract", [x, hi, lo]) => self.extraction(x, hi, lo, span),
            ("concat", [a, b]) => self.concatenation(a, b, span),
            ("signed" | "unsigned", [x]) => {
                let ty = own_type(x)?;
                let ty = Type::plain(ty.width, name == "signed");
                let own = own_type(x)?;
                Ok(made(self.typed(x, own)?, ty, span))
            }
            ("ite", [c, a, b]) => self.ite(c, a, b),
            ("element", [index, cells @ ..]) if !cells.is_empty() => {
                self.element(index, cells, span)
            }
            ("all" | "any", operands) => {
                let operands: Vec<Term> =
                    operands.iter().map(|x| self.typed(x, BOOL)).collect::<Parsed<_>>()?;
                let pool = &mut self.document.pool;
                let term = if name == "all" { pool.all(&operands) } else { pool.any(&operands) };
                Ok(made(term, BOOL, span))
            }
            ("min" | "max", [a, b]) => {
                let (x, y, ty) = self.pair(a, b)?;
                let pool = &mut self.document.pool;
                let term = match (name, ty.is_signed()) {
                    ("min", false) => pool.umin(x, y),
                    ("min", true) => pool.smin(x, y),
                    (_, false) => pool.umax(x, y),
                    (_, true) => pool.smax(x, y),
                };
                Ok(made(term, ty, span))
            }
            ("add_overflows" | "sub_overflows" | "mul_overflows", [a, b]) => {
                let (x, y, ty) = self.pair(a, b)?;
                let pool = &mut self.document.pool;
                let term = match name {
                    "add_overflows" => pool.add_overflows(ty.is_signed(), x, y),
                    "sub_overflows" => pool.sub_overflows(ty.is_signed(), x, y),
                    _ => pool.mul_overflows(ty.is_signed(), x, y),
                };
                Ok(made(term, BOOL, span))
            }
            ("neg_overflows", [x]) => {
                let ty = own_type(x)?;
                let term = self.typed(x, ty)?;
                Ok(made(self.document.pool.neg_overflows(ty.is_signed(), term), BOOL, span))
            }
            _ => match self.float_call(name, &args, span) {
                Some(made) => made,
                None => Err(unknown()),
            },
        }
    }

    /// A plain number within limits.
    pub(super) fn small(x: &Typed, limits: std::ops::RangeInclusive<u32>) -> Parsed<u32> {
        let plain = x.value.filter(|&(negative, _)| !negative);
        let value = plain.and_then(|(_, value)| u32::try_from(value).ok());
        value.filter(|value| limits.contains(value)).ok_or_else(|| {
            let message =
                format!("a number from {} to {} is wanted here", limits.start(), limits.end());
            error("F0014", x.span, message)
        })
    }

    fn extension(&mut self, signed: bool, x: &Typed, n: &Typed, span: Span) -> Parsed<Typed> {
        let ty = own_type(x)?;
        let term = self.typed(x, ty)?;
        let width = Self::small(n, ty.width..=MAX_WIDTH)?;
        let pool = &mut self.document.pool;
        let wide = if signed { pool.sext(term, width) } else { pool.zext(term, width) };
        Ok(made(wide, Type::plain(width, signed), span))
    }

    fn extraction(&mut self, x: &Typed, hi: &Typed, lo: &Typed, span: Span) -> Parsed<Typed> {
        let ty = own_type(x)?;
        let term = self.typed(x, ty)?;
        let hi = Self::small(hi, 0..=ty.width - 1)?;
        let lo = Self::small(lo, 0..=hi)?;
        let bits = self.document.pool.extract(term, hi, lo);
        Ok(made(bits, Type::plain(hi - lo + 1, false), span))
    }

    fn concatenation(&mut self, a: &Typed, b: &Typed, span: Span) -> Parsed<Typed> {
        let (of_a, of_b) = (own_type(a)?, own_type(b)?);
        let (x, y) = (self.typed(a, of_a)?, self.typed(b, of_b)?);
        let width = of_a.width + of_b.width;
        if width > MAX_WIDTH {
            return Err(error("F0015", span, format!("{width} bits are more than {MAX_WIDTH}")));
        }
        Ok(made(self.document.pool.concat(x, y), Type::plain(width, false), span))
    }

    fn element(&mut self, index: &Typed, cells: &[Typed], span: Span) -> Parsed<Typed> {
        let index_ty = own_type(index)?;
        let index = self.typed(index, index_ty)?;
        let Some(ty) = cells.iter().find_map(|cell| cell.ty) else {
            return Err(error("F0012", span, "the type of the cells is unknown"));
        };
        let cells: Vec<Term> =
            cells.iter().map(|cell| self.typed(cell, ty)).collect::<Parsed<_>>()?;
        Ok(made(self.document.pool.element(index, &cells), ty, span))
    }
}

pub(super) fn made(term: Term, ty: Type, span: Span) -> Typed {
    Typed { term: Some(term), value: None, decimal: None, ty: Some(ty), span }
}

pub(super) fn own_type(x: &Typed) -> Parsed<Type> {
    x.ty.ok_or_else(|| {
        let help = "give the number a type, as in 5u8";
        error("F0012", x.span, "the type is unknown").map_help(help)
    })
}
