"""Persian words and ways to write values.

Words are written with plain spaces; a zero-width joiner, a space or both are read alike.
"""

from __future__ import annotations

from memory.facts.language import Language, Layout, Rule

_COLLOQUIAL = (
    "ی",
    "یی",
    "ییشو",
    "یه",
    "ه",
    "ای",
    "یشو",
    "ش",
    "ها",
    "های",
    "م",
    "ه‌",
    "ست",
    "و",
    "رو",
    "مه",
    "شه",
    "ته",
    "ات",
    "یش",
    "یم",
    "یه‌",
    "یها",
    "یا",
    "یاش",
    "یشه",
    "ییه",
    "ییش",
    "ییها",
    "هاش",
    "هاشو",
    "شو",
    "شه",
    "اش",
    "ام",
    "یو",
    "مون",
    "تون",
    "شون",
    " ی",
    " ه",
    " ای",
    " یی",
    " ها",
    " های",
    " اش",
    " یه",
    " ی اش",
)
"""Endings of everyday speech: ۱۰۰ گرمیشو, 100 گرمیه."""

_LETTERS = "آابپتثجچحدذرزژسشصضطظعغفقکگلمنوهی"
_ONES = ["یک", "دو", "سه", "چهار", "پنج", "شش", "هفت", "هشت", "نه"]
_FIRSTS = ["یکم", "دوم", "سوم", "چهارم", "پنجم", "ششم", "هفتم", "هشتم", "نهم"]
_TENS = ["بیست", "سی", "چهل", "پنجاه", "شصت", "هفتاد", "هشتاد", "نود", "صد"]


_PLATE = (
    rf"\p{{Nd}}{{2}} ?(?:الف|[{_LETTERS}]) ?\p{{Nd}}{{3}}(?: ?[-–]? ?(?:ایران)? ?\p{{Nd}}{{2}})?"
)


def _compounds(lasts: list[str]) -> str:
    """ "بیست و یک" in the ways it is spelled: with spaces, half glued, glued."""
    return " | ".join(
        f"{ten}{joiner}{last}" for ten in _TENS for last in lasts for joiner in (" و ", " و", "و")
    )


_NOT_A_NINE = " | ".join(f"نه {word}" for word in (*_ONES, "ده", *_TENS[:-1]))
"""Before another number "نه" says no; it is not a nine."""

