//! What crosses the border: calls, texts, results.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{self, Error, Status};

/// The length of a text that ends at its NUL: `CAMPIONE_TO_NUL`.
const TO_NUL: usize = usize::MAX;

/// Does the work of a call. A panic is an error, and the error is kept for the thread.
pub(crate) fn call(work: impl FnOnce() -> Result<(), Error>) -> Status {
    error::keep(catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Error::bug())))
}

/// The same for what cannot fail, with a value if a bug panics all the same.
pub(crate) fn ask<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(otherwise)
}

/// A lock that has no state to be poisoned: what it guards is whole between any two statements.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An argument that must be there.
pub(crate) fn given<'a, T>(argument: Option<&'a T>, name: &str) -> Result<&'a T, Error> {
    argument.ok_or_else(|| Error::null(name))
}

/// A place that must be there.
pub(crate) fn place<'a, T>(place: Option<&'a mut MaybeUninit<T>>, name: &str) -> Result<&'a mut MaybeUninit<T>, Error> {
    place.ok_or_else(|| Error::null(name))
}

/// The place of a pointer, which is NULL until there is something to point to.
pub(crate) fn pointer_place<'a, T>(
    place: Option<&'a mut MaybeUninit<*mut T>>,
    name: &str,
) -> Result<&'a mut MaybeUninit<*mut T>, Error> {
    let place = self::place(place, name)?;
    place.write(ptr::null_mut());
    Ok(place)
}

/// A new handle.
pub(crate) fn handle<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// A text from C.
///
/// # Safety
/// As the header says: `text` is null, or points to `length` bytes, or with [`TO_NUL`] to bytes that end with NUL; they do not change as
/// long as the result is used.
pub(crate) unsafe fn text<'a>(text: *const c_char, length: usize, name: &str) -> Result<&'a str, Error> {
    // SAFETY: the caller's promise.
    unsafe { optional_text(text, length, name) }?.ok_or_else(|| Error::null(name))
}

/// A text from C, or `None` for NULL.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn optional_text<'a>(
    text: *const c_char,
    length: usize,
    name: &str,
) -> Result<Option<&'a str>, Error> {
    if text.is_null() {
        return Ok(None);
    }
    let bytes = if length == TO_NUL {
        // SAFETY: it is not null, and the caller promises that it ends with NUL.
        unsafe { CStr::from_ptr(text) }.to_bytes()
    } else if isize::try_from(length).is_err() {
        return Err(Error::argument("argument.length", name, format!("{name}: no text has {length} bytes")));
    } else {
        // SAFETY: it is not null, no longer than a slice may be, and the caller promises that it has so many bytes.
        unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) }
    };
    let read = std::str::from_utf8(bytes).map_err(|error| {
        let what = format!("{name}: byte {} is not UTF-8", error.valid_up_to() + 1);
        Error::argument("argument.utf8", name, what)
    })?;
    Ok(Some(read))
}

/// A text for C, without NUL inside: that of an input shows as the replacement character.
pub(crate) fn c_text(text: &str) -> CString {
    let text = if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(text) };
    CString::new(text.as_bytes()).unwrap_or_default()
}

/// A text that C frees.
pub(crate) fn owned_text(text: &str) -> *mut c_char {
    c_text(text).into_raw()
}

/// A text of the library as one that ends with NUL. Each is copied once and stays: there are some hundred of them.
pub(crate) fn static_text(text: &'static str) -> *const c_char {
    static TEXTS: Mutex<Option<HashMap<&'static str, CString>>> = Mutex::new(None);
    lock(&TEXTS).get_or_insert_default().entry(text).or_insert_with(|| c_text(text)).as_ptr()
}

/// Copies a text into an array with NUL behind it. What does not fit is left out; moves do.
pub(crate) fn inline_text<const N: usize>(text: &str) -> [c_char; N] {
    let mut array = [0; N];
    for (place, byte) in array.iter_mut().take(N.saturating_sub(1)).zip(text.bytes()) {
        *place = byte as c_char;
    }
    array
}

/// The version of the library, such as `0.1.0`. It is there as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn campione_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Frees a text that came out as `char **`. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller promises that the text is one of `owned_text`, and frees it once.
        drop(unsafe { CString::from_raw(text) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status() {
        assert_eq!(call(|| panic!("a test asked for this panic")), Status::Bug);
        assert_eq!(ask(7, || panic!("a test asked for this panic")), 7);
        assert_eq!(call(|| Ok(())), Status::Ok);
    }

    #[test]
    fn texts_without_nul() {
        assert_eq!(c_text("a\0b").to_str(), Ok("a\u{fffd}b"));
        assert_eq!(inline_text::<4>("abcdef"), [b'a' as c_char, b'b' as c_char, b'c' as c_char, 0]);
    }
}
