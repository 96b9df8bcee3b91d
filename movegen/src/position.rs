//! A position that can be played.

mod identity;
pub(crate) mod list;
mod pieces;
mod queries;

use campione_core::{Bitboard, Color, LeapClass, MAX_FILES, Piece, Rights, SideCastling, Square, Variant, movement};

use crate::attacks::{Backend, Operation, SliderTables};
use crate::waiting::Waiting;
use crate::zobrist;

const FILE_A: Bitboard = Bitboard::file(0);
const LAST_FILE: Bitboard = Bitboard::file(MAX_FILES - 1);

/// What generation needs to know of a position without waiting pawns. It is small enough to copy for a single count.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// Movement bitboards of both colors, see [`movement`], and a dummy, which roles with few boards toggle. Its
    /// content has no meaning.
    pub(crate) boards: [Bitboard; movement::COUNT + 1],
    /// The pieces of each color.
    pub(crate) colors: [Bitboard; 2],
    pub(crate) kings: [Square; 2],
    pub(crate) turn: Color,
    /// The square passed over by the last double step, if a pawn can capture there; after a longer step, the first such
    /// square. In a [`Position`] it is set only if the capture is legal. In a state some plies ahead, generation checks
    /// that.
    pub(crate) en_passant: Option<Square>,
    /// The pawn that can be captured on `en_passant`. Without that square it means nothing.
    pub(crate) passer: Square,
    /// Rights of each color as bits of [`SideCastling::rights`].
    pub(crate) rights: [Rights; 2],
}

impl State {
    /// The pawns of `by` that could capture on `square`, pins ignored.
    #[inline(always)]
    pub(crate) fn pawn_captors(&self, variant: Variant, by: Color, square: Square) -> Bitboard {
        variant.pawn_captors(by, square) & self.boards[movement::PAWNS] & self.colors[by.index()]
    }

    /// The first square on which a pawn of `us` that steps from `from` to `to` could be captured en passant, pins
    /// ignored.
    #[inline(always)]
    pub(crate) fn passed(&self, variant: Variant, us: Color, from: Square, to: Square) -> Option<Square> {
        let mut passed = variant.next_of_first_step(us, from, to);
        while passed != to {
            if self.pawn_captors(variant, !us, passed).any() {
                return Some(passed);
            }
            passed = variant.next_of_first_step(us, passed, to);
        }
        None
    }

    /// One of the movement bitboards; empty if the index is beyond them, which no role has.
    #[inline(always)]
    pub(crate) fn board(&self, index: u8) -> Bitboard {
        self.boards.get(usize::from(index)).copied().unwrap_or(Bitboard::EMPTY)
    }

    /// Replaces one of the movement bitboards.
    #[inline(always)]
    pub(crate) fn set_board(&mut self, index: u8, pieces: Bitboard) {
        if let Some(board) = self.boards.get_mut(usize::from(index)) {
            *board = pieces;
        }
    }

    /// Toggles pieces on each of the given movement bitboards.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, boards: [u8; movement::MOST], pieces: Bitboard) {
        for index in boards {
            if let Some(board) = self.boards.get_mut(usize::from(index)) {
                *board ^= pieces;
            }
        }
    }
}

/// A position as generation sees it. The state may be some plies ahead of the position; the position then has no
/// waiting pawns.
#[derive(Clone, Copy)]
pub(crate) struct View<'p> {
    pub(crate) position: &'p Position,
    pub(crate) state: &'p State,
}

/// A valid position: each side has one king, the side not to move is not in check, and castling rights exist only where
/// king and partner stand on their start squares.
///
/// It knows its [`Variant`] and borrows nothing. Moves are not unmade: copy the position instead (about 450 bytes, no
/// allocation).
#[derive(Clone, Copy)]
pub struct Position {
    pub(crate) variant: Variant,
    pub(crate) tables: &'static SliderTables,
    pub(crate) castling: [&'static SideCastling; 2],
    pub(crate) state: State,
    /// The square passed over by the last double step, if a pawn can capture there, legally or not, as in a FEN.
    pub(crate) passed: Option<Square>,
    /// For each square, the role on it plus one, or 0.
    pub(crate) roles: [u8; 128],
    pub(crate) waiting: Waiting,
    pub(crate) halfmove_clock: u32,
    pub(crate) fullmove_number: u32,
    /// See [`zobrist`].
    pub(crate) key: u128,
}

const _: () = assert!(size_of::<Position>() <= 480);

/// The squares beside `pawns` on their ranks.
#[inline(always)]
pub(crate) fn beside(pawns: Bitboard) -> Bitboard {
    (pawns - FILE_A).shift(-1) | (pawns - LAST_FILE).shift(1)
}

impl Position {
    /// The start position of a variant. If it has many arrays, this is the default one.
    ///
    /// # Panics
    /// Never: tests check that every built-in start position is valid, and [`Variant::compile`] rejects any other.
    pub fn start(variant: Variant) -> Position {
        match Position::new(variant.start(), variant) {
            Ok(position) => position,
            Err(faults) => unreachable!("{}: {faults}", variant.id()),
        }
    }

