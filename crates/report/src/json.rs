//! The machine report. `docs/report.schema.json` describes it; it is only ever extended.

use crate::picture::pictures;
use crate::whole::{FileEntry, Form, file_report, head, tail};
use serde_json::{Map, Value, json};
use suite::{
    Bounds, CType, CValue, Ends, Field, Formula, FunctionReport, FunctionUnderTest, Given, Global,
    Inputs, Meter, Object, Objective, Outcome, Outputs, PathMethod, Place, Premise, Replay, Scope,
    Shown, Stage, Status, Step, Storage, Suite, Test, TypeId, Types, Verdict, float,
};

/// The report about one file as JSON text, ending in a line break.
pub fn json(suite: &Suite) -> String {
    let functions = suite.functions.iter();
    let names = functions.clone().map(|report| report.under_test.name.clone()).collect();
    let file = FileEntry { file: suite.file.clone(), functions: names, failed: None };
    let entries: Vec<String> = functions.map(function_entry).collect();
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    let form = Form::Single;
    head(form) + &file_report(form, true, &file, &entries) + &tail(form, false, 0)
}

/// The entry of a function, as it stands in the report of its file.
pub fn function_entry(report: &FunctionReport) -> String {
    indented(&function(report))
}

/// The entry of a function of which there is nothing but why.
pub fn failure_entry(name: &str, message: &str, status: u8) -> String {
    indented(&json!({ "name": name, "failed": message, "exit_status": status }))
}

