//! The product of a run as plain data: objectives with their verdicts, tests with their inputs and
//! observed outputs, findings, path counts and coverage. `emit` turns it into C, `report` into text
//! and JSON, `native` replays it.
//!
//! It deliberately knows nothing of how any of it was found: no ids of the IR, the terms or the
//! solver appear here, C types are its own [`CType`], and there is no behaviour beyond
//! constructors and small queries.

mod ctype;
mod elsewhere;
pub mod float;
mod objective;
mod test;
mod value;

pub use ctype::{CType, EnumName, Field, IntType, TypeId, Types};
pub use elsewhere::{
    CALL_TOLD, Device, DeviceAccess, Granted, ModelLine, Restraint, Spelled, StandIn, Stub, Wanted,
};
pub use objective::{Bounds, Objective, ObjectiveKind, Outcome, Premise, Scope, Verdict};
pub use test::{
    Argument, Call, CallMade, Ends, Formula, Given, Global, Held, Inputs, Object, Outputs, Param,
    Printed, Replay, Sequence, Shown, Storage, StubCalls, Test, Written,
};
pub use value::{CValue, Place, Step};

use std::collections::BTreeMap;

/// Everything one run of the tool leaves behind for one source file.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The source file as the user named it.
    pub file: String,
    /// One entry per function under test, in source order.
    pub functions: Vec<FunctionReport>,
}

/// The version of the report format. It grows only when a reader of the old one would be misled.
pub const FORMAT_VERSION: u32 = 1;

/// What is known about one function under test.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionReport {
    /// The function and how a harness calls it.
    pub under_test: FunctionUnderTest,
    /// The C types that its inputs and outputs refer to.
    pub types: Types,
    /// The criterion asked for, as spelled on the command line.
    pub criterion: String,
    /// Whether every objective was decided.
    pub status: Status,
    /// The objectives in source order.
    pub objectives: Vec<Objective>,
    /// The tests kept, in the order they are numbered.
    pub tests: Vec<Test>,
    /// Reachable traps, violated contracts and disagreements.
    pub findings: Vec<Finding>,
    /// What goes wrong only in worlds that callers can keep from happening, each with how.
    pub duties: Vec<Duty>,
    /// Path counts, when the criterion walked paths.
    pub paths: Option<Paths>,
    /// What was measured when the tests were run.
    pub coverage: Option<Coverage>,
    /// What contained the compiled code when it was run, by name; nothing if it was not run.
    pub contained: Vec<String>,
    /// The objectives that are covered but were not seen in compiled code: the interpreter's word stands.
    pub interpreted: Vec<String>,
    /// What a reader of the verdicts should know: prefixes that were cut, clauses that were left out.
    pub notes: Vec<String>,
    /// Named counters of work done, in the order they are to be shown.
    pub stats: Vec<(String, u64)>,
    /// What each stage of the search did, in order.
    pub stages: Vec<Stage>,
    /// The limits of the search that were met, by name.
    pub limits_hit: Vec<String>,
    /// Seconds per stage. Only filled when asked for, since it differs from run to run.
    pub timing: Vec<(String, f64)>,
}

/// What one stage of a search did.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// Questions to the solver.
    pub questions: u64,
    /// Instructions executed symbolically, and steps of inputs that were counted through.
    pub steps: u64,
    /// Objectives that its tests were the first to reach.
    pub covered: u64,
    /// Objectives that it excluded in the worlds it looked at.
    pub excluded: u64,
    /// How long it took, where that was measured.
    pub seconds: f64,
}

impl FunctionReport {
    /// An empty report for `under_test`, complete because nothing has been left open yet.
    pub fn new(under_test: FunctionUnderTest, criterion: impl Into<String>) -> FunctionReport {
        FunctionReport {
            under_test,
            types: Types::new(),
            criterion: criterion.into(),
            status: Status::Complete,
            objectives: Vec::new(),
            tests: Vec::new(),
            findings: Vec::new(),
            duties: Vec::new(),
            paths: None,
            coverage: None,
            contained: Vec::new(),
            interpreted: Vec::new(),
            notes: Vec::new(),
            stats: Vec::new(),
            stages: Vec::new(),
            limits_hit: Vec::new(),
            timing: Vec::new(),
        }
    }

