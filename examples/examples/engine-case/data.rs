//! The node kind of `const`, `input`, `get` and `sum`: values out of values.

use assize_engine::{ConfigError, Expression, Node, NodeKind, StepContext, StepError, async_trait};
use serde::Deserialize;
use serde_json::Value;

/// The kind's name.
pub(crate) const DATA: &str = "case.data";

pub(crate) struct DataKind;

#[derive(Deserialize)]
#[serde(tag = "fn", rename_all = "snake_case", deny_unknown_fields)]
enum Config {
    Const { value: Value },
    Input {},
    Get { r#ref: String },
    Sum { refs: Vec<String> },
}

enum Data {
    Const(Value),
    Input,
    Get(Expression),
    Sum(Vec<Expression>),
}

impl NodeKind for DataKind {
    fn name(&self) -> &str {
        DATA
    }

    fn references(&self, config: &Value) -> Result<Vec<String>, ConfigError> {
        let texts = match Config::deserialize(config)? {
            Config::Const { .. } | Config::Input {} => Vec::new(),
            Config::Get { r#ref } => vec![r#ref],
            Config::Sum { refs } => refs,
        };
        // A text that is no reference stands for itself.
        Ok(texts.into_iter().filter(|text| text.starts_with('$') && !text.starts_with("$$")).collect())
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let read = |text: String| {
            Expression::parse(&Value::String(text)).map_err(|error| ConfigError::new(error.to_string()).source(error))
        };
        Ok(Box::new(match Config::deserialize(config)? {
            Config::Const { value } => Data::Const(value),
            Config::Input {} => Data::Input,
            Config::Get { r#ref } => Data::Get(read(r#ref)?),
            Config::Sum { refs } => Data::Sum(refs.into_iter().map(read).collect::<Result<_, _>>()?),
        }))
    }
}

#[async_trait]
impl Node for Data {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        match self {
            Self::Const(value) => Ok(value.clone()),
            Self::Input => Ok(context.input().clone()),
            Self::Get(expression) => context.resolve(expression),
            Self::Sum(expressions) => {
                let values = expressions.iter().map(|expression| context.resolve(expression));
                sum(&values.collect::<Result<Vec<_>, _>>()?)
            }
        }
    }
}

/// A whole number as long as all are and none gets too large.
fn sum(values: &[Value]) -> Result<Value, StepError> {
    let whole = values.iter().try_fold(0_i64, |sum, value| sum.checked_add(value.as_i64()?));
    if let Some(whole) = whole {
        return Ok(whole.into());
    }
    let mut sum = 0.0;
    for value in values {
        sum += value.as_f64().ok_or_else(|| StepError::failed(format!("{value} is not a number")))?;
    }
    Ok(sum.into())
}
