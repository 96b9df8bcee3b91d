//! The keys of a section.

use std::collections::BTreeMap;
use std::ops::Range;

use campione_core::internal::relative_ranks;
use campione_core::{Betza, Bitboard, MAX_FILES, MAX_RANKS, Square};

use super::entry::Entry;
use super::keys::{COSMETIC, CUSTOM, FOREIGN, IDLE, KINDS, OLD, unknown};
use crate::file::{ForeignRule, IniFault};

/// A kind of piece of the variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceKind {
    /// Its key: `knight`, `customPiece3`, `king`.
    pub(super) kind: String,
    /// Upper case.
    pub(super) letter: char,
    /// Its movement; `None` for Fairy-Stockfish's own pawn.
    pub(super) moves: String,
    pub(super) name: String,
}

/// The rules of a variant in Fairy-Stockfish's terms, with its defaults.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub(super) struct Config {
    pub(super) files: u8,
    pub(super) ranks: u8,
    pub(super) start: String,
    pub(super) pieces: Vec<PieceKind>,
    /// Kinds that a pawn may become.
    pub(super) promotions: Vec<String>,
    /// The kind that promotes.
    pub(super) pawn: String,
    /// Whether it does.
    pub(super) promotes: bool,
    pub(super) promotion_region: [Bitboard; 2],
    pub(super) limits: BTreeMap<String, u8>,
    pub(super) mandatory_promotion: bool,
    pub(super) immobility_illegal: bool,
    pub(super) double_step: bool,
    /// For each key that says so, the kinds that capture en passant.
    pub(super) en_passant_kinds: BTreeMap<String, Vec<String>>,
    pub(super) double_region: [Bitboard; 2],
    pub(super) triple_region: [Bitboard; 2],
    pub(super) castling: bool,
    /// Castling as in Chess960: from any array.
    pub(super) random_castling: bool,
    pub(super) king_targets: [u8; 2],
    pub(super) castling_rank: u8,
    pub(super) castling_partner: String,
    pub(super) rook_files: [Option<u8>; 2],
    pub(super) moves_rule: u32,
    pub(super) repetition: u32,
    pub(super) stalemate: String,
    pub(super) extinction: BTreeMap<String, String>,
    /// The last place of each key.
    pub(super) places: BTreeMap<String, Range<usize>>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            files: 8,
            ranks: 8,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            pieces: Vec::new(),
            promotions: Vec::new(),
            pawn: "pawn".to_owned(),
            promotes: true,
            promotion_region: [Bitboard::rank(7), Bitboard::rank(0)],
            limits: BTreeMap::new(),
            mandatory_promotion: true,
            immobility_illegal: false,
            double_step: true,
            en_passant_kinds: BTreeMap::new(),
            double_region: [Bitboard::rank(1), Bitboard::rank(6)],
            triple_region: [Bitboard::EMPTY; 2],
            castling: true,
            random_castling: false,
            king_targets: [6, 2],
            castling_rank: 1,
            castling_partner: "rook".to_owned(),
            rook_files: [None, None],
            moves_rule: 50,
            repetition: 3,
            stalemate: "draw".to_owned(),
            extinction: BTreeMap::new(),
            places: BTreeMap::new(),
        }
    }
}

/// What is wrong with a value.
type Wrong = IniFault;

fn value_fault(message: impl Into<String>) -> Wrong {
    IniFault::Value(message.into())
}

fn truth(value: &str) -> Result<bool, Wrong> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(value_fault(format!("`{value}` must be true or false"))),
    }
}

fn number<T: std::str::FromStr>(value: &str) -> Result<T, Wrong> {
    value.parse().map_err(|_| value_fault(format!("`{value}` must be a whole number")))
}

/// A file as its number from 1 or its letter, counted from 0.
fn file(value: &str) -> Result<u8, Wrong> {
    let file = match value.as_bytes() {
        [letter @ b'a'..=b'l'] => Some(letter - b'a'),
        _ => value.parse::<u8>().ok().and_then(|number| number.checked_sub(1)),
    };
    file.filter(|&file| file < MAX_FILES)
        .ok_or_else(|| value_fault(format!("`{value}` must be a file: a to l, or 1 to 12")))
}

fn rank(value: &str) -> Result<u8, Wrong> {
    let rank = value.parse::<u8>().ok().filter(|rank| (1..=MAX_RANKS).contains(rank));
    rank.ok_or_else(|| value_fault(format!("`{value}` must be a rank, 1 to 10")))
}

