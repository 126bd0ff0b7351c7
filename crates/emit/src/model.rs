//! Functions without a body that take or return more than numbers, as C: what they leave behind is made of numbers that tests
//! choose.
//!
//! Such a function may write one element through each pointer that is not to `const`, every number in it; returns a structure
//! number by number; and as pointer returns NULL, or one object of its own. Each number comes from a function without a body
//! and without parameters, which a test can tell what to return. What a function could do beyond that is said with it.

use crate::declarator::{declare, type_name};
use std::fmt::Write;
use suite::{CType, Stub, TypeId, Types};

/// The definition of a function, and what it takes for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// C text.
    pub text: String,
    /// Prototypes of the functions that it calls, which tests define.
    pub pieces: String,
    /// For people, a sentence each.
    pub granted: Vec<String>,
}

/// Numbers that one call may set.
const MOST_PIECES: usize = 32;
/// Characters of a string that is returned, the last one 0.
const STRING: usize = 8;

/// A model of a function, if it needs one and there is one.
pub fn model(types: &Types, stub: &Stub) -> Option<Model> {
    let is_pointer = |ty: &TypeId| matches!(types.get(*ty), CType::Pointer { .. });
    let returns = types.get(stub.returns);
    let is_plain = matches!(returns, CType::Void | CType::Int(_) | CType::Float { .. });
    if stub.variadic || (is_plain && !stub.params.iter().any(is_pointer)) {
        return None;
    }
    let mut writer = Writer {
        types,
        name: &stub.name,
        pieces: Vec::new(),
        body: String::new(),
        granted: Vec::new(),
    };
    for (index, &param) in stub.params.iter().enumerate() {
        writer.parameter(index, param)?;
    }
    writer.result(stub.returns)?;
    Some(writer.finish(stub))
}

