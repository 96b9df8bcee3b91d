//! The laboratory from outside.

mod recorder;
