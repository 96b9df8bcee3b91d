//! Waiting pawns and promotions at the start of a turn (RULES.md §6).

use campione_core::{Role, Square, WaitingPawn};

use super::Case;

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
        let names: Vec<&str> = stock.iter().map(|&role| self.name(role)).collect();
        match (wanted, first) {
            (None, Some(pawn)) if !stock.is_empty() => {
                let letter = self.variant.role(stock[0]).letter;
                let remedy = if self.algebraic {
                    format!("write it as `{}={letter}:` before the move", self.at(pawn.square))
                } else {
                    format!("write it as `,{}{}` behind the move", self.at(pawn.square), letter.to_ascii_lowercase())
                };
                let text = format!(
                    "the pawn on {0} has waited long enough and becomes another piece at the start of this turn ({1}): {remedy}",
                    self.at(pawn.square),
                    names.join(", ")
                );
                self.add(text, source);
            }
            (Some((square, _)), _) if self.variant.promotion_wait().is_none() => {
                self.add(
                    format!(
                        "no pawn waits for its promotion in {}, on {} or elsewhere",
                        self.variant.id(),
                        self.at(square)
                    ),
                    source,
                );
            }
            (Some((square, role)), Some(pawn)) if pawn.square == square => {
                if stock.is_empty() {
                    self.add(
                        format!(
                            "the pawn on {} goes on waiting, because {} has lost no piece",
                            self.at(square),
                            self.us
                        ),
                        source,
                    );
                } else if !stock.contains(&role) {
                    let lost = names.join(", ");
                    let text = format!(
                        "the pawn on {} can become what {} has lost ({lost}), not a {}",
                        self.at(square),
                        self.us,
                        self.name(role)
                    );
                    self.add(text, source);
                }
            }
            (Some((square, _)), first) => {
                let waits = self.waiting_on(square).filter(|_| self.position.by_color(self.us).contains(square));
                let text = match (waits, first) {
                    (Some(pawn), _) if pawn.wait > 0 => {
                        format!("the pawn on {} still waits ({} of its owner's moves)", self.at(square), pawn.wait)
                    }
                    (Some(_), Some(first)) => {
                        format!(
                            "the pawn on {} has waited longer than that on {}",
                            self.at(first.square),
                            self.at(square)
                        )
                    }
                    _ => format!("no pawn of {} waits on {}", self.us, self.at(square)),
                };
                self.add(text, source);
            }
            (None, _) => {}
        }
    }
}
