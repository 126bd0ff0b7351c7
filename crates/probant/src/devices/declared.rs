//! Device memory that the project file declares: `[region.NAME]` says where it lies, how large it is, what it holds after a reset, and
//! what writes to its registers do.
//!
//! Registers are named as members of the structure that the code lays over the region, or by their distance from its start.

use super::region::variable;
use cfront::target::Target;
use cfront::typed::{CastKind, ExprId, ExprKind, Unit};
use cfront::types::{RecordId, Type};
use std::ops::Range;

/// A region as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) address: u64,
    pub(crate) size: Option<u64>,
    /// What registers hold after a reset.
    pub(crate) reset: Vec<(Register, i128)>,
    /// What is said of registers otherwise.
    pub(crate) said: Vec<(Register, Nature)>,
    /// Is all of it memory like other?
    pub(crate) is_memory: bool,
    /// Where it is declared: `probant.toml:3`.
    pub(crate) at: String,
}

/// A register, and where it is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Register {
    pub(crate) name: String,
    pub(crate) at: String,
}

/// What is said of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nature {
    /// Writes do this.
    OnWrite(OnWrite),
    /// It is memory like other: reads find what is there.
    Memory,
}

/// What a write leaves in a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum OnWrite {
    /// What is written.
    #[default]
    Stored,
    /// What was there.
    Kept,
    /// What was there without the bits that are set in what is written.
    Cleared,
}

impl Declared {
    /// One past its last address; its first if nobody said how large it is.
    pub(super) fn end(&self) -> u64 {
        self.address.saturating_add(self.size.unwrap_or(0))
    }

    /// Does an address lie in it?
    pub(super) fn has(&self, address: u64) -> bool {
        address == self.address || (self.address..self.end()).contains(&address)
    }
}

/// What is said of stretches of a region, in a unit.
pub(super) struct Natures {
    regions: Vec<Region>,
}

struct Region {
    variable: String,
    /// The structure that lies over it.
    record: Option<RecordId>,
    is_memory: bool,
    said: Vec<(Range<u64>, Nature)>,
}

impl Natures {
    /// Of the regions that a unit uses; or what names no register, with the remedy.
    pub(super) fn of(unit: &Unit, target: &Target, declared: &[Declared]) -> Result<Self, String> {
        let mut regions = Vec::new();
        for it in declared {
            let variable = variable(&it.name);
            let Some(global) = unit.global_named(&variable) else { continue };
            let ty = unit.globals[global].ty.ty;
            let layout = Layout { unit, target, ty };
            let said = it.said.iter().map(|(register, nature)| {
                let place = layout.place(register, it)?;
                Ok((place.offset..place.offset + place.size, *nature))
            });
            let said = said.collect::<Result<Vec<_>, String>>()?;
            let record = layout.record();
            regions.push(Region { variable, record, is_memory: it.is_memory, said });
        }
        Ok(Self { regions })
    }

    /// Is a place memory like other, and what do writes leave there?
    pub(super) fn of_place(&self, unit: &Unit, target: &Target, place: ExprId) -> (bool, OnWrite) {
        let Some((region, offset)) = self.located(unit, target, place) else {
            return (false, OnWrite::Stored);
        };
        let (mut is_memory, mut on_write) = (region.is_memory, OnWrite::Stored);
        let is_there = |range: &Range<u64>| offset.is_some_and(|it| range.contains(&it));
        for (_, nature) in region.said.iter().filter(|(range, _)| is_there(range)) {
            match nature {
                Nature::Memory => is_memory = true,
                Nature::OnWrite(what) => on_write = *what,
            }
        }
        (is_memory, on_write)
    }

