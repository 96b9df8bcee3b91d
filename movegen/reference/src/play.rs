//! The position that a move leaves.

use crate::Position;
use crate::board::{Color, Piece, Square};
use crate::castling::Castle;
use crate::moves::Move;

impl<'g> Position<'g> {
    /// The position after a pseudo-legal move, or `None` when it leaves the mover's own king attacked. `promoted`: a
    /// waiting pawn was promoted at the start of this turn.
    pub(crate) fn play(&self, mv: Move, promoted: bool) -> Option<Position<'g>> {
        let mover = self.turn;
        let enemy = mover.other();
        let mut next = self.clone();
        next.en_passant.clear();
        next.stopped = None;
        next.count_down_waits(mover);

        let mut resets_clock = promoted;
        match mv {
            Move::Plain { from, to } => {
                let piece = next.take_from(from);
                resets_clock |= next.arrive(self, piece, to) || piece.letter == self.game.pawn;
            }
            Move::Promotion { from, to, becomes } => {
                let piece = next.take_from(from);
                next.arrive(self, Piece { letter: becomes, ..piece }, to);
                resets_clock = true;
            }
            Move::DoubleStep { from, to } => {
                let pawn = next.take_from(from);
                next.put(to, pawn);
                resets_clock = true;
                // NOTATION.md: "given only when an enemy pawn stands so that it could pseudo-legally capture there".
                let side = (to.file - from.file).signum();
                let mut passed = from.plus(side, mover.forward());
                while self.game.en_passant && passed != to {
                    if self.pawn_captures_on(mover.other(), passed) {
                        next.en_passant.push(passed);
                        next.stopped = Some(to);
                    }
                    passed = passed.plus(side, mover.forward());
                }
            }
            Move::EnPassant { from, to, becomes } => {
                let pawn = next.take_from(from);
                next.put(to, Piece { letter: becomes.unwrap_or(pawn.letter), ..pawn });
                // "Takes the pawn wherever it has stopped."
                let stopped = self.stopped.expect("a pawn has passed the square");
                next.remove(stopped);
                next.lose_right_at(stopped);
                resets_clock = true;
            }
            Move::Castle(Castle { king_from, king_to, partner_from, partner_to, .. }) => {
                let king = next.take_from(king_from);
                let partner = next.take_from(partner_from);
                next.put(king_to, king);
                next.put(partner_to, partner);
            }
            Move::KingsLeap { from, to } => {
                let king = next.take_from(from);
                resets_clock |= next.arrive(self, king, to);
            }
        }

        // "A move is legal when the mover's own king is not attacked in the position that it leaves."
        if next.king_attacked(mover) {
            return None;
        }

        next.turn = enemy;
        next.halfmove = if resets_clock { 0 } else { self.halfmove + 1 };
        if mover == Color::Black {
            next.fullmove += 1;
        }
        if self.game.lost_by_check && next.in_check() {
            next.lose_all_rights(enemy);
        }
        Some(next)
    }

    /// Removes the mover's piece from its square, and the rights that depend on it.
    fn take_from(&mut self, from: Square) -> Piece {
        let piece = self.remove(from).expect("the mover's piece stands there");
        if piece.letter == self.game.king {
            self.lose_all_rights(piece.color);
        }
        self.lose_right_at(from);
        piece
    }

    /// Puts a piece that has moved on its new square, and returns whether it has captured. `before` is the position
    /// without the move.
    fn arrive(&mut self, before: &Position<'_>, piece: Piece, to: Square) -> bool {
        let captured = self.remove(to);
        self.lose_right_at(to);
        self.put(to, piece);
        self.begin_waiting(to);
        if let Some(captured) = captured {
            self.promote_instantly(before, captured);
        }
        captured.is_some()
    }
}
