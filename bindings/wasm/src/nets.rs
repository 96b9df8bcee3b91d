//! Which of the package's nets a variant needs. The nets are files that the page loads; only what they say of themselves is in here.

use std::sync::LazyLock;

use campione::Variant;
use campione::net::{Header, Layout};

/// Enough bytes for the header of every net.
const HEAD: usize = 512;

/// The files `search/data/*.net`: their names, and how they begin. `tests/engine.test.mjs` checks that none is missing.
static NETS: [(&str, [u8; HEAD]); 12] = [
    ("10x8", head(include_bytes!("../../../search/data/10x8.net"))),
    ("archchess", head(include_bytes!("../../../search/data/archchess.net"))),
    ("chancellor", head(include_bytes!("../../../search/data/chancellor.net"))),
    ("chess", head(include_bytes!("../../../search/data/chess.net"))),
    ("courier", head(include_bytes!("../../../search/data/courier.net"))),
    ("courier-spiel", head(include_bytes!("../../../search/data/courier-spiel.net"))),
    ("grand", head(include_bytes!("../../../search/data/grand.net"))),
    ("herb-garden", head(include_bytes!("../../../search/data/herb-garden.net"))),
    ("modern", head(include_bytes!("../../../search/data/modern.net"))),
    ("opulent", head(include_bytes!("../../../search/data/opulent.net"))),
    ("shako", head(include_bytes!("../../../search/data/shako.net"))),
    ("tencubed", head(include_bytes!("../../../search/data/tencubed.net"))),
];

static LAYOUTS: LazyLock<Vec<Layout>> = LazyLock::new(|| {
    let layout = |(name, head): &(&str, [u8; HEAD])| match Header::from_bytes(head) {
        Ok(header) => header.layout,
        Err(error) => unreachable!("{name}.net: {error}"),
    };
    NETS.iter().map(layout).collect()
});

const fn head(bytes: &[u8]) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head.copy_from_slice(bytes.split_at(HEAD).0);
    head
}

/// The name of the net that evaluates a variant.
pub(crate) fn net_of(variant: Variant) -> Option<&'static str> {
    Layout::best_for(LAYOUTS.iter(), variant).map(|index| NETS[index].0)
}
