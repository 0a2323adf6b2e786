//! The fold: from lanes to a verdict (AIP-62, "The verdict fold").

use crate::{LaneResult, LaneStatus, Quorum, Verdict};

/// The verdict of a review's lanes. A red blocking lane blocks; anything else that is not green, no blocking lane at
/// all, or a quorum this version does not know is incomplete. Advisory lanes count for nothing.
#[must_use]
pub fn fold(lanes: &[LaneResult], quorum: Quorum) -> Verdict {
    fold_words(lanes.iter().map(|lane| (lane.status.as_str(), lane.blocking)), quorum.as_str())
}

/// The fold over the words of a document, for readers that meet lanes they cannot vouch for: each lane is its status
/// and whether it is blocking. A status this version does not know is not a pass.
#[must_use]
pub fn fold_words<'a>(lanes: impl IntoIterator<Item = (&'a str, bool)>, quorum: &str) -> Verdict {
    if quorum != Quorum::AllBlockingPass.as_str() {
        return Verdict::Incomplete;
    }
    let (mut some, mut all_pass) = (false, true);
    for (status, blocking) in lanes {
        if !blocking {
            continue;
        }
        if status == LaneStatus::Fail.as_str() {
            return Verdict::Block;
        }
        some = true;
        all_pass &= status == LaneStatus::Pass.as_str();
    }
    if some && all_pass { Verdict::Pass } else { Verdict::Incomplete }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(lanes: &[(&str, bool)], quorum: &str, expect: Verdict) {
        assert_eq!(fold_words(lanes.iter().copied(), quorum), expect, "{lanes:?} {quorum}");
    }

    #[test]
    fn table() {
        let quorum = "all-blocking-pass";
        check(&[], quorum, Verdict::Incomplete);
        check(&[("pass", false)], quorum, Verdict::Incomplete);
        check(&[("fail", false)], quorum, Verdict::Incomplete);
        check(&[("pass", true)], quorum, Verdict::Pass);
        check(&[("pass", true), ("fail", false), ("timeout", false)], quorum, Verdict::Pass);
        check(&[("fail", true)], quorum, Verdict::Block);
        check(&[("timeout", true), ("fail", true)], quorum, Verdict::Block);
        check(&[("fail", true), ("skipped", true)], quorum, Verdict::Block);
        check(&[("timeout", true)], quorum, Verdict::Incomplete);
        check(&[("pass", true), ("skipped", true)], quorum, Verdict::Incomplete);
        check(&[("PASS", true)], quorum, Verdict::Incomplete);
        check(&[("", true), ("pass", true)], quorum, Verdict::Incomplete);
        check(&[("pass", true)], "majority", Verdict::Incomplete);
        check(&[("fail", true)], "", Verdict::Incomplete);
    }

    proptest! {
        #[test]
        fn a_pass_needs_every_blocking_lane(lanes in proptest::collection::vec(("pass|fail|timeout|skipped|odd", any::<bool>()), 0..12)) {
            let words = || lanes.iter().map(|(status, blocking)| (status.as_str(), *blocking));
            let verdict = fold_words(words(), "all-blocking-pass");
            let blocking: Vec<_> = words().filter(|lane| lane.1).map(|lane| lane.0).collect();
            prop_assert_eq!(verdict == Verdict::Pass, !blocking.is_empty() && blocking.iter().all(|status| *status == "pass"));
            prop_assert_eq!(verdict == Verdict::Block, blocking.contains(&"fail"));
            // The order of the lanes does not matter.
            prop_assert_eq!(fold_words(words().collect::<Vec<_>>().into_iter().rev(), "all-blocking-pass"), verdict);
        }
    }
}
