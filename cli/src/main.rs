//! The binary: all it does is in the library of the same package.

fn main() -> std::process::ExitCode {
    campione::main()
}
