//! Instructions that look at memory or change it.

use super::fact::{self, Fact, Known, domain, few, leads_of};
use super::flow::{Flow, Unpassed};
use super::leads::{Leads, Site, WIDE};
use super::memory::{Content, Fill};
use super::state::{Place, State};
use crate::limits;
use ir::{BinOp, ByteOrder, Global, InitValue, Inst, LocalKind, Program, Type, Value};
use term::Domain;

/// What fills a stretch: one of a few lengths, if these are known.
pub(super) type Lengths = Option<Vec<u64>>;

impl Flow<'_, '_> {
    /// A pointer to the start of what the code makes; others know of it where it escaped.
    pub(super) fn start_of(&self, site: Site) -> Known {
        let is_known = self.analysis.follows_memory && !self.analysis.escaped.contains(&site);
        let leads = if is_known { Leads::start(site) } else { Leads::not_null() };
        let is_weak = |func: ir::Func| self.analysis.program.funcs[func].weak;
        let null = matches!(site, Site::Code(func) if is_weak(func));
        Fact::leads(Leads { null, ..leads })
    }

    /// Does a site stand for one object at a time?
    fn is_single(&self, site: Site) -> bool {
        match site {
            Site::Local(func, _) => !self.analysis.recurring.contains(&func),
            Site::Block(..) | Site::Constant(_) | Site::Code(_) => false,
        }
    }

    /// Bytes of the objects of a site, if all have as many.
    fn bytes_of(&self, site: Site) -> Option<u64> {
        let program = self.analysis.program;
        match site {
            Site::Local(func, local) => match program.body(func).locals[local].kind {
                LocalKind::Object { size, .. } => Some(size).filter(|&size| size > 0),
                LocalKind::Register(_) => None,
            },
            Site::Constant(global) => Some(program.globals[global].size),
            Site::Block(..) | Site::Code(_) => None,
        }
    }

    /// Others come by what a value may lead to.
    pub(super) fn escape(&mut self, fact: &Known) {
        if let Some(Fact::Leads(leads)) = fact {
            let sites = leads.to.keys().filter(|site| !matches!(site, Site::Constant(_)));
            self.seen.escaped.extend(sites.copied());
        }
    }

    /// A pointer moved by a number of elements: it stays within the object, or the run goes wrong.
    pub(super) fn moved(&self, base: &Known, index: &Known, size: u64) -> Known {
        let (leads, index) = (leads_of(base), domain(index, WIDE));
        let stays = index.as_singleton() == Some(0);
        let size = Domain::singleton(WIDE, u128::from(size));
        let by = fact::binary(BinOp::Mul, WIDE, WIDE, &index, &size);
        let by = by.unwrap_or(Domain::full(WIDE));
        let to = leads.to.iter().filter_map(|(&site, offsets)| {
            let most = self.bytes_of(site).unwrap_or(i64::MAX as u64);
            let moved = fact::binary(BinOp::Add, WIDE, WIDE, offsets, &by)?;
            let within = Domain::unsigned(WIDE, 0, u128::from(most));
            Some((site, moved.meet(&within, WIDE).unwrap_or(moved)))
        });
        let to = to.collect();
        Fact::leads(Leads { null: leads.null && (stays || index.contains(WIDE, 0)), to, ..leads })
    }

    /// Where an address is so many bytes behind a pointer that still stands in a register.
    fn behind(&self, addr: Value, size: u64) -> Option<Place> {
        let (mut addr, mut offset) = (addr, 0u64);
        loop {
            match self.body.insts[addr] {
                Inst::PtrField { base, offset: more } => {
                    (addr, offset) = (base, offset.checked_add(more)?);
                }
                Inst::Get(_) => {
                    let Some(Place::Register(local)) = self.read_from(addr) else { return None };
                    return Some(Place::Behind(local, offset, size));
                }
                _ => return None,
            }
        }
    }

