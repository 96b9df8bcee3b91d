//! `cargo xtask thorough`: the sampling tests, with large samples.
//!
//! `cargo test` takes small samples, so that it takes only minutes. Here the same tests take large ones: more random games
//! and files, endings with two pieces, whole test suites, the bench at its default depth.

use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use crate::{Verdict, root};

/// A package, and its integration tests whose samples have two sizes.
const TESTS: &[(&str, &[&str])] = &[
    (
        "campione-notation",
        &[
            "bare_king::few_pieces_agree_with_the_slow_generator",
            "differential::random_games_agree_with_the_slow_generator",
            "files::built_in_games_flattened_agree_with_the_slow_generator",
            "files::movements_mean_the_same",
            "files::random_files_agree_with_the_slow_generator",
            "notations::every_notation_reads_back_in_random_games",
            "scan::legal_moves_are_known_without_a_list",
            "why::no_illegal_move_is_without_a_reason",
        ],
    ),
    (
        "campione-endgame",
        &[
            "bare::kings_with_other_steps",
            "bare::two_pieces",
            "dead::one_piece",
            "dead::two_pieces",
            "dead::where_the_list_is_short",
            "files::a_folder_says_what_memory_says",
            "files::cut_damaged_and_foreign_files_are_refused",
            "files::random_probes_are_what_a_forward_search_finds",
            "files::tables_are_verified_and_faults_found",
            "published::longest_wins_of_chess",
            "real::one_piece",
            "real::two_pieces",
            "small::all_that_is_needed_is_in_memory",
            "small::long_steps",
            "small::orthodox_endings",
            "small::other_ends",
            "small::pawns_by_other_rules",
            "small::pieces_of_all_kinds",
            "small::threads_do_not_matter",
            "small::waiting_pawns",
        ],
    ),
    (
        "campione-search",
        &[
            "endings::archchess",
            "endings::carrera",
            "endings::courier_spiel",
            "endings::crc",
            "endings::herb_garden",
            "lines::every_line_can_be_played",
            "lines::several_lines_begin_differently_and_come_in_order",
            "mates::a_mate_that_is_asked_for_is_proven_or_there_is_none",
            "mates::mates_that_are_told_are_true",
            "net_choice::every_game_can_be_searched_with_a_net",
            "strange::invented_games_can_be_searched",
            "suites::the_engine_proves_every_mate",
            "suites::the_engine_solves_the_tactics",
            "tables::the_root_is_what_the_table_says",
            "tables::what_is_won_is_won",
        ],
    ),
    ("campione-lab", &["puzzles::puzzles_are_proven", "suites::mates_are_proven", "suites::tactics_are_proven"]),
    (
        "campione",
        &[
            "bisect::real::fairy_stockfish_agrees",
            "piped::uci_loses_no_answer",
            "piped::xboard_loses_no_answer",
            "suite::the_bench_has_its_committed_nodes_with_nets",
            "suite::the_bench_has_its_committed_nodes_without_nets",
        ],
    ),
];

pub(crate) fn run() -> anyhow::Result<Verdict> {
    // A renamed test would be skipped silently.
    let list = test().arg("--list").stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(list.status.success(), "the tests cannot be built");
    let list = String::from_utf8(list.stdout)?;
    let found: Vec<&str> = list.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    for &(package, tests) in TESTS {
        let missing: Vec<&&str> = tests.iter().filter(|test| !found.contains(test)).collect();
        ensure!(missing.is_empty(), "{package} has no test {missing:?}: correct TESTS in {}", file!());
    }
    let status = test().status().context("cannot start cargo")?;
    Ok(Verdict::of(usize::from(!status.success())))
}

/// The command that runs all these tests with large samples.
fn test() -> Command {
    let mut command = Command::new(env!("CARGO"));
    // The whole workspace, as `cargo test` builds it: a package alone has other features and would be built again.
    command.args(["test", "--workspace", "--test", "it", "--no-fail-fast", "--", "--exact"]);
    command.args(TESTS.iter().flat_map(|(_, tests)| *tests));
    command.env("CAMPIONE_THOROUGH", "1").current_dir(root());
    command
}
