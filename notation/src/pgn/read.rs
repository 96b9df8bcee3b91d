//! Games from a stream, one at a time.

use std::borrow::Cow;
use std::io::{self, BufRead};

use campione_core::{UnknownVariant, Variant, VariantSpec, variant_id};
use campione_movegen::{Move, Position};

use super::error::{PgnError, PgnFault, PgnNote};
use super::scan::{Broken, MAX_GAME, Scanner, Token};
use super::{Game, GameResult, Line, MAX_DEPTH, MAX_KEPT, MAX_TAGS, Ply, Remark, Tag, Variants, tag};
use crate::dialect::Dialect;
use crate::moves::{MoveError, MoveFault, MoveNotation, detect};
use crate::why::{self, Reason};
use crate::{fen, san};

/// How games are read.
#[derive(Clone, Copy, Debug)]
pub struct PgnOptions<'v> {
    /// The games that a `Variant` tag may name.
    pub variants: &'v Variants,
    /// The game where no tag names one.
    pub variant: &'v Variant,
    /// Whether it is that game whatever a tag says.
    pub overrule: bool,
    /// Whether `O-O` means the castling that we write `O-O-O`, and the reverse: so cutechess writes Janus Chess.
    pub castling_swapped: bool,
}

impl<'v> PgnOptions<'v> {
    /// The tags decide; `variant` is played where they say nothing.
    pub fn new(variants: &'v Variants, variant: &'v Variant) -> PgnOptions<'v> {
        PgnOptions { variants, variant, overrule: false, castling_swapped: false }
    }
}

/// What [`PgnReader::check`] has found about a game whose moves are all legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The number of the game in its stream, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// What is odd about its text.
    pub notes: Vec<PgnNote>,
}

/// Takes games from a stream. What cannot be read as a game is an error, after which the next game follows.
pub struct PgnReader<'v, R> {
    scanner: Scanner<R>,
    options: PgnOptions<'v>,
    games: u64,
    plies: u64,
    variation_plies: u64,
    left_over: Option<u64>,
    /// The lines around the one that is being read.
    stack: Vec<Frame<'v>>,
}

/// What becomes of what is read.
trait Receiver {
    fn ply(&mut self, mv: Move);
    fn nag(&mut self, number: u16);
    fn comment(&mut self, text: &[u8]);
    fn open(&mut self);
    fn close(&mut self);
    /// Whether no more can be kept.
    #[inline(always)]
    fn full(&self) -> bool {
        false
    }
}

/// Forgets it.
struct Forget;

impl Receiver for Forget {
    #[inline(always)]
    fn ply(&mut self, _: Move) {}
    fn nag(&mut self, _: u16) {}
    fn comment(&mut self, _: &[u8]) {}
    fn open(&mut self) {}
    fn close(&mut self) {}
}

/// Makes a tree of it.
#[derive(Default)]
struct Build {
    line: Line,
    /// Moves and remarks so far.
    kept: usize,
    around: Vec<Line>,
    latin1: bool,
}

impl Build {
    fn remark(&mut self, remark: Remark) {
        self.kept += 1;
        self.line.plies.last_mut().map_or(&mut self.line.remarks, |ply| &mut ply.remarks).push(remark);
    }
}

impl Receiver for Build {
    fn ply(&mut self, mv: Move) {
        self.kept += 1;
        self.line.plies.push(Ply { mv, remarks: Vec::new() });
    }

    fn nag(&mut self, number: u16) {
        self.remark(Remark::Nag(number));
    }

    fn comment(&mut self, text: &[u8]) {
        let text = decode(text, &mut self.latin1);
        self.remark(Remark::Comment(text));
    }

    fn full(&self) -> bool {
        self.kept > MAX_KEPT
    }

    fn open(&mut self) {
        self.around.push(std::mem::take(&mut self.line));
    }

