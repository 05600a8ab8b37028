"""Section 5 against the device in one process. Runs under MicroPython."""

from peer import Table, command, nonce, order, paired
from shuffler import frame
from shuffler import messages as m

RESTARTED_FIRST = 1


def status(host):
    (told,) = host.say(bytes([m.GET_STATUS]))
    names = ("activity", "mode", "lid", "jam", "feed", "shelf", "on_shelf", "output", "in_output", "astray")
    return {name: told[1 + i] for i, name in enumerate(names)}


def became(host, number):
    (told,) = host.say(bytes([m.WHAT_BECAME]) + command(number))
    assert told[:25] == bytes([m.COMMAND_STATUS]) + command(number)
    return told[25]


def given(host, tag, number, back=1):
    """The status that answers an order."""
    told = host.say(order(tag, number, back))
    assert told[0][:25] == bytes([m.COMMAND_STATUS]) + command(number), told
    host.messages = told[1:] + host.messages
    return told[0][25]


def acknowledge(host, event):
    host.say(bytes([m.EVENT_ACK]) + event[1:9])


def loaded(table, host, back=1, cards=52):
    table.hands("load", back=back, cards=cards)
    (told,) = host.until(m.DECK_LOADED)
    assert told[9:] == bytes([back])
    acknowledge(host, told)


def shuffled(table, host, number=1):
    loaded(table, host)
    assert given(host, m.SHUFFLE, number) == m.RUNNING
    told = host.until(m.SHUFFLE_FINISHED)[-1]
    acknowledge(host, told)
    return told


def test_one_shuffle_as_the_page_tells_it():
    table, host = paired()
    loaded(table, host)
    assert became(host, 1) == m.UNKNOWN
    assert host.say(bytes([m.CHECK_LOAD])) == [bytes([m.LOAD, 1, 2])]
    assert given(host, m.SHUFFLE, 1) == m.RUNNING
    assert became(host, 1) == m.RUNNING
    (told,) = host.until(m.SHUFFLE_FINISHED)
    assert told[9:33] == command(1)
    assert told[33:36] == bytes([m.SHUFFLE_MODE, 52, 1])
    assert 1000 < int.from_bytes(told[36:40], "big") < 2000
    assert told[40:] == nonce(1)
    seen = status(host)
    assert (seen["activity"], seen["feed"], seen["shelf"], seen["on_shelf"], seen["astray"]) == (0, 0, 1, 52, 0)
    assert became(host, 1) == m.DONE
    assert given(host, m.DELIVER, 2) == m.RUNNING
    (told,) = host.until(m.DELIVERED)
    assert told[33:] == bytes([1, 52])
    seen = status(host)
    assert (seen["shelf"], seen["on_shelf"], seen["output"], seen["in_output"]) == (0, 0, 1, 52)
    table.hands("take", **{"from": "output"})
    (told,) = host.until(m.EMPTIED)
    assert told[9:] == bytes([m.OUTPUT])


def test_progress_comes_while_it_moves():
    table, host = paired()
    loaded(table, host)
    given(host, m.SHUFFLE, 1)
    host.wait(300)
    seen = [message for message in host.messages if message[0] == m.PROGRESS]
    assert seen
    assert seen[0][1:25] == command(1)
    assert 1 <= seen[0][25] <= seen[0][26] == 52


def test_nothing_moves_twice_for_a_command():
    table, host = paired()
    shuffled(table, host)
    assert given(host, m.SHUFFLE, 1) == m.DONE
    loaded(table, host)
    assert given(host, m.SHUFFLE, 2) == m.REFUSED
    table.hands("take", **{"from": "shelf"})
    acknowledge(host, host.until(m.EMPTIED)[0])
    assert given(host, m.SHUFFLE, 2) == m.REFUSED
    assert given(host, m.SHUFFLE, 3) == m.RUNNING


def test_a_new_order_while_it_moves_is_busy_and_forgotten():
    table, host = paired()
    loaded(table, host)
    given(host, m.SHUFFLE, 1)
    assert given(host, m.RECONCILE, 2) == m.BUSY
    host.until(m.SHUFFLE_FINISHED)
    assert became(host, 2) == m.UNKNOWN
    assert given(host, m.RECONCILE, 2) == m.RUNNING


