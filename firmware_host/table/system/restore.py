"""Begin a journal that continues another one, as decided by two people of the old record."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.roles import nearest_to_lead
from firmware_host.table.acts.system import Carried, RestoreJournal, Stood
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision, TableDraft
from firmware_host.table.facts.floor import AlertRaised, KeyEnrolled, KeyRevoked, PersonEnrolled, PersonRevoked
from firmware_host.table.facts.money import BadBeatCarriedOver, FundCarriedOver
from firmware_host.table.facts.system import ConfigurationAdopted, JournalOpened
from firmware_host.table.identities import CommandKey, Person, is_one_person
from firmware_host.table.permissions import NEW_JOURNAL, not_these_two
from firmware_host.table.shuffler import firmware
from firmware_host.table.state.people import behind, may_be_one, not_enrolled_in
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import FUND, SHUFFLED


def carried(state: TableState) -> Carried:
    """Return what the new journal carries over from this state."""
    return Carried(
        people={name: _without_pin(person) for name, person in sorted(state.people.items())},
        keys=dict(sorted(state.keys.items())),
        config=state.adopted,
        fund_cents=state.money.fund_cents,
        fund_opened=state.money.fund_opened,
        held=tuple(replace(held, number=0) for held in state.money.held),
        alerts=tuple(
            Stood(
                kind=alert.kind,
                about=alert.about,
                severity=alert.severity,
                say=alert.say,
                paragraphs=alert.paragraphs,
            )
            for alert in state.alerts
        ),
        under_way=state.round_number,
        firmware=state.shuffler.firmware,
        older_keys=tuple(listed for listed in state.shuffler.lists if listed != state.shuffler.firmware),
        pins=state.pins,
    )


def _without_pin(person: Person) -> Person:
    """Keep roles, revocation and who vouched; the PIN's fact and the wrong PINs belong to the old journal."""
    return Person(roles=person.roles, revoked=person.revoked, vouched_by=person.vouched_by)


@answers(RestoreJournal)
def restore(state: TableState, act: RestoreJournal) -> Decision:
    """Begin the journal, if it is new and the two people may decide that."""
    if state.last:
        return refuse("this data folder already has a journal", "name a data folder without a journal")
    return _not_the_two(act) or (
        draft(
            JournalOpened(
                previous=act.previous,
                people=(act.by.strip(), act.second.strip()),
                damage=act.damage,
                by_pins=act.by_pins,
                under_way=act.carried.under_way,
                pins=act.carried.pins,
            )
        ),
        *_taken_along(act.carried),
    )


def _not_the_two(act: RestoreJournal) -> Refusal | None:
    """Refuse two people who may not decide this; if the old record has no supervisor, root vouches for any two."""
    people = act.carried.people
    first, second = act.by.strip(), act.second.strip()
    if "" in (first, second) or is_one_person(first, second):
        return refuse(
            "one person alone may not continue a record",
            "name two different people with --by and --and",
            code=Code.TWO_PEOPLE_NEEDED,
        )
    if not act.carried.has_lead(NEW_JOURNAL.led_by):
        return None
    for name in (first, second):
        refusal = not_enrolled_in(people, name)
        if refusal is not None:
            return refusal
    acting = [(name, nearest_to_lead(people[name].roles, NEW_JOURNAL.led_by)) for name in (first, second)]
    return not_these_two(NEW_JOURNAL, *acting) or _may_be_one(act.carried, first, second)


def _may_be_one(carried: Carried, first: str, second: str) -> Refusal | None:
    both = behind(carried.people, carried.keys, first) & behind(carried.people, carried.keys, second)
    return may_be_one(first, second, behind_both=both)


def _taken_along(carried: Carried) -> Iterator[TableDraft]:
    if carried.config is not None:
        yield draft(ConfigurationAdopted(config=carried.config))
    for name, person in carried.people.items():
        yield from _person(name, person)
    for name, key in carried.keys.items():
        yield from _key(name, key)
    if carried.fund_opened or carried.fund_cents:
        yield draft(FundCarriedOver(cents=carried.fund_cents, opened=carried.fund_opened), *FUND)
    for held in carried.held:
        yield draft(BadBeatCarriedOver(held=held), *FUND)
    for listed in carried.older_keys:
        yield draft(firmware.taken(listed), *SHUFFLED)
    if carried.firmware is not None:
        yield draft(firmware.taken(carried.firmware), *SHUFFLED)
    for alert in carried.alerts:
        body = AlertRaised(alert=alert.kind, about=alert.about, severity=alert.severity, say=alert.say)
        yield draft(body, *alert.paragraphs)


def _person(name: str, person: Person) -> Iterator[TableDraft]:
    yield draft(PersonEnrolled(person=name, roles=person.roles, carried_over=True, vouched_by=person.vouched_by))
    if person.revoked:
        yield draft(PersonRevoked(person=name))


def _key(name: str, key: CommandKey) -> Iterator[TableDraft]:
    """Carry a key over, also a revoked one, so that it is never enrolled again."""
    yield draft(KeyEnrolled(key=name, public=key.public, actor=key.actor, role=key.role, vouched_by=key.vouched_by))
    if key.revoked:
        yield draft(KeyRevoked(key=name, actor=key.actor))
