//! Bodies: tables, then instructions.

use super::Parser;
use super::cursor::{Cursor, Read};
use super::program::signature;
use crate::{
    Arm, BinOp, Body, BoolTree, Callee, CastOp, CodeView, CondData, DecisionData, Inst, Label,
    LocalData, LocalKind, LoopData, Region, SwitchData, TargetData, TrapKind, Type, UnOp, Value,
    View,
};
use entity::{EntityRef, PrimaryMap};
use source::Span;

/// Decisions may nest as deep as this; C expressions as the front end takes them nest less.
const MAX_DEPTH: usize = 400;

/// An instruction as read: ids of statements that were not written are found at the end of the body.
struct Slot {
    id: Option<Value>,
    inst: Inst,
    ty: Option<Type>,
    span: Span,
}

/// An instruction whose regions are still open.
struct Open {
    slot: usize,
    region: Region,
    /// May `} else {` follow?
    then: bool,
}

/// The instructions of a body while they are read: regions hold indices of `slots`.
struct Reading {
    slots: Vec<Slot>,
    /// Slots in the order in which their text ends, which is the order of unwritten ids.
    ended: Vec<usize>,
    regions: PrimaryMap<Region, Vec<usize>>,
    open: Vec<Open>,
}

impl<'a> Parser<'a> {
    /// One line between the head of a function and its closing brace.
    pub(super) fn body_line(
        &mut self,
        line: &mut Cursor<'a>,
        word: &str,
        body: &mut Body,
    ) -> Read<()> {
        let span = line.line_span();
        match word {
            "reg" | "obj" => local(line, word, body)?,
            "args" => body.params = args(line)?,
            "loop" => {
                next_id(line, body.loops.next_key())?;
                body.loops.push(LoopData { span, source: line.eat_word("source") });
            }
            "decision" => {
                next_id(line, body.decisions.next_key())?;
                let controlling = line.eat_word("controlling");
                line.expect("=")?;
                let tree = tree(line, 0)?;
                body.decisions.push(DecisionData { span, controlling, tree });
            }
            "cond" => {
                next_id(line, body.conds.next_key())?;
                line.expect_word("of")?;
                body.conds.push(CondData { span, decision: line.id()? });
            }
            "switch" => {
                next_id(line, body.switches.next_key())?;
                line.expect("=")?;
                let targets = targets(line)?;
                body.switches.push(SwitchData { span, targets });
            }
            "view" => {
                let from = if line.eat_word("void") { None } else { Some(line.id()?) };
                let compared = line.eat_word("with");
                if !compared {
                    line.expect_word("as")?;
                }
                body.views.push(View { from, to: line.id()?, compared });
            }
            "code" => {
                let from = line.id()?;
                line.expect_word("as")?;
                body.code_views.push(CodeView { from, to: line.id()? });
            }
            "body" => {
                line.expect("{")?;
                line.done()?;
                return self.instructions(line, body);
            }
            _ => return Err(line.error(format!("`{word}` starts no line of a function"))),
        }
        line.done()
    }

    fn instructions(&mut self, head: &Cursor<'a>, body: &mut Body) -> Read<()> {
        let mut reading = Reading::new();
        while let Some(mut line) = self.next_line() {
            if line.eat("}") {
                if reading.close(&mut line)? {
                    return reading.finish(head, body);
                }
                continue;
            }
            let result = self.instruction(&mut line, &mut reading, body);
            self.report(result);
        }
        Err(head.error("the text ends inside this body"))
    }

    fn instruction(
        &mut self,
        line: &mut Cursor<'a>,
        reading: &mut Reading,
        body: &mut Body,
    ) -> Read<()> {
        let id: Option<Value> = line.peek_id();
        let mut yields = false;
        if id.is_some() {
            let _: Value = line.id()?;
            yields = line.eat("=");
            if !yields {
                line.expect(":")?;
            }
        }
        let word = line.word("an instruction")?;
        if word == "if" || word == "loop" || word == "block" {
            return structured(line, word, id, reading, body);
        }
        let ty = if yields { Some(line.ty()?) } else { None };
        let inst = self.simple(line, word, ty)?;
        line.done()?;
        reading.push(Slot { id, inst, ty, span: line.line_span() });
        Ok(())
    }

    fn simple(&mut self, line: &mut Cursor<'a>, word: &str, ty: Option<Type>) -> Read<Inst> {
        match (word, ty) {
            ("call" | "call.ptr", _) => self.call(line, word),
            (_, Some(ty)) => self.yielding(line, word, ty),
            (_, None) => statement(line, word),
        }
    }

