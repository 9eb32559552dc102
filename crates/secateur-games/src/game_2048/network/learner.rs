//! How the network learns: games that it plays to itself, and temporal differences between what it
//! promised and what came ([`Learner`]).
//!
//! Every game is played by the best slide that the network sees without looking ahead, then learned
//! from back to front: each board is told what the next one scored and promised (Jaśkowski, *Mastering
//! 2048 with delayed temporal coherence learning*, 2017, without the delay). Every number has a rate of
//! its own by temporal coherence (Beal & Smith, 1999): it learns fast as long as all tell it the
//! same, slowly when they pull it to and fro.

use std::io::{self, Read, Write};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use secateur::{Random, zeroed_on_large_pages};

use super::packed;
use super::shape::{PARTS, READINGS, SHAPES, places};
use crate::game_2048::board::{Board, Direction, Slides};
use crate::game_2048::points::Points;
use crate::{Lesson, Training};

/// The network while it learns. Several threads may play and learn at once: they overwrite each other's
/// lessons now and then, which costs little.
pub struct Learner {
    /// One shape's after the other's, by [`places`].
    numbers: Box<[Number]>,
    slides: &'static Slides,
    points: &'static Points,
    /// What a number is worth before its first lesson.
    hope: f32,
    seed: u64,
}

/// A number and what it has been told: its worth beyond the first hope, the sum of all changes asked
/// of it, the sum of their sizes (three floats), and how often it was told. All zero at first, so
/// that memory is taken only for what was seen.
type Number = [AtomicU32; 4];

impl Learner {
    /// A network that knows nothing, and promises so many points of every board (optimistic initial
    /// values: what was never tried looks good). The same seed gives the same games.
    pub fn new(hope: u32, seed: u64) -> Learner {
        Learner {
            numbers: zeroed_on_large_pages(SHAPES * READINGS),
            slides: Slides::tables(),
            points: Points::table(),
            hope: hope as f32 / PARTS as f32,
            seed,
        }
    }

    /// The slide that promises most: the board after it, and what it scores.
    fn best(&self, board: Board) -> Option<(Board, u32)> {
        let before = self.points.of(board);
        let slid = Direction::ALL.map(|direction| self.slides.slide(board, direction));
        let choices = slid.into_iter().filter(|&slid| slid != board).map(|slid| {
            let scored = self.points.of(slid) - before;
            (scored as f32 + self.value(slid), (slid, scored))
        });
        choices.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, choice)| choice)
    }

    fn with_tile(&self, board: Board, random: &mut Random) -> Board {
        let cell = random.below(board.empty_cells().count());
        let cell = board.empty_cells().nth(cell).expect("a slide leaves room");
        board.with_tile(cell, if random.below(10) == 0 { 2 } else { 1 })
    }

    fn value(&self, board: Board) -> f32 {
        places(board).into_iter().map(|place| self.worth(place)).sum()
    }

    fn worth(&self, place: u32) -> f32 {
        self.hope + f32::from_bits(self.numbers[place as usize][0].load(Relaxed))
    }

    /// Tells the numbers of a board what was still to come; what they promise now.
    fn learn(&self, board: Board, to_come: f32) -> f32 {
        let places = places(board);
        let promised: f32 = places.iter().map(|&place| self.worth(place)).sum();
        let change = (to_come - promised) / PARTS as f32;
        places.into_iter().map(|place| self.tell(place, change)).sum()
    }

    /// Tells a number by how much it should change; its worth now.
    fn tell(&self, place: u32, change: f32) -> f32 {
        let [worth, sum, sizes, lessons] = &self.numbers[place as usize];
        let add = |float: &AtomicU32, more: f32| {
            let now = f32::from_bits(float.load(Relaxed)) + more;
            float.store(now.to_bits(), Relaxed);
            now
        };
        let before = (f32::from_bits(sum.load(Relaxed)), f32::from_bits(sizes.load(Relaxed)));
        let coherence = if before.1 > 0.0 { before.0.abs() / before.1 } else { 1.0 };
        add(sum, change);
        add(sizes, change.abs());
        lessons.store(lessons.load(Relaxed).saturating_add(1), Relaxed);
        self.hope + add(worth, coherence * change)
    }

    /// How often a number was told, and its worth.
    pub(super) fn learned(&self, place: usize) -> (u32, f32) {
        (self.numbers[place][3].load(Relaxed), self.worth(place as u32))
    }
}

/// Numbers that are written together: those that were told nothing are left out.
const GROUP: usize = 64;

impl Training for Learner {
    fn play(&self, number: u64) -> Lesson {
        let mut random = Random::new(self.seed);
        let mut random = Random::new(random.bits() ^ number);
        let mut board = self.with_tile(self.with_tile(Board::default(), &mut random), &mut random);
        let mut past: Vec<(Board, u32)> = Vec::new();
        let mut points = 0;
        while let Some((slid, scored)) = self.best(board) {
            points += scored;
            past.push((slid, scored));
            board = self.with_tile(slid, &mut random);
        }
        let mut to_come = 0.0;
        for &(slid, scored) in past.iter().rev() {
            to_come = scored as f32 + self.learn(slid, to_come);
        }
        let largest = board.exponents().into_iter().max().unwrap_or(0);
        Lesson { value: points, reached: 1 << largest, actions: past.len() as u32 }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for group in self.numbers.chunks(GROUP) {
            let bit = |(i, number): (usize, &Number)| u64::from(number[3].load(Relaxed) > 0) << i;
            let told: u64 = group.iter().enumerate().map(bit).sum();
            out.write_all(&told.to_le_bytes())?;
            for number in group.iter().filter(|number| number[3].load(Relaxed) > 0) {
                for word in number {
                    out.write_all(&word.load(Relaxed).to_le_bytes())?;
                }
            }
        }
        Ok(())
    }

    fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        for group in self.numbers.chunks_mut(GROUP) {
            let mut told = [0; 8];
            from.read_exact(&mut told)?;
            let told = u64::from_le_bytes(told);
            for (_, number) in group.iter_mut().enumerate().filter(|(i, _)| told >> i & 1 == 1) {
                for word in number {
                    let mut bytes = [0; 4];
                    from.read_exact(&mut bytes)?;
                    *word.get_mut() = u32::from_le_bytes(bytes);
                }
            }
        }
        Ok(())
    }

    fn pack(&self, bytes: usize) -> Vec<u8> {
        packed::pack(self, bytes)
    }
}
