//! Contracts as formulas.
use crate::unit::UnitCx;
use cfront::typed::FuncId;
pub(crate) fn lower(
    _cx: &mut UnitCx,
    _func: FuncId,
    _contract: &cfront::logic::Contract,
) -> ir::logic::Contract {
    ir::logic::Contract::default()
}
