"""Sections 2 to 4 and "Timing" against the device in one process. Runs under MicroPython."""

import os

from peer import DEVICE, HOST, Host, Table, paired
from shuffler import frame
from shuffler import messages as m

IDENTIFY = bytes([m.IDENTIFY])


def test_an_unpaired_device_refuses_hello():
    table = Table()
    host = Host(table)
    (told,) = table.exchange(frame.on_the_wire(host.hello_frame()))
    assert frame.kind_of(told) == frame.REFUSE
    assert told[6:] == b"\1"


def test_pairing_takes_a_press():
    table = Table()
    assert Host(table).pair("0000")[0][6:] == b"\2"


def test_a_press_is_for_one_pairing_and_120_s():
    table = Table()
    secret = table.hands("press")["secret"]
    host = Host(table)
    (told,) = host.pair(secret)
    assert frame.kind_of(told) == frame.PAIRED
    assert Host(table).pair(secret)[0][6:] == b"\2"
    secret = table.hands("press")["secret"]
    table.now += 120_000
    assert Host(table).pair(secret)[0][6:] == b"\2"


def test_five_different_pairs_and_the_same_one_again():
    table = Table()
    table.hands("press")
    host = Host(table)
    for _ in range(5):
        pair = frame.on_the_wire(host.pair_frame(os.urandom(32)))
        one, other = table.exchange(pair), table.exchange(pair)
        assert frame.kind_of(one[0]) == frame.OFFER
        assert one == other
    assert frame.kind_of(table.exchange(frame.on_the_wire(host.pair_frame(bytes(32))))[0]) == frame.REFUSE


def test_a_public_value_of_zeros_is_refused_and_not_counted():
    table = Table()
    table.hands("press")
    bad = frame.on_the_wire(frame.plain(frame.PAIR, 7, HOST + bytes(32)))
    for _ in range(9):
        assert frame.kind_of(table.exchange(bad)[0]) == frame.REFUSE
    assert frame.kind_of(table.exchange(frame.on_the_wire(Host(table).pair_frame(b"1" * 32)))[0]) == frame.OFFER


def test_pairing_anew_forgets_events_and_ends_the_session():
    table, host = paired()
    host.say(m.SHUFFLE.to_bytes(1, "big") + bytes(24) + b"\1" + bytes(16))
    table.hands("lid", open=True)
    host.wait(100)
    assert table.hands("look")["events"] == 1
    other = Host(table, host=b"another host 16b")
    last = other.pair(table.hands("press")["secret"])
    assert [frame.kind_of(body) for body in last] == [frame.BYE, frame.PAIRED]
    assert table.hands("look")["events"] == 0
    (told,) = table.exchange(frame.on_the_wire(host.hello_frame()))
    assert told[6:] == b"\1"
    other.open()
    assert other.say(IDENTIFY)[0][0] == m.IDENTITY


def test_the_same_hello_is_answered_by_the_same_welcome_while_its_session_is_open():
    table, host = paired()
    hello = frame.on_the_wire(host.hello_frame())
    one = table.exchange(hello)
    assert table.exchange(hello) == one
    host.welcomed(frame.Reader().feed(hello)[0], one[0])
    host.take(table.exchange(host.sealed(frame.PROVE)))
    assert table.exchange(hello) == one
    assert host.say(IDENTIFY)[0][0] == m.IDENTITY
    host.take(table.exchange(host.sealed(frame.BYE, 0, b"\1")))
    assert table.exchange(hello) != one


def test_a_fifth_hello_takes_the_place_of_the_oldest():
    table, host = paired()
    hellos = [host.hello_frame() for _ in range(5)]
    welcomes = [table.exchange(frame.on_the_wire(hello))[0] for hello in hellos]
    host.welcomed(hellos[0], welcomes[0])
    assert table.exchange(host.sealed(frame.PROVE)) == []
    host.welcomed(hellos[1], welcomes[1])
    assert len(table.exchange(host.sealed(frame.PROVE))) == 1


def test_a_prove_that_was_held_back_ends_no_newer_session():
    table, host = paired()
    old, older = Host(table), host.hello_frame()
    old.key = host.key
    (welcome,) = table.exchange(frame.on_the_wire(older))
    old.welcomed(older, welcome)
    host.open()
    assert table.exchange(old.sealed(frame.PROVE)) == []
    assert host.say(IDENTIFY)[0][0] == m.IDENTITY


