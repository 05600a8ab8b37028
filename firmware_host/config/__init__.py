"""`table.toml`: reading it, its reference, its errors and options that have no effect."""
