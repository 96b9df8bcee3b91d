//! Which pieces can mate at all, if both sides help: proofs of the rule of dead positions.

use std::collections::BTreeMap;

use campione_core::{Bitboard, Color, Role, Square, Variant};
use campione_movegen::Position;
use rayon::prelude::*;

use crate::error::EndgameError;
use crate::goal::Goal;
use crate::layout::Layout;
use crate::material::{Kind, Material};
use crate::monitor::Monitor;
use crate::place::Placer;
use crate::ply::end;
use crate::table::CHUNK;
use crate::tables::Tables;
use crate::value::Value;

/// What is known of some material, or of the part of it whose pieces are bound to some squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mating {
    /// The pieces.
    pub material: Material,
    /// Whether the variant's rule of dead positions lists these positions (RULES.md, "Dead by material"), whether or not the
    /// variant applies the rule.
    pub listed: bool,
    /// Positions on the whole board, with either side to move, or `None` if one example has decided it.
    pub positions: Option<u64>,
    /// Positions from which somebody can win, if both sides help; those in which the game is over do not count. 1 if an
    /// example has decided it.
    pub open: u64,
    /// The most plies that helping sides need.
    pub longest: Option<u16>,
    /// One of the positions from which somebody can win soonest.
    pub example: Option<Position>,
}

impl Mating {
    /// Whether nobody can ever win, in any of the positions.
    pub const fn is_dead(&self) -> bool {
        self.open == 0
    }

    /// Whether the list agrees.
    pub const fn agrees(&self) -> bool {
        self.listed == self.is_dead()
    }
}

/// Proves for all pawnless endings of up to `pieces` pieces, kings included (at most 5), of a variant whether anybody can win
/// at all. Positions that differ in the squares to which a piece is bound are told apart if the answer differs or the list of
/// dead positions does.
///
/// If a smaller ending to which the pieces lead can be won, one example decides. Else every position is examined, backwards
/// from all ends of games, so "dead" is proven. `each` is called for each finished ending.
///
/// # Errors
/// The monitor has stopped it.
///
/// ```
/// use campione_core::Variant;
/// use campione_endgame::{Monitor, prove_dead};
/// let chess = Variant::named("gardner")?;
/// let mut dead = Vec::new();
/// prove_dead(chess, 3, &Monitor::new(), |mating| {
///     assert!(mating.agrees());
///     if mating.is_dead() {
///         dead.push(mating.material.name(chess));
///     }
/// })?;
/// assert_eq!(dead, ["KvK", "KBvK", "KNvK"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_dead(
    variant: Variant,
    pieces: usize,
    monitor: &Monitor,
    mut each: impl FnMut(Mating),
) -> Result<(), EndgameError> {
    let mut tables = Tables::with_goal(variant, Goal::Help);
    let mut winnable: Vec<Material> = Vec::new();
    for material in materials(variant, pieces) {
        let next = tables.needs(material);
        if let Some(mating) = witness(&tables, material, next.iter().any(|next| winnable.contains(next))) {
            winnable.push(material);
            each(mating);
            continue;
        }
        for next in next {
            if tables.table(next).is_none() {
                tables.build(next, monitor)?;
            }
        }
        tables.solve(material, monitor)?;
        let rows = examine(&tables, material);
        if rows.iter().any(|row| row.open > 0) {
            winnable.push(material);
        }
        rows.into_iter().for_each(&mut each);
    }
    Ok(())
}

/// All endings without pawns, the smaller first.
fn materials(variant: Variant, pieces: usize) -> Vec<Material> {
    let roles: Vec<Role> = variant.all_roles().filter(|&role| role != Role::KING && role != Role::PAWN).collect();
    let kinds: Vec<Kind> =
        Color::ALL.into_iter().flat_map(|color| roles.iter().map(move |&role| Kind::piece(color, role))).collect();
    let mut lists: Vec<Vec<Kind>> = vec![Vec::new()];
    let mut all = vec![Material::KINGS];
    for _ in 2..pieces.min(5) {
        let longer = |list: &Vec<Kind>| {
            // In ascending order, so that each list is made once.
            let least = list.last().copied();
            let list = list.clone();
            kinds.iter().filter(move |&&kind| least.is_none_or(|least| kind >= least)).map(move |&kind| {
                let mut list = list.clone();
                list.push(kind);
                list
            })
        };
        lists = lists.iter().flat_map(|list| longer(list).collect::<Vec<_>>()).collect();
        let materials = lists.iter().filter_map(|list| Material::of(list));
        // Of two endings that differ by the colors alone, one is enough.
        let mut materials: Vec<Material> = materials.filter(|material| material.normal(variant) == *material).collect();
        materials.sort_by_key(|material| material.count(Color::Black));
        all.extend(materials);
    }
    all
}

