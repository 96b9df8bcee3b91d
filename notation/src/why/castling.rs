//! Castling, championing, centauring, free castling and the king's leap.

use campione_core::{Bitboard, CastlingRow, Role, SideCastling};

use super::{Case, Cause, GENERAL, Placed};

impl Case<'_> {
    pub(super) fn side(&self) -> &'static SideCastling {
        self.position.castling(self.us)
    }

    pub(super) fn rows(&self) -> &'static [CastlingRow] {
        &self.side().rows
    }

    /// The source of the rule for a castling row.
    pub(super) fn row_source(&self, row: &CastlingRow) -> &'static str {
        let spec = self.variant.spec();
        if row.partner.is_none() {
            return spec.king_leap.as_ref().map_or(GENERAL, |leap| &leap.why.source);
        }
        let rule = spec.castling.get(&row.letter);
        rule.map_or(GENERAL, |castling| &castling.why.source)
    }

    /// Adds what forbids the castlings and leaps that `meant` selects.
    pub(super) fn castling(&mut self, meant: impl Fn(&CastlingRow) -> bool) {
        let king = self.position.king(self.us);
        let rows: Vec<&'static CastlingRow> = self.rows().iter().filter(|row| meant(row)).collect();
        if rows.is_empty() {
            let spec = self.variant.spec();
            let source = spec.castling.values().next().map(|castling| &castling.why).or(spec.no_castling.as_ref());
            let cause = match spec.castling.values().next() {
                None => Cause::NoCastling,
                Some(castling) => {
                    let king = Placed { piece: self.ours(Role::KING), square: king };
                    Cause::NoSuchCastling { king, rule: &castling.why.rule }
                }
            };
            return self.add(cause, source.map_or(GENERAL, |why| &why.source));
        }
        for row in rows {
            self.row(row);
        }
    }

    pub(super) fn row(&mut self, row: &'static CastlingRow) {
        let position = self.position;
        let source = self.row_source(row);
        if !position.castling_rights(self.us).intersects(row.right) {
            let cause = if self.variant.has_random_arrays() {
                Cause::NoCastlingRight { color: self.us }
            } else {
                Cause::CastlingRightLost { color: self.us, row }
            };
            return self.add(cause, source);
        }
        let before = self.reasons.len();
        let blocked = row.empty & position.occupied();
        if blocked.any() {
            self.add(Cause::CastlingBlocked { row, squares: blocked }, source);
        }
        if position.in_check() && !row.in_check {
            self.add(Cause::CastlingInCheck { row, checkers: self.pieces(position.checkers()) }, source);
        }
        let without_king = position.occupied() - Bitboard::of(row.king_from);
        for square in row.safe {
            let attackers = position.attackers_with(square, !self.us, without_king);
            if attackers.any() && square != row.king_from {
                self.add(Cause::CastlingThroughCheck { row, square, by: self.pieces(attackers) }, source);
            }
        }
        if self.reasons.len() > before {
            return;
        }
        let mut after = without_king.with(row.king_to);
        if let Some(partner) = row.partner {
            after = (after - Bitboard::of(partner.from)).with(row.king_to).with(partner.to);
        }
        let attackers = position.attackers_with(row.king_to, !self.us, after);
        if attackers.any() {
            self.add(Cause::CastlingIntoCheck { row, by: self.pieces(attackers) }, source);
        }
    }
}
