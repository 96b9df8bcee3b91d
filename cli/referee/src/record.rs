//! The games of a match in PGN: written as they end, and read again when the match continues.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use campione_core::Color;
use campione_driver::MATE_CP;
use campione_movegen::{EndReason, Game, Move, Outcome};
use campione_notation::fen;
use campione_notation::pgn::{self, Movetext, PgnGame, PgnOptions, PgnReader, Ply, Remark, Tag};

use super::game::Offence;
use super::game::Turn;
use super::source::VariantSource;
use super::tally::Finished;

/// A file to which games are appended.
pub(crate) struct Record {
    path: PathBuf,
    file: File,
    /// The `Event` tag of all its games.
    event: String,
}

/// A game of such a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Past {
    start: String,
    moves: Vec<Move>,
    pub(crate) winner: Option<Color>,
    pub(crate) why: String,
    pub(crate) offence: Option<Offence>,
}

/// The games played, by the number of the opening and the color of the first engine.
pub(crate) type PastGames = HashMap<(usize, Color), Past>;

impl Record {
    /// A new file for a match.
    ///
    /// # Errors
    /// The file already exists.
    pub(crate) fn create(path: &Path, event: String) -> anyhow::Result<Record> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                anyhow!(
                    "{}: the file exists: --resume continues its match, another name begins a new one",
                    path.display()
                )
            }
            _ => anyhow!("{}: {error}", path.display()),
        })?;
        Ok(Record { path: path.to_owned(), file, event })
    }

    /// Opens the file of a match that continues, and reads its games. If the file does not exist, the match begins. A game of
    /// which a killed program has written only the beginning is cut off; `tell` says so.
    ///
    /// # Errors
    /// The file belongs to another match or cannot be read.
    pub(crate) fn resume(
        path: &Path,
        event: String,
        game: &VariantSource,
        tell: &dyn Fn(&str),
    ) -> anyhow::Result<(Record, PastGames)> {
        if !path.exists() {
            return Ok((Record::create(path, event)?, PastGames::new()));
        }
        let place = || path.display().to_string();
        let cut = mend(path, &event).with_context(place)?;
        if cut > 0 {
            tell(&format!("{}: the last game was not finished: its {cut} bytes are cut off", path.display()));
        }
        let past = read(path, &event, game).with_context(place)?;
        let file = OpenOptions::new().append(true).open(path).with_context(place)?;
        Ok((Record { path: path.to_owned(), file, event }, past))
    }

    /// Appends a game. `names` are White's and Black's.
    pub(crate) fn add(
        &mut self,
        opening: &Game,
        result: &Finished<'_>,
        names: [&str; 2],
        controls: [String; 2],
    ) -> anyhow::Result<()> {
        let date = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
        let text = text([&self.event, &date], opening, result, names, controls);
        // In one write, so that only a kill or a full disk cuts a game.
        self.file.write_all(text.as_bytes()).with_context(|| self.path.display().to_string())
    }
}

impl Past {
    /// This game as a result of the match.
    ///
    /// # Errors
    /// It has another opening.
    pub(crate) fn result(&self, opening: &Game, round: usize, first: Color) -> anyhow::Result<Finished<'_>> {
        let begins_so = self.start == fen::write(opening.start()) && self.moves.starts_with(opening.moves());
        let result = Finished {
            round,
            first,
            winner: self.winner,
            why: &self.why,
            offence: self.offence,
            plies: self.moves.len(),
            turns: &[],
            begins: opening.turn(),
        };
        if !begins_so {
            bail!(
                "game {} of the file begins otherwise than it would now: with --balance, openings depend on the version of \
                 this engine; begin a new match",
                result.round_name()
            );
        }
        Ok(result)
    }
}

