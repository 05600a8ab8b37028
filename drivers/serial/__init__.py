"""Serial ports (or sockets in their place) on the event loop: `open_stream` and its errors."""
