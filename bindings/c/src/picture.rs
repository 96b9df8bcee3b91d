//! Boards as SVG.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use campione::picture::{Picture, Theme};
use campione::uci;

use crate::border::{call, given, optional_text, owned_text, pointer_place};
use crate::error::{Error, Status};
use crate::game::Game;

/// How a board is drawn; `flags` of campione_game_svg is a sum of these.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Svg {
    /// With Black at the bottom.
    Flipped = 1,
    /// For a dark page.
    Dark = 2,
}

impl Svg {
    fn is_in(self, flags: u32) -> bool {
        flags & self as u32 != 0
    }
}

/// The board as an SVG document, with the last move marked. `flags` is a sum of CAMPIONE_SVG_FLIPPED and CAMPIONE_SVG_DARK, or 0.
/// `arrows` are pairs of squares with spaces between them, such as `e2e4 g8f6`; NULL is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_svg(
    game: Option<&Game>,
    flags: u32,
    arrows: *const c_char,
    length: usize,
    svg: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    call(|| {
        let svg = pointer_place(svg, "svg")?;
        let game = given(game, "game")?.now();
        if flags & !(Svg::Flipped as u32 | Svg::Dark as u32) != 0 {
            return Err(Error::range("flags", &format!("{flags} is no sum of 1 (flipped) and 2 (dark)")));
        }
        // SAFETY: what the caller promises of texts.
        let arrows = unsafe { optional_text(arrows, length, "arrows") }?.unwrap_or_default();
        let theme = if Svg::Dark.is_in(flags) { Theme::Dark } else { Theme::Light };
        let mut picture = Picture::new(game.position()).with_theme(theme);
        if Svg::Flipped.is_in(flags) {
            picture = picture.flipped();
        }
        if let Some(last) = game.moves().last() {
            picture = picture.with_last_move(last.from(), last.to());
        }
        let board = game.variant().board();
        for arrow in arrows.split_whitespace() {
            let squares = uci::squares(arrow).filter(|&(from, to)| board.contains(from) && board.contains(to));
            let (from, to) = squares.filter(|(from, to)| arrow == format!("{from}{to}")).ok_or_else(|| {
                let shown: String = arrow.chars().take(40).collect();
                Error::range("arrows", &format!("`{shown}` is not two squares of the board, such as `e2e4`"))
            })?;
            picture = picture.with_arrow(from, to);
        }
        svg.write(owned_text(&picture.svg()));
        Ok(())
    })
}
