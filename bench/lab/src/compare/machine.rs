//! The machine on which the figures were measured.

use std::fs::read_to_string;
use std::process::Command;

/// From this load on, the measurement counts as disturbed.
const BUSY: f64 = 0.5;

/// The load average of the last minute, where the system tells it.
pub(crate) fn load() -> Option<f64> {
    read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// A warning about other work.
pub(crate) fn busy(load: f64) -> Option<String> {
    (load >= BUSY).then(|| format!("the load average is {load:.2}; other work on this machine blurs the figures"))
}

/// The machine, and its load before and after, in a line.
pub(crate) fn describe(before: Option<f64>, after: Option<f64>) -> String {
    let load = before.zip(after).map_or_else(
        || "load average unknown".to_owned(),
        |(before, after)| format!("load average {before:.2} before and {after:.2} after"),
    );
    let busy = if before.and_then(busy).is_some() { " (a busy machine)" } else { "" };
    format!("Machine: {}; {load}{busy}.", cpu())
}

/// The model of the processor, or at least its kind.
fn cpu() -> String {
    let model = read_to_string("/proc/cpuinfo").ok().and_then(|text| model(&text));
    let model = model.or_else(|| {
        let told = Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
        let text = String::from_utf8(told.stdout).ok()?.trim().to_owned();
        (told.status.success() && !text.is_empty()).then_some(text)
    });
    model.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Reads `model name : X`.
fn model(text: &str) -> Option<String> {
    let (_, model) = text.lines().find(|line| line.starts_with("model name"))?.split_once(':')?;
    Some(model.trim().to_owned()).filter(|model| !model.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings() {
        assert_eq!(busy(0.1), None);
        assert!(busy(2.0).unwrap().starts_with("the load average is 2.00;"));
        let line = describe(Some(0.25), Some(1.0));
        assert!(line.ends_with("; load average 0.25 before and 1.00 after."), "{line}");
        assert!(describe(Some(3.0), Some(1.0)).ends_with(" (a busy machine)."));
        assert!(describe(None, Some(1.0)).ends_with("; load average unknown."));
    }

    #[test]
    fn models() {
        assert_eq!(model("processor\t: 0\nmodel name\t: Some CPU: 3 GHz\n").as_deref(), Some("Some CPU: 3 GHz"));
        assert_eq!(model("processor\t: 0\nmodel name\t:\n"), None);
        assert_eq!(model("Features: fp\n"), None);
    }
}
