//! The command line.

use crate::config::Project;
use crate::sequences::api::States;
use crate::shard::Shard;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::time::Duration;
use world::Preference;

/// Unit tests for C, with proofs for what no test can reach.
#[derive(Parser, Debug)]
#[command(
    name = "probant",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true
)]
#[command(after_help = "\
Begin with:
  probant gen tri.c -f trityp       tests of one function, in probant-out/test_trityp.c
  probant gen tri.c                 tests of every function of the file
  probant gen --help                how to state preconditions, what the options mean

Exit status, the highest that applies:
  0  every objective is covered or infeasible, and nothing was found
  1  something is unknown; the report says why
  2  there is a finding: an input on which the code does something undefined
  3  the input is wrong; the message says where and what to do
  4  a mistake of probant itself; please report it")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
#[expect(clippy::large_enum_variant, reason = "a run has one of it")]
pub enum Command {
    /// Find inputs for every branch or path, prove the rest unreachable, write and replay the tests
    #[command(after_help = "\
Examples:
  probant gen tcas.c -f alt_sep_test        one function, and what it calls
  probant gen merge.c -DK=2                 every function of the file, with a macro
  probant gen merge.c -f Merge --criterion kpath --k 2
  probant gen tcas.c --emit none --json -   the report alone, for machines
  probant gen tcas.c -- -Iinclude -m64      what follows -- goes to the compiler

What comes of it:
  DIR/test_FUNC.c holds the tests of FUNC, a C file with a main and no dependency. It includes the
  source file and asserts what was observed. Every test was run by the interpreter and by the
  compiled code before it was written. On standard output stands what was covered, what no input
  can reach and on what that rests, and what is unknown and why.

Preconditions:
  No harness is needed. What callers guarantee is written above the function, in ACSL:
    /*@ requires 0 <= n <= 5;
        requires \\valid_read(a + (0 .. n - 1));
        requires \\forall integer i; 0 < i < n ==> a[i - 1] <= a[i]; */
  Tests respect it, and what is infeasible because of a clause names the clause.

Time:
  At the end of the budget, or on Ctrl-C, the tests found so far are written and marked partial.
  A second Ctrl-C ends at once and writes nothing.

Exit status, the highest that applies:
  0  every objective is covered or infeasible, and nothing was found
  1  something is unknown
  2  there is a finding
  3  the input is wrong
  4  a mistake of probant itself")]
    Gen(Gen),
    /// Find an input that gets somewhere, or prove that none does
    #[command(after_help = "\
Examples:
  probant reach tcas.c:45 -f alt_sep_test     an input of alt_sep_test that gets to line 45
  probant reach loop.c:7:9                    to what is computed at column 9 of line 7
  probant reach loop.c:7 --when 'i > n'       to line 7, with i > n when it begins
  probant reach loop.c:7:9 --outcome false    to an outcome of the condition that begins there
  probant reach loop.c:b3+ -f f               to an objective, as reports and inspect name it
  probant reach loop.c:9 --trap               to undefined behaviour or a failing assertion in line 9

Objectives are b3+ and s1:2 for branches, d2- for decisions, m3+ for MC/DC.

Exit status: 0 found; 5 proved unreachable; 1 unknown; 3 if the input is wrong.")]
    Reach(Reach),
    /// Join the reports of parts of a work, made with --shard, to that of the whole
    #[command(after_help = "\
Examples:
  probant gen src --shard 1/2 --json 1.json     one machine
  probant gen src --shard 2/2 --json 2.json     another
  probant merge 1.json 2.json --json all.json   the report that one machine would have written

Exit status: that of the whole, as of gen.")]
    Merge(Merge),
    /// Prove that nothing goes wrong, or find an input on which it does
    #[command(after_help = "\
Examples:
  probant prove list.c                        no undefined behaviour and no failing assertion
  probant prove tcas.c -f check --check assert

What is proved holds for all inputs that the contract admits and for any number of loop turns.

Exit status, the highest that applies: 0 everything is proved; 1 something is unknown; 2 something
goes wrong, with an input that shows it; 3 the input is wrong.")]
    Prove(Prove),
    /// Print what a stage makes of a file: tokens, syntax, IR, objectives
    #[command(after_help = "\
Examples:
  probant inspect tri.c --stage objectives    what there is to cover, with names and lines
  probant inspect tri.c -f trityp             what the function means, conversions spelled out
  probant inspect list.c --stage world        where parameters may lead, and what is taken for granted
  probant inspect tri.c --stage tokens        the text after the preprocessor

Exit status: 0, or 3 if the file is wrong.")]
    Inspect(Inspect),
    /// Run a function in the interpreter
    #[command(after_help = "\
Examples:
  probant run program.c                     runs main; its result is the exit status
  probant run tri.c -f trityp -- 3 4 5      runs a function on arguments and prints its result
  probant run misc.c -f bsearch_ -- '{1,3,5}' 3 5
                                            arrays as {1,3,5}, strings as \"abc\", or NULL

Undefined behaviour ends the run with its place and kind.
Exit status: 0, 1 if something is not modelled or steps ran out, 2 for undefined behaviour, 3 if the
input is wrong; for main its own.")]
    Run(Run),
    /// Say what contains the code under test here when it is run
    #[command(after_help = "\
Each protection is tried, from inside. What each of them keeps from happening is in docs/safety.md.

Exit status: 0 if all are in force, 1 if some is not.")]
    Safety,
    /// Solve a constraint text
    #[command(after_help = "\
A constraint text declares variables and asserts conditions:
  var x: u8 in 0..9
  var y: u8
  assert x + y == 12
The full language is in docs/fd.md.

Exit status: 0 decided, 1 not decided, 2 not what the text expects, 3 if the text is wrong,
4 if another solver asked by --smt says otherwise.")]
    Solve(Solve),
}

