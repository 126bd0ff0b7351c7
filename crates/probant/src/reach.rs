//! `probant reach`: one goal, an input that gets there or the proof that none does.

use crate::args::Reach;
use crate::clock::{Budget, Interrupt};
use crate::front::{self, FrontError, Unit};
use crate::generate::EACH;
use crate::long::{self, Shown};
use crate::out::say;
use crate::{BAD_INPUT, UNREACHABLE, diagnose, lookup, show, when};
use engine::describe::{describe_event, place_of};
use engine::objectives::{Aim, Objectives, Within};
use engine::{Left, left};
use engine::{Proofs, Reached, Target, follow, follow_left, prove, reach};
use ir::input::Input;
use ir::{CondSite, Event, Func, Trap, TrapKind, Value};
use std::collections::BTreeSet;
use std::path::Path;
use suite::Verdict;

/// Runs the command; the exit status: 0 found, 5 proved unreachable, 1 unknown.
pub fn run(args: &Reach) -> u8 {
    let Some((file, spot)) = spot(&args.target) else {
        eprintln!(
            "probant: `{}` should be FILE.c:LINE, FILE.c:LINE:COL, FILE.c:ID or FILE.c:ID,ID,…",
            args.target
        );
        return BAD_INPUT;
    };
    let (unit, probe) = match read(args, file, spot) {
        Ok(read) => read,
        Err(status) => return status,
    };
    diagnose::print(&unit.map, &unit.warnings);
    match answer(args, file, spot, &unit, probe) {
        Ok(status) => status,
        Err(message) => {
            eprintln!("probant: {message}");
            BAD_INPUT
        }
    }
}

/// Where to get, as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spot<'a> {
    Line(u32, Option<u32>),
    Id(&'a str),
    /// Outcomes one after the other, as tests name their paths: `b1+ b2-`.
    Path(&'a str),
}

fn spot(text: &str) -> Option<(&str, Spot<'_>)> {
    let id = text.match_indices(':').map(|(at, _)| (&text[..at], &text[at + 1..]));
    if let Some((file, id)) = id.clone().find(|(_, rest)| is_id(rest)) {
        return Some((file, Spot::Id(id)));
    }
    let mut rests = text.match_indices(':').map(|(at, _)| (&text[..at], &text[at + 1..]));
    if let Some((file, path)) = rests.find(|(_, rest)| outcomes(rest).all(is_id)) {
        return Some((file, Spot::Path(path)));
    }
    let (rest, last) = text.rsplit_once(':')?;
    let last = last.parse().ok()?;
    match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some((file, line)) => Some((file, Spot::Line(line, Some(last)))),
        None => Some((rest, Spot::Line(last, None))),
    }
}

/// The outcomes of a path, with spaces or commas between them.
fn outcomes(path: &str) -> impl Iterator<Item = &str> {
    path.split([' ', ',']).filter(|id| !id.is_empty())
}

/// `b3+`, `d1-`, `m2+`, `s1:2`.
fn is_id(text: &str) -> bool {
    let rest = text.trim_start_matches(['b', 'd', 'm', 's']);
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let ending = digits == "+"
        || digits == "-"
        || digits.strip_prefix(':').is_some_and(|target| target.parse::<u32>().is_ok());
    text.len() == rest.len() + 1 && digits.len() < rest.len() && ending
}

/// The program, with a probe in it where one is needed, and where that begins.
fn read(args: &Reach, file: &str, spot: Spot<'_>) -> Result<(Unit, Option<u32>), u8> {
    let path = Path::new(file);
    let explain = |error: FrontError| {
        front::explain(&error);
        BAD_INPUT
    };
    let compiler = front::compiler(path, &args.c, &[]).map_err(explain)?;
    if args.when.is_none() {
        let (unit, _) =
            front::read_for(path, &args.c, &[], args.overflow, args.budget).map_err(explain)?;
        let yields = |place: &(Func, Value)| unit.program.body(place.0).types[place.1].is_some();
        let by_line = args.outcome.is_none() && args.trap.is_none();
        let visible = places(&unit, file, spot).iter().any(yields);
        if visible || !by_line || matches!(spot, Spot::Id(_) | Spot::Path(_)) {
            return Ok((unit, None));
        }
    }
    let (preprocessed, _) = front::preprocess_for(path, &compiler, &args.c).map_err(explain)?;
    let (ast, diagnostics) = cfront::parse_unit(&preprocessed.map, &preprocessed.macros);
    if diagnostics.has_errors() {
        return Err(explain(FrontError::Text(Box::new(preprocessed.map), diagnostics)));
    }
    let map = &preprocessed.map;
    let is_there = |lo: u32| match spot {
        Spot::Line(line, col) => {
            is_at(&place_of(map, source::Span { lo, hi: lo }), file, line, col)
        }
        Spot::Id(_) | Spot::Path(_) => false,
    };
    let Some((text, at)) = when::insert(map, &ast, &is_there, args.when.as_deref()) else {
        eprintln!("probant: no statement begins at {}", args.target);
        return Err(BAD_INPUT);
    };
    let unit = front::compile(front::read_text(text), args.overflow, front::target(&compiler));
    Ok((unit.map_err(explain)?, Some(at)))
}

