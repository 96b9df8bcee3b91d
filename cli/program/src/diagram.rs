//! Boards drawn with characters.

use std::fmt::Write;

use campione_core::{Betza, Color, Piece, Square, Variant};
use campione_movegen::Position;

/// The characters that a board is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Letters and `+-|`.
    Ascii,
    /// Box characters, and chess symbols for the pieces of orthodox chess.
    Unicode,
}

/// How a board is drawn on a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Painting {
    /// Without colors.
    Plain(Style),
    /// With 256 colors.
    Ansi256,
    /// With 24-bit colors.
    TrueColor,
}

/// A color for terminals with 24-bit colors, and the nearest one of the 256 colors.
type Paint = ((u8, u8, u8), u8);

const LIGHT: Paint = ((176, 154, 122), 144);
const DARK: Paint = ((121, 94, 66), 95);
const LAST_LIGHT: Paint = ((186, 172, 66), 143);
const LAST_DARK: Paint = ((140, 124, 34), 100);
/// Pieces, White's and Black's.
const PIECES: [Paint; 2] = [((255, 255, 255), 231), ((0, 0, 0), 16)];

/// Symbols for pieces that move as in orthodox chess and have the same letter as there: White's, then Black's.
const SYMBOLS: [(char, &str, [char; 2]); 6] = [
    ('K', "K", ['♔', '♚']),
    ('Q', "Q", ['♕', '♛']),
    ('R', "R", ['♖', '♜']),
    ('B', "B", ['♗', '♝']),
    ('N', "N", ['♘', '♞']),
    ('P', "", ['♙', '♟']),
];

fn symbol(piece: Piece, variant: Variant) -> char {
    let info = variant.role(piece.role);
    let spec = variant.spec().piece.get(&info.letter.to_string());
    let found = SYMBOLS.iter().find(|(letter, moves, _)| {
        let orthodox = match spec {
            Some(spec) => Betza::parse(&spec.moves) == Betza::parse(moves),
            None => moves.is_empty(),
        };
        *letter == info.letter && orthodox
    });
    found.map_or_else(|| variant.piece_letter(piece), |(_, _, symbols)| symbols[piece.color.index()])
}

/// The files from left to right and the ranks from top to bottom.
fn order(variant: Variant, flip: bool) -> (Vec<u8>, Vec<u8>) {
    let (mut files, mut ranks): (Vec<u8>, Vec<u8>) = ((0..variant.files()).collect(), (0..variant.ranks()).collect());
    (if flip { &mut files } else { &mut ranks }).reverse();
    (files, ranks)
}

/// Draws a board with its coordinates; ends with a line feed.
pub(crate) fn board(position: &Position, style: Style, flip: bool) -> String {
    let variant = position.variant();
    let (files, ranks) = order(variant, flip);
    let [top, middle, bottom, wall, dark] = match style {
        Style::Ascii => ["+-++", "+-++", "+-++", "|", "."],
        Style::Unicode => ["┌─┬┐", "├─┼┤", "└─┴┘", "│", "·"],
    };
    let rule = |text: &mut String, [left, line, cross, right]: [char; 4]| {
        let cells = vec![line.to_string().repeat(3); files.len()].join(&cross.to_string());
        let _ = writeln!(text, "   {left}{cells}{right}");
    };
    let corners = |text: &str| -> [char; 4] {
        let mut chars = text.chars();
        std::array::from_fn(|_| chars.next().unwrap_or(' '))
    };
    let mut text = String::new();
    rule(&mut text, corners(top));
    for (index, &rank) in ranks.iter().enumerate() {
        if index > 0 {
            rule(&mut text, corners(middle));
        }
        let _ = write!(text, "{:>2} {wall}", rank + 1);
        for &file in &files {
            let piece = Square::new(file, rank).and_then(|square| position.piece_at(square));
            let piece = match piece {
                Some(piece) if style == Style::Unicode => symbol(piece, variant).to_string(),
                Some(piece) => variant.piece_letter(piece).to_string(),
                None if (file + rank) % 2 == 0 => dark.to_owned(),
                None => " ".to_owned(),
            };
            let _ = write!(text, " {piece} {wall}");
        }
        text.push('\n');
    }
    rule(&mut text, corners(bottom));
    text + &file_letters("    ", &files, "  ")
}

/// The row of letters below a board: a margin, and each letter with a space before it and a gap after it.
fn file_letters(margin: &str, files: &[u8], gap: &str) -> String {
    let letters: String = files.iter().map(|file| format!(" {}{gap}", char::from(b'a' + file))).collect();
    format!("{margin}{}\n", letters.trim_end())
}

/// Draws a board as the terminal can show it. In colors, the squares of the last move are marked, also as `[♞]`.
pub(crate) fn painted(position: &Position, painting: Painting, flip: bool, last: Option<(Square, Square)>) -> String {
    if let Painting::Plain(style) = painting {
        return board(position, style, flip);
    }
    let variant = position.variant();
    let paint = |style: console::Style, ((r, g, b), number): Paint, back: bool| match (painting, back) {
        (Painting::TrueColor, false) => style.true_color(r, g, b),
        (Painting::TrueColor, true) => style.on_true_color(r, g, b),
        (_, false) => style.color256(number),
        (_, true) => style.on_color256(number),
    };
    let (files, ranks) = order(variant, flip);
    let mut text = String::new();
    for rank in ranks {
        let _ = write!(text, "{:>2} ", rank + 1);
        for square in files.iter().filter_map(|&file| Square::new(file, rank)) {
            let marked = last.is_some_and(|(from, to)| square == from || square == to);
            let back = match ((square.file() + square.rank()) % 2 == 0, marked) {
                (true, false) => DARK,
                (false, false) => LIGHT,
                (true, true) => LAST_DARK,
                (false, true) => LAST_LIGHT,
            };
            let piece = position.piece_at(square);
            let fore = PIECES[piece.map_or(0, |piece| piece.color.index())];
            let symbol = piece.map_or(' ', |piece| symbol(piece, variant));
            let style = paint(paint(console::Style::new().force_styling(true).bold(), fore, false), back, true);
            let cell = if marked { format!("[{symbol}]") } else { format!(" {symbol} ") };
            let _ = write!(text, "{}", style.apply_to(cell));
        }
        text.push('\n');
    }
    text + &file_letters("   ", &files, " ")
}

/// `White to move` and what else a diagram does not show.
pub(crate) fn caption(position: &Position) -> String {
    let mut text = format!("{} to move", position.turn());
    if position.in_check() {
        text.push_str(", in check");
    }
    let passed: Vec<String> = position.en_passant_squares().into_iter().map(|square| square.to_string()).collect();
    if !passed.is_empty() {
        let _ = write!(text, ", en passant on {}", passed.join(" or "));
    }
    for color in Color::ALL {
        for pawn in position.waiting_pawns(color) {
            let _ = write!(text, ", {color}'s pawn on {} waits {}", pawn.square, pawn.wait);
        }
    }
    text
}
