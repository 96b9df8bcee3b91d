//! Our errors as JSON: the class, the message, and what is known about the fault.

use campione::dialect::{PositionNotSaid, UnknownDialect};
use campione::fen::{FenError, FenFault};
use campione::moves::{MoveError, MoveFault, MoveNotSaid, UnknownNotation};
use campione::pgn::{PgnError, PgnFault};
use campione::{FileFaults, SetupField, UnknownVariant, Variant};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

/// What a call returns, or the JSON of an error.
pub(crate) type Result<T> = std::result::Result<T, JsValue>;

/// One fault: field, place and reason.
fn fault(field: Option<&str>, place: Option<(usize, usize)>, reason: &str) -> Value {
    json!({ "field": field, "place": place.map(|(from, to)| [from, to]), "reason": reason })
}

/// An error with attributes, and the field, place and reason of its first fault.
fn error(class: &str, message: &str, faults: Vec<Value>, attributes: Value) -> Value {
    let mut error = json!({ "class": class, "message": message });
    if let Some(Value::Object(first)) = faults.first().cloned() {
        merge(&mut error, first);
    }
    if let Value::Object(attributes) = attributes {
        merge(&mut error, attributes);
    }
    error["faults"] = faults.into();
    error
}

fn merge(error: &mut Value, more: serde_json::Map<String, Value>) {
    if let Value::Object(own) = error {
        own.extend(more);
    }
}

pub(crate) fn thrown(error: &Value) -> JsValue {
    JsValue::from_str(&error.to_string())
}

fn simple(class: &str, field: &str, message: &str) -> JsValue {
    thrown(&error(class, message, vec![fault(Some(field), None, message)], Value::Null))
}

/// An error of one fault that has a code.
fn coded(class: &str, field: &str, message: &str, reason: &str, code: &str) -> JsValue {
    let mut fault = fault(Some(field), None, reason);
    fault["code"] = code.into();
    thrown(&error(class, message, vec![fault], Value::Null))
}

/// A word that is none of those that an argument may be.
pub(crate) fn bad_word(field: &str, reason: &str, code: &str) -> JsValue {
    coded("ArgumentError", field, &format!("{field}: {reason}"), reason, code)
}

/// A value that an argument must not have.
pub(crate) fn bad_argument(field: &str, reason: &str) -> JsValue {
    let message = format!("{field}: {reason}");
    thrown(&error("ArgumentError", &message, vec![fault(Some(field), None, reason)], Value::Null))
}

/// What the machine cannot give.
pub(crate) fn engine(reason: &str) -> JsValue {
    simple("EngineError", "engine", reason)
}

pub(crate) fn square(text: &str, variant: Variant) -> JsValue {
    let last = campione::Square::new(variant.files().saturating_sub(1), variant.ranks().saturating_sub(1));
    let last = last.map_or_else(String::new, |square| square.to_string());
    let text: String = text.chars().take(40).collect();
    let reason = format!("`{text}` is not a square of {}, whose squares are a1 to {last}", variant.id());
    simple("ArgumentError", "square", &reason)
}

pub(crate) fn unknown_variant(unknown: &UnknownVariant) -> JsValue {
    let reason = unknown.to_string();
    let attributes = json!({ "id": unknown.id, "near": unknown.near, "code": unknown.code() });
    thrown(&error("UnknownVariantError", &reason, vec![fault(Some("variant"), None, &reason)], attributes))
}

/// A file of variants; places are line and column, from 1.
pub(crate) fn file(faults: &FileFaults) -> JsValue {
    thrown(&error("VariantError", &faults.to_string(), file_faults(faults), Value::Null))
}

fn file_faults(faults: &FileFaults) -> Vec<Value> {
    let one = |found: &campione::FileFault| {
        let key = found.key.join(".");
        let field = Some(key.as_str()).filter(|key| !key.is_empty());
        let mut value = fault(field, Some((found.line, found.column)), &found.reason());
        value["code"] = found.code().into();
        value
    };
    faults.0.iter().map(one).collect()
}

/// The property names of the fields.
fn name(field: SetupField) -> &'static str {
    match field {
        SetupField::Side => "side",
        SetupField::Castling => "castling",
        SetupField::EnPassant => "enPassant",
        SetupField::HalfmoveClock => "halfmoveClock",
        SetupField::FullmoveNumber => "fullmoveNumber",
        SetupField::Waiting => "waiting",
        _ => "placement",
    }
}

