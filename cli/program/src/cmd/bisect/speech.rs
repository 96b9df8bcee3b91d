//! Translates moves and pieces between the other program's notation and ours.

use std::str::FromStr;

use anyhow::bail;
use campione_core::Variant;
use campione_movegen::{Move, Position};
use campione_notation::moves::{MoveFault, MoveNotation};

/// Letters of pieces where two programs differ, ours first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Letters(Vec<(char, char)>);

impl FromStr for Letters {
    type Err = String;

    fn from_str(text: &str) -> Result<Letters, String> {
        let mut pairs: Vec<(char, char)> = Vec::new();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let letters: Vec<char> = pair.to_ascii_uppercase().chars().collect();
            match letters[..] {
                [ours, '=', theirs] if ours.is_ascii_uppercase() && theirs.is_ascii_uppercase() => {
                    if pairs.iter().any(|&(left, right)| left == ours || right == theirs) {
                        return Err(format!("`{pair}`: a letter is given twice"));
                    }
                    pairs.push((ours, theirs));
                }
                _ => return Err(format!("`{pair}` is not of the form `C=M`, our letter and the other program's")),
            }
        }
        Ok(Letters(pairs))
    }
}

fn in_case_of(letter: char, upper: char) -> char {
    if letter.is_ascii_uppercase() { upper } else { upper.to_ascii_lowercase() }
}

impl Letters {
    /// Checks that our letters are pieces of the variant, and that none of the other program's letters stands for two
    /// pieces.
    ///
    /// # Errors
    /// A letter is not a piece of the variant, or would stand for two.
    pub(super) fn check(&self, variant: Variant) -> anyhow::Result<()> {
        let pieces: Vec<String> = variant
            .all_roles()
            .map(|role| format!("{} ({})", variant.role(role).letter, variant.role_name(role)))
            .collect();
        for &(ours, theirs) in &self.0 {
            if variant.role_by_letter(ours).is_none() {
                bail!("--letters: `{ours}` is no piece of {}, which has {}", variant.id(), pieces.join(", "));
            }
            if variant.role_by_letter(theirs).is_some() && self.theirs(theirs) == theirs && ours != theirs {
                bail!(
                    "--letters: `{ours}={theirs}`: `{theirs}` is another piece of ours; say its letter too, as `{theirs}=X`"
                );
            }
        }
        Ok(())
    }

    fn theirs(&self, letter: char) -> char {
        let pair = self.0.iter().find(|(ours, _)| *ours == letter.to_ascii_uppercase());
        pair.map_or(letter, |&(_, theirs)| in_case_of(letter, theirs))
    }

    fn ours(&self, letter: char) -> char {
        let pair = self.0.iter().find(|(_, theirs)| *theirs == letter.to_ascii_uppercase());
        pair.map_or(letter, |&(ours, _)| in_case_of(letter, ours))
    }

    /// A FEN with the other program's letters in its placement.
    pub(super) fn in_fen(&self, fen: &str) -> String {
        let (placement, rest) = fen.split_at(fen.find(' ').unwrap_or(fen.len()));
        placement.chars().map(|letter| self.theirs(letter)).chain(rest.chars()).collect()
    }

    /// A move with the letters of its pieces replaced: all capitals, and a lower-case letter after a square at the end
    /// of a part.
    fn in_move(text: &str, replace: impl Fn(char) -> char) -> String {
        let bytes = text.as_bytes();
        let mut found = String::with_capacity(text.len());
        for (index, letter) in text.char_indices() {
            let behind_square = index > 0 && bytes[index - 1].is_ascii_digit();
            let ends = bytes.get(index + 1).is_none_or(|&next| next == b',');
            let piece = letter.is_ascii_uppercase() || letter.is_ascii_lowercase() && behind_square && ends;
            found.push(if piece { replace(letter) } else { letter });
        }
        found
    }
}

