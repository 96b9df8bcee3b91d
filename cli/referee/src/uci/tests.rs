use std::fs;
use std::time::Duration;

use campione_core::Variant;
use campione_driver::{ClockTimes, SearchReport, Setting};
use campione_variants::FromToml as _;

use super::*;
use crate::fake::{Fake, game};
use crate::source::VariantFile;

/// A program that says `$2` of itself, answers each `go` by the next line of the file `$3`, and writes all that it is told
/// to the file `$1`. In a line `|` parts what are lines of its own.
const SCRIPT: &str = r#"
exec 3<"$3"
while read -r line; do
    printf '%s\n' "$line" >>"$1"
    case "$line" in
    uci) printf '%s\nuciok\n' "$2" | tr '|' '\n' ;;
    isready) echo readyok ;;
    go*) read -r reply <&3; printf '%s\n' "$reply" | tr '|' '\n' ;;
    esac
done
"#;

const FAIRY: &str = "id name Fake|option name Hash type spin default 16|option name UCI_Chess960 type check default \
                     false|option name UCI_Variant type combo default chess var chess var capablanca var caparandom";

fn scripted(says: &str, answers: &str) -> Option<Fake> {
    Fake::new(SCRIPT, says, answers)
}

fn started(fake: &Fake, game: &VariantSource, options: &[&str], control: &str) -> anyhow::Result<UciPlayer> {
    let options: Vec<Setting> = options.iter().map(|text| text.parse().unwrap()).collect();
    UciPlayer::start(&fake.program(game, &options), control.parse().unwrap())
}

fn was_sent(fake: &Fake, line: &str) -> bool {
    fake.received().iter().any(|told| told == line)
}

fn built_in(id: &str) -> VariantSource {
    VariantSource::built_in(Variant::named(id).unwrap())
}

fn go(player: &mut UciPlayer, start: &Position, moves: &str, clocks: [Option<ClockTimes>; 2]) -> Answer {
    player.new_game(start).unwrap();
    player.go(&Situation { game: &game(start, moves), clocks }).unwrap()
}

#[test]
fn clocks_and_castlings() {
    let game = built_in("crc");
    let start = game.variant.numbered_start(27_621).unwrap().unwrap();
    let start = Position::new(&start, game.variant).unwrap();
    let Some(fake) = scripted(FAIRY, "info depth 3 score cp 7 nodes 9|bestmove b2b3 ponder b7b6\nbestmove (none)\n")
    else {
        return;
    };
    let clock = |left, increment| {
        Some(ClockTimes { left: Duration::from_millis(left), increment: Duration::from_millis(increment) })
    };
    let mut player = started(&fake, &game, &["hash=9"], "1+0.05").unwrap();
    let answer = go(&mut player, &start, "", [clock(1_000, 50), None]);
    assert_eq!(answer.reply, Reply::Move(uci::read("b2b3", &start).unwrap()));
    assert_eq!(answer.report, SearchReport { score: Some(7), depth: Some(3), nodes: Some(9) });
    assert_eq!(
        go(&mut player, &start, "", [clock(700, 50), clock(2_000, 0)]).reply,
        Reply::Illegal("(none)".to_owned())
    );
    let fen = Dialect::Fairy.write(&start, true).unwrap();
    for line in [
        "setoption name hash value 9",
        "setoption name UCI_Variant value caparandom",
        "setoption name UCI_Chess960 value true",
        &format!("position fen {fen}"),
        "go wtime 1000 btime 1000 winc 50 binc 50",
        "go wtime 700 btime 2000 winc 50 binc 0",
    ] {
        assert!(was_sent(&fake, line), "{line} is missing in {:?}", fake.received());
    }
}

#[test]
fn ours_is_told_games_in_our_own_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, "extends = \"archchess\"\n").unwrap();
    let variant = Variant::from_toml(&fs::read_to_string(&path).unwrap(), "mine").unwrap();
    let source = VariantSource { variant, file: Some(VariantFile { path: path.clone(), section: None }) };
    let start = Position::start(source.variant);
    let says = "id name Campione 9|option name Hash type spin|option name UCI_Variant type combo default chess var chess var mine";
    let Some(fake) = scripted(says, "bestmove e2e4\n") else { return };
    let mut player = started(&fake, &source, &[], "500n").unwrap();
    assert!(matches!(go(&mut player, &start, "", [None; 2]).reply, Reply::Move(_)));
    let fen = campione_notation::fen::write(&start);
    for line in [
        &format!("setoption name VariantPath value {}", path.display()),
        "setoption name UCI_Variant value mine",
        &format!("position fen {fen}"),
        "go nodes 500",
    ] {
        assert!(was_sent(&fake, line), "{line} is missing in {:?}", fake.received());
    }
}

#[test]
fn games_that_are_not_known_are_described() {
    let game = built_in("carrera");
    let says = format!("{FAIRY}|option name VariantPath type string default <empty>");
    let Some(fake) = scripted(&says, "") else { return };
    let player = started(&fake, &game, &[], "8d").unwrap();
    assert!(player.note().is_some_and(|note| note.starts_with("carrera cannot be described to it completely")));
    assert!(was_sent(&fake, "setoption name UCI_Variant value campione-carrera"));
    drop(player);
    for (id, says, options, plays, words) in [
        ("carrera", FAIRY, vec![], false, "the engine does not know carrera; it offers chess, capablanca, caparandom"),
        ("herb-garden", &says, vec![], false, "herb-garden cannot be described to it"),
        // His own file has what he says.
        ("carrera", &says, vec!["VariantPath=x"], false, "the engine does not know carrera"),
        ("capablanca", FAIRY, vec!["Hsah=1"], true, "option Hsah: the engine has no such option; did you mean Hash?"),
        ("gothic", "id name Chess", vec![], false, "the engine does not know gothic; it offers chess"),
        ("crc", "option name UCI_Variant type combo default crc var crc", vec![], false, "no option UCI_Chess960"),
    ] {
        let Some(fake) = scripted(says, "") else { return };
        let error = started(&fake, &built_in(id), &options, "8d").err().unwrap();
        assert!(format!("{error:#}").contains(words), "{error:#}");
        assert_eq!(error.is::<NotPlayed>(), !plays, "{error:#}");
    }
    // Its own game of that name is another.
    let mut game = built_in("capablanca");
    game.file = Some(VariantFile { path: "capablanca.toml".into(), section: None });
    let Some(fake) = scripted(FAIRY, "") else { return };
    let error = started(&fake, &game, &[], "8d").err().unwrap().to_string();
    assert!(error.starts_with("it cannot read our variant files"), "{error}");
}