/// A list of squares: `d4`, `*2` for a rank, `c*` for a file.
fn region(value: &str) -> Result<Bitboard, Wrong> {
    let mut region = Bitboard::EMPTY;
    for word in value.split_whitespace() {
        region |= match word.strip_prefix('*').or(word.strip_suffix('*')) {
            _ if word == "-" => Bitboard::EMPTY,
            Some(number) if word.starts_with('*') => Bitboard::rank(rank(number)? - 1),
            Some(letter) => Bitboard::file(file(&letter.to_ascii_lowercase())?),
            None => {
                let square: Result<Square, _> = word.to_ascii_lowercase().parse();
                Bitboard::of(
                    square.map_err(|_| value_fault(format!("`{word}` is not a square, rank (`*2`) or file (`c*`)")))?,
                )
            }
        };
    }
    Ok(region)
}

impl Config {
    /// The last place of a key.
    pub(super) fn place(&self, key: &str) -> Option<Range<usize>> {
        self.places.get(key).cloned()
    }

    /// For a variant without a text of the user.
    pub(super) fn forget_places(&mut self) {
        self.places.clear();
    }

    fn piece(&self, kind: &str) -> Option<&PieceKind> {
        self.pieces.iter().find(|piece| piece.kind == kind)
    }

    /// Removes a kind of piece, also from the promotions.
    fn remove(&mut self, kind: &str) {
        self.pieces.retain(|piece| piece.kind != kind);
        self.promotions.retain(|known| known != kind);
    }

    fn add(&mut self, piece: PieceKind) {
        if let Some(other) = self.pieces.iter().find(|other| other.letter == piece.letter && other.kind != piece.kind) {
            let kind = other.kind.clone();
            self.remove(&kind);
        }
        self.pieces.retain(|other| other.kind != piece.kind);
        self.pieces.push(piece);
    }

    /// Applies the entries of a section. Pieces come first, in Fairy-Stockfish's order, not in the order of the lines.
    pub(super) fn apply(&mut self, entries: &[Entry<'_>], mut fault: impl FnMut(Range<usize>, &str, IniFault)) {
        // If a key occurs twice, the last one counts.
        let last = |wanted: &str| entries.iter().rev().find(|entry| entry.key == wanted);
        for key in ["maxRank", "maxFile"] {
            if let Some(entry) = last(key)
                && let Err(wrong) = self.size(entry)
            {
                fault(entry.span.clone(), key, wrong);
            }
        }
        let custom = (1..=CUSTOM).map(|number| (format!("customPiece{number}"), String::new(), String::new()));
        let kinds = KINDS.iter().map(|&(kind, moves, name)| (kind.to_owned(), moves.to_owned(), name.to_owned()));
        let king = ("king".to_owned(), "K".to_owned(), "king".to_owned());
        for (kind, moves, name) in kinds.chain(custom).chain([king]) {
            if let Some(entry) = last(&kind).filter(|entry| !entry.value.is_empty())
                && let Err(wrong) = self.kind(entry, moves, name)
            {
                fault(entry.span.clone(), &kind, wrong);
            }
        }
        // As in Fairy-Stockfish, an old name of a key counts only if the new one is absent.
        let old = |entry: &Entry<'_>| OLD.contains(&entry.key);
        let (first, rest): (Vec<&Entry<'_>>, Vec<&Entry<'_>>) = entries.iter().partition(|entry| old(entry));
        for entry in first.into_iter().chain(rest) {
            self.places.insert(entry.key.to_owned(), entry.span.clone());
            if last(entry.key) != Some(entry) {
                continue;
            }
            match self.rule(entry) {
                Ok(true) => {}
                Ok(false) => fault(entry.key_span.clone(), entry.key, unknown(entry.key)),
                Err(wrong) => fault(entry.span.clone(), entry.key, wrong),
            }
        }
    }

    fn size(&mut self, entry: &Entry<'_>) -> Result<(), Wrong> {
        if entry.key == "maxRank" {
            self.ranks = rank(entry.value)?;
        } else {
            self.files = file(entry.value)? + 1;
        }
        Ok(())
    }

    /// A line such as `archbishop = a` or `customPiece1 = c:NAD`.
    fn kind(&mut self, entry: &Entry<'_>, moves: String, name: String) -> Result<(), Wrong> {
        let mut letters = entry.value.chars();
        let letter = letters.next().unwrap_or('-');
        if !letter.is_ascii_alphabetic() {
            self.remove(entry.key);
            return if letter == '-' {
                Ok(())
            } else {
                Err(value_fault(format!("`{letter}` is not a letter; `-` takes the piece away")))
            };
        }
        let letter = letter.to_ascii_uppercase();
        let own = match letters.next() {
            None => None,
            Some(':') => Some(letters.as_str().trim().to_owned()),
            Some(_) => return Err(value_fault("expected one letter, and `:` before a movement")),
        };
        let custom = entry.key.starts_with("customPiece");
        let moves = match own {
            Some(own) if custom || entry.key == "king" => own,
            Some(_) => return Err(IniFault::FixedMovement),
            None if custom => return Err(value_fault("a movement is missing, such as `c:NAD`")),
            None => moves,
        };
        if custom || entry.key == "king" {
            foreign_ride(&moves)?;
        }
        let name = if custom { letter.to_ascii_lowercase().to_string() } else { name };
        self.add(PieceKind { kind: entry.key.to_owned(), letter, moves, name });
        Ok(())
    }

    /// The kinds with those letters.
    fn kinds_of(&self, value: &str) -> Result<Vec<String>, Wrong> {
        let mut kinds = Vec::new();
        for letter in value.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
            let piece = self.pieces.iter().find(|piece| piece.letter == letter.to_ascii_uppercase());
            let piece =
                piece.ok_or_else(|| value_fault(format!("`{letter}` is not the letter of a piece of the variant")))?;
            if !kinds.contains(&piece.kind) {
                kinds.push(piece.kind.clone());
            }
        }
        Ok(kinds)
    }

