//! The position that a move leaves.

use crate::Position;
use crate::board::{Color, Piece, Square};
use crate::castling::Castle;
use crate::moves::Move;
use crate::rules::Role;

impl Position {
    /// The position after a pseudo-legal move, or `None` when it leaves the mover's own king
    /// attacked. `promoted`: a waiting pawn was promoted at the start of this turn.
    pub(crate) fn play(&self, mv: Move, promoted: bool) -> Option<Position> {
        let mover = self.turn;
        let enemy = mover.other();
        let mut next = self.clone();
        next.en_passant = None;
        next.count_down_waits(mover);

        // RULES.md "50 moves": without capture, pawn move or promotion.
        let mut resets_clock = promoted;
        match mv {
            Move::Plain { from, to, becomes } => {
                let piece = next.take_from(from);
                let captured = next.remove(to);
                let role = becomes.unwrap_or(piece.role);
                next.put(to, Piece { color: mover, role });
                next.lose_right_at(to);
                resets_clock |= piece.role == Role::Pawn || captured.is_some();
                if role == Role::Pawn && to.rank == self.rules.last_rank(mover) {
                    next.begin_waiting(to);
                }
                if let Some(captured) = captured {
                    next.promote_instantly(self, captured);
                }
            }
            Move::DoubleStep { from, to } => {
                let pawn = next.take_from(from);
                next.put(to, pawn);
                resets_clock = true;
                // NOTATION.md: "given only when an enemy pawn stands so that it could
                // pseudo-legally capture there".
                if self.rules.en_passant && self.enemy_pawn_beside(to) {
                    next.en_passant = Some(from.plus(0, mover.forward()));
                }
            }
            Move::EnPassant { from, to } => {
                let pawn = next.take_from(from);
                next.put(to, pawn);
                next.remove(Square::new(to.file, from.rank));
                resets_clock = true;
            }
            Move::Castle(Castle { king_from, king_to, partner_from, partner_to }) => {
                let king = next.take_from(king_from);
                let partner = next.take_from(partner_from);
                next.put(king_to, king);
                next.put(partner_to, partner);
            }
            Move::KingsLeap { from, to } => {
                let king = next.take_from(from);
                next.put(to, king);
            }
        }

        // RULES.md: "A move is legal when, in the position it leaves, the mover's own king is not
        // attacked."
        if next.king_attacked(mover) {
            return None;
        }

        next.turn = enemy;
        next.halfmove = if resets_clock { 0 } else { self.halfmove + 1 };
        if mover == Color::Black {
            next.fullmove += 1;
        }
        // RULES.md §4: "the moment a side is put in check it loses all these rights".
        if self.rules.check_loses_rights && next.has_rights(enemy) && next.in_check() {
            next.lose_all_rights(enemy);
        }
        Some(next)
    }

    /// Removes the mover's piece from its square, and the rights that depend on it.
    fn take_from(&mut self, from: Square) -> Piece {
        let piece = self.remove(from).expect("the mover's piece stands there");
        if piece.role == Role::King {
            self.lose_all_rights(piece.color);
        }
        self.lose_right_at(from);
        piece
    }
}
