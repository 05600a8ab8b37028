"""The running controller: composition root, supervisor, systemd, GPIO and web wiring."""
