//! What others can check of a review: signatures, trust, verification, exports.
//!
//! `signing` makes keys and signatures, `signers` holds our answer against OpenSSH's for every form of an
//! `allowed_signers` file, `verifying` goes through the outcomes of a verification, `trusting` asks who says whom to
//! trust, `composing` follows attestations that build on others, `packing` changes packs and `mutating` everything else,
//! `exporting` writes attestations. `support` makes repositories, keys and attestations.

#![expect(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod composing;
mod exporting;
mod mutating;
mod packing;
mod signers;
mod signing;
mod support;
mod trusting;
mod verifying;
