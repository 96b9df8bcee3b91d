//! Divides: the counts after each first move, ours and those of other programs.

use std::collections::BTreeMap;

use campione_movegen::{Move, Position, divide};

/// A count, and its parts by first move. Moves with a count of 0 are left out, because some programs list them and some
/// do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Divide {
    pub(crate) moves: BTreeMap<String, u128>,
    pub(crate) nodes: u128,
}

impl Divide {
    pub(crate) fn new(moves: BTreeMap<String, u128>, nodes: u128) -> Divide {
        Divide { moves: moves.into_iter().filter(|&(_, nodes)| nodes > 0).collect(), nodes }
    }

    /// The differences between two divides, one line for each move.
    pub(crate) fn differences(&self, other: &Divide, name: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (mv, ours) in &self.moves {
            match other.moves.get(mv) {
                Some(theirs) if theirs == ours => {}
                Some(theirs) => lines.push(format!("{mv}: we count {ours}, {name} {theirs}")),
                None => lines.push(format!("{mv}: we count {ours}, {name} has no such move")),
            }
        }
        for (mv, theirs) in &other.moves {
            if !self.moves.contains_key(mv) {
                lines.push(format!("{mv}: {name} counts {theirs}, we have no such move"));
            }
        }
        lines
    }
}

/// How a program writes castling. Other moves are start square, target square and promotion letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastlingStyle {
    /// As the king's move.
    KingMove,
    /// As the king's capture of its own rook.
    KingTakesRook,
    /// `O-O` toward the last file, `O-O-O` toward the a-file.
    Letters,
}

/// Our own divide, the moves written as the other program writes them.
pub(crate) fn ours(position: &Position, depth: u32, style: CastlingStyle) -> Divide {
    let mut nodes = 0;
    let mut moves = BTreeMap::new();
    for (mv, count) in divide(position, depth) {
        nodes += count;
        *moves.entry(write(mv, position, style)).or_default() += count;
    }
    Divide::new(moves, nodes)
}

fn write(mv: Move, position: &Position, style: CastlingStyle) -> String {
    let row = position.castling_row(mv);
    let partner = row.and_then(|row| row.partner).map(|partner| partner.from);
    match (partner, style) {
        (Some(partner), CastlingStyle::KingTakesRook) => return format!("{}{partner}", mv.from()),
        (Some(partner), CastlingStyle::Letters) => {
            return if partner > mv.from() { "O-O" } else { "O-O-O" }.to_owned();
        }
        _ => {}
    }
    let promotion = mv.promotion().map(|role| position.variant().role(role).letter.to_ascii_lowercase());
    format!("{}{}{}", mv.from(), mv.to(), promotion.map(String::from).unwrap_or_default())
}

/// Parses `e2e4: 123` lines up to `Nodes searched: N`.
pub(crate) fn read_uci(lines: &[String]) -> Option<Divide> {
    let mut moves = BTreeMap::new();
    let mut total = None;
    for (name, count) in lines.iter().filter_map(|line| line.split_once(": ")) {
        let Ok(count) = count.trim().parse() else { continue };
        if name == "Nodes searched" {
            total = Some(count);
        } else if is_square_pair(name) {
            moves.insert(name.to_owned(), count);
        }
    }
    total.map(|nodes| Divide::new(moves, nodes))
}

fn is_square_pair(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text.bytes().filter(u8::is_ascii_digit).count() >= 2
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Parses the last block of Sjaak's `perft DEPTH 1`: lines `Nb1-a3 784 784` (move, count, sum so far), then
/// `3 25228 0.00 123.45nps` (depth, count).
pub(crate) fn read_sjaak(lines: &[String], depth: u32) -> Option<Divide> {
    let mut moves = BTreeMap::new();
    for line in lines {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            [number, count, _, speed] if speed.ends_with("nps") => {
                if number.parse() == Ok(depth) {
                    return Some(Divide::new(moves, count.parse().ok()?));
                }
                moves.clear();
            }
            [mv, count, _] => {
                if let Ok(count) = count.parse::<u128>() {
                    *moves.entry(from_lan(mv)).or_default() += count;
                }
            }
            _ => {}
        }
    }
    None
}

/// Rewrites `Nb1xa3` as `b1a3` and `b7-b8Q` as `b7b8q`; castlings are unchanged.
fn from_lan(text: &str) -> String {
    if text.starts_with('O') {
        return text.to_owned();
    }
    let text = text.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    text.chars().filter(char::is_ascii_alphanumeric).filter(|&c| c != 'x').collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;
    use campione_notation::fen;

    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn uci_output() {
        let text = "info string a: 5\na2a3: 28\ni9i10c: 3\ne1f2: 0\nCheckers: 1\n\nNodes searched: 31\n";
        let divide = read_uci(&lines(text)).unwrap();
        assert_eq!(divide.nodes, 31);
        assert_eq!(divide.moves.into_iter().collect::<Vec<_>>(), [("a2a3".to_owned(), 28), ("i9i10c".to_owned(), 3)]);
        assert_eq!(read_uci(&lines("a2a3: 28\n")), None);
    }

    #[test]
    fn sjaak_output() {
        let text = "  Nb1-a3   1   1\n 1   1  0.00 1.00nps\n  Nb1xa3  784  784\n   O-O-O   12  796\n  Ke2-e1   0  796\n \
                    b7xc8Q  3  799\n 2  799  0.01  9.5nps\npong 1";
        let divide = read_sjaak(&lines(text), 2).unwrap();
        assert_eq!(divide.nodes, 799);
        let moves: Vec<(String, u128)> = divide.moves.into_iter().collect();
        assert_eq!(moves, [("O-O-O".to_owned(), 12), ("b1a3".to_owned(), 784), ("b7c8q".to_owned(), 3)]);
        assert_eq!(read_sjaak(&lines(text), 3), None);
    }

    #[test]
    fn our_moves_in_every_style() {
        let variant = Variant::named("chess960").unwrap();
        let position = fen::read("4k3/8/8/8/8/8/8/1R2KR2 w KQ - 0 1", variant).unwrap();
        for (style, expected) in [
            (CastlingStyle::KingTakesRook, ["e1b1", "e1f1"]),
            (CastlingStyle::KingMove, ["e1c1", "e1g1"]),
            (CastlingStyle::Letters, ["O-O", "O-O-O"]),
        ] {
            let divide = ours(&position, 1, style);
            assert_eq!(divide.nodes, u128::from(position.legal_moves().len() as u64));
            for mv in expected {
                assert!(divide.moves.contains_key(mv), "{style:?} {mv}: {:?}", divide.moves);
            }
        }
    }

    #[test]
    fn differences_name_both_sides() {
        let divide =
            |moves: &[(&str, u128)]| Divide::new(moves.iter().map(|&(mv, nodes)| (mv.to_owned(), nodes)).collect(), 0);
        let ours = divide(&[("a2a3", 1), ("b2b3", 2), ("c2c3", 3)]);
        let theirs = divide(&[("a2a3", 1), ("b2b3", 4), ("d2d3", 5)]);
        assert_eq!(
            ours.differences(&theirs, "other"),
            [
                "b2b3: we count 2, other 4",
                "c2c3: we count 3, other has no such move",
                "d2d3: other counts 5, we have no such move"
            ]
        );
    }
}