    /// The test called `id`.
    pub fn test(&self, id: &str) -> Option<&Test> {
        self.tests.iter().find(|test| test.id == id)
    }

    /// Do tests say what volatile places show, or look at what is written to them, or set what lies at fixed addresses? Then the source
    /// as it is will not do.
    pub fn uses_devices(&self) -> bool {
        let regions = &self.under_test.regions;
        let sets = |test: &Test| test.inputs.globals.iter().any(|it| regions.contains(&it.name));
        if self.under_test.is_foreign || self.tests.iter().any(sets) {
            return true;
        }
        let shows = |test: &Test| {
            test.inputs.stubs.iter().any(|calls| self.under_test.device(&calls.function).is_some())
        };
        self.tests.iter().any(|test| shows(test) || test.outputs.writes().next().is_some())
    }

    /// The objectives by what they are called.
    pub fn objectives_by_id(&self) -> BTreeMap<&str, &Objective> {
        self.objectives.iter().map(|objective| (objective.id.as_str(), objective)).collect()
    }
}

/// Whether a function's objectives were all decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every objective is covered or infeasible.
    Complete,
    /// Some objective is unknown, or the run was ended before its time.
    Partial,
}

/// What a harness has to know to call a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionUnderTest {
    /// Its name in C.
    pub name: String,
    /// What it returns.
    pub returns: TypeId,
    /// Name and type of each parameter; arrays have already decayed to pointers.
    pub params: Vec<(String, TypeId)>,
    /// Whether it has internal linkage, so that only its own unit can call it.
    pub is_static: bool,
    /// The source file that a harness includes to reach it.
    pub include: String,
    /// Whether the unit defines `main`, which a harness with a `main` of its own must rename.
    pub main_conflict: bool,
    /// The prototype of that `main`, if it is one that C knows: it can keep its name in C and have another for the linker.
    pub main_prototype: Option<String>,
    /// Whether the unit keeps state that no input sets, such as static locals, so that each test
    /// must start in a fresh process.
    pub stateful: bool,
    /// Whether the unit looks at addresses as numbers, so that objects must begin at addresses divisible by 16.
    pub aligned: bool,
    /// Functions without a body that the unit mentions and a harness must define.
    pub stubs: Vec<Stub>,
    /// Definitions in C of functions without a body that take or return more than numbers; they call `stubs`.
    pub models: Vec<StandIn>,
    /// Of these and of `stubs` those that only inputs mention: they stand for functions of other files that pointers lead to.
    pub others: Vec<String>,
    /// Of the functions that a harness defines those whose names are macros in the source file.
    pub shadowed: Vec<String>,
    /// Functions that the source file defines although they count as defined elsewhere: a harness that includes it puts its own
    /// in their place.
    pub replaced: Vec<String>,
    /// Functions of the C library that the unit calls and a harness defines under other names.
    pub redirected: Vec<String>,
    /// Functions that the source file defines `inline` and not static: a harness that declares them once more without that word
    /// makes them ones that the linker finds.
    pub inlined: Vec<String>,
    /// Structures that the source file declares inside of functions only: a harness that names them has to define them.
    pub local_types: Vec<String>,
    /// The function through which tests call it, if they cannot call it themselves.
    pub through: Option<Through>,
    /// What linked files declare, for tests that name it.
    pub declared: Declared,
    /// Functions that the unit defines, for those who would put something else in their places.
    pub defined: Vec<String>,
    /// Variables that the unit declares but does not define, so that a harness must.
    pub externals: Vec<External>,
    /// Variables of the unit that are declared `volatile`: pointers that are not take their addresses by a cast only.
    pub volatiles: Vec<String>,
    /// The functions, among `stubs`, that stand for accesses of volatile places.
    pub devices: Vec<Device>,
    /// Variables that stand for what lies at fixed addresses.
    pub regions: Vec<String>,
    /// Of these the ones with members that the code may only read.
    pub read_only: Vec<String>,
    /// Whether the source has something that compilers here cannot read, such as assembly of another machine.
    pub is_foreign: bool,
    /// The file that calls these functions, to be included in the place of the source where tests need that.
    pub copy: String,
}

