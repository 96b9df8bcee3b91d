//! The pieces of a variant: roles, and the classes of leaps that they share.

use super::faults::VariantFault;
use super::pawn_moves;
use crate::betza::{Betza, Leap};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::geometry::between;
use crate::role::{MAX_ROLES, Role};
use crate::spec::VariantSpec;
use crate::square::Square;

/// Most classes of leapers. Pieces with the same leaps share a class: knight, centaur and champion. If a variant has more
/// different sets of leaps, the last class contains all the rest, and each of its leaps names its roles.
pub const MAX_LEAP_CLASSES: usize = 8;

// One letter A to Z for each role: a variant cannot have more roles than a move can name.
const _: () = assert!(26 <= MAX_ROLES);

/// The movement bitboards of a position. All orthogonal sliders are on one, all diagonal sliders on another; a queen is on
/// both. Pawns, waiting pawns and each class of leapers have one each. [`RoleInfo::boards`] lists those of a role.
pub mod movement {
    /// Pieces that slide like a rook.
    pub const ORTHOGONAL: usize = 0;
    /// Pieces that slide like a bishop.
    pub const DIAGONAL: usize = 1;
    /// Pawns that can move.
    pub const PAWNS: usize = 2;
    /// Pawns that wait on their last rank.
    pub const WAITING: usize = 3;
    /// Pieces of leap class 0; those of the other classes follow.
    pub const LEAPS: usize = 4;
    /// How many movement bitboards there are at most.
    pub const COUNT: usize = LEAPS + super::MAX_LEAP_CLASSES;
    /// The most movement bitboards on which one piece can stand: both sliders and a class of leaps.
    pub const MOST: usize = 3;
}

/// Fills up [`RoleInfo::boards`].
const NO_BOARD: u8 = movement::COUNT as u8;

/// How the pieces of a role move, and the letter of the role.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "four independent facts, each asked by name")]
pub struct RoleInfo {
    /// Its letter, upper case.
    pub letter: char,
    /// Slides like a rook.
    pub orthogonal: bool,
    /// Slides like a bishop.
    pub diagonal: bool,
    /// Which of [`Variant::leap_classes`](crate::Variant::leap_classes) it leaps by.
    pub leap_class: Option<u8>,
    /// The movement bitboards on which its pieces stand; [`movement::COUNT`] fills the unused places.
    pub boards: [u8; movement::MOST],
    /// Never leaves the square color on which it stands.
    pub colorbound: bool,
    /// Moves as the orthodox knight and in no other way.
    pub knight: bool,
    /// How many White and Black have at the start.
    pub start_count: [u8; 2],
}

/// A set of leaps that one or more roles share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeapClass {
    /// The squares reached by true leaps from each square. A true leap cannot be blocked, moves and captures, and its reverse
    /// is a true leap too. So these are also the squares from which a square is reached, for both colors.
    pub leaps: [Bitboard; 128],
    /// All other leaps, of White's pieces and of Black's (turned by 180 degrees).
    pub special: [SpecialLeaps; 2],
    /// Whether a role of the class also slides to squares that it can leap to.
    pub overlaps_slides: bool,
    /// Whether some of its special leaps hop over pieces.
    pub hops: bool,
    /// Whether its pieces have different leaps. Then each leap names its [`roles`](SpecialLeap::roles).
    pub is_mixed: bool,
}

/// Special leaps: lame, hopping or directed ones, leaps only with or only without capture, and rides of such leaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpecialLeaps {
    /// The leaps from each square; empty in a class without special leaps.
    pub from: Vec<Vec<SpecialLeap>>,
    /// The leaps that capture on each square; `end` is their start. Empty in a class without special leaps.
    pub to: Vec<Vec<SpecialLeap>>,
    /// The ends of the leaps in `to` of each square, all roles together. Empty in a class without special leaps.
    pub starts: Vec<Bitboard>,
}

