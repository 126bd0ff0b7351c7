//! Random functions over one linked structure, and all the small heaps that they may be called with.
//!
//! Values are compared with small constants and with each other only, so that few of them are enough to see every outcome that
//! the nodes at hand allow. Loops count their turns. Functions are text and are not shrunk; they are small as they are.

use crate::Rng;
use crate::brute::Truth;
use crate::promise::Subject;
use entity::EntityRef;
use interp::{Limits, Machine, Outcome, Seen};
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{Func, Program, Type};
use std::fmt::Write;

/// How large the heaps are that a function is tried on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Nodes.
    pub nodes: u64,
    /// Values of a node: 0, 1, …
    pub values: u64,
    /// Links of a node: `a`, and perhaps `b`.
    pub links: u64,
    /// Parameters: `p`, and perhaps `q`.
    pub params: u64,
}

/// A function, the heaps to try it on, and whether null is among its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The unit as C; the function is `f`.
    pub text: String,
    /// The heaps.
    pub extent: Extent,
    /// Does it compare pointers with null?
    pub asks_for_null: bool,
}

const EXTENTS: [Extent; 3] = [
    Extent { nodes: 3, values: 3, links: 1, params: 2 },
    Extent { nodes: 2, values: 2, links: 2, params: 2 },
    Extent { nodes: 3, values: 2, links: 2, params: 1 },
];
const DEPTH: u32 = 3;

/// A random function.
pub fn sample(rng: &mut Rng) -> Sample {
    sample_returning(rng, Returns::Number)
}

/// A random function to make promises about, and what these may speak of.
pub fn sample_to_promise(rng: &mut Rng) -> (Sample, Subject) {
    let returns = *rng.pick(&[Returns::Number, Returns::Node]);
    let sample = sample_returning(rng, returns);
    let of = |names: [&'static str; 2], n: u64| names[..n as usize].to_vec();
    let subject = Subject {
        nodes: of(["p", "q"], sample.extent.params),
        links: of(["a", "b"], sample.extent.links),
        returns_node: returns == Returns::Node,
        ..Subject::default()
    };
    (sample, subject)
}

fn sample_returning(rng: &mut Rng, returns: Returns) -> Sample {
    let extent = *rng.pick(&EXTENTS);
    let allocates = rng.one_in(2);
    let shape = if rng.one_in(3) { shape(rng, extent) } else { String::new() };
    let mut writer = Writer { allocates, returns, ..Writer::new(rng, extent) };
    writer.function();
    let head = returns.head();
    let text = writer.text.replace(head, &format!("{shape}{head}"));
    Sample { text, extent, asks_for_null: writer.asks_for_null }
}

/// What callers say of the shapes they pass.
fn shape(rng: &mut Rng, extent: Extent) -> String {
    let links = if extent.links == 2 && rng.one_in(2) { "a, b" } else { "a" };
    let other = if extent.params == 2 { "q" } else { "p->a" };
    let clause = match rng.below(6) {
        0 => format!("\\acyclic(p, {links})"),
        1 => format!("!\\acyclic(p, {links})"),
        2 => format!("p != \\null && \\reachable(p, {other}, {links})"),
        3 => format!("p != \\null && !\\reachable(p, {other}, {links})"),
        4 => format!("p != \\null ==> p->v > 0 || \\acyclic(p->a, {links})"),
        _ => "ends(p)".to_owned(),
    };
    let ends = "static int ends(const struct node *l)\n\
        {\n    int k;\n    for (k = 0; l && k < 4; k++)\n        l = l->a;\n    return k < 4;\n}\n";
    let predicate = if clause == "ends(p)" { ends } else { "" };
    format!("{predicate}/*@ requires {clause}; */\n")
}

/// A random function that is given a node by a pointer to the pointer to it.
pub fn sample_behind(rng: &mut Rng) -> String {
    let extent = Extent { nodes: 3, values: 3, links: 1, params: 2 };
    let mut writer = Writer::new(rng, extent);
    writer.function();
    let asks = ["if (p && pp == &p->a) return 11;", "if (*pp == q) n = 7;", "*pp = q;"];
    let (first, last) = (*writer.rng.pick(&asks), *writer.rng.pick(&asks));
    let text = writer.text.replace("int f(struct node *p", "int f(struct node **pp");
    let text = text.replace("struct node *t = p;", "struct node *p = *pp, *t = p;");
    let start = format!("    int n = 0;\n    if (!q) return 10;\n    {first}\n");
    let text = text.replace("    int n = 0;\n", &start);
    text.replace("    return n;\n}\n", &format!("    {last}\n    return n;\n}}\n"))
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Returns {
    Number,
    Node,
}

impl Returns {
    /// How its text begins.
    fn head(self) -> &'static str {
        match self {
            Self::Number => "int f(",
            Self::Node => "struct node *f(",
        }
    }
}

struct Writer<'r> {
    rng: &'r mut Rng,
    extent: Extent,
    /// Does it make and end nodes?
    allocates: bool,
    returns: Returns,
    asks_for_null: bool,
    indent: usize,
    text: String,
}

