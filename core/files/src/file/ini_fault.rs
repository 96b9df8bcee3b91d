//! What can be wrong with a file of Fairy-Stockfish's variants.

use thiserror::Error;

/// What is wrong at a place of a `variants.ini` of Fairy-Stockfish.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IniFault {
    /// A section without its end.
    #[error("a section must end with `]`, such as `[gothic:capablanca]`")]
    SectionEnd,
    /// A section without a name.
    #[error("the section has no name")]
    NoName,
    /// Two sections of one name with different rules.
    #[error("there is already a section `{0}`, with other rules")]
    SameName(String),
    /// A key outside all sections.
    #[error("before the first key there must be a section, such as `[my-game:chess]`")]
    NoSection,
    /// A line of another form.
    #[error("expected `key = value`, `[name:parent]` or a comment after `#`")]
    Line,
    /// A file without a section.
    #[error("it defines no variant: expected a section such as `[my-game:chess]`")]
    NoVariant,
    /// A section that starts from a later one.
    #[error("`{0}` must stand before the section that starts from it")]
    LaterParent(String),
    /// A section that starts from a variant whose rules cannot be expressed here.
    #[error("`{parent}`, from which it starts, cannot be expressed: {rule}")]
    ForeignParent {
        /// The variant.
        parent: String,
        /// The rule that it breaks.
        rule: ForeignRule,
    },
    /// A section that starts from nothing.
    #[error(
        "`{parent}` is neither an earlier section nor a built-in variant of Fairy-Stockfish that can be expressed here: {}",
        .known.join(", ")
    )]
    UnknownParent {
        /// The name.
        parent: String,
        /// The variants that can be expressed.
        known: Vec<&'static str>,
    },
    /// A key that Fairy-Stockfish does not have.
    #[error("there is no such key{}", .meant.map_or_else(String::new, |key| format!("; did you mean `{key}`?")))]
    UnknownKey {
        /// The one that is probably meant.
        meant: Option<&'static str>,
    },
    /// A value of another form.
    #[error("{0}")]
    Value(String),
    /// A key of a rule that variants here do not have.
    #[error("cannot be expressed: {0}")]
    Foreign(ForeignRule),
    /// A movement for one of Fairy-Stockfish's own pieces.
    #[error("its movement is fixed: take one of customPiece1 to customPiece25")]
    FixedMovement,
    /// A movement that Fairy-Stockfish does not read, or reads in another way than it documents.
    #[error("`{part}` cannot be taken over: Fairy-Stockfish {limit}")]
    Movement {
        /// The part of the movement.
        part: String,
        /// What Fairy-Stockfish has.
        limit: &'static str,
    },
    /// Pawns that move in another way.
    #[error(
        "`{0}` as the movement of pawns cannot be expressed: they step ahead and capture diagonally, or the other way round"
    )]
    PawnMovement(String),
    /// A piece that never moves.
    #[error("a piece that never moves (`{0}`) cannot be expressed")]
    NoMovement(char),
    /// Pawns of two kinds.
    #[error("the orthodox pawn beside another kind of pawn cannot be expressed")]
    TwoPawns,
    /// No king.
    #[error("every side needs one king")]
    NoKing,
    /// A region that is not the same for both sides.
    #[error(
        "White's regions and Black's must mirror each other; they differ on rank {rank} from their side{}",
        .black.as_deref().map_or_else(String::new, black_remedy)
    )]
    UnequalRegions {
        /// The rank, counted from 1 at each side.
        rank: u8,
        /// The line that mirrors White's region, if the file has none for Black.
        black: Option<String>,
    },
    /// A region with a part of a rank.
    #[error("must consist of whole ranks")]
    PartOfRank,
    /// A region of promotion that ends before the last rank, or has gaps.
    #[error("must be adjacent ranks up to the last, {last}")]
    PromotionRanks {
        /// The last rank.
        last: u8,
    },
    /// Pawns that stop before the last rank.
    #[error("a ban on pawns going to the last rank cannot be expressed")]
    PawnStops,
    /// Pawns that need not promote on the last rank.
    #[error(
        "a pawn that may stay one on the last rank cannot be expressed; with `immobilityIllegal = true` it may not"
    )]
    PawnStays,
    /// A region of promotion with squares of captures en passant.
    #[error("it holds squares of captures en passant, which would promote here and do not there")]
    EnPassantPromotes,
    /// A piece that may not go where it could never move again.
    #[error("a ban on `{0}` going where it could never move again cannot be expressed")]
    Immobile(char),
    /// Limits for some of the pieces of promotion.
    #[error("limits for some of promotionPieceTypes and none for others cannot be expressed")]
    SomeLimits,
    /// Pawns promote, and it is not said to what.
    #[error("name what a pawn becomes; with `promotionPawnTypes = -` none promotes")]
    NoPromotionPieces,
    /// A game that is won by taking pieces, other than by baring the king.
    #[error(
        "of the games that are won by taking pieces only one can be expressed: that of Shatranj, where a bare king has lost"
    )]
    Extinction,
    /// Pieces in hand at the start.
    #[error("`[{0}]`: pieces in hand cannot be expressed: there are no drops")]
    Hand(String),
    /// Walls at the start.
    #[error("`*`: walls cannot be expressed")]
    Walls,
    /// Promoted pieces at the start.
    #[error("promoted pieces (`+`, `~`) cannot be expressed")]
    PromotedPieces,
    /// Black begins.
    #[error("White must be to move")]
    BlackBegins,
    /// A letter of the castling field at the start that names a file.
    #[error("`{0}` in its castling field cannot be expressed, only K, Q, k and q")]
    CastlingLetter(char),
    /// Castling with a piece that the variant does not have.
    #[error("kings castle with a {partner}, which the variant does not have: {}", castling_remedy(*.meant))]
    CastlingPartner {
        /// The kind of piece.
        partner: String,
        /// The letter of the piece with which kings probably castle.
        meant: Option<char>,
    },
    /// A rank of castling without a king.
    #[error("kings castle on rank {rank} from their side, and no king that has rights stands there{}", king_remedy(*.king))]
    CastlingRank {
        /// The rank.
        rank: u8,
        /// The rank on which such a king stands.
        king: Option<u8>,
    },
    /// A right without its rook.
    #[error("its castling field has `{right}`, but no `{rook}` stands there")]
    NoRook {
        /// The right.
        right: char,
        /// The letter of the partner.
        rook: char,
    },
    /// A target of castling off the board.
    #[error("is not on the board")]
    CastlingTarget,
}

