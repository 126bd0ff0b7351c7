//! What the engine makes of a function within some time. Our own judges' disagreements are errors.
//!
//! Time is processor time: by the clock of the machine, verdicts would depend on what else runs. That clock only says when to
//! look at the other one, which costs a call of the system.

use crate::child::processor_time;
use engine::Generated;
use engine::describe::Describer;
use filetests::front::Lowered;
use std::cell::Cell;
use std::time::{Duration, Instant};

const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

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
    let started = processor_time()?;
    let last = Cell::new((Instant::now(), false));
    let stop = |_: &engine::Progress| {
        let (asked, mut over) = last.get();
        if !over && asked.elapsed() > BETWEEN_LOOKS {
            over = processor_time().is_ok_and(|now| now.saturating_sub(started) > patience);
            last.set((Instant::now(), over));
        }
        over
    };
    let (program, map, name) = (&unit.program, &unit.map, options.criterion.name());
    let made = engine::generate(program, map, func, describer, "f.c", options, &stop);
    let made = made.map_err(|no_start| format!("{name}: {no_start:?}"))?;
    match made.disagreements.first() {
        Some(disagreement) => Err(format!("{name}: {disagreement}")),
        None => Ok(made),
    }
}
