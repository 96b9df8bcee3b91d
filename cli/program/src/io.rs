//! Reading positions and lines, writing results.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Error, bail, ensure};
use campione_core::{PlacementError, Square, UnknownVariant, Variant};
use campione_movegen::{Game, Move, Position};
use campione_notation::dialect::Dialect;
use campione_notation::fen::{self, FenError, FenFault, StartError};
use campione_notation::moves::{self, MoveError};
use campione_notation::pgn::read_result;
use serde_json::{Value, json};

use crate::Verdict;
use crate::args::{Common, DEFAULT_VARIANT, Format, PositionArgument};
use crate::cmd::outcome_text;
use crate::games;
use crate::interrupt::{self, Interrupted};

/// An argument that turns out to be wrong after the work has begun. It is wrong for every line, so it ends the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Whether the reader of our output has closed it, which is not a failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a line to standard error. Errors of writing are ignored.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(line));
}

/// The number of unusable lines of a file that are reported each with a reason; the others are only counted.
pub(crate) const MOST_UNREAD: usize = 5;

/// The message that counts the unusable lines beyond those reported.
pub(crate) fn more_unread(more: usize, used: &str) -> String {
    format!("{more} more {} cannot be {used}", if more == 1 { "line" } else { "lines" })
}

/// A text that may contain text of others, made safe for a terminal: control characters, except tabs and line feeds,
/// are written as `\u{1b}`.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let commands = |c: char| c.is_control() && !matches!(c, '\t' | '\n');
    if !text.contains(commands) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if commands(c) {
            clean.extend(c.escape_default());
        } else {
            clean.push(c);
        }
    }
    Cow::Owned(clean)
}

/// A count in JSON: a string if a double cannot represent it.
pub(crate) fn count(nodes: u128) -> Value {
    match u64::try_from(nodes) {
        Ok(small) if small <= 1 << 53 => Value::from(small),
        _ => Value::from(nodes.to_string()),
    }
}

/// The variant that the command line names. A position such as `crc:27621` names it as well.
pub(crate) fn variant(common: &Common, position: Option<&str>) -> anyhow::Result<Variant> {
    let named = position.and_then(|text| text.split_once(':')).map(|(id, _)| id);
    let named = named.filter(|id| Variant::named(id).is_ok_and(campione_core::Variant::has_random_arrays));
    let variant = games::load(match (&common.variant, named) {
        (Some(name), _) => name,
        (None, Some(named)) => named,
        (None, None) => DEFAULT_VARIANT,
    })?;
    if let (Some(name), Some(named)) = (&common.variant, named)
        && variant.id() != named
    {
        bail!("`{}` is a position of {named}, but --variant says {name}", position.unwrap_or_default());
    }
    Ok(variant)
}

/// Reads a FEN in any dialect, `startpos` or `crc:27621`.
pub(crate) fn named_position(text: &str, variant: Variant) -> anyhow::Result<Position> {
    Ok(match named_start(text, variant) {
        Some(start) => start?,
        None => Dialect::detect(text, variant)?.1,
    })
}

/// The start position that a text names, if it names one: `startpos` or `crc:27621`.
pub(crate) fn named_start(text: &str, variant: Variant) -> Option<Result<Position, StartError>> {
    if text == "startpos" {
        Some(Ok(Position::start(variant)))
    } else if !text.contains('/') && text.contains(':') {
        Some(fen::read_numbered(text, variant))
    } else {
        None
    }
}

/// Reads a position and plays moves from there.
pub(crate) fn position(text: &str, play: Option<&str>, variant: Variant) -> anyhow::Result<Position> {
    Ok(*game(text, play, variant)?.position())
}

/// A position from text that must not be empty: an unset shell variable does not mean the start position.
fn start(text: &str, variant: Variant) -> anyhow::Result<Position> {
    named_position(not_blank(text)?, variant)
}

/// The text of a position without the spaces around it.
///
/// # Errors
/// The text is empty.
pub(crate) fn not_blank(text: &str) -> anyhow::Result<&str> {
    let text = text.trim();
    ensure!(!text.is_empty(), "the FEN is empty: say `startpos`, or leave it out, for the start position");
    Ok(text)
}