    /// The position as generation sees it.
    #[inline(always)]
    pub(crate) fn view(&self) -> View<'_> {
        View { position: self, state: &self.state }
    }

    /// The stock of `color`, a bit for each role: the roles of which it has fewer pieces than its limit (RULES.md §6).
    pub(crate) fn stock(&self, color: Color) -> u32 {
        let counts = self.role_counts(color);
        let mut stock = 0;
        for &role in self.variant.promotions() {
            if counts[role.index()] < self.variant.limit(color, role) {
                stock |= 1 << role.index();
            }
        }
        stock
    }

    /// How many pieces of each role `color` has on the board.
    pub(crate) fn role_counts(&self, color: Color) -> [u8; 32] {
        let mut counts = [0; 32];
        for square in self.by_color(color) {
            if let Some(role) = self.role_at(square) {
                counts[role.index()] += 1;
            }
        }
        counts
    }

    /// Computes the key from scratch; `key` must always be equal to it.
    pub(crate) fn compute_key(&self) -> u128 {
        // What is not in the key does not distinguish positions; see also `eq`.
        let Position {
            variant: _,
            tables: _,
            castling: _,
            // `en_passant_key` has both.
            state: State { boards: _, colors: _, kings: _, turn, en_passant: _, passer: _, rights },
            passed: _,
            roles: _,
            waiting,
            halfmove_clock: _,
            fullmove_number: _,
            key: _,
        } = self;
        let mut key = if *turn == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        for color in Color::ALL {
            for square in self.by_color(color) {
                if let Some(role) = self.role_at(square) {
                    key ^= zobrist::piece(color, role, square);
                }
            }
            key ^= self.rights_key(color, rights[color.index()]);
            key ^= zobrist::waiting(color, waiting.of(color).bits());
        }
        key ^ self.en_passant_key()
    }

    /// The key of a legal capture en passant. Which pawn it takes follows from the square where pawns step straight ahead:
    /// only one has just passed it.
    #[inline(always)]
    pub(crate) fn en_passant_key(&self) -> u128 {
        let Some(square) = self.state.en_passant else { return 0 };
        let key = zobrist::en_passant(square);
        if self.variant.passers_are_named() { key ^ zobrist::en_passant(self.state.passer) } else { key }
    }

    /// The key of a set of rights of a side.
    #[inline(always)]
    pub(crate) fn rights_key(&self, color: Color, rights: Rights) -> u128 {
        let side = self.castling[color.index()];
        let mut key = 0;
        if !rights.is_empty() {
            for right in side.held(rights) {
                // By the square, not by the bit: two tables may number the same rights differently.
                key ^= zobrist::right(color, right.partner.map_or(side.king, |partner| partner.square));
            }
        }
        key
    }
}

