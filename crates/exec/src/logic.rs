//! Contracts as constraints on the entry state.
//!
//! ACSL's integers are unbounded: each integer term carries a width wide enough that nothing wraps, inferred bottom up.
//! Quantifiers are expanded over their range. Where the range is wide, instances are made only as far as the run has looked
//! (`PathCrawler`'s lazy instantiation): leaving some out only weakens the constraints, and a model is completed afterwards.

mod lengths;

use crate::memory::Cell;
use crate::{Algebra, Bin, Machine, PtrId, Target, Val};
use entity::SecondaryMap;
use ir::logic::{ArithOp, Bound, CmpOp, Formula, Logic, Node};

/// Ranges up to this long are expanded at once.
const EAGER_RANGE: i128 = 64;
/// Ranges longer than this are not expanded, lazily or not, unless they are lazy.
const LONGEST_RANGE: i128 = 4096;

/// A mathematical integer: a signed word wide enough for its every value.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Int<W> {
    word: W,
    width: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Meaning<W> {
    Int(Int<W>),
    Ptr(PtrId),
    Truth(W),
}

/// A clause cut into conjuncts.
#[derive(Clone, Debug)]
pub struct Requires<W> {
    /// Constraints that hold from the start.
    pub now: Vec<W>,
    /// Quantified ones to be instantiated as the run goes on.
    pub lazy: Vec<Lazy<W>>,
}

/// A conjunct of a clause.
#[derive(Clone, Debug)]
pub enum Part<W> {
    /// Holds from the start.
    Now(W),
    /// Is to be instantiated as the run goes on.
    Later(Lazy<W>),
}

/// The conjuncts of a clause.
pub fn parts(formula: &Formula) -> Vec<Node> {
    conjuncts(formula, formula.root)
}

/// `\forall var; lo <= var <= hi ==> body` over a wide range.
#[derive(Clone, Debug)]
pub struct Lazy<W> {
    formula: Formula,
    env: Env,
    var: Bound,
    lo: Int<W>,
    hi: Int<W>,
    body: Node,
    /// The first value that can ever matter.
    pub first: i128,
    /// The last one.
    pub last: i128,
}

impl<W: Copy> Lazy<W> {
    /// The last value that matters when words have these values (unsigned, of their own width).
    pub fn last_for(&self, value: impl FnOnce(W) -> u128) -> i128 {
        let spare = 128 - self.hi.width;
        ((value(self.hi.word) << spare) as i128 >> spare).min(self.last)
    }
}

type Env = SecondaryMap<Bound, i128>;

struct Reader<'m, 'p, 'f, A: Algebra> {
    machine: &'m mut Machine<'p, A>,
    alg: &'m mut A,
    formula: &'f Formula,
    /// Conditions under which the integers read so far are defined.
    defined: Vec<A::Word>,
}

impl<A: Algebra> Machine<'_, A> {
    /// A clause on the entry state as constraints, or why it cannot be one.
    pub fn require(&mut self, alg: &mut A, formula: &Formula) -> Result<Requires<A::Word>, String> {
        let mut requires = Requires { now: Vec::new(), lazy: Vec::new() };
        for node in parts(formula) {
            match self.require_part(alg, formula, node)? {
                Part::Now(truth) => requires.now.push(truth),
                Part::Later(lazy) => requires.lazy.push(lazy),
            }
        }
        Ok(requires)
    }

    /// One conjunct of a clause on the entry state, by what is known now, or why it cannot be a constraint.
    pub fn require_part(
        &mut self,
        alg: &mut A,
        formula: &Formula,
        node: Node,
    ) -> Result<Part<A::Word>, String> {
        let mut reader = Reader { machine: self, alg, formula, defined: Vec::new() };
        if let Some(lazy) = reader.lazily(node)? {
            return Ok(Part::Later(lazy));
        }
        Ok(Part::Now(reader.truth(node, &Env::with_default(0))?))
    }

    /// One instance of a quantified clause.
    pub fn instance(
        &mut self,
        alg: &mut A,
        lazy: &Lazy<A::Word>,
        value: i128,
    ) -> Result<A::Word, String> {
        let mut reader = Reader { machine: self, alg, formula: &lazy.formula, defined: Vec::new() };
        reader.instance(lazy.var, lazy.lo, lazy.hi, lazy.body, value, &lazy.env)
    }
}

