//! Our variants in other programs: what each program calls them, and by which of our rules it plays them.
//!
//! A new variant needs a row here, and nothing else for its names.

mod left_out;

use campione_core::{Variant, VariantFaults};

pub use self::left_out::LeftOut;
use self::left_out::LeftOut::{BarredDoubleStep, Castling, NoEnPassant, OtherPartners, SafeRookPath, Waiting};

/// How a program knows a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Under this name.
    As(&'static str),
    /// Under this name, with castling as in Chess960: castling fields have file letters, if the program supports them.
    Random(&'static str),
    /// It does not know it: we describe the variant to it, without these rules.
    Described(&'static [LeftOut]),
}

impl Known {
    /// Our rules that are left out.
    pub fn left_out(self) -> &'static [LeftOut] {
        match self {
            Known::As(_) | Known::Random(_) => &[],
            Known::Described(left_out) => left_out,
        }
    }

    /// A variant without these rules.
    ///
    /// # Errors
    /// The rules that are left do not make a variant.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_variants::{Known, LeftOut};
    /// let carrera = Variant::named("carrera")?;
    /// let known = Known::Described(&[LeftOut::NoEnPassant]);
    /// assert!(!carrera.en_passant() && known.shared(carrera)?.en_passant());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shared(self, variant: Variant) -> Result<Variant, VariantFaults> {
        let mut spec = variant.spec().clone();
        self.left_out().iter().for_each(|left_out| left_out.apply(&mut spec));
        Variant::compile(spec)
    }
}

/// A variant in other programs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Foreign {
    /// Our id.
    pub id: &'static str,
    /// Names in tags and options of other programs, in lower case, without spaces and signs.
    pub names: &'static [&'static str],
    /// The name in `XBoard`, if it knows the variant by itself.
    pub xboard: Option<&'static str>,
    /// The name that an engine should have for `XBoard` to pass it on, if it must not be our id.
    pub for_xboard: Option<&'static str>,
    /// The name in cutechess. Programs of that kind look for it in the list of an engine's variants.
    pub cutechess: Option<&'static str>,
    /// Our variant with the same rules, but another array, that more programs know.
    pub arrayed_as: Option<&'static str>,
    /// How Fairy-Stockfish plays it, if it can.
    ///
    /// Debian's version 11 cannot forbid captures en passant, so no version is asked to. It does not know the centurion
    /// either; its start position shows that.
    pub fairy_stockfish: Option<Known>,
    /// A variant of Fairy-Stockfish with a board and an army like this one's, but other rules.
    pub fairy_stockfish_kin: Option<&'static str>,
    /// How Sjaak II plays it, if it can.
    ///
    /// In its own `embassy` the king may castle to either of two squares on each side, which no source supports, so ours
    /// is described to it. It lacks `arciscacchiere`: one of the pieces has both true and lame leaps, and Sjaak supports
    /// only one kind in a piece.
    pub sjaak: Option<Known>,
}

