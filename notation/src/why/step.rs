//! Ordinary moves: whether the piece moves so, what blocks it, and whether the king is attacked afterwards.

use campione_core::{Bitboard, CastlingRow, LongStep, PawnMove, Piece, Role, Square, between};

use super::{Case, GENERAL, PIECES, Step};

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
            return self.add(format!("{} is not on the board of {}", self.at(to), self.variant.id()), PIECES);
        }
        if waits_on(from) && role == Role::PAWN {
            return self
                .add(format!("the pawn on {} waits for its promotion and cannot move", self.at(from)), promotion);
        }
        if position.by_color(self.us).contains(to) {
            let what = if from == to {
                "does not stay where it is".to_owned()
            } else {
                format!("cannot take {} of its own side", self.piece(to))
            };
            return self.add(format!("the {} on {} {what}", self.name(role), self.at(from)), GENERAL);
        }
        if role == Role::PAWN {
            return self.pawn_reach(step);
        }
        if !position.reaches(self.ours(role), from, to, position.occupied()) {
            let movement = self.movement(role);
            let (name, at, target) = (self.name(role), self.at(from), self.at(to));
            if !position.reaches(self.ours(role), from, to, position.occupied() & Bitboard::of(to)) {
                let text = format!("the {name} on {at} does not move to {target}: {}", movement.rule);
                return self.add(text, &movement.source);
            }
            let way = between(from, to) & position.occupied();
            let text = if way.any() {
                format!("the {name} on {at} does not reach {target}: {} stands in the way", self.pieces(way))
            } else {
                format!("the {name} on {at} does not reach {target}: its way there is blocked")
            };
            return self.add(text, &movement.source);
        }
        self.target(to);
    }

    /// Adds a reason if the piece on `to` cannot be captured: a king or a waiting pawn.
    pub(super) fn target(&mut self, to: Square) {
        if self.position.king(!self.us) == to {
            self.add("no move captures a king".to_owned(), GENERAL);
        } else if self.waiting_on(to).is_some() {
            let source = &self.variant.spec().promotion.why.source;
            self.add(format!("the pawn on {} waits for its promotion and cannot be captured", self.at(to)), source);
        }
    }

    pub(super) fn pawn_reach(&mut self, Step { from, to, .. }: Step) {
        let position = self.position;
        let pawn = &self.variant.spec().pawn.why;
        let theirs = position.by_color(!self.us);
        match self.variant.pawn_move(self.us, from, to) {
            Some(PawnMove::Step) => {
                if position.occupied().contains(to) {
                    self.add(format!("the pawn on {} is blocked by {}", self.at(from), self.piece(to)), &pawn.source);
                }
            }
            Some(PawnMove::FirstStep(2)) => {
                let path = between(from, to).with(to) & position.occupied();
                if !self.variant.double_step_from(self.us).contains(from) {
                    let text = match self.double_step_ranks() {
                        Some(ranks) => {
                            format!("a pawn moves two squares from {ranks} only, not from {}", self.at(from))
                        }
                        None => format!("a pawn never moves two squares in {}", self.variant.id()),
                    };
                    self.add(text, &pawn.source);
                } else if path.any() {
                    self.add(
                        format!("the double step from {} is blocked by {}", self.at(from), self.pieces(path)),
                        &pawn.source,
                    );
                } else {
                    self.barred(to);
                }
            }
            Some(PawnMove::Capture) if theirs.contains(to) => self.target(to),
            Some(PawnMove::FirstStep(squares)) if self.variant.has_long_steps() => self.long_step(from, to, squares),
            Some(PawnMove::Capture) if position.en_passant_squares().contains(to) && self.variant.en_passant() => {}
            Some(PawnMove::Capture) => {
                let passed = Square::new(to.file(), from.rank()).filter(|&square| self.is_enemy_pawn(square));
                let text = match passed {
                    Some(square) if !self.variant.en_passant() => format!(
                        "the pawn on {} cannot be captured en passant: there is no such capture in {}",
                        self.at(square),
                        self.variant.id()
                    ),
                    Some(square) => format!(
                        "a pawn captures diagonally, and {} is empty; en passant it captures the turn after the \
                         double step only, and the pawn on {} has not just made one",
                        self.at(to),
                        self.at(square)
                    ),
                    None => format!("a pawn captures diagonally, and {} is empty", self.at(to)),
                };
                self.add(text, &pawn.source);
            }
            _ => {
                let double = self.double_step_ranks().map_or(String::new(), |ranks| format!(", two from {ranks}"));
                let moves = format!("one square ahead{double}, captures diagonally ahead");
                self.add(
                    format!("a pawn on {} does not move to {}: {moves}", self.at(from), self.at(to)),
                    &pawn.source,
                );
            }
        }
    }

    /// A pawn's step of more than two squares.
    fn long_step(&mut self, from: Square, to: Square, squares: u8) {
        let pawn = &self.variant.spec().pawn.why;
        let path = between(from, to).with(to) & self.position.occupied();
        let can = |long: &LongStep| long.squares == squares && long.from[self.us.index()].contains(from);
        if !self.variant.long_steps().iter().any(can) {
            self.add(
                format!("a pawn does not move {squares} squares from {}: {}", self.at(from), pawn.rule),
                &pawn.source,
            );
        } else if path.any() {
            self.add(
                format!("the step of {squares} squares from {} is blocked by {}", self.at(from), self.pieces(path)),
                &pawn.source,
            );
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
        if let Some(square) = beside.find(|&square| self.is_enemy_pawn(square) && self.bars(square)) {
            let text = format!(
                "in check a pawn may not make the double step when it would land beside the enemy pawn on {}",
                self.at(square)
            );
            self.add(text, &self.variant.spec().pawn.why.source);
        }
    }

    /// The ranks from which pawns make double steps, in words; `None` if there are no double steps.
    fn double_step_ranks(&self) -> Option<String> {
        let rule = &self.variant.spec().pawn;
        let ranks: Vec<String> = rule.double_step_ranks.iter().map(u8::to_string).collect();
        match rule.double_step_ranks.as_slice() {
            _ if !rule.double_step => None,
            [] => None,
            [2] => Some("its second rank".to_owned()),
            _ => Some(format!("rank {} from its own side", ranks.join(" or "))),
        }
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
        let names: Vec<&str> = self.variant.promotions().iter().map(|&role| self.name(role)).collect();
        let names = names.join(", ");
        match promotion.map(|letter| letter.to_ascii_uppercase()) {
            None if last && may_stay => {}
            None if last && rule.wait.is_none() => {
                self.add(
                    format!("a pawn on {} becomes another piece at once: say which ({names})", self.at(to)),
                    source,
                );
            }
            Some(_) if last && rule.wait.is_some() => {
                self.add(format!("a pawn on {} waits there and is not promoted as it arrives", self.at(to)), source);
            }
            Some(letter) if last => {
                let known = self.variant.role_by_letter(letter).filter(|role| self.variant.promotions().contains(role));
                match known {
                    None => {
                        let text = format!("a pawn cannot become `{letter}` in {}, only: {names}", self.variant.id());
                        self.add(text, source);
                    }
                    Some(wanted)
                        if rule.from_stock && !self.position.lost_roles(self.us).any(|lost| lost == wanted) =>
                    {
                        let text = format!("{} has every {} that it may have", self.us, self.name(wanted));
                        self.add(text, source);
                    }
                    Some(_) => {}
                }
            }
            Some(letter) => {
                self.add(format!("`{letter}` is not allowed here: no pawn is promoted on {}", self.at(to)), source);
            }
            None => {}
        }
    }

    /// Adds a reason if our own king is attacked after the move.
    pub(super) fn safety(&mut self, Step { from, to, role, .. }: Step) {
        let position = self.position;
        let captures = || self.variant.pawn_move(self.us, from, to) == Some(PawnMove::Capture);
        let en_passant = role == Role::PAWN && position.en_passant_squares().contains(to) && captures();
        let captured = if en_passant { position.passed_pawn().unwrap_or(to) } else { to };
        let gone = Bitboard::of(from).with(captured);
        let occupied = (position.occupied() - gone).with(to);
        let king = if role == Role::KING { to } else { position.king(self.us) };
        let attackers = position.attackers_with(king, !self.us, occupied) - Bitboard::of(captured);
        if attackers.is_empty() {
            return;
        }
        let checkers = position.checkers();
        let (who, name) = (self.pieces(attackers), self.name(role));
        let text = if role == Role::KING {
            format!("the king would be attacked on {} by {who}", self.at(to))
        } else if (attackers & checkers).any() {
            format!("the king on {} is in check by {who}, and this does not parry it", self.at(king))
        } else if en_passant {
            format!("capturing en passant opens a line to the king on {} for {who}", self.at(king))
        } else if self.variant.has_hoppers() {
            format!(
                "after the move of the {name} on {} the king on {} is attacked by {who}",
                self.at(from),
                self.at(king)
            )
        } else {
            format!(
                "the {name} on {} is pinned: moving it opens a line to the king on {} for {who}",
                self.at(from),
                self.at(king)
            )
        };
        self.add(text, GENERAL);
    }

    /// Adds a reason if the captured piece promotes an enemy's waiting pawn at once, and that attacks our king.
    pub(super) fn instant_promotion(&mut self, Step { from, to, role, .. }: Step) {
        let position = self.position;
        let Some(captured) = position.role_at(to) else { return };
        let Some(pawn) = position.waiting_pawns(!self.us).next() else { return };
        let king = if role == Role::KING { to } else { position.king(self.us) };
        let occupied = (position.occupied() - Bitboard::of(from)).with(to);
        if position.reaches(Piece { color: !self.us, role: captured }, pawn.square, king, occupied.with(king)) {
            let text = format!(
                "the pawn waiting on {} becomes the captured {} at once, and attacks the king on {}",
                self.at(pawn.square),
                self.name(captured),
                self.at(king)
            );
            self.add(text, &self.variant.spec().promotion.why.source);
        }
    }
}