/// The conjuncts of a formula, left to right.
fn conjuncts(formula: &Formula, root: Node) -> Vec<Node> {
    let (mut found, mut stack) = (Vec::new(), vec![root]);
    while let Some(node) = stack.pop() {
        if let Logic::And(a, b) = formula.nodes[node] {
            stack.extend([b, a]);
        } else {
            found.push(node);
        }
    }
    found
}

impl<A: Algebra> Reader<'_, '_, '_, A> {
    /// A top-level quantifier over a wide range is left for later.
    fn lazily(&mut self, node: Node) -> Result<Option<Lazy<A::Word>>, String> {
        let Logic::Forall { var, lo, hi, body } = self.formula.nodes[node] else { return Ok(None) };
        let env = Env::with_default(0);
        let (lo, hi) = (self.int(lo, &env)?, self.int(hi, &env)?);
        let (first, last) = (self.alg.range(lo.word).signed_lo, self.alg.range(hi.word).signed_hi);
        let constant = self.alg.as_const(lo.word).is_some() && self.alg.as_const(hi.word).is_some();
        if last - first < EAGER_RANGE || constant && last - first < LONGEST_RANGE {
            return Ok(None);
        }
        Ok(Some(Lazy { formula: self.formula.clone(), env, var, lo, hi, body, first, last }))
    }

    fn instance(
        &mut self,
        var: Bound,
        lo: Int<A::Word>,
        hi: Int<A::Word>,
        body: Node,
        value: i128,
        env: &Env,
    ) -> Result<A::Word, String> {
        let here = self.constant(value);
        let (above, below) = (self.compare(CmpOp::Le, lo, here), self.compare(CmpOp::Le, here, hi));
        let inside = self.alg.and(above, below);
        if self.alg.is_no(inside) {
            return Ok(self.alg.yes());
        }
        let mut env = env.clone();
        env[var] = value;
        let body = self.truth(body, &env)?;
        Ok(self.implies(inside, body))
    }

    fn implies(&mut self, a: A::Word, b: A::Word) -> A::Word {
        let not_a = self.alg.not(a);
        self.alg.or(not_a, b)
    }

    // -- truth values

    fn truth(&mut self, node: Node, env: &Env) -> Result<A::Word, String> {
        let word = match &self.formula.nodes[node] {
            Logic::Bool(truth) => self.alg.constant(1, u128::from(*truth)),
            Logic::Cmp(op, a, b) => {
                let outer = std::mem::take(&mut self.defined);
                let (a, b) = (self.int(*a, env)?, self.int(*b, env)?);
                let mut truth = self.compare(*op, a, b);
                for defined in std::mem::replace(&mut self.defined, outer) {
                    truth = self.alg.and(truth, defined);
                }
                truth
            }
            Logic::PtrCmp(op, a, b) => {
                let (a, b) = (self.ptr(*a, env)?, self.ptr(*b, env)?);
                let same = self.machine.same_pointer(self.alg, a, b);
                match op {
                    CmpOp::Eq => same,
                    CmpOp::Ne => self.alg.not(same),
                    CmpOp::Lt | CmpOp::Le => {
                        return Err("order of pointers in a contract".to_owned());
                    }
                }
            }
            Logic::Negate(a) => {
                let a = self.truth(*a, env)?;
                self.alg.not(a)
            }
            Logic::And(a, b) => {
                let a = self.truth(*a, env)?;
                if self.alg.is_no(a) {
                    return Ok(a);
                }
                let b = self.truth(*b, env)?;
                self.alg.and(a, b)
            }
            Logic::Or(a, b) => {
                let a = self.truth(*a, env)?;
                if self.alg.is_yes(a) {
                    return Ok(a);
                }
                let b = self.truth(*b, env)?;
                self.alg.or(a, b)
            }
            Logic::Implies(a, b) => {
                let a = self.truth(*a, env)?;
                if self.alg.is_no(a) {
                    return Ok(self.alg.yes());
                }
                let b = self.truth(*b, env)?;
                self.implies(a, b)
            }
            Logic::Iff(a, b) => {
                let (a, b) = (self.truth(*a, env)?, self.truth(*b, env)?);
                self.alg.eq(a, b)
            }
            Logic::Ite(c, a, b) => {
                let c = self.truth(*c, env)?;
                let (a, b) = (self.truth(*a, env)?, self.truth(*b, env)?);
                self.alg.ite(c, a, b)
            }
            Logic::Forall { var, lo, hi, body } => {
                self.quantified(true, *var, *lo, *hi, *body, env)?
            }
            Logic::Exists { var, lo, hi, body } => {
                self.quantified(false, *var, *lo, *hi, *body, env)?
            }
            Logic::Valid { base, lo, hi, size, .. } => self.valid((*base, *lo, *hi, *size), env)?,
            Logic::Separated { a, b } => self.separated(*a, *b, env)?,
            other => return Err(format!("`{other:?}` is no truth value")),
        };
        Ok(word)
    }

    fn quantified(
        &mut self,
        all: bool,
        var: Bound,
        lo: Node,
        hi: Node,
        body: Node,
        env: &Env,
    ) -> Result<A::Word, String> {
        let (lo, hi) = (self.int(lo, env)?, self.int(hi, env)?);
        let (first, last) = (self.alg.range(lo.word).signed_lo, self.alg.range(hi.word).signed_hi);
        if last - first >= LONGEST_RANGE {
            return Err("a quantifier over too wide a range".to_owned());
        }
        let mut result = self.alg.constant(1, u128::from(all));
        for value in first..=last {
            result = if all {
                let case = self.instance(var, lo, hi, body, value, env)?;
                self.alg.and(result, case)
            } else {
                let case = self.witness(var, lo, hi, body, value, env)?;
                self.alg.or(result, case)
            };
        }
        Ok(result)
    }

    fn witness(
        &mut self,
        var: Bound,
        lo: Int<A::Word>,
        hi: Int<A::Word>,
        body: Node,
        value: i128,
        env: &Env,
    ) -> Result<A::Word, String> {
        let here = self.constant(value);
        let (above, below) = (self.compare(CmpOp::Le, lo, here), self.compare(CmpOp::Le, here, hi));
        let mut env = env.clone();
        env[var] = value;
        let body = self.truth(body, &env)?;
        let inside = self.alg.and(above, below);
        Ok(self.alg.and(inside, body))
    }

    fn compare(&mut self, op: CmpOp, a: Int<A::Word>, b: Int<A::Word>) -> A::Word {
        let (a, b) = self.same_width(a, b);
        match op {
            CmpOp::Eq => self.alg.eq(a, b),
            CmpOp::Ne => {
                let same = self.alg.eq(a, b);
                self.alg.not(same)
            }
            CmpOp::Lt => self.alg.bin(Bin::Slt, a, b),
            CmpOp::Le => self.alg.bin(Bin::Sle, a, b),
        }
    }

    fn valid(
        &mut self,
        (base, lo, hi, size): (Node, Node, Node, u64),
        env: &Env,
    ) -> Result<A::Word, String> {
        let (lo, hi, base) = (self.int(lo, env)?, self.int(hi, env)?, self.ptr(base, env)?);
        let mut valid = self.compare(CmpOp::Lt, hi, lo);
        for alt in self.machine.state.alts(base).to_vec() {
            let Target::Object(object) = alt.target else { continue };
            let bytes = self.machine.state.objects[object].size;
            let end = self.byte_offset(alt.offset, hi, 1, size)?;
            let start = self.byte_offset(alt.offset, lo, 0, size)?;
            let (zero, bytes) = (self.constant(0), self.unsigned(bytes)?);
            let (inside, within) =
                (self.compare(CmpOp::Le, zero, start), self.compare(CmpOp::Le, end, bytes));
            let both = self.alg.and(inside, within);
            let case = self.alg.and(alt.guard, both);
            valid = self.alg.or(valid, case);
        }
        Ok(valid)
    }

    /// `offset + (index + add) * size`, exactly.
    fn byte_offset(
        &mut self,
        offset: A::Word,
        index: Int<A::Word>,
        add: i128,
        size: u64,
    ) -> Result<Int<A::Word>, String> {
        let index = self.plus(index, add)?;
        let size = self.constant(size as i128);
        let scaled = self.arith(ArithOp::Mul, index, size)?;
        self.arith(ArithOp::Add, Int { word: offset, width: 64 }, scaled)
    }

    fn separated(
        &mut self,
        a: (Node, Node, Node, u64),
        b: (Node, Node, Node, u64),
        env: &Env,
    ) -> Result<A::Word, String> {
        let (p, q) = (self.ptr(a.0, env)?, self.ptr(b.0, env)?);
        let (a_lo, a_hi, b_lo, b_hi) =
            (self.int(a.1, env)?, self.int(a.2, env)?, self.int(b.1, env)?, self.int(b.2, env)?);
        let mut apart = self.alg.yes();
        for x in self.machine.state.alts(p).to_vec() {
            for y in self.machine.state.alts(q).to_vec() {
                if x.target != y.target || !matches!(x.target, Target::Object(_)) {
                    continue;
                }
                let (x_start, x_end) = (
                    self.byte_offset(x.offset, a_lo, 0, a.3)?,
                    self.byte_offset(x.offset, a_hi, 1, a.3)?,
                );
                let (y_start, y_end) = (
                    self.byte_offset(y.offset, b_lo, 0, b.3)?,
                    self.byte_offset(y.offset, b_hi, 1, b.3)?,
                );
                let (before, after) = (
                    self.compare(CmpOp::Le, x_end, y_start),
                    self.compare(CmpOp::Le, y_end, x_start),
                );
                let disjoint = self.alg.or(before, after);
                let both = self.alg.and(x.guard, y.guard);
                let case = self.implies(both, disjoint);
                apart = self.alg.and(apart, case);
            }
        }
        Ok(apart)
    }

    // -- integers

    fn int(&mut self, node: Node, env: &Env) -> Result<Int<A::Word>, String> {
        match self.meaning(node, env)? {
            Meaning::Int(int) => Ok(int),
            Meaning::Ptr(_) | Meaning::Truth(_) => {
                Err("an integer was expected in a contract".to_owned())
            }
        }
    }

    fn ptr(&mut self, node: Node, env: &Env) -> Result<PtrId, String> {
        match self.meaning(node, env)? {
            Meaning::Ptr(ptr) => Ok(ptr),
            Meaning::Int(_) | Meaning::Truth(_) => {
                Err("a pointer was expected in a contract".to_owned())
            }
        }
    }

    fn meaning(&mut self, node: Node, env: &Env) -> Result<Meaning<A::Word>, String> {
        let int = match &self.formula.nodes[node] {
            Logic::Int(value) => self.constant(*value),
            Logic::Var(var) => self.constant(env[*var]),
            Logic::Param { index, signed } => {
                let val = self.machine.args[*index as usize];
                self.machine_int(val, *signed)?
            }
            Logic::Load { ty, signed, addr } => {
                let cell = self.load(*addr, *ty, env)?;
                self.machine_int(cell.val, *signed)?
            }
            Logic::LoadBits { unit, addr, shift, width, signed } => {
                let cell = self.load(*addr, *unit, env)?;
                let val = self.machine.bits_of(self.alg, cell.val, *unit, *shift, *width, *signed);
                self.machine_int(val, *signed)?
            }
            Logic::Arith(op, a, b) => {
                let (a, b) = (self.int(*a, env)?, self.int(*b, env)?);
                self.arith(*op, a, b)?
            }
            Logic::Neg(a) => {
                let (zero, a) = (self.constant(0), self.int(*a, env)?);
                self.arith(ArithOp::Sub, zero, a)?
            }
            Logic::Not(a) => {
                let a = self.int(*a, env)?;
                Int { word: self.alg.not(a.word), ..a }
            }
            Logic::Wrap { bits, signed, of } => {
                let of = self.int(*of, env)?;
                self.wrap(of, u32::from(*bits), *signed)?
            }
            Logic::OfBool(a) => {
                let truth = self.truth(*a, env)?;
                Int { word: self.alg.zext(truth, 2), width: 2 }
            }
            Logic::Ite(c, a, b) => return self.choose(*c, *a, *b, env),
            Logic::Null => {
                return Ok(Meaning::Ptr(self.machine.pointer_to(self.alg, Target::Null, 0)));
            }
            Logic::ParamPtr { index } => match self.machine.args[*index as usize] {
                Val::Ptr(ptr) => return Ok(Meaning::Ptr(ptr)),
                Val::Opaque(why) => return Err(why.to_owned()),
                Val::Word(_) | Val::Uninit | Val::Maybe(_) => {
                    return Err("a parameter that is no pointer".to_owned());
                }
            },
            Logic::AddrGlobal(global) => {
                let object = self.machine.globals[entity::EntityRef::index(*global)];
                return Ok(Meaning::Ptr(self.machine.pointer_to(
                    self.alg,
                    Target::Object(object),
                    0,
                )));
            }
            Logic::LoadPtr { addr } => {
                return match self.load(*addr, ir::Type::Ptr, env)?.val {
                    Val::Ptr(ptr) => Ok(Meaning::Ptr(ptr)),
                    _ => Err("a pointer inside input data".to_owned()),
                };
            }
            Logic::PtrAdd { base, index, size } => {
                let (base, index) = (self.ptr(*base, env)?, self.int(*index, env)?);
                return Ok(Meaning::Ptr(self.step(base, index, *size)));
            }
            Logic::Result { .. } | Logic::ResultPtr => return Err("`\\result` on entry".to_owned()),
            _ => return self.truth(node, env).map(Meaning::Truth),
        };
        Ok(Meaning::Int(int))
    }

    fn choose(&mut self, c: Node, a: Node, b: Node, env: &Env) -> Result<Meaning<A::Word>, String> {
        let c = self.truth(c, env)?;
        let (a, b) = (self.int(a, env)?, self.int(b, env)?);
        let width = a.width.max(b.width);
        let (a, b) = self.same_width(a, b);
        Ok(Meaning::Int(Int { word: self.alg.ite(c, a, b), width }))
    }

    /// A pointer some elements further, without the checks that code is subject to: guards of the clause protect it.
    fn step(&mut self, base: PtrId, index: Int<A::Word>, size: u64) -> PtrId {
        let index = self.narrowed(index);
        let size = self.alg.constant(64, size as u128);
        let step = self.alg.bin(Bin::Mul, index, size);
        let mut alts = self.machine.state.alts(base).to_vec();
        for alt in &mut alts {
            alt.offset = self.alg.bin(Bin::Add, alt.offset, step);
        }
        self.machine.state.pointer(&alts)
    }

    fn load(&mut self, addr: Node, ty: ir::Type, env: &Env) -> Result<Cell<A::Word>, String> {
        let ptr = self.ptr(addr, env)?;
        let mut result: Option<(Cell<A::Word>, A::Word)> = None;
        for alt in self.machine.state.alts(ptr).to_vec() {
            let Target::Object(object) = alt.target else { continue };
            let cell = self.machine.read_object(self.alg, object, &alt, ty);
            let val = match result {
                None => cell.val,
                Some((other, _)) => self.machine.choose(self.alg, alt.guard, cell.val, other.val),
            };
            result = Some((Cell { val, ..cell }, alt.guard));
        }
        result.map(|(cell, _)| cell).ok_or_else(|| "a null pointer read in a contract".to_owned())
    }

    fn machine_int(&mut self, val: Val<A::Word>, signed: bool) -> Result<Int<A::Word>, String> {
        match val {
            Val::Word(word) if signed => Ok(Int { word, width: self.alg.width(word) }),
            Val::Word(word) => self.unsigned(word),
            Val::Opaque(why) => Err(why.to_owned()),
            Val::Uninit | Val::Maybe(_) => {
                Err("an uninitialised object read in a contract".to_owned())
            }
            Val::Ptr(_) => Err("a pointer used as an integer in a contract".to_owned()),
        }
    }

    /// An integer in 64 bits; where it does not fit, the clause that needs it does not hold.
    fn narrowed(&mut self, int: Int<A::Word>) -> A::Word {
        if int.width <= 64 {
            return self.alg.sext_to(int.word, 64);
        }
        let low = self.alg.extract(int.word, 0, 64);
        let again = self.alg.sext(low, int.width);
        let fits = self.alg.eq(again, int.word);
        self.defined.push(fits);
        low
    }

    fn unsigned(&mut self, word: A::Word) -> Result<Int<A::Word>, String> {
        let width = within_limit(self.alg.width(word) + 1)?;
        Ok(Int { word: self.alg.zext(word, width), width })
    }

    fn constant(&mut self, value: i128) -> Int<A::Word> {
        let width = 129 - if value < 0 { value.leading_ones() } else { value.leading_zeros() };
        let width = width.min(128);
        Int { word: self.alg.constant(width, value as u128), width }
    }

    fn same_width(&mut self, a: Int<A::Word>, b: Int<A::Word>) -> (A::Word, A::Word) {
        let width = a.width.max(b.width);
        (self.alg.sext_to(a.word, width), self.alg.sext_to(b.word, width))
    }

    fn plus(&mut self, a: Int<A::Word>, add: i128) -> Result<Int<A::Word>, String> {
        let b = self.constant(add);
        self.arith(ArithOp::Add, a, b)
    }

    fn arith(
        &mut self,
        op: ArithOp,
        a: Int<A::Word>,
        b: Int<A::Word>,
    ) -> Result<Int<A::Word>, String> {
        if let (Some(x), Some(y)) = (self.const_of(a), self.const_of(b))
            && let Some(value) = const_arith(op, x, y)
        {
            return Ok(self.constant(value));
        }
        let wide = a.width.max(b.width);
        let (width, op) = match op {
            ArithOp::Add => (wide + 1, Bin::Add),
            ArithOp::Sub => (wide + 1, Bin::Sub),
            ArithOp::Mul => (a.width + b.width, Bin::Mul),
            ArithOp::Div => (wide + 1, Bin::Sdiv),
            ArithOp::Rem => (wide + 1, Bin::Srem),
            ArithOp::And => (wide, Bin::And),
            ArithOp::Or => (wide, Bin::Or),
            ArithOp::Xor => (wide, Bin::Xor),
            ArithOp::Shl | ArithOp::Shr => return self.shift(op, a, b),
        };
        let width = within_limit(width)?;
        let (x, y) = (self.alg.sext_to(a.word, width), self.alg.sext_to(b.word, width));
        if matches!(op, Bin::Sdiv | Bin::Srem) {
            let zero = self.alg.eq_const(y, 0);
            let nonzero = self.alg.not(zero);
            self.defined.push(nonzero);
        }
        Ok(Int { word: self.alg.bin(op, x, y), width })
    }

    fn const_of(&self, a: Int<A::Word>) -> Option<i128> {
        let bits = self.alg.as_const(a.word)?;
        let spare = 128 - a.width;
        Some((bits << spare) as i128 >> spare)
    }

    fn shift(
        &mut self,
        op: ArithOp,
        a: Int<A::Word>,
        b: Int<A::Word>,
    ) -> Result<Int<A::Word>, String> {
        let amount = self.const_of(b).filter(|amount| (0..128).contains(amount));
        let amount = amount.ok_or("a shift by an unknown amount in a contract")? as u32;
        let width = within_limit(if op == ArithOp::Shl { a.width + amount } else { a.width })?;
        let (word, by) =
            (self.alg.sext_to(a.word, width), self.alg.constant(width, amount as u128));
        let op = if op == ArithOp::Shl { Bin::Shl } else { Bin::Ashr };
        Ok(Int { word: self.alg.bin(op, word, by), width })
    }

    fn wrap(&mut self, of: Int<A::Word>, bits: u32, signed: bool) -> Result<Int<A::Word>, String> {
        let wide = self.alg.sext_to(of.word, bits);
        let word = self.alg.extract(wide, 0, bits);
        if signed { Ok(Int { word, width: bits }) } else { self.unsigned(word) }
    }
}

fn within_limit(width: u32) -> Result<u32, String> {
    if width <= 128 { Ok(width) } else { Err("contract width beyond 128 bits".to_owned()) }
}

fn const_arith(op: ArithOp, x: i128, y: i128) -> Option<i128> {
    match op {
        ArithOp::Add => x.checked_add(y),
        ArithOp::Sub => x.checked_sub(y),
        ArithOp::Mul => x.checked_mul(y),
        ArithOp::Div => x.checked_div(y),
        ArithOp::Rem => x.checked_rem(y),
        ArithOp::And => Some(x & y),
        ArithOp::Or => Some(x | y),
        ArithOp::Xor => Some(x ^ y),
        ArithOp::Shl | ArithOp::Shr => None,
    }
}
