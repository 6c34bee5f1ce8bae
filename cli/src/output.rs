//! Standard output and new files, without buffers of their own that would keep copies of secrets.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::error::Error;

const STDOUT: &str = "standard output";

/// Standard output as a file, since `io::stdout` copies into a buffer that nobody wipes.
pub(crate) struct Stdout(File);

impl Stdout {
    pub(crate) fn open() -> Result<Self, Error> {
        Self::duplicate().map(Self).map_err(Error::writing(STDOUT))
    }

    #[cfg(unix)]
    fn duplicate() -> io::Result<File> {
        use std::os::fd::AsFd as _;
        io::stdout().as_fd().try_clone_to_owned().map(File::from)
    }

    #[cfg(windows)]
    fn duplicate() -> io::Result<File> {
        use std::os::windows::io::AsHandle as _;
        io::stdout().as_handle().try_clone_to_owned().map(File::from)
    }

    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Error> {
        self.0.write_all(text).map_err(Error::writing(STDOUT))
    }

    /// Writes `value` as indented JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let mut text = serde_json::to_vec_pretty(value).expect("keys are strings");
        text.push(b'\n');
        self.write(&text)
    }
}

/// A file that did not exist before, and does not stay behind unless it is finished.
pub(crate) struct NewFile {
    file: File,
    path: PathBuf,
    finished: bool,
}

impl NewFile {
    /// Creates the file; `private` for its owner only. One that exists is left as it is: it may hold a key.
    pub(crate) fn create(path: &Path, private: bool) -> Result<Self, Error> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if private {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        #[cfg(not(unix))]
        let _ = private;
        let file = options.open(path).map_err(Error::writing(&path.display().to_string()))?;
        Ok(Self { file, path: path.to_owned(), finished: false })
    }

    pub(crate) fn write(&mut self, content: &[u8]) -> Result<(), Error> {
        self.file.write_all(content).map_err(|e| self.error(e))
    }

    /// Waits until the system has the content on its medium, and keeps the file.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        self.file.sync_all().map_err(|e| self.error(e))?;
        self.finished = true;
        Ok(())
    }

    fn error(&self, source: io::Error) -> Error {
        Error::writing(&self.path.display().to_string())(source)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.finished {
            // The error that led here is the one to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}
