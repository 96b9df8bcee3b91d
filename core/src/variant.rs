//! A checked game, compiled into the tables that the move generator walks.

mod castlings;
mod faults;
mod men;

use crate::bitboard::Bitboard;
use crate::castling::SideCastling;
use crate::color::Color;
use crate::crc::ArrayNumberError;
use crate::role::{Piece, Role};
use crate::setup::{RightName, Setup};
use crate::spec::{BlackArray, SpecError, UnknownVariant, VariantSpec};
use crate::square::{MAX_FILES, MAX_RANKS, Square};

pub use self::faults::{VariantFault, VariantFaults};
pub use self::men::{LameLeap, LeapClass, MAX_LEAP_CLASSES, RoleInfo, component};

use self::men::Men;

/// What a character means in a placement.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlacementSymbol {
    /// The man that it is, if it is one.
    pub(crate) piece: Option<Piece>,
    /// The squares that it fills; 0 if it has no place there.
    pub(crate) files: u8,
}

/// A checked game.
#[derive(Clone, Debug)]
pub struct Variant {
    spec: VariantSpec,
    board: Bitboard,
    roles: Vec<RoleInfo>,
    /// What each ASCII character means in a placement.
    placement: [PlacementSymbol; 128],
    king_steps: [Bitboard; 128],
    leap_classes: Vec<LeapClass>,
    double_step_from: [Bitboard; 2],
    last_rank: [Bitboard; 2],
    promotions: Vec<Role>,
    castlings: [Vec<SideCastling>; 2],
    lost_by_check: bool,
    start: Setup,
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
            placement: [PlacementSymbol::default(); 128],
            roles: men.roles,
            spec,
        };
        variant.fill_placement();
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
        let symbol = self.placement.get(usize::try_from(u32::from(letter)).ok()?)?;
        symbol.piece.filter(|piece| piece.color == Color::White).map(|piece| piece.role)
    }

    /// What a character of a placement means; a number of empty squares has one digit here.
    #[inline]
    pub(crate) fn placement_symbol(&self, byte: u8) -> PlacementSymbol {
        self.placement.get(usize::from(byte)).copied().unwrap_or_default()
    }

    fn fill_placement(&mut self) {
        for files in 1..=9_u8 {
            self.placement[usize::from(b'0' + files)] = PlacementSymbol { piece: None, files };
        }
        for (index, info) in self.roles.iter().enumerate() {
            for color in Color::ALL {
                let letter = if color == Color::White { info.letter } else { info.letter.to_ascii_lowercase() };
                if let Some(symbol) = self.placement.get_mut(letter as usize) {
                    *symbol =
                        PlacementSymbol { piece: Role::from_index(index).map(|role| Piece { color, role }), files: 1 };
                }
            }
        }
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
}

#[cfg(test)]
mod tests;
