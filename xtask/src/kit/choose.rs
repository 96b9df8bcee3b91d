//! Which candidates become positions of the kit.

use std::collections::BTreeMap;

use campione_core::{SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::kit::Tag;

use super::candidates::{Candidate, Candidates, PLAY, SUITE};

/// Candidates for each position that is wanted.
const CANDIDATES: usize = 14;
/// The fewest candidates of a kit that is not a sample: the rarest tags are those of one position in some thousands.
const FEWEST: usize = 40_000;
/// A kit with fewer positions of a variant is a sample.
const LEAST_KIT: usize = 50;
/// Of so many positions one is taken for a tag, as long as there are candidates with it.
const SHARE_OF_TAG: usize = 15;
/// Of so many positions one may be a middle game with many moves; the others have few, so that deep counts stay short.
const SHARE_OF_LARGE: usize = 8;
/// The most moves of a position that is not large.
const FEW_MOVES: usize = 36;

/// A position of the kit, and where it comes from.
pub(super) type Chosen = (Position, &'static str);

/// So many positions of a variant; fewer if it does not have them.
pub(super) fn positions(variant: Variant, count: usize, random: &mut SplitMix64) -> anyhow::Result<Vec<Chosen>> {
    let mut candidates = Candidates::new(variant, random);
    candidates.add_suites()?;
    let wanted = (count * CANDIDATES).max(if count < LEAST_KIT { 0 } else { FEWEST });
    // A variant on a small board may not have so many positions: the number of rounds is bounded too.
    for round in 0..wanted {
        if candidates.found.len() >= wanted {
            break;
        }
        if round % 16 == 0 {
            candidates.add_play();
        } else {
            candidates.add_sparse();
        }
    }
    Ok(choose(&candidates.found, count))
}

/// Takes the rarest tags first, then others in their order.
fn choose(found: &[Candidate], count: usize) -> Vec<Chosen> {
    let mut by_tag: BTreeMap<Tag, Vec<usize>> = BTreeMap::new();
    for (index, candidate) in found.iter().enumerate() {
        for &tag in &candidate.tags {
            by_tag.entry(tag).or_default().push(index);
        }
    }
    let mut rarest: Vec<(&Tag, &Vec<usize>)> = by_tag.iter().collect();
    rarest.sort_by_key(|(tag, all)| (all.len(), **tag));
    let mut choice =
        Choice { found, count, taken: vec![false; found.len()], tags: BTreeMap::new(), chosen: 0, large: 0 };
    // The positions for rules, and the start position.
    let first_of_play = found.iter().position(|candidate| candidate.origin == PLAY);
    for (index, candidate) in found.iter().enumerate() {
        if candidate.origin == SUITE || Some(index) == first_of_play {
            choice.take(index);
        }
    }
    let quota = count.div_ceil(SHARE_OF_TAG);
    for (tag, all) in rarest {
        for &index in all {
            if choice.tags.get(tag).copied().unwrap_or(0) >= quota {
                break;
            }
            choice.take_unless_large(index);
        }
    }
    for index in 0..found.len() {
        choice.take_unless_large(index);
    }
    let taken = choice.taken.iter().zip(found).filter(|(taken, _)| **taken);
    taken.map(|(_, candidate)| (candidate.position, candidate.origin)).collect()
}

struct Choice<'c> {
    found: &'c [Candidate],
    count: usize,
    taken: Vec<bool>,
    /// How many of the chosen positions have each tag.
    tags: BTreeMap<Tag, usize>,
    chosen: usize,
    large: usize,
}

impl Choice<'_> {
    fn take(&mut self, index: usize) {
        if self.chosen == self.count || std::mem::replace(&mut self.taken[index], true) {
            return;
        }
        self.chosen += 1;
        for &tag in &self.found[index].tags {
            *self.tags.entry(tag).or_default() += 1;
        }
    }

    fn take_unless_large(&mut self, index: usize) {
        let is_large = self.found[index].moves > FEW_MOVES;
        if self.taken[index] || is_large && self.large >= self.count / SHARE_OF_LARGE {
            return;
        }
        self.large += usize::from(is_large);
        self.take(index);
    }
}