campione_core::codes!(IniFault {
    SectionEnd => "ini.section-end",
    NoName => "ini.no-name",
    SameName => "ini.same-name",
    NoSection => "ini.no-section",
    Line => "ini.line",
    NoVariant => "ini.no-variant",
    LaterParent => "ini.later-parent",
    ForeignParent => "ini.foreign-parent",
    UnknownParent => "ini.unknown-parent",
    UnknownKey => "ini.unknown-key",
    Value => "ini.value",
    FixedMovement => "ini.fixed-movement",
    Movement => "ini.movement",
    PawnMovement => "ini.pawn-movement",
    NoMovement => "ini.no-movement",
    TwoPawns => "ini.two-pawns",
    NoKing => "ini.no-king",
    UnequalRegions => "ini.unequal-regions",
    PartOfRank => "ini.part-of-rank",
    PromotionRanks => "ini.promotion-ranks",
    PawnStops => "ini.pawn-stops",
    PawnStays => "ini.pawn-stays",
    EnPassantPromotes => "ini.en-passant-promotes",
    Immobile => "ini.immobile",
    SomeLimits => "ini.some-limits",
    NoPromotionPieces => "ini.no-promotion-pieces",
    Extinction => "ini.extinction",
    Hand => "ini.hand",
    Walls => "ini.walls",
    PromotedPieces => "ini.promoted-pieces",
    BlackBegins => "ini.black-begins",
    CastlingLetter => "ini.castling-letter",
    CastlingPartner => "ini.castling-partner",
    CastlingRank => "ini.castling-rank",
    NoRook => "ini.no-rook",
    CastlingTarget => "ini.castling-target",
    ; Foreign.0
});

/// What to write where a file moves White's region alone.
fn black_remedy(line: &str) -> String {
    format!("; the file does not set Black's, which Fairy-Stockfish leaves where chess has it: write `{line}`")
}

/// What to write where kings castle on another rank than they stand on.
fn king_remedy(king: Option<u8>) -> String {
    match king {
        Some(rank) => format!(": write `castlingRank = {rank}`, or leave the rights out of `startFen`"),
        None => ": leave the rights out of `startFen`".to_owned(),
    }
}

/// What to write where kings castle with a piece that is not there.
fn castling_remedy(meant: Option<char>) -> String {
    match meant {
        Some(letter) => format!("write `castlingRookPieces = {letter}`"),
        None => "write `castlingRookPieces = LETTER` with the piece that castles, or `castling = false`".to_owned(),
    }
}

