//! `stdlib.h`, `assert.h` and `errno.h`: numbers, ends of the program. Allocation is the business of `heap`.

use super::{Arg, Model, Reply, Stop, int};
use crate::memory::Kind;
use crate::pointer::NULL;
use crate::world::World;
use ir::TrapKind;

pub(super) const MODELS: &[Model] = &[
    Model { name: "abs", sig: "ii", run: abs },
    Model { name: "labs", sig: "zz", run: labs },
    Model { name: "llabs", sig: "qq", run: labs },
    Model { name: "imaxabs", sig: "qq", run: labs },
    Model { name: "div", sig: "vpii", run: div },
    Model { name: "ldiv", sig: "vpzz", run: div },
    Model { name: "lldiv", sig: "vpqq", run: div },
    // There is no environment.
    Model { name: "getenv", sig: "pp", run: |_, _| Ok(NULL as u128) },
    Model { name: "alloca", sig: "pz", run: alloca },
    Model { name: "abort", sig: "v", run: |_, _| Err(TrapKind::Abort.into()) },
    Model { name: "exit", sig: "vi", run: exit },
    Model { name: "_exit", sig: "vi", run: exit },
    Model { name: "_Exit", sig: "vi", run: exit },
    Model { name: "quick_exit", sig: "vi", run: exit },
    Model { name: "__assert_fail", sig: "vppip", run: |_, _| Err(TrapKind::AssertFailed.into()) },
    Model { name: "__errno_location", sig: "p", run: errno },
];

fn abs(_: &mut World, args: &[Arg]) -> Reply {
    args[0].int().checked_abs().map(int).ok_or(TrapKind::SignedOverflow.into())
}

fn labs(_: &mut World, args: &[Arg]) -> Reply {
    let width = args[0].ty.int_bits().unwrap_or(64);
    let value = args[0].long();
    if width == 32 {
        return abs_of_width(i32::try_from(value).ok().and_then(i32::checked_abs).map(i64::from));
    }
    abs_of_width(value.checked_abs())
}

fn abs_of_width(value: Option<i64>) -> Reply {
    value.map(|value| value as u128).ok_or(TrapKind::SignedOverflow.into())
}

/// Quotient and remainder, written to the structure that the caller made room for.
fn div(world: &mut World, args: &[Arg]) -> Reply {
    let (a, b) = (args[1].long(), args[2].long());
    let bits = args[1].ty.int_bits().unwrap_or(64);
    let least = i64::MIN >> (64 - bits);
    if b == 0 {
        return Err(TrapKind::DivisionByZero.into());
    }
    if a == least && b == -1 {
        return Err(TrapKind::SignedOverflow.into());
    }
    let bytes = bits as usize / 8;
    let both = [a / b, a % b].map(|it| world.memory.bytes_of(it as u128, bytes));
    let both = [&both[0][..], &both[1][..]].concat();
    world.memory.write(args[0].pointer(), &both)?;
    Ok(0)
}

/// What `alloca` gives cannot be freed and dies with its caller.
fn alloca(world: &mut World, args: &[Arg]) -> Reply {
    let pointer = world.memory.allocate(args[0].size(), Kind::Local)?;
    world.on_stack.push(pointer);
    Ok(pointer as u128)
}

fn exit(_: &mut World, args: &[Arg]) -> Reply {
    Err(Stop::Exit(args[0].int()))
}

fn errno(world: &mut World, _: &[Arg]) -> Reply {
    Ok(world.errno()? as u128)
}
