//! Sentences for rules of which a file says nothing but the rule itself.

use super::{CastlingSpec, PawnSpec, PromotionSpec, Provenance, SafeSquares, StalemateResult, VariantSpec};
use crate::betza::{Betza, Leap};

impl VariantSpec {
    /// The rules alone: without names, and without sentences about rules. Equal for games that are played the same way,
    /// if they are described the same way.
    #[must_use]
    pub fn without_words(&self) -> VariantSpec {
        let mut spec = self.clone();
        (spec.name, spec.about, spec.no_castling) = (String::new(), String::new(), None);
        let VariantSpec { board, piece, pawn, promotion, castling, king_leap, draws, .. } = &mut spec;
        for piece in piece.values_mut() {
            (piece.name, piece.why) = (String::new(), Provenance::default());
        }
        for castling in castling.values_mut() {
            (castling.name, castling.why) = (String::new(), Provenance::default());
        }
        let others = [&mut board.why, &mut pawn.why, &mut promotion.why, &mut draws.why];
        for why in others.into_iter().chain(king_leap.as_mut().map(|leap| &mut leap.why)) {
            *why = Provenance::default();
        }
        spec
    }

    /// Fills in what a file may leave out: names, and sentences about the rules.
    pub(crate) fn complete(&mut self) {
        if self.name.is_empty() {
            self.name.clone_from(&self.id);
        }
        let board = &mut self.board;
        let (files, ranks) = (board.files, board.ranks);
        board.why.make_up(|| format!("{files} files and {ranks} ranks."));
        for (letter, piece) in &mut self.piece {
            if piece.name.is_empty() {
                piece.name = letter.to_ascii_lowercase();
            }
            piece.why.make_up(|| movement(&piece.moves));
        }
        let made = pawn(&self.pawn);
        self.pawn.why.make_up(|| made);
        let made = promotion(&self.promotion, ranks);
        self.promotion.why.make_up(|| made);
        for castling in self.castling.values_mut() {
            let made = castle(castling);
            castling.why.make_up(|| made);
        }
        if self.castling.is_empty() {
            self.no_castling.get_or_insert_default().make_up(|| "There is none.".to_owned());
        }
        if let Some(leap) = &mut self.king_leap {
            let (ahead, aside) = (leap.forward, leap.sideways);
            let directions = [(ahead, "straight forward"), (aside, "sideways")];
            let directions: Vec<&str> =
                directions.iter().filter(|(wanted, _)| *wanted).map(|(_, name)| *name).collect();
            let over = if leap.over_men { "may pass over men" } else { "passes over no man" };
            let target = if leap.captures { "may capture" } else { "goes to an empty square" };
            let check = if leap.in_check { "may" } else { "may not" };
            let distance = leap.distance;
            leap.why.make_up(|| {
                format!(
                    "Once, instead of castling, the king that has not moved jumps {distance} squares {}. It {over} but \
                     no attacked square, {target}, and {check} leave a check so.",
                    directions.join(" or ")
                )
            });
        }
        let draws = &mut self.draws;
        let mut rules = vec![match draws.stalemate {
            StalemateResult::Draw => "Stalemate is a draw.".to_owned(),
            StalemateResult::Loss => "Who has no legal move has lost.".to_owned(),
            StalemateResult::Win => "Who is stalemated has won.".to_owned(),
        }];
        if draws.bare_king {
            rules.push("A bare king has lost, unless it bares the other at once.".to_owned());
        }
        if draws.repetition > 0 {
            rules.push(format!("The position that occurs {} times is a draw.", draws.repetition));
        }
        if draws.moves > 0 {
            rules.push(format!("So are {} moves by each side without capture, pawn move or promotion.", draws.moves));
        }
        if draws.dead_position {
            rules.push("So is a dead position by material.".to_owned());
        }
        draws.why.make_up(|| rules.join(" "));
    }
}

/// A movement in words.
fn movement(text: &str) -> String {
    let Ok(betza) = Betza::parse(text) else { return format!("Moves as `{text}` says.") };
    let mut parts = Vec::new();
    match (betza.orthogonal, betza.diagonal) {
        (true, true) => parts.push("slides in all eight directions".to_owned()),
        (true, false) => parts.push("slides along ranks and files".to_owned()),
        (false, true) => parts.push("slides along diagonals".to_owned()),
        (false, false) => {}
    }
    let modes: [(&str, fn(&Leap) -> bool); 3] = [
        ("", |leap| leap.quiet && leap.captures),
        ("moves only: ", |leap| leap.quiet && !leap.captures),
        ("captures only: ", |leap| !leap.quiet && leap.captures),
    ];
    for (name, belongs) in modes {
        let leaps: Vec<&Leap> = betza.leaps.iter().filter(|leap| belongs(leap)).collect();
        if leaps.is_empty() {
            continue;
        }
        let mut kinds: Vec<(i8, i8, bool)> = leaps
            .iter()
            .map(|Leap { to: (x, y), legs, .. }| (x.abs().max(y.abs()), x.abs().min(y.abs()), legs.is_empty()))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let step = |&(long, short, free): &(i8, i8, bool)| {
            format!("({long},{short}){}", if free { "" } else { " over empty squares" })
        };
        let steps: Vec<String> = kinds.iter().map(step).collect();
        parts.push(format!("{name}{} to {} squares", steps.join(", "), leaps.len()));
    }
    let mut sentence = parts.join("; ");
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence + "."
}

fn pawn(pawn: &PawnSpec) -> String {
    let ranks: Vec<String> = pawn.double_step_ranks.iter().map(u8::to_string).collect();
    let mut text = if pawn.double_step {
        format!("From rank {}, counted from its own side, a pawn may move two squares.", ranks.join(" or "))
    } else {
        "Pawns move one square.".to_owned()
    };
    if pawn.double_step_barred_in_check_beside_pawn {
        let pinned = if pawn.pinned_pawn_bars { "" } else { " that is not pinned" };
        text += &format!(" In check it may not, if it would land beside an enemy pawn{pinned}.");
    }
    text += if pawn.en_passant { " There is capture en passant." } else { " No capture en passant." };
    text
}

fn promotion(rule: &PromotionSpec, ranks: u8) -> String {
    let to: Vec<String> = rule.to.chars().map(String::from).collect();
    let place = match rule.rank.filter(|&rank| rank < ranks) {
        Some(rank) if rule.optional => {
            format!("on rank {rank} or later, as it likes, and on the last rank at the latest")
        }
        Some(rank) => format!("on rank {rank} or later"),
        None => "on the last rank".to_owned(),
    };
    let mut text = format!("A pawn becomes {} {place}", to.join(", "));
    if rule.from_stock {
        text += if rule.limits.is_empty() {
            "; only what its owner has lost"
        } else {
            "; only what its owner has not too many of"
        };
    }
    if let Some(wait) = rule.wait {
        text += &format!("; it waits {wait} moves of its owner there");
    }
    text + "."
}

fn castle(castling: &CastlingSpec) -> String {
    let safe = match castling.safe {
        SafeSquares::KingPath => "no square from the king's start to its target is attacked",
        SafeSquares::KingToPartner => "no square from the king's start to the partner's is attacked",
        SafeSquares::KingCrossing => "no square that the king crosses, nor its target, is attacked",
    };
    let sides = [&castling.toward_last_file, &castling.toward_first_file];
    let ways: Vec<String> = sides
        .into_iter()
        .flatten()
        .map(|side| format!("king {}, {} {}", side.king, castling.partner, side.partner))
        .collect();
    format!("{}. Neither has moved, the ways of both are empty, and {safe}.", ways.join("; or "))
}
