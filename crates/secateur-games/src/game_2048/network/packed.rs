//! A network as bytes: numbers that matter little left out, the others as codes, and what their
//! neighbours tell about them not said again.
//!
//! Numbers of readings that differ by one in one cell resemble each other. So a code is written as its
//! distance from the mean of those neighbours that were written before it, and whether there is one
//! at all in the context of which of them there are.

use std::array::from_fn;

use secateur::ParseError;

use super::Network;
use super::learner::Learner;
use super::range_coder::{Context, Decoder, Encoder};
use super::shape::{READINGS, SHAPES};
use super::steps::{self, LARGEST};

/// What a packed network begins with, the checksum of the rest follows.
const HEAD: &[u8] = b"secateur 2048 network 1\n";

/// Cells of a shape.
const CELLS: usize = 6;
/// Readings that differ in their first two cells only; most such blocks are empty.
const BLOCK: usize = 1 << 8;

impl Network {
    /// Reads what [`pack`](crate::Training::pack) wrote.
    ///
    /// # Errors
    /// When the bytes are something else, or not whole.
    pub fn read(bytes: &[u8]) -> Result<Network, ParseError> {
        let message = bytes.strip_prefix(HEAD).and_then(<[u8]>::split_first_chunk);
        let Some((&sum, message)) = message else {
            return Err(ParseError::new("this is no network of 2048"));
        };
        if checksum(message) != u64::from_le_bytes(sum) {
            return Err(ParseError::new("this network of 2048 is damaged: its checksum is wrong"));
        }
        let mut network = Network::empty();
        let mut decoder = Decoder::new(message);
        for numbers in network.numbers.chunks_exact_mut(READINGS) {
            Model::default().walk(numbers, |context, _| decoder.bit(context));
            for code in numbers.iter_mut().filter(|code| **code != 0) {
                *code = steps::value(*code);
            }
        }
        Ok(network)
    }
}

/// The network that was learned, with as many of its numbers as fit into so many bytes, to a
/// hundredth: those that [matter](weight) most.
pub(super) fn pack(learner: &Learner, bytes: usize) -> Vec<u8> {
    let whole = pack_from(learner, 0.0);
    if whole.len() <= bytes {
        return whole;
    }
    // With the numbers from the one weight on it is too large, with those from the other it fits. Weights
    // span magnitudes, so they are halved by their bits, which have the same order.
    let (mut too_low, mut enough) = (0, f32::INFINITY.to_bits());
    let mut fits = pack_from(learner, f32::INFINITY);
    while enough - too_low > 1 && fits.len() < bytes - bytes / 100 {
        let between = too_low + (enough - too_low) / 2;
        let packed = pack_from(learner, f32::from_bits(between));
        if packed.len() <= bytes {
            (fits, enough) = (packed, between);
        } else {
            too_low = between;
        }
    }
    fits
}

/// How much a number matters: the square of what a board's value lacks without it, as often as it was
/// told. (By how often alone, the network that ships would lose a tenth of its points at one ply:
/// most of what is told often is worth next to nothing.)
fn weight(lessons: u32, worth: f32) -> f32 {
    lessons as f32 * worth.powi(2)
}

/// The numbers that were told, and weigh so much at least.
fn pack_from(learner: &Learner, least: f32) -> Vec<u8> {
    let code = |place| match learner.learned(place) {
        (lessons @ 1.., worth) if weight(lessons, worth) >= least => steps::code(worth),
        _ => 0,
    };
    let mut encoder = Encoder::new();
    for shape in 0..SHAPES {
        let mut codes: Vec<i16> = (0..READINGS).map(|i| code(shape * READINGS + i)).collect();
        Model::default().walk(&mut codes, |context, bit| {
            encoder.bit(context, bit);
            bit
        });
    }
    let message = encoder.finish();
    [HEAD, &checksum(&message).to_le_bytes(), &message].concat()
}

/// FNV-1a (Fowler, Noll & Vo).
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

/// The contexts of a shape's codes.
struct Model {
    /// Whether a block has a code, by which of its four neighbours have.
    blocks: [Context; 16],
    /// Whether there is a code, by which of its six neighbours there are.
    codes: [Context; 64],
    /// How far it is from the mean of its neighbours, by how many there are.
    distances: [Distance; CELLS + 1],
}

/// The contexts of a distance.
#[derive(Clone, Copy)]
struct Distance {
    zero: Context,
    negative: Context,
    /// Whether it has more binary digits than so many.
    longer: [Context; 16],
    /// Its digits below the highest, by those above.
    digits: [Context; 64],
}

