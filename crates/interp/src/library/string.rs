//! `string.h`.

use super::{Arg, Model, Reply, int};
use crate::memory::Fault;
use crate::pointer::{NULL, Word, offset_of, tag_of};
use crate::world::World;
use ir::TrapKind;
use std::cmp::Ordering;

pub(super) const MODELS: &[Model] = &[
    Model { name: "memcpy", sig: "pppz", run: memcpy },
    Model { name: "memmove", sig: "pppz", run: memmove },
    Model { name: "memset", sig: "ppcz", run: memset },
    Model { name: "memcmp", sig: "ippz", run: memcmp },
    Model { name: "memchr", sig: "ppcz", run: memchr },
    Model { name: "strlen", sig: "zp", run: strlen },
    Model { name: "strnlen", sig: "zpz", run: strnlen },
    Model { name: "strcmp", sig: "ipp", run: strcmp },
    Model { name: "strncmp", sig: "ippz", run: strncmp },
    Model { name: "strcasecmp", sig: "ipp", run: strcasecmp },
    Model { name: "strncasecmp", sig: "ippz", run: strncasecmp },
    Model { name: "strcoll", sig: "ipp", run: strcmp },
    Model { name: "strcpy", sig: "ppp", run: strcpy },
    Model { name: "stpcpy", sig: "ppp", run: stpcpy },
    Model { name: "strncpy", sig: "pppz", run: strncpy },
    Model { name: "strcat", sig: "ppp", run: strcat },
    Model { name: "strncat", sig: "pppz", run: strncat },
    Model { name: "strchr", sig: "ppc", run: strchr },
    Model { name: "strrchr", sig: "ppc", run: strrchr },
    Model { name: "strstr", sig: "ppp", run: strstr },
    Model { name: "strspn", sig: "zpp", run: strspn },
    Model { name: "strcspn", sig: "zpp", run: strcspn },
    Model { name: "strpbrk", sig: "ppp", run: strpbrk },
    Model { name: "mempcpy", sig: "pppz", run: mempcpy },
    Model { name: "memccpy", sig: "pppiz", run: memccpy },
    Model { name: "memrchr", sig: "ppiz", run: memrchr },
    Model { name: "strchrnul", sig: "ppi", run: strchrnul },
    Model { name: "strxfrm", sig: "zppz", run: strxfrm },
    Model { name: "index", sig: "ppi", run: strchr },
    Model { name: "rindex", sig: "ppi", run: strrchr },
    Model { name: "bcmp", sig: "ippz", run: memcmp },
    Model { name: "bzero", sig: "vpz", run: bzero },
];

fn memcpy(world: &mut World, args: &[Arg]) -> Reply {
    let (dst, src, len) = (args[0].pointer(), args[1].pointer(), args[2].size());
    if tag_of(dst) == tag_of(src)
        && offset_of(dst).abs_diff(offset_of(src)) as u64 <= len.saturating_sub(1)
        && dst != src
    {
        return Err(TrapKind::LibraryMisuse.into());
    }
    memmove(world, args)
}

fn memmove(world: &mut World, args: &[Arg]) -> Reply {
    let (dst, src, len) = (args[0].pointer(), args[1].pointer(), args[2].size());
    // The pointers must be valid even where nothing is copied.
    world.memory.copy(dst, src, len)?;
    Ok(dst as u128)
}

fn memset(world: &mut World, args: &[Arg]) -> Reply {
    let (dst, byte, len) = (args[0].pointer(), args[1].bits as u8, args[2].size());
    world.memory.fill(dst, len, byte)?;
    Ok(dst as u128)
}

/// The sign that glibc's comparisons give on x86-64: the difference of the first bytes that differ.
fn byte_order(a: &[u8], b: &[u8]) -> u128 {
    let differ = a.iter().zip(b).find(|(x, y)| x != y);
    int(differ.map_or(0, |(x, y)| *x as i32 - *y as i32))
}

fn memcmp(world: &mut World, args: &[Arg]) -> Reply {
    let len = args[2].size();
    let a = world.memory.read(args[0].pointer(), len)?;
    let b = world.memory.read(args[1].pointer(), len)?;
    Ok(byte_order(a, b))
}

