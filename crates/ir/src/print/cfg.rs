//! Control-flow graphs, as text and for Graphviz.

use super::{Printer, put, quote};
use crate::cfg::{Block, Cfg, Why, cfg};
use crate::{Func, Inst, Program, Value};
use source::SourceMap;

/// The control-flow graph of a function with a body, one block after the other.
pub fn print_cfg(program: &Program, func: Func, source: Option<&SourceMap>) -> String {
    let mut printer = Printer::new(program, source);
    let graph = cfg(program.body(func));
    let name = printer.names.func(func);
    put!(printer, "cfg {name} {{\n");
    for (id, block) in graph.blocks.iter() {
        put!(printer, "{id}:\n");
        for line in printer.block_lines(func, &graph, id) {
            put!(printer, "    {line}\n");
        }
        for (why, to) in &block.edges {
            put!(printer, "    -> {to}{}\n", why_text(*why));
        }
    }
    put!(printer, "}}\n");
    printer.out
}

/// The same graph in the language of Graphviz.
pub fn print_cfg_dot(program: &Program, func: Func, source: Option<&SourceMap>) -> String {
    let mut printer = Printer::new(program, source);
    let graph = cfg(program.body(func));
    put!(printer, "digraph {} {{\n", quote(&program.funcs[func].name));
    put!(printer, "    node [shape=box, fontname=monospace]\n");
    for (id, block) in graph.blocks.iter() {
        let lines = printer.block_lines(func, &graph, id);
        let label: String = lines
            .iter()
            .map(|line| line.replace('\\', "\\\\").replace('"', "\\\"") + "\\l")
            .collect();
        put!(printer, "    {id} [label=\"{id}\\l{label}\"]\n");
        for (why, to) in &block.edges {
            let label = why_text(*why);
            put!(printer, "    {id} -> {to} [label={}]\n", quote(label.trim_start()));
        }
    }
    put!(printer, "}}\n");
    printer.out
}

fn why_text(why: Why) -> String {
    match why {
        Why::Always => String::new(),
        Why::Outcome(true) => " +".to_owned(),
        Why::Outcome(false) => " -".to_owned(),
        Why::Target(target) => format!(" :{target}"),
    }
}

impl Printer<'_> {
    fn block_lines(&mut self, func: Func, graph: &Cfg, block: Block) -> Vec<String> {
        graph.blocks[block].insts.iter().map(|&value| self.cfg_line(func, value)).collect()
    }

    /// An instruction as in a listing, but without the brace that opens its region.
    fn cfg_line(&mut self, func: Func, value: Value) -> String {
        let body = self.program.body(func);
        let before = std::mem::take(&mut self.out);
        self.line(body, value, 0, true);
        let line = std::mem::replace(&mut self.out, before);
        let line = line.trim_end();
        if matches!(body.insts[value], Inst::If { .. }) {
            return line.replacen(" {", "", 1);
        }
        line.to_owned()
    }
}
