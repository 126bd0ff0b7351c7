//! Sequences of calls as C: functions at the end of a unit that make so many calls, and what a test of such a function says in calls.
//!
//! Which function each call is of, and which structure it is given, are inputs like others: `op_2` chooses the second call, `slot_2`
//! the structure. Whatever does not fit ends the sequence before the call that it is about.

use super::api::{Api, Given, Handle, Op, Role};
use engine::describe::Describer;
use ir::{Func, Program, Shape};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use suite::{Argument, CValue, Call, Device, DeviceAccess, Held, Sequence, Test};

/// What the names of the functions begin with that call others several times.
pub(super) const DRIVER: &str = "probant_calls";
const STEP: &str = "probant_step";
const HELD: &str = "probant_held";

/// The calls of a driver.
#[derive(Clone, Copy)]
pub(super) struct Driver<'a> {
    pub(super) program: &'a Program,
    pub(super) api: &'a Api,
    /// The function of the last call; any, if none.
    pub(super) last: Option<Func>,
    pub(super) calls: usize,
}

impl Driver<'_> {
    /// What it is called.
    pub(super) fn name(&self) -> String {
        let last = self.last.map_or("", |func| &self.program.funcs[func].name);
        format!("{DRIVER}_{}_{last}", self.calls)
    }

    fn n_steps(&self) -> usize {
        if self.last.is_some() { self.calls - 1 } else { self.calls }
    }

    /// The text of the function.
    pub(super) fn text(&self) -> String {
        let steps: Vec<Vec<(String, String)>> = (1..=self.n_steps())
            .map(|number| step_params(self.program, self.api, number))
            .collect();
        let last = self.last.and_then(|func| self.api.op(func));
        let mut params: Vec<(String, String)> = steps.iter().flatten().cloned().collect();
        params.extend(last.iter().flat_map(|op| self.last_params(op)));
        let ret = last.and_then(|op| self.program.funcs[op.func].ret);
        let ret = ret.map_or("void".to_owned(), |shape| self.program.spelling(shape));
        let none =
            if ret == "void" { "return;".to_owned() } else { format!("return ({ret}){{0}};") };
        let mut body = String::new();
        let mut line = |text: &str| writeln!(body, "    {text}").expect("writing succeeds");
        let held = if self.api.handles.is_empty() { "" } else { "&held, " };
        if !held.is_empty() {
            line(&format!("struct {HELD} held;"));
            for (of, handle) in self.api.handles.iter().enumerate() {
                (0..handle.n_slots).for_each(|slot| line(&format!("held.h{of}[{slot}] = 0;")));
            }
        }
        for step in &steps {
            let names: Vec<&str> = step.iter().map(|(_, name)| name.as_str()).collect();
            let given = format!("{held}{}", names.join(", "));
            let step = step_name(self.api);
            line(&format!("if (!{step}({})) {none}", given.trim_end_matches(", ")));
        }
        if let Some(op) = last {
            let slot = format!("slot_{}", self.calls);
            let called = Called {
                driver: self,
                op,
                slot: &slot,
                held: "held.",
                suffix: format!("_{}", self.calls),
            };
            called.guards(&none).iter().for_each(|it| line(it));
            line(&format!("{}(1);", all_made().function));
            let call = called.call();
            line(&if ret == "void" { format!("{call};") } else { format!("return {call};") });
        } else {
            line(&format!("{}(1);", all_made().function));
        }
        let params: Vec<String> = params.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        format!("{ret} {}({params})\n{{\n{body}}}\n", self.name())
    }

    /// What chooses the structure of the last call, and its other arguments.
    fn last_params(&self, op: &Op) -> Vec<(String, String)> {
        let number = self.calls;
        let mut params = Vec::new();
        if has_choice(self.api, op) {
            params.push(("int".to_owned(), format!("slot_{number}")));
        }
        for of in op.nullable() {
            params.push(("_Bool".to_owned(), format!("null_{of}_{number}")));
        }
        for (index, _) in inputs(op) {
            let param = &self.program.funcs[op.func].params[index];
            let name = format!("{}_{number}", input_name(self.program, self.api, op, index));
            params.push((self.program.spelling(param.shape), name));
        }
        params
    }

    /// What a test of the driver does, in calls, as far as there are structures for them: those after a trap are never made.
    pub(super) fn sequence(
        &self,
        describer: &mut Describer<'_>,
        test: &mut Test,
    ) -> Option<Sequence> {
        let params: BTreeMap<String, suite::Param> =
            test.inputs.params.drain(..).map(|param| (param.name.clone(), param)).collect();
        let (held, kept, made) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut reading = Reading { driver: self, params, held, kept, made };
        let mut calls = Vec::new();
        for number in 1..=self.calls {
            let op = match self.last.filter(|_| number == self.calls) {
                Some(func) => self.api.op(func),
                None => self.api.ops.get(reading.number(&format!("op_{number}"))),
            };
            let Some(call) = op.and_then(|op| reading.call(describer, op, number)) else { break };
            calls.push(call);
        }
        if calls.is_empty() {
            return None;
        }
        test.inputs.params = reading.kept;
        Some(Sequence { held: reading.held.into_iter().map(|(_, held)| held).collect(), calls })
    }
}

