//! The variants of RULES.md as data. Every field quotes the section that it comes from.

use crate::board::{Color, Piece, Square};

/// A kind of piece, by how it moves and what it counts for. One kind may have different letters in different variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    /// B + N: centaur, archbishop, janus.
    BishopKnight,
    /// R + N: champion, chancellor.
    RookKnight,
    /// archchess: N + A + D, every one of them a leap.
    Centurion,
    /// arciscacchiere: the same, but A and D are two steps along the line and can be blocked.
    SteppingCenturion,
    /// archchess: F.
    Decurion,
    /// courier-spiel: moves as the orthodox bishop.
    Courier,
    /// courier-spiel's bishop: F + A, the two-square move leaps.
    LeapingBishop,
    /// courier-spiel: one step as a king, or N.
    Councillor,
    /// courier-spiel: one step as a king.
    Fool,
}

/// Changes of file and rank.
type Offsets = &'static [(i8, i8)];

// RULES.md, Betza shorthand.
const W: Offsets = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const F: Offsets = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const D: Offsets = &[(0, 2), (2, 0), (0, -2), (-2, 0)];
const A: Offsets = &[(2, 2), (2, -2), (-2, -2), (-2, 2)];
#[rustfmt::skip]
const N: Offsets = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

// RULES.md "Board and pieces of each game": how each piece moves. Pawns are handled elsewhere.
impl Role {
    /// Steps and jumps: what stands between does not matter.
    pub(crate) fn leaps(self) -> &'static [Offsets] {
        match self {
            Role::King | Role::Fool => &[W, F],
            Role::Knight | Role::BishopKnight | Role::RookKnight => &[N],
            Role::Centurion => &[N, A, D],
            Role::SteppingCenturion => &[N],
            Role::Decurion => &[F],
            Role::LeapingBishop => &[F, A],
            Role::Councillor => &[W, F, N],
            Role::Queen | Role::Rook | Role::Bishop | Role::Courier | Role::Pawn => &[],
        }
    }

    /// Moves of two squares along a line that a piece on the square between blocks.
    pub(crate) fn two_step_moves(self) -> &'static [Offsets] {
        match self {
            Role::SteppingCenturion => &[A, D],
            _ => &[],
        }
    }

    /// The directions in which it moves any number of squares.
    pub(crate) fn slides(self) -> &'static [Offsets] {
        match self {
            Role::Queen => &[W, F],
            Role::Rook | Role::RookKnight => &[W],
            Role::Bishop | Role::BishopKnight | Role::Courier => &[F],
            _ => &[],
        }
    }

    /// RULES.md "Dead by material": "bishops, decurions, courier-spiel's B and C".
    pub(crate) fn is_bound_to_one_color(self) -> bool {
        matches!(self, Role::Bishop | Role::Decurion | Role::LeapingBishop | Role::Courier)
    }
}

/// Where king and rook go in a castling toward one side, as files.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    pub king: i8,
    pub rook: i8,
}

/// The ways to castle.
#[derive(Clone, Copy)]
pub(crate) enum Castling {
    /// RULES.md §1: none.
    None,
    /// Orthodox conditions, fixed targets: all squares between king and rook empty, no square from
    /// the king's start to its target attacked.
    Orthodox { a_side: Targets, far_side: Targets },
    /// RULES.md §6: the same, and no square from the king's to the rook's attacked.
    CourierSpiel { a_side: Targets, far_side: Targets },
    /// RULES.md §5: king and rooks start anywhere.
    Random { a_side: Targets, far_side: Targets },
    /// RULES.md §3: free castling and the king's leap.
    Free,
    /// RULES.md §4: the king moves two squares toward the partner.
    TwoSquares,
}