/// A position with a move that wins on the spot, for pieces of which some can win alone. `None` if there is none among those
/// that are tried, or if all pieces are weak: then every position is examined.
fn witness(tables: &Tables, material: Material, strong: bool) -> Option<Mating> {
    if !strong {
        return None;
    }
    let variant = tables.variant();
    let layout = Layout::new(variant, material);
    let mut placer = Placer::new(variant, material);
    // Positions all over the board.
    let step = (layout.size / 1_000_003).max(1) * 2 + 1;
    let mut number = 0;
    for _ in 0..2_000_000.min(2 * layout.size) {
        number = (number + step) % (2 * layout.size);
        let (squares, turn) = layout.placement(number);
        let Some(position) = placer.position(squares, turn, None) else { continue };
        let over = |position: &Position| end(position, &position.legal_moves());
        let wins = |next: &Position| over(next).is_some_and(|value| value != Value::Draw);
        if over(&position).is_none()
            && !position.is_dead()
            && position.legal_moves().into_iter().any(|mv| wins(&position.play_unchecked(mv)))
        {
            let (positions, longest) = (None, None);
            return Some(Mating { material, listed: false, positions, open: 1, longest, example: Some(position) });
        }
    }
    None
}

/// The parts of the board between which a piece cannot move, each square with the number of its part.
fn parts(variant: Variant, role: Role) -> [u8; 128] {
    let info = variant.role(role);
    let class = info.leap_class.and_then(|class| variant.leap_classes().get(usize::from(class)));
    let steps = |square: Square| {
        let mut steps = Bitboard::EMPTY;
        for (files, ranks) in (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks))) {
            let straight = files == 0 || ranks == 0;
            // One step of a slide is enough: the rest of it is joined step by step.
            if if straight { info.orthogonal } else { info.diagonal } {
                steps |= square.offset(files, ranks).into_iter().collect();
            }
        }
        if let Some(class) = class {
            steps |= class.leaps[square.index()];
            let own = class.special_from(Color::White, square).iter().filter(|leap| leap.is_of(Some(role)));
            steps |= own.map(|leap| leap.end).collect();
        }
        steps & variant.board()
    };
    let mut parts = [0; 128];
    for square in variant.board() {
        parts[square.index()] = square.index() as u8;
    }
    // Joined until nothing changes, since some pieces move one way only.
    let mut changed = true;
    while changed {
        changed = false;
        for from in variant.board() {
            for to in steps(from) {
                let least = parts[from.index()].min(parts[to.index()]);
                for end in [from, to] {
                    changed |= parts[end.index()] != least;
                    parts[end.index()] = least;
                }
            }
        }
    }
    parts
}

/// What is known of the positions whose pieces are bound to the same parts of the board.
#[derive(Default)]
struct Part {
    positions: u64,
    open: u64,
    longest: Option<u16>,
    /// The soonest win: plies and number.
    soonest: Option<(u16, usize)>,
    /// Any position.
    any: usize,
}

impl Part {
    fn add(&mut self, other: &Part) {
        if self.positions == 0 {
            self.any = other.any;
        }
        self.positions += other.positions;
        self.open += other.open;
        self.longest = self.longest.max(other.longest);
        self.soonest = [self.soonest, other.soonest].into_iter().flatten().min();
    }
}

/// The parts of an ending, each named by the parts of the board of its pieces.
type Parts = BTreeMap<Vec<u8>, Part>;

fn merge(mut all: Parts, more: Parts) -> Parts {
    for (key, part) in more {
        all.entry(key).or_default().add(&part);
    }
    all
}

/// All positions of an ending, by the squares to which their pieces are bound.
fn examine(tables: &Tables, material: Material) -> Vec<Mating> {
    let variant = tables.variant();
    let Some(table) = tables.table(material) else { return Vec::new() };
    let bound: Vec<[u8; 128]> = material.kinds().iter().map(|kind| parts(variant, kind.role())).collect();
    let chunk = |chunk: usize| {
        let mut found = Parts::new();
        let mut key = Vec::new();
        for number in chunk * CHUNK..table.codes.len().min((chunk + 1) * CHUNK) {
            let Some(value) = Value::of_code(table.codes.get(number)) else { continue };
            let (squares, _) = table.layout.placement(number);
            key.clear();
            key.extend(bound.iter().zip(&squares[2..]).map(|(parts, square)| parts[square.index()]));
            let weight = table.layout.weight(number);
            let mut part = Part { positions: weight, any: number, ..Part::default() };
            // Where the game is over, nobody wins any more.
            if let Value::Win(plies @ 1..) = value {
                part.open = weight;
                part.longest = Some(plies);
                part.soonest = Some((plies, number));
            }
            match found.get_mut(&key) {
                Some(known) => known.add(&part),
                None => drop(found.insert(key.clone(), part)),
            }
        }
        found
    };
    let found = (0..table.codes.len().div_ceil(CHUNK)).into_par_iter().map(chunk).reduce(Parts::new, merge);
    // Parts with the same answer are one row.
    let mut rows: BTreeMap<(bool, bool), Mating> = BTreeMap::new();
    for part in found.into_values() {
        let position = |(_, number): (u16, usize)| table.position(number as u64);
        let listed = position((0, part.any)).is_some_and(|position| position.is_dead());
        let row = rows.entry((listed, part.open == 0)).or_insert(Mating {
            material,
            listed,
            positions: Some(0),
            open: 0,
            longest: None,
            example: None,
        });
        row.positions = row.positions.map(|positions| positions + part.positions);
        row.open += part.open;
        row.longest = row.longest.max(part.longest);
        row.example = row.example.or_else(|| part.soonest.and_then(position));
    }
    rows.into_values().collect()
}