fn memchr(world: &mut World, args: &[Arg]) -> Reply {
    let (base, wanted, len) = (args[0].pointer(), args[1].bits as u8, args[2].size());
    for at in 0..len {
        let [byte] = world.memory.load(base + at)?;
        if byte == wanted {
            return Ok((base + at) as u128);
        }
    }
    Ok(NULL as u128)
}

fn memrchr(world: &mut World, args: &[Arg]) -> Reply {
    let (base, wanted) = (args[0].pointer(), args[1].bits as u8);
    let bytes = world.memory.read(base, args[2].size())?;
    let found = bytes.iter().rposition(|&byte| byte == wanted);
    Ok(found.map_or(NULL, |at| base + at as u64) as u128)
}

fn mempcpy(world: &mut World, args: &[Arg]) -> Reply {
    Ok(memcpy(world, args)? + args[2].bits)
}

/// Copies up to and including a byte; the place behind its copy, or null if it did not come.
fn memccpy(world: &mut World, args: &[Arg]) -> Reply {
    let (dst, src, last) = (args[0].pointer(), args[1].pointer(), args[2].bits as u8);
    for at in 0..args[3].size() {
        let [byte] = world.memory.load(src + at)?;
        world.memory.store(dst + at, [byte])?;
        if byte == last {
            return Ok((dst + at + 1) as u128);
        }
    }
    Ok(NULL as u128)
}

fn bzero(world: &mut World, args: &[Arg]) -> Reply {
    world.memory.fill(args[0].pointer(), args[1].size(), 0)?;
    Ok(0)
}

fn strlen(world: &mut World, args: &[Arg]) -> Reply {
    Ok(world.memory.string(args[0].pointer())?.len() as u128)
}

/// The bytes of a string up to its terminator or a number of them.
pub(super) fn prefix(world: &World, base: Word, max: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < max {
        let [byte] = world.memory.load(base + bytes.len() as u64)?;
        if byte == 0 {
            break;
        }
        bytes.push(byte);
    }
    Ok(bytes)
}

fn strnlen(world: &mut World, args: &[Arg]) -> Reply {
    Ok(prefix(world, args[0].pointer(), args[1].size())?.len() as u128)
}

/// Compares byte by byte, so that nothing behind the first difference is touched.
fn compare(world: &World, args: &[Arg], max: u64, fold: fn(u8) -> u8) -> Reply {
    let (a, b) = (args[0].pointer(), args[1].pointer());
    for at in 0..max {
        let ([x], [y]) = (world.memory.load(a + at)?, world.memory.load(b + at)?);
        let (x, y) = (fold(x), fold(y));
        if x != y || x == 0 {
            return Ok(int(x as i32 - y as i32));
        }
    }
    Ok(0)
}

fn strcmp(world: &mut World, args: &[Arg]) -> Reply {
    compare(world, args, u64::MAX, |byte| byte)
}

/// Compares at most so many bytes. Both must be there even if these are none.
fn compare_some(world: &World, args: &[Arg], fold: fn(u8) -> u8) -> Reply {
    for place in &args[..2] {
        world.memory.readable(place.pointer(), 0)?;
    }
    compare(world, args, args[2].size(), fold)
}

fn strncmp(world: &mut World, args: &[Arg]) -> Reply {
    compare_some(world, args, |byte| byte)
}

fn strcasecmp(world: &mut World, args: &[Arg]) -> Reply {
    compare(world, args, u64::MAX, |byte| byte.to_ascii_lowercase())
}

fn strncasecmp(world: &mut World, args: &[Arg]) -> Reply {
    compare_some(world, args, |byte| byte.to_ascii_lowercase())
}

/// Writes a string with its terminator; it must not overlap its source.
fn put_string(world: &mut World, dst: Word, src: Word, mut text: Vec<u8>) -> Reply {
    text.push(0);
    let distance = offset_of(dst).abs_diff(offset_of(src)) as usize;
    if tag_of(dst) == tag_of(src) && distance < text.len() {
        return Err(TrapKind::LibraryMisuse.into());
    }
    world.memory.write(dst, &text)?;
    Ok(dst as u128)
}

fn strcpy(world: &mut World, args: &[Arg]) -> Reply {
    let (dst, src) = (args[0].pointer(), args[1].pointer());
    let text = world.memory.string(src)?.to_vec();
    put_string(world, dst, src, text)
}

