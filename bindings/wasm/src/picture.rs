//! Boards as SVG.

use campione::Bitboard;
use campione::picture::{Picture, Theme};
use wasm_bindgen::prelude::*;

use crate::board::RawBoard;
use crate::errors::{self, Result};

pub(crate) fn theme(name: &str) -> Result<Theme> {
    match name {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        other => {
            let other: String = other.chars().take(40).collect();
            Err(errors::bad_argument("theme", &format!("`{other}` is neither light nor dark")))
        }
    }
}

#[wasm_bindgen]
impl RawBoard {
    /// The board as an SVG document. `arrows`, `targets` and `last` are squares with spaces between them, two for an arrow and
    /// for a move; without `last` it is the last move played.
    pub fn svg(
        &self,
        flipped: bool,
        theme_name: &str,
        last: Option<String>,
        arrows: &str,
        targets: &str,
        size: Option<u32>,
    ) -> Result<String> {
        let mut picture = Picture::new(self.position()).with_theme(theme(theme_name)?);
        if flipped {
            picture = picture.flipped();
        }
        let last = match last {
            Some(last) => self.pairs(&last, "lastMove")?.first().copied(),
            None => self.game.moves().last().filter(|mv| !mv.is_null()).map(|mv| (mv.from(), mv.to())),
        };
        if let Some((from, to)) = last {
            picture = picture.with_last_move(from, to);
        }
        for (from, to) in self.pairs(arrows, "arrows")? {
            picture = picture.with_arrow(from, to);
        }
        let mut rings = Bitboard::EMPTY;
        for target in targets.split_whitespace() {
            rings = rings.with(self.square(target)?);
        }
        let svg = picture.with_targets(rings).svg();
        Ok(size.map_or_else(|| svg.clone(), |size| resized(&svg, size)))
    }
}

impl RawBoard {
    fn pairs(&self, text: &str, field: &str) -> Result<Vec<(campione::Square, campione::Square)>> {
        let squares: Vec<_> = text.split_whitespace().map(|square| self.square(square)).collect::<Result<_>>()?;
        let pairs: Vec<_> = squares.chunks(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
        if pairs.len() * 2 == squares.len() {
            return Ok(pairs);
        }
        Err(errors::bad_argument(field, "two squares are needed, where it begins and where it ends"))
    }
}

/// The document with another width; its height follows from the `viewBox`.
fn resized(svg: &str, width: u32) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return svg.to_owned() };
    let words = head.split(' ').filter(|word| !word.starts_with("width=") && !word.starts_with("height="));
    format!("{} width=\"{width}\">{rest}", words.collect::<Vec<_>>().join(" "))
}
