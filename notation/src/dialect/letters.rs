//! Letters of pieces in the FENs of other programs.

use std::borrow::Cow;

use campione_core::Variant;
use smallvec::SmallVec;

use crate::letters::{FOREIGN, Letters};
use crate::roles::{cardinal, marshall, moving_as};

/// A letter of another program and ours for the same piece, both upper case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Swap {
    pub(crate) theirs: char,
    pub(crate) ours: char,
}

/// A placement from another program, in our letters.
pub(super) fn in_our_letters(placement: &str, variant: Variant) -> Cow<'_, str> {
    let swaps = foreign_letters(placement, variant);
    if swaps.is_empty() { Cow::Borrowed(placement) } else { Cow::Owned(swapped(placement, &swaps)) }
}

/// The letters of a placement that stand for other letters of ours. Empty if all are ours, or if one cannot be told.
pub(crate) fn foreign_letters(placement: &str, variant: Variant) -> SmallVec<[Swap; 4]> {
    let mut foreign: SmallVec<[char; 4]> = SmallVec::new();
    for letter in placement.chars().filter(char::is_ascii_alphabetic) {
        let letter = letter.to_ascii_uppercase();
        if variant.role_by_letter(letter).is_none() && !foreign.contains(&letter) {
            foreign.push(letter);
        }
    }
    if foreign.is_empty() {
        return SmallVec::new();
    }
    // Where the pieces of the array still stand, their squares say more than any habit.
    let swaps = by_array(placement, variant).unwrap_or_else(|| by_movement(placement, variant, &foreign));
    let complete = foreign.iter().all(|letter| swaps.iter().any(|swap| swap.theirs == *letter));
    if complete { swaps } else { SmallVec::new() }
}

/// Compares the first ranks of both sides with the array of the variant. `None` unless the army of one side stands
/// there as in the array, but for the letters.
fn by_array(placement: &str, variant: Variant) -> Option<SmallVec<[Swap; 4]>> {
    if variant.has_random_arrays() {
        return None;
    }
    let start = variant.placement(&variant.start().board);
    let home = |text: &str, white: bool| {
        let rank = if white { text.rsplit('/').next() } else { text.split('/').next() };
        rank.unwrap_or_default().to_ascii_uppercase()
    };
    [true, false].into_iter().find_map(|white| {
        let (rank, array) = (home(placement, white), home(&start, white));
        let mut swaps: SmallVec<[Swap; 4]> = SmallVec::new();
        for (theirs, ours) in rank.chars().zip(array.chars()) {
            let known = swaps.iter().find(|swap| swap.theirs == theirs || swap.ours == ours);
            match known {
                Some(swap) if *swap == (Swap { theirs, ours }) => {}
                None if theirs == ours => {}
                None if variant.role_by_letter(theirs).is_none() && !array.contains(theirs) => {
                    swaps.push(Swap { theirs, ours });
                }
                _ => return None,
            }
        }
        (rank.len() == array.len() && rank.bytes().all(|letter| letter.is_ascii_alphabetic())).then_some(swaps)
    })
}

/// Our letters for the known letters of other programs.
fn by_movement(placement: &str, variant: Variant, foreign: &[char]) -> SmallVec<[Swap; 4]> {
    let has = |letter: char| placement.contains([letter, letter.to_ascii_lowercase()]);
    let mut swaps: SmallVec<[Swap; 4]> = SmallVec::new();
    for &theirs in foreign {
        let known = FOREIGN.iter().find(|foreign| foreign.letter == theirs && foreign.program.is_some());
        let Some(role) = known.and_then(|known| moving_as(known.movement, variant)) else { return SmallVec::new() };
        let ours = variant.role(role).letter;
        if swaps.iter().any(|swap| swap.ours == ours) {
            return SmallVec::new();
        }
        swaps.push(Swap { theirs, ours });
        if !has(ours) {
            continue;
        }
        // Two letters for one piece. Only `M` tells what the other one is: who writes it has `C` for the cardinal. If our
        // letter for that is there too, `C` is ambiguous.
        let cardinal = cardinal(variant).map(|role| variant.role(role).letter);
        match cardinal {
            Some(cardinal) if (theirs, ours) == ('M', 'C') && !has(cardinal) => {
                swaps.push(Swap { theirs: 'C', ours: cardinal });
            }
            _ => return SmallVec::new(),
        }
    }
    swaps
}

/// The letters of the pieces in a FEN that are not ours, if all of them can be told.
pub(crate) fn letters_of(fen: &str, variant: Variant) -> Letters {
    let placement = fen.split_ascii_whitespace().next().unwrap_or_default();
    Letters::of(foreign_letters(placement, variant).into_iter().map(|Swap { theirs, ours }| (theirs, ours)))
}

/// The letters of `BrainKing`: `M` is the marshall and `C` is always the cardinal.
pub(crate) fn brainking_letters(variant: Variant) -> Letters {
    let pairs = [('M', marshall(variant)), ('C', cardinal(variant))];
    Letters::of(pairs.into_iter().filter_map(|(theirs, role)| Some((theirs, variant.role(role?).letter))))
}

/// A placement from `BrainKing`, in our letters.
pub(crate) fn of_brainking(placement: &str, variant: Variant) -> String {
    let letters = brainking_letters(variant);
    in_letters(placement, |letter| letters.ours(letter))
}

fn swapped(placement: &str, swaps: &[Swap]) -> String {
    in_letters(placement, |letter| swaps.iter().find(|swap| swap.theirs == letter).map_or(letter, |swap| swap.ours))
}

/// A placement with other letters. `ours` is asked in upper case.
fn in_letters(placement: &str, ours: impl Fn(char) -> char) -> String {
    let own = |found: char| {
        let ours = ours(found.to_ascii_uppercase());
        if found.is_ascii_lowercase() { ours.to_ascii_lowercase() } else { ours }
    };
    placement.chars().map(|found| if found.is_ascii_alphabetic() { own(found) } else { found }).collect()
}
