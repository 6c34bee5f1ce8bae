//! Linux on AArch64.

use core::arch::{asm, naked_asm};

/// Where the kernel starts the program, with an aligned stack.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn _start() -> ! {
    naked_asm!("mov x29, xzr", "bl {main}", "brk 1", main = sym crate::main)
}

/// `exit_group(code)`.
pub(crate) fn exit(code: i32) -> ! {
    // SAFETY: the call does not return and touches no memory.
    unsafe { asm!("svc 0", in("w8") 94, in("w0") code, options(noreturn, nostack)) }
}