    fn one_kind(&self, value: &str) -> Result<String, Wrong> {
        match self.kinds_of(value)?.as_slice() {
            [kind] => Ok(kind.clone()),
            _ => Err(value_fault(format!("`{value}` must be the letter of one piece: only one kind does that here"))),
        }
    }

    /// Any other line; `false` for an unknown key.
    fn rule(&mut self, entry: &Entry<'_>) -> Result<bool, Wrong> {
        let value = entry.value;
        match entry.key {
            "startFen" => value.clone_into(&mut self.start),
            "promotionRank" => self.promotion_region = relative_ranks(rank(value)?..=self.ranks, self.ranks),
            "promotionRegionWhite" => self.promotion_region[0] = region(value)?,
            "promotionRegionBlack" => self.promotion_region[1] = region(value)?,
            "doubleStepRank" | "doubleStepRankMin" => {
                let given = rank(value)?;
                let first = if entry.key == "doubleStepRankMin" { given } else { 2 };
                let last = if entry.key == "doubleStepRankMin" { given.max(2) } else { given };
                self.double_region = relative_ranks(first..=last.min(self.ranks), self.ranks);
            }
            "doubleStepRegionWhite" => self.double_region[0] = region(value)?,
            "doubleStepRegionBlack" => self.double_region[1] = region(value)?,
            "tripleStepRegionWhite" => self.triple_region[0] = region(value)?,
            "tripleStepRegionBlack" => self.triple_region[1] = region(value)?,
            "promotionPawnTypes" if value == "-" => self.promotes = false,
            "pawnTypes" | "promotionPawnTypes" => {
                self.pawn = self.one_kind(value)?;
                self.promotes = true;
            }
            "promotionPieceTypes" => self.promotions = self.kinds_of(value)?,
            "promotionLimit" => self.limits = self.limits_of(value)?,
            "mandatoryPawnPromotion" => self.mandatory_promotion = truth(value)?,
            "immobilityIllegal" => self.immobility_illegal = truth(value)?,
            "enPassantTypes" | "enPassantTypesWhite" | "enPassantTypesBlack" => {
                self.en_passant_kinds.insert(entry.key.to_owned(), self.kinds_of(value)?);
            }
            "doubleStep" => self.double_step = truth(value)?,
            "castling" => self.castling = truth(value)?,
            "chess960" => self.random_castling = truth(value)?,
            "castlingKingsideFile" => self.king_targets[0] = file(value)?,
            "castlingQueensideFile" => self.king_targets[1] = file(value)?,
            "castlingRank" => self.castling_rank = rank(value)?,
            "castlingRookPiece" | "castlingRookPieces" => self.castling_partner = self.one_kind(value)?,
            "castlingRookKingsideFile" => self.rook_files[0] = Some(file(value)?),
            "castlingRookQueensideFile" => self.rook_files[1] = Some(file(value)?),
            "nMoveRule" => self.moves_rule = number(value)?,
            "nFoldRule" => self.repetition = number(value)?,
            "stalemateValue" => match value {
                "draw" | "loss" | "win" => value.clone_into(&mut self.stalemate),
                _ => return Err(value_fault(format!("`{value}` must be draw, loss or win"))),
            },
            "extinctionValue"
            | "extinctionClaim"
            | "extinctionPieceTypes"
            | "extinctionPieceCount"
            | "extinctionOpponentPieceCount" => {
                self.extinction.insert(entry.key.to_owned(), value.to_owned());
            }
            key if COSMETIC.contains(&key) || IDLE.contains(&key) => {}
            key if key == "maxRank" || key == "maxFile" || key == "king" => {}
            key if KINDS.iter().any(|(kind, ..)| *kind == key) => {}
            key if key
                .strip_prefix("customPiece")
                .and_then(|number| number.parse().ok())
                .is_some_and(|number: usize| (1..=CUSTOM).contains(&number)) => {}
            key if key.starts_with("mobilityRegion") => {
                return Err(IniFault::Foreign(ForeignRule::BoardParts));
            }
            key => {
                let Some(&(_, neutral, rule)) = FOREIGN.iter().find(|(foreign, ..)| *foreign == key) else {
                    return Ok(false);
                };
                if !neutral.contains(&value) {
                    return Err(IniFault::Foreign(rule));
                }
            }
        }
        Ok(true)
    }

