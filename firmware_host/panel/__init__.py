"""The pages: the dealer's screen, served by the web server over one WebSocket a page."""
