//! Layouts: which input stands for which piece on which square.

use campione_core::{Color, MAX_FILES, MAX_RANKS, Role, Square, Variant, for_each_square};
use campione_movegen::Position;
use thiserror::Error;

use super::movement::Movement;

/// How many output buckets a net has: sets of output weights. The number of pieces on the board selects one.
pub const BUCKETS: usize = 8;

/// The greatest number of movements of a net.
pub const MAX_MOVEMENTS: usize = 120;

/// The greatest number of inputs of a net: an index of one has sixteen bits.
pub const MAX_INPUTS: usize = 1 << 16;

/// The inputs of a net: a board, and the movements that the net distinguishes, in order.
///
/// Each side has its own view of the board. Ranks count from its own first rank. Left and right are exchanged if its
/// king stands on the right half of the board, so that in every view the king stands on the left half. (With an odd
/// number of files, the middle file counts as left.) A side has one active input for each piece on the board, kings
/// included:
///
/// ```text
/// input  = ((bucket * movements + movement) * 2 + whose) * squares + square
/// bucket = where the king of the side that looks stands: one of `KingBuckets`, from 0
/// whose  = 0 for a piece of the side that looks, 1 for one of the other side
/// square = rank * files + file, both as that side sees them, from 0
/// ```
///
/// Exchanging left and right is correct for the movement of pieces (except for asymmetric pieces in users' variants),
/// but not for castling: a net learns both castlings as one. Variants that differ more between left and right are
/// evaluated less well.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    files: u8,
    ranks: u8,
    /// The greatest number of pieces in a start position.
    pieces: u8,
    movements: Vec<Movement>,
    king_buckets: KingBuckets,
}

/// Into how many buckets the squares of a side's own king are divided. Each bucket has inputs of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KingBuckets {
    /// All squares are one.
    #[default]
    One,
    /// The two first ranks near the middle are bucket 0, these ranks on a wing 1, all further ranks 2. A wing is the
    /// outer quarter of the files on each side: 2 of 8 files, 3 of 9 to 12.
    Three,
}

impl KingBuckets {
    /// Both divisions.
    pub const ALL: [KingBuckets; 2] = [KingBuckets::One, KingBuckets::Three];

    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            KingBuckets::One => 1,
            KingBuckets::Three => 3,
        }
    }

    /// The division with this [`count`](Self::count), 1 or 3.
    pub fn with_count(count: u8) -> Option<KingBuckets> {
        KingBuckets::ALL.into_iter().find(|buckets| buckets.count() == usize::from(count))
    }

    /// The bucket of a king on this file and rank as its side sees them, on the left half of a board of `files` files.
    fn bucket(self, file: u8, rank: u8, files: u8) -> usize {
        match self {
            KingBuckets::One => 0,
            KingBuckets::Three if rank > 1 => 2,
            KingBuckets::Three => usize::from(file < files.div_ceil(2).div_ceil(2)),
        }
    }
}

/// Why a layout is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutFault {
    /// No variant is given.
    #[error("no variant is given")]
    NoVariant,
    /// Variants with boards of different size.
    #[error("{0} and {1} have boards of different size: a net is for one board")]
    Boards(String, String),
    /// A board size that no variant can have.
    #[error("a board of {files}x{ranks}: expected 4x5 to {MAX_FILES}x{MAX_RANKS}")]
    Board {
        /// Its files.
        files: u8,
        /// Its ranks.
        ranks: u8,
    },
    /// Too few or too many pieces.
    #[error("{0} pieces at the start: expected 2 to all squares of the board")]
    Pieces(u8),
    /// No movements, or too many.
    #[error("{0} movements: expected 1 to {MAX_MOVEMENTS}")]
    Movements(usize),
    /// More inputs than an index of sixteen bits can name.
    #[error("{0} inputs: expected at most {MAX_INPUTS}; take fewer movements or one king bucket")]
    Inputs(usize),
    /// The same movement twice.
    #[error("movement {0} (`{1}`) is the same as an earlier one")]
    Twice(usize, String),
}

/// Why a net does not fit a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// Another board.
    #[error("the net is for a board of {0}x{1}, and {2} is played on {3}x{4}")]
    Board(u8, u8, String, u8, u8),
    /// A piece that the net does not know.
    #[error("the net does not know the {0} of {1}, which moves as `{2}`; it knows {3}")]
    Movement(String, String, String, String),
}

impl Layout {
    /// A layout with these movements and one king bucket.
    ///
    /// # Errors
    /// A number is out of range, or a movement occurs twice.
    pub fn new(files: u8, ranks: u8, pieces: u8, movements: Vec<Movement>) -> Result<Layout, LayoutFault> {
        if !(4..=MAX_FILES).contains(&files) || !(5..=MAX_RANKS).contains(&ranks) {
            return Err(LayoutFault::Board { files, ranks });
        }
        if !(2..=files * ranks).contains(&pieces) {
            return Err(LayoutFault::Pieces(pieces));
        }
        if !(1..=MAX_MOVEMENTS).contains(&movements.len()) {
            return Err(LayoutFault::Movements(movements.len()));
        }
        if let Some(twice) = (1..movements.len()).find(|&index| movements[..index].contains(&movements[index])) {
            return Err(LayoutFault::Twice(twice, movements[twice].to_string()));
        }
        Ok(Layout { files, ranks, pieces, movements, king_buckets: KingBuckets::One })
    }

