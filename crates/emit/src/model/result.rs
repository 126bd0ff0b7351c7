//! What a function of elsewhere returns: a number, a structure, or a pointer to nothing, to what it was given, or to an object
//! of its own.

use super::{COUNT, WRITE, Writer};
use crate::declarator::{declare, type_name};
use crate::numbers::numbers_of;
use suite::{CType, ModelLine, Restraint, TypeId, Wanted};

/// Elements of an array that is returned; strings are one shorter, for their end.
const LONGEST: usize = 1024;

/// What the object is that a function may return a pointer to.
enum Own {
    /// A string.
    Text,
    /// An array of numbers.
    Numbers,
    /// One structure, or array.
    Structure,
    /// Something that nobody looks into.
    Handle,
    /// Room for anything, of which a test may give the first bytes.
    Bytes,
    /// There is none.
    Nothing,
}

impl Writer<'_> {
    /// What is returned; none if that cannot be said.
    pub(super) fn result(&mut self) -> Option<()> {
        let returns = self.stub.returns;
        match self.types.get(returns) {
            CType::Void => {}
            CType::Int(_) | CType::Float { .. } => {
                let value = self.piece("result", returns);
                self.both(&format!("return {value}();"));
            }
            CType::Struct { .. } => self.structure(returns),
            CType::Pointer { to, to_const } => self.pointer(*to, *to_const)?,
            CType::Array { .. } | CType::FunctionPointer { .. } => return None,
        }
        Some(())
    }

    fn structure(&mut self, ty: TypeId) {
        let (_, is_all) = numbers_of(self.types, ty);
        let storage = if is_all { "" } else { "static " };
        if !is_all {
            self.grant(Restraint::OtherResults);
        }
        self.both(&format!("{storage}{};", declare(self.types, ty, "result")));
        self.fill(ty, "result");
        self.both("return result;");
    }

    fn pointer(&mut self, to: TypeId, to_const: bool) -> Option<()> {
        let own = self.own(to);
        let given = self.given(to, to_const);
        if matches!(own, Own::Nothing) && given.is_empty() {
            return None;
        }
        if !self.allocates {
            self.object(&own, to);
        }
        let null = self.decision("is_null");
        self.decide(&null, "return 0;");
        let preferred = if matches!(own, Own::Nothing) { given.first() } else { None };
        for param in given.iter().filter(|param| Some(*param) != preferred) {
            let this = self.decision(&format!("returns_a{param}"));
            self.decide(&this, &format!("return a{param};"));
        }
        if self.allocates {
            self.block(&own, to);
        }
        match (own, preferred) {
            (Own::Text, _) => self.text(to),
            (Own::Numbers, _) => self.array(to),
            (Own::Structure, _) if self.allocates => {
                self.fill(to, "(*object)");
                self.both("return object;");
            }
            (Own::Structure, _) => {
                self.fill(to, "object");
                self.both("return &object;");
            }
            (Own::Bytes, _) => self.bytes(),
            (Own::Handle, _) => self.both("return (void *)object;"),
            (Own::Nothing, Some(param)) => self.both(&format!("return a{param};")),
            (Own::Nothing, None) => unreachable!("something should be returned"),
        }
        let is_own = preferred.is_none();
        self.grant(if is_own { Restraint::OtherResults } else { Restraint::NewResults });
        Some(())
    }

    fn own(&self, to: TypeId) -> Own {
        match self.types.get(to) {
            CType::Int(int) if int.is_char => Own::Text,
            CType::Int(int) if int.bits <= 64 => Own::Numbers,
            CType::Float { spelling, .. } if !spelling.contains("long") => Own::Numbers,
            CType::Struct { fields, .. } if !fields.is_empty() => Own::Structure,
            CType::Void if self.is_incomplete() => Own::Handle,
            CType::Void => Own::Bytes,
            _ => Own::Nothing,
        }
    }

    /// Does the function return a pointer to a type that has a name and nothing else?
    fn is_incomplete(&self) -> bool {
        let spelled = self.stub.spelled.as_ref().map(|spelled| spelled.returns.as_str());
        let words = spelled.unwrap_or("void *").split([' ', '*']);
        let mut words = words.filter(|word| !matches!(*word, "" | "const" | "volatile"));
        words.next().is_some_and(|word| word == "struct" || word == "union")
    }

    /// The parameters that can be returned as they are.
    fn given(&self, to: TypeId, to_const: bool) -> Vec<usize> {
        let spelling = type_name(self.types, to);
        let fits = |param: &TypeId| match self.types.get(*param) {
            CType::Pointer { to: other, to_const: is_const } => {
                let is_same = type_name(self.types, *other) == spelling;
                is_same && (to_const || !is_const)
            }
            _ => false,
        };
        let params = self.stub.params.iter().enumerate();
        params.filter(|(_, param)| fits(param)).map(|(index, _)| index).collect()
    }

    /// The object that may be returned.
    fn object(&mut self, own: &Own, to: TypeId) {
        let declared = match own {
            Own::Text => declare(self.types, to, &format!("object[{}]", LONGEST + 1)),
            Own::Numbers => declare(self.types, to, &format!("object[{LONGEST}]")),
            Own::Structure => declare(self.types, to, "object"),
            Own::Handle => "long object[2]".to_owned(),
            // Aligned as all that could lie there.
            Own::Bytes => format!("long double object[{}]", LONGEST / 16),
            Own::Nothing => return,
        };
        let line = format!("    static {declared};");
        self.unit.insert_str(0, &format!("{line}\n"));
        self.lines.insert(0, ModelLine { text: line, wanted: Wanted::Always });
    }

    /// The same as a block that callers may free; without memory there is none.
    fn block(&mut self, own: &Own, to: TypeId) {
        let (pointer, size) = match own {
            Own::Text => (declare(self.types, to, "*object"), format!("{}", LONGEST + 1)),
            Own::Numbers => {
                (declare(self.types, to, "*object"), format!("{LONGEST} * sizeof *object"))
            }
            Own::Structure => (declare(self.types, to, "*object"), "sizeof *object".to_owned()),
            Own::Handle => ("long *object".to_owned(), "2 * sizeof *object".to_owned()),
            Own::Bytes => {
                let size = self.size.map_or(format!("{LONGEST}"), |param| format!("a{param}"));
                ("void *object".to_owned(), size)
            }
            Own::Nothing => return,
        };
        let head = "extern void *calloc(__typeof__(sizeof 0), __typeof__(sizeof 0));\n";
        let lines = format!("    {head}    {pointer} = calloc(1, {size});\n");
        self.unit.push_str(&lines);
        self.in_tests(Wanted::Always, lines.trim_end().trim_start());
        self.both("if (!object)");
        self.both("    return 0;");
    }

    /// Room of which the first bytes are given.
    fn bytes(&mut self) {
        let (length, value) = (self.decision("length"), self.piece_of("result", "unsigned char"));
        self.in_unit("{");
        self.in_unit(&format!("    unsigned long n = {COUNT}(object, 1, 0, {length});"));
        self.in_unit(&format!("    {WRITE}(object, 0, 1, n, {value});"));
        self.in_unit("}");
        let with = Wanted::With(length.clone());
        self.in_tests(with.clone(), "{");
        self.in_tests(with.clone(), &format!("    unsigned long i, n = {length}();"));
        self.in_tests(with.clone(), "    for (i = 0; i < n; i++)");
        self.in_tests(with.clone(), &format!("        ((unsigned char *)object)[i] = {value}();"));
        self.in_tests(with, "}");
        self.both("return object;");
    }

    /// Something happens where a piece says so.
    fn decide(&mut self, piece: &str, then: &str) {
        self.in_unit(&format!("if ({piece}())"));
        self.in_unit(&format!("    {then}"));
        let with = Wanted::With(piece.to_owned());
        self.in_tests(with.clone(), &format!("if ({piece}())"));
        self.in_tests(with, &format!("    {then}"));
    }

    /// A string: its length and its characters; unless a test says otherwise it is empty.
    fn text(&mut self, to: TypeId) {
        let (length, value) = (self.decision("length"), self.piece("result", to));
        self.in_unit("{");
        self.in_unit(&format!("    unsigned long n = {COUNT}(object + 1, 1, 0, {length});"));
        self.in_unit(&format!("    {WRITE}(object, 0, 1, n, {value});"));
        self.in_unit("    object[n] = 0;");
        self.in_unit("}");
        let with = Wanted::With(length.clone());
        self.in_tests(with.clone(), "{");
        self.in_tests(with.clone(), &format!("    unsigned long i, n = {length}();"));
        self.in_tests(with.clone(), "    for (i = 0; i < n; i++)");
        self.in_tests(with.clone(), &format!("        object[i] = {value}();"));
        self.in_tests(with.clone(), "    object[n] = 0;");
        self.in_tests(with, "}");
        self.in_tests(Wanted::Without(length), "object[0] = 0;");
        self.both("return object;");
    }

    /// An array of numbers, of which a test may give the first or more.
    fn array(&mut self, to: TypeId) {
        let (more, value) = (self.decision("more"), self.piece("result", to));
        let size = "sizeof *object";
        self.in_unit("{");
        self.in_unit(&format!("    unsigned long n = {COUNT}(object, {size}, 1, {more});"));
        self.in_unit(&format!("    {WRITE}(object, 0, {size}, n, {value});"));
        self.in_unit("}");
        let with = Wanted::With(more.clone());
        self.in_tests(with.clone(), "{");
        self.in_tests(with.clone(), &format!("    unsigned long i, n = 1 + {more}();"));
        self.in_tests(with.clone(), "    for (i = 0; i < n; i++)");
        self.in_tests(with.clone(), &format!("        object[i] = {value}();"));
        self.in_tests(with, "}");
        self.in_tests(Wanted::Without(more), &format!("object[0] = {value}();"));
        self.both("return object;");
    }

    /// Gives every number of a variable a value.
    fn fill(&mut self, ty: TypeId, variable: &str) {
        let (numbers, _) = numbers_of(self.types, ty);
        for number in numbers {
            let value = self.piece(&format!("result{}", number.path), number.ty);
            self.both(&format!("{variable}{} = {value}();", number.path));
        }
    }
}
