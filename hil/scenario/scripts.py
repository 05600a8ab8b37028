"""Playing several scripts and printing the results; a broken script does not stop the others."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from firmware_host.commands.terminal import Progress
from firmware_host.errors import UserError
from firmware_host.rules.wording import number
from firmware_host.table.facts.fact import Fact, sentence, with_paragraphs
from hil.scenario.filling import filled
from hil.scenario.judging import Otherwise
from hil.scenario.playing import Played, play
from hil.scenario.reading import read_script
from hil.scenario.script import Script, Unreadable

SUFFIX = ".table"

OTHERWISE = 1

UNREADABLE = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Wishes:
    """The options of the command line."""

    facts: bool = False
    write: bool = False
    as_json: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one script, for programs."""

    file: str
    title: str = ""
    paragraphs: tuple[str, ...] = ()
    rounds: int = 0
    facts: int = 0
    ok: bool
    otherwise: tuple[Otherwise, ...] = ()
    error: str | None = None


def run(named: Sequence[Path], wishes: Wishes) -> int:
    """Play all scripts; return the exit code. Raises `UserError` if the command line is wrong."""
    progress, results, code = Progress("scripts"), list[Result](), 0
    for path in [file for name in named for file in files(name)]:
        result = _played(path, wishes)
        results.append(result)
        code = max(code, UNREADABLE if result.error else 0 if result.ok else OTHERWISE)
        progress.tell(len(results))
        if not wishes.as_json:
            progress.clear()
            _say(result)
    progress.clear()
    if wishes.as_json:
        print(msgspec.json.format(msgspec.json.encode(results), indent=2).decode())
    elif len(results) > 1:
        print(f"{len(results)} scripts: {sum(result.ok for result in results)} as expected")
    return code


def files(named: Path) -> list[Path]:
    """Return a script, or all scripts of a folder in order."""
    if not named.is_dir():
        return [named]
    found = sorted(named.rglob(f"*{SUFFIX}"))
    if not found:
        raise UserError(f"{named} contains no scripts (*{SUFFIX})")
    return found


def _played(path: Path, wishes: Wishes) -> Result:
    try:
        text = path.read_text(encoding="utf-8")
        script = read_script(text)
    except OSError as wrong:
        return Result(file=str(path), ok=False, error=f"cannot read {path} ({wrong.strerror}); name a .table file")
    except UnicodeDecodeError:
        return Result(file=str(path), ok=False, error=f"{path} is not UTF-8 text; name a .table file")
    except Unreadable as wrong:
        return Result(file=str(path), ok=False, error=f"{path}:{wrong}")
    played = play(script)
    if wishes.facts and not wishes.as_json:
        print("\n".join(_facts(played.facts)))
    return _result(path, script, played, written=wishes.write and _written(path, script, played))


def _written(path: Path, script: Script, played: Played) -> bool:
    text = filled(script, played)
    if played.filled:
        path.write_text(text, encoding="utf-8")
    return True


def _result(path: Path, script: Script, played: Played, *, written: bool) -> Result:
    otherwise = sorted((*played.otherwise, *(() if written else played.blank)), key=lambda one: one.line)
    return Result(
        file=str(path),
        title=script.header.title,
        paragraphs=script.header.paragraphs,
        rounds=played.state.rounds,
        facts=len(played.facts),
        ok=not otherwise,
        otherwise=tuple(otherwise),
    )


def _facts(facts: Sequence[Fact]) -> Iterator[str]:
    for fact in facts:
        yield f"{fact.number:5}  {with_paragraphs(sentence(fact), fact.paragraphs)}"


def _say(result: Result) -> None:
    if result.error:
        print(result.error, file=sys.stderr)
    for one in result.otherwise:
        part = f" ({one.part})" if one.part else ""
        print(f"{result.file}:{one.line}:{part} expected {one.expected}", file=sys.stderr)
        for at, got in enumerate(one.got):
            print(f"    {'but' if not at else '   '} {got}", file=sys.stderr)
    if result.ok:
        played = f"{number(result.rounds, 'round')}, {number(result.facts, 'fact')}"
        print(f"{result.file}: {result.title}: as expected ({played})", flush=True)
