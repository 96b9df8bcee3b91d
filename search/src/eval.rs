//! Static evaluation, from the data of the variant.
//!
//! Every table is derived when a search begins: values of pieces from how they move on the board, values of squares
//! from geometry ([`tables`]). The terms are: pieces and squares, mobility, king safety, threats, pawns ([`pawns`]),
//! waiting pawns, colorbound pieces, and knowledge about endings ([`endings`]).

pub(crate) mod endings;
mod geometry;
mod mating;
pub(crate) mod pawns;
pub(crate) mod tables;

use crate::net::Fitted;
use campione_core::{Bitboard, Color, Role, Square, Variant, for_each_square};
use campione_movegen::{Attacks, Move, MoveKind, Position, Scan};

use self::geometry::{color_of, distance};
use self::pawns::PawnEntry;
pub(crate) use self::pawns::PawnTable;
pub(crate) use self::tables::Tables;
use crate::params::{EvalParams, PieceParams};
use crate::score::{EVAL_LIMIT, Value};
use crate::tapered::Tapered;

/// Pieces and their squares: the part of the evaluation that is updated incrementally.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Material {
    /// From White's side.
    score: Tapered,
    phase: i32,
    /// For each side, the number of colorbound pieces on dark squares and on light squares.
    bound: [[i8; 2]; 2],
}

impl Material {
    /// The material of a position.
    pub(crate) fn of(tables: &Tables, position: &Position) -> Material {
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

    /// The material of `next`, the position after a move.
    #[inline]
    pub(crate) fn after(self, tables: &Tables, position: &Position, next: &Position, mv: Move) -> Material {
        // These change more than the two squares, and are rare: not worth a count of their own.
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
        let piece = tables.piece(role);
        let score = tables.square(color, role, square);
        if (color == Color::White) == (times > 0) {
            self.score += score;
        } else {
            self.score -= score;
        }
        self.phase += piece.phase * i32::from(times);
        if piece.bound {
            self.bound[color.index()][color_of(square)] += times;
        }
    }
}

/// Evaluates positions of one variant without searching.
#[derive(Debug)]
pub struct Evaluator {
    tables: Tables,
    pawns: PawnTable,
}

impl Evaluator {
    /// An evaluator with these numbers.
    pub fn new(variant: Variant, params: &EvalParams) -> Evaluator {
        Evaluator { tables: Tables::new(variant, params), pawns: PawnTable::new() }
    }

    /// The evaluation of a position of the variant for the side to move, in centipawns. It means little if pieces can
    /// be captured, and nothing in check.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let material = Material::of(&self.tables, position);
        evaluate_lazy(&self.tables, &mut self.pawns, position, &material, (-EVAL_LIMIT, EVAL_LIMIT)).0
    }

    /// The same by a net, as the search uses it.
    pub fn evaluate_by(&self, net: &Fitted, position: &Position) -> i32 {
        by_net(&self.tables, position, || net.evaluate(position))
    }

    /// The values of a piece in the middle game and in the endgame, in centipawns.
    pub fn value(&self, role: Role) -> [i32; 2] {
        self.tables.piece(role).value.into()
    }
}

/// Lazy evaluation of a position with the given material, for the side to move, in centipawns. If pieces, squares and
/// pawns alone are far outside the window, no other term is computed. The second value says whether all terms were
/// computed. The score never reaches a mate score.
pub(crate) fn evaluate_lazy(
    tables: &Tables,
    pawns: &mut PawnTable,
    position: &Position,
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
    let (low, high) = (low.max(-EVAL_LIMIT) - tables.params.lazy, high.min(EVAL_LIMIT) + tables.params.lazy);
    let rough = (pawns.score + material.score).blend(material.phase, tables.full_phase);
    let whole = (low..=high).contains(&rough);
    let white = if whole { position.scan(Evaluation { tables, position, pawns, material }) } else { rough };
    let white = endings::scale(tables, position, white.clamp(-EVAL_LIMIT, EVAL_LIMIT));
    ((if white_moves { white } else { -white }) + tables.params.tempo, whole)
}

