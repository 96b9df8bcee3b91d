//! Files of variants with mistakes: no file causes a panic, an error says where and why, and an accepted variant can be
//! played.

use campione_core::{SplitMix64, Variant, VariantSpec};
use campione_movegen::{Position, perft};
use campione_notation::{fen, random, uci};
use campione_variants::{FileFaults, FromToml as _, VariantIni};

/// Words that can occur in such a file.
const WORDS: &[&str] = &[
    "true",
    "false",
    "0",
    "1",
    "2",
    "7",
    "8",
    "10",
    "12",
    "13",
    "255",
    "256",
    "-1",
    "1.5",
    "\"\"",
    "\"-\"",
    "\"Q\"",
    "\"K\"",
    "\"N\"",
    "\"mNcB\"",
    "\"NN\"",
    "\"nZfhN\"",
    "\"R3\"",
    "\"fsW\"",
    "\"pR\"",
    "\"*-c\"",
    "\"f-*\"",
    "\"l-a\"",
    "[2, 3]",
    "[]",
    "{}",
    "\"king-crossing\"",
    "\"rotated\"",
    "\"crc\"",
    "\"chess960\"",
    "\"loss\"",
    "\"rnbqkbnr\"",
    "extends = \"carrera\"",
    "board.start = \"4k5/10/10/10/10/10/10/4K5\"",
    "board.rights = \"KQ\"",
    "promotion.optional = true",
    "promotion.rank = 6",
    "promotion.from_stock = true",
    "king_leap = { distance = 2, forward = true, captures = true }",
    "castling.O = false",
    "[piece.X]",
    "[castling.Y]",
    "[pawn]",
    "[board]",
    "=",
    "]",
    "\"",
    "\n",
    "#",
    "😀",
    "\u{0}",
    "[x:chess]",
    "[y:grand]",
    "pieceDrops = true",
    "customPiece3 = z:NN",
    "maxFile = 12",
    "startFen = 8/8/8/8/8/8/8/8 w - - 0 1",
    "promotionRegionWhite = *7 *8",
    "doubleStepRegionWhite = *3",
];

