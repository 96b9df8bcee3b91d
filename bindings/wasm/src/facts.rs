//! What a position is like: pieces, checks, outcomes, reasons, what each move does.

use campione::dialect::Dialect;
use campione::pgn::result_text;
use campione::{Color, Role, Square};
use campione::{Move, MoveKind, Position};
use campione::{Notation, moves, why};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::*;

use crate::board::{RawBoard, color, coordinates};
use crate::errors::{self, Result};
use crate::moves::{raise, squares};

/// What the user of a board must know of a move.
fn described(mv: Move, position: &Position) -> Value {
    let variant = position.variant();
    let letter = |role: Role| variant.role(role).letter.to_string();
    let mut value = json!({
        "uci": coordinates(mv, position),
        "san": position.san(mv),
        "from": mv.from().to_string(),
        "to": mv.to().to_string(),
    });
    if let Some(role) = mv.promotion() {
        value["promotion"] = letter(role).into();
    }
    if mv.is_capture() {
        value["capture"] = true.into();
    }
    if let Some(row) = position.castling_row(mv) {
        // A king's leap has no partner, and no other name than this.
        value["castling"] = row.partner.map_or_else(|| "L".to_owned(), |_| row.letter.to_string()).into();
        if let Some(partner) = row.partner {
            value["partner"] = json!({ "from": partner.from.to_string(), "to": partner.to.to_string() });
        }
    }
    if let Some(role) = mv.turn_promotion() {
        value["first"] = letter(role).into();
    }
    value
}

/// The squares that stand for a move together with its first one. A castling from any array goes to its partner, and to the king's target
/// as well where that is no step of the king: each only if the two squares mean this move alone.
fn targets(mv: Move, position: &Position) -> Vec<Square> {
    let variant = position.variant();
    let random = variant.has_random_arrays() || variant.king_takes_rook();
    let partner = position.castling_row(mv).and_then(|row| row.partner).filter(|_| random);
    let Some(partner) = partner else { return vec![mv.to()] };
    let far = (mv.from().file().abs_diff(mv.to().file()) >= 2).then_some(mv.to());
    let means = |to: &Square| moves::read(&format!("{}{to}", mv.from()), position).is_ok_and(|found| found == mv);
    far.into_iter().chain([partner.from]).filter(means).collect()
}

#[wasm_bindgen]
impl RawBoard {
    /// The legal moves with all that they do, as JSON.
    pub fn moves(&self) -> String {
        let position = self.position();
        let moves: Vec<Value> = position.legal_moves().iter().map(|&mv| described(mv, position)).collect();
        Value::from(moves).to_string()
    }

    /// The moves played from a ply on, with all that they did and the positions around them, as JSON.
    pub fn history_from(&self, ply: usize) -> String {
        let positions: Vec<&Position> = self.game.positions().collect();
        let moves = self.game.moves().iter().zip(positions.windows(2)).skip(ply);
        let moves = moves.filter_map(|(&mv, around)| {
            let &[before, after] = around else { return None };
            let mut value = described(mv, before);
            value["before"] = before.fen().into();
            value["after"] = after.fen().into();
            Some(value)
        });
        Value::from(moves.collect::<Vec<_>>()).to_string()
    }

