//! Boards and pieces of large-board chess as vector graphics.
//!
//! ```
//! use campione_core::Variant;
//! use campione_notation::fen;
//! use campione_picture::{Picture, Theme};
//!
//! let variant = Variant::named("archchess")?;
//! let position = fen::read("4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", variant)?;
//! let svg = Picture::new(&position).with_theme(Theme::Dark).flipped().svg();
//! assert!(svg.starts_with("<svg ") && svg.contains("black-king"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod glyph;
mod lettering;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "png")]
mod png;
mod theme;

use std::collections::BTreeSet;

use campione_core::{Bitboard, Color, Piece, Role, Square, Variant};
use campione_movegen::Position;
use svg::Document;
use svg::node::element::{Circle, Definitions, Description, Group, Line, Path, Rectangle, Title, Use};

pub use glyph::Glyph;
#[cfg(feature = "png")]
pub use png::{PngError, WIDTHS};
pub use theme::{Colors, Theme};

use glyph::Part;
use layout::{BOTTOM, LEFT, RIGHT, SIDE, TOP};
use lettering::Lettering;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Where things are on a picture: units of its `viewBox`.
pub mod layout {
    /// A square's side.
    pub const SIDE: i32 = 100;
    /// Left of the board, where the ranks are numbered.
    pub const LEFT: i32 = 76;
    /// Above the board.
    pub const TOP: i32 = 14;
    /// Right of the board, for the mark of the side to move.
    pub const RIGHT: i32 = 52;
    /// Below the board, where the files have their letters.
    pub const BOTTOM: i32 = 66;
}

/// The id of a piece, and its drawing: a `<g>` that `<use>` places at the upper left corner of a square. Pieces that
/// look the same in two variants have the same id.
///
/// # Panics
/// The variant does not have this piece.
pub fn drawing(piece: Piece, variant: Variant, theme: Theme) -> (String, String) {
    (id(piece, variant), group(piece, variant, &theme.colors(), Lettering::Text).to_string())
}

/// All pieces of a variant, each with its letter in a FEN and its [`drawing`], for pages that draw boards.
///
/// ```
/// use campione_core::Variant;
/// use campione_picture::{Theme, drawings};
/// let (letter, (id, _)) = drawings(Variant::named("carrera")?, Theme::Light).next().expect("there are kings");
/// assert_eq!((letter, &*id), ('K', "white-king"));
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub fn drawings(variant: Variant, theme: Theme) -> impl Iterator<Item = (char, (String, String))> {
    let pieces = variant.all_roles().flat_map(|role| Color::ALL.map(|color| Piece { color, role }));
    pieces.map(move |piece| (variant.piece_letter(piece), drawing(piece, variant, theme)))
}

/// A picture of a position; [`Picture::svg`] draws it.
#[derive(Clone, Debug)]
pub struct Picture<'p> {
    position: &'p Position,
    theme: Theme,
    flip: bool,
    last_move: Option<(Square, Square)>,
    arrows: Vec<Arrow>,
    fills: Vec<(Square, String)>,
    targets: Bitboard,
}

/// An arrow, in its own color or in that of the theme.
#[derive(Clone, Debug)]
struct Arrow {
    from: Square,
    to: Square,
    color: Option<String>,
}

impl<'p> Picture<'p> {
    /// A picture with White at the bottom, for a light page.
    pub fn new(position: &'p Position) -> Picture<'p> {
        Picture {
            position,
            theme: Theme::default(),
            flip: false,
            last_move: None,
            arrows: Vec::new(),
            fills: Vec::new(),
            targets: Bitboard::EMPTY,
        }
    }

    /// With another theme of colors.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Self {
        Picture { theme, ..self }
    }

    /// With Black at the bottom.
    #[must_use]
    pub fn flipped(self) -> Self {
        Picture { flip: !self.flip, ..self }
    }

    /// With the two squares of the last move marked.
    #[must_use]
    pub fn with_last_move(self, from: Square, to: Square) -> Self {
        Picture { last_move: Some((from, to)), ..self }
    }

