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

use secateur::{Random, prefetch, zeroed_on_large_pages};

use super::packed;
use super::shape::{PARTS, PLACES, places};
use crate::game_2048::board::{Board, Direction, Slides};
use crate::game_2048::points::Points;
use crate::{Lesson, Training};

/// The network while it learns. Several threads may play and learn at once: they overwrite each other's
/// lessons now and then, which costs little.
pub struct Learner {
    /// What each number is worth beyond the first hope, one shape's after the other's, by [`places`]:
    /// floats.
    worths: Box<[AtomicU32]>,
    /// What each was told.
    told: Box<[Told]>,
    slides: &'static Slides,
    points: &'static Points,
    /// What a number is worth before its first lesson.
    hope: f32,
    seed: u64,
}

/// The sum of all changes asked of a number, the sum of their sizes (two floats), and how often it was
/// asked. All zero at first, so that memory is taken only for what was seen; apart from the worths, for
/// games look at those four times as often.
type Told = [AtomicU32; 3];

impl Learner {
    /// A network that knows nothing, and promises so many points of every board (optimistic initial
    /// values: what was never tried looks good). The same seed gives the same games.
    pub fn new(hope: u32, seed: u64) -> Learner {
        Learner {
            worths: zeroed_on_large_pages(PLACES),
            told: zeroed_on_large_pages(PLACES),
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
        let seen = slid.map(places);
        seen.iter().flatten().for_each(|&place| prefetch(&self.worths[place as usize]));
        let choices = std::iter::zip(slid, seen).filter(|&(slid, _)| slid != board);
        let valued = choices.map(|(slid, seen)| {
            let scored = self.points.of(slid) - before;
            (scored as f32 + self.value(&seen), (slid, scored))
        });
        valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, choice)| choice)
    }

    /// Plays to the end from a board on which the next tile has yet to fall.
    fn play_on(&self, board: Board, random: &mut Random) -> Played {
        let (mut last, mut slides) = (self.with_tile(board, random), Vec::new());
        while let Some((slid, scored)) = self.best(last) {
            slides.push((slid, scored));
            last = self.with_tile(slid, random);
        }
        Played { slides, last }
    }

    /// Tells each board what came of it, the last one first.
    fn learn_from(&self, played: &Played) {
        let mut boards = played.slides.iter().rev().map(|&(slid, scored)| {
            let places = places(slid);
            for &place in &places {
                prefetch(&self.worths[place as usize]);
                prefetch(&self.told[place as usize]);
            }
            (places, scored)
        });
        // Memory is slow: a board is looked up while the one before learns.
        let (mut next, mut to_come) = (boards.next(), 0.0);
        while let Some((places, scored)) = next {
            next = boards.next();
            to_come = scored as f32 + self.learn(places, to_come);
        }
    }

    fn with_tile(&self, board: Board, random: &mut Random) -> Board {
        let cell = random.below(board.empty_cells().count());
        let cell = board.empty_cells().nth(cell).expect("a slide leaves room");
        board.with_tile(cell, if random.below(10) == 0 { 2 } else { 1 })
    }

    fn value(&self, places: &[u32; PARTS]) -> f32 {
        places.iter().map(|&place| self.worth(place)).sum()
    }

    fn worth(&self, place: u32) -> f32 {
        self.hope + float(&self.worths[place as usize])
    }

    /// Tells the numbers of a board what was still to come; what they promise now.
    fn learn(&self, places: [u32; PARTS], to_come: f32) -> f32 {
        let change = (to_come - self.value(&places)) / PARTS as f32;
        places.into_iter().map(|place| self.tell(place, change)).sum()
    }

    /// Tells a number by how much it should change; its worth now.
    fn tell(&self, place: u32, change: f32) -> f32 {
        let [sum, sizes, lessons] = &self.told[place as usize];
        let coherence = match float(sizes) {
            0.0 => 1.0,
            sizes => float(sum).abs() / sizes,
        };
        add(sum, change);
        add(sizes, change.abs());
        lessons.store(lessons.load(Relaxed).saturating_add(1), Relaxed);
        self.hope + add(&self.worths[place as usize], coherence * change)
    }

    /// How often a number was told, and its worth.
    pub(super) fn learned(&self, place: usize) -> (u32, f32) {
        (self.told[place][2].load(Relaxed), self.worth(place as u32))
    }
}

fn float(bits: &AtomicU32) -> f32 {
    f32::from_bits(bits.load(Relaxed))
}

/// The sum. What another thread adds meanwhile may be lost.
fn add(sum: &AtomicU32, more: f32) -> f32 {
    let now = float(sum) + more;
    sum.store(now.to_bits(), Relaxed);
    now
}

/// A game.
struct Played {
    /// The board after each slide, and what the slide scored.
    slides: Vec<(Board, u32)>,
    /// The board on which there was none left.
    last: Board,
}

impl Played {
    fn lesson(&self) -> Lesson {
        let largest = self.last.exponents().into_iter().max().unwrap_or(0);
        let value = self.slides.iter().map(|&(_, scored)| scored).sum();
        Lesson { value, reached: 1 << largest, actions: self.slides.len() as u32 }
    }
}

/// Numbers that are written together: those that were told nothing are left out.
const GROUP: usize = 64;

impl Training for Learner {
    fn play(&self, number: u64) -> Lesson {
        let mut random = Random::new(self.seed);
        let mut random = Random::new(random.bits() ^ number);
        let board = self.with_tile(Board::default(), &mut random);
        let game = self.play_on(board, &mut random);
        self.learn_from(&game);
        game.lesson()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (worths, told) in self.worths.chunks(GROUP).zip(self.told.chunks(GROUP)) {
            let is_told = |told: &Told| told[2].load(Relaxed) > 0;
            let bit = |(i, told)| u64::from(is_told(told)) << i;
            out.write_all(&told.iter().enumerate().map(bit).sum::<u64>().to_le_bytes())?;
            for (worth, told) in worths.iter().zip(told).filter(|(_, told)| is_told(told)) {
                for word in std::iter::once(worth).chain(told) {
                    out.write_all(&word.load(Relaxed).to_le_bytes())?;
                }
            }
        }
        Ok(())
    }

    fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        for (worths, told) in self.worths.chunks_mut(GROUP).zip(self.told.chunks_mut(GROUP)) {
            let mut is_told = [0; 8];
            from.read_exact(&mut is_told)?;
            let is_told = u64::from_le_bytes(is_told);
            let numbers = worths.iter_mut().zip(told).enumerate();
            for (_, (worth, told)) in numbers.filter(|(i, _)| is_told >> i & 1 == 1) {
                for word in std::iter::once(worth).chain(told) {
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
