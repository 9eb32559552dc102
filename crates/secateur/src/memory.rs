//! Memory for large tables and trees, and cache lines ahead of time.

#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;

use bytemuck::Zeroable;

/// So many zeroed values, on pages as large as the system has: a table that is read at random
/// spends most of its time on the translation of addresses otherwise.
///
/// The memory is not touched yet.
pub fn zeroed_on_large_pages<T: Zeroable>(count: usize) -> Box<[T]> {
    let memory = bytemuck::zeroed_slice_box(count);
    #[cfg(target_os = "linux")]
    advise_large_pages(&memory);
    memory
}

#[cfg(target_os = "linux")]
fn advise_large_pages<T>(memory: &[T]) {
    const LARGE_PAGE: usize = 2 << 20;
    let bytes = size_of_val(memory);
    if bytes < 2 * LARGE_PAGE {
        return;
    }
    // From the first page boundary on, as the call demands; the range stays inside `memory`.
    let start = memory.as_ptr().addr().next_multiple_of(4096);
    let length = memory.as_ptr().addr() + bytes - start;
    let first = memory.as_ptr().with_addr(start).cast_mut();
    // Sound: the range belongs to `memory`, and the advice changes no content. Where it is not
    // taken, the pages are small, and everything works as well, but slower.
    unsafe {
        libc::madvise(first.cast(), length, libc::MADV_HUGEPAGE);
    }
}

/// Starts loading the cache line of `value`. Does nothing on processors other than x86-64.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // Sound for any address: the instruction has no effect but on the caches, and `value` is live.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Room for a value that is written once, before others learn where it is.
///
/// A tree of millions of nodes keeps an action in each: `Option` and its kin would double its size.
#[repr(transparent)]
pub(crate) struct Slot<T>(UnsafeCell<MaybeUninit<T>>);

// Sound: nothing is read before it is written, says the contract of `get`.
unsafe impl<T> Zeroable for Slot<T> {}
// Sound: a value is shared only once nobody writes it any more, says the contract of `set`.
unsafe impl<T: Send + Sync> Sync for Slot<T> {}

impl<T: Copy> Slot<T> {
    /// # Safety
    /// Nobody else reads or writes the slot meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn set(&self, value: T) {
        unsafe { (*self.0.get()).write(value) };
    }

    /// # Safety
    /// The slot was set, and that happened before.
    #[inline(always)]
    pub(crate) unsafe fn get(&self) -> T {
        unsafe { (*self.0.get()).assume_init() }
    }
}
