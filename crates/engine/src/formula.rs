//! A path as C: when it is taken, what it returns and what it leaves in memory, over the inputs on entry.
//!
//! Unlike what messages show, this text is exact: compiled with `-fwrapv` it has the value of the term. Every expression
//! printed here has the value that its term has when read as signed, in `int`, `int64_t` or `__int128`, whichever holds its
//! width first; where an operator reads its operands as unsigned they carry a cast. What C cannot say of inputs, as the length
//! of an array, is not said: then there is no text.

mod bounds;
mod places;

use crate::witness::Words;
use bounds::{Part, Range, number};
use exec::{LeafValue, Machine, Target, Val};
use ir::{Inst, Program};
use places::{Names, is_signed};
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Pool, Term, Var};

/// Nodes that one expression may have; terms share parts, text does not.
const MOST_NODES: u32 = 2_000;
/// Nesting that is followed.
const MOST_DEEP: u32 = 150;

/// What is known of the path that a machine stands at the end of.
pub(crate) fn formula(
    program: &Program,
    machine: &Machine<'_, Words<'_>>,
    pool: &Pool,
    conditions: &[Term],
    returned: Option<Val<Term>>,
) -> suite::Formula {
    let names = Names::new(program, machine);
    let printer = || Printer {
        pool,
        vars: variables(program, machine, pool, &names),
        literals: literals(program),
        fuel: MOST_NODES,
    };
    let returns = match returned {
        Some(Val::Word(word)) => printer().expression(word),
        _ => None,
    };
    let writes = names.written(machine).into_iter();
    let writes = writes.filter_map(|(place, word)| Some((place, printer().expression(word)?)));
    suite::Formula {
        predicate: printer().conjunction(conditions),
        returns,
        writes: writes.collect(),
    }
}

/// What a variable of the terms is in C.
enum Named {
    /// An integer in this place.
    Place { text: String, signed: bool },
    /// A pointer that is null where the variable has this value; otherwise it leads to one object alone.
    Pointer { text: String, null: u128 },
}

fn variables(
    program: &Program,
    machine: &Machine<'_, Words<'_>>,
    pool: &Pool,
    names: &Names<'_>,
) -> BTreeMap<Var, Named> {
    let mut vars = BTreeMap::new();
    let leads_anywhere =
        machine.leaves().iter().any(|leaf| matches!(leaf.value, LeafValue::Element(..)));
    for leaf in machine.leaves() {
        let Op::Var(var) = pool.op(leaf.word) else { continue };
        let named = match leaf.value {
            LeafValue::Param(index) => {
                let param = &program.funcs[names.func].params[index as usize];
                let signed = is_signed(program, param.shape);
                signed.map(|signed| Named::Place { text: param.name.clone(), signed })
            }
            // Where pointers lead to any element, an element has no name.
            LeafValue::Cell(..) if leads_anywhere => None,
            LeafValue::Cell(object, offset) => names
                .place(machine, object, offset, program.bytes(leaf.ty))
                .map(|(text, signed)| Named::Place { text, signed }),
            LeafValue::Pointer(site, ptr) => names.pointer(machine, site).and_then(|text| {
                let alts = machine.alternatives(ptr);
                let null = alts.iter().position(|alt| alt.target == Target::Null)?;
                (alts.len() == 2).then_some(Named::Pointer { text, null: null as u128 })
            }),
            LeafValue::Length(_) | LeafValue::Stub(_) => None,
            LeafValue::Element(..) | LeafValue::Fails(_) => None,
        };
        vars.extend(named.map(|named| (var, named)));
    }
    vars
}

/// The numbers that the code names, as signed ones.
fn literals(program: &Program) -> BTreeSet<i128> {
    let bodies = program.funcs.values().filter_map(|data| data.body.as_ref());
    let insts = bodies.flat_map(|body| body.insts.values());
    let literal = |inst: &Inst| match inst {
        Inst::Int(ty, bits) => {
            let spare = 128 - ty.int_bits()?;
            Some((bits << spare) as i128 >> spare)
        }
        _ => None,
    };
    insts.filter_map(literal).collect()
}

