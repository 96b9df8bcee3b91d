use super::*;

fn leaps(text: &str) -> usize {
    Betza::parse(text).unwrap().leaps.len()
}

#[test]
fn pieces_of_the_games() {
    assert_eq!((leaps("N"), leaps("FA"), leaps("K"), leaps("NAD"), leaps("F"), leaps("KN")), (8, 8, 8, 16, 4, 16));
    let champion = Betza::parse("RN").unwrap();
    assert!(champion.orthogonal && !champion.diagonal && champion.leaps.len() == 8);
    let centurion = Betza::parse("NnAnD").unwrap();
    assert_eq!(centurion.leaps.iter().filter(|leap| !leap.legs.is_empty()).count(), 8);
    assert!(centurion.leaps.contains(&Leap {
        to: (0, -2),
        legs: vec![(0, -1)],
        hurdles: vec![],
        quiet: true,
        captures: true
    }));
}

#[test]
fn a_true_leap_covers_a_lame_one() {
    assert_eq!(Betza::parse("nDWD").unwrap(), Betza::parse("WD").unwrap());
    assert_eq!(Betza::parse("WKW").unwrap(), Betza::parse("K").unwrap());
}

#[test]
fn colorbound() {
    for (text, bound) in
        [("B", true), ("FA", true), ("F", true), ("N", false), ("BN", false), ("D", true), ("K", false)]
    {
        assert_eq!(Betza::parse(text).unwrap().is_colorbound(), bound, "{text}");
    }
}

#[test]
fn lame_leaps_go_straight_first() {
    assert_eq!(lame_legs((3, 3)), [(1, 1), (2, 2)]);
    assert_eq!(lame_legs((-1, 2)), [(0, 1)]);
    assert_eq!(lame_legs((3, -2)), [(1, 0), (2, -1)]);
    assert_eq!(lame_legs((1, 3)), [(0, 1), (0, 2)]);
}

fn targets(text: &str) -> Vec<(i8, i8)> {
    let mut targets: Vec<_> = Betza::parse(text).unwrap().leaps.iter().map(|leap| leap.to).collect();
    targets.sort_by_key(|&(x, y)| (-y, x));
    targets
}

#[test]
fn directions() {
    assert_eq!(targets("fW"), [(0, 1)]);
    assert_eq!(targets("fsW"), [(0, 1), (-1, 0), (1, 0)], "the soldier of Xiangqi");
    assert_eq!(targets("rlW"), [(-1, 0), (1, 0)]);
    assert_eq!(targets("fF"), [(-1, 1), (1, 1)]);
    assert_eq!(targets("flF"), [(-1, 1)]);
    assert_eq!(targets("blbrF"), [(-1, -1), (1, -1)]);
    assert_eq!(targets("FfW"), [(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)], "the silver of Shogi");
    assert_eq!(targets("WfF").len(), 6, "the gold of Shogi");
    assert_eq!(targets("fN"), [(-1, 2), (1, 2)], "the knight of Shogi");
    assert_eq!(targets("fsN"), [(-2, 1), (2, 1)]);
    assert_eq!(targets("fhN"), [(-1, 2), (1, 2), (-2, 1), (2, 1)]);
    assert_eq!((targets("frN"), targets("rfN")), (vec![(2, 1)], vec![(1, 2)]));
    assert_eq!(targets("vN").len(), 4);
    assert_eq!(targets("hrN"), [(1, 2), (-2, 1), (2, -1), (-1, -2)]);
    assert_eq!([targets("hlN"), targets("hrN")].concat().len(), 8);
    assert_eq!(targets("fK"), [(-1, 1), (0, 1), (1, 1)]);
    assert_eq!(targets("bK"), [(-1, -1), (0, -1), (1, -1)]);
    assert_eq!(targets("fR3"), [(0, 3), (0, 2), (0, 1)]);
}