fn is_at(place: &(Option<String>, u32, u32), file: &str, line: u32, col: Option<u32>) -> bool {
    let (name, at_line, at_col) = place;
    *at_line == line
        && col.is_none_or(|col| col == *at_col)
        && name.as_deref().is_some_and(|name| same_file(name, file))
}

fn same_file(a: &str, b: &str) -> bool {
    a == b || Path::new(a).canonicalize().ok() == Path::new(b).canonicalize().ok()
}

fn answer(
    args: &Reach,
    file: &str,
    spot: Spot<'_>,
    unit: &Unit,
    probe: Option<u32>,
) -> Result<u8, String> {
    let deadline = Budget::new(args.budget, EACH, &Interrupt::install()).deadline();
    let stop = || deadline.is_over();
    if let Some(kind) = &args.trap {
        let places = places(unit, file, spot);
        let func = function(unit, file, args, places.first().map(|place| place.0))?;
        let kind = trap_kind(kind)?;
        let wanted = |trap: Trap| {
            places.contains(&(trap.func, trap.inst)) && kind.is_none_or(|kind| kind == trap.kind)
        };
        let proofs = prove(&unit.program, func, &wanted, &stop);
        return Ok(tell_traps(unit, func, &args.target, &proofs));
    }
    if let Spot::Path(ids) = spot {
        let (func, path) = path(unit, file, args, ids)?;
        if args.propagate_only {
            let left = follow_left(&unit.program, func, &path, &stop);
            return Ok(tell_left(unit, func, args, &left));
        }
        return Ok(tell(unit, func, args, &follow(&unit.program, func, &path, &stop)));
    }
    let (func, target) = target(args, file, spot, unit, probe)?;
    if args.propagate_only {
        return Ok(tell_left(unit, func, args, &left(&unit.program, func, &target, &stop)));
    }
    let reached = reach(&unit.program, func, &target, &stop);
    Ok(tell(unit, func, args, &reached))
}

/// The function to call, and where it should get.
fn target(
    args: &Reach,
    file: &str,
    spot: Spot<'_>,
    unit: &Unit,
    probe: Option<u32>,
) -> Result<(Func, Target), String> {
    let aim = match (spot, probe, &args.outcome) {
        (Spot::Id(id) | Spot::Path(id), ..) => return by_id(unit, file, args, id),
        (_, Some(at), _) if args.when.is_none() => return at_probe(unit, file, args, at),
        (_, Some(at), _) => {
            let len = args.when.as_ref().map_or(0, |expr| expr.len() as u32);
            let site = when::decision_at(&unit.program, at, len).ok_or_else(|| {
                "the condition of --when is a constant: name the line alone".to_owned()
            })?;
            Aim::Decided(site, true)
        }
        (_, None, Some(truth)) => {
            let site = condition(unit, file, spot)
                .ok_or_else(|| format!("no condition begins at {}", args.target))?;
            Aim::Event(Event::Cond(site, truth == "true"))
        }
        (_, None, None) => {
            let places = places(unit, file, spot);
            let place = places.first().ok_or_else(|| {
                format!("nothing is computed at {}: name a line with an expression", args.target)
            })?;
            let func = function(unit, file, args, Some(place.0))?;
            return Ok((func, Target::Places(places)));
        }
    };
    let func = function(unit, file, args, Some(aim.func()))?;
    Ok((func, Target::Aim(aim)))
}

/// To the constant that was inserted.
fn at_probe(unit: &Unit, file: &str, args: &Reach, at: u32) -> Result<(Func, Target), String> {
    let mut places = BTreeSet::new();
    for (func, data) in unit.program.funcs.iter() {
        let Some(body) = &data.body else { continue };
        let here = |inst: &Value| body.spans[*inst].lo == at && body.types[*inst].is_some();
        places.extend(body.insts.keys().filter(here).map(|inst| (func, inst)));
    }
    let func = function(unit, file, args, places.first().map(|place| place.0))?;
    Ok((func, Target::Places(places)))
}

