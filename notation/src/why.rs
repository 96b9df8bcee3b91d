//! Explains why a move is not legal: the rule that forbids it, with its source.

mod castling;
mod step;
mod waiting;

use campione_core::{Bitboard, CastlingRow, Color, PartnerMove, Piece, Provenance, Role, Square, Variant};
use campione_movegen::{Move, Position};

use crate::moves::{self, MoveError, MoveFault, MoveNotation};
use crate::san::{Algebraic, Body, Manner};
use crate::uci::Coordinates;

/// One reason why a move is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What is wrong, in words.
    pub text: String,
    /// Where the rule comes from: `RULES.md §3; source 001`.
    pub source: String,
}

/// Whether a move is legal; if not, why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The legal moves that match the text: none, one, or several if the text is ambiguous.
    pub legal: Vec<Move>,
    /// Why the move is not legal. At least one reason if `legal` is empty.
    pub reasons: Vec<Reason>,
}

/// The section of RULES.md with the general rules, common to all variants.
const GENERAL: &str = "RULES.md, Words used throughout";
/// The section of RULES.md that lists boards and pieces.
const PIECES: &str = "RULES.md, Board and pieces";

/// Explains whether a move in any notation is legal, and if not, which rules forbid it.
///
/// # Errors
/// [`MoveError`] for text that cannot be read as a move.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, why};
/// let game = Variant::named("carrera")?;
/// let position = fen::read("4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1", game)?;
/// let reason = &why::explain("b2b4", &position)?.reasons[0];
/// assert!(reason.text.contains("beside the enemy pawn on c4") && reason.source.contains("RULES.md §1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(text: &str, position: &Position) -> Result<Explanation, MoveError> {
    let error = match moves::read(text, position) {
        Ok(mv) => return Ok(Explanation { legal: vec![mv], reasons: Vec::new() }),
        Err(error) => error,
    };
    match error.fault {
        MoveFault::Unreadable => return Err(error),
        MoveFault::Ambiguous => {
            let legal = error.candidates.iter().filter_map(|text| moves::read(text, position).ok()).collect();
            return Ok(Explanation { legal, reasons: Vec::new() });
        }
        MoveFault::Illegal => {}
    }
    let variant = position.variant();
    let in_coordinates = match moves::detect(text) {
        MoveNotation::Uci | MoveNotation::Crc | MoveNotation::Uci960 | MoveNotation::Xboard => true,
        MoveNotation::San | MoveNotation::Lan => false,
    };
    let mut case = Case { position, variant, us: position.turn(), reasons: Vec::new(), in_coordinates, becomes: None };
    if let Some(loser) = position.lost_by_bare_king() {
        let text = format!("the game is over: {loser} has nothing but its king, and so has lost");
        case.add(text, GENERAL);
    } else if in_coordinates {
        if let Some(coordinates) = Coordinates::parse(text, 1) {
            case.coordinates(&coordinates);
        }
    } else if let Some(algebraic) = Algebraic::parse(text, variant, Manner::OURS) {
        case.algebraic(&algebraic);
    }
    case.reasons.dedup();
    Ok(Explanation { legal: Vec::new(), reasons: case.reasons })
}

/// An ordinary move to be checked. Castlings are handled separately.
#[derive(Clone, Copy)]
struct Step {
    from: Square,
    to: Square,
    role: Role,
    promotion: Option<char>,
}

/// The reasons against a move, as they are collected.
struct Case<'p> {
    position: &'p Position,
    variant: Variant,
    /// The side to move.
    us: Color,
    reasons: Vec<Reason>,
    /// Whether the move was given in coordinates.
    in_coordinates: bool,
    /// The waiting pawn that the move promotes at the start of the turn, and the piece that it becomes.
    becomes: Option<(Square, Role)>,
}

