//! Larger pieces: variable-length arrays, memory from the heap, text, variable arguments, function pointers, and slips.

use super::types::Scalar;
use super::{Gen, Kind, observe};

impl Gen<'_> {
    /// A piece of code that uses one larger feature.
    pub(super) fn piece(&mut self) -> String {
        match self.rng.below(15) {
            0 => self.variable_array(),
            1 => self.heap(),
            2 => self.printed(),
            3 => self.text(),
            4 => self.variadic(),
            5 | 6 => self.function_pointer(),
            7 => self.sorted(),
            8 => self.list(),
            9 => self.bytes(),
            10 => self.pointer_walk(),
            11 => self.scanned(),
            12 => self.flexible(),
            13 => self.extended(),
            _ => self.filled(),
        }
    }

    fn variable_array(&mut self) -> String {
        let (scalar, n, a, i) =
            (Scalar::any(self.rng), self.fresh("n"), self.fresh("a"), self.fresh("i"));
        let size = self.index(5);
        let value = self.converted(scalar, 2);
        let seen = observe(&format!("{a}[{i}]"), scalar);
        format!(
            "{{ int {n} = {size} + 1; {ty} {a}[{n}]; for (int {i} = 0; {i} < {n}; {i}++) {a}[{i}] = ({ty})({value} + {i});\n\
             for (int {i} = {n} - 1; {i} >= 0; {i}--) {seen}h = full_mix(h, sizeof {a}); }}\n",
            ty = scalar.spelling()
        )
    }

    fn heap(&mut self) -> String {
        let (scalar, p, i) = (Scalar::any(self.rng), self.fresh("p"), self.fresh("i"));
        let ty = scalar.spelling();
        let value = self.converted(scalar, 2);
        let make = *self
            .rng
            .pick(&["calloc(4, sizeof(T))", "memset(malloc(4 * sizeof(T)), 0, 4 * sizeof(T))"]);
        let seen = observe(&format!("{p}[{i}]"), scalar);
        format!(
            "{{ {ty} *{p} = {}; {p}[1] = {value}; {p} = realloc({p}, 3 * sizeof({ty})); {p}[0] += 1;\n\
             for (int {i} = 0; {i} < 3; {i}++) {seen}free({p}); }}\n",
            make.replace('T', ty)
        )
    }

    fn printed(&mut self) -> String {
        let buffer = self.fresh("b");
        let (int, long) = (self.converted(Scalar::Int, 2), self.converted(Scalar::Long, 2));
        let real = self.converted(Scalar::Double, 2);
        let format = *self.rng.pick(&[
            "%d|%ld|%g",
            "%x|%lu|%.3f",
            "%5d|%-8ld|%e",
            "%05d|%+ld|%10.2f",
            "%c|%lx|%.0f",
            "%o|% ld|%G",
            "%hhd|%li|%a",
            "%#x|%20ld|%.10g",
            "%.4d|%lo|%08.3e",
            "%hu|%.0ld|%-12.1f|",
        ]);
        format!(
            "{{ char {buffer}[400]; int n{buffer} = snprintf({buffer}, sizeof {buffer}, \"{format}\", (int){int}, (long){long}, full_tame({real}));\n\
             h = full_mix(h, n{buffer}); h = full_text(h, {buffer}); }}\n"
        )
    }

    fn text(&mut self) -> String {
        let (b, n) = (self.fresh("b"), self.index(6));
        let (first, second) =
            (*self.rng.pick(&["hello", "", "a,b", "x"]), *self.rng.pick(&["world", ",", "o"]));
        format!(
            "{{ char {b}[32] = \"{first}\"; strcat({b}, \"{second}\"); strncat({b}, \"!?.;:-\", {n}); h = full_text(h, {b});\n\
             char *f{b} = strstr({b}, \"{second}\"); h = full_mix(h, f{b} ? f{b} - {b} : 99); f{b} = strrchr({b}, 'o'); h = full_mix(h, f{b} ? f{b} - {b} : 98);\n\
             memmove({b} + 1, {b}, strlen({b}) + 1); h = full_text(h, {b}); h = full_mix(h, strspn({b}, \"hel\")); h = full_mix(h, strcspn({b}, \"o!\")); }}\n"
        )
    }

    fn variadic(&mut self) -> String {
        let args = format!(
            "(int){}, (double){}, (long){}, (unsigned char){}",
            self.converted(Scalar::Int, 2),
            self.converted(Scalar::Double, 2),
            self.converted(Scalar::Long, 1),
            self.converted(Scalar::Int, 1)
        );
        let wide = self.converted(Scalar::I128, 1);
        format!(
            "h = full_va(h, \"idlcwr\", {args}, (__int128){wide}, (full_pair){{ (int){}, 2.5 }});\n",
            self.converted(Scalar::Int, 1)
        )
    }

    fn function_pointer(&mut self) -> String {
        let (f, t) = (self.fresh("f"), self.fresh("t"));
        let (a, b) = (self.converted(Scalar::Int, 2), self.converted(Scalar::Int, 2));
        let index = self.index(3);
        if self.rng.one_in(2) {
            return format!(
                "{{ int (*const {t}[3])(int, int) = {{ full_least, full_most, &full_second }}; h = full_mix(h, {t}[{index}]((int){a}, (int){b}));\n\
                 int (*{f})(int, int) = *{t}[0]; h = full_mix(h, (**{f})(1, (int){a}) + ({f} == full_least)); }}\n"
            );
        }
        format!("h = full_mix(h, full_choose({index})((int){a}, (int){b}));\n")
    }

    fn sorted(&mut self) -> String {
        let (a, i) = (self.fresh("a"), self.fresh("i"));
        let items: Vec<String> =
            (0..5).map(|_| format!("(int){}", self.converted(Scalar::Int, 2))).collect();
        format!(
            "{{ int {a}[5] = {{ {} }}; qsort({a}, 5, sizeof *{a}, full_order); for (int {i} = 0; {i} < 5; {i}++) h = full_mix(h, {a}[{i}]);\n\
             int k{a} = {a}[{}]; int *f{a} = bsearch(&k{a}, {a}, 5, sizeof *{a}, full_order); h = full_mix(h, *f{a}); }}\n",
            items.join(", "),
            self.rng.below(5)
        )
    }

    fn list(&mut self) -> String {
        let (n, p) = (self.fresh("n"), self.fresh("p"));
        let value = self.converted(Scalar::Long, 2);
        format!(
            "{{ full_node {n}[3] = {{ {{ (long){value}, 0 }}, {{ 2, {n} }}, {{ 3, {n} + 1 }} }}; {n}[0].next = {} ? 0 : &{n}[1]; {n}[1].next = 0;\n\
             for (full_node *{p} = &{n}[2]; {p}; {p} = {p}->next) h = full_mix(h, {p}->value); }}\n",
            self.expr(1).0
        )
    }

    /// The bytes of an object.
    fn bytes(&mut self) -> String {
        let (v, i, c) = (self.fresh("w"), self.fresh("i"), self.fresh("c"));
        let scalar = *self.rng.pick(&[
            Scalar::Int,
            Scalar::ULong,
            Scalar::Short,
            Scalar::I128,
            Scalar::Double,
        ]);
        let value = self.converted(scalar, 2);
        let clean = if scalar == Scalar::Double { "full_clean" } else { "" };
        format!(
            "{{ {ty} {v} = {clean}({value}); unsigned char {c}[sizeof {v}]; memcpy({c}, &{v}, sizeof {v}); {c}[1] ^= 5;\n\
             for (unsigned {i} = 0; {i} < sizeof {v}; {i}++) h = full_mix(h, {c}[{i}] + ((unsigned char *)&{v})[{i}]);\n\
             memcpy(&{v}, {c}, sizeof {v}); {} }}\n",
            observe(&v, scalar),
            ty = scalar.spelling()
        )
    }

    fn pointer_walk(&mut self) -> String {
        let Some(array) = self.find(|var| matches!(var.kind, Kind::Array(..))) else {
            return self.heap();
        };
        let Kind::Array(scalar, n) = array.kind else { unreachable!("only arrays were asked for") };
        let (p, e, pp) = (self.fresh("p"), self.fresh("e"), self.fresh("pp"));
        let seen = observe(&format!("*{p}"), scalar);
        format!(
            "{{ const {ty} *{p} = {a}, *{e} = {a} + {n}, **{pp} = (const {ty} **)&{p}; while ({p} < {e}) {{ {seen}if ({e} - {p} == 2) h = full_mix(h, {p}[1] != {e}[-1]); ++*{pp}; }}\n\
             h = full_mix(h, (char *){e} - (char *){a} + ({p} == {e})); }}\n",
            a = array.name,
            ty = scalar.spelling()
        )
    }

    fn scanned(&mut self) -> String {
        let (a, b, c) = (self.fresh("x"), self.fresh("y"), self.fresh("c"));
        let text = *self.rng.pick(&["12 -7 abc", "0x1f 3", "9", "x 1", "12,5 q", "-3 +4 zzzz"]);
        let format = *self.rng.pick(&["%d %ld %3s", "%i %ld %2[a-c]", "%d,%ld %c"]);
        format!(
            "{{ int {a} = 1; long {b} = 2; char {c}[8] = \"?\"; h = full_mix(h, sscanf(\"{text}\", \"{format}\", &{a}, &{b}, {c})); h = full_mix(h, {a}); h = full_mix(h, {b}); h = full_mix(h, {c}[0]); }}\n"
        )
    }

    fn flexible(&mut self) -> String {
        let (p, i) = (self.fresh("p"), self.fresh("i"));
        let (n, value) = (self.index(4), self.converted(Scalar::Short, 2));
        format!(
            "{{ full_flex *{p} = malloc(sizeof *{p} + 4 * sizeof(short)); {p}->n = {n} + 1; for (int {i} = 0; {i} < {p}->n; {i}++) {p}->data[{i}] = {value} + {i};\n\
             h = full_mix(h, {p}->data[{p}->n - 1] + sizeof *{p}); free({p}); }}\n"
        )
    }

    fn extended(&mut self) -> String {
        let v = self.fresh("w");
        let (a, b) = (self.converted(Scalar::LDouble, 2), self.converted(Scalar::Double, 2));
        let seen = observe(&v, Scalar::LDouble);
        format!(
            "{{ long double {v} = {a}; {v} = {v} * {b} + 1.0L / 3; {seen}h = full_mix(h, {v} < {b}); }}\n"
        )
    }

    fn filled(&mut self) -> String {
        let Some(array) = self.find(|var| var.writable && matches!(var.kind, Kind::Array(..)))
        else {
            return self.list();
        };
        let Kind::Array(scalar, n) = array.kind else { unreachable!("only arrays were asked for") };
        if scalar.is_float() || scalar == Scalar::Bool {
            return self.list();
        }
        let byte = self.index(256);
        format!("memset({}, {byte}, sizeof({}[0]) * {n});\n", array.name, array.name)
    }

    /// Something that goes wrong on some inputs, in a way that a sanitizer sees.
    pub(super) fn slip(&mut self) -> String {
        let (x, p) = (self.fresh("x"), self.fresh("p"));
        let (cond, _) = self.expr(2);
        let value = self.converted(Scalar::Int, 2);
        match self.rng.below(8) {
            // A branch shows the read even where nobody looks at the digest later.
            0 => format!(
                "{{ int {x}; if ({cond}) {x} = {value}; if ({x} > 3) h = full_mix(h, {x}); }}\n"
            ),
            1 => format!(
                "{{ int {x}[3]; {x}[0] = {x}[2] = 1; if ({cond}) {x}[1] = 2; if ({x}[1] > 1) h = full_mix(h, 5); }}\n"
            ),
            2 => format!("{{ int {x} = 4, *{p} = ({cond}) ? &{x} : 0; h = full_mix(h, *{p}); }}\n"),
            3 => format!(
                "{{ int *{p}; {{ int {x} = {value}; {p} = &{x}; if ({cond}) {p} = &full_zero; }} h = full_mix(h, *{p}); }}\n"
            ),
            4 => format!(
                "{{ int *{p} = malloc(4); *{p} = {value}; if ({cond}) free({p}); h = full_mix(h, *{p}); free({p}); }}\n"
            ),
            5 => format!(
                "{{ int *{p} = malloc(8); {p}[0] = {p}[1] = 3; h = full_mix(h, {p}[({cond}) ? 1 : 2]); free({p}); }}\n"
            ),
            6 => format!("h = full_mix(h, {value} + ({cond} ? 2147483647 : 0));\n"),
            _ => format!(
                "{{ char {x}[4] = \"abc\"; if ({cond}) {x}[3] = 'd'; h = full_mix(h, strlen({x})); }}\n"
            ),
        }
    }
}
