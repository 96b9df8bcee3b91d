//! The values that nets compute.

use campione_core::{Board, Color, Piece, Setup, Square, Variant, WaitingPawn};
use campione_movegen::Position;
use campione_search::net::{
    Fitted, FloatNet, HIDDEN_UNIT, Inputs, Layout, MOST_OUTPUT_SUM, Net, OUTPUT_UNIT, WeightFault,
};

use super::{both_fitted, layouts, random_positions};

/// The evaluation by the formula of [`FloatNet`], in 64 bits.
fn evaluate(net: &FloatNet, inputs: &Inputs, position: &Position) -> f64 {
    let bucket = inputs.bucket(position);
    let mut output = f64::from(net.output_biases[bucket]);
    for (place, us) in [position.turn(), !position.turn()].into_iter().enumerate() {
        let mut hidden: Vec<f64> = net.input_biases.iter().copied().map(f64::from).collect();
        inputs.for_each(position, us, |input| {
            let row = &net.input_weights[usize::from(input) * net.hidden..][..net.hidden];
            hidden.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += f64::from(weight));
        });
        let weights = &net.output_weights[(2 * bucket + place) * net.hidden..][..net.hidden];
        output += hidden.iter().zip(weights).map(|(h, &w)| h.clamp(0.0, 1.0).powi(2) * f64::from(w)).sum::<f64>();
    }
    output * f64::from(net.scale)
}

/// The greatest difference between a net for play and a net in floating point, over `count` positions.
fn distance(float: &FloatNet, net: &Net, variant: Variant, count: usize) -> (f64, f64) {
    let fitted = Fitted::new(net.clone().into(), variant).unwrap();
    let (mut most, mut reach) = (0.0_f64, 0.0_f64);
    for position in random_positions(variant, count, 5) {
        let exact = evaluate(float, fitted.inputs(), &position);
        most = most.max((exact - f64::from(fitted.evaluate(&position))).abs());
        reach = reach.max(exact.abs());
    }
    (most, reach)
}

#[test]
fn integers_and_floating_point_agree_within_a_centipawn() {
    for (id, hidden, units) in [
        ("capablanca", 128, (HIDDEN_UNIT, OUTPUT_UNIT)),
        ("herb-garden", 32, (510, 512)),
        ("courier-spiel", 64, (255, 64)),
        ("chess960", 256, (16, 4096)),
    ] {
        let variant = Variant::named(id).unwrap();
        for layout in layouts(variant) {
            let mut float = FloatNet::random(layout, hidden, 400, 11);
            float.output_biases = (0..8).map(|bucket| bucket as f32 / 16.0 - 0.2).collect();
            let net = float.quantise(units.0, units.1).unwrap();
            let (most, reach) = distance(&net.to_float(), &net, variant, 2_500);
            assert!(most < 1.0 && reach > 50.0, "{id}: {most} of {reach}");
        }
    }
}

/// How far a rounded net is from the net in floating point. The weights are like those from a trainer: none is a whole
/// number of units.
#[test]
fn finer_units_are_nearer_to_what_was_trained() {
    let variant = Variant::named("capablanca").unwrap();
    let float = FloatNet::random(Layout::of(&[variant]).unwrap(), 128, 400, 3);
    let rounded = |units: (i16, i16)| distance(&float, &float.quantise(units.0, units.1).unwrap(), variant, 500).0;
    let [usual, coarse] = [(HIDDEN_UNIT, OUTPUT_UNIT), (255, 64)].map(rounded);
    assert!(usual < 4.0 && coarse > 3.0 * usual, "{usual} {coarse}");
}