impl<'r> Writer<'r> {
    fn new(rng: &'r mut Rng, extent: Extent) -> Self {
        Self {
            rng,
            extent,
            allocates: false,
            returns: Returns::Number,
            asks_for_null: false,
            indent: 1,
            text: String::new(),
        }
    }

    fn function(&mut self) {
        let link = if self.extent.links == 2 { "*a, *b" } else { "*a" };
        let more = if self.extent.params == 2 { ", struct node *q" } else { "" };
        if self.allocates {
            self.text.push_str("void *malloc(unsigned long);\nvoid free(void *);\n");
        }
        writeln!(self.text, "struct node {{ int v; struct node {link}; }};").expect(SINK);
        let head = self.returns.head();
        writeln!(self.text, "{head}struct node *p{more})\n{{").expect(SINK);
        self.line("struct node *t = p;");
        self.line("int n = 0;");
        if !self.rng.one_in(4) {
            self.asks_for_null = true;
            let nothing = if self.returns == Returns::Node { 0 } else { 9 };
            self.line(&format!("if (p == 0) return {nothing};"));
        }
        for _ in 0..=self.rng.below(3) + 2 {
            self.statement(DEPTH);
        }
        self.line(if self.returns == Returns::Node { "return t;" } else { "return n;" });
        self.text.push_str("}\n");
    }

    fn line(&mut self, text: &str) {
        writeln!(self.text, "{:1$}{text}", "", 4 * self.indent).expect(SINK);
    }

    /// Ends a node, or makes one; sometimes it is left empty.
    fn allocation(&mut self) {
        if self.rng.one_in(2) {
            let node = self.node();
            return self.line(&format!("free({node});"));
        }
        self.line("t = malloc(sizeof *t);");
        if !self.rng.one_in(4) {
            let (value, to) = (self.rng.below(3), self.node());
            self.line(&format!("t->v = {value}; t->a = {to};"));
        }
    }

    fn statement(&mut self, depth: u32) {
        if self.allocates && self.rng.one_in(4) {
            return self.allocation();
        }
        match self.rng.below(if depth == 0 { 5 } else { 8 }) {
            0 | 1 => {
                let to = self.pointer();
                self.line(&format!("t = {to};"));
            }
            2 => {
                let (holder, to) = (self.link(), self.pointer());
                self.line(&format!("{holder} = {to};"));
            }
            3 => {
                let (node, value) = (self.node(), self.rng.below(3));
                self.line(&format!("{node}->v = {value};"));
            }
            4 => {
                let value = self.rng.below(9);
                self.line(&format!("n = {value};"));
            }
            5 => self.walk(depth),
            _ => self.choice(depth),
        }
    }

