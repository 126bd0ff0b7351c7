//! What domains leave of an input, as text: numbers as numbers of their type.

use ir::Type;
use solver::text::float_range;
use term::{Domain, Format};

/// The values of an input of a type that a domain leaves, from the least to the greatest.
pub(crate) fn values(ty: Type, domain: &Domain) -> String {
    match ty {
        Type::F32 => float_range(Format::SINGLE, domain),
        Type::F64 => float_range(Format::DOUBLE, domain),
        Type::Int(_) | Type::F80 | Type::Ptr => {
            let (lo, hi) = ends(domain);
            format!("{lo}..{hi}")
        }
    }
}

/// The tighter of the two intervals of a domain.
fn ends(domain: &Domain) -> (i128, i128) {
    let signed = domain.shi.wrapping_sub(domain.slo).cast_unsigned();
    if domain.hi - domain.lo < signed {
        (domain.lo.cast_signed(), domain.hi.cast_signed())
    } else {
        (domain.slo, domain.shi)
    }
}
