//! `probant gen` at work: files are opened, their functions searched by whoever is free, and what came of them replayed, told and kept.

use crate::args::{Command, EmitName, Gen};
use crate::cache::{Cache, Key, UnitKey};
use crate::changed::Changes;
use crate::clock::{self, Budget, Interrupt};
use crate::compile_line::{Line, relative};
use crate::config::Project;
use crate::front::{self, Unit};
use crate::generate::{EACH, check_precondition, functions, options};
use crate::pipeline::{self, Finished, Plan, Replaying, Searched};
use crate::pool::Work;
use crate::progress::Meter;
use crate::rendered::{Counts, Rendered};
use crate::results::{FileResult, Results, write_tests};
use crate::room::Room;
use crate::sources::{Source, Sources};
use crate::times::{Stage, Times};
use crate::watcher::Watcher;
use crate::{BAD_INPUT, OWN_ERROR, diagnose, explain, guard, invariant, lookup};
use engine::Options;
use ir::Func;
use native::{Compiler, Guard, NativeError, Runtime};
use report::FileEntry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use suite::FunctionReport;

/// What a search may take whose work is counted: no more than anybody waits.
const LONGEST: Duration = Duration::from_hours(1);
/// Less than this is no time for a compiler.
const SHORTEST: Duration = Duration::from_secs(1);

/// What a run of the command has for all its files.
pub(crate) struct Session<'a> {
    pub(crate) args: &'a Gen,
    pub(crate) words: &'a [String],
    pub(crate) sources: Sources,
    pub(crate) budget: Budget,
    pub(crate) interrupt: Interrupt,
    pub(crate) meter: Meter,
    room: Room,
    pub(crate) cache: Option<Cache>,
    pub(crate) changes: Option<Changes>,
    pub(crate) results: Mutex<Results<'a>>,
    pub(crate) times: Times,
    /// A function in which something of ours is to go wrong, for tests.
    broken: Option<String>,
    guard: OnceLock<Result<Guard, String>>,
    /// Compilers with what they have made of our runtime.
    runtimes: Mutex<Runtimes>,
}

/// What compilers have made of our runtime.
#[derive(Default)]
struct Runtimes {
    made: Vec<Arc<Runtime>>,
    /// Compilers that did not come back, each with its command: nobody waits for one of them again.
    hung: Vec<(Compiler, String)>,
}

/// A file that was read, with what is to be done in it.
pub(crate) struct Opened {
    index: usize,
    args: Gen,
    unit: Unit,
    compiler: Compiler,
    /// Where its tests go.
    folder: PathBuf,
    /// All functions under test, also those that another part of the work is about.
    names: Vec<String>,
    jobs: Vec<Job>,
    messages: String,
}

/// A function under test.
struct Job {
    func: Func,
    name: String,
    options: Options,
    key: Option<Key>,
    /// What was kept of it.
    kept: Option<Rendered>,
}

impl Opened {
    /// The functions that have to be searched.
    fn open_jobs(&self) -> impl Iterator<Item = &Job> {
        self.jobs.iter().filter(|job| job.kept.is_none())
    }
}

impl<'a> Session<'a> {
    /// A session that has done nothing yet.
    pub(crate) fn new(
        args: &'a Gen,
        words: &'a [String],
        sources: Sources,
    ) -> Result<Self, String> {
        let interrupt = Interrupt::install();
        let results = Mutex::new(Results::new(args, &sources));
        let changes = args
            .changed_since
            .as_ref()
            .map(|revision| Changes::since(revision, &sources.files[0].path));
        Ok(Session {
            args,
            words,
            // Work that is counted needs no clock but one for what does not even ask.
            budget: Budget::new(
                args.budget,
                if args.work.is_some() { LONGEST } else { EACH },
                &interrupt,
            ),
            meter: Meter::new(args.progress, args.quiet),
            room: Room::default(),
            cache: if args.no_cache { None } else { Cache::new(args.cache.as_deref()) },
            changes: changes.transpose()?,
            sources,
            interrupt,
            results,
            times: Times::default(),
            broken: std::env::var("PROBANT_BREAK").ok(),
            guard: OnceLock::new(),
            runtimes: Mutex::default(),
        })
    }

    fn results(&self) -> MutexGuard<'_, Results<'a>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing more is to be said of a file than this.
    fn fail(&self, index: usize, message: &str, status: u8) {
        let file = self.sources.files[index].path.display().to_string();
        let failed = message.trim().trim_start_matches("probant: ").to_owned();
        let entry = FileEntry { file, functions: Vec::new(), failed: Some(failed) };
        let messages = format!("{}\n", message.trim_end());
        self.meter.hide(|| {
            self.results()
                .take(index, FileResult { entry, messages, functions: Vec::new(), status });
        });
    }

