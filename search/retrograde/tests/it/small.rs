//! Every position of endings on small boards, against the naive solver.

use campione_core::Variant;
use campione_retrograde::Ending;
use campione_variants::FromToml as _;

use crate::naive::Naive;
use crate::{pieces, sample};

/// A variant with kings and pieces of these movements, on a board of the given size.
fn game(files: usize, ranks: usize, king: &str, movements: &[(char, &str)], draws: &str) -> Variant {
    let empty = vec![files.to_string(); ranks - 2].join("/");
    let start = format!("k{rest}/{empty}/{rest}K", rest = files - 1);
    let mut text = format!("[board]\nfiles = {files}\nranks = {ranks}\nstart = \"{start}\"\n");
    let mut to = String::new();
    for (letter, moves) in [('K', king)].iter().chain(movements) {
        let royal = if *letter == 'K' { "royal = true\n" } else { "" };
        text += &format!("[piece.{letter}]\nmoves = \"{moves}\"\n{royal}");
        if *letter != 'K' {
            to.push(*letter);
        }
    }
    text += &format!("[promotion]\nto = \"{to}\"\n{draws}");
    Variant::from_toml(&text, "small").unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// Compares every position, and returns the longest distance.
fn compare(variant: Variant, letters: &str) -> Option<u16> {
    let roles = pieces(variant, letters);
    let ending = Ending::solve(variant, &roles).unwrap();
    let mut longest = None;
    let (mut positions, mut won) = (0, 0);
    Naive::solve(variant, &roles).for_each(roles.len(), |king, pieces, weak, white_to_move, plies| {
        assert_eq!(
            ending.plies_to_mate(king, pieces, weak, white_to_move),
            plies,
            "K {king}, {letters} {pieces:?}, k {weak}, strong to move: {white_to_move}"
        );
        positions += 1;
        won += usize::from(plies.is_some());
        longest = longest.max(plies);
    });
    assert!(positions > 10_000 || roles.len() == 1, "{positions}");
    longest
}

#[test]
fn one_piece() {
    let orthodox = [('R', "R"), ('Q', "Q"), ('B', "B"), ('N', "N"), ('A', "BN"), ('U', "KN"), ('C', "NAD")];
    let variant = game(5, 6, "K", &orthodox, "");
    assert!(compare(variant, "R") > Some(10));
    assert!(compare(variant, "Q") > Some(8));
    assert!(compare(variant, "A") > Some(8));
    assert!(compare(variant, "U").is_some());
    compare(variant, "C");
    // A mate may stand on the board, but the rule of dead positions draws before it.
    assert!(compare(variant, "B") <= Some(0));
    assert!(compare(variant, "N") <= Some(0));
    // A square board, with its diagonals.
    let variant = game(6, 6, "K", &orthodox, "");
    compare(variant, "R");
    compare(variant, "Q");
    compare(variant, "A");
}

#[test]
fn two_pieces() {
    let movements = [('R', "R"), ('B', "B"), ('N', "N"), ('F', "F"), ('D', "FD"), ('E', "FA"), ('M', "K"), ('Q', "Q")];
    let variant = game(4, 5, "K", &movements, "");
    assert!(compare(variant, "BN").is_some());
    assert!(compare(variant, "BB").is_some());
    assert!(compare(variant, "RN").is_some(), "a captured knight leaves a lost ending");
    for letters in ["NN", "FD", "EE", "EN", "MF", "QB"] {
        compare(variant, letters);
    }
    let variant = game(5, 5, "K", &movements, "");
    assert!(compare(variant, "NB").is_some());
    compare(variant, "RR");
}

#[test]
fn pieces_with_special_moves() {
    let movements = [
        ('S', "FfW"),
        ('G', "WfF"),
        ('H', "nN"),
        ('L', "nAnD"),
        ('W', "NN"),
        ('T', "R2"),
        ('O', "mRcN"),
        ('Y', "mfWcfF"),
        ('I', "hrNW"),
        ('J', "fRbB"),
        ('X', "nNnAnD"),
    ];
    let variant = game(4, 5, "K", &movements, "");
    // More movements than there are bitboards for leapers: the last class is mixed.
    assert!(variant.has_mixed_leapers());
    let mut mates = 0;
    // In some pairs one piece has symmetries that the other lacks, so the smaller endings have another layout.
    for letters in ["S", "G", "H", "T", "O", "J", "W", "X", "LW", "TY", "OI", "JX", "SS", "TS"] {
        mates += u32::from(compare(variant, letters) > Some(0));
    }
    assert!(mates >= 7, "{mates}");
}

#[test]
fn kings_with_other_steps() {
    let movements = [('R', "R"), ('N', "N"), ('B', "B"), ('C', "BN")];
    let kings = ["KD", "hrNW", "N", "F", "WA"];
    for &king in sample(&kings[..2], &kings[..]) {
        for (files, ranks) in [(4, 5), (5, 5)] {
            for draws in ["", "[draws]\ndead_position = false\n"] {
                let variant = game(files, ranks, king, &movements, draws);
                for letters in ["R", "N", "B", "C"] {
                    compare(variant, letters);
                }
            }
        }
        let variant = game(4, 5, king, &movements, "");
        compare(variant, if king == "KD" { "BB" } else { "RB" });
    }
}