/// A position and a line of moves from there, as a game.
pub(crate) fn game(text: &str, play: Option<&str>, variant: Variant) -> anyhow::Result<Game> {
    let mut game = Game::new(start(text, variant)?);
    play_moves("--play, ", &mut game, play.unwrap_or_default(), moves::read)?;
    Ok(game)
}

/// Plays a line of moves in `game`. Messages begin with `place`. `e.p.` after a move and a result after the last move
/// are skipped.
pub(crate) fn play_moves(
    place: &str,
    game: &mut Game,
    line: &str,
    read: impl Fn(&str, &Position) -> Result<Move, MoveError>,
) -> anyhow::Result<()> {
    let mut words = moves::split(line).peekable();
    let mut index = 0;
    while let Some(text) = words.next() {
        let position = game.position();
        let mv = read(text, position);
        let passed_over = index > 0 && matches!(text, "e.p." | "ep")
            || words.peek().is_none() && read_result(text.as_bytes()).is_ok();
        if mv.is_err() && passed_over {
            continue;
        }
        if mv.is_err()
            && position.legal_moves().is_empty()
            && let Some(outcome) = position.outcome()
        {
            let over = if index == 0 { "before the first move".to_owned() } else { format!("after move {index}") };
            bail!("{place}move {} (`{text}`): the game is over {over}: {}", index + 1, outcome_text(outcome));
        }
        game.play_unchecked(mv.with_context(|| format!("{place}move {}", index + 1))?);
        index += 1;
    }
    Ok(())
}

/// The ids of the variants with a board of that size.
fn games_on(files: usize, ranks: usize) -> Vec<&'static str> {
    static SIZES: OnceLock<Vec<(&str, (u8, u8))>> = OnceLock::new();
    let sizes = SIZES.get_or_init(|| {
        let size = |id| Variant::named(id).ok().map(|game| (id, (game.files(), game.ranks())));
        Variant::ids().filter_map(size).collect()
    });
    let fits = |&&(_, (f, r)): &&(&str, (u8, u8))| (usize::from(f), usize::from(r)) == (files, ranks);
    sizes.iter().filter(fits).map(|&(id, _)| id).collect()
}

