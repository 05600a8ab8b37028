"""An amount in words. Inside, money is whole cents and nothing else."""


def money(cents: int) -> str:
    """
    Return an amount as people write it.

    >>> money(102500), money(102550)
    ('$1,025', '$1,025.50')
    """
    return f"${cents // 100:,}.{cents % 100:02}" if cents % 100 else f"${cents // 100:,}"
