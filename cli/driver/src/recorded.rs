//! A program that somebody runs by hand: its divides are texts that were pasted.

use std::collections::HashMap;

use crate::counter::{Counter, Place, Protocol, SetUp};
use crate::session::DriverError;

/// A program whose answers are known beforehand. The first question gets the first text, each new question the next one, and
/// a question that was asked before gets its text again. When there is no text left, it fails with
/// [`DriverError::NotRecorded`].
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::Recorded;
/// use campione_driver::Protocol;
/// use campione_driver::bisect::{BisectSettings, Bisection, count};
/// use campione_movegen::Position;
/// let start = Position::start(Variant::named("chess")?);
/// let ask = |texts: &[&str]| {
///     let peer = Recorded::new(Protocol::Uci, texts);
///     Bisection::new(Box::new(peer), BisectSettings::to_depth(2), start.variant(), &count).walk(&start)
/// };
/// let error = ask(&[]).unwrap_err();
/// let (place, depth) = error.question().expect("there is no answer yet");
/// assert_eq!((place.moves.len(), depth), (0, 2));
/// // It is told that there is nothing but a2a3, and 19 positions after it.
/// let report = ask(&["a2a3: 19"])?;
/// assert_eq!((report.agrees, report.missing.len()), (false, 19));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorded {
    protocol: Protocol,
    /// The texts that are left, the next one last.
    rest: Vec<Vec<String>>,
    given: HashMap<(Place, u32), Vec<String>>,
    place: Place,
}

impl Recorded {
    /// A program that is sent what `protocol` has, and what it printed, question by question.
    pub fn new(protocol: Protocol, texts: &[impl AsRef<str>]) -> Recorded {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        let rest = texts.iter().rev().map(|text| lines(text.as_ref())).collect();
        Recorded { protocol, rest, given: HashMap::new(), place: Place::default() }
    }
}

impl Counter for Recorded {
    fn name(&self) -> &'static str {
        "the engine"
    }

    fn protocol(&self) -> Protocol {
        self.protocol
    }

    fn takes_moves(&self) -> bool {
        self.protocol != Protocol::Template
    }

    fn by_hand(&self) -> bool {
        true
    }

    fn set_up(&mut self, place: &Place) -> Result<SetUp, DriverError> {
        self.place = place.clone();
        Ok(SetUp::default())
    }

    fn divide(&mut self, depth: u32) -> Result<Vec<String>, DriverError> {
        let question = (self.place.clone(), depth);
        if let Some(lines) = self.given.get(&question) {
            return Ok(lines.clone());
        }
        let lines = self.rest.pop().ok_or(DriverError::NotRecorded)?;
        self.given.insert(question, lines.clone());
        Ok(lines)
    }
}

#[cfg(test)]
mod tests;
