//! One random clause, in both languages at once.

use super::Subject;
use crate::Rng;

/// The same thing said twice.
#[derive(Clone, Debug)]
pub(super) struct Twice {
    pub(super) acsl: String,
    pub(super) c: String,
}

/// Which state is spoken of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The end of the call.
    After,
    /// Its beginning, by `\old` or in `assumes`: what is read through null is zero.
    Entry,
}

pub(super) struct Writer<'r, 's> {
    pub(super) rng: &'r mut Rng,
    subject: &'s Subject,
    /// Statements in front of the call.
    pub(super) before: Vec<String>,
}

impl<'r, 's> Writer<'r, 's> {
    pub(super) fn new(rng: &'r mut Rng, subject: &'s Subject) -> Self {
        Self { rng, subject, before: Vec::new() }
    }

    /// A predicate about the end of a call.
    pub(super) fn clause(&mut self) -> Twice {
        self.pred(2, State::After)
    }

    /// A predicate about its beginning, kept in a variable.
    pub(super) fn assumption(&mut self) -> Twice {
        let pred = self.pred(1, State::Entry);
        let c = self.keep("int ", &pred.c);
        Twice { acsl: pred.acsl, c }
    }

    /// A variable that has a value from before the call.
    fn keep(&mut self, ty: &str, value: &str) -> String {
        let name = format!("old{}", self.before.len());
        self.before.push(format!("{ty}{name} = {value};"));
        name
    }

    // -- predicates

    fn pred(&mut self, depth: u32, state: State) -> Twice {
        match self.rng.below(if depth == 0 { 6 } else { 10 }) {
            0..=5 => self.atom(depth, state),
            6 => {
                let inner = self.pred(depth - 1, state);
                Twice { acsl: format!("!({})", inner.acsl), c: format!("!({})", inner.c) }
            }
            7 if state == State::After => {
                let inner = self.pred(depth - 1, State::Entry);
                let c = self.keep("int ", &inner.c);
                Twice { acsl: format!("\\old({})", inner.acsl), c }
            }
            _ => {
                let (a, b) = (self.pred(depth - 1, state), self.pred(depth - 1, state));
                let op = *self.rng.pick(&["&&", "||", "==>", "<==>"]);
                connected(op, &a, &b)
            }
        }
    }

    fn atom(&mut self, depth: u32, state: State) -> Twice {
        let has_nodes = !self.subject.nodes.is_empty();
        match self.rng.below(if has_nodes { 6 } else { 2 }) {
            2 => self.pointers(state),
            3 => self.shape(state),
            4 => self.predicate(state),
            1 if !self.subject.arrays.is_empty() => self.quantified(state),
            _ => self.comparison(depth, state),
        }
    }

    fn comparison(&mut self, depth: u32, state: State) -> Twice {
        let mut guards = Vec::new();
        let (a, b) = (self.term(depth, state, &mut guards), self.term(depth, state, &mut guards));
        let compared = if self.rng.one_in(5) {
            let low = self.constant();
            Twice {
                acsl: format!("{} <= {} < {}", low.acsl, a.acsl, b.acsl),
                c: format!("({} <= {} && {} < {})", low.c, a.c, a.c, b.c),
            }
        } else {
            let op = *self.rng.pick(&["==", "!=", "<", "<=", ">"]);
            joined(&a, op, &b)
        };
        self.guarded(guards, compared)
    }

    /// `guards ==> pred` or `guards && pred`; at times the guards are forgotten.
    fn guarded(&mut self, guards: Vec<Twice>, pred: Twice) -> Twice {
        let forgotten = self.rng.one_in(8);
        let op = if self.rng.one_in(4) { "&&" } else { "==>" };
        match guards.into_iter().reduce(|a, b| connected("&&", &a, &b)) {
            Some(all) if !forgotten => connected(op, &all, &pred),
            _ => pred,
        }
    }

    fn pointers(&mut self, state: State) -> Twice {
        let mut guards = Vec::new();
        let (a, b) = (self.pointer(state, &mut guards), self.pointer(state, &mut guards));
        let op = *self.rng.pick(&["==", "!="]);
        let compared = joined(&a, op, &b);
        self.guarded(guards, compared)
    }

    /// What can be reached.
    fn shape(&mut self, state: State) -> Twice {
        let mut guards = Vec::new();
        let link = *self.rng.pick(&self.subject.links);
        let from = self.pointer(state, &mut guards);
        let told = if self.rng.one_in(2) {
            Twice {
                acsl: format!("\\acyclic({}, {link})", from.acsl),
                c: format!("acyclic_{link}({})", from.c),
            }
        } else {
            let to = self.pointer(state, &mut guards);
            Twice {
                acsl: format!("\\reachable({}, {}, {link})", from.acsl, to.acsl),
                c: format!("reachable_{link}({}, {})", from.c, to.c),
            }
        };
        self.guarded(guards, told)
    }

