//! Pieces that the user picks up on the board: where they may go, and what they may become.

use anyhow::Context;
use campione_core::{Square, Variant};
use campione_movegen::{Move, Position};
use campione_notation::xboard;

use super::Session;
use crate::play::say::say;

impl Session {
    /// `lift SQUARE`: sends the squares to which the piece there may go. For a king that may leap along the rank but
    /// cannot castle now, `XBoard` is sent a description of a leaping king until the piece is put down. Otherwise it
    /// would take a leap for a castling, and move another piece too.
    pub(super) fn lift(&mut self, text: &str) -> anyhow::Result<()> {
        self.put_down()?;
        let position = *self.game.position();
        let variant = position.variant();
        let from = read(text, variant).context("expected a square of the board")?;
        if self.broken.is_some() {
            return Ok(());
        }
        let mut targets: Vec<Move> = shown_from(&position, from).collect();
        let castles = |mv: &Move| position.castling_row(*mv).is_some_and(|row| row.partner.is_some());
        if from == position.king(position.turn()) && !targets.iter().any(castles) {
            let leaps: Vec<Move> = leaps_along(&position).collect();
            if !leaps.is_empty() {
                self.leaping = true;
                say(&xboard::describe_king(variant, true).join("\n"))?;
                targets.extend(leaps);
            }
        }
        say(&format!("highlight {}", marks(&position, &targets)))?;
        self.lifted = Some(from);
        Ok(())
    }

    /// Ends the lifting, and sends the usual king again.
    pub(super) fn put_down(&mut self) -> anyhow::Result<()> {
        self.lifted = None;
        if std::mem::take(&mut self.leaping) {
            say(&xboard::describe_king(self.game.variant(), false).join("\n"))?;
        }
        Ok(())
    }

    /// The king's leaps that the other side can make only while `XBoard` has the description of a leaping king.
    pub(super) fn leaps<'p>(&self, position: &'p Position) -> impl Iterator<Item = Move> + use<'p> {
        self.leaping.then(|| leaps_along(position)).into_iter().flatten()
    }

    /// `put SQUARE`: sends the pieces that a pawn may become on that square.
    pub(super) fn put(&mut self, text: &str) -> anyhow::Result<()> {
        let Some(from) = self.lifted.take() else { return Ok(()) };
        let position = *self.game.position();
        let to = read(text, position.variant()).context("expected a square of the board")?;
        let choice = choice(&position, from, to);
        if !choice.is_empty() {
            say(&format!("choice {choice}"))?;
        }
        Ok(())
    }
}

/// A square as `XBoard` writes it: on a board of ten ranks they are counted from 0.
fn read(text: &str, variant: Variant) -> Option<Square> {
    let mut letters = text.trim().trim_end_matches(',').chars();
    let file = u8::try_from(u32::from(letters.next()?).checked_sub(u32::from('a'))?).ok()?;
    let rank: u8 = letters.as_str().parse().ok()?;
    let rank = if variant.ranks() == 10 { rank } else { rank.checked_sub(1)? };
    let square = Square::new(file, rank)?;
    variant.board().contains(square).then_some(square)
}

/// The moves from a square that `XBoard` can show.
fn shown_from(position: &Position, from: Square) -> impl Iterator<Item = Move> + '_ {
    let moves = position.legal_moves().into_iter().filter(move |mv| mv.from() == from);
    moves.filter(|&mv| xboard::not_shown(mv, position).is_none())
}

/// The king's leaps along the rank that the protocol cannot write because the same coordinates castle.
fn leaps_along(position: &Position) -> impl Iterator<Item = Move> + '_ {
    let leap = |mv: &Move| position.castling_row(*mv).is_some_and(|row| row.partner.is_none());
    position.legal_moves().into_iter().filter(leap).filter(|&mv| xboard::write(mv, position).is_err())
}

/// The targets of moves, marked on an empty board: red for captures, magenta for promotions, cyan for the rook of a
/// castling that is written by way of the rook's square, yellow for all others.
fn marks(position: &Position, moves: &[Move]) -> String {
    let variant = position.variant();
    let mut marks = vec![None; 128];
    for &mv in moves {
        marks[mv.to().index() & 127] = Some(if mv.promotion().is_some() {
            'M'
        } else if position.captured_role(mv).is_some() {
            'R'
        } else {
            'Y'
        });
    }
    for &mv in moves.iter().filter(|&&mv| xboard::write(mv, position).is_ok_and(|text| text.contains(','))) {
        if let Some(partner) = position.castling_row(mv).and_then(|row| row.partner) {
            marks[partner.from.index() & 127] = Some('C');
        }
    }
    let mut ranks = Vec::new();
    for rank in (0..variant.ranks()).rev() {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..variant.files() {
            match Square::new(file, rank).and_then(|square| marks[square.index() & 127]) {
                None => empty += 1,
                Some(mark) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    text.push(mark);
                    empty = 0;
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        ranks.push(text);
    }
    ranks.join("/")
}

/// The letters of the pieces that a pawn may become.
fn choice(position: &Position, from: Square, to: Square) -> String {
    let moves = shown_from(position, from).filter(|mv| mv.to() == to);
    moves.filter_map(Move::promotion).map(|role| position.variant().role(role).letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_core::Variant;
    use campione_notation::fen;

    #[test]
    fn targets_and_choices() {
        let variant = Variant::named("capablanca").unwrap();
        let start = Position::start(variant);
        let square = |text: &str| read(text, variant).unwrap();
        let from = |position: &Position, text: &str| shown_from(position, square(text)).collect::<Vec<_>>();
        assert_eq!(marks(&start, &from(&start, "e2")), "10/10/10/10/4Y5/4Y5/10/10");
        assert_eq!(marks(&start, &from(&start, "e4")), ["10"; 8].join("/"));
        let position = fen::read("r3k5/1P8/10/10/10/10/10/5K4 w - - 0 1", variant).unwrap();
        assert_eq!(marks(&position, &from(&position, "b7")), "MM8/10/10/10/10/10/10/10");
        let mut letters: Vec<char> = choice(&position, square("b7"), square("b8")).chars().collect();
        letters.sort_unstable();
        assert_eq!(letters, ['A', 'B', 'C', 'N', 'Q', 'R']);
        assert_eq!(choice(&start, square("e2"), square("e4")), "");
        let capture = fen::read("4k5/10/10/10/3p6/4P5/10/5K4 w - - 0 1", variant).unwrap();
        assert_eq!(marks(&capture, &from(&capture, "e3")), "10/10/10/10/3RY5/10/10/10");
    }

    #[test]
    fn squares_by_their_count() {
        let [small, ten] = ["capablanca", "archchess"].map(|id| Variant::named(id).unwrap());
        assert_eq!(read("e1", small), Square::new(4, 0));
        assert_eq!(read("e0", ten), Square::new(4, 0));
        for wrong in ["", "e", "e0", "e9", "k1", "e1x", "É1", "e-1"] {
            assert_eq!(read(wrong, small), None, "{wrong}");
        }
        assert_eq!(read("e9", ten), Square::new(4, 9));
        assert_eq!(read("e10", ten), None);
    }
}
