"""The tables of the journal file. Facts are never updated or deleted; the rest may be rebuilt or forgotten."""

APPLICATION_ID = 0x46483031
"""`FH01`: what `file` and SQLite tools see, and how we know a file is ours."""

VERSION = 1

TABLES = """
CREATE TABLE journal (id TEXT NOT NULL);
CREATE TABLE facts (number INTEGER PRIMARY KEY, cause TEXT NOT NULL, data BLOB NOT NULL, hash BLOB NOT NULL);
CREATE INDEX facts_by_cause ON facts (cause);
CREATE TABLE answers (age INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
CREATE TABLE sent (consumer TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER facts_stay BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'facts are never rewritten'); END;
CREATE TRIGGER facts_last BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'facts are never deleted'); END;
CREATE TRIGGER facts_follow BEFORE INSERT ON facts WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM facts)
BEGIN SELECT RAISE(ABORT, 'a fact follows the one before'); END;
"""

# WAL with FULL: a commit is on the disk before it returns, and readers never wait for the writer.
SETTINGS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"

BUSY_S = 1.0
"""Somebody who looks into the file with a tool may hold a lock for a moment; that alone is not to stop the table."""
