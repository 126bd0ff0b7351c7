//! What becomes of the pointers that a function is given: which are written through, stepped along, compared.
//!
//! Where a pointer went is followed through registers and calls and not through memory: what comes from there may be any.

use crate::Reach;
use crate::flow::{Flow, Locals, variable_arguments};
use ir::{BinOp, Body, Callee, CastOp, Func, Inst, Program, Shape, Type, UnOp, Value};

/// Which parameters a pointer may come from, a bit for each; the highest says that it may be any, the next that it may lead to
/// what the code names itself.
type Roots = u64;
const ANY: Roots = 1 << 63;
const GLOBALS: Roots = 1 << 62;

/// Whose data is touched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Owner {
    /// What a parameter leads to.
    Param(u32),
    /// What is found by following pointers inside data.
    Inside,
    /// A global variable.
    Global,
}

/// Memory that the code reads or writes.
struct Touch {
    roots: Roots,
    /// What stands there; none if that may be anything.
    ty: Option<Type>,
    writes: bool,
}

/// Which way a pointer is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walks {
    Up,
    Down,
    /// Both ways, or by a step that is not known.
    Anyhow,
}

/// What becomes of the pointers that a function is given.
#[derive(Default)]
pub(crate) struct Uses {
    written: Roots,
    /// The two sides of equalities.
    equated: Vec<(Roots, Roots)>,
    /// The two sides of comparisons by order, and of differences.
    ordered: Vec<(Roots, Roots)>,
    /// What is added to, with the size of an element.
    stepped: Vec<(Roots, u64)>,
    /// What is compared with null.
    null_tested: Roots,
    /// What may be moved back.
    back: Roots,
    /// What has its address looked at.
    addressed: Roots,
    /// What is moved along and compared with something else.
    walking: Vec<(Roots, Roots, Walks)>,
    touched: Vec<Touch>,
    /// What is put into memory or comes back from a call, so that it may be found under another name.
    escaped: Roots,
}

impl Uses {
    pub(crate) fn of(reach: &Reach<'_>) -> Self {
        let program = reach.program;
        let (roots, nulls) = (roots(program, reach.func), nulls(program, reach.func));
        let mut uses = Self::default();
        for &func in roots.funcs.keys() {
            let Some(body) = &program.funcs[func].body else { continue };
            let of = |value: Value| roots.of(func, body, value, named_root);
            let may_be_null = |value: Value| nulls.of(func, body, value, null_root) != 0;
            for inst in body.insts.values() {
                uses.add(program, body, inst, &of);
                uses.add_null_tested(inst, &of, &may_be_null);
            }
        }
        uses.spread_null();
        uses
    }

    /// What is compared with something that may turn out to be null is compared with null.
    fn spread_null(&mut self) {
        loop {
            let before = self.null_tested;
            for &(a, b) in &self.equated {
                for (one, other) in [(a, b), (b, a)] {
                    self.null_tested |= if one & self.null_tested != 0 { other } else { 0 };
                }
            }
            if self.null_tested == before {
                return;
            }
        }
    }