    fn close(&mut self) {
        if let Some(around) = self.around.pop() {
            let variation = std::mem::replace(&mut self.line, around);
            // `()` says nothing.
            if variation != Line::default() {
                self.remark(Remark::Variation(variation));
            }
        }
    }
}

/// Text as UTF-8, else as Latin-1, in which every byte is a character.
fn decode(text: &[u8], latin1: &mut bool) -> String {
    std::str::from_utf8(text).map_or_else(
        |_| {
            *latin1 = true;
            text.iter().map(|&byte| char::from(byte)).collect()
        },
        str::to_owned,
    )
}

/// Where a line of moves stands.
struct Frame<'v> {
    /// The position, and in the other place the one before the last move.
    positions: [Position<'v>; 2],
    now: usize,
    moved: bool,
    ply: u64,
    /// The line of text on which it was opened.
    opened: u64,
}

impl<'v> Frame<'v> {
    fn new(start: &Position<'v>) -> Frame<'v> {
        Frame { positions: [*start; 2], now: 0, moved: false, ply: 0, opened: 0 }
    }

    fn position(&self) -> &Position<'v> {
        &self.positions[self.now]
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let next = 1 - self.now;
        self.positions[next] = self.positions[self.now].play_unchecked(mv);
        self.now = next;
        self.moved = true;
        self.ply += 1;
    }

    /// The line in which the last move is another.
    fn vary(&self, opened: u64) -> Frame<'v> {
        let before = self.positions[1 - self.now];
        Frame { positions: [before; 2], now: 0, moved: false, ply: self.ply - 1, opened }
    }
}

/// What stands before the moves of a game.
struct Head<'v> {
    number: u64,
    line: u64,
    tags: Vec<Tag>,
    notes: Vec<PgnNote>,
    start: Position<'v>,
    assumed: bool,
}

/// A fault with all that is known of its place.
struct Place {
    line: u64,
    fault: PgnFault,
    ply: Option<u64>,
    in_variation: bool,
    fen: Option<String>,
    reason: Option<Reason>,
}

/// The stream is at fault, or the game.
enum Stop {
    Io(io::Error),
    Game(Box<Place>),
}

impl From<Broken> for Stop {
    fn from(broken: Broken) -> Stop {
        match broken {
            Broken::Io(error) => Stop::Io(error),
            Broken::Fault { line, fault } => Stop::of(line, fault),
        }
    }
}

impl Stop {
    fn of(line: u64, fault: PgnFault) -> Stop {
        Stop::Game(Box::new(Place { line, fault, ply: None, in_variation: false, fen: None, reason: None }))
    }
}

type Outcome<T> = io::Result<Option<Result<T, Box<PgnError>>>>;

impl<'v, R: BufRead> PgnReader<'v, R> {
    /// Reads from the start of a stream.
    pub fn new(input: R, options: PgnOptions<'v>) -> PgnReader<'v, R> {
        let scanner = Scanner::new(input);
        PgnReader { scanner, options, games: 0, plies: 0, variation_plies: 0, left_over: None, stack: Vec::new() }
    }

    /// Legal moves read so far, those in variations and in games with a fault included.
    pub fn plies(&self) -> u64 {
        self.plies + self.variation_plies
    }

    /// How many of them are in variations.
    pub fn variation_plies(&self) -> u64 {
        self.variation_plies
    }

    /// Bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.scanner.bytes
    }

    /// The line of a comment behind the last game, which belongs to no game; known at the end of the stream.
    pub fn left_over(&self) -> Option<u64> {
        self.left_over
    }

    /// Plays the moves of the next game, variations included, and forgets them. `None` at the end of the stream.
    ///
    /// # Errors
    /// The stream's own. [`PgnError`] concerns one game, after which the next can be read.
    pub fn check(&mut self) -> Outcome<Checked> {
        let done = self.game(&mut Forget)?;
        Ok(done.map(|game| game.map(|(Head { number, line, notes, .. }, _)| Checked { number, line, notes })))
    }

