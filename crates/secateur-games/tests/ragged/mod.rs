//! Random ragged trees, their edits, and searches of them as a textbook prints them.

use std::collections::BTreeSet;

use secateur::Random;

/// A ragged tree.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Leaf(i32),
    Inner(Vec<Tree>),
}

pub(crate) use Tree::{Inner, Leaf};

/// A node by the way from the root: the number of a child at every step.
pub(crate) type Path = Vec<usize>;

impl Tree {
    pub(crate) fn random(random: &mut Random, plies: u32) -> Tree {
        if plies == 0 || random.below(4) == 0 {
            return Leaf(random.below(21) as i32 - 10);
        }
        Inner((0..=random.below(3)).map(|_| Tree::random(random, plies - 1)).collect())
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Leaf(value) => value.to_string(),
            Inner(children) => {
                let children: Vec<_> = children.iter().map(Tree::text).collect();
                format!("({})", children.join(" "))
            }
        }
    }

    pub(crate) fn paths(&self, here: &Path, all: &mut BTreeSet<Path>) {
        all.insert(here.clone());
        if let Inner(children) = self {
            for (i, child) in children.iter().enumerate() {
                child.paths(&[&here[..], &[i]].concat(), all);
            }
        }
    }

    pub(crate) fn at(&self, path: &[usize]) -> &Tree {
        match (path, self) {
            ([], _) => self,
            ([first, rest @ ..], Inner(children)) => children[*first].at(rest),
            (_, Leaf(_)) => panic!("a leaf has no children"),
        }
    }

    pub(crate) fn at_mut(&mut self, path: &[usize]) -> &mut Tree {
        match (path, self) {
            ([], tree) => tree,
            ([first, rest @ ..], Inner(children)) => children[*first].at_mut(rest),
            (_, Leaf(_)) => panic!("a leaf has no children"),
        }
    }

    /// One edit somewhere: another leaf, a leaf grown into a tree, a tree cut back to a leaf, a
    /// child added, taken away or moved.
    pub(crate) fn edit(&mut self, random: &mut Random) {
        let mut paths = BTreeSet::new();
        self.paths(&Path::new(), &mut paths);
        let path = paths.iter().nth(random.below(paths.len())).unwrap();
        let plies = 6_u32.saturating_sub(path.len() as u32);
        let tree = self.at_mut(path);
        let kind = random.below(6);
        match tree {
            Leaf(value) if kind < 3 => *value += random.below(9) as i32 - 4,
            Leaf(_) => *tree = Tree::random(random, plies),
            Inner(_) if kind == 0 => *tree = Tree::random(random, plies),
            Inner(children) if kind < 3 => {
                let at = random.below(children.len() + 1);
                children.insert(at, Tree::random(random, plies.saturating_sub(1)));
                children.truncate(4);
            }
            Inner(children) if kind == 3 && children.len() > 1 => {
                children.remove(random.below(children.len()));
            }
            Inner(children) => children.rotate_left(1),
        }
    }

    pub(crate) fn minimax(&self, max: bool) -> i32 {
        match self {
            Leaf(value) => *value,
            Inner(children) => {
                let values = children.iter().map(|child| child.minimax(!max));
                if max { values.max().unwrap() } else { values.min().unwrap() }
            }
        }
    }

    /// Alpha-beta, printed as for Max and Min apart; notes every node that it visits. `strict` cuts
    /// only when the bounds have crossed. Without `deep` a child is told what its parent has, and
    /// nothing of what is above.
    pub(crate) fn alpha_beta(
        &self,
        (max, mut alpha, mut beta): (bool, i32, i32),
        (strict, deep): (bool, bool),
        here: &Path,
        visited: &mut Vec<Path>,
    ) -> i32 {
        visited.push(here.clone());
        let children = match self {
            Leaf(value) => return *value,
            Inner(children) => children,
        };
        let (above_alpha, above_beta) = (alpha, beta);
        if !deep {
            (alpha, beta) = if max { (i32::MIN, beta) } else { (alpha, i32::MAX) };
        }
        let mut value = if max { i32::MIN } else { i32::MAX };
        for (i, child) in children.iter().enumerate() {
            let window = match (deep, max) {
                (true, _) => (!max, alpha, beta),
                (false, true) => (false, alpha, i32::MAX),
                (false, false) => (true, i32::MIN, beta),
            };
            let path = [&here[..], &[i]].concat();
            let found = child.alpha_beta(window, (strict, deep), &path, visited);
            let (low, high) = if max {
                value = value.max(found);
                alpha = alpha.max(value);
                (alpha, above_beta)
            } else {
                value = value.min(found);
                beta = beta.min(value);
                (above_alpha, beta)
            };
            if low > high || (low == high && !strict) {
                break;
            }
        }
        value
    }
}
