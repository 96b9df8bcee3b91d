//! The file format of nets. docs/background/nets.md describes it byte by byte.

use campione_core::BetzaError;
use thiserror::Error;

use super::layout::{BUCKETS, KingBuckets, Layout, LayoutFault};
use super::movement::Movement;
use super::weights::{Header, INPUT_BIASES, INPUT_WEIGHTS, Net, OUTPUT_BIASES, OUTPUT_WEIGHTS, WeightFault, Weights};

/// The first bytes of every net.
pub const MAGIC: &[u8; 8] = b"campnet\n";

/// The version of a net with one king bucket.
const VERSION_ONE_BUCKET: u16 = 1;

/// The version of a net with several king buckets: its header has one byte more, their number.
const VERSION_KING_BUCKETS: u16 = 2;

/// Why a file is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// The file does not begin with [`MAGIC`].
    #[error("not a net of this program: it does not begin with `campnet` and a line feed")]
    Magic,
    /// Another version of the format.
    #[error("a net of version {0}: this program reads versions {VERSION_ONE_BUCKET} and {VERSION_KING_BUCKETS}")]
    Version(u16),
    /// The file is shorter than its header says.
    #[error("the file ends at byte {at}, within its {what}")]
    End {
        /// Where it ends.
        at: usize,
        /// The part within which it ends.
        what: &'static str,
    },
    /// The file is longer than its header says.
    #[error("{0} bytes follow the end of the net")]
    Trailing(usize),
    /// The checksum is wrong: the file was changed, or not copied completely.
    #[error(
        "the last four bytes say {found:08x}, and the checksum of those before is {computed:08x}: the file is damaged or cut short"
    )]
    Checksum {
        /// The checksum in the file.
        found: u32,
        /// The checksum of its bytes.
        computed: u32,
    },
    /// A text that is not UTF-8.
    #[error("the {0} is not UTF-8 text")]
    Text(&'static str),
    /// A movement that this program does not know.
    #[error("movement {0} (`{1}`): {2}")]
    Movement(usize, String, BetzaError),
    /// An invalid layout of the inputs.
    #[error(transparent)]
    Layout(#[from] LayoutFault),
    /// Another number of output buckets.
    #[error("{0} output buckets: expected {BUCKETS}")]
    Buckets(u8),
    /// Another number of king buckets.
    #[error("{0} king buckets: expected 3; a net with one has version {VERSION_ONE_BUCKET}")]
    KingBuckets(u8),
    /// A number that is out of range, or not written in the shortest form.
    #[error("byte {at}, among the {what}: expected a whole number of {bits} bits, in the shortest form")]
    Number {
        /// Where it begins.
        at: usize,
        /// The list that it belongs to.
        what: &'static str,
        /// How many bits it may have.
        bits: u32,
    },
    /// Invalid sizes or weights.
    #[error(transparent)]
    Weights(#[from] WeightFault),
}

/// A file that is being read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    version: u16,
}

impl<'a> Reader<'a> {
    /// Checks the magic bytes and the version.
    fn new(bytes: &'a [u8]) -> Result<Reader<'a>, NetError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetError::Magic);
        }
        let mut reader = Reader { bytes, at: MAGIC.len(), version: VERSION_ONE_BUCKET };
        match reader.short()? {
            version @ (VERSION_ONE_BUCKET | VERSION_KING_BUCKETS) => {
                reader.version = version;
                Ok(reader)
            }
            version => Err(NetError::Version(version)),
        }
    }

    fn header(&mut self) -> Result<Header, NetError> {
        let [files, ranks, pieces, buckets] = self.array("header")?;
        let king_buckets = if self.version == VERSION_KING_BUCKETS { Some(self.byte()?) } else { None };
        let hidden = usize::from(self.short()?);
        let (hidden_unit, output_unit) = (self.short()? as i16, self.short()? as i16);
        let scale = self.short()?;
        let seed = u64::from_le_bytes(self.array("header")?);
        let data = self.text("word on the data")?.to_owned();
        let mut movements = Vec::new();
        for index in 0..usize::from(self.byte()?) {
            let text = self.text("name of a movement")?;
            let movement = Movement::parse(text);
            movements.push(movement.map_err(|error| NetError::Movement(index, text.to_owned(), error))?);
        }
        if usize::from(buckets) != BUCKETS {
            return Err(NetError::Buckets(buckets));
        }
        let mut layout = Layout::new(files, ranks, pieces, movements)?;
        if let Some(count) = king_buckets {
            // Equal nets are equal files, so one bucket is not written in this version.
            let found = KingBuckets::with_count(count).filter(|&found| found != KingBuckets::One);
            layout = layout.with_king_buckets(found.ok_or(NetError::KingBuckets(count))?)?;
        }
        let header = Header { layout, hidden, hidden_unit, output_unit, scale, seed, data };
        header.check()?;
        Ok(header)
    }

    fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], NetError> {
        let rest = &self.bytes[self.at..];
        let found = rest.get(..count).ok_or(NetError::End { at: self.bytes.len(), what })?;
        self.at += count;
        Ok(found)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], NetError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    fn byte(&mut self) -> Result<u8, NetError> {
        self.array("header").map(|[byte]| byte)
    }

    fn short(&mut self) -> Result<u16, NetError> {
        self.array("header").map(u16::from_le_bytes)
    }

    fn text(&mut self, what: &'static str) -> Result<&'a str, NetError> {
        let length = usize::from(self.short()?);
        std::str::from_utf8(self.take(length, "header")?).map_err(|_| NetError::Text(what))
    }

    /// Reads a number of up to `bits` bits: seven bits to a byte, the lowest first, with zigzag encoding of the sign.
    fn number(&mut self, bits: u32, what: &'static str) -> Result<i32, NetError> {
        let start = self.at;
        let (mut zigzag, mut shift) = (0_u64, 0);
        loop {
            let [byte] = self.array(what)?;
            zigzag |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            // A number has one form only, so that equal nets are equal files: a last byte of 0 would add nothing.
            let ends = byte < 0x80;
            if (ends && byte == 0 && shift > 7) || zigzag >> bits != 0 || (!ends && shift > bits) {
                return Err(NetError::Number { at: start, what, bits });
            }
            if ends {
                return Ok((zigzag >> 1) as i32 ^ -((zigzag & 1) as i32));
            }
        }
    }

    fn shorts(&mut self, count: usize, what: &'static str) -> Result<Vec<i16>, NetError> {
        // Check the length before memory is reserved: every number takes at least one byte.
        if count > self.bytes.len() - self.at {
            return Err(NetError::End { at: self.bytes.len(), what });
        }
        (0..count).map(|_| self.number(16, what).map(|number| number as i16)).collect()
    }
}

