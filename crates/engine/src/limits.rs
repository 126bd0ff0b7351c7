//! Every number at which the engines give up, in one table: what it counts, and why there is one.
//!
//! Work is counted, never timed, so that a run gives the same bytes each time. What a caller may choose stands in the options.
//! Which of these limits a search met is noted in the ledger under the names of [`Limit`].

use solver::Limits;

// Runs of the interpreter, and inputs without solving.

/// Steps of all seeds together, the words of their inputs included.
pub(crate) const SEED_STEPS: u64 = 5_000_000;
/// Elements of the longest array that a seed has.
pub(crate) const SEED_LENGTH: u64 = 5;
/// Numbers that a seed has in a large array of zeros.
pub(crate) const SEED_NUMBERS: u64 = 64;
/// Nodes of the longest list that a seed has.
pub(crate) const SEED_LINKS: u64 = 4_000;
/// Elements of a table of lists that have one.
pub(crate) const SEED_HEADS: u64 = 4;
/// Steps of one seed.
pub(crate) const SEED_RUN: u64 = SEED_STEPS / 100;
/// Steps that a word of an input counts for, which is made, asked about and put in its place.
pub(crate) const WORD_STEPS: u64 = 4;
/// Seeds whose runs were longer, and which wait for more.
pub(crate) const LONG_RUNS: usize = 8;
/// Steps of one of them, at first and then.
pub(crate) const LONG_RUN: [u64; 2] = [1_000_000, 10_000_000];
/// Steps of all of them together.
pub(crate) const LONG_STEPS: u64 = 40_000_000;
/// Inputs tried for a single question before any path is walked.
pub(crate) const REACH_SEEDS: u32 = 1000;
/// How long inputs are changed a little at a time.
pub(crate) struct Climb {
    /// Steps of all runs together.
    pub(crate) steps: u64,
    /// Runs without anything new.
    pub(crate) in_vain: u32,
}

/// For a moment, and with more patience.
pub(crate) const CLIMBS: [Climb; 2] =
    [Climb { steps: 10_000_000, in_vain: 8_000 }, Climb { steps: 200_000_000, in_vain: 60_000 }];
/// Runs between two looks at the clock of whoever waits.
pub(crate) const CLIMB_ASKS: u32 = 16;
/// Inputs that are kept only because their runs took as many steps as none before.
pub(crate) const CLIMB_LENGTHS: usize = 300;
/// Numbers of an input that are changed at a time, at most.
pub(crate) const CLIMB_CHANGES: u64 = 4;
/// Open objectives from which on scripts of results are run before anything is asked.
pub(crate) const MUCH_OPEN: usize = 64;
/// Steps of all runs with scripts of results together.
pub(crate) const RESULT_STEPS: u64 = 60_000_000;
/// Steps of one of them.
pub(crate) const RESULT_RUN: u64 = 200_000;
/// Values tried for the first result, and values kept because they made a difference.
pub(crate) const RESULT_CONSTANTS: usize = 300;
pub(crate) const RESULT_VALUES: usize = 24;
/// Events by which what a run does with a result is told from what others do.
pub(crate) const REACTION_EVENTS: usize = 2_000;
/// Elements that arrays get which are too short for what comes after a prefix.
pub(crate) const LONGER: [u64; 2] = [64, 4096];
/// Steps of a run on an input of a walk, at least; the interpreter may count more finely than the walk does.
pub(crate) const JUDGED_STEPS: u64 = 1_000_000;
/// How often the steps of runs are halved because others did not end.
pub(crate) const MOST_HALVINGS: u32 = 6;
/// Bytes of input beyond which a space of inputs is not small.
pub(crate) const SPACE_BYTES: u64 = 256;
/// Values of one word of it that are looked at.
pub(crate) const SPACE_VALUES: u128 = 1 << 16;
/// Assignments tried for each input that is allowed for.
pub(crate) const SPACE_TRIES: u64 = 64;
/// Words kept of all its inputs together.
pub(crate) const SPACE_WORDS: usize = 1 << 21;
/// Steps of a run when all inputs are run; runs that need more wait for the next round.
pub(crate) const RUN_STEPS: u64 = 20_000;
/// How many times as many steps the next round allows.
pub(crate) const RUN_GROWTH: u64 = 16;
/// Steps of all runs together, before which no round is begun that could exceed them.
pub(crate) const ALL_RUN_STEPS: u64 = 100_000_000;
/// Events by which prefixes of runs that do not end are told apart.
pub(crate) const TOLD_APART: usize = 1000;

