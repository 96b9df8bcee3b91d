//! A checked game, compiled into the tables that the move generator walks.

use std::fmt;

use thiserror::Error;

use crate::betza::{Betza, BetzaError};
use crate::bitboard::Bitboard;
use crate::castling::{Manner, SideCastling};
use crate::color::Color;
use crate::crc::ArrayNumberError;
use crate::role::{MAX_ROLES, Piece, Role};
use crate::setup::{RightName, Setup};
use crate::spec::{BlackArray, CastlingSide, CastlingSpec, SpecError, UnknownVariant, VariantSpec};
use crate::square::{MAX_FILES, MAX_RANKS, Square};

/// Most different sets of leaps that the men of one game may have. Men with the same leaps share a set: knight,
/// centaur and champion count once.
pub const MAX_LEAP_CLASSES: usize = 8;
/// Most rights that a side may have.
const MAX_RIGHTS: usize = 8;
/// Most castling rows that a side may have.
const MAX_ROWS: usize = 128;

// One letter A to Z for each role: a game cannot have more roles than a move can name.
const _: () = assert!(26 <= MAX_ROLES);

/// The component boards of a position: all orthogonal sliders are on one, all diagonal sliders on another (a queen is
/// on both), pawns, waiting pawns, and each class of leapers on one of its own. [`RoleInfo::boards`] lists those of a role.
pub mod component {
    /// Men that slide like a rook.
    pub const ORTHOGONAL: usize = 0;
    /// Men that slide like a bishop.
    pub const DIAGONAL: usize = 1;
    /// Pawns that can move.
    pub const PAWNS: usize = 2;
    /// Pawns that wait on their last rank.
    pub const WAITING: usize = 3;
    /// Men of leap class 0; those of the other classes follow.
    pub const LEAPS: usize = 4;
    /// How many component boards there are at most.
    pub const COUNT: usize = LEAPS + super::MAX_LEAP_CLASSES;
    /// The most component boards on which one man can stand: both sliders and a class of leaps.
    pub const MOST: usize = 3;
}

/// Fills up [`RoleInfo::boards`].
const NO_BOARD: u8 = component::COUNT as u8;

/// A man of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "four independent facts, each asked by name")]
pub struct RoleInfo {
    /// Its letter, upper case.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// Slides like a rook.
    pub orthogonal: bool,
    /// Slides like a bishop.
    pub diagonal: bool,
    /// Which of [`Variant::leap_classes`] it leaps by.
    pub leap_class: Option<u8>,
    /// The component boards on which its men stand; [`component::COUNT`] fills up where there are fewer than three.
    pub boards: [u8; component::MOST],
    /// Never leaves the color of square on which it stands.
    pub colorbound: bool,
    /// Moves as the orthodox knight and in no other way.
    pub knight: bool,
    /// How many of it a side has at the start.
    pub start_count: u8,
}

/// A set of leaps that one or more roles share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeapClass {
    /// The squares reached by true leaps from each square. The leaps are symmetric, so these are as well the squares
    /// from which a square is reached.
    pub leaps: [Bitboard; 128],
    /// The lame leaps from each square; empty vectors in a class without any.
    pub lame_from: Vec<Vec<LameLeap>>,
    /// The lame leaps to each square, `end` being where they start.
    pub lame_to: Vec<Vec<LameLeap>>,
    /// Whether a role of the class also slides to squares that it can leap to.
    pub overlaps_slides: bool,
}

impl LeapClass {
    /// Whether it has lame leaps.
    #[inline(always)]
    pub fn is_lame(&self) -> bool {
        !self.lame_from.is_empty()
    }
}

/// A leap that needs empty squares on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LameLeap {
    /// The other end of the leap.
    pub end: Square,
    /// What must be empty.
    pub legs: Bitboard,
}

/// A checked game.
#[derive(Clone, Debug)]
pub struct Variant {
    spec: VariantSpec,
    board: Bitboard,
    roles: Vec<RoleInfo>,
    king_steps: [Bitboard; 128],
    leap_classes: Vec<LeapClass>,
    double_step_from: [Bitboard; 2],
    last_rank: [Bitboard; 2],
    promotions: Vec<Role>,
    castlings: [Vec<SideCastling>; 2],
    lost_by_check: bool,
    start: Setup,
}