/// How C files are read; spelled as for a compiler.
#[derive(Args, Debug, Clone, Default)]
pub struct CArgs {
    /// Search headers in DIR
    #[arg(short = 'I', value_name = "DIR", help_heading = "Compiler")]
    pub include_dirs: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=TEXT]", help_heading = "Compiler")]
    pub define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "Compiler")]
    pub undefine: Vec<String>,
    /// Include FILE before the first line (also spelled -include)
    #[arg(long, value_name = "FILE", help_heading = "Compiler")]
    pub include: Vec<String>,
    /// Language standard (also spelled -std=)
    #[arg(long, value_name = "STD", help_heading = "Compiler")]
    pub std: Option<String>,
    /// Sizes of types and order of bytes; ilp32 gives the compiler -m32. Tests of those after that are not replayed
    #[arg(long, value_enum, default_value = "lp64", help_heading = "Compiler")]
    pub target_model: TargetModel,
    /// A `compile_commands.json` with the flags of the file [default: the nearest one upwards from it, also in a folder build]
    #[arg(long, value_name = "FILE", help_heading = "Compiler")]
    pub compile_commands: Option<PathBuf>,
    /// The folder of a build, with its `compile_commands.json`; without files, all files in that
    #[arg(
        short = 'p',
        long = "build",
        value_name = "DIR",
        help_heading = "Compiler",
        conflicts_with = "compile_commands"
    )]
    pub build: Option<PathBuf>,
    /// A `probant.toml` with settings [default: the nearest one upwards from the file]
    #[arg(long, value_name = "FILE", help_heading = "Compiler")]
    pub config: Option<PathBuf>,
    /// The C compiler, for the preprocessor and for replay
    #[arg(long, value_name = "COMMAND", default_value = "cc", help_heading = "Compiler")]
    pub cc: String,
    /// Take FUNC for a function that is defined elsewhere, although the file defines it; may be given several times
    #[arg(long, value_name = "FUNC")]
    pub stub: Vec<String>,
    /// Take what the file only declares from FILE, another file of the project; may be given several times
    #[arg(long, value_name = "FILE")]
    pub link: Vec<PathBuf>,
    /// Which states structures and static variables may be in.
    #[arg(skip)]
    pub states: StatesName,
    /// What holds of all states.
    #[arg(skip)]
    pub invariant: Option<String>,
    /// What the project file says.
    #[arg(skip)]
    pub project: Project,
}

