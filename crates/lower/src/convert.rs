//! Conversions between scalar types, spelled out.

use crate::func::FuncCx;
use cfront::typed::CastKind;
use cfront::types::Ty;
use ir::{CastOp, Type, Value, View};

impl FuncCx<'_, '_> {
    /// Converts a scalar of C type `from` to C type `to`, both scalars of the machine.
    pub(crate) fn convert(&mut self, kind: CastKind, value: Value, from: Ty, to: Ty) -> Value {
        let Some(ty) = self.machine().scalar(to) else { return value };
        match kind {
            CastKind::IntToInt => self.resize(value, ty, self.machine().signed(from)),
            CastKind::ToBool => {
                let truth = self.nonzero(value);
                self.of_truth(truth, ty)
            }
            CastKind::IntToFloat => {
                let signed = self.machine().signed(from);
                self.cast(if signed { CastOp::SToF } else { CastOp::UToF }, ty, value)
            }
            CastKind::FloatToInt => {
                let signed = self.machine().signed(to);
                self.cast(if signed { CastOp::FToS } else { CastOp::FToU }, ty, value)
            }
            CastKind::FloatToFloat => self.cast(CastOp::FToF, ty, value),
            CastKind::IntToPtr => {
                let address =
                    self.resize(value, self.machine().pointer_int(), self.machine().signed(from));
                self.cast(CastOp::IntToPtr, Type::Ptr, address)
            }
            CastKind::PtrToInt => {
                let address = self.cast(CastOp::PtrToInt, self.machine().pointer_int(), value);
                self.resize(address, ty, false)
            }
            CastKind::PtrToPtr => {
                self.note_view(from, to);
                value
            }
            CastKind::ToVoid | CastKind::Same => value,
        }
    }

    /// Remembers that a pointer is taken for a pointer to something else: an input must lead to what the code makes of it.
    fn note_view(&mut self, from: Ty, to: Ty) {
        let pointee = |ty| match self.unit().types[ty] {
            cfront::types::Type::Pointer(to) => Some(to),
            _ => None,
        };
        let (Some(from), Some(to)) = (pointee(from), pointee(to)) else { return };
        let complete = |cx: &Self, ty: Ty| {
            !matches!(
                cx.unit().types[ty],
                cfront::types::Type::Void | cfront::types::Type::Function(_)
            ) && cx.unit().size_of(ty, &cx.machine().target).is_some()
        };
        if from.ty == to.ty || !complete(self, to.ty) {
            return;
        }
        let from = complete(self, from.ty).then(|| self.cx.shape(from, None));
        let view = View { from, to: self.cx.shape(to, None) };
        if !self.body.views.contains(&view) {
            self.body.views.push(view);
        }
    }

    /// An integer in another width: cut off, or extended by its own sign.
    pub(crate) fn resize(&mut self, value: Value, ty: Type, signed: bool) -> Value {
        let (from, to) = (self.body.ty(value).int_bits(), ty.int_bits());
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.cast(CastOp::Trunc, ty, value),
            std::cmp::Ordering::Less if signed => self.cast(CastOp::Sext, ty, value),
            std::cmp::Ordering::Less => self.cast(CastOp::Zext, ty, value),
        }
    }
}
