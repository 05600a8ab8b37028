"""A simulated shuffler: `model` is the machine, `device` puts it on a pseudo-terminal for the real driver."""
