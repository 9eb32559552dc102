//! The rules for the crate mcts.

super::mcts_manager::rules_for!(mcts);
