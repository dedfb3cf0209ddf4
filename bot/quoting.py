"""What a message replies to and where a forwarded one is from. Pure."""

from __future__ import annotations

from aiogram.types import (
    Chat,
    Message,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
    User,
)

from bot.addressing import written
from workers.quoted import Quoted

Origin = MessageOriginUser | MessageOriginHiddenUser | MessageOriginChat | MessageOriginChannel
SOMEBODY = "somebody"


def forwarded_from(message: Message) -> str:
    """Whose words they are, "" for the sender's own."""
    return _name_of(message.forward_origin) if message.forward_origin is not None else ""


def quoted_in(message: Message) -> Quoted | None:
    """None where there is no reply, or nothing to read in what it replies to. In a topic every
    message counts as a reply to the one that began it."""
    chosen = message.quote is not None and bool(message.quote.is_manual)
    replied, piece = message.reply_to_message, message.quote.text if message.quote else ""
    if replied is not None and not replied.forum_topic_created:
        text = piece if chosen else written(replied)
        return Quoted(text, _writer(replied), replied.message_id, chosen) if text else None
    if message.external_reply is not None and piece:
        return Quoted(piece, _name_of(message.external_reply.origin), chosen=True)
    return None


def _writer(message: Message) -> str:
    """ "" for the bot itself."""
    if message.forward_origin is not None:
        return _name_of(message.forward_origin)
    if message.sender_business_bot is not None:  # in the name of a business account
        return ""
    writer: User | Chat | None = message.from_user or message.sender_chat
    if writer is None:
        return SOMEBODY
    ours = message.bot is not None and writer.id == message.bot.id
    return "" if ours else writer.full_name or SOMEBODY


def _name_of(origin: Origin) -> str:
    match origin:
        case MessageOriginUser():
            return origin.sender_user.full_name
        case MessageOriginHiddenUser():
            return origin.sender_user_name or SOMEBODY
        case MessageOriginChat():
            return origin.sender_chat.full_name or SOMEBODY
        case _:
            return origin.chat.full_name or SOMEBODY
