//! Values as C sees them. A value means something only together with its type, which stands
//! beside it in the inputs and outputs.

/// A C value.
#[derive(Clone, Debug, PartialEq)]
pub enum CValue {
    /// An integer, as the mathematical number it stands for.
    Int(i128),
    /// A floating value by its bits: 32 for `float`, 64 for `double`, 80 for `long double`.
    Float(u128),
    /// The null pointer, to objects or functions.
    Null,
    /// A pointer into an object of the harness or a global.
    Pointer(Place),
    /// The elements of an array.
    Array(Vec<CValue>),
    /// One value per member of a struct. For a union: the value of one member, `Uninit` for others.
    Struct(Vec<CValue>),
    /// A pointer to the named function.
    Function(String),
    /// The same where the pointer's type is that of other functions.
    Converted(String),
    /// Never written; not to be read, and not to be compared.
    Uninit,
    /// A value that exists but has no portable spelling, such as a pointer to memory that the
    /// function allocated. Compared only as far as the text says: a person reads it.
    Opaque(String),
}

/// Where a pointer points: element `index` of a named object, and inside it along `path`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of an [`Object`](crate::Object) of the same inputs, or of a global variable.
    pub object: String,
    /// The element. The length of the object stands for one past its end, and then `path` is empty.
    /// For a global variable it is 0, or 1 for one past the whole variable.
    pub index: u64,
    /// Steps inside that element, outermost first; a final array index may be one past the end.
    pub path: Vec<Step>,
}

/// A step into an aggregate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the named member of a struct or union.
    Field(String),
    /// To an element of an array.
    Index(u64),
    /// To a byte where nothing begins; the last step.
    Byte(u64),
}

impl CValue {
    /// A pointer to an element of an object.
    pub fn pointer(object: impl Into<String>, index: u64) -> CValue {
        CValue::Pointer(Place { object: object.into(), index, path: Vec::new() })
    }

    /// A `double` by its value.
    pub fn double(value: f64) -> CValue {
        CValue::Float(value.to_bits().into())
    }

    /// A `float` by its value.
    pub fn float(value: f32) -> CValue {
        CValue::Float(value.to_bits().into())
    }
}