    /// A predicate that is C itself.
    fn predicate(&mut self, state: State) -> Twice {
        let mut guards = Vec::new();
        let node = self.pointer(state, &mut guards);
        let called = |arg: &str| format!("few({arg})");
        let called = if self.rng.one_in(2) {
            Twice { acsl: called(&node.acsl), c: called(&node.c) }
        } else {
            let most = self.rng.below(3);
            let called = |arg: &str| format!("low({arg}, {most})");
            Twice { acsl: called(&node.acsl), c: called(&node.c) }
        };
        self.guarded(guards, called)
    }

    /// A statement on all elements of an array, or on one of them.
    fn quantified(&mut self, state: State) -> Twice {
        let (array, length) = *self.rng.pick(&self.subject.arrays);
        let member = self.subject.member;
        let all = self.rng.one_in(2);
        let old: Vec<String> = (0..length)
            .map(|at| self.keep("__int128 ", &format!("{array}[{at}]{member}")))
            .collect();
        let bound = self.rng.below(3);
        let relation = *self.rng.pick(&["==", "<=", "!="]);
        let (against, op) = match self.rng.below(3) {
            0 if state == State::After => (None, relation),
            1 => (Some(self.constant()), relation),
            _ => (Some(Twice { acsl: format!("i + {bound}"), c: String::new() }), "!="),
        };
        let each: Vec<String> = (0..length as usize)
            .map(|at| {
                let now = format!("(__int128){array}[{at}]{member}");
                let left = if state == State::Entry { old[at].clone() } else { now };
                let right = match &against {
                    None => old[at].clone(),
                    Some(term) if term.c.is_empty() => format!("{}", at + bound),
                    Some(term) => term.c.clone(),
                };
                format!("{left} {op} {right}")
            })
            .collect();
        let right = match &against {
            None => format!("\\old({array}[i]{member})"),
            Some(term) => term.acsl.clone(),
        };
        let body = format!("{array}[i]{member} {op} {right}");
        if all {
            Twice {
                acsl: format!("(\\forall integer i; 0 <= i < {length} ==> {body})"),
                c: format!("({})", each.join(" && ")),
            }
        } else {
            Twice {
                acsl: format!("(\\exists integer i; 0 <= i < {length} && {body})"),
                c: format!("({})", each.join(" || ")),
            }
        }
    }

    // -- terms

    fn term(&mut self, depth: u32, state: State, guards: &mut Vec<Twice>) -> Twice {
        if depth == 0 || self.rng.one_in(2) {
            return self.leaf(state, guards);
        }
        let depth = depth - 1;
        let a = self.term(depth, state, guards);
        match self.rng.below(9) {
            0..=2 => {
                let (b, op) = (self.term(depth, state, guards), *self.rng.pick(&["+", "-"]));
                joined(&a, op, &b)
            }
            3 => {
                let (b, op) = (self.rng.below(4) + 2, *self.rng.pick(&["*", "/", "%", "&"]));
                joined(&a, op, &number(b as i128))
            }
            4 => Twice { acsl: format!("(-({}))", a.acsl), c: format!("(-({}))", a.c) },
            5 => Twice {
                acsl: format!("\\abs({})", a.acsl),
                c: format!("({0} < 0 ? -{0} : {0})", a.c),
            },
            6 => {
                let b = self.term(depth, state, guards);
                let (word, op) = *self.rng.pick(&[("\\min", "<"), ("\\max", ">")]);
                let acsl = format!("{word}({}, {})", a.acsl, b.acsl);
                Twice { acsl, c: format!("({0} {op} {1} ? {0} : {1})", a.c, b.c) }
            }
            7 if state == State::After => {
                let mut on_entry = Vec::new();
                let inner = self.term(depth, State::Entry, &mut on_entry);
                let c = self.keep("__int128 ", &inner.c);
                Twice { acsl: format!("\\old({})", inner.acsl), c }
            }
            _ => {
                let cond = self.pred(0, state);
                let b = self.term(depth, state, guards);
                let choose = |cond: &str, a: &str, b: &str| format!("({cond} ? {a} : {b})");
                Twice { acsl: choose(&cond.acsl, &a.acsl, &b.acsl), c: choose(&cond.c, &a.c, &b.c) }
            }
        }
    }

    fn constant(&mut self) -> Twice {
        let value = self.rng.range(-2, 9);
        number(value)
    }

