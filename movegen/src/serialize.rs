//! Faults for serde, with the feature `serde`. Values that have only one form derive it; what needs a notation is in
//! `campione-notation`.

use campione_core::{FaultRecord, SetupField};
use serde::ser::{Serialize, Serializer};

use crate::validation::PositionFault;

/// A field of a FEN.
#[derive(serde::Serialize)]
struct FieldPlace {
    field: SetupField,
}

impl Serialize for PositionFault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = FieldPlace { field: self.field() };
        FaultRecord { code: self.code(), place, text: self.to_string() }.serialize(serializer)
    }
}
