//! Lines of a protocol.

/// Most lines of a session.
const MOST: usize = 60;

/// Those lines that are told, of which `keep` sees the text in lower case.
pub fn kept(data: &[u8], keep: impl Fn(&str) -> bool) -> Vec<u8> {
    let lines = data.split_inclusive(|&byte| byte == b'\n').take(MOST);
    lines.filter(|line| keep(&String::from_utf8_lossy(line).to_lowercase())).flatten().copied().collect()
}
