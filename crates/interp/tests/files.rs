//! Runs the `; run:` lines of `filetests/ir/*.ir`.
//!
//! `; run: @f(1, -2, null, [1 2 3]:i32) == 3` calls a function; a bracketed list is an object of scalars of that type (`?` leaves one
//! uninitialised, `const` before it forbids writing). After the call stands `== value`, `== void`, `traps kind`,
//! `unsupported`, `limit steps`, `exits 3`; then optionally `events c0+ c1- s0:2` and `prints "text"`.

use entity::PrimaryMap;
use interp::{Limit, Limits, Machine, Observer, Outcome, Run, Seen};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Event, Func, Program, Type, Value};
use std::fs;
use std::path::Path;

#[test]
fn every_run_line_holds() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests/ir");
    let mut files: Vec<_> = fs::read_dir(dir)
        .expect("the folder of IR files should exist")
        .map(|entry| entry.expect("the folder should be readable").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "ir"))
        .collect();
    files.sort();
    let mut lines = 0;
    for path in files {
        lines += check_file(&path);
    }
    assert!(lines > 50, "only {lines} lines were run");
}

fn check_file(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("the file should be readable");
    let name = path.display();
    let program = ir::parse(&text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let violations: Vec<_> = ir::verify(&program).iter().map(ToString::to_string).collect();
    assert!(violations.is_empty(), "{name}: {violations:#?}");
    let mut machine = Machine::new(&program);
    let runs =
        text.lines().enumerate().filter_map(|(at, line)| Some((at, line.strip_prefix("; run: ")?)));
    let mut count = 0;
    for (at, line) in runs {
        let found = Check::new(&program, line).run(&mut machine);
        assert!(found.is_ok(), "{name}:{}: {line}\n  {}", at + 1, found.unwrap_err());
        count += 1;
    }
    count
}

struct Check<'a> {
    program: &'a Program,
    func: Func,
    args: &'a str,
    expected: &'a str,
}

impl<'a> Check<'a> {
    fn new(program: &'a Program, line: &'a str) -> Self {
        let (name, rest) =
            line.strip_prefix('@').and_then(|rest| rest.split_once('(')).expect("a call");
        let (args, expected) = rest.split_once(')').expect("the end of the arguments");
        let func = program.find_func(name).unwrap_or_else(|| panic!("no function {name}"));
        Self { program, func, args, expected: expected.trim() }
    }

    fn run(&self, machine: &mut Machine<'_>) -> Result<(), String> {
        let input = self.input();
        let limits =
            Limits { steps: 100_000, depth: 100, memory: 1 << 20, events: usize::MAX, shown: 10 };
        let mut log = Log(0);
        let observed = machine.run_observed(self.func, &input, &limits, &mut log);
        let watched = self.describe(&observed, machine.stdout());
        let run = machine.run(self.func, &input, &limits);
        let found = self.describe(&run, machine.stdout());
        // Code for observers takes more steps, but does the same.
        if found != watched && !found.starts_with("limit") {
            return Err(format!("found {found}, but {watched} when observed"));
        }
        if found == self.expected { Ok(()) } else { Err(format!("found {found}")) }
    }

    fn input(&self) -> Input {
        let mut objects = PrimaryMap::new();
        let words: Vec<&str> =
            self.args.split(',').map(str::trim).filter(|arg| !arg.is_empty()).collect();
        let sig = &self.program.funcs[self.func].sig;
        assert_eq!(words.len(), sig.params.len(), "the call should match the signature");
        let args = words
            .iter()
            .zip(&sig.params)
            .map(|(word, ty)| match *word {
                "null" => Scalar::Null,
                list if list.contains('[') => Scalar::Object(objects.push(self.object(list)), 0),
                number => scalar(*ty, number),
            })
            .collect();
        Input { args, objects, ..Input::default() }
    }

