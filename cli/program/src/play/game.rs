//! The game that another program sends, and why a move of it is not legal.

use anyhow::{Context, anyhow, bail};
use campione_movegen::{Game, Position};
use campione_notation::detect::{self, Claim, DetectError, DetectNote, Detected};
use campione_notation::moves::{MoveError, MoveFault};
use campione_notation::why::Reason;
use campione_notation::{uci, why};

/// Reads the arguments of UCI's `position`: the position where the game began, and its moves. Also returns what was
/// assumed in reading the position.
///
/// # Errors
/// The position or one of the moves is not legal, or cannot be read.
pub(crate) fn read(text: &str, claim: Claim) -> anyhow::Result<(Game, Vec<DetectNote>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (head, played) = (&words[..end], words.get(end + 1..).unwrap_or_default());
    let start = match *head {
        [name] if name == "startpos" || name.contains(':') => name.to_owned(),
        ["fen", ..] if head.len() > 1 => head[1..].join(" "),
        _ => bail!("position: expected `startpos` or `fen` with a FEN, optionally followed by `moves`"),
    };
    let variant = claim.first();
    let variant_id = || format!("illegal position; the variant is {} (option UCI_Variant)", variant.id());
    let Detected { position, notes, .. } = detect::read(&start, claim).map_err(|error| match error {
        error @ DetectError::Ambiguous { .. } => anyhow!("{error}: set the option UCI_Variant"),
        error => anyhow::Error::new(error).context(variant_id()),
    })?;
    let mut game = Game::new(position);
    for (index, text) in played.iter().enumerate() {
        let mv = uci::read_or_pass(text, game.position()).map_err(|error| anyhow!(reason(&error, game.position())));
        let mv = mv.with_context(|| format!("illegal move {} (`{text}`)", index + 1))?;
        game.play_unchecked(mv);
    }
    Ok((game, notes))
}

/// Why a move is not legal: the rule that forbids it, if one does.
pub(crate) fn reason(error: &MoveError, position: &Position) -> String {
    let rule = (error.fault == MoveFault::Illegal).then(|| rule(&error.text, position)).flatten();
    rule.unwrap_or_else(|| error.to_string())
}

/// The rule that forbids a move, if one does.
pub(crate) fn rule(text: &str, position: &Position) -> Option<String> {
    let reason = why::explain(text, position).ok()?.reasons.into_iter().next()?;
    Some(in_words(&reason, 1))
}

/// A reason with its source. `first_rank` is the number of the first rank.
pub(crate) fn in_words(reason: &Reason, first_rank: u8) -> String {
    format!("{} [{}]", reason.counted_from(first_rank), reason.source)
}
