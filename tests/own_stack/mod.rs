//! Runs a function on a stack of ours and keeps what it leaves there and in the vector registers.
#![expect(
    clippy::cast_ptr_alignment,
    reason = "the memory is aligned to a page, the closure by its type"
)]

use std::arch::asm;
use std::collections::BTreeMap;

/// Bytes of the stack: far more than any operation takes. Without optimisation each value of a kernel has its place.
const STACK: usize = if cfg!(debug_assertions) { 1 << 24 } else { 1 << 20 };
/// Bytes at its end that must stay untouched.
const RESERVE: usize = 1 << 14;
/// What a place that was not written to holds.
const FILL: u8 = 0xb6;
/// Bytes of a register image: x86-64's XSAVE area with AVX-512 is 2 688 long.
const REGISTERS: usize = 4096;

#[repr(C, align(4096))]
struct Memory {
    stack: [u8; STACK],
    registers: [u8; REGISTERS],
}

/// What a function left behind.
pub(crate) struct Left(Box<Memory>);

/// What `f` leaves on the stack and in the vector registers, which held no secret when it was called.
#[inline(never)]
pub(crate) fn left_by(mut f: &mut dyn FnMut()) -> Left {
    thread_local! {
        /// Always the same memory, so that addresses in it are no differences.
        static MEMORY: *mut Memory = {
            let layout = std::alloc::Layout::new::<Memory>();
            // SAFETY: the layout is not empty.
            unsafe { std::alloc::alloc_zeroed(layout) }.cast()
        };
    }
    let memory = MEMORY.with(|memory| *memory);
    assert!(!memory.is_null());
    // SAFETY: `memory` is valid for a `Memory`, zeros or more, and this thread's alone.
    unsafe {
        (*memory).stack.fill(FILL);
        (*memory).registers.fill(0);
        call(memory, enter, (&raw mut f).cast());
    }
    let mut copy = Box::<Memory>::new_uninit();
    // SAFETY: both are valid for a `Memory`; the function has returned, so that the stack is mere bytes again.
    let memory = unsafe {
        copy.as_mut_ptr().copy_from_nonoverlapping(memory, 1);
        copy.assume_init()
    };
    assert!(memory.stack[..RESERVE].iter().all(|b| *b == FILL), "the stack was too small");
    assert!(memory.stack.iter().any(|b| *b != FILL), "the stack was not used");
    Left(memory)
}

extern "C" fn enter(f: *mut u8) {
    // SAFETY: `left_by` passes this pointer, and waits.
    let f = unsafe { &mut *f.cast::<&mut dyn FnMut()>() };
    f();
}

/// Calls `f(data)` on the stack of `memory`, with vector registers of zeros, and stores these registers afterwards.
///
/// # Safety
/// `memory` must be valid, and used by no one else; `f` must be right to call with `data`, and not unwind.
#[cfg(target_arch = "x86_64")]
unsafe fn call(memory: *mut Memory, f: extern "C" fn(*mut u8), data: *mut u8) {
    // SAFETY: within `memory`.
    let (top, registers) =
        unsafe { ((&raw mut (*memory).stack).add(1), &raw mut (*memory).registers) };
    // x87, SSE, AVX and the three parts of AVX-512; or none where the CPU or the system has no XSAVE.
    let parts = if std::arch::is_x86_feature_detected!("xsave") { 0xe7 } else { 0 };
    // SAFETY: the register area is aligned and long enough. Its control words are the initial ones, all else in it is
    // zero: restored, it clears the vector registers. The stack pointer is as before at the end.
    unsafe {
        registers.cast::<u16>().write(0x37f);
        registers.cast::<u32>().add(6).write(0x1f80);
        asm!(
            // What the function saves for its caller is then always the same.
            "push rbx",
            "push rbp",
            "xor ebx, ebx",
            "xor ebp, ebp",
            "mov r12, rsp",
            "mov rsp, rsi",
            "xor edx, edx",
            "mov eax, r14d",
            "test eax, eax",
            "jz 2f",
            "xrstor64 [r13]",
            "call r15",
            "xor edx, edx",
            "mov eax, r14d",
            "xsave64 [r13]",
            "jmp 3f",
            "2:",
            "fxrstor64 [r13]",
            "call r15",
            "fxsave64 [r13]",
            "3:",
            "mov rsp, r12",
            "pop rbp",
            "pop rbx",
            in("rdi") data,
            in("rsi") top,
            in("r15") f,
            in("r14") parts,
            in("r13") registers,
            out("r12") _,
            clobber_abi("C"),
        );
        // Only the vectors count: not the control words, nor the header that tells which registers are in their
        // initial state, which CPUs do by their own rules.
        registers.cast::<u8>().write_bytes(0, 160);
        registers.cast::<u8>().add(416).write_bytes(0, 576 - 416);
    }
}

