//! Equality, hash and debug text of positions.

use std::fmt;
use std::hash::{Hash, Hasher};

use campione_core::{Bitboard, Color};

use super::{Position, State};

impl Position {
    /// The rights that a side still holds: the squares of its partners, and whether its king may leap. Bit masks are
    /// not comparable, because two tables may number the same rights differently.
    fn held_rights(&self, color: Color) -> (Bitboard, bool) {
        let side = self.castling[color.index()];
        let held = side.held(self.state.rights[color.index()]);
        held.fold((Bitboard::EMPTY, false), |(squares, leaps), right| match right.partner {
            Some(partner) => (squares.with(partner.square), leaps),
            None => (squares, true),
        })
    }
}

impl PartialEq for Position {
    /// Whether a repetition counts them as the same position (RULES.md, "Orthodox draws"): the variant, pieces, side to
    /// move, rights, waiting pawns and legal captures en passant are equal. The clocks do not matter; to compare them
    /// too, compare the [`setup`](Position::setup)s.
    fn eq(&self, other: &Self) -> bool {
        let Position {
            variant: _,
            tables: _,
            castling: _,
            state: State { boards: _, colors: _, kings: _, turn: _, en_passant: _, passer: _, rights: _ },
            passed: _,
            roles: _,
            waiting: _,
            halfmove_clock: _,
            fullmove_number: _,
            key: _,
        } = self;
        let same_side = |color: Color| {
            self.by_color(color) == other.by_color(color)
                && self.waiting.of(color).bits() == other.waiting.of(color).bits()
                && self.held_rights(color) == other.held_rights(color)
        };
        self.key == other.key
            && self.variant == other.variant
            && self.state.turn == other.state.turn
            && self.state.en_passant == other.state.en_passant
            && (self.state.en_passant.is_none() || self.state.passer == other.state.passer)
            && self.roles == other.roles
            && Color::ALL.into_iter().all(same_side)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("variant", &self.variant.id())
            .field("placement", &self.variant.placement(&self.board()))
            .field("turn", &self.state.turn)
            .field("rights", &self.state.rights)
            .field("en_passant", &self.passed)
            .finish_non_exhaustive()
    }
}