/// A test of a driver, read call by call.
struct Reading<'a> {
    driver: &'a Driver<'a>,
    params: BTreeMap<String, suite::Param>,
    /// The structures so far, each with its type and place.
    held: Vec<((usize, usize), Held)>,
    /// The inputs that calls are given.
    kept: Vec<suite::Param>,
    /// The structures that there are by now.
    made: BTreeSet<(usize, usize)>,
}

impl Reading<'_> {
    /// What was chosen; the first where there is no choice.
    fn number(&self, name: &str) -> usize {
        match self.params.get(name).map(|param| &param.value) {
            Some(CValue::Int(number)) => usize::try_from(*number).unwrap_or(usize::MAX),
            _ => 0,
        }
    }

    fn is_null(&self, of: usize, number: usize) -> bool {
        self.number(&format!("null_{of}_{number}")) == 1
    }

    fn call(&mut self, describer: &mut Describer<'_>, op: &Op, number: usize) -> Option<Call> {
        let (program, api) = (self.driver.program, self.driver.api);
        let data = &program.funcs[op.func];
        let slot = self.number(&format!("slot_{number}"));
        self.begin(op, slot, number)?;
        let mut args = Vec::new();
        for (index, given) in op.args.iter().enumerate() {
            args.push(match *given {
                Given::Handle { of, is_other: false, .. } if self.is_null(of, number) => {
                    Argument::Null
                }
                Given::Handle { of, is_other, .. } => {
                    Argument::Held(self.held(of, if is_other { 1 - slot.min(1) } else { slot })?)
                }
                Given::Input => {
                    let name = format!("{}_{number}", input_name(program, api, op, index));
                    let param = self.params.get(&name)?;
                    let name = data.params[index].name.clone();
                    self.kept.push(suite::Param { name, ..param.clone() });
                    Argument::Input(self.kept.len() - 1)
                }
            });
        }
        let makes = match op.role {
            Role::Makes(of) => Some(self.held(of, slot)?),
            Role::Fills(_) | Role::Ends(_) | Role::Uses => None,
        };
        let returns = data.ret.map(|shape| describer.ty(shape));
        let result = None;
        Some(Call { function: data.name.clone(), returns, args, makes, result })
    }

    /// Makes and ends what a call makes and ends; none if something is missing that it is given.
    fn begin(&mut self, op: &Op, slot: usize, number: usize) -> Option<()> {
        let api = self.driver.api;
        let place =
            |of: usize, slot: usize| (of, if api.handles[of].n_slots == 1 { 0 } else { slot });
        if let Role::Fills(of) = op.role {
            self.made.insert(place(of, slot));
        }
        for given in &op.args {
            let Given::Handle { of, is_other, .. } = *given else { continue };
            let slot = if is_other { 1 - slot.min(1) } else { slot };
            let is_null = !is_other && self.is_null(of, number);
            if !is_null && !self.made.contains(&place(of, slot)) {
                return None;
            }
        }
        if let Role::Makes(of) = op.role {
            self.made.insert(place(of, slot));
        }
        if let Some((of, is_other)) = op.taken() {
            self.made.remove(&place(of, if is_other { 1 - slot.min(1) } else { slot }));
        }
        Some(())
    }

    fn held(&mut self, of: usize, slot: usize) -> Option<usize> {
        let handle = &self.driver.api.handles[of];
        let slot = if handle.n_slots == 1 { 0 } else { slot };
        if slot >= handle.n_slots {
            return None;
        }
        if let Some(known) = self.held.iter().position(|(key, _)| *key == (of, slot)) {
            return Some(known);
        }
        let (name, spelling) = (handle.name.clone(), handle.spelling.clone());
        self.held.push(((of, slot), Held { name, spelling, in_room: handle.in_room }));
        Some(self.held.len() - 1)
    }
}

