"""What can go wrong, as data: a file for each fault, with the state the table must reach and what a person sees.

`fault` reads the files, `rig` is a table in this process for them, `running` lets one happen at one point of the game.
"""