    fn read(&self, index: usize) -> Result<Opened, String> {
        let source = &self.sources.files[index];
        let file = &source.path;
        let own = |message: String| format!("probant: {message}");
        let project = Project::of(file, self.args.c.config.as_deref()).map_err(own)?;
        let mut args = settled(&project, self.words, None).map_err(own)?;
        args.c.states = args.states;
        args.c.invariant.clone_from(&args.invariant);
        let left = self.budget.left().map(|left| left.max(SHORTEST));
        let read = self
            .times
            .of(Stage::Front, || front::read_for(file, &args.c, &args.cflags, args.overflow, left));
        let (unit, compiler) = read.map_err(|error| front::explained(&error))?;
        let mut messages = diagnose::text(&unit.map, &unit.warnings);
        let target = front::target(&compiler);
        if !target.runs_here() {
            args.no_replay = true;
            messages += &crate::model::not_replayed(&target);
        }
        if args.criterion == crate::args::CriterionName::Kpath {
            messages += &diagnose::text(&unit.map, &unit.uncounted);
        }
        let folder = args.out.join(&source.folder);
        let mut opened = Opened {
            index,
            args,
            unit,
            compiler,
            folder,
            names: Vec::new(),
            jobs: Vec::new(),
            messages,
        };
        let jobs = self.jobs(&project, source, &opened).map_err(own)?;
        opened.names = jobs.iter().map(|job| job.name.clone()).collect();
        opened.jobs = jobs;
        self.choose(&mut opened);
        Ok(opened)
    }

    /// The functions under test, each with its options.
    fn jobs(
        &self,
        project: &Project,
        source: &Source,
        opened: &Opened,
    ) -> Result<Vec<Job>, String> {
        let (unit, file) = (&opened.unit, &source.path);
        // A file of many that defines nothing is no mistake; one that was named is.
        let funcs = match functions(unit, file, &opened.args.functions) {
            Err(_) if !self.sources.is_single && opened.args.functions.is_empty() => Vec::new(),
            Err(_) if !self.sources.is_single => self.named(unit, &opened.args.functions),
            funcs => funcs?,
        };
        let unit_key = self.unit_key(unit);
        let mut jobs = Vec::new();
        for func in funcs {
            let name = unit.program.funcs[func].name.clone();
            let own = settled(project, self.words, Some(&name))?;
            let pre = own.pre.as_ref().map(|pre| lookup::function(&unit.program, file, pre));
            let of_states = || invariant::of(&unit.program, own.invariant.as_ref()?, func);
            let options = Options { pre: pre.transpose()?.or_else(of_states), ..options(&own) };
            let key = unit_key.as_ref().map(|key| self.key(key, &name, &own, &options, opened));
            jobs.push(Job { func, name, options, key, kept: None });
        }
        let preconditions: Vec<Func> = jobs.iter().filter_map(|job| job.options.pre).collect();
        jobs.retain(|job| !preconditions.contains(&job.func));
        for job in &jobs {
            job.options.pre.map_or(Ok(()), |pre| check_precondition(unit, pre, job.func))?;
        }
        Ok(jobs)
    }

    /// Of functions that were named those that this file has: others may have the others.
    fn named(&self, unit: &Unit, names: &[String]) -> Vec<Func> {
        let own = lookup::own_functions(&unit.program);
        own.into_iter().filter(|&func| names.contains(&unit.program.funcs[func].name)).collect()
    }

    /// Leaves those that this part of the work is about, and looks up what is known of them.
    fn choose(&self, opened: &mut Opened) {
        let file = self.shown(opened.index);
        let concerned = self.changes.as_ref().map(|changes| changes.concerned(&opened.unit));
        opened.jobs.retain(|job| {
            let in_part = self.args.shard.is_none_or(|shard| shard.has(&file, &job.name));
            in_part && concerned.as_ref().is_none_or(|funcs| funcs.contains(&job.func))
        });
        if let Some(concerned) = &concerned {
            let unit = &opened.unit;
            let names: Vec<&str> =
                concerned.iter().map(|&func| unit.program.funcs[func].name.as_str()).collect();
            opened.names.retain(|name| names.contains(&name.as_str()));
        }
        if let Some(cache) = &self.cache {
            for job in &mut opened.jobs {
                job.kept = job.key.as_ref().and_then(|key| cache.find(key));
            }
        }
        if self.args.verbose {
            let (all, open) = (opened.jobs.len(), opened.open_jobs().count());
            let known = all - open;
            let line = format!("{file}: {all} functions, {known} known from before\n");
            opened.messages.push_str(&line);
        }
    }

