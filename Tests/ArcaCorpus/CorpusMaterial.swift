/// Source material of the corpus, written for it: sentences in fifteen languages, words, code.
enum CorpusMaterial {
    static let sentences: [(language: String, sentences: [String])] = [
        (
            "English",
            [
                "The ferry leaves at seven, and nobody will wait for you.", "Please send me the report before Friday.",
                "We found the old map behind the mirror in the hall.",
                "The password for the guest network has changed.",
                "Three engineers spent the whole night looking for one missing comma.",
                "Her brother sells bicycles near the station.", "Attack at dawn.", "Nothing to see here, move along.",
                "The meeting was moved to the small room on the second floor.",
                "If the alarm rings twice, leave the building by the stairs.",
            ]
        ),
        (
            "German",
            [
                "Der Bäcker öffnet heute erst um neun Uhr.", "Bitte schicken Sie mir die Unterlagen bis Montag.",
                "Wir haben den Schlüssel unter der Matte gefunden.",
                "Im Winter fährt der Bus nur zweimal am Tag.", "Das Kennwort wurde gestern geändert.",
                "Meine Schwester wohnt in einem kleinen Dorf am Meer.", "Treffpunkt ist der Brunnen vor dem Rathaus.",
            ]
        ),
        (
            "French",
            [
                "Le bateau part à sept heures et n'attend personne.", "Veuillez m'envoyer le rapport avant vendredi.",
                "Nous avons trouvé la clé derrière le miroir.", "Le mot de passe a été changé hier soir.",
                "Ma sœur habite un petit village près de la mer.", "Rendez-vous devant la fontaine à midi.",
            ]
        ),
        (
            "Spanish",
            [
                "El barco sale a las siete y no espera a nadie.", "Por favor, envíame el informe antes del viernes.",
                "Encontramos la llave debajo de la alfombra.", "La contraseña cambió ayer por la noche.",
                "Mi hermana vive en un pueblo pequeño junto al mar.", "Nos vemos mañana delante de la fuente.",
            ]
        ),
        (
            "Italian",
            [
                "Il traghetto parte alle sette e non aspetta nessuno.",
                "Ti prego di mandarmi la relazione entro venerdì.",
                "Abbiamo trovato la chiave dietro lo specchio.", "La parola d'ordine è stata cambiata ieri sera.",
                "Mia sorella abita in un piccolo paese vicino al mare.",
            ]
        ),
        (
            "Portuguese",
            [
                "O barco sai às sete e não espera por ninguém.", "Por favor, envie o relatório antes de sexta-feira.",
                "Encontrámos a chave atrás do espelho.", "A senha foi alterada ontem à noite.",
                "A minha irmã mora numa aldeia perto do mar.",
            ]
        ),
        (
            "Dutch",
            [
                "De boot vertrekt om zeven uur en wacht op niemand.",
                "Stuur mij het verslag voor vrijdag, alstublieft.",
                "We hebben de sleutel onder de mat gevonden.", "Het wachtwoord is gisteren veranderd.",
            ]
        ),
        (
            "Polish",
            [
                "Statek odpływa o siódmej i na nikogo nie czeka.", "Proszę przysłać mi raport przed piątkiem.",
                "Znaleźliśmy klucz za lustrem w korytarzu.", "Hasło zostało wczoraj zmienione.",
            ]
        ),
        (
            "Russian",
            [
                "Паром уходит в семь и никого не ждёт.", "Пожалуйста, пришлите отчёт до пятницы.",
                "Мы нашли ключ под ковриком у двери.", "Пароль был изменён вчера вечером.",
                "Моя сестра живёт в маленькой деревне у моря.",
            ]
        ),
        (
            "Greek",
            [
                "Το πλοίο φεύγει στις επτά και δεν περιμένει κανέναν.",
                "Στείλτε μου την έκθεση πριν από την Παρασκευή.",
                "Βρήκαμε το κλειδί πίσω από τον καθρέφτη.",
            ]
        ),
        (
            "Arabic",
            [
                "تغادر السفينة في السابعة ولا تنتظر أحدا.", "أرسل لي التقرير قبل يوم الجمعة من فضلك.",
                "وجدنا المفتاح خلف المرآة.",
            ]
        ),
        (
            "Hebrew",
            [
                "הספינה יוצאת בשבע ואינה מחכה לאיש.", "נא לשלוח לי את הדוח לפני יום שישי.",
                "מצאנו את המפתח מאחורי המראה.",
            ]
        ),
        ("Hindi", ["नाव सात बजे निकलती है और किसी का इंतज़ार नहीं करती।", "कृपया शुक्रवार से पहले रिपोर्ट भेजें।"]),
        ("Chinese", ["渡船七点出发，不等任何人。", "请在星期五之前把报告发给我。", "我们在镜子后面找到了钥匙。", "密码昨天晚上已经更改了。"]),
        ("Japanese", ["船は七時に出ます。誰も待ちません。", "金曜日までに報告書を送ってください。", "鏡の後ろで鍵を見つけました。"]),
        ("Korean", ["배는 일곱 시에 떠나며 아무도 기다리지 않습니다.", "금요일 전에 보고서를 보내 주세요.", "거울 뒤에서 열쇠를 찾았습니다."]),
    ]