fn by_id(unit: &Unit, file: &str, args: &Reach, id: &str) -> Result<(Func, Target), String> {
    let own = lookup::own_functions(&unit.program);
    let only = if let [only] = own[..] { Some(only) } else { None };
    let func = function(unit, file, args, only)
        .map_err(|_| format!("`{id}` is an objective of which function? name it with -f"))?;
    let program = &unit.program;
    let objectives = match id.as_bytes()[0] {
        b'd' => Objectives::decisions(program, func, Within::Callees),
        b'm' => Objectives::decisive(program, func, Within::Callees),
        _ => Objectives::branches(program, func, Within::Callees),
    };
    let objective = objectives.by_id(id).ok_or_else(|| {
        format!(
            "`{}` has no objective {id}: see inspect --stage objectives",
            program.funcs[func].name
        )
    })?;
    Ok((func, Target::Aim(objectives.aim(objective).clone())))
}

/// The function to call, and the outcomes of a path by their names.
fn path(unit: &Unit, file: &str, args: &Reach, ids: &str) -> Result<(Func, Vec<Event>), String> {
    let mut path = Vec::new();
    let mut called = None;
    for id in outcomes(ids) {
        let (func, target) = by_id(unit, file, args, id)?;
        let Target::Aim(Aim::Event(event)) = target else {
            return Err(format!("a path consists of outcomes like b1+ and s1:2, not of {id}"));
        };
        path.push(event);
        called = Some(func);
    }
    let func = called.ok_or_else(|| format!("there is no path in {}", args.target))?;
    Ok((func, path))
}

/// The instructions that compute something there.
fn places(unit: &Unit, file: &str, spot: Spot<'_>) -> BTreeSet<(Func, Value)> {
    let mut places = BTreeSet::new();
    let Spot::Line(line, col) = spot else { return places };
    for (func, data) in unit.program.funcs.iter() {
        let Some(body) = &data.body else { continue };
        for inst in body.insts.keys() {
            if is_at(&place_of(&unit.map, body.spans[inst]), file, line, col) {
                places.insert((func, inst));
            }
        }
    }
    places
}

/// The condition that begins there.
fn condition(unit: &Unit, file: &str, spot: Spot<'_>) -> Option<CondSite> {
    let Spot::Line(line, col) = spot else { return None };
    for (func, data) in unit.program.funcs.iter() {
        let Some(body) = &data.body else { continue };
        for (cond, data) in body.conds.iter() {
            if is_at(&place_of(&unit.map, data.span), file, line, col) {
                return Some(CondSite { func, cond });
            }
        }
    }
    None
}

/// The function to call: the one named, else the one the place is in.
fn function(unit: &Unit, file: &str, args: &Reach, around: Option<Func>) -> Result<Func, String> {
    match (&args.function, around) {
        (Some(name), _) => lookup::function(&unit.program, Path::new(file), name),
        (None, Some(func)) => Ok(func),
        (None, None) => Err(format!("nothing is computed at {}", args.target)),
    }
}

fn trap_kind(name: &str) -> Result<Option<TrapKind>, String> {
    if name == "any" {
        return Ok(None);
    }
    TrapKind::from_name(name).map(Some).ok_or_else(|| {
        let names: Vec<&str> = TrapKind::ALL.into_iter().map(TrapKind::name).collect();
        format!("`{name}` is no kind of trap: these are {}", names.join(", "))
    })
}

fn tell(unit: &Unit, func: Func, args: &Reach, reached: &Reached) -> u8 {
    let name = &unit.program.funcs[func].name;
    let target = match (&args.when, &args.outcome) {
        (Some(expr), _) => format!("{} with {expr}", args.target),
        (None, Some(truth)) => format!("{} {truth}", args.target),
        (None, None) => args.target.clone(),
    };
    match reached {
        Reached::Yes(found) => {
            say!("{target} is reached by {name} with");
            for line in show::example(unit, func, &found.0, &found.1) {
                say!("  {line}");
            }
            0
        }
        Reached::Promised(input, event) => promised(unit, func, args, &target, (input, *event)),
        Reached::Not(verdict, because) => {
            let grounds = show::grounds(unit, verdict, because);
            tell_not(&target, name, verdict, &grounds)
        }
    }
}

