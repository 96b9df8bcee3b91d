//! The engine as its users see it.

mod endings;
mod suites;
