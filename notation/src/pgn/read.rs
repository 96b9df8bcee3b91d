//! Reading games from a stream, one at a time.

mod moves;
mod parts;
mod reader;

use std::io;
use std::ops::ControlFlow;

use campione_core::{UnknownVariant, Variant, VariantSpec};
use campione_movegen::Position;
use campione_variants::variant_id;
use smallvec::SmallVec;

use self::moves::{Frame, Part, Plies, ReadMoves, Start};
use self::parts::{Head, Place, StatedResult, Stop};
use super::error::{PgnError, PgnFault, PgnNote, StreamFault};
use super::reading::{self, PgnOptions, Reading};
use super::result::{read_result, result_text};
use super::scan::{Broken, Input, MAX_GAME, Scanner, Token};
use super::text::decode_into;
use super::tree::{Checked, MAX_TAGS, Tag, tag};
use super::visitor::Visitor;
use crate::detect::{self, Claim};
use crate::epd::PositionText;
use crate::fen::FenError;
use crate::letters::Letters;

/// Reads games from a stream. A game that cannot be read is an error; after it the next game can be read, unless the
/// stream itself cannot be read.
pub struct PgnReader<R> {
    input: R,
    scanner: Scanner<()>,
    state: State,
}

/// What a reader knows between two games.
struct State {
    options: PgnOptions,
    games: u64,
    plies: Plies,
    left_over: Option<u64>,
    /// The lines of moves around the one that is being read.
    stack: Vec<Frame>,
    /// The variants of the games so far, and whether other readings of their moves are possible.
    ambiguous: Vec<(Variant, bool)>,
    /// The last start position without a `FEN` tag. Most files have only one variant.
    start: Option<Position>,
    /// An empty list, and tags of games before, whose memory is used again.
    tags: Vec<Tag>,
    spare: Vec<Tag>,
    /// The line where a visitor last broke off.
    broken_off: u64,
    /// Whether the stream could not be read.
    ended: bool,
}

/// A reader at work. It does not depend on the type of the stream.
struct Core<'r> {
    scanner: Scanner<Input<'r>>,
    state: &'r mut State,
}

/// The variant of the position where a game starts.
struct StartVariant {
    variant: Variant,
    /// Others of which the position may be, if it is none of the claimed one.
    others: SmallVec<[Variant; 4]>,
    /// How the variant was found, if it is not the claimed one.
    found: Option<detect::Candidates>,
    /// The position, if it has been read as one of this variant.
    read: Option<Result<detect::Read, FenError>>,
}

/// A variant and a reading in which a game may be read.
type Attempt = (Variant, Reading);

/// What is needed to read a game again, which could not be read natively.
struct Reread<'f> {
    /// The position of the `FEN` tag.
    fen: Option<&'f str>,
    /// The fault of the first attempt.
    place: Place,
    /// The numbers of moves before this game.
    plies: Plies,
}

