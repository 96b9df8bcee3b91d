//! Pictures of dots.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::Picture;
use crate::lettering::Lettering;

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
    /// The picture could not be drawn or written.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

impl Picture<'_> {
    /// Draws it as a PNG file, this many dots wide. Its letters are drawn as outlines: the picture is the same on every machine.
    ///
    /// # Errors
    /// [`PngError`]; never if the width is one of [`WIDTHS`], short of a fault of ours.
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
