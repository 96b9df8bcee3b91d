use campione_core::Variant;
use campione_driver::{ClockTimes, find};
use campione_notation::{fen, uci};

use super::*;
use crate::fake::{Fake, game};
use crate::source::VariantSource;

/// A program that says `$2` of itself, answers what it is asked by the lines of the file `$3`, one after the other, and
/// writes all that it is told to the file `$1`. In a line `|` parts what are lines of its own.
const SCRIPT: &str = r#"
exec 3<"$3"
plays=0
answer() { read -r reply <&3; printf '%s\n' "$reply" | tr '|' '\n'; plays=1; }
while read -r line; do
    printf '%s\n' "$line" >>"$1"
    case "$line" in
    protover*) printf '%s\n' "$2" | tr '|' '\n' ;;
    ping*) echo "pong ${line#ping }" ;;
    force) plays=0 ;;
    variant* | setboard*) case "$2" in *"rejects ${line%% *}"*) echo "Error (not supported): $line" ;; esac ;;
    go) answer ;;
    usermove*) if [ $plays = 1 ]; then answer; fi ;;
    esac
done
"#;

const ABLE: &str = "feature ping=1 setboard=1 usermove=1 colors=0 variants=\"normal,capablanca,caparandom\" done=1";
const CLOCK: TimeControl =
    TimeControl::Clock(ClockTimes { left: Duration::from_millis(1_500), increment: Duration::from_millis(20) });

fn scripted(features: &str, answers: &str) -> Option<Fake> {
    Fake::new(SCRIPT, features, answers)
}

fn started(fake: &Fake, variant: Variant, control: TimeControl) -> anyhow::Result<XboardPlayer> {
    XboardPlayer::start(&fake.program(&VariantSource::built_in(variant), &[]), control, true)
}

/// What it was told since the start of the last game.
fn sent_since_new(fake: &Fake) -> Vec<String> {
    let lines = fake.received();
    lines[lines.iter().rposition(|line| line == "new").unwrap_or(0)..].to_vec()
}

/// Lets it move in the position after some moves.
fn go(player: &mut XboardPlayer, start: &Position, text: &str) -> anyhow::Result<Answer> {
    let clocks = [player.control.clock(), None];
    player.go(&Situation { game: &game(start, text), clocks })
}

#[test]
fn a_game_from_its_start_to_resignation() {
    let variant = Variant::named("capablanca").unwrap();
    let start = Position::start(variant);
    let answers = "4 -20 12 3456 g7g6|8 35 99 77000 Nc3|move b1c3|\n# nothing|move j7j6\nresign\n";
    let Some(fake) = scripted(ABLE, answers) else { return };
    let mut player = started(&fake, variant, CLOCK).unwrap();
    player.new_game(&start).unwrap();
    let answer = go(&mut player, &start, "e2e4 e7e5").unwrap();
    assert_eq!(answer.reply, Reply::Move(uci::read("b1c3", &start).unwrap()));
    assert_eq!(answer.report, SearchReport { score: Some(35), depth: Some(8), nodes: Some(77_000) });
    // It moves a piece that is not its own.
    let answer = go(&mut player, &start, "e2e4 e7e5 b1c3 b8c6").unwrap();
    assert_eq!(answer.reply, Reply::Illegal("j7j6".to_owned()));
    assert_eq!(answer.report, SearchReport::default());
    player.end_game(Some(Color::Black), "illegal move j7j6");
    let expected = [
        "new",
        "ping 1",
        "variant capablanca",
        "ping 2",
        "force",
        "ping 3",
        "easy",
        "post",
        "level 0 0:01 0.02",
        "ping 4",
        "usermove e2e4",
        "usermove e7e5",
        "ping 5",
        "time 150",
        "otim 150",
        "go",
        "ping 6",
        "time 150",
        "otim 150",
        "usermove b8c6",
        "result 0-1 {illegal move j7j6}",
        "force",
    ];
    // The next game begins when it has read all that.
    player.engine.wait().unwrap();
    assert_eq!(sent_since_new(&fake)[..expected.len()], expected);
    player.new_game(&start).unwrap();
    assert_eq!(go(&mut player, &start, "").unwrap().reply, Reply::Resigns);
}

#[test]
fn castlings_are_told_and_read_in_the_ways_of_the_program() {
    let text = "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1";
    let replies = "move f8i8\nmove O-O-O\nmove f8a8\nmove 0-0\n";
    for (id, told) in [("capablanca", "usermove f1i1"), ("crc", "usermove O-O")] {
        let variant = Variant::named(id).unwrap();
        let start = fen::read(text, variant).unwrap();
        let Some(fake) = scripted(ABLE, replies) else { return };
        let mut player = started(&fake, variant, CLOCK).unwrap();
        let position = start.play(uci::read("f1i1", &start).unwrap()).unwrap();
        for castling in ["f8i8", "f8c8", "f8c8", "f8i8"] {
            player.new_game(&start).unwrap();
            let answer = go(&mut player, &start, "f1i1").unwrap();
            assert_eq!(answer.reply, Reply::Move(uci::read(castling, &position).unwrap()), "{id}");
        }
        let lines = sent_since_new(&fake);
        assert!(lines.contains(&format!("setboard {text}")) && lines.contains(&told.to_owned()), "{id}: {lines:?}");
    }
}

