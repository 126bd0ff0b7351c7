//! Where the driver says which of its places a pointer leads to: calls of one of several functions, and accesses that are split;
//! and which value a length or an offset has, where paths are told apart by that.
//!
//! The instruction is executed again when that is known. Merged execution never comes here.

use crate::limits::{LONGEST_STRING, MOST_UNSETTLED};
use crate::memory::Object;
use crate::{Algebra, Alt, Machine, Pause, Target, Val};
use ir::{Callee, Inst, Type, Value};

/// Functions of the library whose last argument says how many bytes they look at.
const BY_LENGTH: [&str; 9] =
    ["memcpy", "memmove", "memset", "memcmp", "memchr", "strncpy", "strncat", "strncmp", "strnlen"];

/// Functions of the library that look at strings, and which of their arguments are.
const STRINGS: [(&str, &[usize]); 16] = [
    ("strlen", &[0]),
    ("strnlen", &[0]),
    ("strcmp", &[0, 1]),
    ("strncmp", &[0, 1]),
    ("strcasecmp", &[0, 1]),
    ("strcpy", &[1]),
    ("stpcpy", &[1]),
    ("strncpy", &[1]),
    ("strcat", &[0, 1]),
    ("strncat", &[0, 1]),
    ("strchr", &[0]),
    ("strrchr", &[0]),
    ("strspn", &[0, 1]),
    ("strcspn", &[0, 1]),
    ("strpbrk", &[0, 1]),
    ("strstr", &[0, 1]),
];

/// A word that has to be settled before an instruction is executed.
struct Open<W> {
    word: W,
    /// The value of the frame that it is, or whose offset it is.
    value: Value,
}

