//! Validation: from a [`Setup`] to a [`Position`].

use std::fmt;

use campione_core::{
    Bitboard, Color, MAX_ROLES, RightName, Rights, Role, Setup, SetupField, Square, Variant, movement,
};
use smallvec::SmallVec;
use thiserror::Error;

use crate::attacks::{SliderTables, dispatch};
use crate::generate::FirstEnPassant;
use crate::position::{Position, State};
use crate::waiting::Waiting;
use crate::zobrist;

/// One reason why a setup is not a position of its variant, without the field that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionFault {
    /// A piece on a square that the board does not have, or of a role that the variant does not have.
    #[error("no piece of {variant} can stand on {square}")]
    OffBoard {
        /// The square.
        square: Square,
        /// Id of the variant.
        variant: String,
    },
    /// Not exactly one king.
    #[error("{color} has {count} kings; a side needs exactly one")]
    Kings {
        /// The side.
        color: Color,
        /// The number of its kings.
        count: u32,
    },
    /// A pawn on its own first rank.
    #[error("a {color} pawn cannot stand on {square}, its own first rank")]
    PawnOnFirstRank {
        /// The side.
        color: Color,
        /// The square.
        square: Square,
    },
    /// A pawn on its last rank in a variant where pawns promote on arrival.
    #[error("a {color} pawn cannot stand on {square}, where it promotes")]
    PawnOnLastRank {
        /// The side.
        color: Color,
        /// The square.
        square: Square,
    },
    /// A pawn on its last rank that is not listed as waiting.
    #[error("the {color} pawn on {square} is on its last rank and must be listed, such as `{square}:0`")]
    NotListed {
        /// The side.
        color: Color,
        /// The square.
        square: Square,
    },
    /// A waiting pawn in a variant without waiting pawns.
    #[error("pawns do not wait in {variant}; leave the field out")]
    NoWaiting {
        /// Id of the variant.
        variant: String,
    },
    /// A listed square that is not on a last rank or holds no pawn.
    #[error("no pawn stands on {square} on its last rank")]
    NoPawnWaits {
        /// The square.
        square: Square,
    },
    /// A pawn listed twice.
    #[error("{square} is listed twice")]
    ListedTwice {
        /// The square.
        square: Square,
    },
    /// Waits that cannot occur together, or are too long.
    #[error("the waits of {color} must not fall along the list, be at most {longest}, and only 0 may occur twice")]
    Waits {
        /// The side.
        color: Color,
        /// The wait of a pawn that has just arrived.
        longest: u8,
    },
    /// The side not to move is in check.
    #[error("{color} is in check but not to move")]
    OpponentInCheck {
        /// The side.
        color: Color,
    },
    /// A right whose king or partner is not on its start square.
    #[error("{right}: king and partner must stand on their start squares", right = right_text(*.0))]
    Right(RightName),
    /// A right that a check has already taken away.
    #[error("{color} is in check and so has lost its rights (RULES.md §4): leave them out")]
    RightsInCheck {
        /// The side.
        color: Color,
    },
    /// An en-passant square in a variant without en passant.
    #[error("{variant} has no en passant; write `-`")]
    NoEnPassant {
        /// Id of the variant.
        variant: String,
    },
    /// An en-passant square that no double step can have passed.
    #[error("no double step can just have passed {square}: {reason}")]
    EnPassant {
        /// The square.
        square: Square,
        /// Why it cannot be.
        reason: &'static str,
    },
}

campione_core::codes!(PositionFault {
    OffBoard => "position.off-board",
    Kings => "position.kings",
    PawnOnFirstRank => "position.pawn-on-first-rank",
    PawnOnLastRank => "position.pawn-on-last-rank",
    NotListed => "position.not-listed",
    NoWaiting => "position.no-waiting",
    NoPawnWaits => "position.no-pawn-waits",
    ListedTwice => "position.listed-twice",
    Waits => "position.waits",
    OpponentInCheck => "position.opponent-in-check",
    Right => "position.right",
    RightsInCheck => "position.rights-in-check",
    NoEnPassant => "position.no-en-passant",
    EnPassant => "position.en-passant",
});

impl PositionFault {
    /// The name of the field, `: `, and what is wrong.
    pub fn message(&self) -> String {
        format!("{}: {self}", self.field().words())
    }

    /// The field that it is about.
    pub const fn field(&self) -> SetupField {
        match self {
            PositionFault::OffBoard { .. }
            | PositionFault::Kings { .. }
            | PositionFault::PawnOnFirstRank { .. }
            | PositionFault::PawnOnLastRank { .. } => SetupField::Placement,
            PositionFault::NotListed { .. }
            | PositionFault::NoWaiting { .. }
            | PositionFault::NoPawnWaits { .. }
            | PositionFault::ListedTwice { .. }
            | PositionFault::Waits { .. } => SetupField::Waiting,
            PositionFault::OpponentInCheck { .. } => SetupField::Side,
            PositionFault::Right(_) | PositionFault::RightsInCheck { .. } => SetupField::Castling,
            PositionFault::NoEnPassant { .. } | PositionFault::EnPassant { .. } => SetupField::EnPassant,
        }
    }
}