    fn shown(&self, index: usize) -> String {
        self.sources.files[index].path.display().to_string()
    }

    fn unit_key(&self, unit: &Unit) -> Option<UnitKey> {
        let cache = self.cache.as_ref().filter(|_| !self.args.timing)?;
        let files = unit.map.files.values();
        let originals: Vec<(&str, Option<&str>)> =
            files.map(|file| (file.name.as_str(), file.text.as_deref())).collect();
        Some(cache.unit(&unit.map.text, &originals))
    }

    /// Everything else that the result of a function depends on.
    fn key(
        &self,
        unit: &UnitKey,
        name: &str,
        own: &Gen,
        options: &Options,
        opened: &Opened,
    ) -> Key {
        let pre = options.pre.map(|pre| &opened.unit.program.funcs[pre].name);
        let plain = Options { pre: None, ..*options };
        let replay =
            (own.work, own.no_replay, own.gcov, own.unsafe_replay, own.emit == EmitName::Plain);
        let names = (
            self.shown(opened.index),
            &opened.folder,
            absolute(&self.sources.files[opened.index].path),
        );
        let compiler = (&opened.compiler.cc, &opened.compiler.args, &opened.unit.replaced);
        let linked = &opened.unit.linked.files;
        let spelled = format!(
            "{pre:?} {plain:?} {} {replay:?} {names:?} {compiler:?} {linked:?}",
            own.criterion_word()
        ) + &format!(" {:?}", own.states);
        unit.function(name, &spelled)
    }

    /// Who compiles and runs tests of a file; nobody if they are not to be run. What keeps them from being run is said once.
    fn runtime(
        &self,
        opened: &Opened,
        budget: Duration,
    ) -> Result<Option<Arc<Runtime>>, NativeError> {
        if opened.args.no_replay {
            return Ok(None);
        }
        let guard = self.guard.get_or_init(|| {
            let guard = guard::guard(opened.args.unsafe_replay);
            match &guard {
                Err(why) => self.meter.hide(|| eprintln!("probant: {why}")),
                Ok(guard) if self.args.verbose => {
                    self.meter.hide(|| eprintln!("probant: tests are {}", guard::said(guard)));
                }
                Ok(_) => {}
            }
            guard
        });
        let Ok(guard) = guard else { return Ok(None) };
        let mut runtimes = self.runtimes.lock().unwrap_or_else(PoisonError::into_inner);
        let compiler = &opened.compiler;
        let Runtimes { made, hung } = &mut *runtimes;
        if let Some(runtime) = made.iter().find(|it| it.compiler().makes_the_same(compiler)) {
            return Ok(Some(Arc::new(runtime.for_compiler(compiler))));
        }
        if let Some((_, command)) = hung.iter().find(|(it, _)| it.makes_the_same(compiler)) {
            return Err(NativeError::TooLong { command: command.clone() });
        }
        let runtime = self.made_runtime(opened, guard, budget);
        match &runtime {
            Ok(runtime) => made.push(Arc::clone(runtime)),
            Err(NativeError::TooLong { command }) => hung.push((compiler.clone(), command.clone())),
            Err(_) => {}
        }
        runtime.map(Some)
    }

    /// Compiles the runtime for a file, or finds it where an earlier run has left it.
    fn made_runtime(
        &self,
        opened: &Opened,
        guard: &Guard,
        budget: Duration,
    ) -> Result<Arc<Runtime>, NativeError> {
        let compiler = &opened.compiler;
        let hurried = compiler.within(budget.max(SHORTEST));
        Ok(Arc::new(match &self.cache {
            Some(cache) => {
                Runtime::kept(&hurried, guard, &cache.runtime(compiler, &opened.unit.map.text))?
            }
            None => Runtime::new(&hurried, guard)?,
        }))
    }

