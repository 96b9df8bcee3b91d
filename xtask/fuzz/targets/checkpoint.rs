//! A checkpoint of a count: a byte that says whether the seal is put below the rest, and the rest.
#![no_main]

use campione_cli::count::fuzzing;
use campione_fuzz::Input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let sealed = input.byte() == b's';
    let mut file = input.rest().to_owned();
    if sealed {
        file.extend(fuzzing::seal(&file).bytes());
    }
    fuzzing::checkpoint(&file);
});