#[test]
fn features_change_what_is_said() {
    let variant = Variant::named("chess").unwrap();
    let start = Position::start(variant);
    let Some(fake) = scripted("feature san=1|feature ping=1 done=0|feature done=1", "move Nc6\n") else { return };
    let mut player = started(&fake, variant, TimeControl::Depth(7)).unwrap();
    player.new_game(&start).unwrap();
    assert!(matches!(go(&mut player, &start, "g1f3").unwrap().reply, Reply::Move(_)));
    let expected = [
        "new", "ping 1", "force", "ping 2", "easy", "post", "st 36000", "sd 7", "ping 3", "Nf3", "ping 4", "black",
        "go",
    ]
    .map(str::to_owned);
    player.engine.wait().unwrap();
    assert_eq!(sent_since_new(&fake)[..expected.len()], expected);
    let error = player.new_game(&start.play_unchecked(start.legal_moves()[0])).unwrap_err().to_string();
    assert!(error.starts_with("it accepts no positions (setboard=0)"), "{error}");
}

#[test]
fn complaints_and_claims() {
    let variant = Variant::named("capablanca").unwrap();
    let start = Position::start(variant);
    let answers = "move e2e4|1/2-1/2 {agreed}\nmove e2e4|offer draw|0-1 {White resigns}\nmove e2e4\nIllegal move: e7e5\n\
                   1-0 {Black resigns}\n";
    let Some(fake) = scripted(ABLE, answers) else { return };
    let mut player = started(&fake, variant, CLOCK).unwrap();
    for expected in
        [Reply::Claims("1/2-1/2 {agreed}".to_owned()), Reply::Resigns, Reply::Refuses("Illegal move: e7e5".to_owned())]
    {
        player.new_game(&start).unwrap();
        assert!(matches!(go(&mut player, &start, "").unwrap().reply, Reply::Move(_)));
        assert_eq!(go(&mut player, &start, "e2e4 e7e5").unwrap().reply, expected);
    }
    player.new_game(&start).unwrap();
    assert_eq!(go(&mut player, &start, "").unwrap().reply, Reply::Claims("1-0 {Black resigns}".to_owned()));
}

#[test]
fn what_cannot_be_played_is_refused_at_the_start() {
    let error = |features: &str, id: &str, control: &str| {
        let fake = scripted(features, "")?;
        let variant = Variant::named(id).unwrap();
        let error = started(&fake, variant, control.parse().unwrap()).err();
        let plays = !error.as_ref().is_some_and(anyhow::Error::is::<NotPlayed>);
        Some((error.map(|error| format!("{error:#}")).unwrap_or_default(), plays))
    };
    for (features, id, control, plays, expected) in [
        (ABLE, "capablanca", "500n", true, "has no node limit"),
        (ABLE, "capablanca", "1500ms", true, "has whole seconds for a move"),
        (ABLE, "archchess", "1+0", false, "choose their targets in castling"),
        (ABLE, "courier-spiel", "1+0", false, "pawns promote at the start of a turn"),
        (ABLE, "gothic", "1+0", false, "the engine does not know gothic; it offers normal, capablanca, caparandom"),
        ("feature time=0 done=1", "chess", "1+0", true, "it does not accept `time` before a move"),
        (ABLE, "capablanca", "2000ms", true, ""),
    ] {
        let Some((error, played)) = error(features, id, control) else { return };
        assert!(error.contains(expected) && error.is_empty() == expected.is_empty(), "{id} {control}: {error}");
        assert_eq!(played, plays, "{id} {control}: {error}");
    }
}

#[test]
fn what_is_rejected_at_the_start_is_not_played() {
    let start = Position::start(Variant::named("capablanca").unwrap());
    let later = start.play(uci::read("e2e4", &start).unwrap()).unwrap();
    for rejected in ["variant", "setboard"] {
        let features = format!("feature myname=\"rejects {rejected}\"|{ABLE}");
        let Some(fake) = scripted(&features, "") else { return };
        let mut player = started(&fake, start.variant(), CLOCK).unwrap();
        let error = player.new_game(&later).unwrap_err();
        assert!(error.is::<NotPlayed>(), "{error:#}");
        assert!(error.to_string().contains(&format!("Error (not supported): {rejected} ")), "{error:#}");
    }
}

#[test]
fn a_program_that_ends_says_so() {
    if find("true").is_none() {
        return println!("skipped: true is not installed");
    }
    let source = VariantSource::built_in(Variant::named("chess").unwrap());
    let command = "true".parse().unwrap();
    let program =
        Program { command: &command, source: &source, variant_name: None, options: &[], hash: 8, stop: || false };
    let error = format!("{:#}", XboardPlayer::start(&program, CLOCK, false).err().unwrap());
    assert!(error.starts_with("it does not support version 2 of XBoard's protocol: ") && error.contains("has ended"));
}
