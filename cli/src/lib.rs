//! Large-board chess: rules of many variants, legal moves, perft, notation, games, analysis.
//!
//! One generator plays Carrera's Chess, Archchess, Herb Garden Chess, Capablanca Random Chess, Courier-Spiel and their
//! relatives on boards of up to 12 files and 10 ranks, and the variants that you write as a TOML file. To use the
//! library without the program: `campione = { version = "0.1", default-features = false }`.
//!
//! # Is my move generator right?
//!
//! ```
//! use campione::prelude::*;
//!
//! let start = Position::start(Variant::named("capablanca")?);
//! assert_eq!(perft(&start, 3), 25_228);
//! for (mv, nodes) in divide(&start, 2) {
//!     println!("{}: {nodes}", start.uci(mv));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Positions and moves as text
//!
//! ```
//! use campione::prelude::*;
//!
//! let position = Variant::named("crc")?.array(27621)?;
//! for mv in position.legal_moves() {
//!     println!("{}", position.san(mv));
//! }
//! # assert_eq!(position.legal_moves().len(), 28);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Play a game to its end
//!
//! ```
//! use campione::{pgn::result_text, prelude::*};
//!
//! let mated = Variant::named("carrera")?.position("R3k5/10/4K5/10/10/10/10/10 b - - 0 1")?;
//! println!("{}", result_text(mated.outcome())); // 1-0
//! # assert_eq!(mated.outcome().unwrap().to_string(), "1-0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Game`] stores the moves and the positions, detects repetitions, and can take moves back:
//!
//! ```
//! use campione::prelude::*;
//!
//! let mut game = Game::new(Position::start(Variant::named("gothic")?));
//! for text in ["d4", "Nc6", "Nc3"] {
//!     game.play(game.position().parse_move(text)?)?;
//! }
//! assert_eq!((game.plies(), game.outcome()), (3, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The best move
//!
//! ```
//! use campione::prelude::*;
//!
//! let game = Game::new(Position::start(Variant::named("herb-garden")?));
//! let limits = Limits { depth: Some(2), ..Limits::default() };
//! let result = Engine::new(&EngineConfig::default().with_hash(16))?.analyse(&game, &limits, |line| println!("{line:?}"));
//! println!("best: {:?}", result.best.map(|best| game.position().san(best)));
//! # assert!(result.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games in PGN
//!
//! ```
//! use campione::pgn::{PgnOptions, PgnReader};
//! use campione::prelude::*;
//!
//! let text = "[Variant \"Capablanca\"]\n\n1. d4 d5 2. Ci3 *";
//! for game in PgnReader::new(text.as_bytes(), PgnOptions::new(Variant::named("chess")?)) {
//!     println!("{} plies", game?.moves.plies.len());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`pgn::Visitor`] gets the parts of a game while it is read, without a tree in memory.
//!
//! # Your own variant
//!
//! A variant is a TOML file ([the guide](https://github.com/campione-chess/campione/blob/main/docs/reference/variant-files.md)).
//!
//! ```
//! use campione::prelude::*;
//!
//! let file = "extends = \"capablanca\"\npiece.A.moves = \"BNW\"\n";
//! let mine = Variant::from_toml(file, "stronger-archbishops")?;
//! assert_eq!(perft(&Position::start(mine), 2), 784);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Pictures
//!
//! With the feature `pictures`, `picture::Picture` draws a board as SVG.
//!
//! # Values in files and messages
//!
//! With the feature `serde`, which is not a default one, values are read and written by [serde](https://serde.rs):
//!
//! | value | as |
//! |---|---|
//! | [`Square`], [`Color`] | `"e4"`, `"white"` |
//! | [`Role`], [`Piece`] | its number in the army of its variant; `{ color, role }` |
//! | [`Variant`] | `"gothic"`; if it is not built in, the text of its file |
//! | [`Position`], [`Game`] | `{ variant, fen }`, `{ variant, fen, moves }`, with the modules `serde::position` and `serde::game` |
//! | [`Move`] | `"Nc3"`, or in another notation, with `serde::MoveIn`, which is only written |
//! | [`WaitingPawn`], [`CastlingRight`] | their fields; a right is only written |
//! | [`Outcome`], [`EndReason`] | `{ winner, reason }`, `"checkmate"`, `{ "move-rule": { "moves": 50 } }` |
//! | [`Score`] | `{ "cp": 35 }`, `{ "mate": 3 }` |
//! | faults | `{ code, place, text }`, only written: `FileFault`, `VariantFault`, `PositionFault`, `FenFault`, `MoveError`, `PgnError` |

