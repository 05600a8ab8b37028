"""The controller as the table sees it: its start, configuration, restore, clocks and disk."""
