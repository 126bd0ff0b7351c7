//! Random postconditions, each written twice: as a clause of a contract, and as C around a call.
//!
//! The C is the judge's: it keeps what the clause says of the state on entry, calls the function without its promises, and
//! returns whether they hold. It computes in 128 bits, which no clause made here leaves. Where the clause reads memory on entry
//! through a null pointer, there is nothing to read and the value counts as zero, as in the product.

mod clause;

use crate::Rng;
use clause::Writer;
use std::fmt::Write;

/// What a clause may speak of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Subject {
    /// Integer parameters.
    pub params: Vec<String>,
    /// Integers in memory that are always there.
    pub globals: Vec<String>,
    /// Parameters that lead to nodes, null perhaps; a node has an integer `v` and links.
    pub nodes: Vec<&'static str>,
    /// The links of a node.
    pub links: Vec<&'static str>,
    /// Parameters that lead to integers, and how many there are for sure.
    pub arrays: Vec<(&'static str, u64)>,
    /// What follows an element of an array up to the integer.
    pub member: &'static str,
    /// Does the function return a pointer to a node?
    pub returns_node: bool,
}

/// What a function promises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promise {
    /// The clauses.
    contract: String,
    /// The statements that keep what they say of the state on entry.
    before: Vec<String>,
    /// Whether they hold, after the call.
    holds: String,
    returns_node: bool,
}

const SINK: &str = "writing to a string cannot fail";

/// Predicates in C that clauses may use, over nodes with a link `a`.
const PREDICATES: &str = "\
static int few(const struct node *l)
{
    int k;
    for (k = 0; l && k < 3; k++)
        l = l->a;
    return k < 3;
}
static int low(const struct node *l, int most)
{
    return !l || l->v <= most;
}
";

/// A random promise about a function.
pub fn promise(rng: &mut Rng, subject: &Subject) -> Promise {
    let mut writer = Writer::new(rng, subject);
    let (contract, holds) = match writer.rng.below(4) {
        0 => {
            let assumed = writer.assumption();
            let clause = writer.clause();
            let contract =
                format!("behavior b: assumes {}; ensures {};", assumed.acsl, clause.acsl);
            (contract, format!("!{} || {}", assumed.c, clause.c))
        }
        1 => {
            let (a, b) = (writer.clause(), writer.clause());
            (format!("ensures {};\n    ensures {};", a.acsl, b.acsl), format!("{} && {}", a.c, b.c))
        }
        _ => {
            let clause = writer.clause();
            (format!("ensures {};", clause.acsl), clause.c)
        }
    };
    Promise { contract, before: writer.before, holds, returns_node: subject.returns_node }
}

/// The name of the function that says whether promises hold.
pub const JUDGE: &str = "promises_hold";

impl Promise {
    /// The unit with the promise in front of a function, after what is already asked there.
    pub fn promised(&self, text: &str, func: &str) -> String {
        let header = Header::find(text, func);
        let (before, after) = text.split_at(header.start);
        let contract = &self.contract;
        match before.strip_suffix(" */\n") {
            Some(asked) => format!("{asked}\n    {contract} */\n{after}"),
            None => format!("{before}/*@ {contract} */\n{after}"),
        }
    }

    /// The unit without the promise, with a function [`JUDGE`] that calls this one and says whether it is kept.
    pub fn judged(&self, text: &str, func: &str) -> String {
        let header = Header::find(text, func);
        let result = if self.returns_node { "struct node *" } else { "__int128 " };
        let mut text = text.to_owned();
        if self.links_are_followed() {
            text.push_str(&chases(&text));
        }
        writeln!(text, "int {JUDGE}({})\n{{", header.params).expect(SINK);
        for statement in &self.before {
            writeln!(text, "    {statement}").expect(SINK);
        }
        writeln!(text, "    {result}result = {func}({});", header.args()).expect(SINK);
        writeln!(text, "    return {};\n}}", self.holds).expect(SINK);
        text
    }

    fn links_are_followed(&self) -> bool {
        let mut told = self.before.iter().chain([&self.holds]);
        told.any(|text| text.contains("acyclic_") || text.contains("reachable_"))
    }
}

/// The unit with the predicates that clauses use, in front of its first function or contract.
pub fn with_predicates(text: &str) -> String {
    let end = text.find("};\n").map_or(0, |at| at + 3);
    format!("{}{PREDICATES}{}", &text[..end], &text[end..])
}

/// The judge's own words for what can be reached: more steps than there are nodes lead round.
fn chases(text: &str) -> String {
    let links: &[&str] = if text.contains("*b;") { &["a", "b"] } else { &["a"] };
    let chase = |link: &&str| {
        format!(
            "static int acyclic_{link}(struct node *l)\n{{\n    int k;\n    for (k = 0; l && k < 9; k++)\n        l = l->{link};\n    \
             return !l;\n}}\n\
             static int reachable_{link}(struct node *l, struct node *to)\n{{\n    int k;\n    \
             for (k = 0; l && l != to && k < 9; k++)\n        l = l->{link};\n    return l && l == to;\n}}\n"
        )
    };
    links.iter().map(chase).collect()
}

/// Where a function begins, and its parameters.
struct Header<'t> {
    start: usize,
    params: &'t str,
}

impl<'t> Header<'t> {
    /// The function is the last of the unit.
    fn find(text: &'t str, func: &str) -> Self {
        let name = text.rfind(&format!("{func}(")).expect("the function should be in its unit");
        let start = text[..name].rfind('\n').map_or(0, |at| at + 1);
        let params = &text[name + func.len() + 1..];
        let end = params.find(')').expect("parameters should end");
        Self { start, params: &params[..end] }
    }

    fn args(&self) -> String {
        let name = |param: &str| -> String {
            let is_name = |it: &char| it.is_alphanumeric() || *it == '_';
            let reversed: String = param.chars().rev().take_while(is_name).collect();
            reversed.chars().rev().collect()
        };
        let args: Vec<String> = self.params.split(',').map(name).collect();
        if args == ["void"] { String::new() } else { args.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_join_what_is_asked() {
        let promise = Promise {
            contract: "ensures \\result > 0;".into(),
            before: vec!["__int128 old0 = g;".into()],
            holds: "result > 0".into(),
            returns_node: false,
        };
        let asked = "int g;\n/*@ requires x > 1; */\nint f(int x, int *y) {\n}\n";
        let promised = "int g;\n/*@ requires x > 1;\n    ensures \\result > 0; */\nint f(int x, int *y) {\n}\n";
        assert_eq!(promise.promised(asked, "f"), promised);
        let judged = promise.judged(asked, "f");
        assert!(judged.contains("int promises_hold(int x, int *y)"), "{judged}");
        assert!(judged.contains("__int128 result = f(x, y);"), "{judged}");
    }
}
