"""The Unix socket for programs on this board."""
