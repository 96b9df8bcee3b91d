//! Reading games from a stream, one at a time.

mod reader;

use std::io::{self, BufRead};

use campione_core::{UnknownVariant, Variant, VariantSpec, variant_id};
use campione_movegen::{Move, Outcome, Position};
use smallvec::SmallVec;

use super::error::{PgnError, PgnFault, PgnNote};
use super::reading::{self, PgnOptions, Reading};
use super::scan::{Broken, MAX_GAME, Scanner, Token};
use super::visitor::{Fingerprint, Visitor, decode};
use super::{MAX_DEPTH, MAX_KEPT, MAX_TAGS, Tag, read_result, result_text, tag};
use crate::detect::{self, Claim};
use crate::epd::PositionText;
use crate::fen;
use crate::moves::{MoveError, MoveFault};
use crate::why::{self, Reason};

/// The result of [`PgnReader::check`] for a game whose moves are all legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The number of the game in its stream, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The reading by which its text was read.
    pub reading: Reading,
    /// Notes on odd things in its text.
    pub notes: Vec<PgnNote>,
}

/// Reads games from a stream. A game that cannot be read is an error; after it the next game can be read.
pub struct PgnReader<R> {
    scanner: Scanner<R>,
    options: PgnOptions,
    games: u64,
    plies: Plies,
    left_over: Option<u64>,
    /// The lines of moves around the one that is being read.
    stack: Vec<Frame>,
    /// The variant of the last game, and whether other readings of its moves are possible.
    ambiguous: Option<(Variant, bool)>,
}

/// The numbers of moves read so far.
#[derive(Clone, Copy, Default)]
struct Plies {
    main: u64,
    in_variations: u64,
}

/// The state of a line of moves.
struct Frame {
    /// The current position (at index `now`), and at the other index the position before the last move.
    positions: [Position; 2],
    now: usize,
    moved: bool,
    ply: u64,
    /// The line of text on which it was opened.
    opened: u64,
}

impl Frame {
    fn new(start: &Position) -> Frame {
        Frame { positions: [*start; 2], now: 0, moved: false, ply: 0, opened: 0 }
    }

    fn position(&self) -> &Position {
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

    /// A variation, which replaces the last move.
    fn vary(&self, opened: u64) -> Frame {
        let before = self.positions[1 - self.now];
        Frame { positions: [before; 2], now: 0, moved: false, ply: self.ply - 1, opened }
    }
}

/// The variant of the position where a game starts.
struct StartVariant {
    variant: Variant,
    /// Others of which the position may be, if it is none of the claimed one.
    others: SmallVec<[Variant; 4]>,
    /// How the variant was found, if it is not the claimed one.
    found: Option<detect::Candidates>,
}

/// The part of a game before its moves.
struct Head {
    number: u64,
    line: u64,
    tags: Vec<Tag>,
    notes: Vec<PgnNote>,
}

/// The moves of a game that have been read to its end.
struct Played {
    reading: Reading,
    start: Position,
    end: Position,
    /// The result after the moves, if there is one.
    result: Option<Stated>,
}

/// A game that can be read.
struct Done {
    head: Head,
    played: Played,
    outcome: Stated,
}

/// A fault with the known details of its place.
struct Place {
    line: u64,
    fault: PgnFault,
    ply: Option<u64>,
    in_variation: bool,
    fen: Option<String>,
    reason: Option<Reason>,
}

/// An error of the stream, or a fault of the game.
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
    /// The place of a game's fault. An error of the stream is returned as an error.
    fn place(self) -> io::Result<Place> {
        match self {
            Stop::Io(error) => Err(error),
            Stop::Game(place) => Ok(*place),
        }
    }

    fn of(line: u64, fault: PgnFault) -> Stop {
        Stop::Game(Box::new(Place { line, fault, ply: None, in_variation: false, fen: None, reason: None }))
    }
}

/// The stated result: `None` for `*`.
type Stated = Option<Outcome>;

/// A game or its error; `None` at the end of the stream.
type ReadGame<T> = io::Result<Option<Result<T, Box<PgnError>>>>;

