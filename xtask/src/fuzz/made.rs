//! What the engine makes of a function within some time. Our own judges' disagreements are errors.

use engine::Generated;
use engine::describe::Describer;
use filetests::front::Lowered;
use std::time::{Duration, Instant};

pub(super) fn make(
    unit: &Lowered,
    func: ir::Func,
    options: &engine::Options,
    patience: Duration,
) -> Result<Generated, String> {
    let mut describer = Describer::new(&unit.program);
    make_with(unit, func, options, patience, &mut describer)
}

/// The same with a describer that knows the types afterwards.
pub(super) fn make_with(
    unit: &Lowered,
    func: ir::Func,
    options: &engine::Options,
    patience: Duration,
    describer: &mut Describer<'_>,
) -> Result<Generated, String> {
    let started = Instant::now();
    let stop = |_: &engine::Progress| started.elapsed() > patience;
    let (program, map, name) = (&unit.program, &unit.map, options.criterion.name());
    let made = engine::generate(program, map, func, describer, "f.c", options, &stop);
    let made = made.map_err(|no_start| format!("{name}: {no_start:?}"))?;
    match made.disagreements.first() {
        Some(disagreement) => Err(format!("{name}: {disagreement}")),
        None => Ok(made),
    }
}
