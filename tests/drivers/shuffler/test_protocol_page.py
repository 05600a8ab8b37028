"""PROTOCOL.md says what the code does: its frames, its numbers, every kind, tag and reason."""

import re
from pathlib import Path

import pytest

from drivers.link.crypto import LABEL as SESSION_LABEL
from drivers.link.device_end import ATTEMPTS_MAX, OPENINGS_MAX, WINDOW_MS
from drivers.link.frame import PAYLOAD_MAX, STUFFED_MAX, TAG_BYTES, Kind, PlainFrame, SealedFrame, frame_of
from drivers.link.link_events_and_timing import LINK_TIMING, ByeReason, RefuseReason
from drivers.link.pairing import ALPHABET, LETTERS_MAX, LETTERS_MIN
from drivers.link.pairing import LABEL as PAIRING_LABEL
from drivers.shuffler.attestation import digest
from drivers.shuffler.device_messages import Attestation
from drivers.shuffler.driver import BACKOFF_FIRST_S, BACKOFF_LONGEST_S, LASTED_S
from drivers.shuffler.host_messages import Attest
from drivers.shuffler.layout import LAYOUTS, tag_of
from drivers.shuffler.messages import MANDATORY, MANDATORY_VOCABULARY, TOGETHER, VOCABULARY
from drivers.shuffler.port import DownReason
from drivers.shuffler.session import ANSWER_DEADLINE_S
from firmware_host.devices.flap_damping import BURST, EACH_S, REST_LONGEST_S, REST_S
from hil.conformance.clause import Clause
from hil.conformance.clauses_by_hand import HANDS
from hil.conformance.moving_suite import MOVING
from tests.drivers.link import test_frame as test_link_frame
from tests.drivers.link import test_pairing as test_link_pairing
from tests.drivers.link.test_session import REFUSE_OF_VERSION_2

PAGE = (Path(__file__).parents[3] / "drivers" / "shuffler" / "PROTOCOL.md").read_text()

FRAMES = [
    (name, getattr(module, name))
    for module, names in (
        (
            test_link_frame,
            "HELLO WELCOME PROVE PROVE_ACK IDENTIFY IDENTIFY_ACK IDENTIFY_AGAIN WHAT_BECAME PING PONG BUSY BYE REFUSE",
        ),
        (test_link_pairing, "PAIR OFFER ACCEPT PAIRED"),
    )
    for name in names.split()
]


def hex_of(text: str) -> str:
    """All hex words of the examples, so that line breaks and columns do not matter."""
    return "".join(re.findall(r"(?<![0-9a-zA-Z])(?:[0-9a-f]{2})+(?![0-9a-zA-Z])", text))


@pytest.mark.parametrize(("name", "frame"), FRAMES)
def test_each_example_frame_stands_on_the_page_as_it_is_tested(name: str, frame: bytes) -> None:
    assert frame.hex() in hex_of(PAGE.partition("## 6.")[2]), name
    assert isinstance(frame_of(frame[:-1]), PlainFrame | SealedFrame)


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_of_frame_has_its_row(kind: Kind) -> None:
    assert re.search(rf"^\| {kind:02x} \| {kind.name} \|", PAGE, re.MULTILINE)


def test_each_message_has_its_row_with_its_length() -> None:
    for layout in LAYOUTS.values():
        tag = layout.tag
        assert re.search(rf"^\| {tag:02x} \| {tag.name} \|.*\| {layout.size} \|$", PAGE, re.MULTILINE), tag.name


