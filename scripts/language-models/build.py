#!/usr/bin/env python3
"""Builds the letter models of ArcaCodecs from free text: the probability of each letter after the two before it.

    scripts/language-models/build.py CORPUS Sources/ArcaDetect/Classical/Generated
    scripts/language-models/build.py --check Sources/ArcaDetect/Classical/Generated [CORPUS]

CORPUS has one folder per unpacked Debian package, as described in SOURCE.md; pinyin needs the Python package pypinyin.
Writes LanguageData+NAME.swift, one per language. The files contain frequencies only, no text. With --check nothing is
written: each file must match its table and the table's digest and, if there is a corpus, the
rebuilt table.
"""
import collections, glob, gzip, hashlib, html, math, os, re, sys, unicodedata

LETTERS = "abcdefghijklmnopqrstuvwxyz"
FOLDS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "œ": "oe", "æ": "ae"})
LANGUAGES = {
    # name: (code, fortunes, handbook, gimp-help, other globs, word list, words that identify the language)
    "English": ("en", ["fortunes/usr/share/games/fortunes/*.u8", "fortunes-min/usr/share/games/fortunes/*.u8"], "en-US",
                "en", "american-english", "the and of to is that for with this"),
    "German": ("de", ["fortunes-de/usr/share/games/fortunes/de/*.u8"], "de-DE", "de", "ngerman",
               "der die das und ist nicht mit ein eine zu auf für sich"),
    "French": ("fr", [], "fr-FR", "fr", "french", "le la les et des est une pour dans que qui du pas"),
    "Spanish": ("es", ["fortunes-es/usr/share/games/fortunes/es/*.u8"], "es-ES", "es", "spanish",
                "el la los y de que es una para en con por las"),
    "Pinyin": ("zh", ["fortunes-zh/usr/share/games/fortunes/*.u8"], "zh-CN", "zh_CN", None, ""),
}


def read(path):
    data = gzip.open(path).read() if path.endswith(".gz") else open(path, "rb").read()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def paragraphs(corpus, name):
    code, fortunes, handbook, gimp, _, telling = LANGUAGES[name]
    telling, english = set(telling.split()), set(LANGUAGES["English"][5].split())
    zone = {"zh": "zh_CN"}.get(code, code)
    pages = glob.glob(f"{corpus}/debian-handbook/usr/share/doc/debian-handbook/html/{handbook}/*.html")
    pages += glob.glob(f"{corpus}/gimp-help-*/usr/share/gimp/*/help/{gimp}/*.html")
    pages += glob.glob(f"{corpus}/debian-reference-*/usr/share/debian-reference/*.{code.replace('zh', 'zh-cn')}.html")
    pages += glob.glob(f"{corpus}/installation-guide-amd64/usr/share/doc/installation-guide-amd64/{zone}/*.html*")
    seen = set()
    for page in sorted(pages):
        text = re.sub(r"(?s)<(pre|code|script|style)\b.*?</\1>", " ", read(page))
        for piece in re.split(r"(?i)</?(?:p|div|li|h\d|td|dt|dd)\b[^>]*>", text):
            piece = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", piece)).split())
            if len(piece) < 60 or piece in seen:
                continue
            seen.add(piece)
            words = piece.lower().split()
            own = sum(word in telling for word in words)
            if name == "Pinyin" or own * 12 > len(words) and (name == "English" or own > sum(w in english for w in words)):
                yield 1, piece
    for pattern in fortunes:
        for path in sorted(glob.glob(f"{corpus}/{pattern}")):
            if os.path.isdir(path) or path.endswith((".dat", "ascii-art.u8")):
                continue
            for piece in read(path).split("\n%\n"):
                yield 2, piece
    for path in glob.glob(f"{corpus}/w*/usr/share/dict/{LANGUAGES[name][4]}"):
        for word in read(path).split("\n"):
            yield 0.25, word


def streams(name, text):
    """The letters as the scorer sees them: accents removed; letters that no cipher moves dropped."""
    if name == "Pinyin":
        from pypinyin import lazy_pinyin
        chinese = "".join(re.findall(r"[\u4e00-\u9fff]+", text))
        return ["".join(c for c in "".join(lazy_pinyin(chinese)) if c in LETTERS)]
    text = unicodedata.normalize("NFC", text.lower())
    folded = unicodedata.normalize("NFD", text.translate(FOLDS))
    return ["".join(c for c in folded if c in LETTERS), "".join(c for c in text if c in LETTERS)]


def model(corpus, name):
    counts = [collections.Counter() for _ in range(3)]
    for weight, text in paragraphs(corpus, name):
        for stream in streams(name, text):
            for order in range(3):
                for start in range(len(stream) - order):
                    counts[order][stream[start : start + order + 1]] += weight
    total = sum(counts[0].values())
    one = {c: (counts[0][c] + 1) / (total + 26) for c in LETTERS}

    def smoothed(order, context, lower):  # Witten and Bell: the share of unseen letters is that of first sightings
        seen = [counts[order][context + c] for c in LETTERS]
        kinds = max(1, sum(n > 0 for n in seen))
        return {c: (n + kinds * lower[c]) / (sum(seen) + kinds) for c, n in zip(LETTERS, seen)}

    two = {a: smoothed(1, a, one) for a in LETTERS}
    table = [one[c] for c in LETTERS] + [two[a][c] for a in LETTERS for c in LETTERS]
    for a in LETTERS:
        for b in LETTERS:
            three = smoothed(2, a + b, two[b])
            table += [three[c] for c in LETTERS]
    print(f"{name}: {total / 2:.0f} letters", file=sys.stderr)
    return "".join(chr(48 + min(63, round(-4 * math.log2(p)))) for p in table)


def render(name, table):
    lines = "\n".join("        " + table[start : start + 104] for start in range(0, len(table), 104))
    digest = hashlib.sha256(table.encode()).hexdigest()
    return (
        f"// Made by scripts/language-models/build.py; SOURCE.md beside it names the texts. SHA-256 of the table:\n"
        f"// {digest}\n"
        f"extension LanguageData {{\n"
        f"    /// Letters of {name}: see ``LanguageData``.\n"
        f'    static let {name.lower()}: StaticString = #"""\n{lines}\n        """#\n}}\n'
    )


def check(folder, corpus):
    names = {f"LanguageData+{name}.swift": name for name in LANGUAGES}
    if sorted(os.listdir(folder)) != sorted(names):
        sys.exit(f"{folder} holds other files than {', '.join(names)}")
    for file, name in names.items():
        text = open(f"{folder}/{file}").read()
        digest = re.search(r"(?m)^// ([0-9a-f]{64})$", text).group(1)
        table = "".join(re.search(r'(?s)#"""\n(.*)"""#', text).group(1).split())
        if hashlib.sha256(table.encode()).hexdigest() != digest or render(name, table) != text:
            sys.exit(f"{file} was changed by hand")
        if corpus and model(corpus, name) != table:
            sys.exit(f"{file}: building it again gives another table")


def main():
    if sys.argv[1] == "--check":
        return check(sys.argv[2], (sys.argv + [None])[3])
    corpus, output = sys.argv[1:3]
    for name in sys.argv[3:] or LANGUAGES:
        with open(f"{output}/LanguageData+{name}.swift", "w") as file:
            file.write(render(name, model(corpus, name)))


main()
