//! Boards as SVG.

use campione::Notation;
use campione::picture::layout::SIDE;
use campione::picture::{Picture, Theme};
use pyo3::prelude::*;

use super::Board;
use crate::errors;
use crate::moves::Move;
use crate::names::SquareArgument;
use crate::variant::Variant;

#[pymethods]
impl Board {
    /// The board as an SVG document. `last_move` is marked, the last one played unless another is given; `arrows` are pairs
    /// of squares, or triples with a color; `fill` pairs of squares and colors; `targets` squares with a ring; `theme` is `"light"` or `"dark"`; `size` the width in pixels.
    ///
    /// Raises `ArgumentError`.
    #[pyo3(signature = (*, flipped = false, last_move = None, arrows = Vec::new(), fill = Vec::new(), targets = Vec::new(), theme = "light", size = None))]
    #[allow(clippy::too_many_arguments, reason = "each has a name in Python")]
    fn svg(
        &self,
        py: Python<'_>,
        flipped: bool,
        last_move: Option<Py<Move>>,
        arrows: Vec<ArrowArgument>,
        fill: Vec<(SquareArgument, String)>,
        targets: Vec<SquareArgument>,
        theme: &str,
        size: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let size = size.map(|size| width(py, size)).transpose()?;
        let game = self.game();
        let rules = self.variant.rules;
        let mut picture = Picture::new(game.position()).with_theme(self::theme(py, theme)?);
        if flipped {
            picture = picture.flipped();
        }
        let last = match last_move {
            Some(mv) => {
                let mv = mv.get();
                mv.squares().filter(|&(from, to)| rules.board().contains(from) && rules.board().contains(to))
            }
            None => game.moves().last().filter(|mv| !mv.is_null()).map(|mv| (mv.from(), mv.to())),
        };
        if let Some((from, to)) = last {
            picture = picture.with_last_move(from, to);
        }
        for arrow in &arrows {
            let (from, to, color) = match arrow {
                ArrowArgument::Colored(from, to, color) => (from, to, Some(color)),
                ArrowArgument::Plain(from, to) => (from, to, None),
            };
            let (from, to) = (from.on_board(py, rules)?, to.on_board(py, rules)?);
            picture = match color {
                // An arrow that goes nowhere marks its square.
                Some(color) if from == to => picture.with_fill(from, check_color(py, color)?),
                Some(color) => picture.with_colored_arrow(from, to, check_color(py, color)?),
                None => picture.with_arrow(from, to),
            };
        }
        for (square, color) in &fill {
            picture = picture.with_fill(square.on_board(py, rules)?, check_color(py, color)?);
        }
        let mut rings = campione::Bitboard::EMPTY;
        for target in &targets {
            rings = rings.with(target.on_board(py, rules)?);
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

/// Two squares, and a color or that of the theme.
#[derive(FromPyObject)]
enum ArrowArgument {
    Colored(SquareArgument, SquareArgument, String),
    Plain(SquareArgument, SquareArgument),
}

/// A color of CSS: a name, `#rgb` and longer, or a function of numbers.
fn check_color<'c>(py: Python<'_>, color: &'c str) -> PyResult<&'c str> {
    let known = |c: char| c.is_ascii_alphanumeric() || "#(),.% ".contains(c);
    if color.is_empty() || color.len() > 60 || !color.chars().all(known) {
        let color: String = color.chars().take(60).collect();
        return Err(errors::bad_argument(
            py,
            "color",
            format!("`{color}` is no color: expected one such as `#15781b`"),
        ));
    }
    Ok(color)
}

/// The colors of a theme by their names.
#[pyfunction]
pub(crate) fn theme_colors(py: Python<'_>, theme: &str) -> PyResult<Vec<(&'static str, &'static str)>> {
    Ok(self::theme(py, theme)?.colors().by_name().to_vec())
}

fn theme(py: Python<'_>, name: &str) -> PyResult<Theme> {
    match name {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        other => Err(errors::bad_argument(py, "theme", format!("`{other}` is neither light nor dark"))),
    }
}

/// The drawing of a piece as an SVG document.
#[pyfunction]
pub(crate) fn piece_svg(py: Python<'_>, variant: &Variant, symbol: char, size: u32) -> PyResult<String> {
    let letter = symbol.to_ascii_uppercase();
    let role = variant.rules.all_roles().find(|&role| variant.rules.role(role).letter == letter);
    let role = role
        .ok_or_else(|| errors::bad_argument(py, "piece", format!("{} has no piece `{symbol}`", variant.rules.id())))?;
    let piece = campione::Piece { color: super::color(symbol.is_ascii_uppercase()), role };
    let (id, drawing) = campione::picture::drawing(piece, variant.rules, Theme::Light);
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    let view = format!("viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{size}\" height=\"{size}\"");
    Ok(format!("{head} {view}><defs>{drawing}</defs><use href=\"#{id}\" xlink:href=\"#{id}\"/></svg>"))
}

/// The widest picture, in pixels.
const WIDEST: u32 = 100_000;

/// A width in pixels.
fn width(py: Python<'_>, size: &Bound<'_, PyAny>) -> PyResult<u32> {
    size.extract::<u32>().ok().filter(|size| (1..=WIDEST).contains(size)).ok_or_else(|| {
        errors::bad_argument(py, "size", format!("{size} is no width in pixels: expected 1 to {WIDEST}"))
    })
}

/// The document with another width; its height follows from the `viewBox`.
fn resized(svg: &str, width: u32) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return svg.to_owned() };
    let words = head.split(' ').filter(|word| !word.starts_with("width=") && !word.starts_with("height="));
    format!("{} width=\"{width}\">{rest}", words.collect::<Vec<_>>().join(" "))
}
