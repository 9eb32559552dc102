//! Giving up the bottom of a recording when it grows beyond its extent.

use super::Node;

/// Drops the deepest plies, so that at least an eighth of `limit` nodes go; returns the ply of the
/// deepest nodes kept, or `None` when only the root would be: then nothing is dropped. A parent
/// counts what was dropped below it.
pub(super) fn fold<A>(nodes: &mut Vec<Node<A>>, limit: usize) -> Option<u32> {
    let mut plies: Vec<u32> = nodes.iter().map(|node| node.ply).collect();
    plies.sort_unstable();
    let kept = limit - limit / 8;
    let deepest = plies.get(kept).or(plies.last())?.checked_sub(1).filter(|&ply| ply > 0)?;
    let mut next = 0;
    let places: Vec<Option<usize>> = nodes
        .iter()
        .map(|node| {
            let place = (node.ply <= deepest).then_some(next);
            next += usize::from(place.is_some());
            place
        })
        .collect();
    // Children come after their parents, so from the back every count is complete.
    for i in (0..nodes.len()).rev() {
        if let (None, Some(parent)) = (places[i], nodes[i].parent) {
            nodes[parent].hidden += 1 + nodes[i].hidden;
        }
    }
    let mut kept = places.iter();
    nodes.retain(|_| kept.next().is_some_and(Option::is_some));
    for node in nodes {
        node.parent = node.parent.and_then(|parent| places[parent]);
        let moved =
            |list: &mut Vec<usize>| *list = list.iter().filter_map(|&i| places[i]).collect();
        moved(&mut node.rehearsals);
        node.branches.iter_mut().for_each(|branch| moved(&mut branch.nodes));
    }
    Some(deepest)
}
