//! The rules for the crate treant.

super::mcts_manager::rules_for!(treant);
