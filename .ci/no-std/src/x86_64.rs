//! Linux on x86-64.

use core::arch::{asm, naked_asm};

/// Where the kernel starts the program: the stack is aligned to 16, and a call wants a return address on it.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn _start() -> ! {
    naked_asm!("xor ebp, ebp", "call {main}", "ud2", main = sym crate::main)
}

/// `exit_group(code)`.
pub(crate) fn exit(code: i32) -> ! {
    // SAFETY: the call does not return and touches no memory.
    unsafe { asm!("syscall", in("eax") 231, in("edi") code, options(noreturn, nostack)) }
}