struct Writer<'a> {
    types: &'a Types,
    name: &'a str,
    /// Prototypes of the functions that numbers come from.
    pieces: Vec<String>,
    body: String,
    granted: Vec<String>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        writeln!(self.body, "    {line}").expect("writing to a string succeeds");
    }

    fn parameter(&mut self, index: usize, param: TypeId) -> Option<()> {
        let name = format!("a{index}");
        match self.types.get(param) {
            CType::Pointer { to_const: true, .. }
            | CType::Int(_)
            | CType::Float { .. }
            | CType::Struct { .. } => {
                self.line(&format!("(void){name};"));
            }
            CType::Pointer { to, .. } => {
                let mut numbers = Vec::new();
                self.numbers(*to, String::new(), &mut numbers)?;
                let mut block = String::new();
                for (path, ty) in numbers {
                    let value = self.piece(&format!("{name}{path}"), ty);
                    write!(block, " (*{name}){path} = {value};")
                        .expect("writing to a string succeeds");
                }
                self.line(&format!("if ({name}) {{{block} }}"));
                let number = index + 1;
                self.granted.push(format!(
                    "{} writes one element through its parameter {number}, and nothing else",
                    self.name
                ));
            }
            CType::Void | CType::Array { .. } | CType::FunctionPointer { .. } => return None,
        }
        Some(())
    }

    fn result(&mut self, returns: TypeId) -> Option<()> {
        match self.types.get(returns) {
            CType::Void => {}
            CType::Int(_) | CType::Float { .. } => {
                let value = self.piece("result", returns);
                self.line(&format!("return {value};"));
            }
            CType::Struct { .. } => {
                self.line(&format!("{};", declare(self.types, returns, "result")));
                self.fill(returns, "result")?;
                self.line("return result;");
            }
            CType::Pointer { to, to_const } => self.object(*to, *to_const)?,
            CType::Array { .. } | CType::FunctionPointer { .. } => return None,
        }
        Some(())
    }

    /// Returns NULL or an object of the function's own: a structure, or a string.
    fn object(&mut self, to: TypeId, to_const: bool) -> Option<()> {
        let is_string = matches!(self.types.get(to), CType::Int(int) if int.is_char);
        if !is_string && !matches!(self.types.get(to), CType::Struct { .. }) {
            return None;
        }
        let null = format!("{}_is_null", self.name);
        self.pieces.push(format!("int {null}(void);"));
        let declared = if is_string { format!("object[{STRING}]") } else { "object".to_owned() };
        self.line(&format!("static {};", declare(self.types, to, &declared)));
        self.line(&format!("if ({null}()) return 0;"));
        if is_string {
            for at in 0..STRING - 1 {
                let value = self.piece(&format!("result_{at}"), to);
                self.line(&format!("object[{at}] = {value};"));
            }
            self.line("return object;");
        } else {
            self.fill(to, "object")?;
            self.line("return &object;");
        }
        let constant = if to_const { "a constant" } else { "one" };
        let what = if is_string { "string of at most 7 characters" } else { "object" };
        self.granted.push(format!("{} returns NULL or {constant} {what} of its own", self.name));
        Some(())
    }

    /// Gives every number of a variable a value.
    fn fill(&mut self, ty: TypeId, variable: &str) -> Option<()> {
        let mut numbers = Vec::new();
        self.numbers(ty, String::new(), &mut numbers)?;
        for (path, ty) in numbers {
            let value = self.piece(&format!("result{path}"), ty);
            self.line(&format!("{variable}{path} = {value};"));
        }
        Some(())
    }

    /// The numbers inside a type; none if there is anything else, or too much.
    fn numbers(&self, ty: TypeId, path: String, out: &mut Vec<(String, TypeId)>) -> Option<()> {
        match self.types.get(ty) {
            CType::Int(_) | CType::Float { .. } => out.push((path, ty)),
            CType::Array { elem, len } => {
                for index in 0..*len {
                    self.numbers(*elem, format!("{path}[{index}]"), out)?;
                }
            }
            CType::Struct { fields, is_union: false, .. } if !fields.is_empty() => {
                for field in fields {
                    if field.name.is_empty() {
                        return None;
                    }
                    self.numbers(field.ty, format!("{path}.{}", field.name), out)?;
                }
            }
            CType::Struct { .. }
            | CType::Void
            | CType::Pointer { .. }
            | CType::FunctionPointer { .. } => return None,
        }
        (out.len() + self.pieces.len() <= MOST_PIECES).then_some(())
    }

    /// A call that gives a number of this type.
    fn piece(&mut self, place: &str, ty: TypeId) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric();
        let words: Vec<&str> =
            place.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
        let name = format!("{}_{}", self.name, words.join("_"));
        self.pieces.push(format!("{} {name}(void);", type_name(self.types, ty)));
        format!("{name}()")
    }

    fn finish(self, stub: &Stub) -> Model {
        let params: Vec<String> = (stub.params.iter().enumerate())
            .map(|(index, &ty)| declare(self.types, ty, &format!("a{index}")))
            .collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let head = declare(self.types, stub.returns, &format!("{}({params})", self.name));
        let (pieces, body) = (self.pieces.join("\n") + "\n", self.body);
        let text = format!(
            "/* {} has no body here: what it sets and returns, each test says. */\n{head}\n{{\n{body}}}\n",
            self.name
        );
        Model { text, pieces, granted: self.granted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stub(returns: TypeId, params: Vec<TypeId>) -> Stub {
        Stub { name: "f".to_owned(), returns, params, variadic: false }
    }

    #[test]
    fn what_is_written_comes_from_functions_of_numbers() {
        let mut types = Types::new();
        let int = types.int("int", 32, true);
        let pointer = types.pointer(int);
        let model = model(&types, &stub(int, vec![pointer, int])).expect("a model");
        assert_eq!(
            model.text,
            "/* f has no body here: what it sets and returns, each test says. */\n\
             int f(int *a0, int a1)\n{\n    \
             if (a0) { (*a0) = f_a0(); }\n    (void)a1;\n    return f_result();\n}\n"
        );
        assert_eq!(model.pieces, "int f_a0(void);\nint f_result(void);\n");
        assert_eq!(
            model.granted,
            ["f writes one element through its parameter 1, and nothing else"]
        );
    }

    #[test]
    fn numbers_alone_need_none_and_void_has_none() {
        let mut types = Types::new();
        let (int, void) = (types.int("int", 32, true), types.add(CType::Void));
        let anything = types.pointer(void);
        assert_eq!(model(&types, &stub(int, vec![int])), None);
        assert_eq!(model(&types, &stub(int, vec![anything])), None);
    }
}