struct Printer<'a> {
    pool: &'a Pool,
    vars: BTreeMap<Var, Named>,
    /// Numbers that people will know again.
    literals: BTreeSet<i128>,
    fuel: u32,
}

/// A piece of C and how tight its operator binds; larger is tighter.
type Text = (String, u32);

const UNARY: u32 = 13;
const MULTIPLY: u32 = 12;
const ADD: u32 = 11;
const SHIFT: u32 = 10;
const ORDER: u32 = 9;
const EQUAL: u32 = 8;
const BIT_AND: u32 = 7;
const BIT_XOR: u32 = 6;
const BIT_OR: u32 = 5;
const BOTH: u32 = 4;
const EITHER: u32 = 3;
const CHOICE: u32 = 2;

impl Printer<'_> {
    fn expression(mut self, term: Term) -> Option<String> {
        self.signed(term, 0).map(|(text, _)| text)
    }

    /// The conditions in the order of the path: each may rest on those before it.
    fn conjunction(mut self, conditions: &[Term]) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        for part in bounds::parts(self.pool, conditions) {
            let text = match part {
                Part::Whole(condition) => self.signed(condition, 0)?,
                Part::Between(range) => self.between(range)?,
            };
            let text = at_least(text, BOTH);
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
        Some(if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") })
    }

    /// The value read as signed.
    fn signed(&mut self, term: Term, depth: u32) -> Option<Text> {
        self.fuel = self.fuel.checked_sub(1)?;
        if depth > MOST_DEEP {
            return None;
        }
        let depth = depth + 1;
        let (pool, width) = (self.pool, self.pool.width(term));
        let args = pool.args(term);
        match pool.op(term) {
            Op::Const(_) => Some(constant(pool, term)),
            Op::Var(var) => match self.vars.get(&var)? {
                Named::Place { text, signed: true } => Some((text.clone(), UNARY + 1)),
                Named::Place { text, signed: false } => {
                    Some(cast(&signed_type(width)?, (text.clone(), UNARY + 1)))
                }
                Named::Pointer { .. } => None,
            },
            Op::Not if width == 1 => self.negated(args[0], depth),
            Op::Not => Some((format!("~{}", at_least(self.signed(args[0], depth)?, UNARY)), UNARY)),
            Op::Neg => {
                let text = format!("-{}", at_least(self.wide(args[0], depth)?, UNARY));
                fit(width, (text, UNARY))
            }
            Op::Add => fit(width, self.infix("+", ADD, args, depth)?),
            Op::Sub => fit(width, self.infix("-", ADD, args, depth)?),
            Op::Mul if pool.as_const(args[1]).is_some() && width <= 32 => {
                fit(width, self.infix("*", MULTIPLY, &[args[1], args[0]], depth)?)
            }
            Op::Mul => fit(width, self.infix("*", MULTIPLY, args, depth)?),
            Op::And => self.infix("&", BIT_AND, args, depth),
            Op::Or => self.infix("|", BIT_OR, args, depth),
            Op::Xor if width == 1 => self.infix("!=", EQUAL, args, depth),
            Op::Xor => self.infix("^", BIT_XOR, args, depth),
            Op::Sdiv => fit(width, self.infix("/", MULTIPLY, args, depth)?),
            Op::Srem => self.infix("%", MULTIPLY, args, depth),
            Op::Udiv => self.unsigned_infix("/", MULTIPLY, term, depth),
            Op::Urem => self.unsigned_infix("%", MULTIPLY, term, depth),
            Op::Shl => fit(width, self.infix("<<", SHIFT, args, depth)?),
            Op::Ashr => self.infix(">>", SHIFT, args, depth),
            Op::Lshr => self.unsigned_infix(">>", SHIFT, term, depth),
            Op::Eq => self.equality("==", args, depth),
            Op::Slt => self.order("<", args, depth),
            Op::Sle => self.order("<=", args, depth),
            Op::Ult => self.unsigned_order("<", args, depth),
            Op::Ule => self.unsigned_order("<=", args, depth),
            Op::Ite => self.choice(args, depth),
            Op::All => self.infix("&&", BOTH, args, depth),
            Op::Any => self.infix("||", EITHER, args, depth),
            Op::Zext => {
                let text = self.unsigned(args[0], depth)?;
                if width > 32 { Some(cast(&holder(width), text)) } else { Some(text) }
            }
            Op::Sext if pool.width(args[0]) == 1 => {
                Some((format!("-{}", at_least(self.signed(args[0], depth)?, UNARY)), UNARY))
            }
            Op::Sext => {
                let text = self.signed(args[0], depth)?;
                if width > 32 { Some(cast(&holder(width), text)) } else { Some(text) }
            }
            Op::Extract(lo) => {
                let text = self.wide(args[0], depth)?;
                let text = if lo == 0 {
                    text
                } else {
                    (format!("{} >> {lo}", at_least(text, SHIFT)), SHIFT)
                };
                if width == 1 {
                    Some((format!("({} & 1)", at_least(text, BIT_AND)), UNARY + 1))
                } else {
                    truncated(width, text)
                }
            }
            Op::Concat => self.concat(args, width, depth),
            Op::SaddOverflow => {
                self.overflow("add", signed_type(pool.width(args[0]))?, args, depth)
            }
            Op::SsubOverflow => {
                self.overflow("sub", signed_type(pool.width(args[0]))?, args, depth)
            }
            Op::SmulOverflow => {
                self.overflow("mul", signed_type(pool.width(args[0]))?, args, depth)
            }
            Op::UaddOverflow => {
                self.overflow("add", unsigned_type(pool.width(args[0]))?, args, depth)
            }
            Op::UmulOverflow => {
                self.overflow("mul", unsigned_type(pool.width(args[0]))?, args, depth)
            }
            Op::Element => self.element(args, width, depth),
        }
    }

    /// The same; a constant too has the type that holds its width.
    fn wide(&mut self, term: Term, depth: u32) -> Option<Text> {
        let text = self.signed(term, depth)?;
        let width = self.pool.width(term);
        let is_const = self.pool.as_const(term).is_some();
        Some(if is_const && width > 32 { cast(&holder(width), text) } else { text })
    }

    /// The value read as unsigned, in a type that holds it.
    fn unsigned(&mut self, term: Term, depth: u32) -> Option<Text> {
        let width = self.pool.width(term);
        if let Some(value) = self.pool.as_const(term) {
            return Some((unsigned_text(value)?, UNARY + 1));
        }
        if let Op::Var(var) = self.pool.op(term)
            && let Some(Named::Place { text, signed: false }) = self.vars.get(&var)
        {
            return Some((text.clone(), UNARY + 1));
        }
        let text = self.signed(term, depth)?;
        if width == 1 || self.pool.domain(term).slo >= 0 {
            return Some(text);
        }
        match unsigned_type(width) {
            Some(ty) => Some(cast(&ty, text)),
            None if width < 32 => {
                let mask = (1u32 << width) - 1;
                Some((format!("({} & {mask})", at_least(text, BIT_AND)), UNARY + 1))
            }
            None => None,
        }
    }

    fn infix(&mut self, sign: &str, own: u32, args: &[Term], depth: u32) -> Option<Text> {
        let mut parts = Vec::new();
        for (index, &arg) in args.iter().enumerate() {
            // The left operand of a shift alone decides its type.
            let text = if sign == "<<" && index == 0 {
                self.wide(arg, depth)?
            } else {
                self.signed(arg, depth)?
            };
            parts.push(at_least(text, own + u32::from(index > 0 || own == ORDER || own == EQUAL)));
        }
        if sign == "+"
            && let Some(positive) = parts[1].strip_prefix('-')
            && positive.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Some((format!("{} - {positive}", parts[0]), own));
        }
        Some((parts.join(&format!(" {sign} ")), own))
    }

    /// People write `x >= 0` rather than `0 <= x`.
    fn order(&mut self, sign: &'static str, args: &[Term], depth: u32) -> Option<Text> {
        match self.against_constant(sign, args, true) {
            Some((term, sign, value)) => self.bound(term, true, sign, value, depth),
            None => self.infix(sign, ORDER, args, depth),
        }
    }

    /// The sides of an order with the constant on the right, if there is one.
    fn against_constant(
        &self,
        sign: &'static str,
        args: &[Term],
        signed: bool,
    ) -> Option<(Term, &'static str, i128)> {
        let &[a, b] = args else { unreachable!("an order should have two sides") };
        let mirrored = match sign {
            "<" => ">",
            "<=" => ">=",
            ">" => "<",
            _ => "<=",
        };
        match (number(self.pool, a, signed), number(self.pool, b, signed)) {
            (Some(value), None) => Some((b, mirrored, value)),
            (None, Some(value)) => Some((a, sign, value)),
            _ => None,
        }
    }

    /// A comparison with a constant; people write `x < 0` rather than `x <= -1`, and the numbers that their code has.
    fn bound(
        &mut self,
        term: Term,
        signed: bool,
        sign: &'static str,
        value: i128,
        depth: u32,
    ) -> Option<Text> {
        let width = self.pool.width(term);
        let (other_sign, other) = match sign {
            "<" => ("<=", value.checked_sub(1)?),
            "<=" => ("<", value.checked_add(1)?),
            ">" => (">=", value.checked_add(1)?),
            _ => (">", value.checked_sub(1)?),
        };
        let friendlier = is_within(other, width, signed) && self.merit(other) > self.merit(value);
        let (sign, value) = if friendlier { (other_sign, other) } else { (sign, value) };
        let (side, constant) = if signed {
            (self.signed(term, depth)?, signed_text(value, width).0)
        } else {
            (self.unsigned(term, depth)?, unsigned_text(value.unsigned_abs())?)
        };
        Some((format!("{} {sign} {constant}", at_least(side, ORDER + 1)), ORDER))
    }

    fn merit(&self, value: i128) -> u32 {
        match value {
            0 => 3,
            _ if self.literals.contains(&value) => 2,
            _ => u32::from(value % 10 == 0),
        }
    }

    fn between(&mut self, Range { term, signed, lo, hi }: Range) -> Option<Text> {
        match (lo, hi) {
            (Some(lo), Some(hi)) if lo == hi => {
                let (side, constant) = if signed {
                    (self.signed(term, 0)?, signed_text(lo, self.pool.width(term)).0)
                } else {
                    (self.unsigned(term, 0)?, unsigned_text(lo.unsigned_abs())?)
                };
                Some((format!("{} == {constant}", at_least(side, EQUAL + 1)), EQUAL))
            }
            (Some(lo), Some(hi)) => {
                let (lo, hi) = (
                    self.bound(term, signed, ">=", lo, 0)?.0,
                    self.bound(term, signed, "<=", hi, 0)?.0,
                );
                Some((format!("{lo} && {hi}"), BOTH))
            }
            (Some(lo), None) => self.bound(term, signed, ">=", lo, 0),
            (None, Some(hi)) => self.bound(term, signed, "<=", hi, 0),
            (None, None) => Some(("1".to_owned(), UNARY + 1)),
        }
    }

    fn unsigned_order(&mut self, sign: &'static str, args: &[Term], depth: u32) -> Option<Text> {
        if let Some((term, sign, value)) = self.against_constant(sign, args, false) {
            return self.bound(term, false, sign, value, depth);
        }
        let a = at_least(self.unsigned(args[0], depth)?, ORDER + 1);
        let b = at_least(self.unsigned(args[1], depth)?, ORDER + 1);
        Some((format!("{a} {sign} {b}"), ORDER))
    }

    /// An unsigned operation whose result is read as signed again.
    fn unsigned_infix(&mut self, sign: &str, own: u32, term: Term, depth: u32) -> Option<Text> {
        let (args, width) = (self.pool.args(term), self.pool.width(term));
        let a = at_least(self.unsigned(args[0], depth)?, own);
        let b = at_least(self.unsigned(args[1], depth)?, own + 1);
        let text = (format!("{a} {sign} {b}"), own);
        truncated(width, text)
    }

    fn equality(&mut self, sign: &str, args: &[Term], depth: u32) -> Option<Text> {
        if let Some(text) = self.null_test(sign, args) {
            return Some(text);
        }
        // Constants stand on the right.
        let swapped = [args[1], args[0]];
        let args = if self.pool.as_const(args[0]).is_some() { &swapped[..] } else { args };
        let is_unsigned = |term: &Term| match self.pool.op(*term) {
            Op::Var(var) => matches!(self.vars.get(&var), Some(Named::Place { signed: false, .. })),
            _ => false,
        };
        if !args.iter().any(is_unsigned) {
            return self.infix(sign, EQUAL, args, depth);
        }
        let a = at_least(self.unsigned(args[0], depth)?, EQUAL + 1);
        let b = at_least(self.unsigned(args[1], depth)?, EQUAL + 1);
        Some((format!("{a} {sign} {b}"), EQUAL))
    }

    /// Which object a pointer leads to is asked by comparing with a number.
    fn null_test(&self, sign: &str, args: &[Term]) -> Option<Text> {
        let [a, b] = args else { return None };
        for (var, number) in [(a, b), (b, a)] {
            if let (Op::Var(var), Some(value)) = (self.pool.op(*var), self.pool.as_const(*number))
                && let Some(Named::Pointer { text, null }) = self.vars.get(&var)
            {
                let is_null = (value == *null) == (sign == "==");
                let sign = if is_null { "==" } else { "!=" };
                return Some((format!("{text} {sign} 0"), EQUAL));
            }
        }
        None
    }

    fn negated(&mut self, term: Term, depth: u32) -> Option<Text> {
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::Eq => self.equality("!=", args, depth),
            Op::Slt => self.order(">=", args, depth),
            Op::Sle => self.order(">", args, depth),
            Op::Ult => self.unsigned_order(">=", args, depth),
            Op::Ule => self.unsigned_order(">", args, depth),
            _ => Some((format!("!{}", at_least(self.signed(term, depth)?, UNARY)), UNARY)),
        }
    }

    fn choice(&mut self, args: &[Term], depth: u32) -> Option<Text> {
        let when = at_least(self.signed(args[0], depth)?, CHOICE + 1);
        let then = at_least(self.wide(args[1], depth)?, CHOICE + 1);
        let els = at_least(self.wide(args[2], depth)?, CHOICE);
        Some((format!("{when} ? {then} : {els}"), CHOICE))
    }

    fn concat(&mut self, args: &[Term], width: u32, depth: u32) -> Option<Text> {
        let ty = unsigned_type(if width <= 32 {
            32
        } else if width <= 64 {
            64
        } else {
            128
        })?;
        let high = cast(&ty, self.signed(args[0], depth)?).0;
        let low = cast(&ty, self.unsigned(args[1], depth)?).0;
        truncated(width, (format!("{high} << {} | {low}", self.pool.width(args[1])), BIT_OR))
    }

    fn overflow(&mut self, what: &str, ty: String, args: &[Term], depth: u32) -> Option<Text> {
        let mut parts = Vec::new();
        for &arg in args {
            let text = if ty.starts_with('u') {
                self.unsigned(arg, depth)?
            } else {
                self.signed(arg, depth)?
            };
            parts.push(text.0);
        }
        Some((format!("__builtin_{what}_overflow({}, &({ty}){{0}})", parts.join(", ")), UNARY + 1))
    }

    /// An index beyond the last cell reads the last.
    fn element(&mut self, args: &[Term], width: u32, depth: u32) -> Option<Text> {
        let index = self.unsigned(args[0], depth)?;
        let last = args.len() - 2;
        let mut cells = Vec::new();
        for &cell in &args[1..] {
            cells.push(at_least(self.signed(cell, depth)?, CHOICE));
        }
        let index = if self.pool.domain(args[0]).hi > last as u128 {
            let short = at_least(index, ORDER + 1);
            format!("{short} < {last} ? {short} : {last}")
        } else {
            index.0
        };
        Some((format!("({}[]){{{}}}[{index}]", holder(width), cells.join(", ")), UNARY + 1))
    }
}

