//! Speed measured, apart from the tests: the work that the benchmarks in `benches/` have done.

mod by_engine;
mod by_futures_unordered;
mod by_join_set;
mod work;

pub use by_engine::{Sink, engine, registry};
pub use by_futures_unordered::futures_unordered;
pub use by_join_set::{handles, join_set};
pub use work::{Shape, Work, runtime};
