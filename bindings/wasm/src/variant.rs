//! Variants.

use campione::Position;
use campione::ReadPosition;
use campione::picture::drawings;
use campione::{ArrayNumberError, ArrayNumbering, Foreign, FromToml as _, Known, UnknownVariant, Variant, VariantIni};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::*;

use crate::errors::{self, Result};
use crate::picture::theme;

/// A set of rules, and the number of its start array, if it is not the default one.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct RawVariant {
    pub(crate) rules: Variant,
    number: Option<u32>,
}

impl RawVariant {
    pub(crate) fn of(rules: Variant) -> RawVariant {
        RawVariant { rules, number: None }
    }

    /// The position in which games begin.
    pub(crate) fn first_position(self) -> Result<Position> {
        match self.number {
            None => Ok(Position::start(self.rules)),
            Some(number) => {
                self.rules.array(number).map_err(|error| errors::array_number(&error.to_string(), error.code()))
            }
        }
    }
}

/// A built-in variant by its id, or by what other programs call it.
pub(crate) fn named(name: &str) -> Result<Variant> {
    let id = campione::variant_id(name).unwrap_or(name);
    Variant::named(id)
        .map_err(|error| errors::unknown_variant(&UnknownVariant { id: name.chars().take(80).collect(), ..error }))
}

#[wasm_bindgen]
impl RawVariant {
    /// A built-in variant by its id or another name, with the number of a start array behind a colon or without.
    pub fn named(id: &str) -> Result<RawVariant> {
        let parts =
            id.split_once(':').and_then(|(name, number)| Some((named(name).ok()?, number.parse::<u32>().ok()?)));
        if let Some((rules, number)) = parts.filter(|(rules, _)| rules.numbering().is_some()) {
            return RawVariant::numbered(rules.id(), number.into());
        }
        named(id).map(RawVariant::of)
    }

    /// The name of the package's net that evaluates it.
    pub fn net(&self) -> Option<String> {
        crate::nets::net_of(self.rules).map(str::to_owned)
    }

    pub fn from_toml(text: &str, id: &str) -> Result<RawVariant> {
        Variant::from_toml(text, id).map(RawVariant::of).map_err(|faults| errors::file(&faults))
    }

    pub fn from_ini(text: &str, name: Option<String>) -> Result<RawVariant> {
        let ini = VariantIni::parse(text).map_err(|faults| errors::file(&faults))?;
        let names: Vec<&str> = ini.names().collect();
        let name = match (&name, names.as_slice()) {
            (Some(name), _) => name,
            (None, [only]) => *only,
            (None, _) => {
                let reason = format!("the file has several games, say which: {}", names.join(", "));
                return Err(errors::bad_argument("name", &reason));
            }
        };
        let Some(variant) = ini.variant(name) else {
            let reason = format!("the file has no game `{name}`; it has {}", names.join(", "));
            return Err(errors::bad_argument("name", &reason));
        };
        variant.map(RawVariant::of).map_err(|faults| errors::file(&faults))
    }

    /// A variant with the start array of a number.
    pub fn numbered(id: &str, number: f64) -> Result<RawVariant> {
        let rules = named(id)?;
        let (first, last) = rules.numbering().unwrap_or(ArrayNumbering::Crc).range();
        // No other number is equal to what it is as an integer.
        let whole = number as u32;
        if f64::from(whole).to_bits() == number.to_bits() && (first..=last).contains(&whole) {
            return Ok(RawVariant { rules, number: Some(whole) });
        }
        Err(errors::array_number(
            &format!("there is no start array {number}: expected {first} to {last}"),
            ArrayNumberError::CODES[0],
        ))
    }

    #[wasm_bindgen(getter)]
    pub fn id(&self) -> String {
        self.rules.id().to_owned()
    }

    #[wasm_bindgen(getter)]
    pub fn number(&self) -> Option<u32> {
        self.number
    }

    #[wasm_bindgen(getter)]
    pub fn files(&self) -> u8 {
        self.rules.files()
    }

    #[wasm_bindgen(getter)]
    pub fn ranks(&self) -> u8 {
        self.rules.ranks()
    }

    pub fn start_fen(&self) -> Result<String> {
        Ok(campione::fen::write(&self.first_position()?))
    }

