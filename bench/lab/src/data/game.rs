//! A recorded game, and its bytes.

use campione_core::{Color, SplitMix64, Variant};
use campione_movegen::{EndReason, Game, Move, Outcome, Position};
use campione_notation::fen;
use campione_search::Score;

use super::{DataError, moves};

/// A game as it was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// The seed of its random numbers. No two games of a set of files have the same number.
    pub number: u64,
    /// Its variant: the index in the list of the file's header, from 0.
    pub variant: u8,
    /// White's points, doubled: 0, 1 or 2.
    pub points: u8,
    /// Why it ended.
    pub ending: Ending,
    /// Whether resignation was disabled.
    pub played_out: bool,
    /// How many of its plies were drawn at random.
    pub opening: u8,
    /// The position where it began.
    pub start: Start,
    /// The moves and their scores.
    pub plies: Vec<RecordedPly>,
}

/// The position where a game began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The start position of its variant.
    Variant,
    /// The array with this number.
    Array(u32),
    /// A position in FEN.
    Fen(String),
}

impl Start {
    /// The position in the variant, or why it does not exist.
    pub(crate) fn position(&self, variant: Variant) -> Result<Position, String> {
        match self {
            Start::Variant => Ok(Position::start(variant)),
            Start::Array(number) => {
                let setup = variant
                    .numbered_start(*number)
                    .ok_or_else(|| format!("{} has no numbered arrays", variant.id()))?
                    .map_err(|error| error.to_string())?;
                Position::new(&setup, variant).map_err(|faults| faults.to_string())
            }
            Start::Fen(text) => fen::read(text, variant).map_err(|error| error.to_string()),
        }
    }
}

/// A ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// The number of the move among the [legal ones](moves::in_order).
    pub mv: u16,
    /// The score of the search before the move, for the side to move, in centipawns. Mates are [`MATE`] minus the
    /// number of moves. [`NO_SCORE`] if there was no search.
    pub score: i16,
}

/// The base of mate scores: `MATE - n` if the side to move mates with its nth move, and `n - MATE` if it is mated with
/// the opponent's nth move.
pub const MATE: i16 = 32_000;

/// All scores with at least this absolute value are mates.
pub const LEAST_MATE: i16 = 31_000;

/// The score of a ply without a search.
pub const NO_SCORE: i16 = i16::MIN;

/// The recorded number for a score of the engine.
pub fn score(score: Score) -> i16 {
    match score {
        Score::Cp(value) => value.clamp(1 - i32::from(LEAST_MATE), i32::from(LEAST_MATE) - 1) as i16,
        Score::Mate(moves) => {
            let value = MATE - moves.unsigned_abs().min((MATE - LEAST_MATE) as u32) as i16;
            if moves > 0 { value } else { -value }
        }
    }
}

/// Why a game ended. The numbers are those of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Ending {
    /// Checkmate.
    Checkmate = 0,
    /// A stalemate that is not a draw in this variant.
    StalemateWins = 1,
    /// A side had only its king, which loses in this variant.
    BareKing = 2,
    /// A stalemate that is a draw.
    Stalemate = 3,
    /// A position occurred as often as the variant allows.
    Repetition = 4,
    /// Too many moves without capture, pawn move or promotion.
    MoveRule = 5,
    /// Neither side has the material to mate.
    DeadPosition = 6,
    /// Both sides saw a mate.
    MateSeen = 7,
    /// One side was far ahead for some plies, by the scores of both sides.
    Resigned = 8,
    /// The game reached the limit of plies.
    Longest = 9,
}

impl Ending {
    /// All endings, by number.
    pub const ALL: [Ending; 10] = [
        Ending::Checkmate,
        Ending::StalemateWins,
        Ending::BareKing,
        Ending::Stalemate,
        Ending::Repetition,
        Ending::MoveRule,
        Ending::DeadPosition,
        Ending::MateSeen,
        Ending::Resigned,
        Ending::Longest,
    ];

    /// The ending in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::StalemateWins => "stalemate that wins",
            Ending::BareKing => "bare king",
            Ending::Stalemate => "stalemate",
            Ending::Repetition => "repetition",
            Ending::MoveRule => "move rule",
            Ending::DeadPosition => "dead position",
            Ending::MateSeen => "mate seen by both",
            Ending::Resigned => "resigned",
            Ending::Longest => "longest game",
        }
    }

    /// Whether a game with this ending is drawn.
    pub const fn is_draw(self) -> bool {
        matches!(
            self,
            Ending::Stalemate | Ending::Repetition | Ending::MoveRule | Ending::DeadPosition | Ending::Longest
        )
    }

    /// Whether a game with this ending could have continued by the rules.
    pub const fn is_adjudicated(self) -> bool {
        matches!(self, Ending::MateSeen | Ending::Resigned | Ending::Longest)
    }

    /// The ending of a game that is over by the rules.
    pub const fn of(outcome: Outcome) -> Ending {
        match outcome.reason {
            EndReason::Checkmate => Ending::Checkmate,
            EndReason::Stalemate if outcome.is_draw() => Ending::Stalemate,
            EndReason::Stalemate => Ending::StalemateWins,
            EndReason::BareKing => Ending::BareKing,
            EndReason::Repetition => Ending::Repetition,
            EndReason::MoveRule { .. } => Ending::MoveRule,
            _ => Ending::DeadPosition,
        }
    }
}

/// White's points, doubled.
pub const fn points(winner: Option<Color>) -> u8 {
    match winner {
        Some(Color::White) => 2,
        Some(Color::Black) => 0,
        None => 1,
    }
}

/// The bytes of a game before its start and its plies.
const FIXED: usize = 16;

