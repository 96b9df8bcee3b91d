//! The walk down the tree to the first position where the two programs differ.

use std::error::Error;

use campione_core::Variant;
use campione_movegen::{Move, Position};
use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use campione_notation::uci;
use thiserror::Error as ThisError;

use super::divergence::{BisectProgress, Divergence, Finding, Spot, Step};
use super::report::BisectReport;
use crate::compare::Comparison;
use crate::counter::{Counter, Place, Protocol};
use crate::divide;
use crate::notation::{EngineNotation, Letters};
use crate::readback::ReadBack;
use crate::session::DriverError;

/// The dialects in the order in which they are tried, from the usual one on.
const DIALECTS: [Dialect; 4] = [Dialect::Fairy, Dialect::Xboard, Dialect::Xfen, Dialect::Shredder];

/// The next position of a walk, and both counts after the move to it.
type Deeper = (Spot, (u128, u128));

/// The result of a comparison in one position.
enum Look {
    Compared(Comparison),
    NotTaken(String),
}

/// The settings of a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BisectSettings {
    /// The full depth, in plies.
    pub depth: u32,
    /// The dialect of positions; if `None`, the usual one of the protocol, and others if that is not accepted.
    pub dialect: Option<Dialect>,
    /// The other program's letters of pieces.
    pub letters: Letters,
    /// The number of its first rank on a board of ten ranks; learned from its moves if `None`.
    pub first_rank: Option<u8>,
}

impl BisectSettings {
    /// A walk to a depth, with all else detected.
    pub fn to_depth(depth: u32) -> BisectSettings {
        BisectSettings { depth, dialect: None, letters: Letters::default(), first_rank: None }
    }
}

/// Why a walk ended without a report.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum BisectError {
    /// The other program failed.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// The other program failed at a count.
    #[error("the engine was to divide {depth} plies from {place}")]
    Divide {
        /// The depth, in plies.
        depth: u32,
        /// The position, as it was sent.
        place: Place,
        /// What happened.
        source: Box<DriverError>,
    },
    /// A dialect cannot express a position.
    #[error("{0}: a position cannot be written")]
    Dialect(Dialect, #[source] Box<dyn Error + Send + Sync>),
    /// Moves are missing from the other program's divide, but it has lines that cannot be read.
    #[error(
        "the engine was to divide {depth} plies from {place}: `{}` cannot be read as {}; expected moves such as `e2e4`, \
         `e7e8q`, `Nc3` or `O-O`, and a count after each",
        .texts.join("`, `"),
        if .texts.len() == 1 { "a move" } else { "moves" }
    )]
    Unread {
        /// The depth, in plies.
        depth: u32,
        /// The position, as it was sent.
        place: Place,
        /// The texts, at most five.
        texts: Vec<String>,
    },
    /// Our own count was stopped.
    #[error("the count was stopped")]
    Stopped,
}

impl BisectError {
    /// The position and the depth that the other program has to divide next, if its answers are [`Recorded`] and one is
    /// lacking.
    ///
    /// [`Recorded`]: crate::Recorded
    pub fn question(&self) -> Option<(&Place, u32)> {
        match self {
            BisectError::Divide { depth, place, source } if matches!(**source, DriverError::NotRecorded) => {
                Some((place, *depth))
            }
            _ => None,
        }
    }
}

/// Our divide of a position to a depth in plies; `None` if it was stopped.
pub type CountFn<'a> = dyn Fn(&Position, u32) -> Option<Vec<(Move, u128)>> + 'a;

/// Our divide, without a way to stop it.
#[allow(clippy::unnecessary_wraps, reason = "it is a `CountFn`")]
pub fn count(position: &Position, depth: u32) -> Option<Vec<(Move, u128)>> {
    Some(campione_movegen::divide(position, depth))
}

/// The dialect of positions with which a walk begins.
fn usual_dialect(protocol: Protocol, variant: Variant) -> Dialect {
    match protocol {
        // The castling markers of the dialects below cannot express partners that are not rooks.
        _ if variant.rights_by_file() => Dialect::Xfen,
        // Not all programs know the suffixes and markers of the others.
        Protocol::Template if variant.has_random_arrays() => Dialect::Shredder,
        Protocol::Uci => Dialect::Fairy,
        Protocol::Xboard => Dialect::Xboard,
        Protocol::Template => Dialect::Xfen,
    }
}

