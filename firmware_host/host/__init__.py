"""The host, the only writer of a table's record: it decides, records, then publishes."""