/// All built-in variants, in the order of [`Variant::all_ids`].
const ALL: &[Foreign] = &[
    of("carrera").names(&["carrerachess", "carreraschess"]).fairy_stockfish(CARRERA).sjaak(BARRED),
    of("carrera-qac").fairy_stockfish(CARRERA).sjaak(BARRED),
    of("modern-carrera").names(&["moderncarrerachess", "moderncarreraschess"]).arrayed_as("capablanca"),
    of("archchess").names(&["archchess1683"]).fairy_stockfish(ARCHCHESS).sjaak(&[Castling, BarredDoubleStep]),
    of("arciscacchiere").fairy_stockfish(ARCHCHESS),
    of("herb-garden").names(&["herbgardenchess"]).fairy_stockfish(&[Castling]).sjaak(&[OtherPartners]),
    of("herb-garden-2002b"),
    of("crc")
        .names(&["capablancarandom", "capablancarandomchess", "caparandom", "randomcapablanca"])
        .xboard("caparandom")
        .cutechess("caparandom")
        .both(Known::Random("caparandom")),
    of("courier-spiel")
        .names(&["courierspiel1821", "kurierspiel"])
        .for_xboard("kurierspiel")
        .fairy_stockfish(COURIER)
        .kin("courier")
        .sjaak(COURIER),
    of("capablanca")
        .names(&["capablancachess", "capablancaschess", "capa"])
        .xboard("capablanca")
        .cutechess("capablanca")
        .both(Known::As("capablanca")),
    of("gothic").names(&["gothicchess"]).xboard("gothic").cutechess("gothic").both(Known::As("gothic")),
    of("embassy").names(&["embassychess"]).cutechess("embassy").both(Known::As("embassy")).sjaak(&[]),
    of("janus")
        .names(&["januschess", "janusschach"])
        .xboard("janus")
        .cutechess("janus")
        .both(Known::As("janus"))
        .sjaak(&[]),
    of("bird").names(&["birdchess", "birdschess"]).arrayed_as("capablanca"),
    of("chess")
        .names(&["standard", "normal", "orthodox", "orthodoxchess", "fromposition", "regular", "classical"])
        .xboard("normal")
        .cutechess("standard")
        .both(Known::As("chess"))
        .sjaak_as(Known::As("normal")),
    of("chess960")
        .names(&[
            "960",
            "chess9lx",
            "fischerandom",
            "fischerandomchess",
            "fischerrandom",
            "fischerrandomchess",
            "frc",
            "freestyle",
            "freestylechess",
            "wildfr",
        ])
        .xboard("fischerandom")
        .cutechess("fischerandom")
        .both(Known::Random("chess"))
        .sjaak_as(Known::Random("chess960")),
    guest("grand").names(&["grandchess"]).xboard("grand"),
    guest("opulent").names(&["opulentchess"]),
    guest("tencubed").names(&["tencubedchess"]),
    guest("shako").names(&["shakochess"]),
    guest("chancellor").names(&["chancellorchess"]),
    guest("modern").names(&["modernchess", "mauramodernchess"]),
    guest("centaur").names(&["royalcourt", "royalcourtchess"]),
    guest("courier").names(&["courierchess", "courierchess12x8"]),
    guest("shatranj").xboard("shatranj"),
    guest("chaturanga"),
    guest("almost").names(&["almostchess"]),
    guest("amazon").names(&["amazonchess"]),
    guest("berolina").names(&["berolinachess"]),
    guest("knightmate").xboard("knightmate"),
    guest("hoppelpoppel"),
    guest("newzealand").names(&["newzealandchess"]),
    guest("losalamos").names(&["losalamoschess"]),
    guest("gardner").names(&["gardnersminichess", "minichess"]),
];

const BARRED: &[LeftOut] = &[BarredDoubleStep];
const CARRERA: &[LeftOut] = &[BarredDoubleStep, NoEnPassant];
const ARCHCHESS: &[LeftOut] = &[Castling, BarredDoubleStep, NoEnPassant];
const COURIER: &[LeftOut] = &[SafeRookPath, Waiting];

/// A variant that no other program plays.
const fn of(id: &'static str) -> Foreign {
    Foreign {
        id,
        names: &[],
        xboard: None,
        for_xboard: None,
        cutechess: None,
        arrayed_as: None,
        fairy_stockfish: None,
        fairy_stockfish_kin: None,
        sjaak: None,
    }
}

/// A guest that Fairy-Stockfish has by the same name; `ini/known.ini` has its template.
const fn guest(id: &'static str) -> Foreign {
    Foreign { fairy_stockfish: Some(Known::As(id)), ..of(id) }
}