fn stpcpy(world: &mut World, args: &[Arg]) -> Reply {
    let len = world.memory.string(args[1].pointer())?.len();
    strcpy(world, args)?;
    Ok(args[0].pointer() as u128 + len as u128)
}

fn strncpy(world: &mut World, args: &[Arg]) -> Reply {
    let (dst, src, len) = (args[0].pointer(), args[1].pointer(), args[2].size());
    let text = prefix(world, src, len)?;
    world.memory.fill(dst, len, 0)?;
    world.memory.write(dst, &text)?;
    Ok(dst as u128)
}

fn strcat(world: &mut World, args: &[Arg]) -> Reply {
    let (dst, src) = (args[0].pointer(), args[1].pointer());
    let end = world.memory.string(dst)?.len() as u64;
    let text = world.memory.string(src)?.to_vec();
    put_string(world, dst + end, src, text)?;
    Ok(dst as u128)
}

fn strncat(world: &mut World, args: &[Arg]) -> Reply {
    let (dst, src) = (args[0].pointer(), args[1].pointer());
    let end = world.memory.string(dst)?.len() as u64;
    let text = prefix(world, src, args[2].size())?;
    put_string(world, dst + end, src, text)?;
    Ok(dst as u128)
}

/// The place of a byte of a string, the terminator included.
fn place(world: &World, base: Word, find: impl Fn(&[u8]) -> Option<usize>) -> Reply {
    let len = world.memory.string(base)?.len() as u64;
    let found = find(world.memory.read(base, len + 1)?);
    Ok(found.map_or(NULL, |at| base + at as u64) as u128)
}

fn strchr(world: &mut World, args: &[Arg]) -> Reply {
    let wanted = args[1].bits as u8;
    place(world, args[0].pointer(), |text| text.iter().position(|&byte| byte == wanted))
}

/// The terminator where the byte does not come.
fn strchrnul(world: &mut World, args: &[Arg]) -> Reply {
    let wanted = args[1].bits as u8;
    place(world, args[0].pointer(), |text| {
        Some(text.iter().position(|&byte| byte == wanted).unwrap_or(text.len() - 1))
    })
}

/// In the C locale a string is its own key.
fn strxfrm(world: &mut World, args: &[Arg]) -> Reply {
    let text = world.memory.string(args[1].pointer())?.to_vec();
    let room = args[2].size();
    if (text.len() as u64) < room {
        let len = text.len() as u128;
        put_string(world, args[0].pointer(), args[1].pointer(), text)?;
        return Ok(len);
    }
    world.memory.write(args[0].pointer(), &text[..room as usize])?;
    Ok(text.len() as u128)
}

fn strrchr(world: &mut World, args: &[Arg]) -> Reply {
    let wanted = args[1].bits as u8;
    place(world, args[0].pointer(), |text| text.iter().rposition(|&byte| byte == wanted))
}

fn strstr(world: &mut World, args: &[Arg]) -> Reply {
    let needle = world.memory.string(args[1].pointer())?.to_vec();
    place(world, args[0].pointer(), |text| {
        let starts = 0..text.len().saturating_sub(needle.len());
        starts.into_iter().find(|&at| text[at..].starts_with(&needle))
    })
}

/// How many bytes at the start of a string are in (or not in) a set.
fn span(world: &World, args: &[Arg], inside: bool) -> Result<usize, Fault> {
    let set = world.memory.string(args[1].pointer())?;
    let text = world.memory.string(args[0].pointer())?;
    Ok(text.iter().take_while(|byte| set.contains(byte) == inside).count())
}

fn strspn(world: &mut World, args: &[Arg]) -> Reply {
    Ok(span(world, args, true)? as u128)
}

fn strcspn(world: &mut World, args: &[Arg]) -> Reply {
    Ok(span(world, args, false)? as u128)
}

fn strpbrk(world: &mut World, args: &[Arg]) -> Reply {
    let at = span(world, args, false)?;
    let base = args[0].pointer();
    let len = world.memory.string(base)?.len();
    Ok(match at.cmp(&len) {
        Ordering::Less => (base + at as u64) as u128,
        Ordering::Equal | Ordering::Greater => NULL as u128,
    })
}
