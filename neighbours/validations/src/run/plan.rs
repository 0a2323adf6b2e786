//! What is run, settled before anything runs.

use std::time::Duration;

use super::config::{PreviewConfig, RunConfig, SignConfig};
use crate::{CurrentPolicy, RequiredValidation, env_digest, env_digest_of_command, is_check_name, is_issuer, platform};

/// What is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidationRequest {
    /// The branch that the proposal would land on.
    pub stream: String,
    /// The proposal as it was named.
    pub proposal: String,
    /// The check.
    pub check: String,
    /// Who will state the result.
    pub issuer: String,
    /// The program and its arguments; none for what the policy says.
    pub argv: Option<Vec<String>>,
    /// How long it may take; none for what the policy says, or ten minutes.
    pub timeout: Option<Duration>,
    /// The environment, as a digest or a name; none for the command and the platform.
    pub environment: Option<String>,
    /// The exit statuses that mean that there is no result.
    pub inconclusive_exit: Vec<u8>,
}

/// What will run: the configurations of the steps that have one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidationPlan {
    /// What is to be landed where.
    pub preview: PreviewConfig,
    /// What is run.
    pub run: RunConfig,
    /// What is stated.
    pub sign: SignConfig,
    /// Why the result will not count although it is signed; none when it may.
    pub note: Option<String>,
}

/// Why nothing can be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A statement is made under a version of the policy, and there is none.
    #[error("there is no policy yet, and a validation is made under a version of it")]
    NoPolicy,
    /// The check's name has the wrong form.
    #[error("{check:?} is no name of a check: 1 to 128 characters, none of them a control character")]
    BadCheck {
        /// The name.
        check: String,
    },
    /// The issuer's name has the wrong form.
    #[error("{issuer:?} is no name of an issuer, such as service:ci")]
    BadIssuer {
        /// The name.
        issuer: String,
    },
    /// Neither the caller nor the policy says what to run.
    #[error("nothing says what to run for the check {check:?}: the policy has no command for it")]
    NoCommand {
        /// The check.
        check: String,
    },
    /// The command has no program.
    #[error("the command is empty")]
    EmptyCommand,
}

impl PlanError {
    /// What would help.
    #[must_use]
    pub fn fix(&self) -> Option<&'static str> {
        match self {
            Self::NoPolicy => Some("`assize policy set FILE`"),
            Self::NoCommand { .. } => Some("a command after --, such as `-- cargo test`"),
            _ => None,
        }
    }
}

impl ValidationPlan {
    /// Settles what will run under the current policy.
    ///
    /// # Errors
    ///
    /// [`PlanError`].
    pub fn new(request: ValidationRequest, current: Option<&CurrentPolicy>) -> Result<Self, PlanError> {
        let ValidationRequest { stream, proposal, check, issuer, argv, timeout, environment, inconclusive_exit } =
            request;
        if !is_check_name(&check) {
            return Err(PlanError::BadCheck { check });
        }
        if !is_issuer(&issuer) {
            return Err(PlanError::BadIssuer { issuer });
        }
        let current = current.ok_or(PlanError::NoPolicy)?;
        let required = current.policy.requirement(&check);
        let argv = argv.or_else(|| required?.command.clone());
        let argv = argv.ok_or_else(|| PlanError::NoCommand { check: check.clone() })?;
        if argv.first().is_none_or(String::is_empty) {
            return Err(PlanError::EmptyCommand);
        }
        let timeout = timeout.or_else(|| required?.timeout).unwrap_or(RequiredValidation::DEFAULT_TIMEOUT);
        let env_digest = match &environment {
            Some(text) => env_digest(text),
            None => env_digest_of_command(&argv, &platform()),
        };
        let note = match required {
            None => Some(format!("the policy does not require the check {check:?}, so the result decides nothing")),
            Some(RequiredValidation { env_digest: Some(pin), .. }) if pin != env_digest.as_str() => Some(format!(
                "the policy asks for the environment {pin}, and this is {env_digest}, so the result decides nothing"
            )),
            Some(_) => None,
        };
        let timeout_ms = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
        Ok(Self {
            preview: PreviewConfig { stream, proposal },
            run: RunConfig { check: check.clone(), argv, timeout_ms, inconclusive_exit },
            sign: SignConfig { check, policy_version: current.version, env_digest: env_digest.to_string(), issuer },
            note,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{IssuerKey, Policy};

    fn current() -> CurrentPolicy {
        let key = IssuerKey::from_seed(&[1; 32]).public_key();
        let policy = Policy::from_value(json!({
            "trusted_issuers": [{"identity": "service:ci", "public_key": key.as_str()}],
            "required_validations": [
                {"check": "tests", "command": ["make", "test"], "timeout_ms": 5000},
                {"check": "lint", "env_digest": "0".repeat(64)},
            ],
        }));
        CurrentPolicy { version: 7, policy: policy.unwrap() }
    }

    fn request(check: &str) -> ValidationRequest {
        ValidationRequest { check: check.to_owned(), issuer: "service:ci".to_owned(), ..ValidationRequest::default() }
    }

    #[test]
    fn the_policy_says_what_nobody_else_does() {
        let plan = ValidationPlan::new(request("tests"), Some(&current())).unwrap();
        assert_eq!((&plan.run.argv[..], plan.run.timeout_ms), (&["make".to_owned(), "test".to_owned()][..], 5000));
        assert_eq!(plan.sign.policy_version, 7);
        assert_eq!(plan.sign.env_digest, env_digest_of_command(&plan.run.argv, &platform()).as_str());
        assert_eq!(plan.note, None);
        let argv = Some(vec!["true".to_owned()]);
        let mine = ValidationRequest {
            argv: argv.clone(),
            timeout: Some(Duration::from_secs(2)),
            environment: Some("x".to_owned()),
            ..request("tests")
        };
        let plan = ValidationPlan::new(mine, Some(&current())).unwrap();
        assert_eq!((&plan.run.argv, plan.run.timeout_ms), (argv.as_ref().unwrap(), 2000));
        assert_eq!(plan.sign.env_digest, env_digest("x").as_str());
        let plan =
            ValidationPlan::new(ValidationRequest { argv: argv.clone(), ..request("lint") }, Some(&current())).unwrap();
        assert_eq!((plan.run.timeout_ms, plan.note.is_some()), (600_000, true));
        let plan = ValidationPlan::new(ValidationRequest { argv, ..request("other") }, Some(&current())).unwrap();
        assert!(plan.note.is_some());
    }

    #[test]
    fn what_cannot_be_run_is_said() {
        let refused = |request: ValidationRequest, current: Option<&CurrentPolicy>| {
            ValidationPlan::new(request, current).unwrap_err()
        };
        assert_eq!(refused(request("tests"), None), PlanError::NoPolicy);
        assert_eq!(refused(request("lint"), Some(&current())), PlanError::NoCommand { check: "lint".to_owned() });
        assert!(matches!(refused(request("a\nb"), Some(&current())), PlanError::BadCheck { .. }));
        let nobody = ValidationRequest { issuer: "ci".to_owned(), ..request("tests") };
        assert!(matches!(refused(nobody, Some(&current())), PlanError::BadIssuer { .. }));
        for argv in [vec![], vec![String::new()]] {
            assert_eq!(
                refused(ValidationRequest { argv: Some(argv), ..request("tests") }, Some(&current())),
                PlanError::EmptyCommand
            );
        }
    }
}
