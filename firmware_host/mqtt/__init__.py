"""
The journal to the broker. MQTT 3.1.1, QoS 1.

`topics` names every topic; `messages` are the documents on them; `publisher` keeps one session after another going: the
retained set again on each connect, then every fact in order, a cursor moved by PUBACK.
"""
