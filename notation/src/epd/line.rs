//! Lines of EPD: a position with operations.

use std::borrow::Cow;
use std::fmt::Write;

use campione_core::Variant;
use campione_movegen::{Move, Position};
use campione_variants::variant_id;
use thiserror::Error;

use crate::dialect::Dialect;
use crate::fen::{self, FenError};
use crate::moves::{self, MoveError};
use crate::{number, san};

/// A statement about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The code: `bm`, `id`.
    pub code: String,
    /// The operands, in their order.
    pub operands: Vec<Operand>,
}

/// An operand of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// A word without spaces, quotation marks and semicolons.
    Word(String),
    /// A text in quotation marks. It cannot contain a quotation mark.
    Text(String),
}

impl Operand {
    /// The text of the operand, without quotation marks.
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Text(text) => text,
        }
    }

    fn write(&self, line: &mut String) {
        match self {
            Operand::Word(word) => line.push_str(word),
            Operand::Text(text) => write_text(line, text),
        }
    }
}

/// Writes a text in quotation marks. Quotation marks inside become apostrophes, line endings become spaces.
fn write_text(line: &mut String, text: &str) {
    line.push('"');
    line.extend(text.chars().map(|c| match c {
        '"' => '\'',
        '\n' | '\r' => ' ',
        c => c,
    }));
    line.push('"');
}

/// A position with its operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd {
    /// The position, with its clocks (`hmvc`, `fmvn`) and waiting pawns (`wait`).
    pub position: Position,
    /// Whether the line names its variant (`variant`).
    pub names_game: bool,
    /// The best moves (`bm`).
    pub best: Vec<Move>,
    /// Moves to avoid (`am`).
    pub avoid: Vec<Move>,
    /// The side to move mates in this number of moves (`dm`).
    ///
    /// A negative number is that of the moves in which the side to move is mated itself. Never 0.
    pub mate: Option<i32>,
    /// The move that was played (`sm`).
    pub played: Option<Move>,
    /// The name of the position (`id`).
    pub id: Option<String>,
    /// All other operations, in their order.
    pub others: Vec<Operation>,
}

/// Why a line cannot be read as EPD.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EpdError {
    /// Too few fields.
    #[error("fields: {0} found, but EPD begins with 4: placement, side to move, castling and en passant")]
    Fields(usize),
    /// An operation does not start with a valid code.
    #[error("`{0}` is not an opcode: expected letters and digits such as `bm`, then operands and a `;`")]
    Code(String),
    /// A quotation mark without its counterpart.
    #[error("{code}: unmatched quotation mark: `{text}`")]
    Quote {
        /// The operation.
        code: String,
        /// What stands there.
        text: String,
    },
    /// An operation that is allowed only once.
    #[error("given twice: {0}")]
    Twice(String),
    /// Too few, too many or invalid operands.
    #[error("{code}: expected {expected}, found `{found}`")]
    Operands {
        /// The operation.
        code: String,
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// A move that cannot be read, is illegal or is ambiguous.
    #[error("{code}: {error}")]
    Move {
        /// The operation.
        code: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The line names another variant.
    #[error("variant: the position belongs to `{named}`, not to {variant}")]
    OtherGame {
        /// The variant that the line names.
        named: String,
        /// The variant as which the line was read.
        variant: String,
    },
    /// `bm` after `sm`, as chess-variant-puzzler writes answers to a move, with moves that are legal before and after it.
    #[error(
        "bm: `{0}` may be played in the position and, as an answer, after the move of `sm`: if it is of the position, write \
         `bm` before `sm`; if it is the answer, write it in coordinates"
    )]
    BestOfTwo(String),
    /// Waiting pawns in a variant that has none.
    #[error("wait: no pawn ever waits in {0}")]
    NoWaiting(String),
    /// The fields, clocks and waiting pawns do not make a position.
    #[error(transparent)]
    Fen(#[from] FenError),
}

