//! Random functions in the idioms in which people write structures in C, and the heaps that they may be called with.
//!
//! A vocabulary has the types of an idiom, and what functions say about them: conditions, statements, loops. A function is made of
//! these at random. What may be null, uninitialised or of another type in them is left to chance; loops count their turns.
//! Functions are text and are not shrunk; they are small as they are.

mod vocabulary;

use crate::Rng;
use crate::brute::Truth;
use crate::heaps::{self, Extent};
use ir::{Func, Program};
use std::fmt::Write;
use vocabulary::{VOCABULARIES, Vocabulary};

const DEPTH: u32 = 2;
/// Runs of the judge on one function; what it knows after these is a part of the truth.
const RUNS: u64 = 20_000;
const SINK: &str = "writing to a string cannot fail";

/// A function and its idiom.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The unit as C; the function is `f`.
    pub text: String,
    vocabulary: &'static Vocabulary,
}

/// A random function.
pub fn sample(rng: &mut Rng) -> Sample {
    let vocabulary = *rng.pick(&VOCABULARIES);
    sample_of(rng, vocabulary)
}

/// A random function over structures that own what they hold.
pub fn sample_of_owners(rng: &mut Rng) -> Sample {
    sample_of(rng, &vocabulary::OWNERS)
}

fn sample_of(rng: &mut Rng, vocabulary: &'static Vocabulary) -> Sample {
    let mut writer = Writer { rng, vocabulary, indent: 1, text: String::new() };
    writer.function();
    Sample { text: writer.text, vocabulary }
}

/// What small heaps show, and how many runs that took. Which parameters may be null, which are stepped along, and whether memory
/// is given back the caller says.
pub fn truth(
    program: &Program,
    func: Func,
    sample: &Sample,
    (nullable, stepped): (Vec<bool>, Vec<bool>),
    frees: bool,
) -> (Truth, u64) {
    let extent = Extent {
        nodes: 3,
        length: 2,
        values: sample.vocabulary.values.to_vec(),
        runs: RUNS,
        nullable,
        stepped,
        globals: Vec::new(),
        frees,
    };
    let explored = heaps::explore(program, func, &extent);
    (explored.truth, explored.runs)
}

struct Writer<'r> {
    rng: &'r mut Rng,
    vocabulary: &'static Vocabulary,
    indent: usize,
    text: String,
}

impl Writer<'_> {
    fn function(&mut self) {
        let Vocabulary { types, params, locals, .. } = self.vocabulary;
        write!(self.text, "{types}int f({params})\n{{\n").expect(SINK);
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
