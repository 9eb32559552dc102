//! Bits as a fraction of a byte each: an adaptive binary range coder.
//!
//! Every bit is written within a context that has learned how probable a one is there; the message is a
//! number in an interval that shrinks by that probability a bit (Martin, *Range encoding: an algorithm
//! for removing redundancy from a digitised message*, 1979).

/// How probable a zero is in a context, in parts of 2¹⁶, by what was seen lately.
#[derive(Clone, Copy)]
pub(super) struct Context(u16);

impl Default for Context {
    fn default() -> Context {
        Context(1 << 15)
    }
}

/// Bits of the interval that a probability divides.
const PARTS: u32 = 16;
/// How slowly a context learns: what was seen so many bits ago counts a third.
const MEMORY: u32 = 5;

impl Context {
    /// Where the interval of the zero ends, of an interval of this width.
    fn split(self, width: u32) -> u32 {
        (width >> PARTS) * u32::from(self.0)
    }

    /// A zero stays possible, and so does a one.
    fn learn(&mut self, bit: bool) {
        match bit {
            true => self.0 -= self.0 >> MEMORY,
            false => self.0 += (u16::MAX - self.0) >> MEMORY,
        }
    }
}

/// The narrowest interval; a narrower one is widened by a byte.
const NARROWEST: u32 = 1 << 24;

/// Writes bits.
pub(super) struct Encoder {
    low: u64,
    width: u32,
    /// A byte and those behind it, all 255, that a carry may still change.
    held: u8,
    held_count: usize,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Encoder {
        Encoder { low: 0, width: u32::MAX, held: 0, held_count: 0, bytes: Vec::new() }
    }

    pub(super) fn bit(&mut self, context: &mut Context, bit: bool) {
        let split = context.split(self.width);
        if bit {
            self.low += u64::from(split);
            self.width -= split;
        } else {
            self.width = split;
        }
        context.learn(bit);
        while self.width < NARROWEST {
            self.width <<= 8;
            self.shift();
        }
    }

    /// Moves the highest byte out; a carry goes into those before it.
    fn shift(&mut self) {
        let carry = self.low > u64::from(u32::MAX);
        if self.low < 0xFF00_0000 || carry || self.held_count == 0 {
            let carry = u8::from(carry);
            if self.held_count > 0 {
                self.bytes.push(self.held.wrapping_add(carry));
                let rest = (1..self.held_count).map(|_| 0xFFu8.wrapping_add(carry));
                self.bytes.extend(rest);
            }
            self.held_count = 0;
            self.held = (self.low >> 24) as u8;
        }
        self.held_count += 1;
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }

    /// The message.
    pub(super) fn finish(mut self) -> Vec<u8> {
        (0..5).for_each(|_| self.shift());
        self.bytes
    }
}

/// Reads bits.
pub(super) struct Decoder<'b> {
    offset: u32,
    width: u32,
    bytes: &'b [u8],
}

impl<'b> Decoder<'b> {
    /// Reads a message; zeros follow where it ends too soon.
    pub(super) fn new(bytes: &'b [u8]) -> Decoder<'b> {
        let mut decoder = Decoder { offset: 0, width: u32::MAX, bytes };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    #[inline(always)]
    pub(super) fn bit(&mut self, context: &mut Context) -> bool {
        let split = context.split(self.width);
        let bit = self.offset >= split;
        if bit {
            self.offset -= split;
            self.width -= split;
        } else {
            self.width = split;
        }
        context.learn(bit);
        while self.width < NARROWEST {
            self.width <<= 8;
            self.shift();
        }
        bit
    }

    fn shift(&mut self) {
        let (byte, rest) =
            self.bytes.split_first().map_or((0, &[][..]), |(&byte, rest)| (byte, rest));
        self.offset = self.offset << 8 | u32::from(byte);
        self.bytes = rest;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_come_back(bits: Vec<(bool, bool)>) {
            let (mut encoder, mut contexts) = (Encoder::new(), [Context::default(); 2]);
            for &(which, bit) in &bits {
                encoder.bit(&mut contexts[usize::from(which)], bit);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut contexts) = (Decoder::new(&bytes), [Context::default(); 2]);
            for &(which, bit) in &bits {
                prop_assert_eq!(decoder.bit(&mut contexts[usize::from(which)]), bit);
            }
        }
    }

    #[test]
    fn long_messages_come_back_and_the_probable_takes_little_room() {
        let mut random = secateur::Random::new(1);
        let bits: Vec<bool> = (0..1_000_000).map(|_| random.below(50) == 0).collect();
        let (mut encoder, mut context) = (Encoder::new(), Context::default());
        bits.iter().for_each(|&bit| encoder.bit(&mut context, bit));
        let bytes = encoder.finish();
        let bytes_of_entropy = 1e6 * 0.1414 / 8.0;
        assert!((bytes.len() as f64) < 1.12 * bytes_of_entropy, "{} bytes", bytes.len());
        let (mut decoder, mut context) = (Decoder::new(&bytes), Context::default());
        assert!(bits.iter().all(|&bit| decoder.bit(&mut context) == bit));
    }
}