/// The two programs side by side.
pub struct Bisection<'a> {
    peer: Box<dyn Counter>,
    settings: BisectSettings,
    ours: &'a CountFn<'a>,
    notation: EngineNotation,
    /// The dialect of positions, unless the user has chosen one.
    dialect: Dialect,
    /// Every position is sent as a FEN, because the other program does not accept moves or does not play them.
    by_fen: bool,
    notes: Vec<String>,
    /// The moves that it has printed for positions of the path, with the name of each position.
    seen: Vec<(String, Vec<String>)>,
    known: BisectProgress,
}

impl<'a> Bisection<'a> {
    /// A program that has chosen `variant`, and our own count.
    pub fn new(
        peer: Box<dyn Counter>,
        settings: BisectSettings,
        variant: Variant,
        ours: &'a CountFn<'a>,
    ) -> Bisection<'a> {
        let usual = match peer.protocol() {
            Protocol::Uci | Protocol::Template => 1,
            Protocol::Xboard => 0,
        };
        let notation = EngineNotation::new(settings.letters.clone(), settings.first_rank, variant).assuming(usual);
        let by_fen = !peer.takes_moves();
        let dialect = usual_dialect(peer.protocol(), variant);
        let (notes, seen, known) = (Vec::new(), Vec::new(), BisectProgress::default());
        Bisection { peer, settings, ours, notation, dialect, by_fen, notes, seen, known }
    }

    /// How far the last walk has come.
    pub fn progress(&self) -> &BisectProgress {
        &self.known
    }

    /// Walks from a position to the first one on the way down where the two differ.
    ///
    /// # Errors
    /// The other program fails, or our count is stopped.
    pub fn walk(&mut self, root: &Position) -> Result<BisectReport, BisectError> {
        let found = self.descend(root)?;
        let engine = self.peer.name().to_owned();
        Ok(BisectReport::new(root, self.settings.depth, &engine, &self.known, &self.notation, found))
    }

    /// The same, to another depth than that of the settings.
    ///
    /// # Errors
    /// As [`Bisection::walk`].
    pub fn walk_to(&mut self, root: &Position, depth: u32) -> Result<BisectReport, BisectError> {
        self.settings.depth = depth;
        self.walk(root)
    }

    /// Walks from a position to the first one on the way down where the two differ.
    fn descend(&mut self, root: &Position) -> Result<Divergence, BisectError> {
        self.notes = self.peer.notes();
        self.seen.clear();
        self.known = BisectProgress::default();
        let mut spot = Spot { position: *root, path: Vec::new() };
        let mut depth = self.settings.depth;
        let mut promised = (0, 0);
        let dialect = self.dialect;
        loop {
            let found = match self.smallest(&spot, depth)? {
                Ok(found) => found,
                Err(stands_at) => {
                    let report = self.report(Finding::NotTaken { stands_at }, spot, None);
                    // No dialect is better than the first: it may suit the next position.
                    self.dialect = dialect;
                    return report;
                }
            };
            let Some(found) = found else {
                if spot.path.is_empty() {
                    return self.report(Finding::Agreement, spot, None);
                }
                let culprit = if self.by_fen { spot.path.last().cloned() } else { None };
                return self.report(Finding::OnTheWay { counts: promised, depth }, spot, culprit);
            };
            if spot.path.is_empty() {
                self.known.differs = Some((found.depth, found.nodes));
            }
            let Some((next, counts)) = self.deeper(&spot, &found)? else {
                let may_ask = found.depth == 1 || self.peer.by_hand() && found.moves_differ();
                let culprit = if may_ask { self.culprit(&spot, &found)? } else { None };
                return self.report(Finding::Difference(found), spot, culprit);
            };
            spot = next;
            depth = found.depth - 1;
            promised = counts;
            self.known.path = spot.path.iter().map(Step::uci).collect();
            self.known.promised = Some(counts);
            if let ((ours, 0), false) = (counts, self.peer.by_hand()) {
                let Some((finding, culprit)) = self.after_nothing(&spot, ours)? else { continue };
                return self.report(finding, spot, culprit);
            }
        }
    }

    /// What is found in a position after which the other program has counted nothing: the moves that it lacks there, or that it
    /// takes the game for over. `None` if it has the same moves as we do when it is asked.
    fn after_nothing(&mut self, spot: &Spot, ours: u128) -> Result<Option<(Finding, Option<Step>)>, BisectError> {
        match self.look(spot, 1) {
            Ok(Look::Compared(found)) if !found.differs() => return Ok(None),
            // If it lacks all of several moves, that is not about a kind of move.
            Ok(Look::Compared(found))
                if found.moves_differ()
                    && (found.missing.len() < 2 || found.missing.len() < spot.position.legal_moves().len()) =>
            {
                let culprit = self.culprit(spot, &found)?;
                return Ok(Some((Finding::Difference(found), culprit)));
            }
            Ok(_) => {}
            // Some programs print nothing where they have no move.
            Err(BisectError::Divide { source, .. }) if source.is_without_divide() => {}
            Err(error) => return Err(error),
        }
        Ok(Some((Finding::Ended { ours }, None)))
    }

    fn report(&mut self, finding: Finding, spot: Spot, culprit: Option<Step>) -> Result<Divergence, BisectError> {
        let engine_fen = self.fen(&spot.position)?;
        let mut notes = std::mem::take(&mut self.notes);
        // Removes repeated notes and keeps the order; there are only a few.
        let mut index = 0;
        while index < notes.len() {
            if notes[..index].contains(&notes[index]) {
                notes.remove(index);
            } else {
                index += 1;
            }
        }
        Ok(Divergence { finding, spot, engine_fen, culprit, notes })
    }

    /// The comparison at the smallest depth at which the two differ, `None` if they agree; or the position that the
    /// other program has instead.
    fn smallest(&mut self, spot: &Spot, depth: u32) -> Result<Result<Option<Comparison>, String>, BisectError> {
        // What somebody has to ask by hand is asked once: the counts lead to the difference from any depth.
        let mut from = if self.peer.by_hand() { depth } else { 1 };
        while from <= depth {
            match self.look(spot, from)? {
                Look::Compared(found) if found.differs() => return Ok(Ok(Some(found))),
                Look::Compared(found) => {
                    if spot.path.is_empty() {
                        self.known.agreed = Some((from, found.nodes.0));
                    }
                    from += 1;
                }
                Look::NotTaken(stands_at) => {
                    let Some(step) = spot.path.last().filter(|_| !self.by_fen) else {
                        if self.other_dialect(&spot.position, &stands_at)? {
                            continue;
                        }
                        return Ok(Err(stands_at));
                    };
                    self.notes.push(format!(
                        "the engine has not played {} (told as `{}`): {stands_at}; from here on it is told positions \
                         alone",
                        step.san(),
                        step.theirs
                    ));
                    self.by_fen = true;
                }
            }
        }
        Ok(Ok(None))
    }

    /// Switches to the next dialect that writes a position differently; whether there is one.
    fn other_dialect(&mut self, position: &Position, stands_at: &str) -> Result<bool, BisectError> {
        if self.settings.dialect.is_some() {
            return Ok(false);
        }
        let (before, old) = (self.fen(position)?, self.dialect);
        let (others, usual) = (DIALECTS.len() - 1, usual_dialect(self.peer.protocol(), position.variant()));
        let rest = DIALECTS.iter().cycle().skip_while(|&&dialect| dialect != old).skip(1).take(others);
        for &dialect in rest.take_while(|&&dialect| dialect != usual) {
            self.dialect = dialect;
            let after = self.fen(position)?;
            if after != before {
                self.notes.push(format!("the engine has not accepted `{before}`: {stands_at}; it is told `{after}`"));
                return Ok(true);
            }
        }
        self.dialect = old;
        Ok(false)
    }

    /// The next position of the walk, and both counts after the move to it; `None` at the end of the walk.
    fn deeper(&mut self, spot: &Spot, found: &Comparison) -> Result<Option<Deeper>, BisectError> {
        if found.depth == 1 || found.moves_differ() {
            return Ok(None);
        }
        if let Some(other) = found.different.first() {
            let theirs = self.spoken(other.mv, Some(&other.theirs), &spot.position);
            return Ok(Some((spot.after(other.mv, theirs), other.counts)));
        }
        if found.listed {
            return Ok(None);
        }
        // It prints only totals, so it is asked about each move.
        for mv in spot.position.legal_moves() {
            let next = spot.after(mv, self.spoken(mv, None, &spot.position));
            if let Look::Compared(found) = self.look(&next, found.depth - 1)?
                && found.differs()
            {
                let counts = found.nodes;
                return Ok(Some((next, counts)));
            }
        }
        Ok(None)
    }

    /// A move as it is sent to the other program: as that program wrote it, if programs accept moves in that form.
    fn spoken(&self, mv: Move, written: Option<&str>, position: &Position) -> String {
        let xboard = match self.peer.protocol() {
            Protocol::Xboard => true,
            Protocol::Uci | Protocol::Template => false,
        };
        let letters = |text: &&str| xboard && text.starts_with("O-O") && !text.contains(':');
        let coordinates = |text: &&str| uci::read(&self.notation.to_ours(text), position).is_ok();
        if let Some(text) = written.filter(|text| letters(text) || coordinates(text)) {
            return text.trim_end_matches(['+', '#']).to_owned();
        }
        let castles = mv.castling_row().is_some() && position.variant().has_random_arrays();
        let notation = match (castles, xboard) {
            (true, true) => MoveNotation::San,
            (true, false) => MoveNotation::Uci960,
            _ => MoveNotation::Uci,
        };
        let text = notation.write(mv, position).unwrap_or_else(|_| uci::write(mv, position));
        self.notation.to_theirs(text.trim_end_matches(['+', '#']))
    }

    /// A position in the other program's dialect.
    fn fen(&mut self, position: &Position) -> Result<String, BisectError> {
        let text = match self.settings.dialect {
            Some(dialect) => {
                dialect.write(position, false).map_err(|error| BisectError::Dialect(dialect, error.into()))?
            }
            None => match self.dialect.write(position, false) {
                Ok(text) => text,
                Err(_) => Dialect::Xfen
                    .write(position, false)
                    .map_err(|error| BisectError::Dialect(Dialect::Xfen, error.into()))?,
            },
        };
        let mut text = self.notation.letters().in_fen(&text);
        if position.halfmove_clock().saturating_add(self.settings.depth) >= 100 {
            // Some programs stop counting at a draw.
            let mut fields: Vec<&str> = text.split(' ').collect();
            let clock = position.halfmove_clock().to_string();
            if let Some(field) = fields.iter_mut().skip(3).find(|field| **field == clock) {
                *field = "0";
                self.notes.push("the engine is told a half-move clock of 0, so that no draw stops it".to_owned());
            }
            text = fields.join(" ");
        }
        Ok(text)
    }

    /// The place in which the first `given` moves of the path are part of the FEN, and the others are sent as moves.
    fn place(&mut self, spot: &Spot, given: usize) -> Result<Place, BisectError> {
        let position = spot.path.get(given).map_or(spot.position, |step| step.before);
        let fen = Some(self.fen(&position)?);
        Ok(Place { fen, moves: spot.path[given..].iter().map(|step| step.theirs.clone()).collect() })
    }

    /// Compares the two in a position. The other program is sent the moves of the walk, or a FEN if it needs that.
    fn look(&mut self, spot: &Spot, depth: u32) -> Result<Look, BisectError> {
        let given = if self.by_fen { spot.path.len() } else { 0 };
        let (look, read_back) = self.look_from(spot, given, depth)?;
        let Look::Compared(found) = &look else { return Ok(look) };
        // At a greater depth, its moves may be those of this position while its counts are not.
        let suspicious = if self.peer.by_hand() { found.moves_differ() } else { found.differs() };
        if depth > 1 && !self.peer.by_hand() {
            return Ok(look);
        }
        if suspicious
            && !read_back
            && let Some(stands_at) = self.recognized(spot, found)?
        {
            return Ok(Look::NotTaken(stands_at));
        }
        let name = spot.path.last().map_or("the position before the first move".to_owned(), |step| {
            format!("the position after {}", step.san())
        });
        self.seen.push((name, found.texts.clone()));
        Ok(look)
    }

    /// Compares the two in a position. The first `given` moves of the path are part of the FEN, and the others are sent
    /// as moves. Also returns whether the other program has printed its position.
    fn look_from(&mut self, spot: &Spot, given: usize, depth: u32) -> Result<(Look, bool), BisectError> {
        self.known.asked = spot.path.iter().map(Step::uci).collect();
        let place = self.place(spot, given)?;
        let expected = self.fen(&spot.position)?;
        let set_up = self.peer.set_up(&place)?;
        for complaint in set_up.complaints {
            self.notes.push(format!("the engine says: {complaint}"));
        }
        let read_back = set_up.fen.map(|read| ReadBack::compare(&expected, &read));
        if let Some(ReadBack::Elsewhere { stands_at }) = &read_back {
            return Ok((Look::NotTaken(format!("it stands at {stands_at}")), true));
        }
        let lines = match self.peer.divide(depth) {
            Ok(lines) => lines,
            Err(source) => {
                // A command may end because it cannot read the position.
                let sent = spot.path.get(given).map_or(spot.position, |step| step.before);
                let (dialect, notes) = (self.dialect, self.notes.len());
                if matches!(source, DriverError::Run { .. } | DriverError::RunWithoutDivide { .. })
                    && self.other_dialect(&sent, "it has failed")?
                {
                    match self.look_from(spot, given, depth) {
                        Err(BisectError::Divide { .. }) => {}
                        found => return found,
                    }
                }
                // It fails for another reason.
                self.dialect = dialect;
                self.notes.truncate(notes);
                return Err(BisectError::Divide { depth, place, source: Box::new(source) });
            }
        };
        let answer = divide::parse(&lines).ok_or(DriverError::NoDivide { lines })?;
        if self.notation.learn(answer.moves.iter().map(|(text, _)| text.as_str())) && !place.moves.is_empty() {
            // It was sent moves with other rank numbers than its own.
            return self.look_from(spot, given, depth);
        }
        let ours = self.ours(&spot.position, depth)?;
        let found = Comparison::new(&spot.position, depth, &ours, &answer, &self.notation);
        if found.listed && !found.unread.is_empty() {
            let texts = found.unread.into_iter().take(5).collect();
            return Err(BisectError::Unread { depth, place, texts });
        }
        let stands_there = read_back.is_some();
        if let (true, Some(ReadBack::Here { differences })) = (found.differs(), read_back) {
            self.notes.extend(differences);
        }
        Ok((Look::Compared(found), stands_there))
    }

    /// Recognizes moves that do not fit the position because they belong to another one, which the other program may
    /// have kept.
    fn recognized(&mut self, spot: &Spot, found: &Comparison) -> Result<Option<String>, BisectError> {
        if found.texts.is_empty() {
            return Ok(None);
        }
        if let Some((name, _)) = self.seen.iter().rev().find(|(_, texts)| *texts == found.texts) {
            return Ok(Some(format!("its moves are those of {name}")));
        }
        let start = Position::start(spot.position.variant());
        let asks = self.peer.protocol() != Protocol::Template && !self.peer.by_hand();
        if spot.path.is_empty() && spot.position != start && asks {
            self.peer.set_up(&Place::default())?;
            let start = divide::parse(&self.peer.divide(1)?).unwrap_or_default();
            let mut texts: Vec<String> = start.moves.into_iter().map(|(text, _)| text).collect();
            texts.sort();
            if texts == found.texts {
                return Ok(Some("its moves are those of its start position".to_owned()));
            }
        }
        let theirs = spot.position.by_color(!spot.position.turn());
        let of_the_other_side =
            |text: &String| uci::squares(&self.notation.to_ours(text)).is_some_and(|(from, _)| theirs.contains(from));
        if found.superfluous.len() == found.texts.len() && found.superfluous.iter().all(of_the_other_side) {
            return Ok(Some(format!("it moves a piece of {}, who is not to move", !spot.position.turn())));
        }
        Ok(None)
    }

    /// The move that the other program plays wrongly, if it finds the same moves as we do when it is sent the position.
    fn culprit(&mut self, spot: &Spot, found: &Comparison) -> Result<Option<Step>, BisectError> {
        if self.by_fen || spot.path.is_empty() {
            return Ok(None);
        }
        let all = spot.path.len();
        match self.look_from(spot, all, 1)?.0 {
            Look::Compared(told) if told.differs() => {
                // At a greater depth, moves after which there is none are not counted.
                let comparable = found.depth == 1;
                if comparable && (told.missing != found.missing || told.superfluous != found.superfluous) {
                    self.notes.push(format!(
                        "told the position itself, the engine has yet other moves: {} are missing, {} superfluous",
                        told.missing.len(),
                        told.superfluous.len()
                    ));
                }
                return Ok(None);
            }
            Look::NotTaken(stands_at) => {
                self.notes.push(format!("told the position itself, the engine does not take it: {stands_at}"));
                return Ok(None);
            }
            Look::Compared(_) => {}
        }
        // Each time the engine plays one move more. With the first that makes a difference it goes wrong.
        for given in (0..all).rev() {
            match self.look_from(spot, given, 1)?.0 {
                Look::Compared(told) if !told.differs() => {}
                _ => return Ok(Some(spot.path[given].clone())),
            }
        }
        Ok(None)
    }

    fn ours(&self, position: &Position, depth: u32) -> Result<Vec<(Move, u128)>, BisectError> {
        (self.ours)(position, depth).ok_or(BisectError::Stopped)
    }
}
