//! Playing a move, or none.

use campione_core::pawn_moves::forward;
use campione_core::{Bitboard, Color, DrawRules, PartnerMove, Pieces, Rights, Role, Rules, Square, movement};

use crate::attacks::{Backend, Operation, dispatch};
use crate::generate::{FirstEnPassant, promotes_instantly};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::waiting::{Waiting, waiting_square};
use crate::zobrist;

impl Position {
    /// The squares that the last double or longer step passed over, where a pawn could pseudo-legally capture.
    pub fn en_passant_squares(&self) -> Bitboard {
        let us = self.state.turn;
        let (Some(mut square), passer) = (self.passed, self.state.passer) else { return Bitboard::EMPTY };
        let mut squares = Bitboard::EMPTY;
        while square != passer {
            if self.state.pawn_captors(self.variant, us, square).any() {
                squares = squares.with(square);
            }
            square = self.variant.next_of_first_step(!us, square, passer);
        }
        squares
    }

    /// The pawn that could be captured en passant, if there is one.
    pub fn passed_pawn(&self) -> Option<Square> {
        self.passed.map(|_| self.state.passer)
    }

    /// The position after a legal move; `None` for any other move.
    ///
    /// ```
    /// use campione_core::{Color, Role, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("gothic")?);
    /// let e4 = start.legal_moves_to(Role::PAWN, "e4".parse()?)[0];
    /// let next = start.play(e4).unwrap();
    /// assert_eq!((next.turn(), next.role_at("e4".parse()?)), (Color::Black, Some(Role::PAWN)));
    /// assert_eq!(next.play(e4), None); // It is Black's turn.
    /// assert_eq!(start.play_unchecked(e4), next);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn play(&self, mv: Move) -> Option<Position> {
        self.is_legal(mv).then(|| self.play_unchecked(mv))
    }

    /// The position after a move of [`Position::legal_moves`], or after the null move, without checking it again. After
    /// any other move, and after a null move in check, the position may be invalid.
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        struct Play<'a> {
            position: &'a Position,
            mv: Move,
        }
        impl Operation for Play<'_> {
            type Output = Position;
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) -> Position {
                self.position.after(backend, self.mv)
            }
        }
        if mv.is_null() {
            return self.passed_over();
        }
        let next = dispatch(Play { position: self, mv });
        debug_assert_eq!(next.key, next.compute_key(), "the incremental key is right");
        debug_assert!(self.key_after(mv).is_none_or(|key| key == next.key), "`key_after` is right");
        next
    }

    /// Makes a move of [`Position::legal_moves`], or a null move, in this position, without checking it again and without
    /// a copy: for a line of moves of which only the end matters. After any other move, and after a null move in check,
    /// the position may be invalid.
    ///
    /// ```
    /// use campione_core::{Role, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("gothic")?);
    /// let mut position = start;
    /// for to in ["e4", "e5"] {
    ///     position.make_unchecked(position.legal_moves_to(Role::PAWN, to.parse()?)[0]);
    /// }
    /// assert_eq!((position.turn(), position.fullmove_number()), (start.turn(), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_unchecked(&mut self, mv: Move) {
        struct Make<'a> {
            position: &'a mut Position,
            mv: Move,
        }
        impl Operation for Make<'_> {
            type Output = ();
            #[inline(always)]
            fn run<B: Backend>(self, backend: B) {
                self.position.make(backend, self.mv);
            }
        }
        if mv.is_null() {
            *self = self.passed_over();
            return;
        }
        dispatch(Make { position: self, mv });
        debug_assert_eq!(self.key, self.compute_key(), "the incremental key is right");
    }

    /// The position after a null move: the side to move passes. No rule allows it, but search uses it to see what the
    /// other side could do. The waits of waiting pawns and all castling rights stay as they are.
    ///
    /// `None` in check: the other side could capture the king.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_movegen::Position;
    /// let start = Position::start(Variant::named("carrera")?);
    /// let passed = start.pass().unwrap();
    /// assert_eq!((passed.turn(), passed.occupied()), (Color::Black, start.occupied()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pass(&self) -> Option<Position> {
        (!self.in_check()).then(|| self.passed_over())
    }

    /// The position after a null move, which must be possible.
    fn passed_over(&self) -> Position {
        let mut next = *self;
        next.key ^= next.en_passant_key();
        next.state.en_passant = None;
        next.passed = None;
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.fullmove_number = next.fullmove_number.saturating_add(self.state.turn as u32);
        next.state.turn = !self.state.turn;
        next.key ^= zobrist::BLACK_TO_MOVE;
        debug_assert_eq!(next.key, next.compute_key(), "the incremental key is right");
        next
    }

    #[inline(always)]
    pub(crate) fn after<B: Backend>(&self, backend: B, mv: Move) -> Position {
        let mut next = *self;
        next.make(backend, mv);
        next
    }

    #[inline(always)]
    fn make<B: Backend>(&mut self, backend: B, mv: Move) {
        let us = self.state.turn;
        let them = !us;
        let (from, to) = (mv.from(), mv.to());
        let mut resets_clock = false;
        // First, because the piece that moves may be the pawn that has just promoted.
        if let Some(role) = mv.turn_promotion() {
            self.promote_first_waiting(us, role);
            resets_clock = true;
        }
        // The key is read off the square, so it goes first. The passer stays: a capture en passant below needs it.
        self.key ^= self.en_passant_key();
        self.state.en_passant = None;
        self.passed = None;
        if self.variant.promotion_wait().is_some() {
            // Before the move: a pawn that arrives by it begins with the whole wait.
            self.change_waiting(us, |waiting| waiting.tick(us));
        }
        match mv.kind() {
            MoveKind::Castling => {
                let captured = self.castle(us, mv);
                resets_clock |= captured.is_some();
            }
            kind => {
                let moved = self.role_at(from).unwrap_or(Role::PAWN);
                let captured = match kind {
                    MoveKind::Capture | MoveKind::PromotionCapture => Some(to),
                    MoveKind::EnPassant | MoveKind::EnPassantPromotion => Some(self.state.passer),
                    _ => None,
                };
                let mut instant = None;
                if let Some(square) = captured {
                    let role = self.role_at(square).unwrap_or(Role::PAWN);
                    // Asked while the piece still stands: the stock is what the board lacks.
                    if self.variant.promotion_wait().is_some() && promotes_instantly(self, them, role) {
                        instant = Some(role);
                    }
                    self.remove(them, role, square);
                    self.lose_rights(them, square);
                }
                self.lose_rights(us, from);
                match mv.promotion() {
                    None => self.shift(us, moved, from, to),
                    Some(role) => {
                        self.remove(us, moved, from);
                        self.place(us, role, to);
                    }
                }
                resets_clock |= captured.is_some() || moved == Role::PAWN;
                if moved == Role::KING {
                    self.state.kings[us.index()] = to;
                } else if moved == Role::PAWN {
                    self.after_pawn_move(backend, us, (from, to), kind);
                }
                if let Some(role) = instant {
                    self.promote_first_waiting(them, role);
                }
            }
        }
        self.halfmove_clock = if resets_clock { 0 } else { self.halfmove_clock.saturating_add(1) };
        // White is 0 and Black is 1: the number grows after Black's move.
        self.fullmove_number = self.fullmove_number.saturating_add(us as u32);
        self.state.turn = them;
        self.key ^= zobrist::BLACK_TO_MOVE;
        // Last, because every part of the move may give the check.
        if self.variant.rights_lost_by_check()
            && !self.state.rights[them.index()].is_empty()
            && self.view().attackers(backend, self.king(them), us, self.occupied()).any()
        {
            self.drop_rights(them, Rights::ALL);
        }
    }

    /// The [key](Self::wide_zobrist) after a legal move, without playing it; `None` for rarer moves: only
    /// [`play_unchecked`](Self::play_unchecked) computes their keys.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_movegen::Position;
    /// let gothic = Variant::named("gothic")?;
    /// let start = Position::start(gothic);
    /// let knight = gothic.role_by_letter('N').unwrap();
    /// let mv = start.legal_moves_to(knight, "c3".parse()?)[0];
    /// assert_eq!(start.key_after(mv), Some(start.play_unchecked(mv).wide_zobrist()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> Option<u128> {
        let (us, them) = (self.state.turn, !self.state.turn);
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE;
        match mv.kind() {
            MoveKind::Quiet | MoveKind::DoubleStep => {}
            MoveKind::Capture => key ^= zobrist::piece(them, self.role_at(to)?, to),
            _ => return None,
        }
        let passes = key_by_squares(self.variant.rules(), &self.state.rights)?;
        let lost = [(us, from), (them, to)];
        if lost.iter().any(|&(side, square)| {
            self.state.rights[side.index()].intersects(self.castling[side.index()].lost[square.index()])
        }) {
            return None;
        }
        // The square is in the key only if a capture there is legal, which is known only after the move.
        let double_step = mv.kind() == MoveKind::DoubleStep && passes;
        if double_step && self.state.passed(self.variant, us, from, to).is_some() {
            return None;
        }
        key ^= self.en_passant_key();
        let moved = self.role_at(from)?;
        Some(key ^ zobrist::piece(us, moved, from) ^ zobrist::piece(us, moved, to))
    }

    #[inline(always)]
    fn after_pawn_move<B: Backend>(&mut self, backend: B, us: Color, (from, to): (Square, Square), kind: MoveKind) {
        if kind == MoveKind::DoubleStep {
            if self.variant.en_passant()
                && let Some(passed) = self.state.passed(self.variant, us, from, to)
            {
                self.passed = Some(passed);
                self.state.passer = to;
                self.state.en_passant = backend.call(FirstEnPassant { view: self.view(), us: !us, square: passed });
                self.key ^= self.en_passant_key();
            }
        } else if let Some(wait) = self.variant.promotion_wait()
            && self.variant.last_rank(us).contains(to)
        {
            // It remains a pawn in `roles` and in the key of pieces; only the key of the list tells that it waits.
            self.state.boards[movement::PAWNS] ^= Bitboard::of(to);
            self.state.boards[movement::WAITING] ^= Bitboard::of(to);
            self.change_waiting(us, |waiting| waiting.push(us, to.file(), wait));
        }
    }

    #[inline(always)]
    fn castle(&mut self, us: Color, mv: Move) -> Option<Role> {
        let side = self.castling[us.index()];
        let row = mv.castling_row().and_then(|index| side.rows.get(index))?;
        let captured = if row.captures { self.role_at(row.king_to) } else { None };
        if let Some(role) = captured {
            self.remove(!us, role, row.king_to);
            self.lose_rights(!us, row.king_to);
        }
        self.lose_rights(us, row.king_from);
        // Both leave before either arrives: from some arrays they go to each other's squares.
        self.remove(us, Role::KING, row.king_from);
        if let Some(PartnerMove { from, to, role }) = row.partner {
            self.remove(us, role, from);
            self.place(us, role, to);
        }
        self.place(us, Role::KING, row.king_to);
        self.state.kings[us.index()] = row.king_to;
        captured
    }

    /// Promotes the waiting pawn of `owner` that has waited longest to `role`.
    #[inline(always)]
    pub(crate) fn promote_first_waiting(&mut self, owner: Color, role: Role) {
        let Some(file) = self.waiting.of(owner).first_ready() else { return };
        let square = waiting_square(owner, file, self.variant.ranks());
        self.change_waiting(owner, |waiting| waiting.pop_first(owner));
        self.state.boards[movement::WAITING] ^= Bitboard::of(square);
        self.state.toggle(self.variant.role(role).boards, Bitboard::of(square));
        self.roles[square.index()] = role.index() as u8 + 1;
        self.key ^= zobrist::piece(owner, Role::PAWN, square) ^ zobrist::piece(owner, role, square);
    }

    #[inline(always)]
    fn change_waiting(&mut self, color: Color, change: impl FnOnce(&mut Waiting)) {
        self.key ^= zobrist::waiting(color, self.waiting.of(color).bits());
        change(&mut self.waiting);
        self.key ^= zobrist::waiting(color, self.waiting.of(color).bits());
    }

    #[inline(always)]
    fn place(&mut self, color: Color, role: Role, square: Square) {
        self.state.toggle(self.variant.role(role).boards, Bitboard::of(square));
        self.state.colors[color.index()] |= Bitboard::of(square);
        self.roles[square.index()] = role.index() as u8 + 1;
        self.key ^= zobrist::piece(color, role, square);
    }

    /// Removes a piece from one square and places it on another, in one go.
    #[inline(always)]
    fn shift(&mut self, color: Color, role: Role, from: Square, to: Square) {
        let both = Bitboard::of(from).with(to);
        self.state.toggle(self.variant.role(role).boards, both);
        self.state.colors[color.index()] ^= both;
        self.roles[from.index()] = 0;
        self.roles[to.index()] = role.index() as u8 + 1;
        self.key ^= zobrist::piece(color, role, from) ^ zobrist::piece(color, role, to);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, role: Role, square: Square) {
        self.state.toggle(self.variant.role(role).boards, Bitboard::of(square));
        self.state.colors[color.index()] -= Bitboard::of(square);
        self.roles[square.index()] = 0;
        self.key ^= zobrist::piece(color, role, square);
    }

    /// Drops the rights that end when the piece of `color` on `square` leaves or is captured.
    #[inline(always)]
    fn lose_rights(&mut self, color: Color, square: Square) {
        if !self.state.rights[color.index()].is_empty() {
            self.drop_rights(color, self.castling[color.index()].lost[square.index()]);
        }
    }

    #[inline(always)]
    fn drop_rights(&mut self, color: Color, ended: Rights) {
        let rights = &mut self.state.rights[color.index()];
        let dropped = *rights & ended;
        if !dropped.is_empty() {
            *rights -= ended;
            self.key ^= self.rights_key(color, dropped);
        }
    }
}

