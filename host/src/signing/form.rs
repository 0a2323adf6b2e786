//! The one form that a signature may have.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::signing::wire::WireReader;
use crate::signing::{ED25519, NAMESPACE, PublicKey, PublicKeyError};

const BEGIN: &str = "-----BEGIN SSH SIGNATURE-----\n";
const END: &str = "-----END SSH SIGNATURE-----\n";
/// How many characters of base64 `ssh-keygen` writes on a line.
const LINE: usize = 70;
/// A signature in its armour is about 300 bytes long.
const TEXT_LIMIT: usize = 4096;
const MAGIC: &[u8] = b"SSHSIG";
const VERSION: u32 = 1;
/// The length of an Ed25519 signature, in bytes.
const SIGNATURE_BYTES: usize = 64;

/// The order of the group that Ed25519 signatures are made in, its lowest byte first.
const GROUP_ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// A signature whose form is exactly what `ssh-keygen -Y sign` writes with an Ed25519 key.
///
/// `ssh-keygen -Y verify` is lenient: it takes other line lengths, ignores a field that is reserved, and so lets many
/// texts stand for one signature. Here one signature has one text, so that nothing about it can be changed unnoticed
/// (rulings 27).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignatureForm {
    /// The key that made the signature.
    pub(crate) key: PublicKey,
}

/// Why a text is no signature in that form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SignatureFormError {
    #[error("it is not written the way ssh-keygen writes signatures")]
    Armour,
    #[error("what it holds is not a whole SSH signature of version 1")]
    Malformed,
    #[error("it was made in the namespace {0:?}, not {NAMESPACE}")]
    Namespace(String),
    #[error("its message digest is {0:?}, which ssh-keygen does not use")]
    Hash(String),
    #[error(transparent)]
    Key(#[from] PublicKeyError),
}

impl SignatureForm {
    /// Reads a signature in its armour.
    pub(crate) fn parse(text: &str) -> Result<Self, SignatureFormError> {
        if text.len() > TEXT_LIMIT {
            return Err(SignatureFormError::Armour);
        }
        let body =
            text.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)).ok_or(SignatureFormError::Armour)?;
        let joined: String = body.split('\n').collect();
        let blob = STANDARD.decode(joined).map_err(|_| SignatureFormError::Armour)?;
        if armour(&blob) != text {
            return Err(SignatureFormError::Armour);
        }
        read(&blob)
    }
}

fn read(blob: &[u8]) -> Result<SignatureForm, SignatureFormError> {
    let malformed = || SignatureFormError::Malformed;
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(40).collect::<String>();
    let mut outer = WireReader::new(blob);
    if outer.bytes(MAGIC.len()).ok_or_else(malformed)? != MAGIC || outer.number().ok_or_else(malformed)? != VERSION {
        return Err(malformed());
    }
    let mut part = || outer.string().ok_or_else(malformed);
    let (key, namespace, reserved, hash, signature) = (part()?, part()?, part()?, part()?, part()?);
    if !outer.is_at_end() || !reserved.is_empty() {
        return Err(malformed());
    }
    if namespace != NAMESPACE.as_bytes() {
        return Err(SignatureFormError::Namespace(lossy(namespace)));
    }
    if hash != b"sha512" && hash != b"sha256" {
        return Err(SignatureFormError::Hash(lossy(hash)));
    }
    let key = PublicKey::from_blob(key)?;
    let mut inner = WireReader::new(signature);
    let (kind, raw) = (inner.string().ok_or_else(malformed)?, inner.string().ok_or_else(malformed)?);
    let whole = kind == ED25519.as_bytes() && raw.len() == SIGNATURE_BYTES && inner.is_at_end();
    if whole && raw.get(32..).is_some_and(is_below_order) { Ok(SignatureForm { key }) } else { Err(malformed()) }
}

/// Whether a scalar is below the order of the group. Adding the order makes a second signature out of a first, and not
/// every OpenSSH refuses it.
fn is_below_order(scalar: &[u8]) -> bool {
    scalar.iter().rev().lt(GROUP_ORDER.iter().rev())
}

