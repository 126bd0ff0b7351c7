//! The project file `probant.toml`: settings of a project and of its functions, where the command line says nothing else.
//!
//! A setting has the name and the values of the option it stands for, so the parser of the command line judges both. What a
//! file says of inputs becomes clauses of contracts ([`clauses`]). It is read once for each C file; nothing is searched here.

mod clauses;
mod devices;
mod toml;

pub(crate) use clauses::{insert, map_back};

use crate::args::Cli;
use crate::devices::Said;
use crate::lookup::nearest;
use crate::sequences::api::Roles;
use clap::parser::ValueSource;
use clap::{CommandFactory, Parser};
use clauses::Clause;
use std::path::{Path, PathBuf};
use toml::{Item, Value, Wrong};

const NAME: &str = "probant.toml";
/// What stands in `[link]` for every file of the project.
const ALL: &str = "all";

/// Options that may stand at the top of a project file.
const SETTINGS: [&str; 22] = [
    "budget",
    "cc",
    "check",
    "criterion",
    "emit",
    "exhaust",
    "gcov",
    "invariant",
    "k",
    "no-replay",
    "out",
    "overflow",
    "predicates",
    "progress",
    "replay-budget",
    "scope",
    "seed",
    "states",
    "std",
    "target-model",
    "tests-per-path",
    "timing",
];
/// Options that may stand in `[function.NAME]`.
const OF_FUNCTIONS: [&str; 8] =
    ["criterion", "exhaust", "k", "pre", "predicates", "scope", "seed", "tests-per-path"];
/// What else may stand there.
const ABOUT_INPUTS: [&str; 3] = ["domain", "length", "requires"];

/// A project file that was read, or none.
#[derive(Clone, Debug, Default)]
pub struct Project {
    path: PathBuf,
    items: Vec<Item>,
    clauses: Vec<Clause>,
}

/// A command about one C file with the settings that apply there; others stay as they are.
pub fn settle_single(mut cli: Cli, words: &[String]) -> Result<Cli, String> {
    let given = cli.command.c_args().and_then(|c| c.config.clone());
    match cli.command.single_file() {
        Some(file) => Project::of(file, given.as_deref())?.settle(words, None),
        None => Ok(cli),
    }
}

impl Project {
    /// The project file given, or the nearest one upwards from a C file; no settings if there is none.
    pub(crate) fn of(file: &Path, given: Option<&Path>) -> Result<Self, String> {
        let Some(path) = given.map(PathBuf::from).or_else(|| upwards(file)) else {
            return Ok(Self::default());
        };
        let text = std::fs::read_to_string(&path).map_err(|error| {
            let why = match error.kind() {
                std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
                _ => error.to_string(),
            };
            format!("cannot read {}: {why}", path.display())
        })?;
        let in_line =
            |wrong: Wrong| format!("{}:{}: {}", path.display(), wrong.line, wrong.message);
        let items = toml::read(&text).map_err(in_line)?;
        let clauses = check(&items).map_err(in_line)?;
        Ok(Self { path, items, clauses })
    }

    /// Clauses for the contracts of functions, and the name of the file that says so.
    pub(crate) fn clauses(&self) -> (String, &[Clause]) {
        (self.path.display().to_string(), &self.clauses)
    }

    /// Functions that are replaced by stubs, in whichever file they are defined.
    pub(crate) fn stubs(&self) -> Vec<String> {
        let stubs = self.items.iter().filter(|item| item.path == ["stub"]);
        stubs.flat_map(|item| words_of(&item.value)).collect()
    }

