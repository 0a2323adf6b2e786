//! Writes the published JSON Schemas anew: `cargo run -p assize-schemas --example write_schemas`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    for (file, schema) in assize_schemas::schema_documents() {
        std::fs::write(folder.join(file), format!("{schema:#}\n"))?;
    }
    Ok(())
}