    fn call(&mut self, line: &mut Cursor<'a>, word: &str) -> Read<Inst> {
        if word == "call" {
            let callee = Callee::Direct(self.func(line)?);
            line.expect("(")?;
            return Ok(Inst::Call { callee, args: line.list(")", Cursor::id)? });
        }
        let pointer = line.id()?;
        line.expect("(")?;
        let args = line.list(")", Cursor::id)?;
        line.expect_word("as")?;
        Ok(Inst::Call { callee: Callee::Indirect(pointer, signature(line)?), args })
    }

    fn yielding(&mut self, line: &mut Cursor<'a>, word: &str, ty: Type) -> Read<Inst> {
        if let Some(op) = UnOp::from_mnemonic(word) {
            return Ok(Inst::Unary(op, line.id()?));
        }
        if let Some(op) = BinOp::from_mnemonic(word) {
            return Ok(Inst::Binary(op, line.id()?, after_comma(line)?));
        }
        if let Some(op) = CastOp::from_mnemonic(word) {
            return Ok(Inst::Cast(op, ty, line.id()?));
        }
        Ok(match word {
            "int" => Inst::Int(ty, line.bits(ty.int_bits().unwrap_or(128))?),
            "float" => Inst::Float(ty, line.bits(128)?),
            "null" => Inst::Null,
            "variadic" => Inst::Variadic,
            "addr.local" => Inst::AddrLocal(line.id()?),
            "addr.global" => Inst::AddrGlobal(self.global(line)?),
            "addr.func" => Inst::AddrFunc(self.func(line)?),
            "get" => Inst::Get(line.id()?),
            "ptr.add" | "ptr.index" => {
                let (base, index) = (line.id()?, after_comma(line)?);
                let accessed = word == "ptr.index";
                Inst::PtrAdd { base, index, size: number(line)?, accessed }
            }
            "ptr.diff" => {
                let (a, b) = (line.id()?, after_comma(line)?);
                Inst::PtrDiff { a, b, size: number(line)? }
            }
            "ptr.field" => Inst::PtrField { base: line.id()?, offset: number(line)? },
            "load" => Inst::Load { ty, addr: line.id()?, volatile: false },
            "load.volatile" => Inst::Load { ty, addr: line.id()?, volatile: true },
            "load.bits.s" | "load.bits.u" => {
                let addr = line.id()?;
                let (shift, width) = (number(line)?, number(line)?);
                Inst::LoadBits { unit: ty, addr, shift, width, signed: word == "load.bits.s" }
            }
            _ => return Err(line.error(format!("`{word}` is no instruction that yields a value"))),
        })
    }
}

fn statement(line: &mut Cursor<'_>, word: &str) -> Read<Inst> {
    Ok(match word {
        "set" => Inst::Set(line.id()?, after_comma(line)?),
        "live" => Inst::Live(line.id()?),
        "dead" => Inst::Dead(line.id()?),
        "live.sized" => Inst::LiveSized(line.id()?, after_comma(line)?),
        "store" | "store.volatile" => {
            let (addr, value) = (line.id()?, after_comma(line)?);
            Inst::Store { addr, value, volatile: word == "store.volatile" }
        }
        "store.bits" => {
            let (unit, addr) = (line.ty()?, line.id()?);
            let (shift, width) = (number(line)?, number(line)?);
            Inst::StoreBits { unit, addr, shift, width, value: after_comma(line)? }
        }
        "copy" => {
            let (dst, src) = (line.id()?, after_comma(line)?);
            Inst::Copy { dst, src, size: number(line)? }
        }
        "zero" => Inst::Zero { dst: line.id()?, size: number(line)? },
        "trap" => Inst::Trap(trap(line)?),
        "trap.if" => Inst::TrapIf(trap(line)?, after_comma(line)?),
        "aligned" => Inst::Aligned { addr: line.id()?, align: number(line)? },
        "unsupported" => Inst::Unsupported(line.string()?),
        "leave" => Inst::Leave(line.id()?),
        "turn" => Inst::Turn(line.id()?),
        "next" => Inst::Next(line.id()?),
        "switch.s" | "switch.u" => switch(line, word == "switch.s")?,
        "return" => Inst::Return(if line.is_done() { None } else { Some(line.id()?) }),
        _ => return Err(line.error(format!("`{word}` is no statement"))),
    })
}

