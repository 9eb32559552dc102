//! Asking the processor for a cache line ahead of time: the library's only `unsafe` code.

#![allow(unsafe_code)]

/// Starts loading the cache line of `value`. Does nothing on processors other than x86-64.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // Sound for any address: the instruction has no effect but on the caches, and `value` is live.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
