//! Web pages with boards and moves to click through. They need no other files and no network.

use std::collections::BTreeMap;

use campione_core::{Color, Variant};
use campione_movegen::{Move, Position};
use campione_notation::{fen, san};
use serde_json::{Map, Value, json};

use crate::{Theme, drawings, layout};

const HTML: &str = include_str!("page/page.html");
const CSS: &str = include_str!("page/page.css");
const BOARD: &str = include_str!("page/board.js");
const SCRIPT: &str = include_str!("page/page.js");

/// A page under construction.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_picture::Theme;
/// use campione_picture::page::{Page, Track};
/// let start = Position::start(Variant::named("carrera")?);
/// let mut track = Track::new("A game", &start);
/// track.play(start.legal_moves()[0]);
/// let mut page = Page::new("Games", Theme::Light, false);
/// page.add(&track);
/// assert!(page.html().to_lowercase().starts_with("<!doctype html>"));
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub struct Page {
    title: String,
    theme: Theme,
    flip: bool,
    /// The variants; the number of each is its key.
    variants: Vec<Variant>,
    /// Board and pieces of each variant, by its key.
    games: Map<String, Value>,
    /// The drawings of pieces, by their ids.
    pieces: BTreeMap<String, String>,
    tracks: Vec<Value>,
}

impl Page {
    /// An empty page. With `flip` the boards are shown from Black's side.
    pub fn new(title: &str, theme: Theme, flip: bool) -> Page {
        let (variants, games, pieces, tracks) = (Vec::new(), Map::new(), BTreeMap::new(), Vec::new());
        Page { title: title.to_owned(), theme, flip, variants, games, pieces, tracks }
    }

    /// Adds a position with its moves.
    pub fn add(&mut self, track: &Track) {
        let variant = track.position.variant();
        let known = self.variants.iter().position(|&known| known == variant);
        let key = known.unwrap_or(self.variants.len()).to_string();
        if known.is_none() {
            self.variants.push(variant);
            let mut letters = Map::new();
            for (letter, (id, drawing)) in drawings(variant, self.theme) {
                letters.insert(letter.to_string(), id.clone().into());
                self.pieces.insert(id, drawing);
            }
            let board = json!({ "files": variant.files(), "ranks": variant.ranks(), "pieces": letters });
            self.games.insert(key.clone(), board);
        }
        let at = if track.opens_at_end { track.shots.len() - 1 } else { 0 };
        self.tracks.push(json!({ "name": track.name, "game": key, "at": at, "shots": track.shots }));
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }

    /// The whole page.
    pub fn html(&self) -> String {
        let colors = self.theme.colors();
        let mut named: Map<String, Value> =
            colors.by_name().into_iter().map(|(name, color)| (name.to_owned(), color.into())).collect();
        named.insert("pieces".to_owned(), json!(colors.pieces));
        let data = json!({
            "flip": self.flip,
            "layout": {
                "side": layout::SIDE,
                "left": layout::LEFT,
                "top": layout::TOP,
                "right": layout::RIGHT,
                "bottom": layout::BOTTOM,
            },
            "colors": named,
            "games": self.games,
            "tracks": self.tracks,
        });
        let drawings: String = self.pieces.values().map(String::as_str).collect();
        let parts = [
            ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
            ("{title}", html_escape::encode_text(&self.title).into_owned()),
            ("{said}", html_escape::encode_double_quoted_attribute(&self.title).into_owned()),
            ("{colors}", format!(":root {{ --page: {}; --text: {}; }}", colors.page, colors.text)),
            ("{css}", CSS.trim_end().to_owned()),
            ("{pieces}", format!("<defs>{drawings}</defs>")),
            // Nothing within the script may look like its end tag.
            ("{data}", data.to_string().replace('<', "\\u003c")),
            ("{board}", BOARD.trim_end().to_owned()),
            ("{script}", SCRIPT.trim_end().to_owned()),
        ];
        fill(HTML, &parts)
    }
}

/// The template with each placeholder replaced by its part. Placeholders within the parts are not replaced.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((at, (place, part))) =
        parts.iter().filter_map(|entry| Some((rest.find(entry.0)?, entry))).min_by_key(|&(at, _)| at)
    {
        text += &rest[..at];
        text += part;
        rest = &rest[at + place.len()..];
    }
    text + rest
}

/// A position and moves from there.
pub struct Track {
    name: String,
    position: Position,
    opens_at_end: bool,
    shots: Vec<Value>,
}

impl Track {
    /// A position without moves.
    pub fn new(name: &str, start: &Position) -> Track {
        let shots = vec![shot(start)];
        Track { name: name.to_owned(), position: *start, opens_at_end: false, shots }
    }

    /// The page shows the last position first.
    pub fn open_at_end(&mut self) {
        self.opens_at_end = true;
    }

    /// Plays a legal move, or a null move.
    pub fn play(&mut self, mv: Move) {
        let before = self.position;
        self.position = before.play_unchecked(mv);
        let mut next = shot(&self.position);
        next["move"] = san::write(mv, &before).into();
        next["number"] = san::move_number(&before).into();
        next["white"] = (before.turn() == Color::White).into();
        if !mv.is_null() {
            next["last"] = json!([mv.from().to_string(), mv.to().to_string()]);
        }
        self.shots.push(next);
    }

    /// Adds a note to the last position.
    pub fn note(&mut self, text: &str) {
        if let Some(shot) = self.shots.last_mut().filter(|_| !text.is_empty()) {
            shot["note"] = text.into();
        }
    }
}

/// What the page shows of a position.
fn shot(position: &Position) -> Value {
    let mut shot = json!({ "fen": fen::write(position) });
    if position.in_check() {
        shot["check"] = position.king(position.turn()).to_string().into();
    }
    let waits: Map<String, Value> =
        position.all_waiting_pawns().map(|pawn| (pawn.square.to_string(), pawn.wait.into())).collect();
    if !waits.is_empty() {
        shot["waits"] = waits.into();
    }
    if let Some(outcome) = position.outcome() {
        shot["end"] = outcome.in_words().into();
    }
    shot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let parts = [("{a}", "{b}".to_owned()), ("{b}", "<{a}>".to_owned())];
        assert_eq!(fill("x{a}y{b}z{c}", &parts), "x{b}y<{a}>z{c}");
    }
}
