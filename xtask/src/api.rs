//! `cargo xtask api`: the files of `examples/api` with structures that calls build, judged by all sequences of at most five calls with
//! the arguments of a table: no outcome that these show is missing or excluded, and no test makes more calls than it takes.
//!
//! The judge is C of its own, run by the interpreter: what callers may do stands in the table, by hand.

use engine::objectives::{Aim, Objectives, Within};
use engine::{Criterion, Options};
use filetests::Scratch;
use interp::{Limits, Machine};
use ir::input::{Input, Scalar};
use ir::{Func, Type};
use native::Compiler;
use probant::args::OverflowName;
use probant::front::{self, Unit};
use probant::pipeline::{self, Plan, Unhurried};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use suite::{FunctionReport, Verdict};

/// Calls of the longest sequences that are tried.
const LONGEST: usize = 5;
const JUDGE: &str = "judged_calls";

/// What callers of a file do.
struct Use {
    file: &'static str,
    /// What they declare.
    held: &'static str,
    /// What they do first, then in any order, and at most as the last.
    first: &'static [&'static str],
    then: &'static [&'static str],
    last: &'static [&'static str],
}

const USES: [Use; 8] = [
    Use {
        file: "ring.c",
        held: "ring_t r;",
        first: &["ring_init(&r)"],
        then: &["ring_put(&r, 0)", "ring_put(&r, 1)", "ring_get(&r)", "ring_lost(&r)"],
        last: &[],
    },
    Use {
        file: "stack.c",
        held: "stack *s; int item = 0;",
        first: &[
            "s = stack_new(1); if (!s) return",
            "s = stack_new(2); if (!s) return",
            "s = stack_new(0); if (!s) return",
            "s = stack_new(3); if (!s) return",
        ],
        then: &["stack_push(s, 0)", "stack_push(s, 1)", "stack_pop(s, &item)", "stack_swap(s)"],
        last: &["stack_free(s)", "stack_free(0)"],
    },
    Use {
        file: "lru.c",
        held: "struct cache c; int value = 0;",
        first: &["cache_init(&c)"],
        then: &[
            "cache_put(&c, 0, 1)",
            "cache_put(&c, 1, 1)",
            "cache_put(&c, 2, 1)",
            "cache_get(&c, 0, &value)",
            "cache_get(&c, 1, &value)",
            "cache_get(&c, 2, &value)",
            "cache_rate(&c)",
        ],
        last: &[],
    },
    Use {
        file: "hash.c",
        held: "map *m;",
        first: &["m = map_new(); if (!m) return"],
        then: &[
            "map_put(m, 0, 1)",
            "map_put(m, 1, 1)",
            "map_put(m, 4, 1)",
            "map_get(m, 0, 0)",
            "map_get(m, 4, 0)",
            "map_remove(m, 0)",
            "map_remove(m, 4)",
        ],
        last: &["map_free(m)", "map_free(0)"],
    },
    Use {
        file: "pool.c",
        held: "struct pool p; void *b = 0;",
        first: &["pool_init(&p)"],
        then: &["b = pool_take(&p)", "pool_take(&p)", "pool_give(&p, b)", "pool_is_full(&p)"],
        last: &["pool_give(&p, 0)"],
    },
    Use {
        file: "lexer.c",
        held: "",
        first: &[],
        then: &[
            "lexer_feed('0')",
            "lexer_feed('9')",
            "lexer_feed('a')",
            "lexer_feed('+')",
            "lexer_feed(' ')",
            "lexer_reset()",
            "lexer_value()",
        ],
        last: &[],
    },
    Use {
        file: "protocol.c",
        held: "receiver r;",
        first: &["receiver_init(&r)"],
        then: &[
            "receiver_byte(&r, 0x7E)",
            "receiver_byte(&r, 0)",
            "receiver_byte(&r, 1)",
            "receiver_byte(&r, 2)",
            "receiver_byte(&r, 3)",
            "receiver_take(&r)",
            "receiver_recover(&r)",
        ],
        last: &[],
    },
    Use {
        file: "limiter.c",
        held: "limiter_t l;",
        first: &[
            "limiter_init(&l, 0, 0, 0)",
            "limiter_init(&l, 0, 1, 0)",
            "limiter_init(&l, 1, 0, 0)",
            "limiter_init(&l, 1, 1, 0)",
            "limiter_init(&l, 2, 1, 0)",
            "limiter_init(&l, 2, 2, 0)",
        ],
        then: &[
            "limiter_allow(&l, 0)",
            "limiter_allow(&l, 1)",
            "limiter_allow(&l, 2)",
            "limiter_is_flooded(&l)",
        ],
        last: &[],
    },
];

