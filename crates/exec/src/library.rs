//! The C library as relations: what a function of it returns and writes, for all inputs at once.
//!
//! A library function is no part of the path, so nothing here forks: a string is looked at byte by byte, each byte under the
//! guard that the scan gets there, and results are chosen by guards. All that can go wrong in one call is said once for each
//! kind of trap, in the order in which a run would meet it.
//!
//! Functions are known by name and signature; whatever else has no body is a stub of the user. The order in which memory is
//! touched follows the C library that tests are run with where the standard leaves it open.

mod ctype;
mod heap;
mod math;
mod print;
mod scan;
mod scanf;
mod string;

use crate::memory::{Cell, Object, Origin, Rest};
use crate::{Algebra, Bin, Memory, Pause, PtrId, Target, Val};
use ctype::{classes, lower, upper};
use ir::{Func, Program, Signature, TrapKind, Type, Value};
use string::{first_of, last_of};

/// What became of a call.
pub(crate) enum Called<W> {
    /// It is modelled and gives this; one without a result gives nothing.
    Returned(Val<W>),
    /// It never returns.
    Trapped(TrapKind),
    /// It is a library function that is not modelled.
    Unknown,
    /// It is no library function.
    Stub,
}

/// The arguments of a call: pointers and numbers, each in order. A signature says which are which.
struct Passed<W> {
    ptrs: Vec<PtrId>,
    /// In their own widths.
    words: Vec<W>,
    inst: Value,
}

/// What may not come back.
const ENDING: &[(&str, &str, TrapKind)] = &[
    ("abort", "v", TrapKind::Abort),
    ("__assert_fail", "vppip", TrapKind::AssertFailed),
    ("exit", "vi", TrapKind::Exit),
    ("_exit", "vi", TrapKind::Exit),
    ("_Exit", "vi", TrapKind::Exit),
    ("quick_exit", "vi", TrapKind::Exit),
];

/// The table of the library: names, signatures and models.
macro_rules! library {
    (|$self:ident, $alg:ident, $name:ident, $ptrs:ident, $words:ident, $len:ident, $most:ident, $inst:ident|
     $($($function:literal)|+ $sig:literal => $model:expr;)*) => {
        /// The functions that return and are modelled.
        const MODELLED: &[(&str, &str)] = &[$($(($function, $sig),)+)*];

        impl<A: Algebra> Memory<'_, A> {
            fn model(
                &mut $self,
                $alg: &mut A,
                $name: &str,
                Passed { ptrs: $ptrs, words: $words, inst }: &Passed<A::Word>,
            ) -> Val<A::Word> {
                let $inst = *inst;
                let $most = $words.last().map(|&word| $alg.zext_to(word, 64));
                let $len = $most.unwrap_or_else(|| $alg.constant(64, 0));
                match $name {
                    $($($function)|+ => $model,)*
                    _ => unreachable!("what is modelled should be in the table"),
                }
            }
        }
    };
}

