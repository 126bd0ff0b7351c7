//! Reads that show what a read before them showed: the same place, by the same address, and nothing between that writes.
//!
//! Addresses are compared by how they are computed. Every register has a version, and memory as a whole has one, which whatever may
//! write makes new; a region inside another makes new what it may write wherever it is left, and a loop before it begins too.
//! Only what was read in a region around counts, so that the value is at hand.

use ir::{Body, Callee, Inst, Local, Program, Region, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the C library that write nothing a program can read.
const READS_ONLY: &[&str] = &[
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "abs",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "labs",
    "llabs",
    "memchr",
    "memcmp",
    "strchr",
    "strcmp",
    "strcspn",
    "strlen",
    "strncmp",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "tolower",
    "toupper",
];

/// Reads, each with an earlier one that showed the same.
pub(crate) fn reread(program: &Program, body: &Body) -> BTreeMap<Value, Value> {
    let mut walk = Walk {
        program,
        body,
        n_versions: 0,
        memory: 0,
        locals: BTreeMap::new(),
        numbers: BTreeMap::new(),
        known: BTreeMap::new(),
        at_hand: Vec::new(),
        same: BTreeMap::new(),
    };
    walk.region(body.root);
    walk.same
}

/// What an instruction computes, of what.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Computed {
    Register(Local, u32),
    /// An instruction without its operands, and the numbers of these.
    Of(String, Vec<Value>),
    /// What is read from memory of a version.
    Read(String, Value, u32),
}

struct Walk<'a> {
    program: &'a Program,
    body: &'a Body,
    n_versions: u32,
    memory: u32,
    locals: BTreeMap<Local, u32>,
    /// The first value that is the same as a value, if it is another.
    numbers: BTreeMap<Value, Value>,
    /// What was computed in this region and those around it, and in which order.
    known: BTreeMap<Computed, Value>,
    at_hand: Vec<Computed>,
    same: BTreeMap<Value, Value>,
}

impl Walk<'_> {
    /// Looks at a region; what may be written in it.
    fn region(&mut self, region: Region) -> Written {
        let (body, n_outside) = (self.body, self.at_hand.len());
        let mut written = Written::default();
        for &at in &body.regions[region] {
            written.join(self.inst(at));
        }
        for computed in self.at_hand.drain(n_outside..) {
            self.known.remove(&computed);
        }
        written
    }

    fn inst(&mut self, at: Value) -> Written {
        let body = self.body;
        let inst = &body.insts[at];
        let mut written = Written::default();
        written.add(self.program, inst);
        if let Inst::Loop { body: turn, .. } = *inst {
            self.renew(&Written::inside(self.program, body, turn));
        }
        for region in inner(inst) {
            written.join(self.region(region));
        }
        self.renew(&written);
        if let Some(computed) = self.computed(inst) {
            self.know(at, computed);
        }
        written
    }

    fn know(&mut self, at: Value, computed: Computed) {
        let Some(&first) = self.known.get(&computed) else {
            self.at_hand.push(computed.clone());
            self.known.insert(computed, at);
            return;
        };
        self.numbers.insert(at, first);
        let is_read = matches!(computed, Computed::Read(..));
        self.same.extend(is_read.then_some((at, first)));
    }

    fn renew(&mut self, written: &Written) {
        if !written.memory && written.locals.is_empty() {
            return;
        }
        self.n_versions += 1;
        if written.memory {
            self.memory = self.n_versions;
        }
        self.locals.extend(written.locals.iter().map(|&local| (local, self.n_versions)));
    }

    fn computed(&self, inst: &Inst) -> Option<Computed> {
        let number = |value: Value| self.numbers.get(&value).copied().unwrap_or(value);
        let of = |form: String, operands: &[Value]| {
            Computed::Of(form, operands.iter().map(|&it| number(it)).collect())
        };
        Some(match *inst {
            Inst::Int(ty, bits) => of(format!("{bits} {ty}"), &[]),
            Inst::Get(local) => {
                Computed::Register(local, self.locals.get(&local).copied().unwrap_or(0))
            }
            Inst::AddrGlobal(global) => of(format!("{global}"), &[]),
            Inst::Cast(op, ty, value) => of(format!("{op:?} {ty}"), &[value]),
            Inst::Binary(op, a, b) => of(format!("{op:?}"), &[a, b]),
            Inst::PtrAdd { base, index, size, .. } => of(format!("add {size}"), &[base, index]),
            Inst::PtrField { base, offset } => of(format!("field {offset}"), &[base]),
            Inst::Load { ty, addr, volatile: false } => {
                Computed::Read(format!("{ty}"), number(addr), self.memory)
            }
            Inst::LoadBits { unit, addr, shift, width, signed } => {
                let form = format!("{unit} {shift} {width} {signed}");
                Computed::Read(form, number(addr), self.memory)
            }
            _ => return None,
        })
    }
}