/// The names of squares, separated by commas.
fn list(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

impl Case<'_> {
    fn add(&mut self, text: String, source: &str) {
        self.reasons.push(Reason { text, source: source.to_owned() });
    }

    /// A piece of the side to move.
    fn ours(&self, role: Role) -> Piece {
        Piece { color: self.us, role }
    }

    fn name(&self, role: Role) -> &'static str {
        self.variant.role_name(role)
    }

    /// The rule of a role's movement, and its source.
    fn movement(&self, role: Role) -> &'static Provenance {
        let letter = self.variant.role(role).letter.to_string();
        self.variant.spec().piece.get(&letter).map_or(&self.variant.spec().pawn.why, |piece| &piece.why)
    }

    /// The piece on a square, in words: `the bishop on h5`.
    fn piece(&self, square: Square) -> String {
        match self.position.role_at(square) {
            Some(role) => format!("the {} on {square}", self.name(role)),
            None => format!("the piece on {square}"),
        }
    }

    fn pieces(&self, squares: Bitboard) -> String {
        squares.into_iter().map(|square| self.piece(square)).collect::<Vec<_>>().join(" and ")
    }

    fn coordinates(&mut self, wanted: &Coordinates) {
        let promotion = wanted
            .turn_promotion
            .map(|(square, letter)| (square, self.variant.role_by_letter(letter.to_ascii_uppercase()).ok_or(letter)));
        match promotion {
            Some((_, Err(letter))) => {
                let source = &self.variant.spec().promotion.why.source;
                return self.add(format!("`{letter}` is not a piece of {}", self.variant.id()), source);
            }
            Some((square, Ok(role))) => self.turn_promotion(Some((square, role))),
            None => self.turn_promotion(None),
        }
        let (from, to) = (wanted.from, wanted.to);
        let named = matches!(wanted.letter, Some('k' | 'K'));
        let unnamed = Step { from, to, role: Role::KING, promotion: wanted.letter.filter(|_| !named) };
        if let Some((partner, target)) = wanted.partner {
            self.promotion(unnamed);
            return self.castling(|row| {
                row.free
                    && row.king_to == to
                    && row.partner.is_some_and(|moved| (moved.from, moved.to) == (partner, target))
            });
        }
        let Some(role) = self.mover(from) else { return };
        let takes_partner = self.position.by_color(self.us).contains(to) && from != to;
        let castles = role == Role::KING
            && (named
                || self
                    .rows()
                    .iter()
                    .any(|row| row.king_from == from && row.partner.is_some_and(|partner| partner.from == to))
                    && takes_partner
                || !self.variant.king_steps(from).contains(to)
                    && self.rows().iter().any(|row| row.king_from == from && row.king_to == to && !row.free));
        if !castles && role == Role::KING && wanted.castles_by_hand(self.position) {
            return self.castling(|row| row.partner.is_some_and(|partner| wanted.goes_toward(from, partner.from)));
        }
        if castles {
            self.promotion(unnamed);
            return self.castling(|row| {
                row.king_from == from
                    && !row.free
                    && match row.partner {
                        Some(partner) => row.king_to == to || partner.from == to,
                        // The king's leap has no `k` behind it.
                        None => row.king_to == to && !named,
                    }
            });
        }
        let free = |row: &&CastlingRow| row.free && row.king_from == from && row.king_to == to && role == Role::KING;
        if let Some((row, PartnerMove { from: at, to: target, .. })) =
            self.rows().iter().find(free).and_then(|row| Some((row, row.partner?)))
            && !self.position.reaches(self.ours(role), from, to, self.position.occupied())
        {
            let text =
                format!("a free castling must say where the partner goes too, such as `{from}{to},{at}{target}`");
            return self.add(text, self.row_source(row));
        }
        self.step(Step { from, to, role, promotion: wanted.letter });
    }

    fn algebraic(&mut self, wanted: &Algebraic) {
        self.turn_promotion(wanted.turn_promotion);
        match wanted.body {
            Body::Castling(text) => {
                let (color, variant) = (self.us, self.variant);
                self.castling(|row| row.partner.is_some_and(|partner| text.names(row, partner.to, color, variant)));
            }
            // A castling written as the king's move.
            Body::Step { role: Role::KING, to, promotion: None, .. } if self.king_castles_to(to) => {
                self.castling(|row| row.king_to == to && !row.free && row.partner.is_some());
            }
            Body::Step { role, file, rank, capture, to, promotion } => {
                let from = |square: &Square| {
                    self.role_of(*square) == Some(role)
                        && file.is_none_or(|file| square.file() == file)
                        && rank.is_none_or(|rank| square.rank() == rank)
                        && (role != Role::PAWN || file.is_some() || capture || square.file() == to.file())
                };
                if !self.variant.board().contains(to) {
                    return self.add(format!("{to} is not on the board of {}", self.variant.id()), PIECES);
                }
                let pieces: Vec<Square> = self.position.by_color(self.us).into_iter().filter(from).collect();
                let promotion = promotion.map(|role| self.variant.role(role).letter);
                if pieces.is_empty() {
                    let there = if file.is_some() || rank.is_some() { " there" } else { "" };
                    let text = match role {
                        Role::PAWN => format!("{} has no pawn that could move to {to}", self.us),
                        _ => format!("{} has no {}{there}", self.us, self.name(role)),
                    };
                    return self.add(text, &self.movement(role).source);
                }
                // Of several pieces, explain only those that could reach the square on an otherwise empty board.
                let there = self.position.occupied() & Bitboard::of(to);
                let near =
                    |from: &Square| role == Role::PAWN || self.position.reaches(self.ours(role), *from, to, there);
                let mut near: Vec<Square> = pieces.iter().copied().filter(near).collect();
                if near.is_empty() {
                    near = pieces;
                }
                for from in near {
                    self.step(Step { from, to, role, promotion });
                }
            }
        }
    }

    /// Whether a king's move to this square can only be a castling.
    fn king_castles_to(&self, to: Square) -> bool {
        let king = self.position.king(self.us);
        !self.variant.king_steps(king).contains(to)
            && self.rows().iter().any(|row| row.king_to == to && !row.free && row.partner.is_some())
            && !self.rows().iter().any(|row| row.king_to == to && row.partner.is_none())
    }

    /// The role of the piece on a square after the promotion at the start of the turn.
    fn role_of(&self, square: Square) -> Option<Role> {
        match self.becomes {
            Some((pawn, role)) if pawn == square => Some(role),
            _ => self.position.role_at(square),
        }
    }

    /// The role of the piece on `from` if it belongs to the side to move; else adds the reason why it cannot move.
    fn mover(&mut self, from: Square) -> Option<Role> {
        if !self.variant.board().contains(from) {
            self.add(format!("{from} is not on the board of {}", self.variant.id()), PIECES);
            return None;
        }
        let Some(role) = self.role_of(from) else {
            self.add(format!("{from} is empty"), PIECES);
            return None;
        };
        if !self.position.by_color(self.us).contains(from) {
            let text = format!("{} is {}'s, but {} is to move", self.piece(from), !self.us, self.us);
            self.add(text, GENERAL);
            return None;
        }
        Some(role)
    }
}