impl Command {
    /// How the command reads C files, if it does.
    pub(crate) fn c_args(&mut self) -> Option<&mut CArgs> {
        match self {
            Self::Gen(args) => Some(&mut args.c),
            Self::Reach(args) => Some(&mut args.c),
            Self::Prove(args) => Some(&mut args.c),
            Self::Inspect(args) => Some(&mut args.c),
            Self::Run(args) => Some(&mut args.c),
            Self::Merge(_) | Self::Safety | Self::Solve(_) => None,
        }
    }

    /// The C file it is about, if it is one.
    pub(crate) fn single_file(&self) -> Option<&Path> {
        match self {
            Self::Reach(args) => args.target.split(':').next().map(Path::new),
            Self::Prove(args) => Some(&args.file),
            Self::Inspect(args) => Some(&args.file),
            Self::Run(args) => Some(&args.file),
            Self::Gen(_) | Self::Merge(_) | Self::Safety | Self::Solve(_) => None,
        }
    }
}

impl CArgs {
    /// The compilation database that was named, on the command line or in the project file.
    pub(crate) fn database(&self) -> Option<PathBuf> {
        let in_build = |path: &PathBuf| {
            if path.is_dir() { path.join(crate::database::NAME) } else { path.clone() }
        };
        let given = self.compile_commands.clone().or_else(|| self.build.as_ref().map(in_build));
        given.or_else(|| self.project.database().as_ref().map(in_build))
    }

    /// Which states there are, and what callers have.
    pub(crate) fn states(&self) -> States {
        match self.states {
            StatesName::Any => States::Any,
            StatesName::Api => States::Api(self.project.roles()),
        }
    }

    /// The same as arguments of the compiler.
    pub fn to_compiler(&self, more: &[String]) -> Vec<String> {
        let mut args = Vec::new();
        args.extend(self.std.iter().map(|std| format!("-std={std}")));
        args.extend(self.include_dirs.iter().map(|dir| format!("-I{dir}")));
        args.extend(self.define.iter().map(|define| format!("-D{define}")));
        args.extend(self.undefine.iter().map(|name| format!("-U{name}")));
        args.extend(self.include.iter().flat_map(|file| ["-include".to_owned(), file.clone()]));
        args.extend(crate::model::flags(self.target_model));
        args.extend(more.iter().cloned());
        args
    }
}

/// Which states structures and static variables of a file may be in.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StatesName {
    /// Any that their types allow; static variables of functions as calls of these leave them
    #[default]
    Any,
    /// Those that callers reach: calls of the functions that the file exports build all structures
    Api,
}

/// Sizes of types.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TargetModel {
    /// x86-64: 8 bytes for long and pointers
    #[default]
    Lp64,
    /// i386: 4 bytes for long and pointers
    Ilp32,
    /// MSP430: 2 bytes for int and pointers, 4 for long
    Ip16,
    /// Big-endian ARM: 4 bytes for long and pointers
    Ilp32be,
    /// Big-endian ARM, 64 bits: 8 bytes for long and pointers
    Lp64be,
}

/// What tests are to achieve.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CriterionName {
    /// Every statement: each straight piece of code
    Statement,
    /// Both outcomes of every condition, and each switch target
    Branch,
    /// Both outcomes of every condition
    Condition,
    /// Both outcomes of every decision: the whole of what controls an `if` or a loop, or is made of && and ||
    Decision,
    /// Both outcomes of every condition, each decisive: with the other the decision would be another (masking MC/DC)
    Mcdc,
    /// One test per feasible path
    Path,
    /// One test per feasible path with at most --k turns of each loop
    Kpath,
    /// Both sides of every comparison of numbers equal, and one of them one more or one less, or the next float
    Boundary,
}

/// What shows that a condition decides.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum McdcName {
    /// Both outcomes, no other condition masking them
    Masking,
    /// Two evaluations that differ in it alone
    Unique,
}

/// What to write.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmitName {
    /// One C file per function, with a main and no dependency
    Plain,
    /// Nothing
    None,
}

/// What signed overflow means.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverflowName {
    /// A finding; no test rests on it
    Trap,
    /// Wrap-around, as with -fwrapv
    Wrap,
}

