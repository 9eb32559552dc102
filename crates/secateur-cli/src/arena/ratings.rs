//! Ratings of all players in a tournament: the model of Bradley & Terry (1952), fitted by Hunter's
//! iteration, *MM algorithms for generalized Bradley–Terry models* (2004). A draw is half a win.

use super::pentanomial::expected;
use super::tally::Pairing;

/// A rating in Elo points; those of all players are zero on average.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rating {
    pub(super) elo: f64,
    /// Half the width of the interval of 95 %, the other ratings taken for certain.
    pub(super) error: f64,
}

/// Rounds of the iteration.
const ROUNDS: usize = 2000;

/// The ratings of so many players; `None` for one who has not played. Every two who met are given a
/// draw more, so that no rating is infinite.
pub(super) fn of(players: usize, pairings: &[Pairing]) -> Vec<Option<Rating>> {
    let met: Vec<([usize; 2], f64, f64)> = pairings
        .iter()
        .filter(|pairing| pairing.record.games() > 0)
        .map(|pairing| {
            let games = pairing.record.games() as f64 + 1.0;
            let points = pairing.record.wins as f64 + pairing.record.draws as f64 / 2.0 + 0.5;
            (pairing.players.map(|player| player - 1), games, points)
        })
        .collect();
    let mut strength = vec![1.0; players];
    for _ in 0..ROUNDS {
        let (mut points, mut rivalry) = (vec![0.0; players], vec![0.0; players]);
        for &([one, two], games, won) in &met {
            points[one] += won;
            points[two] += games - won;
            let share = games / (strength[one] + strength[two]);
            rivalry[one] += share;
            rivalry[two] += share;
        }
        for player in (0..players).filter(|&player| rivalry[player] > 0.0) {
            strength[player] = points[player] / rivalry[player];
        }
    }
    let elo: Vec<f64> = strength.iter().map(|strength| 400.0 * strength.log10()).collect();
    let played = |player: usize| met.iter().filter(move |(who, ..)| who.contains(&player));
    let who: Vec<usize> = (0..players).filter(|&player| played(player).next().is_some()).collect();
    let mean = who.iter().map(|&player| elo[player]).sum::<f64>() / who.len().max(1) as f64;
    let rating = |player: usize| {
        // What the results tell about the rating: the variance of each, by its slope.
        let knowledge = played(player).map(|&([one, two], games, _)| {
            let share = expected(elo[one] - elo[two]);
            games * share * (1.0 - share) * (std::f64::consts::LN_10 / 400.0).powi(2)
        });
        let error = 1.96 / knowledge.sum::<f64>().sqrt();
        who.contains(&player).then(|| Rating { elo: elo[player] - mean, error })
    };
    (0..players).map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::super::pentanomial::Pentanomial;
    use super::super::tally::Record;
    use super::*;

    fn pairing(players: [usize; 2], wins: u64, losses: u64) -> Pairing {
        let record = Record { wins, draws: 0, losses };
        Pairing { players, record, pentanomial: Pentanomial::default() }
    }

    #[test]
    fn ratings_explain_the_results() {
        let pairings =
            [pairing([1, 2], 640, 360), pairing([2, 3], 640, 360), pairing([1, 3], 760, 240)];
        let ratings: Vec<f64> = of(3, &pairings).into_iter().map(|r| r.unwrap().elo).collect();
        assert!((ratings[0] - 100.0).abs() < 3.0 && ratings[1].abs() < 3.0, "{ratings:?}");
        assert!(ratings.iter().sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn who_never_lost_is_rated_and_who_never_played_is_not() {
        let ratings = of(3, &[pairing([1, 2], 10, 0), pairing([1, 3], 0, 0)]);
        let best = ratings[0].unwrap();
        assert!(best.elo > 100.0 && best.elo < 1000.0 && best.error > 50.0);
        assert!(ratings[2].is_none());
    }
}
