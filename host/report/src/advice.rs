//! How to find out whether an attestation holds.

use assize_schemas::{Attestation, ReportAdvice, is_unsafe};

/// Where the commands put the attestation.
const FILE: &str = "attestation.json";
/// The manifest that `assize verify` takes by itself.
const DEFAULT_MANIFEST: &str = "REVIEW.md";

const DIRTY: &str = "Tracked files had changes that were not committed. An attestation of such a tree never verifies: \
                     commit, and run the review again.";
const NOT_RECORDED: &str = "This review is recorded nowhere, so nothing can be held against it. Where the state folder \
                            can be written, `assize run` records and signs what it comes to.";
const ODD_NAMES: &str = "What this attestation is named by holds characters that nobody sees, and so cannot be shown \
                         as a command. Look at the attestation itself.";
const COMMANDS: &str = "The first command runs on the host that recorded the review and writes its attestation into a \
                        file. The second holds that file against any clone that has the two commits, and ends with 0 \
                        when it is true.";
const SIGNED: &str = "--require-signed takes the keys to trust from .agentproto/allowed_signers of the base commit; \
                      --allowed-signers FILE names other ones.";
const UNSIGNED: &str = "The attestation is not signed: whoever can write the file can change it. What it says of the \
                        two commits is compared all the same.";

/// The commands that show whether what a report says is true, and what they need. A report is no proof of itself.
pub(crate) fn advice(attestation: &Attestation, recorded: bool, manifest: Option<&str>) -> ReportAdvice {
    let none = |why: &str| ReportAdvice { commands: Vec::new(), remarks: vec![why.to_owned()] };
    if attestation.dirty == Some(true) {
        return none(DIRTY);
    }
    if !recorded {
        return none(NOT_RECORDED);
    }
    let commands = [export(attestation), verify(attestation, manifest)];
    if commands.iter().flatten().any(|word| word.chars().any(is_unsafe)) {
        return none(ODD_NAMES);
    }
    let signature = if attestation.attestor.signature.is_some() { SIGNED } else { UNSIGNED };
    ReportAdvice {
        commands: commands.iter().map(|words| command(words)).collect(),
        remarks: vec![COMMANDS.to_owned(), signature.to_owned()],
    }
}

fn export(attestation: &Attestation) -> Vec<&str> {
    vec!["assize", "export", "--run", &attestation.run_id, "-o", FILE]
}

fn verify<'a>(attestation: &'a Attestation, manifest: Option<&'a str>) -> Vec<&'a str> {
    let Attestation { target, binding, verdict, attestor, .. } = attestation;
    let mut words = vec!["assize", "verify", FILE, "--base", &target.base_sha, "--head", &target.head_sha];
    words.extend(["--binding", binding.as_str(), "--verdict", verdict.as_str()]);
    if let Some(manifest) = manifest.filter(|manifest| *manifest != DEFAULT_MANIFEST) {
        words.extend(["--manifest", manifest]);
    }
    if attestor.signature.is_some() {
        words.push("--require-signed");
    }
    words
}

/// Words as a shell takes them.
fn command(words: &[&str]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=@%+,".contains(&byte);
    if !word.is_empty() && word.bytes().all(harmless) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_shell() {
        let check = |word: &str, expect: &str| assert_eq!(quoted(word), expect);
        check("review-6c3a2f0e", "review-6c3a2f0e");
        check("docs/REVIEW.md", "docs/REVIEW.md");
        check("a b", "'a b'");
        check("$(rm -rf /)", "'$(rm -rf /)'");
        check("it's", r"'it'\''s'");
        check("", "''");
    }
}
