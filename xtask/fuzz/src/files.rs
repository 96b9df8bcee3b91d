//! Games that files describe.

use campione_core::Variant;
use campione_movegen::{Position, perft};
use campione_notation::{uci, xboard};
use campione_reference as slow;
use campione_variants::{FileFaults, FromToml as _};

use crate::slow_words::end_without_moves;
use crate::{check_position, sorted_moves};

/// So many moves are played in a game.
const PLIES: u64 = 6;

/// What must hold for whatever comes of a file.
///
/// # Panics
/// It does not.
pub fn check(text: &str, game: &Result<Variant, FileFaults>) {
    match game {
        Ok(variant) => check_game(*variant),
        Err(faults) => check_faults(text, faults),
    }
}

/// What is refused says where and why.
///
/// # Panics
/// It does not.
pub fn check_faults(text: &str, faults: &FileFaults) {
    assert!(!faults.0.is_empty(), "refused without a word");
    for fault in &faults.0 {
        assert!(!fault.message().is_empty() && text.get(fault.span.clone()).is_some(), "{fault}");
    }
    let _ = faults.to_string();
}

/// What is accepted can be played, written and read, and means the same to the slow generator.
fn check_game(variant: Variant) {
    let file = variant.spec().to_toml();
    let again = Variant::from_toml(&file, "other").unwrap_or_else(|error| panic!("{error}\n{file}"));
    assert_eq!(again.spec(), variant.spec(), "written and read again\n{file}");
    let _ = (variant.warnings(), xboard::describe(variant), variant.is_built_in());
    if let Some(numbering) = variant.numbering() {
        let (first, last) = numbering.range();
        for number in [first, last] {
            let Some(Ok(setup)) = variant.numbered_start(number) else { panic!("no number {number}\n{file}") };
            let start = Position::new(&setup, variant);
            check_position(&start.unwrap_or_else(|faults| panic!("{number}: {faults}\n{file}")));
        }
    }
    // What the description of files does not define, one of them may refuse.
    let rules = slow::Game::from_toml(&file).ok();
    let mut position = Position::start(variant);
    let mut reference = rules.as_ref().map(slow::Position::start);
    if let Some(slow) = &reference
        && position.legal_moves().len() < 100
    {
        assert_eq!(perft(&position, 2), slow.perft(2), "perft 2\n{file}");
    }
    for _ in 0..PLIES {
        check_position(&position);
        let moves = sorted_moves(&position);
        if let Some(slow) = &reference {
            check_against(slow, &position, &moves.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), &file);
        }
        // Which one does not matter, as long as it is always the same.
        let number = usize::try_from(position.zobrist() % (moves.len().max(1) as u64)).unwrap_or_default();
        let Some((text, mv)) = moves.get(number) else { break };
        assert_eq!(uci::read(text, &position), Ok(*mv), "{text}\n{file}");
        position = position.play_unchecked(*mv);
        reference =
            reference.and_then(|slow| slow.legal_moves().into_iter().find(|(own, _)| own == text)).map(|(_, to)| to);
    }
}

/// What both generators must say of a position.
fn check_against(slow: &slow::Position<'_>, fast: &Position, moves: &[&str], file: &str) {
    let fen = slow.fen();
    assert_eq!(campione_notation::fen::write(fast), fen, "FEN\n{file}");
    assert_eq!(fast.in_check(), slow.in_check(), "{fen}: check\n{file}");
    let mut theirs: Vec<String> = slow.legal_moves().into_iter().map(|(text, _)| text).collect();
    theirs.sort();
    assert_eq!(moves, theirs, "{fen}: the moves of the fast and the slow generator\n{file}");
    if moves.is_empty() {
        let ours = end_without_moves(fast);
        assert_eq!(Some(ours), slow.outcome_without_history(), "{fen}: outcome\n{file}");
    }
}