/// What notes the result of a call, if it is an integer.
pub(super) fn result_of(program: &Program, func: Func) -> Option<Device> {
    let data = &program.funcs[func];
    let is_number = matches!(program.shapes[data.ret?], Shape::Int { .. });
    let function = format!("{}calls_{}", ir::DEVICE_WRITE, data.name);
    is_number.then(|| Device { function, place: data.name.clone(), access: DeviceAccess::Result })
}

/// What notes that a sequence has come to its last call.
pub(super) fn all_made() -> Device {
    let function = format!("{}all_calls", ir::DEVICE_WRITE);
    Device { function, place: "the last call".to_owned(), access: DeviceAccess::Result }
}

/// The parameters that are inputs.
fn inputs(op: &Op) -> impl Iterator<Item = (usize, &Given)> {
    op.args.iter().enumerate().filter(|(_, given)| **given == Given::Input)
}

/// What an input of a call is called among those of all functions.
fn input_name(program: &Program, api: &Api, op: &Op, index: usize) -> String {
    let own = |op: &Op, index: usize| {
        let name = &program.funcs[op.func].params[index].name;
        if name.is_empty() { format!("a{index}") } else { name.clone() }
    };
    let name = own(op, index);
    let all = api.ops.iter().flat_map(|op| inputs(op).map(move |(index, _)| (op, index)));
    let is_alone = all.filter(|(other, index)| own(other, *index) == name).count() == 1;
    let is_ours = ["op", "slot", "null", "held"].contains(&name.as_str());
    if is_alone && !is_ours { name } else { format!("{}_{name}", program.funcs[op.func].name) }
}

/// Is there more than one structure that an operation could be given?
fn has_choice(api: &Api, op: &Op) -> bool {
    let several = |of: usize| api.handles[of].n_slots > 1;
    let given = op.args.iter().any(|it| matches!(it, Given::Handle { of, .. } if several(*of)));
    given || matches!(op.role, Role::Makes(of) if several(of))
}

/// The parameters of a call that may be of any function: types and names.
fn step_params(program: &Program, api: &Api, number: usize) -> Vec<(String, String)> {
    let mut params = Vec::new();
    if api.ops.len() > 1 {
        params.push(("int".to_owned(), format!("op_{number}")));
    }
    if api.ops.iter().any(|op| has_choice(api, op)) {
        params.push(("int".to_owned(), format!("slot_{number}")));
    }
    for op in &api.ops {
        for (index, _) in inputs(op) {
            let spelling = program.spelling(program.funcs[op.func].params[index].shape);
            params.push((spelling, format!("{}_{number}", input_name(program, api, op, index))));
        }
    }
    params
}

fn step_name(api: &Api) -> String {
    format!("{STEP}_{}", api.name)
}

/// What callers hold, and the function that makes one call of any function of theirs.
pub(super) fn step(program: &Program, api: &Api) -> String {
    let mut text = String::new();
    if !api.handles.is_empty() {
        writeln!(text, "struct {HELD} {{").expect("writing succeeds");
        for (of, Handle { spelling, n_slots, in_room, .. }) in api.handles.iter().enumerate() {
            writeln!(text, "    {spelling} *h{of}[{n_slots}];").expect("writing succeeds");
            if *in_room {
                writeln!(text, "    {spelling} h{of}_room[{n_slots}];").expect("writing succeeds");
            }
        }
        text.push_str("};\n");
    }
    let mut params: Vec<String> = Vec::new();
    if !api.handles.is_empty() {
        params.push(format!("struct {HELD} *held"));
    }
    let of_step = step_params(program, api, 0).into_iter();
    params.extend(of_step.map(|(ty, name)| format!("{ty} {name}")));
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let chosen = if api.ops.len() > 1 { "op_0" } else { "0" };
    write!(text, "static int {}({params})\n{{\n    switch ({chosen}) {{\n", step_name(api))
        .expect("writing succeeds");
    let driver = Driver { program, api, last: None, calls: 0 };
    for (number, op) in api.ops.iter().enumerate() {
        let called =
            Called { driver: &driver, op, slot: "slot_0", held: "held->", suffix: "_0".to_owned() };
        writeln!(text, "    case {number}:").expect("writing succeeds");
        for line in called.step() {
            writeln!(text, "        {line}").expect("writing succeeds");
        }
        text.push_str("        return 1;\n");
    }
    text.push_str("    default:\n        return 0;\n    }\n}\n");
    text
}

