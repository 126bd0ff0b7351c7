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
mod scan;
mod string;

use crate::value::word_width;
use crate::{Algebra, Bin, Machine, Pause, Val};
use ir::{Func, Program, Signature, TrapKind, Type, Value};
use world::Gap;

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

/// The functions that are modelled, with result and parameters as letters: `p` pointer, `i` int, `z` the width of a pointer,
/// `q` 64 bits, `v` none.
const MODELLED: &[(&str, &str)] = &[
    ("memcpy", "pppz"),
    ("memmove", "pppz"),
    ("memset", "ppiz"),
    ("memcmp", "ippz"),
    ("memchr", "ppiz"),
    ("strlen", "zp"),
    ("strnlen", "zpz"),
    ("strcmp", "ipp"),
    ("strncmp", "ippz"),
    ("strcpy", "ppp"),
    ("stpcpy", "ppp"),
    ("strncpy", "pppz"),
    ("strcat", "ppp"),
    ("strncat", "pppz"),
    ("strchr", "ppi"),
    ("strrchr", "ppi"),
    ("strspn", "zpp"),
    ("strcspn", "zpp"),
    ("strpbrk", "ppp"),
    ("strstr", "ppp"),
    ("abs", "ii"),
    ("labs", "zz"),
    ("llabs", "qq"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isblank", "ii"),
    ("iscntrl", "ii"),
    ("isdigit", "ii"),
    ("isgraph", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("ispunct", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("__ctype_b_loc", "p"),
    ("__ctype_tolower_loc", "p"),
    ("__ctype_toupper_loc", "p"),
    ("malloc", "pz"),
    ("calloc", "pzz"),
    ("realloc", "ppz"),
    ("reallocarray", "ppzz"),
    ("free", "vp"),
    ("strdup", "pp"),
    ("strndup", "ppz"),
    ("abort", "v"),
    ("__assert_fail", "vppip"),
];

/// Functions whose result is no free choice, but that are not modelled.
const UNKNOWN: &[&str] = &[
    "acos", "asin", "atan", "atan2", "cbrt", "ceil", "ceilf", "clock", "copysign", "cos", "cosf",
    "cosh", "difftime", "exit", "_exit", "_Exit", "exp", "exp2", "expf", "expm1", "fabs", "fabsf",
    "floor", "floorf", "fmax", "fmin", "fmod", "fmodf", "hypot", "ldexp", "log", "log10", "log1p",
    "log2", "logf", "lround", "pow", "powf", "putchar", "rand", "random", "rint", "round",
    "roundf", "scalbn", "sin", "sinf", "sinh", "sqrt", "sqrtf", "srand", "srandom", "tan", "tanf",
    "tanh", "trunc", "truncf",
];

/// Is a function without a body part of the library and modelled?
pub fn is_modelled(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    data.body.is_none()
        && MODELLED.iter().any(|(name, sig)| *name == data.name && fits(program, sig, &data.sig))
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
        ('i', Some(Type::Int(bits))) => u32::from(bits) == 32,
        ('z', Some(Type::Int(bits))) => u32::from(bits) == wide,
        ('q', Some(Type::Int(bits))) => u32::from(bits) == 64,
        _ => false,
    };
    let mut letters = letters.chars();
    is(letters.next().unwrap_or('v'), sig.ret)
        && !sig.variadic
        && letters.clone().count() == sig.params.len()
        && letters.zip(&sig.params).all(|(letter, &ty)| is(letter, Some(ty)))
}

impl<A: Algebra> Machine<'_, A> {
    /// Calls a function without a body if it is one of the library's.
    pub(crate) fn call_library(
        &mut self,
        alg: &mut A,
        func: Func,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Called<A::Word> {
        let data = &self.program.funcs[func];
        if !is_modelled(self.program, func) {
            let unknown = UNKNOWN.contains(&data.name.as_str());
            return if unknown { Called::Unknown } else { Called::Stub };
        }
        match data.name.as_str() {
            "abort" => return Called::Trapped(TrapKind::Abort),
            "__assert_fail" => return Called::Trapped(TrapKind::AssertFailed),
            _ => {}
        }
        let usable = |arg: &Val<A::Word>| matches!(arg, Val::Word(_) | Val::Ptr(_));
        if !args.iter().all(usable) {
            return Called::Unknown;
        }
        let n_pending = self.pending.len();
        let result = self.model(alg, &data.name, args, inst);
        self.sum_up(alg, n_pending);
        Called::Returned(result)
    }

    fn model(
        &mut self,
        alg: &mut A,
        name: &str,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Val<A::Word> {
        match name {
            "abs" | "labs" | "llabs" => self.absolute(alg, args[0], inst),
            _ if heap::is_about_the_heap(name) => self.heap_function(alg, name, args, inst),
            _ if name.starts_with("is")
                || name.starts_with("to")
                || name.starts_with("__ctype") =>
            {
                self.character_function(alg, name, args, inst)
            }
            _ => self.string_function(alg, name, args, inst),
        }
    }

    fn absolute(&mut self, alg: &mut A, arg: Val<A::Word>, inst: Value) -> Val<A::Word> {
        let word = self.word_of(alg, arg);
        let width = alg.width(word);
        let zero = alg.constant(width, 0);
        let least = alg.eq_const(word, 1 << (width - 1));
        self.check(alg, TrapKind::SignedOverflow, least, inst);
        let (negative, negated) = (alg.bin(Bin::Slt, word, zero), alg.neg(word));
        Val::Word(alg.ite(negative, negated, word))
    }

    /// The word of an argument that the signature says is one.
    fn word_of(&mut self, alg: &mut A, arg: Val<A::Word>) -> A::Word {
        if let Val::Word(word) = arg {
            return word;
        }
        self.unsupported(Gap::PassedAsInteger);
        alg.constant(word_width(Type::I64).expect("an integer is a word"), 0)
    }

    /// Of what one call pushed: each kind of trap once, and nothing that would come after a trap.
    fn sum_up(&mut self, alg: &mut A, n_pending: usize) {
        let pauses: Vec<_> = self.pending.drain(n_pending..).collect();
        let mut trapped = alg.no();
        let mut checks: Vec<(TrapKind, A::Word, Value)> = Vec::new();
        let mut others = Vec::new();
        for pause in pauses {
            match pause {
                Pause::Check { kind, when, inst } => {
                    let before = alg.not(trapped);
                    let first = alg.and(when, before);
                    trapped = alg.or(trapped, when);
                    match checks.iter_mut().find(|check| check.0 == kind) {
                        Some(check) => check.1 = alg.or(check.1, first),
                        None => checks.push((kind, first, inst)),
                    }
                }
                Pause::Fits(word) => others.push(Pause::Fits(alg.or(trapped, word))),
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
