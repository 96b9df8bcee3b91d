//! Files of positions, 64 bytes each, for a trainer.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use campione_core::{Bitboard, Color, Role, Square};
use campione_movegen::{Move, Position};
use serde::{Deserialize, Serialize};

use super::DataError;
use super::file::{fill, read_sealed, sealed};
use super::game::{LEAST_MATE, RecordedGame, RecordedPly};
use super::header::{Rules, check_rules};

/// The first bytes of a file of positions.
pub const MAGIC: &str = "CAMPPACK";

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// The bytes of a position.
pub const RECORD: usize = 64;

/// The most pieces that a position can have.
pub const MOST_PIECES: usize = 48;

/// The header of a file of positions, as TOML.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackHeader {
    /// The seed of the shuffle.
    pub seed: u64,
    /// `training`, or `hold-out` for the positions of the other games.
    pub part: String,
    /// One game in this many is held out.
    pub held_out: u64,
    /// The part of a score that is the mixed score of the next position, which for the last position is the result.
    /// With 0, scores are those of the search.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub foresight: f64,
    /// Where the positions come from.
    pub sources: Vec<Source>,
    /// The variants, in the order of their numbers in positions.
    pub variants: Vec<Rules>,
    /// The roles of each variant, in the order of their numbers: letter and movement, such as `A BN`.
    pub roles: Vec<Vec<String>>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // Serde requires this type.
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

/// A run that recorded games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The commit of the engine.
    pub commit: String,
    /// See [`Header::signature`](super::header::Header::signature).
    pub signature: u64,
    /// The first game number, and the one after the last.
    pub seeds: [u64; 2],
    /// The soft limit of nodes of a search.
    pub nodes: u64,
    /// See [`Header::net`](super::header::Header::net).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
}

/// More facts about a position, as bits.
pub mod flags {
    use campione_movegen::{Move, Position};

    /// Black is to move.
    pub const BLACK: u8 = 1;
    /// The side to move is in check.
    pub const IN_CHECK: u8 = 2;
    /// The best move captures.
    pub const CAPTURE: u8 = 4;
    /// The best move promotes a pawn.
    pub const PROMOTION: u8 = 8;
    /// The best move gives check.
    pub const GIVES_CHECK: u8 = 16;
    /// The score is a mate.
    pub const MATE: u8 = 32;
    /// The position occurred in the game before.
    pub const REPEATED: u8 = 64;
    /// The game did not end by the rules, but by a mate that both sides saw, a resignation, or the limit of plies.
    pub const ADJUDICATED: u8 = 128;

    /// What makes the evaluation of a position depend on the next move.
    pub const NOISY: u8 = IN_CHECK | CAPTURE | PROMOTION;

    /// The flags of [`NOISY`] for a position with this best move.
    pub fn noise(position: &Position, best: Move) -> u8 {
        let set = |flag: u8, is: bool| if is { flag } else { 0 };
        set(IN_CHECK, position.in_check())
            | set(CAPTURE, position.captured_role(best).is_some())
            | set(PROMOTION, best.promotion().is_some() || best.turn_promotion().is_some())
    }
}

/// A position with the score of the search and the result of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The squares with pieces.
    pub occupied: Bitboard,
    /// The pieces on them, in the order of the squares: twice the role's number, plus 1 for Black's pieces.
    pieces: [u8; MOST_PIECES],
    /// The score for the side to move, in centipawns or as a [mate](super::game::MATE).
    pub score: i16,
    /// Plies played before.
    pub ply: u16,
    /// Plies played after this position, up to 255.
    pub left: u8,
    /// Plies since the last capture, pawn move or promotion, up to 255.
    pub halfmove_clock: u8,
    /// The number of the variant.
    pub variant: u8,
    /// Points of the side to move, doubled.
    pub points: u8,
    /// See [`flags`].
    pub flags: u8,
    /// The square that the last double step passed over; 255 if there was none.
    pub en_passant: u8,
    /// The castling rights of White and of Black; 0 if there are none.
    pub rights: [u8; 2],
}

/// No square.
const NO_SQUARE: u8 = 255;

