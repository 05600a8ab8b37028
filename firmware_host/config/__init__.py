"""`table.toml`: loading, the reference of its options, its errors, and options without effect."""
