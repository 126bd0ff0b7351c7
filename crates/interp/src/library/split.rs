//! `strtok` and its relatives: strings cut into tokens in place.

use super::{Arg, Model, Reply, Stop};
use crate::pointer::{NULL, Word};
use crate::world::World;

pub(super) const MODELS: &[Model] = &[
    Model { name: "strtok", sig: "ppp", run: strtok },
    Model { name: "strtok_r", sig: "pppp", run: strtok_r },
    Model { name: "__strtok_r", sig: "pppp", run: strtok_r },
    Model { name: "strsep", sig: "ppp", run: strsep },
];

/// The rest of the string is kept by the library, null before the first call.
fn strtok(world: &mut World, args: &[Arg]) -> Reply {
    let rest = world.table("strtok", |world| world.object(&[0; 8]))?;
    next_token(world, args[0].pointer(), args[1].pointer(), rest)
}

fn strtok_r(world: &mut World, args: &[Arg]) -> Reply {
    next_token(world, args[0].pointer(), args[1].pointer(), args[2].pointer())
}

/// Cuts the next token off; `rest` is where the place behind it is kept.
fn next_token(world: &mut World, text: Word, delimiters: Word, rest: Word) -> Reply {
    let text = if text == NULL { world.load_pointer(rest)? } else { text };
    let token = text + leading(world, text, delimiters, true)?;
    if world.memory.string(token)?.is_empty() {
        world.store_pointer(rest, token)?;
        return Ok(NULL as u128);
    }
    let end = token + leading(world, token, delimiters, false)?;
    let behind = cut(world, end)?;
    world.store_pointer(rest, behind.unwrap_or(end))?;
    Ok(token as u128)
}

/// Like `strtok`, but every delimiter ends a token, and the end of the string leaves null.
fn strsep(world: &mut World, args: &[Arg]) -> Reply {
    let (rest, delimiters) = (args[0].pointer(), args[1].pointer());
    let token = world.load_pointer(rest)?;
    if token == NULL {
        return Ok(NULL as u128);
    }
    let end = token + leading(world, token, delimiters, false)?;
    let behind = cut(world, end)?;
    world.store_pointer(rest, behind.unwrap_or(NULL))?;
    Ok(token as u128)
}

/// How many bytes at the start of a string are delimiters, or are none.
fn leading(world: &World, text: Word, delimiters: Word, inside: bool) -> Result<u64, Stop> {
    let set = world.memory.string(delimiters)?;
    let bytes = world.memory.string(text)?;
    Ok(bytes.iter().take_while(|byte| set.contains(byte) == inside).count() as u64)
}

/// Ends a string at a place; gives the place behind, unless the string ended there already.
fn cut(world: &mut World, end: Word) -> Result<Option<Word>, Stop> {
    let [byte] = world.memory.load(end)?;
    if byte == 0 {
        return Ok(None);
    }
    world.memory.store(end, [0])?;
    Ok(Some(end + 1))
}