/// Everything in which one variant differs from another.
pub(crate) struct Rules {
    pub id: &'static str,
    pub files: i8,
    pub ranks: i8,
    /// The letters of the pieces (upper case), king and pawn included.
    pub letters: &'static [(char, Role)],
    /// The start position in native X-FEN.
    pub start: &'static str,
    /// What a pawn may become. Empty when promotion waits (RULES.md §6).
    pub promotions: &'static [Role],
    pub en_passant: bool,
    /// RULES.md §1, §3: no double step beside an enemy pawn when in check.
    pub double_step_prohibition: bool,
    pub castling: Castling,
    /// The start files of the white and the black king, where these are fixed and matter.
    pub king_files: Option<[i8; 2]>,
    /// The start files and kinds of the king's partners, where these are fixed, in file order. They are the same for
    /// both colors in every variant.
    pub partners: &'static [(i8, Role)],
    /// RULES.md §4: a side put in check loses its rights.
    pub check_loses_rights: bool,
    /// RULES.md §6: the start army of a side in a variant where promotion waits.
    pub waiting_army: Option<&'static [(Role, usize)]>,
    /// How castling is written in `uci` (NOTATION.md, "Moves").
    pub king_takes_rook_text: bool,
}

const ORTHODOX_LETTERS: &[(char, Role)] = &[
    ('K', Role::King),
    ('Q', Role::Queen),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
    ('P', Role::Pawn),
];

const CAPABLANCA_LETTERS: &[(char, Role)] = &[
    ('K', Role::King),
    ('Q', Role::Queen),
    ('A', Role::BishopKnight),
    ('C', Role::RookKnight),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
    ('P', Role::Pawn),
];

const JANUS_LETTERS: &[(char, Role)] = &[
    ('K', Role::King),
    ('Q', Role::Queen),
    ('J', Role::BishopKnight),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
    ('P', Role::Pawn),
];

const ARCHCHESS_LETTERS: &[(char, Role)] = &[
    ('K', Role::King),
    ('Q', Role::Queen),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
    ('C', Role::Centurion),
    ('D', Role::Decurion),
    ('P', Role::Pawn),
];

const ARCISCACCHIERE_LETTERS: &[(char, Role)] = &[
    ('K', Role::King),
    ('Q', Role::Queen),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
    ('C', Role::SteppingCenturion),
    ('D', Role::Decurion),
    ('P', Role::Pawn),
];

const HERB_GARDEN_LETTERS: &[(char, Role)] = &[
    ('K', Role::King),
    ('Q', Role::Queen),
    ('H', Role::RookKnight),
    ('E', Role::BishopKnight),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
    ('P', Role::Pawn),
];

const COURIER_SPIEL_LETTERS: &[(char, Role)] = &[
    ('K', Role::King),
    ('Q', Role::Queen),
    ('R', Role::Rook),
    ('N', Role::Knight),
    ('B', Role::LeapingBishop),
    ('C', Role::Courier),
    ('U', Role::Councillor),
    ('F', Role::Fool),
    ('P', Role::Pawn),
];

/// `RNBCUKQFCBNR`: "each type T but king and pawn" (RULES.md §6).
const COURIER_SPIEL_ARMY: &[(Role, usize)] = &[
    (Role::Queen, 1),
    (Role::Rook, 2),
    (Role::Knight, 2),
    (Role::LeapingBishop, 2),
    (Role::Courier, 2),
    (Role::Councillor, 1),
    (Role::Fool, 1),
];

// Files by letter.
const FILE_A: i8 = 0;
const FILE_B: i8 = 1;
const FILE_C: i8 = 2;
const FILE_D: i8 = 3;
const FILE_E: i8 = 4;
const FILE_F: i8 = 5;
const FILE_G: i8 = 6;
const FILE_H: i8 = 7;
const FILE_I: i8 = 8;
const FILE_J: i8 = 9;
const FILE_K: i8 = 10;
const FILE_L: i8 = 11;

const fn to(king: i8, rook: i8) -> Targets {
    Targets { king, rook }
}