    /// What does not change, as JSON.
    pub fn about(&self) -> String {
        let spec = self.rules.spec();
        let mut pieces = Map::new();
        for role in self.rules.all_roles() {
            let spec = self.rules.piece_spec(role);
            let moves = spec.map_or("", |piece| piece.moves.as_str());
            let rule = spec.map_or(&self.rules.spec().pawn.why.rule, |piece| &piece.why.rule);
            let piece = json!({ "name": self.rules.role_name(role), "moves": moves, "rule": rule });
            pieces.insert(self.rules.role(role).letter.to_string(), piece);
        }
        let rules: Vec<Value> = spec
            .rules()
            .into_iter()
            .map(|rule| json!({ "title": rule.title, "rule": rule.provenance.rule, "source": rule.provenance.source }))
            .collect();
        let castlings: Map<String, Value> = spec
            .castling
            .iter()
            .map(|(letter, castling)| (letter.to_string(), castling.name.as_str().into()))
            .collect();
        json!({
            "name": spec.name,
            "about": spec.about,
            "pieces": pieces,
            "rules": rules,
            "castlings": castlings,
            "hasWaitingPawns": self.rules.promotion_wait().is_some(),
            "hasRandomArrays": self.rules.has_random_arrays(),
            "isBuiltIn": self.rules.is_built_in(),
            "commands": self.commands(),
            "numbering": self.rules.numbering().map(|numbering| { let (first, last) = numbering.range(); [first, last] }),
        })
        .to_string()
    }

    /// What chooses the variant in another engine, as far as it is known there, line by line for each protocol.
    fn commands(&self) -> Value {
        let row = Foreign::of(self.rules);
        let uci = match row.and_then(|row| row.fairy_stockfish) {
            Some(Known::As("chess") | Known::Described(_)) | None => vec![],
            Some(Known::As(name)) => vec![format!("setoption name UCI_Variant value {name}")],
            Some(Known::Random(name)) => vec![
                format!("setoption name UCI_Variant value {name}"),
                "setoption name UCI_Chess960 value true".to_owned(),
            ],
        };
        let xboard: Vec<String> = row.and_then(|row| row.xboard).iter().map(|name| format!("variant {name}")).collect();
        json!({ "uci": uci, "xboard": xboard })
    }

    /// The drawings of the pieces by their letters, and the colors, as JSON.
    pub fn drawings(&self, name: &str) -> Result<String> {
        let theme = theme(name)?;
        let piece = |(letter, (id, svg)): (char, _)| (letter.to_string(), json!({ "id": id, "svg": svg }));
        let pieces: Map<String, Value> = drawings(self.rules, theme).map(piece).collect();
        let colors = theme.colors();
        let mut named: Map<String, Value> =
            colors.by_name().into_iter().map(|(name, color)| (name.to_owned(), color.into())).collect();
        named.insert("pieces".to_owned(), json!(colors.pieces));
        Ok(json!({ "pieces": pieces, "colors": named }).to_string())
    }

    pub fn as_toml(&self) -> String {
        self.rules.spec().to_toml()
    }

    /// What in the text of its file has no effect or an old name, as JSON.
    pub fn warnings(&self, text: &str) -> String {
        let warnings = campione::warnings_in(self.rules, text).into_iter();
        let warnings = warnings.map(|fault| json!({ "place": [fault.line, fault.column], "reason": fault.message() }));
        Value::from(warnings.collect::<Vec<_>>()).to_string()
    }

    pub fn equals(&self, other: &RawVariant) -> bool {
        (self.rules, self.number) == (other.rules, other.number)
    }

    /// The same rules with castling from any array: Chess960, Capablanca Random Chess.
    pub fn with_random_arrays(&self) -> Result<RawVariant> {
        if self.rules.has_random_arrays() || self.rules.king_takes_rook() {
            return Ok(*self);
        }
        let id = match self.rules.id() {
            "chess" if self.rules.is_built_in() => "chess960",
            "capablanca" if self.rules.is_built_in() => "crc",
            id => {
                let reason = format!("{id} has no castling from any array; chess, chess960, capablanca and crc have");
                return Err(errors::bad_argument("is960", &reason));
            }
        };
        named(id).map(RawVariant::of)
    }
}

/// The ids of the built-in variants, guests last.
#[wasm_bindgen]
pub fn variant_ids() -> String {
    Variant::all_ids().collect::<Vec<_>>().join(" ")
}

/// The ids of the games of the sources.
#[wasm_bindgen]
pub fn own_variant_ids() -> String {
    Variant::ids().collect::<Vec<_>>().join(" ")
}

/// The names of the games of a `variants.ini`, as JSON.
#[wasm_bindgen]
pub fn ini_names(text: &str) -> Result<String> {
    let ini = VariantIni::parse(text).map_err(|faults| errors::file(&faults))?;
    Ok(Value::from(ini.names().collect::<Vec<_>>()).to_string())
}
