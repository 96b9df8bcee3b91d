//! How a game ends in a position, by the rules of draws and of bare kings.

use campione_core::{Color, Setup, Variant};
use campione_movegen::{EndReason, Outcome, Position};

fn outcome(variant: &str, placement: &str, turn: Color) -> Option<Outcome> {
    let variant = Variant::named(variant).unwrap();
    let board = variant.read_placement(placement).unwrap();
    Position::new(&Setup { board, turn, ..Setup::empty() }, variant).unwrap().outcome()
}

#[test]
fn a_position_ends_by_its_rules() {
    use Color::{Black, White};
    let win = |winner, reason| Some(Outcome::win(winner, reason));
    let draw = |reason| Some(Outcome::draw(reason));
    for (variant, placement, turn, wanted) in [
        ("chess", "4k3/4Q3/4K3/8/8/8/8/8", Black, win(White, EndReason::Checkmate)),
        ("chess", "4k3/8/4K3/8/8/8/8/Q7", Black, None),
        ("chess", "7k/5K2/6Q1/8/8/8/8/8", Black, draw(EndReason::Stalemate)),
        ("chess", "4k3/8/4K3/8/8/8/8/8", Black, draw(EndReason::DeadPosition)),
        // Whoever has no move loses.
        ("shatranj", "k7/1R6/1K6/p7/P7/8/8/8", Black, win(White, EndReason::Stalemate)),
        // A king alone has lost, whoever is to move, unless it can take the last piece of the other side: two bare kings draw.
        ("shatranj", "7k/8/6KR/8/8/8/8/R5R1", Black, win(White, EndReason::BareKing)),
        ("shatranj", "4k3/8/8/8/8/8/R7/4K3", White, win(White, EndReason::BareKing)),
        ("shatranj", "4k3/8/8/8/8/8/R7/4K2R", Black, win(White, EndReason::BareKing)),
        ("shatranj", "4k3/r7/8/8/8/8/8/4K3", Black, win(Black, EndReason::BareKing)),
        ("shatranj", "4k3/8/8/8/8/8/R7/4K3", Black, None),
        ("shatranj", "4k3/8/8/8/8/8/8/4K3", White, draw(EndReason::DeadPosition)),
        ("courier", "4k7/12/12/12/12/12/R11/4K7", White, win(White, EndReason::BareKing)),
        // Elsewhere a king may be alone.
        ("carrera", "4k5/10/10/10/10/10/R9/4K5", White, None),
    ] {
        let found = outcome(variant, placement, turn);
        assert_eq!(found, wanted, "{variant} {placement} {turn:?}");
        assert_eq!(found.is_some_and(Outcome::is_draw), wanted.is_some_and(|outcome| outcome.winner.is_none()));
    }
}