/// What looks for inputs beyond seeds when covering.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineName {
    /// Path by path
    Walk,
    /// Cheap paths, then goals on the whole function for the rest
    Both,
    /// Goals on the whole function alone
    Goals,
}

/// `probant gen`.
#[derive(Args, Debug)]
pub struct Gen {
    /// C files, or folders for all C files below them
    #[arg(required_unless_present = "build", value_name = "FILE.c")]
    pub files: Vec<PathBuf>,
    /// Function under test; may be given several times [default: every function with a body]
    #[arg(short = 'f', long = "function", value_name = "FUNC")]
    pub functions: Vec<String>,
    /// What the tests are to achieve
    #[arg(long, value_enum, default_value = "branch")]
    pub criterion: CriterionName,
    /// What shows that a condition decides, for --criterion mcdc
    #[arg(long, value_enum, default_value = "masking")]
    pub mcdc: McdcName,
    /// Turns of each loop, for --criterion kpath
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub k: u32,
    /// Tests for each path, as far as there are so many inputs, for --criterion path and kpath
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub tests_per_path: u32,
    /// Say of each path when it is taken and what it computes, as C expressions, for --criterion path and kpath
    #[arg(long)]
    pub predicates: bool,
    /// Whose branches count: those of the function alone, or also of what it calls
    #[arg(long, value_parser = ["function", "callees"], default_value = "callees")]
    pub scope: String,
    /// Directory for the tests
    #[arg(long, value_name = "DIR", default_value = "probant-out")]
    pub out: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value = "plain")]
    pub emit: EmitName,
    /// Do not compile and run the tests; the interpreter's word stands
    #[arg(long)]
    pub no_replay: bool,
    /// Run the tests also where nothing keeps the code under test from changing files
    #[arg(long)]
    pub unsafe_replay: bool,
    /// Write the report as JSON to FILE, - for standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// How many functions are worked on at the same time [default: as many as there are processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Only functions that a change since this revision concerns, as git tells it
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
    /// Only the I-th of N parts of the work; `probant merge` joins the reports
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Keep results in DIR, and take them from there if nothing they follow from has changed [default: the user's folder for such things]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Keep no results and look for none
    #[arg(long, conflicts_with = "cache")]
    pub no_cache: bool,
    /// Print the sum and the status only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say on standard error what contains the tests, and which functions of each file were known from before
    #[arg(short, long)]
    pub verbose: bool,
    /// What looks for inputs beyond seeds when covering
    #[arg(long, value_enum, default_value = "both", hide = true)]
    pub engine: EngineName,
    /// How many seed inputs to try first
    #[arg(long, value_name = "N", default_value_t = 2000, hide = true)]
    pub seeds: u32,
    /// Which states structures and static variables may be in
    #[arg(long, value_enum, default_value = "any")]
    pub states: StatesName,
    /// State invariant: a C function that takes a pointer to a structure, or nothing; states of which it returns 0 are none
    #[arg(long, value_name = "FUNC")]
    pub invariant: Option<String>,
    /// Precondition: a C function of the same parameters; inputs on which it returns 0 are not admissible. It must not write
    #[arg(long, value_name = "FUNC")]
    pub pre: Option<String>,
    /// Take something for granted of the world around the function: verdicts may rest on it then; may be given several times
    #[arg(long, value_name = "NAME", value_parser = preference_names())]
    pub assume: Vec<String>,
    /// Let every call of malloc, calloc, realloc and strdup also find no memory from the start, not only where that shows more
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// Keep a test for each place where something goes wrong, also where callers see to it
    #[arg(long)]
    pub reproduce: bool,
    /// Where at most N inputs are admissible, run them all; 0 never does
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub exhaust: u64,
    /// Stop searching after this long and keep what was found: 30s, 500ms, 2m; all functions share it [default: 10s for each function]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub budget: Option<Duration>,
    /// Stop searching in a function after so much work, counted and not timed: the results are then the same on any machine, however busy it is
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    pub work: Option<std::num::NonZeroU32>,
    /// What compiling and running the tests of a file may take; those beyond are not replayed [default: as much as searching]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub replay_budget: Option<Duration>,
    /// Let gcov count branches, too, in a build of its own
    #[arg(long)]
    pub gcov: bool,
    /// Seed of pseudo-random choices; the same seed gives the same tests
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// What signed overflow means
    #[arg(long, value_enum, default_value = "trap")]
    pub overflow: OverflowName,
    /// Print how long each stage took
    #[arg(long)]
    pub timing: bool,
    /// Say on standard error how far the search is, also where that is no terminal
    #[arg(long)]
    pub progress: bool,
    /// How C files are read.
    #[command(flatten)]
    pub c: CArgs,
    /// Arguments for the compiler
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

impl Gen {
    /// How many workers there are.
    pub(crate) fn jobs(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, Into::into);
        self.jobs.map_or_else(processors, usize::from)
    }

    /// What is to be achieved, in a word: what else depends on it is among the options of the search.
    pub(crate) fn criterion_word(&self) -> String {
        format!("{:?} {:?}", self.criterion, self.mcdc)
    }
}