impl Foreign {
    const fn names(self, names: &'static [&'static str]) -> Foreign {
        Foreign { names, ..self }
    }

    const fn xboard(self, name: &'static str) -> Foreign {
        Foreign { xboard: Some(name), ..self }
    }

    const fn for_xboard(self, name: &'static str) -> Foreign {
        Foreign { for_xboard: Some(name), ..self }
    }

    const fn cutechess(self, name: &'static str) -> Foreign {
        Foreign { cutechess: Some(name), ..self }
    }

    const fn kin(self, name: &'static str) -> Foreign {
        Foreign { fairy_stockfish_kin: Some(name), ..self }
    }

    /// Fairy-Stockfish and Sjaak know it.
    const fn both(self, known: Known) -> Foreign {
        Foreign { fairy_stockfish: Some(known), sjaak: Some(known), ..self }
    }

    /// Fairy-Stockfish and Sjaak know this variant of ours, which differs in the array only.
    const fn arrayed_as(self, id: &'static str) -> Foreign {
        Foreign { arrayed_as: Some(id), ..self.both(Known::As(id)) }
    }

    /// It is described to Fairy-Stockfish.
    const fn fairy_stockfish(self, left_out: &'static [LeftOut]) -> Foreign {
        Foreign { fairy_stockfish: Some(Known::Described(left_out)), ..self }
    }

    /// It is described to Sjaak.
    const fn sjaak(self, left_out: &'static [LeftOut]) -> Foreign {
        self.sjaak_as(Known::Described(left_out))
    }

    const fn sjaak_as(self, known: Known) -> Foreign {
        Foreign { sjaak: Some(known), ..self }
    }

    /// All built-in variants, the guests last.
    pub fn all() -> impl Iterator<Item = &'static Foreign> + Clone {
        ALL.iter()
    }

    /// A variant; `None` if it is not built in, even if it has the id of one that is.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_variants::Foreign;
    /// let crc = Foreign::of(Variant::named("crc")?).expect("it is built in");
    /// assert_eq!((crc.xboard, crc.arrayed_as), (Some("caparandom"), None));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn of(variant: Variant) -> Option<&'static Foreign> {
        ALL.iter().find(|row| row.id == variant.id()).filter(|_| variant.is_built_in())
    }
}

/// The id of the built-in variant with a name: its id, its own name or one that other programs use, in either case, with
/// or without spaces, hyphens and apostrophes.
///
/// ```
/// use campione_variants::variant_id;
/// assert_eq!(variant_id("Capablanca Random"), Some("crc"));
/// assert_eq!(variant_id("fischerandom"), Some("chess960"));
/// assert_eq!(variant_id("crazyhouse"), None);
/// ```
pub fn variant_id(name: &str) -> Option<&'static str> {
    let bare =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let name = bare(name);
    let alias = || ALL.iter().find(|row| row.names.contains(&name.as_str())).map(|row| row.id);
    Variant::all_ids().find(|id| bare(id) == name).or_else(alias)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::internal::known_names;

    #[test]
    fn every_variant_has_its_row() {
        assert!(
            ALL.iter().map(|row| row.id).eq(Variant::all_ids()),
            "a row for each variant, in the order of their ids"
        );
    }

    #[test]
    fn the_table_is_bare_and_has_nothing_twice() {
        let mut seen: Vec<String> = Variant::all_ids().map(|id| id.replace('-', "")).collect();
        for name in ALL.iter().flat_map(|row| row.names) {
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{name}");
            assert!(!seen.iter().any(|known| known == name), "{name} is there twice");
            seen.push((*name).to_owned());
        }
    }

    #[test]
    fn what_a_program_calls_a_variant_means_it_here() {
        for row in ALL {
            for name in [row.xboard, row.for_xboard, row.cutechess].into_iter().flatten() {
                assert_eq!(variant_id(name), Some(row.id), "{name}");
            }
            let Some(id) = row.arrayed_as else { continue };
            assert!(ALL.iter().any(|other| other.id == id && other.arrayed_as.is_none()), "{id}");
        }
    }

    #[test]
    fn a_guest_that_fairy_stockfish_has_is_a_template_of_its_file() {
        for row in ALL.iter().filter(|row| Variant::guest_ids().any(|id| id == row.id)) {
            let theirs =
                matches!(row.fairy_stockfish, Some(Known::As(name)) if known_names().any(|known| known == name));
            assert_eq!(theirs, row.fairy_stockfish.is_some(), "{}: its template is missing in known.ini", row.id);
        }
    }

    #[test]
    fn every_variant_compiles_without_the_rules_left_out() {
        for row in ALL {
            let full = Variant::named(row.id).unwrap();
            for known in [row.fairy_stockfish, row.sjaak].into_iter().flatten() {
                let shared = known.shared(full).unwrap();
                assert_eq!(shared.files(), full.files());
                assert_eq!(shared.spec() == full.spec(), known.left_out().is_empty(), "{}", row.id);
            }
        }
    }
}