fn trap(line: &mut Cursor<'_>) -> Read<TrapKind> {
    let kind = TrapKind::from_name(line.word("a kind of trap")?);
    kind.ok_or_else(|| line.error("no trap has this name"))
}

fn switch(line: &mut Cursor<'_>, signed: bool) -> Read<Inst> {
    let value = line.id()?;
    let event = if line.peek_id::<crate::SwitchId>().is_some() { Some(line.id()?) } else { None };
    line.expect_word("to")?;
    line.expect("(")?;
    let targets = line.list(")", Cursor::id)?;
    line.expect_word("arms")?;
    line.expect("(")?;
    let arms = line.list(")", arm)?;
    line.expect_word("else")?;
    Ok(Inst::Switch { value, signed, event, arms, targets, default: line.number()? })
}

fn arm(line: &mut Cursor<'_>) -> Read<Arm> {
    let lo = line.signed()?;
    let hi = if line.eat("..") { line.signed()? } else { lo };
    line.expect(":")?;
    Ok(Arm { lo, hi, target: line.number()? })
}

/// `if`, `loop` and `block`: their regions follow on lines of their own.
fn structured(
    line: &mut Cursor<'_>,
    word: &str,
    id: Option<Value>,
    reading: &mut Reading,
    body: &mut Body,
) -> Read<()> {
    let inner = reading.regions.next_key();
    let inst = match word {
        "if" => {
            let cond = line.id()?;
            let event =
                if line.peek_id::<crate::Cond>().is_some() { Some(line.id()?) } else { None };
            let els = Region::from_index(inner.index() + 1);
            Inst::If { cond, event, then: inner, els }
        }
        "loop" => Inst::Loop { id: line.id()?, body: inner },
        _ => {
            let label: Label = line.id()?;
            while body.labels.get(label).is_none() {
                body.labels.push(line.line_span());
            }
            Inst::Block { label, body: inner }
        }
    };
    line.expect("{")?;
    line.done()?;
    let then = word == "if";
    reading.regions.push(Vec::new());
    if then {
        reading.regions.push(Vec::new());
    }
    reading.open(Slot { id, inst, ty: None, span: line.line_span() }, inner, then);
    Ok(())
}

impl Reading {
    fn new() -> Self {
        let mut regions = PrimaryMap::new();
        let root = regions.push(Vec::new());
        let open = vec![Open { slot: usize::MAX, region: root, then: false }];
        Self { slots: Vec::new(), ended: Vec::new(), regions, open }
    }

    fn place(&mut self, slot: Slot) -> usize {
        let index = self.slots.len();
        self.slots.push(slot);
        let region = self.open.last().expect("the root region stays open to the end").region;
        self.regions[region].push(index);
        index
    }

    fn push(&mut self, slot: Slot) {
        let index = self.place(slot);
        self.ended.push(index);
    }

    fn open(&mut self, slot: Slot, region: Region, then: bool) {
        let slot = self.place(slot);
        self.open.push(Open { slot, region, then });
    }

    /// A closing brace, perhaps with an `else` behind it; true if it closes the body.
    fn close(&mut self, line: &mut Cursor<'_>) -> Read<bool> {
        let open = self.open.pop().expect("the root region stays open to the end");
        if open.then && line.eat_word("else") {
            line.expect("{")?;
            let els = Region::from_index(open.region.index() + 1);
            self.open.push(Open { slot: open.slot, region: els, then: false });
            line.done()?;
            return Ok(false);
        }
        line.done()?;
        if self.open.is_empty() {
            return Ok(true);
        }
        self.ended.push(open.slot);
        Ok(false)
    }

    /// Gives the statements their ids and moves everything into the body.
    fn finish(self, head: &Cursor<'_>, body: &mut Body) -> Read<()> {
        let Self { slots, ended, regions, .. } = self;
        let mut by_id: Vec<Option<usize>> = vec![None; slots.len()];
        for (index, slot) in slots.iter().enumerate() {
            let Some(id) = slot.id else { continue };
            match by_id.get_mut(id.index()) {
                Some(place @ None) => *place = Some(index),
                Some(Some(_)) => return Err(complaint(head, slot, format!("{id} occurs twice"))),
                None => {
                    let text = format!("{id} is too great for {} instructions", slots.len());
                    return Err(complaint(head, slot, text));
                }
            }
        }
        let unnamed: Vec<usize> =
            ended.into_iter().filter(|&index| slots[index].id.is_none()).collect();
        let free = by_id.iter_mut().filter(|place| place.is_none());
        for (place, index) in free.zip(unnamed) {
            *place = Some(index);
        }
        let order: Vec<usize> =
            by_id.into_iter().map(|place| place.expect("there are as many ids as slots")).collect();
        fill(body, slots, &order, &regions);
        Ok(())
    }
}

