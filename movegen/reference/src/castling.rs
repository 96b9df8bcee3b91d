//! Castling in all its forms, and the king's leap.

use crate::Position;
use crate::board::{Square, files_between, files_from_to};
use crate::moves::Move;
use crate::rules::{Castling, Safe, Targets};

/// Where king and partner come from and go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castle {
    pub king_from: Square,
    pub king_to: Square,
    pub partner_from: Square,
    pub partner_to: Square,
    pub free: bool,
}

impl Position<'_> {
    /// A right says that king and partner have not moved, so both stand on their start squares.
    pub(crate) fn add_castlings(&self, moves: &mut Vec<Move>) {
        let king = self.king(self.turn).file;
        for partner in (0..self.game.files).filter(|&file| self.rights[self.turn.index()][file as usize]) {
            let own = self.game.castlings[self.turn.index()].iter();
            for castling in own.filter(|castling| castling.is_of(king, partner)) {
                for to in castling.targets.of(king, partner) {
                    self.add_castling(castling, (king, partner), to, moves);
                }
            }
        }
    }

    /// Adds the castling of king and partner from one pair of files to another, if it is allowed.
    fn add_castling(
        &self,
        castling: &Castling,
        (king, partner): (i8, i8),
        (king_to, partner_to): (i8, i8),
        moves: &mut Vec<Move>,
    ) {
        let rank = self.game.king_start(self.turn).rank;
        let square = |file| Square::new(file, rank);
        let no_third_piece = |file: i8| file == king || file == partner || self.is_empty(square(file));
        let way_is_free = files_between(king, partner).all(no_third_piece)
            && files_from_to(king, king_to).all(no_third_piece)
            && files_from_to(partner, partner_to).all(no_third_piece);
        if !way_is_free || (self.in_check() && !castling.in_check) {
            return;
        }
        let safe: Vec<i8> = match castling.safe {
            Safe::Path => files_from_to(king, king_to).collect(),
            Safe::ToPartner => files_from_to(king, partner).chain(files_from_to(king, king_to)).collect(),
            Safe::Crossing => files_between(king, king_to).collect(),
        };
        let without = self.without_king(self.turn);
        let enemy = self.turn.other();
        // `in_check` says whether the king's start may be attacked.
        if safe.into_iter().any(|file| file != king && without.attacked(square(file), enemy)) {
            return;
        }
        moves.push(Move::Castle(Castle {
            king_from: square(king),
            king_to: square(king_to),
            partner_from: square(partner),
            partner_to: square(partner_to),
            free: matches!(castling.targets, Targets::Free { .. }),
        }));
    }

    /// "The king that has not moved jumps `distance` squares straight forward or sideways to an empty square."
    pub(crate) fn add_kings_leaps(&self, moves: &mut Vec<Move>) {
        let Some(leap) = self.game.leap.filter(|_| self.leap_right[self.turn.index()]) else { return };
        if self.in_check() && !leap.in_check {
            return;
        }
        let from = self.king(self.turn);
        let mut targets = Vec::new();
        if leap.forward {
            targets.push(from.plus(0, leap.distance * self.turn.forward()));
        }
        if leap.sideways {
            targets.push(from.plus(-leap.distance, 0));
            targets.push(from.plus(leap.distance, 0));
        }
        let without = self.without_king(self.turn);
        for to in targets.into_iter().filter(|&to| self.game.is_on_board(to)) {
            let over = leapt_over(from, to);
            let may_pass = leap.over_pieces || over.iter().all(|&square| self.is_empty(square));
            let may_land = self.is_empty(to) || (leap.captures && self.is_capturable(to));
            let is_safe = !over.iter().any(|&square| without.attacked(square, self.turn.other()));
            if may_pass && may_land && is_safe {
                moves.push(Move::KingsLeap { from, to });
            }
        }
    }

    /// Whether an ordinary move or a leap of the king alone also leads there.
    fn king_goes_otherwise(&self, from: Square, to: Square) -> bool {
        let (files, ranks) = (to.file - from.file, to.rank - from.rank);
        let step = (files * self.turn.forward(), ranks * self.turn.forward());
        let moves = self.game.movement(self.game.king).iter().any(|part| part.steps.contains(&step));
        let leaps = self.game.leap.is_some_and(|leap| leap.sideways && files.abs() == leap.distance);
        moves || leaps
    }

    /// NOTATION.md, "Moves": the king's coordinates, unless they alone would hide that it castles.
    pub(crate) fn castle_text(&self, castle: Castle) -> String {
        let Castle { king_from, king_to, partner_from, partner_to, free } = castle;
        if free {
            return format!("{king_from}{king_to},{partner_from}{partner_to}");
        }
        if self.game.king_takes_rook {
            return format!("{king_from}{partner_from}");
        }
        let is_step = (king_to.file - king_from.file).abs() < 2 || self.king_goes_otherwise(king_from, king_to);
        format!("{king_from}{king_to}{}", if is_step { "k" } else { "" })
    }
}

impl Targets {
    /// The files to which king and partner may go from theirs.
    fn of(self, king: i8, partner: i8) -> Vec<(i8, i8)> {
        let (crossing, beside, shortest, longest) = match self {
            Targets::Fixed { king, partner } => return vec![(king, partner)],
            Targets::Free { crossing, beside, shortest, longest } => (crossing, beside, shortest, longest),
        };
        let far = (partner - king).abs();
        let file = |steps: i8| king + steps * (partner - king).signum();
        let mut found = Vec::new();
        // "The king goes to any square from the one next to it up to the partner's own."
        // "The fewest and the most squares that the king goes."
        for king_to in shortest..=far.min(longest) {
            // "The partner to any square from the king's start on toward its own start, at least one square from
            // there."
            for partner_to in 0..far {
                // "It ends nearer to the king's start than the king, or at least not on the same square."
                let ends = partner_to < king_to || (!crossing && partner_to != king_to);
                // "Beside the king, on the king's former side of it."
                if if beside { partner_to == king_to - 1 } else { ends } {
                    found.push((file(king_to), file(partner_to)));
                }
            }
        }
        found
    }
}

/// The squares between the start and the end of a king's leap.
pub(crate) fn leapt_over(from: Square, to: Square) -> Vec<Square> {
    let step = ((to.file - from.file).signum(), (to.rank - from.rank).signum());
    let mut over = Vec::new();
    let mut square = from.plus(step.0, step.1);
    while square != to {
        over.push(square);
        square = square.plus(step.0, step.1);
    }
    over
}
