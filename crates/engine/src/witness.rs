//! The witness: a concrete input that follows the path walked so far.
//!
//! Its side of a branch is free; only the other side costs a question to the solver.

use crate::facts::Words;
use crate::limits;
use crate::scalars::{fit_unions, scalars_in_use};
use exec::{LeafValue, Machine, ObjId, Origin, Site, Target, Val};
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{Global, Program, Shape, ShapeId, Type};
use solver::Model;
use std::collections::BTreeMap;
use term::{Evaluator, Pool, Term};
use world::Gap;

/// Why a witness cannot be built as an input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum NoInput {
    /// An array of so many bytes.
    Large(u64),
    /// A pointer to what is no input.
    NotInput,
    /// An argument without a value.
    NoValue,
    /// An address that is a plain integer.
    PlainAddress,
    /// An object beyond those that are made.
    Unmade,
    /// A pointer that leads nowhere.
    Nowhere,
    /// Members of a union that do not go together.
    Union,
    /// A quantified clause that was not satisfied in time.
    Clause,
    /// It violates a clause that could not be used.
    Refused,
    /// Something that is not modelled.
    Lacks(Gap),
}

impl NoInput {
    /// As people read it.
    pub(crate) fn said(self, program: &Program) -> String {
        let text = match self {
            Self::Large(bytes) => return format!("an input array of {bytes} bytes"),
            Self::Lacks(gap) => return gap.said(program).to_string(),
            Self::NotInput => "a pointer to what is no input",
            Self::NoValue => "an argument without a value",
            Self::PlainAddress => "an address that is a plain integer",
            Self::Unmade => "an object beyond those we make",
            Self::Nowhere => "a pointer that leads nowhere",
            Self::Union => "a union of which several members are wanted",
            Self::Clause => "a quantified clause was not satisfied in time",
            Self::Refused => "it violates a clause that could not be used",
        };
        text.to_owned()
    }
}

/// A value for every variable of the pool.
pub(crate) struct Witness {
    evaluator: Evaluator,
    /// Old values since [`Witness::set_aside`], to come back to.
    aside: Option<Vec<(term::Var, u128)>>,
}

impl Witness {
    /// All variables zero.
    pub(crate) fn new() -> Self {
        Self { evaluator: Evaluator::new(), aside: None }
    }

    /// Takes over a model; variables it does not mention keep their values.
    pub(crate) fn adopt(&mut self, model: &Model) {
        for (var, value) in model.iter() {
            self.set(var, value);
        }
    }

    /// Changes from here on are for a moment only.
    pub(crate) fn set_aside(&mut self) {
        self.aside = Some(Vec::new());
    }

    /// Takes back what changed since [`Witness::set_aside`].
    pub(crate) fn take_back(&mut self) {
        for (var, value) in self.aside.take().into_iter().flatten().rev() {
            self.evaluator.set(var, value);
        }
    }

    /// Gives a variable a value.
    pub(crate) fn set(&mut self, var: term::Var, value: u128) {
        if let Some(aside) = &mut self.aside {
            aside.push((var, self.evaluator.get(var)));
        }
        self.evaluator.set(var, value);
    }

    /// The value of a variable.
    pub(crate) fn get(&self, var: term::Var) -> u128 {
        self.evaluator.get(var)
    }

    /// The keeper of values, for those who give new variables theirs.
    pub(crate) fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// The value of a term.
    pub(crate) fn value(&mut self, pool: &Pool, term: Term) -> u128 {
        self.evaluator.value(pool, term)
    }

    /// Does a condition hold?
    pub(crate) fn holds(&mut self, pool: &Pool, term: Term) -> bool {
        self.evaluator.holds(pool, term)
    }

    /// The witness as an input of the function under test, or why it cannot be built. Of the results of stubs only those
    /// asked for are given: of each word of input `asked` has the condition, none meaning always.
    pub(crate) fn input<'p>(
        &mut self,
        program: &Program,
        machine: &Machine<'p, Words<'p>>,
        pool: &Pool,
        asked: Option<&[Term]>,
    ) -> Result<Input, NoInput> {
        let mut builder = Builder {
            witness: self,
            program,
            machine,
            pool,
            asked,
            input: Input::default(),
            objects: BTreeMap::new(),
            unfilled: Vec::new(),
        };
        builder.stubs();
        let func = machine.under_test();
        let types = program.funcs[func].sig.params.iter().skip(program.n_hidden_params(func));
        for (&arg, &ty) in machine.args().iter().zip(types) {
            let scalar = builder.scalar(arg, ty)?;
            builder.input.args.push(scalar);
        }
        builder.variable_arguments(machine.args().len());
        builder.globals()?;
        builder.fill()?;
        Ok(builder.input)
    }
}

