//! Counting two plies at once, where no pawn waits.

use campione_core::{Bitboard, Role, Square, movement};

use super::Leaves;
use super::siblings::{FindSiblings, Sibling, Siblings};
use crate::attacks::{Backend, Operation};
use crate::generate::{All, Batch, Sink, for_each, generate, origin};
use crate::moves::{Move, MoveKind};
use crate::position::{Position, State, View};

/// The number of legal replies to all legal moves: each move is made, and its replies are counted.
pub(super) struct PlainReplies<'a>(pub(super) &'a Position);

impl Operation for PlainReplies<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let position = self.0;
        let mut replier = Replier::new(position, backend);
        let siblings = backend.call(FindSiblings(View { position, state: &replier.state }));
        replier.siblings = siblings.as_ref();
        generate(position.view(), backend, All, &mut replier);
        replier.nodes
    }
}

/// Makes each move that it receives and counts the replies.
pub(super) struct Replier<'a, B> {
    position: &'a Position,
    backend: B,
    /// The pieces of the position, with the enemy to move.
    state: State,
    /// What the positions after quiet moves have in common, where that is worth finding.
    siblings: Option<&'a Siblings>,
    pub(super) nodes: u64,
}

impl<'a, B: Backend> Replier<'a, B> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, backend: B) -> Self {
        let mut state = position.state;
        state.turn = !state.turn;
        state.en_passant = None;
        Replier { position, backend, state, siblings: None, nodes: 0 }
    }
}

impl<B: Backend> Sink for Replier<'_, B> {
    // `needs_roles` turns away the variants in which moves are tried.
    const TRIES: bool = false;

    #[inline(always)]
    fn receive(&mut self, batch: Batch) {
        match batch {
            Batch::Piece { from, targets } => {
                if targets.any() {
                    let Replier { position, ref mut state, siblings, .. } = *self;
                    self.nodes += self.backend.call(PieceMoves { position, state, siblings, from, targets });
                }
            }
            Batch::Pawns { targets, step, kind } => {
                if targets.any() {
                    let Replier { position, ref mut state, siblings, .. } = *self;
                    self.nodes += self.backend.call(PawnMoves { position, state, siblings, targets, step, kind });
                }
            }
            // These change more than the pieces of two squares.
            rare => rare
                .unpack(Bitboard::EMPTY, |mv| self.nodes += self.backend.call(Played { position: self.position, mv })),
        }
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
struct Played<'a> {
    position: &'a Position,
    mv: Move,
}

impl Operation for Played<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let Played { position, mv } = self;
        backend.call(Leaves(position.after(backend, mv).view()))
    }
}

/// The replies to the moves of the piece on `from`, not a pawn, to each of `targets`.
struct PieceMoves<'a> {
    position: &'a Position,
    state: &'a mut State,
    siblings: Option<&'a Siblings>,
    from: Square,
    targets: Bitboard,
}

impl Operation for PieceMoves<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let PieceMoves { position, state, siblings, from, targets } = self;
        let Some(role) = position.role_at(from) else { return 0 };
        let us = position.state.turn;
        let boards = position.variant.role(role).boards;
        let captures = targets & state.colors[(!us).index()];
        let mut nodes = 0;
        if captures.any() {
            // A capture changes pieces of both sides and perhaps rights, so the whole state is put back. Quiet moves,
            // below, change only the boards of the moving piece.
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
        let without = boards.map(|index| state.board(index));
        let others = state.colors[us.index()];
        for_each!((targets ^ captures), to => {
            for (index, board) in boards.into_iter().zip(without) {
                state.set_board(index, board.with(to));
            }
            state.colors[us.index()] = others.with(to);
            if role == Role::KING {
                state.kings[us.index()] = to;
            }
            nodes += quiet(backend, View { position, state }, siblings, [from, to]);
        });
        // A role with few boards has the dummy board among them. It may change here, but nothing reads it.
        for (index, board) in boards.into_iter().zip(without) {
            state.set_board(index, board.with(from));
        }
        state.colors[us.index()] = others.with(from);
        state.kings[us.index()] = position.state.kings[us.index()];
        nodes
    }
}

/// The replies to the moves of pawns to each of `targets` from `step` squares before them.
struct PawnMoves<'a> {
    position: &'a Position,
    state: &'a mut State,
    siblings: Option<&'a Siblings>,
    targets: Bitboard,
    step: i8,
    kind: MoveKind,
}

impl Operation for PawnMoves<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let PawnMoves { position, state, siblings, targets, step, kind } = self;
        let us = position.state.turn;
        let mut nodes = 0;
        // A pawn that arrives where it will wait changes more than that.
        let arrivals = targets & position.variant.last_rank(us);
        for_each!(arrivals, to => {
            nodes += backend.call(Played { position, mv: Move::new(origin(to, step), to, kind) });
        });
        let (pawns, own) = (state.boards[movement::PAWNS], state.colors[us.index()]);
        for_each!((targets ^ arrivals), to => {
            let squares = Bitboard::of(to).with(origin(to, step));
            state.colors[us.index()] = own ^ squares;
            if kind == MoveKind::Capture {
                let kept = *state;
                take(position, state, to);
                state.boards[movement::PAWNS] ^= squares;
                nodes += backend.call(Leaves(View { position, state }));
                *state = kept;
            } else {
                state.boards[movement::PAWNS] = pawns ^ squares;
                if kind == MoveKind::DoubleStep && position.variant.en_passant() {
                    state.en_passant = state.passed(position.variant, us, origin(to, step), to);
                    state.passer = to;
                }
                nodes += quiet(backend, View { position, state }, siblings, [origin(to, step), to]);
            }
        });
        state.boards[movement::PAWNS] = pawns;
        state.colors[us.index()] = own;
        // The moves of a batch are of one kind, so each double step has replaced the square of the one before.
        state.en_passant = None;
        nodes
    }
}

/// The number of replies to a quiet move between two squares, which has been made.
#[inline(always)]
fn quiet<B: Backend>(backend: B, view: View<'_>, siblings: Option<&Siblings>, moved: [Square; 2]) -> u64 {
    match siblings {
        Some(siblings) => backend.call(Sibling { view, siblings, moved }),
        None => backend.call(Leaves(view)),
    }
}

/// Removes the enemy piece on `square`, and the rights that end with it. Rights that a check ends are kept: a side in
/// check could not use them anyway.
#[inline(always)]
fn take(position: &Position, state: &mut State, square: Square) {
    let them = state.turn.index();
    if let Some(role) = position.role_at(square) {
        state.toggle(position.variant.role(role).boards, Bitboard::of(square));
        state.colors[them] ^= Bitboard::of(square);
        state.rights[them] -= position.castling[them].lost[square.index()];
    }
}
