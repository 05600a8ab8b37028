"""What the host tells the table about its own record keeping: its clocks, its disk, the states it has stored."""