/// A call in the text of a driver.
struct Called<'a> {
    driver: &'a Driver<'a>,
    op: &'a Op,
    /// What chooses the structure, and how what is held is named.
    slot: &'a str,
    held: &'a str,
    /// What the names of inputs end with.
    suffix: String,
}

impl Called<'_> {
    fn place(&self, of: usize, is_other: bool) -> String {
        let slot = match (self.driver.api.handles[of].n_slots, is_other) {
            (1, _) => "0".to_owned(),
            (_, false) => self.slot.to_owned(),
            (_, true) => format!("1 - {}", self.slot),
        };
        format!("{}h{of}[{slot}]", self.held)
    }

    /// What must hold before the call.
    fn guards(&self, none: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if has_choice(self.driver.api, self.op) {
            lines.push(format!("if ({0} != 0 && {0} != 1) {none}", self.slot));
        }
        let takes_any = self.op.args.iter().any(|it| *it != Given::Input);
        match self.op.role {
            Role::Makes(of) if !takes_any => {
                lines.push(format!("if ({}) {none}", self.place(of, false)));
            }
            Role::Fills(of) => {
                let place = self.place(of, false);
                let room = place.replacen(&format!("h{of}["), &format!("h{of}_room["), 1);
                lines.push(format!("if ({place}) {none}"));
                lines.push(format!("{place} = &{room};"));
            }
            Role::Makes(_) | Role::Ends(_) | Role::Uses => {}
        }
        for given in &self.op.args {
            let Given::Handle { of, is_other, .. } = *given else { continue };
            let missing = format!("!{}", self.place(of, is_other));
            lines.push(match self.null(of).filter(|_| !is_other) {
                Some(null) => format!("if (!{null} && {missing}) {none}"),
                None => format!("if ({missing}) {none}"),
            });
        }
        lines
    }

    /// What says that a structure is none, where that may be: among other calls it may not.
    fn null(&self, of: usize) -> Option<String> {
        let is_last = self.driver.last.is_some() && self.op.nullable().contains(&of);
        is_last.then(|| format!("null_{of}{}", self.suffix))
    }

    fn call(&self) -> String {
        let program = self.driver.program;
        let args: Vec<String> = self
            .op
            .args
            .iter()
            .enumerate()
            .map(|(index, given)| match *given {
                Given::Handle { of, is_other, .. } => match self.null(of).filter(|_| !is_other) {
                    Some(null) => format!("{null} ? 0 : {}", self.place(of, false)),
                    None => self.place(of, is_other),
                },
                Given::Input => {
                    format!(
                        "{}{}",
                        input_name(program, self.driver.api, self.op, index),
                        self.suffix
                    )
                }
            })
            .collect();
        format!("{}({})", program.funcs[self.op.func].name, args.join(", "))
    }

    /// The lines of one call among others.
    fn step(&self) -> Vec<String> {
        let mut lines = self.guards("return 0;");
        let call = self.call();
        let api = self.driver.api;
        lines.push(match (self.op.role, result_of(self.driver.program, self.op.func)) {
            (Role::Makes(of), _) => {
                format!("{} = ({} *){call};", self.place(of, false), api.handles[of].spelling)
            }
            (_, Some(device)) => format!("{}({call});", device.function),
            (_, None) => format!("{call};"),
        });
        if let Some((of, is_other)) = self.op.taken() {
            lines.push(format!("{} = 0;", self.place(of, is_other)));
        }
        lines
    }
}