/// Inserts some mistakes into a text.
fn mutate(text: &str, random: &mut SplitMix64) -> String {
    let mut lines: Vec<String> = text.lines().filter(|line| !line.starts_with("why")).map(str::to_owned).collect();
    for _ in 0..=random.index(3) {
        let line = random.index(lines.len());
        let word = WORDS[random.index(WORDS.len())];
        let other = lines[random.index(lines.len())].clone();
        let length = lines[line].chars().count();
        let cut = |text: &str, from: usize, to: usize| -> String {
            text.chars().enumerate().filter(|(at, _)| *at < from || *at >= to).map(|(_, letter)| letter).collect()
        };
        match random.index(9) {
            0 => lines[line] = other,
            1 => lines.insert(line, word.to_owned()),
            2 => drop(lines.remove(line)),
            // Change the value of a key.
            3 | 4 => {
                if let Some((key, _)) = lines[line].split_once(" = ") {
                    lines[line] = format!("{key} = {word}");
                }
            }
            5 => lines[line] = cut(&lines[line], random.index(length + 1), length),
            6 => {
                let at = random.index(length + 1);
                lines[line] = cut(&lines[line], at, at + 1);
            }
            // Insert a letter.
            7 => {
                let at = random.index(length + 1);
                let letter = b" \"[]={}KQRBNPacefhilmnrsv*-0189/"[random.index(31)] as char;
                lines[line] =
                    lines[line].chars().take(at).chain([letter]).chain(lines[line].chars().skip(at)).collect();
            }
            _ => {
                let to = random.index(lines.len());
                lines.swap(line, to);
            }
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

/// Checks that the errors of a refused file say where and why.
fn explained(text: &str, faults: &FileFaults) {
    assert!(!faults.0.is_empty(), "refused without a word:\n{text}");
    for fault in &faults.0 {
        assert!(fault.message().chars().count() > 8, "{:?} for\n{text}", fault.message());
        assert!(text.get(fault.span.clone()).is_some(), "{:?} is not part of\n{text}", fault.span);
        let lines = text.lines().count().max(1);
        assert!((1..=lines + 1).contains(&fault.line) && fault.column >= 1, "{fault} in\n{text}");
    }
}

/// Checks that an accepted variant can be played and written.
fn played(variant: Variant, random: &mut SplitMix64) {
    let start = Position::start(variant);
    assert_eq!(perft(&start, 1), start.legal_moves().len() as u128);
    let mut position = random::walk(&start, 0..=40, random).map_or(start, |game| *game.position());
    for _ in 0..4 {
        let text = fen::write(&position);
        assert_eq!(fen::read(&text, variant).as_ref(), Ok(&position), "{text}\n{}", variant.spec().to_toml());
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.index(moves.len())];
        assert_eq!(uci::read(&uci::write(mv, &position), &position), Ok(mv), "{text}\n{}", variant.spec().to_toml());
        position = position.play_unchecked(mv);
    }
    let again = Variant::from_toml(&variant.spec().to_toml(), "other").unwrap();
    assert_eq!(again.spec(), variant.spec());
    let _ = variant.warnings();
}

/// Whether a text describes a variant. Checks that the variant can be played, or that the errors are explained.
fn is_sound(game: Result<Variant, FileFaults>, text: &str, random: &mut SplitMix64) -> bool {
    match game {
        Ok(variant) => {
            played(variant, random);
            true
        }
        Err(faults) => {
            explained(text, &faults);
            false
        }
    }
}

#[test]
fn a_thousand_mutated_files() {
    let mut random = SplitMix64::new(20_261_121);
    let ids: Vec<&str> = Variant::ids().collect();
    let (mut accepted, mut refused) = (0, 0);
    for number in 0..1500 {
        let id = ids[number % ids.len()];
        let text = if number % 3 == 0 {
            Variant::named(id).unwrap().spec().to_toml()
        } else {
            VariantSpec::built_in_text(id).unwrap().to_owned()
        };
        let text = mutate(&text, &mut random);
        if is_sound(Variant::from_toml(&text, "game"), &text, &mut random) {
            accepted += 1;
        } else {
            refused += 1;
        }
    }
    assert!(accepted > 150 && refused > 600, "{accepted} accepted, {refused} refused");
}

#[test]
fn five_hundred_mutated_files_of_fairy_stockfish() {
    let original = include_str!("../examples/large-boards.ini");
    let mut random = SplitMix64::new(5);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..500 {
        // The file has many variants, so many mistakes are inserted.
        let text = (0..6).fold(original.to_owned(), |text, _| mutate(&text, &mut random));
        match VariantIni::parse(&text) {
            Err(faults) => {
                explained(&text, &faults);
                refused += 1;
            }
            Ok(ini) => {
                for name in ini.names() {
                    if is_sound(ini.variant(name).unwrap(), &text, &mut random) {
                        accepted += 1;
                    } else {
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 300 && refused > 300, "{accepted} accepted, {refused} refused");
}

/// Perft counts at depth 4, confirmed by Fairy-Stockfish (`cargo xtask ini`).
const COUNTS: &[(&str, u128)] = &[
    ("capablanca-like", 805_128),
    ("gothic-like", 808_984),
    ("embassy-like", 809_539),
    ("janus-like", 772_074),
    ("two-archbishops", 810_102),
    ("chancellor-like", 436_656),
    ("modern-like", 433_729),
    ("nine-files", 300_675),
    ("royal-court-like", 763_180),
    ("courier-like", 500_337),
    ("grand-like", 15_921_643),
    ("indian-like", 600_837),
    ("opulent-like", 7_147_971),
    ("tencubed-like", 2_906_895),
    ("wildebeest-like", 1_595_456),
    ("menagerie", 939_978),
    ("centaur-like", 763_180),
    ("shako-like", 10_273_158),
    ("caparandom-like", 814_984),
    ("gardner-like", 4775),
    ("losalamos-like", 14_332),
    ("knightmate-like", 139_774),
    ("hoppelpoppel-like", 202_459),
    ("newzealand-like", 200_310),
    ("nightrider-like", 419_019),
    ("grasshopper-like", 635_298),
    ("long-steps", 613_449),
    ("plain-pawns", 805_128),
];

#[test]
fn games_of_an_ini_have_the_counts_of_fairy_stockfish() {
    let ini = VariantIni::parse(include_str!("../examples/large-boards.ini")).unwrap();
    assert_eq!(ini.names().collect::<Vec<_>>(), COUNTS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for &(name, nodes) in COUNTS {
        let variant = ini.variant(name).unwrap().unwrap();
        assert_eq!(perft(&Position::start(variant), 4), nodes, "{name}");
        assert_eq!(variant.warnings(), [], "{name}");
    }
}