    /// With one more arrow from a square to another.
    #[must_use]
    pub fn with_arrow(mut self, from: Square, to: Square) -> Self {
        self.arrows.push(Arrow { from, to, color: None });
        self
    }

    /// As [`with_arrow`](Self::with_arrow), in a color of CSS such as `#15781b`.
    #[must_use]
    pub fn with_colored_arrow(mut self, from: Square, to: Square, color: &str) -> Self {
        self.arrows.push(Arrow { from, to, color: Some(color.to_owned()) });
        self
    }

    /// With a square filled with a color of CSS, below the pieces.
    #[must_use]
    pub fn with_fill(mut self, square: Square, color: &str) -> Self {
        self.fills.push((square, color.to_owned()));
        self
    }

    /// With a ring on each of these squares, for example the targets of a piece.
    #[must_use]
    pub fn with_targets(self, targets: Bitboard) -> Self {
        Picture { targets, ..self }
    }

    /// Draws an SVG without references to other files. Marks and arrows outside the board are left out.
    pub fn svg(&self) -> String {
        self.draw(Lettering::Text)
    }

    /// The SVG with its letters as text, or as outlines, which look the same on every machine.
    fn draw(&self, lettering: Lettering) -> String {
        let variant = self.position.variant();
        let colors = self.theme.colors();
        let (files, ranks) = (i32::from(variant.files()), i32::from(variant.ranks()));
        let (width, height) = (LEFT + files * SIDE + RIGHT, TOP + ranks * SIDE + BOTTOM);
        let mut document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(Title::new(format!("{}, {} to move", variant.spec().name, self.position.turn())))
            .add(Description::new().add(svg::node::Text::new(self.description())))
            .add(self.pieces(lettering))
            .add(rectangle(0, 0, width, height).set("fill", colors.page))
            .add(self.squares(&colors))
            .add(self.coordinates(&colors, lettering));
        if let Some(marks) = self.last_move_marks(&colors) {
            document = document.add(marks);
        }
        for (square, color) in self.fills.iter().filter(|(square, _)| self.is_on(*square)) {
            let (x, y) = self.corner(*square);
            document = document.add(rectangle(x, y, SIDE, SIDE).set("fill", color.as_str()));
        }
        if let Some(check) = self.check(&colors) {
            document = document.add(check);
        }
        document = document.add(self.placement()).add(self.turn(&colors));
        for square in self.targets.into_iter().filter(|&square| self.is_on(square)) {
            let (x, y) = self.corner(square);
            let ring = Circle::new().set("cx", x + SIDE / 2).set("cy", y + SIDE / 2).set("r", 22).set("fill", "none");
            document = document.add(ring.set("stroke", colors.arrow).set("stroke-width", 12));
        }
        for pawn in self.position.all_waiting_pawns() {
            document = document.add(self.badge(pawn.square, &pawn.wait.to_string(), &colors, lettering));
        }
        for arrow in &self.arrows {
            if arrow.from != arrow.to && self.is_on(arrow.from) && self.is_on(arrow.to) {
                document = document.add(self.arrow(arrow, &colors));
            }
        }
        document.to_string()
    }

    fn is_on(&self, square: Square) -> bool {
        self.position.variant().board().contains(square)
    }

