//! What the effect ledger costs as it grows: appending, looking up, and verifying beside a plain loop that parses each
//! line, hashes it and verifies its signature.
//!
//! `cargo bench -p assize-benches --bench effects`; a number keeps to one size (`-- 10000`). `-- append 100000` really
//! appends so many intents, index entries and all, and compares the first thousand with the last.
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::io::BufRead as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::time::Instant;

use assize_effects::{
    ArtifactRoot, Derivation, Intent, KeySource, Ledger, LedgerKey, LedgerSettings, Scope, VerifyOptions,
    derive_effect_id, digest,
};
use assize_schemas::{DsseEnvelope, IN_TOTO_PAYLOAD_TYPE, Sha256Hex, canonical_json, dsse_pae, statement};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const APPENDS: usize = 41;
const SAMPLES: usize = 5;

type Done<T> = Result<T, Box<dyn Error>>;

fn main() -> Done<()> {
    let only: Option<usize> = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    if std::env::args().any(|argument| argument == "append") {
        return append(only.unwrap_or(100_000));
    }
    println!("medians; verify and the plain loop interleaved, index check off");
    println!(
        "{:>8} {:>10} {:>12} {:>12} {:>12} {:>12} {:>7}",
        "records", "append", "cold lookup", "warm lookup", "verify/rec", "plain/rec", "ratio"
    );
    for size in SIZES.into_iter().filter(|size| only.is_none_or(|only| only == *size)) {
        measure(size)?;
    }
    Ok(())
}

fn measure(size: usize) -> Done<()> {
    let place = tempfile::tempdir()?;
    let key_file = place.path().join("key");
    let source = KeySource::File(key_file.clone());
    source.provision()?;
    let key = LedgerKey::from_hex(fs::read_to_string(&key_file)?.trim()).ok_or("no key")?;
    let root = ArtifactRoot::InProject(place.path().join("root"));
    let scope = Scope::new("local", "example/repo", "delivery")?;
    let ledger = Ledger::open(LedgerSettings::new(root, scope.clone(), "other"))?;
    // The first write makes the keyring; what is measured is another writer's segment.
    ledger.intent(&source, &tag("first"))?;
    let folder = place.path().join("root/effects/delivery");
    fill(&folder, &scope, &key, size)?;
    let ledger =
        Ledger::open(LedgerSettings::new(ArtifactRoot::InProject(place.path().join("root")), scope.clone(), "bench"))?;
    let mut verify = Vec::new();
    let mut plain = Vec::new();
    let options = VerifyOptions { check_index: false, ..VerifyOptions::default() };
    for _ in 0..SAMPLES {
        let begin = Instant::now();
        let report = ledger.verify(&options)?;
        verify.push(begin.elapsed().as_secs_f64());
        assert!(report.is_ok(), "{:?}", report.failures.first());
        let begin = Instant::now();
        assert_eq!(black_box(plain_loop(&folder, &key)?), size);
        plain.push(begin.elapsed().as_secs_f64());
    }
    let id = derive_effect_id(&scope, "git.tag", &format!("git-tag:v{}", size / 2), &json!({}))?.effect_id;
    let begin = Instant::now();
    assert!(ledger.lookup(&id)?.is_found());
    let cold = begin.elapsed().as_secs_f64();
    let mut warm = Vec::new();
    for number in 0..101 {
        let target = format!("git-tag:v{}", number * 7 % size);
        let id = derive_effect_id(&scope, "git.tag", &target, &json!({}))?.effect_id;
        let begin = Instant::now();
        assert!(ledger.lookup(&id)?.is_found());
        warm.push(begin.elapsed().as_secs_f64());
    }
    let mut appends = Vec::new();
    for number in 0..APPENDS {
        let begin = Instant::now();
        ledger.intent(&source, &tag(&format!("new{number}")))?;
        appends.push(begin.elapsed().as_secs_f64());
    }
    let (verify, plain) = (median(verify), median(plain));
    println!(
        "{size:>8} {:>7.2} ms {:>9.1} ms {:>9.3} ms {:>9.1} us {:>9.1} us {:>7.2}",
        median(appends) * 1e3,
        cold * 1e3,
        median(warm) * 1e3,
        verify / size as f64 * 1e6,
        plain / size as f64 * 1e6,
        verify / plain
    );
    Ok(())
}

