//! Positions and texts that a program must refuse.

use std::collections::{BTreeMap, BTreeSet};

use campione_core::{Board, Color, Piece, Role, SplitMix64, Square, Variant};
use campione_notation::fen;
use campione_notation::kit::KitIllegal;

use super::choose::Chosen;

/// Attempts for each position that is wanted.
const TRIES: usize = 60;

/// So many illegal positions, made from legal ones by one change each; every kind of fault as often, as far as it can be had.
pub(super) fn positions(variant: Variant, legal: &[Chosen], count: usize, random: &mut SplitMix64) -> Vec<KitIllegal> {
    let mut by_faults: BTreeMap<Vec<String>, Vec<(String, &'static str)>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    if legal.is_empty() {
        return Vec::new();
    }
    for _ in 0..count * TRIES {
        let (position, _) = &legal[random.index(legal.len())];
        let mut fields: Vec<String> = fen::write(position).split(' ').map(str::to_owned).collect();
        let change = CHANGES[random.index(CHANGES.len())];
        let Some(()) = (change.1)(&mut Change { variant, board: position.board(), fields: &mut fields, random }) else {
            continue;
        };
        let text = fields.join(" ");
        if let Err(error) = fen::read(&text, variant)
            && seen.insert(text.clone())
        {
            let codes: BTreeSet<&str> = error.faults.iter().map(fen::FenFault::code).collect();
            let faults = codes.into_iter().map(str::to_owned).collect();
            by_faults.entry(faults).or_default().push((text, change.0));
        }
    }
    // One of each kind of fault after the other, from a kind that differs from variant to variant.
    let mut kinds: Vec<_> = by_faults.iter().collect();
    let first = random.index(kinds.len());
    kinds.rotate_left(first);
    let most = kinds.iter().map(|(_, found)| found.len()).max().unwrap_or(0);
    let in_turn = (0..most).flat_map(|round| {
        kinds.iter().filter_map(move |(faults, found)| found.get(round).map(|found| (*faults, found)))
    });
    let lines = in_turn.take(count).enumerate().map(|(number, (faults, (text, origin)))| KitIllegal {
        id: format!("{}-illegal-{}", variant.id(), number + 1),
        variant: variant.id().to_owned(),
        fen: text.clone(),
        faults: faults.clone(),
        origin: format!("a legal position, {origin}"),
    });
    lines.collect()
}

/// A legal position that is being changed.
struct Change<'c> {
    variant: Variant,
    board: Board,
    fields: &'c mut Vec<String>,
    random: &'c mut SplitMix64,
}

/// What is changed, in words, and how; `None` if the position does not offer it.
type Named = (&'static str, fn(&mut Change<'_>) -> Option<()>);

const CHANGES: [Named; 19] = [
    ("without a king", |change| {
        let king = change.some_piece(|piece| piece.role == Role::KING)?;
        change.set(king, None)
    }),
    ("with one king more", |change| {
        let square = change.some_empty()?;
        let color = change.color();
        change.set(square, Some(Piece { color, role: Role::KING }))
    }),
    ("with the other side to move", |change| {
        let other = if change.fields[1] == "w" { "b" } else { "w" };
        change.field(1, other)
    }),
    ("with a pawn on its first or last rank", |change| {
        let square = change.some_empty()?;
        let rank = if change.random.below(2) == 0 { 0 } else { change.variant.ranks() - 1 };
        let square = Square::new(square.file(), rank)?;
        if change.board.piece_at(square).is_some() {
            return None;
        }
        let color = change.color();
        change.set(square, Some(Piece { color, role: Role::PAWN }))
    }),
    ("with a piece moved", |change| {
        let from = change.some_piece(|_| true)?;
        let to = change.some_empty()?;
        let piece = change.board.set(from, None);
        change.set(to, piece)
    }),
    ("with rights to castle that it does not have", |change| {
        let all = ["KQkq", "KQLkql", "ABCJKLabcjkl", "AJaj", "L", "l", "K", "q"];
        let field = all[change.random.index(all.len())];
        change.field(2, field)
    }),
    ("with a square of en passant", |change| {
        let square = change.some_empty()?;
        change.field(3, &square.to_string())
    }),
    ("with a square of en passant off the board", |change| change.field(3, "m11")),
    ("with a letter for the en passant square", |change| change.field(3, "x")),
    ("with a side that is none", |change| change.field(1, "W-")),
    ("with an unknown letter of castling", |change| change.field(2, "KX")),
    ("with a clock that is not a number", |change| change.field(4, "1.5")),
    ("with a negative number of the move", |change| change.field(5, "-3")),
    ("with one field more", |change| {
        change.fields.push("x".to_owned());
        change.fields.push("y".to_owned());
        Some(())
    }),
    ("with a rank that is too long", |change| {
        let placement = change.fields[0].replacen('/', "1/", 1);
        change.field(0, &placement)
    }),
    ("with a rank that is too short", |change| {
        let (rank, rest) = change.fields[0].split_once('/')?;
        let placement = format!("{}/{rest}", &rank[..rank.len() - 1]);
        change.field(0, &placement)
    }),
    ("without its first rank", |change| {
        let placement = change.fields[0].rsplit_once('/')?.0.to_owned();
        change.field(0, &placement)
    }),
    ("with a letter that no piece has", |change| {
        let at = change.fields[0].find(|letter: char| letter.is_ascii_alphabetic())?;
        let mut placement = change.fields[0].clone();
        placement.replace_range(at..=at, "~");
        change.field(0, &placement)
    }),
    ("with a waiting pawn that is not there", |change| {
        let square = change.some_empty()?;
        change.fields.truncate(6);
        change.fields.push(format!("{square}:1"));
        Some(())
    }),
];

impl Change<'_> {
    fn color(&mut self) -> Color {
        if self.random.below(2) == 0 { Color::White } else { Color::Black }
    }

    fn some_piece(&mut self, suits: impl Fn(Piece) -> bool) -> Option<Square> {
        let squares: Vec<Square> =
            self.board.iter().filter(|(_, piece)| suits(*piece)).map(|(square, _)| square).collect();
        squares.get(self.random.index(squares.len())).copied()
    }

    fn some_empty(&mut self) -> Option<Square> {
        let squares: Vec<Square> = (self.variant.board() - self.board.occupied()).into_iter().collect();
        squares.get(self.random.index(squares.len())).copied()
    }

    fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<()> {
        self.board.set(square, piece);
        let placement = self.variant.placement(&self.board);
        self.field(0, &placement)
    }

    fn field(&mut self, number: usize, text: &str) -> Option<()> {
        let field = self.fields.get_mut(number)?;
        text.clone_into(field);
        Some(())
    }
}
