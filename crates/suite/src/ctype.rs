//! C types as a person spells them, in a table so that a struct may point to itself.
//!
//! Only what a harness needs in order to declare and fill a variable is kept: no alignment, no
//! padding, no qualifiers other than a pointer's `const` pointee.

/// A type in a [`Types`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// The table that [`TypeId`]s index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Types {
    entries: Vec<CType>,
}

impl Types {
    /// An empty table.
    pub fn new() -> Types {
        Types::default()
    }

    /// Adds a type. Equal scalar types may be added twice; nothing depends on identity.
    pub fn add(&mut self, ty: CType) -> TypeId {
        let id = TypeId(u32::try_from(self.entries.len()).expect("fewer than 2^32 types"));
        self.entries.push(ty);
        id
    }

    /// Replaces a type. A recursive struct is added with no fields first and completed by this.
    pub fn complete(&mut self, id: TypeId, ty: CType) {
        self.entries[id.0 as usize] = ty;
    }

    /// The type behind an id of this table.
    pub fn get(&self, id: TypeId) -> &CType {
        &self.entries[id.0 as usize]
    }

    /// All types, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &CType> {
        self.entries.iter()
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut CType> {
        self.entries.iter_mut()
    }

    /// Adds `int` or another plain integer type.
    pub fn int(&mut self, spelling: &str, bits: u32, signed: bool) -> TypeId {
        self.add(CType::Int(IntType {
            spelling: spelling.into(),
            bits,
            signed,
            is_char: false,
            names: Vec::new(),
        }))
    }

    /// Adds a pointer to `to`.
    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.add(CType::Pointer { to, to_const: false })
    }
}

/// A C type.
#[derive(Clone, Debug, PartialEq)]
pub enum CType {
    /// `void`, as a return type or behind a pointer.
    Void,
    /// Any integer type, `_Bool`, character and enumerated types included.
    Int(IntType),
    /// A floating type of 32, 64 or 80 bits.
    Float {
        /// How it is spelled, e.g. `double`.
        spelling: String,
        /// Its width.
        bits: u32,
    },
    /// A pointer to an object type or to `void`.
    Pointer {
        /// What it points to.
        to: TypeId,
        /// Whether the pointee is `const`.
        to_const: bool,
    },
    /// An array of known length.
    Array {
        /// Its element type.
        elem: TypeId,
        /// Its number of elements.
        len: u64,
    },
    /// A struct or union.
    Struct {
        /// How it is spelled where a type name is wanted: `struct node` or a typedef name.
        spelling: String,
        /// Whether its members overlap.
        is_union: bool,
        /// Its members in order.
        fields: Vec<Field>,
    },
    /// A pointer to a function.
    FunctionPointer {
        /// What the function returns.
        returns: TypeId,
        /// Its parameter types.
        params: Vec<TypeId>,
        /// Whether its prototype ends in an ellipsis.
        variadic: bool,
    },
}

/// An integer type with all that is needed to print its values well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntType {
    /// How it is spelled, e.g. `unsigned int` or `uint8_t` or `enum colour`.
    pub spelling: String,
    /// Its width: 1 for `_Bool`.
    pub bits: u32,
    /// Whether it is signed.
    pub signed: bool,
    /// Whether values read best as character literals.
    pub is_char: bool,
    /// The enumerators, for enumerated types.
    pub names: Vec<EnumName>,
}

/// An enumerator and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumName {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i128,
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; empty for an anonymous struct or union member.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its width, for bit-fields.
    pub bitfield: Option<u32>,
}
