//! Pages, diagrams and messages as snapshots: `cargo xtask snapshots --new` shows changes.

use campione_core::Variant;

use crate::campione;

/// The five games, and one variant for each kind of rule that they do not have. What a page says comes from the variant's file.
const PAGES: [&str; 10] = [
    "carrera",
    "archchess",
    "herb-garden",
    "crc",
    "courier-spiel",
    "arciscacchiere",
    "grand",
    "shako",
    "courier",
    "berolina",
];

/// What commands print, each below its line.
fn printed(commands: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let page = |command: &str| format!("$ campione {command}\n{}\n", campione(command).out);
    commands.into_iter().map(|command| page(command.as_ref())).collect()
}

#[test]
fn the_page_of_each_game() {
    for line in campione("variants").out.lines().skip(1) {
        let id = line.split_whitespace().next().unwrap();
        let page = campione(&format!("variants {id}")).out;
        let variant = Variant::named(id).unwrap();
        assert!(page.starts_with(&format!("{} ({id}), ", variant.spec().name)), "{page}");
        for rule in variant.spec().rules() {
            assert!(page.contains(&rule.title), "{id}: {}: {page}", rule.title);
        }
    }
    insta::assert_snapshot!("variants", printed(PAGES.map(|id| format!("variants {id}"))));
}

#[test]
fn lists_diagrams_and_arrays() {
    insta::assert_snapshot!(
        "pages",
        printed([
            "variants",
            "variants --format json",
            "variants archchess --format json",
            "show -v courier-spiel 'P2k7P/12/12/12/12/12/12/p2K7p w - - 0 1 l8:0,a8:0,a1:0,l1:1'",
            "show -v archchess --ascii --flip",
            "show -v chess --play 'f2f3 e7e5 g2g4 d8h4'",
            "show -v chess --ascii --format json",
            "crc 27621 --explain",
            "crc 1 --explain --format json",
            "crc 518 --explain -v chess960",
        ])
    );
}

#[test]
fn help() {
    let help = campione("--help").out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15, "{commands:?}");
    let inner = ["build", "probe", "stats", "verify", "dead"].map(|command| format!("endgame {command}"));
    let commands = commands.into_iter().filter(|command| *command != "help").map(str::to_owned).chain(inner);
    let pages = commands.map(|command| format!("{command} --help"));
    insta::assert_snapshot!("help", printed(std::iter::once("--help".to_owned()).chain(pages)));
}

#[test]
fn errors() {
    let bad = [
        "perft 1 -v carera",
        "perft 1 -v courier-spiel P2kk7/12/12/12/12/12/12/P11 w K a3 0 1",
        "perft 1 '4k5/10/10/4R5/10/10/10/4K5 w'",
        "perft 1 -v herb-garden 5k6/12/12/12/12/12/R5K4R w Q - 0 1",
        "moves -v archchess --play e1e9",
        "perft 1 crc:0",
        "crc --array kqnbarbncr",
        "crc --array RQBNAKBNCR",
        "show -v gothic rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "moves -v chess --play 'f2f3 e7e5 g2g4 d8h4 a2a3'",
    ];
    let messages: String =
        bad.iter().map(|arguments| format!("$ campione {arguments}\n{}", campione(arguments).err)).collect();
    insta::assert_snapshot!("errors", messages);
}