/// In parentheses unless it binds at least this tight.
fn at_least((text, own): Text, needed: u32) -> String {
    if own < needed { format!("({text})") } else { text }
}

fn cast(ty: &str, text: Text) -> Text {
    (format!("({ty}){}", at_least(text, UNARY)), UNARY)
}

fn constant(pool: &Pool, term: Term) -> Text {
    let (width, bits) = (pool.width(term), pool.as_const(term).expect("it is a constant"));
    if width == 1 {
        return (bits.to_string(), UNARY + 1);
    }
    signed_text((bits << (128 - width)) as i128 >> (128 - width), width)
}

fn unsigned_text(value: u128) -> Option<String> {
    let suffix = match value {
        0..=0x7fff_ffff => "",
        0x8000_0000..=0xffff_ffff => "u",
        0x1_0000_0000..=0xffff_ffff_ffff_ffff => "ul",
        _ => return None,
    };
    Some(format!("{value}{suffix}"))
}

/// Is a number one of a width?
fn is_within(value: i128, width: u32, signed: bool) -> bool {
    match (signed, width) {
        (true, 128) => true,
        (true, _) => (-(1 << (width - 1))..1 << (width - 1)).contains(&value),
        (false, 127..) => value >= 0,
        (false, _) => (0..1 << width).contains(&value),
    }
}

