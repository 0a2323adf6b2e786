//! Paths as parts of addresses.

/// A path from the repository's root as a relative address: everything but unreserved characters and slashes is escaped.
pub(crate) fn relative_uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        let check = |path: &str, expect: &str| assert_eq!(relative_uri(path), expect);
        check("src/lib.rs", "src/lib.rs");
        check("a b/ü#?.rs", "a%20b/%C3%BC%23%3F.rs");
        check("javascript:alert(1)", "javascript%3Aalert%281%29");
    }
}
