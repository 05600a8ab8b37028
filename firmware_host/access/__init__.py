"""
People at the controller: their PINs, and the console through which they are added, revoked and listed.

Who is enrolled and who is locked out are facts of the table. What is no fact is kept here: a PIN is hashed with
argon2id, after a keyed hash whose key, the pepper, lies apart from the record, so that neither the record nor the file
of hashes alone lets anybody try PINs.
"""