// Variations of inputs.

/// Steps of all variations when it is their turn after walks, and after goals; the words of their inputs included.
pub(crate) const VARIED_STEPS: [u64; 2] = [20_000_000, 100_000_000];
/// Turns of variations and walks that spread, one after the other, and how many may find nothing in a row.
pub(crate) const ROAMS: u32 = 7;
pub(crate) const VAIN_ROAMS: usize = 3;
/// Open objectives for each of these.
pub(crate) const OPEN_FOR_A_VAIN_ROAM: usize = 8;
/// Steps of variations in the first of these turns, and looks of its walk; in each then twice as many.
pub(crate) const ROAMING_STEPS: u64 = 20_000_000;
pub(crate) const ROAMING_LOOKS: u32 = 400;
/// Conflicts of one of its questions: what takes more is left to chance, and to others.
pub(crate) const ROAMING_CONFLICTS: u64 = 300;
/// Inputs that are followed in each turn, of so many that are looked at for that; turns of loops and looks of such a walk.
pub(crate) const FOLLOWED: u32 = 4;
pub(crate) const LOOKED_AT_TO_FOLLOW: usize = 48;
pub(crate) const FOLLOWED_TURNS: u32 = 64;
pub(crate) const FOLLOWED_LOOKS: u32 = 60;
/// What an open outcome of the function under test counts for there; one of a callee counts for one.
pub(crate) const HOME_WEIGHT: usize = 4;
/// Paths of such a walk after which it is asked again how near everything is to what is open.
pub(crate) const NEAR_AGAIN: u32 = 20;
/// Steps of one of them, and its events that are looked at.
pub(crate) const VARIED_RUN: u64 = 20_000;
pub(crate) const GLANCED_EVENTS: usize = 20_000;
/// Steps that a run counts for besides its own.
pub(crate) const VARIED_START: u64 = 100;
/// Runs that reach an open outcome, and do not return, which are looked at as a whole.
pub(crate) const TRIED_IN_VAIN: u32 = 12;
/// Inputs that variations are made of, at most.
pub(crate) const VARIED_INPUTS: usize = 4_000;
/// Changes of one variation, at most.
pub(crate) const CHANGES_AT_ONCE: u64 = 4;
/// Changes of pointers for each change of a number in a union into a pointer, or of a pointer there into a number.
pub(crate) const POINTERS_FOR_A_NUMBER: u64 = 8;
/// How much is added to numbers, or taken away, at most.
pub(crate) const LARGEST_STEP: u64 = 32;
/// Objects of an input beyond which no new ones are made, and bytes of one that grows.
pub(crate) const VARIED_OBJECTS: usize = 24;
pub(crate) const VARIED_BYTES: u64 = 1 << 14;
/// Elements of a new array of scalars, at most, and how often lengths are doubled at once.
pub(crate) const NEW_ELEMENTS: u64 = 16;
pub(crate) const DOUBLINGS: u64 = 7;
/// Bytes of the longest literal that is written into arrays.
pub(crate) const LONGEST_TEXT: usize = 64;
/// Cells in a row that get the value of one of them.
pub(crate) const FILLED_CELLS: usize = 64;
/// Which allocations fail by chance: the first ones.
pub(crate) const FAILING_AT_MOST: usize = 8;
/// Things that are mended of one input, one after the other, and how many of the scalars that its run read last are looked at for one.
pub(crate) const MENDS: u32 = 8;
pub(crate) const MENDED_PLACES: usize = 8;
/// Inputs that go wrong somewhere and could not be mended, after which none is that goes wrong there; and how many times as many
/// where one reaches what no test reaches that returns.
pub(crate) const MENDED_IN_VAIN: u32 = 6;
pub(crate) const MENDS_OF_NEEDED: u32 = 4;
/// Elements of an array that is put behind a null pointer, and lengths of arrays that are too short.
pub(crate) const ROOMY: u64 = 32;
pub(crate) const MENDED_LENGTHS: [u64; 2] = [64, 512];
/// Bytes before what a pointer leads to: as many as a header may have, and a multiple of all alignments.
pub(crate) const ROOM_BEFORE: u64 = 32;
/// What a length is set to that may be too large, and what a divisor that is zero.
pub(crate) const SMALL_LENGTH: u128 = 8;
pub(crate) const DIVISORS: [u128; 2] = [1, 16];
/// Results that are looked at where an assertion fails, and inputs tried for it.
pub(crate) const TURNED_RESULTS: usize = 3;
pub(crate) const TURNS_TRIED: usize = 96;
/// Scalars that a run read last before a condition which are changed for its other outcome, and inputs that this is tried with.
pub(crate) const RECALLED_PLACES: usize = 6;
pub(crate) const RECALLED_COPIES: usize = 8;
pub(crate) const RECALLED_IN_VAIN: u32 = 16;
/// Steps of leading one input towards what is open.
pub(crate) const LEADING_STEPS: u64 = 1_000_000;
/// Which part of all steps leading may take: one in so many.
pub(crate) const LED_SHARE: u64 = 3;
/// Bits of numbers whose effect is looked at, and flipped for one outcome.
pub(crate) const PROBED_BITS: u32 = 32;
pub(crate) const FLIPPED_BITS: usize = 64;
/// Scalars of an input whose effect on comparisons is looked at.
pub(crate) const PROBED_SCALARS: usize = 512;
/// Scalars that are moved towards one outcome, and steps of each.
pub(crate) const APPROACHED_SCALARS: usize = 16;
pub(crate) const APPROACHES: u32 = 12;

