"""The card shuffler: `port` is what the host sees, `driver` the real one, `wire` its messages.

PROTOCOL.md is the specification that a maker of shufflers builds to.
"""
