//! Clauses of contracts, evaluated exactly on a state of the machine.
//!
//! Integers are `i128` with every overflow noticed. A node whose operands have no value has none either; connectives that do not
//! need their right operand do not ask for it. Nodes are evaluated in the order of their arena, the body of a quantifier once
//! per value of its variable, so depth of formulas costs no recursion; only quantifiers inside quantifiers nest.

mod linked;

use crate::access::{BitsAt, field_bytes};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::outcome::Limits;
use crate::pointer::{self, NULL, Word};
use entity::{EntityRef, SecondaryMap};
use ir::input::{Input, Scalar};
use ir::logic::{ArithOp, Bound, CmpOp, Formula, Logic, Node};
use ir::{Global, Type};

/// The value of a clause.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not.
    False,
    /// It has no value: for this reason.
    Undefined(&'static str),
}

/// Values of quantified variables that are tried, over a whole clause.
const MAX_BINDINGS: u64 = 1_000_000;
/// Quantifiers inside quantifiers.
const MAX_NESTING: usize = 16;

/// The value of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Val {
    Int(i128),
    Ptr(Word),
    Truth(bool),
    Undefined(&'static str),
}

impl Machine<'_> {
    /// Does a clause hold before the call?
    pub fn holds(&mut self, formula: &Formula, input: &Input) -> Truth {
        match self.enter(input, &Limits::PROGRAM) {
            Ok(args) => self.evaluate(formula, input, &args, None),
            Err(_) => Truth::Undefined("the input does not fit memory"),
        }
    }

    /// Does a clause hold in the state that the last run left, given its input and what it returned?
    pub fn holds_after(
        &self,
        formula: &Formula,
        input: &Input,
        result: Option<crate::Seen>,
    ) -> Truth {
        let word = |scalar| self.shared.word(self.inputs, scalar);
        let args: Vec<u128> = input.args.iter().map(|&arg| word(arg)).collect();
        let result = match result {
            Some(crate::Seen::Scalar(scalar)) => Some((scalar_type(scalar), word(scalar))),
            _ => None,
        };
        self.evaluate(formula, input, &args, result)
    }

    fn evaluate(
        &self,
        formula: &Formula,
        input: &Input,
        args: &[u128],
        result: Option<(Type, u128)>,
    ) -> Truth {
        let types = input.args.iter().map(|&arg| scalar_type(arg));
        let mut evaluation = Evaluation {
            formula,
            memory: &self.world.memory,
            globals: &self.shared.globals,
            pointer_bytes: self.shared.program.bytes(Type::Ptr),
            args: types.zip(args.iter().copied()).collect(),
            result,
            values: SecondaryMap::with_default(Val::Undefined("not evaluated")),
            bound: SecondaryMap::with_default(0),
            free: free_variables(formula),
            active: Vec::new(),
            left: MAX_BINDINGS,
        };
        evaluation.whole()
    }
}

fn scalar_type(scalar: Scalar) -> Type {
    if let Scalar::Bits(ty, _) = scalar { ty } else { Type::Ptr }
}

struct Evaluation<'a> {
    formula: &'a Formula,
    memory: &'a Memory,
    globals: &'a SecondaryMap<Global, Word>,
    pointer_bytes: u64,
    args: Vec<(Type, u128)>,
    result: Option<(Type, u128)>,
    values: SecondaryMap<Node, Val>,
    bound: SecondaryMap<Bound, i128>,
    /// Variables that each node leaves free.
    free: SecondaryMap<Node, Vec<Bound>>,
    /// Variables whose quantifiers are being evaluated.
    active: Vec<Bound>,
    /// Bindings that may still be tried.
    left: u64,
}

