//! A panic of ours costs the function it happens in, and no other.

use engine::objectives::Within;
use engine::{Criterion, Options, Progress};
use probant::args::OverflowName;
use probant::front;
use probant::pipeline::{self, Outcome, Plan, Watch};

/// Panics at the first question about the function that comes second.
struct Fragile {
    index: usize,
}

impl Watch for Fragile {
    fn stop(&self, _: &Progress) -> bool {
        assert!(self.index != 1, "broken on purpose");
        false
    }
}

#[test]
fn the_other_functions_go_on() {
    let text = "int f(int x) { return x > 0; }\nint g(int x) { return x > 1; }\nint h(int x) { return x > 2; }\n";
    let preprocessed = cfront::pp::read(text.to_owned(), &|_| None);
    let Ok(unit) = front::compile(preprocessed, OverflowName::Trap, cfront::target::Target::LP64)
    else {
        panic!("the text is C")
    };
    let funcs: Vec<ir::Func> = unit.program.funcs.keys().collect();
    let options = Options {
        engines: engine::Engines::Walk,
        within: Within::Function,
        seeds: 10,
        ..Options::standard(Criterion::Branch)
    };
    let plan = Plan {
        options: vec![options; funcs.len()],
        funcs,
        replay: None,
        include: "f.c".to_owned(),
        watch: &|index| Box::new(Fragile { index }),
    };
    let (suite, outcomes) = pipeline::run(&unit, "f.c", &plan);
    let names: Vec<&str> =
        suite.functions.iter().map(|function| function.under_test.name.as_str()).collect();
    assert_eq!(names, ["f", "h"]);
    let panicked: Vec<String> = outcomes
        .iter()
        .filter_map(|outcome| match outcome {
            Outcome::Panicked(func, message) => {
                Some(format!("{}: {message}", unit.program.funcs[*func].name))
            }
            _ => None,
        })
        .collect();
    assert_eq!(panicked, ["g: broken on purpose"]);
}
