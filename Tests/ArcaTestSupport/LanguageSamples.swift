public import ArcaCodecs
internal import ArcaCore

/// Twenty texts per language, written for these tests and not part of the training data of the letter models.
public enum LanguageSamples {
    /// The prefix of each text with exactly `count` letters A to Z.
    public static func texts(_ language: LanguageModel.Language, letters count: Int) -> [String] {
        all[language, default: []].map { text in
            var letters = 0
            return String(
                text.prefix { character in
                    if character.isASCII && character.isLetter { letters += 1 }
                    return letters <= count
                })
        }
    }

    /// The texts, by language.
    public static let all: [LanguageModel.Language: [String]] = [
        .english: [
            "The gardener left her boots beside the kitchen door and went upstairs to sleep until noon.",
            "Our train was late again, so we shared a bag of plums and watched the rain on the platform roof.",
            "Nobody in the village could remember who had painted the old water tower such a bright yellow.",
            "Please put the blue folder on my desk before you leave, and lock the cabinet behind the printer.",
            "Seven owls live in the barn behind my uncle's house; he has given each of them a silly name.",
            "If the bread does not rise, the yeast was probably too old or the water you used was too hot.",
            "She opened the letter slowly, as though the paper itself might break and spill what it said.",
            "We meet at dawn near the northern gate; bring the map, two lanterns and whatever food you can carry.",
            "The museum closes early on Mondays, which is why the children have never seen the giant squid.",
            "A good knife, a wooden board and a little patience are all that a cook really needs.",
            "My sister repairs violins in a tiny workshop that smells of glue, varnish and strong coffee.",
            "Yesterday a fox crossed the schoolyard in full daylight and stole the caretaker's sandwich.",
            "The captain wrote down the depth every hour, although nobody ever asked to see his numbers.",
            "Half of the audience had gone home when the pianist finally walked out onto the stage.",
            "Take the second road after the bridge and follow it until you smell the sea between the pines.",
            "It was a quiet winter, and the snow stayed so long that the mail came only once a week.",
            "He swears that the clock runs backwards at night, but he has never stayed awake to prove it.",
            "Grandmother kept every button she ever found in a tall glass jar next to the sewing machine.",
            "The new mayor promised wider pavements, cleaner fountains and a bakery on every single corner.",
            "Do not trust a bridge that sings in the wind, said the old engineer, and walked the long way round.",
        ],
        .german: [
            "Am frühen Morgen standen die Fischer schon am Hafen und flickten schweigend ihre alten Netze.",
            "Meine Tante backt jeden Samstag einen Kuchen, den sie dann heimlich an die Nachbarskinder verteilt.",
            "Der Zug nach Norden fährt heute leider von einem anderen Gleis ab und hat zwanzig Minuten Verspätung.",
            "Wer den letzten Schlüssel verliert, muss die ganze Nacht vor der Werkstatt warten und frieren.",
            "Im Keller des Rathauses fanden sie eine Kiste voller Briefe, die niemand je geöffnet hatte.",
            "Bitte stellen Sie das Fahrrad nicht vor die Einfahrt, sonst kommt der Bäcker morgens nicht hinaus.",
            "Die Katze schlief den ganzen Nachmittag auf dem warmen Blechdach und träumte wohl von Mäusen.",
            "Unser Lehrer erzählte gern von seiner Reise durch die Wüste, obwohl ihm keiner richtig zuhörte.",
            "Wenn es im Herbst stürmt, fallen die Äpfel von selbst ins Gras und wir sammeln sie in Körben.",
            "Das kleine Kino an der Ecke zeigt nur alte Filme, aber der Saal ist trotzdem immer gut besucht.",
            "Sie legte das Buch zur Seite, löschte die Lampe und lauschte noch lange dem Regen am Fenster.",
            "Niemand wusste genau, warum die Glocken in jener Nacht dreizehn Mal geschlagen hatten.",
            "Für die Suppe braucht man nur Kartoffeln, Lauch, etwas Sahne und sehr viel frischen Pfeffer.",
            "Mein Bruder repariert seit dem Sommer Klaviere und redet seitdem von nichts anderem mehr.",
            "Hinter dem Berg liegt ein See, dessen Wasser so klar ist, dass man jeden Stein erkennen kann.",
            "Der neue Nachbar grüßt freundlich, trägt aber selbst im Juli einen dicken Mantel mit Pelz.",
            "Wir trafen uns an der Brücke, teilten das Brot und gingen ohne ein Wort weiter nach Hause.",
            "Auf dem Markt gab es heute weder Kirschen noch Spargel, dafür aber die ersten Pflaumen.",
            "Zwei Wochen lang suchte die Polizei nach dem Hund, der gemütlich im Garten des Pfarrers lag.",
            "Vergiss nicht, den Ofen auszuschalten und die Fenster im oberen Stockwerk fest zu schließen.",
        ],
        .french: [
            "Le vieux jardinier arrosait ses tomates chaque soir en sifflant toujours la même chanson triste.",
            "Nous avons traversé le village sans rencontrer personne, sauf un chien qui dormait sous un banc.",
            "Ma grand-mère cachait des bonbons dans le tiroir du bureau et faisait semblant de les oublier.",
            "Il faut tourner à gauche après la boulangerie puis monter la rue jusqu'à la petite chapelle.",
            "La mer était si calme ce matin que les pêcheurs entendaient les cloches de l'autre rive.",
            "Personne ne savait pourquoi la lumière du phare s'était éteinte au milieu de la nuit.",
            "Les enfants ont construit une cabane dans le grand chêne avec des planches et de vieilles cordes.",
            "Quand la neige fondra, nous pourrons enfin réparer le toit de la grange avant le printemps.",
            "Elle posa sa valise devant la porte, respira lentement et frappa trois coups bien nets.",
            "Ce boulanger prépare son pain avec une farine si fine que toute la ville en parle.",
            "Mon cousin collectionne les horloges anciennes, mais aucune ne donne jamais la bonne heure.",
            "Le train de nuit pour Marseille partira du quai numéro quatre avec une heure de retard.",
            "Après le concert, le violoniste oublia son instrument dans un taxi et pleura comme un enfant.",
            "Vous trouverez la clef sous le pot de fleurs, à droite de l'escalier qui mène au grenier.",
            "Deux cygnes traversaient le lac pendant que le gardien fermait lentement les grilles du parc.",
            "On raconte que le moulin tourne encore certaines nuits, même quand il n'y a pas de vent.",
            "Ajoutez un peu de crème, du poivre et quelques feuilles de menthe avant de servir la soupe.",
            "Le facteur nous apporte souvent des lettres qui ne nous sont pas destinées, et il en rit.",
            "Dans cette maison, chaque fenêtre donne sur un jardin différent et aucun ne se ressemble.",
            "Hier soir, un renard est entré dans la cuisine et a mangé tout le fromage sans faire de bruit.",
        ],
        .spanish: [
            "El abuelo guardaba las llaves del molino en una caja azul debajo de la cama del fondo.",
            "Anoche llovió tanto que el río cubrió el puente y nadie pudo cruzar hasta el mediodía.",
            "Mi hermana aprendió a tocar la guitarra mirando las manos de un vecino muy paciente.",
            "Si quieres llegar temprano al mercado, debes salir antes de que canten los gallos.",
            "La gata dormía sobre los periódicos viejos mientras el panadero barría la entrada.",
            "Nadie recuerda quién plantó los naranjos que dan sombra a toda la plaza del pueblo.",
            "Dejamos la puerta abierta toda la noche y por la mañana había un burro en la cocina.",
            "El tren de las nueve sale siempre tarde, pero hoy los viajeros parecen contentos.",
            "Ella escribió su nombre en la arena y esperó a que la marea lo borrara lentamente.",
            "Para preparar la sopa se necesitan dos cebollas, un poco de aceite y mucha calma.",
            "Los niños encontraron una moneda antigua dentro de la pared de la escuela nueva.",
            "Cuando termine el verano volveremos a la montaña para recoger las últimas moras.",
            "El relojero de la esquina nunca sabe qué hora es, aunque tiene cien relojes.",
            "Por favor, no toque los cuadros y hable en voz baja dentro de la biblioteca grande.",
            "Mi tío vendió su barco y compró una bicicleta roja con la que recorre toda la costa.",
            "Aquella tarde el viento trajo un olor a pan caliente que llenó todas las calles.",
            "Buscamos al perro durante horas y estaba dormido debajo del coche de mi padre.",
            "La profesora contaba historias de lobos mientras afuera caía la primera nieve.",
            "En el desván hay un baúl lleno de cartas que mi abuela nunca quiso enseñarnos.",
            "Sube por la escalera de madera, gira a la derecha y llama dos veces a la puerta verde.",
        ],
        .pinyin: [
            "wo men jin tian xia wu yao qu gong yuan fang feng zheng, ran hou yi qi qu chi mian tiao he jiao zi",
            "ta de nai nai zhu zai shan xia de xiao cun zi li, mei tian zao shang dou qu he bian xi yi fu",
            "qing ba men guan hao, wai mian de feng tai da le, zhuo zi shang de zhi dou bei chui dao di shang le",
            "zhe jia fan guan de dou fu fei chang hao chi, ke shi mei ci lai dou yao deng ban ge xiao shi",
            "zuo tian wan shang xia le yi chang da xue, hai zi men yi da zao jiu pao chu qu dui xue ren",
            "wo ge ge zai bei jing shang da xue, ta xi huan da lan qiu, ye xi huan ting gu dian yin yue",
            "ru guo ni bu zhi dao zen me zou, ke yi wen yi wen lu kou de jing cha, ta hui gao su ni de",
            "lao shi shuo zhe ge zi hen nan xie, suo yi wo men yao duo lian xi ji bian cai neng ji zhu",
            "huo che ma shang jiu yao kai le, ni kuai yi dian shou shi xing li, bu yao wang le dai shui bei",
            "cheng shi li de ren tai duo le, wo geng yuan yi zhu zai hai bian, mei tian kan ri chu he ri luo",
            "ma ma zuo de hong shao rou you xiang you ruan, quan jia ren dou chi de hen gao xing",
            "na ben shu jiang de shi yi ge lao yu fu he yi tiao da yu zai hai shang bo dou de gu shi",
            "wo de zi xing che huai le, xiu che de shi fu shuo ming tian xia wu cai neng xiu hao",
            "qiu tian dao le, shu ye dou bian huang le, da yan pai zhe dui xiang nan fang fei qu",
            "gong si de dian ti you huai le, wo men zhi hao pa lou ti shang dao di shi er ceng",
            "yi sheng rang ta duo he shui duo xiu xi, san tian yi hou zai lai yi yuan jian cha",
            "xiao mao cong chuang hu tiao le jin lai, ba zhuo shang de niu nai quan dou he guang le",
            "wo men liang ge ren zai hu bian zuo le hen jiu, shui ye mei you xian kai kou shuo hua",
            "jin nian de chun jie wo bu hui jia, yin wei gong zuo tai mang, che piao ye hen nan mai",
            "ta hua le san nian shi jian xue xi zhong wen, xian zai yi jing neng kan dong bao zhi le",
        ],
    ]
}
