//! Games as text.

use std::io::Cursor;

use campione::pgn::{
    MAX_DEPTH, Movetext, PgnGame, PgnOptions, PgnReader, Ply, Reading, Remark, Tag, read_result, result_text, write,
};
use campione::{Game, Position};
use campione::{Notation, moves};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::board::{RawBoard, coordinates};
use crate::errors::{self, Result};
use crate::moves::raise;
use crate::variant::RawVariant;

/// Reads the games of a text, one at a time.
#[wasm_bindgen]
pub struct RawReader {
    reader: PgnReader<Cursor<Vec<u8>>>,
}

#[wasm_bindgen]
impl RawReader {
    #[wasm_bindgen(constructor)]
    pub fn new(text: Vec<u8>, variant: &RawVariant, overrule: bool, reading: Option<String>) -> Result<RawReader> {
        let reading: Option<Reading> =
            reading.map(|name| name.parse()).transpose().map_err(|error: campione::pgn::UnknownReading| {
                errors::bad_word("reading", &error.to_string(), error.code())
            })?;
        let options = PgnOptions { overrule, reading, ..PgnOptions::new(variant.rules) };
        Ok(RawReader { reader: PgnReader::new(Cursor::new(text), options) })
    }

    /// The next game; nothing at the end. After an error the next game follows.
    pub fn read(&mut self) -> Result<Option<RawGame>> {
        let game = self.reader.next().transpose().map_err(|error| errors::thrown(&errors::pgn(&error)))?;
        Ok(game.map(|game| RawGame { game }))
    }
}

/// A game as it was read.
#[wasm_bindgen]
pub struct RawGame {
    game: PgnGame,
}

#[wasm_bindgen]
impl RawGame {
    /// All of it but the board, as JSON.
    pub fn json(&self) -> String {
        let game = &self.game;
        let tags: Vec<[&str; 2]> = game.tags.iter().map(|tag| [tag.name.as_str(), tag.value.as_str()]).collect();
        let (remarks, moves) = line(&game.moves, &game.start);
        json!({
            "number": game.number,
            "line": game.line,
            "tags": tags,
            "start": game.start.fen(),
            "result": result_text(game.outcome),
            "reading": game.reading.name(),
            "notes": game.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "remarks": remarks,
            "moves": moves,
        })
        .to_string()
    }

    #[wasm_bindgen(getter)]
    pub fn variant(&self) -> RawVariant {
        RawVariant::of(self.game.start.variant())
    }

    /// The board after the main line, with its moves.
    pub fn board(&self) -> RawBoard {
        let mut game = Game::new(self.game.start);
        self.game.moves.plies.iter().for_each(|ply| game.play_unchecked(ply.mv));
        RawBoard::of(game, self.variant())
    }

    /// The game in the export format.
    pub fn text(&self) -> String {
        write(&self.game)
    }
}

fn line(line: &Movetext, start: &Position) -> (Value, Value) {
    let mut position = *start;
    let mut moves = Vec::new();
    for ply in &line.plies {
        let (uci, san) = (coordinates(ply.mv, &position), position.san(ply.mv));
        moves.push(json!({ "uci": uci, "san": san, "remarks": remarks(&ply.remarks, &position) }));
        position = position.play_unchecked(ply.mv);
    }
    (remarks(&line.remarks, start), moves.into())
}

/// What stands behind a move that was played in `before`.
fn remarks(all: &[Remark], before: &Position) -> Value {
    let one = |remark: &Remark| match remark {
        Remark::Nag(number) => json!({ "nag": number }),
        Remark::Comment(text) => json!({ "comment": text }),
        Remark::Variation(variation) => {
            let (remarks, moves) = line(variation, before);
            json!({ "variation": { "remarks": remarks, "moves": moves } })
        }
    };
    all.iter().map(one).collect::<Vec<_>>().into()
}

fn bad_moves(reason: &str) -> JsValue {
    errors::bad_argument("moves", reason)
}

fn read_line(line: &Value, start: &Position, depth: usize) -> Result<Movetext> {
    if depth > MAX_DEPTH {
        return Err(bad_moves(&format!("variations are nested more than {MAX_DEPTH} deep")));
    }
    let mut position = *start;
    let mut plies = Vec::new();
    for ply in line.get("moves").and_then(Value::as_array).into_iter().flatten() {
        let text = ply.get("uci").or_else(|| ply.get("san")).and_then(Value::as_str);
        let text = text.ok_or_else(|| bad_moves("a move has `uci` or `san`"))?;
        let mv = moves::read_or_pass(text, &position).map_err(|error| raise(&error, &position, Some(plies.len())))?;
        plies.push(Ply { mv, remarks: read_remarks(ply.get("remarks"), &position, depth)? });
        position = position.play_unchecked(mv);
    }
    Ok(Movetext { remarks: read_remarks(line.get("remarks"), start, depth)?, plies })
}

fn read_remarks(remarks: Option<&Value>, before: &Position, depth: usize) -> Result<Vec<Remark>> {
    let mut read = Vec::new();
    for remark in remarks.and_then(Value::as_array).into_iter().flatten() {
        let nag = remark.get("nag").and_then(Value::as_u64).and_then(|number| u16::try_from(number).ok());
        read.push(if let Some(number) = nag {
            Remark::Nag(number)
        } else if let Some(text) = remark.get("comment").and_then(Value::as_str) {
            Remark::Comment(text.to_owned())
        } else if let Some(line) = remark.get("variation") {
            Remark::Variation(read_line(line, before, depth + 1)?)
        } else {
            return Err(bad_moves("a remark has `nag`, a number from 0 to 65535, `comment`, a text, or `variation`"));
        });
    }
    Ok(read)
}

/// A game in the export format. `json` has `tags`, `result`, `remarks` and `moves`; the position before the first move of the
/// board is the start.
#[wasm_bindgen]
pub fn write_game(board: &RawBoard, json: &str) -> Result<String> {
    let game: Value = serde_json::from_str(json).map_err(|error| bad_moves(&error.to_string()))?;
    let start = *board.game.start();
    let result = game.get("result").and_then(Value::as_str).unwrap_or("*");
    let outcome = read_result(result.as_bytes())
        .map_err(|error| errors::bad_argument("result", &format!("`{result}`: {error}")))?;
    let mut tags = Vec::new();
    for tag in game.get("tags").and_then(Value::as_array).into_iter().flatten() {
        let part = |index: usize| tag.get(index).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (name, value) = (part(0), part(1));
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(errors::bad_argument("tags", &format!("`{name}`: a name has letters, digits and `_`")));
        }
        tags.push(Tag { name, value });
    }
    let moves = read_line(&game, &start, 0)?;
    let game = PgnGame { number: 1, line: 1, tags, start, moves, outcome, reading: Reading::Native, notes: Vec::new() };
    Ok(write(&game))
}
