//! Evidence of what this architecture does not have: there is none.

/// No value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Absent {}

pub(crate) type Avx2 = Absent;
pub(crate) type Avx512Ifma = Absent;

impl Absent {
    /// None.
    pub(crate) fn detect() -> Option<Self> {
        None
    }
}