// Result and parameters are letters: `p` pointer, `i` int of 32 bits, `c` any int, of which the low byte counts, `z` the width of a pointer, `q` 64 bits, `d` and `f`
// floats, `v` none. A model is given
// pointers and numbers apart; the last number is also there in 64 bits, for the many functions where it is how far to go.
library! { |self, alg, name, ptrs, words, len, most, inst|
    "memcpy" "pppz" => {
        self.check_apart(alg, (ptrs[0], ptrs[1]), len, true, inst);
        self.copy_block(alg, ptrs[0], ptrs[1], len, inst)
    };
    "memmove" "pppz" => self.copy_block(alg, ptrs[0], ptrs[1], len, inst);
    "memset" "ppcz" => self.set_block(alg, ptrs[0], words[0], len, inst);
    "memcmp" "ippz" => self.compare_blocks(alg, ptrs[0], ptrs[1], len, inst);
    "memchr" "ppcz" => self.find_in_block(alg, ptrs[0], words[0], len, inst);
    "strlen" "zp" => self.length(alg, ptrs[0], None, inst);
    "strnlen" "zpz" => self.length(alg, ptrs[0], most, inst);
    "strcmp" "ipp" => self.compare_strings(alg, ptrs[0], ptrs[1], None, inst);
    "strncmp" "ippz" => self.compare_strings(alg, ptrs[0], ptrs[1], most, inst);
    "strcpy" "ppp" => {
        self.copy_string(alg, (ptrs[0], ptrs[1]), inst);
        Val::Ptr(ptrs[0])
    };
    "stpcpy" "ppp" => {
        let len = self.copy_string(alg, (ptrs[0], ptrs[1]), inst);
        let always = alg.yes();
        self.found_at(alg, ptrs[0], len, always)
    };
    "strncpy" "pppz" => self.copy_padded(alg, ptrs[0], ptrs[1], len, inst);
    "strcat" "ppp" => self.append(alg, (ptrs[0], ptrs[1]), None, inst);
    "strncat" "pppz" => self.append(alg, (ptrs[0], ptrs[1]), most, inst);
    "strchr" "ppc" => self.find_byte(alg, ptrs[0], words[0], first_of, inst);
    "strrchr" "ppc" => self.find_byte(alg, ptrs[0], words[0], last_of, inst);
    "strspn" "zpp" => {
        // The terminator is in no set and stops both kinds of scan.
        let (_, at) = self.stop(alg, (ptrs[0], ptrs[1]), |alg, inside, _| alg.not(inside), inst);
        self.as_size(alg, at)
    };
    "strcspn" "zpp" => {
        let (_, at) = self.stop(alg, (ptrs[0], ptrs[1]), A::or, inst);
        self.as_size(alg, at)
    };
    "strpbrk" "ppp" => self.find_any(alg, (ptrs[0], ptrs[1]), inst);
    "strstr" "ppp" => self.find_string(alg, ptrs[0], ptrs[1], inst);
    "abs" "ii" => self.absolute(alg, words[0], inst);
    "labs" "zz" => self.absolute(alg, words[0], inst);
    "llabs" "qq" => self.absolute(alg, words[0], inst);
    "isalnum" | "isalpha" | "isblank" | "iscntrl" | "isdigit" | "isgraph" | "islower" | "isprint"
    | "ispunct" | "isspace" | "isupper" | "isxdigit" "ii" =>
        self.classify(alg, name, words[0], inst);
    "tolower" "ii" => self.change(alg, words[0], lower, inst);
    "toupper" "ii" => self.change(alg, words[0], upper, inst);
    "__ctype_b_loc" "p" => self.table(alg, name, 2, |c| u128::from(classes(c)));
    "__ctype_tolower_loc" "p" => self.table(alg, name, 4, |c| lower(c) as u32 as u128);
    "__ctype_toupper_loc" "p" => self.table(alg, name, 4, |c| upper(c) as u32 as u128);
    "malloc" "pz" => self.allocate(alg, words, Rest::Uninit);
    "calloc" "pzz" => self.allocate(alg, words, Rest::Zero);
    "realloc" "ppz" => self.resize(alg, ptrs[0], words, inst);
    "reallocarray" "ppzz" => self.resize(alg, ptrs[0], words, inst);
    "free" "vp" => self.free_block(alg, ptrs[0], inst);
    "strdup" "pp" => self.duplicate(alg, ptrs[0], None, inst);
    "strndup" "ppz" => self.duplicate(alg, ptrs[0], most, inst);
    "__errno_location" "p" => self.errno(alg);
    "putchar" "ii" => printed_byte(alg, words[0]);
    "fputc" | "putc" "iip" => {
        self.check_stream(alg, ptrs[0], inst);
        printed_byte(alg, words[0])
    };
    "puts" "ip" => {
        let text = self.length(alg, ptrs[0], None, inst);
        self.printed_line(alg, text)
    };
    "fputs" "ipp" => {
        self.length(alg, ptrs[0], None, inst);
        self.check_stream(alg, ptrs[1], inst);
        Val::Word(alg.constant(32, 1))
    };
    "fwrite" "zpzzp" => self.write_out(alg, (ptrs[0], ptrs[1]), (words[0], words[1]), inst);
    "perror" "vp" => {
        self.complain(alg, ptrs[0], inst);
        Val::Uninit
    };
    "fflush" "ip" => Val::Word(alg.constant(32, 0));
    "setbuf" "vpp" => Val::Uninit;
    "setvbuf" "ippiz" => Val::Word(alg.constant(32, 0));
}

