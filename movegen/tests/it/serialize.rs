use campione_core::{Color, Setup, Variant};
use campione_movegen::{EndReason, Outcome, Position};
use serde_json::{from_value, json, to_value};

#[test]
fn outcomes() {
    let reasons = [
        EndReason::Checkmate,
        EndReason::Stalemate,
        EndReason::BareKing,
        EndReason::Repetition,
        EndReason::DeadPosition,
        EndReason::Declared,
    ];
    for reason in reasons {
        assert_eq!(to_value(reason).unwrap(), json!(reason.code()));
    }
    let moves = EndReason::MoveRule { moves: 50 };
    assert_eq!(to_value(moves).unwrap(), json!({ moves.code(): { "moves": 50 } }));
    for outcome in [Outcome::win(Color::Black, EndReason::Checkmate), Outcome::draw(moves)] {
        assert_eq!(from_value::<Outcome>(to_value(outcome).unwrap()).unwrap(), outcome);
    }
    let mate = json!({ "winner": "black", "reason": "checkmate" });
    assert_eq!(to_value(Outcome::win(Color::Black, EndReason::Checkmate)).unwrap(), mate);
}

#[test]
fn faults_of_positions() {
    let faults = Position::new(&Setup::empty(), Variant::named("chess").unwrap()).unwrap_err();
    let first = &faults.0[0];
    let record = json!({ "code": "position.kings", "place": { "field": "placement" }, "text": first.to_string() });
    assert_eq!(to_value(first).unwrap(), record);
    assert_eq!(to_value(&faults).unwrap()[0], record);
}
