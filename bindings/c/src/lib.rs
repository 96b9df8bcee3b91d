//! The C library `libcampione`; `include/campione.h` is written from this source.
//!
//! Handles and results are references that may be null (`Option<&T>`), so that only texts need `unsafe`: they are a pointer and a
//! length. Every call goes through [`border::call`], which keeps panics on this side.

#[cfg(not(panic = "unwind"))]
compile_error!("a panic must be a status in C, not the end of its process: build with `panic = \"unwind\"`");

mod border;
mod control;
mod counts;
mod engine;
mod error;
mod game;
mod moves;
mod picture;
mod variant;