/// Functions whose result is no free choice, but that are not modelled.
const UNKNOWN: &[&str] = &[
    "__probant_strtod",
    "__probant_strtof",
    "clock",
    "difftime",
    "rand",
    "random",
    "srand",
    "srandom",
];

/// Is a function without a body part of the library and modelled?
pub fn is_modelled(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let is_it = |name: &str, sig| name == data.name && fits(program, sig, &data.sig);
    let of_numbers =
        || math::named(&data.name).is_some_and(|(_, sig, _)| fits(program, &sig, &data.sig));
    let returns = || {
        let named = MODELLED.iter().any(|&(name, sig)| is_it(name, sig));
        let by_format = print::is_printer(program, func) || scanf::is_scanner(program, func);
        named || by_format || of_numbers()
    };
    data.body.is_none() && (returns() || ENDING.iter().any(|&(name, sig, _)| is_it(name, sig)))
}

/// Is a function without a body part of the library, modelled or not?
pub fn is_library(program: &Program, func: Func) -> bool {
    is_modelled(program, func) || UNKNOWN.contains(&program.funcs[func].name.as_str())
}

/// Does a signature have these letters?
fn fits(program: &Program, letters: &str, sig: &Signature) -> bool {
    let wide = 8 * program.target.pointer_bytes;
    let is = |letter: char, ty: Option<Type>| match (letter, ty) {
        ('v', None) | ('p', Some(Type::Ptr)) => true,
        ('i', Some(Type::Int(bits))) => u32::from(bits) == 32 && program.target.int_bytes == 4,
        ('c', Some(Type::Int(bits))) => u32::from(bits) == 8 * program.target.int_bytes,
        ('z', Some(Type::Int(bits))) => u32::from(bits) == wide,
        ('q', Some(Type::Int(bits))) => u32::from(bits) == 64,
        ('d', Some(Type::F64)) | ('f', Some(Type::F32)) => true,
        _ => false,
    };
    let (letters, variadic) = match letters.strip_suffix('.') {
        Some(letters) => (letters, true),
        None => (letters, false),
    };
    let mut letters = letters.chars();
    is(letters.next().unwrap_or('v'), sig.ret)
        && sig.variadic == variadic
        && letters.clone().count() == sig.params.len()
        && letters.zip(&sig.params).all(|(letter, &ty)| is(letter, Some(ty)))
}

/// What a function that prints a character returns.
fn printed_byte<A: Algebra>(alg: &mut A, word: A::Word) -> Val<A::Word> {
    let byte = alg.extract(word, 0, 8);
    Val::Word(alg.zext_to(byte, 32))
}

