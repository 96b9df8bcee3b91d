//! Sinks for the generated moves: they list the moves or only count them.

use campione_core::{Bitboard, CastlingRow, Role, Square};
use smallvec::SmallVec;

use super::{Context, for_each, origin};
use crate::attacks::{Backend, Side};
use crate::moves::{Move, MoveKind};
use crate::position::Position;

/// Legal moves of one kind, not yet unpacked.
#[derive(Clone, Copy)]
pub(crate) enum Batch {
    /// A piece other than a pawn goes from `from` to any of `targets`.
    Piece { from: Square, targets: Bitboard },
    /// Pawns go to any of `targets`, each from `step` squares before it, and stay pawns.
    Pawns { targets: Bitboard, step: i8, kind: MoveKind },
    /// Pawns go to any of `targets`, each from `step` squares before it, and become any of `roles`.
    Promotions { targets: Bitboard, step: i8, kind: MoveKind, roles: &'static [Role] },
    /// A pawn captures en passant, and may promote.
    EnPassant { from: Square, to: Square, promotion: Option<Role> },
    /// A row of the side's castling table.
    Castling { index: usize, row: &'static CastlingRow },
}

impl Batch {
    /// Keeps the moves of a piece or of pawns that neither leave nor enter `ways`, or that pass `test` of start and target.
    #[inline(always)]
    pub(crate) fn retain(&mut self, ways: Bitboard, test: impl Fn(Square, Square) -> bool) {
        let (targets, from, step) = match self {
            Batch::Piece { from, targets } => (targets, Some(*from), 0),
            Batch::Pawns { targets, step, .. } | Batch::Promotions { targets, step, .. } => (targets, None, *step),
            Batch::EnPassant { .. } | Batch::Castling { .. } => return,
        };
        let leaving = match from {
            Some(from) if ways.contains(from) => *targets,
            Some(_) => Bitboard::EMPTY,
            None => ways.shift(step),
        };
        for_each!((*targets & (ways | leaving)), to => {
            if !test(from.unwrap_or(origin(to, step)), to) {
                *targets = targets.without(to);
            }
        });
    }

    /// Calls `each` for every move; `enemy` are the pieces that may be captured.
    #[inline(always)]
    pub(crate) fn unpack(self, enemy: Bitboard, mut each: impl FnMut(Move)) {
        match self {
            Batch::Piece { from, targets } => {
                let captures = targets & enemy;
                for_each!(captures, to => { each(Move::new(from, to, MoveKind::Capture)); });
                for_each!((targets ^ captures), to => { each(Move::new(from, to, MoveKind::Quiet)); });
            }
            Batch::Pawns { targets, step, kind } => {
                for_each!(targets, to => { each(Move::new(origin(to, step), to, kind)); });
            }
            Batch::Promotions { targets, step, kind, roles } => {
                for_each!(targets, to => {
                    for &role in roles {
                        each(Move::new(origin(to, step), to, kind).with_role(role));
                    }
                });
            }
            Batch::EnPassant { from, to, promotion } => each(match promotion {
                None => Move::new(from, to, MoveKind::EnPassant),
                Some(role) => Move::new(from, to, MoveKind::EnPassantPromotion).with_role(role),
            }),
            Batch::Castling { index, row } => each(Move::castling(row.king_from, row.king_to, index)),
        }
    }
}

/// Receives the legal moves of one position.
pub(crate) trait Sink: Sized {
    /// Whether it is used where moves are tried one by one (`tries_moves`). The code for that is large, so others do without.
    const TRIES: bool = true;

    /// The targets of the king that this sink needs, and of other pieces where moves are tried. Only these are tested for attacks.
    #[inline(always)]
    fn king_targets(&self, targets: Bitboard) -> Bitboard {
        targets
    }
    /// Whether castlings may be possible. If not, none is looked for.
    #[inline(always)]
    fn may_castle(&self) -> bool {
        true
    }
    /// Adds the moves of all pieces but the king, captures en passant excepted, of a side that is not in check and has no pinned pieces, if this
    /// sink knows them. Otherwise it receives them.
    #[inline(always)]
    fn knows<C: Side, B: Backend>(&mut self, _side: C, _context: &Context<'_, B>) -> bool {
        false
    }
    /// Receives some of the moves. Callers pass a literal kind, except where moves are tried, so that the `match` on it costs
    /// nothing.
    fn receive(&mut self, batch: Batch);
    /// From now on, all moves belong to turns that start with this promotion of a waiting pawn.
    fn turn_promotion(&mut self, role: Option<Role>);
    /// An empty sink of the same kind. Rare moves go there: a sink that is never borrowed by another function can stay
    /// in registers.
    fn aside(&self) -> Self;
    /// Adds what an [`aside`](Sink::aside) has received.
    fn absorb(&mut self, aside: Self);
}

/// Lists the moves, with room for `N` on the stack.
pub(crate) struct Lister<const N: usize> {
    enemy: Bitboard,
    turn_promotion: Option<Role>,
    pub(crate) moves: SmallVec<[Move; N]>,
}

impl<const N: usize> Lister<N> {
    #[inline(always)]
    pub(crate) fn new(position: &Position) -> Lister<N> {
        Lister { enemy: position.by_color(!position.turn()), turn_promotion: None, moves: SmallVec::new() }
    }
}

impl<const N: usize> Sink for Lister<N> {
    #[inline(always)]
    fn receive(&mut self, batch: Batch) {
        batch.unpack(self.enemy, |mv| {
            self.moves.push(match self.turn_promotion {
                Some(role) => mv.with_role(role),
                None => mv,
            });
        });
    }

    #[inline(always)]
    fn turn_promotion(&mut self, role: Option<Role>) {
        self.turn_promotion = role;
    }

    #[inline(always)]
    fn aside(&self) -> Self {
        Lister { moves: SmallVec::new(), ..*self }
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.moves.extend_from_slice(&aside.moves);
    }
}

/// Lists one part of the moves: only captures and promotions if `NOISY`, else all others.
pub(crate) struct Part<const NOISY: bool, const N: usize>(pub(crate) Lister<N>);

impl<const NOISY: bool, const N: usize> Sink for Part<NOISY, N> {
    #[inline(always)]
    fn king_targets(&self, targets: Bitboard) -> Bitboard {
        if NOISY { targets & self.0.enemy } else { targets - self.0.enemy }
    }

    #[inline(always)]
    fn receive(&mut self, batch: Batch) {
        let noisy = match batch {
            Batch::Piece { from, targets } => {
                // The moves of all pieces are split as those of the king: by whether they capture.
                let targets = self.king_targets(targets);
                return self.0.receive(Batch::Piece { from, targets });
            }
            Batch::Pawns { kind, .. } => kind == MoveKind::Capture,
            Batch::Promotions { .. } | Batch::EnPassant { .. } => true,
            Batch::Castling { .. } => false,
        };
        if noisy == NOISY {
            self.0.receive(batch);
        }
    }

    #[inline(always)]
    fn turn_promotion(&mut self, role: Option<Role>) {
        self.0.turn_promotion(role);
    }

    #[inline(always)]
    fn aside(&self) -> Self {
        Part(self.0.aside())
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.0.absorb(aside.0);
    }
}

/// Counts the moves without unpacking them.
#[derive(Default)]
pub(crate) struct Counter {
    pub(crate) moves: u32,
}

impl Sink for Counter {
    #[inline(always)]
    fn receive(&mut self, batch: Batch) {
        self.moves += match batch {
            Batch::Piece { targets, .. } | Batch::Pawns { targets, .. } => targets.count(),
            Batch::Promotions { targets, roles, .. } => targets.count() * roles.len() as u32,
            Batch::EnPassant { .. } | Batch::Castling { .. } => 1,
        };
    }

    #[inline(always)]
    fn turn_promotion(&mut self, _role: Option<Role>) {}

    #[inline(always)]
    fn aside(&self) -> Self {
        Counter::default()
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.moves += aside.moves;
    }
}
