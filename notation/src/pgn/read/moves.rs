//! Plays the moves of a game.

use std::hash::Hasher;
use std::ops::ControlFlow::{self, Break, Continue};

use campione_movegen::{Move, Position};

use super::parts::{Head, Place, StatedResult, Stop};
use crate::fen;
use crate::letters::Letters;
use crate::moves::{MoveError, MoveFault, MoveStyle, MoveText, glyph_of, is_mark};
use crate::pgn::error::{PgnFault, PgnNote};
use crate::pgn::reading::{Reading, read_move, unreadable};
use crate::pgn::result::result_text;
use crate::pgn::scan::{Input, Scanner, Token};
use crate::pgn::tree::{MAX_DEPTH, Tag};
use crate::pgn::visitor::{Fingerprint, Skip, Visitor};
use crate::why;

/// The numbers of moves read so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Plies {
    pub(super) main: u64,
    pub(super) in_variations: u64,
}

/// The state of a line of moves.
pub(super) struct Frame {
    /// The position before the last move. That is played only when the next move is read, so a variation, which
    /// replaces it, needs no second position.
    position: Position,
    last: Option<Move>,
    /// The number of moves before `last`.
    ply: u64,
    /// The line of text on which it was opened.
    opened: u64,
}

impl Frame {
    fn new(start: &Position) -> Frame {
        Frame { position: *start, last: None, ply: 0, opened: 0 }
    }

    /// Plays the last move; returns the position after it.
    #[inline(always)]
    fn now(&mut self) -> &Position {
        if let Some(mv) = self.last.take() {
            self.position.make_unchecked(mv);
            self.ply += 1;
        }
        &self.position
    }

    fn has_moved(&self) -> bool {
        self.last.is_some()
    }

    /// A variation, which replaces the last move.
    fn vary(&self, opened: u64) -> Frame {
        Frame { opened, last: None, ..*self }
    }
}

/// The start of a game.
pub(super) struct Start {
    pub(super) position: Position,
    /// The letters of its moves.
    pub(super) letters: Letters,
}

/// The moves of a game that have been read to its end.
pub(super) struct Played {
    pub(super) reading: Reading,
    pub(super) end: Position,
    /// The result after the moves, if there is one.
    pub(super) result: Option<StatedResult>,
}

/// The part of a reader that the moves of a game need.
pub(super) struct Part<'r, 'i> {
    pub(super) scanner: &'r mut Scanner<Input<'i>>,
    /// The lines of moves around the one that is being read.
    pub(super) stack: &'r mut Vec<Frame>,
    pub(super) plies: &'r mut Plies,
}

/// What comes of a game: the visitor's output if it breaks off, else its state and the end of the game.
pub(super) type ReadMoves<V> = ControlFlow<<V as Visitor>::Output, (<V as Visitor>::Movetext, Played)>;

/// Returns what a visitor says if it breaks off.
macro_rules! unless_broken {
    ($flow:expr) => {
        match $flow {
            Continue(value) => value,
            Break(output) => return Ok(Break(output)),
        }
    };
}

impl Part<'_, '_> {
    /// Passes a game to a visitor, from its tags to its result.
    pub(super) fn game<V: Visitor>(
        mut self,
        head: &mut Head,
        start: &Start,
        reading: Reading,
        visitor: &mut V,
    ) -> Result<ReadMoves<V>, Stop> {
        let mut movetext = unless_broken!(visitor.begin(&head.tags, &start.position));
        for comment in &head.comments {
            unless_broken!(visitor.comment(&mut movetext, comment));
        }
        let played = unless_broken!(self.moves(start, reading, visitor, &mut movetext, &mut head.notes)?);
        Ok(Continue((movetext, played)))
    }

    /// A hash of the start position and the moves in a reading; `None` if they cannot be read so.
    pub(super) fn fingerprint(mut self, start: &Start, reading: Reading) -> Option<u64> {
        let mut hasher = match Fingerprint.begin(&[] as &[Tag], &start.position) {
            Continue(hasher) => hasher,
            Break(never) => match never {},
        };
        match self.moves(start, reading, &mut Fingerprint, &mut hasher, &mut Vec::new()) {
            Ok(Continue(_)) => Some(hasher.finish()),
            Ok(Break(never)) => match never {},
            Err(_) => None,
        }
    }