impl LeapClass {
    /// Whether it has special leaps.
    ///
    /// The cannon of Shako captures by a hop over one piece:
    ///
    /// ```
    /// use campione_core::{Bitboard, Color, Square, Variant};
    /// let shako = Variant::named("shako")?;
    /// let cannon = shako.all_roles().find(|&role| shako.role_name(role) == "cannon");
    /// let class = &shako.leap_classes()[usize::from(shako.role(cannon.unwrap()).leap_class.unwrap())];
    /// assert!(class.is_special());
    /// let [a1, a2, a3, a4]: [Square; 4] = ["a1", "a2", "a3", "a4"].map(|square| square.parse().unwrap());
    /// let hop = class.special_from(Color::White, a1).iter().find(|leap| leap.end == a4 && leap.captures).unwrap();
    /// assert!(hop.is_of(cannon) && hop.fits(true));
    /// assert!(hop.is_open(Bitboard::of(a2)) && hop.has_hurdle(Bitboard::of(a3)));
    /// assert!(!hop.is_open(Bitboard::EMPTY) && !hop.is_open(Bitboard::of(a2).with(a3)));
    /// assert!(class.special_to(Color::White, a4).iter().any(|leap| leap.end == a1));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn is_special(&self) -> bool {
        !self.special[0].from.is_empty()
    }

    /// The special leaps of pieces of `color` from `square`.
    #[inline(always)]
    pub fn special_from(&self, color: Color, square: Square) -> &[SpecialLeap] {
        self.special[color.index()].from.get(square.index()).map_or(&[], Vec::as_slice)
    }

    /// The special leaps by which pieces of `color` capture on `square`.
    #[inline(always)]
    pub fn special_to(&self, color: Color, square: Square) -> &[SpecialLeap] {
        self.special[color.index()].to.get(square.index()).map_or(&[], Vec::as_slice)
    }

    /// The squares from which pieces of `color` may capture on `square` by a special leap, if nothing is in the way. Where no
    /// piece of the class stands there, the leaps need not be looked at.
    #[inline(always)]
    pub fn special_starts(&self, color: Color, square: Square) -> Bitboard {
        self.special[color.index()].starts.get(square.index()).copied().unwrap_or(Bitboard::EMPTY)
    }
}

/// A leap with conditions: empty squares, a piece to hop over, or only with or only without capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpecialLeap {
    /// The other end of the leap.
    pub end: Square,
    /// The squares that must be empty.
    pub legs: Bitboard,
    /// Squares of which exactly one must be occupied; empty if it does not hop.
    pub hurdles: Bitboard,
    /// Whether it may go to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub captures: bool,
    /// The roles that have it, a bit for each.
    pub roles: u32,
}

impl SpecialLeap {
    /// Whether pieces of a role have it.
    #[inline(always)]
    pub fn is_of(&self, role: Option<Role>) -> bool {
        role.is_some_and(|role| self.roles & (1 << role.index()) != 0)
    }

    /// Whether nothing blocks it when pieces stand on `occupied`.
    #[inline(always)]
    pub fn is_open(&self, occupied: Bitboard) -> bool {
        !self.legs.intersects(occupied) && self.has_hurdle(occupied)
    }

    /// Whether the piece that it hops over is there, if it hops.
    #[inline(always)]
    pub fn has_hurdle(&self, occupied: Bitboard) -> bool {
        self.hurdles.is_empty() || (self.hurdles.intersects(occupied) && !(self.hurdles & occupied).several())
    }

    /// Whether it may go to an occupied square, or to an empty one.
    #[inline(always)]
    pub fn fits(&self, occupied: bool) -> bool {
        if occupied { self.captures } else { self.quiet }
    }
}

/// The letter of a piece's map key or of the pawn.
fn single_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
}

/// The roles of a variant and their movement tables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// See [`Variant::roles`](crate::Variant::roles).
    pub roles: Vec<RoleInfo>,
    /// See [`Variant::king_steps`](crate::Variant::king_steps).
    pub king_steps: [Bitboard; 128],
    /// See [`Variant::pawn_captors`](crate::Variant::pawn_captors).
    pub pawn_captors: [[Bitboard; 128]; 2],
    /// See [`Variant::king_is_orthodox`](crate::Variant::king_is_orthodox).
    pub orthodox_king: bool,
    /// See [`Variant::leap_classes`](crate::Variant::leap_classes).
    pub leap_classes: Vec<LeapClass>,
    /// See [`Variant::promotions`](crate::Variant::promotions).
    pub promotions: Vec<Role>,
}

