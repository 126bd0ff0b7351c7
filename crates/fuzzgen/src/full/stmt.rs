//! Statements: assignments, control, and blocks with names of their own.

use super::types::Scalar;
use super::{Gen, Kind};
use std::fmt::Write;

const MAX_NESTING: usize = 3;

impl Gen<'_> {
    /// A few statements with a scope of their own.
    pub(super) fn block(&mut self, n: usize) -> String {
        let n_outside = self.scope.len();
        self.nesting += 1;
        let text: String = (0..n).map(|_| self.stmt()).collect();
        self.nesting -= 1;
        self.scope.truncate(n_outside);
        text
    }

    pub(super) fn stmt(&mut self) -> String {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 || self.nesting > MAX_NESTING {
            return self.assign();
        }
        match self.rng.below(40) {
            0..=5 => self.assign(),
            6 => self.step(),
            7..=9 => self.observe_something(),
            10..=14 => self.declaration(),
            15 | 16 => self.if_stmt(),
            17 | 18 => self.for_stmt(),
            19 => self.while_stmt(),
            20 => self.do_stmt(),
            21 | 22 => self.switch_stmt(),
            23 => self.goto_stmt(),
            24 => self.computed_goto(),
            25 => self.duff(),
            26 | 27 => self.copy_record(),
            28 => self.impure_call(),
            _ if self.care == super::Care::Careless && self.rng.one_in(4) => self.slip(),
            _ => self.piece(),
        }
    }

    fn assign(&mut self) -> String {
        let Some(place) = self.place(true) else { return self.observe_something() };
        let (scalar, text) = (place.scalar, place.text);
        let value = self.converted(scalar, 2);
        // A union's other members would show which NaN it is, and machines differ there.
        let clean = if place.in_union && scalar.is_float() { "full_clean" } else { "" };
        if scalar == Scalar::Bool || place.in_union || self.rng.one_in(2) {
            return format!("{text} = {clean}({value});\n");
        }
        let ops: &[&str] = if scalar.is_float() {
            &["+=", "-=", "*="]
        } else {
            &["+=", "-=", "*=", "^=", "|=", "&="]
        };
        let op = *self.rng.pick(ops);
        format!("{text} {op} {value};\n")
    }

    fn step(&mut self) -> String {
        match self.place(true) {
            Some(place) if !(place.in_union && place.scalar.is_float()) => {
                let op = *self.rng.pick(&["++", "--"]);
                if self.rng.one_in(2) {
                    format!("{}{op};\n", place.text)
                } else {
                    format!("{op}{};\n", place.text)
                }
            }
            _ => self.observe_something(),
        }
    }

    /// Mixes a value into the result.
    pub(super) fn observe_something(&mut self) -> String {
        let (text, scalar) = self.expr(3);
        super::observe(&text, scalar)
    }

    fn declaration(&mut self) -> String {
        match self.rng.below(9) {
            0..=3 => {
                let scalar = Scalar::any(self.rng);
                let value = self.converted(scalar, 3);
                let name = self.declare(Kind::Scalar(scalar), true);
                let word = *self.rng.pick(&["", "", "", "volatile ", "register "]);
                if word == "register " {
                    // Its address must not be taken, so that it is only read from here on.
                    self.scope.last_mut().expect("it was just declared").writable = false;
                }
                format!("{word}{} {name} = {value};\n", scalar.spelling())
            }
            4 => self.array(),
            5 => {
                let (scalar, n, m) =
                    (Scalar::any(self.rng), 2 + self.rng.below(2), 2 + self.rng.below(3));
                let rows: Vec<String> = (0..n)
                    .map(|_| format!("{{ {}, {} }}", self.constant(scalar), self.constant(scalar)))
                    .collect();
                let name = self.declare(Kind::Matrix(scalar, n, m), true);
                format!("{} {name}[{n}][{m}] = {{ {} }};\n", scalar.spelling(), rows.join(", "))
            }
            6 if !self.records.is_empty() => {
                let record = self.rng.below(self.records.len());
                let init = self.record_init(record, 2);
                let name = self.declare(Kind::Record(record), true);
                format!("@R{record} {name} = {init};\n")
            }
            7 => self.record_pointer(),
            _ => self.pointer(),
        }
    }

    fn array(&mut self) -> String {
        let (scalar, n) = (Scalar::any(self.rng), 2 + self.rng.below(4));
        let items: Vec<String> =
            (0..=self.rng.below(n)).map(|_| self.converted(scalar, 1)).collect();
        let name = self.declare(Kind::Array(scalar, n), true);
        format!("{} {name}[{n}] = {{ {} }};\n", scalar.spelling(), items.join(", "))
    }

    fn pointer(&mut self) -> String {
        let target =
            self.find(|var| var.writable && matches!(var.kind, Kind::Scalar(_) | Kind::Array(..)));
        let Some(target) = target else { return self.array() };
        let (scalar, address) = match target.kind {
            Kind::Array(scalar, n) => {
                let index = self.index(n);
                (scalar, format!("&{}[{index}]", target.name))
            }
            Kind::Scalar(scalar) => (scalar, format!("&{}", target.name)),
            _ => unreachable!("only scalars and arrays were asked for"),
        };
        let name = self.declare(Kind::Pointer(scalar), true);
        format!("{} *{name} = ({0} *){address};\n", scalar.spelling())
    }

    fn record_pointer(&mut self) -> String {
        let Some(target) = self.find(|var| var.writable && matches!(var.kind, Kind::Record(_)))
        else {
            return self.pointer();
        };
        let Kind::Record(record) = target.kind else { unreachable!("only records were asked for") };
        let name = self.declare(Kind::RecordPointer(record), true);
        format!("@R{record} *{name} = &{};\n", target.name)
    }

    fn copy_record(&mut self) -> String {
        let Some(to) = self.find(|var| var.writable && matches!(var.kind, Kind::Record(_))) else {
            return self.declaration();
        };
        let Kind::Record(record) = to.kind else { unreachable!("only records were asked for") };
        let from = self.find(|var| var.kind == Kind::Record(record)).unwrap_or(to.clone());
        let value = self.converted(Scalar::Int, 2);
        match self.rng.below(4) {
            0 => format!("{} = {};\n", to.name, from.name),
            1 => {
                let init = self.record_init(record, 1);
                format!("{} = (@R{record}){init};\n", to.name)
            }
            2 => format!(
                "memcpy(&{}, &(@R{record}){}, sizeof(@R{record}));\n",
                to.name,
                self.record_init(record, 0)
            ),
            _ => format!("{} = @change{record}({}, {value});\n", to.name, from.name),
        }
    }

    fn if_stmt(&mut self) -> String {
        let (cond, _) = self.expr(3);
        let then = self.block(1 + self.fuel % 3);
        if self.rng.one_in(2) {
            return format!("if ({cond}) {{\n{then}}}\n");
        }
        let other = self.block(2);
        format!("if ({cond}) {{\n{then}}} else {{\n{other}}}\n")
    }

    fn loop_body(&mut self) -> String {
        let outside = std::mem::replace(&mut self.in_loop, true);
        let n = 1 + self.rng.below(3);
        let mut body = self.block(n);
        self.in_loop = outside;
        if self.rng.one_in(4) {
            let (cond, _) = self.expr(2);
            let word = *self.rng.pick(&["break", "continue"]);
            body = format!("if ({cond}) {word};\n{body}");
        }
        body
    }

    fn for_stmt(&mut self) -> String {
        let n = self.rng.below(5);
        let name = self.declare(Kind::Scalar(Scalar::Int), false);
        let body = self.loop_body();
        self.scope.retain(|var| var.name != name);
        format!("for (int {name} = 0; {name} < {n}; {name}++) {{\n{body}}}\n")
    }

    fn while_stmt(&mut self) -> String {
        let (n, name) = (1 + self.rng.below(4), self.fresh("n"));
        let (cond, _) = self.expr(2);
        let body = self.loop_body();
        format!("{{ int {name} = {n}; while ({name}-- > 0 && ({cond})) {{\n{body}}} }}\n")
    }

    fn do_stmt(&mut self) -> String {
        let (n, name) = (1 + self.rng.below(3), self.fresh("n"));
        let body = self.loop_body();
        let (cond, _) = self.expr(2);
        format!("{{ int {name} = {n}; do {{\n{body}}} while (--{name} > 0 && ({cond})); }}\n")
    }

    fn switch_stmt(&mut self) -> String {
        let (on, _) = self.int_expr(3);
        let mut text = format!("switch ((int)(({on}) & 15)) {{\n");
        let mut from = 0;
        let default_at = self.rng.below(5);
        for at in 0..4 {
            let to = from + self.rng.below(3);
            let label =
                if to > from { format!("case {from} ... {to}:") } else { format!("case {from}:") };
            let default = if at == default_at { " default:" } else { "" };
            let body = self.block(1);
            let end =
                if self.rng.one_in(3) { "__attribute__((fallthrough));\n" } else { "break;\n" };
            let end = if at == 3 { "" } else { end };
            write!(text, "{label}{default} {{\n{body}}}\n{end}")
                .expect("writing to a string cannot fail");
            from = to + 1 + self.rng.below(3);
        }
        text.push_str("}\n");
        text
    }

    fn goto_stmt(&mut self) -> String {
        let label = self.fresh("l");
        let (cond, _) = self.expr(2);
        if self.rng.one_in(2) {
            let body = self.block(2);
            return format!("if ({cond}) goto {label};\n{{\n{body}}}\n{label}:;\n");
        }
        let n = self.fresh("n");
        let body = self.block(2);
        format!(
            "{{ int {n} = 3;\n{label}:;\n{{\n{body}}}\nif (--{n} > 0 && ({cond})) goto {label}; }}\n"
        )
    }

    fn computed_goto(&mut self) -> String {
        let (a, b, end, table) =
            (self.fresh("l"), self.fresh("l"), self.fresh("l"), self.fresh("t"));
        let index = self.index(2);
        let (first, second) = (self.block(1), self.block(1));
        format!(
            "{{ static void *{table}[] = {{ &&{a}, &&{b} }}; goto *{table}[{index}];\n{a}: {{\n{first}}} goto {end};\n{b}: {{\n{second}}}\n{end}:; }}\n"
        )
    }

    /// A loop that a switch jumps into (Duff's device).
    fn duff(&mut self) -> String {
        let (n, on) = (self.fresh("n"), self.index(3));
        let outside = std::mem::replace(&mut self.in_loop, true);
        let (first, second) = (self.block(1), self.block(1));
        self.in_loop = outside;
        format!(
            "{{ int {n} = 2; switch ({on}) {{ case 0: do {{ {{\n{first}}} case 1: {{\n{second}}} case 2:; }} while (--{n} > 0); }} }}\n"
        )
    }

    fn impure_call(&mut self) -> String {
        if self.impure.is_empty() {
            return self.assign();
        }
        let at = self.rng.below(self.impure.len());
        let callee = self.impure[at].clone();
        let args = self.arguments(&callee.params, 2);
        let name = self.declare(Kind::Scalar(callee.ret), true);
        format!("{} {name} = {}({args});\n", callee.ret.spelling(), callee.name)
    }
}