    /// Reads the next game with all that its text says. `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`PgnReader::check`].
    pub fn read(&mut self) -> Outcome<Game<'v>> {
        let mut build = Build::default();
        let done = self.game(&mut build)?;
        Ok(done.map(|game| {
            game.map(|(Head { number, line, tags, mut notes, start, .. }, result)| {
                if build.latin1 && !notes.contains(&PgnNote::Latin1) {
                    notes.push(PgnNote::Latin1);
                }
                Game { number, line, tags, start, moves: build.line, result, notes }
            })
        }))
    }

    fn game(&mut self, receiver: &mut impl Receiver) -> Outcome<(Head<'v>, GameResult)> {
        self.scanner.limit = self.scanner.bytes.saturating_add(MAX_GAME);
        self.stack.clear();
        let games = self.games;
        let mut assumed = false;
        let mut depth = 0;
        let read = match self.head(receiver) {
            Ok(None) => return Ok(None),
            Ok(Some(mut head)) => {
                assumed = head.assumed;
                let moves = self.moves(&mut head, receiver);
                depth = self.stack.len();
                moves.map(|result| (head, result))
            }
            Err(stop) => Err(stop),
        };
        match read {
            Ok(game) => Ok(Some(Ok(game))),
            Err(Stop::Io(error)) => Err(error),
            Err(Stop::Game(place)) => {
                self.games = games + 1;
                self.skip(depth)?;
                let Place { line, fault, ply, in_variation, fen, reason } = *place;
                let assumed = assumed.then(|| self.options.variant.id().to_owned());
                let error = PgnError { game: self.games, line, ply, in_variation, fault, fen, reason, assumed };
                Ok(Some(Err(Box::new(error))))
            }
        }
    }

    /// Reads the tags; `None` if there is no other game.
    fn head(&mut self, receiver: &mut impl Receiver) -> Result<Option<Head<'v>>, Stop> {
        let mut tags: Vec<Tag> = Vec::new();
        let mut notes = Vec::new();
        let mut fault = None;
        let (mut line, mut commented) = (0, false);
        let mut latin1 = false;
        loop {
            let next = match self.scanner.peek() {
                Ok(next) => next,
                // The tags that follow are read as well, so that they are not taken for the next game's.
                Err(broken @ Broken::Fault { .. }) => {
                    fault.get_or_insert(broken.into());
                    continue;
                }
                Err(broken) => return Err(broken.into()),
            };
            if line == 0 {
                line = self.scanner.number;
            }
            match next {
                None if tags.is_empty() && fault.is_none() => {
                    self.left_over = commented.then_some(line);
                    return Ok(None);
                }
                Some(b'{' | b';') => {
                    receiver.comment(self.scanner.comment()?);
                    commented = true;
                }
                Some(b'[') => {
                    // A game with nothing but tags, and the next.
                    if self.scanner.is_tag("Event") && tag(&tags, "Event").is_some() {
                        break;
                    }
                    match self.scanner.tag() {
                        Ok(raw) => {
                            let name = decode(&raw.name, &mut latin1);
                            let repeated = tag(&tags, &name).is_some();
                            if repeated && !notes.contains(&PgnNote::RepeatedTag(name.clone())) {
                                notes.push(PgnNote::RepeatedTag(name.clone()));
                            }
                            tags.push(Tag { name, value: decode(&raw.value, &mut latin1) });
                            if tags.len() > MAX_TAGS {
                                let limit = PgnFault::Limit { what: "game", most: MAX_TAGS as u64, unit: "tags" };
                                fault.get_or_insert(Stop::of(self.scanner.number, limit));
                                tags.clear();
                            }
                        }
                        Err(broken @ Broken::Fault { .. }) => {
                            fault.get_or_insert(broken.into());
                            self.scanner.skip_line();
                        }
                        Err(broken) => return Err(broken.into()),
                    }
                }
                _ => break,
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        if latin1 {
            notes.push(PgnNote::Latin1);
        }
        self.games += 1;
        let assumed = !self.options.overrule && tag(&tags, "Variant").is_none();
        let start = self.start(&tags).map_err(|fault| Stop::of(line, fault))?;
        Ok(Some(Head { number: self.games, line, tags, notes, start, assumed }))
    }

    /// The position in which a game with these tags starts.
    fn start(&self, tags: &[Tag]) -> Result<Position<'v>, PgnFault> {
        let PgnOptions { variants, variant, overrule, .. } = self.options;
        let variant = match tag(tags, "Variant").filter(|_| !overrule) {
            None => variant,
            Some(name) => variant_id(name).and_then(|id| variants.get(id)).ok_or_else(|| {
                let unknown = VariantSpec::built_in_text(name).err();
                PgnFault::Variant(unknown.unwrap_or_else(|| UnknownVariant { id: name.to_owned(), near: Vec::new() }))
            })?,
        };
        match tag(tags, "FEN") {
            Some(text) => Dialect::detect(text, variant).map(|(_, position)| position).map_err(PgnFault::Fen),
            None => Ok(Position::start(variant)),
        }
    }

    /// Reads the moves up to the result.
    fn moves(&mut self, head: &mut Head<'v>, receiver: &mut impl Receiver) -> Result<GameResult, Stop> {
        let mut frame = Frame::new(&head.start);
        let (scanner, stack) = (&mut self.scanner, &mut self.stack);
        let result = loop {
            match scanner.next()? {
                Token::Number => {}
                Token::Symbol(symbol) => {
                    if let Some(result) = GameResult::read(symbol) {
                        if stack.is_empty() {
                            break Some(result);
                        }
                        let fault = PgnFault::ResultInVariation(result.text().to_owned());
                        return Err(Stop::of(scanner.number, fault));
                    }
                    match read_move(symbol, frame.position(), self.options.castling_swapped) {
                        Ok(mv) => {
                            frame.play(mv);
                            receiver.ply(mv);
                            let plies = if stack.is_empty() { &mut self.plies } else { &mut self.variation_plies };
                            *plies += 1;
                        }
                        Err(_) if frame.moved && matches!(symbol, b"e.p." | b"ep") => {}
                        Err(fault) => {
                            // Where castlings have each other's names, the rule would be that of the other one.
                            let known = !self.options.castling_swapped;
                            let reason = known.then(|| reason(&fault, frame.position())).flatten();
                            return Err(Stop::Game(Box::new(Place {
                                line: scanner.number,
                                fault,
                                ply: Some(frame.ply + 1),
                                in_variation: !stack.is_empty(),
                                fen: Some(fen::write(frame.position())),
                                reason,
                            })));
                        }
                    }
                }
                Token::Nag(number) => receiver.nag(number),
                Token::Comment(text) => receiver.comment(text),
                Token::Open => {
                    let line = scanner.number;
                    if !frame.moved {
                        return Err(Stop::of(line, PgnFault::NothingToVary));
                    }
                    if stack.len() == MAX_DEPTH {
                        let what = "nest of variations";
                        let limit = PgnFault::Limit { what, most: MAX_DEPTH as u64, unit: "levels" };
                        return Err(Stop::of(line, limit));
                    }
                    let variation = frame.vary(line);
                    stack.push(std::mem::replace(&mut frame, variation));
                    receiver.open();
                }
                Token::Close => match stack.pop() {
                    Some(around) => {
                        frame = around;
                        receiver.close();
                    }
                    None => return Err(Stop::of(scanner.number, PgnFault::Stray(')'))),
                },
                Token::Bracket { opens: true } | Token::End if !stack.is_empty() => {
                    return Err(Stop::of(frame.opened, PgnFault::Unterminated("variation")));
                }
                Token::Bracket { opens: true } | Token::End => break None,
                Token::Bracket { opens: false } => return Err(Stop::of(scanner.number, PgnFault::Stray('['))),
            }
            if receiver.full() {
                let limit = PgnFault::Limit { what: "game", most: MAX_KEPT as u64, unit: "moves and remarks" };
                return Err(Stop::of(scanner.number, limit));
            }
        };
        if result.is_some() {
            // What is said about the result.
            while let Some(b'{' | b';') = scanner.peek_in_line() {
                receiver.comment(scanner.comment()?);
            }
        }
        Ok(finish(head, result, frame.position()))
    }

    /// Leaves out the rest of a game, of which some variations may be open.
    fn skip(&mut self, depth: usize) -> io::Result<()> {
        let scanner = &mut self.scanner;
        scanner.limit = u64::MAX;
        let mut depth = depth;
        loop {
            let ended = match scanner.next() {
                Ok(Token::End | Token::Bracket { opens: true }) => return Ok(()),
                Ok(Token::Bracket { opens: false }) => {
                    scanner.skip_byte();
                    false
                }
                Ok(Token::Open) => {
                    depth += 1;
                    false
                }
                Ok(Token::Close) => {
                    depth = depth.saturating_sub(1);
                    false
                }
                Ok(Token::Symbol(symbol)) => depth == 0 && GameResult::read(symbol).is_some(),
                Ok(_) | Err(Broken::Fault { .. }) => false,
                Err(Broken::Io(error)) => return Err(error),
            };
            if ended {
                while let Some(b'{' | b';') = scanner.peek_in_line() {
                    if let Err(Broken::Io(error)) = scanner.comment() {
                        return Err(error);
                    }
                }
                return Ok(());
            }
        }
    }
}

