"""Acts: everything that may be asked of a table or seen by its sensors, one module a topic."""