/// One fault of a game's description.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum VariantFault {
    /// A size that does not fit.
    #[error("board: {files}x{ranks} is out of range: 4 to 12 files and 5 to 10 ranks")]
    BoardSize {
        /// Files asked for.
        files: u8,
        /// Ranks asked for.
        ranks: u8,
    },
    /// The array does not fill the first rank.
    #[error("board.array: `{array}` has {found} men for {files} files")]
    ArrayLength {
        /// The array.
        array: String,
        /// Its length.
        found: usize,
        /// Files of the board.
        files: u8,
    },
    /// A letter of the array that is no man.
    #[error("board.array: `{letter}` is no piece of the game: describe it as `[piece.{letter}]`")]
    ArrayLetter {
        /// The letter.
        letter: char,
    },
    /// Not exactly one king in the array.
    #[error("board.array: a side needs exactly one king, found {0}")]
    ArrayKings(usize),
    /// Not exactly one royal man.
    #[error("piece: exactly one piece must be `royal = true`, found {0}")]
    Royal(usize),
    /// The royal man slides or has lame leaps.
    #[error("piece.{letter}: the royal piece must move by true leaps alone, such as `K`; `{moves}` does not")]
    RoyalMoves {
        /// Its letter.
        letter: String,
        /// Its movement.
        moves: String,
    },
    /// A letter that is not one of A to Z.
    #[error("{place}: `{letter}` must be one letter A to Z")]
    Letter {
        /// The key.
        place: String,
        /// What stands there.
        letter: String,
    },
    /// A letter that two men have.
    #[error("pawn.letter: `{0}` is already a piece")]
    PawnLetter(String),
    /// More sets of leaps than a position can hold.
    #[error("piece: {0} different sets of leaps; the limit is {MAX_LEAP_CLASSES}")]
    TooManyLeaps(usize),
    /// A movement that is not understood.
    #[error("piece.{letter}.moves: {error}")]
    Moves {
        /// The man's letter.
        letter: String,
        /// What is wrong.
        error: BetzaError,
    },
    /// A promotion to something impossible.
    #[error("promotion.to: `{0}` is no piece that a pawn can become")]
    PromotionLetter(char),
    /// A pawn that can become nothing.
    #[error("promotion.to: name at least one piece")]
    NoPromotion,
    /// A stock without waiting, or waiting without a stock.
    #[error("promotion: `wait` and `from_stock` go together (RULES.md §6), and a pawn waits at most 2 moves")]
    Waiting,
    /// A file that is not on the board, or a text of another form.
    #[error("castling.{name}: `{text}` is not of the form `f-i`, two files of the board or `*`")]
    CastlingFiles {
        /// The manoeuvre.
        name: String,
        /// The text.
        text: String,
    },
    /// A man that does not start where the castling wants it.
    #[error("castling.{name}: no {letter} starts on the {file}-file")]
    CastlingMan {
        /// The manoeuvre.
        name: String,
        /// The man's letter.
        letter: char,
        /// The file.
        file: char,
    },
    /// Too many rights or rows.
    #[error("castling: {rights} rights and {rows} manoeuvres a side; the limits are {MAX_RIGHTS} and {MAX_ROWS}")]
    TooManyCastlings {
        /// Rights of a side.
        rights: usize,
        /// Rows of a side.
        rows: usize,
    },
    /// Two rights that a FEN could not tell apart.
    #[error("castling: two rights would both be written `{0}`; set `notation.rights_by_file = true`")]
    RightLetter(char),
}

/// All faults of a game's description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantFaults(pub Vec<VariantFault>);

impl fmt::Display for VariantFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for VariantFaults {}

/// The letter of a man's map key or of the pawn.
fn single_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
}