/// `probant merge`.
#[derive(Args, Debug)]
pub struct Merge {
    /// Reports of all parts
    #[arg(required = true, value_name = "REPORT.json")]
    pub reports: Vec<PathBuf>,
    /// Where to write the report of the whole, - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub json: PathBuf,
}

/// `probant reach`.
#[derive(Args, Debug)]
pub struct Reach {
    /// Where to get: a line, an objective, or the outcomes of a path from its start, e.g. b1+,b2-
    #[arg(value_name = "FILE.c:LINE[:COL]|FILE.c:ID|FILE.c:ID,ID,…")]
    pub target: String,
    /// The function to call [default: the one the line is in]
    #[arg(short = 'f', long = "function", value_name = "FUNC")]
    pub function: Option<String>,
    /// Only when this C expression holds where the first statement of the line begins
    #[arg(long, value_name = "EXPR", conflicts_with_all = ["outcome", "trap"])]
    pub when: Option<String>,
    /// To this outcome of the condition that begins there
    #[arg(long, value_name = "TRUTH", value_parser = ["true", "false"], conflicts_with = "trap")]
    pub outcome: Option<String>,
    /// To something that goes wrong there; of this kind if one is named, e.g. signed-overflow
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "any")]
    pub trap: Option<String>,
    /// Do not search: print what propagation alone leaves of each input, and which outcomes it excludes
    #[arg(long, conflicts_with = "trap")]
    pub propagate_only: bool,
    /// Stop searching after this long: 30s, 500ms, 2m [default: 10s of the processor]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub budget: Option<Duration>,
    /// What signed overflow means
    #[arg(long, value_enum, default_value = "trap")]
    pub overflow: OverflowName,
    /// How C files are read.
    #[command(flatten)]
    pub c: CArgs,
}

/// What can go wrong.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckName {
    /// Undefined behaviour and failing assertions
    All,
    /// Undefined behaviour and calls of abort
    Rte,
    /// Failing assertions
    Assert,
    /// Floats: overflow to infinity, NaN made, division by zero, absorption, cancellation, equality of rounded numbers
    Float,
}

/// `probant prove`.
#[derive(Args, Debug)]
pub struct Prove {
    /// A C file
    #[arg(value_name = "FILE.c")]
    pub file: PathBuf,
    /// The function; may be given several times [default: every function with a body]
    #[arg(short = 'f', long = "function", value_name = "FUNC")]
    pub functions: Vec<String>,
    /// What should not happen
    #[arg(long, value_enum, default_value = "all")]
    pub check: CheckName,
    /// Stop searching after this long: 10s, 500ms, 2m; all functions share it [default: 10s for each function]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub budget: Option<Duration>,
    /// What signed overflow means
    #[arg(long, value_enum, default_value = "trap")]
    pub overflow: OverflowName,
    /// How C files are read.
    #[command(flatten)]
    pub c: CArgs,
}