    fn add(&mut self, program: &Program, body: &Body, inst: &Inst, of: &impl Fn(Value) -> Roots) {
        self.add_touched(body, inst, of);
        self.add_escaped(program, body, inst, of);
        match inst {
            Inst::Store { addr, .. } | Inst::StoreBits { addr, .. } => self.written |= of(*addr),
            Inst::Copy { dst, .. } | Inst::Zero { dst, .. } => self.written |= of(*dst),
            Inst::PtrDiff { a, b, .. } | Inst::Binary(BinOp::PtrLt | BinOp::PtrLe, a, b) => {
                self.ordered.push((of(*a), of(*b)));
            }
            Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) => {
                self.equated.push((of(*a), of(*b)));
                for (cursor, goal) in [(*a, *b), (*b, *a)] {
                    let walks = walks(body, cursor).map(|it| (of(cursor), of(goal), it));
                    self.walking.extend(walks);
                }
            }
            Inst::PtrAdd { base, index, size, .. } if constant(body, *index) != Some(0) => {
                self.stepped.push((of(*base), *size));
                if may_be_negative(body, *index) {
                    self.back |= of(*base);
                }
            }
            Inst::Cast(CastOp::PtrToInt, _, pointer) => self.addressed |= of(*pointer),
            Inst::Aligned { addr, align } if steps_astray(body, *addr, (*align).into()) => {
                self.addressed |= of(*addr);
            }
            Inst::Call { callee: Callee::Direct(callee), args }
                if program.funcs[*callee].body.is_none() =>
            {
                let params = &program.funcs[*callee].params;
                for (index, &arg) in args.iter().enumerate() {
                    let reads = params.get(index).is_some_and(|param| {
                        matches!(
                            program.shapes[param.shape],
                            Shape::Pointer { read_only: true, .. }
                        )
                    });
                    self.written |= if reads { 0 } else { of(arg) };
                }
            }
            Inst::Call { callee: Callee::Direct(callee), args } => {
                let more = variable_arguments(program, *callee, args);
                more.iter().for_each(|&arg| self.written |= of(arg));
            }
            Inst::Call { callee: Callee::Indirect(..), args } => {
                args.iter().for_each(|&arg| self.written |= of(arg));
            }
            _ => {}
        }
    }

    /// What is compared with null, or with what may be null.
    fn add_null_tested(
        &mut self,
        inst: &Inst,
        of: &impl Fn(Value) -> Roots,
        may_be_null: &impl Fn(Value) -> bool,
    ) {
        if let Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) = *inst {
            for (pointer, other) in [(a, b), (b, a)] {
                self.null_tested |= if may_be_null(other) { of(pointer) } else { 0 };
            }
        }
    }

    fn touch(&mut self, roots: Roots, ty: Option<Type>, writes: bool) {
        self.touched.push(Touch { roots, ty, writes });
    }

    fn add_touched(&mut self, body: &Body, inst: &Inst, of: &impl Fn(Value) -> Roots) {
        match *inst {
            Inst::Load { ty, addr, .. } => self.touch(of(addr), Some(ty), false),
            Inst::LoadBits { addr, .. } => self.touch(of(addr), None, false),
            Inst::Store { addr, value, .. } => self.touch(of(addr), body.types[value], true),
            Inst::StoreBits { addr, .. } => self.touch(of(addr), None, true),
            Inst::Zero { dst, .. } => self.touch(of(dst), None, true),
            Inst::Copy { dst, src, .. } => {
                self.touch(of(dst), None, true);
                self.touch(of(src), None, false);
            }
            _ => {}
        }
    }

    /// Code that is not looked at may touch all that it can find.
    fn add_escaped(
        &mut self,
        program: &Program,
        body: &Body,
        inst: &Inst,
        of: &impl Fn(Value) -> Roots,
    ) {
        match inst {
            Inst::Store { value, .. } | Inst::Return(Some(value)) => self.escaped |= of(*value),
            Inst::Cast(_, _, value) if body.types[*value] == Some(Type::Ptr) => {
                self.escaped |= of(*value);
            }
            Inst::Call { callee: Callee::Direct(callee), args }
                if program.funcs[*callee].body.is_none() =>
            {
                let roots = args.iter().fold(0, |all, &arg| all | of(arg));
                self.escaped |= roots;
                self.touch(roots, None, true);
            }
            Inst::Call { callee: Callee::Direct(callee), args } => {
                let more = variable_arguments(program, *callee, args);
                let roots = more.iter().fold(0, |all, &arg| all | of(arg));
                self.escaped |= roots;
                if roots != 0 {
                    self.touch(roots, None, true);
                }
            }
            Inst::Call { callee: Callee::Indirect(..), args } => {
                let roots = args.iter().fold(ANY | GLOBALS, |all, &arg| all | of(arg));
                self.escaped |= roots;
                self.touch(roots, None, true);
            }
            _ => {}
        }
    }

    /// Can a run tell whether a parameter leads to a scalar of a type that is somebody else's: is it written under one name and
    /// touched under the other, or are addresses compared?
    pub(crate) fn can_tell_inside(&self, param: u32, owner: Owner, ty: Option<Type>) -> bool {
        let suits = |it: &&Touch| it.ty.is_none() || ty.is_none() || it.ty == ty;
        let touched = || self.touched.iter().filter(suits);
        let own = || touched().filter(|it| self.comes_from(it.roots, param));
        let others = || touched().filter(|it| is_of(it.roots, owner));
        let writes = |it: &Touch| it.writes;
        own().any(writes) && others().next().is_some()
            || others().any(writes) && own().next().is_some()
            || self.is_compared(param, owner)
    }

    /// May what comes from a parameter be compared with a pointer to somebody's data?
    pub(crate) fn is_compared(&self, param: u32, owner: Owner) -> bool {
        self.equated.iter().chain(&self.ordered).any(|&(a, b)| {
            self.comes_from(a, param) && is_of(b, owner)
                || self.comes_from(b, param) && is_of(a, owner)
        })
    }

    /// Can a run tell which element of an array a pointer found in data leads to: is such data written, or are addresses compared?
    pub(crate) fn can_tell_elements(&self, ty: Option<Type>) -> bool {
        let suits = |it: &Touch| it.ty.is_none() || ty.is_none() || it.ty == ty;
        let compared = || self.equated.iter().chain(&self.ordered);
        self.touched.iter().any(|it| it.writes && suits(it))
            || compared().any(|&(a, b)| (a | b) & ANY != 0)
    }

    /// May a pointer come from a parameter, also by way of memory if that was put there?
    fn comes_from(&self, roots: Roots, param: u32) -> bool {
        is(roots, param) || roots & ANY != 0 && is(self.escaped, param)
    }

    /// Does the code write through one of two parameters, or compare what comes from them?
    pub(crate) fn can_tell(&self, first: u32, second: u32) -> bool {
        may_be(self.written, first)
            || may_be(self.written, second)
            || self.may_be_compared(first, second)
    }

    /// May what comes from one parameter be compared with what comes from the other?
    pub(crate) fn may_be_compared(&self, first: u32, second: u32) -> bool {
        self.equated.iter().chain(&self.ordered).any(|&(a, b)| {
            may_be(a, first) && may_be(b, second) || may_be(a, second) && may_be(b, first)
        })
    }

    /// Is what comes from one parameter ordered against what comes from the other, or subtracted?
    pub(crate) fn are_ordered(&self, first: u32, second: u32) -> bool {
        self.ordered
            .iter()
            .any(|&(a, b)| is(a, first) && is(b, second) || is(a, second) && is(b, first))
    }

    /// Are pointers ordered that were found in data?
    pub(crate) fn orders_data(&self) -> bool {
        self.ordered.iter().any(|&(a, b)| (a | b) & ANY != 0)
    }

    /// The same where memory came between, too.
    pub(crate) fn may_be_ordered(&self, first: u32, second: u32) -> bool {
        self.ordered.iter().any(|&(a, b)| {
            may_be(a, first) && may_be(b, second) || may_be(a, second) && may_be(b, first)
        })
    }

    /// May what comes from a parameter be moved by elements of a size?
    pub(crate) fn is_stepped_over(&self, index: u32, size: u64) -> bool {
        self.stepped.iter().any(|&(roots, of)| of == size && may_be(roots, index))
    }

    /// The same of what comes from it for certain, by way of memory only if it was put there.
    pub(crate) fn is_stepped_along(&self, index: u32, size: u64) -> bool {
        self.stepped.iter().any(|&(roots, of)| of == size && self.comes_from(roots, index))
    }

    /// May the address of what comes from a parameter be looked at?
    pub(crate) fn is_addressed(&self, index: u32) -> bool {
        self.comes_from(self.addressed, index)
    }

    /// The same of pointers found in data.
    pub(crate) fn data_is_addressed(&self) -> bool {
        self.addressed & ANY != 0
    }

    /// May what comes from a parameter be moved to what lies before it?
    pub(crate) fn steps_back(&self, index: u32) -> bool {
        self.comes_from(self.back, index)
    }

    /// May what comes from a parameter be compared with null, also by way of memory?
    pub(crate) fn is_null_tested(&self, index: u32) -> bool {
        self.comes_from(self.null_tested, index)
    }

    /// May what comes from a parameter be compared with some other pointer?
    pub(crate) fn is_equated(&self, index: u32) -> bool {
        let mut sides = self.equated.iter().filter(|(a, b)| *a != 0 && *b != 0);
        sides.any(|&(a, b)| self.comes_from(a | b, index))
    }

    /// The same of pointers found in data.
    pub(crate) fn data_steps_back(&self) -> bool {
        self.back & ANY != 0
    }

    /// Are pointers compared that may lead to data of different types?
    pub(crate) fn equates(&self) -> bool {
        self.equated.iter().any(|&(a, b)| a != 0 && b != 0)
    }

    /// May pointers to somebody's data be moved by elements of a size?
    pub(crate) fn steps_over(&self, owner: Owner, size: u64) -> bool {
        self.stepped.iter().any(|&(roots, of)| of == size && is_of(roots, owner))
    }

    /// Is what comes from one parameter moved along and compared with what comes from another? Which way?
    pub(crate) fn walks_to(&self, index: u32, goal: u32) -> Option<Walks> {
        let walks = self.walking.iter().filter(|it| is(it.0, index) && is(it.1, goal));
        walks.map(|it| it.2).reduce(Walks::or)
    }
}