impl<A: Algebra> Memory<'_, A> {
    /// Calls a function without a body if it is one of the library's.
    pub(crate) fn call_library(
        &mut self,
        alg: &mut A,
        func: Func,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Called<A::Word> {
        let name = self.program.funcs[func].name.as_str();
        if !is_modelled(self.program, func) {
            return if UNKNOWN.contains(&name) { Called::Unknown } else { Called::Stub };
        }
        if let Some(&(_, _, kind)) = ENDING.iter().find(|row| row.0 == name) {
            return Called::Trapped(kind);
        }
        let prints = print::is_printer(self.program, func);
        if prints || scanf::is_scanner(self.program, func) {
            let n_pending = self.pending.len();
            let called = if prints {
                self.call_printer(alg, name, args, inst)
            } else {
                self.call_scanner(alg, args, inst)
            };
            self.sum_up(alg, n_pending);
            return called;
        }
        let mut passed = Passed { ptrs: Vec::new(), words: Vec::new(), inst };
        for arg in args {
            match *arg {
                Val::Word(word) => passed.words.push(word),
                Val::Ptr(ptr) => passed.ptrs.push(ptr),
                Val::Part(..) | Val::Uninit | Val::Maybe(_) | Val::Opaque(_) => {
                    return Called::Unknown;
                }
            }
        }
        let n_pending = self.pending.len();
        let result = match math::named(name) {
            Some((function, _, format)) => self.mathematics(alg, function, format, &passed),
            None => self.model(alg, name, &passed),
        };
        self.sum_up(alg, n_pending);
        Called::Returned(result)
    }

    /// What is printed line by line: how much, with the end of the line.
    fn printed_line(&self, alg: &mut A, len: Val<A::Word>) -> Val<A::Word> {
        let Val::Word(len) = len else { return len };
        let len = alg.extract(len, 0, 32);
        let one = alg.constant(32, 1);
        Val::Word(alg.bin(Bin::Add, len, one))
    }

    /// Prints a block: how many elements there are, unless they have no size.
    fn write_out(
        &mut self,
        alg: &mut A,
        (from, stream): (PtrId, PtrId),
        (size, count): (A::Word, A::Word),
        inst: Value,
    ) -> Val<A::Word> {
        let bytes = alg.bin(Bin::Mul, size, count);
        let bytes = alg.zext_to(bytes, 64);
        self.check_block(alg, from, bytes, false, inst);
        self.check_stream(alg, stream, inst);
        let width = alg.width(count);
        let (nothing, none) = (alg.eq_const(size, 0), alg.constant(width, 0));
        Val::Word(alg.ite(nothing, none, count))
    }

    /// `perror`: a message, or none.
    fn complain(&mut self, alg: &mut A, text: PtrId, inst: Value) {
        let alts = self.possible_alts(alg, text);
        if alts.iter().any(|alt| alt.target != Target::Null) {
            let alts: Vec<_> = alts.into_iter().filter(|alt| alt.target != Target::Null).collect();
            let text = self.state.pointer(&alts);
            self.length(alg, text, None, inst);
        }
    }

    /// The place of `errno`, made when it is first asked for; a run begins without an error.
    fn errno(&mut self, alg: &mut A) -> Val<A::Word> {
        let known = self.state.objects.iter().find(|(_, object)| object.name == "errno");
        let object = if let Some((known, _)) = known {
            known
        } else {
            let size = alg.constant(64, 4);
            self.state.objects.push(Object::new("errno", Origin::Library, size, Rest::Zero))
        };
        Val::Ptr(self.state.pointer_to(alg, Target::Object(object), 0))
    }

    /// Says in `errno` what went wrong where a condition holds.
    fn set_errno(&mut self, alg: &mut A, when: A::Word, error: u128) {
        let Val::Ptr(place) = self.errno(alg) else { unreachable!("errno has a place") };
        let cell = Cell::full(4, Val::Word(alg.constant(32, error)));
        for alt in self.moved(alg, place, 0, when) {
            if let Target::Object(object) = alt.target {
                self.write_object(alg, object, &alt, Type::I32, cell);
            }
        }
    }

    fn absolute(&mut self, alg: &mut A, word: A::Word, inst: Value) -> Val<A::Word> {
        let width = alg.width(word);
        let zero = alg.constant(width, 0);
        let least = alg.eq_const(word, 1 << (width - 1));
        self.check(alg, TrapKind::SignedOverflow, least, inst);
        let (negative, negated) = (alg.bin(Bin::Slt, word, zero), alg.neg(word));
        Val::Word(alg.ite(negative, negated, word))
    }

    /// Of what one call pushed: each kind of trap once, and nothing that would come after a trap.
    fn sum_up(&mut self, alg: &mut A, n_pending: usize) {
        let pauses: Vec<_> = self.pending.drain(n_pending..).collect();
        let (mut trapped, mut fitting) = (alg.no(), alg.yes());
        let mut checks: Vec<(TrapKind, A::Word, Value)> = Vec::new();
        let mut others = Vec::new();
        for pause in pauses {
            match pause {
                Pause::Check { kind, when, inst } => {
                    let first = alg.and_not(when, trapped);
                    trapped = alg.or(trapped, when);
                    match checks.iter_mut().find(|check| check.0 == kind) {
                        Some(check) => check.1 = alg.or(check.1, first),
                        None => checks.push((kind, first, inst)),
                    }
                }
                Pause::Fits(word) => {
                    let fits = alg.or(trapped, word);
                    fitting = alg.and(fitting, fits);
                    others.push(Pause::Fits(fits));
                }
                // What was not looked at behind a trap, or of an array that is too short, is not missing.
                Pause::Beyond(word) => {
                    let missing = alg.and_not(word, trapped);
                    others.push(Pause::Beyond(alg.and(missing, fitting)));
                }
                Pause::Bound(word, text) => others.push(Pause::Bound(alg.or(trapped, word), text)),
                other => others.push(other),
            }
        }
        self.pending.extend(others);
        for (kind, when, inst) in checks {
            self.check(alg, kind, when, inst);
        }
    }
}