PERSIAN = Language(
    name="Persian",
    words={
        "number_word": """دو | سه | چهار | پنج | شش | شیش | هفت | هشت | نه | ده | یازده
            دوازده | سیزده | چهارده | پانزده | پونزده | شانزده | شونزده | هفده | هیفده
            هجده | هیجده | نوزده | بیست | سی | چهل | پنجاه | شصت | هفتاد | هشتاد | نود | صد
            یکصد | دویست | سیصد | چهارصد | پانصد | پونصد | ششصد | هفتصد | هشتصد | نهصد"""
        " | " + _compounds(_ONES),
        "pieces": "دوتا | سهتا | چهارتا | پنجتا | ششتا | شیشتا | هفتتا | هشتتا | دهتا",
        "weak_number": """یک | یه | نیم | یک و نیم | یکونیم | یک ونیم | یه و نیم | یه ونیم
            نصف | ربع | یک ربع | صفر | یکی دو""",
        "last_number": "یک",
        "quarter_to": "یک ربع به | ربع به | یه ربع به | یک ربع مانده به | ربع مانده به",
        "to_hour": "به | مانده به | مونده به",
        "scale": "هزار | میلیون | میلیارد | تریلیون",
        "number_joiner": "و | ممیز",
        "not_number": "نه تنها | نه خیر | سی دی | نه بابا | " + _NOT_A_NINE,
        "not_alone": "نه | سی | ده | شش",
        "and": "و",
        "half": "نیم | و نیم | ربع | و ربع",
        "half_glued": "ونیم",
        "money": """تومان | تومن | ریال | ریالی | دلار | یورو | پوند | درهم | لیر | یوان
            ین | سنت | روپیه""",
        "unit": """خوابه | برابر | قاشق غذاخوری | قاشق چایخوری | قاشق چای خوری | قاشق مرباخوری
            وعده | جلسه | قطعه | حلقه | برگ | تخته | سهم | کوپن | مورد | ثانیه | دقیقه | ساعت
            روز | شب | هفته | ماه | سال | ماهه | ساله | روزه | ساعته | میلی ثانیه | میلیثانیه
            متر | سانتی متر | سانتیمتر | سانت | میلی متر | میلیمتر | کیلومتر | کیلو متر
            متر مربع | مترمربع | متر مکعب | هکتار | گرم | کیلو | کیلوگرم | کیلو گرم | میلی گرم
            میلیگرم | تن | مثقال | سیر | لیتر | میلی لیتر | میلیلیتر | سی سی | اینچ | فوت
            مایل | درجه | درجه سانتیگراد | درجه سانتی گراد | بایت | کیلوبایت | مگابایت | مگ
            گیگابایت | گیگ | ترابایت | پیکسل | وات | ولت | آمپر | کالری | توکن | نفر | نفره
            عدد | دونه | دانه | تا | بسته | جعبه | قوطی | بطری | شیشه | کیسه | شانه | جفت | دست
            جلد | صفحه | خط | کلمه | کاراکتر | حرف | فایل | پیام | بار | مرتبه | دفعه | مرحله
            قدم | اتاق | تخت | صندلی | بلیت | بلیط | ستاره | امتیاز | قسط | طبقه | واحد | قاشق
            فنجان | پیمانه | لیوان | قرص | کپسول | مهمان | مسافر | بزرگسال | کودک | بچه | عددی
            تایی | کیلویی | پرس | ورق | رول | متری | صفحه ای | هفته ای | کارتن | سانس | نوبت
            نسخه""",
        "time_unit": "ثانیه | دقیقه | ساعت | روز | شب | هفته | ماه | سال | نیم ساعت",
        "every": "هر",
        "later": """دیگر | دیگه | بعد | پیش | قبل | آینده | ی دیگر | ی بعد | ی پیش | ی قبل | ی دیگه
            بعدش | قبلش | جلوتر | زودتر | دیرتر""",
        "percent": "درصد",
        "month": """فروردین | اردیبهشت | خرداد | تیر | مرداد | شهریور | مهر | آبان | ابان
            آذر | اذر | دی | بهمن | اسفند | ژانویه | فوریه | مارس | آوریل | اوریل | آپریل
            مه | ژوئن | ژوین | جون | ژوییه | ژوئیه | جولای | اوت | آگوست | سپتامبر | اکتبر
            نوامبر | دسامبر | محرم | صفر | رمضان | شعبان""",
        "weekday": """شنبه | یکشنبه | یک شنبه | دوشنبه | دو شنبه | سه شنبه | سهشنبه
            چهارشنبه | چهار شنبه | پنجشنبه | پنج شنبه | پنشنبه | جمعه""",
        "ordinal_word": """اول | یکم | دوم | سوم | چهارم | پنجم | ششم | هفتم | هشتم | نهم
            دهم | یازدهم | دوازدهم | سیزدهم | چهاردهم | پانزدهم | شانزدهم | هفدهم | هجدهم
            نوزدهم | بیستم | سی ام | بیست ام"""
        " | " + _compounds(_FIRSTS),
        "ordinal_ending": "م | ام | امین",
        "year_word": "سال",
        "of": "ماه | از | روز",
        "relative_day": """امروز | فردا | پس فردا | پسفردا | دیروز | پریروز | امشب | دیشب
            فردا شب | فردا صبح | این هفته | هفته آینده | هفته بعد | هفته ی بعد
            هفته ی آینده | هفته گذشته | هفته پیش | این ماه | ماه آینده | ماه بعد | ماه گذشته
            امسال | سال آینده | سال بعد | سال گذشته | پارسال | آخر هفته | آخر این هفته
            این آخر هفته | همان روز | همون روز | همین روز | روز بعد | روز بعدش | روز قبل
            فردای آن روز | فرداش | روز پیش | همان شب | همون شب | همان هفته | هفته ی پیش
            هفته ی گذشته | آخر ماه | اول هفته | اول ماه | وسط هفته | روزهای تعطیل""",
        "named_day": """نوروز | عید نوروز | شب یلدا | یلدا | چهارشنبه سوری | سیزده بدر | عاشورا
            تاسوعا | عید فطر | عید قربان | عید غدیر | کریسمس | سال نو""",
        "which_day": "این | هر | همین",
        "event": """پرواز | پروازها | پروازهای | پرواز های | جلسه | جلسه ی | قرار | بلیط | بلیت
            نوبت | کلاس | قطار | شیفت | مهمانی | ملاقات | امتحان | وقت | سانس""",
        "day": "روز | روزهای",
        "next_day": """آتی | پیش رو | آینده | اینده | بعد | بعدی | گذشته | پیش | هفته آینده
            هفته بعد | هفته ی آینده""",
        "letter_name": """ای | بی | سی | دی | اف | جی | اچ | آی | کی | ال | ام | ان | او
            پی | کیو | آر | اس | تی | یو | وی | ایکس | وای | زد""",
        "part_of_day": """صبح | ظهر | عصر | شب | غروب | بعد از ظهر | بعدازظهر | قبل از ظهر | سحر
            بعداز ظهر | بعد ازظهر | پس از ظهر | پیش از ظهر""",
        "letter_after": "اس | آر | ایکس",
        "daypart": """صبح | ظهر | عصر | شب | غروب | بعد از ظهر | بعدازظهر | قبل از ظهر
            بعداز ظهر | بعد ازظهر | بعد ظهر | پس از ظهر | پیش از ظهر | قبل ازظهر | قبلازظهر
            نیمه شب | بامداد | سحر | صبحه | شبه | ظهره | عصره""",
        "clock_cue": "ساعت",
        "minute": """دقیقه ی | دقیقه""",
        "time_word": """نیمه شب | نیم شب | بعد از ظهر | بعدازظهر | قبل از ظهر | صبح زود | سر ظهر
            ظهر | دم صبح | آخر شب | تمام روز | تمام روز را | کل روز | شبانه روز | اوایل صبح
            اواخر شب | سر صبح | دم غروب | اول صبح""",
        "hour_bound": "بعد از | قبل از | پس از | پیش از | بعد از ساعت | قبل از ساعت | تا ساعت",
        "time_bound": """بعد از | قبل از | پس از | پیش از | تا | تا قبل از | تا پیش از
            حداکثر تا | حداکثر | حداقل از | از | نهایتا تا | نه زودتر از | نه دیرتر از
            زودتر از | دیرتر از""",
        "label": "صبحانه | ناهار | شام | نوبت صبح | نوبت عصر | تابستان | زمستان | روزهای تعطیل",
        "closing": "تعطیل | تعطیل است | بسته است",
        "time_bound_after": """به بعد | به قبل | به اونور | به آن طرف | یا زودتر | یا دیرتر
            و بعد از آن""",
        "time_link": "شروع از | و هر | و بعد هر | با شروع از",
        "recurrence_joiner": "و | ، | و بعد",
        "recurrence_link": "از | شروع از | از ساعت",
        "range_word": "تا | الی | لغایت",
        "range_from": "از",
        "between": "بین | ما بین | مابین | میان",
        "range_and": "و | تا",
        "or_word": "یا",
        "free_of_charge": "رایگان | مجانی",
        "per": "در هر | برای هر | هر | به ازای هر",
        "extension": "داخلی | داخلي",
        "product": """آیفون | ایفون | آیپد | گلکسی | پیکسل | ویندوز | اندروید | پلی استیشن
            ایکس باکس | بوئینگ | ایرباس | پژو | سامسونگ | شیائومی | ردمی""",
        "product_word": "پرو | پرو مکس | مکس | پلاس | اولترا | مینی | ایر | لایت",
        "comparator": """حداکثر | حداقل | دست کم | دستکم | بیشتر از | کمتر از | بیش از
            کم تر از | بیش تر از | زیر | بالای | نه بیشتر از | نه کمتر از | فقط | دقیقا
            دقیقاً | حدود حداکثر | تا سقف | نهایتا | نهایتاً | سقف""",
        "comparator_after": """یا بیشتر | یا کمتر | به بالا | به پایین | یا بالاتر
            یا پایین تر | و بیشتر | بیشتر نشود | کمتر نباشد""",
        "code_cue": """کد | کد رزرو | کد پیگیری | کد تخفیف | کد ملی | کد پستی | کد تایید
            کد تأیید | شماره سفارش | شماره رزرو | شماره پیگیری | شماره مرجع | شماره بلیت
            شماره بلیط | شماره حساب | شماره پرونده | شماره سریال | شناسه | شناسه سفارش
            شناسه کاربری | نام کاربری | رمز | رمز عبور | پلاک | سفارش""",
        "cue_link": """است | : | = | # | من | شما | ما | ش | تان | تون | ام | برابر | را
            برای | هست""",
        "name_cue": "ابزار | تابع | فیلد | متغیر | پارامتر | ستون | متد | دستور | کلاس | کلید",
        "agreement": """توافق کردیم | توافق شد | قرار شد | قرارمان این شد | قرار گذاشتیم
            قرار ما این است | به توافق رسیدیم | طبق توافق | تصمیم گرفتیم | قول و قرارمان""",
        "in_month": """در | ماه | تا | از | برای | اول""",
        "leading_scale": """هزار | میلیون | میلیارد""",
        "in_per": """در | بر""",
        "each_unit": """روزی | هفته ای | هفتهای | ماهی | سالی | شبی | ساعتی | نفری | کیلویی
            متری | دونه ای | عددی | لیتری | بسته ای""",
        "onwards": """به بعد | به قبل""",
        "season": """بهار | تابستان | پاییز | زمستان""",
        "decade": """دهه | دهه ی""",
        "early": """اوایل | اواسط | اواخر | نیمه | ابتدای | انتهای | پایان | نیمه اول
            نیمه دوم | نیمهی اول | نیمهی دوم""",
        "minus_word": """منفی | مثبت""",
        "percent_sign": """% | ٪""",
        "fraction_part": """سوم | چهارم | پنجم | ششم | هشتم | دهم""",
        "locator": """طبقه | طبقه ی | واحد | پلاک | صفحه | صفحه ی | فصل | اتاق | خط | نسخه
            نسخه ی | نسخهٔ | کوچه | بلوک | درس | بخش | گیت | سکو | ردیف | صندلی | سوال | فاز
            دور | هفته ی | کلاس | بند | ماده | پرواز | قطار | ترمینال | میز""",
        "off": """تخفیف""",
        "approximately": """حدود | حدودا | تقریبا | نزدیک | نزدیک به | حوالی | در حدود""",
        "spell": """در صبح | در عصر | در شب | هنگام شب | هنگام صبح""",
    },
    endings={
        "unit": _COLLOQUIAL,
        "money": ("ی", "یه", "ه", "ست", "ها", " ی", " ها"),
        "weekday": ("ها", "ی", " ها", " های", " ی"),
        "month": ("ماه", " ماه", "ی", " ی"),
    },
    layouts=(Layout("id", _PLATE),),
    rules=(
        Rule("time", "spell"),
        Rule("time", "part_of_day or_word part_of_day"),
        Rule("price", "every unit number money"),
        Rule("price", "every unit number scale? money"),
        Rule("time", "hour and minutes minute"),
        Rule("time", "number minute daypart"),
        Rule("time", "hour daypart? onwards"),
        Rule("quantity", "number unit in_per time_unit"),
        Rule("quantity", "each_unit number unit"),
        Rule("price", "each_unit number money"),
        Rule("price", "each_unit number"),
        Rule("date", "digits ordinal_ending"),
        Rule("date", "season year"),
        Rule("date", "decade number"),
        Rule("date", "early month year?"),
        Rule("number", "percent_sign number"),
        Rule("number", "minus_word number"),
        Rule("quantity", "minus_word number unit"),
        Rule("quantity", "number in_per digits unit"),
        Rule("quantity", "number_in_words in_per number unit"),
        Rule("number", "number_in_words fraction_part"),
        Rule("number", "weak_number fraction_part"),
        Rule("number", "locator ordinal"),
        Rule("name", "product letter_name letter_name? digits product_word?"),
        Rule("id", "letter_name letter_name digits"),
        Rule("quantity", "number unit"),
        Rule("quantity", "pieces"),
        Rule("quantity", "weak_number unit"),
        Rule("quantity", "number half unit"),
        Rule("quantity", "number half_glued unit"),
        Rule("quantity", "number unit and number unit"),
        Rule("quantity", "number unit half"),
        Rule("price", "weak_number money"),
        Rule("name", "product product_word? digits product_word? product_word?"),
        Rule("time", "number unit later"),
        Rule("time", "weak_number unit later"),
        Rule("time", "every time_unit"),
        Rule("time", "every number time_unit"),
        Rule("time", "every weak_number time_unit"),
        Rule("price", "weak_number scale money"),
        Rule("price", "number half scale money"),
        Rule("number", "weak_number scale"),
        Rule("number", "number half"),
        Rule("id", "letter_name letter_name? letter_name? attached_digits"),
        Rule("id", "digits letter_after"),
        Rule("date", "which_day weekday"),
        Rule("date", "weekday next_day"),
        Rule("date", "named_day year?"),
        Rule("date", "day? weekday ordinal"),
        Rule("date", "day ordinal"),
        Rule("date", "weekday part_of_day"),
        Rule("date", "part_of_day day? weekday next_day?"),
        Rule("date", "relative_day part_of_day"),
        Rule("date", "part_of_day relative_day"),
        Rule("date", "part_of_day ordinal of? month year?"),
        Rule("date", "part_of_day number of? month year?"),
        Rule("date", "month relative_day"),
        Rule("date", "ordinal of? relative_day"),
        Rule("date", "day? weekday? comma? number of? month year_word? year?"),
        Rule("date", "day? weekday? comma? ordinal of? month year_word? year?"),
        Rule("date", "month year_word? year"),
        Rule("date", "year_word year"),
        Rule("date", "number ordinal_ending of? month year_word? year?"),
        Rule("time", "event part_of_day"),
        Rule("time", "hour_bound clock_cue? hour minutes? minute? daypart?"),
        Rule("time", "hour_bound clock_cue? number_in_words daypart?"),
        Rule("time", "hour minutes minute? daypart"),
        Rule("time", "hour minutes minute? part_of_day"),
        Rule("time", "clock_cue hour minutes minute? daypart?"),
        Rule("quantity", "weak_number unit half"),
        Rule("quantity", "number unit half"),
        Rule("time", "part_of_day clock_cue number daypart?"),
        Rule("time", "part_of_day clock_cue number half"),
        Rule("time", "part_of_day clock_cue clock"),
        Rule("time", "clock_cue? quarter_to number daypart?"),
        Rule("time", "number minute to_hour number daypart?"),
        Rule("time", "clock_cue number minute? to_hour number daypart?"),
        Rule("time", "number minute? or_word number daypart"),
        Rule("time", "clock_cue number daypart?"),
        Rule("time", "clock_cue weak_number daypart?"),
        Rule("time", "clock_cue number minute daypart?"),
        Rule("time", "clock_cue clock daypart?"),
        Rule("time", "clock_cue number number daypart"),
        Rule("time", "clock_cue number half daypart?"),
        Rule("time", "clock_cue weak_number half daypart?"),
        Rule("time", "clock_cue number half_glued daypart?"),
        Rule("time", "clock_cue number and number minute? daypart?"),
        Rule("time", "number daypart"),
        Rule("time", "weak_number daypart"),
        Rule("time", "number half daypart"),
        Rule("time", "number half_glued daypart"),
        Rule("time", "number and number minute? daypart"),
    ),
)
