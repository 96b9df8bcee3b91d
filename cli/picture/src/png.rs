//! Pictures of dots.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// Fewest and most dots across a picture.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 64..=8192;

/// Why there is no picture of dots.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PngError {
    /// It would be too small or too large.
    #[error("a picture is {} to {} dots wide, not {width}", WIDTHS.start(), WIDTHS.end())]
    Width {
        /// That width.
        width: u32,
    },
    /// The text is no SVG, or none that can be drawn.
    #[error("this SVG cannot be drawn: {0}")]
    Svg(String),
}

/// Draws an SVG, so many dots wide. Text in it has a font that is in the program: the picture is the same on every machine.
///
/// # Errors
/// [`PngError`]; never for what [`Picture::svg`](crate::Picture::svg) gives, if the width is one of [`WIDTHS`].
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    if !WIDTHS.contains(&width) {
        return Err(PngError::Width { width });
    }
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(dejavu::sans::bold())));
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let fault = |error: &dyn std::fmt::Display| PngError::Svg(error.to_string());
    let tree = Tree::from_str(svg, &options).map_err(|error| fault(&error))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut dots = Pixmap::new(width, height).ok_or(PngError::Width { width })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut dots.as_mut());
    dots.encode_png().map_err(|error| fault(&error))
}
