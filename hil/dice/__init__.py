"""A mini-dice table without hardware: the shaker with its dice, the simulated world, an auditor of the record."""