/// As above.
///
/// # Safety
/// As above.
#[cfg(target_arch = "aarch64")]
unsafe fn call(memory: *mut Memory, f: extern "C" fn(*mut u8), data: *mut u8) {
    // SAFETY: within `memory`.
    let (top, registers) =
        unsafe { ((&raw mut (*memory).stack).add(1), &raw mut (*memory).registers) };
    // SAFETY: the register area is long enough. The stack pointer is as before at the end.
    unsafe {
        asm!(
            ".irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
            "movi v\\n\\().2d, #0",
            ".endr",
            // What the function saves for its caller is then always the same.
            "stp x19, x22, [sp, #-64]!",
            "stp x23, x24, [sp, #16]",
            "stp x25, x26, [sp, #32]",
            "stp x27, x28, [sp, #48]",
            ".irp n, 19,22,23,24,25,26,27,28",
            "mov x\\n, #0",
            ".endr",
            "mov x20, sp",
            "mov sp, x1",
            "blr x2",
            ".irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
            "str q\\n, [x21], #16",
            ".endr",
            "mov sp, x20",
            "ldp x23, x24, [sp, #16]",
            "ldp x25, x26, [sp, #32]",
            "ldp x27, x28, [sp, #48]",
            "ldp x19, x22, [sp], #64",
            in("x0") data,
            in("x1") top,
            in("x2") f,
            inout("x21") registers => _,
            out("x20") _,
            out("v8") _, out("v9") _, out("v10") _, out("v11") _,
            out("v12") _, out("v13") _, out("v14") _, out("v15") _,
            clobber_abi("C"),
        );
    }
}

/// The planted fault of the registers.
pub(crate) fn load_into_vector_register(bytes: &[u8; 32]) {
    // SAFETY: reads 16 of the 32 bytes.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        asm!("movups xmm9, [{}]", in(reg) bytes, out("xmm9") _, options(readonly, nostack));
        #[cfg(target_arch = "aarch64")]
        asm!("ldr q17, [{}]", in(reg) bytes, out("v17") _, options(readonly, nostack));
    }
}

impl Left {
    /// Runs of words in which the two differ, with their places: none if both functions left the same. Those of which
    /// `o` holds a word of `known` values are named.
    pub(crate) fn differences(&self, o: &Self, known: &[(&'static str, [u8; 32])]) -> Vec<String> {
        let names: BTreeMap<&[u8], &str> = known
            .iter()
            .flat_map(|(name, value)| value.chunks(8).map(|word| (word, *name)))
            .collect();
        let say = |image: &[u8], start: usize, end: usize| {
            let mut words = (start.saturating_sub(7)..end).filter_map(|i| image.get(i..i + 8));
            let name = words.find_map(|word| names.get(word));
            let of = name.map_or(String::new(), |name| format!(", {name} among them"));
            format!("{} bytes{of}", end - start)
        };
        let (stack, registers) = (&o.0.stack, &o.0.registers);
        let on_stack = runs(&self.0.stack, stack).into_iter().map(|(start, end)| {
            format!("{} on the stack {} below its top", say(stack, start, end), STACK - start)
        });
        let in_registers = runs(&self.0.registers, registers).into_iter().map(|(start, end)| {
            format!("{} in the vector registers at {start}", say(registers, start, end))
        });
        on_stack.chain(in_registers).collect()
    }
}

impl Left {
    /// The places of words of `known` values.
    pub(crate) fn holding(&self, known: &[(&'static str, [u8; 32])]) -> Vec<String> {
        let find = |image: &[u8], name: &str| {
            // What was never written to is long, and holds nothing.
            let start = image.iter().position(|b| *b != FILL).unwrap_or(0);
            let places = image.windows(8).enumerate().skip(start.saturating_sub(7));
            let places = places.filter_map(|(i, word)| {
                let found = known.iter().find(|(_, value)| value.chunks(8).any(|w| w == word));
                found.map(|(what, _)| format!("a word of {what} at {i} of the {name}"))
            });
            places.collect::<Vec<_>>()
        };
        [find(&self.0.stack, "stack"), find(&self.0.registers, "vector registers")].concat()
    }
}

/// The runs of 8-byte words that differ, as ranges of bytes.
fn runs(a: &[u8], b: &[u8]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = vec![];
    for i in (0..a.len()).step_by(8).filter(|i| a[*i..i + 8] != b[*i..i + 8]) {
        match runs.last_mut() {
            Some((_, end)) if *end == i => *end = i + 8,
            _ => runs.push((i, i + 8)),
        }
    }
    runs
}
