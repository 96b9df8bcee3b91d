//! What a test position claims, and its proof.

use campione_movegen::Move;
use campione_notation::epd::Epd;
use campione_notation::san;
use thiserror::Error;

use super::mates::Mates;
use super::minimax::{MATE, Minimax};

/// The least material that is won in a test of material.
pub const LEAST_GAIN: i32 = 250;

/// In a test of material, every other move is worse by at least this.
pub const LEAST_MARGIN: i32 = 150;

/// In a test of an only move, every other move lets the other side mate in this many moves.
pub const ONLY_MOVE_LOSES: u32 = 2;

/// The only move does not let the other side mate in this many moves.
pub const ONLY_MOVE_HOLDS: u32 = 3;

/// What a test position claims about its best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// `dm`: only the best move mates in this many moves, and no move mates in fewer.
    Mate(u32),
    /// `acd` and `ce`: by a minimax of `plies` plies, only the best move reaches this balance of material, at least
    /// [`LEAST_GAIN`] above the present one. A minimax of one ply does not prefer the move.
    Material {
        /// The number of plies in which all moves are tried.
        plies: u32,
        /// The worth of the pieces of the side to move less that of the other side, at the end.
        balance: i32,
    },
    /// No operation: every other move lets the other side mate in [`ONLY_MOVE_LOSES`] moves, but the best move does not
    /// even let it mate in [`ONLY_MOVE_HOLDS`] moves.
    OnlyMove,
}

/// Why a claim is not proven.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Doubt {
    /// There is not exactly one best move.
    #[error("{0} best moves, not one")]
    BestMoves(usize),
    /// An operation has no number, or its partner is missing.
    #[error("`{0}` is not a number, or stands without its partner")]
    Number(&'static str),
    /// Another move fulfils the claim, beside the best move or instead of it.
    #[error("{0} does it too, or instead")]
    Other(String),
    /// The best move does not fulfil the claim.
    #[error("the best move does not do it")]
    False,
    /// There is a shorter mate.
    #[error("there is a mate in {0}")]
    Shorter(u32),
    /// Minimax gives another balance.
    #[error("the balance of material is {0}")]
    Balance(i32),
    /// Too little is won, another move is not clearly worse, or one ply of minimax is enough to find the move.
    #[error("too little is won, or it is too plain")]
    Plain,
}

impl Claim {
    /// The claim of a test.
    ///
    /// # Errors
    /// The operations make no valid claim.
    pub fn of(test: &Epd) -> Result<Claim, Doubt> {
        let number = |code: &'static str| {
            let operation = test.others.iter().find(|operation| operation.code == code);
            operation.map(|operation| operation.text().parse::<i32>().map_err(|_| Doubt::Number(code))).transpose()
        };
        match (test.mate, number("acd")?, number("ce")?) {
            (Some(moves), None, None) => u32::try_from(moves).map(Claim::Mate).map_err(|_| Doubt::Number("dm")),
            (None, Some(plies), Some(balance)) => {
                let plies = u32::try_from(plies).map_err(|_| Doubt::Number("acd"))?;
                Ok(Claim::Material { plies, balance })
            }
            (None, None, None) => Ok(Claim::OnlyMove),
            (_, None, _) => Err(Doubt::Number("acd")),
            _ => Err(Doubt::Number("ce")),
        }
    }
}

/// A budget of this size is never spent.
const ENOUGH: u64 = u64::MAX;

