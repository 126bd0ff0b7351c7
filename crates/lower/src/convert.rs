//! Conversions between scalar types, spelled out.

use crate::func::FuncCx;
use cfront::typed::{CastKind, ExprId, ExprKind};
use cfront::types::{self, ArrayLen, QualTy, RecordId, RecordKind, Ty};
use ir::{CastOp, CodeView, Type, Value, View};

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
                self.note_view(from, to, false);
                value
            }
            CastKind::ToVoid | CastKind::Same => value,
        }
    }

    /// Remembers that a pointer is taken for a pointer to something else: an input must lead to what the code makes of it.
    fn note_view(&mut self, from: Ty, to: Ty, compared: bool) {
        let pointee = |ty| match self.unit().types[ty] {
            cfront::types::Type::Pointer(to) => Some(to),
            _ => None,
        };
        let pointers = (from, to);
        let (Some(from), Some(to)) = (pointee(from), pointee(to)) else { return };
        let is_function =
            |cx: &Self, ty: Ty| matches!(cx.unit().types[ty], cfront::types::Type::Function(_));
        let complete = |cx: &Self, ty: Ty| {
            !matches!(cx.unit().types[ty], cfront::types::Type::Void)
                && !is_function(cx, ty)
                && cx.unit().size_of(ty, &cx.machine().target).is_some()
        };
        if from.ty == to.ty {
            return;
        }
        if is_function(self, to.ty) {
            let [from, to] =
                [pointers.0, pointers.1].map(|it| self.cx.shape(QualTy::plain(it), None));
            return self.add_code_view(CodeView { from, to });
        }
        if !complete(self, to.ty) {
            return;
        }
        let from = complete(self, from.ty).then(|| self.cx.shape(from, None));
        let to = self.cx.shape(to, None);
        self.add_view(View { from, to, compared });
    }

    /// Remembers what one side of a comparison was before it was converted: what it is compared with may lead to such data, too.
    pub(crate) fn note_compared(&mut self, side: ExprId) {
        let data = &self.unit().exprs[side];
        if let ExprKind::Cast(CastKind::PtrToPtr, arg) = data.kind {
            self.note_view(data.ty, self.unit().exprs[arg].ty, true);
        }
    }

    fn add_code_view(&mut self, view: CodeView) {
        if !self.body.code_views.contains(&view) {
            self.body.code_views.push(view);
        }
    }

    fn add_view(&mut self, view: View) {
        if !self.body.views.contains(&view) {
            self.body.views.push(view);
        }
    }

    /// Remembers that the last member of a structure is named, an array of one element or none: it stands for as many as there
    /// is room for, and an input must have such room.
    pub(crate) fn note_tail(&mut self, ty: Ty, record: RecordId, field: u32) {
        let data = &self.unit().records[record];
        let is_last = data.kind == RecordKind::Struct && field as usize + 1 == data.fields.len();
        let field = &data.fields[field as usize];
        let types::Type::Array(elem, ArrayLen::Known(0 | 1) | ArrayLen::Incomplete) =
            self.unit().types[field.ty.ty]
        else {
            return;
        };
        let end = field.offset + self.machine().size(field.ty.ty);
        // Where the structure is filled up behind it, the next element stands in what is nobody's.
        if is_last && end == data.size && self.machine().size(elem.ty) > 0 {
            let view = self.cx.lengthened(ty, elem);
            self.add_view(view);
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
