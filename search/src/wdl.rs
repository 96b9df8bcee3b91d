//! What a score means: the chances of a win, a draw and a loss.

use std::sync::LazyLock;

use campione_core::Variant;
use serde::Deserialize;

use crate::score::Score;

/// The chances of the side to move, in thousandths. They add up to 1000.
///
/// They are those of games that the engine played against itself with 1,000 nodes a move (docs/background/engine.md).
///
/// ```
/// use campione_core::Variant;
/// use campione_search::{Chances, Score};
/// let even = Chances::of(Variant::named("capablanca")?, Score::Cp(0));
/// assert_eq!((even.win, even.win + even.draw + even.loss), (even.loss, 1000));
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Chances {
    /// The side to move wins.
    pub win: u16,
    /// Nobody wins.
    pub draw: u16,
    /// The side to move loses.
    pub loss: u16,
}

/// How scores and results of some variants belong together: a side wins by [`win_chance`], and the other side by the same
/// for the negative score.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    /// The ids of the variants. Empty for all others.
    games: Vec<String>,
    /// The score at which a win is as likely as not, in centipawns.
    margin: f64,
    /// The slope there, in centipawns.
    spread: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Families {
    family: Vec<Family>,
}

/// The last family is that of all others.
static FAMILIES: LazyLock<Vec<(Vec<Variant>, Family)>> = LazyLock::new(|| {
    let file: Families =
        toml::from_str(include_str!("../data/wdl.toml")).unwrap_or_else(|error| unreachable!("search/data: {error}"));
    let with_variants = file.family.into_iter().map(|family| {
        let variants = family.games.iter().filter_map(|id| Variant::named(id).ok()).collect();
        (variants, family)
    });
    with_variants.collect()
});

/// The chance of a win for a side with a score, from 0 to 1. With `margin` it is one half, and `spread` is the slope there;
/// all in centipawns.
///
/// ```
/// use campione_search::win_chance;
/// assert_eq!(win_chance(150.0, 150.0, 200.0), 0.5);
/// ```
pub fn win_chance(score: f64, margin: f64, spread: f64) -> f64 {
    1.0 / (1.0 + ((margin - score) / spread).exp())
}

impl Chances {
    /// The chances of the side to move with this score in a variant. A mate that has been found is certain.
    pub fn of(variant: Variant, score: Score) -> Chances {
        let centipawns = match score {
            Score::Cp(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => return Chances { win: 1000, draw: 0, loss: 0 },
            Score::Mate(_) => return Chances { win: 0, draw: 0, loss: 1000 },
        };
        let own = FAMILIES.iter().find(|(variants, _)| variants.contains(&variant)).or(FAMILIES.last());
        let Some((_, Family { margin, spread, .. })) = own else { unreachable!("search/data/wdl.toml has no family") };
        let wins = |score: i32| (1000.0 * win_chance(score.into(), *margin, *spread)).round() as u16;
        let (win, loss) = (wins(centipawns), wins(-centipawns));
        Chances { win, draw: 1000_u16.saturating_sub(win + loss), loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for id in Variant::ids() {
            let variant = Variant::named(id).unwrap();
            let mut before = 0;
            for score in -5_000..=5_000 {
                let Chances { win, draw, loss } = Chances::of(variant, Score::Cp(score));
                assert_eq!(win + draw + loss, 1000, "{id} {score}");
                assert!(win >= before, "{id} {score}");
                let other = Chances::of(variant, Score::Cp(-score));
                assert_eq!((other.win, other.draw, other.loss), (loss, draw, win), "{id} {score}");
                before = win;
            }
            assert!(before > 990, "{id}");
        }
    }

    #[test]
    fn mates_are_certain() {
        let variant = Variant::named("archchess").unwrap();
        assert_eq!(Chances::of(variant, Score::Mate(3)), Chances { win: 1000, draw: 0, loss: 0 });
        assert_eq!(Chances::of(variant, Score::Mate(-1)), Chances { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn every_family_has_variants_and_one_is_for_all_others() {
        let (last, others) = FAMILIES.split_last().unwrap();
        assert!(last.0.is_empty() && last.1.games.is_empty());
        for (variants, family) in others {
            assert!(!variants.is_empty() && variants.len() == family.games.len(), "{:?}", family.games);
        }
        for (_, family) in FAMILIES.iter() {
            assert!(family.margin >= 0.0 && family.spread > 10.0, "{:?}", family.games);
        }
    }
}
