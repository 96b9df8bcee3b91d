//! EPD: a line with a position, without clocks, and operations (docs/NOTATION.md, "Positions with operations").
//!
//! The form is `placement side castling en-passant`, then operations, each with a code, operands and a semicolon.
//!
//! ```
//! use campione_core::Variant;
//! use campione_notation::epd;
//! let line = epd::split(r#"5k6/H11/12/12/12/12/1H4K5 w - - dm 1; variant "herb-garden";"#)?.expect("no comment");
//! let variant = Variant::named(line.variant().expect("named"))?;
//! let test = line.read(variant)?;
//! assert_eq!(test.mate, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod line;
mod part;
mod pasted;

pub(crate) use self::line::operations;
pub use self::line::{Epd, EpdError, EpdLine, Operand, Operation, is_remark, split, write};
pub use self::part::PositionText;
