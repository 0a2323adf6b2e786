//! What a package lets others see of itself: Node's rules for `exports`, for a `require` of one path.

use serde_json::Value;

/// The conditions that a `require` in Node meets.
const CONDITIONS: &[&str] = &["node", "require", "module-sync", "node-addons", "default"];
/// The deepest nesting of targets that is followed.
const MAX_DEPTH: usize = 32;

/// The path in the package that `subpath` (`./package.json`) stands for, relative and beginning with `./`; `None` when
/// the package does not export it.
pub(super) fn exported(exports: &Value, subpath: &str) -> Option<String> {
    // A text, a list or conditions alone are about the package's main file only.
    let map = exports.as_object()?;
    if let Some(target) = map.get(subpath) {
        return target_of(target, None, MAX_DEPTH).flatten();
    }
    let matched = |key: &str| -> Option<(usize, String)> {
        let (before, after) = key.split_once('*')?;
        let rest = subpath.strip_prefix(before)?;
        let inner = rest.strip_suffix(after).filter(|inner| stays_inside(&format!("./{inner}")))?;
        Some((before.len(), inner.to_owned()))
    };
    let best = map.iter().filter_map(|(key, target)| {
        let (length, inner) = matched(key)?;
        Some((length, key.len(), inner, target))
    });
    let (_, _, inner, target) = best.max_by_key(|(length, whole, ..)| (*length, *whole))?;
    target_of(target, Some(&inner), MAX_DEPTH).flatten()
}

/// What a target comes to. The outer `None`: no condition fits, so that the next may; the inner: not exported.
fn target_of(target: &Value, star: Option<&str>, depth: usize) -> Option<Option<String>> {
    let depth = depth.checked_sub(1)?;
    match target {
        Value::String(path) => {
            let path = star.map_or_else(|| path.clone(), |star| path.replace('*', star));
            Some(stays_inside(&path).then_some(path))
        }
        Value::Object(conditions) => conditions
            .iter()
            .filter(|(name, _)| CONDITIONS.contains(&name.as_str()))
            .find_map(|(_, target)| target_of(target, star, depth)),
        Value::Array(targets) => {
            let mut last = None;
            for target in targets {
                match target_of(target, star, depth) {
                    Some(Some(path)) => return Some(Some(path)),
                    Some(None) => last = Some(None),
                    None => {}
                }
            }
            last
        }
        _ => Some(None),
    }
}

fn stays_inside(path: &str) -> bool {
    let Some(inner) = path.strip_prefix("./") else { return false };
    inner.split(['/', '\\']).all(|part| !matches!(part, "" | "." | ".." | "node_modules"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const WANTED: &str = "./package.json";

    fn check(exports: &Value, expect: Option<&str>) {
        assert_eq!(exported(exports, WANTED).as_deref(), expect, "{exports}");
    }

    #[test]
    fn what_node_would_show() {
        check(&json!({"./package.json": WANTED}), Some(WANTED));
        check(&json!({".": "./index.js", "./package.json": {"import": "./x", "default": WANTED}}), Some(WANTED));
        check(&json!({"./*": "./*"}), Some(WANTED));
        check(&json!({"./*.json": "./data/*.json", "./*": "./*"}), Some("./data/package.json"));
        check(&json!({"./package.json": ["not-a-path", WANTED]}), Some(WANTED));
        check(&json!({"./package.json": {"node": {"import": "./x"}, "require": WANTED}}), Some(WANTED));
    }

    #[test]
    fn what_node_would_hide() {
        check(&json!("./index.js"), None);
        check(&json!(["./index.js"]), None);
        check(&json!({}), None);
        check(&json!({".": "./index.js"}), None);
        check(&json!({"import": "./x", "default": "./y"}), None);
        check(&json!({"./package.json": null, "./*": "./*"}), None);
        check(&json!({"./package.json": {"import": WANTED}}), None);
        check(&json!({"./package.json": "../other/package.json"}), None);
        check(&json!({"./package.json": "./a/../package.json"}), None);
        check(&json!({"./package.json": "/etc/package.json"}), None);
        check(&json!({"./package.json": {"default": null}}), None);
        check(&json!({"./lib/*": "./lib/*"}), None);
        check(&json!({"./package*json": "./package*json"}), None);
        let mut deep = json!(WANTED);
        for _ in 0..100 {
            deep = json!({ "default": deep });
        }
        check(&json!({ "./package.json": deep }), None);
    }
}