    /// Files that are linked with a C file; as seen from the project file.
    pub(crate) fn links(&self, file: &Path) -> Vec<PathBuf> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let whole = |path: &Path| path.canonicalize().ok();
        let is_of = |name: &str| name == ALL || whole(&folder.join(name)) == whole(file);
        let links = self.items.iter().filter(|item| item.path.len() == 2 && item.path[0] == "link");
        let links = links.filter(|item| is_of(&item.path[1]));
        links.flat_map(|item| words_of(&item.value)).map(|name| folder.join(name)).collect()
    }

    /// What is said of devices.
    pub(crate) fn devices(&self) -> Said {
        let file = self.path.display().to_string();
        devices::said(&self.items, &file).expect("it was read before")
    }

    /// The functions that callers have.
    pub(crate) fn roles(&self) -> Roles {
        let of = |role: &str| {
            let items = self.items.iter().filter(|item| item.path == ["api", role]);
            items.flat_map(|item| words_of(&item.value)).collect()
        };
        Roles {
            constructors: of("constructors"),
            operations: of("operations"),
            destructors: of("destructors"),
            takes: of("takes"),
        }
    }

    /// Arguments for the compiler; folders are meant from where the project file is.
    pub(crate) fn flags(&self) -> Vec<String> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let flags = self.items.iter().filter(|item| item.path == ["flags"]);
        let words: Vec<String> = flags.flat_map(|item| words_of(&item.value)).collect();
        crate::database::from_folder(&words, folder)
    }

    /// The compilation database; a folder or file as seen from the project file.
    pub(crate) fn database(&self) -> Option<PathBuf> {
        let item = self.items.iter().find(|item| item.path == ["compile-commands"])?;
        let folder = self.path.parent().unwrap_or(Path::new(""));
        words_of(&item.value).first().map(|name| folder.join(name))
    }

    /// A command line with the settings that it leaves open: those of a function, if one is given, before those of the project.
    pub(crate) fn settle(&self, words: &[String], function: Option<&str>) -> Result<Cli, String> {
        let matches = Cli::command()
            .try_get_matches_from(words)
            .expect("a command line should be settled only after it was understood");
        let (command, given) = matches.subcommand().expect("there should be a command");
        let mut more: Vec<String> = Vec::new();
        let mut set: Vec<&str> = Vec::new();
        let of_function = self.items.iter().filter(|item| is_of(item, function));
        for item in of_function.chain(self.items.iter().filter(|item| is_of_project(item))) {
            let key = item.path.last().expect("a path has a part").as_str();
            let Some(id) = argument(command, key) else { continue };
            let on_command_line = given.value_source(&id) == Some(ValueSource::CommandLine);
            if on_command_line || set.contains(&key) {
                continue;
            }
            set.push(key);
            if item.value == Value::Bool(false) {
                continue;
            }
            let word = self.as_option(item, key)?;
            self.try_option(words, &word, item)?;
            more.push(word);
        }
        let mut settled = Cli::parse_from(with(words, &more));
        if let Some(c) = settled.command.c_args() {
            c.project = self.clone();
        }
        Ok(settled)
    }

    /// `key = value` as an option of the command line.
    fn as_option(&self, item: &Item, key: &str) -> Result<String, String> {
        match &item.value {
            Value::Text(text) => Ok(format!("--{key}={text}")),
            Value::Int(number) => Ok(format!("--{key}={number}")),
            Value::Bool(true) => Ok(format!("--{key}")),
            other => Err(self.wrong(item, &format!("{other} is no value of `{key}`"))),
        }
    }

    /// What the command line would say to an option alone.
    fn try_option(&self, words: &[String], word: &str, item: &Item) -> Result<(), String> {
        match Cli::try_parse_from(with(words, &[word.to_owned()])) {
            Ok(_) => Ok(()),
            Err(error) => {
                let text = error.to_string();
                let first: Vec<&str> =
                    text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
                Err(self.wrong(item, first.join(" ").trim_start_matches("error: ")))
            }
        }
    }

    fn wrong(&self, item: &Item, message: &str) -> String {
        format!("{}:{}: {message}", self.path.display(), item.line)
    }
}