impl Walks {
    /// One way or the other.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == other { self } else { Self::Anyhow }
    }
}

/// Is a parameter among those that a pointer may come from?
fn may_be(roots: Roots, index: u32) -> bool {
    roots & (bit(index) | ANY) != 0
}

/// The same where memory did not come between.
fn is(roots: Roots, index: u32) -> bool {
    roots & bit(index) != 0
}

/// May a pointer lead to somebody's data?
fn is_of(roots: Roots, owner: Owner) -> bool {
    match owner {
        Owner::Param(index) => may_be(roots, index),
        Owner::Inside => roots & ANY != 0,
        Owner::Global => roots & (ANY | GLOBALS) != 0,
    }
}

/// Parameters beyond these share one.
fn bit(index: u32) -> Roots {
    1 << index.min(61)
}

/// Which way a local is moved whose value this is; none if it is not moved.
pub(crate) fn walks(body: &Body, cursor: Value) -> Option<Walks> {
    let Inst::Get(local) = body.insts[cursor] else { return None };
    let steps = body.insts.values().filter_map(|inst| match *inst {
        Inst::Set(to, value) if to == local => match body.insts[value] {
            Inst::PtrAdd { base, index, .. } => Some((base, index)),
            _ => None,
        },
        _ => None,
    });
    let own = steps.filter(|&(base, _)| matches!(body.insts[base], Inst::Get(of) if of == local));
    own.map(|(_, index)| direction(body, index)).reduce(Walks::or)
}

