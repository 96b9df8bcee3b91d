use campione_core::Variant;
use campione_variants::variant_id;

#[test]
fn names_of_other_programs() {
    for (name, id) in [
        ("Capablanca", "capablanca"),
        ("Capablanca Random", "crc"),
        ("caparandom", "crc"),
        ("CRC", "crc"),
        ("Gothic Chess", "gothic"),
        ("Embassy", "embassy"),
        ("janus", "janus"),
        ("Bird's Chess", "bird"),
        ("Chess", "chess"),
        ("Standard", "chess"),
        ("normal", "chess"),
        ("From Position", "chess"),
        ("Chess960", "chess960"),
        ("Fischerandom", "chess960"),
        ("Fischer Random", "chess960"),
        ("960", "chess960"),
        ("Freestyle", "chess960"),
        ("wild/fr", "chess960"),
        ("Carrera", "carrera"),
        ("carrera-qac", "carrera-qac"),
        ("Arch-Chess", "archchess"),
        ("Herb Garden", "herb-garden"),
        ("Courier-Spiel", "courier-spiel"),
        ("Kurierspiel", "courier-spiel"),
        ("courier", "courier"),
        ("Grand Chess", "grand"),
        ("Royal Court", "centaur"),
        ("Modern Chess", "modern"),
    ] {
        assert_eq!(variant_id(name), Some(id), "{name}");
    }
    for name in ["xiangqi", "crazyhouse", "", "-", "losers", "fairy"] {
        assert_eq!(variant_id(name), None, "{name}");
    }
}

#[test]
fn every_game_has_its_id_and_its_name() {
    for id in Variant::all_ids() {
        let name = Variant::named(id).unwrap().spec().name.clone();
        assert_eq!(variant_id(id), Some(id));
        assert_eq!(variant_id(&id.to_uppercase()), Some(id));
        // A longer name may name a rule that the alias leaves out.
        if !name.contains("with") && !name.contains(',') {
            assert_eq!(variant_id(&name), Some(id), "{name}");
        }
    }
}
