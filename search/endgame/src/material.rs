//! The pieces of an ending.

use std::fmt::Write;

use campione_core::{Color, Role, Variant};

use crate::error::EndgameError;

/// The most pieces of an ending besides the kings.
pub(crate) const MOST: usize = 3;

/// The key by which pawns are ordered, after all other pieces.
const PAWN: u8 = 64;
/// The key of a waiting pawn: this, four times its place in its side's order of arrival, and its wait.
const WAITING: u8 = 65;
/// The bit of Black's pieces.
const BLACK: u8 = 128;

/// A kind of piece in an ending: its color, its role and, for a waiting pawn (RULES.md §6), its wait and place in the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) struct Kind(pub(crate) u8);

impl Kind {
    /// No piece: the last in the order.
    pub(crate) const NONE: Kind = Kind(255);

    pub(crate) fn piece(color: Color, role: Role) -> Kind {
        let key = if role == Role::PAWN { PAWN } else { role.index() as u8 };
        Kind(key | side(color))
    }

    pub(crate) fn waiting(color: Color, order: u8, wait: u8) -> Kind {
        Kind((WAITING + 4 * order + wait) | side(color))
    }

    pub(crate) fn color(self) -> Color {
        if self.0 & BLACK == 0 { Color::White } else { Color::Black }
    }

    pub(crate) fn role(self) -> Role {
        match self.key() {
            PAWN.. => Role::PAWN,
            key => Role::from_index(usize::from(key)).unwrap_or(Role::PAWN),
        }
    }

    /// The wait of a waiting pawn.
    pub(crate) fn wait(self) -> Option<u8> {
        self.key().checked_sub(WAITING).map(|key| key % 4)
    }

    /// Whether it is a pawn that can move.
    pub(crate) fn is_pawn(self) -> bool {
        self.key() == PAWN
    }

    /// The same kind of the other side.
    pub(crate) fn other_side(self) -> Kind {
        Kind(self.0 ^ BLACK)
    }

    fn key(self) -> u8 {
        self.0 & !BLACK
    }
}

fn side(color: Color) -> u8 {
    if color == Color::Black { BLACK } else { 0 }
}

/// The pieces of an ending: those that each side has besides its king, up to three in all.
///
/// Its name has White's pieces, `v` and Black's: `KRvKN`. A waiting pawn has its wait behind its letter: `KP2vK`.
///
/// ```
/// use campione_core::Variant;
/// use campione_endgame::Material;
/// let chess = Variant::named("chess")?;
/// let material = Material::read("KNvKR", chess)?;
/// assert_eq!((material.name(chess), material.pieces()), ("KNvKR".to_owned(), 4));
/// // The same ending with the colors swapped: tables have one of both.
/// assert_eq!(material.normal(chess).name(chess), "KRvKN");
/// assert!(Material::read("KRRRvKR", chess).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Material {
    /// Sorted; [`Kind::NONE`] after the last.
    kinds: [Kind; MOST],
}

impl Material {
    /// The kings alone.
    pub const KINGS: Material = Material { kinds: [Kind::NONE; MOST] };

    /// `None` if there are too many.
    pub(crate) fn of(kinds: &[Kind]) -> Option<Material> {
        let mut material = Material::KINGS;
        material.kinds.get_mut(..kinds.len())?.copy_from_slice(kinds);
        material.kinds.sort_unstable();
        Some(material)
    }

    /// The material of sorted kinds, with [`Kind::NONE`] after the last.
    #[inline]
    pub(crate) fn of_sorted(kinds: [Kind; MOST]) -> Material {
        debug_assert!(kinds.is_sorted());
        Material { kinds }
    }

    /// The pieces besides the kings, sorted: White's first.
    pub(crate) fn kinds(&self) -> &[Kind] {
        let count = self.kinds.iter().position(|&kind| kind == Kind::NONE).unwrap_or(MOST);
        &self.kinds[..count]
    }

    /// How many pieces there are, the kings included.
    pub fn pieces(&self) -> usize {
        2 + self.kinds().len()
    }

    /// How many pieces a side has besides its king.
    pub fn count(&self, color: Color) -> usize {
        self.kinds().iter().filter(|kind| kind.color() == color).count()
    }

