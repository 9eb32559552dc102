"""Solves the Connect Four positions of standard input, a line each, with the package bitbully.

Prints the score, the CPU nanoseconds and the nodes of each. The opening book is not used; of its
three searches the one by null windows is the fastest on most classes.
"""

import sys
from time import process_time_ns

from bitbully import BitBully, Board

solver = BitBully(opening_book=None)
for line in sys.stdin:
    board = Board(line.strip().translate(str.maketrans("1234567", "0123456")))
    solver.reset_node_counter()
    started = process_time_ns()
    score = solver.null_window(board)
    elapsed = process_time_ns() - started
    print(score, elapsed, solver.get_node_counter(), flush=True)
