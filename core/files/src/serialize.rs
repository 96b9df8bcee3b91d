//! Values for serde, with the feature `serde`: faults as `{ code, place, text }`.

use campione_core::FaultRecord;
use serde::ser::{Serialize, Serializer};

use crate::file::FileFault;

/// A place in a variant's file.
#[derive(serde::Serialize)]
struct FilePlace<'f> {
    key: &'f [String],
    line: usize,
    column: usize,
}

impl Serialize for FileFault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = FilePlace { key: &self.key, line: self.line, column: self.column };
        FaultRecord { code: self.code(), place, text: self.reason() }.serialize(serializer)
    }
}
