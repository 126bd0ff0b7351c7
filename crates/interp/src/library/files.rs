//! Files of a whole program: they are in memory, there are none at first, and they are gone when it ends.
//!
//! Units under test have no files: what these functions give them is scripted.

use super::{Arg, Model, Reply, int};
use crate::pointer::{NULL, Word};
use crate::world::World;
use ir::TrapKind;

pub(super) const MODELS: &[Model] = &[
    Model { name: "fopen", sig: "ppp", run: fopen },
    Model { name: "fclose", sig: "ip", run: fclose },
    Model { name: "fgetc", sig: "ip", run: fgetc },
    Model { name: "getc", sig: "ip", run: fgetc },
    Model { name: "ungetc", sig: "iip", run: ungetc },
    Model { name: "fgets", sig: "ppip", run: fgets },
    Model { name: "fread", sig: "zpzzp", run: fread },
    Model { name: "fseek", sig: "ipzi", run: fseek },
    Model { name: "ftell", sig: "zp", run: ftell },
    Model { name: "rewind", sig: "vp", run: rewind },
    Model { name: "feof", sig: "ip", run: feof },
    Model { name: "ferror", sig: "ip", run: |_, _| Ok(0) },
    Model { name: "remove", sig: "ip", run: remove },
];

const NO_SUCH_FILE: i32 = 2;
const INVALID: i32 = 22;

/// The files of a run, and which of them are open.
#[derive(Default)]
pub(crate) struct Files {
    named: Vec<(Vec<u8>, usize)>,
    contents: Vec<Vec<u8>>,
    open: Vec<Open>,
}

/// An open file.
struct Open {
    stream: Word,
    file: usize,
    at: usize,
    writes: bool,
    appends: bool,
    ended: bool,
}

impl Files {
    fn find(&self, name: &[u8]) -> Option<usize> {
        self.named.iter().find(|(known, _)| known == name).map(|it| it.1)
    }

    fn of(&mut self, stream: Word) -> Option<(&mut Open, &mut Vec<u8>)> {
        let open = self.open.iter_mut().find(|open| open.stream == stream)?;
        let contents = &mut self.contents[open.file];
        Some((open, contents))
    }

    /// Writes to the file of a stream, if it has one.
    pub(super) fn write(&mut self, stream: Word, text: &[u8]) {
        let Some((open, contents)) = self.of(stream).filter(|(open, _)| open.writes) else {
            return;
        };
        if open.appends {
            open.at = contents.len();
        }
        let end = open.at + text.len();
        contents.resize(contents.len().max(end), 0);
        contents[open.at..end].copy_from_slice(text);
        open.at = end;
    }

    /// The next bytes of a stream, up to so many and to the end of a line where one is asked for.
    fn read(&mut self, stream: Word, most: usize, line: bool) -> Vec<u8> {
        let Some((open, contents)) = self.of(stream) else { return Vec::new() };
        let rest = contents.get(open.at..).unwrap_or_default();
        let end = if line { rest.iter().position(|&byte| byte == b'\n') } else { None };
        let wanted = end.map_or(most, |end| most.min(end + 1));
        let found = rest[..wanted.min(rest.len())].to_vec();
        open.ended |= found.len() < wanted;
        open.at += found.len();
        found
    }
}

fn fopen(world: &mut World, args: &[Arg]) -> Reply {
    let name = world.memory.string(args[0].pointer())?.to_vec();
    let mode = world.memory.string(args[1].pointer())?.to_vec();
    let (known, updates) = (world.files.find(&name), mode.contains(&b'+'));
    let file = match (mode.first(), known) {
        (Some(b'r'), None) => {
            world.set_errno(NO_SUCH_FILE)?;
            return Ok(NULL.into());
        }
        (Some(b'r' | b'a' | b'w'), Some(file)) => file,
        (Some(b'a' | b'w'), None) => {
            world.files.contents.push(Vec::new());
            let file = world.files.contents.len() - 1;
            world.files.named.push((name, file));
            file
        }
        _ => {
            world.set_errno(INVALID)?;
            return Ok(NULL.into());
        }
    };
    if mode[0] == b'w' {
        world.files.contents[file].clear();
    }
    let stream = world.object(&[0; 8])?;
    let (writes, appends) = (mode[0] != b'r' || updates, mode[0] == b'a');
    world.files.open.push(Open { stream, file, at: 0, writes, appends, ended: false });
    Ok(stream.into())
}