/// A position with each piece on another square, and with exchanged colors if `exchange` is set. It has no rights,
/// since nets do not see them. `None` if the position is illegal.
fn moved(position: &Position, to: impl Fn(Square) -> Square, exchange: bool) -> Option<Position> {
    let turn = |color: Color| if exchange { !color } else { color };
    let setup = position.setup();
    let mut board = Board::default();
    for (square, Piece { color, role }) in &setup.board {
        board.set(to(square), Some(Piece { color: turn(color), role }));
    }
    let waiting = setup.waiting.iter().map(|pawn| WaitingPawn { square: to(pawn.square), ..*pawn }).collect();
    let en_passant = setup.en_passant.map(to);
    let setup = Setup { board, turn: turn(setup.turn), rights: Vec::new(), en_passant, waiting, ..setup };
    Position::new(&setup, position.variant()).ok()
}

#[test]
fn a_position_upside_down_or_mirrored_has_the_same_value() {
    for id in Variant::ids() {
        let variant = Variant::named(id).unwrap();
        let nets = both_fitted(variant, 32, 2);
        let (files, ranks) = (variant.files(), variant.ranks());
        let flipped = |square: Square| Square::new(square.file(), ranks - 1 - square.rank()).unwrap();
        let mirrored = |square: Square| Square::new(files - 1 - square.file(), square.rank()).unwrap();
        let mut compared = 0;
        for position in random_positions(variant, 400, 4) {
            let values = nets.each_ref().map(|net| net.evaluate(&position));
            let others = [
                moved(&position, flipped, true),
                // On a board with a middle file, the views are different if a king stands on that file.
                moved(&position, mirrored, false),
                moved(&position, |square| flipped(mirrored(square)), true),
            ];
            for other in others.into_iter().flatten() {
                assert_eq!(nets.each_ref().map(|net| net.evaluate(&other)), values, "{position:?} {other:?}");
                compared += 1;
            }
        }
        assert!(compared > 1_000, "{id}: {compared}");
    }
}

#[test]
fn the_side_to_move_matters() {
    let variant = Variant::named("carrera").unwrap();
    for net in both_fitted(variant, 32, 9) {
        let differ =
            |position: &Position| position.pass().is_some_and(|next| net.evaluate(&next) != net.evaluate(position));
        assert!(random_positions(variant, 100, 1).iter().filter(|position| differ(position)).count() > 50);
    }
}

#[test]
fn weights_out_of_range_are_refused() {
    let layout = Layout::of(&[Variant::named("chess").unwrap()]).unwrap();
    let float = FloatNet::random(layout, 32, 400, 1);
    let refused = |change: &dyn Fn(&mut FloatNet)| {
        let mut net = float.clone();
        change(&mut net);
        net.quantise(HIDDEN_UNIT, OUTPUT_UNIT).unwrap_err()
    };
    assert_eq!(refused(&|net| net.hidden = 48), WeightFault::Hidden(48));
    assert_eq!(refused(&|net| net.hidden = 0), WeightFault::Hidden(0));
    let count = refused(&|net| net.input_biases.truncate(31));
    assert_eq!(count.to_string(), "31 input biases: expected 32");
    let number = refused(&|net| net.input_weights[5] = f32::NAN);
    assert_eq!(number.to_string(), "input weights number 5 is NaN: expected at most 32.125 above or below 0");
    let large = refused(&|net| net.output_weights[7] = 32.1);
    assert_eq!(large.to_string(), "output weights number 7 is 32.1: expected at most 31.999 above or below 0");
    assert!(matches!(refused(&|net| net.output_biases[1] = 1e9), WeightFault::Range { index: 1, .. }));
    assert!(matches!(refused(&|net| net.output_biases[2] = -33.0), WeightFault::Range { index: 2, .. }));
    assert!(matches!(refused(&|net| net.scale = 0), WeightFault::Unit { .. }));
    let mut large = FloatNet::random(float.layout.clone(), 1024, 400, 1);
    large.output_weights[2048..4096].fill(-1.0);
    let sum = large.quantise(HIDDEN_UNIT, OUTPUT_UNIT).unwrap_err();
    assert_eq!(sum, WeightFault::Sum { bucket: 1, sum: 2048 * 1024, most: MOST_OUTPUT_SUM });
}