    /// An access was passed: the pointer it went by is not null.
    fn passed(&self, addr: Value, state: &mut State) {
        let mut addr = addr;
        while let Inst::PtrField { base, .. } | Inst::PtrAdd { base, .. } = self.body.insts[addr] {
            addr = base;
        }
        if let Some(place @ Place::Register(_)) = self.read_from(addr) {
            let leads = leads_of(&state.at(place)).without_null();
            if !leads.is_nothing() {
                state.learn(place, Some(Fact::Leads(leads)));
            }
        }
    }

    /// What a read yields, and what conditions on it tell of.
    pub(super) fn load(
        &mut self,
        at: Value,
        (ty, addr): (Type, Value),
        state: &mut State,
    ) -> Result<Known, Unpassed> {
        let size = self.analysis.program.bytes(ty);
        let leads = leads_of(&self.values[addr]);
        let mut found = (leads.elsewhere || leads.computed).then_some(None);
        for (&site, offsets) in &leads.to {
            let Some(read) = self.read(site, offsets, (ty, size), state) else { continue };
            found = Some(found.map_or_else(|| read.clone(), |it| fact::joined(&it, &read)));
        }
        let mut found = found.ok_or(Unpassed)?;
        self.passed(addr, state);
        let mut place = None;
        if let [(&site, offsets)] = leads.to.iter().collect::<Vec<_>>()[..]
            && let Some(offset) = offsets.as_singleton()
            && !leads.elsewhere
            && !leads.computed
            && self.is_single(site)
            && state.memory.get(&site).is_some_and(|it| it.is_certain(offset as u64, size))
        {
            place = Some(Place::Cell(site, offset as u64, size));
        } else if let Some(behind) = self.behind(addr, size) {
            place = Some(behind);
            match (state.at(behind), ty) {
                (Some(Fact::Number(width, known)), Type::Int(bits)) if width == u32::from(bits) => {
                    let both = domain(&found, width).meet(&known, width).ok_or(Unpassed)?;
                    found = Fact::within(width, both);
                }
                (Some(Fact::Leads(known)), Type::Ptr) if !known.may_be_null() => {
                    found = Fact::leads(leads_of(&found).without_null());
                }
                _ => {}
            }
        }
        self.reads[at] = place.map(|place| (place, self.now));
        Ok(found)
    }

    /// What a read at a site yields, as a value of a type; none if nothing stands there.
    fn read(
        &mut self,
        site: Site,
        offsets: &Domain,
        (ty, size): (Type, u64),
        state: &State,
    ) -> Option<Known> {
        let zero = Some(match ty {
            Type::Int(bits) => Fact::number(bits.into(), 0),
            _ => Fact::Leads(Leads::null()),
        });
        let reading = match site {
            Site::Code(_) => return None,
            Site::Constant(global) => self.analysis.constant(global).read(offsets, size, &zero),
            _ if self.is_single(site) => state.memory.get(&site)?.read(offsets, size, &zero),
            _ => {
                self.seen.looked_at.insert(site);
                self.analysis.shared.get(&site)?.read(offsets, size, &zero)
            }
        };
        reading.torn.iter().for_each(|it| self.escape(it));
        let value = reading.value?;
        Some(self.taken_for(value, ty))
    }

    /// What stands in memory, taken for a value of a type.
    fn taken_for(&mut self, value: Known, ty: Type) -> Known {
        let is_wide = self.analysis.program.bytes(ty) == self.pointer_bytes();
        match (value, ty) {
            (Some(Fact::Number(width, domain)), Type::Int(bits)) => {
                (width == u32::from(bits)).then_some(Fact::Number(width, domain))
            }
            (Some(Fact::Leads(leads)), Type::Int(bits)) => {
                if leads.is_null() {
                    return Some(Fact::number(u32::from(bits), 0));
                }
                self.escape(&Some(Fact::Leads(leads)));
                None
            }
            (Some(Fact::Leads(leads)), Type::Ptr | Type::F64 | Type::F32) if is_wide => {
                Some(Fact::Leads(leads))
            }
            (value @ Some(Fact::Leads(_)), _) => {
                self.escape(&value);
                None
            }
            (value @ Some(_), Type::Ptr) => Fact::leads(leads_of(&value)),
            _ => None,
        }
    }

