"""What the controller says about itself: its log, its support bundle, and what is redacted in both."""
