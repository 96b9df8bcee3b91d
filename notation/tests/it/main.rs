//! Checks that need whole FENs and moves as text: the fast generator against the slow one of `campione-reference`,
//! which shares no code with it, and round trips of the notation itself.

mod differential;
mod fen_faults;
mod games;
mod suites;
