//! Keeping panics of foreign code inside.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Runs foreign code; a panic in it becomes an error with its message.
///
/// Whatever the code was working on is dropped or given up afterwards, so that no half-changed state is looked at.
pub(super) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(message)
}

/// The message of a panic, where it has one.
fn message(payload: Box<dyn Any + Send>) -> String {
    let text = match payload.downcast_ref::<&str>() {
        Some(text) => (*text).to_owned(),
        None => match payload.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => "a panic without a message".to_owned(),
        },
    };
    // A payload may itself panic when it is dropped; that second payload is leaked.
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_message_of_a_panic() {
        struct Nasty;
        impl Drop for Nasty {
            fn drop(&mut self) {
                panic!("while dropping");
            }
        }
        assert_eq!(catch(|| 1), Ok(1));
        assert_eq!(catch(|| -> u8 { panic!("plain") }), Err("plain".to_owned()));
        assert_eq!(catch(|| -> u8 { panic!("with {}", 1) }), Err("with 1".to_owned()));
        assert_eq!(catch(|| -> u8 { std::panic::panic_any(Nasty) }), Err("a panic without a message".to_owned()));
    }
}