    /// The pieces and their squares as text, for users who cannot see the picture.
    fn description(&self) -> String {
        let variant = self.position.variant();
        let board = self.position.board();
        let pieces = |color: Color| {
            let own = board.iter().filter(|(_, piece)| piece.color == color);
            own.map(|(square, piece)| format!("{} {square}", variant.role_name(piece.role)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        format!("White: {}. Black: {}.", pieces(Color::White), pieces(Color::Black))
    }

    /// The drawing of each kind of piece on the board, to be placed by its id.
    fn pieces(&self, lettering: Lettering) -> Definitions {
        let board = self.position.board();
        let pieces: BTreeSet<(usize, usize)> =
            board.iter().map(|(_, piece)| (piece.color.index(), piece.role.index())).collect();
        let mut drawings = Definitions::new();
        for (color, role) in pieces {
            if let (Some(&color), Some(role)) = (Color::ALL.get(color), Role::from_index(role)) {
                drawings = drawings.add(group(
                    Piece { color, role },
                    self.position.variant(),
                    &self.theme.colors(),
                    lettering,
                ));
            }
        }
        drawings
    }

    /// The upper left corner of a square on the picture.
    fn corner(&self, square: Square) -> (i32, i32) {
        let variant = self.position.variant();
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (column, row) = if self.flip {
            (i32::from(variant.files()) - 1 - file, rank)
        } else {
            (file, i32::from(variant.ranks()) - 1 - rank)
        };
        (LEFT + column * SIDE, TOP + row * SIDE)
    }

    fn squares(&self, colors: &Colors) -> Group {
        let mut group = Group::new();
        for square in Square::all().filter(|&square| self.is_on(square)) {
            let (x, y) = self.corner(square);
            let last = self.last_move.is_some_and(|(from, to)| square == from || square == to);
            let fill = match ((square.file() + square.rank()) % 2 == 0, last) {
                (true, false) => colors.dark_square,
                (false, false) => colors.light_square,
                (true, true) => colors.last_dark,
                (false, true) => colors.last_light,
            };
            group = group.add(rectangle(x, y, SIDE, SIDE).set("fill", fill));
        }
        group
    }

    fn coordinates(&self, colors: &Colors, lettering: Lettering) -> Group {
        let variant = self.position.variant();
        let mut group = lettering.group(44).set("fill", colors.text);
        let below = TOP + i32::from(variant.ranks()) * SIDE + 48;
        for square in (0..variant.files()).filter_map(|file| Square::new(file, 0)) {
            let x = self.corner(square).0 + SIDE / 2;
            group = group.add(lettering.word(&square.file_letter().to_string(), (x, below), 44));
        }
        for square in (0..variant.ranks()).filter_map(|rank| Square::new(0, rank)) {
            let y = self.corner(square).1 + SIDE / 2 + 16;
            group = group.add(lettering.word(&(square.rank() + 1).to_string(), (LEFT / 2, y), 44));
        }
        group
    }

    /// Marks in the corners of both squares.
    fn last_move_marks(&self, colors: &Colors) -> Option<Path> {
        let (from, to) = self.last_move?;
        let mut path = String::new();
        for square in [from, to].into_iter().filter(|&square| self.is_on(square)) {
            let (x, y) = self.corner(square);
            let (near, far, arm) = (5, SIDE - 5, 20);
            for (dx, dy, x_arm, y_arm) in
                [(near, near, arm, arm), (far, near, -arm, arm), (near, far, arm, -arm), (far, far, -arm, -arm)]
            {
                path += &format!("M{} {} h{} M{0} {1} v{} ", x + dx, y + dy, x_arm, y_arm);
            }
        }
        let stroke = Path::new().set("fill", "none").set("stroke", colors.last_corner).set("stroke-width", 7);
        Some(stroke.set("d", path.trim_end().to_owned()))
    }

    /// A dashed frame around the king in check.
    fn check(&self, colors: &Colors) -> Option<Group> {
        if !self.position.in_check() {
            return None;
        }
        let king = self.position.king(self.position.turn());
        let (x, y) = self.corner(king);
        let frame = rectangle(x + 5, y + 5, SIDE - 10, SIDE - 10).set("rx", 14);
        let frame = frame
            .set("fill", "none")
            .set("stroke", colors.check)
            .set("stroke-width", 10)
            .set("stroke-dasharray", "22 8");
        Some(Group::new().add(frame))
    }

    fn placement(&self) -> Group {
        let variant = self.position.variant();
        let mut group = Group::new();
        for square in Square::all() {
            if let Some(piece) = self.position.piece_at(square) {
                let (x, y) = self.corner(square);
                group = group.add(Use::new().set("href", format!("#{}", id(piece, variant))).set("x", x).set("y", y));
            }
        }
        group
    }

    /// A disk in the color of the side to move, beside its first rank.
    fn turn(&self, colors: &Colors) -> Circle {
        let variant = self.position.variant();
        let turn = self.position.turn();
        let below = (turn == Color::White) != self.flip;
        let y = if below { TOP + i32::from(variant.ranks()) * SIDE - SIDE / 2 } else { TOP + SIDE / 2 };
        let [body, ..] = colors.pieces[turn.index()];
        Circle::new()
            .set("cx", LEFT + i32::from(variant.files()) * SIDE + RIGHT / 2)
            .set("cy", y)
            .set("r", 15)
            .set("fill", body)
            .set("stroke", colors.text)
            .set("stroke-width", 5)
    }

    /// A small round badge in the corner of a square.
    fn badge(&self, square: Square, text: &str, colors: &Colors, lettering: Lettering) -> Group {
        let (x, y) = self.corner(square);
        let (x, y) = (x + SIDE - 23, y + SIDE - 23);
        let ball = Circle::new()
            .set("cx", x)
            .set("cy", y)
            .set("r", 21)
            .set("fill", colors.badge)
            .set("stroke", colors.badge_text)
            .set("stroke-width", 3);
        Group::new().add(ball).add(lettering.label(text, (x, y + 12), 34, colors.badge_text))
    }

    fn arrow(&self, arrow: &Arrow, colors: &Colors) -> Group {
        let (from, to) = (arrow.from, arrow.to);
        let color = arrow.color.as_deref().unwrap_or(colors.arrow);
        let middle = |square: Square| {
            let (x, y) = self.corner(square);
            (f64::from(x + SIDE / 2), f64::from(y + SIDE / 2))
        };
        let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
        let length = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        // The tip is slightly before the center of the square, and the shaft ends inside the head.
        let (head, half) = (46.0, 28.0);
        let (tip_x, tip_y) = (x2 - dx * 8.0, y2 - dy * 8.0);
        let (neck_x, neck_y) = (tip_x - dx * head, tip_y - dy * head);
        let round = |value: f64| (value * 10.0).round() / 10.0;
        let shaft = Line::new()
            .set("x1", round(x1 + dx * 20.0))
            .set("y1", round(y1 + dy * 20.0))
            .set("x2", round(neck_x + dx * 4.0))
            .set("y2", round(neck_y + dy * 4.0))
            .set("stroke", color)
            .set("stroke-width", 16);
        let corners =
            [(tip_x, tip_y), (neck_x - dy * half, neck_y + dx * half), (neck_x + dy * half, neck_y - dx * half)];
        let corners = corners.map(|(x, y)| format!("{} {}", round(x), round(y)));
        let head = Path::new().set("d", format!("M{} Z", corners.join(" L"))).set("fill", color);
        Group::new().set("opacity", 0.85).add(shaft).add(head)
    }
}

fn rectangle(x: i32, y: i32, width: i32, height: i32) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

/// The id of a piece within a picture.
fn id(piece: Piece, variant: Variant) -> String {
    let color = if piece.color == Color::White { "white" } else { "black" };
    format!("{color}-{}", Glyph::of(piece.role, variant).id())
}

/// The drawing of a piece.
fn group(piece: Piece, variant: Variant, colors: &Colors, lettering: Lettering) -> Group {
    let [body, outline, details] = colors.pieces[piece.color.index()];
    let mut group = Group::new()
        .set("id", id(piece, variant))
        .set("fill", body)
        .set("stroke", outline)
        .set("stroke-width", 4)
        .set("stroke-linejoin", "round")
        .set("stroke-linecap", "round")
        .set("fill-rule", "evenodd");
    for part in Glyph::of(piece.role, variant).parts() {
        group = match part {
            Part::Body(path) => group.add(Path::new().set("d", path)),
            Part::Dot(x, y, r) => group.add(Circle::new().set("cx", x).set("cy", y).set("r", r)),
            Part::Spot(x, y, r) => group
                .add(Circle::new().set("cx", x).set("cy", y).set("r", r).set("fill", details).set("stroke", "none")),
            Part::Edge(path) => group.add(Path::new().set("d", path).set("fill", "none")),
            Part::Line(path) => group.add(Path::new().set("d", path).set("fill", "none").set("stroke", details)),
            Part::Letter(letter) => {
                group.add(lettering.label(&letter.to_string(), (50, 68), 54, details).set("stroke", "none"))
            }
        };
    }
    group
}