def test_forged_replayed_and_foreign_frames_are_dropped():
    table, host = paired()
    ping = host.sealed(frame.PING)
    assert frame.kind_of(table.exchange(ping)[0]) == frame.PONG
    assert table.exchange(ping) == []
    good, host.host_key = host.host_key, b"k" * 32
    assert table.exchange(host.sealed(frame.PING)) == []
    host.host_key, host.session = good, host.session ^ 1
    assert table.exchange(host.sealed(frame.PING)) == []
    look = table.hands("look")
    assert (look["forged"], look["replayed"], look["other"]) == (1, 1, 1)


def test_noise_and_another_version():
    table, host = paired()
    host.take(table.exchange(b"\x07noise\0" + b"x" * 500 + b"\0" + host.sealed(frame.PING)))
    assert frame.kind_of(host.other.pop()) == frame.PONG
    look = table.hands("look")
    assert (look["damaged"], look["overlong"]) == (1, 1)
    for kind in (frame.HELLO, frame.PAIR):
        (told,) = table.exchange(frame.on_the_wire(b"\2" + bytes([kind]) + b"\1\2\3\4" + b"whatever"))
        assert told == b"\1\3\1\2\3\4\3"
    assert table.exchange(frame.on_the_wire(b"\2\x11" + b"\1\2\3\4" + b"whatever")) == []


def test_data_again_is_acknowledged_and_not_delivered_again():
    table, host = paired()
    host.say(bytes([m.GET_STATUS]))
    host.acks = []
    host.take(table.exchange(host.sealed(frame.DATA, host.sequence, bytes([m.GET_STATUS]))))
    assert host.acks == [host.sequence]
    assert host.heard() == []
    host.take(table.exchange(host.sealed(frame.DATA, host.sequence + 5, bytes([m.GET_STATUS]))))
    assert host.acks == [host.sequence]


def test_no_message_ends_the_session():
    for bad in (b"\x7f", b"\x01\x01", b"\x81" + bytes(32), b"\x02" + bytes(41), b"\x10\0"):
        table, host = paired()
        host.say(bad)
        (bye,) = host.other
        assert frame.kind_of(bye) == frame.BYE
        assert frame.sealed_fields(bye)[2] == b"\2"
        assert not table.hands("look")["session"]


def test_a_host_without_the_answer_must_not_ask():
    _, host = paired(words=m.ALL_WORDS & ~(1 << m.LOAD))
    host.say(bytes([m.CHECK_LOAD]))
    assert frame.kind_of(host.other[0]) == frame.BYE


def test_data_without_ack_is_sent_six_times_then_the_link_is_lost():
    table, host = paired()
    host.deaf = True
    host.say(bytes([m.GET_STATUS]))
    host.wait(12_000)
    sent = [body for body in host.other if frame.kind_of(body) == frame.DATA]
    assert len(sent) == 6
    assert not table.hands("look")["session"]


def test_silence_is_asked_after_and_then_the_link_is_lost():
    table, host = paired()
    host.deaf = True
    host.wait(4_900)
    assert len([body for body in host.other if frame.kind_of(body) == frame.PING]) == 3
    assert table.hands("look")["session"]
    host.wait(200)
    assert not table.hands("look")["session"]


def test_sequences_go_round():
    table, host = paired()
    session = table.device.sessions.open
    session.expected, host.sequence = 65535, 65534
    for _ in range(3):
        host.say(bytes([m.GET_STATUS]))
    assert host.acks[-3:] == [65535, 0, 1]


def test_sixteen_answers_wait_and_no_more_are_taken():
    table, host = paired()
    host.deaf = True
    for sequence in range(20):
        host.take(table.exchange(host.sealed(frame.DATA, host.sequence + 1 + sequence, bytes([m.GET_STATUS]))))
    assert len(host.acks) < 20
    host.deaf = False
    host.wait(2_000)
    assert len(host.heard()) >= 16


def test_attestation_says_busy_first():
    table, host = paired()
    table.traits.attest_ms = 3000
    nonce = bytes([0xA0 + i for i in range(32)])
    assert host.say(b"\5" + nonce) == []
    assert frame.kind_of(host.other.pop()) == frame.BUSY
    (told,) = host.until(m.ATTESTATION)
    assert told == b"\x84" + bytes.fromhex("a87a470a667a1c47878423c23a5c0d6a3b5d91db6fca3c400f04a7efa2ca313d")


def test_the_device_names_itself():
    _, host = paired()
    told = host.say(IDENTIFY)
    assert told == [m.identity("MPY-1", "M1-0001")]
    assert DEVICE