@pytest.mark.parametrize(
    "said",
    [
        f"Never longer than {STUFFED_MAX + 1} bytes with the 0x00",
        f"a run longer than {STUFFED_MAX} bytes",
        f"| payload | 0 to {PAYLOAD_MAX} | | payload | 0 to {PAYLOAD_MAX} |",
        f"| tag | {TAG_BYTES} |",
        SESSION_LABEL.decode(),
        PAIRING_LABEL.decode(),
        ALPHABET,
        f"A *secret* is {LETTERS_MIN} to {LETTERS_MAX} letters",
        f"For {WINDOW_MS // 1000} s from then it answers PAIR, for at most five different ones",
        f"| {LINK_TIMING.first_retry_ms}, 400, 800, 1600, {LINK_TIMING.longest_retry_ms} ms |",
        f"{LINK_TIMING.shortest_retry_ms} to {LINK_TIMING.longest_retry_ms} ms |",
        f"sent {LINK_TIMING.tries} times",
        f"nothing heard in the session for {LINK_TIMING.quiet_ms} ms | PING, again each {LINK_TIMING.ping_ms} ms",
        f"| {LINK_TIMING.pings} PINGs and {LINK_TIMING.ping_ms} ms later nothing |",
        f"at most {LINK_TIMING.busy_max_ms // 1000} s count",
        f"| {ANSWER_DEADLINE_S:g} s after the last BUSY is over",
        f"| {BACKOFF_FIRST_S:g} s, doubling to {BACKOFF_LONGEST_S:g} s; from {BACKOFF_FIRST_S:g} s again once",
        f"again once a session has lasted {LASTED_S:g} s |",
        f"than {BURST} times at once, or more often than each {EACH_S:g} s for long",
        f"for {REST_S:g} s, then {2 * REST_S:g}, up to {REST_LONGEST_S:g}.",
        f"{', '.join(tag_of(kind).name for kind in MANDATORY[:-1])} and {tag_of(MANDATORY[-1]).name}.",
        *(f"{', '.join(tag_of(kind).name for kind in group[:-1])} and {tag_of(group[-1]).name}" for group in TOGETHER),
        "1 not paired with this host, 2 no press, 3 another version",
        REFUSE_OF_VERSION_2,
        "1 stopping, 2 told what is no message, 3 paired anew",
    ],
)
def test_each_number_on_the_page_is_the_one_in_force(said: str) -> None:
    assert said in PAGE


def test_the_examples_of_vocabularies_and_of_an_attestation_are_right() -> None:
    assert VOCABULARY.to_bytes().hex() in PAGE
    assert MANDATORY_VOCABULARY.to_bytes().hex() in PAGE
    nonce = bytes(range(0xA0, 0xC0))
    assert f"ATTEST            {tag_of(Attest):02x} {nonce.hex()}" in PAGE
    assert f"ATTESTATION       {tag_of(Attestation):02x} {digest(nonce, bytes([1, 2, 3, 4])).hex()}" in PAGE
    assert len(MANDATORY) == 14, "`fourteen` on the page, and in the kit"


def test_the_words_on_the_page_are_all_there_are() -> None:
    assert (OPENINGS_MAX, ATTEMPTS_MAX) == (4, 5), "`at least four such openings`, `at most five different ones`"
    assert [reason.value for reason in RefuseReason] == [1, 2, 3]
    assert [reason.value for reason in ByeReason] == [1, 2, 3]
    ports = {DownReason.PORT_MISSING, DownReason.PORT_FORBIDDEN, DownReason.PORT_BUSY, DownReason.PORT_LOST}
    for why in set(DownReason) - ports:
        assert f"| {why} |" in PAGE, why


def test_the_page_says_how_a_deck_counts_that_people_take_off_the_shelf() -> None:
    """A device without DELIVER that did not count it would hold both decks after each time it was away."""
    rule = PAGE.partition("\n13. ")[2].partition("\n14. ")[0]
    said = " ".join(rule.split())
    assert "a deck that is taken off the shelf by hand counts as come out, with as many cards as STATUS gave" in said
    assert "one that was taken while there was no power, at the next start" in said


@pytest.mark.parametrize("clause", [*MOVING, *HANDS], ids=lambda clause: clause.name)
def test_each_clause_that_moves_something_or_takes_hands_has_its_row(clause: Clause) -> None:
    section = clause.section.replace("5 Messages, rule", "rule").replace("4 Pairing", "section 4")
    section = section.replace("5 Messages", "section 5")
    assert f"| {clause.name} | {section} | {clause.says} |" in PAGE.partition("## 8.")[2]
