//! Positions that are set up field by field, legal or not.

use campione::fen;
use campione::{Color, Position, RightName, Role, Setup, SetupField, Square, Variant};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::*;

use crate::errors::{self, Result};
use crate::variant::RawVariant;

/// The letter of a right in the castling field, in upper case.
fn letter(right: RightName, rules: Variant) -> char {
    let RightName::Partner(color, square) = right else { return 'L' };
    let own = rules.default_castling(color).right_of_partner(square).filter(|_| !rules.has_random_arrays());
    own.map_or_else(|| square.file_letter().to_ascii_uppercase(), |own| own.letter)
}

/// `castling with the rook on a1`.
fn name(right: RightName, role: Option<Role>, rules: Variant) -> String {
    let (RightName::Partner(_, square), Some(role)) = (right, role) else { return "king's leap".to_owned() };
    let partner = rules.role(role).letter;
    let castling = rules.spec().castling.values().find(|castling| castling.partner == partner);
    let castling = castling.map_or("castling", |castling| castling.name.as_str());
    format!("{castling} with the {} on {square}", rules.role_name(role))
}

/// The rights that the sides may have with these pieces, and whether they have them.
fn rights(setup: &Setup, rules: Variant) -> Vec<Value> {
    let mut found = Vec::new();
    for color in Color::ALL {
        let home = rules.default_castling(color).king.rank();
        let partners = (0..rules.files()).filter_map(|file| Square::new(file, home));
        let own = |&square: &Square| setup.board.piece_at(square).is_some_and(|piece| piece.color == color);
        let partners = partners.filter(own).map(|square| RightName::Partner(color, square));
        let leap = rules.spec().king_leap.as_ref().map(|_| RightName::Leap(color));
        for right in partners.chain(leap) {
            let alone = Setup { board: setup.board.clone(), rights: vec![right], ..Setup::empty() };
            let faults = Position::new(&alone, rules).err().map_or_else(Vec::new, |faults| faults.0);
            if faults.iter().any(|fault| fault.field() == SetupField::Castling && fault.code() == "position.right") {
                continue;
            }
            let role = match right {
                RightName::Partner(_, square) => setup.board.piece_at(square).map(|piece| piece.role),
                RightName::Leap(_) => None,
            };
            let upper = letter(right, rules);
            let letter = if color == Color::White { upper } else { upper.to_ascii_lowercase() };
            found.push(json!({
                "letter": letter.to_string(),
                "side": if color == Color::White { "white" } else { "black" },
                "name": name(right, role, rules),
                "held": setup.rights.contains(&right),
            }));
        }
    }
    found
}

#[wasm_bindgen]
impl RawVariant {
    /// The fields of a FEN, which need not make a position, as JSON.
    pub fn setup(&self, fen: &str) -> Result<String> {
        let rules = self.rules;
        let setup = fen::read_setup(fen, rules).map_err(|error| errors::fen(&error))?;
        let pieces: Map<String, Value> = setup
            .board
            .iter()
            .map(|(square, piece)| (square.to_string(), rules.piece_letter(piece).to_string().into()))
            .collect();
        let mut passed: Vec<Square> = setup.en_passant.into_iter().chain(setup.passer).collect();
        passed.sort_by_key(|square| square.rank());
        let passed: String = passed.iter().map(ToString::to_string).collect();
        let waiting: Vec<String> = setup.waiting.iter().map(|pawn| format!("{}:{}", pawn.square, pawn.wait)).collect();
        Ok(json!({
            "placement": pieces,
            "side": if setup.turn == Color::White { "white" } else { "black" },
            "rights": rights(&setup, rules),
            "enPassant": passed,
            "halfmoveClock": setup.halfmove_clock,
            "fullmoveNumber": setup.fullmove_number,
            "waiting": waiting.join(","),
        })
        .to_string())
    }
}
