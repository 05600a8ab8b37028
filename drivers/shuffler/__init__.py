"""
The card shuffler: `port` is what the host sees, `driver` the real one, `host_messages` and `device_messages` its bytes.

PROTOCOL.md is the specification that a maker of shufflers builds to.
"""