    fn object(&self, text: &str) -> Object {
        let read_only = text.starts_with("const ");
        let (list, ty) = text.trim_start_matches("const ").split_once("]:").expect("[list]:type");
        let ty = named(ty);
        let size = self.program.bytes(ty);
        let items: Vec<&str> = list.trim_start_matches('[').split_whitespace().collect();
        let cell = |(index, item): (usize, &&str)| {
            (*item != "?").then(|| Cell { offset: index as u64 * size, value: scalar(ty, item) })
        };
        Object {
            name: "t".to_owned(),
            size: size * items.len() as u64,
            cells: items.iter().enumerate().filter_map(cell).collect(),
            read_only,
            elem: None,
        }
    }

    fn describe(&self, run: &Run, stdout: &[u8]) -> String {
        let mut text = match &run.outcome {
            Outcome::Returned(None) => "== void".to_owned(),
            Outcome::Returned(Some(seen)) => format!("== {}", show(*seen, self.expected)),
            Outcome::Trapped(trap) => format!("traps {}", trap.kind),
            Outcome::Unsupported { .. } => "unsupported".to_owned(),
            Outcome::Limit(Limit::Steps) => "limit steps".to_owned(),
            Outcome::Limit(Limit::Depth) => "limit depth".to_owned(),
            Outcome::Limit(Limit::Memory) => "limit memory".to_owned(),
            Outcome::Exited { status, .. } => format!("exits {status}"),
        };
        if self.expected.contains(" events") {
            let events: String =
                run.events.iter().flat_map(|event| [" ".to_owned(), show_event(event)]).collect();
            text = format!("{text} events{events}");
        }
        if self.expected.contains(" prints ") {
            text = format!("{text} prints {:?}", String::from_utf8_lossy(stdout));
        }
        text
    }
}

/// Counts what it sees.
struct Log(usize);

impl Observer for Log {
    fn value(&mut self, _: Func, _: Value, _: Seen) {
        self.0 += 1;
    }
}

fn named(name: &str) -> Type {
    [
        Type::Int(8),
        Type::Int(16),
        Type::I32,
        Type::I64,
        Type::Int(128),
        Type::F32,
        Type::F64,
        Type::Ptr,
    ]
    .into_iter()
    .find(|ty| ty.to_string() == name)
    .unwrap_or_else(|| panic!("no type {name}"))
}

fn scalar(ty: Type, text: &str) -> Scalar {
    let bits = match ty {
        Type::F32 => text.parse::<f32>().expect("a float").to_bits() as u128,
        Type::F64 => text.parse::<f64>().expect("a float").to_bits() as u128,
        Type::Ptr if text == "null" => return Scalar::Null,
        Type::Ptr => text.parse::<u64>().expect("an address") as u128,
        _ => {
            let unused = 128 - ty.int_bits().expect("an integer type");
            let value = text.parse::<i128>().unwrap_or_else(|_| panic!("{text} is no integer"));
            (value as u128) << unused >> unused
        }
    };
    Scalar::Bits(ty, bits)
}

/// Integers are shown as the expectation writes them: negative if it does.
fn show(seen: Seen, expected: &str) -> String {
    match seen {
        Seen::Scalar(Scalar::Bits(Type::F32, bits)) => format!("{:?}", f32::from_bits(bits as u32)),
        Seen::Scalar(Scalar::Bits(Type::F64, bits)) => format!("{:?}", f64::from_bits(bits as u64)),
        Seen::Scalar(Scalar::Bits(ty, bits)) if expected.starts_with("== -") => {
            let unused = 128 - ty.int_bits().expect("an integer type");
            (((bits << unused) as i128) >> unused).to_string()
        }
        Seen::Scalar(Scalar::Bits(_, bits)) => bits.to_string(),
        Seen::Scalar(Scalar::Null) => "null".to_owned(),
        Seen::Scalar(Scalar::Object(obj, offset)) => format!("{obj}+{offset}"),
        Seen::Scalar(Scalar::Global(global, offset)) => format!("{global}+{offset}"),
        Seen::Scalar(Scalar::Func(func)) => func.to_string(),
        Seen::Nothing => "nothing".to_owned(),
        Seen::Elsewhere => "elsewhere".to_owned(),
    }
}

fn show_event(event: &Event) -> String {
    match event {
        Event::Cond(site, true) => format!("{}+", site.cond),
        Event::Cond(site, false) => format!("{}-", site.cond),
        Event::Switch(site, target) => format!("{}:{target}", site.switch),
    }
}