/// The regions of an instruction.
fn inner(inst: &Inst) -> Vec<Region> {
    match *inst {
        Inst::If { then, els, .. } => vec![then, els],
        Inst::Loop { body, .. } | Inst::Block { body, .. } => vec![body],
        _ => Vec::new(),
    }
}

/// What may be written somewhere.
#[derive(Default)]
struct Written {
    memory: bool,
    locals: BTreeSet<Local>,
}

impl Written {
    fn inside(program: &Program, body: &Body, region: Region) -> Self {
        let mut written = Self::default();
        let mut open = vec![region];
        while let Some(region) = open.pop() {
            for &at in &body.regions[region] {
                written.add(program, &body.insts[at]);
                open.extend(inner(&body.insts[at]));
            }
        }
        written
    }

    fn join(&mut self, other: Self) {
        self.memory |= other.memory;
        self.locals.extend(other.locals);
    }

    fn add(&mut self, program: &Program, inst: &Inst) {
        match inst {
            Inst::Set(local, _) => {
                self.locals.insert(*local);
            }
            Inst::Live(local) | Inst::Dead(local) | Inst::LiveSized(local, _) => {
                self.locals.insert(*local);
                self.memory = true;
            }
            Inst::Store { .. } | Inst::StoreBits { .. } | Inst::Copy { .. } => self.memory = true,
            Inst::Zero { .. } | Inst::Unsupported(_) => self.memory = true,
            Inst::Load { volatile, .. } => self.memory |= volatile,
            Inst::Call { callee: Callee::Direct(callee), .. } => {
                let data = &program.funcs[*callee];
                let is_library = data.system && data.body.is_none();
                self.memory |= !is_library || !READS_ONLY.contains(&data.name.as_str());
            }
            Inst::Call { callee: Callee::Indirect(..), .. } => self.memory = true,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::program;

    /// How many reads show what an earlier one showed.
    #[track_caller]
    fn check(text: &str, expect: usize) {
        let program = program(text);
        let func = program.find_func("f").expect("there should be `f`");
        assert_eq!(reread(&program, program.body(func)).len(), expect, "{text}");
    }

    #[test]
    fn what_nobody_writes_between_is_the_same() {
        check("int f(int *p) { return *p + *p; }", 1);
        check("int f(int *p, int i) { return p[i] == 1 && p[i] == 2; }", 1);
        check("struct s { int a : 3; int *p; }; int f(struct s *s) { return s->a + s->a; }", 1);
        check("struct s { int *p; }; int f(struct s *s) { return *s->p + *s->p; }", 2);
        check("int g; int f(int n) { if (g == 1) n++; return n + g; }", 1);
    }

    #[test]
    fn what_is_written_between_may_differ() {
        check("int f(int *p, int *q) { int a = *p; *q = 1; return a + *p; }", 0);
        check("int f(int *p, int *q, int c) { int a = *p; if (c) *q = 1; return a + *p; }", 0);
        check("void g(void); int f(int *p) { int a = *p; g(); return a + *p; }", 0);
        check("int f(int *p) { int a = *p; p++; return a + *p; }", 0);
        check("int f(int *p, int i) { int a = p[i]; i++; return a + p[i]; }", 0);
        check("int f(volatile int *p) { return *p + *p; }", 0);
        check("int f(int *p) { return *p + *(char *)p; }", 0);
    }

    #[test]
    fn loops_write_before_they_are_read_again() {
        check("int f(const char *s) { while (*s) { if (*s == 'x') return 1; s++; } return 0; }", 1);
        check("int f(int *p, int n) { int a = *p; while (n--) { a += *p; } return a; }", 1);
        check("int f(int *p, int n) { int a = *p; while (n--) { a += *p; *p = n; } return a; }", 0);
    }

    #[test]
    fn what_was_read_on_one_side_only_is_not_at_hand() {
        check("int f(int *p, int c) { int a = 0; if (c) a = *p; return a + *p; }", 0);
    }
}
