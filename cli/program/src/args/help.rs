//! The whole command line: what clap derives from the types of the arguments, with examples, and with what holds for one
//! command only.

use std::ffi::OsString;

use campione_core::Variant;
use clap::builder::{PossibleValuesParser, StyledStr};
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory, FromArgMatches};

use super::commands::Args;
use super::common::outputs;

/// An example: the line, and what it does.
type Example = (&'static str, &'static str);

/// The line above the examples in the help. Manual pages make a section of it.
pub(crate) const EXAMPLES_HEAD: &str = "Examples:";

/// The examples of each command, by its words after `campione`. A test runs them all (cli/tests/it/lines.rs).
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "",
        &[
            ("campione perft 3 -v archchess --divide", "Count the positions after three plies, for each first move"),
            ("campione analyse crc:27621 --movetime 3000", "Three seconds for the best move"),
            (
                "campione play -v herb-garden --level 5",
                "Play a game in the terminal, against an opponent of your strength",
            ),
        ],
    ),
    (
        "variants",
        &[
            ("campione variants courier-spiel", "The pieces and rules of a variant, each with its source"),
            ("campione variants carrera --format toml > my.toml", "A file to start your own variant from"),
            ("campione variants --check my.toml", "What is wrong in it, and what it means"),
        ],
    ),
    (
        "show",
        &[
            ("campione show -v archchess", "The start position"),
            ("campione show crc:27621 --play 'e4 e5' --svg board.svg", "A picture of a position after two moves"),
        ],
    ),
    (
        "moves",
        &[
            ("campione moves -v herb-garden --notation san", "The legal moves in SAN"),
            ("campione moves -v chess --why e2e5", "Which rule forbids a move?"),
        ],
    ),
    (
        "fen",
        &[
            (
                "campione fen crc:27621 --to shredder",
                "A numbered start position with the castling rooks by their files",
            ),
            (
                "campione fen -v capablanca - --to fairy < fens.txt",
                "A file with a position on each line, for Fairy-Stockfish",
            ),
        ],
    ),
    (
        "convert",
        &[
            ("campione convert -v janus e2e4 e7e5 --to san", "Coordinates to SAN"),
            (
                "campione convert -v chess - --to uci < lines.txt",
                "A file with the moves of a game on each line, to coordinates",
            ),
        ],
    ),
    (
        "perft",
        &[
            ("campione perft 3 -v archchess --divide", "Count the positions after three plies, for each first move"),
            ("campione perft 4 crc:27621", "A start array by its number"),
            ("campione perft 6 -v capablanca --hash 256", "A deeper count, with a table of 256 MB"),
        ],
    ),
    (
        "verify",
        &[
            ("campione verify suite.tsv", "Lines of variant, FEN, depth and nodes, separated by tabs"),
            ("campione verify suite.epd -v capablanca", "Lines of EPD, such as `FEN ;D1 28 ;D2 784`"),
            ("campione verify kit.jsonl", "A conformance kit: counts, moves and illegal positions"),
            (
                "campione verify kit.jsonl --engine ./mygen",
                "Does your generator find the moves of each position of a kit?",
            ),
            (
                "campione verify kit.jsonl --engine ./mygen --depth 3 --resume journal",
                "To depth 3; after a kill, the same line goes on",
            ),
        ],
    ),
    (
        "bisect",
        &[
            ("campione bisect 4 -v carrera --engine ./mygen", "A program that speaks UCI or XBoard's protocol"),
            ("campione bisect 3 -v carrera --engine './divide {fen} {depth}'", "A program that prints a divide"),
        ],
    ),
    (
        "random",
        &[
            ("campione random -v carrera --count 20", "Twenty positions"),
            (
                "campione random -v carrera --count 20 --perft 2 > suite.tsv",
                "The same with counts, as a suite for `verify`",
            ),
        ],
    ),
    (
        "crc",
        &[
            ("campione crc 25933", "The array with this number, its FEN and the filters that it passes"),
            ("campione crc --random --explain", "Draw an array, and say how to set it up by hand"),
        ],
    ),
    (
        "pgn",
        &[
            ("campione pgn games.pgn", "Play every move; the exit status is 1 if a game is bad"),
            ("campione pgn games.pgn --to san", "The moves of each game in a line"),
            ("campione pgn games.pgn --html page.html", "Boards to click through in a browser"),
        ],
    ),
    (
        "analyse",
        &[
            ("campione analyse -v archchess --depth 12", "The start position, twelve plies deep"),
            (
                "campione analyse crc:27621 --multipv 3 --html page.html",
                "The three best lines, and a page with a board to click through",
            ),
            ("campione analyse -v chess '7k/8/8/8/8/8/R7/1R4K1 w - -' --mate 2", "Is there a mate in two?"),
        ],
    ),
    (
        "play",
        &[
            (
                "campione play -v herb-garden --level 5",
                "Play a game in the terminal, against an opponent of your strength",
            ),
            (
                "campione play crc:27621 --side black --pgn games.pgn",
                "Play Black from a numbered array, and keep the game",
            ),
        ],
    ),
    (
        "match",
        &[
            (
                "campione match --second ./mygen -v carrera --tc 100ms --games 20",
                "Our engine against yours, 0.1 seconds a move",
            ),
            (
                "campione match --second own --second-option 'Skill Level=10' --pgn match.pgn",
                "Our engine against itself at a weaker level, with the games in a file",
            ),
        ],
    ),
    (
        "suite",
        &[
            ("campione suite tests.epd --movetime 1000", "A second for each position: which are solved, and when?"),
            ("campione suite tests.epd --nodes 100000 --threads 1", "With the same result on every machine"),
        ],
    ),
    (
        "endgame",
        &[(
            "campione endgame build KRvKN -v carrera --to tables",
            "Rook against knight, with all endings that it leads to",
        )],
    ),
    (
        "endgame build",
        &[
            (
                "campione endgame build KRvKN -v carrera --to tables",
                "Rook against knight, with all endings that it leads to",
            ),
            (
                "campione endgame build KQRvKR -v grand --to tables --plan",
                "How large would the tables be, and how much memory do they take?",
            ),
        ],
    ),
    (
        "endgame probe",
        &[(
            "campione endgame probe -v carrera --tables tables '10/3k6/10/10/2n7/10/6R3/3K6 w - - 0 1'",
            "Who wins this position, and by which move?",
        )],
    ),
    (
        "endgame stats",
        &[(
            "campione endgame stats KRvK -v carrera --tables tables",
            "How many positions are won, and the longest win",
        )],
    ),
    (
        "endgame verify",
        &[(
            "campione endgame verify KRvK -v carrera --tables tables",
            "Does each value follow from those after its moves?",
        )],
    ),
    ("endgame dead", &[("campione endgame dead -v carrera --pieces 3", "Which single pieces can mate?")]),
    ("bench", &[("campione bench 8 --threads 1", "The same nodes on every machine; how fast is yours?")]),
    ("uci", &[("printf 'position crc:27621\\ngo depth 8\\n' | campione uci", "Search a numbered start position")]),
    (
        "xboard",
        &[("printf 'new\\nsd 6\\ngo\\n' | campione xboard -v archchess", "Let it make the first move of a game")],
    ),
    (
        "completions",
        &[("campione completions bash > campione.bash", "A file for bash; `. ./campione.bash` in ~/.bashrc loads it")],
    ),
    ("man", &[("campione man --dir man", "All pages; `man man/campione-perft.1` shows one")]),
];

