//! What contains the code under test when it is run, and whether it is run at all.

use crate::OWN_ERROR;
use crate::out::say;
use native::{Guard, Layer};

/// Names layers that are not to be used, separated by commas: for tests of what is said and done without them.
const SWITCH_OFF: &str = "PROBANT_SWITCH_OFF";

/// A guard that keeps files safe, or why code under test is not run.
pub(crate) fn guard(unsafe_replay: bool) -> Result<Guard, String> {
    let executable = std::env::current_exe()
        .map_err(|error| format!("replay is off: probant does not find itself: {error}"))?;
    let guard = Guard::probed(&executable, &switched_off()).map_err(|error| error.to_string())?;
    if guard.guards_files() || unsafe_replay {
        return Ok(guard);
    }
    let reasons = guard.missing().iter().filter(|(layer, _)| layer.guards_files());
    let reasons: Vec<String> = reasons.map(|(layer, why)| format!("{layer}: {why}")).collect();
    Err(format!(
        "replay is off: nothing here keeps the code under test from changing files ({}); --unsafe-replay runs it all the same",
        reasons.join("; ")
    ))
}

/// What contains tests and what does not, in one line.
pub(crate) fn said(guard: &Guard) -> String {
    let names = |layers: Vec<String>| layers.join(", ");
    let in_force = names(guard.layers().iter().map(ToString::to_string).collect());
    let missing = guard.missing().iter().map(|(layer, why)| format!("{layer} ({why})"));
    let missing = names(missing.collect());
    if missing.is_empty() {
        format!("contained by {in_force}")
    } else {
        format!("contained by {in_force}; not by {missing}")
    }
}

/// Prints which protections are in force; the exit status.
pub fn safety() -> u8 {
    let guard = match guard(true) {
        Ok(guard) => guard,
        Err(message) => {
            eprintln!("probant: {message}");
            return OWN_ERROR;
        }
    };
    for layer in Layer::ALL {
        match guard.missing().iter().find(|(missing, _)| *missing == layer) {
            None => say!("{layer}: in force"),
            Some((_, why)) => say!("{layer}: not in force: {why}"),
        }
    }
    u8::from(!guard.missing().is_empty())
}

/// Is what stands in for the C library switched off too? Then code under test calls the library itself, and only the layers
/// stand between it and the machine.
pub(crate) fn scripts_are_off() -> bool {
    std::env::var(SWITCH_OFF).is_ok_and(|names| names.split(',').any(|name| name == "scripts"))
}

fn switched_off() -> Vec<Layer> {
    let names = std::env::var(SWITCH_OFF).unwrap_or_default();
    names.split(',').filter_map(Layer::named).collect()
}
