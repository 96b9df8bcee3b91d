//! Lines of a protocol.

/// Most lines of a session.
const MOST: usize = 60;

/// Most mebibytes that a session may ask for.
pub const MEMORY: u64 = 64;

/// Most threads that it may ask for.
pub const THREADS: u64 = 4;

/// The number that a line ends with, or 0.
pub fn number(line: &str) -> u64 {
    line.split_whitespace().last().and_then(|word| word.parse().ok()).unwrap_or_default()
}

/// Those lines that are told, of which `keep` sees the text in lower case.
pub fn kept(data: &[u8], keep: impl Fn(&str) -> bool) -> Vec<u8> {
    let lines = data.split_inclusive(|&byte| byte == b'\n').take(MOST);
    lines.filter(|line| keep(&String::from_utf8_lossy(line).to_lowercase())).flatten().copied().collect()
}