impl Default for Model {
    fn default() -> Model {
        let distance = Distance {
            zero: Context::default(),
            negative: Context::default(),
            longer: [Context::default(); 16],
            digits: [Context::default(); 64],
        };
        Model {
            blocks: from_fn(|_| Context::default()),
            codes: from_fn(|_| Context::default()),
            distances: [distance; CELLS + 1],
        }
    }
}

impl Model {
    /// Goes through the codes of a shape in their order. `bit` writes a bit and gives it back, or reads
    /// one, whatever it is told; so writing and reading are one.
    fn walk(&mut self, codes: &mut [i16], mut bit: impl FnMut(&mut Context, bool) -> bool) {
        let mut filled = vec![false; codes.len() / BLOCK];
        for block in 0..filled.len() {
            let has_code = codes[block * BLOCK..][..BLOCK].iter().any(|&code| code != 0);
            let beside = |cell| neighbour(block, cell).is_some_and(|block| filled[block]);
            let context =
                (0..CELLS - 2).map(|cell| usize::from(beside(cell)) << cell).sum::<usize>();
            filled[block] = bit(&mut self.blocks[context], has_code);
            if filled[block] {
                for place in block * BLOCK..(block + 1) * BLOCK {
                    codes[place] = self.code(codes, place, &mut bit);
                }
            }
        }
    }

    fn code(
        &mut self,
        codes: &[i16],
        place: usize,
        bit: &mut impl FnMut(&mut Context, bool) -> bool,
    ) -> i16 {
        let (mut sum, mut count, mut context) = (0, 0, 0);
        for cell in 0..CELLS {
            let code = neighbour(place, cell).map_or(0, |place| codes[place]);
            if code != 0 {
                sum += i32::from(code);
                count += 1;
                context |= 1 << cell;
            }
        }
        let code = codes[place];
        if !bit(&mut self.codes[context], code != 0) {
            return 0;
        }
        let expected = if count == 0 { 0 } else { sum / count };
        let distance = self.distances[count as usize].walk(i32::from(code) - expected, bit);
        (expected + distance).clamp(-i32::from(LARGEST), i32::from(LARGEST)) as i16
    }
}

impl Distance {
    fn walk(&mut self, distance: i32, bit: &mut impl FnMut(&mut Context, bool) -> bool) -> i32 {
        if bit(&mut self.zero, distance == 0) {
            return 0;
        }
        let negative = bit(&mut self.negative, distance < 0);
        let size = distance.unsigned_abs();
        let mut digits = 1;
        while digits < 13 && bit(&mut self.longer[digits], size >> digits > 0) {
            digits += 1;
        }
        let mut known = 1;
        for digit in (0..digits - 1).rev() {
            let context = &mut self.digits[if known < 32 { known } else { 32 + digit }];
            known = known << 1 | usize::from(bit(context, size >> digit & 1 == 1));
        }
        if negative { -(known as i32) } else { known as i32 }
    }
}

/// The place where one cell holds one less.
#[inline(always)]
fn neighbour(place: usize, cell: usize) -> Option<usize> {
    (place >> (4 * cell) & 15 > 0).then(|| place - (1 << (4 * cell)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A learner that has played a little.
    fn learner() -> Learner {
        let learner = Learner::new(0, 1);
        (0..200).for_each(|game| {
            crate::Training::play(&learner, game);
        });
        learner
    }

    #[test]
    fn a_network_comes_back() {
        let learner = learner();
        let packed = pack_from(&learner, 100.0);
        let network = Network::read(&packed).unwrap();
        let mut kept = 0;
        for (place, &number) in network.numbers.iter().enumerate() {
            let (lessons, worth) = learner.learned(place);
            let matters = lessons > 0 && weight(lessons, worth) >= 100.0;
            assert_eq!(number, if matters { steps::value(steps::code(worth)) } else { 0 });
            kept += usize::from(number != 0);
        }
        assert!(kept > 10_000 && packed.len() < 2 * kept, "{kept} numbers, {} bytes", packed.len());
    }

    #[test]
    fn a_network_fits_into_the_bytes_it_may_take() {
        let learner = learner();
        let whole = pack(&learner, usize::MAX);
        let half = pack(&learner, whole.len() / 2);
        assert!(half.len() <= whole.len() / 2 && half.len() > whole.len() / 4);
        assert!(Network::read(&half).is_ok());
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let packed = pack(&learner(), 100_000);
        for (place, why) in [(3, "no network"), (HEAD.len(), "damaged"), (9_000, "damaged")] {
            let mut bytes = packed.clone();
            bytes[place] ^= 1;
            let error = Network::read(&bytes).err().expect("it is refused").to_string();
            assert!(error.contains(why), "{place}: {error}");
        }
        assert!(Network::read(&packed[..packed.len() - 1]).is_err());
        assert!(Network::read(&[]).is_err());
    }
}
