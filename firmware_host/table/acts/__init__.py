"""Acts: every request to the table and every sensor report, one module per topic."""
