//! Functions made of phrases: a vocabulary has types, and what functions say about them, and a function is made of these at random.
//!
//! What may be null, uninitialised or of another type in them is left to chance; loops count their turns. Functions are text and
//! are not shrunk; they are small as they are.

use crate::Rng;
use std::fmt::Write;

const DEPTH: u32 = 2;
const SINK: &str = "writing to a string cannot fail";

/// What functions are made of. A `#` stands for one of the values.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// Types, and functions other than the one that is made.
    pub(crate) types: &'static str,
    pub(crate) params: &'static str,
    pub(crate) locals: &'static [&'static str],
    /// A question that many functions begin with.
    pub(crate) asked: &'static str,
    pub(crate) conditions: &'static [&'static str],
    pub(crate) statements: &'static [&'static str],
    /// Loops: how long they go on, and their step.
    pub(crate) walks: &'static [(&'static str, &'static str)],
    /// Numbers in the code and in heaps.
    pub(crate) values: &'static [i128],
}

/// A random function `f` of a vocabulary, with its types, and with a contract if that is not empty.
pub(crate) fn function(rng: &mut Rng, vocabulary: &Vocabulary, contract: &str) -> String {
    let mut writer = Writer { rng, vocabulary, indent: 1, text: String::new() };
    writer.function(contract);
    writer.text
}

/// A function that says everything that functions of a vocabulary may say, once.
pub(crate) fn every_phrase(vocabulary: &Vocabulary, contract: &str) -> String {
    let Vocabulary { types, params, locals, asked, conditions, statements, walks, values } =
        vocabulary;
    let value = values[0].to_string();
    let said = statements.iter().map(|said| said.replace('#', &value));
    let conditions = conditions.iter().map(|it| format!("if ({}) n++;", it.replace('#', &value)));
    let walks = walks.iter().map(|(going, step)| format!("while ({going}) {{ {step} }}"));
    let first = locals.iter().chain([asked]).map(|said| (*said).to_owned());
    let body: Vec<String> = first.chain(said).chain(conditions).chain(walks).collect();
    let body = body.join("\n    ");
    format!("{types}{contract}int f({params})\n{{\n    int n = 0;\n    {body}\n    return n;\n}}\n")
}

struct Writer<'r> {
    rng: &'r mut Rng,
    vocabulary: &'r Vocabulary,
    indent: usize,
    text: String,
}

impl Writer<'_> {
    fn function(&mut self, contract: &str) {
        let Vocabulary { types, params, locals, .. } = self.vocabulary;
        write!(self.text, "{types}{contract}int f({params})\n{{\n").expect(SINK);
        for local in *locals {
            self.line(local);
        }
        self.line("int n = 0;");
        if self.rng.one_in(2) {
            let asked = self.vocabulary.asked;
            self.line(asked);
        }
        for _ in 0..self.rng.below(4) + 2 {
            self.statement(DEPTH);
        }
        self.line("return n;");
        self.text.push_str("}\n");
    }

    fn line(&mut self, text: &str) {
        writeln!(self.text, "{:1$}{text}", "", 4 * self.indent).expect(SINK);
    }

    fn statement(&mut self, depth: u32) {
        match self.rng.below(if depth == 0 { 5 } else { 9 }) {
            0..3 => {
                let statement = self.say(self.vocabulary.statements);
                self.line(&statement);
            }
            3 => {
                let value = self.rng.below(9);
                self.line(&format!("n = {value};"));
            }
            4 => {
                let (condition, value) = (self.condition(1), self.rng.below(9));
                self.line(&format!("if ({condition}) return {value};"));
            }
            5 if !self.vocabulary.walks.is_empty() => self.walk(depth),
            _ => self.choice(depth),
        }
    }

    fn choice(&mut self, depth: u32) {
        let condition = self.condition(1);
        self.line(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.rng.one_in(2) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn walk(&mut self, depth: u32) {
        let (going, step) = *self.rng.pick(self.vocabulary.walks);
        let most = self.rng.below(3) + 1;
        self.line(&format!("for (n = 0; {going} && n < {most}; n++) {{"));
        self.block(depth.min(1));
        self.indent += 1;
        self.line(step);
        self.indent -= 1;
        self.line("}");
    }

    fn block(&mut self, depth: u32) {
        self.indent += 1;
        for _ in 0..=self.rng.below(2) {
            self.statement(depth - 1);
        }
        self.indent -= 1;
    }

    fn condition(&mut self, depth: u32) -> String {
        let condition = self.say(self.vocabulary.conditions);
        match self.rng.below(6) {
            0 => format!("!({condition})"),
            1 if depth > 0 => {
                let (op, other) = (*self.rng.pick(&["&&", "||"]), self.condition(depth - 1));
                format!("({condition}) {op} ({other})")
            }
            _ => condition,
        }
    }

    /// One of these phrases, with a value of the vocabulary in place of each `#`.
    fn say(&mut self, phrases: &[&str]) -> String {
        let phrase = *self.rng.pick(phrases);
        let parts: Vec<&str> = phrase.split('#').collect();
        let mut said = parts[0].to_owned();
        for part in &parts[1..] {
            let value = *self.rng.pick(self.vocabulary.values);
            write!(said, "{value}{part}").expect(SINK);
        }
        said
    }
}
