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

#[test]
fn the_page_of_each_game() {
    for line in campione("variants").out.lines().skip(1) {
        let id = line.split_whitespace().next().unwrap();
        let page = campione(&format!("variants {id}")).out;
        if PAGES.contains(&id) {
            insta::assert_snapshot!(format!("variants-{id}"), page);
        }
        let variant = Variant::named(id).unwrap();
        assert!(page.starts_with(&format!("{} ({id}), ", variant.spec().name)), "{page}");
        for rule in variant.spec().rules() {
            assert!(page.contains(&rule.title), "{id}: {}: {page}", rule.title);
        }
    }
}

#[test]
fn the_list_of_games() {
    insta::assert_snapshot!("variants", campione("variants").out);
    insta::assert_snapshot!("variants-json", campione("variants --format json").out);
    insta::assert_snapshot!("variants-archchess-json", campione("variants archchess --format json").out);
}

#[test]
fn diagrams() {
    let waiting = "'P2k7P/12/12/12/12/12/12/p2K7p w - - 0 1 l8:0,a8:0,a1:0,l1:1'";
    insta::assert_snapshot!("show-waiting", campione(&format!("show -v courier-spiel {waiting}")).out);
    insta::assert_snapshot!("show-ascii-flip", campione("show -v archchess --ascii --flip").out);
    insta::assert_snapshot!("show-mate", campione("show -v chess --play 'f2f3 e7e5 g2g4 d8h4'").out);
    insta::assert_snapshot!("show-json", campione("show -v chess --ascii --format json").out);
}

#[test]
fn help() {
    let help = campione("--help").out;
    insta::assert_snapshot!("help", help);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15, "{commands:?}");
    let inner = ["build", "probe", "stats", "verify", "dead"].map(|command| format!("endgame {command}"));
    let commands = commands.into_iter().map(str::to_owned).chain(inner);
    for command in commands.filter(|command| *command != "help") {
        let name = format!("help-{}", command.replace(' ', "-"));
        insta::assert_snapshot!(name, campione(&format!("{command} --help")).out);
    }
}

#[test]
fn how_an_array_is_set_up() {
    insta::assert_snapshot!("crc-explain", campione("crc 27621 --explain").out);
    insta::assert_snapshot!("crc-explain-json", campione("crc 1 --explain --format json").out);
    insta::assert_snapshot!("crc-explain-chess960", campione("crc 518 --explain -v chess960").out);
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
