"""The Unix sockets by which programs on this board ask the controller."""
