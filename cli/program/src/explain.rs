//! Errors in one line, with advice.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use campione_core::{ArrayError, PlacementError, Square, UnknownVariant, Variant};
use campione_notation::detect::{self, Claim, DetectError};
use campione_notation::dialect::PositionNotSaid;
use campione_notation::epd::EpdError;
use campione_notation::fen::{FenError, FenFault, StartError};
use campione_notation::moves::{MoveError, MoveNotSaid};
use campione_notation::suite::SuiteError;
use campione_notation::unit::UnitError;
use serde_json::Value;

/// The ids of the variants with a board of that size: those of our sources and their companions, else the guests.
fn games_on(files: usize, ranks: usize) -> Vec<&'static str> {
    static SIZES: OnceLock<Vec<(&str, (u8, u8))>> = OnceLock::new();
    let sizes = SIZES.get_or_init(|| {
        let size = |id| Variant::named(id).ok().map(|game| (id, (game.files(), game.ranks())));
        Variant::all_ids().filter_map(size).collect()
    });
    let fits = |&&(_, (f, r)): &&(&str, (u8, u8))| (usize::from(f), usize::from(r)) == (files, ranks);
    let (own, guests): (Vec<_>, Vec<_>) =
        sizes.iter().filter(fits).map(|&(id, _)| id).partition(|&id| Variant::ids().any(|own| own == id));
    if own.is_empty() { guests } else { own }
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

/// The variant with another castling of which a FEN is a position, if there is one.
fn other_variant(fen: &str, id: &str) -> Option<&'static str> {
    let found = detect::read(fen, Claim::Tagged(Variant::named(id).ok()?)).ok()?;
    Some(found.position.variant().id())
}

/// An error in one line, with advice on what to do. `assumed` is the variant, if it was not named.
pub(crate) fn explain(error: &anyhow::Error, assumed: Option<&str>) -> String {
    if let Some(fault) = fen_error(error).0
        && let Some(instead) = instead_of_fen(&fault.fen)
    {
        let is_fault = |cause: &(dyn std::error::Error + 'static)| {
            cause.is::<FenError>() || matches!(cause.downcast_ref(), Some(DetectError::Fen { .. }))
        };
        let words = |cause: &(dyn std::error::Error + 'static)| {
            if is_fault(cause) { instead.clone() } else { cause.to_string() }
        };
        return error.chain().map(words).collect::<Vec<_>>().join(": ");
    }
    format!("{error:#}{}", advice_for(error, assumed))
}

/// An error as it is reported: in words for people, with its code for programs if it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Explained {
    pub(crate) text: String,
    pub(crate) code: Option<&'static str>,
}

impl Explained {
    /// The error in words as [`explain`] finds them.
    pub(crate) fn of(error: &anyhow::Error, assumed: Option<&str>) -> Explained {
        Explained { text: explain(error, assumed), code: code(error) }
    }

    /// The error as JSON, with the fields of `about` before it.
    pub(crate) fn object(&self, mut about: Value) -> Value {
        about["error"] = self.text.as_str().into();
        if let Some(code) = self.code {
            about["code"] = code.into();
        }
        about
    }
}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The code of an error (docs/reference/codes.md), if it has one.
fn code(error: &anyhow::Error) -> Option<&'static str> {
    fn of<E: std::error::Error + Send + Sync + 'static>(
        error: &anyhow::Error,
        code: fn(&E) -> &'static str,
    ) -> Option<&'static str> {
        error.downcast_ref().map(code)
    }
    of(error, DetectError::code)
        .or_else(|| of(error, FenError::code))
        .or_else(|| of(error, MoveError::code))
        .or_else(|| of(error, UnknownVariant::code))
        .or_else(|| of(error, EpdError::code))
        .or_else(|| of(error, StartError::code))
        .or_else(|| of(error, ArrayError::code))
        .or_else(|| of(error, UnitError::code))
        .or_else(|| of(error, SuiteError::code))
        .or_else(|| of(error, PositionNotSaid::code))
        .or_else(|| of(error, MoveNotSaid::code))
}

/// The faults of a FEN in an error, and the variant as which it was read, if it was looked for.
fn fen_error(error: &anyhow::Error) -> (Option<&FenError>, Option<&'static str>) {
    match error.downcast_ref::<DetectError>() {
        Some(DetectError::Fen { error, variant }) => (Some(error), Some(*variant)),
        _ => (error.downcast_ref::<FenError>(), None),
    }
}

/// What to do about an error, as the end of a line that says what is wrong; empty where there is no advice.
pub(crate) fn advice(error: &anyhow::Error, assumed: Option<&str>) -> String {
    // What is said about boards and variants does not fit a text that is not meant as a FEN.
    if fen_error(error).0.is_some_and(|fault| instead_of_fen(&fault.fen).is_some()) {
        return String::new();
    }
    advice_for(error, assumed)
}

/// The advice about an error of a text that is meant as what it is read as.
fn advice_for(error: &anyhow::Error, assumed: Option<&str>) -> String {
    let mut text = String::new();
    let detected = error.downcast_ref::<DetectError>();
    let (fen_error, variant) = fen_error(error);
    let unknown = match detected {
        Some(DetectError::Unknown(unknown)) => Some(unknown),
        _ => error.downcast_ref::<UnknownVariant>(),
    };
    if let Some(DetectError::Ambiguous { .. }) = detected {
        text += ": say of which, with `-v ID`";
    }
    if let Some(UnknownVariant { near, .. }) = unknown {
        let known = Variant::all_ids().count();
        let word = if near.is_empty() { format!("lists all {known}") } else { "lists all".to_owned() };
        text += &format!("{} `campione variants` {word}", if near.is_empty() { ";" } else { "" });
    }
    let start = match detected {
        Some(DetectError::Start(start)) => Some(start),
        _ => error.downcast_ref(),
    };
    // On Windows the name of a file may look like the start position of a variant: `C:\file`.
    let given = match start {
        Some(StartError::Variant { text, .. }) => Some(text),
        _ => fen_error.map(|error| &error.fen),
    };
    if given.is_some_and(|given| Path::new(given).is_file()) {
        text += "; it is the name of a file, and a FEN is expected here: commands that take `-` as the FEN read positions from \
                 standard input";
    }
    if let Some(StartError::OtherGame { named, .. }) = start
        && assumed.is_some()
    {
        text += &format!(": choose it with `-v {named}`");
    }
    let Some(FenError { fen, faults }) = fen_error else { return text };
    if assumed.is_none()
        && let Some(other) = variant.and_then(|id| other_variant(fen, id))
    {
        text += &format!("; it is a position of {other}: `-v {other}`");
    }
    if let Some(assumed) = assumed.map(|assumed| variant.unwrap_or(assumed)) {
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