    fn leaf(&mut self, state: State, guards: &mut Vec<Twice>) -> Twice {
        let subject = self.subject;
        match self.rng.below(6) {
            0 => self.constant(),
            1 if !subject.params.is_empty() => {
                let name = self.rng.pick(&subject.params).clone();
                Twice { c: format!("(__int128){name}"), acsl: name }
            }
            2 if !subject.globals.is_empty() => {
                let name = self.rng.pick(&subject.globals).clone();
                let now = Twice { c: format!("(__int128){name}"), acsl: name };
                self.at_some_time(now, state, "__int128 ")
            }
            3 if !subject.arrays.is_empty() => {
                let (array, length) = *self.rng.pick(&subject.arrays);
                let place =
                    format!("{array}[{}]{}", self.rng.below(length as usize), subject.member);
                let now = Twice { c: format!("(__int128){place}"), acsl: place };
                self.at_some_time(now, state, "__int128 ")
            }
            4 | 5 if !subject.nodes.is_empty() => self.value_of_node(state, guards),
            _ if state == State::After && !subject.returns_node => {
                Twice { acsl: "\\result".to_owned(), c: "result".to_owned() }
            }
            _ => self.constant(),
        }
    }

    /// What is read now or, at times, was there on entry.
    fn at_some_time(&mut self, now: Twice, state: State, ty: &str) -> Twice {
        if state == State::Entry || self.rng.one_in(2) {
            return now;
        }
        let c = self.keep(ty, &now.c);
        Twice { acsl: format!("\\old({})", now.acsl), c }
    }

    fn value_of_node(&mut self, state: State, guards: &mut Vec<Twice>) -> Twice {
        let old = state == State::After && self.rng.one_in(2);
        let inner = if old { State::Entry } else { state };
        let node = self.named_pointer(inner, guards);
        let value = member(&node, "v", inner, "0");
        let value = Twice { acsl: value.acsl, c: format!("(__int128){}", value.c) };
        guards.push(not_null(&node));
        if !old {
            return value;
        }
        // What guards a value of the beginning must speak of the beginning, where it is not a parameter.
        let guard = guards.pop().expect("it was pushed");
        let kept = self.keep("int ", &guard.c);
        guards.push(Twice { acsl: format!("\\old({})", guard.acsl), c: kept });
        let c = self.keep("__int128 ", &value.c);
        Twice { acsl: format!("\\old({})", value.acsl), c }
    }

    /// A pointer to a node, and what must not be null to read it.
    fn pointer(&mut self, state: State, guards: &mut Vec<Twice>) -> Twice {
        let subject = self.subject;
        if state == State::After && subject.returns_node && self.rng.one_in(2) {
            return Twice { acsl: "\\result".to_owned(), c: "result".to_owned() };
        }
        if self.rng.one_in(8) {
            return Twice { acsl: "\\null".to_owned(), c: "(struct node *)0".to_owned() };
        }
        self.named_pointer(state, guards)
    }

    /// A parameter or a link of what it leads to.
    fn named_pointer(&mut self, state: State, guards: &mut Vec<Twice>) -> Twice {
        let subject = self.subject;
        let name = *self.rng.pick(&subject.nodes);
        let node = Twice { acsl: name.to_owned(), c: name.to_owned() };
        if self.rng.one_in(2) {
            return node;
        }
        let link = *self.rng.pick(&subject.links);
        let old = state == State::After && self.rng.one_in(3);
        if old {
            let next = member(&node, link, State::Entry, "(struct node *)0");
            let c = self.keep("struct node *", &next.c);
            guards.push(not_null(&node));
            return Twice { acsl: format!("\\old({})", next.acsl), c };
        }
        guards.push(not_null(&node));
        member(&node, link, state, "(struct node *)0")
    }
}

fn number(value: i128) -> Twice {
    Twice { acsl: format!("{value}"), c: format!("((__int128){value})") }
}

fn not_null(node: &Twice) -> Twice {
    Twice { acsl: format!("{} != \\null", node.acsl), c: format!("({} != 0)", node.c) }
}

fn member(node: &Twice, name: &str, state: State, nothing: &str) -> Twice {
    let read = format!("{}->{name}", node.c);
    let c = match state {
        State::After => read,
        State::Entry => format!("({} ? {read} : {nothing})", node.c),
    };
    Twice { acsl: format!("{}->{name}", node.acsl), c }
}

fn joined(a: &Twice, op: &str, b: &Twice) -> Twice {
    let join = |a: &str, b: &str| format!("({a} {op} {b})");
    Twice { acsl: join(&a.acsl, &b.acsl), c: join(&a.c, &b.c) }
}

fn connected(op: &str, a: &Twice, b: &Twice) -> Twice {
    let (x, y) = (&a.c, &b.c);
    let c = match op {
        "==>" => format!("(!({x}) || {y})"),
        "<==>" => format!("(!!({x}) == !!({y}))"),
        _ => format!("({x} {op} {y})"),
    };
    Twice { acsl: format!("({} {op} {})", a.acsl, b.acsl), c }
}
