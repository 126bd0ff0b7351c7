//! `ctype.h` in the C locale, as functions and as the tables behind glibc's macros.

use super::{Arg, Model, Reply, int};
use crate::memory::OutOfMemory;
use crate::pointer::Word;
use crate::world::World;
use ir::TrapKind;

pub(super) const MODELS: &[Model] = &[
    Model { name: "isalnum", sig: "ii", run: |_, args| class(args, ALNUM) },
    Model { name: "isalpha", sig: "ii", run: |_, args| class(args, ALPHA) },
    Model { name: "isblank", sig: "ii", run: |_, args| class(args, BLANK) },
    Model { name: "iscntrl", sig: "ii", run: |_, args| class(args, CNTRL) },
    Model { name: "isdigit", sig: "ii", run: |_, args| class(args, DIGIT) },
    Model { name: "isgraph", sig: "ii", run: |_, args| class(args, GRAPH) },
    Model { name: "islower", sig: "ii", run: |_, args| class(args, LOWER) },
    Model { name: "isprint", sig: "ii", run: |_, args| class(args, PRINT) },
    Model { name: "ispunct", sig: "ii", run: |_, args| class(args, PUNCT) },
    Model { name: "isspace", sig: "ii", run: |_, args| class(args, SPACE) },
    Model { name: "isupper", sig: "ii", run: |_, args| class(args, UPPER) },
    Model { name: "isxdigit", sig: "ii", run: |_, args| class(args, XDIGIT) },
    Model { name: "tolower", sig: "ii", run: |_, args| change(args, lower) },
    Model { name: "toupper", sig: "ii", run: |_, args| change(args, upper) },
    Model { name: "__ctype_b_loc", sig: "p", run: class_table },
    Model { name: "__ctype_tolower_loc", sig: "p", run: lower_table },
    Model { name: "__ctype_toupper_loc", sig: "p", run: upper_table },
];

// The bits of glibc's classes on a little-endian machine: a header macro tests them, so they are part of the ABI.
const UPPER: u16 = 1 << 8;
const LOWER: u16 = 1 << 9;
const ALPHA: u16 = 1 << 10;
const DIGIT: u16 = 1 << 11;
const XDIGIT: u16 = 1 << 12;
const SPACE: u16 = 1 << 13;
const PRINT: u16 = 1 << 14;
const GRAPH: u16 = 1 << 15;
const BLANK: u16 = 1 << 0;
const CNTRL: u16 = 1 << 1;
const PUNCT: u16 = 1 << 2;
const ALNUM: u16 = 1 << 3;

/// Tables reach from -128 to 255.
const FIRST: i32 = -128;
const LAST: i32 = 255;

fn classes(c: i32) -> u16 {
    let Some(byte) = u8::try_from(c).ok().filter(u8::is_ascii) else {
        return 0;
    };
    let space = byte.is_ascii_whitespace() || byte == 0x0b;
    [
        (byte.is_ascii_uppercase(), UPPER),
        (byte.is_ascii_lowercase(), LOWER),
        (byte.is_ascii_alphabetic(), ALPHA),
        (byte.is_ascii_digit(), DIGIT),
        (byte.is_ascii_hexdigit(), XDIGIT),
        (space, SPACE),
        ((b' '..=b'~').contains(&byte), PRINT),
        (byte.is_ascii_graphic(), GRAPH),
        (byte == b' ' || byte == b'\t', BLANK),
        (byte.is_ascii_control(), CNTRL),
        (byte.is_ascii_punctuation(), PUNCT),
        (byte.is_ascii_alphanumeric(), ALNUM),
    ]
    .into_iter()
    .filter(|(member, _)| *member)
    .fold(0, |all, (_, class)| all | class)
}

fn lower(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |byte| byte.to_ascii_lowercase() as i32)
}

fn upper(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |byte| byte.to_ascii_uppercase() as i32)
}

/// The argument must be an `unsigned char` or `EOF`.
fn character(args: &[Arg]) -> Result<i32, TrapKind> {
    let c = args[0].int();
    if (-1..=LAST).contains(&c) { Ok(c) } else { Err(TrapKind::LibraryMisuse) }
}

fn class(args: &[Arg], class: u16) -> Reply {
    Ok((classes(character(args)?) & class) as u128)
}

fn change(args: &[Arg], change: fn(i32) -> i32) -> Reply {
    Ok(int(change(character(args)?)))
}

/// A constant table whose entry for 0 is pointed to by a pointer in memory, whose address is the result.
fn table<const N: usize>(
    world: &mut World,
    name: &'static str,
    entry: impl Fn(i32) -> u128,
) -> Result<Word, OutOfMemory> {
    world.table(name, |world| {
        let bytes = |c| world.memory.bytes_of(entry(c), N).to_vec();
        let entries: Vec<u8> = (FIRST..=LAST).flat_map(bytes).collect();
        let base = world.object(&entries)?;
        world.memory.seal(base);
        let zero = base + (-FIRST) as u64 * N as u64;
        let bytes = world.memory.pointer_bytes(zero)?;
        world.object(&bytes)
    })
}

fn class_table(world: &mut World, _: &[Arg]) -> Reply {
    Ok(table::<2>(world, "ctype b", |c| classes(c).into())? as u128)
}

fn lower_table(world: &mut World, _: &[Arg]) -> Reply {
    Ok(table::<4>(world, "ctype tolower", |c| lower(c) as u128)? as u128)
}

fn upper_table(world: &mut World, _: &[Arg]) -> Reply {
    Ok(table::<4>(world, "ctype toupper", |c| upper(c) as u128)? as u128)
}