    fn finish(&self, opened: Opened, searched: Vec<Searched>) {
        let stopped: Vec<bool> = searched.iter().map(Searched::was_stopped).collect();
        let n_searched = searched.len();
        let began = Instant::now();
        let (mut finished, status) = self.replay(&opened, searched);
        let replay_time = began.elapsed();
        self.times.add(Stage::Replay, replay_time);
        if opened.args.timing {
            let budget = self.replay_budget(&opened, n_searched).as_secs_f64();
            for report in finished.iter_mut().filter_map(|one| one.report.as_mut()) {
                report.timing.push(("replay of the file".into(), replay_time.as_secs_f64()));
                report.timing.push(("budget of replay".into(), budget));
            }
        }
        let mut new = finished.into_iter().zip(stopped);
        let mut functions = Vec::new();
        for job in &opened.jobs {
            functions.push(if let Some(kept) = &job.kept {
                kept.clone()
            } else {
                let (finished, stopped) = new.next().expect("each open job should be searched");
                self.rendered(&opened, job, finished, stopped)
            });
        }
        let written = write_tests(&opened.args, &opened.folder, &functions);
        let entry =
            FileEntry { file: self.shown(opened.index), functions: opened.names, failed: None };
        let result = FileResult { entry, messages: opened.messages, functions, status };
        self.meter.file_done();
        self.meter.hide(|| {
            let mut results = self.results();
            results.check(written);
            results.take(opened.index, result);
        });
    }

    fn replay_budget(&self, opened: &Opened, n_functions: usize) -> Duration {
        let each = EACH * u32::try_from(n_functions.max(1)).unwrap_or(u32::MAX);
        opened.args.replay_budget.or(opened.args.budget).unwrap_or(each)
    }

    /// Runs what was found on compiled code, and what that says about the exit status beyond the functions.
    fn replay(&self, opened: &Opened, searched: Vec<Searched>) -> (Vec<Finished>, u8) {
        let wanted = searched.iter().any(Searched::has_tests);
        let budget = self.replay_budget(opened, searched.len());
        let end = clock::after(budget);
        let runtime = if wanted { self.runtime(opened, budget) } else { Ok(None) };
        match runtime {
            Ok(runtime) => {
                let replaying = runtime.as_ref().map(|runtime| Replaying {
                    runtime,
                    end,
                    gcov: opened.args.gcov,
                });
                (pipeline::finish(&opened.unit, replaying.as_ref(), searched), 0)
            }
            Err(error) => {
                self.meter.hide(|| eprintln!("probant: {error}"));
                (pipeline::finish(&opened.unit, None, searched), BAD_INPUT)
            }
        }
    }

    /// A function as text, kept for the next time if the clock has no part in it.
    fn rendered(&self, opened: &Opened, job: &Job, finished: Finished, stopped: bool) -> Rendered {
        let file = self.shown(opened.index);
        let path = &self.sources.files[opened.index].path;
        let Finished { report, outcomes, .. } = finished;
        let told =
            outcomes.iter().map(|it| explain::outcome(&opened.unit, path, &opened.compiler, it));
        let (messages, codes): (Vec<String>, Vec<u8>) = told.unzip();
        let (messages, status) = (messages.concat(), codes.into_iter().max().unwrap_or(0));
        let Some(report) = report else {
            let first = messages.lines().next().unwrap_or_default().trim_start_matches("probant: ");
            let entry = if self.sources.is_single {
                String::new()
            } else {
                report::failure_entry(&job.name, first, status)
            };
            let (name, summary) = (job.name.clone(), String::new());
            let counts = Counts::default();
            let (tests, copy) = (None, None);
            return Rendered { name, entry, summary, tests, copy, messages, status, counts };
        };
        let is_whole = !stopped && outcomes.is_empty() && was_replayed(&report, &opened.args);
        let rendered = Rendered {
            name: job.name.clone(),
            entry: self.entry(opened, &report),
            summary: report::function_text(&file, &report, true),
            tests: self.test_text(opened, &report),
            copy: self.copy_of(opened, &report),
            messages,
            status: status.max(report::status_of(&report).code()),
            counts: Counts::of(&report),
        };
        if let (Some(cache), Some(key), true) = (&self.cache, &job.key, is_whole) {
            cache.keep(key, &rendered);
        }
        rendered
    }

    /// Its entry in the report, if there is one or it is kept: of a function with many paths that is a large text.
    fn entry(&self, opened: &Opened, report: &FunctionReport) -> String {
        let is_wanted = opened.args.json.is_some() || self.cache.is_some();
        if is_wanted { report::function_entry(report) } else { String::new() }
    }

    /// What the text of a file is called in which accesses of volatile places are calls.
    fn copy_name(&self, opened: &Opened) -> String {
        let stem = self.sources.files[opened.index].path.file_stem().unwrap_or_default();
        format!("{}_devices.c", stem.to_string_lossy())
    }

