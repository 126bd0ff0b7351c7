//! The memory of a run: the objects there are, and those of the input, which are made as the run asks for them.
//!
//! Here is what is held and what can be asked from outside. What is made of the input is told by `inputs` and its neighbours,
//! what an access does by `load` and `store`. Nothing here knows of calls: those are the machine's.

use crate::leaf::{Leaf, LeafValue};
use crate::linked::{self, Rule};
use crate::memory::{Cell, ObjId, Origin, Rest};
use crate::state::{self, State};
use crate::{Algebra, Alt, Pause, Policy, PtrId, Val};
use ir::{Func, Program, TrapKind, Value};
use std::collections::{BTreeMap, VecDeque};
use world::{Gap, Inside, Overlap, Preference, Premise, World};

/// Memory as the function under test finds it and changes it, and what there is to say of it.
pub struct Memory<'p, A: Algebra> {
    pub(crate) program: &'p Program,
    /// What the function under test may meet.
    pub(crate) world: &'p World<'p>,
    /// The function under test.
    pub(crate) func: Func,
    pub(crate) policy: Policy,
    /// Parameters whose arrays may lie in one object.
    pub(crate) overlaps: Vec<Overlap>,
    /// What parameters may lead to a part of.
    pub(crate) insides: &'p [Inside],
    pub(crate) state: State<A::Word>,
    pub(crate) globals: Vec<ObjId>,
    /// The arguments of the function under test.
    pub(crate) args: Vec<Val<A::Word>>,
    pub(crate) leaves: Vec<Leaf<A::Word>>,
    /// The words of input cells made so far, where they outlive the path that made them.
    pub(crate) input_cells: Option<BTreeMap<(ObjId, u64), A::Word>>,
    /// The same for pointers in input cells.
    pub(crate) input_pointers: BTreeMap<(ObjId, u64), Val<A::Word>>,
    /// The marks of nodes of linked inputs.
    pub(crate) marks: Vec<linked::Mark<A::Word>>,
    /// What contracts ask of all links of some kind.
    pub(crate) rules: Vec<Rule<A::Word>>,
    /// Does what they ask rest on links that could not be told apart?
    pub(crate) vague: bool,
    /// What there is to say before the next instruction.
    pub(crate) pending: VecDeque<Pause<A::Word>>,
    /// May a value that is hard to express be any value?
    pub(crate) approximate: bool,
    /// Words beyond which a block of memory is not followed further: at places that depend on inputs each of its bytes makes thousands.
    pub most_words: usize,
    /// Did an access at an unknown offset rest on the bounds known of it?
    pub looked_within_bounds: bool,
}

/// How much there was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) state: state::Mark,
    leaves: usize,
    marks: usize,
}

impl<'p, A: Algebra> Memory<'p, A> {
    /// Memory with nothing in it.
    pub(crate) fn new(world: &'p World<'p>, policy: Policy) -> Self {
        let insides: &[Inside] = &world.insides.tried;
        Self {
            program: world.program,
            world,
            func: world.func,
            policy,
            overlaps: active_pairs(world, policy),
            insides: if policy.prefers(Preference::NotInside) { &[] } else { insides },
            state: State::new(),
            globals: Vec::new(),
            args: Vec::new(),
            leaves: Vec::new(),
            input_cells: None,
            input_pointers: BTreeMap::new(),
            marks: Vec::new(),
            rules: Vec::new(),
            vague: false,
            pending: VecDeque::new(),
            approximate: false,
            most_words: usize::MAX,
            looked_within_bounds: false,
        }
    }
}

impl<'p, A: Algebra> Memory<'p, A> {
    pub(crate) fn mark(&self) -> Mark {
        Mark { state: self.state.mark(), leaves: self.leaves.len(), marks: self.marks.len() }
    }

    /// Goes back to a marked place.
    pub(crate) fn undo_to(&mut self, mark: &Mark) {
        self.pending.clear();
        self.state.undo_to(&mark.state);
        self.leaves.truncate(mark.leaves);
        self.marks.truncate(mark.marks);
        // What a precondition looked at before the mark stays.
        self.input_pointers.retain(|&(object, _), val| match *val {
            Val::Ptr(ptr) => mark.state.has_object(object) && mark.state.has_pointer(ptr),
            Val::Word(_) | Val::Part(..) | Val::Maybe(_) | Val::Uninit | Val::Opaque(_) => false,
        });
    }