// Walks.

/// Events of a path at first; where paths are longer, all are walked again with more.
pub(crate) const FIRST_EVENTS: usize = 2_000;
/// How many times as many events then.
pub(crate) const MORE_EVENTS: usize = 10;
/// Events of a path at last.
pub(crate) const LAST_EVENTS: usize = 200_000;
/// Instructions of a path.
pub(crate) const PATH_STEPS: u64 = 20_000_000;
/// Words that a walk makes before it gives up. With its share of the solver's store one takes about 400 bytes, and several
/// functions are searched at once.
pub(crate) const WALK_WORDS: usize = 1_000_000;
/// Active calls of one function where loops turn as they like.
pub(crate) const RECURSION: u32 = 64;
/// Active calls of one function, however few the turns of loops are.
pub(crate) const LEAST_RECURSION: u32 = 4;
/// Turns of a loop in the first of ever deeper walks.
pub(crate) const FIRST_TURNS: u32 = 3;
/// Turns of a loop in the last of them; each has four times as many as the one before.
pub(crate) const LAST_TURNS: u32 = 3 << 16;
/// How many times as many turns a brief walk may take when it is its turn again. A walk costs what it looks at, not what it may
/// turn; goals before it may cost much where structures are allocated.
pub(crate) const TURNS_MORE: u32 = 16;
/// How often walks that share their time with goals may look around without reaching anything new, one after the other.
pub(crate) const LOOKS_IN_TURN: [u32; 3] = [100, 1_000, 10_000];
/// The same for a first walk over single heaps, with arrays of so many elements: where pointers stand in an array, each element is
/// one more object.
pub(crate) const LOOKS_AT_SHORT: u32 = 500;
pub(crate) const SHORT_ARRAYS: u64 = 3;
/// The same for a walk over single heaps.
pub(crate) const LOOKS_AT_HEAPS: u32 = 20_000;
/// The same where so much is open that all paths will not be walked in any time.
pub(crate) const LOOKS_AMONG_MANY: u32 = 1_000;
/// The same for a first walk over arrays that overlap.
pub(crate) const LOOKS_AT_OVERLAPPING: u32 = 500;
/// Turns of its loops.
pub(crate) const TURNS_OF_A_LOOK: u32 = 5;
/// Open objectives from which on a walk spreads before goals are asked for: it looks long, and does not know what nothing reaches.
pub(crate) const WIDELY_OPEN: usize = 32;
/// Open objectives from which on they are chased.
pub(crate) const OPEN_TO_CHASE: usize = 16;
/// Looks of a walk that spreads, for each objective that is open, and turns of its loops.
pub(crate) const WIDE_LOOKS: u32 = 4_000;
pub(crate) const WIDE_TURNS: u32 = 8;
/// Looks of a walk that chases what is open without reaching anything new.
pub(crate) const CHASING_LOOKS: u32 = 400;
/// Its questions between two turns of variations, and steps of one of these, at least and at most.
pub(crate) const QUESTIONS_BETWEEN: u64 = 150;
pub(crate) const STEPS_BETWEEN: [u64; 2] = [2_000_000, 30_000_000];
/// How often control is led towards it along a path, and how many turns of loops there are, before something new has to come.
pub(crate) const LED_IN_VAIN: u32 = 12;
pub(crate) const IDLE_TURNS: u32 = 32;
/// Looks of a walk over longer ones that overlap.
pub(crate) const LOOKS_AT_LONG_ONES: u32 = 20;
/// The same where arrays lie apart.
pub(crate) const LOOKS_AT_LONG_ARRAYS: u32 = 500;
/// Turns of loops there.
pub(crate) const TURNS_AMONG_LONG_ONES: u32 = 128;
/// Looks of a walk in other worlds.
pub(crate) const LOOKS_ELSEWHERE: u32 = 500;
/// Paths of a dense walk.
pub(crate) const DENSE_LEAVES: usize = 64;
/// Questions of a dense walk for each objective.
pub(crate) const DENSE_QUESTIONS: u64 = 4;
/// Instructions of one of its paths.
pub(crate) const DENSE_STEPS: u64 = 200_000;
/// Paths that are looked at though no objective asks for them.
pub(crate) const ASIDE_LEAVES: usize = 64;
/// Questions about those.
pub(crate) const ASIDE_QUESTIONS: u64 = 1_000;
/// Looks around among them.
pub(crate) const ASIDE_LOOKS: u32 = 2_000;
/// Instructions of one of them.
pub(crate) const ASIDE_STEPS: u64 = 20_000;
/// Looks around among arrays of any length.
pub(crate) const LENGTH_LOOKS: u32 = 4_000;
/// Paths among them.
pub(crate) const LENGTH_LEAVES: usize = 512;
/// Turns of a loop there.
pub(crate) const LENGTH_TURNS: u32 = 64;
/// Turns of loops in the walks of a single question, each with more than the last.
pub(crate) const REACH_TURNS: [u32; 5] = [3, 12, 48, 192, 768];
/// Bytes of the arrays of a witness that are not shortened.
pub(crate) const SHORT_BYTES: u128 = 256;
/// Bytes of the largest object of an input that is built.
pub(crate) const OBJECT_BYTES: u128 = 1 << 20;
/// Words of input that are mended by hand when a clause has new instances.
pub(crate) const MENDED_WORDS: usize = 4;
/// Instances that are mended so.
pub(crate) const MENDED_INSTANCES: usize = 16;
/// Words whose values are tried for that.
pub(crate) const MENDED_BY: usize = 12;