fn complaint(head: &Cursor<'_>, slot: &Slot, text: String) -> source::Diagnostic {
    let mut error = head.error(text);
    error.span = slot.span;
    error
}

fn fill(
    body: &mut Body,
    slots: Vec<Slot>,
    order: &[usize],
    regions: &PrimaryMap<Region, Vec<usize>>,
) {
    let mut id_of = vec![Value::from_index(0); slots.len()];
    for (id, &slot) in order.iter().enumerate() {
        id_of[slot] = Value::from_index(id);
    }
    let mut sorted: Vec<(Value, Slot)> = id_of.iter().copied().zip(slots).collect();
    sorted.sort_by_key(|(id, _)| *id);
    for (id, slot) in sorted {
        body.insts.push(slot.inst);
        if slot.ty.is_some() {
            body.types[id] = slot.ty;
        }
        body.spans[id] = slot.span;
    }
    let place = |list: &Vec<usize>| list.iter().map(|&slot| id_of[slot]).collect();
    body.regions = regions.values().map(place).collect();
    body.root = Region::from_index(0);
}

fn next_id<K: EntityRef + std::fmt::Display>(line: &mut Cursor<'_>, next: K) -> Read<()> {
    let id: K = line.id()?;
    if id == next { Ok(()) } else { Err(line.error(format!("ids come in order; next is {next}"))) }
}

fn local(line: &mut Cursor<'_>, word: &str, body: &mut Body) -> Read<()> {
    next_id(line, body.locals.next_key())?;
    let kind = if word == "reg" {
        LocalKind::Register(line.ty()?)
    } else {
        line.expect_word("size")?;
        let size = line.number()?;
        line.expect_word("align")?;
        let align = line.number()?;
        let shape = if line.eat_word("shape") { Some(line.id()?) } else { None };
        LocalKind::Object { size, align, shape }
    };
    let name = line.string()?;
    body.locals.push(LocalData { name, kind, span: line.line_span() });
    Ok(())
}

fn args(line: &mut Cursor<'_>) -> Read<Vec<crate::Local>> {
    let mut args = vec![line.id()?];
    while line.eat(",") {
        args.push(line.id()?);
    }
    Ok(args)
}

fn targets(line: &mut Cursor<'_>) -> Read<Vec<TargetData>> {
    let mut targets = Vec::new();
    loop {
        let (default, implicit) = match line.word("case, default or implicit")? {
            "case" => (false, false),
            "default" => (true, false),
            "implicit" => (true, true),
            _ => return Err(line.error("expected case, default or implicit here")),
        };
        targets.push(TargetData { span: line.line_span(), default, implicit });
        if !line.eat(",") {
            return Ok(targets);
        }
    }
}

fn tree(line: &mut Cursor<'_>, depth: usize) -> Read<BoolTree> {
    if depth > MAX_DEPTH {
        return Err(line.error("this decision nests too deep"));
    }
    if line.peek_id::<crate::Cond>().is_some() {
        return Ok(BoolTree::Cond(line.id()?));
    }
    match line.word("a condition or an operator")? {
        "true" => Ok(BoolTree::Const(true)),
        "false" => Ok(BoolTree::Const(false)),
        "not" => {
            line.expect("(")?;
            let inner = tree(line, depth + 1)?;
            line.expect(")")?;
            Ok(BoolTree::Not(Box::new(inner)))
        }
        "and" => trees(line, depth).map(BoolTree::And),
        "or" => trees(line, depth).map(BoolTree::Or),
        _ => Err(line.error("expected a condition or an operator here")),
    }
}

fn trees(line: &mut Cursor<'_>, depth: usize) -> Read<Vec<BoolTree>> {
    line.expect("(")?;
    line.list(")", |line| tree(line, depth + 1))
}

fn after_comma(line: &mut Cursor<'_>) -> Read<Value> {
    line.expect(",")?;
    line.id()
}

fn number<T: TryFrom<i128>>(line: &mut Cursor<'_>) -> Read<T> {
    line.expect(",")?;
    line.number()
}
