//! Lines and whole files of bounded length.

use std::io::{self, Read};

/// The longest line that is read, in bytes.
pub const MAX_LINE: u64 = 1 << 20;

/// The whole content of a file or stream, of at most `most` bytes.
///
/// # Errors
/// It cannot be read, or is longer (`FileTooLarge`).
///
/// ```
/// use campione_cli::count::input::read_whole;
/// assert_eq!(read_whole(&b"abc"[..], 3)?, b"abc");
/// assert!(read_whole(&b"abcd"[..], 3).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_whole(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {} MiB", most >> 20)));
    }
    Ok(bytes)
}

/// Removes the byte order mark that some programs write before UTF-8.
///
/// ```
/// assert_eq!(campione_cli::count::input::without_mark(b"\xef\xbb\xbfchess"), b"chess");
/// ```
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// A line as text: without its line end and, if it is the first line (`number` 1), without the byte order mark.
///
/// # Errors
/// The line is not UTF-8.
///
/// ```
/// use campione_cli::count::input::text_of_line;
/// assert_eq!(text_of_line(1, b"\xef\xbb\xbfchess\r\n"), Ok("chess"));
/// assert!(text_of_line(2, b"\xff\n").is_err());
/// ```
pub fn text_of_line(number: u64, line: &[u8]) -> Result<&str, String> {
    let line = if number == 1 { without_mark(line) } else { line };
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    std::str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned())
}