    /// The region that a place lies in, and how far from its start where that is a constant. A pointer to the structure of a region
    /// is taken to lead there.
    fn located(
        &self,
        unit: &Unit,
        target: &Target,
        place: ExprId,
    ) -> Option<(&Region, Option<u64>)> {
        let (mut at, mut offset) = (place, Some(0_u64));
        loop {
            if let Type::Record(record) = unit.types[unit.exprs[at].ty]
                && let Some(region) = self.regions.iter().find(|it| it.record == Some(record))
            {
                return Some((region, offset));
            }
            at = match unit.exprs[at].kind {
                ExprKind::Global(id) => {
                    let name = &unit.globals[id].name;
                    let region = self.regions.iter().find(|it| it.variable == *name);
                    return region.map(|region| (region, offset));
                }
                ExprKind::Member { base, record, field } => {
                    let field = &unit.records[record].fields[field as usize];
                    offset = offset.map(|it| it + field.offset);
                    base
                }
                ExprKind::PtrAdd(base, index) => {
                    let Type::Pointer(to) = unit.types[unit.exprs[at].ty] else { return None };
                    let by = unit.constant_int(index).and_then(|it| u64::try_from(it).ok());
                    let stride = unit.stride_of(to.ty, target)?;
                    offset = offset.zip(by).map(|(it, by)| it + by * stride);
                    base
                }
                ExprKind::Deref(inner)
                | ExprKind::Decay(inner)
                | ExprKind::AddrOf(inner)
                | ExprKind::Cast(CastKind::PtrToPtr, inner) => inner,
                _ => return None,
            }
        }
    }
}

/// A part of a region.
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) size: u64,
    /// How an initialiser names it.
    pub(super) designator: String,
}

/// What lies over a region.
pub(super) struct Layout<'u> {
    pub(super) unit: &'u Unit,
    pub(super) target: &'u Target,
    pub(super) ty: cfront::types::Ty,
}

impl Layout<'_> {
    fn record(&self) -> Option<RecordId> {
        match self.unit.types[self.ty] {
            Type::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The place of a register; or what is wrong, with the remedy.
    pub(super) fn place(&self, register: &Register, of: &Declared) -> Result<Place, String> {
        if let Some(offset) = number(&register.name) {
            let what = "lies beyond the registers that the code uses: a distance is in bytes";
            return self.at(offset).ok_or_else(|| wrong(register, of, what));
        }
        let Some(record) = self.record() else {
            let what = "is no distance in bytes, and no structure of the code says where that is";
            return Err(wrong(register, of, what));
        };
        let fields = &self.unit.records[record].fields;
        let named = fields.iter().find(|field| field.name.as_ref() == Some(&register.name));
        let field = named.ok_or_else(|| {
            let names: Vec<&str> = fields.iter().filter_map(|it| it.name.as_deref()).collect();
            let near = crate::lookup::nearest(&register.name, &names).unwrap_or(names[0]);
            wrong(register, of, &format!("is no register there: did you mean `{near}`?"))
        })?;
        let size = self.unit.size_of(field.ty.ty, self.target).unwrap_or(1);
        Ok(Place { offset: field.offset, size, designator: format!(".{}", register.name) })
    }

    /// The element of an array that begins at a distance, as an initialiser names it.
    pub(super) fn element(
        &self,
        register: &Register,
        of: &Declared,
        elem: u64,
        size: u64,
    ) -> Result<String, String> {
        let offset = number(&register.name).filter(|it| it.is_multiple_of(elem) && *it < size);
        let what = "names no element: say how many bytes it lies behind the start of the region";
        let offset = offset.ok_or_else(|| wrong(register, of, what))?;
        Ok(format!("[{}]", offset / elem))
    }

    /// The member or element that begins at a distance.
    fn at(&self, offset: u64) -> Option<Place> {
        let size_of = |ty| self.unit.size_of(ty, self.target);
        match &self.unit.types[self.ty] {
            Type::Record(record) => {
                let mut fields = self.unit.records[*record].fields.iter();
                let field = fields.find(|it| it.offset == offset && it.name.is_some())?;
                let designator = format!(".{}", field.name.as_deref()?);
                Some(Place { offset, size: size_of(field.ty.ty)?, designator })
            }
            Type::Array(elem, _) => {
                let size = size_of(elem.ty)?;
                let is_there = offset.is_multiple_of(size) && offset < size_of(self.ty)?;
                let designator = format!("[{}]", offset / size);
                is_there.then_some(Place { offset, size, designator })
            }
            _ => (offset == 0).then_some(()).and_then(|()| {
                Some(Place { offset, size: size_of(self.ty)?, designator: String::new() })
            }),
        }
    }
}

/// A number as C and TOML write it.
fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn wrong(register: &Register, of: &Declared, what: &str) -> String {
    format!("{}: `{}` of [region.{}] {what}", register.at, register.name, of.name)
}