impl Pieces {
    pub(super) fn compile(spec: &VariantSpec, board: Bitboard, faults: &mut Vec<VariantFault>) -> Pieces {
        let mut king = Vec::new();
        let mut others = Vec::new();
        let mut king_steps = [Bitboard::EMPTY; 128];
        let mut orthodox_king = false;
        let mut movements: Vec<(u32, Betza)> = Vec::new();
        for (key, piece) in &spec.piece {
            let Some(letter) = single_letter(key) else {
                faults.push(VariantFault::Letter { key: vec!["piece".to_owned(), key.clone()], letter: key.clone() });
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
                orthogonal: betza.orthogonal,
                diagonal: betza.diagonal,
                leap_class: None,
                boards: [
                    if betza.orthogonal { movement::ORTHOGONAL as u8 } else { NO_BOARD },
                    if betza.diagonal { movement::DIAGONAL as u8 } else { NO_BOARD },
                    NO_BOARD,
                ],
                colorbound: betza.is_colorbound(),
                knight: Betza::parse("N").is_ok_and(|knight| knight == betza),
                start_count: start_counts(spec, letter),
            };
            if piece.royal {
                if betza.orthogonal || betza.diagonal || betza.is_special() || betza.leaps.is_empty() {
                    let (letter, moves) = (key.clone(), piece.moves.clone());
                    faults.push(VariantFault::RoyalMoves { letter, moves });
                }
                orthodox_king = Betza::parse("K").is_ok_and(|orthodox| orthodox == betza);
                king_steps = LeapClass::compile(&[(1, betza)], board).leaps;
                king.push(info);
                continue;
            }
            if !betza.leaps.is_empty() {
                let class = movements.iter().position(|(_, known)| known.leaps == betza.leaps);
                let index = class.unwrap_or(movements.len());
                let board = index.min(MAX_LEAP_CLASSES - 1);
                info.leap_class = Some(board as u8);
                info.boards[2] = (movement::LEAPS + board) as u8;
                // King and pawn have the first numbers.
                let role = 1_u32 << ((others.len() + 2) % 32);
                match class.and_then(|class| movements.get_mut(class)) {
                    Some((roles, known)) => {
                        *roles |= role;
                        known.orthogonal |= betza.orthogonal;
                        known.diagonal |= betza.diagonal;
                    }
                    None => movements.push((role, betza)),
                }
            }
            others.push(info);
        }
        if king.len() != 1 {
            faults.push(VariantFault::Royal(king.len()));
        }
        let pawn_letter = single_letter(&spec.pawn.letter).unwrap_or_else(|| {
            let letter = spec.pawn.letter.clone();
            faults.push(VariantFault::Letter { key: ["pawn", "letter"].map(str::to_owned).to_vec(), letter });
            'P'
        });
        if spec.piece.contains_key(&spec.pawn.letter) {
            faults.push(VariantFault::PawnLetter(spec.pawn.letter.clone()));
        }
        let pawn = RoleInfo {
            letter: pawn_letter,
            orthogonal: false,
            diagonal: false,
            leap_class: None,
            boards: [movement::PAWNS as u8, NO_BOARD, NO_BOARD],
            colorbound: false,
            knight: false,
            start_count: start_counts(spec, pawn_letter),
        };
        let roles: Vec<RoleInfo> = king.into_iter().take(1).chain([pawn]).chain(others).collect();
        if spec.piece.len() + 1 > MAX_ROLES {
            faults.push(VariantFault::TooManyRoles(spec.piece.len() + 1));
        }
        let promotions = Pieces::promotions(spec, &roles, faults);
        let single = if movements.len() > MAX_LEAP_CLASSES { MAX_LEAP_CLASSES - 1 } else { movements.len() };
        let (single, rest) = movements.split_at(single);
        let mut leap_classes: Vec<LeapClass> = single.chunks(1).map(|one| LeapClass::compile(one, board)).collect();
        if !rest.is_empty() {
            leap_classes.push(LeapClass::compile(rest, board));
        }
        Pieces {
            roles,
            king_steps,
            pawn_captors: pawn_moves::captors(spec.pawn.kind, board),
            orthodox_king,
            leap_classes,
            promotions,
        }
    }

