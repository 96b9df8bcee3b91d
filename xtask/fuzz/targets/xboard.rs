//! A session of `campione xboard`. Run it with `-close_fd_mask=1`: the answers go to standard output.
#![no_main]

use campione_fuzz::lines;
use libfuzzer_sys::fuzz_target;

/// Most mebibytes and threads.
const MOST: (u64, u64) = (64, 4);

fuzz_target!(|data: &[u8]| campione_cli::fuzzing::xboard(&lines::kept(data, is_harmless)));

/// Whether a line reads no file, and asks for no more memory and threads than there are for one of many sessions.
fn is_harmless(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = words.last().and_then(|word| word.parse::<u64>().ok()).unwrap_or_default();
    !line.contains("variantpath")
        && (number <= MOST.0 || !words.contains(&"memory"))
        && (number <= MOST.1 || !words.contains(&"cores"))
}
