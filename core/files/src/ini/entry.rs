//! The lines of a section.

use std::ops::Range;

/// A line `key = value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry<'t> {
    pub(super) key: &'t str,
    pub(super) value: &'t str,
    /// The place of the key.
    pub(super) key_span: Range<usize>,
    /// The place of the value, or of the key if there is no value.
    pub(super) span: Range<usize>,
}