fn direction(body: &Body, index: Value) -> Walks {
    match (constant(body, index), &body.insts[index]) {
        (Some(step), _) if step >= 0 => Walks::Up,
        (Some(_), _) => Walks::Down,
        (None, Inst::Unary(UnOp::NegS, of)) if constant(body, *of).is_some_and(|it| it >= 0) => {
            Walks::Down
        }
        _ => Walks::Anyhow,
    }
}

/// Is an address some bytes beside a multiple of `align` from where it comes from, so that another start would mend that?
fn steps_astray(body: &Body, mut addr: Value, align: u64) -> bool {
    loop {
        let (base, step) = match body.insts[addr] {
            Inst::PtrAdd { base, index, size, .. } => {
                (base, constant(body, index).map_or(size, |by| size.wrapping_mul(by as u64)))
            }
            Inst::PtrField { base, offset } => (base, offset),
            _ => return false,
        };
        if !step.is_multiple_of(align) {
            return true;
        }
        addr = base;
    }
}

/// Could an index be negative? Constants, unsigned numbers that were made wider and remainders by a constant are known.
fn may_be_negative(body: &Body, index: Value) -> bool {
    match &body.insts[index] {
        Inst::Int(..) => constant(body, index).is_none_or(|it| it < 0),
        Inst::Cast(CastOp::Zext, ..) => false,
        _ => true,
    }
}