/// A rule of Fairy-Stockfish that no variant here can have. Its text says what is true here instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ForeignRule {
    /// There is a second board.
    #[error("there are no second boards")]
    SecondBoard,
    /// White and Black have different rules.
    #[error("White and Black have the same rules{}", .instead.map_or_else(String::new, |key| format!(": use {key}")))]
    SidesDiffer {
        /// The key that is for both sides.
        instead: Option<&'static str>,
    },
    /// Pawns promote without a move.
    #[error("pawns promote when they move")]
    SittuyinPromotion,
    /// Other pieces than pawns promote.
    #[error("only pawns promote")]
    PiecePromotion,
    /// Pieces are demoted.
    #[error("nobody is demoted")]
    Demotion,
    /// A capture removes more than one piece.
    #[error("a capture removes one piece")]
    Blast,
    /// Pieces that cannot be captured.
    #[error("every piece but the king can be captured")]
    Immune,
    /// Squares become walls.
    #[error("there are no walls")]
    Walls,
    /// Pawns on their first rank.
    #[error("pawns do not stand on their first rank")]
    FirstRankSteps,
    /// En passant on some squares only.
    #[error("a pawn that makes a double step can always be captured en passant")]
    EnPassantRegion,
    /// Other pieces than pawns capture en passant.
    #[error("only pawns capture en passant")]
    EnPassantTypes,
    /// Pieces are dropped.
    #[error("there are no drops")]
    Drops,
    /// Another piece than the king castles.
    #[error("the king castles")]
    CastlingKing,
    /// Castling that depends on the other side.
    #[error("both sides castle as they like")]
    OppositeCastling,
    /// Check may not be given.
    #[error("giving check is always allowed")]
    NoChecks,
    /// Captures are forced.
    #[error("nobody has to capture")]
    MustCapture,
    /// Something is put on the board during the game.
    #[error("nothing is put on the board during the game")]
    Gating,
    /// Moves of pieces that have not moved.
    #[error("there are no moves reserved for pieces that have not moved")]
    InitialMoves,
    /// Lines on the board, along which pieces move.
    #[error("the board has no lines")]
    BoardLines,
    /// Pieces that are confined to a part of the board.
    #[error("every piece may go anywhere on the board")]
    BoardParts,
    /// A side may pass.
    #[error("nobody passes")]
    Pass,
    /// The king may not move out of check.
    #[error("the king may move out of check")]
    Makpong,
    /// Kings that may not face each other.
    #[error("kings may face each other")]
    FacingKings,
    /// A piece that moves differently beyond a rank.
    #[error("a piece always moves the same way")]
    SoldierPromotion,
    /// Pieces change their color.
    #[error("pieces keep their color")]
    Flipping,
    /// A repetition is not a draw.
    #[error("a repetition is a draw")]
    RepetitionValue,
    /// The result of a stalemate depends on the pieces.
    #[error("stalemate has one result")]
    StalemateCount,
    /// Who is checkmated has not lost.
    #[error("a side that is checkmated has lost")]
    CheckmateValue,
    /// Some checks may not mate.
    #[error("any check may mate")]
    MatingPieces,
    /// Several royal pieces, or kings that are captured.
    #[error("there is one king, and it is never captured")]
    RoyalPieces,
    /// All of several kings are in check.
    #[error("there is one king")]
    DupleCheck,
    /// A game is won by reaching a place.
    #[error("no game is won by reaching a place")]
    Goal,
    /// A game is won by giving checks.
    #[error("no game is won by giving checks")]
    CheckCount,
    /// A game is won by a row of pieces.
    #[error("no game is won by a row of pieces")]
    Row,
    /// The end of a game is decided by counting pieces.
    #[error("nobody counts material")]
    MaterialCount,
    /// Moves are counted in another way.
    #[error("there is one count, `nMoveRule`")]
    MoveCount,
    /// A game is won by castling.
    #[error("no game is won by castling")]
    CastlingWins,
    /// Pawns that move in another way.
    #[error("pawns step ahead and capture diagonally, or the other way round")]
    OtherPawns,
    /// Double steps from everywhere.
    #[error("pawns make no double step that ends where they promote")]
    TorpedoPawns,
}

campione_core::codes!(ForeignRule {
    SecondBoard => "foreign.second-board",
    SidesDiffer => "foreign.sides-differ",
    SittuyinPromotion => "foreign.sittuyin-promotion",
    PiecePromotion => "foreign.piece-promotion",
    Demotion => "foreign.demotion",
    Blast => "foreign.blast",
    Immune => "foreign.immune",
    Walls => "foreign.walls",
    FirstRankSteps => "foreign.first-rank-steps",
    EnPassantRegion => "foreign.en-passant-region",
    EnPassantTypes => "foreign.en-passant-types",
    Drops => "foreign.drops",
    CastlingKing => "foreign.castling-king",
    OppositeCastling => "foreign.opposite-castling",
    NoChecks => "foreign.no-checks",
    MustCapture => "foreign.must-capture",
    Gating => "foreign.gating",
    InitialMoves => "foreign.initial-moves",
    BoardLines => "foreign.board-lines",
    BoardParts => "foreign.board-parts",
    Pass => "foreign.pass",
    Makpong => "foreign.makpong",
    FacingKings => "foreign.facing-kings",
    SoldierPromotion => "foreign.soldier-promotion",
    Flipping => "foreign.flipping",
    RepetitionValue => "foreign.repetition-value",
    StalemateCount => "foreign.stalemate-count",
    CheckmateValue => "foreign.checkmate-value",
    MatingPieces => "foreign.mating-pieces",
    RoyalPieces => "foreign.royal-pieces",
    DupleCheck => "foreign.duple-check",
    Goal => "foreign.goal",
    CheckCount => "foreign.check-count",
    Row => "foreign.row",
    MaterialCount => "foreign.material-count",
    MoveCount => "foreign.move-count",
    CastlingWins => "foreign.castling-wins",
    OtherPawns => "foreign.other-pawns",
    TorpedoPawns => "foreign.torpedo-pawns",
});
