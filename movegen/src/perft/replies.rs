//! Counting two plies at once, where no pawn waits.

use campione_core::{Bitboard, CastlingRow, Role, Square, component};

use super::{Leaves, delta};
use crate::attacks::{Backend, Operation};
use crate::generate::{Sink, for_each, generate, origin};
use crate::moves::{Move, MoveKind};
use crate::play::behind;
use crate::position::{State, Position, View};

/// The number of legal replies to all legal moves of a position without waiting pawns.
pub(super) struct Replies<'a>(pub(super) &'a Position);

impl Operation for Replies<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let position = self.0;
        delta::replies(position, backend).unwrap_or_else(|| backend.call(PlainReplies(position)))
    }
}

/// The same, each move made and its replies counted.
pub(super) struct PlainReplies<'a>(pub(super) &'a Position);

impl Operation for PlainReplies<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let position = self.0;
        let mut replier = Replier::new(position, backend);
        generate(position.view(), backend, &mut replier);
        replier.nodes
    }
}

/// Makes each move that it receives and counts the replies.
pub(super) struct Replier<'a, B> {
    position: &'a Position,
    backend: B,
    /// The pieces of the position, and the enemy to move.
    state: State,
    pub(super) nodes: u64,
}

impl<'a, B: Backend> Replier<'a, B> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, backend: B) -> Self {
        let mut state = position.state;
        state.turn = !state.turn;
        state.en_passant = None;
        Replier { position, backend, state, nodes: 0 }
    }

    /// The replies to a move that changes more than the pieces of two squares.
    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.nodes += self.backend.call(Played(self.position, mv));
    }
}

impl<B: Backend> Sink for Replier<'_, B> {
    #[inline(always)]
    fn state(&mut self, from: Square, targets: Bitboard) {
        if targets.any() {
            self.nodes += self.backend.call(Piece { position: self.position, state: &mut self.state, from, targets });
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        if targets.any() {
            let Replier { position, state, .. } = self;
            self.nodes += self.backend.call(Pawns { position, state, targets, step, kind });
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for_each!(targets, to => {
            for &role in self.position.variant.promotions() {
                self.play(Move::new(origin(to, step), to, kind).with_role(role));
            }
        });
    }

    #[inline(always)]
    fn promotion(&mut self, targets: Bitboard, step: i8, kind: MoveKind, role: Role) {
        for_each!(targets, to => { self.play(Move::new(origin(to, step), to, kind).with_role(role)); });
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.play(Move::new(from, to, MoveKind::EnPassant));
    }

    #[inline(always)]
    fn en_passant_promotion(&mut self, from: Square, to: Square, role: Role) {
        self.play(Move::new(from, to, MoveKind::EnPassantPromotion).with_role(role));
    }

    #[inline(always)]
    fn castling(&mut self, index: usize, row: &CastlingRow) {
        self.play(Move::castling(row.king_from, row.king_to, index));
    }

    /// Never called: where pawns wait, every move is played in full.
    #[inline(always)]
    fn turn_promotion(&mut self, _role: Option<Role>) {}

    #[inline(always)]
    fn aside(&self) -> Self {
        Replier { nodes: 0, ..*self }
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.nodes += aside.nodes;
    }
}

/// The replies to one move, played in full.
struct Played<'a>(&'a Position, Move);

impl Operation for Played<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let Played(position, mv) = self;
        backend.call(Leaves(position.after(backend, mv).view()))
    }
}

/// The replies to the moves of the piece on `from`, no pawn, to each of `targets`.
struct Piece<'a> {
    position: &'a Position,
    state: &'a mut State,
    from: Square,
    targets: Bitboard,
}

impl Operation for Piece<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let Piece { position, state, from, targets } = self;
        let Some(role) = position.role_at(from) else { return 0 };
        let us = position.state.turn;
        let boards = position.variant.role(role).boards;
        let captures = targets & state.colors[(!us).index()];
        let mut nodes = 0;
        if captures.any() {
            let kept = *state;
            for_each!(captures, to => {
                take(position, state, to);
                let squares = Bitboard::of(from).with(to);
                state.toggle(boards, squares);
                state.colors[us.index()] ^= squares;
                if role == Role::KING {
                    state.kings[us.index()] = to;
                }
                nodes += backend.call(Leaves(View { position, state }));
                *state = kept;
            });
        }
        state.toggle(boards, Bitboard::of(from));
        state.colors[us.index()] ^= Bitboard::of(from);
        let lifted = boards.map(|index| state.board(index));
        let others = state.colors[us.index()];
        for_each!((targets ^ captures), to => {
            for (index, board) in boards.into_iter().zip(lifted) {
                state.set_board(index, board.with(to));
            }
            state.colors[us.index()] = others.with(to);
            if role == Role::KING {
                state.kings[us.index()] = to;
            }
            nodes += backend.call(Leaves(View { position, state }));
        });
        for (index, board) in boards.into_iter().zip(lifted) {
            state.set_board(index, board.with(from));
        }
        state.colors[us.index()] = others.with(from);
        state.kings[us.index()] = position.state.kings[us.index()];
        nodes
    }
}

/// The replies to the moves of pawns to each of `targets` from `step` squares before them.
struct Pawns<'a> {
    position: &'a Position,
    state: &'a mut State,
    targets: Bitboard,
    step: i8,
    kind: MoveKind,
}

impl Operation for Pawns<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let Pawns { position, state, targets, step, kind } = self;
        let us = position.state.turn;
        let mut nodes = 0;
        // A pawn that arrives where it will wait changes more.
        let arrivals = targets & position.variant.last_rank(us);
        for_each!(arrivals, to => {
            nodes += backend.call(Played(position, Move::new(origin(to, step), to, kind)));
        });
        let (pawns, own) = (state.boards[component::PAWNS], state.colors[us.index()]);
        for_each!((targets ^ arrivals), to => {
            let squares = Bitboard::of(to).with(origin(to, step));
            state.colors[us.index()] = own ^ squares;
            if kind == MoveKind::Capture {
                let kept = *state;
                take(position, state, to);
                state.boards[component::PAWNS] ^= squares;
                nodes += backend.call(Leaves(View { position, state }));
                *state = kept;
            } else {
                state.boards[component::PAWNS] = pawns ^ squares;
                if kind == MoveKind::DoubleStep && position.variant.en_passant() {
                    let passed = behind(to, us);
                    state.en_passant = state.pawn_captors(!us, passed).any().then_some(passed);
                }
                nodes += backend.call(Leaves(View { position, state }));
            }
        });
        state.boards[component::PAWNS] = pawns;
        state.colors[us.index()] = own;
        state.en_passant = None;
        nodes
    }
}

/// Takes the enemy's piece off `square`, and the rights that end with it. Rights that a check takes away are kept: who is
/// in check could not use them anyway.
#[inline(always)]
fn take(position: &Position, state: &mut State, square: Square) {
    let them = state.turn.index();
    if let Some(role) = position.role_at(square) {
        state.toggle(position.variant.role(role).boards, Bitboard::of(square));
        state.colors[them] ^= Bitboard::of(square);
        state.rights[them] &= !position.castling[them].lost[square.index()];
    }
}
