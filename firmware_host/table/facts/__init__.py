"""Facts: everything that can become true at a table, one module a topic."""
