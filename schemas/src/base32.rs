//! Bytes as text in the alphabet of RFC 4648, section 6.

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// `bytes` in lowercase, unpadded base32: five bits a digit, the most significant first, zero bits at the end.
#[must_use]
pub fn base32(bytes: &[u8]) -> String {
    let mut out = String::with_capacity((bytes.len() * 8).div_ceil(5));
    let (mut bits, mut pending) = (0_u32, 0);
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        pending += 8;
        while pending >= 5 {
            pending -= 5;
            out.push(digit(bits >> pending));
        }
    }
    if pending > 0 {
        out.push(digit(bits << (5 - pending)));
    }
    out
}

fn digit(bits: u32) -> char {
    char::from(ALPHABET[(bits & 31) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_rfc_4648() {
        for (bytes, expect) in [
            ("", ""),
            ("f", "my"),
            ("fo", "mzxq"),
            ("foo", "mzxw6"),
            ("foob", "mzxw6yq"),
            ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), expect, "{bytes}");
        }
    }

    #[test]
    fn a_digest_has_52_digits() {
        assert_eq!(base32(&[0xff; 32]), format!("{}q", "7".repeat(51)));
        assert_eq!(base32(&[0; 32]), "a".repeat(52));
    }
}
