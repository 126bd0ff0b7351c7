//! The scalars of an input and where they stand, for those who change one at a time. What a change is good for is not known here.

use ir::input::{Input, Obj, Scalar};

/// Where a scalar of an input stands: an argument, a cell of an object or a global, the n-th result of a function without a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Place {
    Arg(usize),
    Object(Obj, usize),
    Global(usize, usize),
    Stub(usize),
}

impl Place {
    /// Does it belong to the same object, or to the results?
    pub(crate) fn is_beside(self, other: Self) -> bool {
        match (self, other) {
            (Self::Object(a, _), Self::Object(b, _)) => a == b,
            (Self::Global(a, _), Self::Global(b, _)) => a == b,
            (Self::Stub(_), Self::Stub(_)) => true,
            _ => false,
        }
    }
}

/// All scalars of an input, each with where it stands.
pub(crate) fn places(input: &Input) -> Vec<(Place, Scalar)> {
    let args = input.args.iter().enumerate().map(|(index, arg)| (Place::Arg(index), *arg));
    let objects = input.objects.iter().flat_map(|(obj, object)| {
        let cells = object.cells.iter().enumerate();
        cells.map(move |(cell, it)| (Place::Object(obj, cell), it.value))
    });
    let globals = input.globals.iter().enumerate().flat_map(|(index, (_, cells))| {
        let cells = cells.iter().enumerate();
        cells.map(move |(cell, it)| (Place::Global(index, cell), it.value))
    });
    let stubs = input.stubs.iter().enumerate();
    let stubs = stubs.map(|(index, (_, value))| (Place::Stub(index), *value));
    args.chain(objects).chain(globals).chain(stubs).collect()
}

/// The same input with another scalar at a place.
pub(crate) fn with(input: &Input, place: Place, value: Scalar) -> Input {
    let mut other = input.clone();
    *scalar_at(&mut other, place) = value;
    other
}

/// The scalar at a place.
pub(crate) fn scalar_at(input: &mut Input, place: Place) -> &mut Scalar {
    match place {
        Place::Arg(index) => &mut input.args[index],
        Place::Object(obj, cell) => &mut input.objects[obj].cells[cell].value,
        Place::Global(index, cell) => &mut input.globals[index].1[cell].value,
        Place::Stub(index) => &mut input.stubs[index].1,
    }
}
