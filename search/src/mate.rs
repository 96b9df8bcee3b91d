//! Forced mates, proved plainly: every defence is tried.

use campione_movegen::{Move, MoveList, Position};

/// Looks for a forced mate by the side to move in at most `moves` of its own moves, shortest first.
///
/// Returns one line of it with the best defences, which ends in checkmate; `None` if there is no such mate. Draws by
/// repetition or the move rule do not stop a mate here: a line this short does not reach them from a fresh position.
/// The effort grows exponentially with `moves`.
///
/// ```
/// use campione_core::{Setup, Variant};
/// use campione_movegen::Position;
/// use campione_search::find_mate;
/// let carrera = Variant::named("carrera")?;
/// let board = carrera.read_placement("5k4/10/5K4/10/10/10/10/R9").unwrap();
/// let position = Position::new(&Setup { board, ..Setup::empty() }, carrera)?;
/// let line = find_mate(&position, 2).unwrap();
/// assert_eq!((line.len(), line[0].to()), (1, "a8".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_mate(position: &Position, moves: u32) -> Option<Vec<Move>> {
    (1..=moves).find_map(|moves| attack(position, moves))
}

/// A line that mates in at most `moves` moves of the side to move.
fn attack(position: &Position, moves: u32) -> Option<Vec<Move>> {
    let rest = moves.checked_sub(1)?;
    // Checks first: they leave the fewest defences.
    let (checks, quiet): (Vec<_>, Vec<_>) = position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, position.play_unchecked(mv)))
        .partition(|(_, next)| next.in_check());
    // The last move must give check.
    let quiet = if rest == 0 { Vec::new() } else { quiet };
    checks.into_iter().chain(quiet).find_map(|(mv, next)| {
        let mut line = defend(&next, rest)?;
        line.insert(0, mv);
        Some(line)
    })
}

/// The longest line of defence, if every defence is mated in at most `moves` moves of the opponent.
fn defend(position: &Position, moves: u32) -> Option<Vec<Move>> {
    let defences: MoveList = position.legal_moves();
    if defences.is_empty() {
        return position.is_checkmate().then(Vec::new);
    }
    if moves == 0 {
        return None;
    }
    let mut longest = Vec::new();
    for mv in defences {
        let mut line = attack(&position.play_unchecked(mv), moves)?;
        line.insert(0, mv);
        if line.len() > longest.len() {
            longest = line;
        }
    }
    Some(longest)
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;
    use campione_notation::{fen, uci};

    use super::*;

    fn mate(variant: &str, text: &str, moves: u32) -> Option<Vec<String>> {
        let variant = Variant::named(variant).unwrap();
        let mut position = fen::read(text, variant).unwrap();
        let line = find_mate(&position, moves)?;
        let texts = line
            .into_iter()
            .map(|mv| {
                let text = uci::write(mv, &position);
                position = position.play(mv).unwrap();
                text
            })
            .collect();
        assert!(position.in_check() && position.legal_moves().is_empty(), "the line ends in mate");
        Some(texts)
    }

    #[test]
    fn mates_in_one() {
        assert_eq!(mate("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1).unwrap(), ["a1a8"]);
        // Two champions on the last two ranks of a 12x7 board.
        assert_eq!(mate("herb-garden", "5k6/H11/12/12/12/12/1H4K5 w - - 0 1", 1).unwrap(), ["b1b7"]);
    }

    #[test]
    fn mates_in_two() {
        let ladder = "9k/10/10/10/R9/1R8/10/4K5 w - - 0 1";
        assert_eq!(mate("capablanca", ladder, 1), None);
        assert_eq!(mate("capablanca", ladder, 2).unwrap().len(), 3);
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        assert_eq!(mate("archchess", "4k5/10/10/10/10/10/10/10/10/R3K5 w Q - 0 1", 2), None);
        assert_eq!(mate("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 0), None);
        // Stalemate is no mate: Qf7 would leave Black without a move.
        assert_eq!(mate("chess", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1", 1), None);
    }
}
