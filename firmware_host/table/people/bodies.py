"""What can become true of people and their duties."""

from firmware_host.rules.record import Tagged


class DealerOnDuty(Tagged, frozen=True, kw_only=True, tag="dealer-on-duty"):
    """The keys act as this dealer."""

    dealer: str


PeopleBody = DealerOnDuty
