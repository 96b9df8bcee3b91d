//! From the description of a variant to its rules, stage by stage: each is made of what those before it have made, and has
//! faults of its own.

use std::borrow::Cow;

use super::castlings::{Castlings, Ground};
use super::pieces::Pieces;
use super::rules::{DrawRules, Rules};
use super::start::Start;
use super::values::check_values;
use super::zones::PawnZones;
use super::{RoleInfo, Variant, VariantFault, VariantFaults};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::placement::Alphabet;
use crate::setup::Setup;
use crate::spec::{BoardSpec, PawnKind, PawnSpec, PromotionSpec, VariantSpec};
use crate::square::{MAX_FILES, MAX_RANKS};

impl Variant {
    /// The letters of its pieces on its board.
    pub(crate) fn alphabet(self) -> &'static Alphabet {
        &self.rules.alphabet
    }

    /// Checks a description and compiles it.
    ///
    /// # Errors
    /// Every fault of the first stage that finds any: of pieces and texts, of the start position, of the castlings.
    ///
    /// ```
    /// use campione_core::{Variant, VariantSpec};
    /// let mut spec = VariantSpec::built_in("capablanca")?;
    /// spec.promotion.to = "QZ".to_owned();
    /// let faults = Variant::compile(spec).unwrap_err();
    /// assert!(faults.to_string().starts_with("promotion.to: `Z`"));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn compile(mut spec: VariantSpec) -> Result<Variant, VariantFaults> {
        spec.complete();
        Ok(Variant::intern(checked(&spec)?, spec))
    }
}

impl VariantSpec {
    /// As [`Variant::compile`], without making a variant.
    ///
    /// # Errors
    /// As for [`Variant::compile`].
    ///
    /// ```
    /// use campione_core::VariantSpec;
    /// assert_eq!(VariantSpec::built_in("capablanca")?.check(), Ok(()));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn check(mut self) -> Result<(), VariantFaults> {
        self.complete();
        checked(&self).map(|_| ())
    }
}

fn checked(spec: &VariantSpec) -> Result<Rules, VariantFaults> {
    rules(spec).map_err(|faults| {
        // What is wrong for both sides is told once.
        let mut told: Vec<VariantFault> = Vec::new();
        for fault in faults {
            if !told.contains(&fault) {
                told.push(fault);
            }
        }
        VariantFaults(told)
    })
}

/// What each key of a file becomes. It takes the description apart without `..`, so that no key is forgotten: those that say
/// nothing about the rules, or that another stage reads, are `_`.
fn rules(spec: &VariantSpec) -> Result<Rules, Vec<VariantFault>> {
    let VariantSpec {
        id: _,
        name: _,
        about: _,
        board,
        piece: _,
        pawn,
        promotion,
        castling: _,
        no_castling: _,
        king_leap: _,
        draws,
        notation,
    } = spec;
    let &BoardSpec { files, ranks, array: _, start: _, rights: _, black: _, numbering, why: _ } = board;
    let PawnSpec {
        letter: _,
        name: _,
        kind,
        double_step: _,
        double_step_ranks: _,
        long_steps: _,
        double_step_barred_in_check_beside_pawn,
        pinned_pawn_bars,
        en_passant,
        why: _,
    } = pawn;
    let PromotionSpec { to, rank: _, optional, wait, from_stock, limits: _, why: _ } = promotion;
    let (board, pieces) = described(spec)?;
    let alphabet = Alphabet::new(files, ranks, pieces.roles.iter().map(|info| info.letter).collect());
    let zones = PawnZones::of(spec, board);
    let start = Start::compile(spec, &pieces, &alphabet, &zones)?;
    let ground = Ground { spec, board, pieces: &pieces, alphabet: &alphabet, start: &start };
    let castlings = Castlings::compile(&ground)?;
    let rights = castlings.start_rights(&start.board, &pieces)?;
    Ok(Rules {
        files,
        ranks,
        board,
        pawn_kind: *kind,
        double_step_from: zones.double_step_from,
        double_step_barred: *double_step_barred_in_check_beside_pawn,
        pinned_pawn_bars: *pinned_pawn_bars,
        en_passant: *en_passant,
        last_rank: zones.last,
        promotion_zone: zones.promotion,
        arrival_zone: if wait.is_some() { [Bitboard::EMPTY; 2] } else { zones.promotion },
        promotes_freely: wait.is_none() && !optional && !from_stock && !to.is_empty(),
        promotes_from_stock: *from_stock,
        promotion_is_optional: *optional,
        promotion_wait: *wait,
        limits: limits(spec, &pieces.roles),
        rare_turns: wait.is_some()
            || *kind != PawnKind::Orthodox
            || draws.bare_king
            || !zones.long_steps.is_empty()
            || pieces.leap_classes.iter().any(|class| class.hops),
        long_steps: zones.long_steps,
        castlings,
        draws: DrawRules::of(draws),
        notation: notation.clone(),
        numbering,
        home: start.home,
        start: Setup { board: start.board, rights, ..Setup::empty() },
        pieces,
        alphabet,
    })
}

/// The first stage: the board, the pieces, and what the description says in texts and numbers.
fn described(spec: &VariantSpec) -> Result<(Bitboard, Pieces), Vec<VariantFault>> {
    let mut faults = Vec::new();
    let spec = &*with_large_letters(spec, &mut faults);
    let (files, ranks) = (spec.board.files, spec.board.ranks);
    if !(4..=MAX_FILES).contains(&files) || !(5..=MAX_RANKS).contains(&ranks) {
        faults.push(VariantFault::BoardSize { files, ranks });
    }
    let board = Bitboard::board(files, ranks);
    let pieces = Pieces::compile(spec, board, &mut faults);
    check_values(spec, &mut faults);
    if faults.is_empty() { Ok((board, pieces)) } else { Err(faults) }
}

/// The description with a large letter for each piece that has a small one, which is a fault, so that what names the piece is
/// no fault besides.
fn with_large_letters<'s>(spec: &'s VariantSpec, faults: &mut Vec<VariantFault>) -> Cow<'s, VariantSpec> {
    let is_small = |key: &str| matches!(key.as_bytes(), [b'a'..=b'z']);
    if !spec.piece.keys().any(|key| is_small(key)) {
        return Cow::Borrowed(spec);
    }
    let mut large = spec.clone();
    large.piece.retain(|key, _| !is_small(key));
    for (key, piece) in spec.piece.iter().filter(|(key, _)| is_small(key)) {
        faults.push(VariantFault::Letter { key: vec!["piece".to_owned(), key.clone()], letter: key.clone() });
        large.piece.entry(key.to_ascii_uppercase()).or_insert_with(|| piece.clone());
    }
    Cow::Owned(large)
}

/// How many pieces of each role a side may have before no pawn can become one.
fn limits(spec: &VariantSpec, roles: &[RoleInfo]) -> [[u8; 32]; 2] {
    let mut limits = [[0; 32]; 2];
    for color in Color::ALL {
        for (info, limit) in roles.iter().zip(&mut limits[color.index()]) {
            *limit = spec.promotion.limits.get(&info.letter).copied().unwrap_or(info.start_count[color.index()]);
        }
    }
    limits
}