/// What propagation alone made of a goal.
fn tell_left(unit: &Unit, func: Func, args: &Reach, left: &Left) -> u8 {
    let (name, target) = (&unit.program.funcs[func].name, &args.target);
    let (inputs, excluded, questions) = match left {
        Left::Something { inputs, excluded, questions } => (inputs, excluded, questions),
        Left::Nothing => {
            say!("{target} is not reached by {name}: propagation alone refutes it");
            return UNREACHABLE;
        }
        Left::NothingFound => {
            say!(
                "{target} is not reached by {name}: propagation does not refute it, a search does"
            );
            return UNREACHABLE;
        }
        Left::Open => {
            say!("{target} in {name}: unknown, it is not followed to its end");
            return report::ExitStatus::Unknown.code();
        }
    };
    say!("{target} in {name}, propagation alone ({questions} questions asked):");
    for (input, values) in inputs {
        say!("  {input} in {values}");
    }
    for &event in excluded {
        let event = describe_event(&unit.program, &unit.map, event);
        say!("  never {event}");
    }
    0
}

/// Compiles the function to see whether it keeps a promise.
fn promised(
    unit: &Unit,
    func: Func,
    args: &Reach,
    target: &str,
    (input, event): (&Input, Event),
) -> u8 {
    let file = args.target.split(':').next().unwrap_or(&args.target);
    let compiler = match front::compiler(Path::new(file), &args.c, &[]) {
        Ok(compiler) => front::meaning(compiler, args.overflow),
        Err(error) => {
            front::explain(&error);
            return BAD_INPUT;
        }
    };
    let shown = crate::guard::guard(false).and_then(|guard| {
        let shown = long::shows(unit, func, (&compiler, &guard), input, event);
        shown.map_err(|error| error.to_string())
    });
    let why = match shown {
        Ok(Shown::Yes) => {
            let name = &unit.program.funcs[func].name;
            say!("{target} is reached by {name}, compiled, with");
            for line in show::inputs(unit, func, input) {
                say!("  {line}");
            }
            return 0;
        }
        Ok(Shown::Endless) => "it gets there and does not return".to_owned(),
        Ok(Shown::Not(why)) => why,
        Err(why) => why,
    };
    say!("{target}: unknown: an input runs longer than the interpreter may; compiled, {why}");
    report::ExitStatus::Unknown.code()
}

fn tell_not(target: &str, name: &str, verdict: &Verdict, grounds: &[String]) -> u8 {
    match verdict {
        Verdict::Infeasible { .. } => {
            say!("{target} is not reached by {name}, whatever its inputs");
            grounds.iter().for_each(|line| say!("  {line}"));
            UNREACHABLE
        }
        Verdict::Unknown { reason, .. } => {
            say!("{target}: unknown: {reason}");
            report::ExitStatus::Unknown.code()
        }
        Verdict::Covered { .. } => unreachable!("what is covered should come with its input"),
    }
}

fn tell_traps(unit: &Unit, func: Func, target: &str, proofs: &Proofs) -> u8 {
    let name = &unit.program.funcs[func].name;
    let mut open = proofs.not_followed.clone();
    for (trap, reached) in &proofs.checks {
        match reached {
            Reached::Yes(found) => {
                say!("{} happens in {name} with", show::what(unit, *trap));
                for line in show::example(unit, func, &found.0, &found.1) {
                    say!("  {line}");
                }
                return 0;
            }
            Reached::Not(Verdict::Unknown { reason, .. }, _) => open = Some(reason.clone()),
            Reached::Not(..) | Reached::Promised(..) => {}
        }
    }
    if let Some(reason) = open {
        say!("{target}: unknown: {reason}");
        return report::ExitStatus::Unknown.code();
    }
    say!("nothing goes wrong at {target} in {name}, whatever its inputs");
    UNREACHABLE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_file_and_a_place() {
        assert_eq!(spot("a.c:12"), Some(("a.c", Spot::Line(12, None))));
        assert_eq!(spot("d/a.c:12:3"), Some(("d/a.c", Spot::Line(12, Some(3)))));
        assert_eq!(spot("a.c:b3+"), Some(("a.c", Spot::Id("b3+"))));
        assert_eq!(spot("a.c:s1:2"), Some(("a.c", Spot::Id("s1:2"))));
        assert_eq!(spot("a.c"), None);
        assert_eq!(spot("a.c:x"), None);
        assert_eq!(spot("a.c:b+"), None);
    }
}