campione_core::codes!(EpdError {
    Fields => "epd.fields",
    Code => "epd.code",
    Quote => "epd.quote",
    Twice => "epd.twice",
    Operands => "epd.operands",
    OtherGame => "epd.other-game",
    BestOfTwo => "epd.best-of-two",
    NoWaiting => "epd.no-waiting",
    ; Move.error, Fen.0
});

/// A line that is split but not yet read as a position: that requires the variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdLine {
    /// The four fields; then clocks and waiting pawns if they follow before the first operation, as in a FEN.
    fields: Vec<String>,
    operations: Vec<Operation>,
}

/// The operations that have a meaning here. Each is allowed once in a line.
const KNOWN: [&str; 9] = ["am", "bm", "dm", "fmvn", "hmvc", "id", "sm", "variant", "wait"];

/// Whether a line of a list of positions or moves is blank or a comment: it starts with `#` or, as in PGN, with `%`.
///
/// ```
/// use campione_notation::epd::is_remark;
/// assert!(is_remark("") && is_remark(" # a comment") && !is_remark("4k5/10"));
/// ```
pub fn is_remark(line: &str) -> bool {
    let text = line.trim_start();
    text.is_empty() || text.starts_with(['#', '%'])
}

/// Splits a line (without its line ending); `None` for a line that [`is_remark`] skips.
///
/// Clocks and waiting pawns may follow the four fields as in a FEN. The semicolon after the last operation may be
/// missing.
///
/// # Errors
/// [`EpdError`], except for errors that depend on the variant.
///
/// ```
/// use campione_notation::epd;
/// let line = epd::split(r#"4k5/10/10/10/10/10/4P5/4K5 w - - bm e4; variant "carrera";"#)?.unwrap();
/// assert_eq!(line.variant(), Some("carrera"));
/// assert_eq!(epd::split("# a comment")?, None);
/// assert_eq!(epd::split("4k5/10 w").unwrap_err(), epd::EpdError::Fields(2));
/// # Ok::<(), epd::EpdError>(())
/// ```
pub fn split(line: &str) -> Result<Option<EpdLine>, EpdError> {
    let mut rest = line.trim();
    if is_remark(rest) {
        return Ok(None);
    }
    let mut fields = Vec::new();
    while fields.len() < 4 && !rest.is_empty() && !rest.starts_with(';') {
        fields.push(word(&mut rest).to_owned());
    }
    if fields.len() < 4 {
        return Err(EpdError::Fields(fields.len()));
    }
    let mut tail = rest;
    let clocks = [word(&mut tail), word(&mut tail)];
    if clocks.into_iter().all(number::is_digits) {
        fields.extend(clocks.map(str::to_owned));
        rest = tail;
        let waiting = word(&mut tail);
        if waiting == "-" || waiting.contains(':') {
            fields.push(waiting.to_owned());
            rest = tail;
        }
    }
    let operations = operations(rest)?;
    for code in KNOWN {
        if operations.iter().filter(|operation| operation.code == code).count() > 1 {
            return Err(EpdError::Twice(code.to_owned()));
        }
    }
    let line = EpdLine { fields, operations };
    let has = |code| line.operation(code).is_some();
    if line.fields.len() > 4 && (has("hmvc") || has("fmvn")) {
        return Err(EpdError::Twice("the clocks (after the fields, and as `hmvc` or `fmvn`)".to_owned()));
    }
    if line.fields.len() > 6 && has("wait") {
        return Err(EpdError::Twice("the list of waiting pawns".to_owned()));
    }
    // Callers ask for the variant's name before they read the line, so it is checked here.
    if let Some(operation) = line.operation("variant") {
        operation.only("the id of a variant, such as \"carrera\"")?;
    }
    Ok(Some(line))
}

/// Takes the next word, and skips the white space after it. The word is empty at a semicolon.
fn word<'t>(rest: &mut &'t str) -> &'t str {
    let (word, after) = rest.split_at(rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len()));
    *rest = after.trim_start();
    word
}