/// The evaluation for the side to move, in centipawns, by a net. `value` runs the net; it is not called if the ending
/// is known. The score of the net is scaled down if a win will be hard.
#[inline(always)]
pub(crate) fn by_net(tables: &Tables, position: &Position, value: impl FnOnce() -> Value) -> Value {
    if let Some(value) = endings::evaluate(tables, position) {
        return value.clamp(-EVAL_LIMIT, EVAL_LIMIT);
    }
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    sign * endings::scale(tables, position, sign * value().clamp(-EVAL_LIMIT, EVAL_LIMIT))
}

/// Variants with at most this many roles of officers use a smaller [`Side`], which is cheaper to clear. Officers are
/// all pieces but kings and pawns.
const FEW: usize = 8;

/// The most roles that a variant can have.
const MANY: usize = 32;

/// The index of an officer's role among `N`.
#[inline(always)]
fn place<const N: usize>(role: Role) -> usize {
    // The first two roles are king and pawn.
    role.index().wrapping_sub(2) % N
}

/// What is collected about one side, in a variant with at most `N` roles of officers.
#[derive(Clone, Copy)]
struct Side<const N: usize> {
    score: Tapered,
    /// The squares that its pieces attack.
    attacked: Bitboard,
    /// The squares that at least two of its pieces attack.
    attacked_twice: Bitboard,
    /// The officers by the index of their role, and the squares that the officers of each role attack.
    pieces: [Bitboard; N],
    attacked_by: [Bitboard; N],
    /// The squares that its king attacks.
    by_king: Bitboard,
    /// The weight of its pieces that attack squares around the enemy king.
    king_attack: i32,
    king_attackers: i32,
}

impl<const N: usize> Default for Side<N> {
    #[inline(always)]
    fn default() -> Side<N> {
        Side {
            score: Tapered::default(),
            attacked: Bitboard::EMPTY,
            attacked_twice: Bitboard::EMPTY,
            pieces: [Bitboard::EMPTY; N],
            attacked_by: [Bitboard::EMPTY; N],
            by_king: Bitboard::EMPTY,
            king_attack: 0,
            king_attackers: 0,
        }
    }
}

struct Evaluation<'a> {
    tables: &'a Tables,
    position: &'a Position,
    pawns: &'a PawnEntry,
    material: &'a Material,
}

impl Scan for Evaluation<'_> {
    /// From White's side.
    type Output = Value;

    #[inline(always)]
    fn run(self, attacks: impl Attacks) -> Value {
        if self.tables.officers.len() <= FEW { self.whole::<FEW>(attacks) } else { self.whole::<MANY>(attacks) }
    }
}

