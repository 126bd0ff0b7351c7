//! `sscanf` of a float that was printed before: what is read is the number, rounded to the digits of its text.
//!
//! Other formats, and text that comes from elsewhere, are not modelled.

use super::print::shown;
use super::{Called, fits};
use crate::{Algebra, Bin, Memory, PtrId, Val};
use ir::{Func, Type, Value};
use term::FloatOp;
use term::float::{Printed, Shown};

const NAMES: [&str; 3] = ["sscanf", "__isoc99_sscanf", "__isoc23_sscanf"];
/// Formats of one double.
const OF_A_DOUBLE: [&[u8]; 4] = [b"%lf", b"%lg", b"%le", b"%la"];

/// Is a function one that reads text by a format?
pub(super) fn is_scanner(program: &ir::Program, func: Func) -> bool {
    let data = &program.funcs[func];
    NAMES.contains(&data.name.as_str()) && fits(program, "ipp.", &data.sig)
}

impl<A: Algebra> Memory<'_, A> {
    /// Calls a function that reads text by a format.
    pub(super) fn call_scanner(
        &mut self,
        alg: &mut A,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Called<A::Word> {
        let &[Val::Ptr(text), Val::Ptr(form), place @ Val::Ptr(_)] = args else {
            return Called::Unknown;
        };
        let format = self.known_text(alg, form, inst);
        if !format.is_some_and(|format| OF_A_DOUBLE.contains(&format.as_slice())) {
            return Called::Unknown;
        }
        let Some(value) = self.reread(alg, text, inst) else { return Called::Unknown };
        self.store(alg, place, Type::F64, Val::Word(value), inst);
        Called::Returned(Val::Word(alg.constant(32, 1)))
    }

    /// The number that a text is read as, if it is the text of a float, all of it.
    fn reread(&mut self, alg: &mut A, text: PtrId, inst: Value) -> Option<A::Word> {
        let always = alg.yes();
        let first = self.look(alg, text, 0, always, inst)?;
        let (printed, number) = text_of(alg, first)?;
        let len = shown(alg, printed, Shown::Length, number);
        for at in 1..=printed.longest() {
            let index = alg.constant(64, at.into());
            let when = alg.bin(Bin::Ule, index, len);
            if alg.is_no(when) {
                break;
            }
            let byte = self.look(alg, text, at.into(), when, inst)?;
            let wanted = shown(alg, printed, Shown::Byte(at), number);
            // What stands there where the text has ended before is another's.
            let (found, meant) = (alg.ite(when, byte, wanted), wanted);
            if found != meant {
                return None;
            }
        }
        Some(shown(alg, printed, Shown::Value, number))
    }
}

/// The number whose text begins with this byte, and how it was printed.
fn text_of<A: Algebra>(alg: &A, byte: A::Word) -> Option<(Printed, A::Word)> {
    match alg.as_float(byte)? {
        (float, &[number]) => match float.op {
            FloatOp::Printed(printed) if printed.shown == Shown::Byte(0) => Some((printed, number)),
            _ => None,
        },
        _ => None,
    }
}
