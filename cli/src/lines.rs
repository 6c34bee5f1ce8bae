//! Lines of a stream of any length, in a buffer that never grows.

use std::io::{self, Read};

use memchr::memchr;

use crate::error::Fault;

/// Longest line that is taken, in bytes without its end. The longest that means anything has 76 (PEM).
pub(crate) const MAX_LINE: usize = 4096;

/// Bytes asked for at once: four blocks of hex lines from a file, all that a pipe holds.
const BUFFER: usize = 1 << 18;

/// Splits a stream into lines. `buffered` gives the lines that have arrived and never waits; `fill` waits for more. So
/// a caller can work on what there is before it waits, and a slow peer at the other end of a pipe gets its answers.
pub(crate) struct Lines<R> {
    source: R,
    buffer: Box<[u8]>,
    /// What has arrived and was not given yet is `buffer[start..end]`.
    start: usize,
    end: usize,
    number: u64,
    given: u64,
    at_end: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(source: R) -> Self {
        let buffer = vec![0; BUFFER].into_boxed_slice();
        Self { source, buffer, start: 0, end: 0, number: 0, given: 0, at_end: false }
    }

    /// The next line that has arrived, with its number from 1, without its end and white space on either side.
    pub(crate) fn buffered(&mut self) -> Result<Option<(u64, &[u8])>, Fault> {
        let rest = &self.buffer[self.start..self.end];
        let reach = rest.len().min(MAX_LINE + 2);
        let (len, taken) = match memchr(b'\n', &rest[..reach]) {
            Some(len) => (len, len + 1),
            None if self.at_end && !rest.is_empty() => (reach, reach),
            // One byte more may be the carriage return of an end that is still to come.
            None if reach <= MAX_LINE + 1 => return Ok(None),
            None => (reach, reach),
        };
        self.number += 1;
        let mut line = &rest[..len];
        line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > MAX_LINE {
            let expected = format!("a line of at most {MAX_LINE} bytes");
            return Err(Fault::at(self.number, expected, "a longer one"));
        }
        self.start += taken;
        self.given += taken as u64;
        if self.number == 1 {
            // Editors on Windows put a byte-order mark there.
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        Ok(Some((self.number, line.trim_ascii())))
    }

    /// Waits for more of the stream. `false` once it has ended; `buffered` then gives a last line without an end too.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let got = loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                got => break got?,
            }
        };
        self.end += got;
        self.at_end = got == 0;
        Ok(true)
    }

    /// Bytes of the stream that were given as lines.
    pub(crate) fn given(&self) -> u64 {
        self.given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives `step` bytes a read, so that lines arrive in pieces.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(self.0.len()).min(out.len());
            let (now, later) = self.0.split_at(n);
            out[..n].copy_from_slice(now);
            self.0 = later;
            Ok(n)
        }
    }

    fn all(text: &[u8], step: usize) -> Result<Vec<(u64, Vec<u8>)>, Fault> {
        let mut lines = Lines::new(Drip(text, step));
        let mut all = Vec::new();
        loop {
            while let Some((number, line)) = lines.buffered()? {
                all.push((number, line.to_vec()));
            }
            if !lines.fill().unwrap() {
                return Ok(all);
            }
        }
    }

    fn texts(text: &[u8], step: usize) -> Vec<String> {
        let lines = all(text, step).unwrap();
        assert!(lines.iter().map(|(number, _)| *number).eq(1..=lines.len() as u64));
        lines.into_iter().map(|(_, line)| String::from_utf8(line).unwrap()).collect()
    }

    #[test]
    fn ends_of_lines_do_not_matter_nor_how_they_arrive() {
        for step in [1, 2, 3, 7, BUFFER] {
            for text in ["one\ntwo\n\nfour\n", "one\r\ntwo\r\n\r\nfour\r\n", "one \n\ttwo\n \nfour"]
            {
                assert_eq!(texts(text.as_bytes(), step), ["one", "two", "", "four"], "{step}");
            }
            assert!(texts(b"", step).is_empty());
            assert_eq!(texts(b"\n", step), [""]);
            assert_eq!(texts(b"\xef\xbb\xbfone\n", step), ["one"]);
        }
    }

    #[test]
    fn a_buffer_of_short_lines_is_used_again() {
        let text: String = (0..100_000).flat_map(|i| [i.to_string(), "\n".into()]).collect();
        assert!(text.len() > 2 * BUFFER);
        for step in [BUFFER, 65_536, 4099] {
            let lines = texts(text.as_bytes(), step);
            assert!(lines.iter().enumerate().all(|(i, line)| *line == i.to_string()));
            assert_eq!(lines.len(), 100_000);
        }
    }

    #[test]
    fn the_longest_line_passes_and_one_byte_more_is_a_fault() {
        for end in ["", "\n", "\r\n", "\r\nmore\n"] {
            for step in [1, 1000, BUFFER] {
                let longest = "x".repeat(MAX_LINE) + end;
                let lines = texts(longest.as_bytes(), step);
                assert_eq!(lines[0].len(), MAX_LINE, "{end:?} {step}");
                assert_eq!(lines.len(), 1 + usize::from(end.ends_with("more\n")));

                let fault = all(format!("short\nx{longest}").as_bytes(), step).unwrap_err();
                assert_eq!(fault.line, Some(2), "{end:?} {step}");
            }
        }
    }

    #[test]
    fn a_line_without_an_end_is_not_read_to_its_end() {
        let mut lines = Lines::new(io::repeat(b'x'));
        assert!(lines.buffered().unwrap().is_none());
        assert!(lines.fill().unwrap());
        assert_eq!(lines.buffered().unwrap_err().line, Some(1));
    }
}
