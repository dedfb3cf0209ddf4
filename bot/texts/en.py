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
    "command_usage": "see what was used today and this month",
    "command_help": "what I can do",
    "unknown_command": "I do not know that command. These I know:\n\n{commands}",
    "refused": (
        "This bot is private, so I may not answer you yet. Your id is {id}. Its owner can let "
        "you in by sending me /allow {id}, or by adding this number to HAFEZ_ALLOWED_USERS."
    ),
    "refused_group": (
        "I may not answer in this group yet. If my owner sends /allow here, everybody in this "
        "group can talk to me. Your id is {id}, the group's is {group}."
    ),
    "refused_ownerless": (
        "I belong to nobody yet, so I may not answer. If you started me: send me /pair in a "
        "private chat, with the code that I printed when I started, and I am yours. (Or add your "
        "id {id} to HAFEZ_ALLOWED_USERS and start me again.)"
    ),
    "pair_paired": (
        "Welcome, {name}! You are my owner now, so just write to me.\n\n/allow lets somebody else "
        "talk to me: with their id, as a reply to a message of theirs, or alone in a group for "
        "all its members. /deny takes that back, /who shows the list."
    ),
    "pair_wrong": "That is not the code. It is the one I printed when I was started.",
    "pair_too_many": "That was wrong too often. Try again in an hour, with the code I printed.",
    "pair_over": "No code is waiting for anybody: I have an owner, or the code is too old.",
    "pair_in_private": "Please send me the code in a private chat, where nobody else reads it.",
    "access_owner_only": "Only my owner can do that.",
    "allow_help": (
        "Say whom: /allow 123456789, or /allow as a reply to a message of theirs (here also a "
        "forwarded one), or /allow in a group for all its members. People whom I refuse are "
        "told their id."
    ),
    "deny_help": (
        "Say whom: /deny 123456789, or /deny as a reply to a message of theirs, or /deny in a "
        "group."
    ),
    "allow_done": "From now on I answer: {who}",
    "deny_done": "From now on I do not answer: {who}",
    "deny_owner": (
        "That is an owner: nobody can shut out themselves, and whoever stands in HAFEZ_OWNERS "
        "stays in."
    ),
    "who_public": "Everybody may talk to me, but for those my owners denied.",
    "who_closed": "These may talk to me, and nobody else:",
    "who_owners": "Owners",
    "who_people": "People",
    "who_groups": "Groups, with all their members",
    "who_denied": "Denied",
    "who_more": "… and {more} more",
    "who_change": "/allow and /deny change this.",
    "who_group_yes": "I answer every member of this group. /deny here ends that.",
    "who_group_no": (
        "In this group I answer only whom I answer elsewhere. /allow here opens it to all members."
    ),
    "stopped_both": "Stopped. I dropped {dropped:# waiting message|# waiting messages} as well.",
    "stopped_running": "Stopped.",
    "stopped_waiting": (
        "Nothing was being answered. I dropped {dropped:# waiting message|# waiting messages}."
    ),
    "stopped_nothing": "There is nothing to stop: I am not working on an answer.",
    "chat_full": (
        "I am still busy with your earlier messages and could not take this one. "
        "Please send it again in a moment."
    ),
    "busy": (
        "Very many people are writing to me right now and I could not take your message. "
        "Please send it again in a few minutes."
    ),
    "too_fast": (
        "That is more than {most:# message|# messages} in a minute, so I did not take this one. "
        "I go on in {seconds} s; please send it again then."
    ),
    "notice_limit_day": (
        "Today's {most} tokens are used up, so I cannot answer this. I go on from {anew}."
    ),
    "notice_limit_month": (
        "This month's {most} tokens are used up, so I cannot answer this. I go on from {anew}."
    ),
    "usage_today": "Today",
    "usage_month": "This month",
    "usage_messages": "    Messages answered: {messages}",
    "usage_tokens": "    Tokens: {tokens}",
    "usage_tokens_of": "    Tokens: {tokens} of {most}",
    "usage_summaries": "    of these for summaries: {tokens}",
    "not_understood": (
        "I can only read text so far. Tell me in words what it is about, and I will gladly help."
    ),
    "business_ready": (
        "I am connected to your account. In the chats that you chose I answer in your name, "
        "remember what you write there yourself, and forget what is deleted. Each chat has a "
        "memory of its own; /forget and /memory work in it, for you alone."
    ),
    "business_cannot_reply": (
        "I am connected to your account, but I may not write in its name, so I answer nobody. "
        "To change that, allow me to reply to messages: Settings → Telegram Business → Chatbots."
    ),
    "business_refused": (
        "You connected me to your account, but I may not answer for it: this bot is private. Your "
        "id is {id}. Its owner can let you in by sending me /allow {id}."
    ),
    "privacy_mode": (
        "Hello! My privacy mode is on, so Telegram shows me only commands (/help@{username}) and "
        "replies to my messages here, and no mentions. To let me see when I am mentioned: open "
        "@BotFather, send /setprivacy, choose @{username} and “Disable”, then remove me from this "
        "group and add me again; or make me an administrator."
    ),
    "notice_corrected": (
        "That was some time ago, so I do not answer it again, but I remember what it says now."
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
        "Erased: {exchanges:# exchange that held|# exchanges that held} it, with {facts:# "
        "fact|# facts} in all. The summary, the facts and the search are made anew from what "
        "is left."
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
        "Erased: {exchanges:# exchange|# exchanges} of {conversations:# conversation|# "
        "conversations}, with their summaries, facts, search indexes and embeddings."
    ),
    "command_allow": "let somebody talk to me",
    "command_deny": "let somebody talk to me no more",
    "command_who": "see who may talk to me",
    "help_owner": "You own me, so you have these as well:\n\n{commands}",
    "button_forget_one": "Forget one thing…",
    "button_forget_yes": "Yes, forget it",
    "button_keep": "No, keep it",
    "button_where": "Show where",
    "button_more": "More…",
    "where_numbers": "A number below shows the message itself.",
    "where_here": "It was said here.",
    "where_gone": "That message is not there any more.",
    "forget_press": "Or press what I should forget:",
    "forget_ask": "Should I forget this?",
    "notice_forget_ask": (
        "It stands in {exchanges:# exchange|# exchanges} with {facts:# fact|# facts} in all. I "
        "erase these exchanges as a whole, and it cannot be undone."
    ),
    "forgotten_elsewhere": "Erased: what held it outside of our exchanges.",
    "forgotten_letters": "Also erased: {letters:# message|# messages} that could not be answered.",
    "forgotten_persona": "Also erased: the instructions of this chat (/persona).",
    "forgotten_window": "The messages in your own chat window stay until you delete them.",
    "forgotten_files_deleted": (
        "I also deleted {files_deleted:# export file|# export files} that I had sent here."
    ),
    "forgotten_files_left": (
        "{files_left:# export file that I sent here stays: it is|# export files that I sent "
        "here stay: they are} too old for me to delete. Please delete that yourself."
    ),
    "forgotten_in_files": (
        "{files_left:# export file|# export files} that I sent here may still hold it. Please "
        "delete that yourself."
    ),
    "memory_last_answer": "My last answer",
    "memory_context": "Beside them I saw: {kinds}.",
    "memory_recalled_gone": (
        "Of what was brought back, {gone:# exchange is|# exchanges are} not kept any more."
    ),
    "kind_facts": "facts",
    "kind_summary": "the summary",
    "kind_profile": "what I know of you",
    "list_comma": ", ",
    "export_title": "Everything I keep of this chat",
    "export_made": "Made on {at} (UTC)",
    "export_conversation": "Conversation {number} · {exchanges:# exchange|# exchanges}",
    "export_persona": "The instructions of this chat (/persona)",
    "export_waiting": "Messages that wait for their answer",
    "export_dead": "Messages that could not be answered",
    "export_nothing": "I keep nothing of this chat.",
    "memory_cost": "Summaries per 100 messages: {calls} calls, {tokens} tokens",
    "retry_button": "Try again",
    "retry_gone": "I do not see the question any more. Please ask it anew.",
    "retry_twice": "I am asking that again already.",
    "opinion_lost": "Only newer answers can be rated, once they are complete.",
    "ended_by_model": "(The model stopped here: its limit for one answer is reached.)",
    "notice_empty_answer": "The language model said nothing, although I asked several times.",
    "command_chats": "list earlier conversations, or go back to one",
    "command_retry": "ask my last question again",
    "command_persona": "say how I should be in this chat",
    "command_model": "choose the language model",
    "command_lang": "choose my language",
    "notice_lang_list": (
        "My language in this chat: {current}\n\nYou can choose:\n{languages}\n\nFor example: "
        "/lang fa. With /lang own I speak each person's own language."
    ),
    "lang_own": "each person's own",
    "notice_lang_set": "From now on I speak {name} in this chat.",
    "notice_lang_own": "From now on I speak each person's own language, as far as I know it.",
    "notice_lang_unknown": (
        "“{wanted}” is not a language that I speak. You can choose:\n{languages}"
    ),
    "notice_persona_shown": (
        "In this chat I follow this in every answer:\n\n{persona}\n\n/persona and new words "
        "replace it, /persona off takes it away."
    ),
    "notice_persona_none": (
        "This chat has no instructions of its own. Write them after the command, for example: "
        "/persona Answer in rhymes and call me Captain."
    ),
    "notice_persona_set": (
        "From now on I follow this in every answer, in new conversations too:\n\n{persona}"
    ),
    "notice_persona_cleared": "The instructions of this chat are gone; I am as I was.",
    "notice_persona_too_long": (
        "That is too long: {characters:# character|# characters}, and at most {most} fit, "
        "because they go along with every message."
    ),
    "notice_model_list": (
        "I ask this model: {current}\n\nYou can choose:\n{models}\n\nFor example: /model {current}"
    ),
    "notice_model_set": "From now on I ask this model: {model}",
    "notice_model_unknown": "“{wanted}” is not a model that I may ask. You can choose:\n{models}",
    "chats_title": "Conversations of this chat",
    "chats_row": "{number}. {title} – {exchanges:# exchange|# exchanges}, {day}",
    "chats_current": "← this one",
    "chats_none": "Nothing was said in this chat yet.",
    "chats_resume": "To go back to one: /chats and its number.",
    "notice_chat_resumed": (
        "Back to conversation {conversation}, with {exchanges:# exchange|# exchanges}. Just go on."
    ),
    "notice_chat_unknown": "I keep no conversation “{wanted}”. /chats lists those there are.",
    "notice_retry_nothing": "There is no question yet that I could ask again.",
    "button_mode": "How I remember",
    "button_facts": "All facts",
    "button_forget": "Forget everything…",
    "button_erase": "Yes, erase everything",
    "command_export": "get everything I keep of this chat as files",
    "button_export": "Export",
    "notice_exported": (
        "This is everything I keep of this chat: a page to read in a browser, and a JSON file "
        "for programs."
    ),
    "memory_recent": "I saw the latest exchanges word for word: {recent}",
    "memory_recalled": "and these older ones, brought back for the question:",
    "picture_buffer": "📜 a scroll: all of it, from its beginning, as far as the page is long",
    "picture_window": "🪟 a window: the last messages are in view, what lies further back is not",
    "picture_knn": "🔎 a librarian: brings the pages that resemble your question",
    "picture_clusters": "🗂 a cabinet: the drawer of your question's topic is opened",
    "picture_summary": "📝 a notebook: everything retold in short, again and again",
    "picture_summary_buffer": "📝🪟 a notebook, and the last pages word for word beside it",
    "picture_full": "🧠 notebook, last pages and librarian, with a ledger of every number and name",
}
