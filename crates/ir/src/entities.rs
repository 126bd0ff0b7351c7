//! The ids of the IR; each `Display` is the spelling in the text format.

entity::entity! {
    /// A function, with or without a body.
    pub struct Func = "f";
    /// A global object, string literals included.
    pub struct Global = "g";
    /// A local variable of a body: a register or an object.
    pub struct Local = "l";
    /// An instruction, and its result where it has one.
    pub struct Value = "v";
    /// A sequence of instructions.
    pub struct Region = "r";
    /// A labelled block that can be left.
    pub struct Label = "b";
    /// A loop.
    pub struct LoopId = "loop";
    /// A condition: an atomic operand whose outcomes are objectives.
    pub struct Cond = "c";
    /// A decision: a whole boolean expression over conditions.
    pub struct Decision = "d";
    /// A switch statement.
    pub struct SwitchId = "s";
    /// A description of data in memory.
    pub struct ShapeId = "t";
}
