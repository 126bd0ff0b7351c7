//! The world around a function as text, for readers and for tests: what each parameter may lead to in the plain world and beyond
//! each preference, what else the function meets, and what a refutation in the plain world takes for granted.
//!
//! It computes no fact of its own: what is printed here is what executors are told. The text is the same for the same program.

use crate::reachable::mentioned;
use crate::statics::{is_volatile, stubs};
use crate::{
    Gap, Host, Inside, Outside, Overlap, Places, Preference, Preferences, Premise, Siblings,
    Source, Together, Whole, World, alike, functions_of, hosts, leaf_at,
};
use ir::{Callee, Func, Global, Inst, Program, Shape, ShapeId, Type};
use std::collections::BTreeSet;

/// What holds in every world that is tried.
fn plain(text: impl AsRef<str>) -> String {
    format!("plain: {}", text.as_ref())
}

/// What is tried only where a preference is relaxed.
fn beyond(preference: Preference, text: impl AsRef<str>) -> String {
    format!("beyond {}: {}", preference.name(), text.as_ref())
}

/// What lies in one array as the code takes it to.
fn in_one(text: impl AsRef<str>) -> String {
    format!("{}; {}", plain(text), beyond(Preference::OneArray, "not so"))
}

impl World<'_> {
    /// The world as text: a section for each parameter, then one for each other kind of fact that there is.
    pub fn print(&self) -> String {
        let data = &self.program.funcs[self.func];
        let params = (0..).zip(&data.params).map(|(index, param)| {
            let title = format!("{}: {}", param.name, self.program.spelling(param.shape));
            (title, self.param_lines(index))
        });
        let others = [
            ("pointers inside data", self.data_lines()),
            ("globals", self.global_lines()),
            ("memory", self.memory_lines()),
            ("code", self.code_lines()),
            ("taken for granted in the plain world", self.granted_lines()),
        ];
        let others = others.into_iter().filter(|(_, lines)| !lines.is_empty());
        let sections = params.chain(others.map(|(title, lines)| (title.to_owned(), lines)));
        let mut text = format!("{}\n", data.name);
        for (title, lines) in sections {
            text.extend(["  ", &title, "\n"]);
            text.extend(lines.iter().flat_map(|line| ["    ", line, "\n"]));
        }
        text
    }

    fn param_name(&self, index: u32) -> &str {
        &self.program.funcs[self.func].params[index as usize].name
    }

    fn param_lines(&self, index: u32) -> Vec<String> {
        let shape = self.program.funcs[self.func].params[index as usize].shape;
        match &self.program.shapes[shape] {
            Shape::Int { .. } | Shape::Float { .. } => vec![plain("any value")],
            Shape::Record { .. } | Shape::Array { .. } => vec![plain("any data, by value")],
            Shape::Opaque { .. } => {
                vec![format!("not modelled: {}", Gap::InputType.said(self.program))]
            }
            Shape::Code { .. } => {
                let called = self.called(shape);
                self.functions(shape).chain(called).chain([self.null(index)]).collect()
            }
            &Shape::Pointer { to, restrict, .. } => {
                let mut lines = self.new_places(index, to);
                lines.extend(self.called(shape));
                lines.extend(self.known_places(to, restrict));
                lines.extend(self.overlaps.iter().filter_map(|pair| self.overlap(index, pair)));
                let tried = self.insides.tried.iter().filter(|it| it.param == index);
                lines.extend(tried.map(|it| self.inside(it, to)));
                let left_out = self.insides.left_out.iter();
                lines.extend(left_out.filter_map(|outside| self.outside(index, *outside)));
                lines.push(self.null(index));
                lines
            }
        }
    }

    fn functions(&self, shape: ShapeId) -> impl Iterator<Item = String> {
        let found = functions_of(self.program, shape);
        let none = found.is_empty();
        let none = none.then(|| format!("not modelled: {}", Gap::NoFunction.said(self.program)));
        found.into_iter().map(|func| plain(&self.program.funcs[func].name)).chain(none)
    }

    /// The functions of other types that a pointer may lead to.
    fn called(&self, shape: ShapeId) -> Vec<String> {
        let functions = self.functions_behind(shape).concat();
        functions.into_iter().map(|func| plain(&self.program.funcs[func].name)).collect()
    }

    fn null(&self, index: u32) -> String {
        let param = self.params[index as usize];
        if param.null_asked {
            plain("null, with which it or a link of its kind is compared")
        } else if param.nullable {
            beyond(Preference::NotNull, "null, which what it is compared with may be")
        } else {
            "not tried: null, with which nothing compares it".to_owned()
        }
    }

    /// The objects of its own that a parameter may lead to.
    fn new_places(&self, index: u32, to: Option<ShapeId>) -> Vec<String> {
        let hosts = hosts(self.program, &self.views, to);
        let mut lines: Vec<String> = hosts.iter().map(|&host| plain(self.host(host, to))).collect();
        let param = self.params[index as usize];
        if param.asked_before {
            lines.push(plain("any element of its array: the contract asks for some before it"));
        } else if param.steps_back {
            lines.push(beyond(Preference::StartsArray, "any element of its array"));
        }
        lines
    }

    fn host(&self, host: Host, to: Option<ShapeId>) -> String {
        let whole = self.program.spelling(host.shape);
        match to {
            Some(to) if !alike(self.program, host.shape, to) => {
                format!("{} of a {whole} of its own", self.part(host.shape, to, host.places))
            }
            _ => format!("the start of an array of {whole}"),
        }
    }

    /// What other pointers lead to and this one, too, by its type.
    fn known_places(&self, to: Option<ShapeId>, restrict: bool) -> Option<String> {
        let to = match to {
            _ if restrict => return Some(plain("nothing that others lead to: `restrict`")),
            None if self.equates => return Some(plain("what others lead to")),
            None => return None,
            Some(to) => to,
        };
        let is_number = matches!(self.program.shapes[to], Shape::Int { .. } | Shape::Float { .. });
        (!is_number).then(|| plain(format!("a {} of others", self.program.spelling(to))))
    }

    fn overlap(&self, index: u32, pair: &Overlap) -> Option<String> {
        let (other, turned) = match (pair.first == index, pair.second == index) {
            (true, _) => (pair.second, false),
            (_, true) => (pair.first, true),
            _ => return None,
        };
        let other = self.param_name(other);
        Some(match pair.together {
            Some(together) => {
                let together = if turned { together.turned() } else { together };
                in_one(format!("the array of {other}, {}", order(together, other)))
            }
            None if pair.apart => beyond(
                Preference::Apart,
                format!("the array of {other}, behind what the contract makes valid"),
            ),
            None => beyond(Preference::Apart, format!("the array of {other}, at any distance")),
        })
    }

    fn inside(&self, inside: &Inside, to: Option<ShapeId>) -> String {
        let (whole, shape) = match inside.whole {
            Whole::Behind(shape) => {
                (format!("a {} of others", self.program.spelling(shape)), Some(shape))
            }
            Whole::Global(global) => {
                let data = &self.program.globals[global];
                (format!("global {}", data.name), data.shape)
            }
        };
        let parts = shape.zip(to).map_or_else(Vec::new, |(shape, to)| {
            inside.places.iter().map(|&places| self.part(shape, to, places)).collect()
        });
        let whole = match parts.as_slice() {
            [all] if all.is_empty() => whole,
            parts => format!("{} of {whole}", parts.join(", ")),
        };
        beyond(Preference::NotInside, whole)
    }

    fn outside(&self, index: u32, outside: Outside) -> Option<String> {
        let (Outside::OfParam(param, _)
        | Outside::OfData(param, _)
        | Outside::OfGlobals(param)
        | Outside::OfBytes(param)) = outside;
        let premise = Premise::NotInside(outside);
        let said = || beyond(Preference::NotInside, "nothing is tried, where");
        (param == index).then(|| format!("{} {}", said(), premise.said(self.program, self.func)))
    }

    /// How parts of data are written: `.x`, `.a[0] to .a[3]`, `.x of each`.
    fn part(&self, shape: ShapeId, part: ShapeId, places: Places) -> String {
        let at = |byte: u64| part_path(self.program, shape, byte, part);
        let Places { base, stride, count } = places;
        match count {
            0 if stride < self.program.shape_bytes(shape) => "each element".to_owned(),
            0 => format!("{} of each", at(base)),
            1 => at(base),
            _ => format!("{} to {}", at(base), at(base + (count - 1) * stride)),
        }
    }

    fn data_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.siblings.iter().map(|pair| self.sibling(pair)).collect();
        if self.data_steps_back {
            lines.push(beyond(Preference::StartsArray, "any element of their arrays"));
        }
        let preference = |shape| Premise::NoElement(shape).preference();
        lines.extend(self.elements.iter().map(|&shape| {
            let text = format!("any {} of an array of others", self.program.spelling(shape));
            beyond(preference(shape).expect("it is an instance of one"), text)
        }));
        lines
    }

    fn sibling(&self, pair: &Siblings) -> String {
        let (first, second) = (self.source(pair.first), self.source(pair.second));
        match pair.together {
            Some(together) => {
                let order = order(together, &second);
                in_one(format!("{first} leads into the array of {second}, {order}"))
            }
            None => plain(format!("{first} may lead to any element of the array of {second}")),
        }
    }

    /// Where a pointer that is compared comes from; a member by the names that it has in structures of the program.
    fn source(&self, source: Source) -> String {
        let byte = match source {
            Source::Param(index) => return self.param_name(index).to_owned(),
            Source::Member(byte) => byte,
        };
        let records =
            self.program.shapes.iter().filter(|(_, it)| matches!(it, Shape::Record { .. }));
        let leaves = records.filter_map(|(shape, _)| {
            let leaf = leaf_at(self.program, shape, byte, Some(Type::Ptr))?;
            let name =
                format!("{}{}", self.program.spelling(shape), leaf.path(self.program, shape));
            (leaf.offset == byte && leaf.ty == Type::Ptr).then_some(name)
        });
        let names: BTreeSet<String> = leaves.collect();
        match names.into_iter().collect::<Vec<_>>().join(" or ") {
            none if none.is_empty() => format!("the pointer at byte {byte}"),
            names => names,
        }
    }

    fn global_lines(&self) -> Vec<String> {
        let kept: BTreeSet<Global> = self.changed_before().into_iter().collect();
        let global = |&global: &Global| {
            let data = &self.program.globals[global];
            let said = |what: &str| Some(format!("{}: {what}", data.name));
            match () {
                () if kept.contains(&global) => {
                    let later = beyond(Preference::FirstCall, "any value");
                    said(&format!("its first value; {later}"))
                }
                () if self.is_input(global) => said("any value"),
                () if data.constant && data.hidden => None,
                () if data.constant => said("a constant"),
                () => said("its first value, which nothing here changes"),
            }
        };
        self.named.iter().filter_map(global).collect()
    }

    fn memory_lines(&self) -> Vec<String> {
        let pointers = "what pointers lead to is global, or part of something";
        let facts = [
            (self.allocates, Preference::AllocationSucceeds, "an allocation finds no memory"),
            (self.frees, Preference::Allocated, pointers),
            (
                is_volatile(&self.reach),
                Preference::VolatileStill,
                "volatile memory changes between two looks",
            ),
        ];
        let facts = facts.into_iter().filter(|(is_so, ..)| *is_so);
        facts.map(|(_, preference, text)| beyond(preference, text)).collect()
    }

    /// Functions that are called or named here and defined elsewhere.
    fn code_lines(&self) -> Vec<String> {
        let is_indirect =
            |inst: &Inst| matches!(inst, Inst::Call { callee: Callee::Indirect(..), .. });
        let mut lines = Vec::new();
        if self.reach.insts().any(is_indirect) {
            lines
                .push("a call through a pointer: every function of the unit is reached".to_owned());
        }
        let named: BTreeSet<Func> = self.reach.insts().filter_map(mentioned).collect();
        let writers = stubs(&self.reach);
        lines.extend(named.into_iter().filter_map(|func| {
            let data = &self.program.funcs[func];
            let is_here = data.body.is_some() && !data.system;
            let text = beyond(Preference::StubWritesLittle, "writes what it can reach");
            let what = match () {
                () if is_here => return None,
                () if data.system => "of the library".to_owned(),
                () if writers.contains(&func) => format!("defined elsewhere; {text}"),
                () => "defined elsewhere, and reaches nothing".to_owned(),
            };
            Some(format!("{}: {what}", data.name))
        }));
        lines
    }

    fn granted_lines(&self) -> Vec<String> {
        let line = |premise: Premise| {
            let said = premise.said(self.program, self.func);
            format!("{}: {said}; yours by `{}`", premise.name(), said.ask())
        };
        let touched = self
            .granted_beyond(Preferences::NONE)
            .into_iter()
            .map(|it| format!("{}, where more is touched", line(it)));
        self.granted(Preferences::NONE).into_iter().map(line).chain(touched).collect()
    }
}

/// How a pointer lies to another in one array.
fn order(together: Together, other: &str) -> String {
    match together {
        Together::Anyhow => "anywhere".to_owned(),
        Together::Before => format!("not behind {other}"),
        Together::After => format!("not before {other}"),
    }
}

/// The members and indices that lead to the part of a shape that begins at a byte.
fn part_path(program: &Program, mut shape: ShapeId, mut byte: u64, part: ShapeId) -> String {
    let mut path = String::new();
    while byte != 0 || !alike(program, shape, part) {
        match &program.shapes[shape] {
            Shape::Record { fields, .. } => {
                let ends = |field: &&ir::Field| field.offset + program.shape_bytes(field.shape);
                let holds = |field: &&ir::Field| field.offset <= byte && byte < ends(field);
                let Some(field) = fields.iter().find(holds) else { break };
                let dot = if field.name.is_empty() { "" } else { "." };
                path.extend([dot, &field.name]);
                (shape, byte) = (field.shape, byte - field.offset);
            }
            Shape::Array { elem, .. } => {
                let size = program.shape_bytes(*elem).max(1);
                path.extend(["[", &(byte / size).to_string(), "]"]);
                (shape, byte) = (*elem, byte % size);
            }
            _ => break,
        }
    }
    path
}