fn right_text(right: RightName) -> String {
    match right {
        RightName::Partner(color, square) => format!("{color} has no right with a partner on {square}"),
        RightName::Leap(color) => format!("{color} has no right to a king's leap"),
    }
}

/// All reasons why a setup is not a position of its variant.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct PositionFaults(pub Vec<PositionFault>);

impl fmt::Display for PositionFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&fault.message())?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionFaults {}

impl Position {
    /// Checks a setup and makes it a position.
    ///
    /// An en-passant square that no pawn could pseudo-legally capture on is accepted and ignored.
    ///
    /// # Errors
    /// Every fault found, not only the first.
    pub fn new(setup: &Setup, variant: Variant) -> Result<Position, PositionFaults> {
        match Position::if_plain(setup, variant) {
            Some(position) => {
                debug_assert!(
                    Position::with_faults(setup, variant)
                        .is_ok_and(|other| other == position && other.key == position.key),
                    "{setup:?}"
                );
                Ok(position)
            }
            None => Position::with_faults(setup, variant),
        }
    }

    /// The position of a setup without waiting pawns and without faults. `None` says nothing: [`Position::with_faults`]
    /// then decides. Most setups are of this kind, and this takes a third of the time, because it collects nothing and
    /// visits each piece once.
    #[inline(always)]
    fn if_plain(setup: &Setup, variant: Variant) -> Option<Position> {
        let mut position = Position::unchecked(setup, variant);
        let mut key = 0;
        let mut kings = [0; 2];
        let roles = variant.roles();
        // The pieces of each role, because a role stands on up to three movement bitboards.
        let mut stand = [Bitboard::EMPTY; MAX_ROLES];
        for (square, piece) in &setup.board {
            let (color, at) = (piece.color.index(), Bitboard::of(square));
            *stand.get_mut(..roles.len())?.get_mut(piece.role.index())? |= at;
            position.state.colors[color] |= at;
            position.roles[square.index()] = piece.role.index() as u8 + 1;
            key ^= zobrist::piece(piece.color, piece.role, square);
            if piece.role == Role::KING {
                kings[color] += 1;
                position.state.kings[color] = square;
            }
        }
        for (role, pieces) in roles.iter().zip(stand) {
            position.state.toggle(role.boards, pieces);
        }
        let pawns = position.state.boards[movement::PAWNS];
        let ends = variant.last_rank(Color::White) | variant.last_rank(Color::Black);
        // A pawn on a last rank may wait there, be a fault, or be stuck: that is for the other way.
        let fits = (position.occupied() - variant.board()).is_empty() && (pawns & ends).is_empty();
        if kings != [1, 1] || !fits || !setup.waiting.is_empty() {
            return None;
        }
        position.take_rights(setup)?;
        let (idle, color) = (!setup.turn, setup.turn);
        let held = !position.state.rights[color.index()].is_empty();
        if position.attackers_to(position.king(idle), color).any()
            || held && variant.rights_lost_by_check() && position.in_check()
        {
            return None;
        }
        if setup.en_passant.is_some() {
            let mut faults = Vec::new();
            position.set_en_passant(setup, &mut faults);
            if !faults.is_empty() {
                return None;
            }
        }
        position.key = key;
        position.complete(setup);
        Some(position)
    }

    /// Sets the rights; `None` if one of them cannot be held.
    fn take_rights(&mut self, setup: &Setup) -> Option<()> {
        for color in Color::ALL {
            let mut partners: SmallVec<[Square; 8]> = SmallVec::new();
            let mut leaps = false;
            for &right in setup.rights.iter().filter(|right| right.color() == color) {
                match right {
                    RightName::Partner(_, square) => partners.push(square),
                    RightName::Leap(_) => leaps = true,
                }
            }
            if partners.is_empty() && !leaps {
                continue;
            }
            let side = self.variant.castling(color, self.king(color), &partners)?;
            let mut rights = Rights::NONE;
            for square in partners {
                let right = side.right_of_partner(square)?;
                let stands = self.state.colors[color.index()].contains(square)
                    && self.role_at(square) == right.partner.map(|partner| partner.role);
                stands.then_some(())?;
                rights |= right.set;
            }
            if leaps {
                rights |= side.right_to_leap()?.set;
            }
            self.castling[color.index()] = side;
            self.state.rights[color.index()] = rights;
        }
        Some(())
    }

