//! The drawings of the pieces: paths in a square of 100 units, with the foot at about 90, facing left.

use campione_core::{Betza, Role, Variant};

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Glyph {
    /// A crown with a cross.
    King,
    /// A crown with five points.
    Queen,
    /// A tower.
    Rook,
    /// A mitre.
    Bishop,
    /// A horse's head.
    Knight,
    /// A piece on foot.
    Pawn,
    /// Rook and knight: a horse's head before a tower. Champion, chancellor.
    Champion,
    /// Bishop and knight: a horse's head before a mitre. Centaur, archbishop, janus.
    Centaur,
    /// A helmet with a crest from ear to ear.
    Centurion,
    /// A helmet with a plume.
    Decurion,
    /// A post horn.
    Courier,
    /// A scholar's cap.
    Councillor,
    /// A cap with bells.
    Fool,
    /// A shield with the piece's letter, for other pieces of users' variants.
    Shield(char),
}

/// Glyphs by the names of pieces.
const NAMES: &[(&str, Glyph)] = &[
    ("king", Glyph::King),
    ("queen", Glyph::Queen),
    ("rook", Glyph::Rook),
    ("bishop", Glyph::Bishop),
    ("knight", Glyph::Knight),
    ("pawn", Glyph::Pawn),
    ("champion", Glyph::Champion),
    ("chancellor", Glyph::Champion),
    ("marshall", Glyph::Champion),
    ("centaur", Glyph::Centaur),
    ("archbishop", Glyph::Centaur),
    ("cardinal", Glyph::Centaur),
    ("princess", Glyph::Centaur),
    ("janus", Glyph::Centaur),
    ("centurion", Glyph::Centurion),
    ("decurion", Glyph::Decurion),
    ("courier", Glyph::Courier),
    ("councillor", Glyph::Councillor),
    ("counselor", Glyph::Councillor),
    ("fool", Glyph::Fool),
];

/// Glyphs by what pieces can do, in the letters of Betza's notation.
const MOVES: &[(&str, Glyph)] = &[
    ("Q", Glyph::Queen),
    ("R", Glyph::Rook),
    ("B", Glyph::Bishop),
    ("N", Glyph::Knight),
    ("RN", Glyph::Champion),
    ("BN", Glyph::Centaur),
    ("NAD", Glyph::Centurion),
    ("F", Glyph::Decurion),
    ("KN", Glyph::Councillor),
    ("K", Glyph::Fool),
];

impl Glyph {
    /// The glyph of a piece: by its name, else by its moves, else a shield. It is also a shield if an earlier piece of
    /// the variant has the same glyph.
    pub fn of(role: Role, variant: Variant) -> Glyph {
        let glyph = Glyph::alone(role, variant);
        let mut others = variant.all_roles().take_while(|&other| other != role);
        let shield = Glyph::Shield(variant.role(role).letter);
        if others.any(|other| Glyph::alone(other, variant) == glyph) { shield } else { glyph }
    }

    /// The glyph without regard to the other pieces.
    fn alone(role: Role, variant: Variant) -> Glyph {
        if let Some(&(_, glyph)) = NAMES.iter().find(|(name, _)| *name == variant.role_name(role)) {
            return glyph;
        }
        let moves = variant.piece_spec(role).and_then(|piece| Betza::parse(&piece.moves).ok());
        let same = |known: &str| moves.is_some() && Betza::parse(known).ok() == moves;
        MOVES
            .iter()
            .find(|(known, _)| same(known))
            .map_or(Glyph::Shield(variant.role(role).letter), |&(_, glyph)| glyph)
    }

    /// Its name for an XML id.
    pub(crate) fn id(self) -> String {
        match self {
            Glyph::Shield(letter) => format!("shield-{letter}"),
            _ => format!("{self:?}").to_lowercase(),
        }
    }

    /// Its parts, from the back to the front.
    pub(crate) fn parts(self) -> Vec<Part> {
        match self {
            Glyph::King => vec![Body(FOOT), Body(CROSS), Body(KING), Body(KING_HEART)],
            Glyph::Queen => vec![
                Body(FOOT),
                Body(QUEEN),
                Dot(14, 32, 6),
                Dot(32, 20, 6),
                Dot(50, 15, 6),
                Dot(68, 20, 6),
                Dot(86, 32, 6),
                Line("M27 66 Q50 58 73 66"),
            ],
            Glyph::Rook => vec![Body(FOOT), Body(TOWER), Line("M31 42 H69 M34 72 H66")],
            Glyph::Bishop => {
                vec![Body(FOOT), Body(MITRE), Dot(50, 12, 5), Line("M50 31 V55 M40 42 H60 M40 67 Q50 63 60 67")]
            }
            Glyph::Knight => vec![Body(HORSE), Spot(33, 37, 4), Line("M20 56 L27 53 M56 26 C68 38 71 56 70 78")],
            Glyph::Pawn => vec![Body(PAWN), Body(PAWN_HEAD)],
            Glyph::Champion => {
                vec![Body(BACK_TOWER), Line("M70 38 H92"), Body(FRONT_HORSE), Spot(25, 43, 4), Line(FRONT_MANE)]
            }
            Glyph::Centaur => {
                vec![
                    Body(BACK_MITRE),
                    Dot(72, 11, 5),
                    Line("M74 32 V50 M66 40 H82"),
                    Body(FRONT_HORSE),
                    Spot(25, 43, 4),
                    Line(FRONT_MANE),
                ]
            }
            Glyph::Centurion => {
                vec![
                    Body(CREST),
                    Line("M26 38 L20 24 M38 29 L35 13 M50 27 V9 M62 29 L65 13 M74 38 L80 24"),
                    Body(HELMET),
                    Line(VISOR),
                ]
            }
            Glyph::Decurion => vec![Body(PLUME), Body(HELMET), Line(VISOR)],
            Glyph::Courier => vec![Body(HORN), Body(HORN_RING), Body(HORN_BELL), Line("M20 20 L13 13")],
            Glyph::Councillor => {
                vec![Body(FOOT), Body(FACE), Body(CAP_BAND), Body(CAP), Edge("M50 27 L82 34 V54"), Dot(82, 60, 5)]
            }
            Glyph::Fool => vec![
                Body(FOOT),
                Body(JESTER),
                Dot(12, 56, 6),
                Dot(50, 10, 6),
                Dot(88, 56, 6),
                Line("M30 68 L40 60 L50 68 L60 60 L70 68"),
            ],
            Glyph::Shield(letter) => vec![Body(SHIELD), Letter(letter)],
        }
    }
}

