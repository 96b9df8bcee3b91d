//! Pictures as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::Picture;
use crate::lettering::Lettering;

/// The possible widths of a picture, in dots.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 64..=8192;

/// Why a PNG could not be drawn.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PngError {
    /// The picture would be too small or too large.
    #[error("a picture is {} to {} pixels wide, not {width}", WIDTHS.start(), WIDTHS.end())]
    Width {
        /// The width.
        width: u32,
    },
    /// The picture could not be drawn or written.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

impl Picture<'_> {
    /// Draws a PNG file, `width` dots wide. Letters are drawn as outlines, so the picture is the same on every machine.
    ///
    /// # Errors
    /// [`PngError::Width`] if the width is not in [`WIDTHS`]. [`PngError::Drawing`] would be a bug of this library.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        if !WIDTHS.contains(&width) {
            return Err(PngError::Width { width });
        }
        let fault = |error: &dyn std::fmt::Display| PngError::Drawing(error.to_string());
        let svg = self.draw(Lettering::Outlines);
        let tree = Tree::from_str(&svg, &Options::default()).map_err(|error| fault(&error))?;
        let scale = width as f32 / tree.size().width();
        let height = (tree.size().height() * scale).round() as u32;
        let mut dots = Pixmap::new(width, height).ok_or(PngError::Width { width })?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut dots.as_mut());
        dots.encode_png().map_err(|error| fault(&error))
    }
}
