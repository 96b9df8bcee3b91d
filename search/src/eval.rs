//! Static evaluation, from the data of the variant alone.
//!
//! Every table is derived when a search begins: values of men from how they move on that board, squares from geometry
//! ([`tables`]). What is counted in a position: men and squares, mobility, king safety, threats, pawns ([`pawns`]), waiting
//! pawns, men bound to a color of squares, and what is known of endings ([`endings`]).

pub(crate) mod endings;
mod mating;
pub(crate) mod pawns;
pub(crate) mod tables;

use campione_core::{Bitboard, Color, Role, Square, for_each_square};
use campione_movegen::{Attacks, Move, MoveKind, Position, Scan};

use self::pawns::PawnEntry;
pub(crate) use self::pawns::PawnTable;
pub(crate) use self::tables::Tables;
use crate::params;
use crate::score::{EVAL_LIMIT, Value};
use crate::tapered::Tapered;

/// Men and their squares: what is kept from move to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Material {
    /// From White's side.
    score: Tapered,
    phase: i32,
    /// Men of each side that are bound to dark and to bright squares.
    bound: [[i8; 2]; 2],
}

impl Material {
    /// That of a position.
    pub(crate) fn of(tables: &Tables, position: &Position<'_>) -> Material {
        let mut material = Material::default();
        for us in Color::ALL {
            let waiting = position.waiting_squares(us);
            if waiting.any() {
                let score = tables.waiting(position, us);
                material.score += if us == Color::White { score } else { -score };
            }
            for_each_square!((position.by_color(us) - waiting), square => {
                let Some(role) = position.role_at(square) else { continue };
                material.count(tables, (us, role, square), 1);
            });
        }
        material
    }

    /// That of the position `next` that a move leads to.
    #[inline]
    pub(crate) fn after(self, tables: &Tables, position: &Position<'_>, next: &Position<'_>, mv: Move) -> Material {
        if tables.wait.is_some() || mv.kind() == MoveKind::Castling || mv.kind().is_en_passant() {
            return Material::of(tables, next);
        }
        let mut material = self;
        let (us, from, to) = (position.turn(), mv.from(), mv.to());
        if let Some(role) = position.role_at(from) {
            material.count(tables, (us, role, from), -1);
        }
        if let Some(role) = position.role_at(to) {
            material.count(tables, (!us, role, to), -1);
        }
        if let Some(role) = next.role_at(to) {
            material.count(tables, (us, role, to), 1);
        }
        material
    }

    #[inline(always)]
    fn count(&mut self, tables: &Tables, (color, role, square): (Color, Role, Square), times: i8) {
        let man = tables.man(role);
        let score = tables.square(color, role, square);
        if (color == Color::White) == (times > 0) {
            self.score += score;
        } else {
            self.score -= score;
        }
        self.phase += man.phase * i32::from(times);
        if man.bound {
            self.bound[color.index()][endings::color_of(square)] += times;
        }
    }
}

/// The evaluation of a position for the side to move, in centipawns. Never as far as a mate.
#[cfg(test)]
pub(crate) fn evaluate(tables: &Tables, pawns: &mut PawnTable, position: &Position<'_>) -> Value {
    let material = Material::of(tables, position);
    evaluate_near(tables, pawns, position, &material, (-EVAL_LIMIT, EVAL_LIMIT)).0
}

/// The evaluation of a position with that material for the side to move, in centipawns, for somebody who only asks where it
/// lies in a window: if men, squares and pawns alone are far outside of it, they are all that is looked at. The other value
/// says whether everything was. Never as far as a mate.
pub(crate) fn evaluate_near(
    tables: &Tables,
    pawns: &mut PawnTable,
    position: &Position<'_>,
    material: &Material,
    (alpha, beta): (Value, Value),
) -> (Value, bool) {
    debug_assert_eq!(*material, Material::of(tables, position), "{position:?}");
    if let Some(value) = endings::evaluate(tables, position) {
        return (value.clamp(-EVAL_LIMIT, EVAL_LIMIT), true);
    }
    let pawns = pawns.probe(tables, position);
    let white_moves = position.turn() == Color::White;
    let (low, high) = if white_moves { (alpha, beta) } else { (-beta, -alpha) };
    let (low, high) = (low.max(-EVAL_LIMIT) - params::LAZY, high.min(EVAL_LIMIT) + params::LAZY);
    let rough = (pawns.score + material.score).blend(material.phase, tables.full_phase);
    let whole = (low..=high).contains(&rough);
    let white = if whole { position.scan(Evaluation { tables, position, pawns, material }) } else { rough };
    let white = endings::scale(tables, position, white.clamp(-EVAL_LIMIT, EVAL_LIMIT));
    ((if white_moves { white } else { -white }) + params::TEMPO, whole)
}

/// What is gathered of one side.
#[derive(Clone, Copy, Default)]
struct Side {
    score: Tapered,
    /// All that its men attack.
    attacked: Bitboard,
    /// What two of its men attack.
    attacked_twice: Bitboard,
    /// Weight of its men that attack the squares round the enemy king.
    king_attack: i32,
    king_attackers: i32,
}

struct Evaluation<'a, 'v> {
    tables: &'a Tables,
    position: &'a Position<'v>,
    pawns: &'a PawnEntry,
    material: &'a Material,
}

impl Scan for Evaluation<'_, '_> {
    /// From White's side.
    type Output = Value;