    pub(super) fn pointer_bytes(&self) -> u64 {
        pointer_bytes(self.analysis.program)
    }

    /// Memory changed: what was read of it need not stand there any more.
    pub(super) fn wrote(&mut self, state: &mut State) {
        self.stored = self.now;
        state.behind.clear();
    }

    /// A scalar is written.
    pub(super) fn store(
        &mut self,
        addr: Value,
        (value, size): (Known, u64),
        state: &mut State,
    ) -> Result<(), Unpassed> {
        let leads = leads_of(&self.values[addr]);
        if leads.to.is_empty() && !leads.elsewhere && !leads.computed {
            return Err(Unpassed);
        }
        self.passed(addr, state);
        self.wrote(state);
        if leads.elsewhere || leads.computed {
            self.escape(&value);
        }
        let is_certain = leads.to.len() == 1 && !leads.elsewhere && !leads.computed;
        for (&site, offsets) in &leads.to {
            if matches!(site, Site::Constant(_) | Site::Code(_)) {
                continue;
            }
            match (offsets.as_singleton(), few(offsets, WIDE)) {
                (Some(at), _) if is_certain && self.is_single(site) => {
                    let content = state.memory.entry(site).or_default();
                    let mut torn = content.put(at as u64, size, value.clone());
                    torn.extend(content.blurred.then(|| value.clone()));
                    self.after_write(site, &torn);
                }
                (_, Some(all)) => {
                    let content = self.content(site, state);
                    all.iter().for_each(|&at| content.may_put(at as u64, size, value.clone()));
                    let torn = content.blurred.then(|| value.clone());
                    self.after_write(site, torn.as_slice());
                }
                _ => {
                    self.escape(&value);
                    self.blur(site, state);
                }
            }
        }
        Ok(())
    }

    /// What changes of what stands at a site are written down in.
    fn content<'s>(&'s mut self, site: Site, state: &'s mut State) -> &'s mut Content {
        if self.is_single(site) {
            state.memory.entry(site).or_default()
        } else {
            self.seen.shared.entry(site).or_default()
        }
    }

    fn after_write(&mut self, site: Site, torn: &[Known]) {
        torn.iter().for_each(|it| self.escape(it));
        self.seen.written.insert(site);
    }

    /// Anything may stand anywhere at a site.
    fn blur(&mut self, site: Site, state: &mut State) {
        let mut known = self.content(site, state).blur();
        if !self.is_single(site) {
            self.seen.looked_at.insert(site);
            let shared = self.analysis.shared.get(&site);
            known.extend(shared.into_iter().flat_map(|it| it.cells.values().cloned()));
        }
        self.after_write(site, &known);
    }

    /// So many bytes are filled from an address on.
    pub(super) fn fill(
        &mut self,
        to: &Known,
        (fill, lengths): (Fill, &Lengths),
        state: &mut State,
    ) {
        self.wrote(state);
        let leads = leads_of(to);
        let is_certain = leads.to.len() == 1 && !leads.elsewhere && !leads.computed;
        for (&site, offsets) in &leads.to {
            if matches!(site, Site::Constant(_) | Site::Code(_)) {
                continue;
            }
            let is_single = self.is_single(site);
            match (few(offsets, WIDE), lengths) {
                (Some(starts), Some(lengths)) => {
                    let is_sure = is_certain && is_single && starts.len() * lengths.len() == 1;
                    let content = self.content(site, state);
                    let mut torn = Vec::new();
                    for (&start, &length) in
                        starts.iter().flat_map(|at| lengths.iter().map(move |it| (at, it)))
                    {
                        let (start, end) = (start as u64, (start as u64).saturating_add(length));
                        if is_sure {
                            torn.extend(content.fill(start, end, fill));
                        } else {
                            content.may_fill(start, end, fill);
                        }
                    }
                    self.after_write(site, &torn);
                }
                _ => self.blur(site, state),
            }
        }
    }

