//! Variables, elements, members and pointers that a statement can name.

use super::{Chooser, Visible};
use crate::tree::{BinOp, Expr, Int, Place, Ptr, Role, Ty, Var};

/// What a place is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
    /// Its address is kept by a pointer of this depth.
    Address(usize),
}

impl Chooser<'_> {
    /// A place of integer type, if there is one.
    pub(super) fn int_place(&mut self, wanted: Use) -> Option<Place> {
        let roots = self.roots(wanted);
        let reaching: Vec<_> =
            roots.into_iter().filter(|(_, ty)| self.reaches_int(ty, wanted)).collect();
        if reaching.is_empty() {
            return None;
        }
        let (var, ty) = self.rng.pick(&reaching).clone();
        Some(self.descend(Place::Var(var), &ty))
    }

    /// A place of exactly this type, if there is one.
    pub(super) fn place_of(&mut self, ty: &Ty, wanted: Use) -> Option<Place> {
        let mut found = Vec::new();
        for (var, root) in self.roots(wanted) {
            self.collect(Place::Var(var), &root, ty, &mut found);
        }
        if found.is_empty() { None } else { Some(self.rng.pick(&found).clone()) }
    }

    /// A pointer to this type that may be kept at this depth.
    pub(super) fn pointer_to(&mut self, ty: &Ty, depth: usize) -> Option<Ptr> {
        if self.profile.traps && self.rng.one_in(30) {
            return Some(Ptr::Null);
        }
        if self.rng.one_in(2)
            && let Some(ptr) = self.kept_pointer(ty, depth)
        {
            return Some(ptr);
        }
        if self.rng.one_in(3)
            && let Some(ptr) = self.pointer_into_array(ty, depth)
        {
            return Some(ptr);
        }
        self.place_of(ty, Use::Address(depth)).map(Ptr::Of)
    }

    /// The value of a pointer variable.
    fn kept_pointer(&mut self, ty: &Ty, depth: usize) -> Option<Ptr> {
        let wanted = Ty::Ptr(Box::new(ty.clone()));
        let place = self.place_of(&wanted, Use::Address(depth))?;
        Some(Ptr::Load(place))
    }

    /// An element of an array by pointer arithmetic.
    fn pointer_into_array(&mut self, ty: &Ty, depth: usize) -> Option<Ptr> {
        let roots = self.roots(Use::Address(depth));
        let arrays: Vec<_> = roots
            .into_iter()
            .filter_map(|(var, root)| match root {
                Ty::Array(elem, len) if *elem == *ty => Some((var, len)),
                _ => None,
            })
            .collect();
        if arrays.is_empty() {
            return None;
        }
        let &(var, len) = self.rng.pick(&arrays);
        let index = self.index(len);
        Some(Ptr::Plus(Box::new(Ptr::Decay(Place::Var(var))), Box::new(index)))
    }

    /// Two pointers into one array.
    pub(super) fn pointer_pair(&mut self) -> Option<(Ptr, Ptr)> {
        let roots = self.roots(Use::Read);
        let arrays: Vec<_> = roots
            .into_iter()
            .filter_map(|(var, root)| match root {
                Ty::Array(_, len) => Some((var, len)),
                _ => None,
            })
            .collect();
        if arrays.is_empty() {
            return None;
        }
        let &(var, len) = self.rng.pick(&arrays);
        let element = |chooser: &mut Self| {
            let index = Box::new(chooser.index(len));
            Ptr::Of(Place::Element(Box::new(Place::Var(var)), index))
        };
        Some((element(self), element(self)))
    }

    /// An index into an array of this length: in range unless traps are wanted.
    pub(super) fn index(&mut self, len: u32) -> Expr {
        let constant = |value: i128| Expr::Const(value, Int::Int);
        if self.rng.one_in(3) {
            return constant(self.rng.range(0, len as i128 - 1));
        }
        let expr = self.expr(1, false);
        if self.profile.traps && self.rng.one_in(10) {
            return expr;
        }
        if len.is_power_of_two() {
            let mask = constant(len as i128 - 1);
            return Expr::Binary(BinOp::And, Box::new(expr), Box::new(mask));
        }
        let unsigned = Expr::Cast(Ty::Int(Int::UInt), Box::new(expr));
        let modulus = Expr::Const(len as i128, Int::UInt);
        Expr::Binary(BinOp::Rem, Box::new(unsigned), Box::new(modulus))
    }

    /// Variables that may be used so, with their types.
    pub(super) fn roots(&self, wanted: Use) -> Vec<(Var, Ty)> {
        let allowed = |visible: &&Visible| match wanted {
            Use::Read => true,
            Use::Write => visible.writable,
            Use::Address(depth) => visible.writable && visible.depth <= depth,
        };
        let locals = self.scope.visible.iter().filter(allowed);
        let locals = locals.map(|v| (Var::Local(v.local), self.scope.locals[v.local].clone()));
        let globals = self.program.globals.iter().enumerate();
        let globals = globals.filter(|(_, global)| match wanted {
            Use::Read => true,
            Use::Write => global.role != Role::Const && self.scope.effects,
            Use::Address(_) => global.role != Role::Const,
        });
        locals
            .chain(globals.map(|(index, global)| (Var::Global(index), global.ty.clone())))
            .collect()
    }

    fn reaches_int(&self, ty: &Ty, wanted: Use) -> bool {
        match ty {
            Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) | Ty::Array(..) | Ty::Struct(_) => true,
            // A pointer may lead to what outlives the function.
            Ty::Ptr(_) => wanted == Use::Read || wanted == Use::Write && self.scope.effects,
        }
    }

    fn descend(&mut self, place: Place, ty: &Ty) -> Place {
        match ty {
            Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) => place,
            Ty::Array(elem, len) => {
                let index = self.index(*len);
                self.descend(Place::Element(Box::new(place), Box::new(index)), elem)
            }
            Ty::Struct(index) => {
                let member = self.rng.below(self.program.structs[*index].len());
                let ty = self.program.structs[*index][member].clone();
                self.descend(Place::Member(Box::new(place), member), &ty)
            }
            Ty::Ptr(to) => {
                let mut ptr = Ptr::Load(place);
                if self.profile.traps && self.rng.one_in(12) {
                    let step = Expr::Const(self.rng.range(-1, 2), Int::Int);
                    ptr = Ptr::Plus(Box::new(ptr), Box::new(step));
                }
                self.descend(Place::Target(Box::new(ptr)), to)
            }
        }
    }

    /// All places of type `wanted` below a place, but not through pointers.
    fn collect(&mut self, place: Place, ty: &Ty, wanted: &Ty, found: &mut Vec<Place>) {
        match ty {
            _ if ty == wanted => found.push(place),
            Ty::Array(elem, len) => {
                let index = self.index(*len);
                self.collect(Place::Element(Box::new(place), Box::new(index)), elem, wanted, found);
            }
            Ty::Struct(index) => {
                for (member, ty) in self.program.structs[*index].clone().iter().enumerate() {
                    let member = Place::Member(Box::new(place.clone()), member);
                    self.collect(member, ty, wanted, found);
                }
            }
            Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) | Ty::Ptr(_) => {}
        }
    }
}