/// The other program's notation.
#[derive(Clone, Debug)]
pub(super) struct Speech {
    letters: Letters,
    /// The number of the first rank, once it is known.
    first_rank: Option<u8>,
    /// The number that is assumed until then.
    usual_first_rank: u8,
}

impl Speech {
    /// `usual_first_rank` is assumed on a board of ten ranks until a move shows the number.
    pub(super) fn new(letters: Letters, first_rank: Option<u8>, ten_ranks: bool, usual_first_rank: u8) -> Speech {
        let (first_rank, usual_first_rank) = if ten_ranks { (first_rank, usual_first_rank) } else { (Some(1), 1) };
        Speech { letters, first_rank, usual_first_rank }
    }

    pub(super) fn letters(&self) -> &Letters {
        &self.letters
    }

    fn first_rank(&self) -> u8 {
        self.first_rank.unwrap_or(self.usual_first_rank)
    }

    /// Learns from moves how ranks are counted. Returns true if these moves show that they are counted from 0.
    pub(super) fn learn<'t>(&mut self, mut moves: impl Iterator<Item = &'t str>) -> bool {
        if self.first_rank.is_some() {
            return false;
        }
        let known =
            moves.find_map(|text| ranks(text).find_map(|rank| [(0, 0), (10, 1)].into_iter().find(|r| r.0 == rank)));
        self.first_rank = known.map(|(_, first)| first);
        self.first_rank == Some(0)
    }

    /// A move of the other program with our letters and ranks.
    pub(super) fn to_ours(&self, text: &str) -> String {
        let text = Letters::in_move(text.trim(), |letter| self.letters.ours(letter));
        if self.first_rank() == 1 { text } else { shifted(&text, 1) }
    }

    /// A move of ours as the other program writes it.
    pub(super) fn to_theirs(&self, text: &str) -> String {
        let text = Letters::in_move(text, |letter| self.letters.theirs(letter));
        if self.first_rank() == 1 { text } else { shifted(&text, -1) }
    }

    /// The legal moves that a text of the other program may mean: one, unless it is illegal, unreadable or ambiguous.
    pub(super) fn candidates(&self, text: &str, position: &Position) -> Vec<Move> {
        let text = self.to_ours(text);
        // `F1C1`, but not `B1c3`, which is a move of a bishop.
        let capitals = text.chars().filter(char::is_ascii_alphabetic).take(2).all(|letter| letter.is_ascii_uppercase());
        let lower = capitals.then(|| text.to_ascii_lowercase());
        let readings = [
            (MoveNotation::Uci, Some(text.as_str())),
            (MoveNotation::San, Some(text.as_str())),
            (MoveNotation::Uci, lower.as_deref()),
        ];
        for (notation, text) in readings.into_iter().filter_map(|(notation, text)| Some((notation, text?))) {
            match notation.read(text, position) {
                Ok(mv) => return vec![mv],
                Err(error) if error.fault == MoveFault::Ambiguous => {
                    let read = |text: &String| notation.read(text, position).ok();
                    return error.candidates.iter().filter_map(read).collect();
                }
                Err(_) => {}
            }
        }
        Vec::new()
    }
}

/// The numbers of ranks in a move.
fn ranks(text: &str) -> impl Iterator<Item = u32> {
    let text = if text.starts_with("0-0") { "" } else { text };
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok())
}

/// A move with `by` added to the number of each rank.
fn shifted(text: &str, by: i32) -> String {
    if text.starts_with("0-0") {
        return text.to_owned();
    }
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let end = rest[start..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |length| start + length);
        let number: Option<i32> = rest[start..end].parse().ok();
        found.push_str(&rest[..start]);
        found.push_str(&number.map_or_else(|| rest[start..end].to_owned(), |number| (number + by).to_string()));
        rest = &rest[end..];
    }
    found + rest
}

#[cfg(test)]
mod tests {
    use campione_notation::{fen, uci};

    use super::*;

    fn speech(letters: &str, first_rank: Option<u8>) -> Speech {
        Speech::new(letters.parse().unwrap(), first_rank, true, 1)
    }

