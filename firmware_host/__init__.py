"""The box under one casino table: it drives the shuffler, runs the table by the rules and proves every deal."""
