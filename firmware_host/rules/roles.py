"""The groups of roles that may request, approve or look after something."""

from firmware_host.rules.decision import Role

Who = frozenset[Role]


SUPERVISORS: Who = frozenset({Role.POKER_SHIFT_SUPERVISOR, Role.CASINO_SUPERVISOR})

FLOOR: Who = SUPERVISORS | {Role.FLOORPERSON}
"""A floorperson or a supervisor thereof."""

ON_DUTY: Who = FLOOR | {Role.DEALER}
"""Those who run the game."""

DEVICES: Who = ON_DUTY | {Role.TECHNICIAN}
"""Those who look after devices."""

TABLE: Who = frozenset({Role.DEALER, Role.FLOORPERSON})
"""Those at the table: a floorperson may do whatever the dealer may do."""

STAKES: Who = frozenset({Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR})
"""Those who take care of the stakes of a player who is away (14.7(c)5); a dealer may not."""

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
    """Return the role nearest to the table: a step that several roles may take names that one."""
    return next(role for role in NEAREST if role in may)


def nearest_to_lead(roles: tuple[Role, ...], lead: Who) -> Role:
    """Return the role a person uses in a two-person decision: one that may lead, otherwise the highest."""
    return max(roles, key=lambda role: (role in lead, role in FLOOR, role in ON_DUTY))


def in_words(role: Role) -> str:
    """Return a role for the middle of a sentence."""
    return role.value.replace("-", " ")


def said(may: Who) -> str:
    """Return the roles for the middle of a sentence: `casino supervisor, dealer or floorperson`."""
    *others, last = (in_words(role) for role in sorted(may))
    return f"{', '.join(others)} or {last}" if others else last
