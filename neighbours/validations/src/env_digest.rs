//! The digest of the environment that a check ran in.

use assize_schemas::{Sha256Hex, canonical_json};
use serde_json::json;

/// What stands before everything that is hashed here.
const PREFIX: &[u8] = b"agentgit.env/v1\0";
/// What may stand before a digest.
const ALGORITHM: &str = "sha256:";

/// The digest of running `command` on `platform` (see [`platform()`]).
#[must_use]
pub fn env_digest_of_command(command: &[String], platform: &str) -> Sha256Hex {
    digest(canonical_json(&json!({"command": command, "platform": platform})).as_bytes())
}

/// The digest that a person's name for an environment stands for.
#[must_use]
pub fn env_digest_of_label(label: &str) -> Sha256Hex {
    digest(label.as_bytes())
}

/// The digest that `text` means: itself when it is 64 lowercase hex digits, with or without `sha256:` before them;
/// otherwise that of a name for an environment.
#[must_use]
pub fn env_digest(text: &str) -> Sha256Hex {
    let digits = text.strip_prefix(ALGORITHM).unwrap_or(text);
    Sha256Hex::parse(digits).unwrap_or_else(|_| env_digest_of_label(text))
}

/// This machine's platform, such as `linux-x86_64`.
#[must_use]
pub fn platform() -> String {
    format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH)
}

fn digest(what: &[u8]) -> Sha256Hex {
    Sha256Hex::of([PREFIX, what].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests() {
        let command = ["cargo".to_owned(), "test".to_owned()];
        // printf 'agentgit.env/v1\0{"command":["cargo","test"],"platform":"linux-x86_64"}' | sha256sum
        let expect = "658586781c442106cf22f547c7f0590db20b4ce58f6f3f29d5cbd7b4321367bd";
        assert_eq!(env_digest_of_command(&command, "linux-x86_64").as_str(), expect);
        assert_eq!(env_digest(expect).as_str(), expect);
        assert_eq!(env_digest(&format!("sha256:{expect}")).as_str(), expect);
        // printf 'agentgit.env/v1\0ci image 7' | sha256sum
        assert_eq!(
            env_digest("ci image 7").as_str(),
            "bbdb421dc5ca54a5709dd444dd486c52b2fd43132bccd7809e5f50de4a4d56bd"
        );
        for label in ["", "sha256:", &expect[1..], &expect.to_uppercase()] {
            assert_eq!(env_digest(label), env_digest_of_label(label), "{label}");
        }
    }
}
