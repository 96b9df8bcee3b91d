//! A session of `campione uci`. Run it with `-close_fd_mask=1`: the answers go to standard output.
#![no_main]

use campione_fuzz::lines;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| campione_cli::fuzzing::uci(&lines::kept(data, is_harmless)));

/// Whether a line reads no file, and asks for no more memory and threads than there are for one of many sessions.
fn is_harmless(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = lines::number(line);
    let sets = |name| words.contains(&"setoption") && words.contains(&name);
    !words.contains(&"variantpath")
        && (number <= lines::MEMORY || !sets("hash"))
        && (number <= lines::THREADS || !sets("threads"))
}
