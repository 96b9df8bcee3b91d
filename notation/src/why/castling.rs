//! Castling, championing, centauring, free castling and the king's leap.

use campione_core::{Bitboard, CastlingRow, PartnerMove, SideCastling};

use super::{Case, GENERAL};

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
        let rows: Vec<&CastlingRow> = self.rows().iter().filter(|row| meant(row)).collect();
        if rows.is_empty() {
            let spec = self.variant.spec();
            let source = spec.castling.values().next().map(|castling| &castling.why).or(spec.no_castling.as_ref());
            let rules: Vec<&str> = spec.castling.values().map(|castling| castling.why.rule.as_str()).collect();
            let text = if rules.is_empty() {
                format!("there is no castling in {}", self.variant.id())
            } else {
                format!("{}'s king on {} has no such castling: {}", self.us, self.at(king), rules[0])
            };
            return self.add(text, source.map_or(GENERAL, |why| &why.source));
        }
        for row in rows {
            self.row(row);
        }
    }

    pub(super) fn row(&mut self, row: &CastlingRow) {
        let position = self.position;
        let source = self.row_source(row);
        let spec = self.variant.spec();
        let castling = match row.partner {
            None => format!("the king's leap to {}", self.at(row.king_to)),
            Some(PartnerMove { from: at, role, .. }) => {
                let castling = spec.castling.get(&row.letter);
                let name = castling.map_or("castling", |castling| &castling.name);
                format!("{name} with the {} on {}", self.name(role), self.at(at))
            }
        };
        if !position.castling_rights(self.us).intersects(row.right) {
            if self.variant.has_random_arrays() {
                return self.add(
                    format!(
                        "{} has no right to castle on that side: the castling field of the FEN grants none",
                        self.us
                    ),
                    source,
                );
            }
            let lost = if self.variant.rights_lost_by_check() { ", or the king has been in check" } else { "" };
            let text = match row.partner {
                None => format!("its king has moved{lost}"),
                Some(_) => format!("one of the two has moved or was captured{lost}"),
            };
            let text = format!(
                "{} may no longer play {castling}: the castling field of the FEN grants no such right, as when {text}",
                self.us
            );
            return self.add(text, source);
        }
        let before = self.reasons.len();
        let blocked = row.empty & position.occupied();
        if blocked.any() {
            self.add(format!("{castling}: these squares are not empty: {}", self.list(blocked)), source);
        }
        if position.in_check() && !row.in_check {
            self.add(format!("{castling}: the king is in check by {}", self.pieces(position.checkers())), source);
        }
        let without_king = position.occupied() - Bitboard::of(row.king_from);
        for square in row.safe {
            let attackers = position.attackers_with(square, !self.us, without_king);
            if attackers.any() && square != row.king_from {
                self.add(format!("{castling}: {} is attacked by {}", self.at(square), self.pieces(attackers)), source);
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
            let (king_to, by) = (self.at(row.king_to), self.pieces(attackers));
            let text = format!("{castling}: the king would be attacked on {king_to} by {by}");
            self.add(text, source);
        }
    }
}
