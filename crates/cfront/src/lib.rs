//! C text to a typed tree: preprocessed tokens, syntax, types, layout, contracts.
