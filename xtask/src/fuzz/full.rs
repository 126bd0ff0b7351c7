//! The interpreter against gcc on units of the full subset, ten inputs each.
//!
//! Our side runs first. Careful units are lowered with wrapping arithmetic, as gcc has it with `-fwrapv`, and should always
//! return; careless ones are lowered with traps. Inputs on which we return must give natively what they give here. A sample of
//! traps must make a sanitizer speak: `UBSan` and `ASan` of either compiler, for uninitialised reads `MSan` or valgrind.

use super::native::{Batch, Ended};
use super::ours::Ours;
use super::{Options, mutation, regress};
use filetests::{Compiler, Sanitizer};
use fuzzgen::full::{self, Care, INPUTS, PRELUDE};
use fuzzgen::{Rng, harness};
use interp::{Limits, Machine};
use ir::TrapKind;
use ir::input::{Input, Scalar};
use probant::args::OverflowName;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

const BATCH: u64 = 100;
const PROGRESS_EVERY: u64 = 500;
/// How many traps are shown to the sanitizers in all, and how many of a batch.
const TRAP_SAMPLE: u64 = 500;
const TRAPS_PER_BATCH: usize = 25;
const SHRINK_TRIES: usize = 500;
/// Shrinking is slow, and more differences are mostly more of the same.
const MAX_KEPT: u64 = 4;
const WRAP: &[&str] = &["-fwrapv", "-lm"];
const LIMITS: Limits = Limits { steps: 20_000_000, ..Limits::UNIT };

#[derive(Default)]
struct Tally {
    units: u64,
    returned: u64,
    traps: BTreeMap<TrapKind, u64>,
    cut: BTreeMap<String, u64>,
    asked: u64,
    confirmed: BTreeMap<TrapKind, (u64, u64)>,
    differences: u64,
    kept: u64,
    /// Units that the compiler has an internal error on.
    not_compiled: u64,
}

/// One unit of a batch.
struct Unit {
    number: u64,
    care: Care,
    text: String,
    ours: Vec<Ours>,
}

