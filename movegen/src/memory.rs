//! Memory for large tables that are read at random.

use bytemuck::Zeroable;

/// Entries of a line.
const PER_LINE: usize = 4;

/// The size of a line of the processor's cache in bytes.
const LINE: usize = 64;

/// Zeroed lines of the cache with four entries each, which are found by a number. It is for the crates of the workspace and
/// not part of the public interface.
///
/// The system provides a page when it is first used. Memory that is aligned to lines from the start would be written at once
/// (Rust's allocator zeroes what has more than the usual alignment itself), by one thread and in small pages. So the lines
/// begin where the first one does.
#[doc(hidden)]
#[derive(Debug)]
pub struct Lines<T> {
    entries: Box<[T]>,
    /// The entries before the first line.
    before: usize,
}

impl<T: Zeroable> Lines<T> {
    /// How many lines a mebibyte holds.
    pub const IN_MEBIBYTE: usize = (1 << 20) / LINE;

    /// So many lines, at least one. `None` if the system does not provide the memory.
    pub fn new(count: usize) -> Option<Lines<T>> {
        const { assert!(size_of::<T>() * PER_LINE == LINE) }
        let entries = count.max(1).checked_mul(PER_LINE)?.checked_add(PER_LINE - 1)?;
        let mut entries: Box<[T]> = bytemuck::try_zeroed_slice_box(entries).ok()?;
        ask_for_huge_pages(&mut entries);
        // Entries that straddle lines cannot be moved into them: then each is spread over two, and only speed suffers.
        let before = Some(entries.as_ptr().align_offset(LINE)).filter(|&before| before < PER_LINE).unwrap_or(0);
        Some(Lines { entries, before })
    }

    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> &[[T; PER_LINE]] {
        self.entries[self.before..].as_chunks().0
    }

    /// The same, to clear them.
    pub fn all_mut(&mut self) -> &mut [[T; PER_LINE]] {
        self.entries[self.before..].as_chunks_mut().0
    }

    /// The line for a number. Numbers are spread evenly over any number of lines, without a division.
    #[inline(always)]
    pub fn of(&self, number: u64) -> &[T; PER_LINE] {
        let lines = self.all();
        &lines[((u128::from(number) * lines.len() as u128) >> 64) as usize]
    }
}

/// Asks the system to back unused memory with pages of 2 MiB. With small pages nearly every access to a large table must look
/// up its page first.
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code, reason = "a system call, measured in docs/background/performance.md")]
fn ask_for_huge_pages<T>(memory: &mut [T]) {
    const PAGE: usize = 4096;
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    if let Some(length) = size_of_val(memory).checked_sub(skipped) {
        // SAFETY: the range lies within memory that we own exclusively, and the advice changes nothing that a program can
        // observe. It does not matter if the system refuses it.
        unsafe { libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE) };
    }
}

/// Does nothing: only Linux supports the request.
#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_huge_pages<T>(_memory: &mut [T]) {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    type Entry = [AtomicU64; 2];

    #[test]
    fn lines_are_empty_whole_and_as_many_as_asked() {
        for count in [1, 2, 3, 1000] {
            let mut lines: Lines<Entry> = Lines::new(count).unwrap();
            assert_eq!(lines.all().len(), count);
            assert_eq!(lines.all_mut().len(), count);
            assert_eq!(lines.all().as_ptr().align_offset(LINE), 0);
            assert!(lines.all().as_flattened().as_flattened().iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
        assert_eq!(Lines::<Entry>::new(0).unwrap().all().len(), 1);
        assert!(Lines::<Entry>::new(usize::MAX).is_none());
    }

    #[test]
    fn numbers_are_spread_over_all_lines() {
        let lines: Lines<Entry> = Lines::new(3).unwrap();
        let place = |number| lines.all().iter().position(|line| std::ptr::eq(line, lines.of(number))).unwrap();
        let third = u64::MAX / 3;
        assert_eq!([0, third, third + 2, 2 * third, 2 * third + 2, u64::MAX].map(place), [0, 0, 1, 1, 2, 2]);
    }
}