/// A FEN; places are the first unit of the field in the text and the one behind it, from 0.
pub(crate) fn fen(found: &FenError) -> JsValue {
    let one = |found_fault: &FenFault| {
        let field = found_fault.field().map_or("fields", name);
        let place = found_fault.field().and_then(|field| field_place(&found.fen, field.index()));
        let mut value = fault(Some(field), place, &found_fault.to_string());
        value["code"] = found_fault.code().into();
        value
    };
    let faults = found.faults.iter().map(one).collect();
    thrown(&error("FenError", &found.to_string(), faults, json!({ "fen": found.fen })))
}

/// Where the field with that index stands, in units of UTF-16, as JavaScript counts.
fn field_place(fen: &str, index: usize) -> Option<(usize, usize)> {
    let mut fields = Vec::new();
    let (mut start, mut at) = (None, 0);
    for c in fen.chars() {
        match (c.is_ascii_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                fields.push((from, at));
                start = None;
            }
            _ => {}
        }
        at += c.len_utf16();
    }
    fields.extend(start.map(|from| (from, at)));
    fields.get(index).copied()
}

pub(crate) fn array_number(reason: &str, code: &str) -> JsValue {
    coded("ArrayError", "number", reason, reason, code)
}

/// The text of a move. `at` is its index in a list of moves, `fen` the position, `rule` the rule that forbids it.
pub(crate) fn mv(found: &MoveError, fen: &str, at: Option<usize>, rule: Option<String>) -> JsValue {
    let class = match found.fault {
        MoveFault::Unreadable => "InvalidMoveError",
        MoveFault::Ambiguous => "AmbiguousMoveError",
        _ => "IllegalMoveError",
    };
    let mut message = found.to_string();
    if let Some(rule) = &rule {
        message = format!("{message}; {rule}");
    }
    if let Some(at) = at {
        message = format!("move {}: {message}", at + 1);
    }
    // The reason is the message without the candidates, which have an attribute of their own; but what an ambiguous text may
    // be is the reason itself.
    let candidates = if found.fault == MoveFault::Ambiguous { found.candidates.clone() } else { Vec::new() };
    let reason = rule.unwrap_or_else(|| MoveError { candidates, ..found.clone() }.to_string());
    let attributes =
        json!({ "code": found.fault.code(), "text": found.text, "candidates": found.candidates, "fen": fen });
    let faults = vec![fault(Some("move"), at.map(|at| (at, at + 1)), &reason)];
    thrown(&error(class, &message, faults, attributes))
}

pub(crate) fn position_not_said(found: &PositionNotSaid) -> JsValue {
    let reason = found.to_string();
    coded("NotationError", "dialect", &reason, &reason, found.code())
}

pub(crate) fn move_not_said(found: &MoveNotSaid) -> JsValue {
    let reason = found.to_string();
    coded("NotationError", "notation", &reason, &reason, found.code())
}

pub(crate) fn unknown_dialect(found: &UnknownDialect) -> JsValue {
    bad_word("dialect", &found.to_string(), found.code())
}

pub(crate) fn unknown_notation(found: &UnknownNotation) -> JsValue {
    bad_word("notation", &found.to_string(), found.code())
}

/// A game of a PGN text; the place is the number of the game and the line, from 1.
pub(crate) fn pgn(found: &PgnError) -> Value {
    let field = match &found.fault {
        PgnFault::Move(_) => "move",
        PgnFault::Fen(_) | PgnFault::Variants(_) => "FEN",
        PgnFault::Variant(_) => "Variant",
        PgnFault::Tag(_) => "tag",
        _ => "text",
    };
    let reason = found.reason.as_ref().map_or_else(|| found.fault.to_string(), ToString::to_string);
    let place = (found.game as usize, found.line as usize);
    let attributes = json!({
        "code": found.fault.code(),
        "game": found.game,
        "line": found.line,
        "ply": found.ply,
        "inVariation": found.in_variation,
        "fen": found.fen,
    });
    error("PgnError", &found.to_string(), vec![fault(Some(field), Some(place), &reason)], attributes)
}
