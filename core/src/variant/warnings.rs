//! Rules of a variant that can never apply: probably a mistake of its author.

use super::Variant;
use super::warning::VariantWarning;
use crate::betza::Betza;
use crate::color::Color;
use crate::role::Role;
use crate::spec::{BlackArray, PawnSpec};

impl Variant {
    /// The parts of the description that have no effect; empty for every built-in variant.
    ///
    /// ```
    /// use campione_core::{PieceSpec, Variant, VariantSpec};
    /// let mut spec = VariantSpec::built_in("gothic")?;
    /// spec.piece.insert("Z".to_owned(), PieceSpec { moves: "Z".to_owned(), ..spec.piece["N"].clone() });
    /// let warnings = Variant::compile(spec)?.warnings();
    /// assert_eq!(warnings[0].key, ["piece", "Z"]);
    /// assert!(warnings[0].text.contains("not on the board at the start"));
    /// assert_eq!(Variant::named("gothic")?.warnings(), []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn warnings(self) -> Vec<VariantWarning> {
        let mut warnings = Warnings(Vec::new());
        self.warn_of_pieces(&mut warnings);
        self.warn_of_pawns(&mut warnings);
        self.warn_of_promotion(&mut warnings);
        self.warn_of_castling(&mut warnings);
        let board = &self.spec.board;
        if board.black == BlackArray::Rotated && board.start.is_some() && self.spec.castling.is_empty() {
            warnings.add("board.black", "says how `array` and castlings are turned; there are none");
        }
        if self.spec.notation.rights_by_file && self.spec.castling.is_empty() {
            warnings.add("notation.rights_by_file", "there is no castling");
        }
        warnings.0
    }

    /// The warning for a file without promotion pieces: this may be the rule, but it is more often an oversight.
    #[doc(hidden)]
    pub fn warning_of_no_promotion(self) -> Option<VariantWarning> {
        let pawns = Color::ALL.iter().any(|&color| self.start().board.pieces(color, Role::PAWN).any());
        let text = "it is empty: no pawn promotes, and one on its last rank can never move; if it should, name the pieces that it \
                    may become, such as `QRBN`";
        let key = ["promotion", "to"].map(str::to_owned).to_vec();
        (pawns && self.spec.promotion.to.is_empty()).then(|| VariantWarning { key, text: text.to_owned() })
    }

    fn warn_of_pieces(self, warnings: &mut Warnings) {
        for (index, info) in self.roles().iter().enumerate().skip(2) {
            let key = format!("piece.{}", info.letter);
            let role = Role::from_index(index);
            let promotes = role.is_some_and(|role| self.promotions().contains(&role));
            if info.start_count == [0; 2] && !promotes {
                warnings.add(&key, "it is not on the board at the start, and no pawn becomes one");
            }
            let moves = self.spec.piece.get(&info.letter.to_string()).map_or("", |piece| piece.moves.as_str());
            for part in Betza::idle_parts(moves) {
                warnings.add(&format!("{key}.moves"), format!("`{part}` adds nothing to the rest of `{moves}`"));
            }
            let class = info.leap_class.and_then(|class| self.leap_classes().get(usize::from(class)));
            let leaps = class.is_some_and(|class| {
                self.board().into_iter().any(|from| {
                    let special = |color| class.special_from(color, from).iter().any(|leap| leap.is_of(role));
                    class.leaps[from.index()].any() || Color::ALL.into_iter().any(special)
                })
            });
            if !info.orthogonal && !info.diagonal && !leaps {
                warnings.add(&format!("{key}.moves"), "on this board it can never move");
            }
        }
    }

    fn warn_of_pawns(self, warnings: &mut Warnings) {
        let PawnSpec {
            letter: _,
            name: _,
            kind: _,
            double_step,
            double_step_ranks,
            long_steps,
            double_step_barred_in_check_beside_pawn: barred,
            pinned_pawn_bars,
            en_passant,
            why: _,
        } = &self.spec.pawn;
        let none = Color::ALL.iter().all(|&color| self.start().board.pieces(color, Role::PAWN).is_empty());
        if none {
            warnings.add("pawn", "there is no pawn at the start, so its rules and those of promotion never apply");
            return;
        }
        let long = long_steps.values().any(|ranks| !ranks.is_empty());
        if *en_passant && !double_step && !long {
            warnings.add("pawn.en_passant", "without a double step there is nothing to capture en passant");
        }
        if *barred && !double_step && !long {
            warnings.add("pawn.double_step_barred_in_check_beside_pawn", "there is no double step");
        }
        if !pinned_pawn_bars && !barred {
            warnings.add("pawn.pinned_pawn_bars", "goes with `double_step_barred_in_check_beside_pawn`");
        }
        if *double_step && double_step_ranks.is_empty() {
            warnings.add("pawn.double_step_ranks", "it is empty, so there is no double step");
        }
        let double = double_step_ranks.iter().filter(|_| *double_step).map(|&rank| ("double_step_ranks", rank));
        let long = long_steps.values().flatten().map(|&rank| ("long_steps", rank));
        for (key, rank) in double.chain(long) {
            // A pawn never goes back, so it reaches a rank only from behind.
            let reached = Color::ALL.into_iter().any(|color| {
                self.start()
                    .board
                    .pieces(color, Role::PAWN)
                    .into_iter()
                    .any(|square| color.relative_rank(square.rank(), self.ranks()) < rank)
            });
            if !reached {
                warnings
                    .add(&format!("pawn.{key}"), format!("no pawn is ever on its rank {rank}: all start beyond it"));
            }
        }
    }

    fn warn_of_promotion(self, warnings: &mut Warnings) {
        let rule = &self.spec.promotion;
        if rule.optional && rule.rank.unwrap_or(self.ranks()) == self.ranks() {
            warnings
                .add("promotion.optional", "on the last rank a pawn must promote; give the `rank` from which it may");
        }
        if rule.from_stock {
            for &role in self.promotions() {
                if Color::ALL.iter().all(|&color| self.limit(color, role) == 0) {
                    let letter = self.role(role).letter;
                    warnings.add("promotion.to", format!("no pawn ever becomes `{letter}`: nobody may have one"));
                }
            }
        }
    }

    fn warn_of_castling(self, warnings: &mut Warnings) {
        for (letter, castling) in &self.spec.castling {
            let key = |key: &str| format!("castling.{letter}.{key}");
            let free = |side: &crate::spec::CastlingSide| side.king.ends_with('*');
            let sides = || [&castling.toward_last_file, &castling.toward_first_file].into_iter().flatten();
            if !castling.crossing && !sides().any(free) {
                warnings.add(&key("crossing"), "only free castling (`*` behind the hyphens) leaves a choice");
            }
        }
        if let Some(leap) = &self.spec.king_leap {
            if !leap.forward && !leap.sideways {
                warnings.add("king_leap", "neither `forward` nor `sideways`: it goes nowhere");
            } else if Color::ALL.iter().all(|&color| {
                let side = self.default_castling(color);
                side.right_to_leap().is_none_or(|right| right.row_count == 0)
            }) {
                warnings.add("king_leap.distance", "the leap ends beyond the board");
            }
        }
        if self.spec.board.rights.is_some() && self.spec.castling.is_empty() && self.spec.king_leap.is_none() {
            warnings.add("board.rights", "there is no castling");
        }
        if !self.spec.castling.is_empty() && self.start().rights.is_empty() {
            warnings.add("board.rights", "nobody has a right at the start, so there is never a castling");
        }
    }
}

struct Warnings(Vec<VariantWarning>);

impl Warnings {
    fn add(&mut self, key: &str, text: impl Into<String>) {
        self.0.push(VariantWarning { key: key.split('.').map(str::to_owned).collect(), text: text.into() });
    }
}
