//! Tests through the public interface. They are not in the library's own test program, because there whatever compiles
//! variants would be built once more.

mod alias;
mod codes;
mod file;
mod ini;
#[cfg(feature = "serde")]
mod serialize;
