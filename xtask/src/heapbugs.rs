//! `cargo xtask heapbugs`: the mistakes with memory below `filetests/heap`, and their correct twins.
//!
//! Prints a line for each and, at the end, how many mistakes were reported with a test that a sanitizer confirms, and how many
//! findings there are in the twins. What is judged and how is the business of `filetests`.

use filetests::Case;
use std::process::ExitCode;

pub(crate) fn command() -> ExitCode {
    let cases = match all_cases() {
        Ok(cases) => cases,
        Err(message) => {
            eprintln!("heapbugs: {message}");
            return ExitCode::FAILURE;
        }
    };
    for (file, case) in &cases {
        let kind = case.kind.as_deref().unwrap_or("none");
        let (mark, text) = match &case.outcome {
            Ok(text) => ("ok", text),
            Err(text) => ("NO", text),
        };
        println!("{mark}  {file}:{:<4} {:<14} {kind:<15} {text}", case.line, case.func);
    }
    let bugs: Vec<&Case> =
        cases.iter().map(|(_, case)| case).filter(|it| it.kind.is_some()).collect();
    let twins: Vec<&Case> =
        cases.iter().map(|(_, case)| case).filter(|it| it.kind.is_none()).collect();
    let confirmed = bugs.iter().filter(|it| it.outcome.is_ok()).count();
    let false_findings: usize = twins.iter().map(|it| it.n_wrong).sum();
    let wrong = cases.iter().filter(|(_, case)| case.outcome.is_err()).count();
    println!("{confirmed}/{} mistakes reported and confirmed", bugs.len());
    println!("{false_findings} findings in {} correct twins", twins.len());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn all_cases() -> Result<Vec<(String, Case)>, String> {
    let folder = filetests::root().join("heap");
    let files = filetests::files_below(&folder).map_err(|error| error.to_string())?;
    let mut cases = Vec::new();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let found = filetests::heap_cases(&path).map_err(|error| format!("{name}: {error}"))?;
        cases.extend(found.into_iter().map(|case| (name.clone(), case)));
    }
    Ok(cases)
}
