//! Random games that prefer moves which are hard to show.

use std::iter::repeat_n;
use std::ops::Range;

use campione_core::{Role, SplitMix64, Variant};
use campione_movegen::{Game, Move, MoveKind, Position};
use campione_notation::{random, xboard};

/// Number of moves of a game.
const PLIES: Range<u64> = 20..160;

/// A game of moves that `XBoard` shows correctly.
pub(super) struct Walk {
    /// The position before them.
    pub(super) start: String,
    pub(super) moves: Vec<String>,
    /// The position after them.
    pub(super) end: String,
    castlings: usize,
    leaps: usize,
    promotions: usize,
    en_passant: usize,
}

impl Walk {
    pub(super) fn new(variant: Variant, random: &mut SplitMix64) -> anyhow::Result<Walk> {
        let mut game = Game::new(random::start(variant, random));
        let start = xboard::write_position(game.position())?;
        let mut walk =
            Walk { start, moves: Vec::new(), end: String::new(), castlings: 0, leaps: 0, promotions: 0, en_passant: 0 };
        let plies = PLIES.start + random.below(PLIES.end - PLIES.start);
        for _ in 0..plies {
            let position = *game.position();
            // Drawn in proportion to the weights.
            let moves: Vec<Move> = position
                .legal_moves()
                .into_iter()
                .filter(|&mv| xboard::not_shown(mv, &position).is_none())
                .filter(|&mv| xboard::not_shown_of_engine(mv, &position).is_none())
                .flat_map(|mv| repeat_n(mv, weight(mv, &position)))
                .collect();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.index(moves.len())];
            let text = xboard::write(mv, &position)?;
            game.play_unchecked(mv);
            // XBoard ends such a game by itself and saves the position before it.
            if game.outcome().is_some() {
                game.undo();
                break;
            }
            match position.castling_row(mv) {
                Some(row) if row.partner.is_some() => walk.castlings += 1,
                Some(_) => walk.leaps += 1,
                None => {}
            }
            walk.promotions += usize::from(mv.promotion().is_some());
            walk.en_passant += usize::from(mv.kind().is_en_passant());
            walk.moves.push(text);
        }
        walk.end = xboard::write_position(game.position())?;
        Ok(walk)
    }
}

/// The script of the players.
pub(super) fn script(variant: Variant, moves: &[String]) -> String {
    let mut text = format!("variant {}\n", xboard::name_of(variant));
    for line in xboard::describe(variant).unwrap_or_default() {
        text += &format!("say {line}\n");
    }
    for mv in moves {
        text += &format!("move {mv}\n");
    }
    text
}

/// The weight of a move.
fn weight(mv: Move, position: &Position) -> usize {
    let home = position.king(position.turn()) == position.castling(position.turn()).king;
    match mv.kind() {
        // A king that leaps can no longer castle, which is rarer.
        MoveKind::Castling if position.castling_row(mv).is_some_and(|row| row.partner.is_none()) => 8,
        MoveKind::Castling => 150,
        MoveKind::Promotion | MoveKind::PromotionCapture => 20,
        MoveKind::EnPassant | MoveKind::EnPassantPromotion => 100,
        // A king that has moved can no longer castle.
        _ if home && position.role_at(mv.from()) == Some(Role::KING) => 1,
        // Pieces leave the first rank to make room for castling.
        _ if home && mv.from().rank() == position.king(position.turn()).rank() => 12,
        _ if position.role_at(mv.from()) == Some(Role::PAWN) => 8,
        _ => 4,
    }
}

/// A summary of some games.
pub(super) fn summary(walks: &[Walk]) -> String {
    let sum = |of: fn(&Walk) -> usize| walks.iter().map(of).sum::<usize>();
    format!(
        "{} games, {} moves, among them {} castlings, {} leaps, {} promotions, {} en passant",
        walks.len(),
        sum(|walk| walk.moves.len()),
        sum(|walk| walk.castlings),
        sum(|walk| walk.leaps),
        sum(|walk| walk.promotions),
        sum(|walk| walk.en_passant)
    )
}
