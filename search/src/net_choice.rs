//! Which net evaluates a variant, and what a thread keeps of its evaluations.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::net::{Accumulators, Fitted, Header, Layout, Net, NetError};
use campione_core::Variant;

use crate::eval::PawnTable;
use crate::score::MAX_PLY;

/// Which net evaluates positions, if any.
#[derive(Clone, Debug, Default)]
pub enum NetChoice {
    /// The embedded net that fits the variant best, if one fits. None is embedded without the feature `nets`.
    #[default]
    Embedded,
    /// No net: the hand-written evaluation is used.
    Off,
    /// This net for the variants that it fits, and [`Embedded`](Self::Embedded) for others.
    Given(Arc<Net>),
}

impl PartialEq for NetChoice {
    fn eq(&self, other: &NetChoice) -> bool {
        match (self, other) {
            (NetChoice::Embedded, NetChoice::Embedded) | (NetChoice::Off, NetChoice::Off) => true,
            // A net has millions of weights, and an engine is configured for each search.
            (NetChoice::Given(one), NetChoice::Given(other)) => Arc::ptr_eq(one, other) || one == other,
            _ => false,
        }
    }
}

impl NetChoice {
    /// The net that evaluates a variant.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_search::NetChoice;
    /// let carrera = Variant::named("carrera")?;
    /// assert!(NetChoice::Embedded.fitted(carrera).is_some());
    /// assert!(NetChoice::Off.fitted(carrera).is_none());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn fitted(&self, variant: Variant) -> Option<Fitted> {
        match self {
            NetChoice::Off => None,
            NetChoice::Embedded => embedded(variant),
            NetChoice::Given(net) => Fitted::new(net.clone(), variant).ok().or_else(|| embedded(variant)),
        }
    }
}

/// The files `search/data/*.net`. A test checks that none is missing here.
#[cfg(feature = "nets")]
const EMBEDDED: &[&[u8]] = &[
    include_bytes!("../data/10x8.net"),
    include_bytes!("../data/archchess.net"),
    include_bytes!("../data/chancellor.net"),
    include_bytes!("../data/chess.net"),
    include_bytes!("../data/courier.net"),
    include_bytes!("../data/courier-spiel.net"),
    include_bytes!("../data/grand.net"),
    include_bytes!("../data/herb-garden.net"),
    include_bytes!("../data/modern.net"),
    include_bytes!("../data/opulent.net"),
    include_bytes!("../data/shako.net"),
    include_bytes!("../data/tencubed.net"),
];
#[cfg(not(feature = "nets"))]
const EMBEDDED: &[&[u8]] = &[];

/// A net of the program. It is read when a variant needs it: most programs search one variant.
struct EmbeddedNet {
    layout: Layout,
    bytes: &'static [u8],
    net: OnceLock<Arc<Net>>,
}

static NETS: LazyLock<Vec<EmbeddedNet>> = LazyLock::new(|| {
    let layout = |&bytes: &&'static [u8]| EmbeddedNet {
        layout: good(Header::from_bytes(bytes)).layout,
        bytes,
        net: OnceLock::new(),
    };
    EMBEDDED.iter().map(layout).collect()
});

/// What was read from an embedded net.
fn good<T>(read: Result<T, NetError>) -> T {
    read.unwrap_or_else(|error| unreachable!("search/data: {error}"))
}

/// The embedded net that fits a variant best.
fn embedded(variant: Variant) -> Option<Fitted> {
    let best = Layout::best_for(NETS.iter().map(|net| &net.layout), variant)?;
    let EmbeddedNet { bytes, net, .. } = &NETS[best];
    Fitted::new(net.get_or_init(|| Arc::new(good(Net::from_bytes(bytes)))).clone(), variant).ok()
}

/// The evaluation caches that a thread keeps from one search to the next.
#[derive(Debug)]
pub(crate) struct EvalCache {
    pub(crate) pawns: PawnTable,
    /// `None` if no net evaluates.
    pub(crate) accumulators: Option<Accumulators>,
}

impl EvalCache {
    pub(crate) fn new(net: Option<&Fitted>) -> EvalCache {
        EvalCache { pawns: PawnTable::new(), accumulators: net.map(|net| Accumulators::new(net, MAX_PLY + 3)) }
    }
}

#[cfg(test)]
mod tests;
