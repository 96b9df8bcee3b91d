//! The variants of RULES.md, written down by hand. Each rule has the section that it comes from.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::board::{Color, FILES, Square};
use crate::fen;
use crate::rules::{
    Castling, Game, Leap, OrthodoxDraws, Part, PawnKind, Promotion, Safe, Stalemate, Targets, WITHOUT_LIMIT,
    king_starts,
};

type Rules = fn() -> Game;

/// The variants in the order of RULES.md, the companions last.
pub(crate) const ALL: &[(&str, Rules)] = &[
    ("carrera", carrera),
    ("modern-carrera", modern_carrera),
    ("archchess", archchess),
    ("herb-garden", herb_garden),
    ("crc", crc),
    ("courier-spiel", courier_spiel),
    ("carrera-qac", carrera_qac),
    ("arciscacchiere", arciscacchiere),
    ("herb-garden-2002b", herb_garden_2002b),
    ("chess", chess),
    ("chess960", chess960),
    ("capablanca", capablanca),
    ("gothic", gothic),
    ("embassy", embassy),
    ("janus", janus),
    ("bird", bird),
];

static GAMES: LazyLock<BTreeMap<&str, Game>> = LazyLock::new(|| ALL.iter().map(|(id, game)| (*id, game())).collect());

/// The rules of the variant with this id.
pub(crate) fn game(id: &str) -> Option<&'static Game> {
    GAMES.get(id)
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

/// Steps and jumps: what stands between does not matter.
fn leaps(offsets: &[Offsets]) -> Part {
    Part { moves: true, captures: true, lame: false, hop: None, steps: offsets.concat(), times: 1 }
}

/// Moves of two squares along a line that a piece on the square between blocks.
fn two_steps(offsets: &[Offsets]) -> Part {
    Part { lame: true, ..leaps(offsets) }
}

/// Any number of squares.
fn slides(directions: &[Offsets]) -> Part {
    Part { times: WITHOUT_LIMIT, ..leaps(directions) }
}

type Movement = fn() -> Vec<Part>;

// RULES.md "Board and pieces of each game": how each piece moves.
const KING: Movement = || vec![leaps(&[W, F])];
const QUEEN: Movement = || vec![slides(&[W, F])];
const ROOK: Movement = || vec![slides(&[W])];
const BISHOP: Movement = || vec![slides(&[F])];
const KNIGHT: Movement = || vec![leaps(&[N])];
/// Centaur, archbishop, janus.
const BISHOP_KNIGHT: Movement = || vec![slides(&[F]), leaps(&[N])];
/// Champion, chancellor.
const ROOK_KNIGHT: Movement = || vec![slides(&[W]), leaps(&[N])];
/// archchess: every one of them a leap.
const CENTURION: Movement = || vec![leaps(&[N, A, D])];
/// arciscacchiere: the same, but "blocked by a piece in between" along a line.
const STEPPING_CENTURION: Movement = || vec![leaps(&[N]), two_steps(&[A, D])];
const DECURION: Movement = || vec![leaps(&[F])];
/// courier-spiel's bishop: the two-square move leaps.
const LEAPING_BISHOP: Movement = || vec![leaps(&[F, A])];
/// courier-spiel: one step as a king, or N.
const COUNCILLOR: Movement = || vec![leaps(&[W, F, N])];

/// The orthodox pieces, and others that join them or take the letter of one.
fn army(others: &[(char, Movement)]) -> BTreeMap<char, Vec<Part>> {
    let orthodox = [('K', KING), ('Q', QUEEN), ('R', ROOK), ('B', BISHOP), ('N', KNIGHT)];
    orthodox.iter().chain(others).map(|(letter, movement)| (*letter, movement())).collect()
}

/// RULES.md "Orthodox draws", with the letters of the pieces bound to squares of one color: "bishops, decurions,
/// courier-spiel's B and C".
fn draws(bound: &str) -> OrthodoxDraws {
    OrthodoxDraws { knight: 'N', bound: bound.chars().collect() }
}

/// A pawn on the last rank of a board with so many ranks becomes one of these.
fn promotion(to: &str, ranks: i8) -> Promotion {
    Promotion {
        to: to.chars().collect(),
        rank: ranks - 1,
        optional: false,
        from_stock: false,
        limits: [BTreeMap::new(), BTreeMap::new()],
        wait: None,
    }
}

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