impl Variant {
    /// The ids of the built-in games.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        VariantSpec::ids()
    }

    /// A built-in game.
    ///
    /// # Errors
    /// [`UnknownVariant`], with the ids that look like it.
    ///
    /// # Panics
    /// Never: that every built-in file compiles is tested.
    pub fn named(id: &str) -> Result<Variant, UnknownVariant> {
        let text = VariantSpec::built_in_text(id)?;
        let spec = VariantSpec::from_toml(text).map_err(|error| match error {
            SpecError::Extends(unknown) => unknown,
            SpecError::Toml(message) => unreachable!("{id}: {message}"),
        })?;
        Ok(Variant::compile(spec).unwrap_or_else(|faults| unreachable!("{id}: {faults}")))
    }

    /// Checks a description and compiles it.
    ///
    /// # Errors
    /// Every fault found, not only the first.
    pub fn compile(spec: VariantSpec) -> Result<Variant, VariantFaults> {
        let mut faults = Vec::new();
        let (files, ranks) = (spec.board.files, spec.board.ranks);
        if !(4..=MAX_FILES).contains(&files) || !(5..=MAX_RANKS).contains(&ranks) {
            faults.push(VariantFault::BoardSize { files, ranks });
        }
        let board = Bitboard::board(files, ranks);
        let men = Men::compile(&spec, board, &mut faults);
        if !faults.is_empty() {
            return Err(VariantFaults(faults));
        }
        let mut variant = Variant {
            board,
            king_steps: men.king_steps,
            leap_classes: men.leap_classes,
            double_step_from: [1, ranks - 2]
                .map(|rank| if spec.pawn.double_step { board & Bitboard::rank(rank) } else { Bitboard::EMPTY }),
            last_rank: [ranks - 1, 0].map(|rank| board & Bitboard::rank(rank)),
            promotions: men.promotions,
            castlings: [Vec::new(), Vec::new()],
            lost_by_check: spec.castling.iter().any(|castling| castling.lost_by_check),
            start: Setup::empty(),
            roles: men.roles,
            spec,
        };
        for color in Color::ALL {
            variant.castlings[color.index()] = variant.compile_castlings(color, &mut faults);
        }
        variant.start = variant.start_with(&variant.spec.board.array);
        if faults.is_empty() {
            Ok(variant)
        } else {
            faults.dedup();
            Err(VariantFaults(faults))
        }
    }

    /// The description from which it was compiled.
    pub fn spec(&self) -> &VariantSpec {
        &self.spec
    }

    /// The id by which commands name it.
    pub fn id(&self) -> &str {
        &self.spec.id
    }

    /// Files of the board.
    pub fn files(&self) -> u8 {
        self.spec.board.files
    }

    /// Ranks of the board.
    pub fn ranks(&self) -> u8 {
        self.spec.board.ranks
    }

    /// The squares of the board.
    #[inline(always)]
    pub fn board(&self) -> Bitboard {
        self.board
    }

    /// The men of the game, king and pawn first; a [`Role`] is an index into them.
    #[inline(always)]
    pub fn roles(&self) -> &[RoleInfo] {
        &self.roles
    }

    /// The description of a role of this game.
    ///
    /// # Panics
    /// If the role is not of this game.
    #[inline(always)]
    pub fn role(&self, role: Role) -> &RoleInfo {
        &self.roles[role.index()]
    }

    /// The role with that upper-case letter.
    pub fn role_by_letter(&self, letter: char) -> Option<Role> {
        self.roles.iter().position(|info| info.letter == letter).and_then(Role::from_index)
    }

    /// The letter of a man, lower case for Black.
    pub fn piece_letter(&self, piece: Piece) -> char {
        let letter = self.role(piece.role).letter;
        if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() }
    }

    /// The letters of all men.
    pub fn letters(&self) -> String {
        self.roles.iter().map(|info| info.letter).collect()
    }

    /// The squares to which a king on `square` steps.
    #[inline(always)]
    pub fn king_steps(&self, square: Square) -> Bitboard {
        self.king_steps[square.index()]
    }

    /// The sets of leaps of the game's men; at most [`MAX_LEAP_CLASSES`].
    #[inline(always)]
    pub fn leap_classes(&self) -> &[LeapClass] {
        &self.leap_classes
    }

    /// From where pawns of `color` may move two squares.
    #[inline(always)]
    pub fn double_step_from(&self, color: Color) -> Bitboard {
        self.double_step_from[color.index()]
    }

    /// Whether the double step is barred in check beside an enemy pawn (RULES.md §1).
    #[inline(always)]
    pub fn double_step_barred(&self) -> bool {
        self.spec.pawn.double_step_barred_in_check_beside_pawn
    }

    /// Whether pawns capture en passant.
    #[inline(always)]
    pub fn en_passant(&self) -> bool {
        self.spec.pawn.en_passant
    }

    /// The rank on which pawns of `color` end.
    #[inline(always)]
    pub fn last_rank(&self, color: Color) -> Bitboard {
        self.last_rank[color.index()]
    }

    /// What a pawn may become.
    #[inline(always)]
    pub fn promotions(&self) -> &[Role] {
        &self.promotions
    }

    /// For a game in which promotion waits, the wait of a pawn that arrives (RULES.md §6).
    #[inline(always)]
    pub fn promotion_wait(&self) -> Option<u8> {
        self.spec.promotion.wait
    }

    /// Whether a side that is put in check loses its castling rights (RULES.md §4).
    #[inline(always)]
    pub fn rights_lost_by_check(&self) -> bool {
        self.lost_by_check
    }

    /// Whether king and rooks may start on other squares than the default array's.
    pub fn has_random_arrays(&self) -> bool {
        self.spec.board.numbering.is_some()
    }

    /// The start position.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The start position with the array of that number, in a game that numbers its arrays.
    ///
    /// # Errors
    /// `None` in a game without numbers, [`ArrayNumberError`] for a number out of range.
    pub fn numbered_start(&self, number: u32) -> Option<Result<Setup, ArrayNumberError>> {
        let numbering = self.spec.board.numbering?;
        Some(numbering.array(number).map(|array| self.start_with(&array)))
    }

    /// The manoeuvres of `color` when the king started on `king` and partners on `partners`, if they can have.
    ///
    /// In a game with one array there is one table a side; with random arrays one for every pair of rook files around
    /// a king file, and a partner that is not given may be any.
    pub fn castling(&self, color: Color, king: Square, partners: &[Square]) -> Option<&SideCastling> {
        self.castlings[color.index()]
            .iter()
            .find(|side| side.king == king && partners.iter().all(|&partner| side.right_of_partner(partner).is_some()))
    }

    /// The manoeuvres of the default array.
    pub fn default_castling(&self, color: Color) -> &SideCastling {
        &self.castlings[color.index()][0]
    }

    /// The square on the first rank of `color` that stands for White's `file`.
    fn home(&self, color: Color, file: u8) -> Square {
        let file = match (color, self.spec.board.black) {
            (Color::Black, BlackArray::Rotated) => self.files() - 1 - file,
            _ => file,
        };
        let rank = if color == Color::White { 0 } else { self.ranks() - 1 };
        Square::wrapping(u32::from(rank) * u32::from(MAX_FILES) + u32::from(file))
    }

    fn start_with(&self, array: &str) -> Setup {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            let step = if color == Color::White { 1 } else { -1 };
            let mut partners = Vec::new();
            let mut king = None;
            for (file, letter) in (0..).zip(array.chars()) {
                let Some(role) = self.role_by_letter(letter.to_ascii_uppercase()) else { continue };
                let square = self.home(color, file);
                setup.board.set(square, Some(Piece { color, role }));
                if let Some(ahead) = square.offset(0, step) {
                    setup.board.set(ahead, Some(Piece { color, role: Role::PAWN }));
                }
                if role == Role::KING {
                    king = Some(square);
                } else if self.spec.castling.iter().any(|castling| castling.partner == self.role(role).letter) {
                    partners.push(square);
                }
            }
            let Some(side) = king.and_then(|king| self.castling(color, king, &[])) else { continue };
            let side = if self.has_random_arrays() {
                self.castling(color, side.king, &partners).unwrap_or(side)
            } else {
                side
            };
            setup.rights.extend(side.rights.iter().map(|right| match right.partner {
                Some((square, _)) => RightName::Partner(color, square),
                None => RightName::Leap(color),
            }));
        }
        setup
    }

    /// The tables of castling rows of one side: the default array's first.
    fn compile_castlings(&self, color: Color, faults: &mut Vec<VariantFault>) -> Vec<SideCastling> {
        let array: Vec<char> = self.spec.board.array.chars().map(|c| c.to_ascii_uppercase()).collect();
        let king_letter = self.roles[Role::KING.index()].letter;
        let king_file = array.iter().position(|&letter| letter == king_letter).unwrap_or(0) as u8;
        let mut sides = vec![self.compile_side(color, king_file, None, faults)];
        if self.has_random_arrays() {
            for king in 1..self.files() - 1 {
                for left in 0..king {
                    for right in king + 1..self.files() {
                        sides.push(self.compile_side(color, king, Some((left, right)), faults));
                    }
                }
            }
        }
        sides
    }

    /// The rows of one side with the king on White's file `king` and, in a random array, rooks on two files.
    fn compile_side(
        &self,
        color: Color,
        king: u8,
        rooks: Option<(u8, u8)>,
        faults: &mut Vec<VariantFault>,
    ) -> SideCastling {
        let array: Vec<char> = self.spec.board.array.chars().map(|c| c.to_ascii_uppercase()).collect();
        let letter_of = |file: u8| array.get(usize::from(file)).copied().unwrap_or(' ');
        let mut side = SideCastling::new(color, self.home(color, king));
        let mut plans = Vec::new();
        for castling in &self.spec.castling {
            for (last, files) in [(true, &castling.toward_last_file), (false, &castling.toward_first_file)] {
                let Some(files) = files else { continue };
                let outermost = |wanted: char| {
                    let mut found = (0..self.files()).filter(|&file| letter_of(file) == wanted);
                    if last { found.next_back() } else { found.next() }
                };
                let default_rook =
                    rooks.map_or(outermost(castling.partner), |(left, right)| Some(if last { right } else { left }));
                match self.side_files(castling, files, king, default_rook, rooks.is_some(), &letter_of) {
                    Ok(files) => plans.push((castling, last, files)),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        // The order in which a FEN writes the rights: K before Q, or by file.
        if self.spec.notation.rights_by_file {
            plans.sort_by_key(|(_, _, files)| self.home(color, files.partner_from));
        }
        let rows: usize = plans.iter().map(|(_, _, files)| files.row_count(king)).sum();
        let leap = self.spec.king_leap.as_ref();
        let rights = plans.len() + usize::from(leap.is_some());
        if rights > MAX_RIGHTS || rows + 3 > MAX_ROWS {
            faults.push(VariantFault::TooManyCastlings { rights, rows });
            return side;
        }
        for (castling, last, files) in plans {
            let partner_from = self.home(color, files.partner_from);
            let role = self.role_by_letter(castling.partner).unwrap_or(Role::PAWN);
            let right_letter = if self.spec.notation.rights_by_file {
                partner_from.file_letter().to_ascii_uppercase()
            } else if last {
                'K'
            } else {
                'Q'
            };
            if side.rights.iter().any(|right| right.letter == right_letter) {
                faults.push(VariantFault::RightLetter(right_letter));
            }
            let manner =
                Manner { safe: castling.safe, in_check: castling.in_check, letter: castling.letter, long: !last };
            match files.targets {
                Some((king_to, partner_to)) => side.add_fixed(
                    right_letter,
                    self.home(color, king_to),
                    (partner_from, self.home(color, partner_to), role),
                    manner,
                ),
                None => side.add_free(right_letter, partner_from, role, manner),
            }
        }
        if let Some(leap) = leap {
            let distance = leap.distance as i8;
            let forward = if color == Color::White { distance } else { -distance };
            let steps = [(leap.forward, 0, forward), (leap.sideways, -distance, 0), (leap.sideways, distance, 0)];
            let targets: Vec<Square> = steps
                .into_iter()
                .filter_map(|(wanted, files, ranks)| side.king.offset(files, ranks).filter(|_| wanted))
                .filter(|&square| self.board.contains(square))
                .collect();
            side.add_leaps(&targets, leap.in_check);
        }
        side
    }

    /// Reads and checks the files of one castling.
    fn side_files(
        &self,
        castling: &CastlingSpec,
        files: &CastlingSide,
        king: u8,
        rook: Option<u8>,
        random: bool,
        letter_of: &impl Fn(u8) -> char,
    ) -> Result<SideFiles, VariantFault> {
        let name = &castling.name;
        let parse = |text: &str| -> Result<(Option<u8>, Option<u8>), VariantFault> {
            let bad = || VariantFault::CastlingFiles { name: name.clone(), text: text.to_owned() };
            let (from, to) = text.split_once('-').ok_or_else(bad)?;
            let file = |text: &str| match text.as_bytes() {
                b"*" => Ok(None),
                [letter @ b'a'..=b'l'] if letter - b'a' < self.files() => Ok(Some(letter - b'a')),
                _ => Err(bad()),
            };
            Ok((file(from)?, file(to)?))
        };
        let (king_from, king_to) = parse(&files.king)?;
        let (partner_from, partner_to) = parse(&files.partner)?;
        let missing = |letter: char, file: u8| VariantFault::CastlingMan {
            name: name.clone(),
            letter,
            file: char::from(b'a' + file),
        };
        let king_letter = self.roles[Role::KING.index()].letter;
        if let Some(from) = king_from.filter(|&from| from != king) {
            return Err(missing(king_letter, from));
        }
        let partner_from = partner_from.or(rook).ok_or_else(|| missing(castling.partner, king))?;
        if !random && (letter_of(partner_from) != castling.partner || partner_from == king) {
            return Err(missing(castling.partner, partner_from));
        }
        let bad_targets =
            || VariantFault::CastlingFiles { name: name.clone(), text: format!("{}, {}", files.king, files.partner) };
        let targets = match (king_to, partner_to) {
            (Some(king_to), Some(partner_to)) if king_to != partner_to => Some((king_to, partner_to)),
            (None, None) => None,
            _ => return Err(bad_targets()),
        };
        Ok(SideFiles { partner_from, targets })
    }
}

/// The checked files of one castling: where the partner starts and, unless it is free, where both end.
struct SideFiles {
    partner_from: u8,
    targets: Option<(u8, u8)>,
}

impl SideFiles {
    fn row_count(&self, king: u8) -> usize {
        let distance = usize::from(self.partner_from.abs_diff(king));
        if self.targets.is_some() { 1 } else { distance * (distance + 1) / 2 }
    }
}

/// The compiled army.
struct Men {
    roles: Vec<RoleInfo>,
    king_steps: [Bitboard; 128],
    leap_classes: Vec<LeapClass>,
    promotions: Vec<Role>,
}

impl Men {
    fn compile(spec: &VariantSpec, board: Bitboard, faults: &mut Vec<VariantFault>) -> Men {
        let array: Vec<char> = spec.board.array.chars().map(|letter| letter.to_ascii_uppercase()).collect();
        if array.len() != usize::from(spec.board.files) {
            let (array, found, files) = (spec.board.array.clone(), array.len(), spec.board.files);
            faults.push(VariantFault::ArrayLength { array, found, files });
        }
        let count = |letter: char| array.iter().filter(|&&man| man == letter).count();
        let mut king = Vec::new();
        let mut others = Vec::new();
        let mut king_steps = [Bitboard::EMPTY; 128];
        let mut movements: Vec<Betza> = Vec::new();
        for (key, piece) in &spec.piece {
            let Some(letter) = single_letter(key) else {
                faults.push(VariantFault::Letter { place: "piece".to_owned(), letter: key.clone() });
                continue;
            };
            let betza = match Betza::parse(&piece.moves) {
                Ok(betza) => betza,
                Err(error) => {
                    faults.push(VariantFault::Moves { letter: key.clone(), error });
                    continue;
                }
            };
            let mut info = RoleInfo {
                letter,
                name: piece.name.clone(),
                orthogonal: betza.orthogonal,
                diagonal: betza.diagonal,
                leap_class: None,
                boards: [
                    if betza.orthogonal { component::ORTHOGONAL as u8 } else { NO_BOARD },
                    if betza.diagonal { component::DIAGONAL as u8 } else { NO_BOARD },
                    NO_BOARD,
                ],
                colorbound: betza.is_colorbound(),
                knight: Betza::parse("N").is_ok_and(|knight| knight == betza),
                start_count: count(letter) as u8,
            };
            if piece.royal {
                if betza.orthogonal || betza.diagonal || betza.leaps.iter().any(|leap| !leap.legs.is_empty()) {
                    let (letter, moves) = (key.clone(), piece.moves.clone());
                    faults.push(VariantFault::RoyalMoves { letter, moves });
                }
                king_steps = LeapClass::compile(&betza, board).leaps;
                king.push(info);
                continue;
            }
            if !betza.leaps.is_empty() {
                let class = movements.iter().position(|known| known.leaps == betza.leaps);
                let index = class.unwrap_or(movements.len());
                info.leap_class = Some(index as u8);
                if index < MAX_LEAP_CLASSES {
                    info.boards[2] = (component::LEAPS + index) as u8;
                }
                match class.and_then(|class| movements.get_mut(class)) {
                    Some(known) => {
                        known.orthogonal |= betza.orthogonal;
                        known.diagonal |= betza.diagonal;
                    }
                    None => movements.push(betza),
                }
            }
            others.push(info);
        }
        if king.len() != 1 {
            faults.push(VariantFault::Royal(king.len()));
        } else if king[0].start_count != 1 {
            faults.push(VariantFault::ArrayKings(usize::from(king[0].start_count)));
        }
        let pawn_letter = single_letter(&spec.pawn.letter).unwrap_or_else(|| {
            let letter = spec.pawn.letter.clone();
            faults.push(VariantFault::Letter { place: "pawn.letter".to_owned(), letter });
            'P'
        });
        if spec.piece.contains_key(&spec.pawn.letter) {
            faults.push(VariantFault::PawnLetter(spec.pawn.letter.clone()));
        }
        let pawn = RoleInfo {
            letter: pawn_letter,
            name: spec.pawn.name.clone(),
            orthogonal: false,
            diagonal: false,
            leap_class: None,
            boards: [component::PAWNS as u8, NO_BOARD, NO_BOARD],
            colorbound: false,
            knight: false,
            start_count: spec.board.files,
        };
        let roles: Vec<RoleInfo> = king.into_iter().take(1).chain([pawn]).chain(others).collect();
        for &letter in &array {
            if !roles.iter().any(|info| info.letter == letter && letter != pawn_letter) {
                faults.push(VariantFault::ArrayLetter { letter });
            }
        }
        if movements.len() > MAX_LEAP_CLASSES {
            faults.push(VariantFault::TooManyLeaps(movements.len()));
        }
        let promotions = Men::promotions(spec, &roles, faults);
        let leap_classes = movements.iter().map(|movement| LeapClass::compile(movement, board)).collect();
        Men { roles, king_steps, leap_classes, promotions }
    }

    fn promotions(spec: &VariantSpec, roles: &[RoleInfo], faults: &mut Vec<VariantFault>) -> Vec<Role> {
        let mut promotions = Vec::new();
        for letter in spec.promotion.to.chars() {
            let role = roles.iter().position(|info| info.letter == letter).and_then(Role::from_index);
            match role {
                Some(role) if role != Role::KING && role != Role::PAWN && !promotions.contains(&role) => {
                    promotions.push(role);
                }
                _ => faults.push(VariantFault::PromotionLetter(letter)),
            }
        }
        if spec.promotion.to.is_empty() {
            faults.push(VariantFault::NoPromotion);
        }
        if spec.promotion.from_stock != spec.promotion.wait.is_some()
            || spec.promotion.wait.is_some_and(|wait| wait > 2)
        {
            faults.push(VariantFault::Waiting);
        }
        promotions
    }
}

impl LeapClass {
    /// The tables of a movement's leaps on a board; `betza`'s slides are those of all roles that share them.
    fn compile(betza: &Betza, board: Bitboard) -> LeapClass {
        let mut leaps = [Bitboard::EMPTY; 128];
        let lame = betza.leaps.iter().any(|leap| !leap.legs.is_empty());
        let mut lame_from = vec![Vec::new(); if lame { 128 } else { 0 }];
        let mut lame_to = lame_from.clone();
        for from in board {
            for leap in &betza.leaps {
                let Some(to) = from.offset(leap.to.0, leap.to.1).filter(|&to| board.contains(to)) else { continue };
                if leap.legs.is_empty() {
                    leaps[from.index()] |= Bitboard::of(to);
                } else {
                    let legs = leap.legs.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect();
                    lame_from[from.index()].push(LameLeap { end: to, legs });
                    lame_to[to.index()].push(LameLeap { end: from, legs });
                }
            }
        }
        let overlaps_slides = betza.leaps.iter().any(|leap| {
            let (files, ranks) = leap.to;
            (betza.orthogonal && (files == 0 || ranks == 0)) || (betza.diagonal && files.abs() == ranks.abs())
        });
        LeapClass { leaps, lame_from, lame_to, overlaps_slides }
    }
}

#[cfg(test)]
mod tests;
