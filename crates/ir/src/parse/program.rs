//! Declarations: target, shapes, globals, function headers and contracts.

use super::Parser;
use super::cursor::{Cursor, Read};
use crate::logic::{Clause, Contract};
use crate::{
    ByteOrder, Field, FuncData, GlobalData, InitCell, InitValue, Linkage, Param, Program, Shape,
    Signature, Target,
};

impl<'a> Parser<'a> {
    pub(super) fn declaration(&mut self, line: &mut Cursor<'a>, program: &mut Program) -> Read<()> {
        match line.word("a declaration")? {
            "target" => {
                line.expect_word("ptr")?;
                program.target = Target { pointer_bytes: line.number()?, ..Target::LP64 };
                if line.eat_word("int") {
                    program.target.int_bytes = line.number()?;
                }
                if line.eat_word("big") {
                    program.target.order = ByteOrder::Big;
                }
                line.done()
            }
            "shape" => {
                let id: crate::ShapeId = line.id()?;
                if id != program.shapes.next_key() {
                    return Err(line.error(format!(
                        "shapes come in order; next is {}",
                        program.shapes.next_key()
                    )));
                }
                line.expect("=")?;
                let shape = shape(line)?;
                program.shapes.push(shape);
                line.done()
            }
            "global" => {
                let global = self.global_data(line)?;
                program.globals.push(global);
                Ok(())
            }
            "func" => {
                let func = self.func_data(line)?;
                program.funcs.push(func);
                Ok(())
            }
            word => Err(line.error(format!("`{word}` starts no declaration"))),
        }
    }

    fn global_data(&mut self, line: &mut Cursor<'a>) -> Read<GlobalData> {
        let name = line.name()?.to_owned();
        line.expect_word("size")?;
        let size = line.number()?;
        line.expect_word("align")?;
        let align = line.number()?;
        let linkage = linkage(line);
        let constant = line.eat_word("const");
        let volatile = line.eat_word("volatile");
        let hidden = line.eat_word("hidden");
        let open = line.eat_word("open");
        let shape = if line.eat_word("shape") { Some(line.id()?) } else { None };
        let init = if line.eat("{") { Some(self.init_cells(line)?) } else { None };
        line.done()?;
        let span = line.line_span();
        Ok(GlobalData {
            name,
            size,
            align,
            init,
            constant,
            volatile,
            linkage,
            hidden,
            open,
            shape,
            span,
        })
    }

    fn init_cells(&mut self, head: &mut Cursor<'a>) -> Read<Vec<InitCell>> {
        let mut cells = Vec::new();
        if head.eat("}") {
            return Ok(cells);
        }
        while let Some(mut line) = self.next_line() {
            if line.eat("}") {
                line.done()?;
                return Ok(cells);
            }
            let cell = self.init_cell(&mut line);
            cells.extend(self.report(cell));
        }
        Err(head.error("the text ends inside this global"))
    }

    fn init_cell(&self, line: &mut Cursor<'_>) -> Read<InitCell> {
        let offset = line.number()?;
        line.expect(":")?;
        let value = match line.word("bytes, global or func")? {
            "bytes" => InitValue::Bytes(hex_bytes(line)?),
            "global" => InitValue::Global(self.global(line)?, line.number()?),
            "func" => InitValue::Func(self.func(line)?),
            _ => return Err(line.error("expected bytes, global or func here")),
        };
        line.done()?;
        Ok(InitCell { offset, value })
    }

    fn func_data(&mut self, line: &mut Cursor<'a>) -> Read<FuncData> {
        let name = line.name()?.to_owned();
        let sig = signature(line)?;
        let mut func = FuncData {
            name,
            sig,
            params: Vec::new(),
            ret: None,
            body: None,
            linkage: linkage(line),
            system: line.eat_word("system"),
            linked: line.eat_word("linked"),
            noreturn: line.eat_word("noreturn"),
            weak: line.eat_word("weak"),
            contract: None,
            span: line.line_span(),
        };
        if line.eat_word("shape") {
            func.ret = Some(line.id()?);
        }
        line.expect("{")?;
        line.done()?;
        while let Some(mut inner) = self.next_line() {
            if inner.eat("}") {
                inner.done()?;
                return Ok(func);
            }
            let result = self.func_line(&mut inner, &mut func);
            self.report(result);
        }
        Err(line.error("the text ends inside this function"))
    }

