//! Bytes as lowercase hex digits.

/// The digits of `bytes`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

/// The `N` bytes that exactly `2 * N` lowercase digits name.
pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        for digit in pair {
            let value = match digit {
                b'0'..=b'9' => digit - b'0',
                b'a'..=b'f' => digit - b'a' + 10,
                _ => return None,
            };
            *byte = *byte << 4 | value;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        assert_eq!(hex(&[0, 0x0f, 0xf0, 0xff]), "000ff0ff");
        assert_eq!(unhex::<4>("000ff0ff"), Some([0, 0x0f, 0xf0, 0xff]));
        for bad in ["", "00", "000FF0FF", "000ff0f", "000ff0fff", "000ff0fg", "+00ff0ff", "é00ff0f"] {
            assert_eq!(unhex::<4>(bad), None, "{bad}");
        }
    }
}
