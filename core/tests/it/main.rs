//! Tests through the public interface. They are not in the library's own test program, because there whatever compiles
//! variants would be built once more.

mod codes;
mod crc;
mod placement;
#[cfg(feature = "serde")]
mod serialize;
mod spec;
mod variant;
