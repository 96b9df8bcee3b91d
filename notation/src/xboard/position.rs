//! Positions as `XBoard` sends and gets them.

use std::borrow::Cow;

use campione_core::{Color, RightName, Variant};
use campione_movegen::Position;

use crate::dialect::{Dialect, PositionNotSaid};
use crate::fen::FenError;

/// Writes a position for `XBoard`: [`Dialect::Xboard`], without the rights that it cannot write.
///
/// # Errors
/// [`PositionNotSaid`] for waiting pawns.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, xboard};
/// let variant = Variant::named("archchess")?;
/// let position = fen::read("r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQLkql - 0 1", variant)?;
/// let told = xboard::write_position(&position)?;
/// assert!(told.starts_with("r3k4r/10/10/10/10/10/10/10/10/R3K4R w KQkq - 0 "), "{told}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_position(position: &Position) -> Result<String, PositionNotSaid> {
    let with = |kept: fn(&RightName) -> bool| {
        let mut setup = position.setup();
        setup.rights.retain(kept);
        Dialect::Xboard.write(&Position::new(&setup, position.variant()).ok()?, false).ok()
    };
    Dialect::Xboard.write(position, false).or_else(|error| {
        let castlings = with(|right| matches!(right, RightName::Partner(..)));
        castlings.or_else(|| with(|_| false)).ok_or(error)
    })
}

/// A FEN without the captured pieces that `XBoard` writes in brackets after the board, as in Grand Chess. The pieces on the
/// board say which are missing.
fn without_holdings(text: &str) -> Cow<'_, str> {
    match (text.find('['), text.find(']')) {
        (Some(from), Some(to)) if from < to && !text[..from].trim_start().contains(' ') => {
            Cow::Owned(text[..from].to_owned() + &text[to + 1..])
        }
        _ => Cow::Borrowed(text),
    }
}

/// Reads a position that `XBoard` sent in [`Dialect::Xboard`], which cannot write some rights. In the start position
/// that [`describe`](super::describe()) sends, all rights are assumed. In other positions a king that may castle may also leap: it has not
/// moved.
///
/// # Errors
/// As [`Dialect::read`].
pub fn read_position(text: &str, variant: Variant) -> Result<Position, FenError> {
    let position = Dialect::Xboard.read(&without_holdings(text), variant)?;
    let start = Position::start(variant);
    let told = write_position(&start).ok().and_then(|told| Dialect::Xboard.read(&told, variant).ok());
    if told.is_some_and(|told| told.setup() == position.setup()) {
        return Ok(start);
    }
    let mut setup = position.setup();
    for (color, name) in Color::ALL.map(|color| (color, RightName::Leap(color))) {
        let leaps = variant.default_castling(color).right_to_leap().is_some();
        let castles = |right: &RightName| matches!(right, RightName::Partner(owner, _) if *owner == color);
        if leaps && setup.rights.iter().any(castles) && !setup.rights.contains(&name) {
            setup.rights.push(name);
        }
    }
    Ok(Position::new(&setup, variant).unwrap_or(position))
}