/// The items that most programs need: `use campione::prelude::*`.
pub mod prelude {
    pub use crate::{
        Color, EndReason, Engine, EngineConfig, FromToml, Game, Limits, Move, Notation, Outcome, Piece, Position,
        ReadPosition, Role, Square, Variant, divide, perft,
    };
}

#[cfg(feature = "serde")]
pub use campione_core::FaultRecord;
pub use campione_core::{
    ArrayError, ArrayFault, ArrayNumberError, ArrayNumbering, Betza, BetzaError, Bitboard, BlackArray, Board,
    BoardPieces, BoardSpec, CastlingRight, CastlingRow, CastlingSide, CastlingSpec, Color, DrawRules, DrawSpec,
    KingLeapSpec, LeapClass, MAX_FILES, MAX_RANKS, NotationSpec, ParseSquareError, Partner, PartnerMove, PawnKind,
    PawnSpec, Piece, PieceSpec, PlacementError, PlacingRule, PlacingStep, PromotionSpec, Provenance, Right, RightName,
    Rights, Role, RoleInfo, SafeSquares, Setup, SetupField, Shade, SideCastling, SplitMix64, Square, Squares,
    StalemateResult, TitledRule, UnknownVariant, Variant, VariantFault, VariantFaults, VariantSpec, VariantWarning,
    WaitingPawn,
};
pub use campione_movegen::{
    EndReason, FewMoves, Game, IllegalMove, MAX_PERFT_DEPTH, Move, MoveKind, MoveList, Outcome, Perft, PerftMonitor,
    PerftStats, PerftTable, Position, PositionFault, PositionFaults, divide, perft,
};
pub use campione_notation::{Notation, ReadPosition};
pub use campione_search::{
    Chances, Clock, Control, Engine, EngineConfig, EngineError, EvalParams, Evaluator, Fitted, Limits, MAX_DEPTH,
    Misfit, Net, NetChoice, NetError, Report, Score, SearchParam, SearchParamError, SearchParams, SearchResult,
    Strength, find_mate, win_chance,
};
pub use campione_variants::{
    FileFault, FileFaultKind, FileFaults, Foreign, ForeignRule, FromToml, IniFault, Known, LeftOut, ValueType,
    VariantIni, fault_codes, variant_id, warnings_in,
};

/// Numbered arrays: filters, traits and faults.
pub mod arrays {
    pub use campione_notation::arrays::*;
}

/// Positions whose variant is found from what they are.
pub mod detect {
    pub use campione_notation::detect::*;
}

/// Positions in the dialects of other programs.
pub mod dialect {
    pub use campione_notation::dialect::*;
}

/// Positions with operations, such as best moves: Extended Position Description.
pub mod epd {
    pub use campione_notation::epd::*;
}

/// Positions as FEN.
pub mod fen {
    pub use campione_notation::fen::*;
}

/// Moves in every notation.
pub mod moves {
    pub use campione_notation::moves::*;
}

/// Endgame tables: building and probing; with the feature `endgame-files` their files too.
pub mod endgame {
    pub use campione_endgame::*;
}

/// Games as text: Portable Game Notation.
pub mod pgn {
    pub use campione_notation::pgn::*;
}

/// Positions, games and moves for serde.
#[cfg(feature = "serde")]
pub mod serde {
    pub use campione_notation::serde::*;
}

/// Moves in Standard Algebraic Notation.
pub mod san {
    pub use campione_notation::san::*;
}

/// Moves in coordinates, as UCI writes them.
pub mod uci {
    pub use campione_notation::uci::*;
}

/// Why a move is not legal: the rule that forbids it.
pub mod why {
    pub use campione_notation::why::*;
}

/// Moves and positions in `XBoard`'s protocol.
pub mod xboard {
    pub use campione_notation::xboard::*;
}

/// Nets: their files and what they fit.
pub mod net {
    pub use campione_search::net::*;
}

/// Boards and pieces as SVG.
#[cfg(feature = "pictures")]
pub mod picture {
    pub use campione_picture::*;
}

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