pub(crate) fn command() -> ExitCode {
    let mut n_wrong = 0;
    println!("file          outcomes   covered   tried   seconds");
    for one in &USES {
        match judge(one, LONGEST) {
            Ok(judged) => {
                println!("{}", judged.row);
                judged.wrong.iter().for_each(|what| println!("    {what}"));
                n_wrong += judged.wrong.len();
            }
            Err(message) => {
                println!("{}: {message}", one.file);
                n_wrong += 1;
            }
        }
    }
    println!("{n_wrong} differences");
    if n_wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What came of a file.
struct Judged {
    row: String,
    wrong: Vec<String>,
}

fn judge(one: &Use, longest: usize) -> Result<Judged, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/api").join(one.file);
    let began = Instant::now();
    let reports = reports(&file)?;
    let seconds = began.elapsed().as_secs_f64();
    let (unit, _scratch) = with_judge(one, &file)?;
    let (shown, n_tried) = shown(one, &unit, longest)?;
    let mut wrong = Vec::new();
    let (mut n_all, mut n_covered) = (0, 0);
    for report in &reports {
        let name = &report.under_test.name;
        let func = unit.program.find_func(name).ok_or("the same functions should be there")?;
        let all = Objectives::branches(&unit.program, func, Within::Callees);
        for (aim, objective) in all.aims.iter().zip(&report.objectives) {
            n_all += 1;
            let Aim::Event(event) = aim else { continue };
            let at =
                format!("{name} {} ({} in line {})", objective.id, objective.text, objective.line);
            let fewest = shown.get(&(func, *event)).or_else(|| shown_anywhere(&shown, *event));
            match (&objective.verdict, fewest) {
                (Verdict::Covered { test }, fewest) => {
                    n_covered += 1;
                    let n_calls = calls_of(report, test);
                    if fewest.is_some_and(|&fewest| n_calls > fewest) {
                        wrong.push(format!("{at}: {n_calls} calls where fewer do"));
                    }
                }
                (Verdict::Infeasible { .. }, Some(_)) => {
                    wrong.push(format!("{at}: wrong infeasible"));
                }
                (Verdict::Infeasible { .. }, None) => {}
                (Verdict::Unknown { .. }, _) => wrong.push(format!("{at}: unknown")),
            }
        }
    }
    let row = format!("{:<12} {n_all:>9} {n_covered:>9} {n_tried:>7} {seconds:>9.2}", one.file);
    Ok(Judged { row, wrong })
}

fn calls_of(report: &FunctionReport, test: &str) -> usize {
    let sequence = report.test(test).and_then(|test| test.inputs.sequence.as_ref());
    sequence.map_or(1, |sequence| sequence.calls.len())
}

/// What the search says.
fn reports(file: &Path) -> Result<Vec<FunctionReport>, String> {
    let compiler = Compiler::new("gcc", Vec::new());
    let unit = front::read_by_calls(file, &compiler, OverflowName::Trap)
        .map_err(|_| "the file should be readable".to_owned())?;
    let own = |func: &Func| {
        let data = &unit.program.funcs[*func];
        data.body.is_some() && !data.system
    };
    let funcs: Vec<Func> = unit.program.funcs.keys().filter(own).collect();
    let plan = Plan {
        options: vec![Options::standard(Criterion::Branch); funcs.len()],
        funcs,
        replay: None,
        include: file.display().to_string(),
        watch: &|_| Box::new(Unhurried),
    };
    let (suite, outcomes) = pipeline::run(&unit, "f.c", &plan);
    if outcomes.is_empty() { Ok(suite.functions) } else { Err("a mistake of our own".to_owned()) }
}