/// Splits a text into operations.
pub(crate) fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
    while !rest.is_empty() {
        let code = word(&mut rest);
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !code.starts_with(|c: char| c.is_ascii_alphabetic()) || !code.chars().all(plain) {
            return Err(EpdError::Code(code.to_owned()));
        }
        let mut operands = Vec::new();
        while !rest.is_empty() && !rest.starts_with(';') {
            let quote = |text: &str| EpdError::Quote { code: code.to_owned(), text: text.to_owned() };
            if let Some(text) = rest.strip_prefix('"') {
                let (text, after) = split_text(text).ok_or_else(|| quote(rest))?;
                // Line endings become spaces, and quotation marks apostrophes, as in writing.
                operands.push(Operand::Text(text.replace("\\\"", "'").replace(['\r', '\n'], " ")));
                rest = after.trim_start();
            } else {
                let word = word(&mut rest);
                if word.contains('"') {
                    return Err(quote(word));
                }
                operands.push(Operand::Word(word.to_owned()));
            }
        }
        found.push(Operation { code: code.to_owned(), operands });
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
    }
    Ok(found)
}

/// Splits a text at its closing quotation mark. python-chess writes `\"` for one inside; a backslash before the last one is its
/// own.
fn split_text(text: &str) -> Option<(&str, &str)> {
    let escaped = |at: usize| text[..at].ends_with('\\');
    let closing = text.match_indices('"').map(|(at, _)| at).find(|&at| !escaped(at));
    let ends = |after: &str| after.is_empty() || after.starts_with([' ', ';']);
    closing.map(|at| (&text[..at], &text[at + 1..])).filter(|(_, after)| ends(after)).or_else(|| text.split_once('"'))
}

