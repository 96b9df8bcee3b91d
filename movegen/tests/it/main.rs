//! Tests through the public interface. They are not in the library's own test program, because whatever calls the generator there has it
//! built once more. Most tests of the generator are those of `campione-notation`, which can read positions.

mod outcomes;
mod perft;
#[cfg(feature = "serde")]
mod serialize;
mod walks;