    #[test]
    fn letters_of_pieces() {
        let speech = speech("C=M, e=a", None);
        assert_eq!(speech.letters().in_fen("rce/PCE w Cc e3 0 1"), "rma/PMA w Cc e3 0 1");
        for (ours, theirs) in
            [("c7c8c", "c7c8m"), ("Ce4xc5", "Me4xc5"), ("e7e8=E+", "e7e8=A+"), ("b1c3,e8c", "b1c3,e8m")]
        {
            assert_eq!((speech.to_theirs(ours).as_str(), speech.to_ours(theirs).as_str()), (theirs, ours));
        }
        for bad in ["C", "C=", "C=M,C=N", "C=M,E=M", "CC=M", "1=2"] {
            assert!(bad.parse::<Letters>().is_err(), "{bad}");
        }
        let game = Variant::named("capablanca").unwrap();
        let check = |letters: &str| letters.parse::<Letters>().unwrap().check(game).map_err(|error| error.to_string());
        for good in ["", "C=M,A=Y", "C=A,A=C", "N=S,C=N"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        assert!(check("M=C").unwrap_err().contains("`M` is no piece of capablanca, which has K (king)"));
        assert!(check("C=N").unwrap_err().contains("`N` is another piece of ours"));
    }

    #[test]
    fn ranks_counted_from_0() {
        let speech = speech("", Some(0));
        for (ours, theirs) in
            [("a1a3", "a0a2"), ("a9a10q", "a8a9q"), ("e1i1,j1g1", "e0i0,j0g0"), ("Nb10-a8", "Nb9-a7"), ("O-O", "O-O")]
        {
            assert_eq!((speech.to_theirs(ours).as_str(), speech.to_ours(theirs).as_str()), (theirs, ours));
        }
        assert_eq!(speech.to_ours("0-0-0"), "0-0-0");
    }

    #[test]
    fn how_ranks_are_counted_is_learnt_once() {
        let mut speech = speech("", None);
        assert!(!speech.learn(["e2e4", "0-0"].into_iter()));
        assert_eq!(speech.to_ours("e2e4"), "e2e4");
        assert!(speech.learn(["e2e4", "e0e1"].into_iter()));
        assert!(!speech.learn(["a10a9"].into_iter()));
        assert_eq!(speech.to_ours("e2e4"), "e3e5");
        let mut other = Speech::new(Letters::default(), None, true, 0);
        assert_eq!(other.to_ours("e2e4"), "e3e5");
        assert!(!other.learn(["Ra1-a10"].into_iter()));
        assert_eq!(other.to_ours("e2e4"), "e2e4");
    }

    #[test]
    fn every_way_to_write_a_castling_is_read() {
        let game = Variant::named("capablanca").unwrap();
        let position = fen::read("r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", game).unwrap();
        for text in ["f1c1", "f1a1", "O-O-O", "0-0-0", "O - O - O", "F1C1"] {
            let found: Vec<String> =
                speech("", None).candidates(text, &position).iter().map(|&mv| uci::write(mv, &position)).collect();
            assert_eq!(found, ["f1c1"], "{text}");
        }
        let found = speech("", None).candidates("Rd1", &position);
        assert_eq!(found.len(), 1);
        assert_eq!(speech("", None).candidates("Re1", &position).len(), 1);
        assert!(speech("", None).candidates("f1d1", &position).is_empty());
        assert!(speech("", None).candidates("A1b1", &position).is_empty(), "there is no archbishop");
    }

    #[test]
    fn ambiguous_moves_have_several_candidates() {
        let game = Variant::named("chess").unwrap();
        let position = fen::read("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", game).unwrap();
        assert_eq!(speech("", None).candidates("Rf1", &position).len(), 1);
        let position = fen::read("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", game).unwrap();
        assert_eq!(speech("", None).candidates("Rd1", &position).len(), 2);
    }
}