    fn func_line(&mut self, line: &mut Cursor<'a>, func: &mut FuncData) -> Read<()> {
        match line.word("a line of a function")? {
            "param" => {
                let (shape, name) = (line.id()?, line.string()?);
                let elements = if line.eat_word("elements") { line.number()? } else { 1 };
                func.params.push(Param { name, shape, elements, span: line.line_span() });
                line.done()
            }
            "contract" => {
                func.contract = Some(Contract::default());
                line.done()
            }
            "requires" => {
                let clause = self.clause(line)?;
                func.contract.get_or_insert_default().requires.push(clause);
                Ok(())
            }
            "ensures" => {
                let clause = self.clause(line)?;
                func.contract.get_or_insert_default().ensures.push(clause);
                Ok(())
            }
            word => self.body_line(line, word, func.body.get_or_insert_default()),
        }
    }

    fn clause(&mut self, line: &mut Cursor<'a>) -> Read<Clause> {
        let (text, span) = (line.string()?, line.line_span());
        let mut code = None;
        let meaning = if line.eat_word("unknown") {
            let reason = line.string()?;
            if line.eat_word("by") {
                code = Some(line.id()?);
            }
            line.done()?;
            Err(reason)
        } else {
            line.expect("{")?;
            line.done()?;
            Ok(self.formula(line)?)
        };
        Ok(Clause { text, span, meaning, code })
    }
}

fn linkage(line: &mut Cursor<'_>) -> Linkage {
    if line.eat_word("internal") { Linkage::Internal } else { Linkage::External }
}

pub(super) fn signature(line: &mut Cursor<'_>) -> Read<Signature> {
    line.expect("(")?;
    let mut variadic = false;
    let mut params = line.list(")", |line| {
        variadic |= line.eat("...");
        if variadic { Ok(None) } else { line.ty().map(Some) }
    })?;
    if params.iter().rev().skip(1).any(Option::is_none) {
        return Err(line.error("`...` should come last"));
    }
    params.retain(Option::is_some);
    let ret = if line.eat("->") { Some(line.ty()?) } else { None };
    Ok(Signature { ret, params: params.into_iter().flatten().collect(), variadic })
}

fn shape(line: &mut Cursor<'_>) -> Read<Shape> {
    match line.word("a kind of shape")? {
        "int" => {
            let ty = line.ty()?;
            let signed = line.eat_word("signed");
            let character = line.eat_word("character");
            let boolean = line.eat_word("boolean");
            let spelling = line.string()?;
            let names = if line.eat("{") {
                line.list("}", |line| Ok((line.string()?, line.signed()?)))?
            } else {
                Vec::new()
            };
            Ok(Shape::Int { spelling, ty, signed, character, boolean, names })
        }
        "float" => Ok(Shape::Float { ty: line.ty()?, spelling: line.string()? }),
        "pointer" => Ok(Shape::Pointer {
            to: if line.eat_word("to") { Some(line.id()?) } else { None },
            read_only: line.eat_word("const"),
            restrict: line.eat_word("restrict"),
            spelling: line.string()?,
        }),
        "code" => {
            let sig = signature(line)?;
            let params = if line.eat_word("of") {
                line.expect("{")?;
                line.list("}", Cursor::id)?
            } else {
                Vec::new()
            };
            Ok(Shape::Code { sig, params, spelling: line.string()? })
        }
        "array" => Ok(Shape::Array { elem: line.id()?, len: line.number()? }),
        "record" => record(line, false),
        "union" => record(line, true),
        "opaque" => Ok(Shape::Opaque { size: line.number()?, spelling: line.string()? }),
        word => Err(line.error(format!("`{word}` is no kind of shape"))),
    }
}

fn record(line: &mut Cursor<'_>, union: bool) -> Read<Shape> {
    let (size, spelling) = (line.number()?, line.string()?);
    line.expect("{")?;
    let fields = line.list("}", field)?;
    Ok(Shape::Record { spelling, union, fields, size })
}

fn field(line: &mut Cursor<'_>) -> Read<Field> {
    let offset = line.number()?;
    let bits = if line.eat_word("bits") { Some((line.number()?, line.number()?)) } else { None };
    Ok(Field { offset, bits, shape: line.id()?, name: line.string()? })
}

fn hex_bytes(line: &mut Cursor<'_>) -> Read<Vec<u8>> {
    let text = line.string()?;
    let pair = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).ok().filter(|digits| digits.len() == 2)?;
        u8::from_str_radix(digits, 16).ok()
    };
    let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(pair).collect();
    bytes.ok_or_else(|| line.error("bytes are written as pairs of hexadecimal digits"))
}