fn constant(body: &Body, value: Value) -> Option<i64> {
    match body.insts[value] {
        Inst::Int(_, bits) => Some(bits as i64),
        _ => None,
    }
}

/// Where the pointers in the locals of each function that can be called may come from.
fn roots(program: &Program, func: Func) -> Flow<Roots> {
    let hidden = program.n_hidden_params(func);
    let params = program.funcs[func].body.iter().flat_map(|body| body.params.iter().skip(hidden));
    let given = params.zip(0u32..).map(|(&local, index)| (local, bit(index))).collect();
    let mut flow = Flow::starting([(func, given)]);
    flow.spread(program, named_root);
    flow
}

/// Where a pointer may come from that is no local. Addresses of locals come from nowhere.
fn named_root(inst: &Inst) -> Roots {
    match inst {
        Inst::Load { ty: Type::Ptr, .. } | Inst::Call { .. } | Inst::Cast(..) => ANY,
        Inst::AddrGlobal(_) => GLOBALS,
        _ => 0,
    }
}

/// Which locals may hold null that no parameter brought.
fn nulls(program: &Program, func: Func) -> Flow<u64> {
    let mut flow = Flow::starting([(func, Locals::new())]);
    flow.spread(program, null_root);
    flow
}

/// Null comes from wherever no address was taken: a list of the ways in which memory, calls and numbers become null has no end.
fn null_root(inst: &Inst) -> u64 {
    let is_address = matches!(inst, Inst::AddrGlobal(_) | Inst::AddrLocal(_) | Inst::AddrFunc(_));
    u64::from(!is_address)
}

#[cfg(test)]
mod tests {
    use crate::sample::look;

    /// `<` for each parameter that may be moved back or have its address looked at, `.` for the others; `*` if data leads to such.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let found = look(text, |world| {
            let params = world.params.iter().map(|it| if it.steps_back { '<' } else { '.' });
            params.chain(world.data_steps_back.then_some('*')).collect::<String>()
        });
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn negative_indices_step_back() {
        check("int f(char *p, char *q) { return p[-1] + q[1]; }", "<.");
        check("int f(int *a, int i) { return a[i]; }", "<.");
        check("int f(int *a, unsigned i) { return a[i]; }", "..");
        check("int f(int *a, int *b) { int *p = a; p--; return b[0]; }", "<.");
    }

    #[test]
    fn callees_step_back_for_their_callers() {
        check(
            "static int g(int *p) { return p[-1]; } int f(int *a, int *b) { return g(b); }",
            ".<",
        );
    }

    #[test]
    fn addresses_that_are_looked_at_are_no_steps() {
        check("int f(char *p) { return (unsigned long)p & 1; }", ".");
    }

    #[test]
    fn data_leads_to_pointers_that_step_back() {
        let text = "struct v { int *d; }; int f(struct v *v, int i) { return v->d[i]; }";
        check(text, "..*");
        // What was put into memory may be found there.
        check("int *kept; int f(int *p) { kept = p; return kept[-1]; }", "<*");
    }
}