/// A stage of the front end.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Tokens of the preprocessed text
    Tokens,
    /// The syntax tree
    Ast,
    /// The intermediate representation
    Ir,
    /// The control-flow graph, as text
    Cfg,
    /// The control-flow graph, for Graphviz
    Dot,
    /// What there is to cover
    Objectives,
    /// One line per function, with what in it is not modelled
    Gaps,
    /// What a function may meet when it is called, and what is taken for granted of that
    World,
    /// Where each pointer may lead, what accesses through pointers use (φu) and define (φd)
    PointsTo,
    /// Pointer SSA: every definition with its version, those through pointers too
    Ssa,
}

/// `probant inspect`.
#[derive(Args, Debug)]
pub struct Inspect {
    /// A C file
    #[arg(value_name = "FILE.c")]
    pub file: PathBuf,
    /// What to print
    #[arg(long, value_enum, default_value = "ir")]
    pub stage: Stage,
    /// Only this function
    #[arg(short = 'f', long = "function", value_name = "FUNC")]
    pub function: Option<String>,
    /// What signed overflow means
    #[arg(long, value_enum, default_value = "trap")]
    pub overflow: OverflowName,
    /// How C files are read.
    #[command(flatten)]
    pub c: CArgs,
    /// Arguments for the compiler
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<String>,
}

/// `probant run`.
#[derive(Args, Debug)]
pub struct Run {
    /// A C file
    #[arg(value_name = "FILE.c")]
    pub file: PathBuf,
    /// The function to run
    #[arg(short = 'f', long = "function", value_name = "FUNC", default_value = "main")]
    pub function: String,
    /// Give up after this many steps
    #[arg(long, value_name = "N", default_value_t = 10_000_000_000)]
    pub steps: u64,
    /// What signed overflow means
    #[arg(long, value_enum, default_value = "trap")]
    pub overflow: OverflowName,
    /// How C files are read.
    #[command(flatten)]
    pub c: CArgs,
    /// Arguments of the function
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// `probant solve`.
#[derive(Args, Debug)]
pub struct Solve {
    /// A constraint text
    #[arg(value_name = "FILE.fd")]
    pub file: PathBuf,
    /// Print what propagation alone knows of each variable
    #[arg(long)]
    pub propagate_only: bool,
    /// Print all solutions
    #[arg(long)]
    pub all: bool,
    /// Print the labels that a refutation rests on
    #[arg(long)]
    pub core: bool,
    /// Print what each stage and each propagator of the engine did
    #[arg(long)]
    pub stats: bool,
    /// Ask another solver too, which reads SMT-LIB from its standard input, and compare [example: "z3 -in"]
    #[arg(long, value_name = "COMMAND")]
    pub smt: Option<String>,
}

fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 =
        text[..split].parse().map_err(|_| format!("`{text}` is no time; try 10s, 500ms or 2m"))?;
    let seconds = match &text[split..] {
        "" | "s" => number,
        "ms" => number / 1e3,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        unit => return Err(format!("unknown unit `{unit}`; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is too long"))
}

/// `-include FILE` and `-std=X` as compilers spell them, in the spelling that the parser of arguments knows.
pub fn like_a_compiler(args: impl Iterator<Item = String>) -> Vec<String> {
    let mut ours = true;
    args.map(|arg| {
        ours &= arg != "--";
        match arg.as_str() {
            "-include" if ours => "--include".to_owned(),
            _ if ours && arg.starts_with("-std=") => format!("-{arg}"),
            _ => arg,
        }
    })
    .collect()
}

/// The names of what can be taken for granted.
fn preference_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Preference::ALL.map(Preference::name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn compilers_spelling_is_understood() {
        let words = [
            "probant", "gen", "a.c", "-std=c99", "-include", "x.h", "-DK=2", "-Iinc", "--",
            "-std=c11",
        ];
        let cli = Cli::parse_from(like_a_compiler(words.iter().map(ToString::to_string)));
        let Command::Gen(generate) = cli.command else { panic!("gen was asked for") };
        assert_eq!(
            generate.c.to_compiler(&generate.cflags),
            ["-std=c99", "-Iinc", "-DK=2", "-include", "x.h", "-std=c11"]
        );
    }

    #[test]
    fn times() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_mins(2)));
        assert!(duration("soon").is_err() && duration("3 weeks").is_err());
    }
}
