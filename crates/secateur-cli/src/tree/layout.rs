//! Where the vertices of a tree go: tidy, symmetric, as narrow as can be.
//!
//! Kennedy, *Functional Pearls: Drawing Trees* (1996). The children of a vertex are fitted together
//! from the left and from the right, and stand in the middle between the two; so a tree and its
//! mirror image look alike, and small subtrees are spread evenly between large ones.
//!
//! ```text
//!        ○             an outline: the left and right end of every ply of a subtree,
//!      ╱   ╲           seen from its root
//!    ○   │   ○
//!   ╱ ╲  │  ╱ ╲        two subtrees are moved together until a gap is left between the
//!  ○   ○ │ ○   ○       right outline of one and the left outline of the other
//! ```

use super::picture::Vertex;

/// The left and right end of each ply of a subtree, its root's first.
type Outline = Vec<(f64, f64)>;

/// Where the middle of every vertex lies across its ply, from 0 on, and how much room all take.
///
/// `breadths` are the vertices' own sizes across a ply, `gap` is between neighbours. Children come
/// after their parents.
pub(super) fn across(
    vertices: &[Vertex],
    root: usize,
    breadths: &[f64],
    gap: f64,
) -> (Vec<f64>, f64) {
    // First relative to the parent, from the leaves up.
    let mut middles = vec![0.0; vertices.len()];
    let mut outlines: Vec<Outline> = vec![Outline::new(); vertices.len()];
    for vertex in (root..vertices.len()).rev() {
        let children = &vertices[vertex].children;
        let below: Vec<Outline> =
            children.iter().map(|&child| std::mem::take(&mut outlines[child])).collect();
        let places = fit(&below, gap);
        let middle = match (places.first(), places.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => 0.0,
        };
        let half = breadths[vertex] / 2.0;
        let mut outline = vec![(-half, half)];
        for ((&child, place), below) in children.iter().zip(places).zip(below) {
            middles[child] = place - middle;
            let moved =
                below.iter().map(|(left, right)| (left + place - middle, right + place - middle));
            merge(&mut outline, 1, moved);
        }
        outlines[vertex] = outline;
    }
    // Then from the left edge, from the root down.
    let ends = &outlines[root];
    let left = ends.iter().map(|&(left, _)| left).fold(0.0, f64::min);
    let right = ends.iter().map(|&(_, right)| right).fold(0.0, f64::max);
    middles[root] = -left;
    for vertex in root..vertices.len() {
        for &child in &vertices[vertex].children {
            middles[child] += middles[vertex];
        }
    }
    (middles, right - left)
}

/// Where siblings stand that have these outlines: the mean of fitting from the left and the right.
fn fit(outlines: &[Outline], gap: f64) -> Vec<f64> {
    let from_left = fit_in_order(outlines.iter(), gap);
    let mirrored: Vec<Outline> = outlines
        .iter()
        .rev()
        .map(|outline| outline.iter().map(|&(left, right)| (-right, -left)).collect())
        .collect();
    let from_right = fit_in_order(mirrored.iter(), gap);
    let widest = from_left.last().copied().unwrap_or(0.0);
    let mean = |(left, right): (&f64, &f64)| (left + widest - right) / 2.0;
    from_left.iter().zip(from_right.iter().rev()).map(mean).collect()
}

/// Each as near to those before it as the gap allows, the first at 0.
fn fit_in_order<'o>(outlines: impl Iterator<Item = &'o Outline>, gap: f64) -> Vec<f64> {
    let mut before = Outline::new();
    let mut places = Vec::new();
    for outline in outlines {
        let gaps = before.iter().zip(outline).map(|(&(_, right), &(left, _))| right - left + gap);
        let place = gaps.fold(0.0, f64::max);
        merge(&mut before, 0, outline.iter().map(|(left, right)| (left + place, right + place)));
        places.push(place);
    }
    places
}

/// Widens an outline, from a ply on, by one to its right.
fn merge(outline: &mut Outline, ply: usize, other: impl Iterator<Item = (f64, f64)>) {
    for (i, (left, right)) in other.enumerate() {
        match outline.get_mut(ply + i) {
            Some(ends) => ends.1 = right,
            None => outline.push((left, right)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::picture::What;
    use secateur::Random;

    /// A random tree, children after their parents.
    fn random(random: &mut Random, count: usize) -> Vec<Vertex> {
        let vertex = |ply| Vertex {
            what: What::Folded(0),
            branch: String::new(),
            parent: None,
            children: Vec::new(),
            ply,
        };
        let mut vertices = vec![vertex(0)];
        for child in 1..count {
            let parent = random.below(child);
            vertices[parent].children.push(child);
            let ply = vertices[parent].ply + 1;
            vertices.push(vertex(ply));
        }
        vertices
    }

    #[test]
    fn nothing_overlaps_and_parents_stand_in_the_middle() {
        let mut generator = Random::new(1);
        for _ in 0..300 {
            let vertices = random(&mut generator, 60);
            let breadths: Vec<f64> =
                vertices.iter().map(|_| 10.0 + generator.below(90) as f64).collect();
            let (middles, breadth) = across(&vertices, 0, &breadths, 7.0);
            for (i, vertex) in vertices.iter().enumerate() {
                assert!(middles[i] - breadths[i] / 2.0 > -1e-6);
                assert!(middles[i] + breadths[i] / 2.0 < breadth + 1e-6);
                if let (Some(&first), Some(&last)) =
                    (vertex.children.first(), vertex.children.last())
                {
                    assert!((middles[i] - (middles[first] + middles[last]) / 2.0).abs() < 1e-6);
                }
                for other in (0..i).filter(|&other| vertices[other].ply == vertex.ply) {
                    let apart = (middles[i] - middles[other]).abs();
                    let room = (breadths[i] + breadths[other]) / 2.0 + 7.0;
                    assert!(apart > room - 1e-6, "{i} and {other}");
                }
            }
        }
    }
}
