//! Reports against `docs/report.schema.json`, with a checker of our own for the few keywords that
//! the schema uses; a keyword it does not know is an error, so nothing goes unchecked.

use serde_json::{Value, json};
use suite::Suite;

use crate::sample::sample;

const SCHEMA: &str = include_str!("../../../../docs/report.schema.json");

/// The first place where `value` does not fit `schema`.
fn validate(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
        let fits = match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" => true,
            "$ref" => {
                let path = wanted.as_str().and_then(|path| path.strip_prefix('#'));
                let target = path.and_then(|path| root.pointer(path)).expect("a definition");
                validate(root, target, value, at)?;
                true
            }
            "type" => has_type(value, wanted.as_str().expect("one type")),
            "const" => value == wanted,
            "enum" => wanted.as_array().is_some_and(|all| all.contains(value)),
            "minimum" => value.as_i64() >= wanted.as_i64(),
            "minItems" => value.as_array().map(Vec::len) >= wanted.as_u64().map(|n| n as usize),
            "maxItems" => value.as_array().map(Vec::len) <= wanted.as_u64().map(|n| n as usize),
            "anyOf" => {
                let mut forms = wanted.as_array().expect("a list of schemas").iter();
                forms.any(|form| validate(root, form, value, at).is_ok())
            }
            "required" => {
                let mut keys = wanted.as_array().expect("a list of keys").iter();
                keys.all(|key| value.get(key.as_str().expect("a key")).is_some())
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    validate(root, wanted, item, &format!("{at}[{index}]"))?;
                }
                true
            }
            "properties" | "additionalProperties" => {
                members(root, schema, value, at)?;
                true
            }
            other => panic!("the schema should use only keywords that are checked: {other}"),
        };
        if !fits {
            return Err(format!("{at} should satisfy {keyword} {wanted}: {value}"));
        }
    }
    Ok(())
}

fn members(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (key, member) in value.as_object().into_iter().flatten() {
        let at = format!("{at}.{key}");
        match (&schema["properties"][key], &schema["additionalProperties"]) {
            (known, _) if !known.is_null() => validate(root, known, member, &at)?,
            (_, Value::Bool(false)) => return Err(format!("{at} should not be there")),
            (_, Value::Null) => {}
            (_, other) => validate(root, other, member, &at)?,
        }
    }
    Ok(())
}

fn has_type(value: &Value, wanted: &str) -> bool {
    match wanted {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("there is no type {other}"),
    }
}

fn check(report: &Value) -> Result<(), String> {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    validate(&schema, &schema, report, "report")
}

fn sample_json() -> Value {
    serde_json::from_str(&report::json(&sample())).expect("a report is JSON")
}

#[test]
fn a_report_with_one_of_everything_fits_the_schema() {
    check(&sample_json()).unwrap_or_else(|problem| panic!("{problem}"));
    let empty = Suite { file: "f.c".into(), functions: vec![] };
    let empty = serde_json::from_str(&report::json(&empty)).expect("a report is JSON");
    check(&empty).unwrap_or_else(|problem| panic!("{problem}"));
}

#[test]
fn a_report_about_several_files_fits_the_schema() {
    let file = |name: &str, failed: Option<&str>| report::FileEntry {
        file: name.into(),
        functions: vec!["f".into(), "g".into()],
        failed: failed.map(str::to_owned),
    };
    let form = report::Form::Batch;
    let entry = report::function_entry(&sample().functions[0]);
    let failure = report::failure_entry("g", "no", 4);
    let text = report::head(form)
        + &report::file_report(form, true, &file("a.c", None), &[&entry, &failure])
        + &report::file_report(form, false, &file("b.c", Some("no such file")), &[])
        + &report::tail(form, false, 4);
    let whole: Value = serde_json::from_str(&text).expect("a report is JSON");
    check(&whole).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(whole["files"][0]["functions"][0], sample_json()["functions"][0]);
    let nothing = report::head(form) + &report::tail(form, true, 0);
    let nothing = serde_json::from_str(&nothing).expect("a report is JSON");
    check(&nothing).unwrap_or_else(|problem| panic!("{problem}"));
}

#[test]
fn values_keep_every_digit() {
    let report = sample_json();
    let test = &report["functions"][0]["tests"][0];
    let at = |path: &str| test.pointer(path).expect("it is there").clone();
    assert_eq!(at("/inputs/params/n"), json!("18446744073709551615"));
    assert_eq!(at("/inputs/params/list"), json!({"obj": "n1", "off": 0}));
    assert_eq!(at("/inputs/params/call"), json!({"func": "g"}));
    assert_eq!(at("/inputs/objects/n1/0/weights"), json!(["0x1.99999ap-4", "nan"]));
    let inside = json!({"obj": "n1", "off": 0, "path": ".weights[1]"});
    assert_eq!(at("/inputs/globals/head"), inside);
    assert_eq!(at("/inputs/stubs/read"), json!(["0x1.99999ap-4"]));
    assert_eq!(at("/outputs/returns"), json!("-0x1.4p+1"));
    assert_eq!(at("/outputs/objects/n1/0/weights"), json!({"uninit": true}));
    assert_eq!(at("/outputs/globals/head"), json!(null));
    assert_eq!(at("/replayed"), json!(true));
}

#[test]
fn the_checker_sees_what_is_wrong() {
    let broken = |path: &str, value: Value| {
        let mut report = sample_json();
        *report.pointer_mut(path).expect("it is there") = value;
        check(&report).expect_err("it no longer fits")
    };
    broken("/version", json!(2));
    broken("/functions/0/status", json!("done"));
    broken("/functions/0/objectives/0/verdict", json!("maybe"));
    broken("/functions/0/objectives/0/line", json!(-1));
    broken("/functions/0/tests/0/inputs/params/n", json!(true));
    broken("/functions/0/tests/0/inputs/params/n", json!(1.5));
    broken("/functions/0/coverage/gcov", json!([1, 2, 3]));
    broken("/functions/0/tests/0", json!({}));
}
