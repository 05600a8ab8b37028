"""A command of root acts as the account that owns the record, with the groups that give it ports and pins."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from firmware_host.commands.command import as_owner_of

DIALOUT = 20


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may act as another account; run as root")
def test_it_opens_what_the_groups_of_the_account_may_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by `shuffler pair` on a board: udev gives the port to a group of the controller's account."""
    account = pwd.getpwnam("daemon")
    record, port = tmp_path / "record", tmp_path / "port"
    record.mkdir()
    os.chown(record, account.pw_uid, account.pw_gid)
    port.touch(mode=0o660)
    port.chmod(0o660)
    os.chown(port, 0, DIALOUT)
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o711)
    monkeypatch.setattr(os, "getgrouplist", lambda _name, group: [group, DIALOUT])
    before = os.getgroups()
    with as_owner_of(record):
        assert set(os.getgroups()) == {account.pw_gid, DIALOUT}
        port.write_text("heard")
    assert (os.geteuid(), os.getgroups()) == (0, before)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may act as another account; run as root")
def test_an_account_without_a_name_has_its_own_group_alone(tmp_path: Path) -> None:
    nobody_knows = 54_321
    os.chown(tmp_path, nobody_knows, nobody_knows)
    with as_owner_of(tmp_path):
        assert os.getgroups() == [nobody_knows]
