//! The inputs of a function: parameters, what they lead to, and globals, made as the run asks for them.

use crate::leaf::{LeafValue, Site};
use crate::limits::MOST_LEFT_OPEN;
use crate::memory::{Cell, ObjId, Object, Origin, Rest, byte_of};
use crate::value::word_width;
use crate::{Algebra, Bin, Memory, Target, Val};
use ir::{Func, Global, GlobalData, Shape, ShapeId, Type, VARIADIC_SLOT};
use world::{Gap, Preference, leaf_at};

impl<A: Algebra> Memory<'_, A> {
    /// Makes globals and arguments for a call of `func`; what it is passed.
    pub(crate) fn set_up(&mut self, alg: &mut A, func: Func) -> Vec<Val<A::Word>> {
        for (global, data) in self.program.globals.iter() {
            let object = self.global_object(alg, global, data);
            self.globals.push(object);
        }
        for (global, data) in self.program.globals.iter() {
            if !self.is_input(global) {
                self.initialise(alg, global, data);
            }
        }
        if !self.policy.prefers(Preference::FirstCall) {
            let changed = self.world.changed_before();
            changed.into_iter().for_each(|global| self.forget_first_value(alg, global));
        }
        if !self.policy.prefers(Preference::OneInterrupt) {
            let left = self.world.interrupts_left();
            left.into_iter().for_each(|global| self.forget_first_value(alg, global));
        }
        self.make_arguments(alg, func);
        self.settle_shared(alg);
        let place = self.result_place(alg, func);
        place.into_iter().chain(self.args.iter().copied()).collect()
    }

    /// Makes the arguments; pointers to whatever last, since they may lead to what the others lead to.
    fn make_arguments(&mut self, alg: &mut A, func: Func) {
        let params = &self.program.funcs[func].params;
        let shape = |index: usize| &self.program.shapes[params[index].shape];
        let (untyped, typed): (Vec<usize>, Vec<usize>) = (0..params.len())
            .partition(|&index| matches!(shape(index), Shape::Pointer { to: None, .. }));
        self.args = vec![Val::Uninit; params.len()];
        for index in typed.into_iter().chain(untyped) {
            self.args[index] = self.argument(alg, func, index as u32);
        }
    }

    /// A static variable holds whatever calls before this one left there. Nobody can choose that: only proofs come of it.
    fn forget_first_value(&mut self, alg: &mut A, global: Global) {
        let object = self.globals[entity::EntityRef::index(global)];
        let cells: Vec<_> =
            self.state.objects[object].cells.iter().map(|(at, it)| (*at, *it)).collect();
        for (at, cell) in cells {
            let val = match cell.val {
                Val::Word(word) => Val::Word(alg.fresh("static", alg.width(word))),
                _ => Val::Opaque(Gap::KeptPointer),
            };
            self.state.set_cell(object, at, Cell { val, ..cell });
        }
        let covered: u64 =
            self.state.objects[object].cells.values().map(|it| u64::from(it.len)).sum();
        if covered < self.program.globals[global].size {
            self.state.objects[object].rest =
                Rest::Input(self.program.globals[global].shape.expect("a variable has a shape"));
        }
    }

    /// Where a result goes that is returned in memory: callers pass it before the arguments.
    fn result_place(&mut self, alg: &mut A, func: Func) -> Option<Val<A::Word>> {
        let program = self.program;
        let shape = program.funcs[func].ret.filter(|_| program.n_hidden_params(func) == 1)?;
        let size = alg.constant(64, u128::from(program.shape_bytes(shape)));
        let object = Object::new("result", Origin::Heap, size, Rest::Uninit);
        let object = self.state.objects.push(object);
        Some(Val::Ptr(self.state.pointer_to(alg, Target::Object(object), 0)))
    }

    /// Is a global part of the input?
    pub fn is_input(&self, global: Global) -> bool {
        self.world.is_input(global)
    }

    fn global_object(&mut self, alg: &mut A, global: Global, data: &GlobalData) -> ObjId {
        let rest = match data.shape {
            Some(shape) if self.is_input(global) => Rest::Input(shape),
            _ if self.world.is_image(global) => Rest::Image(global),
            _ if data.init.is_some() => Rest::Zero,
            _ => Rest::Uninit,
        };
        let size = alg.constant(64, data.size as u128);
        let object = Object::new(data.name.as_str(), Origin::Global(global), size, rest);
        self.state.objects.push(Object { read_only: data.constant, ..object })
    }

    fn initialise(&mut self, alg: &mut A, global: Global, data: &GlobalData) {
        let object = self.globals[entity::EntityRef::index(global)];
        if data.init.is_none() && data.constant {
            self.leave_open(object, data);
        }
        if matches!(self.state.objects[object].rest, Rest::Image(_)) {
            return;
        }
        for cell in data.init.iter().flatten() {
            match &cell.value {
                ir::InitValue::Bytes(bytes) => self.initial_bytes(alg, object, cell.offset, bytes),
                ir::InitValue::Global(to, addend) => {
                    let to = Target::Object(self.globals[entity::EntityRef::index(*to)]);
                    self.initial_pointer(alg, object, cell.offset, to, *addend);
                }
                ir::InitValue::Func(func) => {
                    self.initial_pointer(alg, object, cell.offset, Target::Func(*func), 0);
                }
            }
        }
    }

    /// The value of a constant that is defined elsewhere is nobody's to choose: what rests on it stays open.
    fn leave_open(&mut self, object: ObjId, data: &GlobalData) {
        let mut at = 0;
        while at < data.size.min(MOST_LEFT_OPEN) {
            let leaf = data.shape.and_then(|shape| leaf_at(self.program, shape, at, None));
            let len = leaf.map_or(1, |leaf| self.program.bytes(leaf.ty)).max(1);
            let cell = Cell::full(len, Val::Opaque(Gap::ForeignConstant));
            self.state.set_cell(object, at, cell);
            at += len;
        }
    }

    fn initial_bytes(&mut self, alg: &mut A, object: ObjId, offset: u64, bytes: &[u8]) {
        // Up to 16 bytes are one scalar; longer runs are character arrays.
        let chunk = if bytes.len() <= 16 { bytes.len().max(1) } else { 1 };
        for (index, part) in bytes.chunks(chunk).enumerate() {
            let word = alg.constant(part.len() as u32 * 8, self.program.number(part));
            let cell = Cell::full(part.len() as u64, Val::Word(word));
            self.state.set_cell(object, offset + (index * chunk) as u64, cell);
        }
    }

    fn initial_pointer(
        &mut self,
        alg: &mut A,
        object: ObjId,
        offset: u64,
        target: Target,
        addend: i64,
    ) {
        let ptr = self.state.pointer_to(alg, target, addend);
        let len = u64::from(self.program.target.pointer_bytes);
        self.state.set_cell(object, offset, Cell::full(len, Val::Ptr(ptr)));
    }

    fn argument(&mut self, alg: &mut A, func: Func, index: u32) -> Val<A::Word> {
        let program = self.program;
        let param = &program.funcs[func].params[index as usize];
        match &program.shapes[param.shape] {
            Shape::Int { .. } | Shape::Float { .. } => {
                let ty = program.shapes[param.shape].scalar().expect("an Int or Float is a scalar");
                Val::Word(self.leaf(
                    alg,
                    param.name.clone(),
                    ty,
                    LeafValue::Param(index),
                    Some(param.shape),
                ))
            }
            Shape::Pointer { .. } if self.world.takes_arguments => self.vector(alg, index),
            Shape::Pointer { .. } | Shape::Code { .. } => {
                let null = self.world.params[index as usize].nullable;
                self.input_pointer(alg, &param.name, param.shape, Site::Param(index), null)
            }
            Shape::Record { .. } | Shape::Array { .. } => {
                let size = alg.constant(64, program.shape_bytes(param.shape) as u128);
                let (name, rest) = (param.name.as_str(), Rest::Input(param.shape));
                let object = Object::new(name, Origin::Param(index), size, rest);
                let object = self.state.objects.push(object);
                Val::Ptr(self.state.pointer_to(alg, Target::Object(object), 0))
            }
            Shape::Opaque { .. } => Val::Opaque(Gap::InputType),
        }
    }

    /// Makes the input cells that share a byte with `offset .. offset + len` and do not exist yet.
    pub(crate) fn materialise(&mut self, alg: &mut A, object: ObjId, offset: u64, len: u64) {
        self.materialise_as(alg, object, (offset, len), None);
    }

    /// The same for an access of a type, which says what to make of a union.
    pub(crate) fn materialise_as(
        &mut self,
        alg: &mut A,
        object: ObjId,
        (offset, len): (u64, u64),
        wanted: Option<Type>,
    ) {
        if let Rest::Moved(from) = self.state.objects[object].rest {
            return self.materialise_moved(alg, (object, from), offset, len);
        }
        if let Rest::Image(global) = self.state.objects[object].rest {
            return self.copy_image(alg, object, global, (offset, len));
        }
        let Rest::Input(shape) = self.state.objects[object].rest else { return };
        if self.is_unread_string(object) {
            self.terminate(alg, object, shape);
        }
        let mut at = offset;
        while at < offset + len {
            at = self.materialise_leaf(alg, object, shape, at, wanted).max(at + 1);
        }
    }

    /// Makes the cells that a global holds at first around some bytes, but where something stands already.
    fn copy_image(
        &mut self,
        alg: &mut A,
        object: ObjId,
        global: Global,
        (offset, len): (u64, u64),
    ) {
        let program = self.program;
        for (at, bytes) in world::initial_scalars(&program.globals[global], offset, len) {
            let n = bytes.len() as u64;
            let is_free =
                |this: &Self, at, n| this.state.objects[object].overlapping(at, n).is_empty();
            if is_free(self, at, n) {
                let word = alg.constant(n as u32 * 8, program.number(bytes));
                self.state.set_cell(object, at, Cell::full(n, Val::Word(word)));
                continue;
            }
            for (at, &byte) in (at..).zip(bytes) {
                if is_free(self, at, 1) {
                    let word = alg.constant(8, byte.into());
                    self.state.set_cell(object, at, Cell::full(1, Val::Word(word)));
                }
            }
        }
    }

    /// An object for the variable arguments that the function under test is given: callers pass as many as it looks at.
    pub(crate) fn variadic_inputs(&mut self, alg: &mut A) -> Val<A::Word> {
        let size = alg.constant(64, u128::from(VARIADIC_SLOT * ir::MOST_VARIADIC));
        let area = Object::new("variable arguments", Origin::Heap, size, Rest::Variadic);
        let area = self.state.objects.push(area);
        Val::Ptr(self.state.pointer_to(alg, Target::Object(area), 0))
    }

    /// A variable argument of the input. It is of the type that it is first looked at as; that other paths look at it as another
    /// is not modelled. In its slot a float lies behind where others do, so that they are told apart.
    pub(crate) fn variadic_input(
        &mut self,
        alg: &mut A,
        object: ObjId,
        offset: u64,
        ty: Type,
    ) -> Cell<A::Word> {
        let len = self.program.bytes(ty);
        let place = if ty == Type::F64 { offset + VARIADIC_SLOT / 2 } else { offset };
        if self.state.objects[object].overlapping(offset, VARIADIC_SLOT).is_empty() {
            self.make_variadic(alg, object, (offset, place), ty);
        }
        let made = self.state.objects[object].exact(place, len);
        made.unwrap_or_else(|| Cell::full(len, Val::Opaque(Gap::VariableArguments)))
    }

    fn make_variadic(&mut self, alg: &mut A, object: ObjId, (offset, place): (u64, u64), ty: Type) {
        let is_number = matches!(ty, Type::Int(32 | 64) | Type::F64);
        let val = if is_number && offset.is_multiple_of(VARIADIC_SLOT) {
            let number = (offset / VARIADIC_SLOT) as u32;
            let index = self.program.funcs[self.world.func].params.len() as u32 + number;
            let name = format!("variable argument {}", number + 1);
            let value = LeafValue::Param(index);
            // A caller passes it once, whichever of the paths that are merged looks at it.
            match self.leaves.iter().find(|leaf| leaf.value == value) {
                Some(leaf) if leaf.ty == ty => Val::Word(leaf.word),
                Some(_) => Val::Opaque(Gap::VariableArguments),
                None => Val::Word(self.leaf(alg, name, ty, value, None)),
            }
        } else {
            Val::Opaque(Gap::VariableArguments)
        };
        let len = self.program.bytes(ty);
        self.state.set_cell(object, place, Cell::full(len, val));
    }

    /// Makes all input cells there can be; false if they cannot be told: a length that is ours to choose, something that is no
    /// word, or more bytes than `most`.
    pub fn materialise_inputs(&mut self, alg: &mut A, most: u64) -> bool {
        let mut bytes = 0;
        for object in self.objects() {
            let data = &self.state.objects[object];
            if data.rest == Rest::Variadic {
                return false;
            }
            if !matches!(data.rest, Rest::Input(_)) {
                continue;
            }
            let size = alg.range(data.size).hi;
            bytes += size;
            if data.elastic || bytes > u128::from(most) {
                return false;
            }
            self.materialise(alg, object, 0, size as u64);
            let cells = &self.state.objects[object].cells;
            if cells.values().any(|cell| !matches!(cell.val, Val::Word(_))) {
                return false;
            }
        }
        self.args.iter().all(|arg| matches!(arg, Val::Word(_) | Val::Ptr(_)))
    }

    /// Makes the leaf around one byte unless something already stands there; returns where it ends.
    pub(crate) fn materialise_leaf(
        &mut self,
        alg: &mut A,
        object: ObjId,
        shape: ShapeId,
        at: u64,
        wanted: Option<Type>,
    ) -> u64 {
        let elem = self.program.shape_bytes(shape).max(1);
        let (index, within) = (at / elem, at % elem);
        let Some(leaf) = leaf_at(self.program, shape, within, wanted) else { return at + 1 };
        let (start, len) = (index * elem + leaf.offset, self.program.bytes(leaf.ty));
        self.recall(alg, object, start, leaf.ty);
        if !self.state.objects[object].overlapping(start, len).is_empty() {
            return self.materialise_byte(alg, object, at);
        }
        let name = self.leaf_name(object, shape, index, &leaf.path(self.program, shape));
        let val = match leaf.ty {
            Type::Ptr if self.is_vector(object) => self.given(alg, &name, (object, start)),
            Type::Ptr => {
                let shape = leaf.shape.expect("a pointer should have the shape of one");
                self.input_pointer(alg, &name, shape, Site::Cell(object, start), true)
            }
            _ if self.is_pointer_elsewhere(object, start, len) => Val::Opaque(Gap::MixedUnion),
            ty => Val::Word(self.cell_leaf(alg, name, ty, (object, start), leaf.shape)),
        };
        self.state.set_cell(object, start, Cell::full(len, val));
        start + len
    }

    /// Puts back the words that other paths made of other members of a union, so that no byte of the input is made twice.
    fn recall(&mut self, alg: &mut A, object: ObjId, start: u64, ty: Type) {
        let len = self.program.bytes(ty);
        for (at, word) in self.known_cells(object, start, len) {
            let bytes = u64::from(alg.width(word)).div_ceil(8);
            let is_same = at == start && Some(alg.width(word)) == word_width(ty);
            if is_same || at + bytes <= start {
                continue;
            }
            let cell = Cell::full(bytes, Val::Word(word));
            if self.state.objects[object].overlapping(at, bytes).is_empty() {
                self.state.set_cell(object, at, cell);
                continue;
            }
            for index in 0..bytes {
                if self.state.objects[object].overlapping(at + index, 1).is_empty() {
                    let byte = byte_of(alg, cell, index, self.program.target.order);
                    self.state.set_cell(object, at + index, byte);
                }
            }
        }
    }

    /// A byte of a union beyond the member that stands there already.
    fn materialise_byte(&mut self, alg: &mut A, object: ObjId, at: u64) -> u64 {
        if self.state.objects[object].overlapping(at, 1).is_empty() {
            let name = format!("byte {at} of {}", self.state.objects[object].name);
            let val = if self.is_pointer_elsewhere(object, at, 1) {
                Val::Opaque(Gap::MixedUnion)
            } else {
                Val::Word(self.cell_leaf(alg, name, Type::Int(8), (object, at), None))
            };
            self.state.set_cell(object, at, Cell::full(1, val));
        }
        at + 1
    }

    /// The word of an input cell; the same one on every path where paths are merged.
    fn cell_leaf(
        &mut self,
        alg: &mut A,
        name: String,
        ty: Type,
        (object, start): (ObjId, u64),
        shape: Option<ShapeId>,
    ) -> A::Word {
        let known = self.input_cells.as_ref().and_then(|cells| cells.get(&(object, start)));
        if let Some(&word) = known {
            return word;
        }
        let word = self.leaf(alg, name, ty, LeafValue::Cell(object, start), shape);
        self.agree_with_firsts(alg, (object, start), ty, word);
        if let Some(cells) = &mut self.input_cells {
            cells.insert((object, start), word);
        }
        word
    }

    /// A word of input at a known place agrees with what was read wherever that may be.
    pub(crate) fn agree_with_firsts(
        &mut self,
        alg: &mut A,
        (object, at): (ObjId, u64),
        ty: Type,
        word: A::Word,
    ) {
        let firsts = self.state.firsts.iter().filter(|it| it.object == object && it.ty == ty);
        for first in firsts.copied().collect::<Vec<_>>() {
            let at = alg.constant(64, u128::from(at));
            self.agree(alg, (first.offset, first.word), (at, word));
        }
    }

    /// Where two places are one, the words there are.
    pub(crate) fn agree(&mut self, alg: &mut A, a: (A::Word, A::Word), b: (A::Word, A::Word)) {
        let (same_place, same_word) = (alg.eq(a.0, b.0), alg.eq(a.1, b.1));
        let agree = alg.implies(same_place, same_word);
        if !alg.is_yes(agree) {
            self.assume(agree);
        }
    }

    /// Makes the cells of a block that moved: those of its predecessor, initialised as far as that reached.
    pub(crate) fn materialise_moved(
        &mut self,
        alg: &mut A,
        (block, from): (ObjId, ObjId),
        offset: u64,
        len: u64,
    ) {
        self.materialise(alg, from, offset, len);
        for (at, cell) in self.state.objects[from].overlapping(offset, len) {
            self.inherit(alg, (block, from), at, cell);
        }
        for at in offset..offset + len {
            let cell = self.state.byte_at(alg, from, at, self.program.target.order);
            self.inherit(alg, (block, from), at, cell);
        }
    }

    /// Puts a cell of the predecessor into a block unless something already stands there.
    fn inherit(
        &mut self,
        alg: &mut A,
        (block, from): (ObjId, ObjId),
        at: u64,
        cell: Cell<A::Word>,
    ) {
        let len = u64::from(cell.len);
        let taken = !self.state.objects[block].overlapping(at, len).is_empty();
        if taken || matches!(cell.val, Val::Uninit) {
            return;
        }
        let end = alg.constant(64, u128::from(at + len));
        let existed = alg.bin(Bin::Ule, end, self.state.objects[from].size);
        let init = cell.init.map_or(existed, |init| alg.and(init, existed));
        let init = (!alg.is_yes(init)).then_some(init);
        self.state.set_cell(block, at, Cell { init, ..cell });
    }

    fn leaf_name(&self, object: ObjId, shape: ShapeId, index: u64, path: &str) -> String {
        let data = &self.state.objects[object];
        let single = !data.elastic
            && matches!(data.origin, Origin::Global(_) | Origin::Param(_) | Origin::Node(..));
        let record = matches!(self.program.shapes[shape], Shape::Record { .. });
        match (single, record) {
            (true, _) => format!("{}{path}", data.name),
            (false, true) if index == 0 => {
                format!("{}->{}", data.name, path.trim_start_matches('.'))
            }
            (false, _) => format!("{}[{index}]{path}", data.name),
        }
    }
}
