//! Boards as SVG.

use campione::Notation;
use campione::picture::{Picture, Theme};
use pyo3::prelude::*;

use super::{Board, square};
use crate::errors;
use crate::moves::Move;

#[pymethods]
impl Board {
    /// The board as an SVG document. `last_move` is marked, the last one played unless another is given; `arrows` are pairs
    /// of squares, `targets` squares with a ring; `theme` is `"light"` or `"dark"`; `size` the width in pixels.
    ///
    /// Raises `ArgumentError`.
    #[pyo3(signature = (*, flipped = false, last_move = None, arrows = Vec::new(), targets = Vec::new(), theme = "light", size = None))]
    #[allow(clippy::too_many_arguments, reason = "each has a name in Python")]
    fn svg(
        &self,
        py: Python<'_>,
        flipped: bool,
        last_move: Option<Py<Move>>,
        arrows: Vec<(String, String)>,
        targets: Vec<String>,
        theme: &str,
        size: Option<u32>,
    ) -> PyResult<String> {
        let game = self.game();
        let rules = self.variant.rules;
        let mut picture = Picture::new(game.position()).with_theme(match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            other => return Err(errors::bad_argument(py, "theme", format!("`{other}` is neither light nor dark"))),
        });
        if flipped {
            picture = picture.flipped();
        }
        let last = match last_move {
            Some(mv) => {
                let mv = mv.get();
                Some((square(py, &mv.from_text(), rules)?, square(py, &mv.to_text(), rules)?))
            }
            None => game.moves().last().filter(|mv| !mv.is_null()).map(|mv| (mv.from(), mv.to())),
        };
        if let Some((from, to)) = last {
            picture = picture.with_last_move(from, to);
        }
        for (from, to) in &arrows {
            picture = picture.with_arrow(square(py, from, rules)?, square(py, to, rules)?);
        }
        let mut rings = campione::Bitboard::EMPTY;
        for target in &targets {
            rings = rings.with(square(py, target, rules)?);
        }
        let svg = picture.with_targets(rings).svg();
        Ok(match size {
            None => svg,
            Some(size) => resized(&svg, size),
        })
    }

    /// What a notebook shows.
    fn _repr_svg_(&self) -> String {
        let game = self.game();
        let mut picture = Picture::new(game.position());
        if let Some(mv) = game.moves().last().filter(|mv| !mv.is_null()) {
            picture = picture.with_last_move(mv.from(), mv.to());
        }
        resized(&picture.svg(), 480)
    }

    /// The same for programs that show text alone.
    fn _repr_pretty_(&self, printer: &Bound<'_, PyAny>, cycle: bool) -> PyResult<()> {
        let _ = cycle;
        printer.call_method1("text", (format!("{}\n{}", self.__str__(), self.position().fen()),))?;
        Ok(())
    }
}

/// The document with another width; its height follows from the `viewBox`.
fn resized(svg: &str, width: u32) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return svg.to_owned() };
    let words = head.split(' ').filter(|word| !word.starts_with("width=") && !word.starts_with("height="));
    format!("{} width=\"{width}\">{rest}", words.collect::<Vec<_>>().join(" "))
}
