"""Sessions of the pages: by PIN or by the screen's code, ended by time, sign-out, revocation and a new PIN."""

import asyncio
import json
import stat
from pathlib import Path

from firmware_host.panel.panel_config import PanelConfig
from firmware_host.panel.sessions import Codes, Sessions
from firmware_host.rules.decision import Role
from firmware_host.table.acts.floor import CallFloor, EndFloorCall, ResetPin, RevokePerson
from tests.worlds.panel_table import DEALER, FLOOR, PIN, WRONG, panel_table

MINUTE_MS = 60_000


async def test_the_screen_acts_for_the_dealer_on_duty_and_a_person_in_the_own_roles(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        async with table.page(await table.at_the_screen()) as screen:
            hello = await screen.gets("hello")
            assert (hello["standing"], hello["actor"], hello["roles"]) == ("controls", None, ["dealer"])
            assert (await screen.asks(CallFloor()))["kind"] == "accepted"
            assert (table.table.recorded()[-1].actor, table.table.recorded()[-1].cause[:6]) == ("dealer-1", "panel:")
        async with table.page(await table.signed_in(FLOOR)) as phone:
            hello = await phone.gets("hello")
            assert (hello["standing"], hello["actor"]) == ("signed-in", FLOOR)
            assert (await phone.asks(EndFloorCall()))["kind"] == "accepted"
            assert table.table.recorded()[-1].actor == FLOOR


async def test_a_cookie_is_out_of_reach_of_scripts_and_of_other_sites(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        response = await table.request("POST", "/sign-in", {"name": FLOOR, "pin": PIN})
        said = response.headers["set-cookie"].lower()
        assert "httponly" in said
        assert "samesite=strict" in said
        assert f"fh-{table.port}=" in said
        assert response.cookie.partition("=")[2] not in (table.folder / "pins.json").read_text()


async def test_a_wrong_pin_is_recorded_and_locks_out(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        codes = [(await table.request("POST", "/sign-in", {"name": FLOOR, "pin": WRONG})).code for _ in range(4)]
        assert codes == ["wrong-pin", "wrong-pin", "wrong-pin", "locked-out"]
        assert (await table.request("POST", "/sign-in", {"name": FLOOR, "pin": PIN})).code == "locked-out"
        assert table.table.state.people[FLOOR].wrong_pins == 3
        assert (await table.request("POST", "/sign-in", {"name": "nobody", "pin": PIN})).code == "not-enrolled"
        assert table.refusals["pin"] == 6


async def test_few_pins_wait_to_be_checked(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        body = {"name": FLOOR, "pin": PIN}
        responses = await asyncio.gather(*(table.request("POST", "/sign-in", body) for _ in range(12)))
        assert {response.status for response in responses} == {204, 403}
        assert {response.code for response in responses if response.status == 403} == {"busy"}
        assert table.refusals["busy"] > 0


async def test_a_sign_out_ends_the_session_and_its_pages(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        cookie = await table.signed_in(FLOOR)
        async with table.page(cookie) as page:
            assert (await table.request("POST", "/sign-out", cookie=cookie)).status == 204
            assert (await page.gets("goodbye"))["sign_in"]
        async with table.socket(cookie) as again:
            assert json.loads(await again.recv())["kind"] == "goodbye"
        assert (await table.request("POST", "/sign-out", cookie=cookie)).status == 403


async def test_a_person_who_is_revoked_is_out_at_once(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.signed_in(DEALER)) as page:
        await table.table.does(RevokePerson(person=DEALER), actor="pit-9", role=Role.CASINO_SUPERVISOR)
        goodbye = await page.gets("goodbye")
        assert goodbye["reason"] == "dealer-2 may no longer act at this table"


async def test_a_new_pin_ends_the_sessions_of_the_old_one(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.signed_in(DEALER)) as page:
        await table.table.does(ResetPin(person=DEALER), actor="pit-9", role=Role.CASINO_SUPERVISOR)
        assert (await page.gets("goodbye"))["reason"] == "dealer-2 has a new PIN"


async def test_a_pin_that_is_replaced_while_it_is_checked_opens_no_session(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        sessions = Sessions(table=table.table.host, clock=table.table.clock, folder=tmp_path, idle_min=10)
        before = sessions.pin_of(DEALER)
        await table.table.does(ResetPin(person=DEALER), actor="pit-9", role=Role.CASINO_SUPERVISOR)
        late, new = (sessions.of_person(DEALER, pin_of=pin) for pin in (before, sessions.pin_of(DEALER)))
        assert late is not None
        assert new is not None
        assert sessions.of(late) is None
        assert sessions.of(new) is not None


async def test_who_does_nothing_is_signed_out_and_who_only_looks_does_nothing(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        cookie, screen = await table.signed_in(FLOOR), await table.at_the_screen()
        async with table.page(cookie) as page, table.page(screen) as own:
            table.table.clock.mono_ms += 9 * MINUTE_MS
            assert (await page.asks(CallFloor()))["kind"] == "accepted"
            table.table.clock.mono_ms += 9 * MINUTE_MS
            await page.sends({"kind": "alive", "painted": 3})
            assert (await page.asks(EndFloorCall()))["kind"] == "accepted"
            table.table.clock.mono_ms += 10 * MINUTE_MS
            assert "10 minutes" in (await page.gets("goodbye"))["reason"]
            assert (await own.asks(CallFloor()))["kind"] == "accepted", "the screen is never signed out"


async def test_a_session_has_a_longest_time(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.signed_in(FLOOR)) as page:
        for _ in range(79):
            table.table.clock.mono_ms += 9 * MINUTE_MS
            await page.explains(CallFloor())
        table.table.clock.mono_ms += 9 * MINUTE_MS
        assert "longest" in (await page.gets("goodbye"))["reason"]


async def test_a_person_has_few_sessions_and_the_oldest_goes(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table, table.page(await table.signed_in(FLOOR)) as first:
        for _ in range(4):
            await table.signed_in(FLOOR)
        assert (await first.gets("goodbye"))["sign_in"]


async def test_nobody_signs_in_at_the_tables_own_screen(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        cookie = await table.at_the_screen()
        response = await table.request("POST", "/sign-in", {"name": FLOOR, "pin": PIN}, cookie=cookie)
        assert (response.status, response.code) == (403, "not-your-role")
        async with table.page(cookie) as page:
            assert (await page.gets("hello"))["standing"] == "controls"


async def test_a_code_works_once_and_a_short_time(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        code = await table.code()
        assert (await table.request("POST", "/screen", {"code": code})).status == 204
        assert (await table.request("POST", "/screen", {"code": code})).status == 403
        assert (await table.request("POST", "/screen", {"code": "x" * 32})).status == 403
        assert table.refusals["code"] == 2


def test_a_code_ends_in_time_and_few_wait() -> None:
    now_s = 0.0
    codes = Codes(now_s=lambda: now_s)
    made = [codes.issue(60) for _ in range(9)]
    assert not codes.use(made[0]), "the oldest of nine"
    now_s = 59.9
    assert codes.use(made[1])
    now_s = 60.0
    assert not codes.use(made[2])
    assert not codes.use("")


async def test_the_screens_session_survives_a_restart_and_a_persons_does_not(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        screen, person = await table.at_the_screen(), await table.signed_in(FLOOR)
        kept = table.folder / "screen-sessions.json"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert screen.partition("=")[2] not in kept.read_text()
        old = table.port
    async with panel_table(tmp_path) as table:
        screen, person = (each.replace(f"fh-{old}=", f"fh-{table.port}=") for each in (screen, person))
        async with table.page(screen) as page:
            assert (await page.gets("hello"))["standing"] == "controls"
        async with table.socket(person) as socket:
            assert json.loads(await socket.recv())["sign_in"]


async def test_a_full_disk_or_a_damaged_file_leaves_the_screen_its_code(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "screen-sessions.json").write_text("{")
    async with panel_table(tmp_path) as table:
        (table.folder / "screen-sessions.json").unlink()
        (table.folder / "screen-sessions.json").mkdir()
        async with table.page(await table.at_the_screen()) as page:
            assert (await page.gets("hello"))["standing"] == "controls"


async def test_a_fresh_code_ends_the_older_screen_also_after_the_newer_one_has_left(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        before = await table.at_the_screen()
        async with table.page(before) as old:
            assert (await old.gets("hello"))["standing"] == "controls"
            async with table.page(await table.at_the_screen()) as new:
                goodbye = await old.gets("goodbye")
                assert (goodbye["sign_in"], "newer screen" in goodbye["reason"]) == (True, True)
                assert (await new.asks(CallFloor()))["kind"] == "accepted"
        async with table.socket(before) as again:
            assert json.loads(await again.recv())["kind"] == "goodbye"
        assert len(json.loads((table.folder / "screen-sessions.json").read_text())["tokens"]) == 1


async def test_a_record_of_more_screens_keeps_the_newest(tmp_path: Path) -> None:
    async with panel_table(tmp_path, config=PanelConfig(screens=2)) as table:
        cookies, old = [await table.at_the_screen() for _ in range(2)], table.port
    async with panel_table(tmp_path) as table:
        first, last = (each.replace(f"fh-{old}=", f"fh-{table.port}=") for each in cookies)
        async with table.page(last) as page, table.socket(first) as ended:
            assert (await page.gets("hello"))["standing"] == "controls"
            assert json.loads(await ended.recv())["kind"] == "goodbye"
        assert len(json.loads((table.folder / "screen-sessions.json").read_text())["tokens"]) == 1


async def test_one_of_two_screens_controls_and_the_newest_takes_over(tmp_path: Path) -> None:
    two = PanelConfig(screens=2)
    async with panel_table(tmp_path, config=two) as table, table.page(await table.at_the_screen()) as old:
        assert (await old.gets("hello"))["standing"] == "controls"
        async with table.page(await table.at_the_screen()) as new:
            assert (await new.gets("hello"))["standing"] == "controls"
            assert (await old.gets("hello"))["standing"] == "looks-on"
            assert await old.refused(CallFloor()) == "not-your-role"
            assert not table.table.state.floor_called
            assert (await new.asks(CallFloor()))["kind"] == "accepted"
        assert (await old.gets("hello"))["standing"] == "controls", "the newer one has left"
        assert (await old.asks(EndFloorCall()))["kind"] == "accepted"


async def test_sessions_that_end_are_forgotten(tmp_path: Path) -> None:
    async with panel_table(tmp_path) as table:
        for _ in range(6):
            await table.at_the_screen()
        await asyncio.gather(*(table.signed_in(FLOOR) for _ in range(3)))
        assert table.panel.figures()["sessions"] == 1 + 3