    fn choice(&mut self, depth: u32) {
        let cond = self.condition(2);
        self.line(&format!("if ({cond}) {{"));
        self.block(depth);
        if self.rng.one_in(2) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn walk(&mut self, depth: u32) {
        self.asks_for_null = true;
        let most = self.rng.below(3) + 1;
        let link = if self.extent.links == 2 && self.rng.one_in(2) { "b" } else { "a" };
        self.line(&format!("for (n = 0; t && n < {most}; n++) {{"));
        if self.rng.one_in(2) {
            self.block(depth.min(2));
        }
        self.line(&format!("    if (t) t = t->{link};"));
        self.line("}");
    }

    fn block(&mut self, depth: u32) {
        self.indent += 1;
        for _ in 0..=self.rng.below(2) {
            self.statement(depth - 1);
        }
        if self.rng.one_in(4) {
            let value = match self.returns {
                Returns::Number => self.rng.below(9).to_string(),
                Returns::Node => self.pointer(),
            };
            self.line(&format!("return {value};"));
        }
        self.indent -= 1;
    }

    fn node(&mut self) -> &'static str {
        let nodes: &[&'static str] =
            if self.extent.params == 2 { &["p", "q", "t"] } else { &["p", "t"] };
        nodes[self.rng.below(nodes.len())]
    }

    fn link(&mut self) -> String {
        let node = self.node();
        let link = if self.extent.links == 2 && self.rng.one_in(2) { "b" } else { "a" };
        if self.rng.one_in(5) { format!("{node}->a->{link}") } else { format!("{node}->{link}") }
    }

    fn pointer(&mut self) -> String {
        match self.rng.below(7) {
            0 => "0".to_owned(),
            1..4 => self.node().to_owned(),
            _ => self.link(),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.rng.below(if depth == 0 { 4 } else { 6 }) {
            0 => {
                self.asks_for_null = true;
                let pointer = if self.rng.one_in(2) { self.link() } else { self.node().to_owned() };
                let op = self.rng.pick(&["==", "!="]);
                format!("{pointer} {op} 0")
            }
            1 => {
                let (a, b) = (self.link(), self.link());
                let b = if self.rng.one_in(2) { self.node().to_owned() } else { b };
                let op = self.rng.pick(&["==", "!="]);
                format!("{a} {op} {b}")
            }
            2 => {
                let (node, value) = (self.node(), self.rng.below(2));
                let op = self.rng.pick(&["==", "!=", ">"]);
                format!("{node}->v {op} {value}")
            }
            3 => {
                let (a, b) = (self.node(), self.node());
                let op = self.rng.pick(&["<", "==", "<="]);
                format!("{a}->v {op} {b}->v")
            }
            _ => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                let op = self.rng.pick(&["&&", "||"]);
                format!("({a}) {op} ({b})")
            }
        }
    }
}

const SINK: &str = "writing to a string cannot fail";

/// What all heaps of a sample's extent show.
pub fn truth(program: &Program, func: Func, sample: &Sample) -> Truth {
    let mut truth = Truth::default();
    for_each_input(program, func, sample, |machine, input| {
        let run = machine.run(func, input, &Limits::UNIT);
        truth.add_losing(run, machine.leaks());
    });
    truth
}

/// Goes through the heaps of a sample's extent that a function's contract admits.
pub fn for_each_input<'p>(
    program: &'p Program,
    func: Func,
    sample: &Sample,
    mut see: impl FnMut(&mut Machine<'p>, &Input),
) {
    let mut machine = Machine::new(program);
    for number in 0..count(sample.extent) {
        if let Some(input) = input(sample, number)
            && is_canonical(&input)
            && is_admitted(program, func, &mut machine, &input)
        {
            see(&mut machine, &input);
        }
    }
}

/// Does the contract admit a heap?
fn is_admitted(program: &Program, func: Func, machine: &mut Machine<'_>, input: &Input) -> bool {
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    clauses.into_iter().all(|clause| match (&clause.meaning, clause.code) {
        (Ok(formula), _) => machine.holds(formula, input) == interp::Truth::True,
        (Err(_), Some(code)) => {
            let outcome = machine.run(code, input, &Limits::UNIT).outcome;
            matches!(outcome, Outcome::Returned(Some(Seen::Scalar(Scalar::Bits(_, bits)))) if bits != 0)
        }
        (Err(_), None) => false,
    })
}

/// Are nodes numbered in the order in which links lead to them, and those that none leads to empty? Every heap has one such
/// numbering, and a function cannot tell the others from it.
fn is_canonical(input: &Input) -> bool {
    let mut n_met = 0;
    let meets_in_order = |n_met: &mut usize, value: Scalar| {
        let Scalar::Object(obj, _) = value else { return true };
        *n_met += usize::from(obj.index() == *n_met);
        obj.index() < *n_met
    };
    let is_empty = |cell: &Cell| matches!(cell.value, Scalar::Null | Scalar::Bits(_, 0));
    input.args.iter().all(|&arg| meets_in_order(&mut n_met, arg))
        && input.objects.iter().all(|(obj, object)| {
            let mut cells = object.cells.iter();
            if obj.index() < n_met {
                cells.all(|cell| meets_in_order(&mut n_met, cell.value))
            } else {
                cells.all(is_empty)
            }
        })
}

/// How many heaps there are, counting those with null arguments.
pub fn count(extent: Extent) -> u64 {
    let node = extent.values * (extent.nodes + 1).pow(extent.links as u32);
    node.pow(extent.nodes as u32) * (extent.nodes + 1).pow(extent.params as u32)
}

/// Heap number `number`; none if it passes null to a function that does not ask for it.
fn input(sample: &Sample, mut number: u64) -> Option<Input> {
    let extent = sample.extent;
    let mut digit = |base: u64| {
        let digit = number % base;
        number /= base;
        digit
    };
    let pointer = |digit: u64| match digit {
        0 => Scalar::Null,
        node => Scalar::Object(Obj::from_index(node as usize - 1), 0),
    };
    let mut input = Input::default();
    for _ in 0..extent.params {
        let arg = pointer(digit(extent.nodes + 1));
        if arg == Scalar::Null && !sample.asks_for_null {
            return None;
        }
        input.args.push(arg);
    }
    for node in 0..extent.nodes {
        let value = Scalar::Bits(Type::I32, u128::from(digit(extent.values)));
        let mut cells = vec![Cell { offset: 0, value }];
        for link in 0..extent.links {
            let value = pointer(digit(extent.nodes + 1));
            cells.push(Cell { offset: 8 + 8 * link, value });
        }
        let (name, size) = (format!("n{node}"), 8 + 8 * extent.links);
        input.objects.push(Object { name, size, cells, read_only: false, elem: None });
    }
    Some(input)
}
