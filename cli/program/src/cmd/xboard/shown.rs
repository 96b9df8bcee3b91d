//! The moves of the game: those that `XBoard` can show, unless the user wants all that the protocol can write.

use campione_movegen::{Move, Position};
use campione_notation::moves::{MoveFault, MoveNotation};
use campione_notation::xboard;

use super::Session;
use crate::play::game::in_words;

impl Session {
    /// Reads a move; the error says why it cannot be made.
    pub(super) fn read_move(&self, text: &str, position: &Position) -> Result<Move, String> {
        let says = |mv: &Move| MoveNotation::Xboard.write(*mv, position).is_ok_and(|said| said == text);
        if let Some(leap) = self.leaps(position).find(says) {
            return Ok(leap);
        }
        let mv = xboard::read(text, position).map_err(|error| {
            let first_rank = MoveNotation::Xboard.first_rank(position.variant());
            let rule = || xboard::reasons(text, position).first().map(|reason| in_words(reason, first_rank));
            let why = || self.castling_not_shown(text, position).or_else(rule);
            (error.fault == MoveFault::Illegal).then(why).flatten().unwrap_or_else(|| error.to_string())
        })?;
        self.not_shown(mv, position).map_or(Ok(mv), |what| Err(format!("XBoard cannot show {what}")))
    }

    /// Why a legal castling with these coordinates of its king is left out.
    fn castling_not_shown(&self, text: &str, position: &Position) -> Option<String> {
        let squares = xboard::squares(text, position)?;
        let says = |mv: &Move| {
            let row = position.castling_row(*mv).filter(|row| row.partner.is_some());
            row.is_some_and(|row| (row.king_from, row.king_to) == squares)
        };
        let what = position.legal_moves().into_iter().filter(says).find_map(|mv| self.not_shown(mv, position))?;
        Some(format!("XBoard cannot show {what}"))
    }

    /// The moves that the engine may choose, and why the first of the others, if there are any, is left out.
    pub(super) fn shown_moves(&self, position: &Position) -> (Vec<Move>, Option<&'static str>) {
        let (mut shown, mut left_out) = (Vec::new(), None);
        for mv in position.legal_moves() {
            let of_engine = || xboard::not_shown_of_engine(mv, position).filter(|_| self.settings.values.shown_only);
            match self.not_shown(mv, position).or_else(of_engine) {
                None => shown.push(mv),
                Some(what) => left_out = left_out.or(Some(what)),
            }
        }
        (shown, left_out)
    }

    /// Why a move is left out of the game; `None` if it may be played.
    pub(super) fn not_shown(&self, mv: Move, position: &Position) -> Option<&'static str> {
        if self.settings.values.shown_only {
            return xboard::not_shown(mv, position);
        }
        xboard::not_told(mv, position)
    }
}
