"""
The journal to the broker. MQTT 3.1.1, QoS 1.

`topics.py` names every topic; `events.py` says what a fact looks like on the wire; `publisher.py` keeps one session
after another going: the retained set again on each connect, then every fact in order, a cursor moved by PUBACK.
"""