    /// The words of input made so far.
    pub fn leaves(&self) -> &[Leaf<A::Word>] {
        &self.leaves
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The function under test.
    pub fn under_test(&self) -> Func {
        self.func
    }

    /// Where an object comes from, what it is called, and its size in bytes.
    pub fn object(&self, object: ObjId) -> (Origin, &str, A::Word) {
        let data = &self.state.objects[object];
        (data.origin, &data.name, data.size)
    }

    /// What an object of the input is an array of, and whether it must not be written.
    pub fn input_data(&self, object: ObjId) -> Option<(ir::ShapeId, bool)> {
        let data = &self.state.objects[object];
        match (data.rest, data.origin) {
            (Rest::Input(shape), Origin::Param(_) | Origin::Node(..)) => {
                Some((shape, data.read_only))
            }
            _ => None,
        }
    }

    /// The cells of an object that were looked at or written: offset, bytes, and what they hold now.
    pub fn cells(&self, object: ObjId) -> impl Iterator<Item = (u64, u64, Val<A::Word>)> {
        let cells = self.state.objects[object].cells.iter();
        cells.map(|(&offset, cell)| (offset, u64::from(cell.len), cell.val))
    }

    /// The objects that exist.
    pub fn objects(&self) -> impl Iterator<Item = ObjId> + use<A> {
        self.state.objects.keys()
    }

    /// The arguments of the function under test.
    pub fn args(&self) -> &[Val<A::Word>] {
        &self.args
    }

    /// The alternatives of a pointer.
    pub fn alternatives(&self, ptr: PtrId) -> &[Alt<A::Word>] {
        self.state.alts(ptr)
    }

    /// Words of input cells stay the same on every path from here on, even when one is undone.
    pub(crate) fn keep_inputs(&mut self) {
        self.input_cells = Some(BTreeMap::new());
    }

    /// From here on one path is followed: input cells made since the first `n_leaves` words of input stand where they were
    /// found. False if two of them share a byte.
    pub(crate) fn settle_inputs(&mut self, n_leaves: usize) -> bool {
        self.input_cells = None;
        for at in n_leaves..self.leaves.len() {
            let leaf = &self.leaves[at];
            let LeafValue::Cell(object, offset) = leaf.value else { continue };
            let (len, word) = (self.program.bytes(leaf.ty), leaf.word);
            if !self.state.objects[object].overlapping(offset, len).is_empty() {
                return false;
            }
            let cell = Cell::full(len, Val::Word(word));
            self.state.set_cell(object, offset, cell);
        }
        true
    }

    /// Are paths merged, so that what one of them makes must be joined with the others?
    pub(crate) fn is_merging(&self) -> bool {
        self.input_cells.is_some()
    }

    /// The words of input cells that may share a byte with `offset .. offset + len`, where they outlive the path that made them.
    pub(crate) fn known_cells(&self, object: ObjId, offset: u64, len: u64) -> Vec<(u64, A::Word)> {
        let Some(cells) = &self.input_cells else { return Vec::new() };
        // No cell is longer than 16 bytes, so none further left can reach in.
        let near = (object, offset.saturating_sub(15))..(object, offset.saturating_add(len));
        cells.range(near).map(|(&(_, at), &word)| (at, word)).collect()
    }

    // -- what there is to say

    /// The last instruction traps when `when` holds.
    pub(crate) fn check(&mut self, alg: &A, kind: TrapKind, when: A::Word, inst: Value) {
        if !alg.is_no(when) {
            self.pending.push_back(Pause::Check { kind, when, inst });
        }
    }

    pub(crate) fn fits(&mut self, word: A::Word) {
        self.pending.push_back(Pause::Fits(word));
    }

    pub(crate) fn beyond(&mut self, alg: &A, word: A::Word) {
        if !alg.is_no(word) {
            self.pending.push_back(Pause::Beyond(word));
        }
    }

    pub(crate) fn assume(&mut self, word: A::Word) {
        self.pending.push_back(Pause::Assume(word));
    }

    /// Holds of all inputs within a premise.
    pub(crate) fn bound(&mut self, word: A::Word, premise: Premise) {
        self.pending.push_back(Pause::Bound(word, premise));
    }

    /// Something that is not modelled was used: the machine stops here.
    pub(crate) fn unsupported(&mut self, gap: Gap) {
        self.pending.push_back(Pause::Unsupported(gap));
    }
}

/// The pairs of parameters that may lead into one array.
fn active_pairs(world: &World<'_>, policy: Policy) -> Vec<Overlap> {
    let may_overlap = !policy.prefers(Preference::Apart);
    let pairs = world.overlaps.iter().copied();
    pairs.filter(|pair| may_overlap || pair.together.is_some()).collect()
}