    #[inline(always)]
    fn run(self, attacks: impl Attacks) -> Value {
        let mut sides = [Side::default(); 2];
        let mut score = self.pawns.score + self.material.score;
        for color in Color::ALL {
            self.men(attacks, color, &mut sides[color.index()]);
        }
        for color in Color::ALL {
            let (us, them) = (&sides[color.index()], &sides[(!color).index()]);
            let mut side = us.score;
            side += self.king_safety(color, us, them);
            side += self.threats(color, us, them);
            side += self.passed(color, us, them);
            if self.material.bound[color.index()].iter().all(|&men| men > 0) {
                side += params::BOTH_COLORS;
            }
            side += params::CASTLING_RIGHT * self.position.castling_rights(color).count_ones().min(2) as i32;
            score = if color == Color::White { score + side } else { score - side };
        }
        score.blend(self.material.phase, self.tables.full_phase)
    }
}

impl Evaluation<'_, '_> {
    /// What men do: their mobility, and how they attack the enemy king.
    #[inline(always)]
    fn men(&self, attacks: impl Attacks, us: Color, side: &mut Side) {
        let Evaluation { tables, position, .. } = *self;
        let own = position.by_color(us);
        let pawns = position.pawns(us);
        let own_pawn_attacks = position.pawn_attacks(us);
        let area = tables.board - position.pawn_attacks(!us) - own;
        let zone = tables.king_zone(!us, position.king(!us));
        let king = position.king(us);
        let king_attacks = attacks.from(king, us, Role::KING);
        side.attacked = own_pawn_attacks | king_attacks;
        side.attacked_twice = own_pawn_attacks & king_attacks;
        for_each_square!((own - pawns - position.waiting_squares(us)).without(king), square => {
            let Some(role) = position.role_at(square) else { continue };
            let man = tables.man(role);
            let seen = attacks.from(square, us, role);
            side.attacked_twice |= side.attacked & seen;
            side.attacked |= seen;
            let mobility = (seen & area).count() as i32;
            side.score += man.mobility * mobility - man.usual_mobility;
            let near = seen & zone;
            if near.any() {
                side.king_attackers += 1;
                side.king_attack += man.king_attack * (1 + near.count() as i32);
            }
        });
    }

    /// The shelter of our king, and what the enemy's men do to it.
    #[inline(always)]
    fn king_safety(&self, us: Color, own: &Side, theirs: &Side) -> Tapered {
        let Evaluation { tables, position, .. } = *self;
        let king = position.king(us);
        let zone = tables.king_zone(us, king);
        let shelter = (tables.shelter(us, king) & position.pawns(us)).count() as i32;
        let mut danger = theirs.king_attack;
        let weak = zone & (theirs.attacked - (own.attacked_twice | position.pawn_attacks(us)));
        danger += params::WEAK_ZONE * (weak & theirs.attacked_twice).count() as i32;
        danger += params::SHELTER_DANGER * (3 - shelter.min(3));
        if theirs.king_attackers < 2 {
            danger /= 3;
        }
        let danger = (danger * danger / params::DANGER_SCALE).min(params::DANGER_LIMIT);
        Tapered::new(-danger, -danger / 8) + params::SHELTER * shelter.min(3)
    }

    /// Enemy men that we attack and that stand badly.
    #[inline(always)]
    fn threats(&self, us: Color, own: &Side, theirs: &Side) -> Tapered {
        let Evaluation { tables, position, .. } = *self;
        let men = position.by_color(!us) - position.waiting_squares(!us);
        let by_pawns = position.pawn_attacks(us);
        let officers = (men - position.pawns(!us)).without(position.king(!us));
        let mut score = params::THREAT_BY_PAWN * (officers & by_pawns).count() as i32;
        let hanging = men.without(position.king(!us)) & (own.attacked - theirs.attacked);
        score += params::HANGING * hanging.count() as i32;
        let pressed = officers & (own.attacked_twice - by_pawns - theirs.attacked_twice);
        score += params::PRESSED * pressed.count() as i32;
        let safe_pawns = position.pawns(us) & (own.attacked | (tables.board - theirs.attacked));
        // Steps after which pawns would attack men.
        let step = if us == Color::White { 12 } else { -12 };
        let steps = safe_pawns.shift(step) & (tables.board - position.occupied() - theirs.attacked);
        score += params::PAWN_PUSH_THREAT * (tables.pawn_attacks(us, steps) & (officers - by_pawns)).count() as i32;
        score
    }

    /// Passed pawns, as the men round them let them run.
    #[inline(always)]
    fn passed(&self, us: Color, own: &Side, theirs: &Side) -> Tapered {
        let Evaluation { tables, position, pawns, .. } = self;
        let mut score = Tapered::default();
        let (king, enemy_king) = (position.king(us), position.king(!us));
        for_each_square!((pawns.passed & position.by_color(us)), square => {
            let way = tables.passed_way(us, square);
            score += way.bonus;
            let ahead = way.ahead;
            if (ahead & position.occupied()).is_empty() {
                score += way.free;
            }
            let step = way.next;
            if step.intersects(theirs.attacked - own.attacked) || step.intersects(position.by_color(!us)) {
                score -= way.held;
            }
            if (ahead & theirs.attacked).is_empty() {
                score += way.free;
            }
            if let Some(next) = step.first() {
                let near = distance(enemy_king, next).min(6) * 2 - distance(king, next).min(6);
                score += Tapered::new(0, near * way.king_weight);
            }
        });
        score
    }
}

/// Steps of a king from one square to another on an empty board.
#[inline(always)]
pub(crate) fn distance(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

#[cfg(test)]
mod tests;