    /// Words used in names, identifiers and flags.
    static let words = split(
        """
        access account action active address admin agent alert alpha amber anchor animal answer apple april archive array \
        arrow atlas audio author backup balance banana basket battery beacon berlin binary bishop black blue board boot border \
        bottle branch bridge bright broken bronze browser bucket buffer build button cable cache camera canal candle canvas \
        carbon castle cellar center change charge check chess circle client clock cloud cobalt code coffee color column comet \
        common compile config connect console cookie copper corner cotton count crane create crypto current custom cycle data \
        database debug default delete delta desert design device dinner direct disk dollar domain door double dragon drive \
        dynamic eagle early east echo editor effect eleven ember empire empty engine error escape event example export fabric \
        factor falcon farmer feather fetch field figure file filter final finger flag flame flight flower folder forest format \
        forward fountain frame friday frozen future galaxy garden gate ghost giant glass global golden grain graph green group \
        guest guitar hammer handle harbor hash header heart hello hidden hidden history hollow honey host hotel house hunter \
        image import index input insert inside island issue ivory jacket jaguar january jungle junior kernel key kitchen \
        knight label ladder lambda lantern layer leader lemon length letter level library light limit linen list little local \
        lock logger login london lunar machine magic magnet manager map maple marble market master match matrix meadow member \
        memory message metal method middle mirror mobile model module monday monitor month morning mother motor mountain \
        music name native network night node noise normal north number object ocean office offset online open option orange \
        orbit order origin output owner packet page paint palace panel paper parent parse password patch path pattern payload \
        pencil people pepper phone photo picture pilot planet plate player pocket point policy portal powder power present \
        price prime print private process profile project proof proxy public purple python quartz query queue quick rabbit \
        radio random range raven reader record red region remote render repeat report request reset result return ribbon \
        river road robot rocket root round route sample sand scale scene school scope screen script search second secret \
        section secure select sender server service session shadow shared shell shift signal silent silver simple single \
        sister sketch smoke socket source south space spark spring square stable stack start state static station status \
        stone storage storm stream street string student studio summer sunday super surface switch symbol system table target \
        temple tenant test thread thunder ticket tiger time token tower track traffic train travel tree trigger tunnel turbo \
        turtle type union unit update upload user value vault vector velvet vendor version video village violet virtual \
        visitor volume walker wallet warning water wave wednesday west whale wheel white widget window winter wire wizard \
        wonder wooden worker world writer yellow zebra zero zone
        """)

    static let names = split(
        """
        Anna Ben Carla David Elena Felix Greta Hugo Ines Jonas Klara Leo Marta Nils Olga Paul Rosa Simon Tina Viktor Wang Li \
        Müller Schmidt García Rossi Dubois Novák Kowalski Ivanov Tanaka Kim Nguyen Silva Hansen Jensen O'Brien Smith Jones
        """)

    /// Fragments of programs and markup.
    static let code = [
        "for (int i = 0; i < count; i++) {\n    total += values[i];\n}\n",
        "def greet(name):\n    return f\"Hello, {name}!\"\n",
        "let url = URL(string: \"https://example.org/items\")!\nprint(url.host ?? \"none\")\n",
        "#!/bin/sh\nset -eu\nfor file in *.txt; do\n  wc -l \"$file\"\ndone\n",
        "SELECT name, email FROM users WHERE active = 1 ORDER BY name LIMIT 20;",
        "<html><head><title>Index</title></head><body><p class=\"a\">Hi &amp; bye</p></body></html>",
        "body { margin: 0; color: #333; font-family: sans-serif; }\n",
        "fn main() {\n    println!(\"{}\", 6 * 7);\n}\n",
        "import os\nprint(os.environ.get(\"HOME\"))\n",
        "<?xml version=\"1.0\"?><note><to>Ben</to><from>Anna</from><body>Call me</body></note>",
        "powershell -nop -w hidden -c \"Get-Process | Select-Object Name\"",
        "eval(document.getElementById('x').innerHTML);", "if err != nil {\n\treturn nil, err\n}\n",
        "[server]\nhost = 10.0.0.7\nport = 8443\nlog_level = debug\n",
        "version: 2\nservices:\n  web:\n    image: nginx:1.27\n    ports: [\"80:80\"]\n",
    ]

    private static func split(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
