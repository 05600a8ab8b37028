"""The conformance kit: tells a maker which clauses of `drivers/shuffler/PROTOCOL.md` a device meets."""