    /// The pieces of `by` on `board` that attack a square. Waiting pawns are not considered: no start position has any.
    pub(super) fn attackers(&self, board: &Board, target: Square, by: Color) -> Bitboard {
        let attacks = |from: Square, role: Role| {
            let (files, ranks) = (target.file().abs_diff(from.file()), target.rank().abs_diff(from.rank()));
            let clear = !between(from, target).intersects(board.occupied());
            let Some(info) = self.roles.get(role.index()) else { return false };
            let class = info.leap_class.and_then(|class| self.leap_classes.get(usize::from(class)));
            match role {
                Role::KING => self.king_steps[from.index()].contains(target),
                Role::PAWN => self.pawn_captors[by.index()][target.index()].contains(from),
                _ => {
                    (info.orthogonal && clear && (files == 0 || ranks == 0))
                        || (info.diagonal && clear && files == ranks)
                        || class.is_some_and(|class| {
                            class.leaps[from.index()].contains(target)
                                || class.special_to(by, target).iter().any(|leap| {
                                    leap.end == from && leap.is_of(Some(role)) && leap.is_open(board.occupied())
                                })
                        })
                }
            }
        };
        let pieces = board.iter().filter(|&(from, piece)| piece.color == by && attacks(from, piece.role));
        pieces.map(|(from, _)| from).collect()
    }

    fn promotions(spec: &VariantSpec, roles: &[RoleInfo], faults: &mut Vec<VariantFault>) -> Vec<Role> {
        let promotion = &spec.promotion;
        let mut promotions = Vec::new();
        for (index, letter) in promotion.to.chars().enumerate() {
            let role = roles.iter().position(|info| info.letter == letter).and_then(Role::from_index);
            let reason = match role {
                Some(Role::KING) => "is not a piece that a pawn can become: it is the king",
                Some(Role::PAWN) => "is not a piece that a pawn can become: it is the pawn",
                Some(role) if promotions.contains(&role) => "stands there twice",
                Some(role) => {
                    promotions.push(role);
                    continue;
                }
                // The fault of this piece is reported already.
                None if spec.piece.contains_key(&String::from(letter)) => continue,
                None => "is not a piece of the variant",
            };
            faults.push(VariantFault::PromotionLetter { letter, index, reason });
        }
        if promotion.to.is_empty()
            && (promotion.rank.is_some() || promotion.optional || promotion.from_stock || promotion.wait.is_some())
        {
            faults.push(VariantFault::NoPromotion);
        }
        let last = spec.board.ranks;
        if let Some(rank) = promotion.rank.filter(|rank| !(3..=last).contains(rank)) {
            faults.push(VariantFault::PromotionRank { rank, last });
        }
        if let Some(wait) = promotion.wait
            && (wait > 2
                || !promotion.from_stock
                || promotion.rank.is_some_and(|rank| rank != last)
                || promotion.optional
                || !promotion.limits.is_empty())
        {
            faults.push(VariantFault::Waiting);
        }
        if !promotion.limits.is_empty() && !promotion.from_stock {
            faults.push(VariantFault::LimitsWithoutStock);
        }
        let unknown = promotion.limits.keys().filter(|&&letter| !promotion.to.contains(letter));
        faults.extend(unknown.map(|&letter| VariantFault::Limit(letter)));
        let zone = promotion.rank.unwrap_or(last);
        let fits = |rank: u8, squares: u8| rank >= 2 && rank.saturating_add(squares) < zone;
        if spec.pawn.double_step {
            let ranks = spec.pawn.double_step_ranks.iter();
            let early = promotion.rank.filter(|promotes| (3..last).contains(promotes));
            faults.extend(ranks.filter(|&&rank| !fits(rank, 2)).map(|&rank| match early {
                // The file most likely leaves the usual rank as it is.
                Some(promotes) if rank == 2 => VariantFault::PromotionTooEarly { promotes },
                promotes => VariantFault::DoubleStepRank { rank, promotes },
            }));
        }
        for (&squares, ranks) in &spec.pawn.long_steps {
            let Some(number) = squares.to_digit(10).filter(|&number| number > 2) else {
                faults.push(VariantFault::LongStep(squares));
                continue;
            };
            for &rank in ranks.iter().filter(|&&rank| !fits(rank, number as u8)) {
                faults.push(VariantFault::LongStepRank { squares, rank });
            }
        }
        promotions
    }
}

