"""
What the controller says about itself: one line each, for the service manager's log and for programs that read it.

No secret gets out by it, a storm of one line becomes one line that counts, and what a person must do is one line.
"""