/// Appends a number as [`Reader::number`] reads it.
fn put(bytes: &mut Vec<u8>, number: i32) {
    let mut zigzag = (number as u32) << 1 ^ (number >> 31) as u32;
    while zigzag >= 0x80 {
        bytes.push(zigzag as u8 | 0x80);
        zigzag >>= 7;
    }
    bytes.push(zigzag as u8);
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    // No longer than the length field allows, and cut between two characters.
    let mut length = text.len().min(usize::from(u16::MAX));
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(&text.as_bytes()[..length]);
}

impl Net {
    /// The net as a file. A text of more than 65,535 bytes is cut off.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Header { layout, hidden, hidden_unit, output_unit, scale, seed, data } = self.header();
        let mut bytes = Vec::with_capacity(layout.inputs() * hidden * 2);
        bytes.extend(MAGIC);
        let king_buckets = layout.king_buckets();
        let version = if king_buckets == KingBuckets::One { VERSION_ONE_BUCKET } else { VERSION_KING_BUCKETS };
        bytes.extend(version.to_le_bytes());
        bytes.extend([layout.files(), layout.ranks(), layout.pieces(), BUCKETS as u8]);
        if version == VERSION_KING_BUCKETS {
            bytes.push(king_buckets.count() as u8);
        }
        bytes.extend((*hidden as u16).to_le_bytes());
        bytes.extend(hidden_unit.to_le_bytes());
        bytes.extend(output_unit.to_le_bytes());
        bytes.extend(scale.to_le_bytes());
        bytes.extend(seed.to_le_bytes());
        put_text(&mut bytes, data);
        bytes.push(layout.movements().len() as u8);
        for movement in layout.movements() {
            put_text(&mut bytes, &movement.to_string());
        }
        let Weights { input_weights, input_biases, output_weights, output_biases } = self.weights();
        for weight in [input_weights, input_biases, output_weights].into_iter().flatten() {
            put(&mut bytes, i32::from(weight));
        }
        for bias in output_biases {
            put(&mut bytes, bias);
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Net::to_bytes) has written.
    ///
    /// # Errors
    /// [`NetError`] says what is wrong. Later, only a variant that the net does not know can be rejected.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        // Before the checksum: a file of another kind is not a damaged one.
        let mut reader = Reader::new(bytes)?;
        let (net, checksum) = bytes.split_last_chunk().ok_or(NetError::Magic)?;
        let (found, computed) = (u32::from_le_bytes(*checksum), crc32fast::hash(net));
        if found != computed {
            return Err(NetError::Checksum { found, computed });
        }
        reader.bytes = net;
        let header = reader.header()?;
        let [input_weights, input_biases, output_weights, output_biases] = header.counts();
        let weights = Weights {
            input_weights: reader.shorts(input_weights, INPUT_WEIGHTS)?,
            input_biases: reader.shorts(input_biases, INPUT_BIASES)?,
            output_weights: reader.shorts(output_weights, OUTPUT_WEIGHTS)?,
            output_biases: (0..output_biases).map(|_| reader.number(32, OUTPUT_BIASES)).collect::<Result<_, _>>()?,
        };
        match net.len() - reader.at {
            0 => Ok(Net::new(header, weights)?),
            trailing => Err(NetError::Trailing(trailing)),
        }
    }
}

/// The checksum at the end of the file of a net: it tells nets apart. (The CRC-32 of the whole file, checksum included,
/// is the same number for all.) 0 for fewer than four bytes.
///
/// ```
/// use campione_core::Variant;
/// use campione_search::net::{FloatNet, HIDDEN_UNIT, Layout, OUTPUT_UNIT, checksum};
/// let layout = Layout::of(&[Variant::named("janus")?])?;
/// let net = |seed| FloatNet::random(layout.clone(), 32, 400, seed).quantise(HIDDEN_UNIT, OUTPUT_UNIT);
/// assert_ne!(checksum(&net(1)?.to_bytes()), checksum(&net(2)?.to_bytes()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn checksum(file: &[u8]) -> u32 {
    file.last_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes))
}

impl Header {
    /// Reads the beginning of a net: enough to know which variants it serves. Neither the weights nor the checksum are
    /// looked at.
    ///
    /// # Errors
    /// [`NetError`] says what is wrong.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_search::net::{FloatNet, HIDDEN_UNIT, Header, Layout, OUTPUT_UNIT};
    /// let layout = Layout::of(&[Variant::named("janus")?])?;
    /// let bytes = FloatNet::random(layout, 32, 400, 1).quantise(HIDDEN_UNIT, OUTPUT_UNIT)?.to_bytes();
    /// assert_eq!(Header::from_bytes(&bytes)?.hidden, 32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Header, NetError> {
        Reader::new(bytes)?.header()
    }
}
