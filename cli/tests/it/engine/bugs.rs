//! Bugs that move generators for these games have.

use super::board::{At, Board, Position, name, squares};

/// A position, and what a bug remembers.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) position: Position,
    /// The move that led here.
    last: Option<String>,
    /// Castling rights that existed earlier.
    held: String,
}

impl State {
    pub(crate) fn new(position: Position) -> State {
        let held = Board::of(&position).rights.replace('-', "");
        State { position, last: None, held }
    }
}

macro_rules! bugs {
    ($($(#[$doc:meta])* $bug:ident $name:literal)*) => {
        /// A bug. Each variant is described by the wrong behavior.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Bug {
            $($(#[$doc])* $bug),*
        }

        impl Bug {
            pub(crate) fn named(name: &str) -> Option<Bug> {
                match name {
                    $($name => Some(Bug::$bug),)*
                    _ => None,
                }
            }
        }
    };
}

bugs! {
    /// The double step is allowed in check beside an enemy pawn.
    DoubleStepInCheck "double-step-in-check"
    /// Pawns capture en passant in a variant without this rule.
    EnPassant "en-passant"
    /// The capture en passant may leave the king in check.
    EnPassantPin "en-passant-pin"
    /// After a double step that is played, capture en passant is not possible.
    ForgetsEnPassant "forgets-en-passant"
    /// Free castling goes to only one pair of squares on each side.
    FixedCastling "fixed-castling"
    /// No castling out of check.
    NoCastlingInCheck "no-castling-in-check"
    /// The king does not leap over pieces.
    NoLeapOverPieces "no-leap-over-pieces"
    /// The king captures by its leap.
    LeapCaptures "leap-captures"
    /// The centurion does not leap over pieces straight or diagonally.
    LameCenturion "lame-centurion"
    /// The centaur has lost its knight's move.
    CentaurWithoutKnight "centaur-without-knight"
    /// A check does not remove castling rights.
    RightsAfterCheck "rights-after-check"
    /// Black's king castles to the files of White's king.
    BlackCastlesAsWhite "black-castles-as-white"
    /// When a rook that blocks an attack castles, the attack on the king is not noticed.
    NoShield "no-shield"
    /// Castlings in which the king moves fewer than two squares are missing.
    NoShortCastling "no-short-castling"
    /// Castling needs only the king's way to be safe.
    RookWayAttacked "rook-way-attacked"
    /// Waiting pawns are captured.
    WaitingCaptured "waiting-captured"
    /// Waiting pawns promote a turn early.
    EarlyPromotion "early-promotion"
    /// Waiting pawns promote to pieces that were never lost.
    NoStock "no-stock"
    /// No pawn becomes the piece with the letter C.
    NoPromotionToC "no-promotion-to-c"
    /// A right outlives the rook, if another rook stands there later.
    RightOutlivesRook "right-outlives-rook"
    /// Checks are not blocked.
    NoBlocks "no-blocks"
    /// No piece moves to the last file.
    NoLastFile "no-last-file"
    /// Every castling is listed twice.
    CastlingTwice "castling-twice"
    /// The king castles over an attacked square.
    CastlesThroughCheck "castles-through-check"
    /// No pawn is promoted when it captures.
    NoPromotionByCapture "no-promotion-by-capture"
    /// In double check, other pieces than the king parry one of the two checks.
    OneOfTwoChecks "one-of-two-checks"
    /// Pawns on the first file capture beyond the edge, on the last file of their own rank.
    CapturesBeyondTheEdge "captures-beyond-the-edge"
}

/// All moves with the states after them; `None` if the position is impossible.
pub(crate) fn moves(bug: Option<Bug>, variant: &str, state: &State) -> Vec<(String, Option<State>)> {
    let position = &state.position;
    let board = Board::of(position);
    let mut list: Vec<(String, Option<Position>)> =
        (position.legal_moves().into_iter()).map(|(text, after)| (text, Some(after))).collect();
    if let Some(bug) = bug {
        let case = Case { variant, state, board: &board, checked: position.in_check() };
        list.retain(|(text, _)| !case.lacks(bug, text));
        for (text, after) in case.adds(bug, &list) {
            let again = bug == Bug::CastlingTwice || !list.iter().any(|(known, _)| *known == text);
            if again {
                list.push((text, after));
            }
        }
        for (_, after) in &mut list {
            if let Some(changed) = after.as_ref().and_then(|after| case.plays(bug, after)) {
                *after = Some(changed);
            }
        }
    }
    list.into_iter()
        .map(|(text, after)| {
            let next = after.map(|position| {
                let mut held = state.held.clone();
                // The bug knows at least that a king's move ends the rights.
                let king = squares(&text)[0] == board.king();
                held.retain(|right| !king || right.is_ascii_uppercase() != board.white);
                let rights = Board::of(&position).rights;
                held.extend(rights.chars().filter(|&right| right != '-' && !state.held.contains(right)));
                State { position, last: Some(text.clone()), held }
            });
            (text, next)
        })
        .collect()
}

struct Case<'a> {
    variant: &'a str,
    state: &'a State,
    board: &'a Board,
    checked: bool,
}

type Added = Vec<(String, Option<Position>)>;

impl Case<'_> {
    /// Whether the bug makes a legal move disappear.
    fn lacks(&self, bug: Bug, text: &str) -> bool {
        let board = self.board;
        let at = squares(text);
        let (from, to) = (at[0], at[1]);
        let piece = board.piece(from).map(|piece| piece.to_ascii_lowercase());
        let offset = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        let over = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
        let two = matches!(offset, (0 | 2, 2) | (2, 0));
        let (free, waits) = (at.len() > 3, text.contains(',') && at.len() < 4);
        match bug {
            Bug::FixedCastling => free && !(offset == (2, 0) && (at[3].0 - to.0).abs() == 1),
            Bug::NoCastlingInCheck => self.checked && free,
            Bug::NoLeapOverPieces => piece == Some('k') && two && !free && !board.is_empty(over),
            Bug::LameCenturion => piece == Some('c') && two && !board.is_empty(over),
            Bug::CentaurWithoutKnight => piece == Some('a') && matches!(offset, (1, 2) | (2, 1)),
            Bug::NoShortCastling => text.ends_with('k'),
            Bug::NoPromotionToC => text.ends_with('c'),
            Bug::NoBlocks => self.checked && piece != Some('k') && board.is_empty(to),
            Bug::NoPromotionByCapture => {
                piece == Some('p') && offset.0 == 1 && !waits && text.ends_with(char::is_alphabetic)
            }
            Bug::NoLastFile => to.0 == board.files() - 1,
            Bug::BlackCastlesAsWhite => !board.white && piece == Some('k') && offset == (2, 0),
            _ => false,
        }
    }

    /// The moves that the bug adds. Those of them that are legal are already in `list`.
    fn adds(&self, bug: Bug, list: &Added) -> Added {
        match bug {
            Bug::DoubleStepInCheck => self.double_steps(),
            Bug::EnPassant => self.en_passant(self.passed_by_last()),
            Bug::EnPassantPin => {
                let passed = squares(&self.board.en_passant).first().copied();
                self.en_passant(passed).into_iter().map(|(text, _)| (text, None)).collect()
            }
            Bug::LeapCaptures => self.leap_captures(),
            Bug::BlackCastlesAsWhite if !self.board.white => {
                let legal = self.state.position.legal_moves().into_iter().map(|(text, _)| text);
                let castles = |text: &String| self.lacks(bug, text);
                let wrong = |text: String| (text.replace("d7", "e7").replace("h7", "i7"), None);
                legal.filter(castles).map(wrong).collect()
            }
            Bug::NoShield => {
                let castlings = self.castlings(&[("c", "d"), ("i", "h")], between);
                castlings.into_iter().map(|(text, _)| (text, None)).collect()
            }
            Bug::RookWayAttacked => self.castlings(&[("c", "d"), ("j", "i")], between),
            Bug::CastlesThroughCheck => self.castlings(&[("c", "d"), ("i", "h")], |king, to| vec![king, to]),
            Bug::OneOfTwoChecks => self.evasions_of_one_check(),
            Bug::CapturesBeyondTheEdge => self.captures_beyond_the_edge(),
            Bug::WaitingCaptured => self.captures_of_waiting(),
            Bug::EarlyPromotion => {
                let mut board = self.board.clone();
                for index in 0..board.waiting.len() {
                    let (at, wait) = board.waiting[index];
                    if board.piece(at) == Some(board.own('p')) {
                        board.waiting[index].1 = wait.saturating_sub(1);
                    }
                }
                let early = board.position(self.variant);
                early.map_or_else(Vec::new, |early| some(early.legal_moves()))
            }
            Bug::NoStock => self.promotions_to_anything(),
            Bug::RightOutlivesRook => {
                let more = self.with_rights(self.board.clone(), self.state.held.chars());
                more.map_or_else(Vec::new, |more| some(more.legal_moves()))
            }
            Bug::CastlingTwice => list.iter().filter(|(text, _)| self.board.is_castling(text)).cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// The position after a move, where the bug changes it.
    fn plays(&self, bug: Bug, after: &Position) -> Option<Position> {
        let mut board = Board::of(after);
        match bug {
            Bug::ForgetsEnPassant if board.en_passant != "-" => {
                "-".clone_into(&mut board.en_passant);
                board.position(self.variant)
            }
            Bug::RightsAfterCheck if self.checked => {
                let white = self.board.white;
                self.with_rights(board, self.state.held.chars().filter(|right| right.is_ascii_uppercase() == white))
            }
            _ => None,
        }
    }

    /// The position with additional `rights`, as far as king and partner stand on their start squares.
    fn with_rights(&self, mut board: Board, rights: impl Iterator<Item = char>) -> Option<Position> {
        for right in rights {
            let mut more = board.clone();
            more.rights = more.rights.replace('-', "");
            more.rights.push(right);
            if more.position(self.variant).is_some() {
                board = more;
            }
        }
        board.position(self.variant)
    }

    fn double_steps(&self) -> Added {
        let board = self.board;
        let pawns = board.find(board.own('p')).into_iter().filter(|pawn| pawn.1 == board.second_rank());
        let ahead = |pawn: At, steps: i32| (pawn.0, pawn.1 + steps * board.forward());
        let free = pawns.filter(|&pawn| board.is_empty(ahead(pawn, 1)) && board.is_empty(ahead(pawn, 2)));
        self.tried(free.map(|pawn| {
            let mut next = board.clone();
            next.shift(pawn, ahead(pawn, 2));
            (name(pawn) + &name(ahead(pawn, 2)), next)
        }))
    }

    /// The square that the last move passed, if it was a double step.
    fn passed_by_last(&self) -> Option<At> {
        let at = squares(self.state.last.as_deref()?);
        let (from, to) = (at[0], at[1]);
        let pawn = self.board.piece(to) == Some(self.board.enemy('p'));
        (pawn && (from.1 - to.1).abs() == 2).then_some((from.0, i32::midpoint(from.1, to.1)))
    }

    fn en_passant(&self, passed: Option<At>) -> Added {
        let Some(passed) = passed else { return Vec::new() };
        let board = self.board;
        let rank = passed.1 - board.forward();
        let pawns = [-1, 1].map(|side| (passed.0 + side, rank)).into_iter();
        let pawns: Vec<At> = pawns.filter(|&at| board.piece(at) == Some(board.own('p'))).collect();
        pawns
            .into_iter()
            .map(|pawn| {
                let mut next = board.clone();
                next.shift(pawn, passed);
                next.put((passed.0, rank), None);
                next.pass();
                (name(pawn) + &name(passed), next.position(self.variant))
            })
            .collect()
    }

    fn leap_captures(&self) -> Added {
        let board = self.board;
        if !board.rights.contains(board.own('l')) {
            return Vec::new();
        }
        let king = board.king();
        let targets = [(king.0, king.1 + 2 * board.forward()), (king.0 - 2, king.1), (king.0 + 2, king.1)];
        let enemy =
            |at: &At| board.piece(*at).is_some_and(|piece| board.is_enemy(piece) && !piece.eq_ignore_ascii_case(&'k'));
        self.tried(targets.into_iter().filter(enemy).map(|to| {
            let mut next = board.clone();
            next.shift(king, to);
            let white = board.white;
            next.rights.retain(|right| right.is_ascii_uppercase() != white);
            (name(king) + &name(to), next)
        }))
    }

    /// Castlings with the outermost rooks, to the files of king and rook on either side, in which only some squares must be safe.
    fn castlings(&self, targets: &[(&str, &str); 2], safe: fn(At, At) -> Vec<At>) -> Added {
        let board = self.board;
        let (king, rank) = (board.king(), board.king().1);
        let file = |letter: &str| i32::from(letter.as_bytes()[0] - b'a');
        let mut found = Vec::new();
        for (right, (king_to, rook_to), step) in [('q', targets[0], -1), ('k', targets[1], 1)] {
            if !board.rights.contains(board.own(right)) {
                continue;
            }
            let rooks = board.find(board.own('r')).into_iter().filter(|at| at.1 == rank && (at.0 - king.0) * step > 0);
            let Some(rook) = rooks.max_by_key(|at| (at.0 - king.0).abs()) else { continue };
            let (king_to, rook_to) = ((file(king_to), rank), (file(rook_to), rank));
            let free = |at: At| at == king || at == rook || board.is_empty(at);
            let blocked = !between(king, king_to).into_iter().chain(between(rook, rook_to)).all(free);
            if blocked || safe(king, king_to).into_iter().any(|at| self.attacked(king, at)) {
                continue;
            }
            let mut next = board.clone();
            next.put(king, None);
            next.put(rook, None);
            next.put(king_to, Some(board.own('k')));
            next.put(rook_to, Some(board.own('r')));
            let white = board.white;
            next.rights.retain(|right| right.is_ascii_uppercase() != white);
            next.pass();
            let short = if (king.0 - king_to.0).abs() < 2 { "k" } else { "" };
            found.push((name(king) + &name(king_to) + short, next.position(self.variant)));
        }
        found
    }

    /// Whether the king would be in check on a square.
    fn attacked(&self, king: At, at: At) -> bool {
        let mut board = self.board.clone();
        if king != at && board.piece(at).is_some() {
            return false;
        }
        board.shift(king, at);
        board.rights.clear();
        "-".clone_into(&mut board.en_passant);
        board.position(self.variant).is_some_and(|position| position.in_check())
    }

    /// Moves of other pieces than the king that would be legal without one of two pieces that give check.
    fn evasions_of_one_check(&self) -> Added {
        let board = self.board;
        let all = (0..board.ranks()).flat_map(|rank| (0..board.files()).map(move |file| (file, rank)));
        let enemies: Vec<At> = all.filter(|&at| board.piece(at).is_some_and(|piece| board.is_enemy(piece))).collect();
        let without = |squares: &[At]| {
            let mut other = board.clone();
            for &at in squares {
                other.put(at, None);
            }
            "-".clone_into(&mut other.en_passant);
            other.position(self.variant)
        };
        let checks = |squares: &[At]| without(squares).is_some_and(|position| position.in_check());
        let mut found = Vec::new();
        for (index, &first) in enemies.iter().enumerate().filter(|_| self.checked) {
            for &second in &enemies[index + 1..] {
                if checks(&[first, second]) || !checks(&[first]) || !checks(&[second]) {
                    continue;
                }
                let one_check = [first, second].into_iter().filter_map(|at| without(&[at]));
                let moves = one_check.flat_map(|position| position.legal_moves());
                found.extend(moves.filter(|(text, _)| squares(text)[0] != board.king()).map(|(text, _)| (text, None)));
            }
        }
        found
    }

    fn captures_beyond_the_edge(&self) -> Added {
        let board = self.board;
        let pawns = board.find(board.own('p')).into_iter().filter(|pawn| pawn.0 == 0);
        let targets = pawns.map(|pawn| (pawn, (board.files() - 1, pawn.1)));
        let captures = targets.filter(|&(_, to)| board.piece(to).is_some_and(|piece| board.is_enemy(piece)));
        self.tried(captures.map(|(pawn, to)| {
            let mut next = board.clone();
            next.shift(pawn, to);
            (name(pawn) + &name(to), next)
        }))
    }

    fn captures_of_waiting(&self) -> Added {
        let board = self.board;
        let mut found = Vec::new();
        for &(at, _) in board.waiting.iter().filter(|(at, _)| board.piece(*at) == Some(board.enemy('p'))) {
            // Puts a piece that can be captured in place of the waiting pawn.
            let mut other = board.clone();
            other.put(at, Some(board.enemy('f')));
            other.waiting.retain(|(square, _)| *square != at);
            let Some(position) = other.position(self.variant) else { continue };
            let captures = position.legal_moves().into_iter().filter(|(text, _)| squares(text)[1] == at);
            found.extend(some(captures.collect()));
        }
        found
    }

    fn promotions_to_anything(&self) -> Added {
        let board = self.board;
        let ready = board.waiting.iter().find(|(at, wait)| *wait == 0 && board.piece(*at) == Some(board.own('p')));
        let Some(&(at, _)) = ready else { return Vec::new() };
        let mut found = Vec::new();
        for letter in ['q', 'r', 'n', 'c', 'b', 'u', 'f'] {
            let mut promoted = board.clone();
            promoted.put(at, Some(board.own(letter)));
            promoted.waiting.retain(|(square, _)| *square != at);
            let Some(position) = promoted.position(self.variant) else { continue };
            let moves = position.legal_moves().into_iter();
            found.extend(moves.map(|(text, after)| (format!("{text},{}{letter}", name(at)), Some(after))));
        }
        found
    }

    /// Those of the boards after moves that are valid positions, with the other side to move.
    fn tried(&self, boards: impl Iterator<Item = (String, Board)>) -> Added {
        let after = boards.filter_map(|(text, mut board)| {
            board.pass();
            Some((text, Some(board.position(self.variant)?)))
        });
        after.collect()
    }
}

/// The squares from one to another on its rank, both included.
fn between(a: At, b: At) -> Vec<At> {
    (a.0.min(b.0)..=a.0.max(b.0)).map(|file| (file, a.1)).collect()
}

fn some(moves: Vec<(String, Position)>) -> Added {
    moves.into_iter().map(|(text, after)| (text, Some(after))).collect()
}