/// The file with a function that makes the calls that its parameters choose.
fn with_judge(one: &Use, file: &Path) -> Result<(Unit, Scratch), String> {
    let mut text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let params: Vec<String> = (0..LONGEST).map(|call| format!("int c{call}")).collect();
    let steps = (0..LONGEST).map(|call| {
        let mut cases = String::new();
        for (number, text) in all_calls(one).enumerate() {
            writeln!(cases, "    case {number}: {text}; break;").expect("writing succeeds");
        }
        format!("    switch (c{call}) {{\n{cases}    default: return;\n    }}\n")
    });
    write!(
        text,
        "\nvoid {JUDGE}({})\n{{\n    {}\n{}}}\n",
        params.join(", "),
        one.held,
        steps.collect::<String>()
    )
    .expect("writing to a string succeeds");
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let path: PathBuf = scratch.file(one.file);
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let compiler = Compiler::new("gcc", Vec::new());
    let unit = front::read(&path, &compiler, OverflowName::Trap)
        .map_err(|_| "the judge should be readable".to_owned())?;
    Ok((unit, scratch))
}

fn all_calls(one: &Use) -> impl Iterator<Item = &'static str> + use<> {
    one.first.iter().chain(one.then).chain(one.last).copied()
}

/// Outcomes, each with the function that the last call is of, and the fewest calls that show it.
type Shown = BTreeMap<(Func, ir::Event), usize>;

fn shown_anywhere(shown: &Shown, event: ir::Event) -> Option<&usize> {
    shown.iter().filter(|((_, it), _)| *it == event).map(|(_, fewest)| fewest).min()
}

/// What all short sequences show, and how many there are; each is also run with one of its first allocations failing.
fn shown(one: &Use, unit: &Unit, longest: usize) -> Result<(Shown, usize), String> {
    let judge = unit.program.find_func(JUDGE).ok_or("the judge should be there")?;
    let mut machine = Machine::new(&unit.program);
    let (n_first, n_then) = (one.first.len(), one.first.len() + one.then.len());
    let n_all = n_then + one.last.len();
    let calls: Vec<&str> = all_calls(one).collect();
    let (mut shown, mut n_tried) = (Shown::new(), 0);
    let mut open: Vec<Vec<usize>> = if n_first > 0 {
        (0..n_first).map(|at| vec![at]).collect()
    } else {
        (0..n_all).map(|at| vec![at]).collect()
    };
    while !open.is_empty() && open[0].len() <= longest {
        let mut longer = Vec::new();
        for sequence in open {
            let called = sequence.last().map(|&at| calls[at]).unwrap_or_default();
            let func =
                last_called(unit, called).ok_or_else(|| format!("{called} calls nothing"))?;
            for failing in [vec![], vec![0], vec![1], vec![2]] {
                n_tried += 1;
                let run = machine.run(judge, &input(&sequence, failing), &Limits::UNIT);
                for event in run.events {
                    shown.entry((func, event)).or_insert(sequence.len());
                }
            }
            let is_ended = sequence.last().is_some_and(|&at| at >= n_then);
            if !is_ended {
                longer.extend((n_first..n_all).map(|next| [&sequence[..], &[next]].concat()));
            }
        }
        open = longer;
    }
    Ok((shown, n_tried))
}

fn input(sequence: &[usize], failing: Vec<u32>) -> Input {
    let chosen = |at: usize| sequence.get(at).map_or(u128::from(u32::MAX), |&it| it as u128);
    let args = (0..LONGEST).map(|at| Scalar::Bits(Type::Int(32), chosen(at))).collect();
    Input { args, failing, ..Input::default() }
}

/// The function that a call is of.
fn last_called(unit: &Unit, text: &str) -> Option<Func> {
    let name = text.split('(').next()?.rsplit([' ', '=']).next()?;
    unit.program.find_func(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Short ones only; the command tries more.
    #[test]
    fn sequences_are_as_short_as_all_short_ones_show() {
        for one in &USES {
            let judged = judge(one, 3).expect("the files are there");
            assert!(judged.wrong.is_empty(), "{}: {:?}", one.file, judged.wrong);
        }
    }
}