/// The command line with all that the types of the arguments cannot say. `options` gives the list of the engine's options for
/// the commands that have them.
pub(crate) fn command(options: fn(&str) -> Option<String>) -> Command {
    let listed = Args::command().mut_subcommands(|inner| match (options(inner.get_name()), inner.get_after_help()) {
        (Some(list), Some(help)) => {
            let help = format!("{help}\n\n{list}");
            inner.after_help(help)
        }
        _ => inner,
    });
    with_examples(of(listed, "variants", with_toml), "")
}

/// Reads a command line, of which the first word is the program's name.
///
/// # Errors
/// The arguments are wrong, or only help is asked for: clap's error prints it.
pub(crate) fn read(
    words: impl IntoIterator<Item = OsString>,
    options: fn(&str) -> Option<String>,
) -> Result<Args, clap::Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    let mut plain = command(|_| None);
    match plain.try_get_matches_from_mut(&words) {
        Ok(matches) => Args::from_arg_matches(&matches).map_err(|error| error.format(&mut plain)),
        // The options are listed where help is asked for: otherwise each start would make the lists.
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            Err(command(options).try_get_matches_from(words).err().unwrap_or(error))
        }
        Err(error) => Err(error),
    }
}

/// The command line for scripts that complete it: variants are offered by their ids. The parser has no such list, because a
/// variant may also be a file.
pub(crate) fn completing(command: Command) -> Command {
    let ids = |argument: Arg| argument.value_parser(PossibleValuesParser::new(Variant::all_ids()));
    of(command.mut_arg("variant", ids), "variants", |command| command.mut_arg("id", ids))
}