/// A function that calls another with what tests cannot pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Through {
    /// Its name.
    pub name: String,
    /// Its definition in C.
    pub text: String,
}

/// What files declare that are linked with the source and that the source does not know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// Headers of the system that the declarations rest on, with brackets or quotes.
    pub headers: Vec<String>,
    /// The declarations in C.
    pub text: String,
    /// The names in them.
    pub names: Vec<String>,
}

/// A variable that is defined elsewhere in the program, and in tests by the harness.
#[derive(Clone, Debug, PartialEq)]
pub struct External {
    /// Its name in C.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Whether it is declared `const`.
    pub is_const: bool,
    /// Whether it is declared `volatile`.
    pub is_volatile: bool,
}

impl FunctionUnderTest {
    /// A function with external linkage in `include` that needs nothing special of a harness.
    pub fn new(
        name: impl Into<String>,
        returns: TypeId,
        params: Vec<(String, TypeId)>,
        include: impl Into<String>,
    ) -> FunctionUnderTest {
        FunctionUnderTest {
            name: name.into(),
            returns,
            params,
            is_static: false,
            include: include.into(),
            main_conflict: false,
            main_prototype: None,
            stateful: false,
            aligned: false,
            stubs: Vec::new(),
            models: Vec::new(),
            others: Vec::new(),
            shadowed: Vec::new(),
            replaced: Vec::new(),
            redirected: Vec::new(),
            inlined: Vec::new(),
            local_types: Vec::new(),
            through: None,
            declared: Declared::default(),
            defined: Vec::new(),
            externals: Vec::new(),
            volatiles: Vec::new(),
            devices: Vec::new(),
            regions: Vec::new(),
            read_only: Vec::new(),
            is_foreign: false,
            copy: String::new(),
        }
    }

    /// The device that a function stands for.
    pub fn device(&self, function: &str) -> Option<&Device> {
        self.devices.iter().find(|device| device.function == function)
    }
}

/// Something wrong in the code under test, with the test that shows it when there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind in lower case with dashes, e.g. `signed-overflow`.
    pub kind: String,
    /// The function it happens in.
    pub in_function: String,
    /// The line it happens on.
    pub line: u32,
    /// One sentence for a person.
    pub message: String,
    /// The test that reproduces it.
    pub test: Option<String>,
}

/// Something that goes wrong only where the world is not the plain one: callers see to it that it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duty {
    /// What goes wrong, and where.
    pub what: Finding,
    /// The premise that keeps it from happening.
    pub sentence: String,
    /// The clause or option that says so.
    pub clause: String,
}

/// Counts of paths walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paths {
    /// Paths from entry to return that some input follows.
    pub feasible: u64,
    /// Path prefixes that end in a trap.
    pub trapped: u64,
    /// Path prefixes given up because of a limit.
    pub cut: u64,
    /// Branch sides shown to be closed while walking.
    pub infeasible_prefixes: u64,
    /// Whether the walk ended with nothing cut and nothing unknown.
    pub complete: bool,
    /// How the paths were found.
    pub method: PathMethod,
}

/// How paths are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathMethod {
    /// Each branch side was asked of the solver.
    Walk,
    /// Every input that the contract admits was run; so many there are.
    Exhaustion(u64),
}

/// Measured coverage: (taken, all) outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Who measured `branches`.
    pub measured_by: Meter,
    /// Branch outcomes seen and present, in the functions that objectives belong to.
    pub branches: (u64, u64),
    /// The same totals as gcov counts them, where it was run.
    pub gcov: Option<(u64, u64)>,
}

/// Who observed the outcomes that coverage figures count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meter {
    /// Probes in the compiled code.
    Probes,
    /// The reference interpreter, when native replay was switched off.
    Interpreter,
}