    /// Reads the moves up to the result.
    fn moves<V: Visitor>(
        &mut self,
        start: &Start,
        reading: Reading,
        visitor: &mut V,
        movetext: &mut V::Movetext,
        notes: &mut Vec<PgnNote>,
    ) -> Result<ControlFlow<V::Output, Played>, Stop> {
        let style = reading.style(start.position.variant(), start.letters);
        let mut frame = Frame::new(&start.position);
        let result = loop {
            match self.scanner.next()? {
                Token::Number => {}
                Token::Symbol(symbol) => {
                    let Some(parsed) = MoveText::parse_bytes(symbol, style) else {
                        if let Some(glyph) = glyph_of(symbol).filter(|_| frame.has_moved()) {
                            unless_broken!(visitor.nag(movetext, glyph));
                        } else if !(frame.has_moved() && is_mark(symbol)) {
                            let error = unreadable(symbol);
                            return Err(self.place(&mut frame, error, None));
                        }
                        continue;
                    };
                    match read_move(symbol, &parsed, frame.now(), style) {
                        Ok(mv) => {
                            unless_broken!(visitor.play(movetext, mv, &frame.position));
                            frame.last = Some(mv);
                            *(if self.stack.is_empty() {
                                &mut self.plies.main
                            } else {
                                &mut self.plies.in_variations
                            }) += 1;
                            if let Some(glyph) = parsed.glyph {
                                unless_broken!(visitor.nag(movetext, glyph));
                            }
                        }
                        Err(MoveError { fault: MoveFault::Null, .. }) if !self.stack.is_empty() => {
                            // In check a null move is not possible. In a variation that is a fault of this line alone;
                            // what follows is kept as text.
                            let mut rest = symbol.to_vec();
                            let line = self.scanner.number;
                            self.rest_of_variation(&mut rest)?;
                            notes.push(PgnNote::NullInCheck { line });
                            unless_broken!(visitor.comment(movetext, &rest));
                            frame = unless_broken!(self.close(visitor, movetext)?);
                        }
                        Err(error) => {
                            // The explanation would name squares and castlings as we do, not as the other reading.
                            let known = (reading == Reading::Native).then_some((&parsed, style));
                            return Err(self.place(&mut frame, error, known));
                        }
                    }
                }
                Token::Result(result) => {
                    if self.stack.is_empty() {
                        break Some(result);
                    }
                    let fault = PgnFault::ResultInVariation(result_text(result).to_owned());
                    return Err(Stop::of(self.scanner.number, fault));
                }
                Token::Nag(number) => unless_broken!(visitor.nag(movetext, number)),
                Token::Comment(text) => unless_broken!(visitor.comment(movetext, text)),
                Token::Open => {
                    let Skip(skip) = unless_broken!(self.open(&mut frame, visitor, movetext)?);
                    if skip {
                        self.rest_of_variation(&mut Vec::new())?;
                        if let Some(around) = self.stack.pop() {
                            frame = around;
                        }
                    }
                }
                Token::Close => frame = unless_broken!(self.close(visitor, movetext)?),
                Token::Bracket { opens: true } | Token::End if !self.stack.is_empty() => {
                    return Err(Stop::of(frame.opened, PgnFault::Unterminated("variation")));
                }
                Token::Bracket { opens: true } | Token::End => break None,
                Token::Bracket { opens: false } => {
                    return Err(Stop::of(self.scanner.number, PgnFault::Stray('[')));
                }
            }
        };
        if result.is_some() {
            // Comments on the result.
            while let Some(b'{' | b';') = self.scanner.peek_in_line() {
                unless_broken!(visitor.comment(movetext, self.scanner.comment()?));
            }
        }
        Ok(Continue(Played { reading, end: *frame.now(), result }))
    }

    /// Opens a variation of the last move.
    fn open<V: Visitor>(
        &mut self,
        frame: &mut Frame,
        visitor: &mut V,
        movetext: &mut V::Movetext,
    ) -> Result<ControlFlow<V::Output, Skip>, Stop> {
        let line = self.scanner.number;
        if !frame.has_moved() {
            return Err(Stop::of(line, PgnFault::NothingToVary));
        }
        if self.stack.len() == MAX_DEPTH {
            let what = "nest of variations";
            return Err(Stop::of(line, PgnFault::Limit { what, most: MAX_DEPTH as u64, unit: "levels" }));
        }
        let variation = frame.vary(line);
        self.stack.push(std::mem::replace(frame, variation));
        Ok(visitor.begin_variation(movetext))
    }

    /// Closes a variation, and returns the line around it.
    fn close<V: Visitor>(
        &mut self,
        visitor: &mut V,
        movetext: &mut V::Movetext,
    ) -> Result<ControlFlow<V::Output, Frame>, Stop> {
        let Some(around) = self.stack.pop() else {
            return Err(Stop::of(self.scanner.number, PgnFault::Stray(')')));
        };
        Ok(visitor.end_variation(movetext).map_continue(|()| around))
    }

    /// Skips to the end of the variation, and appends what is skipped to a text.
    fn rest_of_variation(&mut self, text: &mut Vec<u8>) -> Result<(), Stop> {
        let opened = self.scanner.number;
        let mut depth = 1;
        loop {
            let mut add = |word: &[u8]| {
                text.extend_from_slice(if text.is_empty() { b"" } else { b" " });
                text.extend_from_slice(word);
            };
            match self.scanner.next()? {
                Token::Number => {}
                Token::Symbol(symbol) => add(symbol),
                Token::Result(result) => add(result_text(result).as_bytes()),
                Token::Nag(number) => add(format!("${number}").as_bytes()),
                // A brace would end the comment that this becomes.
                Token::Comment(comment) => {
                    add(&comment.iter().filter(|&&byte| byte != b'}').copied().collect::<Vec<_>>());
                }
                Token::Open => {
                    depth += 1;
                    add(b"(");
                }
                Token::Close => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(());
                    }
                    add(b")");
                }
                Token::Bracket { opens: false } => return Err(Stop::of(self.scanner.number, PgnFault::Stray('['))),
                Token::Bracket { opens: true } | Token::End => {
                    return Err(Stop::of(opened, PgnFault::Unterminated("variation")));
                }
            }
        }
    }

    /// The fault of a move, with the rule that forbids it if the parsed text is given.
    fn place(&self, frame: &mut Frame, error: MoveError, parsed: Option<(&MoveText, MoveStyle)>) -> Stop {
        let position = *frame.now();
        let illegal = error.fault == MoveFault::Illegal;
        let reasons = parsed.filter(|_| illegal).map(|(parsed, style)| why::reasons(parsed, &position, style));
        Stop::Game(Box::new(Place {
            ply: Some(frame.ply + 1),
            in_variation: !self.stack.is_empty(),
            fen: Some(fen::write(&position)),
            reason: reasons.and_then(|reasons| reasons.into_iter().next()),
            ..Place::of(self.scanner.number, PgnFault::Move(error))
        }))
    }
}