/// The stream of an argument: not null, and open unless it is one that every program has.
fn stream(world: &World, arg: Arg) -> Result<Word, TrapKind> {
    let stream = arg.pointer();
    let is_open = world.files.open.iter().any(|open| open.stream == stream);
    match stream {
        NULL => Err(TrapKind::NullPointer),
        _ if is_open || world.streams.contains(&stream) => Ok(stream),
        _ => Err(TrapKind::LibraryMisuse),
    }
}

fn fclose(world: &mut World, args: &[Arg]) -> Reply {
    let stream = stream(world, args[0])?;
    world.files.open.retain(|open| open.stream != stream);
    Ok(0)
}

fn fgetc(world: &mut World, args: &[Arg]) -> Reply {
    let stream = stream(world, args[0])?;
    let byte = world.files.read(stream, 1, false).first().copied();
    Ok(int(byte.map_or(-1, i32::from)))
}

/// Only what was read last can be put back.
fn ungetc(world: &mut World, args: &[Arg]) -> Reply {
    let (byte, stream) = (args[0].bits as u8, stream(world, args[1])?);
    let Some((open, contents)) = world.files.of(stream) else { return Ok(int(-1)) };
    if args[0].int() < 0 {
        return Ok(int(-1));
    }
    if open.at == 0 || contents.get(open.at - 1) != Some(&byte) {
        return Err(super::Stop::Unsupported("ungetc of another character".to_owned()));
    }
    (open.at, open.ended) = (open.at - 1, false);
    Ok(int(i32::from(byte)))
}

fn fgets(world: &mut World, args: &[Arg]) -> Reply {
    let stream = stream(world, args[2])?;
    let Ok(most @ 1..) = usize::try_from(args[1].int()) else { return Ok(NULL.into()) };
    let mut line = world.files.read(stream, most - 1, true);
    if line.is_empty() && most > 1 {
        return Ok(NULL.into());
    }
    line.push(0);
    world.memory.write(args[0].pointer(), &line)?;
    Ok(args[0].bits)
}

fn fread(world: &mut World, args: &[Arg]) -> Reply {
    let (size, count, stream) = (args[1].size(), args[2].size(), stream(world, args[3])?);
    let most = size.checked_mul(count).ok_or(TrapKind::OutOfBounds)?;
    let found = world.files.read(stream, most as usize, false);
    world.memory.write(args[0].pointer(), &found)?;
    Ok(u128::from((found.len() as u64).checked_div(size).unwrap_or(0)))
}

fn fseek(world: &mut World, args: &[Arg]) -> Reply {
    let stream = stream(world, args[0])?;
    let Some((open, contents)) = world.files.of(stream) else { return Ok(int(-1)) };
    let from = match args[2].int() {
        0 => 0,
        1 => open.at as i64,
        2 => contents.len() as i64,
        _ => return Ok(int(-1)),
    };
    let to = from.checked_add(args[1].size() as i64);
    let Some(to) = to.and_then(|to| usize::try_from(to).ok()) else { return Ok(int(-1)) };
    (open.at, open.ended) = (to, false);
    Ok(0)
}

fn ftell(world: &mut World, args: &[Arg]) -> Reply {
    let stream = stream(world, args[0])?;
    let at = world.files.of(stream).map_or(-1, |(open, _)| open.at as i64);
    Ok(u128::from(at as u64))
}

fn rewind(world: &mut World, args: &[Arg]) -> Reply {
    let stream = stream(world, args[0])?;
    if let Some((open, _)) = world.files.of(stream) {
        (open.at, open.ended) = (0, false);
    }
    Ok(0)
}

fn feof(world: &mut World, args: &[Arg]) -> Reply {
    let stream = stream(world, args[0])?;
    Ok(int(i32::from(world.files.of(stream).is_some_and(|(open, _)| open.ended))))
}

fn remove(world: &mut World, args: &[Arg]) -> Reply {
    let name = world.memory.string(args[0].pointer())?.to_vec();
    let n_files = world.files.named.len();
    world.files.named.retain(|(known, _)| *known != name);
    if world.files.named.len() == n_files {
        world.set_errno(NO_SUCH_FILE)?;
        return Ok(int(-1));
    }
    Ok(0)
}
