//! The notation of another program: its letters of pieces, its rank numbers, its moves.

use std::str::FromStr;

use campione_core::Variant;
use campione_movegen::{Move, Position};
use campione_notation::moves::{MoveFault, MoveNotation};

/// Letters of pieces where two programs differ, ours first: `C=M,A=Y`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letters(Vec<(char, char)>);

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
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_driver::Letters;
    /// let letters: Letters = "C=M".parse()?;
    /// assert!(letters.check(Variant::named("capablanca").unwrap()).is_ok());
    /// assert!(letters.check(Variant::named("chess").unwrap()).unwrap_err().starts_with("`C` is not a piece of chess"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn check(&self, variant: Variant) -> Result<(), String> {
        let pieces: Vec<String> = variant
            .all_roles()
            .map(|role| format!("{} ({})", variant.role(role).letter, variant.role_name(role)))
            .collect();
        for &(ours, theirs) in &self.0 {
            if variant.role_by_letter(ours).is_none() {
                return Err(format!("`{ours}` is not a piece of {}, which has {}", variant.id(), pieces.join(", ")));
            }
            if variant.role_by_letter(theirs).is_some() && self.theirs(theirs) == theirs && ours != theirs {
                return Err(format!(
                    "`{ours}={theirs}`: `{theirs}` is another piece of ours; give its letter too, as `{theirs}=X`"
                ));
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
    ///
    /// ```
    /// use campione_driver::Letters;
    /// let letters: Letters = "C=M".parse()?;
    /// assert_eq!(letters.in_fen("rc8/10 w Cc - 0 1"), "rm8/10 w Cc - 0 1");
    /// # Ok::<(), String>(())
    /// ```
    pub fn in_fen(&self, fen: &str) -> String {
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

/// How another program writes moves and positions.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::EngineNotation;
/// use campione_movegen::Position;
/// let start = Position::start(Variant::named("capablanca")?);
/// let notation = EngineNotation::new("C=M".parse()?, Some(1), start.variant());
/// assert_eq!(notation.candidates("Mi3", &start), notation.candidates("h1i3", &start));
/// assert_eq!(notation.to_theirs("i7i8c"), "i7i8m");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EngineNotation {
    letters: Letters,
    /// The number of the first rank, once it is known.
    first_rank: Option<u8>,
    /// The number that is assumed until then.
    usual_first_rank: u8,
}

impl EngineNotation {
    /// On a board of ten ranks, `first_rank` is the number of the first one, if it is known; it is assumed to be 1 until
    /// a move shows the number. On other boards it is 1.
    pub fn new(letters: Letters, first_rank: Option<u8>, variant: Variant) -> EngineNotation {
        let first_rank = if variant.ranks() == 10 { first_rank } else { Some(1) };
        EngineNotation { letters, first_rank, usual_first_rank: 1 }
    }

    /// The same, but with another assumption about the first rank.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_driver::{EngineNotation, Letters};
    /// let archchess = Variant::named("archchess")?;
    /// let notation = EngineNotation::new(Letters::default(), None, archchess).assuming(0);
    /// assert_eq!(notation.to_theirs("a1a3"), "a0a2");
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn assuming(self, first_rank: u8) -> EngineNotation {
        EngineNotation { usual_first_rank: first_rank, ..self }
    }

    /// The letters of its pieces.
    pub fn letters(&self) -> &Letters {
        &self.letters
    }

    fn first_rank(&self) -> u8 {
        self.first_rank.unwrap_or(self.usual_first_rank)
    }

    /// Learns from moves how ranks are counted. Returns true if these moves show that they are counted from 0.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_driver::{EngineNotation, Letters};
    /// let mut notation = EngineNotation::new(Letters::default(), None, Variant::named("archchess")?);
    /// assert!(notation.learn(["e0e1"].into_iter()));
    /// assert_eq!(notation.to_ours("a0a2"), "a1a3");
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn learn<'t>(&mut self, moves: impl Iterator<Item = &'t str>) -> bool {
        if self.first_rank.is_some() {
            return false;
        }
        // Words behind a move may have other numbers in them.
        let mut words = moves.filter_map(|text| text.split_whitespace().next());
        let known =
            words.find_map(|text| ranks(text).find_map(|rank| [(0, 0), (10, 1)].into_iter().find(|r| r.0 == rank)));
        self.first_rank = known.map(|(_, first)| first);
        self.first_rank == Some(0)
    }

    /// A move of the other program with our letters and ranks.
    pub fn to_ours(&self, text: &str) -> String {
        let text = Letters::in_move(text.trim(), |letter| self.letters.ours(letter));
        if self.first_rank() == 1 { text } else { shifted(&text, 1) }
    }

    /// A move of ours with the other program's letters and ranks.
    pub fn to_theirs(&self, text: &str) -> String {
        let text = Letters::in_move(text, |letter| self.letters.theirs(letter));
        if self.first_rank() == 1 { text } else { shifted(&text, -1) }
    }

    /// The legal moves that a text of the other program may mean: one, unless it is illegal, unreadable or ambiguous.
    pub fn candidates(&self, text: &str, position: &Position) -> Vec<Move> {
        let found = self.candidates_as_written(text, position);
        if !found.is_empty() {
            return found;
        }
        let usual = self.usual(text, position.variant());
        if usual == text {
            return found;
        }
        let found = self.candidates_as_written(&usual, position);
        let first = text.split_whitespace().next().unwrap_or_default();
        // A letter that is no promotion after all.
        if found.is_empty() && first != usual { self.candidates_as_written(first, position) } else { found }
    }

    /// A move of the other program in the usual form, where it is written as some do: `a7a8 q`, `a7a8-q`, `a7a8 queen`,
    /// `d5e6 e.p.`, `e1g1 castle`, `o-o`, `OO`.
    fn usual(&self, text: &str, variant: Variant) -> String {
        let mut words = text.split_whitespace();
        let (mv, mark) = (words.next().unwrap_or_default(), words.next());
        let signs: String = mv.chars().filter(|&c| c != '-').collect();
        if matches!(signs.as_str(), "oo" | "OO" | "ooo" | "OOO") {
            return if signs.len() == 2 { "O-O" } else { "O-O-O" }.to_owned();
        }
        if let Some((squares, letter)) = mv.rsplit_once('-')
            && let [letter] = letter.as_bytes()
            && squares.ends_with(|c: char| c.is_ascii_digit())
        {
            return format!("{squares}{}", char::from(letter.to_ascii_lowercase()));
        }
        // The letter or the name of the piece that the pawn becomes; other words and letters say something else.
        let promoted = mark.and_then(|mark| {
            let is_it = |letter: char| match mark.as_bytes() {
                [only] => char::from(*only).eq_ignore_ascii_case(&self.letters.theirs(letter)),
                _ => false,
            };
            let mut roles = variant.promotions().iter().copied();
            let role = roles
                .find(|&role| is_it(variant.role(role).letter) || variant.role_name(role).eq_ignore_ascii_case(mark));
            role.map(|role| self.letters.theirs(variant.role(role).letter))
        });
        promoted.map_or_else(|| mv.to_owned(), |letter| format!("{mv}{}", letter.to_ascii_lowercase()))
    }

    fn candidates_as_written(&self, text: &str, position: &Position) -> Vec<Move> {
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

    fn speech(letters: &str, first_rank: Option<u8>) -> EngineNotation {
        EngineNotation::new(letters.parse().unwrap(), first_rank, Variant::named("archchess").unwrap())
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
        let variant = Variant::named("capablanca").unwrap();
        let check = |letters: &str| letters.parse::<Letters>().unwrap().check(variant);
        for good in ["", "C=M,A=Y", "C=A,A=C", "N=S,C=N"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        assert!(check("M=C").unwrap_err().contains("`M` is not a piece of capablanca, which has K (king)"));
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
        let mut other = self::speech("", None).assuming(0);
        assert_eq!(other.to_ours("e2e4"), "e3e5");
        assert!(!other.learn(["Ra1-a10"].into_iter()));
        assert_eq!(other.to_ours("e2e4"), "e2e4");
    }

    #[test]
    fn every_way_to_write_a_castling_is_read() {
        let variant = Variant::named("capablanca").unwrap();
        let position = fen::read("r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", variant).unwrap();
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
        let variant = Variant::named("chess").unwrap();
        let position = fen::read("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", variant).unwrap();
        assert_eq!(speech("", None).candidates("Rf1", &position).len(), 1);
        let position = fen::read("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", variant).unwrap();
        assert_eq!(speech("", None).candidates("Rd1", &position).len(), 2);
    }
}
