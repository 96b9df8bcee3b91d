//! Compares two divides of one position, ours and the other program's, move by move.

use campione_movegen::{Move, Position};
use campione_notation::uci;

use crate::divide::{Divide, is_like_a_move};
use crate::notation::EngineNotation;

/// A move of both programs whose counts differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DifferentCount {
    /// The move.
    pub mv: Move,
    /// As the other program writes it.
    pub theirs: String,
    /// Our count and the other program's.
    pub counts: (u128, u128),
}

/// Two divides side by side.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::{Comparison, EngineNotation, Letters, divide::parse};
/// use campione_movegen::{Position, divide};
/// let start = Position::start(Variant::named("chess")?);
/// let theirs = parse(&["a2a3: 1", "Nodes searched: 1"].map(str::to_owned)).expect("a divide");
/// let notation = EngineNotation::new(Letters::default(), None, start.variant());
/// let found = Comparison::new(&start, 1, &divide(&start, 1), &theirs, &notation);
/// assert_eq!((found.nodes, found.missing.len()), ((20, 1), 19));
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The depth, in plies.
    pub depth: u32,
    /// Our count and the other program's.
    pub nodes: (u128, u128),
    /// Our moves that it lacks, sorted by name.
    pub missing: Vec<Move>,
    /// Its moves that are not ours, as it writes them.
    pub superfluous: Vec<String>,
    /// Moves of both with different counts, the smallest counts first.
    pub different: Vec<DifferentCount>,
    /// Whether it prints the moves, and not only the count.
    pub listed: bool,
    /// Texts that it seems to print for moves, but that cannot be read, if moves are missing, which they may be.
    pub unread: Vec<String>,
    /// The sum of its counts, if that is not the total that it prints.
    pub wrong_total: Option<u128>,
    /// All its moves as it writes them, sorted.
    pub texts: Vec<String>,
}

impl Comparison {
    /// Compares the divide of another program, of `depth` plies from `position`, with ours.
    pub fn new(
        position: &Position,
        depth: u32,
        ours: &[(Move, u128)],
        divide: &Divide,
        notation: &EngineNotation,
    ) -> Comparison {
        let mut theirs: Vec<Entry<'_>> =
            divide.moves.iter().map(|(text, nodes)| Entry { text, nodes: *nodes, mv: None }).collect();
        // Some programs list moves with a count of 0, those that they find illegal too, and some do not.
        theirs.sort_by_key(|entry| entry.nodes == 0);
        assign(position, ours, &mut theirs, notation);
        let counted = || theirs.iter().filter(|entry| entry.nodes > 0);
        let mut texts: Vec<String> = counted().map(|entry| entry.text.to_owned()).collect();
        texts.sort();
        let listed = !theirs.is_empty() || divide.total.unwrap_or(0) == 0;
        let mut missing: Vec<Move> = Vec::new();
        let mut different = Vec::new();
        for &(mv, nodes) in ours {
            match theirs.iter().find(|entry| entry.mv == Some(mv)) {
                Some(entry) if entry.nodes == nodes => {}
                Some(entry) if entry.nodes > 0 || depth > 1 => {
                    different.push(DifferentCount { mv, theirs: entry.text.to_owned(), counts: (nodes, entry.nodes) });
                }
                _ if nodes > 0 && listed => missing.push(mv),
                _ => {}
            }
        }
        missing.sort_by_cached_key(|&mv| uci::write(mv, position));
        different.sort_by_cached_key(|other| (other.counts.0.max(other.counts.1), uci::write(other.mv, position)));
        let mut superfluous: Vec<String> =
            counted().filter(|entry| entry.mv.is_none()).map(|entry| entry.text.to_owned()).collect();
        let mut sum = divide.sum();
        let mut unread: Vec<String> = divide.unread.iter().map(|(text, _)| text.clone()).collect();
        if listed && missing.is_empty() {
            // None of our moves is left that they could be.
            unread.clear();
            for (text, nodes) in divide.unread.iter().filter(|(text, nodes)| *nodes > 0 && is_like_a_move(text)) {
                superfluous.push(text.clone());
                sum = sum.saturating_add(*nodes);
            }
        }
        let nodes = (ours.iter().map(|(_, nodes)| nodes).sum(), divide.total.unwrap_or(sum));
        let wrong_total = Some(sum).filter(|&sum| !theirs.is_empty() && sum != nodes.1);
        Comparison { depth, nodes, missing, superfluous, different, listed, unread, wrong_total, texts }
    }

    /// Whether anything differs.
    pub fn differs(&self) -> bool {
        self.nodes.0 != self.nodes.1 || self.moves_differ() || !self.different.is_empty()
    }