/// Whether the key after a plain move follows from its two squares, and then whether pawns can be captured en passant
/// after a double step. `None` where a plain move may change more: what waits, or rights by a check.
#[inline(always)]
fn key_by_squares(rules: &Rules, rights: &[Rights; 2]) -> Option<bool> {
    let Rules {
        files: _,
        ranks: _,
        board: _,
        pieces: Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes: _, promotions: _ },
        alphabet: _,
        pawn_kind: _,
        double_step_from: _,
        long_steps: _,
        double_step_barred: _,
        pinned_pawn_bars: _,
        en_passant,
        last_rank: _,
        promotion_zone: _,
        arrival_zone: _,
        promotes_freely: _,
        promotes_from_stock: _,
        promotion_is_optional: _,
        promotion_wait,
        limits: _,
        castlings,
        draws: DrawRules { stalemate: _, bare_king: _, repetition: _, moves: _, dead_position: _ },
        rare_turns: _,
        notation: _,
        numbering: _,
        home: _,
        start: _,
    } = rules;
    let more = promotion_wait.is_some() || (castlings.lost_by_check && *rights != [Rights::NONE; 2]);
    (!more).then_some(*en_passant)
}

/// The square behind `square`, seen from `color`.
#[inline(always)]
pub(crate) fn behind(square: Square, color: Color) -> Square {
    Square::wrapping((square.index() as i32 - i32::from(forward(color))) as u32)
}
