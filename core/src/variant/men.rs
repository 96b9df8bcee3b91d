//! The men of a game: roles, and the classes of leaps that they share.

use super::faults::VariantFault;
use crate::betza::Betza;
use crate::bitboard::Bitboard;
use crate::role::{MAX_ROLES, Role};
use crate::spec::VariantSpec;
use crate::square::Square;

/// Most different sets of leaps that the men of one game may have. Men with the same leaps share a set: knight,
/// centaur and champion count once.
pub const MAX_LEAP_CLASSES: usize = 8;

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
    /// Which of [`Variant::leap_classes`](crate::Variant::leap_classes) it leaps by.
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

/// The letter of a man's map key or of the pawn.
fn single_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
}

/// The compiled army.
pub(super) struct Men {
    pub(super) roles: Vec<RoleInfo>,
    pub(super) king_steps: [Bitboard; 128],
    pub(super) leap_classes: Vec<LeapClass>,
    pub(super) promotions: Vec<Role>,
}

impl Men {
    pub(super) fn compile(spec: &VariantSpec, board: Bitboard, faults: &mut Vec<VariantFault>) -> Men {
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
