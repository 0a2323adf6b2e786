//! Reading the configuration of a step.

use assize_engine::ConfigError;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a step's configuration as the type its node takes.
pub(super) fn read<T: DeserializeOwned>(config: &Value) -> Result<T, ConfigError> {
    Ok(T::deserialize(config)?)
}
