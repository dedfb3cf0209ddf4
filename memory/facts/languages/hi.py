"""Hindi words and ways to write values."""

from __future__ import annotations

from memory.facts.language import Language, Rule

HINDI = Language(
    name="Hindi",
    words={
        "number_word": """दो | तीन | चार | पाँच | पांच | छह | छः | छे | सात | आठ | नौ | दस | ग्यारह
            बारह | तेरह | चौदह | पंद्रह | पन्द्रह | सोलह | सत्रह | अठारह | उन्नीस | बीस | इक्कीस
            बाईस | तेईस | चौबीस | पच्चीस | छब्बीस | सत्ताईस | अट्ठाईस | उनतीस | तीस | इकतीस
            पैंतीस | चालीस | पैंतालीस | पचास | पचपन | साठ | पैंसठ | सत्तर | पचहत्तर | अस्सी
            पचासी | नब्बे | पंचानवे | डेढ़ | ढाई | दोनों""",
        "weak_number": "एक | आधा | आधी | आधे | शून्य | पौन",
        "last_number": "एक",
        "half_before": "साढ़े | सवा | पौने",
        "scale": "सौ | हज़ार | हजार | लाख | करोड़ | अरब",
        "percent": "प्रतिशत | फ़ीसदी | फीसदी",
        "money": """रुपये | रुपए | रुपया | रुपयों | रु | रु. | पैसे | पैसा | डॉलर | यूरो | पाउंड
            येन | दिरहम""",
        "money_sign": "रु | रु. | ₹",
        "unit": """सेकंड | सेकेंड | मिनट | घंटा | घंटे | घंटों | दिन | दिनों | रात | रातें | रातों | हफ़्ता
            हफ्ता | हफ़्ते | हफ्ते | सप्ताह | महीना | महीने | महीनों | साल | सालों | वर्ष | मीटर
            सेंटीमीटर | मिलीमीटर | किलोमीटर | किमी | मील | फ़ुट | फुट | इंच | ग्राम | किलो
            किलोग्राम | टन | लीटर | मिलीलीटर | डिग्री | बाइट | मेगाबाइट | गीगाबाइट | जीबी | एमबी
            लोग | लोगों | व्यक्ति | व्यक्तियों | मेहमान | बार | टुकड़े | पैकेट | बोतल | बोतलें
            टिकट | टिकटें | कमरा | कमरे | सीट | सीटें | पेज | पन्ने | लाइन | फ़ाइल | फाइल | फ़ाइलें
            कोशिश | कोशिशें | संदेश | सितारे | मंज़िल | मंजिल | किस्त | किस्तें | बच्चे | वयस्क
            चम्मच | कप | शब्द""",
        "time_unit": """सेकंड | मिनट | घंटे | घंटा | दिन | हफ्ते | हफ़्ते | सप्ताह | महीने
            साल | रात""",
        "every": "हर | प्रत्येक | प्रति",
        "later": "पहले | बाद | में | के बाद | से पहले",
        "month": """जनवरी | फ़रवरी | फरवरी | मार्च | अप्रैल | मई | जून | जुलाई | अगस्त | सितंबर
            सितम्बर | अक्टूबर | अक्तूबर | नवंबर | नवम्बर | दिसंबर | दिसम्बर""",
        "weekday": """सोमवार | मंगलवार | बुधवार | गुरुवार | बृहस्पतिवार | शुक्रवार | शनिवार | रविवार
            इतवार""",
        "which_day": "अगले | पिछले | इस | आने वाले",
        "relative_day": """आज | कल | परसों | आज रात | कल सुबह | कल शाम | आज शाम | इस हफ्ते
            इस हफ़्ते | अगले हफ्ते | अगले हफ़्ते | पिछले हफ्ते | इस महीने | अगले महीने
            पिछले महीने | इस साल | अगले साल | पिछले साल | उसी दिन | अगले दिन""",
        "named_day": """दिवाली | दीवाली | होली | ईद | दशहरा | रक्षाबंधन | गणतंत्र दिवस
            स्वतंत्रता दिवस""",
        "part_of_day": "सुबह | शाम | दोपहर | रात | सवेरे",
        "clock_mark": "बजे | बजकर | बज कर",
        "minute": "मिनट",
        "time_word": "आधी रात | दोपहर | पूरे दिन | दिन भर",
        "date_word": "तारीख | तारीख़",
        "range_word": "से",
        "range_end": "तक | के बीच",
        "range_and": "और",
        "or_word": "या",
        "free_of_charge": "मुफ़्त | मुफ्त",
        "per": "प्रति",
        "time_bound_after": "के बाद | से पहले | तक | के पहले | के आसपास | से",
        "comparator": """अधिकतम | न्यूनतम | कम से कम | ज़्यादा से ज़्यादा | ज्यादा से ज्यादा
            अधिक से अधिक | केवल | सिर्फ़ | सिर्फ | ठीक""",
        "comparator_after": """से अधिक | से ज़्यादा | से ज्यादा | से कम | या अधिक | या कम
            से अधिक नहीं | से ज़्यादा नहीं | से ज्यादा नहीं | से कम नहीं | या उससे अधिक
            या उससे कम | तक""",
        "code_cue": """ऑर्डर नंबर | ऑर्डर संख्या | बुकिंग नंबर | बुकिंग कोड | पीएनआर
            संदर्भ संख्या | ट्रैकिंग नंबर | पुष्टि कोड | कूपन कोड | प्रोमो कोड | पासवर्ड | कोड
            पिन कोड | खाता संख्या | यूज़रनेम | यूजरनेम | टिकट नंबर""",
        "cue_link": "है | : | = | # | का | की | आपका | मेरा",
        "name_cue": "टूल | उपकरण | फ़ंक्शन | फंक्शन | फ़ील्ड | फील्ड | वेरिएबल | पैरामीटर | कमांड",
        "agreement": """हमने तय किया | तय हुआ | तय किया गया | हम सहमत हुए | सहमति हुई
            हमने फैसला किया""",
        "product": "आईफ़ोन | आईफोन | आईपैड | विंडोज़ | एंड्रॉइड | गैलेक्सी",
        "minus_word": """माइनस | ऋण""",
        "approximately": """लगभग | करीब | क़रीब""",
    },
    rules=(
        Rule("number", "minus_word number"),
        Rule("quantity", "minus_word number unit"),
        Rule("quantity", "number unit"),
        Rule("quantity", "weak_number unit"),
        Rule("quantity", "half_before number unit"),
        Rule("price", "number money"),
        Rule("price", "weak_number money"),
        Rule("price", "weak_number scale money"),
        Rule("price", "half_before number scale? money"),
        Rule("number", "weak_number scale"),
        Rule("time", "number unit later"),
        Rule("time", "every time_unit"),
        Rule("time", "every number time_unit"),
        Rule("date", "every weekday"),
        Rule("date", "which_day weekday"),
        Rule("date", "weekday? comma? number month year?"),
        Rule("date", "month number comma? year?"),
        Rule("date", "month year"),
        Rule("date", "number date_word"),
        Rule("date", "named_day"),
        Rule("date", "relative_day part_of_day"),
        Rule("date", "weekday part_of_day"),
        Rule("time", "part_of_day? number clock_mark"),
        Rule("time", "part_of_day? weak_number clock_mark"),
        Rule("time", "part_of_day? half_before number clock_mark"),
        Rule("time", "part_of_day? number clock_mark number minute"),
        Rule("time", "part_of_day? clock clock_mark?"),
        Rule("time", "relative_day part_of_day? number clock_mark"),
    ),
)
