"""
People at the controller: their PINs, and the console through which they are added, revoked and listed.

Who is enrolled and who is locked out are facts of the table (`firmware_host.table.people`). What is no fact is kept
here: a PIN is hashed with argon2id, after a keyed hash whose key, the pepper, lies apart from the record, so that
neither the record nor the file of hashes alone lets anybody try PINs.

`pin.py` says what a PIN must be, `hashing.py` and `pepper.py` make it unreadable, `store.py` keeps the hashes,
`pins.py` puts that together off the event loop; `checking.py` checks one with the lock-out, `registrar.py` does what
`firmware-host people` asks, `console.py` is where it is asked while the controller runs, and `asking.py` how.
"""