pub(super) fn command(options: &Options) -> ExitCode {
    // Panics are told as differences.
    std::panic::set_hook(Box::new(|_| ()));
    let mut tally = Tally::default();
    let end = options.first + options.count;
    let mut first = options.first;
    while first < end && (options.keep_going || tally.differences < 10) {
        if let Err(message) = batch(options.seed, first..end.min(first + BATCH), &mut tally) {
            println!("units {first} and on: {message}");
            tally.differences += 1;
        }
        first += BATCH;
        if first.is_multiple_of(PROGRESS_EVERY) && first < end {
            println!(
                "unit {first}: {} returned, {} differences",
                tally.returned, tally.differences
            );
        }
    }
    tally.print();
    if tally.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Three units of four are careful.
fn care(number: u64) -> Care {
    if number % 4 == 3 { Care::Careless } else { Care::Careful }
}

/// The whole text of a unit.
pub(super) fn text(seed: u64, number: u64) -> String {
    format!("{PRELUDE}{}", unit_text(seed, number, "u_"))
}

fn unit_text(seed: u64, number: u64, prefix: &str) -> String {
    let mut rng = Rng::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
    full::unit(&mut rng, care(number), prefix)
}

fn batch(seed: u64, numbers: std::ops::Range<u64>, tally: &mut Tally) -> Result<(), String> {
    let mut units = Vec::new();
    for number in numbers {
        let (care, text) = (care(number), unit_text(seed, number, "u_"));
        match interpret(&text, care) {
            Ok(ours) => units.push(Unit { number, care, text, ours }),
            Err(message) => {
                tally.differences += 1;
                println!("unit {number} of seed {seed}: refused: {message}");
                let shows = |text: &str| {
                    interpret(text, care).is_err_and(|other| kind(&other) == kind(&message))
                };
                keep(seed, number, &text, &shows, tally);
            }
        }
    }
    units.iter().for_each(|unit| tally.count(unit));
    compare(seed, &units, tally)?;
    if tally.asked < TRAP_SAMPLE {
        confirm_traps(seed, &units, tally)?;
    }
    Ok(())
}

/// The units of a batch, each with names of its own, and what runs them.
fn harness_text(prelude: &str, seed: u64, units: &[Unit]) -> String {
    let prefix = |index: usize| format!("u{index}_");
    let mut text = prelude.to_owned();
    for (index, unit) in units.iter().enumerate() {
        text.push_str(&unit_text(seed, unit.number, &prefix(index)));
    }
    let names: Vec<String> = (0..units.len()).map(|index| full::run_name(&prefix(index))).collect();
    harness::of_functions(&text, &names, INPUTS)
}

/// Compares a batch. Where the compiler itself breaks down on one, its halves are tried, down to the unit that does it.
fn compare(seed: u64, units: &[Unit], tally: &mut Tally) -> Result<(), String> {
    let text = harness_text(PRELUDE, seed, units);
    let native = match Batch::of_text(Compiler::Gcc, &text, Sanitizer::None, WRAP) {
        Ok(native) => native,
        Err(message) if message.contains("internal compiler error") => {
            let [unit] = units else {
                let (first, second) = units.split_at(units.len() / 2);
                compare(seed, first, tally)?;
                return compare(seed, second, tally);
            };
            println!("unit {} of seed {seed}: gcc has an internal error", unit.number);
            tally.not_compiled += 1;
            return Ok(());
        }
        Err(message) => return Err(message),
    };
    let wanted: Vec<Vec<u64>> = units.iter().map(Unit::returning).collect();
    let theirs = native.run_counted(&vec![INPUTS; units.len()], &wanted)?;
    for ((unit, inputs), ends) in units.iter().zip(&wanted).zip(&theirs) {
        let differs = |(&input, ended): (&u64, &Ended)| !matches!((&unit.ours[input as usize], ended), (Ours::Value(a), Ended::Value(b)) if a == b);
        if let Some(at) = inputs.iter().zip(ends).position(differs) {
            tally.differences += 1;
            let input = inputs[at];
            println!(
                "unit {} of seed {seed}, input {input}: interpreter {:?}, gcc {:?}",
                unit.number, unit.ours[input as usize], ends[at]
            );
            keep(seed, unit.number, &unit.text, &|text| alone_differs(text, unit.care), tally);
        }
    }
    Ok(())
}

/// Every input of one unit; a message if the front end refuses it or something panics.
fn interpret(text: &str, care: Care) -> Result<Vec<Ours>, String> {
    let overflow = match care {
        Care::Careful => OverflowName::Wrap,
        Care::Careless => OverflowName::Trap,
    };
    let whole = format!("{PRELUDE}{text}");
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let preprocessed = cfront::pp::read(whole, &|_| None);
        let target = cfront::target::Target::LP64;
        let unit = match probant::front::compile(preprocessed, overflow, target) {
            Ok(unit) => unit,
            Err(probant::front::FrontError::Text(map, diagnostics)) => {
                let said =
                    diagnostics.iter().map(|message| filetests::front::one_line(&map, message));
                return Err(said.collect::<Vec<_>>().join("\n"));
            }
            Err(_) => return Err("the front end needs nothing but text".to_owned()),
        };
        let func = unit.program.find_func("u_run").ok_or("the unit has no function")?;
        let mut machine = Machine::new(&unit.program).without_stubs();
        let run = |n: u64| {
            let args = vec![Scalar::Bits(ir::Type::I64, u128::from(n))];
            Ours::of(&machine.run(func, &Input { args, ..Input::default() }, &LIMITS).outcome)
        };
        Ok((0..INPUTS).map(run).collect())
    }));
    judged.unwrap_or_else(|payload| {
        let said = payload.downcast_ref::<String>().map_or("?", String::as_str);
        Err(format!("panicked: {said}"))
    })
}

/// A message without what differs between two of its kind.
fn kind(message: &str) -> String {
    message.chars().filter(|letter| !letter.is_ascii_digit()).take(120).collect()
}

impl Unit {
    fn returning(&self) -> Vec<u64> {
        (0..INPUTS).filter(|&n| matches!(self.ours[n as usize], Ours::Value(_))).collect()
    }

    /// A trap that some sanitizer sees; which one depends on the unit.
    fn visible_trap(&self) -> Option<(u64, TrapKind)> {
        let visible: Vec<(u64, TrapKind)> = (0..INPUTS)
            .filter_map(|n| match self.ours[n as usize] {
                Ours::Trap(kind) if is_visible(kind) => Some((n, kind)),
                _ => None,
            })
            .collect();
        visible.get(self.number as usize % visible.len().max(1)).copied()
    }
}

fn is_visible(kind: TrapKind) -> bool {
    Sanitizer::UndefinedAndAddress.sees(kind) || Sanitizer::Memory.sees(kind)
}

// -- traps

fn confirm_traps(seed: u64, units: &[Unit], tally: &mut Tally) -> Result<(), String> {
    let sample: Vec<(usize, u64, TrapKind)> = units
        .iter()
        .enumerate()
        .filter_map(|(index, unit)| unit.visible_trap().map(|(input, kind)| (index, input, kind)))
        .take(TRAPS_PER_BATCH)
        .collect();
    // Only the units of the sample are compiled: sanitizers are slow compilers.
    let chosen: Vec<Unit> = sample.iter().map(|&(index, ..)| units[index].clone_text()).collect();
    let judges = Judges::compile(&|prelude| harness_text(prelude, seed, &chosen))?;
    for (at, &(index, input, kind)) in sample.iter().enumerate() {
        let spoke = judges.speak(kind, at, input)?;
        tally.asked += 1;
        let (confirmed, asked) = tally.confirmed.entry(kind).or_default();
        *asked += 1;
        *confirmed += u64::from(spoke);
        if !spoke {
            tally.differences += 1;
            let number = units[index].number;
            println!(
                "unit {number} of seed {seed}: silent on input {input}, the interpreter traps {kind}"
            );
        }
    }
    Ok(())
}

