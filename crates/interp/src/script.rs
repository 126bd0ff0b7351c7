//! What models of functions that are defined elsewhere ask of the script of an input: how far to write, and what.
//!
//! Their C text calls two functions that only interpreter and engines know; compiled code has macros in their places. Both take
//! the function that a number comes from, which has no body: the script says what it returns.

use crate::library::{Arg, Stop};
use crate::outcome::{Access, Observer, Shown};
use crate::pointer::{self, NULL, Word, offset_of};
use crate::run::Engine;
use entity::EntityRef;
use ir::input::Scalar;
use ir::{Func, Program, Type};

/// A function of the script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scripted {
    /// `count(to, size, least, more)`: how many elements of a size are written from a place on.
    Count,
    /// `bytes(to, most, fewer)`: how many bytes are written to a buffer that is said to be so long.
    Bytes,
    /// `write(to, at, stride, n, value)`: writes a number into each of n elements.
    Write,
    /// [`ir::DEVICE_READ`]
    DeviceRead,
    /// [`ir::DEVICE_WRITE`]
    DeviceWrite,
}

/// The function of the script that a function without a body is, if it is one.
pub(crate) fn find(program: &Program, func: Func) -> Option<Scripted> {
    let data = &program.funcs[func];
    match (data.body.is_none(), data.name.as_str()) {
        (true, ir::SCRIPT_COUNT) if data.system => Some(Scripted::Count),
        (true, ir::SCRIPT_BYTES) if data.system => Some(Scripted::Bytes),
        (true, ir::SCRIPT_WRITE) if data.system => Some(Scripted::Write),
        (true, name) if name.starts_with(ir::DEVICE_READ) => Some(Scripted::DeviceRead),
        (true, name) if name.starts_with(ir::DEVICE_WRITE) => Some(Scripted::DeviceWrite),
        _ => None,
    }
}

impl<O: Observer> Engine<'_, O> {
    /// The next result of a function without a body; zero where the script has no more.
    pub(crate) fn stub(&mut self, func: Func) -> Result<u128, Stop> {
        let data = &self.shared.program.funcs[func];
        if !self.shared.stubs {
            let name = &data.name;
            return Err(Stop::Unsupported(format!("a call of `{name}`, which nobody defines")));
        }
        // A script can be as long as the run: it is read once, not from its start at each call.
        let mut rest = self.input.stubs[self.stubs[func]..].iter();
        let next = rest.by_ref().find(|(of, _)| *of == func).map(|(_, value)| *value);
        self.stubs[func] = self.input.stubs.len() - rest.len();
        let nothing = data.sig.ret.map(|ty| match ty {
            Type::Ptr => Scalar::Null,
            ty => Scalar::Bits(ty, 0),
        });
        let Some(scalar) = next.or(nothing) else { return Ok(0) };
        self.script.push((func, scalar));
        Ok(self.shared.word(self.inputs, scalar))
    }

    /// What was returned last is another value.
    fn correct(&mut self, value: Scalar) {
        if let Some(last) = self.script.last_mut() {
            last.1 = value;
        }
    }

    /// Calls a function of the script.
    pub(crate) fn scripted(
        &mut self,
        func: Func,
        scripted: Scripted,
        args: &[Arg],
    ) -> Result<u128, Stop> {
        match scripted {
            Scripted::DeviceRead | Scripted::DeviceWrite => {
                self.access_device(func, scripted, args)
            }
            Scripted::Count | Scripted::Bytes | Scripted::Write => self.run_model(scripted, args),
        }
    }

    /// A device shows what is there, changed as the script says, and takes what is written.
    fn access_device(
        &mut self,
        func: Func,
        scripted: Scripted,
        args: &[Arg],
    ) -> Result<u128, Stop> {
        let change = if scripted == Scripted::DeviceRead { self.stub(func)? } else { 0 };
        let value = args.first().map_or(0, |arg| arg.bits) ^ change;
        let ty = self.shared.program.funcs[func].sig.ret.unwrap_or(Type::I32);
        let value = Scalar::Bits(ty, value);
        let is_write = scripted == Scripted::DeviceWrite;
        self.n_shown += u64::from(is_write);
        if !is_write || self.n_shown <= self.limits.shown {
            self.shown.push(Shown::Access(Access { func, value, changed: change != 0 }));
        }
        Ok(self.shared.word(self.inputs, value))
    }

    fn run_model(&mut self, scripted: Scripted, args: &[Arg]) -> Result<u128, Stop> {
        let size = |index: usize| args[index].bits as u64;
        let piece = args.last().and_then(|arg| pointer::func_index(arg.bits as Word));
        let piece = Func::from_index(piece.ok_or(ir::TrapKind::BadCall)?);
        let to = args[0].bits as Word;
        match scripted {
            Scripted::Count => self.count(to, size(1), size(2), piece),
            Scripted::Bytes => self.bytes(to, size(1), piece),
            Scripted::Write => {
                let mut place = to;
                for turn in 0..size(3) {
                    let step = if turn == 0 { size(1) } else { size(2) };
                    place = self.world.memory.advance(place, step as i64)?;
                    self.write_piece(place, piece)?;
                }
                Ok(0)
            }
            Scripted::DeviceRead | Scripted::DeviceWrite => unreachable!("devices are no models"),
        }
    }

    /// At least so many elements are written as are there, and never more than are there. What the script says beyond that is
    /// put right in it.
    fn count(&mut self, to: Word, size: u64, least: u64, more: Func) -> Result<u128, Stop> {
        if to == NULL {
            return Ok(0);
        }
        let room = self.room(to) / size.max(1);
        let said = self.stub(more)? as u32 as i32;
        let wanted = (i64::from(said) + least as i64).max(0) as u64;
        let n = wanted.max(least).min(room);
        self.n_cramped += u32::from(n < least);
        self.correct(Scalar::Bits(Type::I32, u128::from((n as i64 - least as i64) as i32 as u32)));
        Ok(u128::from(n))
    }

    /// As many bytes as a buffer is said to be long, as far as they are there. What the script says of that is put right in it.
    fn bytes(&mut self, to: Word, most: u64, fewer: Func) -> Result<u128, Stop> {
        if to == NULL {
            return Ok(0);
        }
        self.stub(fewer)?;
        let n = most.min(self.room(to)).min(ir::MOST_BYTES);
        self.correct(Scalar::Bits(Type::Int(64), u128::from(most - n)));
        Ok(u128::from(n))
    }

    /// Bytes that may be written from a place on.
    fn room(&self, to: Word) -> u64 {
        match self.world.memory.size(to) {
            Ok(_) if self.world.memory.is_constant(to) => 0,
            Ok(size) => u64::from(size.saturating_sub(offset_of(to))),
            Err(_) => 0,
        }
    }

    fn write_piece(&mut self, place: Word, piece: Func) -> Result<(), Stop> {
        let ty = self.shared.program.funcs[piece].sig.ret.unwrap_or(Type::Int(8));
        let value = self.stub(piece)?;
        let bytes = self.shared.program.bytes(ty) as usize;
        Ok(self.world.memory.put_number(place, value, bytes.min(16))?)
    }
}