impl<R: BufRead> PgnReader<R> {
    fn game<C: Visitor>(&mut self, visitor: &mut C) -> ReadGame<Done> {
        self.scanner.limit = self.scanner.bytes.saturating_add(MAX_GAME);
        self.stack.clear();
        let games = self.games;
        let (mut head, variant) = match self.head_and_variant(visitor) {
            Ok(None) => return Ok(None),
            Ok(Some(known)) => known,
            Err(stop) => {
                self.games = games + 1;
                let place = stop.place()?;
                self.skip(0)?;
                return Ok(Some(Err(self.error(place, None, None))));
            }
        };
        let overruled = self.overruled(&head.tags, variant).map(str::to_owned);
        let part = tag(&head.tags, "FEN").map(PositionText::of);
        let fen = part.as_ref().map(|part| &*part.fen);
        let StartVariant { variant, others, found } = self.start_variant(fen, &head.tags, variant);
        let assumed = !self.options.overrule && tag(&head.tags, "Variant").is_none();
        let assumed = assumed.then(|| variant.id().to_owned());
        // In any variant a `FEN` tag may have another meaning. It matters only if the game cannot be read natively.
        let tried = self.options.reading.is_none() && (self.is_ambiguous(variant) || fen.is_some());
        let fresh = tried.then(|| visitor.clone());
        if fresh.is_some() {
            self.scanner.record();
        }
        let first = self.options.reading.unwrap_or(Reading::Native);
        let before = self.plies;
        let undecided = found.as_ref().filter(|found| !found.is_decided).map(detect::Candidates::variants);
        let begin = match &undecided {
            Some(variants) => Err(PgnFault::Variants(variants.iter().map(|variant| variant.id()).collect())),
            None => start(fen, first, variant),
        };
        let read = begin.map_err(|fault| Stop::of(head.line, fault)).and_then(|start| {
            visitor.begin(&head.tags, &start);
            moves(&mut self.scanner, &mut self.stack, &mut self.plies, first, &start, visitor)
        });
        let read = match read {
            Ok(played) => Ok(played),
            Err(stop) => {
                let place = stop.place()?;
                self.skip(self.stack.len())?;
                let again = match (fresh, self.scanner.recorded()) {
                    (Some(fresh), Some(text)) if place.fault.is_of_reading() => {
                        let again = |variant| Again { text, variant, tags: (&head.tags, fen), plies: before };
                        let natively = |variant: &Variant| again(*variant).read(&[Reading::Native], &fresh);
                        if let Some(variants) = &undecided {
                            variants.iter().flat_map(natively).collect()
                        } else {
                            let read = again(variant).read(&reading::others(variant, fen), &fresh);
                            // A variant that is likelier than the others, but in which the game cannot be played.
                            if read.is_empty() { others.iter().flat_map(natively).collect() } else { read }
                        }
                    }
                    _ => Vec::new(),
                };
                match <[_; 1]>::try_from(again) {
                    Ok([(played, plies, other)]) => {
                        (self.plies, *visitor) = (plies, other.visitor);
                        if played.reading != Reading::Native {
                            head.notes.push(PgnNote::Read(played.reading));
                        }
                        Ok(played)
                    }
                    Err(several) if several.is_empty() => Err(place),
                    Err(several) => {
                        let fault = if undecided.is_some() {
                            PgnFault::Variants(several.iter().map(|(played, ..)| played.start.variant().id()).collect())
                        } else {
                            PgnFault::Readings(several.iter().map(|(played, ..)| played.reading).collect())
                        };
                        Err(Place { fault, reason: None, ..place })
                    }
                }
            }
        };
        self.scanner.forget();
        Ok(Some(match read {
            Ok(played) => {
                let of = played.start.variant();
                if let Some(found) = &found {
                    head.notes.push(PgnNote::Start(found.note(of)));
                }
                if let (Some(part), Reading::Native) = (&part, played.reading) {
                    head.notes.extend(detect::assumed_in(part, of).map(PgnNote::Start));
                }
                if let Some(tag) = overruled {
                    head.notes.push(PgnNote::Overruled { tag, variant: variant.id().to_owned() });
                }
                let outcome = finish(&mut head, played.result, &played.end);
                visitor.end(outcome);
                Ok(Done { head, played, outcome })
            }
            Err(place) => Err(self.error(place, assumed, overruled)),
        }))
    }

    /// Whether other readings of a variant's moves are possible. Cached, because most files have only one variant.
    fn is_ambiguous(&mut self, variant: Variant) -> bool {
        match self.ambiguous {
            Some((known, is_ambiguous)) if known == variant => is_ambiguous,
            _ => self.ambiguous.insert((variant, !reading::others(variant, None).is_empty())).1,
        }
    }

