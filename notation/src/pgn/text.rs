//! Bytes as text.

/// Decodes a text as UTF-8, else as Latin-1, in which every byte is a character. `latin1` is then set.
pub(super) fn decode(text: &[u8], latin1: &mut bool) -> String {
    let mut decoded = String::new();
    decode_into(&mut decoded, text, latin1);
    decoded
}

/// The same, but replaces a text.
pub(super) fn decode_into(decoded: &mut String, text: &[u8], latin1: &mut bool) {
    decoded.clear();
    if let Ok(text) = std::str::from_utf8(text) {
        decoded.push_str(text);
    } else {
        *latin1 = true;
        decoded.extend(text.iter().map(|&byte| char::from(byte)));
    }
}
