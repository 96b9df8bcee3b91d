//! What evaluation derives from a variant: values of pieces from their reach on the board, values of squares from
//! geometry, and masks for pawns and kings.

use campione_core::pawn_moves::forward;
use campione_core::{Bitboard, Color, DrawRules, Pieces, Role, Rules, Square, Variant};
use campione_movegen::Position;

use super::geometry::color_of;
use super::mating::{Mating, Shades};
use crate::params::{EvalParams, PieceParams};
use crate::score::Value;
use crate::tapered::Tapered;

/// One piece against another one is drawn if the weak side, to move, loses at most this percentage of the positions.
const DRAWN: f64 = 20.0;
/// It is won if that side loses at least so many.
const WON: f64 = 50.0;

/// Pieces that reach fewer squares than this on average are minor pieces: knights, bishops, couriers, centurions.
const MINOR: f64 = 8.5;

/// What evaluation knows about a role, besides the values of its squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PieceValues {
    pub(crate) value: Tapered,
    /// One number for exchanges and for the order of captures.
    pub(crate) exchange: Value,
    pub(crate) phase: i32,
    /// For each square that it reaches, in tenths.
    pub(crate) mobility: Tapered,
    /// For the usual number of squares, three quarters of the average, in tenths.
    pub(crate) usual_mobility: Tapered,
    pub(crate) king_attack: i32,
    /// Whether it is colorbound.
    pub(crate) bound: bool,
    /// Whether it slides along files.
    pub(crate) along_files: bool,
    /// Whether it is a minor piece: it reaches few squares and does not slide along files. Only minor pieces have
    /// outposts.
    pub(crate) minor: bool,
}

/// The path of a passed pawn from one square to its promotion.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PassedWay {
    pub(crate) bonus: Tapered,
    /// The bonus if all squares ahead are empty, and the same again if the enemy attacks none of them.
    pub(crate) free: Tapered,
    /// The penalty if an enemy piece stands on the next square, or if the enemy attacks it and we do not.
    pub(crate) held: Tapered,
    pub(crate) ahead: Bitboard,
    pub(crate) next: Bitboard,
    pub(crate) king_weight: Value,
}

/// The tables of one variant.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) params: EvalParams,
    pub(crate) variant: Variant,
    pub(crate) board: Bitboard,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pieces: Vec<PieceValues>,
    /// The roles of officers, each with the number of its group: pieces of one group are worth about the same.
    pub(crate) officers: Vec<(Role, u8)>,
    /// The squares where space counts: from the second rank to the middle of the board, without the outermost files.
    pub(crate) space: [Bitboard; 2],
    /// Ranks on which a piece may have an outpost.
    pub(crate) outposts: [Bitboard; 2],
    /// The dark squares, and the light squares.
    pub(crate) shades: [Bitboard; 2],
    /// For each color and role, the value of the piece plus the value of its square.
    squares: Vec<[Tapered; 128]>,
    king_zones: [[Bitboard; 128]; 2],
    shelters: [[Bitboard; 128]; 2],
    passed: [Box<[PassedWay; 128]>; 2],
    /// The weight of both armies at the start.
    pub(crate) full_phase: i32,
    pub(crate) wait: Option<u8>,
    /// How much more than a pawn the best piece that a pawn may become is worth.
    pub(crate) promotion_gain: Value,
    pub(crate) see_values: [Value; 32],
    mating: Mating,
    /// Which roles can mate a bare king with only their own king.
    mates: [bool; 32],
    /// A greater advantage than this wins without pawns: a little less than the value of a piece that mates alone.
    pub(crate) decisive_margin: Value,
}