    /// For each square from which a piece can go, the squares to which it can: `e2:e3,e4 g1:f3,h3`.
    pub fn dests(&self) -> String {
        let position = self.position();
        let mut dests: Vec<(Square, Vec<Square>)> = Vec::new();
        for &mv in &position.legal_moves() {
            for to in targets(mv, position) {
                match dests.iter_mut().find(|(from, _)| *from == mv.from()) {
                    Some((_, known)) if known.contains(&to) => {}
                    Some((_, known)) => known.push(to),
                    None => dests.push((mv.from(), vec![to])),
                }
            }
        }
        let one = |(from, to): (Square, Vec<Square>)| format!("{from}:{}", squares(to).replace(' ', ","));
        dests.into_iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// White's turn.
    pub fn turn(&self) -> bool {
        self.position().turn() == Color::White
    }

    pub fn fullmove_number(&self) -> u32 {
        self.position().fullmove_number()
    }

    pub fn halfmove_clock(&self) -> u32 {
        self.position().halfmove_clock()
    }

    pub fn is_check(&self) -> bool {
        self.position().in_check()
    }

    /// The square of the king in check, or an empty text.
    pub fn checked(&self) -> String {
        let position = self.position();
        if position.in_check() { position.king(position.turn()).to_string() } else { String::new() }
    }

    pub fn checkers(&self) -> String {
        squares(self.position().checkers())
    }

    pub fn attackers(&self, white: bool, square: &str) -> Result<String> {
        Ok(squares(self.position().attackers_to(self.square(square)?, color(white))))
    }

    pub fn is_dead(&self) -> bool {
        self.position().is_dead()
    }

    pub fn repetitions(&self) -> usize {
        self.game.repetitions()
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(&self) -> String {
        result_text(self.game.outcome()).to_owned()
    }

    /// How the game ended, as JSON, `null` while it goes on.
    pub fn outcome(&self) -> String {
        let outcome = self.game.outcome().map(|outcome| {
            json!({
                "winner": outcome.winner.map(|winner| if winner == Color::White { "white" } else { "black" }),
                "code": outcome.reason.code(),
                "reason": outcome.reason.to_string(),
                "words": outcome.in_words(),
                "result": result_text(Some(outcome)),
            })
        });
        Value::from(outcome).to_string()
    }

    /// Why a move is not legal, as JSON; an empty list if it is.
    pub fn why(&self, mv: &str) -> Result<String> {
        let found = why::explain(mv, self.position()).map_err(|error| raise(&error, self.position(), None))?;
        let reasons = found.reasons.into_iter();
        let reasons = reasons
            .map(|reason| json!({ "code": reason.cause.code(), "text": reason.to_string(), "source": reason.source }));
        Ok(Value::from(reasons.collect::<Vec<_>>()).to_string())
    }

    pub fn is_legal(&self, mv: &str) -> bool {
        moves::read(mv, self.position()).is_ok()
    }

    pub fn is_capture(&self, mv: &str) -> Result<bool> {
        Ok(self.position().captured_role(self.find(mv)?).is_some())
    }

    pub fn is_castling(&self, mv: &str) -> Result<bool> {
        Ok(self.find(mv)?.kind() == MoveKind::Castling)
    }

    pub fn gives_check(&self, mv: &str) -> Result<bool> {
        Ok(self.position().play_unchecked(self.find(mv)?).in_check())
    }

    /// The letter of the piece on a square.
    pub fn piece_at(&self, square: &str) -> Result<Option<String>> {
        let piece = self.position().piece_at(self.square(square)?);
        Ok(piece.map(|piece| self.rules().piece_letter(piece).to_string()))
    }

    /// The pieces' letters by their squares, as JSON.
    pub fn pieces(&self) -> String {
        let letter = |piece| self.rules().piece_letter(piece).to_string().into();
        let pieces =
            self.position().board().iter().map(|(square, piece)| (square.to_string(), letter(piece))).collect();
        Value::Object(pieces).to_string()
    }

    /// The pawns that wait for their promotion, and their waits, as JSON.
    pub fn waiting(&self) -> String {
        let pawns = self.position().all_waiting_pawns();
        let pawns: Map<String, Value> = pawns.map(|pawn| (pawn.square.to_string(), pawn.wait.into())).collect();
        Value::Object(pawns).to_string()
    }

    pub fn king(&self, white: bool) -> String {
        self.position().king(color(white)).to_string()
    }

    pub fn ep_square(&self) -> Option<String> {
        self.position().en_passant().map(|square| square.to_string())
    }

    pub fn zobrist(&self) -> u64 {
        self.position().zobrist()
    }

    /// Whether a side lacks the pieces to mate by any sequence of moves.
    pub fn lacks_material(&self, white: bool) -> bool {
        self.position().has_insufficient_material(color(white))
    }

    /// The position as Fairy-Stockfish writes it: with `letters`, the rooks of each side from the last file on.
    pub fn fish_fen(&self, letters: bool) -> Result<String> {
        let fen = Dialect::Fairy.write(self.position(), letters).map_err(|error| errors::position_not_said(&error))?;
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        if let Some(castling) = fields.get_mut(2).filter(|field| letters && *field != "-") {
            let (mut white, mut black): (Vec<char>, Vec<char>) = castling.chars().partition(char::is_ascii_uppercase);
            white.sort_unstable_by(|a, b| b.cmp(a));
            black.sort_unstable_by(|a, b| b.cmp(a));
            *castling = white.into_iter().chain(black).collect();
        }
        Ok(fields.join(" "))
    }
}