fn upwards(file: &Path) -> Option<PathBuf> {
    let file = file.canonicalize().ok()?;
    file.ancestors().skip(1).map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// Options go right after the command: what follows `--` is not ours.
fn with(words: &[String], more: &[String]) -> Vec<String> {
    let (head, tail) = words.split_at(words.len().min(2));
    [head, more, tail].concat()
}

/// An option for the whole project.
fn is_of_project(item: &Item) -> bool {
    matches!(&item.path[..], [key] if SETTINGS.contains(&key.as_str()))
}

/// A setting that a function has for itself.
fn is_of(item: &Item, function: Option<&str>) -> bool {
    matches!(&item.path[..], [table, name, key]
        if table == "function" && Some(name.as_str()) == function && OF_FUNCTIONS.contains(&key.as_str()))
}

/// The argument of a command that an option sets.
fn argument(command: &str, key: &str) -> Option<String> {
    let cli = Cli::command();
    let mut args = cli.find_subcommand(command)?.get_arguments();
    args.find(|arg| arg.get_long() == Some(key)).map(|arg| arg.get_id().to_string())
}

fn words_of(value: &Value) -> Vec<String> {
    match value {
        Value::Text(text) => vec![text.clone()],
        Value::List(values) => values.iter().flat_map(words_of).collect(),
        Value::Int(_) | Value::Bool(_) => Vec::new(),
    }
}

/// Everything in a file has a meaning; the clauses in it.
fn check(items: &[Item]) -> Result<Vec<Clause>, Wrong> {
    let mut functions: Vec<&str> = Vec::new();
    for item in items {
        let known: Vec<&str> = match item.path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["flags"] => {
                list(item, "flags", "-Iinclude")?;
                continue;
            }
            ["stub"] => {
                list(item, "functions", "read_port")?;
                continue;
            }
            ["link", _] => {
                list(item, "files", "src/list.c")?;
                continue;
            }
            ["volatile", _] => {
                devices::volatile(item)?;
                continue;
            }
            ["isr", "handlers"] => {
                list(item, "functions", "SysTick_Handler")?;
                continue;
            }
            ["isr", "writes"] => {
                list(item, "variables", "ticks")?;
                continue;
            }
            ["isr", _] => vec!["handlers", "writes"],
            ["region", _, "reset", _] => continue,
            ["region", _, key] if devices::KEYS.contains(&key) => continue,
            ["region", _, _, ..] => devices::KEYS.to_vec(),
            ["api", "constructors" | "operations" | "destructors" | "takes"] => {
                list(item, "functions", "ring_init")?;
                continue;
            }
            ["api", _] => vec!["constructors", "operations", "destructors", "takes"],
            ["compile-commands"] => {
                list(item, "files", "build/compile_commands.json")?;
                continue;
            }
            [key] if SETTINGS.contains(&key) => continue,
            [_] => SETTINGS.into_iter().chain(["compile-commands", "flags", "stub"]).collect(),
            ["function", name, key] if OF_FUNCTIONS.contains(&key) || key == "requires" => {
                functions.push(name);
                continue;
            }
            ["function", name, "domain" | "length", _] => {
                functions.push(name);
                continue;
            }
            ["function", _, _, ..] => OF_FUNCTIONS.into_iter().chain(ABOUT_INPUTS).collect(),
            _ => vec!["api", "function", "isr", "link", "region", "volatile"],
        };
        return Err(unknown(item, &known));
    }
    devices::said(items, NAME)?;
    functions.dedup();
    let mut clauses = Vec::new();
    for (index, name) in functions.iter().enumerate() {
        if functions[..index].contains(name) {
            continue;
        }
        let own: Vec<(&[String], &Item)> = items
            .iter()
            .filter(|item| {
                item.path.len() > 2 && item.path[0] == "function" && item.path[1] == *name
            })
            .map(|item| (&item.path[2..], item))
            .collect();
        clauses.extend(clauses::of_function(name, &own)?);
    }
    Ok(clauses)
}

/// Is a value a list of words, or one alone?
fn list(item: &Item, of: &str, example: &str) -> Result<(), Wrong> {
    match &item.value {
        Value::List(_) | Value::Text(_) => Ok(()),
        other => {
            let message = format!("{other} is no list of {of}: write [\"{example}\"]");
            Err(Wrong { line: item.line, message })
        }
    }
}

fn unknown(item: &Item, known: &[&str]) -> Wrong {
    let at = match item.path[0].as_str() {
        "function" | "region" if item.path.len() > 2 => 2,
        "api" | "isr" if item.path.len() > 1 => 1,
        _ => 0,
    };
    let key = &item.path[at];
    let remedy = match nearest(key, known) {
        Some(near) if near != key => format!("did you mean `{near}`?"),
        _ => format!("here may stand {}", known.join(", ")),
    };
    Wrong {
        line: item.line,
        message: format!("there is no setting `{}`: {remedy}", item.path.join(".")),
    }
}