/// A value as it is printed two levels deep. Text in JSON has no line breaks of its own.
pub(crate) fn indented(value: &Value) -> String {
    let lines: Vec<String> =
        format!("{value:#}").lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

fn function(report: &FunctionReport) -> Value {
    let types = &report.types;
    let mut object = Map::new();
    object.insert("name".into(), json!(report.under_test.name));
    object.insert("criterion".into(), json!(report.criterion));
    let status = match report.status {
        Status::Complete => "complete",
        Status::Partial => "partial",
    };
    object.insert("status".into(), json!(status));
    object.insert("objectives".into(), objectives(report));
    let tests = report.tests.iter().map(|test| self::test(types, &report.under_test, test));
    object.insert("tests".into(), tests.collect());
    object.insert("findings".into(), report.findings.iter().map(finding).collect());
    if !report.duties.is_empty() {
        object.insert("duties".into(), report.duties.iter().map(duty).collect());
    }
    if let Some(paths) = &report.paths {
        object.insert("paths".into(), self::paths(paths));
    }
    if let Some(coverage) = &report.coverage {
        object.insert("coverage".into(), self::coverage(coverage));
    }
    if !report.contained.is_empty() {
        object.insert("contained".into(), json!(report.contained));
    }
    if !report.notes.is_empty() {
        object.insert("notes".into(), json!(report.notes));
    }
    let stats = report.stats.iter().map(|(name, count)| (name.clone(), json!(count)));
    object.insert("stats".into(), Value::Object(stats.collect()));
    if !report.stages.is_empty() {
        object.insert("stages".into(), report.stages.iter().map(stage).collect());
    }
    if !report.limits_hit.is_empty() {
        object.insert("limits_hit".into(), json!(report.limits_hit));
    }
    if !report.timing.is_empty() {
        let timing = report.timing.iter().map(|(name, seconds)| (name.clone(), json!(seconds)));
        object.insert("timing".into(), Value::Object(timing.collect()));
    }
    Value::Object(object)
}

fn stage(stage: &Stage) -> Value {
    json!({
        "name": stage.name,
        "questions": stage.questions,
        "steps": stage.steps,
        "covered": stage.covered,
        "excluded": stage.excluded,
        "seconds": stage.seconds,
    })
}

fn objectives(report: &FunctionReport) -> Value {
    let compiled = |objective: &Objective| !report.interpreted.contains(&objective.id);
    report.objectives.iter().map(|one| objective(one, compiled(one))).collect()
}

/// An objective; of one that is covered, was that seen in compiled code?
fn objective(objective: &Objective, compiled: bool) -> Value {
    let mut object = Map::new();
    object.insert("id".into(), json!(objective.id));
    object.insert("kind".into(), json!(objective.kind.name()));
    object.insert("in".into(), json!(objective.in_function));
    if let Some(file) = &objective.file {
        object.insert("file".into(), json!(file));
    }
    object.insert("line".into(), json!(objective.line));
    object.insert("col".into(), json!(objective.col));
    object.insert("text".into(), json!(objective.text));
    match &objective.outcome {
        Outcome::Truth(truth) => object.insert("outcome".into(), json!(truth)),
        Outcome::Named(name) => object.insert("outcome".into(), json!(name)),
        Outcome::Reached => object.insert("outcome".into(), json!("reached")),
    };
    verdict(&objective.verdict, &mut object);
    if matches!(objective.verdict, Verdict::Covered { .. }) {
        object.insert("compiled".into(), json!(compiled));
    }
    Value::Object(object)
}

fn verdict(verdict: &Verdict, object: &mut Map<String, Value>) {
    match verdict {
        Verdict::Covered { test } => {
            object.insert("verdict".into(), json!("covered"));
            object.insert("test".into(), json!(test));
        }
        Verdict::Infeasible { scope, assumes, proof, because } => {
            object.insert("verdict".into(), json!("infeasible"));
            match scope {
                Scope::Unconditional => object.insert("scope".into(), json!("unconditional")),
                Scope::Bounded(bounds) => {
                    object.insert("scope".into(), json!("bounded"));
                    object.insert("bounds".into(), self::bounds(bounds))
                }
            };
            object.insert("assumes".into(), json!(assumes));
            object.insert("proof".into(), json!(proof));
            if !because.is_empty() {
                object.insert("because".into(), json!(because));
            }
        }
        Verdict::Unknown { reason, excluded_within, excluded_while } => {
            object.insert("verdict".into(), json!("unknown"));
            object.insert("reason".into(), json!(reason));
            if !excluded_within.is_empty() {
                object.insert("excluded_within".into(), bounds(excluded_within));
            }
            if !excluded_while.is_empty() {
                let premises: Vec<Value> = excluded_while.iter().map(premise).collect();
                object.insert("excluded_while".into(), json!(premises));
            }
        }
    }
}

fn premise(premise: &Premise) -> Value {
    let Premise { name, kind, sentence, ask } = premise;
    json!({ "name": name, "kind": kind, "sentence": sentence, "ask": ask })
}

fn bounds(bounds: &Bounds) -> Value {
    Value::Object(bounds.iter().map(|(name, bound)| (name.clone(), json!(bound))).collect())
}

fn test(types: &Types, function: &FunctionUnderTest, test: &Test) -> Value {
    let mut object = Map::new();
    object.insert("id".into(), json!(test.id));
    object.insert("inputs".into(), inputs(types, function, &test.inputs));
    object.insert("outputs".into(), outputs(types, function, &test.outputs));
    object.insert("path".into(), json!(test.path));
    object.insert("covers".into(), json!(test.covers));
    if let Some(formula) = &test.formula {
        insert_formula(formula, &mut object);
    }
    match &test.ends {
        Ends::Return => object.insert("ends".into(), json!("return")),
        Ends::Trap { kind, line } => {
            object.insert("ends".into(), json!("trap"));
            object.insert("trap".into(), json!({ "kind": kind, "line": line }))
        }
        Ends::Exit { status, line } => {
            object.insert("ends".into(), json!("exit"));
            object.insert("exit".into(), json!({ "status": status, "line": line }))
        }
        Ends::Limit { what } => {
            object.insert("ends".into(), json!("limit"));
            object.insert("limit".into(), json!(what))
        }
    };
    if let Some(pictures) = pictures(types, test) {
        let mut drawn = Map::new();
        drawn.insert("before".into(), json!(pictures.before));
        drawn.extend(pictures.after.map(|after| ("after".to_string(), json!(after))));
        object.insert("pictures".into(), Value::Object(drawn));
    }
    object.insert("replayed".into(), json!(test.replayed == Replay::Agrees));
    if let Replay::Disagrees(difference) = &test.replayed {
        object.insert("disagreement".into(), json!(difference));
    }
    Value::Object(object)
}

/// When the path is taken, and what it computes: text of C.
fn insert_formula(formula: &Formula, into: &mut Map<String, Value>) {
    into.extend(formula.predicate.iter().map(|text| ("predicate".to_owned(), json!(text))));
    let returns = formula.returns.iter().map(|text| ("returns".to_owned(), json!(text)));
    let writes = formula.writes.iter().map(|(place, text)| (place.clone(), json!(text)));
    let computes: Map<String, Value> = returns.chain(writes).collect();
    if !computes.is_empty() {
        into.insert("computes".into(), Value::Object(computes));
    }
}

fn inputs(types: &Types, function: &FunctionUnderTest, inputs: &Inputs) -> Value {
    let params = inputs.params.iter().map(|p| (p.name.clone(), value(types, p.ty, &p.value)));
    let mut object = Map::new();
    object.insert("params".into(), Value::Object(params.collect()));
    insert_objects(types, &inputs.objects, &mut object);
    insert_globals(types, &inputs.globals, &mut object);
    let allocated = inputs.objects.iter().filter(|it| it.storage == Storage::Heap);
    let allocated: Vec<&str> = allocated.map(|it| &*it.name).collect();
    if !allocated.is_empty() {
        object.insert("allocated".into(), json!(allocated));
    }
    if !inputs.failing.is_empty() {
        object.insert("failing_allocations".into(), json!(inputs.failing));
    }
    if !inputs.stubs.is_empty() {
        let stubs = inputs.stubs.iter().map(|calls| {
            let stub = function.stubs.iter().find(|stub| stub.name == calls.function);
            let returns = calls.returns.iter().map(|result| match stub {
                Some(stub) => value(types, stub.returns, result),
                None => untyped(result),
            });
            (calls.function.clone(), returns.collect())
        });
        object.insert("stubs".into(), Value::Object(stubs.collect()));
    }
    Value::Object(object)
}

fn outputs(types: &Types, function: &FunctionUnderTest, outputs: &Outputs) -> Value {
    let mut object = Map::new();
    if let Some(result) = &outputs.returns {
        object.insert("returns".into(), value(types, function.returns, result));
    }
    insert_objects(types, &outputs.objects, &mut object);
    insert_globals(types, &outputs.globals, &mut object);
    if !outputs.shown.is_empty() {
        let seen = outputs.shown.iter().map(|it| shown(types, function, it));
        object.insert("seen".into(), seen.collect());
    }
    if outputs.n_more > 0 {
        object.insert("seen_more".into(), json!(outputs.n_more));
    }
    if let Some(printed) = &outputs.printed {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let texts = json!({ "stdout": text(&printed.output), "stderr": text(&printed.error) });
        object.insert("printed".into(), texts);
    }
    Value::Object(object)
}

/// What others saw: a call of theirs with what it was given, or a write to a volatile place.
fn shown(types: &Types, function: &FunctionUnderTest, shown: &Shown) -> Value {
    match shown {
        Shown::Call(call) => {
            let stub = function.stubs.iter().find(|stub| stub.told() == call.function);
            let params = stub.map_or(&[][..], |stub| &stub.params);
            let args = call.args.iter().enumerate();
            let args = args.map(|(at, given)| self::given(types, params.get(at).copied(), given));
            json!({ "call": call.function, "args": args.collect::<Vec<_>>() })
        }
        Shown::Write(written) => {
            let place = function.device(&written.function).map_or("", |device| &device.place);
            json!({ "write": place, "value": untyped(&written.value) })
        }
    }
}

fn given(types: &Types, ty: Option<TypeId>, given: &Given) -> Value {
    let of = |ty: Option<TypeId>, it: &CValue| match ty {
        Some(ty) => value(types, ty, it),
        None => untyped(it),
    };
    if given.behind.is_empty() {
        return of(ty, &given.value);
    }
    let to = ty.and_then(|ty| match types.get(ty) {
        CType::Pointer { to, .. } => Some(*to),
        CType::Struct { .. } => Some(ty),
        _ => None,
    });
    json!({ "holding": given.behind.iter().map(|it| of(to, it)).collect::<Vec<_>>() })
}

fn insert_objects(types: &Types, objects: &[Object], into: &mut Map<String, Value>) {
    if objects.is_empty() {
        return;
    }
    let objects = objects.iter().map(|object| {
        let values = object.values.iter().map(|element| value(types, object.elem, element));
        (object.name.clone(), values.collect())
    });
    into.insert("objects".into(), Value::Object(objects.collect()));
}

fn insert_globals(types: &Types, globals: &[Global], into: &mut Map<String, Value>) {
    if globals.is_empty() {
        return;
    }
    let globals = globals.iter().map(|g| (g.name.clone(), value(types, g.ty, &g.value)));
    into.insert("globals".into(), Value::Object(globals.collect()));
}

/// A C value. Structs become objects keyed by member; the rest needs no type but floats.
fn value(types: &Types, ty: TypeId, value: &CValue) -> Value {
    match (types.get(ty), value) {
        (CType::Float { bits, .. }, CValue::Float(raw)) => float_text(*bits, *raw),
        (CType::Array { elem, .. }, CValue::Array(values)) => {
            values.iter().map(|element| self::value(types, *elem, element)).collect()
        }
        (CType::Struct { fields, is_union, .. }, CValue::Struct(values)) => {
            members(types, fields, *is_union, values)
        }
        (_, value) => untyped(value),
    }
}

fn members(types: &Types, fields: &[Field], is_union: bool, values: &[CValue]) -> Value {
    let pairs = fields.iter().zip(values);
    // Of a union only the member in force has a value.
    let pairs = pairs.filter(|(_, value)| !is_union || **value != CValue::Uninit);
    Value::Object(pairs.map(|(field, v)| (field.name.clone(), value(types, field.ty, v))).collect())
}

fn untyped(value: &CValue) -> Value {
    match value {
        CValue::Int(number) => integer(*number),
        CValue::Float(raw) => float_text(64, *raw),
        CValue::Null => Value::Null,
        CValue::Pointer(place) => pointer(place),
        CValue::Array(values) | CValue::Struct(values) => values.iter().map(untyped).collect(),
        CValue::Function(name) | CValue::Converted(name) => json!({ "func": name }),
        CValue::Uninit => json!({ "uninit": true }),
        CValue::Opaque(text) => json!({ "opaque": text }),
    }
}

/// Beyond ±2^53 readers that keep numbers as doubles would lose digits.
fn integer(number: i128) -> Value {
    if number.unsigned_abs() <= 1 << 53 { json!(number as i64) } else { json!(number.to_string()) }
}

fn float_text(bits: u32, raw: u128) -> Value {
    let is_finite = !float::is_nan(bits, raw) && !float::is_infinite(bits, raw);
    json!(if is_finite { float::hexadecimal(bits, raw) } else { float::shown(bits, raw) })
}

fn pointer(place: &Place) -> Value {
    let mut object = Map::new();
    object.insert("obj".into(), json!(place.object));
    object.insert("off".into(), json!(place.index));
    if !place.path.is_empty() {
        let steps = place.path.iter().map(|step| match step {
            Step::Field(name) => format!(".{name}"),
            Step::Index(index) => format!("[{index}]"),
            Step::Byte(byte) => format!("+{byte} bytes"),
        });
        object.insert("path".into(), json!(steps.collect::<String>()));
    }
    Value::Object(object)
}

fn finding(finding: &suite::Finding) -> Value {
    let mut object = Map::new();
    object.insert("kind".into(), json!(finding.kind));
    object.insert("in".into(), json!(finding.in_function));
    object.insert("line".into(), json!(finding.line));
    object.insert("message".into(), json!(finding.message));
    if let Some(test) = &finding.test {
        object.insert("test".into(), json!(test));
    }
    Value::Object(object)
}

fn duty(duty: &suite::Duty) -> Value {
    let mut object = finding(&duty.what);
    object["while"] = json!(duty.sentence);
    object["clause"] = json!(duty.clause);
    object
}

fn paths(paths: &suite::Paths) -> Value {
    let mut object = json!({
        "feasible": paths.feasible,
        "trapped": paths.trapped,
        "cut": paths.cut,
        "infeasible_prefixes": paths.infeasible_prefixes,
        "complete": paths.complete,
    });
    match paths.method {
        PathMethod::Walk => object["method"] = "walk".into(),
        PathMethod::Exhaustion(inputs) => {
            object["method"] = "exhaustion".into();
            object["inputs"] = inputs.into();
        }
    }
    object
}

fn coverage(coverage: &suite::Coverage) -> Value {
    let meter = match coverage.measured_by {
        Meter::Probes => "probes",
        Meter::Interpreter => "interpreter",
    };
    let mut object = Map::new();
    object.insert("measured_by".into(), json!(meter));
    object.insert("branches".into(), json!([coverage.branches.0, coverage.branches.1]));
    if let Some((taken, total)) = coverage.gcov {
        object.insert("gcov".into(), json!([taken, total]));
    }
    Value::Object(object)
}
