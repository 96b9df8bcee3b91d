//! Seeds of random numbers.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A random seed, short enough to be typed.
pub(crate) fn fresh() -> u32 {
    (RandomState::new().build_hasher().finish() >> 32) as u32
}