impl Evaluation<'_> {
    /// All terms, for a variant with at most `N` roles of officers.
    #[inline(always)]
    fn whole<const N: usize>(&self, attacks: impl Attacks) -> Value {
        let params = &self.tables.params;
        let mut sides = [Side::<N>::default(), Side::default()];
        let mut score = self.pawns.score + self.material.score;
        for color in Color::ALL {
            self.pieces(attacks, color, &mut sides[color.index()]);
        }
        for color in Color::ALL {
            let (us, them) = (&sides[color.index()], &sides[(!color).index()]);
            let mut side = us.score;
            side += self.king_safety(attacks, color, us, them);
            side += self.threats(color, us, them);
            side += self.passed(color, us, them);
            side += self.room(color, us, them);
            if self.material.bound[color.index()].iter().all(|&pieces| pieces > 0) {
                side += params.both_colors;
            }
            side += params.castling_right * self.position.castling_rights(color).count().min(2) as i32;
            score = if color == Color::White { score + side } else { score - side };
        }
        score.blend(self.material.phase, self.tables.full_phase)
    }

    /// Pieces: their mobility, open files and outposts, and their attacks on the enemy king.
    #[inline(always)]
    fn pieces<const N: usize>(&self, attacks: impl Attacks, us: Color, side: &mut Side<N>) {
        let Evaluation { tables, position, .. } = *self;
        let params = &tables.params;
        let own = position.by_color(us);
        let pawns = position.pawns(us);
        let own_pawn_attacks = position.pawn_attacks(us);
        let area = tables.board - position.pawn_attacks(!us) - own;
        let zone = tables.king_zone(!us, position.king(!us));
        let king = position.king(us);
        let own_files = self.pawns.files[us.index()];
        let all_files = own_files | self.pawns.files[(!us).index()];
        let outposts = tables.outposts[us.index()] & (own_pawn_attacks - self.pawns.reach[(!us).index()]);
        side.by_king = attacks.from(king, us, Role::KING);
        side.attacked = own_pawn_attacks | side.by_king;
        side.attacked_twice = own_pawn_attacks & side.by_king;
        let mut tenths = Tapered::default();
        for_each_square!((own - pawns - position.waiting_squares(us)).without(king), square => {
            let Some(role) = position.role_at(square) else { continue };
            let piece = tables.piece(role);
            let seen = attacks.from(square, us, role);
            let index = place::<N>(role);
            side.pieces[index] = side.pieces[index].with(square);
            side.attacked_by[index] |= seen;
            side.attacked_twice |= side.attacked & seen;
            side.attacked |= seen;
            let mobility = (seen & area).count() as i32;
            tenths += piece.mobility * mobility - piece.usual_mobility;
            side.score += params.cramped * (4 - mobility).max(0);
            let near = seen & zone;
            if near.any() {
                side.king_attackers += 1;
                side.king_attack += piece.king_attack * (1 + near.count() as i32);
            }
            if piece.along_files && !own_files.contains(square) {
                side.score += if all_files.contains(square) { params.half_open_file } else { params.open_file };
            }
            if piece.minor {
                if outposts.contains(square) {
                    side.score += params.outpost;
                } else if (outposts & (seen - own)).any() {
                    side.score += params.outpost_reached;
                }
            }
            if piece.bound {
                let like = tables.shades[color_of(square)] & pawns;
                side.score += params.own_pawns_on_color * like.count() as i32;
            }
        });
        side.score += Tapered::new(tenths.middle() / 10, tenths.end() / 10);
    }

    /// King safety: the shelter of our king, and the danger from enemy pieces.
    #[inline(always)]
    fn king_safety<const N: usize>(
        &self,
        attacks: impl Attacks,
        us: Color,
        own: &Side<N>,
        theirs: &Side<N>,
    ) -> Tapered {
        let Evaluation { tables, position, .. } = *self;
        let params = &tables.params;
        let king = position.king(us);
        let zone = tables.king_zone(us, king);
        let shelter = (tables.shelter(us, king) & position.pawns(us)).count() as i32;
        let mut danger = theirs.king_attack;
        let weak = zone & (theirs.attacked - (own.attacked_twice | position.pawn_attacks(us)));
        danger += params.weak_zone * (weak & theirs.attacked_twice).count() as i32;
        danger += params.undefended_zone * (zone & (theirs.attacked - (own.attacked - own.by_king))).count() as i32;
        danger += params.shelter_danger * (3 - shelter.min(3));
        danger += params.open_king_file
            * (own.by_king & (Bitboard::rank(king.rank()) - self.pawns.files[us.index()])).count() as i32;
        if theirs.king_attackers < 2 {
            danger /= 3;
        }
        // Squares on which we can capture a checking piece. The king alone can do so only if no other enemy piece
        // protects it.
        let kept = (own.attacked - own.by_king) | (own.by_king - theirs.attacked_twice);
        let arrives = tables.board - position.by_color(!us);
        let lines = attacks.lines(king);
        for &(role, _) in &tables.officers {
            let index = place::<N>(role);
            if theirs.pieces[index].is_empty() {
                continue;
            }
            let checks = attacks.with_lines(lines, king, us, role) & theirs.attacked_by[index] & arrives;
            if (checks - kept).any() {
                danger += params.safe_check;
            } else if checks.any() {
                danger += params.unsafe_check;
            }
        }
        let danger = (danger.max(0) * danger.max(0) / params.danger_scale.max(1)).min(params.danger_limit);
        Tapered::new(-danger, -danger * params.danger_end / 100) + params.shelter * shelter.min(3)
    }

    /// Threats against enemy pieces.
    #[inline(always)]
    fn threats<const N: usize>(&self, us: Color, own: &Side<N>, theirs: &Side<N>) -> Tapered {
        let Evaluation { tables, position, .. } = *self;
        let params = &tables.params;
        let pieces = position.by_color(!us) - position.waiting_squares(!us);
        let by_pawns = position.pawn_attacks(us);
        let officers = (pieces - position.pawns(!us)).without(position.king(!us));
        let mut score = params.threat_by_pawn * (officers & by_pawns).count() as i32;
        let hanging = pieces.without(position.king(!us)) & (own.attacked - theirs.attacked);
        score += params.hanging * hanging.count() as i32;
        let pressed = officers & (own.attacked_twice - by_pawns - theirs.attacked_twice);
        score += params.pressed * pressed.count() as i32;
        score += params.threat_by_king * (pieces & (own.by_king - theirs.attacked)).count() as i32;
        // Enemy pieces that a piece of a less valuable group attacks, protected or not.
        let (mut lesser, mut like, mut last) = (Bitboard::EMPTY, Bitboard::EMPTY, 0);
        let mut threatened = 0;
        for &(role, group) in &tables.officers {
            if group != last {
                lesser |= like;
                (like, last) = (Bitboard::EMPTY, group);
            }
            let index = place::<N>(role);
            threatened += (theirs.pieces[index] & (lesser - by_pawns)).count();
            like |= own.attacked_by[index];
        }
        score += params.threat_by_lesser * threatened as i32;
        let safe_pawns = position.pawns(us) & (own.attacked | (tables.board - theirs.attacked));
        // Pawn steps after which the pawns would attack officers.
        let steps = tables.variant.pawn_steps(us, safe_pawns) & (tables.board - position.occupied() - theirs.attacked);
        score +=
            params.pawn_push_threat * (tables.variant.pawn_attacks(us, steps) & (officers - by_pawns)).count() as i32;
        score
    }

    /// Our space, and the squares on which we contest an enemy attack.
    #[inline(always)]
    fn room<const N: usize>(&self, us: Color, own: &Side<N>, theirs: &Side<N>) -> Tapered {
        let Evaluation { tables, position, .. } = *self;
        let params = &tables.params;
        let enemy_pawns = position.pawn_attacks(!us);
        let room = tables.space[us.index()] - position.pawns(us) - enemy_pawns;
        let contested = (theirs.attacked & own.attacked) - theirs.attacked_twice - enemy_pawns;
        params.space * room.count() as i32 + params.contested * contested.count() as i32
    }

    /// Passed pawns, by how freely they can advance.
    #[inline(always)]
    fn passed<const N: usize>(&self, us: Color, own: &Side<N>, theirs: &Side<N>) -> Tapered {
        let Evaluation { tables, position, pawns, .. } = self;
        let mut score = Tapered::default();
        let (king, enemy_king) = (position.king(us), position.king(!us));
        for_each_square!((pawns.passed & position.by_color(us)), square => {
            let way = tables.passed_way(us, square);
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

impl EvalParams {
    /// The same numbers, with those that are derived from a role's movement written out, so that each can be changed.
    #[must_use]
    pub fn spelled_out(mut self, variant: Variant) -> EvalParams {
        let tables = Tables::new(variant, &self);
        for role in variant.all_roles() {
            let piece = tables.piece(role);
            let files = vec![Tapered::default(); usize::from(variant.files().div_ceil(2))];
            let ranks = vec![Tapered::default(); usize::from(variant.ranks())];
            let officer = role != Role::PAWN && role != Role::KING;
            let (value, mobility) = (officer.then_some(piece.value), officer.then_some(piece.mobility));
            let derived = PieceParams { value, mobility, files, ranks };
            self.pieces.entry(variant.role(role).letter).or_insert(derived);
        }
        self
    }
}

#[cfg(test)]
mod tests;
