//! Who plays whom, with which side: contest by contest, as a function of its number alone.

use clap::ValueEnum;

/// Which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Schedule {
    /// Everybody meets everybody
    RoundRobin,
    /// The player named first meets all others
    Gauntlet,
}

/// All contests of a tournament.
pub(super) struct Plan {
    /// The players who meet, numbered from 1.
    pub(super) pairings: Vec<[usize; 2]>,
    /// Contests of each pairing.
    games: u64,
    /// How many sides of the game decide.
    sides: u8,
}

/// A contest to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    /// From 0.
    pub(super) number: u64,
    /// The two games of a pair have the same luck and opening, with sides exchanged.
    pub(super) pair: u64,
    /// Pairs of all pairings with the same opening.
    pub(super) round: u64,
    /// Who has the first side, and who the second; where one side decides, each plays alone.
    pub(super) seats: [usize; 2],
}

impl Plan {
    pub(super) fn new(schedule: Schedule, players: usize, games: u64, sides: u8) -> Plan {
        let firsts = match schedule {
            Schedule::RoundRobin => players,
            Schedule::Gauntlet => 1,
        };
        let pairings = (1..=firsts).flat_map(|one| (one + 1..=players).map(move |two| [one, two]));
        Plan { pairings: pairings.collect(), games, sides }
    }

    /// How many contests there are.
    pub(super) fn contests(&self) -> u64 {
        self.games * self.pairings.len() as u64
    }

    /// The contests in their order: round by round, so that all pairings are equally far.
    pub(super) fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        let pairings = self.pairings.len() as u64;
        let in_pair = if self.sides == 1 { 1 } else { 2 };
        let rounds = self.games.div_ceil(in_pair);
        (0..rounds * pairings * in_pair).filter_map(move |number| {
            let (pair, game) = (number / in_pair, number % in_pair);
            let round = pair / pairings;
            let [one, two] = self.pairings[(pair % pairings) as usize];
            let seats = if game == 0 { [one, two] } else { [two, one] };
            let exists = round * in_pair + game < self.games;
            exists.then_some(Fixture { number, pair, round, seats })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_equally_often_with_both_sides() {
        let plan = Plan::new(Schedule::RoundRobin, 4, 6, 2);
        assert_eq!((plan.pairings.len(), plan.contests()), (6, 36));
        let fixtures: Vec<_> = plan.fixtures().collect();
        assert_eq!(fixtures.len(), 36);
        for one in 1..=4 {
            for two in (1..=4).filter(|&two| two != one) {
                let met = fixtures.iter().filter(|fixture| fixture.seats == [one, two]);
                assert_eq!(met.count(), 3);
            }
        }
        for pair in fixtures.chunks(2) {
            let [first, second] = [pair[0].seats, pair[1].seats];
            assert_eq!((first[0], first[1]), (second[1], second[0]));
            assert_eq!(pair[0].pair, pair[1].pair);
        }
    }

    #[test]
    fn an_odd_number_of_games_and_a_gauntlet() {
        let plan = Plan::new(Schedule::Gauntlet, 3, 5, 2);
        let fixtures: Vec<_> = plan.fixtures().collect();
        assert_eq!((fixtures.len() as u64, plan.contests()), (10, 10));
        assert!(fixtures.iter().all(|fixture| fixture.seats.contains(&1)));
        let alone = Plan::new(Schedule::RoundRobin, 2, 3, 1);
        let pairs: Vec<_> = alone.fixtures().map(|fixture| fixture.pair).collect();
        assert_eq!(pairs, [0, 1, 2]);
    }

    /// A tournament that is made longer keeps what was played.
    #[test]
    fn a_longer_tournament_begins_like_a_shorter_one() {
        let fixtures = |games| Plan::new(Schedule::RoundRobin, 3, games, 2).fixtures().collect();
        let (short, long): (Vec<_>, Vec<_>) = (fixtures(3), fixtures(8));
        assert!(short.iter().all(|fixture| long.contains(fixture)));
    }
}