def test_what_is_refused():
    table, host = paired()
    assert given(host, m.SHUFFLE, 1) == m.REFUSED
    assert given(host, m.DELIVER, 2) == m.REFUSED
    loaded(table, host, back=2)
    assert given(host, m.SHUFFLE, 3, back=1) == m.REFUSED
    table.hands("lid", open=True)
    host.until(m.LID_OPENED)
    for number, tag in enumerate((m.SHUFFLE, m.SELF_TEST, m.DELIVER, m.CLEAR, m.RECONCILE)):
        assert given(host, tag, 10 + number, back=2) == m.REFUSED
    assert status(host)["lid"] == 1


def test_the_lid_stops_a_shuffle():
    table, host = paired()
    loaded(table, host)
    given(host, m.SHUFFLE, 1)
    host.wait(400)
    table.hands("lid", open=True)
    told = host.until(m.SHUFFLE_FAILED)
    assert [event[0] for event in told] == [m.LID_OPENED, m.SHUFFLE_FAILED]
    assert told[1][33:] == bytes([m.LID])
    seen = status(host)
    assert (seen["activity"], seen["shelf"]) == (0, 0)
    assert 15 < seen["astray"] < 30
    table.hands("lid", open=False)
    host.until(m.LID_CLOSED)
    assert given(host, m.SHUFFLE, 2) == m.REFUSED
    assert given(host, m.CLEAR, 3) == m.RUNNING
    found = host.until(m.CLEARED)[0]
    assert found[33] == seen["astray"]
    after = status(host)
    assert (after["astray"], after["in_output"]) == (0, seen["astray"])


def test_a_lid_that_bounces_is_not_told():
    table, host = paired()
    table.hands("lid", open=True)
    host.wait(30)
    table.hands("lid", open=False)
    host.wait(200)
    assert host.heard() == []


def test_a_jam_lasts_until_it_is_cleared():
    table, host = paired()
    loaded(table, host)
    table.hands("fail", after=10, jam=m.SHELVES)
    given(host, m.SHUFFLE, 1)
    told = host.until(m.SHUFFLE_FAILED)
    assert [event[0] for event in told] == [m.JAMMED, m.SHUFFLE_FAILED]
    assert told[0][9:] == bytes([m.SHELVES])
    assert told[1][33:] == bytes([m.JAM])
    assert status(host)["jam"] == m.SHELVES
    assert given(host, m.RECONCILE, 2) == m.REFUSED
    assert given(host, m.CLEAR, 3) == m.RUNNING
    assert host.until(m.CLEARED)[0][33] == 11
    assert status(host)["jam"] == 0


def test_the_power_goes_in_a_shuffle():
    table, host = paired()
    loaded(table, host)
    given(host, m.SHUFFLE, 1)
    host.wait(400)
    boot = table.hands("look")["boot"]
    table.start()
    host.open()
    told = host.say(bytes([m.IDENTIFY]))
    assert [event[0] for event in told] == [m.IDENTITY, m.RESTARTED, m.SHUFFLE_FAILED]
    assert told[1][1:9] == (boot + 1).to_bytes(4, "big") + RESTARTED_FIRST.to_bytes(4, "big")
    assert told[2][33:] == bytes([m.POWER])
    assert became(host, 1) == m.DONE
    astray = status(host)["astray"]
    given(host, m.RECONCILE, 2)
    told = host.until(m.RECONCILED)[0]
    assert told[33:] == astray.to_bytes(2, "big") + b"\0\0\0" + bytes([astray])


def test_events_are_kept_until_they_are_acknowledged():
    table, host = paired()
    table.hands("switch", mode=2)
    (told,) = host.until(m.MODE_SWITCHED)
    assert host.say(bytes([m.IDENTIFY]))[1:] == []
    host.open()
    assert host.say(bytes([m.GET_STATUS]))[0][0] == m.STATUS
    assert host.say(bytes([m.IDENTIFY]))[1:] == [told]
    acknowledge(host, told)
    host.open()
    assert host.say(bytes([m.IDENTIFY]))[1:] == []


