//! Backward transfer: what is known of operands from what is known of the result.
//!
//! Each rule takes the domains of the result and the operands as they are and adds facts about the
//! operands; it never removes a value that takes part in a solution. Rules know neither slots nor
//! trail. The test below compares all of them with enumeration at width 3.

mod bits;
mod divide;
mod exact;
pub(super) mod float;
mod multiply;
mod order;
mod select;

use term::{Domain, Op, difference, forward_facts, mask};

/// Adds facts about the operands of `op`; false if no values fit together.
/// Overflow predicates take the wrapped arithmetic result as one operand more.
/// The last of `facts`, after those of the operands, is about the result.
pub(super) fn backward(
    op: Op,
    width: u32,
    arg_width: u32,
    r: &Domain,
    args: &[Domain],
    facts: &mut [Domain],
) -> bool {
    match op {
        Op::Const(_) | Op::Var(_) => true,
        // The words are with the engine.
        Op::Table(_) => true,
        Op::Not | Op::Neg => {
            facts[0] = forward_facts(op, width, width, &[*r]);
            true
        }
        Op::Add => {
            facts[0] = forward_facts(Op::Sub, width, width, &[*r, args[1]]);
            facts[1] = forward_facts(Op::Sub, width, width, &[*r, args[0]]);
            if args[0].hi.checked_add(args[1].hi).is_some_and(|most| most <= mask(width)) {
                facts[0].stride = difference(r, &args[1]);
                facts[1].stride = difference(r, &args[0]);
            }
            true
        }
        Op::Sub => {
            facts[0] = forward_facts(Op::Add, width, width, &[*r, args[1]]);
            facts[1] = forward_facts(Op::Sub, width, width, &[args[0], *r]);
            true
        }
        Op::Mul => multiply::factors(width, r, args, facts),
        Op::Udiv => divide::udiv(width, r, args, facts),
        Op::Urem => divide::urem(width, r, args, facts),
        Op::Sdiv => divide::sdiv(width, r, args, facts),
        Op::Srem => divide::srem(width, r, args, facts),
        Op::Shl | Op::Lshr | Op::Ashr => bits::shift(op, width, r, args, facts),
        Op::And => bits::and(width, r, args, facts),
        Op::Or => bits::or(width, r, args, facts),
        Op::Xor => {
            facts[0] = forward_facts(Op::Xor, width, width, &[*r, args[1]]);
            facts[1] = forward_facts(Op::Xor, width, width, &[*r, args[0]]);
            true
        }
        Op::Eq => order::eq(arg_width, r, args, facts),
        Op::Ult => order::less(arg_width, false, r, args, facts),
        Op::Slt => order::less(arg_width, true, r, args, facts),
        Op::Ule => order::at_most(arg_width, false, r, args, facts),
        Op::Sle => order::at_most(arg_width, true, r, args, facts),
        Op::Ite => select::ite(width, r, args, facts),
        Op::Concat => bits::concat(width, arg_width, r, facts),
        Op::Extract(lo) => bits::extract(width, arg_width, lo, r, args, facts),
        Op::Zext => bits::zext(arg_width, r, facts),
        Op::Sext => bits::sext(arg_width, r, facts),
        Op::UaddOverflow
        | Op::SaddOverflow
        | Op::SsubOverflow
        | Op::UmulOverflow
        | Op::SmulOverflow => match r.as_singleton() {
            Some(0) => exact::relation(op, arg_width, args, facts),
            Some(_) => exact::overflowed(op, arg_width, args, facts),
            None => true,
        },
        Op::All => select::junction(1, r, args, facts),
        Op::Any => select::junction(0, r, args, facts),
        Op::Element => select::element(width, arg_width, r, args, facts),
        Op::Float(float) => float::inverse(float, width, arg_width, r, args, facts),
    }
}

#[cfg(test)]
mod tests;
