//! Speeds, ratios and their middle.

use anyhow::ensure;

/// What one process has counted, and how long it has taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Timing {
    pub(crate) nodes: u128,
    pub(crate) seconds: f64,
}

impl Timing {
    /// Nodes per second after the start-up.
    pub(crate) fn speed(self, startup: f64) -> anyhow::Result<f64> {
        let seconds = self.seconds - startup;
        ensure!(
            seconds > 0.0,
            "a run of {:.3} s is no longer than the start-up of {startup:.3} s; a greater depth is needed",
            self.seconds
        );
        Ok(self.nodes as f64 / seconds)
    }
}

/// The nodes per second of two runs that followed each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pair {
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
}

impl Pair {
    /// How many times as fast we are.
    pub(crate) fn ratio(self) -> f64 {
        self.ours / self.theirs
    }
}

/// The middle and the ends of some values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Spread {
    /// `None` of no values. Of an even number of values the median lies halfway between the two in the middle.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (&min, &max) = (values.first()?, values.last()?);
        let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
        Some(Spread { median: f64::midpoint(low, high), min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn startup_is_subtracted() {
        let timing = Timing { nodes: 3_000, seconds: 2.0 };
        assert_eq!(timing.speed(0.5).unwrap().to_bits(), 2_000f64.to_bits());
        let error = timing.speed(2.0).unwrap_err().to_string();
        assert!(error.starts_with("a run of 2.000 s is no longer than the start-up of 2.000 s"), "{error}");
        assert!(timing.speed(2.5).is_err());
    }

    #[test]
    fn ratio_of_a_pair() {
        assert_eq!(Pair { ours: 900.0, theirs: 30.0 }.ratio().to_bits(), 30f64.to_bits());
    }

    #[test]
    fn spreads() {
        assert_eq!(Spread::of([]), None);
        assert_eq!(Spread::of([7.0]), Some(Spread { median: 7.0, min: 7.0, max: 7.0 }));
        assert_eq!(Spread::of([9.0, 1.0, 4.0]), Some(Spread { median: 4.0, min: 1.0, max: 9.0 }));
        assert_eq!(Spread::of([9.0, 1.0, 4.0, 5.0]), Some(Spread { median: 4.5, min: 1.0, max: 9.0 }));
    }
}
