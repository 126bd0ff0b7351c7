//! Plain data: tests, verdicts, findings, coverage.
