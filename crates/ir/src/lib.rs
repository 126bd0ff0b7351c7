//! The structured intermediate representation.
//!
//! A [`Program`] is what one translation unit means, with nothing of C left implicit: every conversion is an instruction,
//! every operation has a width and a signedness, every operation that can go wrong names its [`Trap`], short-circuit
//! operators are control flow with their conditions recorded, and gotos have become regions.
//! It can be printed, parsed back and verified; each rule of the verifier is listed in its module.
//!
//! Control is a tree of regions: [`Inst::If`], [`Inst::Loop`] (endless; left by [`Inst::Leave`]), [`Inst::Block`] with a label,
//! [`Inst::Leave`] to a label's end, [`Inst::Next`] to a loop's head, [`Inst::Switch`] to labels' ends.
//! Values are written once. What changes over time is a local: a *register* (scalar, address never taken) read and written
//! with [`Inst::Get`] and [`Inst::Set`], or an *object* in memory.
//!
//! This crate knows neither C's syntax nor solvers, and holds no analysis results inside its nodes.

mod body;
pub mod cfg;
mod entities;
mod event;
pub mod input;
mod inst;
pub mod logic;
mod ops;
mod parse;
mod print;
mod program;
mod shape;
mod types;
mod verify;

pub use body::{
    Body, BoolTree, CodeView, CondData, DecisionData, LocalData, LocalKind, LoopData, SwitchData,
    TargetData, View,
};
pub use entities::{
    Cond, Decision, Func, Global, Label, Local, LoopId, Region, ShapeId, SwitchId, Value,
};
pub use event::{CondSite, Event, SwitchSite, Trap, TrapKind};
pub use inst::{
    ANY_VALUE, ASSUME, Arm, CALL_TOLD, Callee, DEVICE_READ, DEVICE_WRITE, INTERRUPT_LEVEL,
    INTERRUPTS_LEFT, Inst, MOST_BYTES, MOST_VARIADIC, OTHER_FUNCTION, SCRIPT_BYTES, SCRIPT_COUNT,
    SCRIPT_WRITE, STREAMS, VARIADIC_SLOT, is_device,
};
pub use ops::{BinOp, CastOp, UnOp};
pub use parse::parse;
pub use print::{print, print_cfg, print_cfg_dot, print_func, print_with_source};
pub use program::{
    ByteOrder, FuncData, GlobalData, InitCell, InitValue, Linkage, Program, Restraint, Signature,
    Target,
};
pub use shape::{Field, Param, Shape};
pub use types::Type;
pub use verify::{Rule, Violation, verify};
