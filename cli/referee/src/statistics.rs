//! Statistics of a match: Elo with its error, and the sequential probability ratio test.
//!

//! Games come in pairs with the same opening and colors reversed. The two results of a pair are not independent (an
//! opening that is won for White gives one win each), so the variance is taken over pairs, not over games.
/// Numbers of pairs by the points of the first engine: 0, 0.5, 1, 1.5, 2.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pairs(pub(crate) [u32; 5]);

/// The score of the first engine between 0 and 1, and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Pairs {
    /// Adds a pair by the half points of the first engine.
    pub(crate) fn add(&mut self, half_points: u32) {
        self.0[half_points.min(4) as usize] += 1;
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Mean and variance of the score of a pair, between 0 and 1, with `pseudo` extra pairs of every result.
    fn moments(&self, pseudo: f64) -> (f64, f64) {
        let weight = |index: usize| f64::from(self.0[index]) + pseudo;
        let all: f64 = (0..5).map(weight).sum();
        let mean = (0..5).map(|index| weight(index) * index as f64 / 4.0).sum::<f64>() / all;
        let variance = (0..5).map(|index| weight(index) * (index as f64 / 4.0 - mean).powi(2)).sum::<f64>() / all;
        (mean, variance)
    }

    /// The score; `None` without a pair.
    pub(crate) fn score(&self) -> Option<Estimate> {
        let count = f64::from(self.count());
        (count > 0.0).then(|| {
            let (value, variance) = self.moments(0.0);
            Estimate { value, error: 1.96 * (variance / count).sqrt() }
        })
    }

    /// The Elo difference of the score; infinite if one side has all points.
    pub(crate) fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let (low, high) = (elo(score.value - score.error), elo(score.value + score.error));
        Some(Estimate { value: elo(score.value), error: (high - low) / 2.0 })
    }

    /// The log-likelihood ratio of "the first engine is `high` Elo stronger" against "`low` Elo stronger" (normal
    /// approximation of the generalized test).
    pub(crate) fn likelihood_ratio(&self, low: f64, high: f64) -> f64 {
        let count = f64::from(self.count());
        if count == 0.0 {
            return 0.0;
        }
        // With half a pair of every result added, a few equal results have a variance too and decide nothing.
        let (mean, variance) = self.moments(0.5);
        let (low, high) = (expected(low), expected(high));
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }
}

/// The Elo difference of a score between 0 and 1.
pub(crate) fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// The expected score at an Elo difference.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The state of a sequential test with 5 % errors of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sprt {
    /// The higher bound is accepted.
    Accepted,
    /// The lower bound is accepted.
    Rejected,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The state in one word.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Sprt::Accepted => "accepted",
            Sprt::Rejected => "rejected",
            Sprt::Open => "open",
        }
    }
}

/// The state at a log-likelihood ratio.
pub(crate) fn sprt(ratio: f64) -> Sprt {
    let bound = (0.95_f64 / 0.05).ln();
    match ratio {
        ratio if ratio >= bound => Sprt::Accepted,
        ratio if ratio <= -bound => Sprt::Rejected,
        _ => Sprt::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_scores_are_inverse() {
        for difference in [-400.0, -20.0, 0.0, 3.0, 191.0] {
            assert!((elo(expected(difference)) - difference).abs() < 1e-9);
        }
        assert!((elo(0.75) - 190.85).abs() < 0.01);
        assert!(elo(1.0).is_infinite() && elo(0.0).is_infinite());
    }

    #[test]
    fn pairs_have_less_spread_than_games() {
        let mut split = Pairs::default();
        let mut swept = Pairs::default();
        for index in 0..100 {
            split.add(2);
            swept.add(if index % 2 == 0 { 4 } else { 0 });
        }
        let (split, swept) = (split.score().unwrap(), swept.score().unwrap());
        assert_eq!((split.value, split.error), (0.5, 0.0));
        assert!((swept.value - 0.5).abs() < 1e-12 && (swept.error - 0.098).abs() < 1e-9);
        assert_eq!(Pairs::default().score(), None);
    }

    #[test]
    fn a_test_ends_for_what_is_plain() {
        let better = Pairs([5, 20, 60, 60, 30]);
        assert_eq!(sprt(better.likelihood_ratio(0.0, 20.0)), Sprt::Accepted);
        let worse = Pairs([30, 60, 60, 20, 5]);
        assert_eq!(sprt(worse.likelihood_ratio(0.0, 20.0)), Sprt::Rejected);
        assert_eq!(sprt(Pairs([1, 2, 5, 2, 1]).likelihood_ratio(0.0, 5.0)), Sprt::Open);
        assert_eq!(sprt(Pairs([0, 0, 0, 0, 2]).likelihood_ratio(0.0, 5.0)), Sprt::Open);
        assert_eq!(sprt(Pairs::default().likelihood_ratio(0.0, 5.0)), Sprt::Open);
    }
}
