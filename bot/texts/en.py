"""English."""

ENGLISH = {
    "start": (
        "Hello, {name}! I am a chat that remembers: numbers, names, dates and quotations stay "
        "with me word for word. Just write to me.\n\n/help lists what I can do."
    ),
    "help": (
        "Write anything, and I answer. I remember what we talk about.\n\n{commands}\n\n"
        "I read text for now; pictures and voice messages I cannot open yet."
    ),
    "command_new": "begin a new conversation",
    "command_stop": "stop the answer I am working on",
    "command_mode": "choose how I remember",
    "command_memory": "see what I remember",
    "command_help": "what I can do",
    "unknown_command": "I do not know that command. These I know:\n\n{commands}",
    "refused": (
        "This bot is private, so I may not answer you yet. Your id is {id}. Its owner can let "
        "you in by adding this number to HAFEZ_ALLOWED_USERS and starting the bot again."
    ),
    "stopped_both": "Stopped. Waiting messages I dropped as well: {dropped}.",
    "stopped_running": "Stopped.",
    "stopped_waiting": "Nothing was being answered. Waiting messages I dropped: {dropped}.",
    "stopped_nothing": "There is nothing to stop: I am not working on an answer.",
    "chat_full": (
        "I am still busy with your earlier messages and could not take this one. "
        "Please send it again in a moment."
    ),
    "busy": (
        "Very many people are writing to me right now and I could not take your message. "
        "Please send it again in a few minutes."
    ),
    "not_understood": (
        "I can only read text so far. Tell me in words what it is about, and I will gladly help."
    ),
    "not_taken": (
        "Something went wrong on my side and I could not take your message. Please send it again."
    ),
    "empty_answer": "My answer came out empty. Please ask me once more.",
    "notice_new_started": (
        "A new conversation ({conversation}) begins. What we said before stays out of it."
    ),
    "notice_mode_list": (
        "I remember this way now: {current}\n\nYou can choose:\n{recipes}\n\n"
        "For example: /mode window"
    ),
    "notice_mode_set": "From now on I remember this way: {recipe}",
    "notice_mode_unknown": (
        "I know no way of remembering called “{recipe}”. You can choose:\n{recipes}"
    ),
    "notice_model_unavailable": (
        "The language model could not be reached, although I tried several times. "
        "Please ask again later."
    ),
    "notice_model_refused": "The language model does not answer this message.",
    "notice_too_long": "This message is too long for the language model. Please shorten it.",
    "notice_failed": "Something went wrong on my side and I could not answer. Please ask again.",
    "recipe_buffer": "everything that fits",
    "recipe_window": "the latest messages",
    "recipe_knn": "the messages most similar to your question",
    "recipe_clusters": "the topic your question belongs to",
    "recipe_summary": "a running summary",
    "recipe_summary_buffer": "a running summary and the latest messages",
    "recipe_full": "facts word for word, a summary, and what fits your question",
    "memory_title": "What I remember · conversation {conversation}",
    "memory_empty": "I remember nothing yet: this conversation is brand new. Tell me something!",
    "memory_recipe": "How: {recipe}",
    "memory_counts": "Exchanges: {exchanges}",
    "memory_tokens": "Until the next summary: {bar} {tokens} of {threshold} tokens",
    "memory_summary": "Summary (up to exchange {watermark}):",
    "memory_facts": "Word for word:",
    "memory_more_facts": "… and {more} more",
    "memory_superseded": "earlier value",
    "memory_conflicting": "unsettled",
    "who_user": "you",
    "who_assistant": "me",
    "who_tool": "a tool",
    "command_facts": "see every fact, with where it was said",
    "command_forget": "erase what holds a value, or everything",
    "facts_title": "Facts, word for word: {total}",
    "facts_about": "Facts about “{words}”: {total}",
    "facts_none": (
        "I keep no facts yet. Ids, numbers, dates, quotations and code that we write stay here."
    ),
    "facts_none_about": "I keep no fact about “{words}”. /facts shows all.",
    "facts_page": "Page {page} of {pages}. The next one: {command}",
    "facts_last_page": "Page {page} of {pages}.",
    "facts_correct": "To correct one, just tell me. To erase one: /forget and its number.",
    "facts_source": "{who}, {day}, exchange {exchange}",
    "facts_until": "until exchange {until}",
    "facts_link": "the message",
    "notice_forgotten": (
        "Erased: exchanges that held it: {exchanges}. The summary and the facts are made anew "
        "from what is left."
    ),
    "notice_forget_nothing": (
        "Nothing I keep holds that, so nothing was erased. /facts shows what I keep."
    ),
    "notice_forget_help": (
        "Say what I should erase:\n/forget 12 – the fact with this number in /facts\n/forget "
        "“a value” – every exchange that holds it\n/forget all – everything I keep of this chat"
    ),
    "notice_forget_all_ask": (
        "This erases every exchange of this chat ({exchanges} in this conversation, and those "
        "of all before it), the summary, the facts and all that was made of them. It cannot be "
        "undone. If you are sure, send: /forget all yes"
    ),
    "notice_forgotten_all": (
        "Erased: {exchanges} exchanges of this chat, with summaries, facts, indexes, and "
        "{letters} messages that could not be answered. The messages in your own chat window "
        "stay until you delete them."
    ),
    "memory_cost": "Summaries per 100 messages: {calls} calls, {tokens} tokens",
}