/// A game as PGN, followed by an empty line.
fn text(
    [event, date]: [&str; 2],
    opening: &Game,
    result: &Finished<'_>,
    [white, black]: [&str; 2],
    [white_control, black_control]: [String; 2],
) -> String {
    let outcome = Outcome { winner: result.winner, reason: EndReason::Declared };
    let round = result.round_name();
    let mut tags = vec![
        ("Event", event),
        ("Date", date),
        ("Round", &round),
        ("White", white),
        ("Black", black),
        ("Result", outcome.text()),
        ("Termination", result.why),
    ];
    if white_control == black_control {
        tags.push(("TimeControl", &white_control));
    } else {
        tags.extend([("WhiteTimeControl", white_control.as_str()), ("BlackTimeControl", &black_control)]);
    }
    let tag = |(name, value): (&str, &str)| Tag { name: name.to_owned(), value: value.to_owned() };
    let known = opening.moves().iter().map(|&mv| Ply { mv, remarks: Vec::new() });
    let found = result.turns.iter().map(|turn| Ply { mv: turn.mv, remarks: vec![Remark::Comment(remark(turn))] });
    let game = PgnGame {
        number: 1,
        line: 1,
        tags: tags.into_iter().map(tag).collect(),
        start: *opening.start(),
        moves: Movetext { remarks: Vec::new(), plies: known.chain(found).collect() },
        outcome: Some(outcome),
        reading: pgn::Reading::Native,
        notes: Vec::new(),
    };
    pgn::write(&game) + "\n"
}

/// The comment on a move: score, depth and time, `+0.35/12 0.050s`.
fn remark(turn: &Turn) -> String {
    let score = match turn.report.score {
        Some(score) if score.abs() >= MATE_CP => format!("{}M", if score > 0 { '+' } else { '-' }),
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
        None => "?".to_owned(),
    };
    let depth = turn.report.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    format!("{score}{depth} {:.3}s", turn.spent.as_secs_f64())
}

/// Makes the end of a file one that a game can follow: cuts off a game of this match of which only the beginning is there, and
/// ends the last line and the last game. Returns the number of bytes that are cut off.
fn mend(path: &Path, event: &str) -> anyhow::Result<usize> {
    let bytes = fs::read(path)?;
    // The tags of a game follow an empty line.
    let begin = bytes.windows(3).rposition(|three| three == b"\n\n[").map_or(0, |at| at + 2);
    let last = String::from_utf8_lossy(&bytes[begin..]);
    let first_line = format!("[Event \"{}\"]\n", event.replace('\\', "\\\\").replace('"', "\\\""));
    let is_ours = last.starts_with(&first_line) || first_line.starts_with(&*last);
    if !is_ours || last.is_empty() || last.contains("\n[Event ") {
        return Ok(0);
    }
    let is_whole = last.split_ascii_whitespace().next_back().is_some_and(|word| RESULTS.contains(&word));
    if !is_whole {
        OpenOptions::new().write(true).open(path)?.set_len(begin as u64)?;
        return Ok(bytes.len() - begin);
    }
    let missing = 2 - last.bytes().rev().take_while(|&byte| byte == b'\n').count().min(2);
    OpenOptions::new().append(true).open(path)?.write_all(&b"\n\n"[..missing])?;
    Ok(0)
}

/// The last word of a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads the games of a file.
fn read(path: &Path, event: &str, game: &VariantSource) -> anyhow::Result<PastGames> {
    let mut options = PgnOptions::new(game.variant);
    options.overrule = true;
    let mut past = PastGames::new();
    for read in PgnReader::new(BufReader::new(File::open(path)?), options) {
        // An unfinished game of an interrupted match is left for the user to judge.
        let read = read.map_err(|error| anyhow!("{error}: remove that game, and it is played again"))?;
        let place = format!("line {}", read.line);
        let theirs = read.tag("Event").unwrap_or("?");
        ensure!(theirs == event, "{place}: it belongs to another match: `{theirs}`, not `{event}`");
        let number = read.tag("Round").unwrap_or("?");
        let key = number.split_once('.').and_then(|(round, game)| {
            let first = [Color::White, Color::Black].into_iter().zip(["1", "2"]).find(|&(_, name)| name == game)?.0;
            Some((round.parse::<usize>().ok()?, first))
        });
        let key = key.with_context(|| format!("{place}: Round `{number}` is not a round of a match"))?;
        let Some(outcome) = read.outcome else {
            bail!("{place}: the game has no result: remove it, and it is played again");
        };
        let why = read.tag("Termination").unwrap_or("unknown").to_owned();
        let found = Past {
            start: fen::write(&read.start),
            moves: read.moves.plies.iter().map(|ply| ply.mv).collect(),
            winner: outcome.winner,
            offence: Offence::of(&why),
            why,
        };
        ensure!(past.insert(key, found).is_none(), "{place}: game {number} occurs twice");
    }
    Ok(past)
}

#[cfg(test)]
mod tests;
