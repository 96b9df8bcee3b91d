//! Variants and positions for the tests inside and outside the crate.

use campione_core::{Color, Piece, Role, Setup, SplitMix64, Square, Variant};
use campione_movegen::{Move, Position};
use campione_notation::{fen, random};
use campione_variants::FromToml as _;

/// The five main variants of the project.
pub(crate) const FIVE: [&str; 5] = ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"];

/// Variants that are not built in: the examples, and some that use extreme features of the format.
const FILES: &[(&str, &str)] = &[
    ("courier", include_str!("../examples/courier.toml")),
    ("carrera-under-promotion", include_str!("../examples/carrera-under-promotion.toml")),
    ("cannons", include_str!("../examples/cannons.toml")),
    ("no-promotion", "extends = \"chess\"\npromotion.to = \"\"\n"),
    ("stalemate-loses", "extends = \"chess\"\ndraws = { stalemate = \"loss\", dead_position = false }\n"),
    ("stalemate-wins", "extends = \"chess\"\ndraws = { stalemate = \"win\", dead_position = false }\n"),
    (
        "bare-king-loses",
        "extends = \"chess\"\ndraws = { stalemate = \"loss\", bare_king = true, dead_position = false }\n",
    ),
    ("never-drawn", "extends = \"chess\"\ndraws = { repetition = 0, moves = 0, dead_position = false }\n"),
    ("soon-drawn", "extends = \"chess\"\ndraws = { repetition = 2, moves = 5 }\n"),
    ("capturing-leap", "extends = \"archchess\"\nking_leap.captures = true\n"),
    // The largest board, every letter and the longest move rule; pieces with one-way, lame and one-purpose leaps, more
    // sets of leaps than there are bitboards for them, and pieces that reach nearly every square.
    (
        "all-letters",
        r#"
        board = { files = 12, ranks = 10, array = "abcdefkghijl" }
        piece.K = { moves = "K", royal = true }
        piece.A.moves = "QNDAHCZG"
        piece.B.moves = "QN"
        piece.C.moves = "RN"
        piece.D.moves = "BN"
        piece.E.moves = "nD"
        piece.F.moves = "fNbF"
        piece.G.moves = "mQcN"
        piece.H.moves = "cRmB"
        piece.I.moves = "W"
        piece.J.moves = "F"
        piece.L.moves = "R4"
        piece.M.moves = "NN"
        piece.N.moves = "N"
        piece.O.moves = "C"
        piece.Q.moves = "Q"
        piece.R.moves = "R"
        piece.S.moves = "B"
        piece.T.moves = "ZN"
        piece.U.moves = "fW"
        piece.V.moves = "A"
        piece.W.moves = "DA"
        piece.X.moves = "H"
        piece.Y.moves = "KND"
        piece.Z.moves = "cFmW"
        promotion.to = "ABCDEFGHIJLMNOQRSTUVWXYZ"
        draws.moves = 10_000
        "#,
    ),
];

/// A built-in variant, or one of [`FILES`].
pub(crate) fn game(id: &str) -> Variant {
    match FILES.iter().find(|&&(known, _)| known == id) {
        Some((_, text)) => Variant::from_toml(text, id).unwrap_or_else(|error| panic!("{id}: {error}")),
        None => Variant::named(id).unwrap(),
    }
}

/// All built-in variants and those of [`FILES`].
pub(crate) fn games() -> impl Iterator<Item = Variant> {
    Variant::ids().chain(FILES.iter().map(|&(id, _)| id)).map(game)
}

/// A position and its variant, for messages.
pub(crate) fn place(position: &Position) -> String {
    format!("{} {}", position.variant().id(), fen::write(position))
}

/// Visits every position of a random game of at most `plies` plies. Captures and pawn moves are preferred, so that
/// games reach promotions and positions with few pieces.
pub(crate) fn walk(variant: Variant, seed: u64, plies: u32, mut visit: impl FnMut(&Position, &mut SplitMix64)) {
    let mut random = SplitMix64::new(seed);
    let mut position = random::start(variant, &mut random);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        visit(&position, &mut random);
        let lively = |mv: &&Move| {
            mv.is_capture() || mv.turn_promotion().is_some() || position.role_at(mv.from()) == Some(Role::PAWN)
        };
        let lively: Vec<Move> = moves.iter().filter(lively).copied().collect();
        let choice = if random.index(2) == 0 && !lively.is_empty() { &lively[..] } else { &moves[..] };
        position = position.play_unchecked(choice[random.index(choice.len())]);
    }
}

/// A random position with `pieces` pieces of each side besides the kings. `None` if the random position is illegal or
/// the game is over in it.
pub(crate) fn sparse(variant: Variant, random: &mut SplitMix64, pieces: [usize; 2]) -> Option<Position> {
    let squares: Vec<Square> = variant.board().into_iter().collect();
    let mut setup = Setup::empty();
    for (color, pieces) in Color::ALL.into_iter().zip(pieces) {
        for index in 0..=pieces {
            let role = match index {
                0 => Role::KING,
                _ => Role::from_index(1 + random.index(variant.roles().len() - 1))?,
            };
            let square = squares[random.index(squares.len())];
            if setup.board.set(square, Some(Piece { color, role })).is_some() {
                return None;
            }
        }
    }
    let position = Position::new(&setup, variant).ok()?;
    position.outcome().is_none().then_some(position)
}
