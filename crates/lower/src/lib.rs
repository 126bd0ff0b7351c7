//! The typed tree of C to the IR.
