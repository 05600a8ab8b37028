"""The groups of roles that may ask for something, approve it or look after it."""

from firmware_host.rules.decision import Role

Who = frozenset[Role]


SUPERVISORS: Who = frozenset({Role.POKER_SHIFT_SUPERVISOR, Role.CASINO_SUPERVISOR})

FLOOR: Who = SUPERVISORS | {Role.FLOORPERSON}

"""A floorperson or a supervisor thereof."""

ON_DUTY: Who = FLOOR | {Role.DEALER}

"""Who runs the game."""

DEVICES: Who = ON_DUTY | {Role.TECHNICIAN}

"""Who looks after devices."""

TABLE: Who = frozenset({Role.DEALER, Role.FLOORPERSON})

"""Who stands at the table: whatever the dealer may do, a floorperson may do for him."""

STAKES: Who = frozenset({Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR})

"""Who sees to the stakes of a player who leaves for a while (14.7(c)5); a dealer does not."""

DEALER: Who = frozenset({Role.DEALER})

FLOORPERSON: Who = frozenset({Role.FLOORPERSON})

SUPERVISOR: Who = frozenset({Role.CASINO_SUPERVISOR})

DEVICE: Who = frozenset({Role.DEVICE})

HOST: Who = frozenset({Role.HOST})


NEAREST = (
    Role.DEALER,
    Role.FLOORPERSON,
    Role.POKER_SHIFT_SUPERVISOR,
    Role.CASINO_SUPERVISOR,
    Role.TECHNICIAN,
)


def nearest(may: Who) -> Role:
    """Return who of these is nearest to the table: a step that several may take names that one."""
    return next(role for role in NEAREST if role in may)


def nearest_to_lead(roles: tuple[Role, ...], lead: Who) -> Role:
    """Return in which of these roles somebody decides with another: one that may lead, else the one furthest up."""
    return max(roles, key=lambda role: (role in lead, role in FLOOR, role in ON_DUTY))


def said(may: Who) -> str:
    """Return them in words."""
    return " or ".join(sorted(may))
