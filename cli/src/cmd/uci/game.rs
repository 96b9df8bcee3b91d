//! The game that is being played.

use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use campione_core::{Setup, Variant};
use campione_movegen::{History, Move, Position};
use campione_notation::moves::{MoveError, MoveFault};
use campione_notation::{uci, why};

use crate::io;

/// A start position and the moves from there, all of them legal.
#[derive(Clone, Debug)]
pub(super) struct Game {
    variant: Arc<Variant>,
    start: Setup,
    moves: Vec<Move>,
}

impl Game {
    /// One that has not begun.
    pub(super) fn start(variant: &Arc<Variant>) -> Game {
        Game { variant: variant.clone(), start: Position::start(variant).setup(), moves: Vec::new() }
    }

    /// Reads what follows `position`.
    ///
    /// # Errors
    /// The position or one of the moves is not legal, or not to be read.
    pub(super) fn read(text: &str, variant: &Arc<Variant>) -> anyhow::Result<Game> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (head, played) = (&words[..end], words.get(end + 1..).unwrap_or_default());
        let start = match *head {
            [name] if name == "startpos" || name.contains(':') => name.to_owned(),
            ["fen", ..] if head.len() > 1 => head[1..].join(" "),
            _ => bail!("position: expected `startpos` or `fen` with a FEN, and then perhaps `moves`"),
        };
        let game = || format!("illegal position; the game is {} (option UCI_Variant)", variant.id());
        let mut position = io::named_position(&start, variant).with_context(game)?;
        let start = position.setup();
        let mut moves = Vec::with_capacity(played.len());
        for (index, text) in played.iter().enumerate() {
            let mv = uci::read(text, &position).map_err(|error| reason(&error, &position));
            let mv = mv.with_context(|| format!("illegal move {} (`{text}`)", index + 1))?;
            position = position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(Game { variant: variant.clone(), start, moves })
    }

    /// The position after the last move, with those before it.
    ///
    /// # Errors
    /// Never: the start position was one before.
    pub(super) fn replay(&self) -> anyhow::Result<(Position<'_>, History)> {
        let mut position = Position::new(&self.start, &self.variant)?;
        let mut history = History::new(&position);
        for &mv in &self.moves {
            position = position.play_unchecked(mv);
            history.push(&position);
        }
        Ok((position, history))
    }
}

/// Why a move is not legal: the rule that forbids it, if one does.
fn reason(error: &MoveError, position: &Position<'_>) -> anyhow::Error {
    let rules = || why::explain(&error.text, position).ok().filter(|_| error.fault == MoveFault::Illegal);
    match rules().and_then(|explanation| explanation.reasons.into_iter().next()) {
        Some(reason) => anyhow!("{} [{}]", reason.text, reason.source),
        None => anyhow!("{error}"),
    }
}