impl Record {
    /// A position of a game; `None` if it has too many pieces.
    pub fn new(
        position: &Position,
        (mv, ply): (Move, RecordedPly),
        (game, number, variant): (&RecordedGame, usize, u8),
        repeated: bool,
    ) -> Option<Record> {
        let mut pieces = [0; MOST_PIECES];
        for (index, square) in position.occupied().into_iter().enumerate() {
            let piece = position.piece_at(square)?;
            *pieces.get_mut(index)? = (piece.role.index() as u8) << 1 | piece.color.index() as u8;
        }
        let turn = position.turn();
        let set = |flag: u8, is: bool| if is { flag } else { 0 };
        Some(Record {
            occupied: position.occupied(),
            pieces,
            score: ply.score,
            ply: number.min(usize::from(u16::MAX)) as u16,
            left: (game.plies.len() - number).min(255) as u8,
            halfmove_clock: position.halfmove_clock().min(255) as u8,
            variant,
            points: if turn == Color::White { game.points } else { 2 - game.points },
            flags: set(flags::BLACK, turn == Color::Black)
                | flags::noise(position, mv)
                | set(flags::GIVES_CHECK, position.play_unchecked(mv).in_check())
                | set(flags::MATE, ply.score.saturating_abs() >= LEAST_MATE)
                | set(flags::REPEATED, repeated)
                | set(flags::ADJUDICATED, game.ending.is_adjudicated()),
            en_passant: position.en_passant().map_or(NO_SQUARE, |square| square.index() as u8),
            rights: Color::ALL.map(|color| position.castling_rights(color).bits()),
        })
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        if self.flags & flags::BLACK == 0 { Color::White } else { Color::Black }
    }

    /// The pieces, in the order of their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Color, Role)> {
        self.occupied.into_iter().zip(self.pieces).filter_map(|(square, piece)| {
            let color = if piece & 1 == 0 { Color::White } else { Color::Black };
            Some((square, color, Role::from_index(usize::from(piece >> 1))?))
        })
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..16].copy_from_slice(&self.occupied.bits().to_le_bytes());
        // Four pieces of six bits each fill three bytes.
        for (four, three) in self.pieces.chunks_exact(4).zip(bytes[16..52].chunks_exact_mut(3)) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|piece| u32::from(four[piece] & 63));
            three.copy_from_slice(&(a | b << 6 | c << 12 | d << 18).to_le_bytes()[..3]);
        }
        bytes[52..54].copy_from_slice(&self.score.to_le_bytes());
        bytes[54..56].copy_from_slice(&self.ply.to_le_bytes());
        let [white, black] = self.rights;
        bytes[56..].copy_from_slice(&[
            self.left,
            self.halfmove_clock,
            self.variant,
            self.points,
            self.flags,
            self.en_passant,
            white,
            black,
        ]);
        bytes
    }

    /// Reads a position from bytes; `None` if they are not a valid position.
    pub fn from_bytes(bytes: &[u8; RECORD]) -> Option<Record> {
        let occupied = bytes.first_chunk().map(|&bits| u128::from_le_bytes(bits))?;
        let mut pieces = [0; MOST_PIECES];
        for (four, three) in pieces.chunks_exact_mut(4).zip(bytes[16..52].chunks_exact(3)) {
            let word = u32::from_le_bytes([three[0], three[1], three[2], 0]);
            for (index, piece) in four.iter_mut().enumerate() {
                *piece = (word >> (6 * index) & 63) as u8;
            }
        }
        let [left, halfmove_clock, variant, points, flags, en_passant, white, black] = *bytes.last_chunk()?;
        let count = occupied.count_ones() as usize;
        // Six bits could also hold an invalid role.
        let roles = pieces.iter().all(|&piece| Role::from_index(usize::from(piece >> 1)).is_some());
        let sound =
            occupied >> 120 == 0 && count <= MOST_PIECES && pieces[count..].iter().all(|&piece| piece == 0) && roles;
        (sound && points <= 2 && (en_passant < 120 || en_passant == NO_SQUARE)).then_some(Record {
            occupied: Bitboard::from_bits(occupied),
            pieces,
            score: i16::from_le_bytes([bytes[52], bytes[53]]),
            ply: u16::from_le_bytes([bytes[54], bytes[55]]),
            left,
            halfmove_clock,
            variant,
            points,
            flags,
            en_passant,
            rights: [white, black],
        })
    }
}