/// Appends that many intents, one after the other, and prints the median of each thousand that matters.
fn append(size: usize) -> Done<()> {
    let place = tempfile::tempdir()?;
    let source = KeySource::File(place.path().join("key"));
    source.provision()?;
    let scope = Scope::new("local", "example/repo", "delivery")?;
    let root = ArtifactRoot::InProject(place.path().join("root"));
    let ledger = Ledger::open(LedgerSettings::new(root, scope, "bench"))?;
    let mut times = Vec::with_capacity(size);
    for number in 0..size {
        let intent = tag(&format!("v{number}"));
        let begin = Instant::now();
        ledger.intent(&source, &intent)?;
        times.push(begin.elapsed().as_secs_f64());
    }
    println!("{:>24} {:>10}", "appends", "median");
    let part = 1_000.min(size);
    for from in [0, size / 4, size / 2, size / 4 * 3, size - part] {
        let of_part = times.get(from..size.min(from + part)).unwrap_or_default().to_vec();
        println!("{:>24} {:>7.2} ms", format!("{from}..{}", size.min(from + part)), median(of_part) * 1e3);
    }
    Ok(())
}

fn tag(name: &str) -> Intent {
    Intent {
        kind: "git.tag".to_owned(),
        target: format!("git-tag:{name}"),
        context: json!({}),
        derivation: Derivation::Effect,
        payload_digest: digest(name.as_bytes()),
        links: Map::new(),
    }
}

/// Writes a segment of that many intents.
fn fill(folder: &Path, scope: &Scope, key: &LedgerKey, size: usize) -> Done<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder.join("segments"))?;
    let mut text = String::new();
    let mut prev = Value::Null;
    for seq in 0..size {
        let target = format!("git-tag:v{seq}");
        let record = json!({
            "schemaVersion": "aiwg.effect.record.v1",
            "effectId": derive_effect_id(scope, "git.tag", &target, &json!({}))?.effect_id,
            "idDerivation": "aiwg.effect/v1", "scope": scope.to_json(), "kind": "git.tag", "phase": "intent",
            "payloadDigest": digest(target.as_bytes()), "writer": "bench", "seq": seq, "prev": prev,
            "recordedAt": assize_effects::write_instant(chrono::Utc::now()), "links": {}, "target": target, "context": {},
        });
        let statement = statement(&target, &Sha256Hex::of(&target), "https://aiwg.io/attestations/effect/v1", record);
        let payload = canonical_json(&statement).into_bytes();
        let hash = digest(&dsse_pae(IN_TOTO_PAYLOAD_TYPE, &payload));
        let signatures = vec![key.sign(IN_TOTO_PAYLOAD_TYPE, &payload)];
        let envelope = DsseEnvelope { payload_type: IN_TOTO_PAYLOAD_TYPE.to_owned(), payload, signatures };
        let line = json!({
            "schemaVersion": "aiwg.effect.segment-line.v1", "writer": "bench", "seq": seq, "recordHash": hash,
            "envelope": envelope.to_json(),
        });
        writeln!(text, "{}", canonical_json(&line))?;
        prev = hash.into();
    }
    fs::write(folder.join("segments/bench.jsonl"), text)?;
    Ok(())
}

/// Parses every line, hashes what is signed, and verifies the signature, as a program would that does nothing else.
fn plain_loop(folder: &Path, key: &LedgerKey) -> Done<usize> {
    let der = STANDARD.decode(key.public_key())?;
    let public = VerifyingKey::from_bytes(der.get(12..).ok_or("short")?.try_into()?)?;
    let mut reader = std::io::BufReader::new(fs::File::open(folder.join("segments/bench.jsonl"))?);
    let mut text = Vec::new();
    let mut count = 0;
    while reader.read_until(b'\n', &mut text)? > 0 {
        let line: Value = serde_json::from_slice(&text)?;
        let envelope = &line["envelope"];
        let payload = STANDARD.decode(envelope["payload"].as_str().unwrap_or_default())?;
        let statement: Value = serde_json::from_slice(&payload)?;
        black_box(&statement);
        let pae = dsse_pae(IN_TOTO_PAYLOAD_TYPE, &payload);
        black_box(Sha256::digest(&pae));
        let sig = STANDARD.decode(envelope["signatures"][0]["sig"].as_str().unwrap_or_default())?;
        public.verify_strict(&pae, &Signature::from_slice(&sig)?)?;
        count += 1;
        text.clear();
    }
    Ok(count)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