impl Operation {
    /// Its operands, separated by spaces, without quotation marks.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::epd::{self, Operand};
    /// let line = epd::split(r#"4k5/10/10/10/10/10/4P5/4K5 w - - acn 1000; c0 "even";"#)?.unwrap();
    /// let others = line.read(Variant::named("carrera")?)?.others;
    /// assert_eq!((others[0].code.as_str(), others[0].text().as_str()), ("acn", "1000"));
    /// assert_eq!(others[1].operands, [Operand::Text("even".to_owned())]);
    /// assert_eq!(others[1].operands[0].as_str(), "even");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self) -> String {
        self.operands.iter().map(Operand::as_str).collect::<Vec<_>>().join(" ")
    }

    fn unexpected(&self, expected: &'static str) -> EpdError {
        EpdError::Operands { code: self.code.clone(), expected, found: self.text() }
    }

    /// The operand, if there is exactly one.
    pub(crate) fn only(&self, expected: &'static str) -> Result<&str, EpdError> {
        match self.operands.as_slice() {
            [operand] if !operand.as_str().is_empty() => Ok(operand.as_str()),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// The operand as a whole number.
    fn number(&self) -> Result<u32, EpdError> {
        let expected = "a whole number";
        number::read(self.only(expected)?).ok_or_else(|| self.unexpected(expected))
    }

    /// The operand as the number of moves to a mate, negative if it is the side to move that is mated.
    fn mate(&self) -> Result<i32, EpdError> {
        let expected = "a whole number other than 0";
        signed(self.only(expected)?).ok_or_else(|| self.unexpected(expected))
    }

    fn moves(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        let mut found = Vec::new();
        if self.operands.iter().any(|operand| matches!(operand, Operand::Text(_))) {
            return Err(self.unexpected("moves without quotation marks"));
        }
        for word in moves::split(&self.text()) {
            let mv = moves::read(word, position);
            found.push(mv.map_err(|error| EpdError::Move { code: self.code.clone(), error })?);
        }
        if found.is_empty() { Err(self.unexpected("moves, such as `Nc3` or `b1c3`")) } else { Ok(found) }
    }
}

/// The number of a mate as matetrack writes it among the moves of `bm`: `#2`, `#-1`.
fn mate_in(operand: &str) -> Option<i32> {
    signed(operand.strip_prefix('#')?)
}

/// A whole number other than 0, with a minus before it if it is below.
fn signed(text: &str) -> Option<i32> {
    let number: i32 = number::read(text.strip_prefix('-').unwrap_or(text))?;
    (number != 0).then_some(if text.starts_with('-') { -number } else { number })
}

impl EpdLine {
    fn operation(&self, code: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.code == code)
    }

    /// The id of the variant that the line names; `None` if it names none.
    pub fn variant(&self) -> Option<&str> {
        self.operation("variant").and_then(|operation| operation.operands.first()).map(Operand::as_str)
    }

    /// Reads the line as a position of `variant`.
    ///
    /// # Errors
    /// [`EpdError`] if the line names another variant, the fields do not make a position, or an operation is not valid.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::{Notation, epd};
    /// let line = epd::split(r#"4k5/10/10/10/10/10/4P5/4K5 w - - bm e4 Kd2; id "two squares";"#)?.unwrap();
    /// let epd = line.read(Variant::named("carrera")?)?;
    /// let best: Vec<_> = epd.best.iter().map(|&mv| epd.position.uci(mv)).collect();
    /// assert_eq!((best, epd.id.as_deref()), (vec!["e2e4".to_owned(), "e1d2".to_owned()], Some("two squares")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(&self, variant: Variant) -> Result<Epd, EpdError> {
        let is_other = |named: &&str| *named != variant.id() && variant_id(named) != Some(variant.id());
        if let Some(named) = self.variant().filter(is_other) {
            return Err(EpdError::OtherGame { named: named.to_owned(), variant: variant.id().to_owned() });
        }
        if self.operation("wait").is_some() && variant.promotion_wait().is_none() {
            return Err(EpdError::NoWaiting(variant.id().to_owned()));
        }
        let (_, position) = Dialect::detect(&self.fen()?, variant)?;
        let moves =
            |code, position: &Position| self.operation(code).map(|operation| operation.moves(position)).transpose();
        let played = match (moves("sm", &position)?.as_deref(), self.operation("sm")) {
            (Some([mv]), _) => Some(*mv),
            (Some(_), Some(operation)) => return Err(operation.unexpected("one move")),
            _ => None,
        };
        let (position, played) = match played {
            // EPD has no words for a position by the one before it, so the position to solve stands for itself.
            Some(mv) if self.is_answered(mv, &position)? => (position.play_unchecked(mv), None),
            played => (position, played),
        };
        let avoid = moves("am", &position)?.unwrap_or_default();
        let (best, mate) = self.best_and_mate(&position)?;
        let id = self.operation("id").map(Operation::text);
        let others = self.operations.iter().filter(|operation| !KNOWN.contains(&operation.code.as_str()));
        let others = others.cloned().collect();
        Ok(Epd { position, names_game: self.variant().is_some(), best, avoid, mate, played, id, others })
    }

    /// The moves of `bm`, and the mate that it or `dm` claims.
    fn best_and_mate(&self, position: &Position) -> Result<(Vec<Move>, Option<i32>), EpdError> {
        let mut mate = self.operation("dm").map(Operation::mate).transpose()?;
        let Some(best) = self.operation("bm") else { return Ok((Vec::new(), mate)) };
        let (claims, moves): (Vec<Operand>, Vec<Operand>) =
            best.operands.iter().cloned().partition(|operand| mate_in(operand.as_str()).is_some());
        match claims.as_slice() {
            [] => return Ok((best.moves(position)?, mate)),
            [claim] if mate.is_none() => mate = mate_in(claim.as_str()),
            _ => return Err(EpdError::Twice("the mate".to_owned())),
        }
        let rest = Operation { code: best.code.clone(), operands: moves };
        Ok((if rest.operands.is_empty() { Vec::new() } else { rest.moves(position)? }, mate))
    }

    /// Whether `bm` is the answer to the move `played`, as chess-variant-puzzler has it: there `bm` follows `sm`. In EPD
    /// both are moves of the position, and the operations have the order of their codes.
    fn is_answered(&self, played: Move, position: &Position) -> Result<bool, EpdError> {
        let place = |code| self.operations.iter().position(|operation| operation.code == code);
        let (Some(sm), Some(bm)) = (place("sm"), place("bm")) else { return Ok(false) };
        if sm > bm {
            return Ok(false);
        }
        let is_of = |position: &Position| self.best_and_mate(position).is_ok_and(|(best, _)| !best.is_empty());
        match (is_of(position), is_of(&position.play_unchecked(played))) {
            (true, true) => Err(EpdError::BestOfTwo(self.operations[bm].text())),
            (here, after) => Ok(after && !here),
        }
    }

    /// Whether clocks stand behind the four fields, or as operations.
    pub(super) fn has_clocks(&self) -> bool {
        self.fields.len() > 4 || ["hmvc", "fmvn"].into_iter().any(|code| self.operation(code).is_some())
    }

    /// The position as a FEN.
    pub(super) fn fen(&self) -> Result<String, EpdError> {
        let mut fen = self.fields.join(" ");
        if self.fields.len() == 4 {
            for (code, usual) in [("hmvc", 0), ("fmvn", 1)] {
                let number = self.operation(code).map(Operation::number).transpose()?;
                let _ = write!(fen, " {}", number.unwrap_or(usual));
            }
        }
        if let Some(operation) = self.operation("wait") {
            let list = operation.only("a list of waiting pawns such as \"e8:2,b1:0\"")?;
            if list.contains(char::is_whitespace) {
                return Err(operation.unexpected("a list without spaces, such as \"e8:2,b1:0\""));
            }
            fen.extend([" ", list]);
        }
        Ok(fen)
    }
}

