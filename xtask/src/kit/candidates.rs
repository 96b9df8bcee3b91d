//! Positions from which those of the kit are chosen.

use std::collections::HashSet;

use anyhow::Context;
use campione_core::{Board, Color, Piece, RightName, Role, Setup, SplitMix64, Square, Variant, WaitingPawn};
use campione_movegen::{Move, Position};
use campione_notation::kit::{Tag, tags};
use campione_notation::{fen, random, uci};

use crate::lines::{self, Line};

/// A position that may be chosen.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) position: Position,
    pub(super) tags: Vec<Tag>,
    pub(super) moves: usize,
    pub(super) origin: &'static str,
}

pub(super) const SUITE: &str = "a position for a rule (docs/reference/perft.md)";
pub(super) const PLAY: &str = "random play";
pub(super) const SPARSE: &str = "a random position with few pieces";

/// The longest random game, in plies.
const LONGEST: u64 = 120;
/// Plies that are played from a sparse position, so that squares of en passant and lost rights are real.
const PLAYED: u64 = 4;

/// Collects candidates, each once.
pub(super) struct Candidates<'r> {
    variant: Variant,
    random: &'r mut SplitMix64,
    seen: HashSet<String>,
    pub(super) found: Vec<Candidate>,
}

impl<'r> Candidates<'r> {
    pub(super) fn new(variant: Variant, random: &'r mut SplitMix64) -> Candidates<'r> {
        Candidates { variant, random, seen: HashSet::new(), found: Vec::new() }
    }

    fn add(&mut self, position: &Position, origin: &'static str) {
        if self.seen.insert(fen::write(position)) {
            let (tags, moves) = (tags(position), position.legal_moves().len());
            self.found.push(Candidate { position: *position, tags, moves, origin });
        }
    }

    /// Adds the positions of the committed suites.
    pub(super) fn add_suites(&mut self) -> anyhow::Result<()> {
        for Line { case, place, .. } in lines::read(&lines::committed()?)? {
            if case.variant.as_deref() == Some(self.variant.id()) {
                let position = fen::read(&case.fen, self.variant).with_context(|| place.clone())?;
                self.add(&position, SUITE);
            }
        }
        Ok(())
    }

    /// Adds the positions of a random game.
    pub(super) fn add_play(&mut self) {
        let mut position = random::start(self.variant, self.random);
        self.add(&position, PLAY);
        for _ in 0..self.random.below(LONGEST) {
            let moves = sorted(&position);
            let Some(&mv) = moves.get(self.random.index(moves.len())) else { break };
            position.make_unchecked(mv);
            self.add(&position, PLAY);
        }
    }

    /// Adds a position with few pieces, and some that follow it.
    pub(super) fn add_sparse(&mut self) {
        let start = random::start(self.variant, self.random);
        let setup = self.thinned(&start);
        let Ok(mut position) = Position::new(&setup, self.variant) else { return };
        self.add(&position, SPARSE);
        for _ in 0..self.random.below(PLAYED + 1) {
            let moves = sorted(&position);
            // Rare kinds of moves as often as common ones.
            let mut kinds: Vec<_> = moves.iter().map(|mv| (mv.kind(), mv.turn_promotion().is_some())).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let Some(&kind) = kinds.get(self.random.index(kinds.len())) else { break };
            let of_kind: Vec<Move> =
                moves.into_iter().filter(|mv| (mv.kind(), mv.turn_promotion().is_some()) == kind).collect();
            position.make_unchecked(of_kind[self.random.index(of_kind.len())]);
            self.add(&position, SPARSE);
        }
    }

    /// The start position with a few of its pieces, most of them elsewhere, at the place where a rule may matter.
    fn thinned(&mut self, start: &Position) -> Setup {
        let mut setup = Setup { turn: self.color(), ..start.setup() };
        let stays_home = self.random.below(2) == 0;
        let kept = self.random.below(12) + 1;
        for (square, piece) in &start.setup().board {
            if piece.role == Role::KING {
                if !stays_home || self.random.below(3) == 0 {
                    self.put(&mut setup, square, piece);
                }
                continue;
            }
            let is_partner = start.rights(piece.color).any(|right| right.partner.is_some_and(|it| it.square == square));
            // Of the 40 or 48 pieces about `kept` remain; partners of castling more often.
            match self.random.below(40) {
                number if is_partner && stays_home && number < 25 => {}
                number if number < kept => self.put(&mut setup, square, piece),
                _ => {
                    setup.board.set(square, None);
                }
            }
        }
        if self.variant.en_passant() && self.random.below(5) == 0 {
            self.stage_en_passant(&mut setup);
        }
        let board = &setup.board;
        setup.rights.retain(|right| match *right {
            RightName::Partner(color, square) => {
                at_home(start, board, color) && board.piece_at(square) == start.piece_at(square)
            }
            RightName::Leap(color) => at_home(start, board, color),
        });
        if self.random.below(3) == 0 {
            let fewer = self.random.below(2) == 0;
            setup.rights.retain(|_| !fewer || self.random.below(2) == 0);
        }
        setup.halfmove_clock = if self.random.below(40) == 0 { 100 } else { self.random.below(60) as u32 };
        setup.fullmove_number = 60;
        setup
    }

    /// Puts a pawn where its double step may be answered en passant, and often the other king where that capture parries a
    /// check or opens a line. Does nothing where there is no room.
    fn stage_en_passant(&mut self, setup: &mut Setup) -> Option<()> {
        let mover = setup.turn;
        let forward = if mover == Color::White { 1 } else { -1 };
        let side = if self.random.below(2) == 0 { 1 } else { -1 };
        let from: Vec<Square> = self.variant.double_step_from(mover).into_iter().collect();
        let from = *from.get(self.random.index(from.len()))?;
        let (passed, to) = (from.offset(0, forward)?, from.offset(0, 2 * forward)?);
        let beside = to.offset(side, 0)?;
        let pawn = |color| Some(Piece { color, role: Role::PAWN });
        let king = setup.board.pieces(!mover, Role::KING).first()?;
        let target = match self.random.below(3) {
            0 => to.offset(side, forward)?,
            1 => beside.offset(side * (1 + self.random.below(3) as i8), 0)?,
            _ => king,
        };
        let on_board = [passed, to, beside, target].iter().all(|&square| self.variant.board().contains(square));
        if !on_board || setup.board.piece_at(target).is_some_and(|piece| piece.role == Role::KING) && target != king {
            return None;
        }
        for (square, piece) in [(passed, None), (to, None), (from, pawn(mover)), (beside, pawn(!mover))] {
            if setup.board.set(square, piece).is_some_and(|piece| piece.role == Role::KING) {
                return None;
            }
        }
        let piece = setup.board.set(king, None);
        setup.board.set(target, piece);
        let mut sliders = self.variant.all_roles().filter(|&role| self.variant.role(role).orthogonal);
        if let Some(role) = sliders.next_back()
            && let Some(far) = to.offset(-side * (1 + self.random.below(4) as i8), 0)
            && self.variant.board().contains(far)
            && setup.board.piece_at(far).is_none()
        {
            setup.board.set(far, Some(Piece { color: mover, role }));
        }
        Some(())
    }

    fn color(&mut self) -> Color {
        if self.random.below(2) == 0 { Color::White } else { Color::Black }
    }

    /// Moves a piece to an empty square: pawns where they promote, capture or step far, kings near the enemy's pieces.
    fn put(&mut self, setup: &mut Setup, from: Square, piece: Piece) {
        setup.board.set(from, None);
        let (files, ranks) = (u64::from(self.variant.files()), u64::from(self.variant.ranks()));
        for _ in 0..8 {
            let file = self.random.below(files) as u8;
            let own_rank = if piece.role == Role::PAWN {
                // The rank of its double step, that before promotion, where it may capture en passant, the last rank.
                let last = u64::from(self.variant.promotion_wait().is_some());
                match self.random.below(4 + last) {
                    0 => 1,
                    1 => ranks - 2,
                    4 => ranks - 1,
                    _ => self.random.below(ranks - 2) + 1,
                }
            } else {
                self.random.below(ranks)
            };
            let rank = if piece.color == Color::White { own_rank } else { ranks - 1 - own_rank } as u8;
            let Some(square) = Square::new(file, rank) else { continue };
            if setup.board.piece_at(square).is_some() || !self.variant.board().contains(square) {
                continue;
            }
            setup.board.set(square, Some(piece));
            if piece.role == Role::PAWN && self.variant.last_rank(piece.color).contains(square) {
                setup.waiting.push(WaitingPawn { square, wait: self.random.below(3) as u8 });
            }
            return;
        }
        if piece.role == Role::KING {
            setup.board.set(from, Some(piece));
        }
    }
}

fn at_home(start: &Position, board: &Board, color: Color) -> bool {
    board.piece_at(start.king(color)) == Some(Piece { color, role: Role::KING })
}

/// The legal moves in an order that depends on the rules alone.
fn sorted(position: &Position) -> Vec<Move> {
    let mut moves: Vec<(String, Move)> =
        position.legal_moves().iter().map(|&mv| (uci::write(mv, position), mv)).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, mv)| mv).collect()
}