    /// The value of the `Variant` tag, if the options overrule it with another variant.
    fn overruled<'t>(&self, tags: &'t [Tag], variant: Variant) -> Option<&'t str> {
        let name = tag(tags, "Variant").filter(|_| self.options.overrule)?;
        let same = name.eq_ignore_ascii_case(variant.id()) || variant_id(name) == Some(variant.id());
        (!same).then_some(name)
    }

    /// The variant of the position where the game starts. The claimed one, if that fits or if the user has named it.
    fn start_variant(&self, fen: Option<&str>, tags: &[Tag], claimed: Variant) -> StartVariant {
        let claim = if self.options.overrule {
            Claim::Named(claimed)
        } else if tag(tags, "Variant").is_some() {
            Claim::Tagged(claimed)
        } else {
            Claim::Assumed(claimed, None)
        };
        let native = matches!(self.options.reading, None | Some(Reading::Native));
        let found = fen.filter(|_| native).and_then(|fen| detect::candidates(fen, claim));
        let mut others = found.as_ref().map(detect::Candidates::variants).unwrap_or_default();
        let variant = if others.is_empty() { claimed } else { others.remove(0) };
        StartVariant { variant, others, found }
    }

    fn error(&self, place: Place, assumed: Option<String>, overruled: Option<String>) -> Box<PgnError> {
        let Place { line, fault, ply, in_variation, fen, reason } = place;
        Box::new(PgnError { game: self.games, line, ply, in_variation, fault, fen, reason, assumed, overruled })
    }

    fn head_and_variant(&mut self, visitor: &mut impl Visitor) -> Result<Option<(Head, Variant)>, Stop> {
        let Some(head) = self.head(visitor)? else { return Ok(None) };
        let variant = self.variant(&head.tags).map_err(|fault| Stop::of(head.line, fault))?;
        Ok(Some((head, variant)))
    }

    /// Reads the tags; `None` if no game is left.
    fn head(&mut self, visitor: &mut impl Visitor) -> Result<Option<Head>, Stop> {
        let mut tags: Vec<Tag> = Vec::new();
        let mut notes = Vec::new();
        let mut fault = None;
        let (mut line, mut commented) = (0, false);
        let mut latin1 = false;
        loop {
            let next = match self.scanner.peek() {
                Ok(next) => next,
                // The tags that follow are read too, or they would be taken for the tags of the next game.
                Err(broken @ Broken::Fault { .. }) => {
                    fault.get_or_insert(broken.into());
                    continue;
                }
                Err(broken) => return Err(broken.into()),
            };
            // A remark line (`#`), before the game or among its tags.
            if next == Some(b'#') && self.scanner.first_on_line() {
                self.scanner.skip_line();
                continue;
            }
            if line == 0 {
                line = self.scanner.number;
            }
            match next {
                None if tags.is_empty() && fault.is_none() => {
                    self.left_over = commented.then_some(line);
                    return Ok(None);
                }
                Some(b'{' | b';') => {
                    visitor.comment(self.scanner.comment()?);
                    commented = true;
                }
                Some(b'[') => {
                    // The game has only tags, and the next game begins.
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
        Ok(Some(Head { number: self.games, line, tags, notes }))
    }

    /// The variant of a game with these tags.
    fn variant(&self, tags: &[Tag]) -> Result<Variant, PgnFault> {
        let PgnOptions { variant, overrule, .. } = self.options;
        match tag(tags, "Variant").filter(|_| !overrule) {
            None => Ok(variant),
            Some(name) => variant_id(name).and_then(|id| Variant::named(id).ok()).ok_or_else(|| {
                let unknown = VariantSpec::built_in_text(name).err();
                PgnFault::Variant(unknown.unwrap_or_else(|| UnknownVariant { id: name.to_owned(), near: Vec::new() }))
            }),
        }
    }

    /// Skips the rest of a game. `depth` is the number of open variations.
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
                Ok(Token::Symbol(symbol)) => depth == 0 && read_result(symbol).is_ok(),
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

/// A game that cannot be read as we write it. Its text is read again from the first move on.
struct Again<'t> {
    text: (&'t [u8], u64),
    variant: Variant,
    /// The tags, and the position of the `FEN` tag.
    tags: (&'t [Tag], Option<&'t str>),
    /// The numbers of moves before this game.
    plies: Plies,
}

impl Again<'_> {
    /// Tries other readings. Returns those by which the whole game can be read; equal games only once.
    fn read<C: Visitor>(&self, readings: &[Reading], fresh: &C) -> Vec<(Played, Plies, Fingerprint<C>)> {
        let mut found: Vec<(Played, Plies, Fingerprint<C>)> = Vec::new();
        let (tags, fen) = self.tags;
        for &reading in readings.iter().filter(|reading| reading.is_likely(self.text.0, fen)) {
            let Ok(start) = start(fen, reading, self.variant) else { continue };
            let mut plies = self.plies;
            let mut visitor = Fingerprint::new(fresh.clone());
            visitor.begin(tags, &start);
            let mut scanner = Scanner::again(self.text.0, self.text.1);
            let Ok(played) = moves(&mut scanner, &mut Vec::new(), &mut plies, reading, &start, &mut visitor) else {
                continue;
            };
            let same = |(other, _, moves): &(Played, Plies, Fingerprint<C>)| {
                other.start == start && moves.number() == visitor.number()
            };
            if !found.iter().any(same) {
                found.push((played, plies, visitor));
            }
        }
        found
    }
}

/// The start position of a game with this `FEN` tag, or without one.
fn start(fen: Option<&str>, reading: Reading, variant: Variant) -> Result<Position, PgnFault> {
    fen.map_or_else(|| Ok(Position::start(variant)), |fen| reading.start(fen, variant))
}

/// Reads the moves up to the result.
fn moves<R: BufRead>(
    scanner: &mut Scanner<R>,
    stack: &mut Vec<Frame>,
    plies: &mut Plies,
    reading: Reading,
    start: &Position,
    visitor: &mut impl Visitor,
) -> Result<Played, Stop> {
    let mut frame = Frame::new(start);
    let result = loop {
        match scanner.next()? {
            Token::Number => {}
            Token::Symbol(symbol) => {
                if let Ok(result) = read_result(symbol) {
                    if stack.is_empty() {
                        break Some(result);
                    }
                    let fault = PgnFault::ResultInVariation(result_text(result).to_owned());
                    return Err(Stop::of(scanner.number, fault));
                }
                match reading.read_move(symbol, frame.position()) {
                    Ok(mv) => {
                        visitor.play(mv, frame.position());
                        frame.play(mv);
                        *(if stack.is_empty() { &mut plies.main } else { &mut plies.in_variations }) += 1;
                    }
                    Err(_) if frame.moved && matches!(symbol, b"e.p." | b"ep") => {}
                    Err(fault) => {
                        // The explanation reads moves natively. In another reading it would explain another move.
                        let known = reading == Reading::Native;
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
            Token::Nag(number) => visitor.nag(number),
            Token::Comment(text) => visitor.comment(text),
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
                visitor.begin_variation();
            }
            Token::Close => match stack.pop() {
                Some(around) => {
                    frame = around;
                    visitor.end_variation();
                }
                None => return Err(Stop::of(scanner.number, PgnFault::Stray(')'))),
            },
            Token::Bracket { opens: true } | Token::End if !stack.is_empty() => {
                return Err(Stop::of(frame.opened, PgnFault::Unterminated("variation")));
            }
            Token::Bracket { opens: true } | Token::End => break None,
            Token::Bracket { opens: false } => return Err(Stop::of(scanner.number, PgnFault::Stray('['))),
        }
        if visitor.is_full() {
            let limit = PgnFault::Limit { what: "game", most: MAX_KEPT as u64, unit: "moves and remarks" };
            return Err(Stop::of(scanner.number, limit));
        }
    };
    if result.is_some() {
        // Comments on the result.
        while let Some(b'{' | b';') = scanner.peek_in_line() {
            visitor.comment(scanner.comment()?);
        }
    }
    Ok(Played { reading, start: *start, end: *frame.position(), result })
}

/// The result of a game that ends in the position `end`. Adds notes on contradictions.
fn finish(head: &mut Head, result: Option<Stated>, end: &Position) -> Stated {
    let Head { tags, notes, .. } = head;
    let tagged = tag(tags, "Result");
    let known = tagged.and_then(|text| read_result(text.as_bytes()).ok());
    let result = match (result, tagged) {
        (Some(result), Some(text)) if known != Some(result) => {
            notes.push(PgnNote::Results { tag: text.to_owned(), end: result_text(result) });
            result
        }
        (Some(result), _) => result,
        (None, _) => {
            let result = known.flatten();
            notes.push(PgnNote::NoResult(result_text(result)));
            result
        }
    };
    let is_other = |loser: campione_core::Color| result.is_some_and(|result| result.winner != Some(!loser));
    if let Some(loser) = end.lost_by_bare_king() {
        if is_other(loser) {
            notes.push(PgnNote::BareKing { loser, result: result_text(result) });
        }
    } else if is_other(end.turn()) && end.is_checkmate() {
        notes.push(PgnNote::Mate { loser: end.turn(), result: result_text(result) });
    }
    result
}

/// The rule that forbids a move.
fn reason(fault: &PgnFault, position: &Position) -> Option<Reason> {
    let PgnFault::Move(MoveError { text, fault: MoveFault::Illegal, .. }) = fault else { return None };
    why::explain(text, position).ok()?.reasons.into_iter().next()
}
