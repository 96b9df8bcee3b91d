//! `cargo lab`: where the engine is measured and made.

use std::process::ExitCode;

fn main() -> ExitCode {
    campione_lab::main()
}
