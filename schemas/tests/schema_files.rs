//! The published JSON Schemas are those that the tables give.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn files_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    let mut expected = BTreeSet::new();
    for (file, schema) in assize_schemas::schema_documents() {
        let found = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(
            found == format!("{schema:#}\n"),
            "{file} is not what the tables say: cargo run -p assize-schemas --example write_schemas"
        );
        expected.insert(file.to_owned());
    }
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.collect::<BTreeSet<_>>(), expected);
}