/// Whether a word looks like a move in any notation of any variant.
fn is_like_move(word: &str) -> bool {
    if matches!(word.trim_end_matches(['+', '#']), "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    // Without what may follow the last square: a promotion or a check sign.
    let bare = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    (2..=3).any(|length| {
        let parted = bare.len().checked_sub(length).and_then(|at| bare.split_at_checked(at));
        parted.is_some_and(|(before, to)| {
            let plain = before.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            plain && before.len() <= 5 && to.parse::<Square>().is_ok()
        })
    })
}

/// The message for a variant id or moves where a FEN is expected, with the correct option.
fn instead_of_fen(text: &str) -> Option<String> {
    if let Some(id) = Variant::all_ids().find(|id| id.eq_ignore_ascii_case(text)) {
        return Some(format!("`{text}` is a variant, and a FEN is expected here: say `-v {id}`"));
    }
    let mut words = text.split_whitespace().peekable();
    if text.contains('/') || words.peek().is_none() || !words.all(is_like_move) {
        return None;
    }
    let (moves, them) =
        if text.contains(' ') { (format!("'{text}'"), "are moves") } else { (text.to_owned(), "is a move") };
    Some(format!("`{text}` {them}, and a FEN is expected here: say `--play {moves}`"))
}

/// An error in one line, with advice on what to do. `assumed` is the variant, if it was not named.
pub(crate) fn explain(error: &anyhow::Error, assumed: Option<&str>) -> String {
    let mut text = format!("{error:#}");
    if let Some(fault) = error.downcast_ref::<FenError>()
        && let Some(instead) = instead_of_fen(&fault.fen)
    {
        return text.replace(&fault.to_string(), &instead);
    }
    if let Some(UnknownVariant { near, .. }) = error.downcast_ref() {
        let known = Variant::all_ids().count();
        let word = if near.is_empty() { format!("lists all {known}") } else { "lists all".to_owned() };
        text += &format!("{} `campione variants` {word}", if near.is_empty() { ";" } else { "" });
    }
    if let Some(FenError { fen: given, .. }) = error.downcast_ref()
        && Path::new(given).is_file()
    {
        text += "; it is the name of a file, and a FEN is expected here: commands that take `-` as the FEN read positions from \
                 standard input";
    }
    if let Some(StartError::OtherGame { named, .. }) = error.downcast_ref()
        && assumed.is_some()
    {
        text += &format!(": say so with `-v {named}`");
    }
    let Some(FenError { faults, .. }) = error.downcast_ref() else { return text };
    if let Some(assumed) = assumed {
        text += &format!("; no --variant was given, so the variant is {assumed}");
    }
    let size = faults.iter().find_map(|fault| match fault {
        FenFault::Placement(PlacementError::Size { found_files, found_ranks, .. }) => {
            Some((*found_files, *found_ranks))
        }
        _ => None,
    });
    if let Some((files, ranks)) = size {
        let games = games_on(files, ranks);
        text += &if games.is_empty() {
            format!("; no variant has a board of {files}x{ranks}")
        } else {
            format!("; --variant chooses another; on {files}x{ranks}: {}", games.join(", "))
        };
    }
    text
}

/// Runs `each` on the position of the command line, or on each line of standard input when that is `-`.
pub(crate) fn for_each_position(
    common: &Common,
    argument: &PositionArgument,
    variant: Variant,
    mut each: impl FnMut(&Position, &mut dyn Write, bool) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    for_each_game(common, argument, variant, |position, _, out, linewise| each(position, out, linewise))
}

/// As [`for_each_position`], with the last move of `--play`.
pub(crate) fn for_each_game(
    common: &Common,
    argument: &PositionArgument,
    variant: Variant,
    mut each: impl FnMut(&Position, Option<Move>, &mut dyn Write, bool) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    let mut read = |text: &str, out: &mut dyn Write, linewise| {
        let game = game(text, argument.play.as_deref(), variant)?;
        each(game.position(), game.moves().last().copied(), out, linewise)
    };
    if argument.fen != ["-"] {
        let mut out = io::BufWriter::new(io::stdout().lock());
        read(&argument.text(), &mut out, false)?;
        out.flush()?;
        return Ok(Verdict::Done);
    }
    for_each_line(common, Answers::AtOnce, "position", |line, out| read(line, out, true))
}

/// When answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answers {
    /// Each as soon as it is known, because the next one may take long.
    AtOnce,
    /// Before the command waits for more input. A program that asks line by line gets each answer, and a file is fast.
    BeforeWaiting,
}

/// Runs `each` on each line of standard input, trimmed. Blank lines and comments, which begin with `#`, are skipped. An
/// error is reported with the line's number, and the next lines are read. If there is no line, a note says that no
/// `what` was found.
pub(crate) fn for_each_line(
    common: &Common,
    answers: Answers,
    what: &str,
    mut each: impl FnMut(&str, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Verdict> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut input = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut verdict = Verdict::Done;
    let mut line = Vec::new();
    let mut found = false;
    for number in 1_u64.. {
        line.clear();
        let at_hand = input.buffer().contains(&b'\n');
        let read = if at_hand {
            interrupt::check()?;
            read_line(&mut input, &mut line)
        } else {
            out.flush()?;
            interrupt::while_waiting(|| read_line(&mut input, &mut line))?
        };
        let text = match read.context("standard input")? {
            LineRead::End => break,
            LineRead::Whole => text_of_line(number, &line).map_err(Error::msg),
            LineRead::TooLong => Err(Error::msg(too_long())),
        };
        let done = text.and_then(|text| {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                return Ok(());
            }
            found = true;
            each(text, &mut out)
        });
        if let Err(error) = done {
            // An error that concerns more than this line ends the command.
            if error.is::<io::Error>() || error.is::<Interrupted>() || error.is::<Usage>() {
                return Err(error);
            }
            let error = explain(&error, common.assumed());
            if common.format == Format::Json {
                writeln!(out, "{}", json!({ "line": number, "error": error }))?;
            }
            out.flush()?;
            complain(&format!("line {number}: {error}"));
            verdict = Verdict::Failed;
        }
        if answers == Answers::AtOnce {
            out.flush()?;
        }
    }
    out.flush()?;
    if !found && verdict == Verdict::Done {
        complain(&format!("note: standard input contained no {what}"));
    }
    Ok(verdict)
}

