//! What a function of elsewhere writes: through its parameters, and to global variables.

use super::{BYTES, COUNT, WRITE, Writer};
use crate::declarator::type_name;
use crate::numbers::{Number, numbers_of};
use suite::{CType, External, Restraint, TypeId, Types, Wanted};

/// Elements that are written: the first of them, what they are called, and who says how many.
struct Elements<'a> {
    /// A pointer to the first.
    first: &'a str,
    elem: TypeId,
    numbers: Vec<Number>,
    /// For the names of pieces.
    name: &'a str,
    /// The piece that says how many beyond those that are written anyhow.
    more: String,
    least: u32,
}

impl Writer<'_> {
    pub(super) fn parameter(&mut self, index: usize, param: TypeId) {
        let (name, number) = (format!("a{index}"), index as u32 + 1);
        let &CType::Pointer { to, to_const } = self.types.get(param) else {
            if leads_somewhere(self.types, param) {
                self.grant(Restraint::ThroughUntyped(number));
            }
            return self.both(&format!("(void){name};"));
        };
        // What is inside of a stream is the library's own business.
        let is_stream = matches!(self.types.get(to), CType::Struct { spelling, .. } if spelling == "FILE" || spelling == "struct _IO_FILE");
        if is_stream {
            return self.both(&format!("(void){name};"));
        }
        if let (CType::Void, false, Some(length)) =
            (self.types.get(to), to_const, self.length_behind(index))
        {
            self.grant(Restraint::Bytes(number));
            return self.buffer(&name, &length);
        }
        let (numbers, is_all) = numbers_of(self.types, to);
        if to_const || numbers.is_empty() {
            if !to_const {
                self.grant(match self.types.get(to) {
                    CType::Void => Restraint::ThroughUntyped(number),
                    _ => Restraint::ThroughInPart(number),
                });
            }
            return self.both(&format!("(void){name};"));
        }
        if !is_all {
            self.grant(Restraint::ThroughInPart(number));
        }
        let more = self.decision(&format!("{name}_more"));
        self.elements(&Elements { first: &name, elem: to, numbers, name: &name, more, least: 1 });
    }

    /// The parameter that says how long a buffer is: the next one, a number. What comes first is more often what a callback was
    /// registered with, and then a number says something else, unless its type is one of lengths. And what gives a block back, as
    /// `realloc` does, says how long that is to be: what is there stays.
    fn length_behind(&self, index: usize) -> Option<String> {
        if self.gives_block() {
            return None;
        }
        let CType::Int(kind) = self.types.get(*self.stub.params.get(index + 1)?) else {
            return None;
        };
        let spelled = self.stub.spelled.as_ref().map(|it| it.params[index + 1].as_str());
        let is_length = spelled.is_some_and(|it| it.contains("size") || it.contains("len"));
        let is_wide = kind.bits >= 16 && !kind.is_char && kind.names.is_empty();
        (is_wide && (index > 0 || is_length)).then(|| {
            let name = format!("a{}", index + 1);
            if kind.signed { format!("({name} < 0 ? 0 : {name})") } else { name }
        })
    }

    /// Does the function return a `void *`?
    fn gives_block(&self) -> bool {
        let CType::Pointer { to, .. } = *self.types.get(self.stub.returns) else { return false };
        matches!(self.types.get(to), CType::Void)
    }

    /// Bytes are written where a `void *` leads, as many as fit.
    fn buffer(&mut self, name: &str, length: &str) {
        let fewer = self.piece_of(&format!("{name}_fewer"), "unsigned long");
        let byte = self.piece_of(name, "unsigned char");
        self.in_unit("{");
        self.in_unit(&format!("    unsigned long n = {BYTES}({name}, {length}, {fewer});"));
        self.in_unit(&format!("    {WRITE}({name}, 0, 1, n, {byte});"));
        self.in_unit("}");
        let counts = [
            (Wanted::With(fewer.clone()), format!("{length} - {fewer}()")),
            (Wanted::Without(fewer), length.to_owned()),
        ];
        for (wanted, count) in counts {
            for line in [
                "{",
                &format!("    unsigned long i, n = {name} ? {count} : 0;"),
                "    for (i = 0; i < n; i++) {",
                &format!("        ((unsigned char *){name})[i] = {byte}();"),
                "    }",
                "}",
            ] {
                self.in_tests(wanted.clone(), line);
            }
        }
    }

    /// Exported variables are written where a test says so.
    pub(super) fn global(&mut self, global: &External) {
        let name = &global.name;
        let (elem, first) = match self.types.get(global.ty) {
            CType::Array { elem, .. } => (*elem, name.clone()),
            _ => (global.ty, format!("&{name}")),
        };
        let (mut numbers, mut is_all) = numbers_of(self.types, elem);
        is_all &= !numbers.iter().any(|number| number.is_bit_field);
        numbers.retain(|number| !number.is_bit_field);
        if !is_all {
            self.grant(Restraint::Global(name.clone()));
        }
        if !numbers.is_empty() {
            let more = self.decision(&format!("sets_{name}"));
            self.elements(&Elements { first: &first, elem, numbers, name, more, least: 0 });
        }
    }

    fn elements(&mut self, elements: &Elements<'_>) {
        let pieces: Vec<String> = (elements.numbers.iter())
            .map(|number| self.piece(&format!("{}{}", elements.name, number.path), number.ty))
            .collect();
        self.elements_in_unit(elements, &pieces);
        let with = Wanted::With(elements.more.clone());
        let count = match (elements.least, elements.first.strip_prefix('&')) {
            (0, Some(variable)) => return self.variable_in_tests(elements, variable, &pieces),
            (0, None) => format!("{}()", elements.more),
            (least, _) => format!("{} ? {least} + {}() : 0", elements.first, elements.more),
        };
        self.in_tests(with.clone(), "{");
        self.in_tests(with.clone(), &format!("    unsigned long i, n = {count};"));
        self.in_tests(with.clone(), "    for (i = 0; i < n; i++) {");
        for (number, piece) in elements.numbers.iter().zip(&pieces) {
            let first_only = if number.is_bit_field { "if (i == 0) " } else { "" };
            let place = format!("{}[i]{}", elements.first, number.path);
            self.in_tests(with.clone(), &format!("        {first_only}{place} = {piece}();"));
        }
        self.in_tests(with.clone(), "    }");
        self.in_tests(with, "}");
        if elements.least > 0 {
            self.first_in_tests(elements, &pieces);
        }
    }

    fn elements_in_unit(&mut self, elements: &Elements<'_>, pieces: &[String]) {
        let Elements { first, more, least, .. } = elements;
        let (to, size) = (format!("(void *){first}"), format!("sizeof *({first})"));
        self.in_unit("{");
        self.in_unit(&format!("    unsigned long n = {COUNT}({to}, {size}, {least}, {more});"));
        for (number, piece) in elements.numbers.iter().zip(pieces) {
            if number.is_bit_field {
                self.in_unit(&format!("    if (n) {} = {piece}();", number.behind(first)));
                continue;
            }
            let at = self.distance(elements, number);
            self.in_unit(&format!("    {WRITE}({to}, {at}, {size}, n, {piece});"));
        }
        self.in_unit("}");
    }

    /// How far a number is from the start of its element.
    fn distance(&self, elements: &Elements<'_>, number: &Number) -> String {
        match number.path.strip_prefix('.') {
            None if number.path.is_empty() => "0".to_owned(),
            Some(member) => {
                format!("__builtin_offsetof({}, {member})", type_name(self.types, elements.elem))
            }
            // An element that is an array of numbers.
            None => {
                let index = number.path.trim_matches(['[', ']']);
                format!("{index} * sizeof({})", type_name(self.types, number.ty))
            }
        }
    }

    /// A variable that is no array.
    fn variable_in_tests(&mut self, elements: &Elements<'_>, variable: &str, pieces: &[String]) {
        let with = Wanted::With(elements.more.clone());
        self.in_tests(with.clone(), &format!("if ({}()) {{", elements.more));
        for (number, piece) in elements.numbers.iter().zip(pieces) {
            let line = format!("    {variable}{} = {piece}();", number.path);
            self.in_tests(with.clone(), &line);
        }
        self.in_tests(with, "}");
    }

    /// Where no test of a file wants more than the first element.
    fn first_in_tests(&mut self, elements: &Elements<'_>, pieces: &[String]) {
        let without = Wanted::Without(elements.more.clone());
        self.in_tests(without.clone(), &format!("if ({}) {{", elements.first));
        for (number, piece) in elements.numbers.iter().zip(pieces) {
            let line = format!("    {} = {piece}();", number.behind(elements.first));
            self.in_tests(without.clone(), &line);
        }
        self.in_tests(without, "}");
    }
}

/// Does data hold a pointer that something could be written through?
fn leads_somewhere(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        CType::Pointer { to_const, .. } => !to_const,
        CType::Array { elem, .. } => leads_somewhere(types, *elem),
        CType::Struct { fields, .. } => fields.iter().any(|it| leads_somewhere(types, it.ty)),
        _ => false,
    }
}