impl Evaluation<'_> {
    fn whole(&mut self) -> Truth {
        for (id, node) in self.formula.nodes.iter() {
            if self.free[id].is_empty() {
                self.values[id] = self.node(node, 0);
            }
        }
        match self.values[self.formula.root] {
            Val::Truth(true) => Truth::True,
            Val::Truth(false) => Truth::False,
            Val::Undefined(why) => Truth::Undefined(why),
            Val::Int(_) | Val::Ptr(_) => Truth::Undefined("the clause is no truth value"),
        }
    }

    fn node(&mut self, node: &Logic, depth: usize) -> Val {
        match node {
            Logic::Forall { var, lo, hi, body } => {
                self.quantify(*var, (*lo, *hi), *body, false, depth)
            }
            Logic::Exists { var, lo, hi, body } => {
                self.quantify(*var, (*lo, *hi), *body, true, depth)
            }
            node => self.plain(node).unwrap_or_else(Val::Undefined),
        }
    }

    /// Tries every value of the variable; `decides` is the truth value that settles the matter.
    fn quantify(
        &mut self,
        var: Bound,
        (lo, hi): (Node, Node),
        body: Node,
        decides: bool,
        depth: usize,
    ) -> Val {
        let (lo, hi) = match (self.int(lo), self.int(hi)) {
            (Ok(lo), Ok(hi)) => (lo, hi),
            (Err(why), _) | (_, Err(why)) => return Val::Undefined(why),
        };
        if depth >= MAX_NESTING {
            return Val::Undefined("quantifiers nest too deep");
        }
        self.active.push(var);
        let inner = self.dependents(var, body);
        let result = self.try_all(var, (lo, hi), (body, &inner), decides, depth);
        self.active.pop();
        result
    }

    fn try_all(
        &mut self,
        var: Bound,
        (lo, hi): (i128, i128),
        (body, inner): (Node, &[Node]),
        decides: bool,
        depth: usize,
    ) -> Val {
        let mut undefined = None;
        let mut value = lo;
        while value <= hi {
            if self.left == 0 {
                return Val::Undefined("a quantifier ranges too far");
            }
            self.left -= 1;
            self.bound[var] = value;
            match self.instance(inner, body, depth) {
                Val::Truth(truth) if truth == decides => return Val::Truth(decides),
                Val::Undefined(why) => undefined = Some(why),
                _ => {}
            }
            value += 1;
        }
        undefined.map_or(Val::Truth(!decides), Val::Undefined)
    }

    /// Nodes up to the body that depend on a variable and on none of quantifiers further in, in order.
    fn dependents(&self, var: Bound, body: Node) -> Vec<Node> {
        let mine = |free: &[Bound]| {
            free.contains(&var) && free.iter().all(|bound| self.active.contains(bound))
        };
        (0..=body.index()).map(Node::from_index).filter(|node| mine(&self.free[*node])).collect()
    }

    fn instance(&mut self, inner: &[Node], body: Node, depth: usize) -> Val {
        for &id in inner {
            let node = &self.formula.nodes[id];
            self.values[id] = self.node(node, depth + 1);
        }
        self.values[body]
    }

    fn int(&self, node: Node) -> Result<i128, &'static str> {
        match self.values[node] {
            Val::Int(value) => Ok(value),
            Val::Undefined(why) => Err(why),
            Val::Ptr(_) | Val::Truth(_) => Err("an integer is expected"),
        }
    }

    fn ptr(&self, node: Node) -> Result<Word, &'static str> {
        match self.values[node] {
            Val::Ptr(value) => Ok(value),
            Val::Undefined(why) => Err(why),
            Val::Int(_) | Val::Truth(_) => Err("a pointer is expected"),
        }
    }

    fn truth(&self, node: Node) -> Result<bool, &'static str> {
        match self.values[node] {
            Val::Truth(value) => Ok(value),
            Val::Undefined(why) => Err(why),
            Val::Int(_) | Val::Ptr(_) => Err("a truth value is expected"),
        }
    }

    fn plain(&self, node: &Logic) -> Result<Val, &'static str> {
        Ok(match node {
            Logic::Int(value) => Val::Int(*value),
            Logic::Var(bound) => Val::Int(self.bound[*bound]),
            Logic::Param { index, signed } => {
                let (ty, word) = self.args.get(*index as usize).ok_or("no such parameter")?;
                Val::Int(integer(*ty, *word, *signed)?)
            }
            Logic::Result { signed } => {
                let (ty, word) = self.result.ok_or("the function gave no result")?;
                Val::Int(integer(ty, word, *signed)?)
            }
            Logic::Load { ty, signed, addr } => {
                let bytes = ty.int_bits().unwrap_or(8).div_ceil(8) as u64;
                Val::Int(integer(*ty, self.load(self.ptr(*addr)?, bytes)?, *signed)?)
            }
            Logic::LoadBits { unit, addr, shift, width, signed } => {
                let (addr, unit) = (self.ptr(*addr)?, unit.int_bits().unwrap_or(0) as u8);
                self.load_bits(BitsAt { addr, unit, shift: *shift, width: *width }, *signed)?
            }
            Logic::Arith(op, a, b) => Val::Int(arith(*op, self.int(*a)?, self.int(*b)?)?),
            Logic::Neg(a) => Val::Int(self.int(*a)?.checked_neg().ok_or(WIDE)?),
            Logic::Not(a) => Val::Int(!self.int(*a)?),
            Logic::Wrap { bits, signed, of } => Val::Int(wrap(*bits, *signed, self.int(*of)?)?),
            Logic::OfBool(a) => Val::Int(self.truth(*a)? as i128),
            Logic::Ite(c, a, b) => self.values[if self.truth(*c)? { *a } else { *b }],
            Logic::Null => Val::Ptr(NULL),
            Logic::ParamPtr { index } => {
                let (_, word) = self.args.get(*index as usize).ok_or("no such parameter")?;
                Val::Ptr(*word as Word)
            }
            Logic::ResultPtr => {
                Val::Ptr(self.result.ok_or("the function gave no result")?.1 as Word)
            }
            Logic::AddrGlobal(global) => Val::Ptr(self.globals[*global]),
            Logic::LoadPtr { addr } => {
                let address = self.load(self.ptr(*addr)?, self.pointer_bytes)?;
                Val::Ptr(self.memory.resolve(address as u64))
            }
            Logic::PtrAdd { base, index, size } => {
                Val::Ptr(move_pointer(self.ptr(*base)?, self.int(*index)?, *size)?)
            }
            Logic::Bool(value) => Val::Truth(*value),
            Logic::Cmp(op, a, b) => Val::Truth(compare(*op, &self.int(*a)?, &self.int(*b)?)),
            Logic::PtrCmp(op, a, b) => compare_pointers(*op, self.ptr(*a)?, self.ptr(*b)?)?,
            Logic::Negate(a) => Val::Truth(!self.truth(*a)?),
            Logic::And(a, b) => Val::Truth(self.truth(*a)? && self.truth(*b)?),
            Logic::Or(a, b) => Val::Truth(self.truth(*a)? || self.truth(*b)?),
            Logic::Implies(a, b) => Val::Truth(!self.truth(*a)? || self.truth(*b)?),
            Logic::Iff(a, b) => Val::Truth(self.truth(*a)? == self.truth(*b)?),
            Logic::Forall { .. } | Logic::Exists { .. } => {
                return Err("a quantifier should be evaluated as one");
            }
            Logic::Valid { base, lo, hi, size, write } => {
                let range = self.range(&(*base, *lo, *hi, *size))?;
                Val::Truth(self.is_valid(range, *write))
            }
            Logic::Separated { a, b } => Val::Truth(separated(self.range(a)?, self.range(b)?)),
            Logic::Acyclic { from, links } => Val::Truth(self.is_acyclic(self.ptr(*from)?, links)?),
            Logic::Reachable { from, to, links } => {
                Val::Truth(self.is_reachable(self.ptr(*from)?, self.ptr(*to)?, links)?)
            }
        })
    }

    fn load(&self, addr: Word, bytes: u64) -> Result<u128, &'static str> {
        self.memory.number(addr, bytes).map_err(|_| "memory cannot be read there")
    }

    fn load_bits(&self, field: BitsAt, signed: bool) -> Result<Val, &'static str> {
        let (first, len, bit) = field_bytes(field, self.memory.is_big());
        let word = self.load(first, len as u64)?;
        Ok(Val::Int(wrap(field.width, signed, (word >> bit) as i128)?))
    }

    /// The base and the bytes `lo..hi` (relative to it) of a range of elements.
    fn range(
        &self,
        (base, lo, hi, size): &(Node, Node, Node, u64),
    ) -> Result<(Word, i128, i128), &'static str> {
        let size = *size as i128;
        let lo = self.int(*lo)?.checked_mul(size).ok_or(WIDE)?;
        let hi = self.int(*hi)?.checked_add(1).and_then(|hi| hi.checked_mul(size)).ok_or(WIDE)?;
        Ok((self.ptr(*base)?, lo, hi))
    }

    fn is_valid(&self, (base, lo, hi): (Word, i128, i128), write: bool) -> bool {
        if lo >= hi {
            return true;
        }
        let offset = pointer::offset_of(base) as i128;
        let Ok(size) = self.memory.size(base) else {
            return false;
        };
        let inside = offset + lo >= 0 && offset + hi <= size as i128;
        inside && !(write && self.memory.is_constant(base))
    }
}

