//! A pair of values, for the middle game and for the endgame, in one number.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

use crate::score::Value;

/// Two values in centipawns: the lower 32 bits are for the middle game, the upper ones for the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "[Value; 2]", into = "[Value; 2]")]
pub(crate) struct Tapered(i64);

impl Tapered {
    #[inline(always)]
    pub(crate) const fn new(middle: Value, end: Value) -> Tapered {
        Tapered(((end as i64) << 32) + middle as i64)
    }

    #[inline(always)]
    pub(crate) const fn middle(self) -> Value {
        self.0 as i32
    }

    #[inline(always)]
    pub(crate) const fn end(self) -> Value {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// The value at `phase`, the weight of the pieces on the board; `full` is that of the full armies.
    #[inline(always)]
    pub(crate) fn blend(self, phase: i32, full: i32) -> Value {
        let phase = phase.min(full);
        (self.middle() * phase + self.end() * (full - phase)) / full.max(1)
    }
}

impl From<[Value; 2]> for Tapered {
    fn from([middle, end]: [Value; 2]) -> Tapered {
        Tapered::new(middle, end)
    }
}

impl From<Tapered> for [Value; 2] {
    fn from(pair: Tapered) -> [Value; 2] {
        [pair.middle(), pair.end()]
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0 * i64::from(factor))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_keep_their_signs() {
        for (middle, end) in [(0, 0), (5, -7), (-5, 7), (-30_000, -40_000), (60_000, 1)] {
            let pair = Tapered::new(middle, end);
            assert_eq!((pair.middle(), pair.end()), (middle, end));
            let other = Tapered::new(-3, 11);
            let sum = pair + other * -4;
            assert_eq!((sum.middle(), sum.end()), (middle + 12, end - 44));
            let difference = -pair - other;
            assert_eq!((difference.middle(), difference.end()), (3 - middle, -11 - end));
        }
        assert_eq!(Tapered::new(100, 200).blend(3, 4), 125);
        assert_eq!(Tapered::new(100, 200).blend(9, 4), 100);
    }
}
