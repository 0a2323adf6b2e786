//! Programs that run as they are, one for each kind of user. The programs lie in `examples/`, the manifests they read
//! in `manifests/`.
//!
//! | program | for |
//! |---|---|
//! | `first-review` | anybody: a review that runs anywhere |
//! | `embed-a-review` | workflow hosts: a binding run on one's own repository and reviewer, its events followed |
//! | `dump-a-graph` | whoever debugs a graph: the four dumps from code |
//! | `custom-node-kind` | engine authors: a node kind of one's own |
//! | `engine-case` | conformance: engine graphs given as data, one JSON line each |
