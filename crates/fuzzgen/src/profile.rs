//! Which features of C a random program may use.

use crate::Rng;

macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Switches, and the size of what is made.
        #[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Profile {
            $($(#[$doc])* pub $name: bool,)*
            /// Statements in the entry function's outermost block.
            pub statements: usize,
            /// How deep statements nest.
            pub nesting: usize,
            /// How deep expressions nest.
            pub depth: usize,
            /// The product of the sizes of all inputs' ranges is at most this.
            pub max_inputs: u64,
        }

        impl Profile {
            /// Everything that gives well-defined programs unless `traps` or `uninitialised` is switched on afterwards.
            pub fn full() -> Self {
                Self { $($name: true,)* statements: 7, nesting: 3, depth: 3, max_inputs: 1024 }
                    .defined()
            }

            /// Nothing but assignments and conditions on `int`.
            pub fn plain() -> Self {
                Self { $($name: false,)* statements: 5, nesting: 2, depth: 2, max_inputs: 1024 }
            }

            /// A random choice of features: programs with few of them go deeper into each.
            pub fn swarm(rng: &mut Rng) -> Self {
                let dense = rng.below(4);
                let mut on = |allowed: bool| allowed && rng.below(4) <= dense;
                let full = Self::full();
                let mut mixed = Self { $($name: on(full.$name),)* ..full };
                mixed.statements = 3 + rng.below(7);
                mixed.nesting = 1 + rng.below(3);
                mixed.depth = 1 + rng.below(4);
                mixed
            }

            /// The names of the features that are switched on.
            pub fn features(&self) -> Vec<&'static str> {
                let all = [$((stringify!($name), self.$name),)*];
                all.into_iter().filter(|(_, on)| *on).map(|(name, _)| name).collect()
            }
        }
    };
}

switches! {
    /// Types narrower than `int`, and conversions to them.
    narrow,
    /// `long`, `long long` and unsigned types.
    wide,
    /// `_Bool`.
    booleans,
    /// Enumerations.
    enums,
    /// Typedef names.
    typedefs,
    /// Character constants.
    characters,
    /// `&&`, `||`, `!`.
    logic,
    /// `?:`.
    ternary,
    /// `/` and `%`.
    division,
    /// `<<` and `>>`.
    shifts,
    /// `+=` and its kin.
    compound,
    /// `++` and `--`, the comma operator, assignments inside expressions.
    effects,
    /// `switch`, with fall-through and `default` anywhere.
    switches,
    /// `for`, `while`, `do`, `break`, `continue`.
    loops,
    /// Forward `goto`.
    gotos,
    /// `goto` into the body of a loop.
    goto_into,
    /// Calls of other generated functions.
    calls,
    /// A function that calls itself.
    recursion,
    /// Arrays.
    arrays,
    /// Pointers to variables, elements and members.
    pointers,
    /// Structures.
    structs,
    /// Global variables.
    globals,
    /// Static locals, never written: a native run cannot reset them.
    statics,
    /// Operations that may trap: raw divisors, shift amounts, indices, null pointers.
    traps,
    /// Locals without initialiser.
    uninitialised,
}

impl Profile {
    fn defined(self) -> Self {
        Self { traps: false, uninitialised: false, ..self }
    }

    /// The same, with operations that may trap.
    #[must_use]
    pub fn trapping(self) -> Self {
        Self { traps: true, ..self }
    }

    /// The same, with locals that may be read before they are written.
    #[must_use]
    pub fn forgetful(self) -> Self {
        Self { uninitialised: true, ..self }
    }
}