const WIDE: &str = "an integer of the clause needs more than 128 bits";

/// The bits of a machine integer as a number.
fn integer(ty: Type, word: u128, signed: bool) -> Result<i128, &'static str> {
    let bits = ty.int_bits().ok_or("an integer is expected")?;
    if bits == 128 && !signed {
        return i128::try_from(word).map_err(|_| WIDE);
    }
    wrap(bits as u8, signed, word as i128)
}

/// A number modulo a power of two.
fn wrap(bits: u8, signed: bool, value: i128) -> Result<i128, &'static str> {
    if bits == 128 {
        return if signed || value >= 0 { Ok(value) } else { Err(WIDE) };
    }
    let unused = 128 - bits as u32;
    Ok(if signed {
        (value << unused) >> unused
    } else {
        (((value as u128) << unused) >> unused) as i128
    })
}

fn arith(op: ArithOp, a: i128, b: i128) -> Result<i128, &'static str> {
    let amount = |b: i128| u32::try_from(b).map_err(|_| "a shift by a negative or huge amount");
    match op {
        ArithOp::Add => a.checked_add(b).ok_or(WIDE),
        ArithOp::Sub => a.checked_sub(b).ok_or(WIDE),
        ArithOp::Mul => a.checked_mul(b).ok_or(WIDE),
        ArithOp::Div | ArithOp::Rem if b == 0 => Err("a division by zero"),
        ArithOp::Div => a.checked_div(b).ok_or(WIDE),
        ArithOp::Rem => Ok(a.checked_rem(b).unwrap_or(0)),
        ArithOp::And => Ok(a & b),
        ArithOp::Or => Ok(a | b),
        ArithOp::Xor => Ok(a ^ b),
        ArithOp::Shl => {
            let by = amount(b)?;
            let power = 1i128.checked_shl(by).filter(|power| *power > 0);
            if a == 0 { Ok(0) } else { power.and_then(|power| a.checked_mul(power)).ok_or(WIDE) }
        }
        ArithOp::Shr => Ok(a >> amount(b)?.min(127)),
    }
}

