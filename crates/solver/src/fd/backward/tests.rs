//! The backward rules against enumeration at small widths.