    /// `q:1 r:2`.
    fn limits_of(&self, value: &str) -> Result<BTreeMap<String, u8>, Wrong> {
        let mut limits = BTreeMap::new();
        for word in value.split_whitespace() {
            let pair = word.split_once(':').and_then(|(letter, limit)| Some((letter, limit.parse::<u8>().ok()?)));
            let (letter, limit) =
                pair.ok_or_else(|| value_fault(format!("`{word}` must be a letter, `:` and a number")))?;
            limits.insert(self.one_kind(letter)?, limit);
        }
        Ok(limits)
    }

    /// The letter of a kind of piece.
    pub(super) fn letter(&self, kind: &str) -> Option<char> {
        self.piece(kind).map(|piece| piece.letter)
    }
}

fn movement_fault(part: &str, limit: &'static str) -> Wrong {
    IniFault::Movement { part: part.to_owned(), limit }
}

/// Refuses movements that Fairy-Stockfish does not read, or reads in another way than it documents.
fn foreign_ride(moves: &str) -> Result<(), Wrong> {
    // How far it slides, rides or hops along each kind of line, in its order: orthogonal, diagonal, knight's.
    let mut ranges: [[Option<String>; 2]; 3] = Default::default();
    for part in Betza::part_texts(moves) {
        let (modifiers, atom, range) = part.split();
        let part = &part.0;
        if modifiers.contains('n') && matches!(atom, "H" | "C" | "L" | "G") {
            return Err(movement_fault(part, "has lame leaps of N, A, Z and D alone"));
        }
        let lines: &[usize] = match atom {
            "W" | "R" => &[0],
            "F" | "B" => &[1],
            "Q" | "K" => &[0, 1],
            "N" => &[2],
            _ if range.is_empty() => &[],
            _ => {
                return Err(movement_fault(part, "has rides of W, F and N alone"));
            }
        };
        let rides = matches!(atom, "R" | "B" | "Q") || !range.is_empty();
        let hop = modifiers.chars().find(|letter| matches!(letter, 'p' | 'g'));
        if hop.is_some() && (lines.is_empty() || lines.contains(&2)) {
            return Err(movement_fault(part, "hops along ranks, files and diagonals alone"));
        }
        let mut far =
            if range.chars().all(|letter| letter.is_ascii_digit()) { range.to_owned() } else { String::new() };
        far.extend(hop);
        for &line in lines.iter().filter(|_| rides) {
            match ranges.get_mut(line).map(|ranges| &mut ranges[usize::from(hop.is_some())]) {
                Some(Some(known)) if *known != far => {
                    return Err(movement_fault(part, "keeps one range for each direction"));
                }
                Some(known) => *known = Some(far.clone()),
                None => {}
            }
        }
    }
    Ok(())
}
