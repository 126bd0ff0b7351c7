//! The text order of a body: what stands between two instructions.
//!
//! Everything is numbered once in the order of the text, nested regions included, so that "is there a write between here and
//! there" is a search in a sorted list.

use entity::SecondaryMap;
use ir::{Body, Inst, Local, Region, Value};

/// Numbers and uses.
pub(crate) struct Order {
    /// Place in the text.
    at: SecondaryMap<Value, u32>,
    /// Place of the last instruction inside a structured one.
    end: SecondaryMap<Value, u32>,
    region: SecondaryMap<Value, Option<Region>>,
    uses: SecondaryMap<Value, Uses>,
    /// Places where a local is set or comes to life, in order.
    writes: SecondaryMap<Local, Vec<u32>>,
    /// Places where locals come to life, in order.
    lives: Vec<(u32, Local)>,
    /// The region in which a local comes to life, if it does so once.
    home: SecondaryMap<Local, Option<Region>>,
}

/// Who reads a value.
#[derive(Clone, Copy, Default)]
struct Uses {
    count: u32,
    last: u32,
    /// Is it read outside the region that defines it?
    nested: bool,
}

impl Order {
    pub(crate) fn of(body: &Body) -> Self {
        let mut order = Self {
            at: SecondaryMap::new(),
            end: SecondaryMap::new(),
            region: SecondaryMap::new(),
            uses: SecondaryMap::new(),
            writes: SecondaryMap::new(),
            lives: Vec::new(),
            home: SecondaryMap::new(),
        };
        order.number(body);
        order
    }

    fn number(&mut self, body: &Body) {
        let mut next = 1;
        let mut stack = vec![(body.root, 0, None)];
        while let Some((region, index, owner)) = stack.pop() {
            let Some(&value) = body.regions[region].get(index) else {
                if let Some(owner) = owner {
                    self.end[owner] = next;
                }
                continue;
            };
            stack.push((region, index + 1, owner));
            (self.at[value], self.region[value]) = (next, Some(region));
            self.visit(&body.insts[value], region, next);
            match &body.insts[value] {
                Inst::If { then, els, .. } => {
                    stack.push((*els, 0, Some(value)));
                    stack.push((*then, 0, None));
                }
                Inst::Loop { body: inner, .. } | Inst::Block { body: inner, .. } => {
                    stack.push((*inner, 0, Some(value)));
                }
                _ => {}
            }
            next += 1;
        }
    }

    fn visit(&mut self, inst: &Inst, region: Region, at: u32) {
        for operand in inst.operands() {
            let nested = self.region[operand] != Some(region);
            let uses = &mut self.uses[operand];
            uses.count += 1;
            uses.last = at;
            uses.nested |= nested;
        }
        match inst {
            Inst::Set(local, _) => self.writes[*local].push(at),
            Inst::Live(local) | Inst::LiveSized(local, _) => {
                self.writes[*local].push(at);
                self.lives.push((at, *local));
                self.home[*local] = Some(region);
            }
            _ => {}
        }
    }

    /// Is the value read at all?
    pub(crate) fn is_used(&self, value: Value) -> bool {
        self.uses[value].count > 0
    }

    /// Is the value read exactly once, by the instruction that follows it in the text?
    pub(crate) fn is_for_next(&self, value: Value, next: Value) -> bool {
        let uses = self.uses[value];
        uses.count == 1 && uses.last == self.at[next] && self.at[next] == self.at[value] + 1
    }

    /// Does the local keep its content from this read of it to the last use of the value? Only asked within one region, where
    /// nothing but the text in between can be executed in between.
    pub(crate) fn keeps(&self, local: Local, read: Value) -> bool {
        let (uses, from) = (self.uses[read], self.at[read]);
        let writes = &self.writes[local];
        let next = writes.partition_point(|&write| write <= from);
        !uses.nested && writes.get(next).is_none_or(|&write| write >= uses.last)
    }

    /// Does the address of this local, taken here, stay the address for as long as the value is in scope? It does if the local
    /// comes to life in one place only, earlier in the same region.
    pub(crate) fn address_is_stable(&self, local: Local, taken: Value) -> bool {
        let [only] = self.writes[local][..] else {
            return false;
        };
        only < self.at[taken] && self.home[local] == self.region[taken]
    }

    /// Locals that come to life inside a structured instruction.
    pub(crate) fn lives_inside(&self, value: Value) -> impl Iterator<Item = Local> + '_ {
        let (from, to) = (self.at[value], self.end[value]);
        let start = self.lives.partition_point(|(at, _)| *at <= from);
        self.lives[start..].iter().take_while(move |(at, _)| *at < to).map(|(_, local)| *local)
    }
}