    /// The text that tests include in the place of the source, if they do.
    fn copy_of(&self, opened: &Opened, report: &FunctionReport) -> Option<(String, String)> {
        let is_written = !report.tests.is_empty() && opened.args.emit != EmitName::None;
        let text = || (self.copy_name(opened), opened.unit.devices.copy.clone());
        (is_written && report.uses_devices()).then(text)
    }

    fn test_text(&self, opened: &Opened, report: &FunctionReport) -> Option<String> {
        if report.tests.is_empty() || opened.args.emit == EmitName::None {
            return None;
        }
        let name = format!("test_{}", report.under_test.name);
        let line = Line {
            compiler: &opened.compiler,
            unit: &opened.unit,
            replaced: &report.under_test.replaced,
            folder: &opened.folder,
            redirected: emit::elsewhere(&report.under_test, &report.tests),
        };
        let options = emit::PlainOptions { compile_command: line.text(&name) };
        let mut report = report.clone();
        let include = Path::new(&report.under_test.include);
        report.under_test.include = relative(&opened.folder, include);
        report.under_test.copy = self.copy_name(opened);
        Some(emit::plain(&report.types, &report, &options))
    }
}

/// Did replay get to all tests, if there was to be one?
fn was_replayed(report: &FunctionReport, args: &Gen) -> bool {
    let missed = report.tests.iter().any(|test| test.replayed == suite::Replay::NotRun);
    args.no_replay || !missed
}

impl Work for Session<'_> {
    type Open = Opened;
    type Part = Searched;

    fn n_files(&self) -> usize {
        self.sources.files.len()
    }

    fn open(&self, file: usize) -> Option<Opened> {
        if self.interrupt.is_set() && !self.sources.is_single {
            self.fail(
                file,
                "probant: it was not begun: interrupted",
                report::ExitStatus::Unknown.code(),
            );
            return None;
        }
        // A file that makes us panic must not cost the others theirs.
        match catch_unwind(AssertUnwindSafe(|| self.read(file))) {
            Ok(Ok(opened)) => {
                self.meter.expect(opened.jobs.len());
                Some(opened)
            }
            Ok(Err(message)) => {
                self.fail(file, &message, BAD_INPUT);
                None
            }
            Err(panic) => {
                let (file_name, message) = (self.shown(file), pipeline::message(&*panic));
                let message = format!(
                    "probant: internal error while reading {file_name}: {message}\n{}",
                    explain::PLEASE_REPORT
                );
                self.fail(file, &message, OWN_ERROR);
                None
            }
        }
    }

    fn n_parts(&self, open: &Opened) -> usize {
        self.meter.skip(open.jobs.len() - open.open_jobs().count());
        open.open_jobs().count()
    }

    fn part(&self, open: &Opened, part: usize) -> Searched {
        let job = open.open_jobs().nth(part).expect("parts are counted by the same list");
        let files_left = self.sources.files.len() - open.index;
        let parts_left = open.open_jobs().count() - part;
        let share = self.budget.share(files_left.div_ceil(self.args.jobs()));
        let deadline = share.share(parts_left.div_ceil(self.args.jobs())).deadline();
        let limits = (deadline, open.args.work.map(|work| u64::from(work.get())));
        let watcher =
            Watcher::new(&self.meter, &job.name, limits, self.room.enter(), open.args.timing);
        let plan = Plan {
            funcs: vec![job.func],
            options: vec![job.options],
            replay: None,
            include: absolute(&self.sources.files[open.index].path),
            watch: &|_| {
                assert!(self.broken.as_ref() != Some(&job.name), "broken on purpose");
                Box::new(watcher.watch())
            },
        };
        let began = Instant::now();
        let searched = pipeline::search(&open.unit, &plan, 0);
        self.times.add(Stage::Search, began.elapsed());
        self.meter.function_done();
        searched
    }

    fn close(&self, open: Opened, parts: Vec<Searched>) {
        let index = open.index;
        let done = catch_unwind(AssertUnwindSafe(|| self.finish(open, parts)));
        if let Err(panic) = done {
            let (file, message) = (self.shown(index), pipeline::message(&*panic));
            let message = format!(
                "probant: internal error while replaying {file}: {message}\n{}",
                explain::PLEASE_REPORT
            );
            self.fail(index, &message, OWN_ERROR);
        }
    }
}

/// The arguments as a project file settles them, for all functions or for one.
fn settled(project: &Project, words: &[String], function: Option<&str>) -> Result<Gen, String> {
    match project.settle(words, function)?.command {
        Command::Gen(args) => Ok(args),
        _ => unreachable!("the same words should be the same command"),
    }
}

fn absolute(file: &Path) -> String {
    std::fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file)).display().to_string()
}
