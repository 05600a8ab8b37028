"""
What can go wrong, as data: a file for each fault, in a folder for each device, with the state the table must reach.

`fault` is the form and reads the files; `doing` does what they say, in the words of the doers beside each device;
`watch` compares what the table tells with what the file wants. `rig` and `running` are a table in this process, for
what happens to the shuffler and its line; `mishap` is one fault at a table that runs as a house runs it. `matrix` shows
how all of them went.
"""
