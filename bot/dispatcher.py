"""Joins the filters, middlewares and handlers into one dispatcher."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from aiogram import BaseMiddleware, Dispatcher, Router

from bot.access import Access
from bot.at_once import AtOnce
from bot.filters import ForUs
from bot.guests import Guests
from bot.handlers.access import access_router
from bot.handlers.business import business_router
from bot.handlers.commands import commands_router
from bot.handlers.edits import edits_router
from bot.handlers.failures import failures_router
from bot.handlers.feedback import feedback_router
from bot.handlers.membership import membership_router
from bot.handlers.messages import Intake, messages_router
from bot.handlers.pairing import pairing_router
from bot.handlers.pointing import pointing_router
from bot.handlers.pressing import pressing_router
from bot.handlers.retrying import retrying_router
from bot.handlers.stopping import stopping_router
from bot.handlers.usage import usage_router
from bot.hosts import Hosts
from bot.middlewares import Allowed, LogContext, Paced
from bot.moving import Migrating, Moved
from bot.speaking import ChosenLanguage, Speaking
from bot.storing import Storing
from bot.texts import Texts
from workers.business import Connections, DictConnections
from workers.feedback import Feedback
from workers.lanes import ChatChoices, TurnQueue
from workers.moves import DictMoves, Moves


def build_dispatcher(
    queue: TurnQueue | Storing,
    access: Access,
    at_once: AtOnce,
    texts: Texts | None = None,
    *,
    names: Collection[str] = (),
    moves: Moves | None = None,
    feedback: Feedback | None = None,
    choices: ChatChoices | None = None,
    connections: Connections | None = None,
) -> Dispatcher:
    """Messages become turns on `queue`; `at_once` (entered by the caller) sends our own
    sentences. `names`: what the bot is called in groups beside its user name · `moves`: which
    supergroup was which group · `feedback`: where reactions are noted, None for nowhere ·
    `choices`: where it is known which language a chat chose, None where none can be chosen ·
    `connections`: the business accounts that are answered for."""
    texts, moved = texts or Texts(), Moved(moves or DictMoves())
    hosts = Hosts(connections or DictConnections(), moved.lane)
    storing = queue if isinstance(queue, Storing) else Storing(queue, lane_of=hosts.lane)
    speaking = Speaking(choices, hosts.lane)
    intake = Intake(storing, at_once, texts, speaking=speaking)
    dispatcher = Dispatcher(disable_fsm=True, name="hafez")
    dispatcher.message.outer_middleware(LogContext())
    dispatcher.message.outer_middleware(Migrating(moved, access))
    if choices is not None:
        dispatcher.message.outer_middleware(ChosenLanguage(speaking))
        dispatcher.callback_query.outer_middleware(ChosenLanguage(speaking))
    for_us = ForUs(names)  # which also knows whose edits are for us
    dispatcher.message.filter(for_us)
    guests = Guests(access, hosts)
    gates: list[BaseMiddleware] = [Allowed(access, at_once, texts, guests=guests)]
    gated = [
        access_router(access, at_once, texts, storing),
        commands_router(intake),
        messages_router(intake),
    ]
    if access.limiting is not None:
        gates.append(Paced(access.limiting, at_once, texts, speaking))
        gated.insert(0, usage_router(access.limiting, at_once))
    for router, gate in product(gated, gates):
        router.message.middleware(gate)
    edits = edits_router(intake)
    dispatcher.edited_message.outer_middleware(LogContext())
    edits.edited_message.filter(for_us)
    for gate in gates:
        edits.edited_message.middleware(gate)
    membership = membership_router(at_once, texts)
    membership.my_chat_member.middleware(gates[0])
    business = business_router(intake, access, hosts, gates)
    for observer in (dispatcher.business_message, dispatcher.edited_business_message):
        observer.outer_middleware(LogContext())
    buttons = _buttons(intake, gates, feedback)
    before = (failures_router(at_once, texts), pairing_router(access, at_once, texts))
    dispatcher.include_routers(*before, *gated, edits, membership, business, *buttons)
    return dispatcher


def _buttons(
    intake: Intake, gates: Sequence[BaseMiddleware], feedback: Feedback | None
) -> list[Router]:
    """What people do to our messages instead of writing: they press and react. The first gate says
    who may; the others, how often, do not hold for reactions, which cost nothing."""
    pressing, retrying = pressing_router(intake), retrying_router(intake)
    pointing = pointing_router(intake.at_once, intake.texts)
    for router, gate in product((pressing, retrying, pointing), gates):
        router.callback_query.middleware(gate)
    buttons = [stopping_router(intake.storing), pressing, retrying, pointing]
    if feedback is not None:
        reactions = feedback_router(feedback, intake.storing, intake.at_once, intake.texts)
        reactions.message_reaction.middleware(gates[0])
        reactions.callback_query.middleware(gates[0])
        buttons.append(reactions)
    return buttons
