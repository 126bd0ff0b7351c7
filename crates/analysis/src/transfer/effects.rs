//! What single instructions do to where pointers may lead.

use super::Flow;
use crate::What;
use crate::limits;
use crate::state::{Off, Place, Places, Root, State, certain, join, possible};
use ir::{CastOp, Inst, LocalKind, Type, Value};

impl Flow<'_> {
    pub(super) fn simple(&mut self, inst: Value, data: &Inst, mut state: State) -> State {
        let func = self.func();
        match data {
            Inst::Null => self.define(inst, certain(Place::Null)),
            Inst::AddrLocal(local) => {
                self.define(inst, certain(Place::In(Root::Local(func, *local), Off::At(0))));
            }
            Inst::AddrGlobal(global) => {
                self.define(inst, certain(Place::In(Root::Global(*global), Off::At(0))));
            }
            Inst::AddrFunc(func) => self.define(inst, certain(Place::Code(*func))),
            Inst::Get(local) => {
                let places = state.registers.get(&(func, *local)).cloned().unwrap_or_default();
                self.define(inst, places);
            }
            Inst::Set(local, value) => {
                let places = self.value(*value);
                state.registers.insert((func, *local), places);
            }
            Inst::Cast(op, ..) => {
                let unknown = matches!(op, CastOp::IntToPtr);
                let places = if unknown { possible([Place::Unknown]) } else { Places::new() };
                self.define(inst, places);
            }
            Inst::PtrAdd { base, index, size, .. } => {
                let by = self.constant(*index).and_then(|index| {
                    i64::try_from(*size).ok().and_then(|size| index.checked_mul(size))
                });
                let places = moved(&self.value(*base), by);
                self.define(inst, places);
            }
            Inst::PtrField { base, offset } => {
                let mut places = moved(&self.value(*base), i64::try_from(*offset).ok());
                // Null has no members: that traps.
                places.remove(&Place::Null);
                self.define(inst, places);
            }
            Inst::Load { ty: Type::Ptr, addr, .. } => {
                let through = self.value(*addr);
                let places = self.load(&state, &through);
                self.note(inst, What::Use(through));
                self.define(inst, places);
            }
            Inst::Load { addr, .. } | Inst::LoadBits { addr, .. } => {
                self.note(inst, What::Use(self.value(*addr)));
            }
            Inst::Store { addr, value, .. } => {
                let (through, ty) = (self.value(*addr), self.program.body(func).types[*value]);
                let places = match ty {
                    Some(Type::Ptr) => self.value(*value),
                    // A number that is read as a pointer later, or a byte of one.
                    _ => possible([Place::Unknown]),
                };
                let len = ty.map_or(limits::SCALAR, |ty| self.program.bytes(ty));
                state.write(&through, &places, len);
                self.note(inst, What::Definition(through));
            }
            Inst::StoreBits { addr, unit, .. } => {
                let len = self.program.bytes(*unit);
                state.write(&self.value(*addr), &possible([Place::Unknown]), len);
            }
            Inst::Copy { dst, src, .. } => {
                let held = self.load_all(&state, &self.value(*src));
                let through = anywhere(&self.value(*dst));
                state.write(&through, &held, limits::SCALAR);
                self.note(inst, What::Definition(through));
            }
            Inst::Zero { dst, .. } => {
                state.write(&anywhere(&self.value(*dst)), &possible([Place::Null]), limits::SCALAR);
            }
            Inst::Live(local) | Inst::LiveSized(local, _) => {
                state.registers.remove(&(func, *local));
                if let LocalKind::Object { .. } = self.program.body(func).locals[*local].kind {
                    state.renew(Root::Local(func, *local));
                }
            }
            Inst::Variadic => self.define(inst, possible([Place::Unknown])),
            Inst::Unsupported(_) => state.lost = true,
            _ => {}
        }
        state
    }

    pub(super) fn value(&self, value: Value) -> Places {
        self.values.get(&(self.func(), value)).cloned().unwrap_or_default()
    }

    pub(super) fn define(&mut self, inst: Value, places: Places) {
        let func = self.func();
        if self.program.body(func).types[inst] != Some(Type::Ptr) {
            return;
        }
        match self.seen.entry((func, inst)).or_default().yields.as_mut() {
            Some(known) => drop(join(known, &places)),
            None => self.seen.entry((func, inst)).or_default().yields = Some(places.clone()),
        }
        self.values.insert((func, inst), places);
    }

    /// Remembers what an access goes through.
    fn note(&mut self, inst: Value, what: What) {
        let seen = self.seen.entry((self.func(), inst)).or_default();
        match (&mut seen.through, what) {
            (Some(What::Use(known)), What::Use(more))
            | (Some(What::Definition(known)), What::Definition(more)) => drop(join(known, &more)),
            (none, what) => *none = Some(what),
        }
    }

    fn constant(&self, value: Value) -> Option<i64> {
        match self.program.body(self.func()).insts[value] {
            Inst::Int(ty, bits) => {
                let width = u32::try_from(8 * self.program.bytes(ty)).ok()?;
                let shift = 128u32.checked_sub(width)?;
                i64::try_from(((bits << shift).cast_signed()) >> shift).ok()
            }
            _ => None,
        }
    }
}

/// The same objects at any byte.
pub(super) fn anywhere(places: &Places) -> Places {
    moved(places, None)
}

/// Pointers so many bytes on; somewhere in their objects if that is not known.
fn moved(places: &Places, by: Option<i64>) -> Places {
    let mut found = Places::new();
    for (&place, &sure) in places {
        let place = match place {
            Place::In(root, off) => {
                let at = match (off, by) {
                    (Off::At(at), Some(by)) => at.checked_add_signed(by).map(Off::At),
                    _ => None,
                };
                Place::In(root, at.unwrap_or(Off::Any))
            }
            other => other,
        };
        let known = found.entry(place).or_insert(sure);
        *known = (*known).min(sure);
    }
    found
}
