"""中文 (Chinese)."""

CHINESE = {
    "start": (
        "你好，{name}！我会记住我们的对话：数字、名字、日期和引文，我都一字不差地记着。"
        "直接给我写消息就行。\n\n/help 可以看到我会做什么。"
    ),
    "help": (
        "随便写，我来回答，并且记住我们聊过的内容。\n\n{commands}\n\n"
        "目前我只能读文字，图片和语音还打不开。"
    ),
    "command_new": "开始新的对话",
    "command_stop": "停止正在写的回答",
    "command_mode": "选择我的记忆方式",
    "command_memory": "看看我记得什么",
    "command_usage": "查看今天和本月的用量",
    "command_help": "我会做什么",
    "unknown_command": "我不认识这个命令。我认识这些：\n\n{commands}",
    "refused": (
        "这个机器人是私人的，我暂时不能回答你。你的 id 是 {id}。"
        "主人给我发送 /allow {id}，或者把这个数字加到 HAFEZ_ALLOWED_USERS，就可以让你使用。"
    ),
    "refused_group": (
        "我暂时不能在这个群里回答。如果我的主人在这里发送 /allow，群里所有人都可以和我说话。"
        "你的 id 是 {id}，群的 id 是 {group}。"
    ),
    "refused_ownerless": (
        "我还没有主人，所以不能回答。如果是你启动了我：请在私聊里发送 /pair 和我启动时打印的代码，"
        "你就是我的主人了。（或者把你的 id {id} 加到 HAFEZ_ALLOWED_USERS，再重新启动我。）"
    ),
    "pair_paired": (
        "欢迎，{name}！现在你是我的主人了，直接给我写消息就行。\n\n/allow 允许别人和我说话：写上"
        "对方的 id，或回复对方的一条消息，或单独发在群里让所有成员使用。/deny 收回许可，"
        "/who 查看名单。"
    ),
    "pair_wrong": "代码不对。它是我启动时打印的那个。",
    "pair_too_many": "错的次数太多了。请一小时后再用我打印的代码试试。",
    "pair_over": "现在没有等待使用的代码：我已经有主人了，或者代码已过期。",
    "pair_in_private": "请在私聊里把代码发给我，免得别人看到。",
    "access_owner_only": "只有我的主人可以这样做。",
    "allow_help": (
        "请说明允许谁：/allow 123456789，或回复对方的一条消息发送 /allow（在这里转发的消息也可以"
        "），或在群里发送 /allow 让所有成员使用。我会把 id 告诉被我拒绝的人。"
    ),
    "deny_help": (
        "请说明拒绝谁：/deny 123456789，或回复对方的一条消息发送 /deny，或在群里发送 /deny。"
    ),
    "allow_done": "从现在起我会回答：{who}",
    "deny_done": "从现在起我不再回答：{who}",
    "deny_owner": "那是主人：谁也不能把自己关在门外，写在 HAFEZ_OWNERS 里的人会一直保留。",
    "who_public": "除了被我的主人拒绝的人，所有人都可以和我说话。",
    "who_closed": "只有这些人可以和我说话：",
    "who_owners": "主人",
    "who_people": "个人",
    "who_groups": "群（包括所有成员）",
    "who_denied": "已拒绝",
    "who_more": "……还有 {more} 个",
    "who_change": "/allow 和 /deny 可以修改名单。",
    "who_group_yes": "我会回答这个群的每个成员。在这里发送 /deny 可以停止。",
    "who_group_no": (
        "在这个群里，我只回答在别处也会回答的人。在这里发送 /allow 可以对所有成员开放。"
    ),
    "stopped_both": "已停止。排队中的消息也已丢弃：{dropped} 条。",
    "stopped_running": "已停止。",
    "stopped_waiting": "当时没有在回答。排队中的消息已丢弃：{dropped} 条。",
    "stopped_nothing": "没有可以停止的：我现在没有在写回答。",
    "chat_full": "我还在处理你之前的消息，这一条没能收下。请稍后再发一次。",
    "busy": "现在给我写消息的人非常多，你的消息没能收下。请过几分钟再发一次。",
    "too_fast": (
        "一分钟内超过了 {most} 条消息，这一条没能收下。{seconds} 秒后我会继续，请到时再发一次。"
    ),
    "notice_limit_day": "今天的 {most} 个 token 已用完，这一条我不能回答。从 {anew} 起继续。",
    "notice_limit_month": "本月的 {most} 个 token 已用完，这一条我不能回答。从 {anew} 起继续。",
    "usage_today": "今天",
    "usage_month": "本月",
    "usage_messages": "    已回答的消息：{messages}",
    "usage_tokens": "    token：{tokens}",
    "usage_tokens_of": "    token：{tokens} / {most}",
    "usage_summaries": "    其中用于摘要：{tokens}",
    "not_understood": "目前我只能读文字。请用文字告诉我是什么，我很乐意帮忙。",
    "business_ready": (
        "我已连接到你的账号。在你选定的聊天里，我以你的名义回答，记住你自己在那里写的话，并忘掉被删除的"
        "内容。每个聊天都有自己的记忆；其中的 /forget 和 /memory 只有你能用。"
    ),
    "business_cannot_reply": (
        "我已连接到你的账号，但没有以它的名义发言的权限，所以不回答任何人。要改变这一点，请允许我回复"
        "消息：Settings → Telegram Business → Chatbots。"
    ),
    "business_refused": (
        "你把我连接到了你的账号，但我不能替它回答：这个机器人是私人的。你的 id 是 {id}。"
        "主人给我发送 /allow {id} 就可以让你使用。"
    ),
    "privacy_mode": (
        "你好！我的隐私模式是开启的，所以在这里 Telegram 只让我看到命令（/help@{username}）和"
        "对我消息的回复，看不到提到我的消息。想让我看到：在 @BotFather 发送 /setprivacy，选择 "
        "@{username} 和 “Disable”，再把我移出群并重新加入；或者把我设为管理员。"
    ),
    "notice_corrected": "那是之前的消息了，我不再重新回答，但会记住它现在的内容。",
    "not_taken": "我这边出了问题，没能收下你的消息。请再发一次。",
    "empty_answer": "我的回答是空的。请再问我一次。",
    "notice_new_started": "新的对话（{conversation}）开始了。之前说过的内容不会带进来。",
    "notice_mode_list": (
        "我现在的记忆方式：{current}\n\n你可以选择：\n{recipes}\n\n例如：/mode window"
    ),
    "notice_mode_set": "从现在起，我这样记忆：{recipe}",
    "notice_mode_unknown": "没有叫“{recipe}”的记忆方式。你可以选择：\n{recipes}",
    "notice_model_unavailable": "我试了好几次，都连不上语言模型。请稍后再问。",
    "notice_model_refused": "语言模型不回答这条消息。",
    "notice_too_long": "这条消息对语言模型来说太长了。请缩短一些。",
    "notice_failed": "我这边出了问题，没能回答。请再问一次。",
    "recipe_buffer": "放得下的全部内容",
    "recipe_window": "最近的消息",
    "recipe_knn": "与你的问题最相似的消息",
    "recipe_clusters": "你的问题所属的话题",
    "recipe_summary": "不断续写的摘要",
    "recipe_summary_buffer": "不断续写的摘要，加上最近的消息",
    "recipe_full": "一字不差的事实、摘要，以及与你的问题相关的内容",
    "memory_title": "我记得的内容 · 对话 {conversation}",
    "memory_empty": "我还什么都不记得：这是全新的对话。跟我说点什么吧！",
    "memory_recipe": "方式：{recipe}",
    "memory_counts": "问答数：{exchanges}",
    "memory_tokens": "距离下次摘要：{bar} {tokens} / {threshold} 个 token",
    "memory_summary": "摘要（到第 {watermark} 次问答为止）：",
    "memory_facts": "一字不差：",
    "memory_more_facts": "……还有 {more} 条",
    "memory_superseded": "旧值",
    "memory_conflicting": "未定",
    "who_user": "你",
    "who_assistant": "我",
    "who_tool": "工具",
    "command_facts": "查看所有事实和出处",
    "command_forget": "删除某个值，或全部删除",
    "facts_title": "一字不差的事实：{total} 条",
    "facts_about": "关于“{words}”的事实：{total} 条",
    "facts_none": "我还没有记下任何事实。我们写过的编号、数字、日期、引文和代码都会留在这里。",
    "facts_none_about": "没有关于“{words}”的事实。/facts 可以看到全部。",
    "facts_page": "第 {page} 页，共 {pages} 页。下一页：{command}",
    "facts_last_page": "第 {page} 页，共 {pages} 页。",
    "facts_correct": "要更正，直接告诉我就行。要删除：/forget 加编号。",
    "facts_source": "{who}，{day}，第 {exchange} 次问答",
    "facts_until": "到第 {until} 次问答为止",
    "facts_link": "原消息",
    "notice_forgotten": (
        "已删除：含有它的问答 {exchanges} 次，连同其中的 {facts:# 条}事实。摘要、事实和索引会用"
        "剩下的内容重新生成。"
    ),
    "notice_forget_nothing": (
        "我记住的内容里没有它，所以什么也没有删除。/facts 可以看到我记住了什么。"
    ),
    "notice_forget_help": (
        "请说明要删除什么：\n/forget 12 – /facts 里这个编号的事实\n/forget “某个值” – 含有它的"
        "所有问答\n/forget all – 我记住的这个聊天的全部内容"
    ),
    "notice_forget_all_ask": (
        "这会删除这个聊天的所有问答（本次对话 {exchanges} 次，以及之前的所有对话）、摘要、事实"
        "以及由它们生成的一切，无法恢复。确定的话，请发送：/forget all yes"
    ),
    "notice_forgotten_all": (
        "已删除：{conversations:# 段}对话里的 {exchanges:# 次}问答，连同摘要、事实、索引和向量。"
    ),
    "command_allow": "允许某人和我交谈",
    "command_deny": "不再允许某人和我交谈",
    "command_who": "查看谁可以和我交谈",
    "help_owner": "你是我的主人，还可以用这些：\n\n{commands}",
    "button_forget_one": "忘记一项……",
    "button_forget_yes": "是的，忘记它",
    "button_keep": "不，留着",
    "button_where": "在哪里说的",
    "button_more": "更多……",
    "where_numbers": "按下面的数字，可以看到那条消息本身。",
    "where_here": "是在这里说的。",
    "where_gone": "那条消息已经不在了。",
    "forget_press": "或者按下要我忘记的内容：",
    "forget_ask": "要我忘记这个吗？",
    "notice_forget_ask": (
        "含有它的问答有 {exchanges:# 次}，里面共有 {facts:# 条}事实。我会把这些问答整个删除，无"
        "法恢复。"
    ),
    "forgotten_elsewhere": "已删除：问答之外含有它的内容。",
    "forgotten_letters": "一并删除：没能回答的消息 {letters:# 条}。",
    "forgotten_persona": "一并删除：这个聊天的指示（/persona）。",
    "forgotten_window": "你自己聊天窗口里的消息会保留，直到你自己删除。",
    "forgotten_files_deleted": "我发在这里的导出文件也删除了：{files_deleted:# 个}。",
    "forgotten_files_left": (
        "我发在这里的导出文件还剩 {files_left:# 个}：时间太久，我删不掉了，请你自己删除。"
    ),
    "forgotten_in_files": "我发在这里的导出文件（{files_left:# 个}）里可能还有它，请你自己删除。",
    "memory_last_answer": "我的上一次回答",
    "memory_context": "此外还看到：{kinds}。",
    "memory_recalled_gone": "当时找回的内容里，有 {gone:# 次}问答现在已不再保存。",
    "kind_facts": "事实",
    "kind_summary": "摘要",
    "kind_profile": "我对你的了解",
    "list_comma": "、",
    "export_title": "我保存的这个聊天的全部内容",
    "export_made": "生成于 {at}（UTC）",
    "export_conversation": "第 {number} 段对话 · {exchanges:# 次问答}",
    "export_persona": "这个聊天的指示（/persona）",
    "export_waiting": "等待回答的消息",
    "export_dead": "没能回答的消息",
    "export_nothing": "我没有保存这个聊天的任何内容。",
    "memory_cost": "每 100 条消息的摘要：调用 {calls} 次，{tokens} 个 token",
    "retry_button": "再试一次",
    "retry_gone": "我看不到那个问题了，请重新提问。",
    "retry_twice": "已经在重新提问了。",
    "opinion_lost": "只能评价较新的、已经完成的回答。",
    "ended_by_model": "（模型在这里停下了：单次回答的长度已到上限。）",
    "notice_empty_answer": "语言模型没有给出任何内容，我已经问了好几次。",
    "command_chats": "列出以前的对话，或回到其中一个",
    "command_retry": "把我的上一个问题再问一次",
    "command_persona": "规定我在这个聊天里的样子",
    "command_model": "选择语言模型",
    "command_lang": "选择我的语言",
    "notice_lang_list": (
        "我在这个聊天里的语言：{current}\n\n你可以选择：\n{languages}\n\n例如：/lang zh。发送"
        " /lang own，我就对每个人说他自己的语言。"
    ),
    "lang_own": "每个人自己的语言",
    "notice_lang_set": "从现在起，我在这个聊天里说{name}。",
    "notice_lang_own": "从现在起，只要我会，我就对每个人说他自己的语言。",
    "notice_lang_unknown": "我不会“{wanted}”这种语言。你可以选择：\n{languages}",
    "notice_persona_shown": (
        "在这个聊天里，我每次回答都遵守：\n\n{persona}\n\n/persona 加新的内容可以替换，"
        "/persona off 可以取消。"
    ),
    "notice_persona_none": (
        "这个聊天还没有自己的要求。请写在命令后面，例如：/persona 用诗回答，叫我船长。"
    ),
    "notice_persona_set": "从现在起，我每次回答都遵守（新的对话也一样）：\n\n{persona}",
    "notice_persona_cleared": "这个聊天的要求已取消，我恢复原样。",
    "notice_persona_too_long": (
        "太长了：有 {characters} 个字符，最多 {most} 个，因为它会随每条消息一起发送。"
    ),
    "notice_model_list": (
        "我现在用的模型：{current}\n\n你可以选择：\n{models}\n\n例如：/model {current}"
    ),
    "notice_model_set": "从现在起，我用这个模型：{model}",
    "notice_model_unknown": "我不能使用“{wanted}”这个模型。你可以选择：\n{models}",
    "chats_title": "这个聊天的各次对话",
    "chats_row": "{number}. {title} – {exchanges} 次问答，{day}",
    "chats_current": "← 当前",
    "chats_none": "这个聊天里还没有说过什么。",
    "chats_resume": "要回到其中一个：/chats 加编号。",
    "notice_chat_resumed": "回到对话 {conversation}，有 {exchanges} 次问答。请继续。",
    "notice_chat_unknown": "我没有保存对话“{wanted}”。/chats 可以看到有哪些。",
    "notice_retry_nothing": "还没有可以再问一次的问题。",
    "button_mode": "记忆方式",
    "button_facts": "所有事实",
    "button_forget": "全部忘记…",
    "button_erase": "是，全部删除",
    "command_export": "把我保存的全部内容作为文件取出",
    "button_export": "导出",
    "notice_exported": (
        "这是我保存的这个聊天的全部内容：一个用浏览器阅读的网页，和一个供程序使用的 JSON 文件。"
    ),
    "memory_recent": "我一字不差地看到了最近的问答：{recent}",
    "memory_recalled": "以及为这个问题找回的更早内容：",
    "picture_buffer": "📜 一幅长卷：从头开始，纸有多长就展开多长",
    "picture_window": "🪟 一扇窗：看得见最近的消息，更远的看不见",
    "picture_knn": "🔎 一位图书管理员：拿来与你的问题相像的几页",
    "picture_clusters": "🗂 一个柜子：打开你的问题所属话题的抽屉",
    "picture_summary": "📝 一本笔记：把一切一遍遍简短地复述",
    "picture_summary_buffer": "📝🪟 一本笔记，旁边是一字不差的最后几页",
    "picture_full": "🧠 笔记、最后几页和图书管理员，再加一本记下每个数字和名字的账本",
}
