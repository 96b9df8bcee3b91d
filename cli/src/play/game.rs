//! The game that is being played.

use anyhow::{Context, anyhow, bail};
use campione_core::{Setup, Variant};
use campione_movegen::{History, Move, Position};
use campione_notation::moves::{MoveError, MoveFault};
use campione_notation::{uci, why};

use crate::io;

/// A start position and the moves from there, all of them legal.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    variant: Variant,
    start: Setup,
    moves: Vec<Move>,
}

impl Game {
    /// One that has not begun.
    pub(crate) fn start(variant: &Variant) -> Game {
        Game { variant: *variant, start: Position::start(*variant).setup(), moves: Vec::new() }
    }

    /// One that begins in a position that the game may have.
    pub(crate) fn at(start: Setup, variant: &Variant) -> Game {
        Game { variant: *variant, start, moves: Vec::new() }
    }

    /// Reads what follows `position`.
    ///
    /// # Errors
    /// The position or one of the moves is not legal, or not to be read.
    pub(crate) fn read(text: &str, variant: &Variant) -> anyhow::Result<Game> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (head, played) = (&words[..end], words.get(end + 1..).unwrap_or_default());
        let start = match *head {
            [name] if name == "startpos" || name.contains(':') => name.to_owned(),
            ["fen", ..] if head.len() > 1 => head[1..].join(" "),
            _ => bail!("position: expected `startpos` or `fen` with a FEN, and then perhaps `moves`"),
        };
        let game = || format!("illegal position; the game is {} (option UCI_Variant)", variant.id());
        let mut position = io::named_position(&start, *variant).with_context(game)?;
        let start = position.setup();
        let mut moves = Vec::with_capacity(played.len());
        for (index, text) in played.iter().enumerate() {
            let mv = uci::read(text, &position).map_err(|error| anyhow!(reason(&error, &position)));
            let mv = mv.with_context(|| format!("illegal move {} (`{text}`)", index + 1))?;
            position = position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(Game { variant: *variant, start, moves })
    }

    /// The position after the last move, with those before it.
    ///
    /// # Errors
    /// Never: the start position was one before.
    pub(crate) fn replay(&self) -> anyhow::Result<(Position, History)> {
        let mut position = Position::new(&self.start, self.variant)?;
        let mut history = History::new(&position);
        for &mv in &self.moves {
            position = position.play_unchecked(mv);
            history.push(&position);
        }
        Ok((position, history))
    }

    /// The game whose rules it has.
    pub(crate) fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Where it began.
    ///
    /// # Errors
    /// Never, as [`Game::replay`].
    pub(crate) fn begin(&self) -> anyhow::Result<Position> {
        Ok(Position::new(&self.start, self.variant)?)
    }

    /// The moves from there.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves have been made.
    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Makes a legal move.
    pub(crate) fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Takes the last move back, if there is one.
    pub(crate) fn pop(&mut self) -> Option<Move> {
        self.moves.pop()
    }
}

/// Why a move is not legal: the rule that forbids it, if one does.
pub(crate) fn reason(error: &MoveError, position: &Position) -> String {
    let rule = (error.fault == MoveFault::Illegal).then(|| rule(&error.text, position)).flatten();
    rule.unwrap_or_else(|| error.to_string())
}

/// The rule that forbids a move, if one does.
pub(crate) fn rule(text: &str, position: &Position) -> Option<String> {
    let reason = why::explain(text, position).ok()?.reasons.into_iter().next()?;
    Some(format!("{} [{}]", reason.text, reason.source))
}
