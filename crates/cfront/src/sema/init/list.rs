//! Braced lists: which part of an object each item is for, by designators, by elided braces, and by what comes next.

use super::Part;
use super::cells::Cells;
use crate::ast::{self, Designator, InitKind};
use crate::codes;
use crate::consteval;
use crate::sema::Checker;
use crate::typed::InitCell;
use crate::types::{ArrayLen, RecordKind, Ty, Type};
use source::Span;

/// An aggregate being filled, and which of its parts comes next.
struct Frame {
    ty: Ty,
    offset: u64,
    index: u64,
    /// How many parts it has; none for an array that is as long as its initialiser.
    count: Option<u64>,
}

/// A GNU range `[lo ... hi]`: the cells of its first element are repeated.
struct Repeat {
    extra: u64,
    stride: u64,
}

/// More cells than this are refused: a range that long is a mistake, or beyond use.
const MAX_CELLS: usize = 1 << 22;

impl Checker<'_> {
    pub(super) fn list(
        &mut self,
        part: Part,
        items: &[ast::InitItem],
        cells: &mut Cells,
        span: Span,
    ) -> u64 {
        let mut stack = vec![self.frame(part.ty, part.offset)];
        let mut length = 0;
        for item in items {
            let Some((part, repeats)) = self.next_part(item, &mut stack, cells, span) else {
                continue;
            };
            if repeats.is_empty() {
                self.fill(part, item.init, &mut stack, cells);
            } else {
                let mut pattern = Cells::default();
                self.fill(part, item.init, &mut stack, &mut pattern);
                length = length.max(stack[0].index + 1);
                self.repeat(part, (item.init, &pattern), &repeats, cells, span);
                step_over(self, &repeats, &mut stack);
            }
            length = length.max(stack[0].index + 1);
            if let Some(top) = stack.last_mut() {
                top.index += 1;
            }
        }
        length
    }

    fn frame(&self, ty: Ty, offset: u64) -> Frame {
        let count = match &self.unit.types[ty] {
            Type::Array(_, ArrayLen::Known(n)) => Some(*n),
            Type::Array(..) => None,
            Type::Record(id) => {
                let record = &self.unit.records[*id];
                let n = record.fields.len() as u64;
                Some(if record.kind == RecordKind::Union { n.min(1) } else { n })
            }
            _ => Some(0),
        };
        Frame { ty, offset, index: 0, count }
    }

    /// The part at a frame's index.
    fn part(&self, frame: &Frame) -> Part {
        match &self.unit.types[frame.ty] {
            Type::Array(elem, _) => {
                let stride = self.unit.size_of(elem.ty, self.target).unwrap_or(0);
                let offset = frame.offset.saturating_add(frame.index.saturating_mul(stride));
                Part { ty: elem.ty, offset, bits: None }
            }
            Type::Record(id) => match self.unit.records[*id].fields.get(frame.index as usize) {
                Some(field) => {
                    Part { ty: field.ty.ty, offset: frame.offset + field.offset, bits: field.bits }
                }
                None => Part { ty: Ty::ERROR, offset: frame.offset, bits: None },
            },
            _ => Part { ty: Ty::ERROR, offset: frame.offset, bits: None },
        }
    }

    /// Where the next item goes; none (after a message) if there is no place for it.
    fn next_part(
        &mut self,
        item: &ast::InitItem,
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
        span: Span,
    ) -> Option<(Part, Vec<Repeat>)> {
        if !item.designators.is_empty() {
            return self.designated_part(
                &item.designators,
                stack,
                cells,
                self.ast.inits[item.init].span,
            );
        }
        loop {
            let top = stack.last().expect("the outermost frame stays until an item is refused");
            if top.count.is_none_or(|count| top.index < count) {
                return Some((self.part(top), Vec::new()));
            }
            if stack.len() == 1 {
                let at = self.ast.inits[item.init].span;
                self.warn(
                    codes::EXCESS_INIT,
                    if at.is_none() { span } else { at },
                    "this value has no place",
                );
                self.check_silently(item.init);
                return None;
            }
            stack.pop();
            if let Some(top) = stack.last_mut() {
                top.index += 1;
            }
        }
    }

    fn designated_part(
        &mut self,
        designators: &[Designator],
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
        span: Span,
    ) -> Option<(Part, Vec<Repeat>)> {
        stack.truncate(1);
        let mut repeats = Vec::new();
        for (position, designator) in designators.iter().enumerate() {
            if position > 0 {
                let part = self.part(stack.last().expect("the outermost frame is there"));
                stack.push(self.frame(part.ty, part.offset));
            }
            match *designator {
                Designator::Field(name) => self.designate_field(name, stack, cells)?,
                Designator::Index(index) => {
                    let index = self.designated_index(index, stack, span)?;
                    stack.last_mut()?.index = index;
                }
                Designator::Range(lo, hi) => {
                    let lo = self.designated_index(lo, stack, span)?;
                    let hi = self.designated_index(hi, stack, span)?;
                    stack.last_mut()?.index = lo;
                    let stride = self.stride(stack.last()?);
                    repeats.push(Repeat { extra: hi.saturating_sub(lo), stride });
                }
            }
        }
        Some((self.part(stack.last()?), repeats))
    }

    fn stride(&self, frame: &Frame) -> u64 {
        let elem = self.unit.types.element(frame.ty);
        elem.and_then(|elem| self.unit.size_of(elem.ty, self.target)).unwrap_or(0)
    }

    fn designate_field(
        &mut self,
        name: ast::Ident,
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
    ) -> Option<()> {
        let ty = stack.last()?.ty;
        let Some(record) = self.unit.types.record(ty) else {
            if ty != Ty::ERROR {
                let (field, ty) = (self.name(name.name), self.show(ty));
                self.error(
                    codes::BAD_DESIGNATOR,
                    name.span,
                    format!("`{ty}` has no member `{field}`"),
                );
            }
            return None;
        };
        let path = self.designated(record, name.name, name.span)?;
        for (position, &index) in path.iter().enumerate() {
            if position > 0 {
                let part = self.part(stack.last()?);
                stack.push(self.frame(part.ty, part.offset));
            }
            let top = stack.last_mut()?;
            top.index = u64::from(index);
            let Type::Record(id) = self.unit.types[top.ty] else { return None };
            if self.unit.records[id].kind == RecordKind::Union {
                let (start, size) = (top.offset, self.unit.records[id].size);
                top.count = Some(u64::from(index) + 1);
                // Another member of the union takes the place of what was there; the first one comes first.
                if cells.members.insert((start, id), index).unwrap_or(0) != index {
                    cells.drop_range(start.saturating_mul(8), size.saturating_mul(8), |cell| {
                        self.bit_extent(cell)
                    });
                }
            }
        }
        Some(())
    }

    fn designated_index(&mut self, index: ast::ExprId, stack: &[Frame], span: Span) -> Option<u64> {
        let frame = stack.last()?;
        if !matches!(self.unit.types[frame.ty], Type::Array(..)) {
            if frame.ty != Ty::ERROR {
                self.error(
                    codes::BAD_DESIGNATOR,
                    span,
                    format!("`{}` has no elements", self.show(frame.ty)),
                );
            }
            return None;
        }
        let count = frame.count;
        let value = self.value(index);
        if self.is_error(value) {
            return None;
        }
        let constant = consteval::required_int(&self.unit, value);
        let fits = constant.and_then(|index| u64::try_from(index).ok());
        let fits = fits.filter(|&index| count.is_none_or(|count| index < count) && index < 1 << 40);
        if fits.is_none() {
            let message = match constant {
                Some(index) => format!("the array has no element {index}"),
                None => "the index of an element must be a constant".to_owned(),
            };
            self.error(codes::BAD_DESIGNATOR, self.span_of(value), message);
        }
        fits
    }

    /// Gives an item to a part, going down into aggregates as far as elided braces require.
    fn fill(
        &mut self,
        mut part: Part,
        init: ast::InitId,
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
    ) {
        let ast = self.ast;
        let span = ast.inits[init].span;
        let expr = match &ast.inits[init].kind {
            InitKind::List(items) => {
                let size = self.unit.size_of(part.ty, self.target).unwrap_or(0);
                if part.bits.is_none() {
                    let (start, len) = (part.offset.saturating_mul(8), size.saturating_mul(8));
                    cells.drop_range(start, len, |cell| self.bit_extent(cell));
                }
                self.braced(part, items, cells, span);
                return;
            }
            InitKind::Expr(expr) => *expr,
        };
        let mut value = None;
        loop {
            match self.unit.types[part.ty] {
                Type::Array(elem, _) => {
                    if let Some(bytes) = self.string_for(elem.ty, expr) {
                        return self.add_string(part, bytes, cells, span);
                    }
                }
                Type::Record(_) => {
                    let value = *value.get_or_insert_with(|| self.value(expr));
                    if self.compatible(self.ty_of(value), part.ty) {
                        return self.add_value_cell(part, value, cells);
                    }
                }
                _ => {
                    let value = value.unwrap_or_else(|| self.value(expr));
                    return self.add_value_cell(part, value, cells);
                }
            }
            let inner = self.frame(part.ty, part.offset);
            if inner.count == Some(0) {
                self.warn(codes::EXCESS_INIT, span, "this value has no place");
                return;
            }
            part = self.part(&inner);
            stack.push(inner);
        }
    }

    /// Puts the cells of a first element there and into the other elements of a range.
    fn repeat(
        &mut self,
        part: Part,
        (init, pattern): (ast::InitId, &Cells),
        repeats: &[Repeat],
        cells: &mut Cells,
        span: Span,
    ) {
        let turns = repeats.iter().fold(1, |turns: u64, it| turns.saturating_mul(it.extra + 1));
        if turns.saturating_mul(pattern.list.len() as u64) > MAX_CELLS as u64 {
            self.error(codes::BAD_DESIGNATOR, span, "this range of elements is too long");
            return;
        }
        let mut places = vec![0_u64];
        for repeat in repeats {
            let moved = |place: &u64| {
                let (place, stride) = (*place, repeat.stride);
                (0..=repeat.extra)
                    .map(move |turn| place.saturating_add(turn.saturating_mul(stride)))
            };
            places = places.iter().flat_map(moved).collect();
        }
        let whole = matches!(self.ast.inits[init].kind, InitKind::List(_)) && part.bits.is_none();
        let size = self.unit.size_of(part.ty, self.target).unwrap_or(0).saturating_mul(8);
        for place in places {
            if whole {
                let start = part.offset.saturating_add(place).saturating_mul(8);
                cells.drop_range(start, size, |cell| self.bit_extent(cell));
            }
            for cell in &pattern.list {
                let offset = cell.offset.saturating_add(place);
                self.add_cell(InitCell { offset, ..cell.clone() }, cells);
            }
        }
    }
}

/// What follows a range goes after its last element.
fn step_over(cx: &Checker<'_>, repeats: &[Repeat], stack: &mut Vec<Frame>) {
    let [only] = repeats else { return };
    while stack.len() > 1 && cx.stride(&stack[stack.len() - 1]) != only.stride {
        stack.pop();
    }
    if let Some(top) = stack.last_mut() {
        top.index += only.extra;
    }
}