    /// Whether one program has moves that the other lacks.
    pub fn moves_differ(&self) -> bool {
        !self.missing.is_empty() || !self.superfluous.is_empty()
    }
}

/// A line of the other program's divide.
struct Entry<'a> {
    text: &'a str,
    nodes: u128,
    /// Our move for it, once it is found.
    mv: Option<Move>,
}

/// Finds our move for each line. If a text fits several moves, it gets one that no other line has, with the same count
/// if possible: some programs write the moves of two knights alike.
fn assign(position: &Position, ours: &[(Move, u128)], theirs: &mut [Entry<'_>], notation: &EngineNotation) {
    let candidates: Vec<Vec<Move>> = theirs.iter().map(|entry| notation.candidates(entry.text, position)).collect();
    let mut taken: Vec<Move> = Vec::new();
    for several in [false, true] {
        for (entry, candidates) in theirs.iter_mut().zip(&candidates) {
            if entry.mv.is_some() || (candidates.len() > 1) != several {
                continue;
            }
            let same_count = |mv: &&Move| ours.iter().any(|&(own, nodes)| own == **mv && nodes == entry.nodes);
            let free = || candidates.iter().filter(|mv| !taken.contains(mv));
            entry.mv = free().find(same_count).or_else(|| free().next()).copied();
            taken.extend(entry.mv);
        }
    }
    for entry in theirs.iter_mut().filter(|entry| entry.mv.is_none()) {
        let text = notation.to_ours(entry.text).to_ascii_lowercase();
        let own = ours.iter().map(|&(mv, _)| mv).filter(|mv| !taken.contains(mv));
        let mut fits = own.filter(|&mv| bare(mv, position).is_some_and(|bare| bare == text));
        entry.mv = fits.next();
        taken.extend(entry.mv);
    }
}

/// Coordinates that lack something which our reader needs, but which some programs write: a castling in which the king
/// hardly moves, without the `k`, and a promotion without the letter where there is no choice.
fn bare(mv: Move, position: &Position) -> Option<String> {
    let row = position.castling_row(mv);
    let castling = row.is_some_and(|row| row.partner.is_some() && !row.free);
    let promotion = mv.kind().promotes();
    let no_choice = promotion && position.variant().promotions().len() == 1;
    (castling || no_choice).then(|| format!("{}{}", mv.from(), mv.to()))
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;
    use campione_movegen::divide;
    use campione_notation::fen;

    use super::*;
    use crate::notation::Letters;

    #[track_caller]
    fn compare(game: &str, fen: &str, texts: &[&str], total: u128) -> Comparison {
        let variant = Variant::named(game).unwrap();
        let position = fen::read(fen, variant).unwrap();
        let moves = texts.iter().map(|&text| (text.to_owned(), 1)).collect();
        let answer = Divide { moves, total: Some(total), ..Divide::default() };
        let notation = EngineNotation::new(Letters::default(), None, variant);
        Comparison::new(&position, 1, &divide(&position, 1), &answer, &notation)
    }

    #[test]
    fn a_castling_written_as_the_kings_step() {
        // RULES.md §5: the king steps to i1, or castles there; the rook stands on j1.
        let fen = "k9/10/10/10/10/10/10/7K1R w K - 0 1";
        let variant = Variant::named("crc").unwrap();
        let position = fen::read(fen, variant).unwrap();
        let texts: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|&mv| uci::write(mv, &position).trim_end_matches('k').to_owned())
            .collect();
        assert_eq!(texts.iter().filter(|text| *text == "h1i1").count(), 2);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert!(!compare("crc", fen, &texts, texts.len() as u128).differs());
        let three: Vec<&str> = texts.iter().copied().chain(["h1i1"]).collect();
        assert_eq!(compare("crc", fen, &three, three.len() as u128).superfluous, ["h1i1"]);
    }

    #[test]
    fn what_differs() {
        let fen = "4k3/8/8/8/8/8/8/K7 w - - 0 1";
        assert!(!compare("chess", fen, &["Ka2", "Kb1", "a1b2"], 3).differs());
        let found = compare("chess", fen, &["a1a2", "a1a3", "Kb2", "Kb2+"], 4);
        assert_eq!((found.nodes, found.missing.len()), ((3, 4), 1));
        assert_eq!(found.superfluous, ["a1a3", "Kb2+"]);
        let found = compare("chess", fen, &["a1a2", "a1b1", "a1b2"], 4);
        assert!(found.differs() && !found.moves_differ());
        assert_eq!(found.wrong_total, Some(3));
        let found = compare("chess", fen, &[], 4);
        assert!(found.differs() && !found.moves_differ() && !found.listed);
        assert!(compare("chess", fen, &[], 0).moves_differ());
    }
}
