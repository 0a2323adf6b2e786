//! The node kind of `sleep`, `mark`, `fail`, `panic` and `block_until_dropped`: things that take time.

use std::{future::pending, time::Duration};

use assize_engine::{ConfigError, Node, NodeKind, StepContext, StepError, async_trait};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::sleep;

use crate::recorder::Log;

/// The kind's name.
pub(crate) const TIMED: &str = "case.timed";

/// Its nodes write to the log.
pub(crate) struct TimedKind(pub(crate) Log);

#[derive(Deserialize)]
#[serde(tag = "fn", rename_all = "snake_case", deny_unknown_fields)]
enum Config {
    Sleep {
        ms: u64,
        #[serde(default)]
        value: Value,
    },
    Mark {
        name: String,
        #[serde(default)]
        after_ms: u64,
    },
    Fail {
        message: String,
        #[serde(default)]
        after_ms: u64,
    },
    Panic {
        message: String,
        #[serde(default)]
        after_ms: u64,
    },
    BlockUntilDropped {},
}

struct Timed {
    config: Config,
    log: Log,
}

impl NodeKind for TimedKind {
    fn name(&self) -> &str {
        TIMED
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        Ok(Box::new(Timed { config: Config::deserialize(config)?, log: self.0.clone() }))
    }
}

#[async_trait]
impl Node for Timed {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        match &self.config {
            Config::Sleep { ms, value } => {
                pause(*ms).await;
                Ok(value.clone())
            }
            Config::Mark { name, after_ms } => {
                pause(*after_ms).await;
                self.log.write(name.clone());
                Ok(Value::String(name.clone()))
            }
            Config::Fail { message, after_ms } => {
                pause(*after_ms).await;
                Err(StepError::failed(message.clone()))
            }
            Config::Panic { message, after_ms } => {
                pause(*after_ms).await;
                panic_with(message)
            }
            Config::BlockUntilDropped {} => {
                let _dropped = Dropped { log: self.log.clone(), id: context.id().to_string() };
                pending().await
            }
        }
    }
}

#[expect(clippy::panic, reason = "this is what the function of that name is for")]
fn panic_with(message: &str) -> ! {
    panic!("{message}")
}

async fn pause(ms: u64) {
    if ms > 0 {
        sleep(Duration::from_millis(ms)).await;
    }
}

struct Dropped {
    log: Log,
    id: String,
}

impl Drop for Dropped {
    fn drop(&mut self) {
        self.log.write(format!("dropped:{}", self.id));
    }
}
