"""A mini-dice table without hardware: the shaker with dice in it, what stands around it, an auditor of its record."""
