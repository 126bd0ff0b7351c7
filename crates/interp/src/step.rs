//! The loop: one operation after the other until the frame calls, returns or stops.

use crate::access::{BitsAt, advance, difference, load_bits, member, order, store_bits};
use crate::arith;
use crate::code::{Code, Op, Pc, Slot};
use crate::float;
use crate::library::Stop;
use crate::machine::{get, put};
use crate::memory::Kind;
use crate::outcome::{Limit, Observer};
use crate::pointer::{self, Word};
use crate::run::{Engine, Halt};
use ir::{CondSite, Event, Func, TrapKind, Type};

/// Why the inner loop hands over.
pub(crate) enum Exit {
    Halt(Halt),
    Call { func: Func, site: u32, d: Slot },
    CallPtr { pointer: Word, site: u32, d: Slot },
    Return(Option<u128>),
}

/// Where the inner loop stopped, and what is left of the budget.
pub(crate) struct Step {
    pub(crate) exit: Exit,
    pub(crate) pc: Pc,
    pub(crate) fuel: u64,
}

/// Executes operations of one frame until it calls, returns or stops.
pub(crate) fn run_window<O: Observer>(
    engine: &mut Engine<'_, O>,
    window: &mut [u64],
    code: &Code,
    func: Func,
    mut pc: Pc,
    mut fuel: u64,
) -> Step {
    let ops = &code.ops[..];
    macro_rules! r {
        ($slot:expr) => {
            window[$slot as usize]
        };
    }
    macro_rules! leave {
        ($exit:expr) => {
            return Step { exit: $exit, pc, fuel }
        };
    }
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(why) => leave!(Exit::Halt(Halt::from(why))),
            }
        };
    }
    macro_rules! branch {
        ($holds:expr, $cond:expr, $when:expr, $to:expr) => {{
            let holds = $holds;
            if engine.events.len() < engine.limits.events {
                engine.events.push(Event::Cond(CondSite { func, cond: $cond }, holds));
            }
            if holds == $when {
                pc = $to;
            }
        }};
    }
    loop {
        if fuel == 0 {
            leave!(Exit::Halt(Halt::Limit(Limit::Steps)));
        }
        fuel -= 1;
        let op = &ops[pc as usize];
        pc += 1;
        match *op {
            Op::Move { d, a } => r!(d) = r!(a),
            Op::MoveWide { d, a } => {
                let (low, high) = (r!(a), r!(a + 1));
                (r!(d), r!(d + 1)) = (low, high);
            }
            Op::Add { w, d, a, b } => r!(d) = arith::low(w, r!(a).wrapping_add(r!(b))),
            Op::AddS { w, d, a, b } => r!(d) = attempt!(arith::add_s(w, r!(a), r!(b))),
            Op::Sub { w, d, a, b } => r!(d) = arith::low(w, r!(a).wrapping_sub(r!(b))),
            Op::SubS { w, d, a, b } => r!(d) = attempt!(arith::sub_s(w, r!(a), r!(b))),
            Op::Mul { w, d, a, b } => r!(d) = arith::low(w, r!(a).wrapping_mul(r!(b))),
            Op::MulS { w, d, a, b } => r!(d) = attempt!(arith::mul_s(w, r!(a), r!(b))),
            Op::DivU { d, a, b } => r!(d) = attempt!(arith::div_u(r!(a), r!(b))),
            Op::DivS { w, d, a, b } => r!(d) = attempt!(arith::div_s(w, r!(a), r!(b))),
            Op::RemU { d, a, b } => r!(d) = attempt!(arith::rem_u(r!(a), r!(b))),
            Op::RemS { w, d, a, b } => r!(d) = attempt!(arith::rem_s(w, r!(a), r!(b))),
            Op::Shl { w, amount, d, a, b } => {
                r!(d) = attempt!(arith::shl(w, amount, r!(a), r!(b)));
            }
            Op::ShrU { w, amount, d, a, b } => {
                r!(d) = attempt!(arith::shr_u(w, amount, r!(a), r!(b)));
            }
            Op::ShrS { w, amount, d, a, b } => {
                r!(d) = attempt!(arith::shr_s(w, amount, r!(a), r!(b)));
            }
            Op::And { d, a, b } => r!(d) = r!(a) & r!(b),
            Op::Or { d, a, b } => r!(d) = r!(a) | r!(b),
            Op::Xor { d, a, b } => r!(d) = r!(a) ^ r!(b),
            Op::Eq { d, a, b } => r!(d) = (r!(a) == r!(b)) as u64,
            Op::Ne { d, a, b } => r!(d) = (r!(a) != r!(b)) as u64,
            Op::LtU { d, a, b } => r!(d) = (r!(a) < r!(b)) as u64,
            Op::LeU { d, a, b } => r!(d) = (r!(a) <= r!(b)) as u64,
            Op::LtS { w, d, a, b } => {
                r!(d) = (arith::signed(w, r!(a)) < arith::signed(w, r!(b))) as u64;
            }
            Op::LeS { w, d, a, b } => {
                r!(d) = (arith::signed(w, r!(a)) <= arith::signed(w, r!(b))) as u64;
            }
            Op::Neg { w, d, a } => r!(d) = arith::low(w, r!(a).wrapping_neg()),
            Op::NegS { w, d, a } => r!(d) = attempt!(arith::neg_s(w, r!(a))),
            Op::Not { w, d, a } => r!(d) = arith::low(w, !r!(a)),
            Op::Trunc { w, d, a } => r!(d) = arith::low(w, r!(a)),
            Op::Sext { from, to, d, a } => {
                r!(d) = arith::low(to, arith::signed(from, r!(a)) as u64);
            }
            Op::WideBinary { op, w, amount, d, a, b } => {
                attempt!(wide_binary(window, op, (w, amount), (d, a, b)));
            }
            Op::WideUnary { op, d, a } => {
                let wide = get(window, a, Type::Int(128));
                let result = attempt!(arith::wide_unary(op, wide));
                put(window, d, Type::Int(128), result);
            }
            Op::WideFrom { signed, from, d, a } => {
                let a = r!(a);
                let wide = if signed { arith::signed(from, a) as i128 as u128 } else { a as u128 };
                put(window, d, Type::Int(128), wide);
            }
            Op::FloatBinary { ty, op, d, a, b } => {
                let (a, b) = (get(window, a, ty), get(window, b, ty));
                let result = float::binary(ty, op, a, b);
                let ty = if op.is_comparison() { Type::BOOL } else { ty };
                put(window, d, ty, result);
            }
            Op::FloatNeg { ty, d, a } => {
                let result = float::negate(ty, get(window, a, ty));
                put(window, d, ty, result);
            }
            Op::FloatCast { op, from, to, d, a } => {
                let result = attempt!(float::cast(op, from, to, get(window, a, from)));
                put(window, d, to, result);
            }
            Op::PtrAdd { d, base, index, size } => {
                let step = (r!(index) as i64).checked_mul(size as i64);
                r!(d) = attempt!(advance(&engine.world.memory, r!(base), step));
            }
            Op::PtrAddInt { d, base, index, size } => {
                let step = (r!(index) as i32 as i64) * size as i64;
                r!(d) = attempt!(engine.world.memory.advance(r!(base), step));
            }
            Op::PtrAddFar { d, base, index, size } => {
                let size = i64::try_from(code.numbers[size as usize]).ok();
                let step = size.and_then(|size| (r!(index) as i64).checked_mul(size));
                r!(d) = attempt!(advance(&engine.world.memory, r!(base), step));
            }
            Op::PtrDiff { d, a, b, size } => {
                let size = code.numbers[size as usize] as i64;
                r!(d) = attempt!(difference(r!(a), r!(b), size));
            }
            Op::PtrField { d, base, offset } => {
                r!(d) = attempt!(member(r!(base), code.numbers[offset as usize]));
            }
            Op::PtrLt { d, a, b } => {
                r!(d) = (attempt!(order(r!(a), r!(b))) == std::cmp::Ordering::Less) as u64;
            }
            Op::PtrLe { d, a, b } => {
                r!(d) = (attempt!(order(r!(a), r!(b))) != std::cmp::Ordering::Greater) as u64;
            }
            Op::PtrToInt { d, a } => r!(d) = attempt!(engine.world.memory.number_of(r!(a))),
            Op::IntToPtr { d, a } => r!(d) = engine.world.memory.pointer_of(r!(a)),
            Op::Load8 { d, addr } => {
                r!(d) = u8::from_le_bytes(attempt!(engine.world.memory.load(r!(addr)))) as u64;
            }
            Op::Load16 { d, addr } => {
                r!(d) = u16::from_le_bytes(attempt!(engine.world.memory.load(r!(addr)))) as u64;
            }
            Op::Load32 { d, addr } => {
                r!(d) = u32::from_le_bytes(attempt!(engine.world.memory.load(r!(addr)))) as u64;
            }
            Op::Load64 { d, addr } => {
                r!(d) = u64::from_le_bytes(attempt!(engine.world.memory.load(r!(addr))));
            }
            Op::LoadPtr { d, addr } => {
                r!(d) = attempt!(engine.world.memory.load_pointer(r!(addr)));
            }
            Op::LoadBool { d, addr } => {
                let [byte] = attempt!(engine.world.memory.load(r!(addr)));
                r!(d) = (byte & 1) as u64;
            }
            Op::LoadWide { ty, d, addr } => {
                let number = attempt!(engine.world.memory.number(r!(addr), wide_bytes(ty)));
                put(window, d, ty, number);
            }
            Op::LoadBits { unit, shift, width, signed, d, addr } => {
                let at = BitsAt { addr: r!(addr), unit, shift, width };
                let field = attempt!(load_bits(&engine.world.memory, at));
                r!(d) = if signed {
                    arith::low(unit, arith::signed(width, field) as u64)
                } else {
                    field
                };
            }
            Op::Store8 { addr, a } => {
                attempt!(engine.world.memory.store(r!(addr), (r!(a) as u8).to_le_bytes()));
            }
            Op::Store16 { addr, a } => {
                attempt!(engine.world.memory.store(r!(addr), (r!(a) as u16).to_le_bytes()));
            }
            Op::Store32 { addr, a } => {
                attempt!(engine.world.memory.store(r!(addr), (r!(a) as u32).to_le_bytes()));
            }
            Op::Store64 { addr, a } => {
                attempt!(engine.world.memory.store(r!(addr), r!(a).to_le_bytes()));
            }
            Op::StorePtr { addr, a } => {
                attempt!(engine.world.memory.store_pointer(r!(addr), r!(a)));
            }
            Op::StoreWide { ty, addr, a } => {
                let (word, len) = (get(window, a, ty), wide_bytes(ty) as usize);
                attempt!(engine.world.memory.put_number(r!(addr), word, len));
            }
            Op::StoreBits { unit, shift, width, addr, a } => {
                let at = BitsAt { addr: r!(addr), unit, shift, width };
                attempt!(store_bits(&mut engine.world.memory, at, r!(a)));
            }
            Op::Copy { dst, src, size } => {
                let size = code.numbers[size as usize];
                attempt!(engine.world.memory.copy(r!(dst), r!(src), size));
            }
            Op::Zero { dst, size } => {
                let size = code.numbers[size as usize];
                attempt!(engine.world.memory.fill(r!(dst), size, 0));
            }
            Op::Live { d, size } => {
                let size = code.numbers[size as usize];
                engine.world.memory.kill(r!(d));
                r!(d) = attempt!(engine.world.memory.allocate(size, Kind::Local));
            }
            Op::LiveSized { d, size } => {
                engine.world.memory.kill(r!(d));
                r!(d) = attempt!(engine.world.memory.allocate(r!(size), Kind::Local));
            }
            Op::Dead { d } => engine.world.memory.kill(r!(d)),
            Op::Flag { flag, set } => r!(flag) = set as u64,
            Op::Check { flag } => {
                if r!(flag) == 0 {
                    leave!(Exit::Halt(TrapKind::Uninitialised.into()));
                }
            }
            Op::Jump { to } => pc = to,
            Op::JumpWhen { a, when, to } => {
                if (r!(a) != 0) == when {
                    pc = to;
                }
            }
            Op::Branch { a, cond, when, to } => branch!(r!(a) != 0, cond, when, to),
            Op::BranchEq { a, b, cond, when, to } => branch!(r!(a) == r!(b), cond, when, to),
            Op::BranchNe { a, b, cond, when, to } => branch!(r!(a) != r!(b), cond, when, to),
            Op::BranchLtU { a, b, cond, when, to } => branch!(r!(a) < r!(b), cond, when, to),
            Op::BranchLeU { a, b, cond, when, to } => branch!(r!(a) <= r!(b), cond, when, to),
            Op::BranchLtS { w, a, b, cond, when, to } => {
                branch!(arith::signed(w, r!(a)) < arith::signed(w, r!(b)), cond, when, to);
            }
            Op::BranchLeS { w, a, b, cond, when, to } => {
                branch!(arith::signed(w, r!(a)) <= arith::signed(w, r!(b)), cond, when, to);
            }
            Op::Switch { a, table } => {
                let table = &code.switches[table as usize];
                let word = get(window, a, Type::Int(table.width));
                pc = engine.switch(table, func, word);
            }
            Op::Call { func, site, d } => leave!(Exit::Call { func, site, d }),
            Op::CallPtr { pointer, site, d } => {
                leave!(Exit::CallPtr { pointer: r!(pointer), site, d })
            }
            Op::Return { a } => leave!(Exit::Return(Some(r!(a) as u128))),
            Op::ReturnWide { a } => {
                leave!(Exit::Return(Some(get(window, a, Type::Int(128)))))
            }
            Op::ReturnNone => leave!(Exit::Return(None)),
            Op::Trap { kind } => leave!(Exit::Halt(kind.into())),
            Op::TrapIf { kind, a } => {
                if r!(a) != 0 {
                    leave!(Exit::Halt(kind.into()));
                }
            }
            Op::Aligned { a, align } => {
                if !pointer::is_aligned(r!(a), align) {
                    leave!(Exit::Halt(TrapKind::Misaligned.into()));
                }
            }
            Op::Fresh { a, b } => {
                if engine.world.memory.may_share_place(r!(a), r!(b)) {
                    let reason = "whether a block lies where one lay before".to_owned();
                    leave!(Exit::Halt(Halt::Stop(Stop::Unsupported(reason))))
                }
            }
            Op::Unsupported { reason } => {
                let reason = code.reasons[reason as usize].clone();
                leave!(Exit::Halt(Halt::Stop(Stop::Unsupported(reason))))
            }
            Op::Observe { inst, a } => engine.observe(window, func, inst, a),
        }
    }
}

fn wide_binary(
    window: &mut [u64],
    op: ir::BinOp,
    (w, amount): (u8, u8),
    (d, a, b): (Slot, Slot, Slot),
) -> Result<(), TrapKind> {
    let left = get(window, a, Type::Int(w));
    let mut right = get(window, b, Type::Int(amount));
    if op.is_shift() {
        let unused = 128 - amount as u32;
        right = (((right << unused) as i128) >> unused) as u128;
    }
    let result = arith::wide_binary(op, w, left, right)?;
    let ty = if op.is_comparison() { Type::BOOL } else { Type::Int(w) };
    put(window, d, ty, result);
    Ok(())
}

/// Bytes of a value that takes two words.
fn wide_bytes(ty: Type) -> u64 {
    if ty == Type::F80 { 10 } else { 16 }
}
