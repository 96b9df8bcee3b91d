//! Waiting pawns and promotions at the start of a turn (RULES.md §6).

use campione_core::{Piece, Role, Square, WaitingPawn};

use super::{Case, Cause};

impl Case<'_> {
    /// The pawn that waits on `square`, of either side, with its wait.
    pub(super) fn waiting_on(&self, square: Square) -> Option<WaitingPawn> {
        self.position.all_waiting_pawns().find(|pawn| pawn.square == square)
    }

    /// Adds what is wrong with the promotion at the start of the turn: a forbidden one, or a missing one (`wanted` is
    /// `None`).
    pub(super) fn turn_promotion(&mut self, wanted: Option<(Square, Role)>) {
        self.becomes = wanted;
        let source = &self.variant.spec().promotion.why.source;
        let first = self.position.waiting_pawns(self.us).next().filter(|pawn| pawn.wait == 0);
        let stock: Vec<Role> = self.position.lost_roles(self.us).collect();
        let color = self.us;
        match (wanted, first) {
            (None, Some(pawn)) if !stock.is_empty() => {
                let algebraic = self.algebraic;
                self.add(Cause::PromotionDue { pawn: pawn.square, roles: stock, algebraic }, source);
            }
            (Some((square, _)), _) if self.variant.promotion_wait().is_none() => {
                self.add(Cause::NoWaitingPawns { square }, source);
            }
            (Some((square, role)), Some(pawn)) if pawn.square == square => {
                if stock.is_empty() {
                    self.add(Cause::NothingLost { pawn: square, color }, source);
                } else if !stock.contains(&role) {
                    self.add(Cause::NotLost { pawn: square, piece: Piece { color, role }, lost: stock }, source);
                }
            }
            (Some((square, _)), first) => {
                let waits = self.waiting_on(square).filter(|_| self.position.by_color(self.us).contains(square));
                let cause = match (waits, first) {
                    (Some(pawn), _) if pawn.wait > 0 => Cause::StillWaiting { pawn: square, wait: pawn.wait },
                    (Some(_), Some(first)) => Cause::WaitsLess { pawn: square, first: first.square },
                    _ => Cause::NotWaiting { square, color },
                };
                self.add(cause, source);
            }
            (None, _) => {}
        }
    }
}
