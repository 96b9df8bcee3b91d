//! Endings on small boards, by every rule that a variant may have, compared with the slow solver position by position.

use std::sync::Arc;

use campione_core::{Setup, Variant};
use campione_endgame::{Material, Monitor, Tables, Value};
use campione_movegen::Position;
use campione_variants::FromToml as _;

use crate::naive::{Naive, pieces};
use crate::{build, sample};

/// A board of four files, with some pieces and rules.
fn variant(ranks: u8, rules: &str) -> Variant {
    let middle = "4/".repeat(usize::from(ranks) - 4);
    let text = format!(
        "name = \"Small\"\n{rules}\n[board]\nfiles = 4\nranks = {ranks}\nstart = \"rnkq/pppp/{middle}PPPP/RNKQ\"\n\
         [piece.K]\nmoves = \"K\"\nroyal = true\n[piece.Q]\nmoves = \"Q\"\n[piece.R]\nmoves = \"R\"\n[piece.N]\nmoves = \
         \"N\"\n[piece.B]\nmoves = \"B\"\n[piece.F]\nmoves = \"F\"\n[piece.G]\nmoves = \"gQ\"\n[piece.C]\nmoves = \
         \"mRcpR\"\n[piece.S]\nmoves = \"fFbWlW\"\n[piece.H]\nmoves = \"nNmD\"\n[piece.X]\nmoves = \"cWmF\"\n"
    );
    Variant::from_toml(&text, "small").unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// A variant with another start position, which says what a side's pawns become from their stock.
fn with_start(fair: Variant, what: &str, with: &str) -> Variant {
    Variant::from_toml(&fair.spec().to_toml().replace(what, with), "unfair").unwrap()
}

/// An ending by both solvers, with the same values.
fn compared(variant: Variant, name: &str) -> (Tables, Naive) {
    let mut tables = Tables::new(variant);
    build(&mut tables, name);
    let naive = Naive::solve(variant, &pieces(Material::read(name, variant).unwrap()));
    for (position, value) in naive.all() {
        assert_eq!(
            tables.probe(position),
            Some(value),
            "{name}: {:?} of {}",
            position.setup(),
            variant.spec().to_toml()
        );
    }
    (tables, naive)
}

/// Compares an ending, and all that it leads to: that of two pawns has those after promotions in it. Returns the longest
/// distance in the ending itself.
pub(crate) fn check(variant: Variant, name: &str) -> Option<u16> {
    let material = Material::read(name, variant).unwrap();
    let (_, naive) = compared(variant, name);
    let (mut won, mut all, mut passing) = (0, 0, 0);
    let mut longest = None;
    for (position, value) in naive.all() {
        won += u32::from(value != Value::Draw);
        passing += u32::from(position.legal_en_passant().is_some());
        all += 1;
        if position.occupied().count() as usize == material.pieces() {
            longest = longest.max(value.plies());
        }
    }
    assert!(all > 1000 && won <= all && passing <= all);
    longest
}

const ORTHODOX: &str = "promotion.to = \"QRN\"";

#[test]
fn orthodox_endings() {
    let variant = variant(5, ORTHODOX);
    check(variant, "KQvK");
    for name in sample(&[][..], &["KPvKP", "KRvKN", "KNNvK", "KPPvK", "KFFvK", "KFvKF"]) {
        check(variant, name);
    }
}

#[test]
fn pieces_of_all_kinds() {
    let variant = variant(5, ORTHODOX);
    for name in sample(&["KCvK", "KHvK"][..], &["KSvK", "KXvK", "KGGvK", "KCvKN", "KSvKH", "KCSvK", "KSSvK", "KXvKP"]) {
        check(variant, name);
    }
}

#[test]
fn other_ends() {
    for (rules, names) in [
        ("draws.stalemate = \"loss\"", &["KFvKN", "KPvKF", "KPvKP"][..]),
        ("draws.stalemate = \"win\"", &["KFvKN", "KRPvK"]),
        ("draws.bare_king = true", &["KFvKN", "KPvKF", "KRPvK"]),
    ] {
        let variant = variant(5, &format!("{ORTHODOX}\ndraws.dead_position = false\n{rules}"));
        check(variant, "KNvK");
        for name in sample(&[][..], names) {
            check(variant, name);
        }
    }
    let both =
        variant(5, &format!("{ORTHODOX}\ndraws = {{ stalemate = \"win\", bare_king = true, dead_position = false }}"));
    check(both, "KPvK");
}

#[test]
fn pawns_by_other_rules() {
    // Pawns of both sides where it matters how they meet, two of one side where they take from one stock.
    let rules = [
        ("promotion = { to = \"QN\", rank = 4, optional = true }\npawn.double_step = false", "KPvKP"),
        ("promotion = { to = \"QR\", from_stock = true, limits = { Q = 1, R = 0 } }", "KPPvK"),
        ("promotion = { to = \"QR\", from_stock = true, limits = { Q = 1, R = 0 } }", "KPvKP"),
        (
            "promotion = { to = \"QN\", from_stock = true, rank = 4, optional = true }\npawn.double_step = false",
            "KPPvK",
        ),
        ("promotion.to = \"R\"\npawn.double_step_barred_in_check_beside_pawn = true\npawn.en_passant = false", "KPvKP"),
        (
            "promotion.to = \"R\"\npawn.double_step_barred_in_check_beside_pawn = true\npawn.pinned_pawn_bars = false",
            "KPvKP",
        ),
    ];
    for (rules, name) in rules {
        let variant = variant(5, rules);
        check(variant, "KPvK");
        for name in sample(&[][..], &[name]) {
            check(variant, name);
        }
    }
    // The smallest endings in which pawns meet: they do not promote here.
    let variant = variant(5, "promotion.to = \"\"");
    check(variant, "KPvK");
    check(variant, "KPvKP");
    for name in sample(&[][..], &["KPPvK"]) {
        check(variant, name);
    }
}

#[test]
fn long_steps() {
    let variant = variant(6, "promotion.to = \"R\"\npawn.long_steps = { 3 = [2] }\npawn.double_step_ranks = [2, 3]");
    check(variant, "KPvK");
    for name in sample(&[][..], &["KPvKP"]) {
        check(variant, name);
    }
}

/// Whether the pawn that has just moved can be captured en passant makes a difference, at once and for the moves that lead there.
#[test]
fn captures_en_passant() {
    // White's pawn never promotes. So White may lose after a double step though the capture en passant would only draw.
    let fair = variant(5, "promotion = { to = \"R\", from_stock = true }");
    let variant = with_start(fair, "RNKQ", "1NKQ");
    let (tables, naive) = compared(variant, "KPvKP");
    let mut matters = 0;
    for (position, value) in naive.all() {
        if position.legal_en_passant().is_some() {
            let without = Position::new(&Setup { en_passant: None, ..position.setup() }, variant).unwrap();
            matters += usize::from(tables.probe(&without) != Some(value));
        }
    }
    assert!(matters > 20, "{matters}");
}

/// White begins with a queen and Black without, so pawns become other pieces: without pawns that makes no difference.
#[test]
fn sides_with_different_stocks() {
    let fair = variant(5, "promotion = { to = \"QR\", from_stock = true }");
    let unfair = with_start(fair, "rnkq/", "rnk1/");
    let table = |name: &str| Material::read(name, unfair).unwrap().normal(unfair);
    assert_eq!(table("KRvKN"), table("KNvKR"));
    assert_ne!(table("KPvKN"), table("KNvKP"));
    for name in sample(&["KvKR", "KRvK"][..], &["KvKR", "KRvK", "KNvKR", "KRvKN", "KPvK", "KvKP"]) {
        check(unfair, name);
    }
}

#[test]
fn berolina_pawns() {
    let berolina = "pawn.kind = \"berolina\"";
    check(variant(5, &format!("promotion.to = \"\"\n{berolina}")), "KPvKP");
    let orthodox = variant(5, &format!("{ORTHODOX}\n{berolina}"));
    check(orthodox, "KPvK");
    for name in sample(&[][..], &["KPvKP", "KPPvK"]) {
        check(orthodox, name);
    }
}

#[test]
fn waiting_pawns() {
    for (wait, names) in [(0, &["KPvKP", "KRPvK"][..]), (1, &["KPvKP"]), (2, &["KPvKP", "KRPvK"])] {
        let variant = variant(5, &format!("promotion = {{ to = \"RN\", from_stock = true, wait = {wait} }}"));
        check(variant, "KPvK");
        for name in sample(&[][..], names) {
            check(variant, name);
        }
    }
    // One rook and nothing else: a pawn waits as long as the rook is there, and becomes one when it is captured.
    let scarce = variant(5, "promotion = { to = \"R\", from_stock = true, wait = 1 }");
    for name in sample(&[][..], &["KRPvK", "KRPvKF", "KPPvK"]) {
        check(scarce, name);
    }
    // White has no rook that a pawn could become, so a pawn that arrives waits forever, beside a queen that wins.
    check(with_start(scarce, "RNKQ", "1NKQ"), "KQPvK");
}

/// Solved as the program does it, with only those tables in memory that are needed. A pawn waits, and another one may be
/// captured en passant one move later: that takes tables of the move after next.
#[test]
fn all_that_is_needed_is_in_memory() {
    let rules = "promotion = { to = \"R\", from_stock = true, wait = 1 }";
    let all = [(variant(5, ORTHODOX), "KPvKN"), (variant(5, rules), "KPP1vKP")];
    for &(variant, name) in sample(&all[..1], &all[..]) {
        let mut tables = Tables::new(variant);
        let mut others = Tables::new(variant);
        let steps = tables.plan(Material::read(name, variant).unwrap());
        let mut passing = 0;
        for (index, step) in steps.iter().enumerate() {
            let table = tables.solve(step.material, &Monitor::new()).unwrap();
            // A verifier reads them from files.
            others.insert(table.clone());
            let mut few = Tables::new(variant);
            for needed in few.needs(step.material).into_iter().chain([step.material]) {
                few.insert(others.table(needed).unwrap());
            }
            assert_eq!(few.verify(&table, &Monitor::new()).mismatch, None, "{}", step.material.name(variant));
            passing += usize::from(few.needs(step.material).len() > 12);
            tables.forget(&steps[index + 1..]);
        }
        assert!(passing > 0 || name == "KPvKN");
        assert!(tables.bytes() < others.bytes());
    }
}

/// Several threads find what one finds, also where wins and losses of the same distance occur.
#[test]
fn threads_do_not_matter() {
    let rules = "draws = { stalemate = \"win\", bare_king = true, dead_position = false }";
    let other = variant(6, &format!("{ORTHODOX}\n{rules}"));
    let orthodox = variant(6, ORTHODOX);
    let solve = |threads: usize, variant: Variant, name: &str| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut tables = Tables::new(variant);
            let table = build(&mut tables, name);
            Arc::clone(&table).to_bytes()
        })
    };
    let all = [(other, "KRvKF"), (orthodox, "KBNvK"), (orthodox, "KBBvK"), (other, "KFvKN"), (other, "KPvKF")];
    for &(variant, name) in sample(&all[..2], &all[..]) {
        let one = solve(1, variant, name);
        for round in 0..sample(2, 10) {
            assert!(solve(8, variant, name) == one, "{name}, round {round}");
        }
    }
}
