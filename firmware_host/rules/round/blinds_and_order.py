"""The start of a round: who is dealt in, and what is posted before any card."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.game import Game, Tracking
from firmware_host.rules.round.round_state import RoundDraft
from firmware_host.rules.round_facts import AntesPosted, BlindsPosted, HandsDealt, RoundStarted
from firmware_host.rules.seats import clockwise_from
from firmware_host.rules.stakes import HeadsUp, Stakes
from firmware_host.rules.struct import Paragraphs, Seat

KILL_BLIND = ("14.11(A)(i)",)

FEW = ("I-27",)

NOTHING: Mapping[Seat, int] = MappingProxyType({})


def start(
    game: Game,
    *,
    tracking: Tracking,
    seats: tuple[Seat, ...],
    button: Seat | None,
    blinds: int,
    heads_up: HeadsUp = HeadsUp.BY_PARAGRAPH,
    made_up: Collection[Seat] = (),
    straddler: Seat | None = None,
) -> tuple[RoundDraft, ...] | Refusal:
    """
    Open a round at the procedure level and deal the first cards: the blinds are in before any card (14.7(b)2).

    For `made_up` and `straddler` see `start_full`.
    """
    refused = cannot_play(game, seats)
    if refused:
        return refused
    marker = button if game.button else None
    order = deal_order(seats, marker)
    first = game.streets[0]
    started = RoundStarted(game=game.name, tracking=tracking, seats=seats, button=marker)
    late = tuple([seat for seat in order if seat in made_up])
    further = () if straddler is None else (straddler,)
    posting = (*posting_order(order, heads_up, blinds), *further, *late)
    posts = BlindsPosted(seats=posting, made_up=late, straddler=straddler)
    posted = (draft(posts, *game.blind_paragraphs, *_of_two(order), *_options(posts)),) if game.button else ()
    return (
        draft(started, *(game.players_paragraphs + game.button_paragraphs)),
        *posted,
        draft(HandsDealt(seats=order, down=first.down, up=first.up), *first.deal_paragraphs),
    )


def start_full(
    game: Game,
    *,
    seats: tuple[Seat, ...],
    stacks: Mapping[Seat, int],
    button: Seat | None,
    stakes: Stakes,
    antes: Mapping[Seat, int] | None = None,
    blinds: Mapping[Seat, int] | None = None,
    dead_antes: bool = False,
    made_up: Collection[Seat] = (),
    dead: Mapping[Seat, int] = NOTHING,
    straddler: Seat | None = None,
    killer: Seat | None = None,
) -> tuple[RoundDraft, ...] | Refusal:
    """
    Open a round at the full level: stacks are known, antes and blinds are in before any card (14.7(b)).

    `antes` and `blinds` are what each seat owes; by default what the stakes post. A player with less goes all-in
    (14.7(c)4). `dead_antes` belong to the pot, not to the player who paid. `made_up` are the seats that make up missed
    blinds, and `dead` the dead blinds each of them pays; `straddler` posts a straddle (I-7). `killer` has the kill
    button; then `stakes` are the raised ones.
    """
    refused = cannot_play(game, seats)
    if refused:
        return refused
    marker = button if game.button else None
    order = deal_order(seats, marker)
    owed_antes = dict.fromkeys(order, stakes.ante_cents) if antes is None else antes
    owed_blinds = blinds_due(order, stakes, killer) if blinds is None else blinds
    started = RoundStarted(
        game=game.name,
        tracking=Tracking.FULL,
        seats=seats,
        button=marker,
        stacks=tuple([stacks[seat] for seat in seats]),
        stakes=stakes,
    )
    drafts: list[RoundDraft] = [draft(started, *game.players_paragraphs, *game.button_paragraphs)]
    paid = {seat: min(owed_antes.get(seat, 0), stacks[seat]) for seat in order}
    posters = tuple([seat for seat in order if paid[seat]])
    if posters:
        body = AntesPosted(seats=posters, cents=tuple([paid[seat] for seat in posters]), dead=dead_antes)
        drafts.append(draft(body, "14.7(b)1"))
    due = {seat: min(owed_blinds.get(seat, 0), stacks[seat] - paid[seat]) for seat in order}
    extra = {seat: min(dead.get(seat, 0), stacks[seat] - paid[seat] - due[seat]) for seat in order}
    blind = tuple([seat for seat in order if due[seat] or extra[seat]])
    if blind and game.button:
        late = tuple([seat for seat in blind if seat in made_up])
        posted = BlindsPosted(
            seats=blind,
            cents=tuple([due[seat] for seat in blind]),
            made_up=late,
            dead=tuple([extra[seat] for seat in late]) if any(extra[seat] for seat in late) else (),
            straddler=straddler if straddler in blind else None,
            killer=killer if killer in blind else None,
        )
        few = FEW if len(order) < len(stakes.blinds_cents) else ()
        drafts.append(draft(posted, *game.blind_paragraphs, *_of_two(order), *few, *_options(posted)))
    return tuple(drafts)


def _options(posted: BlindsPosted) -> Paragraphs:
    option = ("I-7",) if posted.made_up or posted.straddler is not None else ()
    return (*option, *(KILL_BLIND if posted.killer is not None else ()))


def _of_two(order: tuple[Seat, ...]) -> Paragraphs:
    """Cite I-16 with two players: who posts first is a matter of interpretation."""
    return ("I-16",) if len(order) == 2 else ()


def deal_order(seats: tuple[Seat, ...], button: Seat | None) -> tuple[Seat, ...]:
    """Return the order of the deal: from the left of the button, or without one from the dealer's left."""
    return tuple(sorted(seats)) if button is None else clockwise_from(button, seats)


def posting_order(order: tuple[Seat, ...], heads_up: HeadsUp, blinds: int) -> tuple[Seat, ...]:
    """
    Return who posts the blinds, in order: from the left of the button (14.10(d)), or for two players as configured.

    In the usual order for two players the button posts the small blind (I-16). A single blind is not a small blind: it
    stays where 14.10(d) puts it, and the button still acts first.
    """
    turned = len(order) == 2 and blinds > 1 and heads_up is HeadsUp.USUAL
    return (order[::-1] if turned else order)[:blinds]


def blinds_due(order: tuple[Seat, ...], stakes: Stakes, killer: Seat | None = None) -> dict[Seat, int]:
    """
    Return the blinds due, by seat.

    Fewer players than blinds post the largest of them, so that the bet to call is the posted one (I-27).
    `killer` owes one blind of the minimum, which is the raised one, and none beside it (14.11(A)(i)).
    """
    posting = posting_order(order, stakes.heads_up, len(stakes.blinds_cents))
    due = dict(zip(posting, stakes.blinds_cents[len(stakes.blinds_cents) - len(posting) :], strict=True))
    return {**due, killer: stakes.min_cents} if killer in order and killer is not None else due


def cannot_play(game: Game, seats: tuple[Seat, ...]) -> Refusal | None:
    """Refuse too few or too many players for the game."""
    if len(seats) < 2:
        return refuse(
            f"poker needs two players, but {len(seats) or 'none'} can be dealt in",
            "wait for two players who can be dealt in",
            "14.6(b)",
            code=Code.TOO_FEW_PLAYERS,
        )
    if len(seats) > game.most_players:
        return refuse(
            f"{game.title} has at most {game.most_players} players; {len(seats)} are seated",
            "change to a game for more players, or seat fewer",
            *game.players_paragraphs,
            code=Code.TOO_MANY_PLAYERS,
        )
    return None