/// Proves the claim of a test, however long it takes. Mates in up to three moves are proven without a memory, longer
/// ones with a memory.
///
/// # Errors
/// The claim is not proven; [`Doubt`] says why.
pub fn prove(test: &Epd) -> Result<(), Doubt> {
    let position = &test.position;
    let &[best] = test.best.as_slice() else { return Err(Doubt::BestMoves(test.best.len())) };
    let only = |found: &[Move]| match *found {
        [] => Err(Doubt::False),
        [mv] if mv == best => Ok(()),
        [first, ..] => {
            let other = found.iter().find(|&&mv| mv != best).unwrap_or(&first);
            Err(Doubt::Other(san::write(*other, position)))
        }
    };
    let never = |_| Doubt::False;
    match Claim::of(test)? {
        Claim::Mate(moves) => {
            let mut mates = if moves <= 3 { Mates::plain(ENOUGH) } else { Mates::with_memory(ENOUGH) };
            for fewer in 1..moves {
                if mates.mates(position, fewer).map_err(never)? {
                    return Err(Doubt::Shorter(fewer));
                }
            }
            only(&mates.keys(position, moves, usize::MAX).map_err(never)?)
        }
        Claim::Material { plies, balance } => {
            let mut minimax = Minimax::new(position.variant(), ENOUGH);
            let found = minimax.value_of(position, best, plies).map_err(never)?;
            if found != balance || found.abs() >= MATE {
                return Err(Doubt::Balance(found));
            }
            if !minimax.others_are_below(position, best, plies, balance - LEAST_MARGIN).map_err(never)? {
                return Err(Doubt::Plain);
            }
            let at_once = minimax.value_of(position, best, 1).map_err(never)?;
            let plain = minimax.others_are_below(position, best, 1, at_once - 1).map_err(never)?;
            if plain || balance < minimax.material(position) + LEAST_GAIN { Err(Doubt::Plain) } else { Ok(()) }
        }
        Claim::OnlyMove => {
            let mut mates = Mates::plain(ENOUGH);
            only(&mates.defences(position, ONLY_MOVE_LOSES, usize::MAX).map_err(never)?)?;
            let held = !mates.mates(&position.play_unchecked(best), ONLY_MOVE_HOLDS).map_err(never)?;
            if held && position.legal_moves().len() > 1 { Ok(()) } else { Err(Doubt::False) }
        }
    }
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;
    use campione_notation::epd;

    use super::*;

    fn check(line: &str) -> Result<(), Doubt> {
        let variant = Variant::named("chess").unwrap();
        prove(&epd::split(line).unwrap().unwrap().read(variant).unwrap())
    }

    #[test]
    fn false_claims_are_found_out() {
        let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
        assert_eq!(check(&format!("{morphy} bm Ra6; dm 2;")), Ok(()));
        assert_eq!(check(&format!("{morphy} bm Ra6; dm 1;")), Err(Doubt::False));
        assert_eq!(check(&format!("{morphy} bm Ra6; dm 3;")), Err(Doubt::Shorter(2)));
        assert_eq!(check(&format!("{morphy} bm Ra5; dm 2;")), Err(Doubt::Other("Ra6".to_owned())));
        assert_eq!(check(&format!("{morphy} bm Ra5 Ra6; dm 2;")), Err(Doubt::BestMoves(2)));
        // Two mates.
        assert!(matches!(check("6k1/5ppp/8/8/8/8/8/RR4K1 w - - bm Ra8; dm 1;"), Err(Doubt::Other(_))));
        let fork = "r3k3/8/8/3N4/8/8/8/4K3 w - -";
        assert_eq!(check(&format!("{fork} bm Nc7+; acd 3; ce 300;")), Ok(()));
        assert_eq!(check(&format!("{fork} bm Nc7+; acd 3; ce 250;")), Err(Doubt::Balance(300)));
        assert_eq!(check(&format!("{fork} bm Nf6+; acd 3; ce -200;")), Err(Doubt::Plain));
        assert_eq!(check(&format!("{fork} bm Nc7+; acd 3;")), Err(Doubt::Number("ce")));
        // The rook can simply be captured.
        assert_eq!(check("4k3/8/8/3r4/8/4N3/8/4K3 w - - bm Nxd5; acd 3; ce 300;"), Err(Doubt::Plain));
        // Making room for the king is as good.
        assert!(matches!(check("6k1/5ppp/8/8/8/8/3r4/R5K1 b - - bm Rd8;"), Err(Doubt::Other(_))));
    }
}
