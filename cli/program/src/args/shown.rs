//! Options for showing positions: pictures, pages, colors of a terminal.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use campione_core::Square;
use clap::{Args as ClapArgs, ValueEnum};

use crate::diagram::{Painting, Style};
use crate::io::Usage;
use crate::output::Target;

/// Pictures of a position.
#[derive(ClapArgs, Debug)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureOptions {
    /// Write a picture as SVG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a picture as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Width of the PNG, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 640, value_parser = width)]
    pub(crate) width: u32,
    /// Mark the two squares of the last move, such as `e2e4`; by default the last move of --play
    #[arg(long, value_name = "MOVE", value_parser = squares)]
    pub(crate) last_move: Option<(Square, Square)>,
    /// Draw arrows from square to square, such as `g1f3,b8c6`
    #[arg(long, value_name = "MOVES", value_delimiter = ',', value_parser = squares)]
    pub(crate) arrows: Vec<(Square, Square)>,
    #[command(flatten)]
    pub(crate) page: PageOptions,
}

/// A page for a browser.
#[derive(ClapArgs, Debug)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PageOptions {
    /// Write a page for a browser, with a board and the moves to click through; it works offline
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Colors for light or for dark pages; light by default
    #[arg(long, value_enum)]
    theme: Option<Theme>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

impl PageOptions {
    /// Where the page is written, if one is wanted.
    ///
    /// # Errors
    /// As [`Target::new`].
    pub(crate) fn target(&self) -> anyhow::Result<Option<Target>> {
        self.html.as_deref().map(|path| Target::new(path, self.force).context("--html")).transpose()
    }

    /// As [`PageOptions::target`], for commands that print something else.
    ///
    /// # Errors
    /// As [`Target::new`]; also if the page would go to standard output, or if an option has no effect.
    pub(crate) fn file(&self) -> anyhow::Result<Option<Target>> {
        let clash = self.html.as_deref() == Some(Path::new("-"));
        ensure!(!clash, Usage("--html -: standard output has the command's own text: name a file".to_owned()));
        if let Some(option) = self.idle().filter(|_| self.html.is_none()) {
            return Err(Usage(format!("{option} is for a page: add --html FILE")).into());
        }
        self.target()
    }

    /// An option that is given, but has no effect if no file is written.
    pub(crate) fn idle(&self) -> Option<&'static str> {
        if self.theme.is_some() {
            return Some("--theme");
        }
        self.force.then_some("--force")
    }

    pub(crate) fn theme(&self) -> campione_picture::Theme {
        match self.theme {
            None | Some(Theme::Light) => campione_picture::Theme::Light,
            Some(Theme::Dark) => campione_picture::Theme::Dark,
        }
    }
}

/// The colors of pictures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theme {
    /// For light pages
    Light,
    /// For dark pages
    Dark,
}

fn width(text: &str) -> Result<u32, String> {
    let range = campione_picture::WIDTHS;
    let width = text.parse().ok().filter(|width| range.contains(width));
    width.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
}

/// The two squares of a move in coordinates. Text after them, such as a promotion, is ignored.
fn squares(text: &str) -> Result<(Square, Square), String> {
    let text = text.trim();
    let squares = (2..=3).find_map(|end| {
        let (from, rest) = text.split_at_checked(end)?;
        let to = [3, 2].into_iter().find_map(|end| rest.get(..end)?.parse().ok())?;
        Some((from.parse().ok()?, to))
    });
    squares.ok_or_else(|| "expected two squares, as in `e2e4`".to_owned())
}

/// How boards are drawn on a terminal.
#[derive(ClapArgs, Clone, Copy, Debug)]
pub(crate) struct ColorOptions {
    /// Draw with ASCII characters only
    #[arg(long, conflicts_with_all = ["unicode", "color"])]
    pub(crate) ascii: bool,
    /// Draw with box characters and chess symbols (the default without colors)
    #[arg(long)]
    pub(crate) unicode: bool,
    /// Colors to draw with
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

/// The colors to draw with.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColorChoice {
    /// What the terminal supports; none without a terminal or with `NO_COLOR`
    Auto,
    /// 24-bit colors
    True,
    /// 256 colors
    #[value(name = "256")]
    Ansi256,
    /// No colors
    Never,
}

impl ColorOptions {
    /// How boards are drawn on standard output.
    pub(crate) fn painting(self) -> Painting {
        if self.ascii {
            return Painting::Plain(Style::Ascii);
        }
        let found = supports_color::on(supports_color::Stream::Stdout);
        match self.color {
            ColorChoice::True => Painting::TrueColor,
            ColorChoice::Ansi256 => Painting::Ansi256,
            ColorChoice::Auto if !self.unicode && found.is_some_and(|level| level.has_16m) => Painting::TrueColor,
            ColorChoice::Auto if !self.unicode && found.is_some_and(|level| level.has_256) => Painting::Ansi256,
            ColorChoice::Auto | ColorChoice::Never => Painting::Plain(Style::Unicode),
        }
    }
}
