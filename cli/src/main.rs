//! The program: all it does is in `campione-cli`.

fn main() -> std::process::ExitCode {
    campione_cli::main()
}