def test_a_comparison_counts_what_went_in_and_out():
    table, host = paired()
    shuffled(table, host)
    given(host, m.RECONCILE, 2)
    assert host.until(m.RECONCILED)[0][33:] == b"\x00\x34\x00\x00\x34\x00"
    table.hands("take", **{"from": "shelf", "cards": 50})
    host.wait(200)
    assert host.heard() == []
    table.hands("take", **{"from": "shelf"})
    assert host.until(m.EMPTIED)[0][9:] == bytes([m.SHELVES])
    given(host, m.RECONCILE, 3)
    assert host.until(m.RECONCILED)[0][33:] == b"\x00\x34\x00\x34\x00\x00"


def test_cards_that_stay_on_the_shelf_are_not_out():
    table, host = paired()
    shuffled(table, host)
    table.hands("take", **{"from": "shelf", "cards": 12})
    host.wait(200)
    given(host, m.RECONCILE, 2)
    assert host.until(m.RECONCILED)[0][33:] == b"\x00\x34\x00\x00\x28\x00"
    assert status(host)["on_shelf"] == 40


def test_a_deck_taken_without_power_has_come_out():
    table, host = paired()
    shuffled(table, host)
    table.hands("take", **{"from": "shelf"})
    table.start()
    host.open()
    told = host.say(bytes([m.IDENTIFY]))
    assert [event[0] for event in told[1:]] == [m.RESTARTED, m.EMPTIED]
    given(host, m.RECONCILE, 2)
    assert host.until(m.RECONCILED)[0][33:] == b"\x00\x34\x00\x34\x00\x00"


def test_a_full_memory_makes_orders_busy():
    table, host = paired()
    memory = table.shuffler.memory
    while not memory.full():
        memory.add_event(m.DELIVERED, bytes(26))
    assert given(host, m.RECONCILE, 1) == m.BUSY
    for _ in range(3):
        for position in (True, False):
            table.hands("lid", open=position)
            host.wait(100)
    assert len(memory.events) == 258
    for event in memory.events[:3]:
        acknowledge(host, event)
    assert given(host, m.RECONCILE, 1) == m.RUNNING


def test_64_commands_are_remembered():
    table, host = paired()
    for number in range(64):
        assert given(host, m.DELIVER, number) == m.REFUSED
    table.start()
    host.open()
    assert became(host, 0) == m.REFUSED
    given(host, m.DELIVER, 64)
    assert became(host, 0) == m.UNKNOWN
    assert became(host, 64) == m.REFUSED


def test_mixed_backs_are_named():
    table, host = paired()
    table.hands("load", backs=[1] * 40 + [2] * 12)
    acknowledge(host, host.until(m.DECK_LOADED)[0])
    assert host.say(bytes([m.CHECK_LOAD])) == [bytes([m.LOAD, 1, 4])]
    given(host, m.SHUFFLE, 1)
    assert host.until(m.SHUFFLE_FINISHED)[0][35] == 2


def test_self_test_and_its_verdicts():
    table, host = paired()
    table.hands("parts", verdicts=[1, 3, 2, 1, 1, 1])
    assert given(host, m.SELF_TEST, 1) == m.RUNNING
    assert host.until(m.SELF_TESTED)[0][33:] == bytes([1, 3, 2, 1, 1, 1])
    table.hands("fail", reason=m.BROKEN)
    given(host, m.SELF_TEST, 2)
    assert host.until(m.ACT_FAILED)[0][33:] == bytes([m.BROKEN])


def test_an_order_of_an_earlier_pairing_ends_without_an_event():
    table = Table()
    _, host = paired(table)
    loaded(table, host)
    secret = table.hands("press")["secret"]
    given(host, m.SHUFFLE, 1)
    assert [frame.kind_of(body) for body in host.pair(secret)] == [frame.BYE, frame.PAIRED]
    host.open()
    host.say(bytes([m.IDENTIFY]))
    assert became(host, 1) == m.UNKNOWN
    host.wait(3000)
    assert host.heard() == []
    assert status(host)["on_shelf"] == 52


def test_a_press_while_it_moves_does_nothing():
    table, host = paired()
    loaded(table, host)
    given(host, m.SHUFFLE, 1)
    assert "error" in table.hands("press")


def test_wear_counts_shuffles():
    table, host = paired()
    shuffled(table, host)
    assert host.say(bytes([m.GET_WEAR])) == [m.wear(1, 1, 25_000, 300_000)]
