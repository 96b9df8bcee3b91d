//! Every position of one or two pieces against a bare king on small boards, against the slow solver.

use campione_core::{Color, StalemateResult, Variant};
use campione_endgame::{EndgameError, Material, Tables};
use campione_variants::FromToml as _;

use crate::small::check;
use crate::{sample, tables};

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
    let name = format!("K{letters}vK");
    assert!(Tables::new(variant).begin(Material::read(&name, variant).unwrap()).is_some(), "{name}: no bare king");
    check(variant, &name)
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
    // Dead positions.
    assert_eq!(compare(variant, "B"), None);
    assert_eq!(compare(variant, "N"), None);
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
    let all = ["NN", "FD", "EE", "EN", "MF", "QB"];
    for letters in sample(&all[..3], &all[..]) {
        compare(variant, letters);
    }
    for letters in sample(&[][..], &["NB", "RR"]) {
        assert!(compare(game(5, 5, "K", &movements, ""), letters).is_some());
    }
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

/// Endings that are solved in one go only, by the other solver.
#[test]
fn what_cannot_be_solved_pass_by_pass() {
    let begins = |variant: Variant, name: &str| {
        let mut tables = Tables::new(variant);
        let begins = tables.begin(Material::read(name, variant).unwrap()).is_some();
        assert_eq!(begins, tables.most_pieces() > 0, "nothing is solved in vain");
        begins
    };
    let chess = Variant::named("chess").unwrap();
    assert!(begins(chess, "KRvK") && begins(chess, "KvKR") && begins(chess, "KBNvK"));
    for name in ["KvK", "KBNNvK", "KPvK", "KRvKN", "KRPvK"] {
        assert!(!begins(chess, name), "{name}");
    }
    assert!(!begins(Variant::named("shako").unwrap(), "KCvK"), "cannons hop");
    let other = |draws: &str| {
        let text = format!("extends = \"chess\"\n[draws]\ndead_position = false\n{draws}");
        Variant::from_toml(&text, "other").unwrap()
    };
    assert!(begins(other(""), "KRvK"));
    assert_eq!(other("stalemate = \"loss\"").draws().stalemate, StalemateResult::Loss);
    assert!(!begins(other("stalemate = \"loss\""), "KRvK"));
    assert!(!begins(other("bare_king = true"), "KRvK"));
}

/// Pauses change nothing, and an ending is begun again where its color is Black.
#[test]
fn pass_by_pass() {
    let mut own = tables("gardner");
    let whole = crate::build(&mut own, "KBNvK");
    let mut tables = tables("gardner");
    let mut solving = tables.begin(Material::read("KvKNB", tables.variant()).unwrap()).unwrap();
    assert_eq!(solving.material(), whole.material());
    let (longest, _) = whole.tally(Color::White).longest_win.unwrap();
    let mut passes = 0;
    loop {
        let now = std::cell::Cell::new(0);
        if solving.go_on(|| now.replace(1) == 1).unwrap() {
            break;
        }
        passes += 1;
    }
    assert!(passes >= longest / 2, "{passes} passes for {longest} plies");
    assert_eq!(solving.finish().unwrap().to_bytes(), whole.to_bytes());
    let unfinished = tables.begin(whole.material()).unwrap();
    assert!(unfinished.finish().is_none());
}

/// Roles that no ending has.
#[test]
fn roles_of_endings() {
    let chess = Variant::named("chess").unwrap();
    for index in [0, 20] {
        let role = campione_core::Role::from_index(index).unwrap();
        let error = Material::new(&[role], &[], chess).unwrap_err();
        assert!(matches!(error, EndgameError::Role { index: found, .. } if found == index), "{error}");
    }
}
