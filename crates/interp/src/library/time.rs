//! `time.h`: the clock stands still, so that a run is the same each time.

use super::{Arg, Model, Reply};
use crate::pointer::NULL;
use crate::world::World;

pub(super) const MODELS: &[Model] = &[
    Model { name: "clock", sig: "z", run: |_, _| Ok(0) },
    Model { name: "time", sig: "zp", run: time },
    Model { name: "difftime", sig: "dzz", run: difftime },
];

fn time(world: &mut World, args: &[Arg]) -> Reply {
    let place = args[0].pointer();
    if place != NULL {
        let bytes = world.pointer_bytes as usize;
        world.memory.write(place, &[0; 8][..bytes])?;
    }
    Ok(0)
}

#[allow(clippy::unnecessary_wraps, reason = "the signature of a model")]
fn difftime(_: &mut World, args: &[Arg]) -> Reply {
    Ok((args[0].long() as f64 - args[1].long() as f64).to_bits() as u128)
}
