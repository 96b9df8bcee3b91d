//! Variants.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::ptr;

use campione::{FromToml as _, Notation as _, Position, VariantIni};

use crate::border::{ask, call, given, handle, optional_text, owned_text, pointer_place, static_text, text};
use crate::error::{Error, Status};

/// A set of rules, and with it a start position.
///
/// Its tables stay in memory until the process ends, once for each different set of rules: 12 to 25 KiB, up to 600 KiB where pieces hop.
/// The handle itself is small.
pub struct Variant(pub(crate) campione::Variant);

/// How many variants are built in.
#[unsafe(no_mangle)]
pub extern "C" fn campione_variant_count() -> usize {
    ask(0, || campione::Variant::all_ids().count())
}

/// The id of a built-in variant, such as `carrera`; NULL if there are not so many. It is there as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn campione_variant_id_at(index: usize) -> *const c_char {
    ask(ptr::null(), || campione::Variant::all_ids().nth(index).map_or(ptr::null(), static_text))
}

/// A built-in variant by its id, or by what other programs call it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_variant_named(
    name: *const c_char,
    length: usize,
    variant: Option<&mut MaybeUninit<*mut Variant>>,
) -> Status {
    call(|| {
        let variant = pointer_place(variant, "variant")?;
        // SAFETY: what the caller promises of texts.
        let name = unsafe { text(name, length, "name") }?;
        let id = campione::variant_id(name).unwrap_or(name);
        let found =
            campione::Variant::named(id).map_err(|error| campione::UnknownVariant { id: name.to_owned(), ..error })?;
        variant.write(handle(Variant(found)));
        Ok(())
    })
}

/// Reads a variant file (docs/reference/variant-files.md). `id` names the variant if the file does not; NULL is `custom`. The faults
/// have lines and columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_variant_from_toml(
    toml: *const c_char,
    length: usize,
    id: *const c_char,
    id_length: usize,
    variant: Option<&mut MaybeUninit<*mut Variant>>,
) -> Status {
    call(|| {
        let variant = pointer_place(variant, "variant")?;
        // SAFETY: what the caller promises of texts.
        let (toml, id) = unsafe { (text(toml, length, "toml")?, optional_text(id, id_length, "id")?) };
        let read = campione::Variant::from_toml(toml, id.unwrap_or("custom"));
        variant.write(handle(Variant(read.map_err(|faults| Error::file(&faults))?)));
        Ok(())
    })
}

/// Reads a game of a `variants.ini` of Fairy-Stockfish: the one of that name. NULL is its only game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_variant_from_ini(
    ini: *const c_char,
    length: usize,
    name: *const c_char,
    name_length: usize,
    variant: Option<&mut MaybeUninit<*mut Variant>>,
) -> Status {
    call(|| {
        let variant = pointer_place(variant, "variant")?;
        // SAFETY: what the caller promises of texts.
        let (ini, name) = unsafe { (text(ini, length, "ini")?, optional_text(name, name_length, "name")?) };
        let ini = VariantIni::parse(ini).map_err(|faults| Error::file(&faults))?;
        let names: Vec<&str> = ini.names().collect();
        let name = match (name, names.as_slice()) {
            (Some(name), _) => name,
            (None, [only]) => only,
            (None, _) => {
                let which = format!("the file has several games, say which: {}", names.join(", "));
                return Err(Error::range("name", &which));
            }
        };
        let read = ini.variant(name).ok_or_else(|| {
            Error::range("name", &format!("the file has no game `{name}`; it has {}", names.join(", ")))
        })?;
        variant.write(handle(Variant(read.map_err(|faults| Error::file(&faults))?)));
        Ok(())
    })
}

/// Frees a variant. Games of it may go on. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn campione_variant_free(variant: Option<Box<Variant>>) {
    drop(variant);
}

/// A text of a variant for C.
fn text_of(
    variant: Option<&Variant>,
    result: Option<&mut MaybeUninit<*mut c_char>>,
    read: impl FnOnce(campione::Variant) -> String,
) -> Status {
    call(|| {
        let result = pointer_place(result, "text")?;
        result.write(owned_text(&read(given(variant, "variant")?.0)));
        Ok(())
    })
}

/// The id of a variant, such as `carrera`.
#[unsafe(no_mangle)]
pub extern "C" fn campione_variant_id(
    variant: Option<&Variant>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    text_of(variant, text, |variant| variant.id().to_owned())
}

/// The name of a variant in words.
#[unsafe(no_mangle)]
pub extern "C" fn campione_variant_name(
    variant: Option<&Variant>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    text_of(variant, text, |variant| variant.spec().name.clone())
}

/// The start position of a variant as a FEN.
#[unsafe(no_mangle)]
pub extern "C" fn campione_variant_start_fen(
    variant: Option<&Variant>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    text_of(variant, text, |variant| Position::start(variant).fen())
}

/// A variant as a file that campione_variant_from_toml reads back.
#[unsafe(no_mangle)]
pub extern "C" fn campione_variant_to_toml(
    variant: Option<&Variant>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    text_of(variant, text, |variant| variant.spec().to_toml())
}

/// The size of the board: files up to 12, ranks up to 10. One of the two results may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn campione_variant_size(
    variant: Option<&Variant>,
    files: Option<&mut MaybeUninit<u32>>,
    ranks: Option<&mut MaybeUninit<u32>>,
) -> Status {
    call(|| {
        let variant = given(variant, "variant")?.0;
        if files.is_none() && ranks.is_none() {
            return Err(Error::null("files"));
        }
        if let Some(files) = files {
            files.write(u32::from(variant.files()));
        }
        if let Some(ranks) = ranks {
            ranks.write(u32::from(variant.ranks()));
        }
        Ok(())
    })
}