/// Orthodox conditions: no square from the king's start to its target attacked.
fn castling(from: Option<(i8, i8)>, toward_last: bool, letter: char, (king, partner): (i8, i8)) -> Castling {
    let targets = Targets::Fixed { king, partner };
    Castling { from, toward_last, letter, targets, safe: Safe::Path, in_check: false }
}

/// With the rooks of the a-file and the last file; where king and rook go toward each.
fn with_corner_rooks(king: i8, last: i8, a_side: (i8, i8), far_side: (i8, i8)) -> [Vec<Castling>; 2] {
    both(vec![castling(Some((king, FILE_A)), false, 'R', a_side), castling(Some((king, last)), true, 'R', far_side)])
}

/// RULES.md §5: king and rooks start anywhere.
fn from_anywhere(a_side: (i8, i8), far_side: (i8, i8)) -> [Vec<Castling>; 2] {
    both(vec![castling(None, false, 'R', a_side), castling(None, true, 'R', far_side)])
}

fn both(castlings: Vec<Castling>) -> [Vec<Castling>; 2] {
    [castlings.clone(), castlings]
}

/// The start position of `base`: its rows as in a FEN.
fn set_up(start: &str, base: Game) -> Game {
    let start = fen::read_placement(start, base.files, base.ranks).expect("a start position");
    let king_starts = king_starts(&start, 'K').expect("both kings");
    Game { start, king_starts, ..base }
}

/// RULES.md "Companions": orthodox chess.
fn chess() -> Game {
    set_up(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        Game {
            files: 8,
            ranks: 8,
            start: Vec::new(),
            king_starts: [Square::new(FILE_E, 0), Square::new(FILE_E, 7)],
            rights: None,
            pieces: army(&[]),
            king: 'K',
            pawn: 'P',
            pawn_kind: PawnKind::Orthodox,
            double_step_ranks: vec![1],
            long_steps: Vec::new(),
            double_step_barred: false,
            pinned_pawn_bars: true,
            en_passant: true,
            promotion: promotion("QRBN", 8),
            castlings: with_corner_rooks(FILE_E, FILE_H, (FILE_C, FILE_D), (FILE_G, FILE_F)),
            lost_by_check: false,
            leap: None,
            stalemate: Stalemate::Draw,
            bare_king_loses: false,
            orthodox_draws: Some(draws("B")),
            numbered: false,
            rights_by_file: false,
            king_takes_rook: false,
        },
    )
}

fn chess960() -> Game {
    Game {
        castlings: from_anywhere((FILE_C, FILE_D), (FILE_G, FILE_F)),
        numbered: true,
        king_takes_rook: true,
        ..chess()
    }
}

/// Orthodox chess on 10x8: "the king castles three squares where nothing else is said"; promotion
/// to Q A C R B N.
fn capablanca() -> Game {
    set_up(
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
        Game {
            files: 10,
            pieces: army(&[('A', BISHOP_KNIGHT), ('C', ROOK_KNIGHT)]),
            promotion: promotion("QACRBN", 8),
            castlings: with_corner_rooks(FILE_F, FILE_J, (FILE_C, FILE_D), (FILE_I, FILE_H)),
            ..chess()
        },
    )
}

fn gothic() -> Game {
    set_up("rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR", capablanca())
}

fn bird() -> Game {
    set_up("rnbcqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBCQKABNR", capablanca())
}

/// "King from e to b or h".
fn embassy() -> Game {
    set_up(
        "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR",
        Game { castlings: with_corner_rooks(FILE_E, FILE_J, (FILE_B, FILE_C), (FILE_H, FILE_G)), ..capablanca() },
    )
}

/// "King from e goes to b or i, rook to c or h".
fn janus() -> Game {
    set_up(
        "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR",
        Game {
            pieces: army(&[('J', BISHOP_KNIGHT)]),
            promotion: promotion("QJRBN", 8),
            castlings: with_corner_rooks(FILE_E, FILE_J, (FILE_B, FILE_C), (FILE_I, FILE_H)),
            ..capablanca()
        },
    )
}

/// RULES.md §1.
fn carrera() -> Game {
    set_up(
        "ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR",
        Game {
            promotion: promotion("Q", 8),
            en_passant: false,
            double_step_barred: true,
            castlings: both(Vec::new()),
            ..capablanca()
        },
    )
}

/// RULES.md §1: "the other reading: Q, A or C".
fn carrera_qac() -> Game {
    Game { promotion: promotion("QAC", 8), ..carrera() }
}

