//! What a run shows to functions that are defined elsewhere: that they are called, and with what.

use crate::library::{self, Arg};
use crate::outcome::{Called, Given, Observer, Shown};
use crate::pointer::{NULL, Word, offset_of};
use crate::run::Engine;
use crate::script;
use entity::SecondaryMap;
use ir::{Callee, Func, Inst, Program, Shape, ShapeId, Type};
use std::collections::BTreeSet;

/// Bytes behind a pointer that are told.
const MOST_BYTES: u64 = 256;

/// Which functions are defined elsewhere: those without a body, and those with a model. What models call without arguments is what a test
/// says, and no function of anyone's.
pub(crate) fn told(program: &Program) -> SecondaryMap<Func, bool> {
    let models = program.funcs.values().filter(|data| data.system);
    let insts = models.filter_map(|data| data.body.as_ref()).flat_map(|it| it.insts.values());
    let pieces: BTreeSet<Func> = insts.filter_map(mentioned).collect();
    let mut told = SecondaryMap::new();
    for (func, data) in program.funcs.iter().filter(|(_, data)| data.body.is_none()) {
        let is_library = || library::find(&data.name, &data.sig, program.target);
        let is_ours = data.name.starts_with(ir::CALL_TOLD) || script::find(program, func).is_some();
        let is_piece = data.sig.params.is_empty() && pieces.contains(&func);
        let is_nobodys = data.name.starts_with(ir::ANY_VALUE);
        told[func] = !is_nobodys && !is_ours && !is_piece && !data.system && is_library().is_none();
        let of_model = data.name.strip_prefix(ir::CALL_TOLD);
        if let Some(modelled) = of_model.and_then(|name| program.find_func(name)) {
            told[modelled] = true;
        }
    }
    told
}

fn mentioned(inst: &Inst) -> Option<Func> {
    match inst {
        Inst::Call { callee: Callee::Direct(func), .. } | Inst::AddrFunc(func) => Some(*func),
        _ => None,
    }
}

impl<O: Observer> Engine<'_, O> {
    /// Writes a call down.
    pub(crate) fn tell_call(&mut self, func: Func, args: impl Iterator<Item = Arg>) {
        self.n_shown += 1;
        if self.n_shown > self.limits.shown {
            return;
        }
        let program = self.shared.program;
        // A result that is returned in memory comes before the arguments.
        let args = args.skip(program.n_hidden_params(func));
        let params = program.funcs[func].params.iter();
        let given = params.zip(args).map(|(param, arg)| self.given(param.shape, arg)).collect();
        self.shown.push(Shown::Call(Called { func, args: given }));
    }

    fn given(&self, shape: ShapeId, arg: Arg) -> Given {
        let value = self.shared.seen(self.inputs, arg.ty, arg.bits);
        // Structures are passed by the address of a copy.
        let is_read = matches!(
            self.shared.program.shapes[shape],
            Shape::Pointer { read_only: true, .. } | Shape::Record { .. }
        );
        let pointer = arg.bits as Word;
        let behind = match arg.ty {
            Type::Ptr if is_read && pointer != NULL => self.bytes_behind(pointer),
            _ => Vec::new(),
        };
        Given { value, behind }
    }

    fn bytes_behind(&self, pointer: Word) -> Vec<Option<u8>> {
        let memory = &self.world.memory;
        let Ok(size) = memory.size(pointer) else { return Vec::new() };
        let n = u64::from(size.saturating_sub(offset_of(pointer))).min(MOST_BYTES);
        if memory.peek(pointer, n).is_err() {
            return Vec::new();
        }
        let has_addresses = memory.holds_address(pointer, n);
        if !has_addresses && let Ok(bytes) = memory.read(pointer, n) {
            return bytes.iter().copied().map(Some).collect();
        }
        let byte = |at: u64| {
            let bytes = memory.read(pointer + at as Word, 1).ok()?;
            let is_known = !has_addresses || !memory.holds_address(pointer + at as Word, 1);
            bytes.first().copied().filter(|_| is_known)
        };
        (0..n).map(byte).collect()
    }
}
