"""
People at the controller: their PINs, and the console through which they are added, revoked and listed.

Enrolment and lock-outs are facts of the table; PINs are not facts and are kept here. A PIN is hashed with argon2id
after a keyed hash. The key of that hash, the pepper, is in a file of its own: a thief needs the pepper and the
file of hashes to try out PINs.
"""