struct Builder<'a, 'p> {
    witness: &'a mut Witness,
    program: &'a Program,
    machine: &'a Machine<'p, Words<'p>>,
    pool: &'a Pool,
    asked: Option<&'a [Term]>,
    input: Input,
    objects: BTreeMap<ObjId, Obj>,
    unfilled: Vec<(ObjId, ShapeId)>,
}

impl Builder<'_, '_> {
    /// Arguments beyond the parameters, up to the last that the run looks at.
    fn variable_arguments(&mut self, given: usize) {
        for leaf in self.machine.leaves().to_vec() {
            let LeafValue::Param(index) = leaf.value else { continue };
            let index = index as usize;
            if index >= given {
                let zero = Scalar::Bits(Type::I32, 0);
                let len = self.input.args.len().max(index + 1);
                self.input.args.resize(len, zero);
                self.input.args[index] = Scalar::Bits(leaf.ty, self.value(leaf.word));
            }
        }
    }

    fn value(&mut self, term: Term) -> u128 {
        self.witness.value(self.pool, term)
    }

    /// The object of the input for one of the machine's: made when a pointer first leads there, filled later.
    fn object(&mut self, object: ObjId) -> Result<Obj, NoInput> {
        if let Some(&obj) = self.objects.get(&object) {
            return Ok(obj);
        }
        let (_, name, size) = self.machine.object(object);
        let size = self.value(size);
        if size > limits::OBJECT_BYTES {
            return Err(NoInput::Large(size as u64));
        }
        let (shape, read_only) = self.machine.input_data(object).ok_or(NoInput::NotInput)?;
        let name = self.unused_name(name);
        let size = size as u64;
        let obj = self.input.objects.push(Object {
            name,
            size,
            cells: Vec::new(),
            read_only,
            elem: Some(shape),
        });
        self.objects.insert(object, obj);
        self.unfilled.push((object, shape));
        Ok(obj)
    }

    /// A name for an object: the parameter's for what a parameter leads to, `n1`, `n2`, … for what is found inside data.
    fn unused_name(&self, name: &str) -> String {
        let is_word = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        // What `*p` leads to goes by the name of `p` too where that has one element.
        if is_word(name) && self.input.objects.values().all(|object| object.name != name) {
            return name.to_owned();
        }
        let taken = |name: &String| {
            let func = self.machine.under_test();
            self.input.objects.values().any(|object| object.name == *name)
                || self.program.funcs[func].params.iter().any(|param| param.name == *name)
                || self.program.globals.values().any(|global| global.name == *name)
        };
        let mut names = (1..).map(|number| format!("n{number}"));
        names.find(|name| !taken(name)).expect("there is always another number")
    }

    /// Fills the objects that pointers lead to, and those that these lead to.
    fn fill(&mut self) -> Result<(), NoInput> {
        while let Some((object, shape)) = self.unfilled.pop() {
            let obj = self.objects[&object];
            let size = self.input.objects[obj].size;
            self.input.objects[obj].cells = self.cells(object, shape, size)?;
        }
        Ok(())
    }

    /// Every scalar of an object: what the run looked at has the witness's value, the rest is zero.
    fn cells(&mut self, object: ObjId, shape: ShapeId, size: u64) -> Result<Vec<Cell>, NoInput> {
        let mut known = self.known_scalars(object)?;
        let elem = self.program.shape_bytes(shape).max(1);
        let mut cells = Vec::new();
        for index in 0..size / elem {
            fit_unions(self.program, shape, index * elem, &mut known)
                .map_err(|_| NoInput::Union)?;
            scalars_in_use(self.program, shape, index * elem, &known, &mut |offset, kind| {
                let nothing = match kind.ty {
                    Type::Ptr => Scalar::Null,
                    ty => Scalar::Bits(ty, 0),
                };
                let value = known.get(&offset).copied().unwrap_or(nothing);
                cells.push(Cell { offset, value });
            });
        }
        if self.machine.is_vector(object) {
            self.give_strings(shape, &known, &mut cells);
        }
        Ok(cells)
    }

    /// What the run looked at in a large array of zeros; the rest is zero. None for other globals.
    fn few_cells(&mut self, object: ObjId, global: Global) -> Result<Option<Vec<Cell>>, NoInput> {
        let Some(ty) = world::zeros_at_first(self.program, global) else { return Ok(None) };
        let known = self.known_scalars(object)?;
        let len = self.program.bytes(ty);
        let is_whole = |(at, value): (&u64, &Scalar)| value.ty() == ty && at.is_multiple_of(len);
        if !known.iter().all(is_whole) {
            return Ok(None);
        }
        Ok(Some(known.into_iter().map(|(offset, value)| Cell { offset, value }).collect()))
    }