    /// Adds to the position, and to the key of its pieces, what follows from all else.
    fn complete(&mut self, setup: &Setup) {
        let first = |square| dispatch(FirstEnPassant { view: self.view(), us: setup.turn, square });
        self.state.en_passant = self.passed.and_then(first);
        let turn = if setup.turn == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        let en_passant = self.en_passant_key();
        let [white, black] = Color::ALL.map(|color| self.rights_key(color, self.state.rights[color.index()]));
        self.key ^= turn ^ en_passant ^ white ^ black;
    }

    /// A position without pieces and rights.
    fn unchecked(setup: &Setup, variant: Variant) -> Position {
        Position {
            variant,
            tables: SliderTables::for_board(variant.files(), variant.ranks()),
            castling: Color::ALL.map(|color| variant.default_castling(color)),
            state: State {
                boards: [Bitboard::EMPTY; movement::COUNT + 1],
                colors: [Bitboard::EMPTY; 2],
                kings: [Square::wrapping(0); 2],
                turn: setup.turn,
                en_passant: None,
                passer: Square::wrapping(0),
                rights: [Rights::NONE; 2],
            },
            passed: None,
            roles: [0; 128],
            waiting: Waiting::default(),
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            key: 0,
        }
    }

    /// Checks a setup fault by fault.
    #[cold]
    fn with_faults(setup: &Setup, variant: Variant) -> Result<Position, PositionFaults> {
        let mut faults = Vec::new();
        let mut position = Position::unchecked(setup, variant);
        position.place_pieces(setup, &mut faults);
        position.set_waiting(setup, &mut faults);
        // A king that is missing would be taken to stand on a1, and what follows would be nonsense.
        let kings_stand = faults.is_empty();
        position.set_rights(setup, &mut faults);
        if kings_stand {
            let idle = !setup.turn;
            if position.attackers_to(position.king(idle), setup.turn).any() {
                faults.push(PositionFault::OpponentInCheck { color: idle });
            }
            let color = setup.turn;
            if variant.rights_lost_by_check() && !position.state.rights[color.index()].is_empty() && position.in_check()
            {
                faults.push(PositionFault::RightsInCheck { color });
            }
        }
        position.set_en_passant(setup, &mut faults);
        if faults.is_empty() {
            let first = |square| dispatch(FirstEnPassant { view: position.view(), us: setup.turn, square });
            position.state.en_passant = position.passed.and_then(first);
            position.key = position.compute_key();
            Ok(position)
        } else {
            Err(PositionFaults(faults))
        }
    }

    fn place_pieces(&mut self, setup: &Setup, faults: &mut Vec<PositionFault>) {
        let variant = self.variant;
        let mut kings = [0; 2];
        for (square, piece) in &setup.board {
            let color = piece.color;
            if !variant.board().contains(square) || piece.role.index() >= variant.roles().len() {
                faults.push(PositionFault::OffBoard { square, variant: variant.id().to_owned() });
                continue;
            }
            if piece.role == Role::PAWN && variant.last_rank(!color).contains(square) {
                faults.push(PositionFault::PawnOnFirstRank { color, square });
            }
            let ends = piece.role == Role::PAWN && variant.last_rank(color).contains(square);
            let waits = ends && variant.promotion_wait().is_some();
            if ends && !waits && variant.promotion_zone(color).contains(square) {
                faults.push(PositionFault::PawnOnLastRank { color, square });
            }
            if piece.role == Role::KING {
                kings[color.index()] += 1;
                self.state.kings[color.index()] = square;
            }
            self.state.colors[color.index()] |= Bitboard::of(square);
            self.roles[square.index()] = piece.role.index() as u8 + 1;
            let at = Bitboard::of(square);
            if waits {
                self.state.boards[movement::WAITING] |= at;
            } else {
                self.state.toggle(variant.role(piece.role).boards, at);
            }
        }
        for color in Color::ALL {
            let count = kings[color.index()];
            if count != 1 {
                faults.push(PositionFault::Kings { color, count });
            }
        }
    }