impl View<'_> {
    /// The side that has lost because it has only its king, in a variant where that loses. The side not to move has
    /// lost if the other side has a piece besides its king. The side to move has lost only if the other side has two,
    /// because it might capture a single one.
    #[inline(never)]
    pub(crate) fn lost_by_bare_king(self) -> Option<Color> {
        let state = self.state;
        let [us, them] = [state.turn, !state.turn].map(|color| state.colors[color.index()].count());
        match (us, them) {
            (1, 3..) => Some(state.turn),
            (2.., 1) => Some(!state.turn),
            _ => None,
        }
    }

    /// The sliders in `of` that would see `square` if nothing stood in between: they may pin a piece to it.
    #[inline(always)]
    pub(crate) fn potential_pinners(self, of: Bitboard, square: Square) -> Bitboard {
        let View { position, state } = self;
        of & (position.tables.orthogonal_rays(square) & state.boards[movement::ORTHOGONAL]
            | position.tables.diagonal_rays(square) & state.boards[movement::DIAGONAL])
    }

    /// The pieces of color `by` that attack `square` with `occupied` as blockers.
    #[inline(always)]
    pub(crate) fn attackers<B: Backend>(self, backend: B, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        backend.call(Attackers { view: self, square, by, occupied })
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub(crate) fn in_check<B: Backend>(self, backend: B) -> bool {
        let us = self.state.turn;
        self.attackers(backend, self.state.kings[us.index()], !us, self.position.occupied()).any()
    }

    /// The pieces of both colors that attack `square`.
    #[inline(always)]
    pub(crate) fn attackers_of_both<B: Backend>(self, backend: B, square: Square, occupied: Bitboard) -> Bitboard {
        let View { position, state } = self;
        let captors = |by: Color| position.variant.pawn_captors(by, square) & state.colors[by.index()];
        let by_pawns = captors(Color::White) | captors(Color::Black);
        let [white_king, black_king] = state.kings;
        let kings = Bitboard::of(white_king).with(black_king);
        let mut found = by_pawns & state.boards[movement::PAWNS] | position.variant.king_steps(square) & kings;
        for (class, board) in self.leap_classes() {
            found |= class.leaps[square.index()] & board;
            if class.is_special() {
                found |= self.special_leapers(class, board, square, Color::White, occupied);
                found |= self.special_leapers(class, board, square, Color::Black, occupied);
            }
        }
        found | self.sliders(backend, square, position.occupied(), occupied)
    }

    /// The sliders in `of` that attack `square`.
    #[inline(always)]
    pub(crate) fn sliders<B: Backend>(self, backend: B, square: Square, of: Bitboard, occupied: Bitboard) -> Bitboard {
        let View { position: Position { tables, .. }, state } = self;
        let mut found = Bitboard::EMPTY;
        let orthogonal = state.boards[movement::ORTHOGONAL] & of;
        if (tables.orthogonal_rays(square) & orthogonal).any() {
            found |= backend.orthogonal(tables, square, occupied) & orthogonal;
        }
        let diagonal = state.boards[movement::DIAGONAL] & of;
        if (tables.diagonal_rays(square) & diagonal).any() {
            found |= backend.diagonal(tables, square, occupied) & diagonal;
        }
        found
    }

    /// The pieces of color `by` that attack `square` without sliding: pawns, the king, leapers.
    #[inline(always)]
    fn steppers(self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let View { position, state } = self;
        let mut found = position.variant.pawn_captors(by, square) & state.boards[movement::PAWNS];
        found |= position.variant.king_steps(square) & Bitboard::of(state.kings[by.index()]);
        for (class, board) in self.leap_classes() {
            found |= class.leaps[square.index()] & board;
            if class.is_special() {
                found |= self.special_leapers(class, board, square, by, occupied);
            }
        }
        found & state.colors[by.index()]
    }

    /// The pieces of color `by` on `board`, those of a class, that attack `square` by a special leap.
    #[inline(always)]
    pub(crate) fn special_leapers(
        self,
        class: &LeapClass,
        board: Bitboard,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let own = board & self.state.colors[by.index()];
        let mut found = Bitboard::EMPTY;
        if !class.special_starts(by, square).intersects(own) {
            return found;
        }
        for leap in class.special_to(by, square) {
            if own.contains(leap.end) && leap.is_open(occupied) && self.has_leap(class, leap, leap.end) {
                found = found.with(leap.end);
            }
        }
        found
    }

    /// Whether a piece on `from`, not a king or pawn, can go to `square` with `occupied` as blockers: by a capture if
    /// `square` is occupied, else by a quiet move.
    #[inline(never)]
    pub(crate) fn piece_reaches<B: Backend>(
        self,
        backend: B,
        piece: Piece,
        from: Square,
        square: Square,
        occupied: Bitboard,
    ) -> bool {
        let info = self.position.variant.role(piece.role);
        let target = Bitboard::of(square);
        (info.orthogonal && backend.orthogonal(self.position.tables, from, occupied).intersects(target))
            || (info.diagonal && backend.diagonal(self.position.tables, from, occupied).intersects(target))
            || info.leap_class.is_some_and(|class| {
                let class = &self.position.variant.leap_classes()[usize::from(class)];
                class.leaps[from.index()].intersects(target)
                    || class.special_from(piece.color, from).iter().any(|leap| {
                        leap.end == square
                            && leap.is_of(Some(piece.role))
                            && leap.is_open(occupied)
                            && leap.fits(occupied.contains(square))
                    })
            })
    }
}

/// The pieces that attack a square. It is a separate function, because it is long and called for few squares.
struct Attackers<'p> {
    view: View<'p>,
    square: Square,
    by: Color,
    occupied: Bitboard,
}

impl Operation for Attackers<'_> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Bitboard {
        let Attackers { view, square, by, occupied } = self;
        view.steppers(square, by, occupied) | view.sliders(backend, square, view.state.colors[by.index()], occupied)
    }
}
