//! `stdio.h`, output only, to a buffer.

use super::format::{Args, format};
use super::{Arg, Model, Reply, Stop, int};
use crate::pointer::NULL;
use crate::world::World;
use ir::TrapKind;

pub(super) const MODELS: &[Model] = &[
    Model { name: "putchar", sig: "ii", run: putchar },
    Model { name: "puts", sig: "ip", run: puts },
    Model { name: "putc", sig: "iip", run: fputc },
    Model { name: "fputc", sig: "iip", run: fputc },
    Model { name: "fputs", sig: "ipp", run: fputs },
    Model { name: "fwrite", sig: "zpzzp", run: fwrite },
    Model { name: "fflush", sig: "ip", run: |_, _| Ok(0) },
    Model { name: "setvbuf", sig: "ippiz", run: |_, _| Ok(0) },
    Model { name: "setbuf", sig: "vpp", run: |_, _| Ok(0) },
    Model { name: "printf", sig: "ip.", run: printf },
    Model { name: "fprintf", sig: "ipp.", run: fprintf },
    Model { name: "sprintf", sig: "ipp.", run: sprintf },
    Model { name: "snprintf", sig: "ipzp.", run: snprintf },
    Model { name: "vprintf", sig: "ipp", run: vprintf },
    Model { name: "vfprintf", sig: "ippp", run: vfprintf },
    Model { name: "vsprintf", sig: "ippp", run: vsprintf },
    Model { name: "vsnprintf", sig: "ipzpp", run: vsnprintf },
];

#[allow(clippy::unnecessary_wraps, reason = "the signature of a model")]
fn putchar(world: &mut World, args: &[Arg]) -> Reply {
    let byte = args[0].bits as u8;
    world.stdout.push(byte);
    Ok(int(byte as i32))
}

fn puts(world: &mut World, args: &[Arg]) -> Reply {
    let text = world.memory.string(args[0].pointer())?;
    world.stdout.extend_from_slice(text);
    // As many as glibc says it wrote.
    let written = int(i32::try_from(text.len() + 1).unwrap_or(i32::MAX));
    world.stdout.push(b'\n');
    Ok(written)
}

/// Writes to the stream that a pointer leads to.
fn put(world: &mut World, stream: Arg, text: &[u8]) -> Result<(), Stop> {
    match world.streams.iter().position(|known| *known == stream.pointer()) {
        Some(1) => world.stdout.extend_from_slice(text),
        Some(2) => world.stderr.extend_from_slice(text),
        // What is printed to a file that is not open nobody sees.
        _ if stream.pointer() == NULL => return Err(TrapKind::NullPointer.into()),
        _ => world.files.write(stream.pointer(), text),
    }
    Ok(())
}

fn fputc(world: &mut World, args: &[Arg]) -> Reply {
    let byte = args[0].bits as u8;
    put(world, args[1], &[byte])?;
    Ok(int(byte as i32))
}

fn fputs(world: &mut World, args: &[Arg]) -> Reply {
    let text = world.memory.string(args[0].pointer())?.to_vec();
    put(world, args[1], &text)?;
    Ok(int(1))
}

fn fwrite(world: &mut World, args: &[Arg]) -> Reply {
    let (size, count) = (args[1].size(), args[2].size());
    let len = size.checked_mul(count).ok_or(TrapKind::OutOfBounds)?;
    let text = world.memory.read(args[0].pointer(), len)?.to_vec();
    put(world, args[3], &text)?;
    Ok(if size == 0 { 0 } else { count as u128 })
}

fn printf(world: &mut World, args: &[Arg]) -> Reply {
    print(world, args[0], Args::Given(&args[1..]))
}

fn fprintf(world: &mut World, args: &[Arg]) -> Reply {
    print_to_stream(world, args[0], args[1], Args::Given(&args[2..]))
}

fn sprintf(world: &mut World, args: &[Arg]) -> Reply {
    print_to_string(world, args[0], args[1], Args::Given(&args[2..]))
}

fn snprintf(world: &mut World, args: &[Arg]) -> Reply {
    print_to_buffer(world, args[0], args[1].size(), args[2], Args::Given(&args[3..]))
}

fn vprintf(world: &mut World, args: &[Arg]) -> Reply {
    let list = list(world, args[1])?;
    print(world, args[0], list)
}

fn vfprintf(world: &mut World, args: &[Arg]) -> Reply {
    let list = list(world, args[2])?;
    print_to_stream(world, args[0], args[1], list)
}

fn vsprintf(world: &mut World, args: &[Arg]) -> Reply {
    let list = list(world, args[2])?;
    print_to_string(world, args[0], args[1], list)
}

fn vsnprintf(world: &mut World, args: &[Arg]) -> Reply {
    let list = list(world, args[3])?;
    print_to_buffer(world, args[0], args[1].size(), args[2], list)
}

/// What a `va_list` has still to give.
fn list(world: &World, list: Arg) -> Result<Args<'static>, Stop> {
    world.load_pointer(list.pointer()).map(Args::List)
}

fn print(world: &mut World, form: Arg, args: Args<'_>) -> Reply {
    let text = format(world, form.pointer(), args)?;
    world.stdout.extend_from_slice(&text);
    Ok(int(text.len() as i32))
}

fn print_to_stream(world: &mut World, stream: Arg, form: Arg, args: Args<'_>) -> Reply {
    let text = format(world, form.pointer(), args)?;
    put(world, stream, &text)?;
    Ok(int(text.len() as i32))
}

fn print_to_string(world: &mut World, dst: Arg, form: Arg, args: Args<'_>) -> Reply {
    let mut text = format(world, form.pointer(), args)?;
    text.push(0);
    world.memory.write(dst.pointer(), &text)?;
    Ok(int(text.len() as i32 - 1))
}

fn print_to_buffer(world: &mut World, dst: Arg, size: u64, form: Arg, args: Args<'_>) -> Reply {
    let mut text = format(world, form.pointer(), args)?;
    let (dst, len) = (dst.pointer(), text.len());
    if size > 0 {
        text.truncate(usize::try_from(size - 1).unwrap_or(usize::MAX).min(len));
        text.push(0);
        world.memory.write(dst, &text)?;
    } else if dst != NULL {
        world.memory.readable(dst, 0)?;
    }
    Ok(int(len as i32))
}
