//! Whose business it is what goes wrong: what other memory would have kept from happening is for callers to see to.
//!
//! Null where a structure belongs, an array that is too short, a pointer to the first byte of what has a header before it, a divisor in
//! a structure that is zero: a run of the same input with that mended goes past the place. A copy into a buffer that is too
//! small, or a sum that overflows, it does not mend. Where a contract says what callers see to, whatever goes wrong all the same is
//! the code's own.

use super::Search;
use super::varying::Variety;
use ir::input::{Input, Scalar};
use ir::{Trap, TrapKind};

impl Search<'_> {
    /// Looks for what is the caller's to see to among all that goes wrong.
    pub(super) fn look_for_cures(&mut self) {
        // Where the user says what callers see to, the rest is the code's own.
        let contract = self.scene.program.funcs[self.scene.func].contract.as_ref();
        let is_said = contract.is_some_and(|contract| !contract.requires.is_empty());
        let is_said = is_said || !self.scene.preconditions.is_empty();
        if self.scene.walks_all_paths() || self.scene.options.reproduce || is_said {
            return;
        }
        let all: Vec<(Trap, Input)> = self
            .ledger
            .reproducers()
            .filter(|(trap, input)| is_about_memory(trap.kind) && has_memory(input))
            .map(|(trap, input)| (trap, input.clone()))
            .collect();
        if all.is_empty() {
            return;
        }
        let mut variety = Variety::new(self);
        for (trap, input) in all {
            if self.is_cured(&mut variety, trap, &input) {
                self.ledger.leave_to_callers(trap);
            }
        }
    }
}

fn is_about_memory(kind: TrapKind) -> bool {
    matches!(
        kind,
        TrapKind::NullPointer
            | TrapKind::OutOfBounds
            | TrapKind::PointerArithmetic
            | TrapKind::BadCall
            | TrapKind::DivisionByZero
    )
}

/// Does an input give pointers?
fn has_memory(input: &Input) -> bool {
    !input.objects.is_empty() || input.args.contains(&Scalar::Null)
}
