//! What failures have in common: the fewest marks (tags, and the variant) that they have and other positions lack.

use std::collections::BTreeMap;

/// Marks of a position, one bit each.
pub(super) type Marks = u128;

/// No more than so many sets of marks explain failures that have no mark in common.
const MOST_SETS: usize = 4;

/// A set of marks, and the positions that have all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shared {
    /// At most three marks.
    pub(super) marks: Marks,
    /// How many of the failures have them.
    pub(super) failures: usize,
    /// How many other positions have them.
    pub(super) others: usize,
}

/// Positions with the same marks: failures and others.
type Counts = BTreeMap<Marks, [usize; 2]>;

/// The marks that explain some failures: one set if all of them have marks in common, else up to four sets, so that each explains
/// most of those that are left. Marks of lower bits are preferred.
pub(super) fn explain(positions: impl Iterator<Item = (Marks, bool)>) -> Vec<Shared> {
    let mut counts = Counts::new();
    for (marks, fails) in positions {
        counts.entry(marks).or_default()[usize::from(!fails)] += 1;
    }
    let common = counts.iter().filter(|(_, counts)| counts[0] > 0).map(|(&marks, _)| marks).reduce(|a, b| a & b);
    let Some(common) = common else { return Vec::new() };
    let all = having(&counts, 0);
    if common != 0 || all.others == 0 {
        return vec![narrowed(&counts, common)];
    }
    let mut found = Vec::new();
    while found.len() < MOST_SETS {
        let Some(set) = best(&counts) else { break };
        for (&marks, counts) in &mut counts {
            if marks & set.marks == set.marks {
                counts[0] = 0;
            }
        }
        found.push(set);
    }
    found
}

/// The positions with these marks.
fn having(counts: &Counts, marks: Marks) -> Shared {
    let [failures, others] = counts
        .iter()
        .filter(|(of, _)| *of & marks == marks)
        .fold([0, 0], |sums, (_, counts)| [sums[0] + counts[0], sums[1] + counts[1]]);
    Shared { marks, failures, others }
}

/// The bits of a set, each alone.
pub(super) fn bits(marks: Marks) -> impl Iterator<Item = Marks> + Clone {
    (0..Marks::BITS).map(|bit| 1 << bit).filter(move |bit| marks & bit != 0)
}

/// The fewest of the common marks that as few others as possible have: at most three.
fn narrowed(counts: &Counts, common: Marks) -> Shared {
    let singles = bits(common);
    let pairs = bits(common).flat_map(|a| bits(common).filter(move |&b| b > a).map(move |b| a | b));
    let triples = pairs.clone().flat_map(|pair| bits(common).filter(move |&c| c > pair).map(move |c| pair | c));
    let sets = std::iter::once(0).chain(singles).chain(pairs).chain(triples);
    // The first of the best: sets with fewer marks come first.
    let found = sets.map(|marks| having(counts, marks)).min_by_key(|set| set.others);
    found.unwrap_or_else(|| having(counts, 0))
}

/// The mark, or the two, that explain most of the failures and fewest of the others; at least two failures must have them.
fn best(counts: &Counts) -> Option<Shared> {
    let seen = counts.iter().filter(|(_, counts)| counts[0] > 0).fold(0, |all, (&marks, _)| all | marks);
    let pairs = bits(seen).flat_map(|a| bits(seen).filter(move |&b| b > a).map(move |b| a | b));
    let worth = |set: &Shared| (set.failures * set.failures) as f64 / (set.failures + set.others) as f64;
    let sets = bits(seen).chain(pairs).map(|marks| having(counts, marks)).filter(|set| set.failures > 1);
    sets.reduce(|best, set| if worth(&set) > worth(&best) { set } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(positions: &[(Marks, bool)]) -> Vec<Shared> {
        explain(positions.iter().copied())
    }

    #[test]
    fn the_fewest_marks_that_tell_failures_from_others() {
        assert_eq!(of(&[(0b11, false), (0, false)]), []);
        let pinned = of(&[(0b0111, true), (0b0110, true), (0b0101, false), (0b1010, false)]);
        assert_eq!(pinned, [Shared { marks: 0b0110, failures: 2, others: 0 }], "neither mark alone does");
        let one = of(&[(0b111, true), (0b011, true), (0b010, false)]);
        assert_eq!(one, [Shared { marks: 0b001, failures: 2, others: 0 }], "two marks are no better");
        let most = of(&[(0b1, true), (0b1, true), (0b1, false), (0, false)]);
        assert_eq!(most, [Shared { marks: 0b1, failures: 2, others: 1 }]);
        assert_eq!(of(&[(0b1, true), (0b10, true)]), [Shared { marks: 0, failures: 2, others: 0 }], "everything fails");
    }

    #[test]
    fn failures_with_nothing_in_common_are_parted() {
        let mut positions = vec![(0b001, true); 3];
        positions.extend([(0b010, true), (0b010, true), (0b010, false), (0b100, false), (0, true), (0b100, false)]);
        let found = of(&positions);
        let expected =
            [Shared { marks: 0b001, failures: 3, others: 0 }, Shared { marks: 0b010, failures: 2, others: 1 }];
        assert_eq!(found, expected, "one failure has no mark");
    }
}