fn compare<T: Ord>(op: CmpOp, a: &T, b: &T) -> bool {
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Lt => a < b,
        CmpOp::Le => a <= b,
    }
}

fn compare_pointers(op: CmpOp, a: Word, b: Word) -> Result<Val, &'static str> {
    let order = matches!(op, CmpOp::Lt | CmpOp::Le);
    if order && pointer::tag_of(a) != pointer::tag_of(b) {
        return Err("pointers to different objects are ordered");
    }
    Ok(Val::Truth(compare(op, &a, &b)))
}

/// Pointer terms move freely inside the window of their object; `\valid` says where they may be used.
fn move_pointer(base: Word, index: i128, size: u64) -> Result<Word, &'static str> {
    let outside = "a pointer of the clause leaves its object";
    let step = index.checked_mul(size as i128).ok_or(WIDE)?;
    let to = step.checked_add(pointer::offset_of(base) as i128).ok_or(WIDE)?;
    if base == NULL && step != 0 {
        return Err(outside);
    }
    u32::try_from(to).map(|to| pointer::pack(pointer::tag_of(base), to)).map_err(|_| outside)
}

fn separated(a: (Word, i128, i128), b: (Word, i128, i128)) -> bool {
    let same = pointer::tag_of(a.0) == pointer::tag_of(b.0);
    let span = |(base, lo, hi): (Word, i128, i128)| {
        let offset = pointer::offset_of(base) as i128;
        (offset + lo, offset + hi)
    };
    let ((a_lo, a_hi), (b_lo, b_hi)) = (span(a), span(b));
    let empty = a_lo >= a_hi || b_lo >= b_hi;
    empty || !same || a_hi <= b_lo || b_hi <= a_lo
}