/// The flag of a game that was played out.
const PLAYED_OUT: u8 = 1;

impl RecordedGame {
    /// The number of positions that were searched.
    pub fn searched(&self) -> u64 {
        self.plies.iter().filter(|ply| ply.score != NO_SCORE).count() as u64
    }

    /// A hash of the game: equal for equal games, and almost always different for other games.
    pub fn fingerprint(&self) -> u64 {
        let mut mixer = SplitMix64::new(u64::from(self.variant));
        let mut mix = |word: u64| mixer = SplitMix64::new(mixer.next_u64() ^ word);
        match &self.start {
            Start::Variant => mix(1),
            Start::Array(number) => mix(u64::from(*number) << 2 | 2),
            Start::Fen(text) => text.bytes().for_each(|byte| mix(u64::from(byte) << 2 | 3)),
        }
        self.plies.iter().for_each(|ply| mix(ply.mv.into()));
        mixer.next_u64()
    }

    /// Appends the game to bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.number.to_le_bytes());
        let flags = if self.played_out { PLAYED_OUT } else { 0 };
        let start = match self.start {
            Start::Variant => 0,
            Start::Array(_) => 1,
            Start::Fen(_) => 2,
        };
        bytes.extend([self.variant, self.points, self.ending as u8, flags, self.opening, start]);
        let plies = self.plies.len().min(usize::from(u16::MAX));
        bytes.extend((plies as u16).to_le_bytes());
        match &self.start {
            Start::Variant => {}
            Start::Array(number) => bytes.extend(number.to_le_bytes()),
            Start::Fen(text) => {
                let text = &text.as_bytes()[..text.len().min(usize::from(u16::MAX))];
                bytes.extend((text.len() as u16).to_le_bytes());
                bytes.extend(text);
            }
        }
        for RecordedPly { mv, score } in &self.plies[..plies] {
            bytes.extend(mv.to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
    }

    /// Reads a game from the front of some bytes, and removes it from them. The file has `variants` variants.
    ///
    /// # Errors
    /// The bytes are not a valid game.
    pub fn read(bytes: &mut &[u8], variants: usize) -> Result<RecordedGame, DataError> {
        let number = bytes.first_chunk().map_or(0, |&number| u64::from_le_bytes(number));
        let wrong = |what: &str| DataError::Game { number, what: what.to_owned() };
        let short = || wrong("its bytes end too soon");
        let fixed: [u8; FIXED] = *take(bytes, FIXED).and_then(<[u8]>::first_chunk).ok_or_else(short)?;
        let [variant, points, ending, flags, opening, start] = [8, 9, 10, 11, 12, 13].map(|at| fixed[at]);
        let plies = u16::from_le_bytes([fixed[14], fixed[15]]);
        if usize::from(variant) >= variants {
            return Err(wrong(&format!("variant {variant} of {variants}, counted from 0")));
        }
        let ending = *Ending::ALL
            .get(usize::from(ending))
            .ok_or_else(|| wrong(&format!("ending {ending}, where {} is the last", Ending::ALL.len() - 1)))?;
        if points > 2 || ending.is_draw() != (points == 1) {
            return Err(wrong(&format!("{points} half points after `{}`", ending.text())));
        }
        if flags & !PLAYED_OUT != 0 {
            return Err(wrong(&format!("flags {flags}, where only {PLAYED_OUT} is known")));
        }
        if u16::from(opening) > plies {
            return Err(wrong(&format!("{opening} plies of opening in a game of {plies}")));
        }
        let start = match start {
            0 => Start::Variant,
            1 => Start::Array(u32::from_le_bytes(*take(bytes, 4).and_then(<[u8]>::first_chunk).ok_or_else(short)?)),
            2 => {
                let length = u16::from_le_bytes(*take(bytes, 2).and_then(<[u8]>::first_chunk).ok_or_else(short)?);
                let text = take(bytes, length.into()).ok_or_else(short)?;
                Start::Fen(std::str::from_utf8(text).map_err(|_| wrong("its start is not text"))?.to_owned())
            }
            other => return Err(wrong(&format!("start {other}, where 2 is the last"))),
        };
        let plies = take(bytes, 4 * usize::from(plies)).ok_or_else(short)?;
        let ply = |ply: &[u8]| RecordedPly {
            mv: u16::from_le_bytes([ply[0], ply[1]]),
            score: i16::from_le_bytes([ply[2], ply[3]]),
        };
        let plies = plies.chunks_exact(4).map(ply).collect();
        let played_out = flags & PLAYED_OUT != 0;
        Ok(RecordedGame { number, variant, points, ending, played_out, opening, start, plies })
    }

    /// The position where it began, in its variant.
    ///
    /// # Errors
    /// The position does not exist in the variant.
    pub fn first(&self, variant: Variant) -> Result<Position, DataError> {
        self.start.position(variant).map_err(|what| DataError::Game { number: self.number, what })
    }

    /// Replays the game, and calls `see` with the game before each move, and the move. Returns the whole game.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn replay(&self, variant: Variant, mut see: impl FnMut(&Game, Move, RecordedPly)) -> Result<Game, DataError> {
        let mut game = Game::new(self.first(variant)?);
        for (number, &ply) in (1..).zip(&self.plies) {
            let position = game.position();
            let mv = moves::numbered(position, ply.mv).ok_or_else(|| DataError::Game {
                number: self.number,
                what: format!("ply {number} is move {}, of {}", ply.mv, position.legal_moves().len()),
            })?;
            see(&game, mv, ply);
            game.play_unchecked(mv);
        }
        Ok(game)
    }
}

fn take<'b>(bytes: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (front, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(front)
}