/// The armour that `ssh-keygen` puts around a signature.
pub(crate) fn armour(blob: &[u8]) -> String {
    let encoded = STANDARD.encode(blob);
    let mut text = String::with_capacity(encoded.len() + encoded.len() / LINE + BEGIN.len() + END.len() + 2);
    text.push_str(BEGIN);
    let mut rest = encoded.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at_checked(LINE).unwrap_or((rest, ""));
        text.push_str(line);
        text.push('\n');
        rest = after;
    }
    text.push_str(END);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNATURE: &str = "-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgRftFmS+T1T6XBFMWu0SYv+uj7A
fvsGFCDdA9bjf5GrgAAAARYWdlbnRwcm90by1yZXZpZXcAAAAAAAAABnNoYTUxMgAAAFMA
AAALc3NoLWVkMjU1MTkAAABA/6zvqQJsHg/Nu2ZtCa3zPMN3krtm2BlUluTh+eeNH4JE1Q
wAwV5LNrq5dKVW60TyB4rI3WmsJEe/ZJngESSHAg==
-----END SSH SIGNATURE-----
";

    fn check(text: &str, expect: &Result<(), SignatureFormError>) {
        assert_eq!(&SignatureForm::parse(text).map(drop), expect, "{text:?}");
    }

    fn changed(edit: impl FnOnce(&mut Vec<u8>)) -> String {
        let body: String =
            SIGNATURE.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)).unwrap().split('\n').collect();
        let mut blob = STANDARD.decode(body).unwrap();
        edit(&mut blob);
        armour(&blob)
    }

    #[test]
    fn the_armour_has_one_form() {
        check(SIGNATURE, &Ok(()));
        assert_eq!(changed(|_| ()), SIGNATURE);
        for text in [
            SIGNATURE.trim_end().to_owned(),
            format!("{SIGNATURE}\n"),
            format!("\n{SIGNATURE}"),
            SIGNATURE.replace('\n', "\r\n"),
            SIGNATURE.replace("==\n", "\n"),
            SIGNATURE.replace("Ag==", "Ah=="),
            SIGNATURE.replacen("uj7A\n", "uj7A", 1),
            SIGNATURE.replacen("uj7A\n", "uj7A\n\n", 1),
            SIGNATURE.replacen("uj7A\n", "uj7A \n", 1),
            SIGNATURE.replace("BEGIN SSH", "BEGIN  SSH"),
            String::new(),
            BEGIN.to_owned(),
            format!("{BEGIN}{END}"),
            "x".repeat(TEXT_LIMIT + 1),
        ] {
            let expect = if text == format!("{BEGIN}{END}") {
                SignatureFormError::Malformed
            } else {
                SignatureFormError::Armour
            };
            check(&text, &Err(expect));
        }
    }

    #[test]
    fn what_the_armour_holds_has_one_form() {
        let malformed = Err(SignatureFormError::Malformed);
        check(&changed(|blob| blob.push(0)), &malformed);
        check(&changed(|blob| blob.truncate(blob.len() - 1)), &malformed);
        check(&changed(|blob| blob[9] = 2), &malformed);
        check(&changed(|blob| blob[0] = b's'), &malformed);
        check(&changed(|blob| drop(blob.splice(0x56..0x5a, [0, 0, 0, 1, 7]))), &malformed);
        let namespace = "agentproto-reviex".to_owned();
        check(&changed(|blob| blob[0x55] = b'x'), &Err(SignatureFormError::Namespace(namespace)));
        check(&changed(|blob| blob[0x63] = b'3'), &Err(SignatureFormError::Hash("sha513".to_owned())));
        let kind = Err(SignatureFormError::Key(PublicKeyError::Kind("ssh-ed25518".to_owned())));
        check(&changed(|blob| blob[0x1c] = b'8'), &kind);
    }

    #[test]
    fn a_scalar_has_one_form() {
        let plus_order = changed(|blob| {
            let at = blob.len() - 32;
            let mut carry = 0;
            for (byte, order) in blob[at..].iter_mut().zip(GROUP_ORDER) {
                let sum = u16::from(*byte) + u16::from(order) + carry;
                *byte = u8::try_from(sum & 0xff).unwrap();
                carry = sum >> 8;
            }
        });
        check(&plus_order, &Err(SignatureFormError::Malformed));
        assert!(!is_below_order(&GROUP_ORDER));
        let mut below = GROUP_ORDER;
        below[0] -= 1;
        assert!(is_below_order(&below));
    }
}