// Contracts and preconditions.

/// Instances of a quantified clause that are made at a time; a witness that needs more is given up.
pub(crate) const INSTANCES: i128 = 10_000;
/// New instances may move a witness to longer arrays, which need more instances; so many rounds settle it, or nothing does.
pub(crate) const INSTANCE_ROUNDS: u32 = 8;
/// Words that merging a precondition may make for each turn of the function's own loops.
pub(crate) const MERGING_A_TURN: usize = 4_000;
/// Turns that count for that.
pub(crate) const MOST_MERGED_TURNS: u32 = 64;
/// Turns of the loops of a precondition at first.
pub(crate) const ADMIT_TURNS: u32 = 2;
/// Active calls of its functions at first.
pub(crate) const ADMIT_CALLS: u32 = 3;
/// How much more the next attempt costs, at most, about: a call for each of two links doubles with every call more.
pub(crate) const ADMIT_GROWTH: usize = 8;
/// Turns of the loops of a precondition where the whole function is asked about.
pub(crate) const PRECONDITION_TURNS: u32 = 16;

// Goals.

/// What it may cost to find out why something is impossible.
pub(crate) const TO_EXPLAIN: Limits =
    Limits { search_ticks: 1_000, probe_ticks: 1_000, sat_conflicts: 3_000, audit: false };
/// What it may cost to leave one label out of a core.
pub(crate) const TO_LEAVE_OUT: Limits =
    Limits { search_ticks: 300, probe_ticks: 300, sat_conflicts: 300, audit: false };
/// What a question may cost that is asked of a function without its memory.
pub(crate) const WITHOUT_MEMORY: Limits =
    Limits { search_ticks: 1_000, probe_ticks: 1_000, sat_conflicts: 300, audit: false };
