use std::path::Path;

use super::*;

#[test]
fn every_net_of_the_folder_is_in_the_program_and_of_use() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "net") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        assert!(EMBEDDED.contains(&&bytes[..]), "{} is not in the list EMBEDDED", path.display());
        assert!(bytes.len() < 1_000_000, "{} has {} bytes", path.display(), bytes.len());
        let net = Arc::new(Net::from_bytes(&bytes).unwrap());
        let chosen = |id| embedded(Variant::named(id).unwrap()).is_some_and(|fitted| *fitted.net() == net);
        assert!(Variant::all_ids().any(chosen), "no game is evaluated by {}", path.display());
        found += 1;
    }
    assert_eq!(found, EMBEDDED.len());
}
