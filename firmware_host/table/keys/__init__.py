"""The keys that signed commands are checked with: whose each is, in which role, until when."""
