//! Proofs of what the test positions in `search/suites` claim.
//!
//! It shares no code with the engine that solves them: it imports only positions and notation. There is a [solver of mates](Mates) that tries every move and
//! every defence, and a [full-width minimax](Minimax) that counts pieces. Neither prunes a move heuristically.
//!
//! ```
//! use campione_core::Variant;
//! use campione_notation::epd;
//! use campione_lab::proof::{Claim, prove};
//! let variant = Variant::named("herb-garden")?;
//! let test = epd::split(r"5k6/H11/12/12/12/12/1H4K5 w - - bm Hb7; dm 1;")?.expect("no comment").read(variant)?;
//! assert_eq!(Claim::of(&test)?, Claim::Mate(1));
//! prove(&test)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod claim;
mod mates;
mod minimax;

pub use claim::{Claim, Doubt, LEAST_GAIN, LEAST_MARGIN, ONLY_MOVE_HOLDS, ONLY_MOVE_LOSES, prove};
pub use mates::Mates;
pub use minimax::{MATE, Minimax};

/// The proof needs more moves than its budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the proof is too long")]
pub struct TooLong;

/// The number of moves that may still be made on the board.
#[derive(Clone, Copy, Debug)]
struct Budget(u64);

impl Budget {
    fn spend(&mut self) -> Result<(), TooLong> {
        self.0 = self.0.checked_sub(1).ok_or(TooLong)?;
        Ok(())
    }
}