/// The result of a game that has been read to the end, which is `end`; notes what does not fit.
fn finish(head: &mut Head<'_>, result: Option<GameResult>, end: &Position<'_>) -> GameResult {
    let Head { tags, notes, .. } = head;
    let tagged = tag(tags, "Result");
    let known = tagged.and_then(|text| GameResult::read(text.as_bytes()));
    let result = match (result, tagged) {
        (Some(result), Some(text)) if known != Some(result) => {
            notes.push(PgnNote::Results { tag: text.to_owned(), end: result.text() });
            result
        }
        (Some(result), _) => result,
        (None, _) => {
            let result = known.unwrap_or(GameResult::Unknown);
            notes.push(PgnNote::NoResult(result.text()));
            result
        }
    };
    let winner = |loser: campione_core::Color| GameResult::of(Some(!loser));
    if let Some(loser) = end.lost_by_bare_king() {
        if result != GameResult::Unknown && result != winner(loser) {
            notes.push(PgnNote::BareKing { loser, result: result.text() });
        }
    } else if result != GameResult::Unknown && result != winner(end.turn()) && end.is_checkmate() {
        notes.push(PgnNote::Mate { loser: end.turn(), result: result.text() });
    }
    result
}

/// Reads a move in any of the notations of game texts.
#[inline]
fn read_move(symbol: &[u8], position: &Position<'_>, castling_swapped: bool) -> Result<Move, PgnFault> {
    let text = match std::str::from_utf8(symbol) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(decode(symbol, &mut false)),
    };
    let read = match detect(&text) {
        MoveNotation::San => san::read_with(MoveNotation::San, &text, castling_swapped, position),
        // Game texts mark checks behind coordinates too.
        notation => notation.read(text.trim_end_matches(['+', '#']), position),
    };
    read.map_err(|error: MoveError| match symbol {
        b"--" | b"Z0" | b"null" | b"@@@@" => PgnFault::NullMove(text.into_owned()),
        _ => PgnFault::Move(MoveError { notation: None, ..error }),
    })
}

/// The rule that forbids a move.
fn reason(fault: &PgnFault, position: &Position<'_>) -> Option<Reason> {
    let PgnFault::Move(MoveError { text, fault: MoveFault::Illegal, .. }) = fault else { return None };
    why::explain(text, position).ok()?.reasons.into_iter().next()
}
