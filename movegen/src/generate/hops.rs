//! Legal moves in games where men hop over others.
//!
//! There a man gives check through another one, so that standing between can parry a check or give one, and no pin says
//! where a man may go. Each move that touches a way to the king is tried: slower than the rest of the generator, and plain.

use campione_core::{Bitboard, Square, component};

use super::{Context, Lister, Sink, for_each};
use crate::attacks::{Backend, Operation};
use crate::moves::{Move, MoveList};
use crate::position::View;

/// The legal moves of some men, but for the king's and captures en passant, to some targets.
pub(super) struct Tried<'p, 'v, B, const WHITE: bool, const WAITING: bool>(
    pub(super) Context<'p, 'v, B>,
    pub(super) Bitboard,
    pub(super) Bitboard,
);

impl<X: Backend, const WHITE: bool, const WAITING: bool> Operation for Tried<'_, '_, X, WHITE, WAITING> {
    type Output = MoveList;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> MoveList {
        let Tried(context, movers, targets) = self;
        let View { position, men } = context.view;
        let mut lister = Lister::new(position, MoveList::new());
        context.men::<_, WAITING>(&mut lister, movers, targets);
        context.pawns::<_, WHITE, WAITING>(&mut lister, men.boards[component::PAWNS] & movers, targets);
        let ways = context.ways_to_king();
        lister.moves.retain(|mv| context.leaves_king_safe(mv.from(), mv.to(), ways));
        lister.moves
    }
}

impl<B: Backend> Context<'_, '_, B> {
    /// The squares on which a man can matter to an attack on our king.
    #[inline(always)]
    fn ways_to_king(&self) -> Bitboard {
        let View { position, men } = self.view;
        let mut ways = Bitboard::EMPTY;
        for_each!((self.view.snipers(self.enemy, self.king)), sniper => {
            ways |= campione_core::between(self.king, sniper);
        });
        for (class, board) in position.variant.leap_classes().iter().zip(&men.boards[component::LEAPS..]) {
            let leapers = *board & self.enemy;
            for leap in class.special_to(!men.turn, self.king).iter().filter(|leap| leapers.contains(leap.end)) {
                ways |= leap.legs | leap.hurdles;
            }
        }
        ways
    }

    /// Whether the king is not attacked after a move of another man.
    #[inline(always)]
    fn leaves_king_safe(&self, from: Square, to: Square, ways: Bitboard) -> bool {
        if !self.in_check && !ways.contains(from) && !ways.contains(to) {
            return true;
        }
        let occupied = self.occupied.without(from).with(to);
        self.view.attackers(self.backend, self.king, !self.view.men.turn, occupied).without(to).is_empty()
    }
}

/// Hands moves to a sink, one by one.
#[inline(always)]
pub(super) fn hand_over<B: Backend, S: Sink>(moves: &[Move], context: &Context<'_, '_, B>, sink: &mut S) {
    let pawns = context.view.men.boards[component::PAWNS];
    for &mv in moves {
        let (from, target) = (mv.from(), Bitboard::of(mv.to()));
        let step = (mv.to().index() as i32 - from.index() as i32) as i8;
        match mv.promotion() {
            Some(role) => sink.promotion(target, step, mv.kind(), role),
            None if pawns.contains(from) => sink.pawns(target, step, mv.kind()),
            None => sink.men(from, target),
        }
    }
}
