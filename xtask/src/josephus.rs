//! `cargo xtask josephus`: counting out on a ring that the function allocates, with ever more turns of its loops.
//!
//! The program is the one of Gotlieb, Denmat and Botella's paper on pointers, whose search explodes after 15 turns. For each k
//! two questions: k turns of the innermost loop in the first round, and k rounds. Times are of the search alone; steps and
//! questions are the same on every machine.

use engine::describe::Describer;
use engine::{Criterion, Options};
use filetests::front;
use std::process::ExitCode;
use std::time::Instant;
use suite::{CValue, Verdict};

const LAST: u32 = 40;
const SECONDS: u64 = 20;

pub(crate) fn command() -> ExitCode {
    let mut ok = true;
    for (title, goal, seeds) in [
        ("k turns of the innermost loop in the first round, without seeds", INNER, 0),
        ("k turns of the innermost loop in the first round, as by default", INNER, 2000),
        ("k rounds, without seeds", ROUNDS, 0),
        ("k rounds, as by default", ROUNDS, 2000),
    ] {
        println!("{title}\n   k   outcomes     n     m   questions       steps     ms");
        for k in 1..=LAST {
            let Ok(row) = search(goal, k, seeds) else {
                println!("{k:4}   the program was not read");
                return ExitCode::FAILURE;
            };
            println!("{row}");
            ok &= !row.contains('!');
        }
    }
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

const INNER: &str = "first == K";
const ROUNDS: &str = "rounds == K";

const PROGRAM: &str = "
void *malloc(unsigned long);
void free(void *);
struct node { int key; struct node *next; };
int f(int n, int m)
{
    struct node *t = malloc(sizeof *t), *x = t;
    int i, rounds = 0, first = 0, last;
    t->key = 1;
    i = 2;
    while (i <= n) {
        t->next = malloc(sizeof *t);
        t = t->next;
        t->key = i;
        i++;
    }
    t->next = x;
    while (t != t->next) {
        i = 1;
        while (i <= m - 1) {
            t = t->next;
            i++;
            first += rounds == 0;
        }
        x = t->next;
        t->next = t->next->next;
        free(x);
        rounds++;
    }
    last = t->key;
    free(t);
    if (GOAL)
        return 0;
    return last;
}
";

/// One row of the table; `!` marks what was not covered.
fn search(goal: &str, k: u32, seeds: u32) -> Result<String, String> {
    let text = PROGRAM.replace("GOAL", &goal.replace('K', &k.to_string()));
    let unit = front::lower_text(&text)?;
    let func = unit.program.find_func("f").ok_or("no function")?;
    let options = Options { seeds, most_inputs: 0, ..Options::standard(Criterion::Branch) };
    let mut describer = Describer::new(&unit.program);
    let began = Instant::now();
    let stop = |_: &engine::Progress| began.elapsed().as_secs() >= SECONDS;
    let made =
        engine::generate(&unit.program, &unit.map, func, &mut describer, "f.c", &options, &stop)
            .map_err(|no_start| format!("{no_start:?}"))?;
    let ms = began.elapsed().as_millis();
    let report = &made.report;
    let covered =
        report.objectives.iter().filter(|it| matches!(it.verdict, Verdict::Covered { .. })).count();
    let all = report.objectives.len();
    let stat = |name: &str| report.stats.iter().find(|(it, _)| it == name).map_or(0, |it| it.1);
    let wanted = report.objectives.iter().rev().nth(1).map(|it| &it.verdict);
    let test = match wanted {
        Some(Verdict::Covered { test }) => report.test(test),
        _ => None,
    };
    let param = |index: usize| match test.map(|test| &test.inputs.params[index].value) {
        Some(CValue::Int(value)) => value.to_string(),
        _ => "-".to_owned(),
    };
    let mark = if covered == all { ' ' } else { '!' };
    let (n, m) = (param(0), param(1));
    let (questions, steps) = (stat("solver_calls"), stat("steps"));
    Ok(format!(
        "{k:4} {mark} {covered:2} of {all:2} {n:>7} {m:>5} {questions:11} {steps:11} {ms:6}"
    ))
}