impl Tables {
    /// The tables of a variant. This takes about a millisecond.
    pub(crate) fn new(variant: Variant, params: &EvalParams) -> Tables {
        // The rules that the evaluation knows. All others change what is possible, but not what a position is worth, as
        // far as the terms say.
        let &Rules {
            files,
            ranks,
            board,
            pieces:
                Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes: _, promotions: _ },
            alphabet: _,
            // `pawns.rs` asks.
            pawn_kind: _,
            double_step_from: _,
            long_steps: _,
            double_step_barred: _,
            pinned_pawn_bars: _,
            en_passant: _,
            last_rank: _,
            promotion_zone: _,
            arrival_zone: _,
            promotes_freely: _,
            promotes_from_stock: _,
            promotion_is_optional: _,
            promotion_wait,
            limits: _,
            castlings: _,
            draws: DrawRules { stalemate: _, bare_king: _, repetition: _, moves: _, dead_position: _ },
            rare_turns: _,
            notation: _,
            numbering: _,
            home: _,
            start: _,
        } = variant.rules();
        let roles = variant.roles().len();
        let mut tables = Tables {
            params: params.clone(),
            variant,
            board,
            files,
            ranks,
            pieces: Vec::with_capacity(roles),
            officers: Vec::new(),
            space: [Bitboard::EMPTY; 2],
            outposts: [Bitboard::EMPTY; 2],
            shades: [Bitboard::EMPTY; 2],
            squares: vec![[Tapered::default(); 128]; 2 * roles],
            king_zones: [[Bitboard::EMPTY; 128]; 2],
            shelters: [[Bitboard::EMPTY; 128]; 2],
            passed: [Box::new([PassedWay::default(); 128]), Box::new([PassedWay::default(); 128])],
            full_phase: 0,
            wait: promotion_wait,
            promotion_gain: 0,
            see_values: [0; 32],
            mating: Mating::new(variant),
            mates: [false; 32],
            decisive_margin: 0,
        };
        for role in (0..roles).filter_map(Role::from_index) {
            let piece = tables.piece_of(variant, role);
            tables.see_values[role.index()] = piece.exchange;
            let valuable = !piece.bound && piece.value.end() >= params.mating_value;
            tables.mates[role.index()] = tables.mating.alone(role).unwrap_or(valuable);
            tables.pieces.push(piece);
        }
        tables.group_officers();
        for (info, piece) in variant.roles().iter().zip(&tables.pieces) {
            tables.full_phase += piece.phase * i32::from(info.start_count[0] + info.start_count[1]);
        }
        let gain = |&role: &Role| tables.piece(role).value.end() - params.pawn.end();
        tables.promotion_gain = variant.promotions().iter().map(gain).max().unwrap_or(0);
        // A piece that mates alone is worth about as much as a rook.
        tables.decisive_margin = params.mating_value - 60;
        tables.geometry(variant);
        tables
    }

    /// Whether one of the given pieces can mate a bare king with only its own king.
    pub(crate) fn mates_alone(&self, roles: &[Role]) -> bool {
        roles.iter().any(|&role| self.mates[role.index()])
    }

    /// Whether the given pieces can force mate on a bare king. `bound` is how many of them are bound to dark and to
    /// light squares.
    pub(crate) fn can_mate(&self, roles: &[Role], bound: [u32; 2]) -> bool {
        if self.mates_alone(roles) {
            return true;
        }
        let free = roles.len() as u32 - bound[0] - bound[1];
        match *roles {
            [] | [_] => false,
            [one, two] => {
                let shades = match bound {
                    [1, 1] => Shades::Different,
                    [2, 0] | [0, 2] => Shades::Same,
                    _ => Shades::Any,
                };
                self.mating.pair(one, two, shades).unwrap_or(bound == [1, 1] || free == 1)
            }
            _ => free > 0 || (bound[0] > 0 && bound[1] > 0),
        }
    }

    /// What an advantage is worth with one piece against another one, without pawns, in 64ths. `None` if no table says so.
    pub(crate) fn duel(&self, strong: Role, weak: Role) -> Option<i32> {
        let lost = self.mating.against(strong, weak)?;
        let share = (lost - DRAWN) / (WON - DRAWN);
        Some(4 + (60.0 * share.clamp(0.0, 1.0)) as i32)
    }

    /// Steps from a square to the nearest of the first and last files, and to the nearest of the first and last ranks.
    pub(crate) fn to_edges(&self, square: Square) -> (i32, i32) {
        let off = |at: u8, of: u8| i32::from(at.min(of - 1 - at));
        (off(square.file(), self.files), off(square.rank(), self.ranks))
    }

    /// 6 less the number of steps from a square to the nearest edge, so that the edge has the greatest value.
    pub(crate) fn to_edge(&self, square: Square) -> i32 {
        let (files, ranks) = self.to_edges(square);
        6 - files.min(ranks)
    }

    /// The distance from the center in files plus the distance in ranks.
    pub(crate) fn to_center_sum(&self, square: Square) -> i32 {
        let off = |at: u8, of: u8| ((2 * i32::from(at) - (i32::from(of) - 1)).abs() - 1) / 2;
        off(square.file(), self.files) + off(square.rank(), self.ranks)
    }

    /// The distance in files plus the distance in ranks from a square to the nearest corner of the given color, 0 for
    /// dark. If no corner has this color, the distance to the nearest corner.
    pub(crate) fn to_corner(&self, square: Square, color: usize) -> i32 {
        let ends = |of: u8| [0, of - 1];
        let corners = ends(self.files).into_iter().flat_map(|file| ends(self.ranks).map(|rank| (file, rank)));
        let steps = corners.map(|(file, rank)| {
            let steps = i32::from(square.file().abs_diff(file) + square.rank().abs_diff(rank));
            (usize::from((file + rank) % 2) != color, steps)
        });
        steps.min().map_or(0, |(_, steps)| steps)
    }

    #[inline(always)]
    pub(crate) fn piece(&self, role: Role) -> &PieceValues {
        &self.pieces[role.index()]
    }

    #[inline(always)]
    pub(crate) fn square(&self, color: Color, role: Role, square: Square) -> Tapered {
        self.squares[color.index() * self.pieces.len() + role.index()][square.index() & 127]
    }

    #[inline(always)]
    pub(crate) fn king_zone(&self, color: Color, king: Square) -> Bitboard {
        self.king_zones[color.index()][king.index() & 127]
    }

    #[inline(always)]
    pub(crate) fn shelter(&self, color: Color, king: Square) -> Bitboard {
        self.shelters[color.index()][king.index() & 127]
    }

    #[inline(always)]
    pub(crate) fn passed_way(&self, color: Color, square: Square) -> &PassedWay {
        &self.passed[color.index()][square.index() & 127]
    }

    /// The value of the waiting pawns of a side.
    pub(crate) fn waiting(&self, position: &Position, us: Color) -> Tapered {
        let variant = position.variant();
        let mut counts = [0_u8; 32];
        for square in position.by_color(us) {
            if let Some(role) = position.role_at(square) {
                counts[role.index()] += 1;
            }
        }
        let mut stock: Vec<Value> = Vec::new();
        for &role in variant.promotions() {
            let lost = variant.limit(us, role).saturating_sub(counts[role.index()]);
            stock.extend((0..lost).map(|_| self.piece(role).value.end()));
        }
        stock.sort_unstable_by_key(|&value| -value);
        let mut score = Tapered::default();
        for (index, pawn) in position.waiting_pawns(us).enumerate() {
            // The pawn that promotes first takes the best piece of the stock, the next one what is left. Each turn that a
            // pawn waits, and each pawn before it, makes the piece less certain.
            let gain = match stock.get(index) {
                Some(value) => {
                    (value - self.params.pawn.end()) * (92 - 4 * i32::from(pawn.wait) - 6 * index as i32) / 100
                }
                None => self.params.waiting_for_nothing,
            };
            score += Tapered::new(gain, gain) + self.square(us, Role::PAWN, pawn.square);
        }
        score
    }

    fn piece_of(&self, variant: Variant, role: Role) -> PieceValues {
        let params = &self.params;
        let bound = variant.role(role).colorbound;
        if role == Role::PAWN || role == Role::KING {
            let value = if role == Role::PAWN { params.pawn } else { Tapered::default() };
            let exchange = if role == Role::PAWN { 100 } else { 0 };
            return PieceValues { value, exchange, ..PieceValues::default() };
        }
        let (middle, end) =
            (self.mean_reach(variant, role, params.empty.middle()), self.mean_reach(variant, role, params.empty.end()));
        let keeps = if bound { f64::from(params.bound_keeps) / 100.0 } else { 1.0 };
        let value = |reach: f64, linear: Value, square: Value| {
            ((f64::from(linear) / 10.0 * reach + f64::from(square) / 100.0 * reach * reach) * keeps).round() as Value
        };
        let mut value = Tapered::new(
            value(middle, params.value_linear.middle(), params.value_square.middle()),
            value(end, params.value_linear.end(), params.value_square.end()),
        );
        let each = |whole: Value, each: Value| (f64::from(10 * whole) / middle.max(1.0)).round() as Value + each;
        let mut mobility = Tapered::new(
            each(params.mobility.middle(), params.mobility_each.middle()),
            each(params.mobility.end(), params.mobility_each.end()),
        );
        if let Some(own) = self.own_params(variant, role) {
            (value, mobility) = (own.value.unwrap_or(value), own.mobility.unwrap_or(mobility));
        }
        let info = variant.role(role);
        PieceValues {
            value,
            exchange: Value::midpoint(value.middle(), value.end()).max(1),
            phase: (value.middle() / 50).max(1),
            mobility,
            usual_mobility: mobility * (middle * 0.75).round() as i32,
            king_attack: value.middle() * params.king_attack / 1_000 + params.king_attack_each,
            bound,
            along_files: info.orthogonal,
            minor: !info.orthogonal && middle < MINOR,
        }
    }

    /// A role's own numbers, if there are any.
    fn own_params(&self, variant: Variant, role: Role) -> Option<&PieceParams> {
        self.params.pieces.get(&variant.role(role).letter)
    }

    /// How many squares a piece reaches on average, if each square that a slider passes is empty with the probability
    /// `empty`, in per cent.
    fn mean_reach(&self, variant: Variant, role: Role, empty: i32) -> f64 {
        let sum: f64 = self.board.into_iter().map(|from| reach(variant, role, from, empty)).sum();
        sum / f64::from(self.board.count())
    }

    fn group_officers(&mut self) {
        let mut officers: Vec<Role> = (2..self.pieces.len())
            .filter_map(Role::from_index)
            .filter(|&role| role != Role::KING && role != Role::PAWN)
            .collect();
        officers.sort_by_key(|&role| self.piece(role).exchange);
        let (mut group, mut least) = (0, 0);
        for role in officers {
            let value = self.piece(role).exchange;
            if value > least + least / 5 {
                (group, least) = (group + 1, value);
            }
            self.officers.push((role, group));
        }
    }

    fn geometry(&mut self, variant: Variant) {
        let roles = self.pieces.len();
        let empty = self.params.empty.middle();
        let means: Vec<f64> =
            (0..roles).filter_map(Role::from_index).map(|role| self.mean_reach(variant, role, empty)).collect();
        for color in Color::ALL {
            for square in self.board {
                for (index, mean) in means.iter().enumerate() {
                    let Some(role) = Role::from_index(index) else { continue };
                    let mut bonus = match role {
                        Role::KING => self.king_square(color, square),
                        Role::PAWN => self.pawn_square(color, square),
                        _ => {
                            let more = reach(variant, role, square, empty) - mean;
                            let by = |weight: Value| (f64::from(weight) * more * 6.0 / mean.max(1.0)).round() as Value;
                            Tapered::new(by(self.params.reach.middle()), by(self.params.reach.end()))
                                + self.params.center
                                    * (self.half_files() - 2 * self.steps_to_center(square).0).clamp(-4, 4)
                        }
                    };
                    if let Some(own) = self.own_params(variant, role) {
                        let file = usize::from(square.file().min(self.files - 1 - square.file()));
                        let rank = usize::from(color.relative_rank(square.rank(), self.ranks));
                        bonus += own.files.get(file).copied().unwrap_or_default();
                        bonus += own.ranks.get(rank).copied().unwrap_or_default();
                    }
                    self.squares[color.index() * roles + index][square.index()] = self.pieces[index].value + bonus;
                }
                self.masks(variant, color, square);
            }
        }
        for color in Color::ALL {
            for square in self.board {
                let rank = i32::from(color.relative_rank(square.rank(), self.ranks));
                let (files, ranks) = (self.half_files(), i32::from(self.ranks));
                let (_, aside) = self.steps_to_center(square);
                if aside < files - 1 && (1..ranks / 2).contains(&rank) {
                    self.space[color.index()] = self.space[color.index()].with(square);
                }
                if (ranks / 2 - 1..ranks - 2).contains(&rank) {
                    self.outposts[color.index()] = self.outposts[color.index()].with(square);
                }
            }
        }
        for square in self.board {
            let shade = color_of(square);
            self.shades[shade] = self.shades[shade].with(square);
        }
    }

    fn half_files(&self) -> i32 {
        i32::from(self.files) / 2
    }

    /// The distance of a square from the center: the greater of its distances in files and in ranks, and the one in
    /// files.
    fn steps_to_center(&self, square: Square) -> (i32, i32) {
        let off = |at: u8, of: u8| ((2 * i32::from(at) - (i32::from(of) - 1)).abs() - 1) / 2;
        let (files, ranks) = (off(square.file(), self.files), off(square.rank(), self.ranks));
        (files.max(ranks), files)
    }

    fn king_square(&self, color: Color, square: Square) -> Tapered {
        let rank = i32::from(color.relative_rank(square.rank(), self.ranks));
        let (from_center, aside) = self.steps_to_center(square);
        let middle = self.params.king_aside * aside.min(3) - self.params.king_advanced * rank.min(4);
        Tapered::new(middle, -self.params.king_center * from_center)
    }

    fn pawn_square(&self, color: Color, square: Square) -> Tapered {
        let ranks = i32::from(self.ranks);
        // A pawn on its second rank has not advanced yet.
        let gone = (i32::from(color.relative_rank(square.rank(), self.ranks)) - 1).clamp(0, ranks - 3);
        let way = (ranks - 3).max(1);
        let (_, aside) = self.steps_to_center(square);
        let center = aside <= self.half_files() / 3;
        let params = &self.params;
        let steps = if center { params.pawn_center_step * gone.min(3) } else { params.pawn_step * gone };
        let middle = steps - params.pawn_aside * aside;
        // In the endgame by the square of the way: the first steps bring the promotion hardly nearer, the last ones do.
        Tapered::new(middle, params.pawn_way * gone * gone / (way * way))
    }

    fn masks(&mut self, variant: Variant, color: Color, square: Square) {
        let (side, at) = (color.index(), square.index());
        let near = variant.king_steps(square).with(square);
        // Attackers come from ahead: there the zone is one rank deeper.
        self.king_zones[side][at] = (near | near.shift(forward(color))) & self.board;
        let (mut span, mut shelter) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let rank = i32::from(color.relative_rank(square.rank(), self.ranks));
        for other in self.board {
            let files = other.file().abs_diff(square.file());
            let ahead = i32::from(color.relative_rank(other.rank(), self.ranks)) - rank;
            if files <= 1 && ahead > 0 {
                span = span.with(other);
                if ahead <= 2 {
                    shelter = shelter.with(other);
                }
            }
        }
        self.shelters[side][at] = shelter;
        let ranks = i32::from(self.ranks);
        // The fraction of its way that a pawn has covered. Early steps count little.
        let part = f64::from((rank - 1).clamp(0, ranks - 2)) / f64::from((ranks - 2).max(1));
        // Where pawns become weaker pieces, or nothing, a passed pawn is worth less.
        let worth = (f64::from(self.promotion_gain) / 800.0).clamp(0.2, 1.3);
        let curve = part * part * worth;
        let of = |value: Tapered, by: f64| {
            Tapered::new(
                (f64::from(value.middle()) * by).round() as Value,
                (f64::from(value.end()) * by).round() as Value,
            )
        };
        let ahead = span & Bitboard::file(square.file());
        let params = &self.params;
        self.passed[side][at] = PassedWay {
            bonus: of(params.passed, worth) + of(params.passed_way, curve),
            free: of(params.passed_free, curve),
            held: of(params.passed_held, curve),
            ahead,
            next: Bitboard::of(square).shift(forward(color)) & self.board,
            king_weight: (f64::from(params.passed_king) * curve).round() as Value,
        };
    }
}