impl Unit {
    fn clone_text(&self) -> Self {
        Self { number: self.number, care: self.care, text: self.text.clone(), ours: Vec::new() }
    }
}

/// One text, watched in several ways.
struct Judges {
    addresses: Vec<Batch>,
    memory: Batch,
    plain: Batch,
}

impl Judges {
    fn compile(text: &dyn Fn(&str) -> String) -> Result<Self, String> {
        let (text, looking) = (&text(PRELUDE), &text(&full::looking_prelude()));
        let floats = &["-fsanitize=float-cast-overflow", "-lm"];
        let addresses =
            |compiler| Batch::of_text(compiler, text, Sanitizer::UndefinedAndAddress, floats);
        Ok(Self {
            addresses: vec![addresses(Compiler::Gcc)?, addresses(Compiler::Clang)?],
            memory: Batch::of_text(Compiler::Clang, looking, Sanitizer::Memory, WRAP)?,
            plain: Batch::of_text(Compiler::Gcc, looking, Sanitizer::None, WRAP)?,
        })
    }

    /// One that speaks is enough: each folds something away before its sanitizer sees it.
    fn speak(&self, kind: TrapKind, unit: usize, input: u64) -> Result<bool, String> {
        if Sanitizer::Memory.sees(kind) {
            return Ok(!self.memory.run_one(unit, input)?
                || !self.plain.run_one_in_valgrind(unit, input)?);
        }
        for batch in &self.addresses {
            if !batch.run_one(unit, input)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

// -- what is kept

fn alone(text: &str) -> Result<Batch, String> {
    let text = harness::of_functions(&format!("{PRELUDE}{text}"), &["u_run".to_owned()], INPUTS);
    Batch::of_text(Compiler::Gcc, &text, Sanitizer::None, WRAP)
}

/// Each input has a process of its own: a unit made smaller may no longer put its globals back.
fn alone_differs(text: &str, care: Care) -> bool {
    let (Ok(ours), Ok(native)) = (interpret(text, care), alone(text)) else { return false };
    (0..INPUTS).zip(&ours).any(|(input, ours)| {
        let Ours::Value(value) = *ours else { return false };
        let ended = native.run_counted(&[INPUTS], &[vec![input]]);
        ended.is_ok_and(|ends| matches!(ends[0][0], Ended::Value(theirs) if theirs != value))
    })
}

/// Makes a unit small and writes it where the person who mends it will look.
fn keep(seed: u64, number: u64, text: &str, shows: &dyn Fn(&str) -> bool, tally: &mut Tally) {
    tally.kept += 1;
    if tally.kept > MAX_KEPT {
        return;
    }
    let mut shows_bytes = |text: &[u8]| shows(&String::from_utf8_lossy(text));
    let small = mutation::smallest(text.as_bytes(), SHRINK_TRIES, &mut shows_bytes);
    let small = String::from_utf8_lossy(&small);
    let header = format!("// test: lower\n// Unit {number} of seed {seed}.\n");
    match regress::write(&format!("full-{seed}-{number}"), &format!("{header}{PRELUDE}{small}")) {
        Ok(path) => println!("{small}\nkept in {}", path.display()),
        Err(error) => println!("{small}\ncould not be kept: {error}"),
    }
}

impl Tally {
    fn count(&mut self, unit: &Unit) {
        self.units += 1;
        for ours in &unit.ours {
            match ours {
                Ours::Value(_) => self.returned += 1,
                Ours::Trap(kind) => *self.traps.entry(*kind).or_default() += 1,
                Ours::Cut(reason) => *self.cut.entry(reason.clone()).or_default() += 1,
            }
        }
    }

    fn print(&self) {
        println!(
            "{} units, {INPUTS} inputs each: {} returned and equal to gcc -O0 -fwrapv unless listed above",
            self.units, self.returned
        );
        for (kind, n) in &self.traps {
            println!("  {n:>9} trapped {kind}");
        }
        for (reason, n) in &self.cut {
            println!("  {n:>9} cut: {reason}");
        }
        if self.not_compiled > 0 {
            println!("  {:>9} units not compared: internal errors of gcc", self.not_compiled);
        }
        println!("{} traps shown to sanitizers", self.asked);
        for (kind, (confirmed, asked)) in &self.confirmed {
            println!("  {confirmed} of {asked} {kind} confirmed");
        }
        println!("{} differences", self.differences);
    }
}