    /// Which of several layouts serves a variant best: of those that fit, the one with the fewest movements.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_search::net::Layout;
    /// let [janus, gothic, chess] = ["janus", "gothic", "chess"].map(|id| Variant::named(id).unwrap());
    /// let layouts = [Layout::of(&[janus, gothic])?, Layout::of(&[janus])?];
    /// assert_eq!(Layout::best_for(&layouts, janus), Some(1));
    /// assert_eq!(Layout::best_for(&layouts, gothic), Some(0));
    /// assert_eq!(Layout::best_for(&layouts, chess), None);
    /// # Ok::<(), campione_search::net::LayoutFault>(())
    /// ```
    pub fn best_for<'a>(layouts: impl IntoIterator<Item = &'a Layout>, variant: Variant) -> Option<usize> {
        let fitting = layouts.into_iter().enumerate().filter(|(_, layout)| Inputs::new(layout, variant).is_ok());
        fitting.min_by_key(|(_, layout)| layout.movements.len()).map(|(index, _)| index)
    }

    /// A layout for all of these variants: their movements in order of first occurrence, and one king bucket.
    ///
    /// # Errors
    /// No variant is given, or no single net can serve all of the variants.
    pub fn of(variants: &[Variant]) -> Result<Layout, LayoutFault> {
        let (&first, others) = variants.split_first().ok_or(LayoutFault::NoVariant)?;
        let count = |variant: Variant| variant.start().board.occupied().count() as u8;
        let (mut pieces, mut movements) = (count(first), Movement::all_of(first));
        for &variant in others {
            if (variant.files(), variant.ranks()) != (first.files(), first.ranks()) {
                return Err(LayoutFault::Boards(first.id().to_owned(), variant.id().to_owned()));
            }
            pieces = pieces.max(count(variant));
            for movement in Movement::all_of(variant) {
                if !movements.contains(&movement) {
                    movements.push(movement);
                }
            }
        }
        Layout::new(first.files(), first.ranks(), pieces, movements)
    }

    /// The same with other king buckets.
    ///
    /// # Errors
    /// It would have more than [`MAX_INPUTS`] inputs.
    pub fn with_king_buckets(self, king_buckets: KingBuckets) -> Result<Layout, LayoutFault> {
        let layout = Layout { king_buckets, ..self };
        if layout.inputs() > MAX_INPUTS { Err(LayoutFault::Inputs(layout.inputs())) } else { Ok(layout) }
    }

    /// Its king buckets.
    pub fn king_buckets(&self) -> KingBuckets {
        self.king_buckets
    }

    /// The number of files of the board.
    pub fn files(&self) -> u8 {
        self.files
    }

    /// The number of ranks of the board.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The number of pieces of both sides at the start, which the output buckets divide.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The movements in order.
    pub fn movements(&self) -> &[Movement] {
        &self.movements
    }

    /// How many squares the board has.
    pub fn squares(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.king_buckets.count() * self.bucket_inputs()
    }

    /// How many inputs each king bucket has.
    pub fn bucket_inputs(&self) -> usize {
        self.movements.len() * 2 * self.squares()
    }

    /// Which output weights are used with `pieces` pieces on the board.
    #[inline(always)]
    pub fn bucket(&self, pieces: usize) -> usize {
        (pieces.saturating_sub(1) * BUCKETS / usize::from(self.pieces)).min(BUCKETS - 1)
    }
}

/// The greatest number of views of a side: three king buckets, with left and right exchanged or not.
pub(crate) const VIEWS: usize = 6;

/// A piece as a net knows it: `movement * 2 + color`, the movement as an index into [`Layout::movements`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Code(pub(crate) u8);

impl Code {
    #[inline(always)]
    fn new(movement: u8, color: Color) -> Code {
        Code(2 * movement + color as u8)
    }
}

/// The inputs of a layout, as one variant uses them.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    layout: Layout,
    /// The movement of each role.
    movements: [u8; 32],
    waiting_pawn: u8,
    /// For each side and each [`Code`], the input of the first square in king bucket 0.
    first: [[u16; 256]; 2],
    /// For each side and each of its views, the number of each square, and the first input of the king bucket added to it.
    squares: [[[u16; 128]; VIEWS]; 2],
    /// For each side and each square of its king, its view.
    views: [[u8; 128]; 2],
}

