//! Ordinary moves: whether the piece moves so, what blocks it, and whether the king is attacked afterwards.

use campione_core::{Bitboard, CastlingRow, LongStep, PawnMove, Piece, Role, Square, between};

use super::{Case, Cause, GENERAL, PIECES, Placed, Step};

impl Case<'_> {
    pub(super) fn step(&mut self, step: Step) {
        let before = self.reasons.len();
        let leap = |row: &&CastlingRow| {
            row.partner.is_none() && row.king_from == step.from && row.king_to == step.to && step.role == Role::KING
        };
        if let Some(row) = self.rows().iter().find(leap) {
            self.promotion(step);
            return self.row(row);
        }
        self.reach(step);
        if self.reasons.len() == before {
            self.promotion(step);
            self.safety(step);
        }
        if self.reasons.len() == before {
            self.instant_promotion(step);
        }
    }

    /// Adds reasons if the piece does not move so, or if its path or target square is blocked.
    pub(super) fn reach(&mut self, step: Step) {
        let Step { from, to, role, .. } = step;
        let position = self.position;
        let promotion = &self.variant.spec().promotion.why.source;
        let waits_on = |square| position.all_waiting_pawns().any(|pawn| pawn.square == square);
        if !self.variant.board().contains(to) {
            return self.add(Cause::OffBoard { square: to }, PIECES);
        }
        if waits_on(from) && role == Role::PAWN {
            return self.add(Cause::WaitingPawnMove { square: from }, promotion);
        }
        let mover = Placed { piece: self.ours(role), square: from };
        if let Some(captured) = self.piece(to).filter(|captured| captured.piece.color == self.us) {
            let cause = if from == to { Cause::SameSquare { mover } } else { Cause::OwnPiece { mover, captured } };
            return self.add(cause, GENERAL);
        }
        if role == Role::PAWN {
            return self.pawn_reach(step);
        }
        if !position.reaches(self.ours(role), from, to, position.occupied()) {
            let movement = self.movement(role);
            if !position.reaches(self.ours(role), from, to, position.occupied() & Bitboard::of(to)) {
                return self.add(Cause::Movement { mover, to, rule: &movement.rule }, &movement.source);
            }
            let by = self.pieces(between(from, to) & position.occupied());
            return self.add(Cause::Blocked { mover, to, by }, &movement.source);
        }
        self.target(to);
    }

    /// Adds a reason if the piece on `to` cannot be captured: a king or a waiting pawn.
    pub(super) fn target(&mut self, to: Square) {
        if self.position.king(!self.us) == to {
            self.add(Cause::KingCapture { square: to }, GENERAL);
        } else if self.waiting_on(to).is_some() {
            let source = &self.variant.spec().promotion.why.source;
            self.add(Cause::WaitingPawnCapture { square: to }, source);
        }
    }

    pub(super) fn pawn_reach(&mut self, Step { from, to, .. }: Step) {
        let position = self.position;
        let pawn = &self.variant.spec().pawn.why;
        let theirs = position.by_color(!self.us);
        match self.variant.pawn_move(self.us, from, to) {
            Some(PawnMove::Step) => {
                if position.occupied().contains(to) {
                    self.add(Cause::PawnBlocked { from, by: self.pieces(Bitboard::of(to)) }, &pawn.source);
                }
            }
            Some(PawnMove::FirstStep(2)) => {
                let path = between(from, to).with(to) & position.occupied();
                if !self.variant.double_step_from(self.us).contains(from) {
                    let cause = match self.double_step_ranks() {
                        [] => Cause::NoDoubleStep,
                        ranks => Cause::DoubleStepRank { from, ranks },
                    };
                    self.add(cause, &pawn.source);
                } else if path.any() {
                    self.add(Cause::DoubleStepBlocked { from, by: self.pieces(path) }, &pawn.source);
                } else {
                    self.barred(to);
                }
            }
            Some(PawnMove::Capture) if theirs.contains(to) => self.target(to),
            Some(PawnMove::FirstStep(squares)) if self.variant.has_long_steps() => self.long_step(from, to, squares),
            Some(PawnMove::Capture) if position.en_passant_squares().contains(to) && self.variant.en_passant() => {}
            Some(PawnMove::Capture) => {
                let steps = self.variant.first_steps_over(!self.us, to);
                let passed = steps.map(|(_, passer)| passer).find(|&square| self.is_enemy_pawn(square));
                let cause = match passed {
                    Some(pawn) if !self.variant.en_passant() => Cause::NoEnPassant { pawn },
                    Some(pawn) => Cause::EnPassantTooLate { to, pawn },
                    None => Cause::PawnCapture { to },
                };
                self.add(cause, &pawn.source);
            }
            _ => {
                let double_step_ranks = self.double_step_ranks();
                self.add(Cause::PawnMovement { from, to, double_step_ranks }, &pawn.source);
            }
        }
    }

    /// A pawn's step of more than two squares.
    fn long_step(&mut self, from: Square, to: Square, squares: u8) {
        let pawn = &self.variant.spec().pawn.why;
        let path = between(from, to).with(to) & self.position.occupied();
        let can = |long: &LongStep| long.squares == squares && long.from[self.us.index()].contains(from);
        if !self.variant.long_steps().iter().any(can) {
            self.add(Cause::LongStep { from, squares, rule: &pawn.rule }, &pawn.source);
        } else if path.any() {
            self.add(Cause::LongStepBlocked { from, squares, by: self.pieces(path) }, &pawn.source);
        } else {
            self.barred(to);
        }
    }

    /// Adds a reason if the rules forbid a double or longer step, in check, to a square beside an enemy pawn.
    fn barred(&mut self, to: Square) {
        if !self.variant.double_step_barred() || !self.position.in_check() {
            return;
        }
        let mut beside = [-1, 1].into_iter().filter_map(|side| to.offset(side, 0));
        if let Some(pawn) = beside.find(|&square| self.is_enemy_pawn(square) && self.bars(square)) {
            self.add(Cause::DoubleStepBarred { pawn }, &self.variant.spec().pawn.why.source);
        }
    }

    /// The ranks from which pawns make double steps, counted from 1 at their own side; empty if there are none.
    fn double_step_ranks(&self) -> &'static [u8] {
        let rule = &self.variant.spec().pawn;
        if rule.double_step { &rule.double_step_ranks } else { &[] }
    }

    fn is_enemy_pawn(&self, square: Square) -> bool {
        self.position.piece_at(square) == Some(Piece { color: !self.us, role: Role::PAWN })
    }

    /// Whether an enemy pawn prevents the double step. In some variants a pinned pawn does not.
    fn bars(&self, pawn: Square) -> bool {
        let position = self.position;
        let king = position.king(!self.us);
        self.variant.pinned_pawn_bars()
            || position.attackers_with(king, self.us, position.occupied().without(pawn)).is_empty()
    }

    pub(super) fn promotion(&mut self, Step { to, role, promotion, .. }: Step) {
        let rule = &self.variant.spec().promotion;
        let source = &rule.why.source;
        let last = role == Role::PAWN && self.variant.promotion_zone(self.us).contains(to);
        let may_stay = self.variant.promotion_is_optional() && !self.variant.last_rank(self.us).contains(to);
        let roles = self.variant.promotions();
        match promotion.map(|letter| letter.to_ascii_uppercase()) {
            None if last && may_stay => {}
            None if last && rule.wait.is_none() => {
                self.add(Cause::PromotionMissing { to, roles }, source);
            }
            Some(_) if last && rule.wait.is_some() => {
                self.add(Cause::PromotionOnArrival { to }, source);
            }
            Some(letter) if last => {
                let known = self.variant.role_by_letter(letter).filter(|role| roles.contains(role));
                match known {
                    None => self.add(Cause::PromotionRole { letter, roles }, source),
                    Some(wanted)
                        if rule.from_stock && !self.position.lost_roles(self.us).any(|lost| lost == wanted) =>
                    {
                        self.add(Cause::PromotionStock { piece: self.ours(wanted) }, source);
                    }
                    Some(_) => {}
                }
            }
            Some(letter) => {
                self.add(Cause::PromotionElsewhere { letter, to }, source);
            }
            None => {}
        }
    }

    /// Adds a reason if our own king is attacked after the move.
    pub(super) fn safety(&mut self, Step { from, to, role, .. }: Step) {
        let position = self.position;
        let is_capture = || self.variant.pawn_move(self.us, from, to) == Some(PawnMove::Capture);
        let en_passant = role == Role::PAWN && position.en_passant_squares().contains(to) && is_capture();
        let captured = if en_passant { position.passed_pawn().unwrap_or(to) } else { to };
        let gone = Bitboard::of(from).with(captured);
        let occupied = (position.occupied() - gone).with(to);
        let king = if role == Role::KING { to } else { position.king(self.us) };
        let attackers = position.attackers_with(king, !self.us, occupied) - Bitboard::of(captured);
        if attackers.is_empty() {
            return;
        }
        let checkers = position.checkers();
        let by = self.pieces(attackers);
        let mover = Placed { piece: self.ours(role), square: from };
        let cause = if role == Role::KING {
            Cause::KingAttacked { to, by }
        } else if (attackers & checkers).any() {
            Cause::InCheck { king, by }
        } else if en_passant {
            Cause::EnPassantPinned { king, by }
        } else if self.variant.has_hoppers() {
            Cause::Exposed { mover, king, by }
        } else {
            Cause::Pinned { mover, king, by }
        };
        self.add(cause, GENERAL);
    }

    /// Adds a reason if the captured piece promotes an enemy's waiting pawn at once, and that attacks our king.
    pub(super) fn instant_promotion(&mut self, Step { from, to, role, .. }: Step) {
        let position = self.position;
        let Some(captured) = position.role_at(to) else { return };
        let Some(pawn) = position.waiting_pawns(!self.us).next() else { return };
        let king = if role == Role::KING { to } else { position.king(self.us) };
        let occupied = (position.occupied() - Bitboard::of(from)).with(to);
        if position.reaches(Piece { color: !self.us, role: captured }, pawn.square, king, occupied.with(king)) {
            let cause = Cause::InstantPromotion { pawn: pawn.square, role: captured, king };
            self.add(cause, &self.variant.spec().promotion.why.source);
        }
    }
}
