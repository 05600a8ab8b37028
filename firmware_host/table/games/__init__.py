"""Which of the games it posts the table plays."""