/// Changes a subcommand and leaves it where it is; `Command::mut_subcommand` puts it behind all others.
fn of(command: Command, name: &str, change: impl Fn(Command) -> Command) -> Command {
    command.mut_subcommands(|inner| if inner.get_name() == name { change(inner) } else { inner })
}

/// `--format` of the one command that also writes TOML. An argument of a command's own replaces the global one with its id.
fn with_toml(command: Command) -> Command {
    let global = Args::command();
    let Some(format) = global.get_arguments().find(|argument| argument.get_id() == "output") else { return command };
    let help = "Text for people, JSON for programs, or, for one variant, TOML: its file, to start your own from";
    command.arg(format.clone().global(false).help(help).value_parser(outputs(&["text", "json", "toml"])))
}

/// A command and its subcommands with their examples. `path` is the words of the command after the program's name.
fn with_examples(command: Command, path: &str) -> Command {
    let command = match EXAMPLES.iter().find(|(name, _)| *name == path) {
        None => command,
        Some((_, examples)) => {
            let before = command.get_after_help().map_or_else(String::new, |help| format!("{help}\n\n"));
            command.after_help(StyledStr::from(before + &text(examples)))
        }
    };
    command.mut_subcommands(|inner| {
        let path = format!("{path} {}", inner.get_name());
        with_examples(inner, path.trim_start())
    })
}

/// Examples as lines, each behind a line that says what it does. So lines of 80 columns are enough.
fn text(examples: &[Example]) -> String {
    let lines = examples.iter().map(|(line, does)| match *does {
        "" => format!("\n  {line}"),
        does => format!("\n  # {does}\n  {line}"),
    });
    format!("{EXAMPLES_HEAD}{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command(|_| None).debug_assert();
        completing(command(|_| None)).debug_assert();
    }

    #[test]
    fn every_command_has_examples_that_fit() {
        fn check(command: &Command, path: &str) -> usize {
            let examples =
                EXAMPLES.iter().find(|(name, _)| *name == path).unwrap_or_else(|| panic!("{path}: no example"));
            // A FEN may be longer.
            let fits = |line: &str| line.chars().count() <= 79 || line.contains("w - - 0 1'");
            assert!(text(examples.1).lines().all(fits), "{}", text(examples.1));
            assert!(examples.1.iter().all(|(line, _)| line.contains(&format!("campione {path}"))), "{path}");
            let inner = command.get_subcommands();
            1 + inner.map(|inner| check(inner, format!("{path} {}", inner.get_name()).trim_start())).sum::<usize>()
        }
        assert_eq!(check(&command(|_| None), ""), EXAMPLES.len(), "examples of a command that does not exist");
    }
}