    /// Whether there are pawns, waiting ones included.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::Material;
    /// let chess = Variant::named("chess")?;
    /// assert!(Material::read("KPvK", chess)?.has_pawns() && !Material::read("KQvK", chess)?.has_pawns());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_pawns(&self) -> bool {
        self.kinds().iter().any(|kind| kind.role() == Role::PAWN)
    }

    /// Whether a side has pawns that can move.
    pub(crate) fn has_moving_pawns(self, color: Color) -> bool {
        self.kinds().contains(&Kind::piece(color, Role::PAWN))
    }

    /// The roles of the pieces of a side besides its king, with repetitions; pawns last.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// use campione_endgame::Material;
    /// let chess = Variant::named("chess")?;
    /// let names = Material::read("KBNvK", chess)?.roles(Color::White).map(|role| chess.role_name(role)).collect::<Vec<_>>();
    /// assert_eq!(names, ["bishop", "knight"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn roles(&self, color: Color) -> impl Iterator<Item = Role> {
        self.kinds().iter().filter(move |kind| kind.color() == color).map(|kind| kind.role())
    }

    /// The material of pieces of these roles besides the kings, without waiting pawns.
    ///
    /// # Errors
    /// More than three pieces, a king, or a role that the variant does not have.
    pub fn new(white: &[Role], black: &[Role], variant: Variant) -> Result<Material, EndgameError> {
        let sides = [(Color::White, white), (Color::Black, black)];
        let mut kinds = Vec::new();
        for (color, roles) in sides {
            for &role in roles {
                if role == Role::KING || role.index() >= variant.roles().len() {
                    return Err(EndgameError::Role { index: role.index(), variant: variant.id().to_owned() });
                }
                kinds.push(Kind::piece(color, role));
            }
        }
        Material::of(&kinds).ok_or(EndgameError::Pieces(kinds.len() + 2))
    }

    /// Reads a name such as `KRvKN`; letters may be small, and the kings may be left out.
    ///
    /// # Errors
    /// No such name, a letter that is none of the variant, or more than five pieces.
    pub fn read(name: &str, variant: Variant) -> Result<Material, EndgameError> {
        let error = |reason: String| EndgameError::Name { name: name.chars().take(40).collect(), reason };
        let king = variant.role(Role::KING).letter;
        let capital = variant.role_by_letter('V').is_none();
        let Some((white, black)) = name.split_once('v').or_else(|| name.split_once('V').filter(|_| capital)) else {
            return Err(error(format!("expected both sides with `v` between them, such as {king}Rv{king}")));
        };
        let mut kinds = Vec::new();
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            let mut order = 0;
            let letters: Vec<char> = side.chars().map(|letter| letter.to_ascii_uppercase()).collect();
            for (index, &letter) in letters.iter().enumerate() {
                if letter.is_ascii_digit() {
                    continue;
                }
                let Some(role) = variant.role_by_letter(letter) else {
                    let letters = variant.letters();
                    return Err(error(format!(
                        "`{letter}` is not a piece of {}, whose letters are {letters}",
                        variant.id()
                    )));
                };
                if role == Role::KING {
                    if index > 0 {
                        return Err(error(format!("a side begins with its only king, {king}")));
                    }
                    continue;
                }
                let digit = letters.get(index + 1).and_then(|digit| digit.to_digit(10));
                kinds.push(match (digit, variant.promotion_wait()) {
                    (None, _) => Kind::piece(color, role),
                    (Some(wait), Some(longest)) if role == Role::PAWN && wait <= u32::from(longest) => {
                        order += 1;
                        Kind::waiting(color, order - 1, wait as u8)
                    }
                    (Some(wait), _) => {
                        return Err(error(format!("no `{letter}` of {} waits {wait} moves", variant.id())));
                    }
                });
            }
        }
        Material::of(&kinds).ok_or(EndgameError::Pieces(kinds.len() + 2))
    }

    /// The name: `KRvKN`.
    pub fn name(&self, variant: Variant) -> String {
        let mut name = String::new();
        for color in Color::ALL {
            if color == Color::Black {
                name.push('v');
            }
            name.push(variant.role(Role::KING).letter);
            for kind in self.kinds().iter().filter(|kind| kind.color() == color) {
                name.push(variant.role(kind.role()).letter);
                if let Some(wait) = kind.wait() {
                    let _ = write!(name, "{wait}");
                }
            }
        }
        name
    }

    /// The same material with the colors swapped.
    #[must_use]
    pub fn swapped(&self) -> Material {
        let kinds: Vec<Kind> = self.kinds().iter().map(|kind| kind.other_side()).collect();
        Material::of(&kinds).unwrap_or(*self)
    }

    /// The one of this material and the [`swapped`](Self::swapped) one of which there is a table: the side with more
    /// pieces, or with the first in the order of the variant's pieces, is White. Pawns come last. With pawns whose rules
    /// differ between the sides (promotion limits), it is the material itself.
    #[must_use]
    pub fn normal(&self, variant: Variant) -> Material {
        let key = |color: Color| {
            let side: Vec<u8> =
                self.kinds().iter().filter(|kind| kind.color() == color).map(|kind| kind.key()).collect();
            (usize::MAX - side.len(), side)
        };
        if key(Color::Black) < key(Color::White) && self.is_fair(variant) { self.swapped() } else { *self }
    }

    /// The promotion stock of a side: the roles of which it has fewer pieces than its limit (RULES.md §6).
    pub(crate) fn stock(&self, color: Color, variant: Variant) -> impl Iterator<Item = Role> {
        let material = *self;
        variant.promotions().iter().copied().filter(move |&role| {
            let count = material.roles(color).filter(|&own| own == role).count();
            count < usize::from(variant.limit(color, role))
        })
    }

    /// Whether the quiet moves of a side keep the material. They do not while its pawns wait: waits drop and pawns
    /// promote with them.
    pub(crate) fn is_kept(self, color: Color, variant: Variant) -> bool {
        let mut waits = self.kinds().iter().filter(|kind| kind.color() == color).filter_map(|kind| kind.wait());
        let (mut ready, mut waiting) = (false, false);
        for wait in &mut waits {
            ready |= wait == 0;
            waiting |= wait > 0;
        }
        let promotes = ready && self.stock(color, variant).next().is_some();
        !waiting && !promotes
    }

    /// Whether White and Black play by the same rules, with the board turned by half a circle.
    pub(crate) fn is_fair(self, variant: Variant) -> bool {
        let roles = variant.promotions();
        !self.has_pawns()
            || !variant.promotes_from_stock()
            || roles.iter().all(|&role| variant.limit(Color::White, role) == variant.limit(Color::Black, role))
    }
}
