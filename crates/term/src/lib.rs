//! Hash-consed bit-vector terms: construction, rewriting, evaluation, text.