/// RULES.md "Companions": orthodox chess.
const CHESS: Rules = Rules {
    id: "chess",
    files: 8,
    ranks: 8,
    letters: ORTHODOX_LETTERS,
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    promotions: &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
    en_passant: true,
    double_step_prohibition: false,
    castling: Castling::Orthodox { a_side: to(FILE_C, FILE_D), far_side: to(FILE_G, FILE_F) },
    king_files: Some([FILE_E, FILE_E]),
    partners: &[(FILE_A, Role::Rook), (FILE_H, Role::Rook)],
    check_loses_rights: false,
    waiting_army: None,
    king_takes_rook_text: false,
};

/// Orthodox chess on 10x8: "the king castles three squares where nothing else is said"; promotion
/// to Q A C R B N.
const CAPABLANCA: Rules = Rules {
    id: "capablanca",
    files: 10,
    letters: CAPABLANCA_LETTERS,
    start: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    promotions: &[Role::Queen, Role::BishopKnight, Role::RookKnight, Role::Rook, Role::Bishop, Role::Knight],
    castling: Castling::Orthodox { a_side: to(FILE_C, FILE_D), far_side: to(FILE_I, FILE_H) },
    king_files: Some([FILE_F, FILE_F]),
    partners: &[(FILE_A, Role::Rook), (FILE_J, Role::Rook)],
    ..CHESS
};

/// RULES.md §1.
const CARRERA: Rules = Rules {
    id: "carrera",
    start: "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w - - 0 1",
    promotions: &[Role::Queen],
    en_passant: false,
    double_step_prohibition: true,
    castling: Castling::None,
    king_files: None,
    partners: &[],
    ..CAPABLANCA
};

/// RULES.md §3.
const ARCHCHESS: Rules = Rules {
    id: "archchess",
    files: 10,
    ranks: 10,
    letters: ARCHCHESS_LETTERS,
    start: "rnbckqdbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCKQDBNR w KQLkql - 0 1",
    promotions: &[Role::Queen],
    en_passant: false,
    double_step_prohibition: true,
    castling: Castling::Free,
    king_files: Some([FILE_E, FILE_E]),
    partners: &[(FILE_A, Role::Rook), (FILE_J, Role::Rook)],
    ..CHESS
};

/// RULES.md §4. White's king starts on g1, Black's on f7.
const HERB_GARDEN: Rules = Rules {
    id: "herb-garden",
    files: 12,
    ranks: 7,
    letters: HERB_GARDEN_LETTERS,
    start: "rhenbkqbnehr/pppppppppppp/12/12/12/PPPPPPPPPPPP/RHENBQKBNEHR w ABCJKLabcjkl - 0 1",
    promotions: &[Role::Queen, Role::RookKnight, Role::BishopKnight],
    castling: Castling::TwoSquares,
    king_files: Some([FILE_G, FILE_F]),
    partners: &[
        (FILE_A, Role::Rook),
        (FILE_B, Role::RookKnight),
        (FILE_C, Role::BishopKnight),
        (FILE_J, Role::BishopKnight),
        (FILE_K, Role::RookKnight),
        (FILE_L, Role::Rook),
    ],
    check_loses_rights: true,
    ..CHESS
};

/// RULES.md §5.
const CRC: Rules = Rules {
    id: "crc",
    start: "rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR w KQkq - 0 1",
    castling: Castling::Random { a_side: to(FILE_C, FILE_D), far_side: to(FILE_I, FILE_H) },
    king_files: None,
    partners: &[],
    ..CAPABLANCA
};

/// RULES.md §6.
const COURIER_SPIEL: Rules = Rules {
    id: "courier-spiel",
    files: 12,
    ranks: 8,
    letters: COURIER_SPIEL_LETTERS,
    start: "rnbcukqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCUKQFCBNR w KQkq - 0 1",
    promotions: &[],
    castling: Castling::CourierSpiel { a_side: to(FILE_C, FILE_D), far_side: to(FILE_J, FILE_I) },
    king_files: Some([FILE_F, FILE_F]),
    partners: &[(FILE_A, Role::Rook), (FILE_L, Role::Rook)],
    waiting_army: Some(COURIER_SPIEL_ARMY),
    ..CHESS
};