/// Functions that are asked what they exclude by themselves.
pub(crate) const BY_THEMSELVES: usize = 32;
/// Terms that questions in a row there are asked about, summed over them, which exclude nothing: then the rest is left to others.
pub(crate) const VAIN_WITHOUT_MEMORY: usize = 300_000;
/// The same for all functions that are asked by themselves.
pub(crate) const VAIN_BY_THEMSELVES: usize = 1_000_000;
/// Words of such an execution.
pub(crate) const WORDS_WITHOUT_MEMORY: usize = 20_000;
/// What a question about all claims of a loop may cost.
pub(crate) const ALL_CLAIMS: Limits =
    Limits { search_ticks: 500, probe_ticks: 0, sat_conflicts: 2_000, audit: false };
/// What one about a single claim may cost; a claim that needs more is dropped.
pub(crate) const SINGLE_CLAIM: Limits =
    Limits { search_ticks: 200, probe_ticks: 0, sat_conflicts: 300, audit: false };
/// Questions asked about all claims of one loop.
pub(crate) const CLAIM_QUESTIONS: usize = 60;
/// Terms that all questions about claims of one execution may be asked about, for each word that it may make.
pub(crate) const CLAIM_TERMS: usize = 10;
/// Terms that a conflict counts for there, where a question stays without an answer.
pub(crate) const CLAIM_CONFLICT_TERMS: usize = 30;
/// Occurrences of an outcome that are explained one by one.
pub(crate) const MOST_EXPLAINED: usize = 6;
/// Turns of loops where only propagation is asked.
pub(crate) const LEFT_TURNS: u32 = 4;
/// Propagator runs of what is supposed there.
pub(crate) const SUPPOSING_TICKS: u64 = 100_000;
/// Terms looked at before the search for what ways share is given up.
pub(crate) const IMPLIED_TERMS: usize = 4000;
/// Disjunctions inside one another that are looked into.
pub(crate) const IMPLIED_DEPTH: u32 = 40;
/// How the turns of loops grow where a refutation rests on them.
pub(crate) const UNFOLD_GROWTH: u32 = 4;
/// Turns of a loop beyond which they do not grow.
pub(crate) const UNFOLD_TURNS: u32 = 256;
/// How many times as long as at first arrays get where a refutation rests on their lengths.
pub(crate) const UNFOLD_LONGER: u64 = 64;
/// Bytes of a block that is allocated where a refutation rests on how large blocks are: all that an `unsigned` can ask for.
pub(crate) const LAST_BLOCK: u64 = 1 << 32;
/// Active calls of one function at first.
pub(crate) const UNFOLD_CALLS: u32 = 8;
/// The same at most.
pub(crate) const UNFOLD_LAST_CALLS: u32 = 2048;
/// Instructions of a merged execution.
pub(crate) const UNFOLD_STEPS: u64 = 200_000;
/// Words of it. They, and the circuits made of them, are what a search holds: half a gigabyte of these is enough for one worker.
pub(crate) const UNFOLD_WORDS: usize = 1_000_000;
/// Objects behind pointers inside data, at most: more of them would make too many choices for the next one.
pub(crate) const LAST_OBJECTS: usize = 128;
/// Elements of arrays that overlap, at first: where two of them meet each access may touch any.
pub(crate) const LONGEST_OVERLAPPING: u64 = 10;
/// How often more preferences are relaxed: each time exclusions may name what was not in their way before.
pub(crate) const RELAXATIONS: u32 = 3;
/// Turns that loops are given at first for a single question.
pub(crate) const REACH_FIRST_TURNS: u32 = 4;
/// Conflicts of a single question beyond which it is given up.
pub(crate) const REACH_CONFLICTS: u64 = 20_000_000;

// Suites and what is said.

