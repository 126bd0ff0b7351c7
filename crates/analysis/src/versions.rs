//! Pointer SSA: every definition of a variable gets a version, those through pointers too.
//!
//! `x = φ(…)` where ways meet, `φu(p, [&a, &b], [a_1, b_2])` where a pointer that may lead to several variables is read
//! through, `[a_2, b_3] = φd(p, [&a, &b], v, [a_1, b_2])` where it is written through (Gotlieb, Denmat and Botella). Objects are
//! versioned as wholes. Expressions are shown as they are written, with what they read replaced.
//!
//! It is text for people: where pointers lead is told by the analysis, and nothing else is computed here.

use super::{Off, Place, Places, PointsTo, Root, Sure, What, name};
use ir::{Callee, Func, Inst, Label, Local, LocalKind, LoopId, Program, Region, Value};
use source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};

/// Something that has versions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Variable {
    Register(Local),
    Object(Root),
    Anything,
}

/// The version of each variable at a point of the code.
type Versions = BTreeMap<Variable, u32>;

/// One function being written.
pub(super) struct Writer<'a> {
    program: &'a Program,
    map: &'a SourceMap,
    func: Func,
    known: &'a PointsTo,
    /// None where control does not come.
    now: Option<Versions>,
    /// The last version of each variable that was given away.
    last: Versions,
    text: BTreeMap<Value, String>,
    ends: BTreeMap<Label, Vec<Versions>>,
    heads: BTreeMap<LoopId, Vec<Versions>>,
    depth: usize,
    lines: Vec<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        program: &'a Program,
        map: &'a SourceMap,
        func: Func,
        known: &'a PointsTo,
    ) -> Self {
        Self {
            program,
            map,
            func,
            known,
            now: Some(Versions::new()),
            last: Versions::new(),
            text: BTreeMap::new(),
            ends: BTreeMap::new(),
            heads: BTreeMap::new(),
            depth: 1,
            lines: Vec::new(),
        }
    }

    /// The whole function, one definition, use or meeting a line.
    pub(super) fn write(mut self) -> String {
        let body = self.program.body(self.func);
        let params: Vec<String> =
            body.params.iter().map(|&param| self.read(Variable::Register(param))).collect();
        let title = format!("{}({})\n", self.program.funcs[self.func].name, params.join(", "));
        self.region(body.root);
        self.lines.iter().fold(title, |text, line| text + line + "\n")
    }

    // -- versions

    fn name_of(&self, variable: Variable) -> String {
        match variable {
            Variable::Register(local) => self.program.body(self.func).locals[local].name.clone(),
            Variable::Object(root) => name(self.program, Place::In(root, Off::At(0))),
            Variable::Anything => "anything".to_owned(),
        }
    }

    fn spelled(&self, variable: Variable, version: u32) -> String {
        format!("{}_{version}", self.name_of(variable))
    }

    /// The present version of a variable, by name.
    fn read(&mut self, variable: Variable) -> String {
        let version = self.version(variable);
        self.spelled(variable, version)
    }

    fn version(&self, variable: Variable) -> u32 {
        self.now.as_ref().and_then(|now| now.get(&variable)).copied().unwrap_or(0)
    }

    /// A new version of a variable, by name.
    fn define(&mut self, variable: Variable) -> String {
        let last = self.last.entry(variable).or_insert(0);
        *last += 1;
        let version = *last;
        if let Some(now) = &mut self.now {
            now.insert(variable, version);
        }
        self.spelled(variable, version)
    }

    /// Several ways meet here: where they bring different versions, a new one is one of these.
    fn meet(&mut self, at: Value, ways: Vec<Versions>) {
        let variables: BTreeSet<Variable> = ways.iter().flat_map(BTreeMap::keys).copied().collect();
        self.now = ways.first().cloned();
        for variable in variables {
            let versions: Vec<u32> =
                ways.iter().map(|way| way.get(&variable).copied().unwrap_or(0)).collect();
            if versions.windows(2).all(|pair| pair[0] == pair[1]) {
                continue;
            }
            let of = |version: &u32| self.spelled(variable, *version);
            let versions: Vec<String> = versions.iter().map(of).collect();
            let new = self.define(variable);
            self.line(at, format!("{new} = φ({})", versions.join(", ")));
        }
    }

    fn line(&mut self, at: Value, text: String) {
        let span = self.program.body(self.func).spans[at];
        let line = self.map.locate(span.lo).map_or(0, |loc| loc.line);
        let indent = "  ".repeat(self.depth);
        self.lines.push(format!("{indent}line {line}: {text}"));
    }

    // -- control

    fn region(&mut self, region: Region) {
        let program = self.program;
        for &inst in &program.body(self.func).regions[region] {
            if self.now.is_none() {
                return;
            }
            self.inst(inst);
        }
    }

    fn inst(&mut self, inst: Value) {
        let program = self.program;
        match &program.body(self.func).insts[inst] {
            Inst::If { cond, then, els, .. } => self.fork(inst, *cond, [*then, *els]),
            Inst::Loop { id, body } => self.repeat(inst, *id, *body),
            Inst::Block { label, body } => {
                let around = self.ends.remove(label);
                self.region(*body);
                let mut ways: Vec<Versions> = self.now.take().into_iter().collect();
                ways.extend(self.ends.remove(label).into_iter().flatten());
                if let Some(around) = around {
                    self.ends.insert(*label, around);
                }
                self.meet(inst, ways);
            }
            Inst::Leave(label) => {
                let now = self.now.take();
                self.ends.entry(*label).or_default().extend(now);
            }
            Inst::Next(id) => {
                let now = self.now.take();
                self.heads.entry(*id).or_default().extend(now);
            }
            Inst::Switch { value, targets, .. } => {
                let on = self.text_of(*value);
                self.line(inst, format!("switch {on}"));
                let now = self.now.take();
                for &label in targets {
                    self.ends.entry(label).or_default().extend(now.clone());
                }
            }
            Inst::Return(value) => {
                let value = value.map(|value| self.text_of(value)).unwrap_or_default();
                self.line(inst, format!("return {value}").trim_end().to_owned());
                self.now = None;
            }
            Inst::Trap(_) => self.now = None,
            other => self.simple(inst, other),
        }
    }

    fn fork(&mut self, inst: Value, cond: Value, [then, els]: [Region; 2]) {
        let cond = self.text_of(cond);
        let before = self.now.clone();
        let mut ways = Vec::new();
        for (word, region) in [(format!("if {cond}"), then), ("else".to_owned(), els)] {
            let n_lines = self.lines.len();
            self.now.clone_from(&before);
            self.line(inst, word);
            self.depth += 1;
            self.region(region);
            self.depth -= 1;
            if self.lines.len() == n_lines + 1 && region == els {
                self.lines.pop();
            }
            ways.extend(self.now.take());
        }
        self.meet(inst, ways);
    }

    /// What the body defines has one version at its head: that from before, or that of the turn before.
    fn repeat(&mut self, inst: Value, id: LoopId, body: Region) {
        let before = self.now.clone().unwrap_or_default();
        let defined = self.defined_below(body);
        let heads: Vec<(Variable, String)> =
            defined.into_iter().map(|variable| (variable, self.define(variable))).collect();
        let first_line = self.lines.len();
        self.line(inst, "loop".to_owned());
        self.depth += 1;
        let around = self.heads.remove(&id);
        self.region(body);
        let mut ways = vec![before];
        ways.extend(self.now.take());
        ways.extend(self.heads.remove(&id).into_iter().flatten());
        if let Some(around) = around {
            self.heads.insert(id, around);
        }
        self.depth -= 1;
        let body_lines = self.lines.split_off(first_line);
        for (variable, head) in heads {
            let of =
                |way: &Versions| self.spelled(variable, way.get(&variable).copied().unwrap_or(0));
            let versions: Vec<String> = ways.iter().map(of).collect();
            self.line(inst, format!("{head} = φ({})", versions.join(", ")));
        }
        self.lines.extend(body_lines);
        // Control comes out of a loop only by a jump to the end of a block around it.
        self.now = None;
    }

    /// What the instructions of a region, and of those inside, may define.
    fn defined_below(&self, region: Region) -> BTreeSet<Variable> {
        let body = self.program.body(self.func);
        let (mut found, mut stack) = (BTreeSet::new(), vec![region]);
        while let Some(region) = stack.pop() {
            for &inst in &body.regions[region] {
                match &body.insts[inst] {
                    Inst::Set(local, _) => drop(found.insert(Variable::Register(*local))),
                    Inst::If { then, els, .. } => stack.extend([*then, *els]),
                    Inst::Loop { body, .. } | Inst::Block { body, .. } => stack.push(*body),
                    Inst::Call { callee, .. } => found.extend(self.defined_by(callee)),
                    _ => found.extend(variables(self.defines(inst))),
                }
            }
        }
        found
    }

    // -- instructions

    fn simple(&mut self, inst: Value, data: &Inst) {
        match data {
            Inst::Get(local) => {
                let text = self.read(Variable::Register(*local));
                self.text.insert(inst, text);
            }
            Inst::AddrLocal(local) => {
                let text = format!("&{}", self.program.body(self.func).locals[*local].name);
                self.text.insert(inst, text);
            }
            Inst::AddrGlobal(global) => {
                let text = format!("&{}", self.program.globals[*global].name);
                self.text.insert(inst, text);
            }
            Inst::Set(local, value) => {
                let value = self.text_of(*value);
                let new = self.define(Variable::Register(*local));
                self.line(inst, format!("{new} = {value}"));
            }
            Inst::Load { addr, .. } | Inst::LoadBits { addr, .. } => {
                let text = self.used(inst, *addr);
                self.text.insert(inst, text);
            }
            Inst::Store { addr, value, .. } | Inst::StoreBits { addr, value, .. } => {
                let value = self.text_of(*value);
                self.defined(inst, *addr, &value);
            }
            Inst::Copy { dst, src, .. } => {
                let value = format!("*({})", self.text_of(*src));
                self.defined(inst, *dst, &value);
            }
            Inst::Zero { dst, .. } => self.defined(inst, *dst, "0"),
            Inst::Call { callee, .. } => {
                let text = self.rendered(inst);
                let defined = self.defined_by(callee);
                if !defined.is_empty() {
                    let old: Vec<String> = defined.iter().map(|&it| self.read(it)).collect();
                    let new: Vec<String> = defined.iter().map(|&it| self.define(it)).collect();
                    let (new, old) = (new.join(", "), old.join(", "));
                    self.line(inst, format!("[{new}] = {text} of [{old}]"));
                }
                self.text.insert(inst, text);
            }
            _ => {
                let text = self.rendered(inst);
                self.text.insert(inst, text);
            }
        }
    }

    /// What is read through a pointer.
    fn used(&mut self, inst: Value, addr: Value) -> String {
        let Some(What::Use(places)) = self.through(inst) else { return self.rendered(inst) };
        if let Some((variable, whole)) = self.only(&places, inst) {
            let version = self.read(variable);
            let place = self.addresses(&places);
            return if whole { version } else { format!("({version} at {place})") };
        }
        let targets = variables(&places);
        let old: Vec<String> = targets.iter().map(|&it| self.read(it)).collect();
        let pointer = self.text_of(addr);
        format!("φu({pointer}, [{}], [{}])", self.addresses(&places), old.join(", "))
    }

    /// What is written through a pointer.
    fn defined(&mut self, inst: Value, addr: Value, value: &str) {
        let places = match self.through(inst) {
            Some(What::Definition(places)) => places,
            _ => self.defines_of(addr),
        };
        if let Some((variable, whole)) = self.only(&places, inst) {
            let old = self.read(variable);
            let new = self.define(variable);
            let place = self.addresses(&places);
            return self.line(
                inst,
                if whole {
                    format!("{new} = {value}")
                } else {
                    format!("{new} = {old} but {value} at {place}")
                },
            );
        }
        let targets = variables(&places);
        let old: Vec<String> = targets.iter().map(|&it| self.read(it)).collect();
        let new: Vec<String> = targets.iter().map(|&it| self.define(it)).collect();
        let (pointer, addresses) = (self.text_of(addr), self.addresses(&places));
        let (new, old) = (new.join(", "), old.join(", "));
        self.line(inst, format!("[{new}] = φd({pointer}, [{addresses}], {value}, [{old}])"));
    }

    fn through(&self, inst: Value) -> Option<What> {
        self.known.seen.get(&(self.func, inst))?.through.clone()
    }

    fn defines_of(&self, addr: Value) -> Places {
        self.known.of(self.func, addr).cloned().unwrap_or_default()
    }

    /// Where an instruction may write.
    fn defines(&self, inst: Value) -> &Places {
        const NOWHERE: &Places = &Places::new();
        let places = match &self.program.body(self.func).insts[inst] {
            Inst::Store { .. } | Inst::Copy { .. } => {
                match self.known.seen.get(&(self.func, inst)).and_then(|it| it.through.as_ref()) {
                    Some(What::Definition(places)) => Some(places),
                    _ => None,
                }
            }
            Inst::StoreBits { addr, .. } | Inst::Zero { dst: addr, .. } => {
                self.known.of(self.func, *addr)
            }
            _ => None,
        };
        places.unwrap_or(NOWHERE)
    }

    /// What a call may define of this function's variables and of globals.
    fn defined_by(&self, callee: &Callee) -> BTreeSet<Variable> {
        let Callee::Direct(first) = callee else { return BTreeSet::from([Variable::Anything]) };
        let mut found = BTreeSet::new();
        for func in world::reachable(self.program, *first) {
            let own = self.known.seen.iter().filter(|((of, _), _)| *of == func);
            for places in own.filter_map(|(_, seen)| match &seen.through {
                Some(What::Definition(places)) => Some(places),
                _ => None,
            }) {
                found.extend(variables(places));
            }
        }
        found.retain(|variable| match variable {
            Variable::Object(Root::Local(func, _)) => *func == self.func,
            _ => true,
        });
        found
    }

    /// The one variable that an access certainly goes to, and whether to all of it.
    fn only(&self, places: &Places, inst: Value) -> Option<(Variable, bool)> {
        let (&Place::In(root, off), Sure::Definite) = places.first_key_value()? else {
            return None;
        };
        let size = match root {
            Root::Local(func, local) => match self.program.body(func).locals[local].kind {
                LocalKind::Object { size, .. } => size,
                LocalKind::Register(_) => return None,
            },
            Root::Global(global) => self.program.globals[global].size,
            Root::Heap(..) | Root::Input(_) => return None,
        };
        let body = self.program.body(self.func);
        let len = match &body.insts[inst] {
            Inst::Load { ty, .. } => self.program.bytes(*ty),
            Inst::Store { value, .. } => body.types[*value].map_or(0, |ty| self.program.bytes(ty)),
            Inst::Copy { size, .. } | Inst::Zero { size, .. } => *size,
            _ => 0,
        };
        let alone = places.len() == 1;
        alone.then_some((Variable::Object(root), off == Off::At(0) && len == size))
    }

    fn addresses(&self, places: &Places) -> String {
        let of = |place: &Place| match place {
            Place::Null => "NULL".to_owned(),
            place => format!("&{}", name(self.program, *place)),
        };
        places.keys().map(of).collect::<Vec<_>>().join(", ")
    }

    // -- text

    fn text_of(&mut self, value: Value) -> String {
        match self.text.get(&value) {
            Some(text) => text.clone(),
            None => self.rendered(value),
        }
    }

    /// The text of an instruction as it is written, with the text of its operands in their places.
    fn rendered(&mut self, inst: Value) -> String {
        let body = self.program.body(self.func);
        let span = body.spans[inst];
        let mut pieces: Vec<(u32, u32, String)> = Vec::new();
        for operand in body.insts[inst].operands() {
            let within = body.spans[operand];
            let Some(text) = self.text.get(&operand) else { continue };
            if within == span {
                return text.clone();
            }
            if span.lo <= within.lo && within.hi <= span.hi && within.lo < within.hi {
                pieces.push((within.lo, within.hi, text.clone()));
            }
        }
        pieces.sort();
        let (mut text, mut at) = (String::new(), span.lo);
        for (lo, hi, piece) in pieces.into_iter().filter(|piece| piece.0 >= span.lo) {
            if lo >= at {
                text += &self.source(at, lo);
                // The address of a variable is written with or without its operator.
                let written = text.trim_end().ends_with('&') && piece.starts_with('&');
                text += if written { &piece[1..] } else { &piece };
                at = hi;
            }
        }
        text += &self.source(at, span.hi);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn source(&self, lo: u32, hi: u32) -> String {
        self.map.slice(source::Span::new(lo, hi)).to_owned()
    }
}

/// The variables that places are in.
fn variables(places: &Places) -> Vec<Variable> {
    let mut found = Vec::new();
    for place in places.keys() {
        let variable = match place {
            Place::In(root, _) => Variable::Object(*root),
            Place::Unknown => Variable::Anything,
            Place::Null | Place::Code(_) => continue,
        };
        if !found.contains(&variable) {
            found.push(variable);
        }
    }
    found
}