/// RULES.md §2: Carrera's array with the rules of Capablanca's chess.
fn modern_carrera() -> Game {
    set_up("ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR", capablanca())
}

/// RULES.md §3.
fn archchess() -> Game {
    // "The king goes to any square k with 1 <= |k - s| <= |r - s| toward the rook, and the rook goes to any square on
    // the king's former side of k: from s itself up to the square next to k."
    let free = [(FILE_A, false), (FILE_J, true)].map(|(rook, toward_last)| Castling {
        from: Some((FILE_E, rook)),
        toward_last,
        letter: 'R',
        targets: Targets::Free { crossing: true, beside: false, shortest: 1, longest: FILES },
        safe: Safe::Crossing,
        in_check: true,
    });
    set_up(
        "rnbckqdbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCKQDBNR",
        Game {
            files: 10,
            ranks: 10,
            pieces: army(&[('C', CENTURION), ('D', DECURION)]),
            promotion: promotion("Q", 10),
            en_passant: false,
            double_step_barred: true,
            castlings: both(free.to_vec()),
            // "The never-moved king jumps two squares straight forward or sideways to an empty square; the square
            // jumped over may be occupied".
            leap: Some(Leap {
                distance: 2,
                forward: true,
                sideways: true,
                in_check: true,
                over_pieces: true,
                captures: false,
            }),
            orthodox_draws: Some(draws("BD")),
            ..chess()
        },
    )
}

/// RULES.md §3, last paragraph.
fn arciscacchiere() -> Game {
    Game { pieces: army(&[('C', STEPPING_CENTURION), ('D', DECURION)]), ..archchess() }
}

/// RULES.md §4. White's king starts on g1, Black's on f7; it moves two squares toward the partner.
fn herb_garden() -> Game {
    let partners = [(FILE_A, 'R'), (FILE_B, 'H'), (FILE_C, 'E'), (FILE_J, 'E'), (FILE_K, 'H'), (FILE_L, 'R')];
    let castlings = [FILE_G, FILE_F].map(|king: i8| {
        let toward = |(partner, letter): (i8, char)| {
            let step = (partner - king).signum();
            castling(Some((king, partner)), partner > king, letter, (king + 2 * step, king + step))
        };
        partners.into_iter().map(toward).collect()
    });
    set_up(
        "rhenbkqbnehr/pppppppppppp/12/12/12/PPPPPPPPPPPP/RHENBQKBNEHR",
        Game {
            files: 12,
            ranks: 7,
            pieces: army(&[('H', ROOK_KNIGHT), ('E', BISHOP_KNIGHT)]),
            promotion: promotion("QHE", 7),
            castlings,
            // "The moment a side is put in check it loses all these rights".
            lost_by_check: true,
            rights_by_file: true,
            ..chess()
        },
    )
}

/// RULES.md §4: without the "never been in check" clause.
fn herb_garden_2002b() -> Game {
    Game { lost_by_check: false, ..herb_garden() }
}

/// RULES.md §5, with array 27621.
fn crc() -> Game {
    set_up(
        "rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR",
        Game { castlings: from_anywhere((FILE_C, FILE_D), (FILE_I, FILE_H)), numbered: true, ..capablanca() },
    )
}

/// RULES.md §6.
fn courier_spiel() -> Game {
    // `RNBCUKQFCBNR`: "each type T but king and pawn".
    let stock = [('Q', 1), ('R', 2), ('N', 2), ('B', 2), ('C', 2), ('U', 1), ('F', 1)];
    // "No square from the king's to the rook's, both included, attacked".
    let castlings = with_corner_rooks(FILE_F, FILE_L, (FILE_C, FILE_D), (FILE_J, FILE_I))
        .map(|own| own.into_iter().map(|rule| Castling { safe: Safe::ToPartner, ..rule }).collect());
    set_up(
        "rnbcukqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCUKQFCBNR",
        Game {
            files: 12,
            pieces: army(&[('B', LEAPING_BISHOP), ('C', BISHOP), ('U', COUNCILLOR), ('F', KING)]),
            promotion: Promotion {
                from_stock: true,
                limits: Color::BOTH.map(|_| BTreeMap::from(stock)),
                // "Its wait is 2 when it arrives."
                wait: Some(2),
                ..promotion("QRNBCUF", 8)
            },
            castlings,
            orthodox_draws: Some(draws("BC")),
            ..chess()
        },
    )
}
