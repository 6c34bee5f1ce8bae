//! A program that has nothing but the core: no std, no allocator, no libc, no start files.
//!
//! It computes the first vector of RFC 7748, section 5.2, and exits with 0 if the result is right, 1 if it is wrong
//! and 2 on a panic. Linked with `-nostdlib`: a symbol that the core would need from anywhere else stays undefined.
#![no_std]
#![no_main]

#[cfg_attr(target_arch = "x86_64", path = "x86_64.rs")]
#[cfg_attr(target_arch = "aarch64", path = "aarch64.rs")]
mod machine;

const SCALAR: [u8; 32] = [
    0xa5, 0x46, 0xe3, 0x6b, 0xf0, 0x52, 0x7c, 0x9d, 0x3b, 0x16, 0x15, 0x4b, 0x82, 0x46, 0x5e, 0xdd,
    0x62, 0x14, 0x4c, 0x0a, 0xc1, 0xfc, 0x5a, 0x18, 0x50, 0x6a, 0x22, 0x44, 0xba, 0x44, 0x9a, 0xc4,
];
const U: [u8; 32] = [
    0xe6, 0xdb, 0x68, 0x67, 0x58, 0x30, 0x30, 0xdb, 0x35, 0x94, 0xc1, 0xa4, 0x24, 0xb1, 0x5f, 0x7c,
    0x72, 0x66, 0x24, 0xec, 0x26, 0xb3, 0x35, 0x3b, 0x10, 0xa9, 0x03, 0xa6, 0xd0, 0xab, 0x1c, 0x4c,
];
const WANTED: [u8; 32] = [
    0xc3, 0xda, 0x55, 0x37, 0x9d, 0xe9, 0xc6, 0x90, 0x8e, 0x94, 0xea, 0x4d, 0xf2, 0x8d, 0x08, 0x4f,
    0x32, 0xec, 0xcf, 0x03, 0x49, 0x1c, 0x71, 0xf7, 0x54, 0xb4, 0x07, 0x55, 0x77, 0xa2, 0x85, 0x52,
];

extern "C" fn main() -> ! {
    // Hidden from the optimiser, so that the product is computed at run time.
    let (scalar, mut u) = core::hint::black_box((SCALAR, U));
    if cfg!(feature = "planted-vector") {
        u[0] ^= 1;
    }
    machine::exit(i32::from(lanes25519::x25519(scalar, u) != WANTED))
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    machine::exit(2)
}

/// The compiled `core` names it in its unwinding tables. Never called: here a panic ends the program.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// What `core` wants from its platform. Byte loops behind a barrier: the compiler would turn a plain
/// loop into a call of the very function that it is in.
mod memory {
    use core::arch::asm;

    /// # Safety
    /// As C's `memcpy`.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
        for i in 0..n {
            // SAFETY: the caller says that `n` bytes are there on both sides.
            unsafe { *to.add(i) = *from.add(i) };
            barrier();
        }
        to
    }

    /// # Safety
    /// As C's `memmove`.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
        for i in 0..n {
            let i = if to.addr() < from.addr() { i } else { n - 1 - i };
            // SAFETY: the caller says that `n` bytes are there on both sides.
            unsafe { *to.add(i) = *from.add(i) };
            barrier();
        }
        to
    }

    /// # Safety
    /// As C's `memset`.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memset(to: *mut u8, byte: i32, n: usize) -> *mut u8 {
        for i in 0..n {
            // SAFETY: the caller says that `n` bytes are there.
            unsafe { *to.add(i) = byte.to_le_bytes()[0] };
            barrier();
        }
        to
    }

    /// # Safety
    /// As C's `memcmp`.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, n: usize) -> i32 {
        for i in 0..n {
            // SAFETY: the caller says that `n` bytes are there on both sides.
            let (a, b) = unsafe { (*a.add(i), *b.add(i)) };
            if a != b {
                return i32::from(a) - i32::from(b);
            }
            barrier();
        }
        0
    }

    /// # Safety
    /// As C's `memcmp`.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, n: usize) -> i32 {
        // SAFETY: the same contract.
        unsafe { memcmp(a, b, n) }
    }

    fn barrier() {
        // SAFETY: no instruction.
        unsafe { asm!("", options(nostack, preserves_flags)) };
    }
}
