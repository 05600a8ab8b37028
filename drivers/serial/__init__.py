"""A serial port (or a socket that stands for one) as bytes on the event loop: `open_stream` and what can go wrong."""
