"""
Publishing the journal to an MQTT broker, and receiving commands. MQTT 3.1.1, QoS 1.

`topics` names every topic, `messages` defines the documents on them. `publisher` runs the sessions: on each connect it
sends all retained documents and every fact in order; each PUBACK moves a cursor. `inbox` receives.
"""
