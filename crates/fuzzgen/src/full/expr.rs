//! Expressions without side effects: C leaves the order of evaluation open, so that nothing may depend on it.

use super::Gen;
use super::types::{Field, Scalar};

impl Gen<'_> {
    /// A value of integer type.
    pub(super) fn int_expr(&mut self, depth: usize) -> (String, Scalar) {
        let (text, scalar) = self.expr(depth);
        if scalar.is_float() { self.integer_of(&text, Scalar::Long) } else { (text, scalar) }
    }

    /// Any value, and its type.
    pub(super) fn expr(&mut self, depth: usize) -> (String, Scalar) {
        if depth == 0 || self.rng.one_in(5) {
            return self.leaf();
        }
        let depth = depth - 1;
        match self.rng.below(24) {
            0..=5 => self.arithmetic(depth),
            6 | 7 => self.bitwise(depth),
            8 | 9 => self.comparison(depth),
            10 => self.logic(depth),
            11 | 12 => self.unary(depth),
            13 | 14 => self.cast(depth),
            15 | 16 => self.ternary(depth),
            17 => self.call(depth),
            18 => self.statement_expression(depth),
            19 | 20 => self.library(depth),
            21 => self.builtin(depth),
            _ => self.oddity(depth),
        }
    }

    fn leaf(&mut self) -> (String, Scalar) {
        if self.rng.one_in(3) {
            let scalar = Scalar::any(self.rng);
            return (self.constant(scalar), scalar);
        }
        match self.place(false) {
            Some(place) => place.load(),
            None => (self.constant(Scalar::Int), Scalar::Int),
        }
    }

    /// A constant of a type.
    pub(super) fn constant(&mut self, scalar: Scalar) -> String {
        let small = self.rng.range(-9, 20);
        let wild = self.rng.draw();
        match scalar {
            Scalar::Float => format!("{}f", self.decimal()),
            Scalar::Double => self.decimal(),
            Scalar::LDouble => format!("{}L", self.decimal()),
            Scalar::Bool => format!("(_Bool){}", small & 1),
            Scalar::Int if self.rng.one_in(6) => (*self.rng.pick(&[
                "2147483647",
                "(-2147483647 - 1)",
                "65535",
                "'a'",
                "'\\n'",
                "-1",
            ]))
            .to_owned(),
            Scalar::Int => small.to_string(),
            Scalar::UInt if self.rng.one_in(2) => format!("{}u", wild as u32),
            Scalar::UInt => format!("{}u", small.unsigned_abs()),
            Scalar::Long if self.rng.one_in(3) => format!("{}L", (wild >> 1) as i64),
            Scalar::Long => format!("{small}L"),
            Scalar::ULong => format!("0x{wild:x}ul"),
            Scalar::LLong => format!("{small}LL"),
            Scalar::ULLong => format!("{}ull", wild >> 3),
            Scalar::I128 | Scalar::U128 => {
                format!("((({}){}ul << 64) | {wild}ul)", scalar.spelling(), wild >> 7)
            }
            Scalar::Char | Scalar::SChar | Scalar::UChar | Scalar::Short | Scalar::UShort => {
                format!("({}){small}", scalar.spelling())
            }
        }
    }

    fn decimal(&mut self) -> String {
        let some = [
            "0.0",
            "1.0",
            "0.5",
            "-2.25",
            "1e10",
            "3.14159",
            "0x1.8p3",
            "1e-3",
            "123456.75",
            "-0.0",
            "1e30",
        ];
        (*self.rng.pick(&some)).to_owned()
    }

    fn arithmetic(&mut self, depth: usize) -> (String, Scalar) {
        let (a, left) = self.expr(depth);
        let (b, right) = self.expr(depth);
        let result = left.usual(right);
        let op = *self.rng.pick(&["+", "-", "*", "/", "%", "+", "-", "*"]);
        if op == "%" || op == "/" && !result.is_float() {
            return self.division(op, &a, left, &b, right);
        }
        (format!("({a} {op} {b})"), result)
    }

    fn division(
        &mut self,
        op: &str,
        a: &str,
        left: Scalar,
        b: &str,
        right: Scalar,
    ) -> (String, Scalar) {
        let (a, left) =
            if left.is_float() { self.integer_of(a, Scalar::Int) } else { (a.to_owned(), left) };
        let (b, right) =
            if right.is_float() { self.integer_of(b, Scalar::Int) } else { (b.to_owned(), right) };
        // Under -fwrapv gcc 12 turns `x -= a / (c + 1)` into `x += a / ~c`, which the machine refuses for the least `a` and the
        // divisor 1. It negates no conditional expression.
        let divisor = if self.careless(8) {
            format!("(({b}) ?: 0)")
        } else {
            format!("((({b}) & 15) ?: 16)")
        };
        let right = if right.bits() < 32 { Scalar::Int } else { right };
        (format!("(({a}) {op} {divisor})"), left.usual(right))
    }

    fn bitwise(&mut self, depth: usize) -> (String, Scalar) {
        let (a, left) = self.int_expr(depth);
        let (b, right) = self.int_expr(depth);
        match self.rng.below(5) {
            0 => (format!("(({a}) & ({b}))"), left.usual(right)),
            1 => (format!("(({a}) | ({b}))"), left.usual(right)),
            2 => (format!("(({a}) ^ ({b}))"), left.usual(right)),
            more => {
                let op = if more == 3 { "<<" } else { ">>" };
                let result = left.promoted();
                let mask = if self.careless(8) { 2 * result.bits() - 1 } else { result.bits() - 1 };
                // The cast gives a wide bit-field the width that the mask is for.
                let cast = if result.bits() == 64 { result.spelling() } else { "" };
                let a = if cast.is_empty() { format!("({a})") } else { format!("({cast})({a})") };
                (format!("({a} {op} (int)(({b}) & {mask}))"), result)
            }
        }
    }

    fn comparison(&mut self, depth: usize) -> (String, Scalar) {
        let (a, _) = self.expr(depth);
        let (b, _) = self.expr(depth);
        let op = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
        (format!("(({a}) {op} ({b}))"), Scalar::Int)
    }

    fn logic(&mut self, depth: usize) -> (String, Scalar) {
        let (a, _) = self.expr(depth);
        let (b, _) = self.expr(depth);
        let op = *self.rng.pick(&["&&", "||"]);
        (format!("(({a}) {op} ({b}))"), Scalar::Int)
    }

    fn unary(&mut self, depth: usize) -> (String, Scalar) {
        match self.rng.below(4) {
            0 => {
                let (a, scalar) = self.expr(depth);
                (format!("(-({a}))"), scalar.promoted())
            }
            1 => {
                let (a, scalar) = self.int_expr(depth);
                (format!("(~({a}))"), scalar.promoted())
            }
            2 => (format!("(!({}))", self.expr(depth).0), Scalar::Int),
            _ => {
                let (a, scalar) = self.expr(depth);
                (format!("(+({a}))"), scalar.promoted())
            }
        }
    }

    fn cast(&mut self, depth: usize) -> (String, Scalar) {
        let (a, from) = self.expr(depth);
        let to = Scalar::any(self.rng);
        if from.is_float() && !to.is_float() && to != Scalar::Bool {
            return self.integer_of(&a, to);
        }
        (format!("(({})({a}))", to.spelling()), to)
    }

    /// A floating value as an integer: out of range it traps, so that it is held in range unless carelessness is allowed.
    fn integer_of(&mut self, text: &str, to: Scalar) -> (String, Scalar) {
        if to == Scalar::Bool || self.careless(8) {
            return (format!("(({})({text}))", to.spelling()), to);
        }
        (format!("(({})full_toi({text}))", to.spelling()), to)
    }

    fn ternary(&mut self, depth: usize) -> (String, Scalar) {
        let (c, scalar) = self.expr(depth);
        let (a, left) = self.expr(depth);
        let (b, right) = self.expr(depth);
        if self.rng.one_in(5) {
            return (format!("(({c}) ?: ({b}))"), scalar.usual(right));
        }
        (format!("(({c}) ? ({a}) : ({b}))"), left.usual(right))
    }

    fn call(&mut self, depth: usize) -> (String, Scalar) {
        if self.pure.is_empty() {
            return self.leaf();
        }
        let at = self.rng.below(self.pure.len());
        let callee = self.pure[at].clone();
        let args = self.arguments(&callee.params, depth);
        (format!("{}({args})", callee.name), callee.ret)
    }

    /// Arguments, converted to the types of the parameters.
    pub(super) fn arguments(&mut self, params: &[Scalar], depth: usize) -> String {
        let args: Vec<String> = params.iter().map(|&param| self.converted(param, depth)).collect();
        args.join(", ")
    }

    /// A value of a type that is given.
    pub(super) fn converted(&mut self, to: Scalar, depth: usize) -> String {
        let (text, from) = self.expr(depth);
        if from.is_float() && !to.is_float() {
            return self.integer_of(&text, to).0;
        }
        format!("({})({text})", to.spelling())
    }

    fn statement_expression(&mut self, depth: usize) -> (String, Scalar) {
        let scalar = Scalar::any(self.rng);
        let (a, from) = self.expr(depth);
        let value =
            if from.is_float() && !scalar.is_float() { self.integer_of(&a, scalar).0 } else { a };
        let name = self.fresh("t");
        let (b, _) = self.int_expr(depth);
        let ty = if self.rng.one_in(3) {
            format!("__typeof__(({})0)", scalar.spelling())
        } else {
            scalar.spelling().to_owned()
        };
        let text = format!(
            "({{ {ty} {name} = {value}; for (int i = 0; i < 2; i++) if (({b}) & i) {name} += 1; {name}; }})"
        );
        (text, scalar)
    }

    /// What the library computes.
    fn library(&mut self, depth: usize) -> (String, Scalar) {
        let text =
            *self.rng.pick(&["\"\"", "\"abc\"", "\"12x\"", "\"-77\"", "\"abd\\0z\"", "\"0x1F\""]);
        let other = *self.rng.pick(&["\"abc\"", "\"ab\"", "\"b\"", "\"12x\""]);
        let (a, _) = self.int_expr(depth);
        match self.rng.below(16) {
            0 => (format!("strlen({text})"), Scalar::ULong),
            1 => (format!("full_sign(strcmp({text}, {other}))"), Scalar::Int),
            2 => (format!("full_sign(strncmp({text}, {other}, (unsigned)({a}) % 5))"), Scalar::Int),
            3 => (format!("full_sign(memcmp({text} \"....\", {other} \"....\", 4))"), Scalar::Int),
            4 => (format!("atoi({text})"), Scalar::Int),
            5 => (
                format!("strtol({text}, 0, {})", self.rng.pick(&["0", "10", "16", "36"])),
                Scalar::Long,
            ),
            6 => (
                format!(
                    "!!{}((int)((unsigned char)({a})))",
                    self.rng
                        .pick(&["isalpha", "isdigit", "isspace", "isupper", "isxdigit", "ispunct"])
                ),
                Scalar::Int,
            ),
            7 => (
                format!("{}((int)((unsigned char)({a})))", self.rng.pick(&["toupper", "tolower"])),
                Scalar::Int,
            ),
            8 => (format!("abs((short)({a}))"), Scalar::Int),
            9 => (format!("labs((int)({a}))"), Scalar::Long),
            10 => (format!("(strchr({text}, 'a' + (int)(({a}) & 3)) != 0)"), Scalar::Int),
            11 => (format!("strtod(\"1.5e2\" {text}, 0)"), Scalar::Double),
            _ => {
                let (b, _) = self.expr(depth);
                let name =
                    *self.rng.pick(&["fabs", "floor", "ceil", "trunc", "sqrt", "rint", "round"]);
                (format!("{name}({b})"), Scalar::Double)
            }
        }
    }

    fn builtin(&mut self, depth: usize) -> (String, Scalar) {
        let (a, _) = self.int_expr(depth);
        match self.rng.below(9) {
            0 => (format!("__builtin_popcountl({a})"), Scalar::Int),
            1 => (format!("__builtin_clz((unsigned)({a}) | 1u)"), Scalar::Int),
            2 => (format!("__builtin_ctzl((unsigned long)({a}) | 256ul)"), Scalar::Int),
            3 => (format!("__builtin_bswap32({a})"), Scalar::UInt),
            4 => (format!("__builtin_bswap64({a})"), Scalar::ULong),
            5 => (format!("__builtin_parityl({a})"), Scalar::Int),
            6 => (format!("__builtin_expect(({a}) != 0, 1)"), Scalar::Long),
            7 => (format!("__builtin_ffsl({a})"), Scalar::Int),
            _ => {
                let (b, _) = self.int_expr(depth);
                let result = Scalar::any_int(self.rng);
                let result = if result == Scalar::Bool { Scalar::Int } else { result };
                let op = *self.rng.pick(&["add", "sub", "mul"]);
                let name = self.fresh("o");
                let text = format!(
                    "({{ {} {name}; int c{name} = __builtin_{op}_overflow({a}, {b}, &{name}); c{name} ? ({0}){name} : ({0})({name} / 2); }})",
                    result.spelling()
                );
                (text, result)
            }
        }
    }

    /// Constructs that are rare in code and not in bugs.
    fn oddity(&mut self, depth: usize) -> (String, Scalar) {
        let (a, scalar) = self.expr(depth);
        match self.rng.below(8) {
            0 => (format!("sizeof(({a}) + 0)"), Scalar::ULong),
            1 => (
                format!(
                    "_Generic(({a}) + 0, int: 1, unsigned: 2, long: 3, double: 4, float: 5, unsigned long: 6, default: 7)"
                ),
                Scalar::Int,
            ),
            // Without the cast gcc 12 has an internal error where two constants become a `_Bool`.
            2 => (format!("((void)({a}), ({}))", self.constant(Scalar::Int)), Scalar::Int),
            3 => (format!("\"probant\"[{}]", self.index(8)), Scalar::Char),
            4 => {
                let (b, _) = self.int_expr(depth);
                let index = self.index(3);
                (format!("((int[]){{ (int)({b}), [2] = 5, }})[{index}]"), Scalar::Int)
            }
            5 if !self.records.is_empty() => self.record_literal(),
            6 => {
                let record = self.records.iter().position(|record| !record.is_union);
                match record {
                    Some(index) => {
                        (format!("(sizeof(@R{index}) * 100 + _Alignof(@R{index}))"), Scalar::ULong)
                    }
                    None => (a, scalar),
                }
            }
            _ => (format!("__builtin_choose_expr(1, ({a}), 0)"), scalar),
        }
    }

    fn record_literal(&mut self) -> (String, Scalar) {
        let record = self.rng.below(self.records.len());
        let init = self.record_init(record, 0);
        self.member(format!("((@R{record}){init})."), record).load()
    }

    /// A braced initialiser of a record; constants only if `depth` is 0.
    pub(super) fn record_init(&mut self, record: usize, depth: usize) -> String {
        let fields = self.records[record].fields.clone();
        if self.records[record].is_union {
            let at = usize::from(!self.rng.one_in(2));
            let Field::Scalar(scalar) = fields[at] else {
                unreachable!("a union begins with two scalars")
            };
            return format!("{{ .m{at} = {} }}", self.constant(scalar));
        }
        let designated = self.rng.one_in(2);
        let mut items = Vec::new();
        for (at, field) in fields.into_iter().enumerate() {
            let value = match field {
                Field::Scalar(scalar) | Field::Bits(scalar, _) => self.item(scalar, depth),
                Field::Array(scalar, n) if self.rng.one_in(3) => {
                    format!("{{ [0 ... {}] = {} }}", n - 1, self.constant(scalar))
                }
                Field::Array(scalar, n) => {
                    let items: Vec<String> = (0..n - 1).map(|_| self.item(scalar, depth)).collect();
                    format!("{{ {} }}", items.join(", "))
                }
                Field::Record(inner) => self.record_init(inner, depth),
            };
            items.push(if designated { format!(".m{at} = {value}") } else { value });
        }
        format!("{{ {} }}", items.join(", "))
    }

    fn item(&mut self, scalar: Scalar, depth: usize) -> String {
        if depth == 0 { self.constant(scalar) } else { self.converted(scalar, depth - 1) }
    }
}