impl Epd {
    /// A position without operations.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_notation::{Notation, ReadPosition, epd::{self, Epd}};
    /// let position = Variant::named("carrera")?.position("4k5/10/10/10/10/10/4P5/4K5 w - - 0 1")?;
    /// let epd = Epd { avoid: vec![position.parse_move("e4")?], names_game: true, ..Epd::new(position) };
    /// let line = "4k5/10/10/10/10/10/4P5/4K5 w - - am e4; fmvn 1; hmvc 0; variant \"carrera\";";
    /// assert_eq!(epd::write(&epd), line);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(position: Position) -> Epd {
        Epd {
            position,
            names_game: false,
            best: Vec::new(),
            avoid: Vec::new(),
            mate: None,
            played: None,
            id: None,
            others: Vec::new(),
        }
    }
}

/// Writes a line without its line ending: the four fields, then the operations sorted by their codes, with moves in
/// SAN. The clocks are always written, so nothing of the position is lost.
pub fn write(epd: &Epd) -> String {
    let position = &epd.position;
    let fen = fen::write(position);
    let fields: Vec<&str> = fen.split(' ').collect();
    let word = |code, text: String| (Cow::Borrowed(code), vec![Operand::Word(text)]);
    let text = |code, text: &str| (Cow::Borrowed(code), vec![Operand::Text(text.to_owned())]);
    let mut operations: Vec<(Cow<'_, str>, Vec<Operand>)> =
        vec![word("fmvn", position.fullmove_number().to_string()), word("hmvc", position.halfmove_clock().to_string())];
    for (code, moves) in [("bm", epd.best.as_slice()), ("am", &epd.avoid), ("sm", epd.played.as_slice())] {
        if !moves.is_empty() {
            let moves = moves.iter().map(|&mv| Operand::Word(san::write(mv, position)));
            operations.push((code.into(), moves.collect()));
        }
    }
    operations.extend(epd.mate.map(|mate| word("dm", mate.to_string())));
    operations.extend(epd.id.as_deref().map(|id| text("id", id)));
    operations.extend(epd.names_game.then(|| text("variant", position.variant().id())));
    operations.extend(fields.get(6).map(|list| text("wait", list)));
    operations.extend(epd.others.iter().map(|other| (Cow::Borrowed(other.code.as_str()), other.operands.clone())));
    operations.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut line = fields[..4].join(" ");
    for (code, operands) in operations {
        line.extend([" ", &*code]);
        for operand in operands {
            line.push(' ');
            operand.write(&mut line);
        }
        line.push(';');
    }
    line
}

#[cfg(test)]
mod tests;