    /// So many bytes are copied.
    pub(super) fn copy(
        &mut self,
        (to, from): (&Known, &Known),
        lengths: &Lengths,
        state: &mut State,
    ) {
        let (dst, src) = (leads_of(to), leads_of(from));
        if src.elsewhere || src.computed {
            self.fill(to, (Fill::Anything, lengths), state);
        }
        self.wrote(state);
        for (&site, offsets) in &src.to {
            let whole = match site {
                Site::Code(_) => continue,
                Site::Constant(global) => self.analysis.constant(global),
                _ if self.is_single(site) => state.memory.get(&site).cloned().unwrap_or_default(),
                _ => {
                    self.seen.looked_at.insert(site);
                    self.analysis.shared.get(&site).cloned().unwrap_or_default()
                }
            };
            if dst.elsewhere || dst.computed {
                whole.cells.values().for_each(|it| self.escape(it));
            }
            let is_only = src.to.len() == 1 && !src.elsewhere && !src.computed;
            for (&other, places) in &dst.to {
                if matches!(other, Site::Constant(_) | Site::Code(_)) {
                    continue;
                }
                let is_certain = is_only
                    && dst.to.len() == 1
                    && !dst.elsewhere
                    && !dst.computed
                    && self.is_single(other);
                let (Some(start), Some(place), Some(lengths)) =
                    (offsets.as_singleton(), places.as_singleton(), lengths)
                else {
                    whole.cells.values().for_each(|it| self.escape(it));
                    self.blur(other, state);
                    continue;
                };
                let mut torn = Vec::new();
                for &length in lengths {
                    let (start, place) = (start as u64, place as u64);
                    let end = start.saturating_add(length);
                    let (part, broken) = whole.part(start, end, place);
                    torn.extend(broken);
                    let content = self.content(other, state);
                    if is_certain && lengths.len() == 1 {
                        torn.extend(content.clear(place, place.saturating_add(length)));
                    }
                    if content.blurred || part.blurred {
                        torn.extend(part.cells.values().cloned());
                    }
                    *content = content.joined(&part, fact::joined);
                }
                self.after_write(other, &torn);
            }
        }
    }

    /// The lengths that a number may be, if they are few.
    pub(super) fn lengths(&self, value: Value) -> Lengths {
        let width = self.width(value)?;
        let all = few(&domain(&self.values[value], width), width)?;
        let all = all.into_iter().map(|it| u64::try_from(it).ok());
        all.collect::<Option<Vec<u64>>>().filter(|it| it.len() <= limits::DATAFLOW_FEW)
    }
}

/// What stands in a constant.
pub(super) fn content_of(
    program: &Program,
    global: Global,
    start_of: impl Fn(Site) -> Known,
) -> Content {
    let data = &program.globals[global];
    let mut content = Content::default();
    content.may_fill(0, data.size, Fill::Zero);
    let cells = data.init.as_deref().unwrap_or_default();
    if cells.len() > limits::DATAFLOW_CELLS {
        content.blur();
        return content;
    }
    for cell in cells {
        let (size, value) = match &cell.value {
            InitValue::Bytes(bytes) => (bytes.len() as u64, number_of(program, bytes)),
            InitValue::Func(func) => (pointer_bytes(program), start_of(Site::Code(*func))),
            InitValue::Global(..) => (pointer_bytes(program), None),
        };
        content.put(cell.offset, size, value);
    }
    content
}

fn pointer_bytes(program: &Program) -> u64 {
    u64::from(program.target.pointer_bytes)
}

/// The number that some bytes are.
fn number_of(program: &Program, bytes: &[u8]) -> Known {
    let digits: Vec<u8> = if program.target.order == ByteOrder::Big {
        bytes.to_vec()
    } else {
        bytes.iter().rev().copied().collect()
    };
    let value = || digits.iter().fold(0u128, |all, &byte| all << 8 | u128::from(byte));
    (bytes.len() <= 8).then(|| Fact::number(bytes.len() as u32 * 8, value()))
}
