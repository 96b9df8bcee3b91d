//! `bindgen FILE.wasm FOLDER` writes the library and the JavaScript that calls it into a folder.

use std::env::args_os;

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = args_os().skip(1);
    let input = arguments.next().context("usage: bindgen FILE.wasm FOLDER")?;
    let output = arguments.next().context("usage: bindgen FILE.wasm FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name("campione").typescript(true).remove_name_section(true).web(true)?;
    bindgen.generate(output)
}