impl Inputs {
    /// The inputs of a variant.
    ///
    /// # Errors
    /// The net is for another board, or does not know a movement of the variant.
    pub fn new(layout: &Layout, variant: Variant) -> Result<Inputs, Misfit> {
        let (files, ranks) = (layout.files, layout.ranks);
        if (files, ranks) != (variant.files(), variant.ranks()) {
            return Err(Misfit::Board(files, ranks, variant.id().to_owned(), variant.files(), variant.ranks()));
        }
        let find = |movement: &Movement, name: &str| {
            let known = layout.movements.iter().position(|known| known == movement);
            known.map(|index| index as u8).ok_or_else(|| {
                let known: Vec<String> = layout.movements.iter().map(Movement::to_string).collect();
                Misfit::Movement(name.to_owned(), variant.id().to_owned(), movement.to_string(), known.join(", "))
            })
        };
        let mut movements = [0; 32];
        for (index, role) in (0..variant.roles().len()).filter_map(|index| Some((index, Role::from_index(index)?))) {
            movements[index] = find(&Movement::of(variant, role), variant.role_name(role))?;
        }
        let waiting_pawn = match variant.promotion_wait() {
            Some(_) => find(&Movement::WaitingPawn, "waiting pawn")?,
            None => 0,
        };
        let mut inputs = Inputs {
            layout: layout.clone(),
            movements,
            waiting_pawn,
            first: [[0; 256]; 2],
            squares: [[[0; 128]; VIEWS]; 2],
            views: [[0; 128]; 2],
        };
        for us in Color::ALL {
            for movement in 0..layout.movements.len() {
                for color in Color::ALL {
                    let first = (movement * 2 + usize::from(color != us)) * layout.squares();
                    inputs.first[us.index()][movement * 2 + color.index()] = first as u16;
                }
            }
            for square in variant.board() {
                let rank = us.relative_rank(square.rank(), ranks);
                let (file, mirrored) = (square.file(), files - 1 - square.file());
                let right = file >= files.div_ceil(2);
                let own = layout.king_buckets.bucket(file.min(mirrored), rank, files);
                inputs.views[us.index()][square.index()] = 2 * own as u8 + u8::from(right);
                for bucket in 0..layout.king_buckets.count() {
                    let first = bucket * layout.bucket_inputs();
                    for (exchanged, file) in [file, mirrored].into_iter().enumerate() {
                        let number = first + usize::from(rank * files + file);
                        inputs.squares[us.index()][2 * bucket + exchanged][square.index()] = number as u16;
                    }
                }
            }
        }
        Ok(inputs)
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The movement of a role, as an index into [`Layout::movements`].
    #[inline(always)]
    pub fn movement(&self, role: Role) -> usize {
        usize::from(self.movements[role.index()])
    }

    /// The movement of a waiting pawn, as an index; meaningless if the variant has no waiting pawns.
    #[inline(always)]
    pub fn waiting_pawn(&self) -> usize {
        usize::from(self.waiting_pawn)
    }

    /// The number of the view of a side whose king stands on `king`: its king bucket doubled, and one more if left and
    /// right are exchanged.
    #[inline(always)]
    pub fn view(&self, us: Color, king: Square) -> usize {
        // Never the smaller one: the compiler need not check the bounds of lists of views.
        usize::from(self.views[us.index()][king.index()]).min(VIEWS - 1)
    }

    /// The input of the side `us`, whose king stands on `king`, for a piece of `color` with this movement on `square`.
    #[inline(always)]
    pub fn index(&self, us: Color, king: Square, movement: usize, color: Color, square: Square) -> u16 {
        self.index_of(us, self.view(us, king), Code::new(movement as u8, color), square)
    }

    #[inline(always)]
    pub(crate) fn index_of(&self, us: Color, view: usize, code: Code, square: Square) -> u16 {
        let first = self.first[us.index()][usize::from(code.0)];
        first + self.squares[us.index()][view][square.index()]
    }

    /// The code of a piece that is not a waiting pawn.
    #[inline(always)]
    pub(crate) fn code(&self, color: Color, role: Role) -> Code {
        Code::new(self.movements[role.index()], color)
    }

    /// The code of the piece on a square of a position.
    #[inline(always)]
    pub(crate) fn code_at(&self, position: &Position, square: Square) -> Option<Code> {
        let role = position.role_at(square)?;
        let color = if position.by_color(Color::White).contains(square) { Color::White } else { Color::Black };
        if role == Role::PAWN && position.waiting_squares(color).contains(square) {
            return Some(Code::new(self.waiting_pawn, color));
        }
        Some(self.code(color, role))
    }

    /// Calls `f` with each active input of the side `us`, in order of the squares of the board, a1 first.
    pub fn for_each(&self, position: &Position, us: Color, mut f: impl FnMut(u16)) {
        let view = self.view(us, position.king(us));
        for_each_square!(position.occupied(), square => {
            if let Some(code) = self.code_at(position, square) {
                f(self.index_of(us, view, code, square));
            }
        });
    }

    /// Which output weights are used in a position.
    #[inline(always)]
    pub fn bucket(&self, position: &Position) -> usize {
        self.layout.bucket(position.occupied().count() as usize)
    }
}
