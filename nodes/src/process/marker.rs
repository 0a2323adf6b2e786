//! How processes of a run are told from all others.

/// The variable that every process of a run finds in its environment. Its name holds the run's id, so that a run
/// inside a lane of another run adds a variable of its own and both can find what is theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marker {
    name: String,
}

/// The number of one started command within its run; the marker's value begins with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ticket(pub(crate) u64);

impl Marker {
    /// The marker of the run `run_id`. Characters that a shell would not take in a variable's name become `_`.
    pub(crate) fn of_run(run_id: &str) -> Self {
        let id: String = run_id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        Self { name: format!("ASSIZE_LANE_{id}") }
    }

    /// The variable's name: letters, digits and `_` only.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The variable's value for one command; `label` is for people who look at a process list.
    pub(crate) fn value(ticket: Ticket, label: &str) -> String {
        format!("{}:{label}", ticket.0)
    }

    /// The ticket in an environment as the kernel shows it: `NAME=value` entries, each closed by a NUL.
    pub(crate) fn ticket_in(&self, environ: &[u8]) -> Option<Ticket> {
        environ.split(|byte| *byte == 0).find_map(|entry| {
            let value = entry.strip_prefix(self.name.as_bytes())?.strip_prefix(b"=")?;
            let digits = value.split(|byte| *byte == b':').next()?;
            std::str::from_utf8(digits).ok()?.parse().ok().map(Ticket)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_found_in_an_environment() {
        let marker = Marker::of_run("review-12-ab");
        assert_eq!(marker.name(), "ASSIZE_LANE_review_12_ab");
        let check = |environ: &str, expect: Option<u64>| {
            assert_eq!(marker.ticket_in(environ.as_bytes()), expect.map(Ticket), "{environ:?}");
        };
        check("", None);
        check("PATH=/bin\0ASSIZE_LANE_review_12_ab=7:lint\0A=b\0", Some(7));
        check("ASSIZE_LANE_review_12_ab=7:lint", Some(7));
        check("ASSIZE_LANE_review_12_abc=7:lint\0", None);
        check("X=ASSIZE_LANE_review_12_ab=7:lint\0", None);
        check("ASSIZE_LANE_review_12_ab=x\0", None);
        assert_eq!(Marker::value(Ticket(7), "pack/lint"), "7:pack/lint");
    }
}
