//! The constraint engine: finite domains, bit-blasting, search, checking.
