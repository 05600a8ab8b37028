"""Seats: sitting down and leaving, absences, stakes, straddles and missed blinds."""