/// How many squares a piece reaches from a square on average, if each square that a slider passes is empty with the
/// probability `empty`, in per cent. A leap counts 1; a leap that only moves or only captures counts 1/2.
fn reach(variant: Variant, role: Role, from: Square, empty: i32) -> f64 {
    let info = variant.role(role);
    let empty = f64::from(empty) / 100.0;
    let mut reach = 0.0;
    let mut slide = |directions: [(i8, i8); 4]| {
        for (files, ranks) in directions {
            let (mut at, mut chance) = (from.offset(files, ranks), 1.0);
            while let Some(square) = at.filter(|&square| variant.board().contains(square)) {
                reach += chance;
                chance *= empty;
                at = square.offset(files, ranks);
            }
        }
    };
    if info.orthogonal {
        slide([(1, 0), (-1, 0), (0, 1), (0, -1)]);
    }
    if info.diagonal {
        slide([(1, 1), (-1, -1), (1, -1), (-1, 1)]);
    }
    if let Some(class) = info.leap_class.and_then(|class| variant.leap_classes().get(usize::from(class))) {
        reach += f64::from(class.leaps[from.index()].count());
        for leap in class.special_from(Color::White, from).iter().filter(|leap| leap.is_of(Some(role))) {
            let whole = if leap.quiet && leap.captures { 1.0 } else { 0.5 };
            // A hop needs exactly one occupied square among its hurdles.
            let hurdles = leap.hurdles.count() as i32;
            let hops = if hurdles == 0 { 1.0 } else { f64::from(hurdles) * (1.0 - empty) * empty.powi(hurdles - 1) };
            reach += whole * hops * empty.powi(leap.legs.count() as i32);
        }
    }
    reach
}
