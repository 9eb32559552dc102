//! The rules for the crates mcts and treant, whose interfaces are the same.

/// Implements the traits of one of the two, and `search` by it.
macro_rules! rules_for {
    ($library:ident) => {
        use $library::tree_policy::UCTPolicy;
        use $library::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

        use super::random_result;
        use crate::board::Board;

        impl GameState for Board {
            type Move = u8;
            /// Whether it is the side that began.
            type Player = bool;
            type MoveList = Vec<u8>;

            fn current_player(&self) -> bool {
                self.plies.is_multiple_of(2)
            }

            fn available_moves(&self) -> Vec<u8> {
                let mut columns = Vec::new();
                if !self.is_won() {
                    self.push_columns(&mut columns);
                }
                columns
            }

            fn make_move(&mut self, column: &u8) {
                self.play(*column);
            }
        }

        /// Values a state by a random game from it.
        pub(crate) struct Playouts;

        impl Evaluator<Playouts> for Playouts {
            type StateEvaluation = i64;

            fn evaluate_new_state(
                &self,
                board: &Board,
                columns: &Vec<u8>,
                _: Option<SearchHandle<Playouts>>,
            ) -> (Vec<()>, i64) {
                (vec![(); columns.len()], random_result(*board))
            }

            fn evaluate_existing_state(
                &self,
                board: &Board,
                _: &i64,
                _: SearchHandle<Playouts>,
            ) -> i64 {
                random_result(*board)
            }

            fn interpret_evaluation_for_player(&self, result: &i64, first: &bool) -> i64 {
                if *first { *result } else { -result }
            }
        }

        impl MCTS for Playouts {
            type State = Board;
            type Eval = Playouts;
            type TreePolicy = UCTPolicy;
            type NodeData = ();
            type TranspositionTable = ();
            type ExtraThreadData = ();
        }

        /// A search of so many playouts: the column that it plays.
        pub(crate) fn search(board: Board, playouts: u64) -> Option<u8> {
            let mut search = MCTSManager::new(board, Playouts, Playouts, UCTPolicy::new(1.0), ());
            search.playout_n(playouts);
            search.best_move()
        }
    };
}

pub(crate) use rules_for;