impl<A: Algebra> Machine<'_, A> {
    /// The question where an access leads, if what is known leaves it open.
    pub(crate) fn split_access(&mut self, alg: &mut A, inst: Value) -> Option<Pause<A::Word>> {
        if matches!(self.inst(inst), Inst::Call { callee: Callee::Indirect(..), .. }) {
            return None;
        }
        let addr = self.several_places(inst).filter(|_| !self.is_merging())?;
        let Val::Ptr(ptr) = self.value(addr) else { return None };
        let mut alts = self.possible_alts(alg, ptr);
        let possible = self.state.pointer(&alts);
        self.define(addr, Val::Ptr(possible));
        if self.has_pending() {
            // What was left out is said before the question; next time nothing is.
            self.stand_at(inst);
            return self.pending.pop_front();
        }
        if alts.len() < 2 {
            return None;
        }
        self.stand_at(inst);
        let guards = alts.iter().map(|alt| alt.guard).collect();
        let yes = alg.yes();
        alts.iter_mut().for_each(|alt| alt.guard = yes);
        let split = self.state.pointer(&alts);
        self.define(addr, Val::Ptr(split));
        Some(Pause::Switch { guards, event: None })
    }

    /// From here on the pointer of an access or call leads to one of its places.
    pub(crate) fn choose_place(&mut self, inst: Value, place: u32) {
        let pointer = self.several_places(inst);
        let pointer = pointer.expect("only pointers that lead to several places should be split");
        let Val::Ptr(ptr) = self.value(pointer) else {
            unreachable!("what is followed should be a pointer")
        };
        let alt = self.state.alts(ptr)[place as usize];
        let chosen = self.state.pointer(&[alt]);
        self.define(pointer, Val::Ptr(chosen));
    }

    /// The question which value a word has on which an access or a call depends in many ways.
    pub(crate) fn ask_to_settle(&mut self, alg: &mut A, inst: Value) -> Option<Pause<A::Word>> {
        loop {
            let offset = |it: &mut Self, alg: &mut A| {
                it.open_offset(alg, inst).filter(|open| it.is_wide(alg, inst, open))
            };
            let open = self.open_length(alg, inst).or_else(|| offset(self, alg));
            let word = match open {
                Some(Open { word, value }) => {
                    let known = alg.range(word);
                    if known.lo == known.hi {
                        self.settle_value(alg, &Open { word, value }, known.lo);
                        continue;
                    }
                    word
                }
                None => self.open_character(alg, inst)?,
            };
            self.stand_at(inst);
            return Some(Pause::Settle(word));
        }
    }

    /// After [`Pause::Settle`]: the word has this value.
    pub fn settle_as(&mut self, alg: &mut A, value: u128) {
        let &crate::Op::Do(inst) = self.op() else {
            unreachable!("only accesses and calls settle words")
        };
        // Where a string ends is known by what was posted; other words get their value here.
        if let Some(open) = self.open_length(alg, inst).or_else(|| self.open_offset(alg, inst)) {
            self.settle_value(alg, &open, value);
        }
    }

    /// Whether the string that a call looks at ends with its next character, if that is open: lengths of strings are told apart one
    /// by one.
    fn open_character(&mut self, alg: &mut A, inst: Value) -> Option<A::Word> {
        let Inst::Call { callee: Callee::Direct(func), args } = self.inst(inst) else {
            return None;
        };
        let data = &self.program.funcs[*func];
        if data.body.is_some() {
            return None;
        }
        let (_, strings) = STRINGS.iter().find(|(name, _)| *name == data.name)?;
        let values: Vec<_> =
            strings.iter().filter_map(|&at| args.get(at)).map(|&arg| self.value(arg)).collect();
        values.into_iter().find_map(|value| self.open_end(alg, value))
    }

    /// The first character of a string of which it is open whether it is the last.
    fn open_end(&mut self, alg: &mut A, value: Val<A::Word>) -> Option<A::Word> {
        let Val::Ptr(ptr) = value else { return None };
        let [Alt { target: Target::Object(object), offset, .. }] = *self.state.alts(ptr) else {
            return None;
        };
        let start = u64::try_from(alg.as_const(offset)?).ok()?;
        for at in start..start.checked_add(LONGEST_STRING)? {
            let size = self.state.objects[object].size;
            if alg.range(size).hi <= u128::from(at) {
                return None;
            }
            let Val::Word(word) = self.cell_at(alg, object, at, Type::Int(8)).val else {
                return None;
            };
            let known = alg.range(word);
            match (known.lo, known.hi) {
                (_, 0) => return None,
                (0, _) => return Some(alg.eq_const(word, 0)),
                _ => {}
            }
        }
        None
    }

    fn settle_value(&mut self, alg: &mut A, open: &Open<A::Word>, value: u128) {
        let constant = alg.constant(alg.width(open.word), value);
        let settled = match self.value(open.value) {
            Val::Ptr(ptr) => {
                let mut alt = self.state.alts(ptr)[0];
                alt.offset = constant;
                Val::Ptr(self.state.pointer(&[alt]))
            }
            _ => Val::Word(constant),
        };
        self.define(open.value, settled);
    }

    /// The length of a block, if it is not known.
    fn open_length(&self, alg: &A, inst: Value) -> Option<Open<A::Word>> {
        let Inst::Call { callee: Callee::Direct(func), args } = self.inst(inst) else {
            return None;
        };
        let data = &self.program.funcs[*func];
        let is_block = data.body.is_none() && BY_LENGTH.contains(&data.name.as_str());
        let value = match data.name.as_str() {
            ir::SCRIPT_WRITE if data.system => *args.get(3)?,
            _ if is_block => *args.last()?,
            _ => return None,
        };
        match self.value(value) {
            Val::Word(word) if alg.as_const(word).is_none() => Some(Open { word, value }),
            _ => None,
        }
    }

    /// The offset of a pointer that is followed to one object, if it is not known.
    fn open_offset(&self, alg: &A, inst: Value) -> Option<Open<A::Word>> {
        self.pointers_of(inst).into_iter().find_map(|value| {
            let Val::Ptr(ptr) = self.value(value) else { return None };
            let [alt] = *self.state.alts(ptr) else { return None };
            let is_open = alg.as_const(alt.offset).is_none();
            is_open.then_some(Open { word: alt.offset, value })
        })
    }

    /// May an access touch many cells? Calls go on from there byte by byte; what a constant table has at some place is one word,
    /// however large it is.
    fn is_wide(&mut self, alg: &mut A, inst: Value, open: &Open<A::Word>) -> bool {
        if let Inst::Call { .. } = self.inst(inst) {
            return true;
        }
        let Val::Ptr(ptr) = self.value(open.value) else { return false };
        let Target::Object(object) = self.state.alts(ptr)[0].target else { return false };
        let Object { size, read_only, elastic, .. } = self.state.objects[object];
        if read_only && !elastic {
            return false;
        }
        let len = u128::from(self.program.bytes(self.accessed_type(inst)));
        let (known, size) = (alg.range(open.word), alg.range(size).hi);
        known.hi.min(size).saturating_sub(known.lo) / len.max(1) > MOST_UNSETTLED
    }

    /// The type of what an access reads or writes.
    fn accessed_type(&self, inst: Value) -> Type {
        match self.inst(inst) {
            Inst::Load { ty, .. } => *ty,
            Inst::LoadBits { unit, .. } | Inst::StoreBits { unit, .. } => *unit,
            Inst::Store { value, .. } => {
                let body = self.program.body(self.active());
                body.types[*value].unwrap_or(Type::Ptr)
            }
            _ => Type::Ptr,
        }
    }

    /// The first pointer that an instruction follows to one of several places.
    fn several_places(&self, inst: Value) -> Option<Value> {
        let is_open = |value: &Value| matches!(self.value(*value), Val::Ptr(ptr) if self.state.alts(ptr).len() > 1);
        self.pointers_of(inst).into_iter().find(is_open)
    }

    /// The pointers that an instruction follows: that of an access, that to a function; where paths are told apart by lengths,
    /// those to blocks and strings too.
    fn pointers_of(&self, inst: Value) -> Vec<Value> {
        match self.inst(inst) {
            Inst::Load { addr, .. }
            | Inst::LoadBits { addr, .. }
            | Inst::Store { addr, .. }
            | Inst::StoreBits { addr, .. } => vec![*addr],
            Inst::Call { callee: Callee::Indirect(pointer, _), .. } => vec![*pointer],
            Inst::Call { callee: Callee::Direct(func), args } if self.policy.settle => {
                let data = &self.program.funcs[*func];
                let name = data.name.as_str();
                let is_known = BY_LENGTH.contains(&name) || STRINGS.iter().any(|it| it.0 == name);
                let is_scripted = crate::script::scripted(self.program, *func).is_some();
                let is_ours = data.body.is_none() && (is_known || is_scripted);
                if is_ours { args.clone() } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }
}