#[test]
fn rides_and_modes() {
    assert_eq!(targets("R3").len(), 12);
    assert_eq!(targets("NN").len(), 8 * 5);
    let rider = Betza::parse("NN").unwrap();
    let third = rider.leaps.iter().find(|leap| leap.to == (3, 6)).unwrap();
    assert_eq!(third.legs, [(1, 2), (2, 4)]);
    let pawn = Betza::parse("mfWcfF").unwrap();
    assert_eq!(
        pawn.leaps.iter().map(|leap| (leap.to, leap.quiet, leap.captures)).collect::<Vec<_>>(),
        [((-1, 1), false, true), ((0, 1), true, false), ((1, 1), false, true)]
    );
    assert_eq!(Betza::parse("mNcN").unwrap(), Betza::parse("N").unwrap());
    assert_eq!(Betza::parse("WW").unwrap(), Betza::parse("R").unwrap());
    assert_eq!(Betza::parse("RnDWB3B").unwrap(), Betza::parse("Q").unwrap());
    assert!(!Betza::parse("mBcN").unwrap().diagonal);
    assert!(["fW", "mN", "R2", "nD", "NN"].iter().all(|text| Betza::parse(text).unwrap().is_special()));
    assert!(["R", "BN", "KN", "NAD", "vWsW", "hrN"].iter().all(|text| !Betza::parse(text).unwrap().is_special()));
}

#[test]
fn hops() {
    let find = |text: &str, to: (i8, i8)| {
        let leaps = Betza::parse(text).unwrap().leaps;
        leaps.into_iter().filter(|leap| leap.to == to).collect::<Vec<_>>()
    };
    let (legs, hurdles) = (vec![(1, 0), (2, 0)], vec![(1, 0), (2, 0)]);
    let moves = Leap { to: (3, 0), legs, hurdles: vec![], quiet: true, captures: false };
    let captures = Leap { to: (3, 0), legs: vec![], hurdles, quiet: false, captures: true };
    assert_eq!(find("mRcpR", (3, 0)), [captures, moves], "the cannon of Xiangqi");
    let behind = Leap { to: (3, 0), legs: vec![(1, 0)], hurdles: vec![(2, 0)], quiet: true, captures: true };
    assert_eq!(find("gQ", (3, 0)), [behind], "the grasshopper");
    assert_eq!(find("gQ", (1, 1)), [], "there is nobody to hop over");
    assert_eq!(find("pNN", (2, 4))[0].hurdles, [(1, 2)]);
    assert_eq!(Betza::parse("mpBcpB").unwrap(), Betza::parse("pFF").unwrap());
    assert_eq!(Betza::idle_parts("RpR"), [""; 0]);
    assert_eq!(Betza::idle_parts("gRpR"), ["gR"]);
    assert_eq!(Betza::idle_parts("gRpRNgN2N"), [""; 0], "it is not read");
    assert!(Betza::parse("Npnn").is_err());
    assert_eq!(Betza::parse("pRgR").unwrap(), Betza::parse("pR").unwrap(), "what lands right behind may go on");
    assert_eq!(Betza::parse("pR").unwrap().leaps.len(), 4 * 10);
    assert!(Betza::parse("pB").unwrap().hops() && Betza::parse("gB").unwrap().is_special());
    assert!(!Betza::parse("nNRmB").unwrap().hops());
}

#[test]
fn lame_rides_are_lame_at_each_leap() {
    let ride = Betza::parse("nNN").unwrap();
    let second = ride.leaps.iter().find(|leap| leap.to == (2, 4)).unwrap();
    assert_eq!(second.legs, [(0, 1), (1, 2), (1, 3)]);
    assert_eq!(Betza::parse("nD2").unwrap(), Betza::parse("nDnD2").unwrap());
}

#[test]
fn parts_that_add_nothing() {
    assert_eq!(Betza::idle_parts("RWN"), ["W"]);
    assert_eq!(Betza::idle_parts("NmNfN"), ["mN", "fN"]);
    assert_eq!(Betza::idle_parts("BNAD"), ["A"; 0]);
    assert_eq!(Betza::idle_parts("N"), [""; 0]);
}

#[test]
fn errors_name_the_letter() {
    assert_eq!(Betza::parse(""), Err(BetzaError::Empty));
    for (text, index, words) in [
        ("Rx", 1, "letter 2 (`x`)"),
        ("jR", 0, "must pass over"),
        ("pW", 0, "hop"),
        ("RmgB3", 2, "hop"),
        ("pgR", 1, "hop"),
        ("npNN", 1, "hop"),
        ("RT", 1, "not one of the atoms"),
        ("n", 0, "atom must follow"),
        ("Nmf", 1, "letter 2"),
        ("nW", 0, "lame"),
        ("nR", 0, "lame"),
        ("R0", 1, "range"),
        ("BfW12", 3, "range"),
        ("frK", 0, "`K` has no direction `fr`"),
        ("hN", 0, "no direction"),
        ("mfhW", 1, "no direction `fh`"),
    ] {
        let error = Betza::parse(text).unwrap_err();
        assert_eq!(error.index(), index, "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
}
