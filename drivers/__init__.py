"""One folder for each device: what the host sees (port), the real thing (driver), its bytes (wire). No games here."""