    /// Empty strings for those that a program is given and did not look at.
    fn give_strings(
        &mut self,
        pointer: ShapeId,
        known: &BTreeMap<u64, Scalar>,
        cells: &mut [Cell],
    ) {
        let elem = match self.program.shapes[pointer] {
            Shape::Pointer { to, .. } => to,
            _ => None,
        };
        let Some((_, strings)) = cells.split_last_mut() else { return };
        for cell in strings.iter_mut().filter(|cell| !known.contains_key(&cell.offset)) {
            let (name, end) = (self.unused_name("*"), Scalar::Bits(Type::Int(8), 0));
            let cells = vec![Cell { offset: 0, value: end }];
            let string = Object { name, size: 1, cells, read_only: false, elem };
            cell.value = Scalar::Object(self.input.objects.push(string), 0);
        }
    }

    /// What the run looked at in an object, by offset.
    fn known_scalars(&mut self, object: ObjId) -> Result<BTreeMap<u64, Scalar>, NoInput> {
        let mut known = BTreeMap::new();
        for leaf in self.machine.leaves() {
            match leaf.value {
                LeafValue::Cell(of, offset) if of == object => {
                    let bits = self.witness.value(self.pool, leaf.word);
                    known.insert(offset, Scalar::Bits(leaf.ty, bits));
                }
                LeafValue::Somewhere(of) if of == object => {
                    let at = leaf.at.expect("a word that stands somewhere has a place");
                    let offset = self.witness.value(self.pool, at) as u64;
                    let bits = self.witness.value(self.pool, leaf.word);
                    known.entry(offset).or_insert(Scalar::Bits(leaf.ty, bits));
                }
                LeafValue::Pointer(Site::Cell(of, offset), ptr) if of == object => {
                    known.insert(offset, self.pointer(ptr)?);
                }
                _ => {}
            }
        }
        Ok(known)
    }

    fn globals(&mut self) -> Result<(), NoInput> {
        for object in self.machine.objects() {
            let (Origin::Global(global), _, _) = self.machine.object(object) else { continue };
            if !self.machine.is_input(global) {
                continue;
            }
            let Some(shape) = self.program.globals[global].shape else { continue };
            if let Some(cells) = self.few_cells(object, global)? {
                self.input.globals.push((global, cells));
                continue;
            }
            let cells = self.cells(object, shape, self.program.globals[global].size)?;
            self.input.globals.push((global, cells));
        }
        Ok(())
    }

    /// What functions without a body return, and which allocations find no memory.
    fn stubs(&mut self) {
        let mut n_allocations = 0;
        for (index, leaf) in self.machine.leaves().iter().enumerate() {
            if !matches!(leaf.value, LeafValue::Stub(_) | LeafValue::Fails(_)) {
                continue;
            }
            if let Some(asked) = self.asked
                && !self.witness.holds(self.pool, asked[index])
            {
                continue;
            }
            if leaf.when.is_some_and(|when| !self.witness.holds(self.pool, when)) {
                continue;
            }
            let value = self.witness.value(self.pool, leaf.word);
            match leaf.value {
                LeafValue::Stub(func) => {
                    self.input.stubs.push((func, Scalar::Bits(leaf.ty, value)));
                }
                // Where paths are merged, those of other paths were not counted.
                LeafValue::Fails(_) => {
                    self.input.failing.extend((value == 1).then_some(n_allocations));
                    n_allocations += 1;
                }
                _ => {}
            }
        }
    }

    fn scalar(&mut self, val: Val<Term>, ty: Type) -> Result<Scalar, NoInput> {
        match val {
            Val::Word(word) => Ok(Scalar::Bits(ty, self.value(word))),
            Val::Ptr(ptr) => self.pointer(ptr),
            Val::Opaque(_) if ty == Type::Ptr => Ok(Scalar::Null),
            Val::Opaque(gap) => Err(NoInput::Lacks(gap)),
            Val::Part(..) => Err(NoInput::Lacks(world::Gap::PointerBytes)),
            Val::Uninit | Val::Maybe(_) => Err(NoInput::NoValue),
        }
    }

    fn pointer(&mut self, ptr: exec::PtrId) -> Result<Scalar, NoInput> {
        for alt in self.machine.alternatives(ptr).to_vec() {
            if self.value(alt.guard) == 0 {
                continue;
            }
            let offset = self.value(alt.offset) as u64;
            return match alt.target {
                Target::Null => Ok(Scalar::Null),
                Target::Object(object) => match self.machine.object(object).0 {
                    Origin::Global(global) => Ok(Scalar::Global(global, offset)),
                    _ => Ok(Scalar::Object(self.object(object)?, offset)),
                },
                Target::Func(func) => Ok(Scalar::Func(func)),
                Target::Raw => Err(NoInput::PlainAddress),
                Target::Unmade(_) => Err(NoInput::Unmade),
            };
        }
        Err(NoInput::Nowhere)
    }
}
