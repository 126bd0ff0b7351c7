//! Words for error numbers: `strerror` and `perror`, as glibc has them in the C locale.

use super::{Arg, Model, Reply};
use crate::world::World;

pub(super) const MODELS: &[Model] = &[
    Model { name: "strerror", sig: "pi", run: strerror },
    Model { name: "perror", sig: "vp", run: perror },
];

/// The numbers that the library itself can set, and those that unit code sets.
const WORDS: &[(i32, &str)] = &[
    (0, "Success"),
    (1, "Operation not permitted"),
    (2, "No such file or directory"),
    (4, "Interrupted system call"),
    (5, "Input/output error"),
    (7, "Argument list too long"),
    (9, "Bad file descriptor"),
    (11, "Resource temporarily unavailable"),
    (12, "Cannot allocate memory"),
    (13, "Permission denied"),
    (14, "Bad address"),
    (16, "Device or resource busy"),
    (17, "File exists"),
    (22, "Invalid argument"),
    (28, "No space left on device"),
    (32, "Broken pipe"),
    (33, "Numerical argument out of domain"),
    (34, "Numerical result out of range"),
];

fn words(number: i32) -> String {
    let known = WORDS.iter().find(|(known, _)| *known == number);
    known.map_or_else(|| format!("Unknown error {number}"), |(_, words)| (*words).to_owned())
}

/// Each call has a text of its own; programs cannot tell but by its address.
fn strerror(world: &mut World, args: &[Arg]) -> Reply {
    let mut text = words(args[0].int()).into_bytes();
    text.push(0);
    Ok(world.object(&text)? as u128)
}

fn perror(world: &mut World, args: &[Arg]) -> Reply {
    let place = world.errno()?;
    let number = i32::from_le_bytes(world.memory.load(place)?);
    let mut line = Vec::new();
    if args[0].pointer() != crate::pointer::NULL {
        line.extend_from_slice(world.memory.string(args[0].pointer())?);
        line.extend_from_slice(b": ");
    }
    line.extend_from_slice(words(number).as_bytes());
    line.push(b'\n');
    world.stderr.extend_from_slice(&line);
    Ok(0)
}