fn signed_text(value: i128, width: u32) -> Text {
    // The least value of a type is no literal of it.
    let text = match value {
        _ if value == i128::from(i32::MIN) && width == 32 => "(-2147483647 - 1)".to_owned(),
        _ if value == i128::from(i64::MIN) => "(-9223372036854775807 - 1)".to_owned(),
        _ if i64::try_from(value).is_ok() => value.to_string(),
        _ => {
            let (high, low) = ((value >> 64) as i64, value as u64);
            format!("((__int128){high} << 64 | {low}ul)")
        }
    };
    let own = if value < 0 && !text.starts_with('(') { UNARY } else { UNARY + 1 };
    (text, own)
}

/// The type that values of a width are computed in.
fn holder(width: u32) -> String {
    match width {
        0..=32 => "int",
        33..=64 => "int64_t",
        _ => "__int128",
    }
    .to_owned()
}

fn signed_type(width: u32) -> Option<String> {
    match width {
        8 | 16 | 32 | 64 => Some(format!("int{width}_t")),
        128 => Some("__int128".to_owned()),
        _ => None,
    }
}

fn unsigned_type(width: u32) -> Option<String> {
    match width {
        8 | 16 | 32 | 64 => Some(format!("uint{width}_t")),
        128 => Some("unsigned __int128".to_owned()),
        _ => None,
    }
}

/// What arithmetic in a wider type gave, in the width of the term.
fn fit(width: u32, text: Text) -> Option<Text> {
    if matches!(width, 32 | 64 | 128) { Some(text) } else { truncated(width, text) }
}

/// The low bits of a value, read as signed.
fn truncated(width: u32, text: Text) -> Option<Text> {
    if let Some(ty) = signed_type(width) {
        return Some(cast(&ty, text));
    }
    let bits = if width <= 32 {
        32
    } else if width <= 64 {
        64
    } else {
        128
    };
    let (signed, unsigned) = (signed_type(bits)?, unsigned_type(bits)?);
    let shift = bits - width;
    let shifted = format!("({signed})({} << {shift})", cast(&unsigned, text).0);
    Some((format!("{shifted} >> {shift}"), SHIFT))
}
