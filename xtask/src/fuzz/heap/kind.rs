//! The kinds of functions over pointers, and the worlds that each is tried in.

use filetests::front::Lowered;
use fuzzgen::Rng;
use fuzzgen::brute::Truth;
use fuzzgen::heaps::{self, Extent};
use fuzzgen::{heap, idioms, overlap, views, worlds};
use interp::Run;
use ir::input::Input;
use world::World;

/// What a function is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Pointers to nodes.
    Nodes,
    /// A pointer to a pointer to a node.
    Behind,
    /// Arrays that may overlap.
    Arrays,
    /// A union, looked at through several members.
    Union,
    /// An idiom in which people write structures.
    Idioms,
    /// Structures that own what they hold.
    Owners,
    /// Pointers that are moved as bytes.
    Bytes,
    /// One side of a world in which pointers lead anywhere.
    World(worlds::Kind),
}

impl Kind {
    /// What `fuzz heap` makes without a kind, each as often as it is named here; every run of the tests judges some of each.
    pub(super) const MIX: [Self; 17] = [
        Self::Nodes,
        Self::Union,
        Self::Idioms,
        Self::Arrays,
        Self::Nodes,
        Self::Behind,
        Self::Idioms,
        Self::Owners,
        Self::Bytes,
        Self::World(worlds::Kind::Middle),
        Self::World(worlds::Kind::Void),
        Self::World(worlds::Kind::Links),
        Self::World(worlds::Kind::Statics),
        Self::World(worlds::Kind::Contracts),
        Self::World(worlds::Kind::Stubs),
        Self::World(worlds::Kind::Failures),
        Self::World(worlds::Kind::Addresses),
    ];

    /// The kind with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }

    /// The names of all kinds, for people.
    pub(crate) fn names() -> String {
        Self::all().map(Self::name).collect::<Vec<_>>().join(", ")
    }

    /// Every kind.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let plain = [
            Self::Nodes,
            Self::Behind,
            Self::Arrays,
            Self::Union,
            Self::Idioms,
            Self::Owners,
            Self::Bytes,
        ];
        plain.into_iter().chain(worlds::Kind::ALL.into_iter().map(Self::World))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Behind => "behind",
            Self::Arrays => "arrays",
            Self::Union => "union",
            Self::Idioms => "idioms",
            Self::Owners => "owners",
            Self::Bytes => "bytes",
            Self::World(kind) => kind.name(),
        }
    }

    /// A random function.
    pub(super) fn sample(self, rng: &mut Rng) -> Sample {
        match self {
            Self::Nodes => Sample::Nodes(heap::sample(rng)),
            Self::Behind => Sample::Behind(heap::sample_behind(rng)),
            Self::Arrays => Sample::Arrays(overlap::sample(rng)),
            Self::Union => Sample::Union(views::sample(rng)),
            Self::Idioms => Sample::Idiom(idioms::sample(rng)),
            Self::Owners => Sample::Idiom(idioms::sample_of_owners(rng)),
            Self::Bytes => Sample::Idiom(idioms::sample_of_bytes(rng)),
            Self::World(kind) => Sample::World(worlds::sample(rng, kind)),
        }
    }
}

/// A function.
pub(super) enum Sample {
    Nodes(heap::Sample),
    Behind(String),
    Arrays(overlap::Sample),
    Union(String),
    Idiom(idioms::Sample),
    World(worlds::Sample),
}

impl Sample {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Nodes(sample) => &sample.text,
            Self::Arrays(sample) => &sample.text,
            Self::Idiom(sample) => &sample.text,
            Self::World(sample) => &sample.text,
            Self::Behind(text) | Self::Union(text) => text,
        }
    }

    /// The unit that brute force tries, where it is another: functions that are defined elsewhere have a script there.
    pub(super) fn with_script(&self) -> String {
        match self {
            Self::World(sample) => sample.with_script(),
            _ => self.text().to_owned(),
        }
    }

    /// A world whose run is wanted, for people; plain ones are not kept.
    pub(super) fn find(&self, unit: &Lowered, wanted: &dyn Fn(&Run) -> bool) -> Option<String> {
        let func = unit.program.find_func("f")?;
        match self {
            Self::World(sample) => worlds::find(&unit.program, func, sample, wanted),
            _ => None,
        }
    }

    /// What brute force shows, and how many heaps that took.
    pub(super) fn truth(&self, program: &ir::Program, func: ir::Func) -> (Truth, u64) {
        match self {
            Self::Nodes(sample) => (heap::truth(program, func, sample), heap::count(sample.extent)),
            Self::Idiom(sample) => {
                let frees = World::of(program, func).frees;
                let known = (nullable(program, func), stepped(program, func));
                idioms::truth(program, func, sample, known, frees)
            }
            Self::Behind(_) => truth_behind(program, func),
            Self::Arrays(sample) => overlap::truth(program, func, sample),
            Self::Union(_) => views::truth(program, func),
            Self::World(sample) => worlds::truth(program, func, sample),
        }
    }

    /// Is all that goes wrong in some world the function's own doing? It is in the plain one.
    pub(super) fn is_plain(&self) -> bool {
        !matches!(self, Self::World(_))
    }

    /// Is an input of a test one that callers can make? Of plain ones that is known.
    pub(super) fn check_input(&self, program: &ir::Program, input: &Input) -> Result<(), String> {
        match self {
            Self::World(sample) => worlds::check_globals(program, sample, input),
            _ => Ok(()),
        }
    }
}

fn truth_behind(program: &ir::Program, func: ir::Func) -> (Truth, u64) {
    let extent = Extent {
        nodes: 4,
        length: 1,
        values: vec![0, 1, 2],
        runs: 20_000,
        nullable: nullable(program, func),
        stepped: stepped(program, func),
        globals: Vec::new(),
        frees: false,
    };
    let explored = heaps::explore(program, func, &extent);
    (explored.truth, explored.runs)
}

fn nullable(program: &ir::Program, func: ir::Func) -> Vec<bool> {
    World::of(program, func).params.iter().map(|it| it.nullable).collect()
}

fn stepped(program: &ir::Program, func: ir::Func) -> Vec<bool> {
    World::of(program, func).params.iter().map(|it| it.stepped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_names_of_their_own() {
        for kind in Kind::all() {
            assert_eq!(Kind::from_name(kind.name()), Some(kind), "{}", kind.name());
        }
        assert_eq!(Kind::from_name("middling"), None);
    }

    /// Everything that functions may say of unusual worlds is C to a strict compiler too.
    #[test]
    fn phrases_are_c_to_a_compiler() {
        let scratch = filetests::Scratch::new().expect("there should be room for a file");
        let file = scratch.file("f.c");
        let gcc = native::Compiler::new("gcc", vec!["-pedantic-errors".to_owned()]);
        for text in worlds::Kind::ALL.into_iter().flat_map(worlds::every_phrase) {
            std::fs::write(&file, &text).expect("the file should be written");
            assert!(gcc.accepts(&file), "{text}");
        }
    }
}
