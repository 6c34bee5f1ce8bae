//! The peers' public keys: a stream of hex, base64 or PEM, whichever its first key is in.

use crate::error::Fault;
use crate::pem::{self, Blocks};
use crate::text::{Encoding, fault_of_line};

/// A peer's public key and the line that it begins on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) line: u64,
    pub(crate) key: [u8; 32],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text(Encoding),
    Pem,
}

impl Form {
    /// The form that `line` seems to be in, by its length and its first characters.
    #[inline]
    fn of(line: &[u8]) -> Option<Self> {
        match Encoding::of_length(line.len()) {
            _ if pem::begins_block(line) => Some(Self::Pem),
            encoding => encoding.map(Self::Text),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Text(Encoding::Hex) => "hex",
            Self::Text(Encoding::Base64) => "base64",
            Self::Pem => "PEM",
        }
    }

    fn expects(self) -> &'static str {
        match self {
            Self::Text(encoding) => encoding.expects(),
            Self::Pem => "-----BEGIN PUBLIC KEY-----",
        }
    }
}

/// Makes peers of lines.
pub(crate) struct Parser {
    /// The form of all keys, and the line of the first.
    form: Option<(Form, u64)>,
    blocks: Blocks,
}

impl Parser {
    pub(crate) fn new() -> Self {
        Self { form: None, blocks: Blocks::new() }
    }

    /// Takes a line without its end; gives the peer that it completes. Blank lines and those that begin with `#` are
    /// skipped, but not inside a PEM block.
    #[inline]
    pub(crate) fn line(&mut self, number: u64, line: &[u8]) -> Result<Option<Peer>, Fault> {
        if !self.blocks.is_open() && (line.is_empty() || line[0] == b'#') {
            return Ok(None);
        }
        let (form, first) = match self.form {
            Some(form) => form,
            None => *self.form.insert((first_form(number, line)?, number)),
        };
        let Form::Text(encoding) = form else { return self.pem_line(number, line, first) };
        match encoding.decode_public(line) {
            Some(key) => Ok(Some(Peer { line: number, key })),
            None => Err(unlike_first(number, line, form, first)
                .unwrap_or_else(|| fault_of_line(number, line, encoding, encoding.expects()))),
        }
    }

    /// At the end of the stream: a key that is not complete is a fault.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        self.blocks.end()
    }

    fn pem_line(&mut self, number: u64, line: &[u8], first: u64) -> Result<Option<Peer>, Fault> {
        if !self.blocks.is_open()
            && let Some(fault) = unlike_first(number, line, Form::Pem, first)
        {
            return Err(fault);
        }
        match self.blocks.line(number, line, Form::Pem.expects())? {
            None => Ok(None),
            Some(block) => Ok(Some(Peer { line: block.line, key: block.public_key()? })),
        }
    }
}

/// The form of the first key of a stream.
fn first_form(number: u64, line: &[u8]) -> Result<Form, Fault> {
    Form::of(line).ok_or_else(|| {
        let expected = "a public key (64 hex digits, 44 base64 characters or a PEM block)";
        Fault::at(number, expected, crate::text::describe(line))
    })
}

/// The fault of a line that looks like a key in another form than the keys before it.
fn unlike_first(number: u64, line: &[u8], form: Form, first: u64) -> Option<Fault> {
    let other = Form::of(line).filter(|other| *other != form)?;
    let expected = format!("{} as on line {first}", form.name());
    Some(Fault::at(number, expected, other.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(i: u8) -> [u8; 32] {
        lanes25519::x25519_base([i; 32])
    }

    fn text(form: Form, i: u8) -> String {
        let mut out = Vec::new();
        match form {
            Form::Text(encoding) => encoding.append(&key(i), &mut out),
            Form::Pem => pem::append_public(&key(i), &mut out),
        }
        String::from_utf8(out).unwrap().trim_end().to_owned()
    }

    const FORMS: [Form; 3] = [Form::Text(Encoding::Hex), Form::Text(Encoding::Base64), Form::Pem];

    fn parse(stream: &str) -> Result<Vec<Peer>, Fault> {
        let mut parser = Parser::new();
        let mut peers = Vec::new();
        for (number, line) in (1..).zip(stream.lines()) {
            peers.extend(parser.line(number, line.as_bytes())?);
        }
        parser.end().map(|()| peers)
    }

    #[test]
    fn each_form_is_found_by_itself_behind_comments_and_blank_lines() {
        for form in FORMS {
            let [one, two] = [1, 2].map(|i| text(form, i));
            let stream = format!("# peers\n\n{one}\n\n# the second\n{two}\n");
            let lines = one.lines().count() as u64;
            let expected = [Peer { line: 3, key: key(1) }, Peer { line: 5 + lines, key: key(2) }];
            assert_eq!(parse(&stream).unwrap(), expected);
        }
        assert_eq!(parse("# nobody\n\n").unwrap(), []);
    }

    #[test]
    fn mixed_forms_are_a_fault_that_names_both_lines() {
        for first in FORMS {
            for second in FORMS.into_iter().filter(|second| *second != first) {
                let [one, two] = [text(first, 1), text(second, 2)];
                let line = 2 + one.lines().count() as u64;
                let expected = format!("{} as on line 2", first.name());
                let fault = parse(&format!("\n{one}\n{two}\n")).unwrap_err();
                assert_eq!(fault, Fault::at(line, expected, second.name()));
            }
        }
    }

    #[test]
    fn what_is_no_key_is_a_fault_of_its_line() {
        let hex = text(FORMS[0], 1);
        let any = "a public key (64 hex digits, 44 base64 characters or a PEM block)";
        for (stream, fault) in [
            ("hello".to_owned(), Fault::at(1, any, "5 characters")),
            (format!("{hex} {hex}"), Fault::at(1, any, "2 words")),
            (format!("{hex}\n{}", &hex[..63]), Fault::at(2, "64 hex digits", "63 characters")),
            (format!("{hex}\n{}g", &hex[..63]), Fault::at(2, "64 hex digits", "'g' at column 64")),
            (format!("{hex}\n{hex} # me"), Fault::at(2, "64 hex digits", "3 words")),
        ] {
            assert_eq!(parse(&stream).unwrap_err(), fault);
        }
    }
}
