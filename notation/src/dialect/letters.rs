//! Letters of pieces in the FENs of other programs.

use std::borrow::Cow;

use campione_core::{Color, Variant};
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

/// Compares the ranks of both sides' pieces with the array of the variant. `None` unless the army of one side stands there as in
/// the array, but for letters that the text has in the place of ours, never beside them.
fn by_array(placement: &str, variant: Variant) -> Option<SmallVec<[Swap; 4]>> {
    if variant.has_random_arrays() {
        return None;
    }
    let start = variant.placement(&variant.start().board);
    let is_said = |ours: char| placement.contains([ours, ours.to_ascii_lowercase()]);
    Color::ALL.into_iter().find_map(|color| {
        let army = army(&start, color);
        let text = ranks(placement, color, army.split('/').count());
        let mut swaps: SmallVec<[Swap; 4]> = SmallVec::new();
        for (theirs, ours) in text.chars().zip(army.chars()).filter(|(theirs, ours)| theirs != ours) {
            if swaps.contains(&Swap { theirs, ours }) {
                continue;
            }
            // A letter of ours is what we say it is; and a piece that the text names as we do has no other name.
            let is_name = theirs.is_ascii_uppercase() && variant.role_by_letter(theirs).is_none();
            let is_other = |swap: &Swap| swap.theirs == theirs || swap.ours == ours;
            if !is_name || !ours.is_ascii_uppercase() || is_said(ours) || swaps.iter().any(is_other) {
                return None;
            }
            swaps.push(Swap { theirs, ours });
        }
        (text.len() == army.len()).then_some(swaps)
    })
}

/// The ranks of an array on which one side's pieces stand, as [`ranks`] has them.
fn army(start: &str, color: Color) -> String {
    let most = start.split('/').count();
    let pieces = |rank: &str| rank.contains(|letter: char| letter.is_ascii_uppercase() && letter != 'P');
    let count = ranks(start, color, most).split('/').take_while(|rank| pieces(rank)).count();
    ranks(start, color, count)
}

/// The first ranks of a placement from one side's view: outward from its own first rank, its pieces in upper case.
fn ranks(placement: &str, color: Color, count: usize) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    match color {
        Color::White => placement.rsplit('/').take(count).collect::<Vec<_>>().join("/"),
        Color::Black => placement.split('/').take(count).collect::<Vec<_>>().join("/").chars().map(swap).collect(),
    }
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

/// Whether all letters in a FEN that are not ours are those of programs that play our variants.
pub(crate) fn has_known_letters(fen: &str, variant: Variant) -> bool {
    let placement = fen.split_ascii_whitespace().next().unwrap_or_default();
    let is_known = |letter| FOREIGN.iter().any(|foreign| foreign.letter == letter && foreign.program.is_some());
    let foreign = foreign_letters(placement, variant);
    foreign.iter().all(|swap| is_known(swap.theirs) || variant.role_by_letter(swap.theirs).is_some())
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