impl Core<'_> {
    /// The next game; `None` at the end of the stream.
    fn game<V: Visitor>(&mut self, visitor: &mut V) -> Option<Result<V::Output, Box<PgnError>>> {
        if self.state.ended {
            return None;
        }
        match self.try_game(visitor) {
            Ok(output) => output.map(Ok),
            Err(Stop::Game(place)) => Some(Err(self.error(*place))),
            Err(Stop::Io(error)) => {
                self.state.ended = true;
                let fault = PgnFault::Stream(StreamFault::new(error));
                Some(Err(self.error(Place::of(self.scanner.number, fault))))
            }
        }
    }

    fn try_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<V::Output>, Stop> {
        self.scanner.limit = self.scanner.bytes.saturating_add(MAX_GAME);
        self.state.stack.clear();
        let games = self.state.games;
        let (mut head, variant) = match self.head_and_variant() {
            Ok(None) => return Ok(None),
            Ok(Some(known)) => known,
            Err(stop) => {
                self.state.games = games + 1;
                let place = stop.place()?;
                self.skip(0)?;
                return Err(Stop::Game(Box::new(place)));
            }
        };
        let overruled = self.overruled(&head.tags, variant).map(str::to_owned);
        let text = said(&head.tags, "FEN").map(str::to_owned);
        let part = text.as_deref().map(PositionText::of);
        let fen = part.as_ref().map(|part| &*part.fen);
        let StartVariant { variant, others, found, read } = self.start_variant(fen, &head.tags, variant);
        let assumed = !self.state.options.overrule && said(&head.tags, "Variant").is_none();
        let assumed = assumed.then(|| variant.id().to_owned());
        // In any variant a `FEN` tag may have another meaning. It matters only if the game cannot be read natively.
        let tried = self.state.options.reading.is_none() && (self.is_ambiguous(variant) || fen.is_some());
        if tried {
            self.scanner.record();
        }
        let first = self.state.options.reading.unwrap_or(Reading::Native);
        let before = self.state.plies;
        let line = head.line;
        let undecided = found.as_ref().filter(|found| !found.is_decided).map(detect::Candidates::variants);
        let start = match (&undecided, fen) {
            (Some(variants), _) => Err(PgnFault::Variants(variants.iter().map(|variant| variant.id()).collect())),
            (None, Some(fen)) => match read {
                Some(read) => read.map(|read| (read.position, read.letters(fen))),
                None => first.start(Some(fen), variant),
            }
            .map_err(PgnFault::Fen),
            (None, None) => Ok((self.start(variant), first.letters(variant))),
        };
        let mut first = first;
        if tried
            && let Ok((_, letters)) = &start
            && !letters.is_ours()
            && Reading::Brainking.letters(variant) == *letters
        {
            // The letters of the FEN tag are those of this reading, and one of them is ours for another piece.
            first = Reading::Brainking;
            head.notes.push(PgnNote::Read(first));
        }
        let start = start.map(|start| self.with_letters(start));
        let read = start.map_err(|fault| Stop::of(line, fault)).and_then(|start| {
            let State { stack, plies, .. } = &mut *self.state;
            let part = Part { scanner: &mut self.scanner, stack, plies };
            part.game(&mut head, &start, first, visitor)
        });
        let read = match read {
            Ok(read) => {
                if read.is_break() {
                    self.state.broken_off = self.scanner.number;
                    self.skip(self.state.stack.len())?;
                }
                Ok(read)
            }
            Err(stop) => {
                let place = stop.place()?;
                self.skip(self.state.stack.len())?;
                let again = Reread { fen, place, plies: before };
                match undecided {
                    Some(variants) => self.read_as(&variants, &mut head, again, visitor)?,
                    None => match self.read_otherwise(variant, &mut head, again, visitor)? {
                        // A variant that is likelier than the others, but in which the game cannot be played.
                        Err(again) if !others.is_empty() => self.read_as(&others, &mut head, again, visitor)?,
                        read => read,
                    },
                }
                .map_err(|again| again.place)
            }
        };
        self.scanner.forget();
        match read {
            Ok(ControlFlow::Break(output)) => Ok(Some(output)),
            Ok(ControlFlow::Continue((movetext, played))) => {
                if let Some(tag) = overruled {
                    head.notes.push(PgnNote::Overruled { tag, variant: variant.id().to_owned() });
                }
                let of = played.end.variant();
                if let Some(found) = &found {
                    head.notes.push(PgnNote::Start(found.note(of)));
                }
                if let (Some(part), Reading::Native) = (&part, played.reading) {
                    head.notes.extend(detect::assumed_in(part, of).map(PgnNote::Start));
                }
                let outcome = finish(&mut head, played.result, &played.end);
                let Head { number, line, mut tags, notes, .. } = head;
                self.state.spare.append(&mut tags);
                self.state.tags = tags;
                let reading = played.reading;
                Ok(Some(visitor.end(movetext, Checked { number, line, reading, notes, outcome })))
            }
            Err(place) => Err(Stop::Game(Box::new(Place { assumed, overruled, ..place }))),
        }
    }

    /// Tries other readings of a game.
    fn read_otherwise<'f, V: Visitor>(
        &mut self,
        variant: Variant,
        head: &mut Head,
        again: Reread<'f>,
        visitor: &mut V,
    ) -> Result<Result<ReadMoves<V>, Reread<'f>>, Stop> {
        let mut readings = reading::others(variant, again.fen);
        if again.place.is_ambiguous() {
            // A capture such as `Exd5`, of the pawn or of the equerry: no letter before it is of another program.
            readings.retain(|reading| *reading != Reading::Chessv);
        }
        let attempts: Vec<Attempt> = readings.iter().map(|&reading| (variant, reading)).collect();
        self.read_again(&attempts, head, again, visitor, |found| {
            PgnFault::Readings(found.iter().map(|&(_, reading)| reading).collect())
        })
    }

    /// Tries to read a game as one of other variants.
    fn read_as<'f, V: Visitor>(
        &mut self,
        variants: &[Variant],
        head: &mut Head,
        again: Reread<'f>,
        visitor: &mut V,
    ) -> Result<Result<ReadMoves<V>, Reread<'f>>, Stop> {
        let attempts: Vec<Attempt> = variants.iter().map(|&variant| (variant, Reading::Native)).collect();
        self.read_again(&attempts, head, again, visitor, |found| {
            PgnFault::Variants(found.iter().map(|(variant, _)| variant.id()).collect())
        })
    }

    /// Reads a game again from the recorded text. If exactly one attempt gives a game, that is passed to the visitor. If
    /// several give different games, `several` makes the fault. If none does, `again` is returned.
    fn read_again<'f, V: Visitor>(
        &mut self,
        attempts: &[Attempt],
        head: &mut Head,
        again: Reread<'f>,
        visitor: &mut V,
        several: impl FnOnce(&[Attempt]) -> PgnFault,
    ) -> Result<Result<ReadMoves<V>, Reread<'f>>, Stop> {
        let Reread { fen, place, plies: before } = again;
        let Some((text, number)) = self.scanner.recorded().filter(|_| place.fault.is_of_reading()) else {
            return Ok(Err(Reread { fen, place, plies: before }));
        };
        let mut found: Vec<Attempt> = Vec::new();
        let mut games: Vec<(Position, u64)> = Vec::new();
        let mut start_of_first = None;
        for &(variant, reading) in attempts.iter().filter(|(_, reading)| reading.is_likely(text, fen)) {
            let Ok(start) = reading.start(fen, variant) else { continue };
            let start = self.with_letters(start);
            let mut input = text;
            let (scanner, stack) = (&mut Scanner::again(&mut input as Input<'_>, number), &mut Vec::new());
            // A trial: its moves are not counted.
            let part = Part { scanner, stack, plies: &mut Plies::default() };
            let Some(hash) = part.fingerprint(&start, reading) else { continue };
            // Several readings that give the same game are no contradiction.
            if !games.contains(&(start.position, hash)) {
                found.push((variant, reading));
                games.push((start.position, hash));
                start_of_first.get_or_insert(start);
            }
        }
        match (&found[..], start_of_first) {
            ([(_, reading)], Some(start)) => {
                self.state.plies = before;
                self.state.stack.clear();
                let mut input = text;
                let scanner = &mut Scanner::again(&mut input as Input<'_>, number);
                let State { stack, plies, .. } = &mut *self.state;
                let part = Part { scanner, stack, plies };
                if *reading != Reading::Native {
                    head.notes.push(PgnNote::Read(*reading));
                }
                let read = part.game(head, &start, *reading, visitor)?;
                if read.is_break() {
                    // The whole text of the game was read before, so nothing is left to skip.
                    self.state.broken_off = scanner.number;
                }
                Ok(Ok(read))
            }
            ([], _) => Ok(Err(Reread { fen, place, plies: before })),
            _ => Ok(Err(Reread { fen, place: Place { fault: several(&found), reason: None, ..place }, plies: before })),
        }
    }

    /// The variant of the position where the game starts. The claimed one, if that fits or if the user has named it.
    fn start_variant(&self, fen: Option<&str>, tags: &[Tag], claimed: Variant) -> StartVariant {
        let claim = if self.state.options.overrule {
            Claim::Named(claimed)
        } else if said(tags, "Variant").is_some() {
            Claim::Tagged(claimed)
        } else {
            Claim::Assumed(claimed, None)
        };
        let native = matches!(self.state.options.reading, None | Some(Reading::Native));
        let none = StartVariant { variant: claimed, others: SmallVec::new(), found: None, read: None };
        match fen.filter(|_| native).map(|fen| detect::attempt(fen, claim)) {
            None => none,
            Some(detect::Attempt::Claimed(read)) => StartVariant { read: Some(Ok(*read)), ..none },
            // Nobody but the claimed variant is asked first here, so the error is that of the claimed one.
            Some(detect::Attempt::Failed { error, .. }) => StartVariant { read: Some(Err(error)), ..none },
            Some(detect::Attempt::Found(found)) => {
                let mut others = found.variants();
                let read = found.first().cloned().map(Ok);
                StartVariant { variant: others.remove(0), others, found: Some(found), read }
            }
        }
    }

    /// The start position of a variant.
    fn start(&mut self, variant: Variant) -> Position {
        match self.state.start {
            Some(start) if start.variant() == variant => start,
            _ => *self.state.start.insert(Position::start(variant)),
        }
    }

    /// The start of a game, with the letters of the options if there are any.
    fn with_letters(&self, (position, letters): (Position, Letters)) -> Start {
        let own = self.state.options.letters;
        Start { position, letters: if own.is_ours() { letters } else { own } }
    }

    /// Whether other readings of a variant's moves are possible. Cached, because files have few variants.
    fn is_ambiguous(&mut self, variant: Variant) -> bool {
        let known = self.state.ambiguous.iter().find(|(known, _)| *known == variant);
        if let Some(&(_, is_ambiguous)) = known {
            return is_ambiguous;
        }
        let is_ambiguous = !reading::others(variant, None).is_empty();
        self.state.ambiguous.push((variant, is_ambiguous));
        is_ambiguous
    }

    /// The value of the `Variant` tag, if the options overrule it with another variant.
    fn overruled<'t>(&self, tags: &'t [Tag], variant: Variant) -> Option<&'t str> {
        let name = said(tags, "Variant").filter(|_| self.state.options.overrule)?;
        let same = is_id_of(name, variant) || variant_id(name) == Some(variant.id());
        (!same).then_some(name)
    }

    fn error(&self, place: Place) -> Box<PgnError> {
        let Place { line, fault, ply, in_variation, fen, reason, assumed, overruled } = place;
        Box::new(PgnError { game: self.state.games, line, ply, in_variation, fault, fen, reason, assumed, overruled })
    }

    fn head_and_variant(&mut self) -> Result<Option<(Head, Variant)>, Stop> {
        let Some(head) = self.head()? else { return Ok(None) };
        let variant = self.variant(&head.tags).map_err(|fault| Stop::of(head.line, fault))?;
        Ok(Some((head, variant)))
    }

    /// Reads the tags; `None` if no game is left.
    fn head(&mut self) -> Result<Option<Head>, Stop> {
        let mut tags = std::mem::take(&mut self.state.tags);
        let mut notes = Vec::new();
        let mut fault = None;
        let (mut line, mut comments) = (0, Vec::new());
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
                    self.state.left_over = (!comments.is_empty()).then_some(line);
                    return Ok(None);
                }
                Some(b'{' | b';') => {
                    comments.push(self.scanner.comment()?.to_vec());
                }
                Some(b'[') => {
                    // The game has only tags, and the next game begins.
                    if self.scanner.is_tag("Event") && tag(&tags, "Event").is_some() {
                        break;
                    }
                    match self.scanner.tag() {
                        Ok(raw) => {
                            let mut found = self.state.spare.pop().unwrap_or_default();
                            decode_into(&mut found.name, raw.name, &mut latin1);
                            decode_into(&mut found.value, &raw.value, &mut latin1);
                            if tag(&tags, &found.name).is_some() {
                                let note = PgnNote::RepeatedTag(found.name.clone());
                                if !notes.contains(&note) {
                                    notes.push(note);
                                }
                            }
                            tags.push(found);
                            if tags.len() > MAX_TAGS {
                                let limit = PgnFault::Limit { what: "game", most: MAX_TAGS as u64, unit: "tags" };
                                fault.get_or_insert(Stop::of(self.scanner.number, limit));
                                // The game is lost, but its end must be found, so the rest of the tags is read and
                                // dropped.
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
        self.state.games += 1;
        Ok(Some(Head { number: self.state.games, line, tags, comments, notes }))
    }

    /// The variant of a game with these tags.
    fn variant(&self, tags: &[Tag]) -> Result<Variant, PgnFault> {
        let PgnOptions { variant, overrule, .. } = self.state.options;
        match said(tags, "Variant").filter(|_| !overrule) {
            None => Ok(variant),
            // A variant of your own, which only the options know.
            Some(name) if is_id_of(name, variant) => Ok(variant),
            Some(name) => variant_id(name).and_then(|id| Variant::named(id).ok()).ok_or_else(|| {
                let unknown = VariantSpec::built_in_text(name).err();
                PgnFault::Variant(unknown.unwrap_or_else(|| UnknownVariant { id: name.to_owned(), near: Vec::new() }))
            }),
        }
    }

    /// Skips the rest of a game. `depth` is the number of open variations.
    fn skip(&mut self, depth: usize) -> io::Result<()> {
        let scanner = &mut self.scanner;
        // Nothing of it is kept, so it may be of any length.
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
                Ok(Token::Result(_)) => depth == 0,
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

/// Whether the value of a `Variant` tag is the id of this variant.
fn is_id_of(name: &str, variant: Variant) -> bool {
    name.trim().eq_ignore_ascii_case(variant.id())
}

/// The value of the tag `Variant` or `FEN`, if it says anything. A variant that is said to be unknown is not taken for
/// orthodox chess, but the moves show whether a start position is the usual one.
fn said<'t>(tags: &'t [Tag], name: &str) -> Option<&'t str> {
    tag(tags, name).filter(|value| match value.trim() {
        "" | "-" => false,
        "?" => name != "FEN",
        _ => true,
    })
}

/// The result of a game that ends in the position `end`. Adds notes on contradictions.
fn finish(head: &mut Head, result: Option<StatedResult>, end: &Position) -> StatedResult {
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