/// The variables that each node leaves free.
fn free_variables(formula: &Formula) -> SecondaryMap<Node, Vec<Bound>> {
    let mut free: SecondaryMap<Node, Vec<Bound>> = SecondaryMap::new();
    for (id, node) in formula.nodes.iter() {
        let mut mine: Vec<Bound> =
            operands(node).iter().flat_map(|operand| free[*operand].clone()).collect();
        match node {
            Logic::Var(bound) => mine.push(*bound),
            Logic::Forall { var, .. } | Logic::Exists { var, .. } => mine.retain(|b| b != var),
            _ => {}
        }
        mine.sort_unstable();
        mine.dedup();
        free[id] = mine;
    }
    free
}

fn operands(node: &Logic) -> Vec<Node> {
    match node {
        Logic::Int(_) | Logic::Var(_) | Logic::Param { .. } | Logic::Result { .. } => vec![],
        Logic::Null | Logic::ParamPtr { .. } | Logic::ResultPtr | Logic::AddrGlobal(_) => vec![],
        Logic::Bool(_) => vec![],
        Logic::Load { addr, .. } | Logic::LoadBits { addr, .. } | Logic::LoadPtr { addr } => {
            vec![*addr]
        }
        Logic::Arith(_, a, b) | Logic::Cmp(_, a, b) | Logic::PtrCmp(_, a, b) => vec![*a, *b],
        Logic::Neg(a) | Logic::Not(a) | Logic::Wrap { of: a, .. } => vec![*a],
        Logic::OfBool(a) | Logic::Negate(a) => vec![*a],
        Logic::Ite(c, a, b) => vec![*c, *a, *b],
        Logic::PtrAdd { base, index, .. } => vec![*base, *index],
        Logic::And(a, b) | Logic::Or(a, b) | Logic::Implies(a, b) | Logic::Iff(a, b) => {
            vec![*a, *b]
        }
        Logic::Forall { lo, hi, body, .. } | Logic::Exists { lo, hi, body, .. } => {
            vec![*lo, *hi, *body]
        }
        Logic::Valid { base, lo, hi, .. } => vec![*base, *lo, *hi],
        Logic::Separated { a, b } => vec![a.0, a.1, a.2, b.0, b.1, b.2],
        Logic::Acyclic { from, .. } => vec![*from],
        Logic::Reachable { from, to, .. } => vec![*from, *to],
    }
}