/// The longest line of standard input and of suites that is read, in bytes.
pub(crate) const MAX_LINE: u64 = 1 << 20;

/// The largest suite that is read, in bytes.
const MAX_SUITE: u64 = 256 << 20;

/// The whole content of a file or stream, of at most `most` bytes.
pub(crate) fn read_whole(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {} MiB", most >> 20)));
    }
    Ok(bytes)
}

/// The result of reading a line of input.
pub(crate) enum LineRead {
    /// There are no more lines.
    End,
    /// The line was read.
    Whole,
    /// The line is longer than [`MAX_LINE`]; it has been skipped.
    TooLong,
}

/// The message for a line that is longer than [`MAX_LINE`].
pub(crate) fn too_long() -> String {
    format!("it is longer than {MAX_LINE} bytes")
}

pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<LineRead> {
    let mut longer = false;
    loop {
        let read = input.by_ref().take(MAX_LINE + 1).read_until(b'\n', line)? as u64;
        let ended = read == 0 || line.last() == Some(&b'\n');
        if !ended && read > MAX_LINE {
            longer = true;
            line.clear();
            continue;
        }
        return Ok(match (longer, read) {
            (true, _) => LineRead::TooLong,
            (false, 0) => LineRead::End,
            (false, _) => LineRead::Whole,
        });
    }
}

/// Removes the byte order mark that some programs write before UTF-8.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// A line as text: without its line end and, if it is the first line, without the byte order mark.
pub(crate) fn text_of_line(number: u64, line: &[u8]) -> Result<&str, String> {
    let line = if number == 1 { without_mark(line) } else { line };
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    std::str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned())
}

/// The content of a line of a file, or why it cannot be used, with its place.
pub(crate) struct Line<T> {
    /// The file and the number of the line, for messages.
    pub(crate) place: String,
    /// The number of the line, from 1.
    pub(crate) number: u64,
    /// What was read from the line.
    pub(crate) said: Result<T, String>,
}

/// The entries of files; `-` is standard input. A line may have several entries or none. If a file has no entry, the
/// message `nothing` (such as `no case in it`) is written, and the second result is false; so it is for binary files.
pub(crate) fn read_files<T, E: fmt::Display>(
    files: &[PathBuf],
    nothing: &str,
    read: impl Fn(&str) -> Result<Vec<T>, E>,
) -> anyhow::Result<(Vec<Line<T>>, bool)> {
    let (mut lines, mut complete) = (Vec::new(), true);
    for file in files {
        let before = lines.len();
        let (name, bytes) = if file == Path::new("-") {
            let bytes = interrupt::while_waiting(|| read_whole(io::stdin().lock(), MAX_SUITE))?;
            (None, bytes.context("standard input")?)
        } else {
            let name = file.display().to_string();
            let bytes = interrupt::while_waiting(|| read_whole(fs::File::open(file)?, MAX_SUITE))?;
            (Some(name.clone()), bytes.context(name)?)
        };
        if bytes.contains(&0) {
            complain(&format!("{}: this is a binary file, not text", name.as_deref().unwrap_or("standard input")));
            complete = false;
            continue;
        }
        for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            let place = name.as_ref().map_or_else(|| format!("line {number}"), |name| format!("{name}:{number}"));
            let text = if line.len() as u64 > MAX_LINE { Err(too_long()) } else { text_of_line(number, line) };
            match text.and_then(|line| read(line).map_err(|error| error.to_string())) {
                Ok(said) => {
                    lines.extend(said.into_iter().map(|said| Line { place: place.clone(), number, said: Ok(said) }));
                }
                Err(error) => lines.push(Line { place, number, said: Err(error) }),
            }
        }
        if lines.len() == before {
            complain(&format!("{}: {nothing}", name.as_deref().unwrap_or("standard input")));
            complete = false;
        }
    }
    Ok((lines, complete))
}
