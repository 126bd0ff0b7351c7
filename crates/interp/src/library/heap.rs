//! Allocation: `malloc` and its kin, and `free`.
//!
//! A call fails where the input says so, and where no object of that size can exist; then the result is null, as with the GNU
//! C library. Where only the budget of the run is spent, the run has reached its limit, not the program.

use super::{Arg, Model, Reply, Stop};
use crate::memory::Kind;
use crate::pointer::{NULL, Word};
use crate::world::World;

pub(super) const MODELS: &[Model] = &[
    Model { name: "malloc", sig: "pz", run: malloc },
    Model { name: "calloc", sig: "pzz", run: calloc },
    Model { name: "realloc", sig: "ppz", run: realloc },
    Model { name: "reallocarray", sig: "ppzz", run: reallocarray },
    Model { name: "free", sig: "vp", run: free },
    Model { name: "strdup", sig: "pp", run: strdup },
    Model { name: "strndup", sig: "ppz", run: strndup },
];

/// `errno` where there is no memory.
const ENOMEM: i32 = 12;

fn malloc(world: &mut World, args: &[Arg]) -> Reply {
    block(world, Some(args[0].size()))
}

fn calloc(world: &mut World, args: &[Arg]) -> Reply {
    let size = args[0].size().checked_mul(args[1].size());
    let pointer = block(world, size)?;
    if let (Some(size), true) = (size, pointer != NULL.into()) {
        world.memory.fill(pointer as Word, size, 0)?;
    }
    Ok(pointer)
}

/// A new block, or null; no size is one that does not fit its type.
fn block(world: &mut World, size: Option<u64>) -> Reply {
    let fails = world.next_allocation_fails();
    let most = u64::MAX >> (65 - 8 * world.pointer_bytes);
    match size {
        Some(size) if size <= most && !fails => Ok(world.memory.allocate(size, Kind::Heap)?.into()),
        _ => {
            world.set_errno(ENOMEM)?;
            Ok(NULL.into())
        }
    }
}

fn realloc(world: &mut World, args: &[Arg]) -> Reply {
    resize(world, args[0].pointer(), Some(args[1].size()))
}

fn reallocarray(world: &mut World, args: &[Arg]) -> Reply {
    resize(world, args[0].pointer(), args[1].size().checked_mul(args[2].size()))
}

/// The old block ends unless there is no new one; no bytes are wanted of nobody: then it ends, and there is none.
fn resize(world: &mut World, old: Word, size: Option<u64>) -> Reply {
    if old == NULL {
        return block(world, size);
    }
    world.memory.check_free(old)?;
    if size == Some(0) {
        let _ = world.next_allocation_fails();
        world.memory.kill(old);
        return Ok(NULL.into());
    }
    let new = block(world, size)?;
    if let (Some(size), true) = (size, new != NULL.into()) {
        let keep = size.min(world.memory.size(old)?.into());
        world.memory.copy(new as Word, old, keep)?;
        world.memory.kill(old);
    }
    Ok(new)
}

fn free(world: &mut World, args: &[Arg]) -> Reply {
    let pointer = args[0].pointer();
    if pointer != NULL {
        world.memory.check_free(pointer)?;
        world.memory.kill(pointer);
    }
    Ok(0)
}

fn strdup(world: &mut World, args: &[Arg]) -> Reply {
    let text = world.memory.string(args[0].pointer())?.to_vec();
    new_string(world, text)
}

fn strndup(world: &mut World, args: &[Arg]) -> Reply {
    let text = super::string::prefix(world, args[0].pointer(), args[1].size())?;
    new_string(world, text)
}

fn new_string(world: &mut World, mut text: Vec<u8>) -> Result<u128, Stop> {
    text.push(0);
    let pointer = block(world, Some(text.len() as u64))?;
    if pointer != NULL.into() {
        world.memory.write(pointer as Word, &text)?;
    }
    Ok(pointer)
}