/// Tests kept to choose from when a suite is to be small.
pub(crate) const CANDIDATES: usize = 400;
/// Evaluations of a decision that is looked at for pairs of them.
pub(crate) const PAIRED_EVALUATIONS: usize = 1000;
/// Evaluations of a decision that are looked for one by one to make a suite smaller.
pub(crate) const SOUGHT_EVALUATIONS: usize = 40;
/// Choices tried for the smallest suite.
pub(crate) const SUITE_NODES: u32 = 200_000;
/// Choices tried for the fewest tests that show all pairs.
pub(crate) const PAIRING_NODES: u32 = 200_000;
/// Tests of a suite that is polished: nobody reads a larger one.
pub(crate) const POLISHED: usize = 500;
/// Times that each scalar of a test is looked at.
pub(crate) const POLISH_PASSES: usize = 2;
/// Runs that polishing one test may cost.
pub(crate) const POLISH_RUNS: usize = 400;
/// Steps of all of them, and of those of all tests of a suite.
pub(crate) const POLISH_STEPS: u64 = 5_000_000;
pub(crate) const POLISH_ALL_STEPS: u64 = 40_000_000;
/// Lengths tried for one array.
pub(crate) const POLISH_LENGTHS: u64 = 32;
/// Nodes that one expression may have; terms share parts, text does not.
pub(crate) const FORMULA_NODES: u32 = 2_000;
/// Nesting of an expression that is followed.
pub(crate) const FORMULA_DEPTH: u32 = 150;
/// Pointers followed for one name.
pub(crate) const NAME_STEPS: usize = 8;

// Analyses.

/// Instructions that are passed to find out what no run takes.
pub(crate) const DATAFLOW_STEPS: u64 = 2_000_000;
/// The same where memory is followed.
pub(crate) const DATAFLOW_MEMORY_STEPS: u64 = 400_000;
/// How often what is known may change, of a register at the head of a loop or of what a function is given, before bounds that move
/// are given up; and before all is.
pub(crate) const DATAFLOW_JOINS: u32 = 2;
pub(crate) const DATAFLOW_WIDENINGS: u32 = 6;
/// The same of what functions are given and return, and of memory, as long as these are few numbers.
pub(crate) const DATAFLOW_PATIENCE: u32 = 40;
/// Values that are looked at one by one: of two numbers together, of offsets and of lengths.
pub(crate) const DATAFLOW_FEW: usize = 128;
/// How often all is passed again because something escapes or recurs after all.
pub(crate) const DATAFLOW_ROUNDS: u32 = 12;
/// What is known of one object: cells, and stretches that were filled or copied.
pub(crate) const DATAFLOW_CELLS: usize = 256;

/// Bytes of the largest block that is sure to be there.
pub(crate) const SURE_BYTES: u128 = 1 << 20;

/// How much goals may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    /// Conflicts of one question.
    pub(crate) conflicts: u64,
    /// Questions that may stay without answer before the others are given up too.
    pub(crate) patience: u32,
    /// How often loops are unfolded further.
    pub(crate) rounds: u32,
    /// Words of one execution.
    pub(crate) words: usize,
}

impl Effort {
    /// First what is easy, then with ever more patience.
    pub(crate) const ALL: [Self; 3] = [
        Self { conflicts: 2_000, patience: 4, rounds: 2, words: 100_000 },
        Self { conflicts: 20_000, patience: 20, rounds: 4, words: 500_000 },
        Self { conflicts: 200_000, patience: 1_000, rounds: 8, words: UNFOLD_WORDS },
    ];
}

/// A limit of which it is told that a search met it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Limit {
    SeedSteps,
    ResultSteps,
    RunSteps,
    PathEvents,
    PathSteps,
    Turns,
    Recursion,
    Looks,
    Words,
    Leaves,
    Questions,
    ObjectBytes,
    SolverWork,
    Patience,
    Candidates,
    Polished,
}

impl Limit {
    /// Its name in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::SeedSteps => "steps of all seeds",
            Self::ResultSteps => "steps of all scripts of results",
            Self::RunSteps => "steps of all runs",
            Self::PathEvents => "events of a path",
            Self::PathSteps => "instructions of a path",
            Self::Turns => "turns of a loop",
            Self::Recursion => "active calls of a function",
            Self::Looks => "looks without anything new",
            Self::Words => "words of a walk",
            Self::Leaves => "paths of a walk",
            Self::Questions => "questions of a walk",
            Self::ObjectBytes => "bytes of an object",
            Self::SolverWork => "work of the solver on a question",
            Self::Patience => "goals without an answer",
            Self::Candidates => "tests to choose from",
            Self::Polished => "tests of a suite that is polished",
        }
    }
}

/// Bytes of printed text that a test asserts.
pub(crate) const MOST_PRINTED: usize = 4096;