static ALL: [Rules; 16] = [
    CARRERA,
    // RULES.md §1: "the other reading: Q, A or C".
    Rules { id: "carrera-qac", promotions: &[Role::Queen, Role::BishopKnight, Role::RookKnight], ..CARRERA },
    // RULES.md §2: Carrera's array with the rules of Capablanca's chess.
    Rules {
        id: "modern-carrera",
        start: "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w KQkq - 0 1",
        ..CAPABLANCA
    },
    ARCHCHESS,
    // RULES.md §3, last paragraph.
    Rules { id: "arciscacchiere", letters: ARCISCACCHIERE_LETTERS, ..ARCHCHESS },
    HERB_GARDEN,
    // RULES.md §4: without the "never been in check" clause.
    Rules { id: "herb-garden-2002b", check_loses_rights: false, ..HERB_GARDEN },
    CRC,
    COURIER_SPIEL,
    CHESS,
    Rules {
        id: "chess960",
        castling: Castling::Random { a_side: to(FILE_C, FILE_D), far_side: to(FILE_G, FILE_F) },
        king_files: None,
        partners: &[],
        king_takes_rook_text: true,
        ..CHESS
    },
    CAPABLANCA,
    Rules { id: "gothic", start: "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1", ..CAPABLANCA },
    // "King from e to b or h".
    Rules {
        id: "embassy",
        start: "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1",
        castling: Castling::Orthodox { a_side: to(FILE_B, FILE_C), far_side: to(FILE_H, FILE_G) },
        king_files: Some([FILE_E, FILE_E]),
        ..CAPABLANCA
    },
    // "King from e goes to b or i, rook to c or h".
    Rules {
        id: "janus",
        letters: JANUS_LETTERS,
        start: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
        promotions: &[Role::Queen, Role::BishopKnight, Role::Rook, Role::Bishop, Role::Knight],
        castling: Castling::Orthodox { a_side: to(FILE_B, FILE_C), far_side: to(FILE_I, FILE_H) },
        king_files: Some([FILE_E, FILE_E]),
        ..CAPABLANCA
    },
    Rules { id: "bird", start: "rnbcqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBCQKABNR w KQkq - 0 1", ..CAPABLANCA },
];

impl Rules {
    /// The rules of the variant with this id.
    pub(crate) fn of(variant: &str) -> Result<&'static Rules, String> {
        ALL.iter().find(|rules| rules.id == variant).ok_or_else(|| format!("unknown game {variant:?}"))
    }

    /// Every square of the board, from a1, rank by rank.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
    }

    pub(crate) fn is_on_board(&self, square: Square) -> bool {
        (0..self.files).contains(&square.file) && (0..self.ranks).contains(&square.rank)
    }

    pub(crate) fn first_rank(&self, color: Color) -> i8 {
        match color {
            Color::White => 0,
            Color::Black => self.ranks - 1,
        }
    }

    pub(crate) fn second_rank(&self, color: Color) -> i8 {
        self.first_rank(color) + color.forward()
    }

    pub(crate) fn last_rank(&self, color: Color) -> i8 {
        self.first_rank(color.other())
    }

    /// The piece that a letter of a FEN stands for.
    pub(crate) fn piece_of_letter(&self, letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let upper = letter.to_ascii_uppercase();
        let &(_, role) = self.letters.iter().find(|(l, _)| *l == upper)?;
        Some(Piece { color, role })
    }

    /// The letter of a kind of piece in lower case, as in moves.
    pub(crate) fn role_letter(&self, role: Role) -> char {
        let found = self.letters.iter().find(|(_, r)| *r == role);
        let (letter, _) = found.expect("only pieces of the game are on its board");
        letter.to_ascii_lowercase()
    }

    /// The letter of a piece in a FEN.
    pub(crate) fn piece_letter(&self, piece: Piece) -> char {
        let letter = self.role_letter(piece.role);
        match piece.color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }
}