    fn set_waiting(&mut self, setup: &Setup, faults: &mut Vec<PositionFault>) {
        let variant = self.variant;
        let Some(longest) = variant.promotion_wait() else {
            if !setup.waiting.is_empty() {
                faults.push(PositionFault::NoWaiting { variant: variant.id().to_owned() });
            }
            return;
        };
        let mut listed = Bitboard::EMPTY;
        let mut last_wait = [0; 2];
        for pawn in &setup.waiting {
            let square = pawn.square;
            let color = if self.state.colors[0].contains(square) { Color::White } else { Color::Black };
            if listed.contains(square) {
                faults.push(PositionFault::ListedTwice { square });
                continue;
            }
            listed = listed.with(square);
            if !self.state.boards[movement::WAITING].contains(square) {
                faults.push(PositionFault::NoPawnWaits { square });
                continue;
            }
            let last = &mut last_wait[color.index()];
            // Waits fall together, and a turn brings one pawn: so only waits that are over can be equal.
            if pawn.wait > longest || pawn.wait < *last || (pawn.wait == *last && pawn.wait > 0) {
                faults.push(PositionFault::Waits { color, longest });
                continue;
            }
            *last = pawn.wait;
            self.waiting.push(color, square.file(), pawn.wait);
        }
        for square in self.state.boards[movement::WAITING] - listed {
            let color = if self.state.colors[0].contains(square) { Color::White } else { Color::Black };
            faults.push(PositionFault::NotListed { color, square });
        }
    }

    fn set_rights(&mut self, setup: &Setup, faults: &mut Vec<PositionFault>) {
        for color in Color::ALL {
            let mut partners = Vec::new();
            let mut leaps = false;
            for &right in &setup.rights {
                match right {
                    RightName::Partner(owner, square) if owner == color => partners.push(square),
                    RightName::Leap(owner) if owner == color => leaps = true,
                    _ => {}
                }
            }
            if partners.is_empty() && !leaps {
                continue;
            }
            // One at a time, so that every right that cannot be held is reported.
            let mut held = Vec::new();
            for square in partners {
                held.push(square);
                let stands = self.variant.castling(color, self.king(color), &held).is_some_and(|side| {
                    let role =
                        side.right_of_partner(square).and_then(|right| right.partner).map(|partner| partner.role);
                    self.state.colors[color.index()].contains(square) && self.role_at(square) == role
                });
                if !stands {
                    held.pop();
                    faults.push(PositionFault::Right(RightName::Partner(color, square)));
                }
            }
            let side = self.variant.castling(color, self.king(color), &held);
            if let Some(side) = side {
                self.castling[color.index()] = side;
                for square in held {
                    self.state.rights[color.index()] |=
                        side.right_of_partner(square).map_or(Rights::NONE, |right| right.set);
                }
            }
            if leaps {
                match side.and_then(|side| side.right_to_leap()) {
                    Some(right) => self.state.rights[color.index()] |= right.set,
                    None => faults.push(PositionFault::Right(RightName::Leap(color))),
                }
            }
        }
    }

    fn set_en_passant(&mut self, setup: &Setup, faults: &mut Vec<PositionFault>) {
        let Some(square) = setup.en_passant else { return };
        if !self.variant.en_passant() {
            faults.push(PositionFault::NoEnPassant { variant: self.variant.id().to_owned() });
            return;
        }
        let mover = !self.state.turn;
        let made = |&(from, to): &(Square, Square)| {
            self.own_pawns(mover).contains(to)
                && setup.passer.is_none_or(|passer| passer == to)
                && self.variant.way_of_first_step(mover, from, to).all(|at| !self.occupied().contains(at))
        };
        let mut steps = self.variant.first_steps_over(mover, square).filter(made);
        let Some((from, to)) = steps.next() else {
            faults.push(PositionFault::EnPassant { square, reason: self.why_no_step_over(square, setup) });
            return;
        };
        if steps.any(|(_, other)| other != to) {
            let reason = "two pawns may have passed it: write the square of the one that did behind it";
            faults.push(PositionFault::EnPassant { square, reason });
            return;
        }
        // Squares that the pawn passed before this one do not count.
        let before = self.variant.way_of_first_step(mover, from, to).take_while(|&at| at != square).last();
        self.passed = self.state.passed(self.variant, mover, before.unwrap_or(from), to);
        self.state.passer = to;
    }

    /// Why no pawn of the side that has moved can have passed a square.
    fn why_no_step_over(&self, square: Square, setup: &Setup) -> &'static str {
        let mover = !self.state.turn;
        let steps: Vec<(Square, Square)> = self.variant.first_steps_over(mover, square).collect();
        let standing: Vec<_> = steps.iter().filter(|(_, to)| self.own_pawns(mover).contains(*to)).collect();
        if steps.is_empty() {
            "it is not on the rank that pawns pass"
        } else if standing.is_empty() {
            "no pawn stands before it"
        } else if standing.iter().all(|(from, _)| self.occupied().contains(*from)) {
            "the pawn's start square is occupied"
        } else if self.occupied().contains(square) {
            "it is occupied"
        } else if setup.passer.is_some() {
            "the pawn that is named cannot have passed it"
        } else {
            "another square on the pawn's way is occupied"
        }
    }

    /// The pawns of a side that can move.
    fn own_pawns(&self, color: Color) -> Bitboard {
        self.state.boards[movement::PAWNS] & self.by_color(color)
    }
}