/// The beginning of a file of positions. Its length is a multiple of 64 bytes.
///
/// # Errors
/// A number of the header is too large for TOML.
pub(crate) fn beginning(header: &PackHeader) -> Result<Vec<u8>, DataError> {
    let mut text = toml::to_string(header).map_err(|error| DataError::Header { what: error.to_string() })?;
    // The other 20 bytes are the magic, the version, the length and the checksum.
    while !(text.len() + 20).is_multiple_of(RECORD) {
        text.push('\n');
    }
    Ok(sealed(MAGIC, VERSION, &text))
}

/// The end of a file of positions: 16 bytes.
pub(crate) fn end(records: u64, checksum: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&records.to_le_bytes());
    bytes[8..12].copy_from_slice(&checksum.to_le_bytes());
    let seal = crc32fast::hash(&bytes[..12]);
    bytes[12..].copy_from_slice(&seal.to_le_bytes());
    bytes
}

/// Reads a file of positions from its beginning.
#[derive(Debug)]
pub struct PackReader<R> {
    source: R,
    header: PackHeader,
    /// The place where the records begin.
    start: u64,
    records: u64,
    hasher: crc32fast::Hasher,
    /// Bytes that were read, but not yet returned. They may contain the end of the file.
    ahead: Vec<u8>,
    ended: bool,
}

impl PackReader<BufReader<File>> {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// The source cannot be read, or is not a file of positions.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        PackReader::new(BufReader::with_capacity(1 << 20, File::open(path)?))
    }
}

impl<R: Read> PackReader<R> {
    /// Reads the header of a file whose bytes come from `source`.
    ///
    /// # Errors
    /// The source cannot be read, or is not a file of positions.
    pub fn new(mut source: R) -> Result<PackReader<R>, DataError> {
        let damaged = |what: &str| DataError::Header { what: what.to_owned() };
        let (start, text) = read_sealed(&mut source, MAGIC, "positions", VERSION)?;
        let text = std::str::from_utf8(&text).map_err(|_| damaged("it is not text"))?;
        let header: PackHeader = toml::from_str(text).map_err(|error| damaged(error.message()))?;
        if header.variants.is_empty() || header.roles.len() != header.variants.len() {
            return Err(damaged("it must name variants, and the roles of each"));
        }
        check_rules(&header.variants)?;
        let hasher = crc32fast::Hasher::new();
        Ok(PackReader { source, header, start, records: 0, hasher, ahead: Vec::new(), ended: false })
    }

    /// The header of the file.
    pub fn header(&self) -> &PackHeader {
        &self.header
    }

    /// The place of the first position in the file, a multiple of 64.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The CRC-32 of the positions that were read so far.
    pub fn checksum(&self) -> u32 {
        self.hasher.clone().finalize()
    }

    /// Fills `records` with the next positions, at most `most`, and returns their number. A smaller number means that
    /// these are the last ones, and that the checksum of the file is right.
    ///
    /// # Errors
    /// The file is damaged or incomplete.
    pub fn read(&mut self, records: &mut Vec<Record>, most: usize) -> Result<usize, DataError> {
        if self.ended {
            records.clear();
            return Ok(0);
        }
        let at = |number: u64| self.start + number * RECORD as u64;
        let damaged = |number: u64, what: &str| DataError::Damaged { at: at(number), what: what.to_owned() };
        let wanted = most * RECORD + 16;
        let mut bytes = std::mem::take(&mut self.ahead);
        let had = bytes.len();
        bytes.resize(wanted.max(had), 0);
        let got = had + fill(&mut self.source, &mut bytes[had..])?;
        bytes.truncate(got);
        let whole = got == wanted.max(had);
        let length = if whole { most * RECORD } else { got.saturating_sub(16) / RECORD * RECORD };
        self.hasher.update(&bytes[..length]);
        records.clear();
        for bytes in bytes[..length].chunks_exact(RECORD) {
            let record = bytes.first_chunk().and_then(Record::from_bytes);
            let record = record.filter(|record| usize::from(record.variant) < self.header.variants.len());
            records.push(record.ok_or_else(|| damaged(self.records, "this is not a position"))?);
            self.records += 1;
        }
        bytes.drain(..length);
        self.ended = !whole;
        if !whole && bytes != end(self.records, self.hasher.clone().finalize()) {
            return Err(damaged(self.records, "the count or the checksum at its end is wrong"));
        }
        self.ahead = bytes;
        Ok(records.len())
    }
}