/// How many pieces of a letter each side has at the start.
fn start_counts(spec: &VariantSpec, letter: char) -> [u8; 2] {
    let count = |text: &str, wanted: char| text.chars().filter(|&piece| piece == wanted).count() as u8;
    let small = letter.to_ascii_lowercase();
    match &spec.board.start {
        Some(start) => [count(start, letter), count(start, small)],
        None if single_letter(&spec.pawn.letter) == Some(letter) => [spec.board.files; 2],
        None => [count(&spec.board.array.to_ascii_uppercase(), letter); 2],
    }
}

impl LeapClass {
    /// The tables for the leaps of one or more movements on a board, each with its roles.
    /// The slides of a movement are those of all roles that share its leaps.
    fn compile(movements: &[(u32, Betza)], board: Bitboard) -> LeapClass {
        let is_mixed = movements.len() > 1;
        let mut class = LeapClass {
            leaps: [Bitboard::EMPTY; 128],
            special: Default::default(),
            overlaps_slides: false,
            hops: movements.iter().any(|(_, betza)| betza.hops()),
            is_mixed,
        };
        if is_mixed || movements.iter().any(|(_, betza)| betza.is_special()) {
            for leaps in &mut class.special {
                (leaps.from, leaps.to) = (vec![Vec::new(); 128], vec![Vec::new(); 128]);
                leaps.starts = vec![Bitboard::EMPTY; 128];
            }
        }
        for (roles, betza) in movements {
            class.overlaps_slides |= betza.leaps.iter().any(|leap| {
                let (files, ranks) = leap.to;
                (betza.orthogonal && (files == 0 || ranks == 0)) || (betza.diagonal && files.abs() == ranks.abs())
            });
            for leap in &betza.leaps {
                let plain = !is_mixed && betza.is_symmetric(leap);
                for from in board {
                    class.add(from, leap, plain, *roles, board);
                }
            }
        }
        class
    }

    /// Adds a leap from a square: a true one that goes both ways, or a special one.
    fn add(&mut self, from: Square, leap: &Leap, plain: bool, roles: u32, board: Bitboard) {
        if plain {
            let to = from.offset(leap.to.0, leap.to.1).filter(|&to| board.contains(to));
            self.leaps[from.index()] |= to.map_or(Bitboard::EMPTY, Bitboard::of);
            return;
        }
        for (sign, leaps) in [1, -1].into_iter().zip(&mut self.special) {
            let turned = |(files, ranks): (i8, i8)| from.offset(sign * files, sign * ranks);
            let Some(to) = turned(leap.to).filter(|&to| board.contains(to)) else { continue };
            let squares = |passed: &[(i8, i8)]| passed.iter().filter_map(|&leg| turned(leg)).collect();
            let (legs, hurdles) = (squares(&leap.legs), squares(&leap.hurdles));
            let special = SpecialLeap { end: to, legs, hurdles, quiet: leap.quiet, captures: leap.captures, roles };
            leaps.from[from.index()].push(special);
            if leap.captures {
                leaps.to[to.index()].push(SpecialLeap { end: from, ..special });
                leaps.starts[to.index()] |= Bitboard::of(from);
            }
        }
    }
}
