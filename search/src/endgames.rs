//! Endgame tables in memory: probes at the root and in the tree.
//!
//! A table knows neither the move rule nor repetitions. A win counts only if its distance fits into what is left before the move
//! rule draws: then best play wins in time. A draw is a draw under every rule.

use campione_endgame::{Tables, Value as Known};
use campione_movegen::{Move, Position};

use crate::score::{DRAW, Value, mate_in, mated_in};

/// Longer wins cannot be expressed as a score.
const MOST_PLIES: u16 = 500;

/// A root move with its value and line.
pub(crate) struct TableLine {
    pub(crate) value: Value,
    /// Best play from the root.
    pub(crate) pv: Vec<Move>,
}

/// The tables of the variant that is searched.
#[derive(Clone, Copy)]
pub(crate) struct Endgames<'a> {
    tables: &'a Tables,
    most: u32,
}

impl<'a> Endgames<'a> {
    /// `None` if the tables are those of other rules, or if there are none.
    pub(crate) fn new(tables: &'a Tables, position: &Position) -> Option<Endgames<'a>> {
        let most = tables.most_pieces() as u32;
        (tables.variant() == position.variant() && most > 0).then_some(Endgames { tables, most })
    }

    /// The score of a position `ply` plies from the root, if a table knows it and the move rule does not change it.
    #[inline]
    pub(crate) fn score(&self, position: &Position, ply: usize) -> Option<Value> {
        let value = self.value(position)?;
        if !is_in_time(position, value) {
            return None;
        }
        Some(match value {
            Known::Draw => DRAW,
            Known::Win(plies) => mate_in(ply + usize::from(plies)),
            Known::Loss(plies) => mated_in(ply + usize::from(plies)),
        })
    }

    /// What a table says of a position.
    #[inline]
    fn value(&self, position: &Position) -> Option<Known> {
        if position.occupied().count() <= self.most { self.tables.probe(position) } else { None }
    }

    /// Whether a table knows that the position is drawn, or that the move rule draws before its end: no other solver of the
    /// ending will find lines, either.
    pub(crate) fn has_no_lines(&self, position: &Position) -> bool {
        self.value(position).is_some_and(|value| value == Known::Draw || !is_in_time(position, value))
    }

    /// The root moves of a position that is won or lost, the best first, one for each requested line. `None` if a table is
    /// missing, or if the move rule matters.
    pub(crate) fn lines(&self, position: &Position, root: &[Move], multipv: usize) -> Option<Vec<TableLine>> {
        self.value(position)?;
        if self.has_no_lines(position) {
            return None;
        }
        let moves = self.tables.moves(position)?;
        let wanted = moves.into_iter().filter(|(mv, _)| root.contains(mv));
        let lines = wanted.take(multipv.max(1)).map(|(mv, value)| TableLine {
            value: match value {
                Known::Draw => DRAW,
                Known::Win(plies) => mate_in(usize::from(plies)),
                Known::Loss(plies) => mated_in(usize::from(plies)),
            },
            pv: if value == Known::Draw { vec![mv] } else { self.line(position, mv) },
        });
        Some(lines.collect())
    }

    /// A move and best play after it, to the end of the game.
    fn line(&self, position: &Position, mv: Move) -> Vec<Move> {
        let mut pv = vec![mv];
        let mut next = position.play_unchecked(mv);
        while pv.len() < usize::from(MOST_PLIES)
            && let Some(&(mv, _)) = self.tables.moves(&next).as_deref().and_then(<[_]>::first)
        {
            pv.push(mv);
            next = next.play_unchecked(mv);
        }
        pv
    }
}

/// Whether the end comes before the move rule draws, and can be expressed as a score.
fn is_in_time(position: &Position, value: Known) -> bool {
    value.plies().is_none_or(|plies| plies <= MOST_PLIES) && value.is_in_time(position)
}
