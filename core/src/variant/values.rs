//! Checks of the texts and numbers of a description.

use super::castlings;
use super::faults::VariantFault;
use crate::spec::{MAX_ID, StalemateResult, VariantSpec};

/// The highest `draws.moves`: twice as many plies are counted, and evaluations are multiplied by that count.
const MOST_DRAW_MOVES: u32 = 10_000;

/// Checks texts and numbers.
pub(super) fn check_values(spec: &VariantSpec, faults: &mut Vec<VariantFault>) {
    let board = &spec.board;
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if spec.id.is_empty() || spec.id.len() > MAX_ID || !spec.id.chars().all(plain) {
        faults.push(VariantFault::Id(spec.id.clone()));
    }
    let key = |parts: &[&str]| parts.iter().map(|&part| part.to_owned()).collect::<Vec<_>>();
    let pieces = spec.piece.iter().map(|(letter, piece)| (key(&["piece", letter, "name"]), &piece.name));
    let castlings = spec
        .castling
        .iter()
        .map(|(letter, castling)| (key(&["castling", &letter.to_string(), "name"]), &castling.name));
    let own = [(key(&["name"]), &spec.name), (key(&["pawn", "name"]), &spec.pawn.name)];
    for (key, name) in own.into_iter().chain(pieces).chain(castlings) {
        if name.contains(char::is_control) {
            faults.push(VariantFault::Name { key, name: name.clone() });
        }
    }
    if board.array.is_empty() != board.start.is_some() {
        faults.push(VariantFault::ArrayOrStart);
    } else if board.start.is_none() {
        let found = board.array.chars().count();
        if found != usize::from(board.files) {
            faults.push(VariantFault::ArrayLength { array: board.array.clone(), found, files: board.files });
        }
        for letter in board.array.chars().map(|letter| letter.to_ascii_uppercase()) {
            if !spec.piece.contains_key(&letter.to_string()) {
                faults.push(VariantFault::ArrayLetter { letter });
            }
        }
    }
    if let Some(numbering) = board.numbering {
        let royal = spec.piece.get("K").is_some_and(|king| king.royal);
        if board.start.is_some() {
            faults.push(VariantFault::NumberedStart);
        } else if let Err(error) = numbering.number(&board.array) {
            faults.push(VariantFault::Numbering { array: board.array.clone(), error: error.to_string() });
        } else if board.ranks != 8 {
            // On eight ranks, behind full rows of pawns, no piece of any movement attacks the enemy king at the start.
            let error = "they are for eight ranks".to_owned();
            faults.push(VariantFault::Numbering { array: board.array.clone(), error });
        } else if !royal {
            let error = "their king has the letter K".to_owned();
            faults.push(VariantFault::Numbering { array: board.array.clone(), error });
        }
    }
    for (&letter, castling) in &spec.castling {
        if !letter.is_ascii_uppercase() || letter == 'L' {
            faults.push(VariantFault::CastlingLetter(letter));
        }
        let partner = spec.piece.get(&castling.partner.to_string());
        if partner.is_none_or(|piece| piece.royal) {
            faults.push(VariantFault::CastlingPartner { letter, partner: castling.partner });
        }
        if castling.toward_last_file.is_none() && castling.toward_first_file.is_none() {
            faults.push(VariantFault::CastlingNowhere(letter));
        }
        let sides = [&castling.toward_last_file, &castling.toward_first_file];
        let is_free = sides.into_iter().flatten().any(|side| side.king.ends_with('*'));
        let has_choice = castling.beside || castling.shortest != 1 || castling.longest.is_some();
        if castling.shortest == 0
            || castling.longest.is_some_and(|longest| longest < castling.shortest)
            || (has_choice && !is_free)
        {
            faults.push(VariantFault::CastlingLengths(letter));
        }
        if spec.castling.values().any(|other| other.lost_by_check) && !castling.lost_by_check {
            faults.push(VariantFault::LostByCheck(letter));
        }
    }
    if let Some(leap) = &spec.king_leap
        && !(2..=castlings::MAX_LEAP).contains(&leap.distance)
    {
        faults.push(VariantFault::LeapDistance(leap.distance));
    }
    if spec.promotion.wait.is_some() && spec.king_leap.as_ref().is_some_and(|leap| leap.captures) {
        faults.push(VariantFault::LeapWithWaiting);
    }
    if spec.draws.dead_position && (spec.draws.stalemate != StalemateResult::Draw || spec.draws.bare_king) {
        faults.push(VariantFault::DeadWithStalemate);
    }
    if spec.draws.moves > MOST_DRAW_MOVES {
        faults.push(VariantFault::MoveRule(spec.draws.moves));
    }
}