/// A part of a glyph.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Part {
    /// A closed form in the piece's color with an outline.
    Body(&'static str),
    /// A disk in the piece's color with an outline: its center and its radius.
    Dot(i32, i32, i32),
    /// A disk in the color of details.
    Spot(i32, i32, i32),
    /// A stroke in the color of the outline.
    Edge(&'static str),
    /// A stroke in the color of details.
    Line(&'static str),
    /// The letter on a shield.
    Letter(char),
}

use Part::{Body, Dot, Edge, Letter, Line, Spot};

const FOOT: &str = "M22 90 L22 84 Q24 76 34 75 L66 75 Q76 76 78 84 L78 90 Z";
const CROSS: &str = "M46 4 H54 V12 H62 V20 H54 V32 H46 V20 H38 V12 H46 Z";
const KING: &str = "M50 75 L28 75 C8 60 14 34 34 36 C44 37 49 46 50 54 C51 46 56 37 66 36 C86 34 92 60 72 75 Z";
const KING_HEART: &str = "M50 54 C42 44 42 36 50 28 C58 36 58 44 50 54 Z";
const QUEEN: &str = "M27 75 L14 36 L32 58 L33 26 L45 54 L50 20 L55 54 L67 26 L68 58 L86 36 L73 75 Z";
const TOWER: &str =
    "M34 75 L36 44 L28 40 L28 18 L38 18 L38 26 L45 26 L45 18 L55 18 L55 26 L62 26 L62 18 L72 18 L72 40 L64 44 L66 75 Z";
const MITRE: &str = "M50 16 C64 26 76 44 66 58 C63 63 62 68 62 75 L38 75 C38 68 37 63 34 58 C24 44 36 26 50 16 Z";
const HORSE: &str = "M26 90 C26 76 46 68 47 52 C41 58 33 59 27 64 C21 67 13 60 15 53 C18 44 24 38 27 28 C28 22 28 16 31 9 L41 18 C66 16 82 38 80 68 C80 78 79 84 79 90 Z";
const PAWN: &str = "M24 90 C24 72 38 68 42 54 L34 54 L34 47 L66 47 L66 54 L58 54 C62 68 76 72 76 90 Z";
const PAWN_HEAD: &str = "M50 16 A16 16 0 1 1 49.9 16 Z";
const FRONT_HORSE: &str = "M14 90 C14 78 34 70 36 56 C31 61 25 62 20 66 C14 69 6 63 8 56 C11 48 17 42 19 34 C20 28 20 23 22 16 L31 24 C52 22 68 42 66 70 C66 79 65 84 65 90 Z";
const FRONT_MANE: &str = "M13 59 L19 56 M44 31 C54 42 57 58 56 78";
const BACK_TOWER: &str =
    "M60 90 L62 46 L56 42 L56 14 L65 14 L65 22 L71 22 L71 14 L80 14 L80 22 L86 22 L86 14 L95 14 L95 42 L89 46 L92 90 Z";
const BACK_MITRE: &str = "M72 15 C86 24 98 44 88 60 C85 66 86 76 90 90 L56 90 C60 76 58 64 54 58 C46 42 58 24 72 15 Z";
const HELMET: &str = "M22 90 L22 62 C22 42 34 32 50 32 C66 32 78 42 78 62 L78 90 L64 90 L60 68 L40 68 L36 90 Z";
const VISOR: &str = "M22 62 C36 56 64 56 78 62 M50 58 V76";
const CREST: &str = "M10 44 C10 18 30 6 50 6 C70 6 90 18 90 44 L76 50 C72 38 62 30 50 30 C38 30 28 38 24 50 Z";
const PLUME: &str = "M44 34 C40 20 50 8 66 8 C82 8 92 18 94 34 C84 26 74 24 66 26 C60 27 57 30 56 34 Z";
const HORN: &str = "M20 14 C30 20 46 30 58 44 L52 50 C40 38 26 30 14 22 Z";
const HORN_RING: &str = "M50 38 A21 21 0 1 1 49.9 38 Z M50 49 A10 10 0 1 0 50.1 49 Z";
const HORN_BELL: &str = "M58 62 C66 68 70 76 68 90 L92 66 C80 68 72 64 66 56 Z";
const FACE: &str = "M32 46 L68 46 C70 62 64 74 58 75 L42 75 C36 74 30 62 32 46 Z";
const CAP_BAND: &str = "M30 34 L70 34 L70 48 Q50 56 30 48 Z";
const CAP: &str = "M50 10 L94 27 L50 44 L6 27 Z";
const JESTER: &str = "M28 75 C30 62 24 54 12 54 C16 36 28 32 36 42 C34 28 40 18 50 12 C60 18 66 28 64 42 C72 32 84 36 88 54 C76 54 70 62 72 75 Z";
const SHIELD: &str = "M18 14 H82 V48 C82 70 66 84 50 92 C34 84 18 70 18 48 Z";
