#!/usr/bin/env python3
"""Builds the dictionaries of short strings, version 1, in Sources/ArcaCompression/Generated/;
with --check it only compares them.

English and Chinese come from the texts in this folder, written for the purpose; the other kinds are assembled here from
lists, also written for it. Nothing is random: the same sources give the same bytes. A released version must never change,
because stored strings need it: tests compare its SHA-256.
"""

import hashlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
TARGET = HERE.parent.parent / "Sources/ArcaCompression/Generated"
WINDOW = 32 * 1024 - 262  # what a match of deflate can reach from the first byte behind it


class Sequence:
    """A repeatable sequence of choices (a linear congruential generator)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def of(self, choices):
        return choices[self.below(len(choices))]

    def digits(self, count):
        return "".join(str(self.below(10)) for _ in range(count))

    def hexadecimal(self, count):
        return "".join("0123456789abcdef"[self.below(16)] for _ in range(count))


def text(name):
    return (HERE / name).read_text("utf-8")


def english():
    words = text("words.txt").replace("\n", " ").replace(" -", " ")
    return words + "\n" + text("english.txt")


def chinese():
    lines = text("chinese.txt").splitlines()
    sentences, lists = lines[:73], lines[73:]
    return "\n".join(lists + sentences) + "\n"


FIRST = ("Alice Bob Carol David Emma Frank Grace Henry Anna James John Maria Michael Laura Peter Sarah Thomas Julia Robert "
         "Lisa Daniel Sophie Paul Kate Mark Jane Max Eva Tom Mary").split()
LAST = ("Smith Johnson Brown Miller Davis Wilson Taylor Clark Lewis Walker Hall Young King Wright Green Baker Carter "
        "Schmidt Garcia Martin Lee Doe Jones Williams Anderson Moore").split()
CITIES = ("London Paris Berlin Madrid Rome Vienna Tokyo Beijing Shanghai Sydney Boston Chicago Seattle Dublin Oslo "
          "Amsterdam Toronto Munich Zurich Singapore").split() + ["New York", "Los Angeles", "San Francisco", "Hong Kong"]
COUNTRIES = "US GB DE FR ES IT CN JP AU CA NL SE CH AT BR IN".split()
HOSTS = ("example.com example.org github.com google.com wikipedia.org youtube.com amazon.com facebook.com twitter.com "
         "linkedin.com stackoverflow.com reddit.com medium.com microsoft.com apple.com bbc.co.uk nytimes.com "
         "cloudflare.com mozilla.org w3.org python.org npmjs.com docs.rs bing.com baidu.com taobao.com qq.com weibo.com "
         "instagram.com netflix.com paypal.com ebay.com imdb.com wordpress.com blogspot.com yahoo.com live.com "
         "office.com dropbox.com zoom.us slack.com spotify.com twitch.tv pinterest.com tumblr.com flickr.com vimeo.com "
         "debian.org ubuntu.com kernel.org gnu.org apache.org oracle.com ibm.com adobe.com cnn.com theguardian.com "
         "washingtonpost.com reuters.com bloomberg.com forbes.com booking.com airbnb.com tripadvisor.com archive.org "
         "sourceforge.net gitlab.com bitbucket.org rust-lang.org golang.org nodejs.org swift.org").split()
WORDS = ("user name title data item value type status message content category product article image video order "
         "account profile service event comment group project report").split()


def json_text():
    pick = Sequence(1)
    keys = ("id name type value status title description url email user username password first_name last_name "
            "firstName lastName fullName age gender phone address street city state country zip postalCode lat lng "
            "latitude longitude location date time timestamp created created_at createdAt updated updated_at updatedAt "
            "deleted start end startTime endTime duration version code error errors message messages data result "
            "results response request success count total totalCount page pages perPage limit offset next previous size "
            "length width height weight color price amount currency quantity qty discount tax subtotal items products "
            "product product_id productId user_id userId order order_id orderId customer category categories tags tag label "
            "labels comments comment content text body html subject from to cc sender author authors publisher language lang "
            "locale timezone enabled disabled active visible hidden public private admin role roles permissions "
            "group groups members owner parent parent_id children level index position rank score rating votes likes views "
            "followers friends avatar image images thumbnail icon logo video audio file files path filename mimeType "
            "contentType format hash checksum signature token access_token refresh_token expires expires_in scope client_id "
            "session_id key keys secret apiKey config settings options preferences theme notifications host port protocol "
            "method headers query params ip domain device platform os browser userAgent app model brand sku stock "
            "available shipping payment card account balance transaction transactions event events action actions source "
            "target properties additionalProperties attributes metadata meta links self href rel kind object list string "
            "number integer required default min max minimum maximum enum pattern example summary license homepage "
            "repository dependencies devDependencies scripts main test build node temperature humidity pressure speed unit "
            "sensor battery mode reason details schema $ref definitions features geometry coordinates x y a b ok ts lastLogin").split()
    values = ("true false null active inactive pending completed failed success error enabled admin user guest editor viewer "
              "en fr zh en-US zh-CN USD EUR male female red green blue black white small medium large "
              "string object array integer number boolean GET POST info warning debug application/json "
              "text/plain image/png UTF-8 2.0 1.0.0 MIT Apache-2.0 public private open closed home work mobile "
              "not_found click purchase login").split()
    words = text("words.txt").split()[:900]

    def phrase(most):
        words_ = [pick.of(words) for _ in range(pick.below(most) + 1)]
        return (" ".join(words_)).capitalize() if pick.below(3) else " ".join(words_)

    def date():
        return f"20{pick.below(10) + 15}-{pick.below(12) + 1:02}-{pick.below(28) + 1:02}"

    def moment():
        return f"{date()}T{pick.below(24):02}:{pick.below(60):02}:{pick.below(4) * 15:02}" + pick.of(["Z", ".000Z", "+00:00"])

    def value(key):
        low = key.lower()
        if low.endswith("id") or key in ("count", "total", "totalCount", "age", "index", "page", "pages", "size", "length",
                                         "width", "height", "limit", "offset", "qty", "quantity", "views", "likes", "x", "y",
                                         "port", "level", "stock", "votes", "min", "max", "minimum", "maximum", "duration"):
            return pick.below(10 ** (pick.below(4) + 1))
        if key in ("price", "amount", "weight", "balance", "discount", "tax", "subtotal", "score", "rating", "lat", "lng",
                   "latitude", "longitude", "temperature", "humidity", "pressure", "speed", "value"):
            return float(f"{pick.below(10 ** (pick.below(3) + 1))}.{pick.below(99) + 1}")
        if low.endswith(("at", "time", "date", "created", "updated", "lastlogin")):
            return pick.of([date, moment])()
        if key in ("ts", "timestamp", "expires"):
            return 1500000000 + pick.below(300000000)
        if key in ("active", "enabled", "disabled", "visible", "hidden", "deleted", "success", "ok", "available", "admin",
                   "public", "private", "required"):
            return pick.below(3) > 0
        if key in ("name", "fullName", "user", "customer", "author", "owner", "sender", "from", "to"):
            return pick.of([f"{pick.of(FIRST)} {pick.of(LAST)}", pick.of(FIRST), pick.of(FIRST).lower()])
        if "first" in low or key == "username":
            return pick.of(FIRST)
        if "last" in low:
            return pick.of(LAST)
        if key == "email":
            return f"{pick.of(FIRST)}.{pick.of(LAST)}@{pick.of(HOSTS)}".lower()
        if key in ("url", "href", "homepage", "image", "avatar", "self"):
            return f"https://{pick.of(HOSTS)}/{pick.of(WORDS)}s/{pick.below(900)}"
        if key in ("city", "location", "address"):
            return pick.of(CITIES)
        if key == "country":
            return pick.of(COUNTRIES)
        if key in ("title", "description", "message", "comment", "text", "content", "subject", "body", "label", "product",
                   "summary", "reason", "category"):
            return phrase(4)
        if key in ("hash", "token", "signature", "checksum", "key"):
            return pick.hexadecimal(8)
        if key.endswith("s") and pick.below(2):
            return [pick.of(values[3:]) for _ in range(pick.below(3))]
        return pick.of([True, False, None, pick.below(100), pick.of(values[3:]), pick.of(values[3:]), pick.of(words)])

    rows = []
    # Names in the style of other languages, versions, addresses.
    nouns = ("User Group Role Policy Resource Instance Account Key Object Item Event Function Table Domain Certificate Image "
             "Network Service Host File Report Device Order Product Request Error Environment Attribute Cluster").split()
    endings = "Id Name Type Value Status State Code Version Count Size Enabled Time Date List Arn Path Url Address".split()
    for number, noun in enumerate(nouns):
        one, other = endings[number % len(endings)], endings[(number * 5 + 2) % len(endings)]
        first = pick.of(["true", "false", str(pick.below(9000)), f'"my-{noun.lower()}"', f'"{noun}{pick.below(9)}"', f'"{noun.upper()}"'])
        second = pick.of([f'"example-{noun.lower()}"', f'"arn:aws:{pick.hexadecimal(8)}"', f'"10.0.{pick.below(9)}.{pick.below(99)}"', '"ACTIVE"', '"default"'])
        rows.append(f'{{"{noun}{one}":{first},"{endings[number % 7]}":{second}}}')
        rows.append(f'{{"{endings[(number * 3) % 11]}": "{noun}", "{noun}{other}": {first}}}')
    for number in range(14):
        name = "-".join(pick.of(words) for _ in range(pick.below(2) + 1))
        version = f"{pick.below(9)}.{pick.below(20)}.{pick.below(9)}"
        rows.append([f'{{"{name}":"^{version}","{pick.of(words)}":"~{version}"}}', f'{{"name": "{name}", "version": "{version}", "main": "index.js"}}',
                     f'{{"type":"git","url":"https://github.com/{pick.of(words)}/{name}.git"}}'][number % 3])
    # Every key between others, in the three common styles of JSON.
    for number in range(0, len(keys), 3):
        three = {key: value(key) for key in keys[number : number + 3]}
        rows.append(json.dumps(three, separators=(",", ":")))
        rows.append(json.dumps({key: value(key) for key in reversed(three)}))
    common = keys[:130] + keys[:40] + keys[:12] * 4
    while sum(len(row) + 1 for row in rows) < 31000:
        count = pick.below(4) + 2
        record = {}
        for _ in range(count):
            key = pick.of(common)
            record[key] = value(key)
        if pick.below(6) == 0:
            record[pick.of(["data", "user", "items", "address", "result"])] = {key: value(key) for key in (pick.of(common), pick.of(common))}
        form = pick.below(7)
        if form < 3:
            rows.append(json.dumps(record, separators=(",", ":")))
        elif form < 5:
            rows.append(json.dumps(record))
        elif form == 5:
            rows.append(json.dumps([record], separators=(",", ":")))
        else:
            rows.append(json.dumps(record, indent=2))
    rows += ['{"姓名":"张伟","年龄":30,"城市":"北京市","status":"正常","message":"操作成功"}', '{"name":"李娜","地址":"上海市"}',
             '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}',
             '{"type":"Feature","geometry":{"type":"Point","coordinates":[125.6,10.1]}}',
             '{"jsonrpc":"2.0","method":"get","params":[1,2],"id":1}', '{"error":{"code":404,"message":"Not Found"}}',
             '{"id":1,"name":"test","value":null}', '{"name":"John Doe","age":30,"city":"New York"}', '{"a":1,"b":2,"c":[1,2,3]}']
    return "\n".join(rows) + "\n"


def url_text():
    pick = Sequence(2)
    rows = []
    paths = ("index about contact home news blog article articles post posts search login logout signup register account "
             "profile user users settings admin dashboard help support faq terms privacy policy legal products product "
             "category categories shop store cart checkout order orders payment download downloads docs documentation "
             "reference guide tutorial api v1 v2 v3 rest graphql auth oauth token callback static assets images image img "
             "css js fonts media video videos audio files file upload uploads public wiki page pages forum topic thread "
             "questions tags tag archive archives events event calendar jobs careers company team press investors research "
             "projects project issues pull commit blob tree master main releases latest wp-content wp-admin themes plugins "
             "feed rss sitemap robots en de fr es zh cn us uk world business technology tech science health sports "
             "entertainment politics opinion travel food fashion music movies books games education culture weather local "
             "item items detail details view edit list show new data report reports share embed watch channel playlist "
             "live photos gallery status messages review reviews compare deals offers customer service community member").split()
    words = ("how to make the best of and for in on with your new free top guide what is why first day year world city "
             "house water power system simple modern introduction getting started using building learn code python swift "
             "javascript security network data cloud web mobile app open source software development design market price "
             "review test update release change climate energy car phone home garden kitchen recipe health heart family "
             "children school university history art music film book story love life people women black white red green "
             "summer winter travel hotel beach food coffee games football team final election president government "
             "court police company bank money tax investment").split()
    parameters = ("id page q query search lang utm_source=google&utm_medium=cpc&utm_campaign= ref sort=asc order=desc limit=10 "
                  "offset=20 type category user token key v t s k p url redirect return format=json callback session "
                  "date from to size width=640 height=480 color filter status start end count=20 view tab source").split()
    extensions = "html html php htm aspx jsp pdf jpg png gif css js json xml txt zip mp4 svg".split()
    for number, path in enumerate(paths):
        rows.append(f"/{path}/{paths[(number * 7 + 3) % len(paths)]}" + ("", "/", ".html", "?id=", "-")[number % 5] + words[number % len(words)])
    for number in range(330):
        host = pick.of(HOSTS)
        prefix = ("https://www.", "https://", "https://www.", "http://www.", "https://en.", "https://api.", "https://docs.",
                  "http://", "https://m.", "https://blog.", "https://cdn.", "https://static.")[number % 12]
        path = "/".join(pick.of(paths) for _ in range(pick.below(3)))
        slug = "-".join(pick.of(words) for _ in range(pick.below(5) + 1))
        form = pick.below(8)
        tail = [
            f"{path}/{slug}", f"{path}/{slug}.{pick.of(extensions)}", f"{path}?{pick.of(parameters)}={pick.below(5000)}",
            f"{path}/{pick.below(90000)}/{slug}/", f"{path}/20{pick.below(10) + 15}/{pick.below(12) + 1:02}/{pick.below(28) + 1:02}/{slug}",
            f"{path}/{pick.of(paths)}?{pick.of(parameters)}={pick.of(words)}&{pick.of(parameters)}={pick.below(100)}",
            f"wiki/{slug.title().replace('-', '_')}#{pick.of(paths).title()}", f"search?q={slug.replace('-', '+')}&{pick.of(parameters)}={pick.below(50)}",
        ][form]
        rows.append(f"{prefix}{host}/{tail.lstrip('/')}")
    rows += ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://en.wikipedia.org/wiki/Main_Page", "http://localhost:8080/",
             "https://github.com/user/project/blob/main/README.md", "https://www.google.com/search?q=", "ftp://ftp.example.org/pub/",
             "mailto:info@example.com", "https://www.example.com/index.html"]
    return "\n".join(rows) + "\n"


def html_text():
    pick = Sequence(3)
    rows = []
    tags = ("a abbr address article aside audio b blockquote body br button canvas caption code col dd details div dl dt em "
            "embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr i iframe img input kbd label legend "
            "li link main mark meta nav noscript object ol optgroup option p param picture pre progress q s samp script "
            "section select small source span strong style sub summary sup svg table tbody td template textarea tfoot th "
            "thead time title tr u ul var video").split()
    classes = ("container row col-md-6 col-sm-12 btn btn-primary btn-secondary nav navbar nav-item nav-link header footer main "
               "content sidebar menu card card-body card-title title text text-center active hidden visible disabled "
               "form-control form-group input-group list-group-item table table-striped img-fluid icon logo wrapper inner "
               "left right top bottom clearfix d-flex mt-3 mb-4 p-2").split()
    attributes = ('id="main" href="#" href="/" src="/images/logo.png" alt="" title="" style="display:none" type="text" '
                  'type="submit" name="email" value="" placeholder="Search" width="100%" height="100" target="_blank" '
                  'rel="stylesheet" charset="utf-8" lang="en" onclick="return false;" method="post" action="/search" '
                  'for="name" role="button" aria-label="Close" data-id="1" data-toggle="dropdown" colspan="2" '
                  'required disabled checked selected async defer').split(' ')
    words = english().split("\n", 1)[1].splitlines()
    for number, tag in enumerate(tags):
        rows.append(f"<{tag} {attributes[number % len(attributes)]}></{tag}>")
    for number in range(300):
        tag = pick.of(["div", "p", "span", "li", "a", "td", "h2", "div", "section", "button", "strong", "label"])
        sentence = " ".join(pick.of(words).split()[: pick.below(7) + 2])
        style = " ".join(pick.of(classes) for _ in range(pick.below(3) + 1))
        rows.append([
            f'<{tag} class="{style}">{sentence}</{tag}>', f'<a href="https://www.{pick.of(HOSTS)}/" target="_blank">{sentence}</a>',
            f'<li><a href="/{pick.of(WORDS)}/{pick.below(900)}" class="{style}">{sentence}</a></li>', f"<p>{sentence}</p>",
            f'<img src="/images/{pick.of(WORDS)}.jpg" alt="{sentence}" width="{pick.below(800)}" height="{pick.below(600)}">',
            f'<div id="{pick.of(WORDS)}-{pick.below(30)}" class="{style}"><span>{sentence}</span></div>',
            f'<tr><td>{pick.below(500)}</td><td class="{style}">{sentence}</td></tr>',
            f'<input type="{pick.of(["text", "hidden", "checkbox", "submit", "email"])}" name="{pick.of(WORDS)}" id="{pick.of(WORDS)}" value="{pick.below(10)}">',
            f"<h{pick.below(4) + 1}>{sentence}</h{pick.below(4) + 1}>&nbsp;&amp; &lt;b&gt; &copy; 20{pick.below(10) + 15}<br />",
        ][number % 9])
    rows += ['<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>', '<meta name="viewport" content="width=device-width, initial-scale=1">',
             '<link rel="stylesheet" href="/css/style.css"><script src="/js/main.js"></script></head><body>',
             "</div></div></div></body></html>", "</li></ul></nav>", "</td></tr></tbody></table>", "<ul><li></li></ul>", "<!-- end -->"]
    return "\n".join(rows) + "\n"


def log_text():
    pick = Sequence(4)
    rows = []
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    daemons = "sshd systemd kernel cron nginx CRON dhclient postfix/smtpd sudo NetworkManager dockerd mysqld named apache2".split()
    classes = ("com.example.Main org.apache.Server java.lang.NullPointerException app.database app.http main worker "
               "http-nio-8080-exec-1 auth.service scheduler").split()
    messages = ("Connection refused|Connection closed by|Connection timed out|Connection reset by peer|Failed password for root from|"
                "Accepted publickey for admin from|session opened for user root by (uid=0)|session closed for user root|"
                "Started Session of user|Starting Daily apt upgrade and clean activities...|Server started on port 8080|"
                "Listening on 0.0.0.0:443|Request completed in|Request failed with status 500|Internal Server Error|"
                "Permission denied|No such file or directory|Out of memory: Killed process|Disk usage is at|Cache miss for key|"
                "Cache hit for key|User logged in successfully|User not found|Invalid credentials for user|Query took|"
                "Slow query detected|Retrying in 5 seconds|Retry attempt 1 of 3|Timeout after 30000 ms|Shutting down gracefully|"
                "Configuration loaded from /etc/app/config.yml|Database connection established|Unable to connect to database|"
                "Failed to read file|Failed to start|Successfully processed|Processing job|Job finished|Received signal 15|"
                "Deprecated option used|Unhandled exception|NullPointerException at line|Traceback (most recent call last):|"
                "segfault at 0 ip|new connection from|message repeated 2 times|pam_unix(sshd:session):|service entered failed state|"
                "upstream timed out (110: Connection timed out) while reading response header|client denied by server configuration").split("|")
    agents = ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
              "curl/7.88.1", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "-"]
    for number in range(330):
        address = [f"192.168.{pick.below(10)}.{pick.below(255)}", f"10.0.{pick.below(10)}.{pick.below(255)}",
                   f"{pick.below(223) + 1}.{pick.below(255)}.{pick.below(255)}.{pick.below(255)}"][pick.below(3)]
        year, month, day = 2018 + pick.below(8), pick.below(12) + 1, pick.below(28) + 1
        clock = f"{pick.below(24):02}:{pick.below(60):02}:{pick.below(60):02}"
        level = pick.of(["INFO", "INFO", "WARN", "ERROR", "DEBUG"])
        message, process = pick.of(messages), pick.below(30000)
        path = f"/{pick.of(WORDS)}s/{pick.below(900)}"
        status, size = pick.of([200, 200, 200, 304, 404, 302, 500, 403]), pick.below(50000)
        rows.append([
            f"{year}-{month:02}-{day:02} {clock},{pick.digits(3)} {level} [{pick.of(classes)}] {message}",
            f"{months[month - 1]} {day:2} {clock} localhost {pick.of(daemons)}[{process}]: {message}",
            f'{address} - - [{day:02}/{months[month - 1]}/{year}:{clock} +0000] "GET {path} HTTP/1.1" {status} {size} "-" "{pick.of(agents) if number % 5 == 0 else "-"}"',
            f"{year}-{month:02}-{day:02}T{clock}.{pick.digits(3)}Z {level.lower()} {message} {address} port {pick.below(60000)}",
            f"[{year}-{month:02}-{day:02} {clock}] {level}: {message} (took {pick.below(900)} ms)",
            f"{level} {pick.of(classes)}: {message} id={pick.below(9999)} user={pick.of(FIRST).lower()} status={status}",
            f"{year}/{month:02}/{day:02} {clock} [{level.lower()}] {process}#{process}: *{pick.below(900)} {message}, client: {address}, server: {pick.of(HOSTS)}",
        ][number % 7])
    return "\n".join(rows) + "\n"


KINDS = [("english", english), ("chinese", chinese), ("json", json_text), ("url", url_text), ("html", html_text), ("log", log_text)]


def dictionaries():
    """The six dictionaries by name, in the order of their numbers."""
    result = {}
    for name, build in KINDS:
        data = build().encode("utf-8")
        if len(data) > WINDOW:
            sys.exit(f"{name} has {len(data)} bytes, {len(data) - WINDOW} too many")
        result[name] = data
    return result


TITLES = {"english": "English", "chinese": "Chinese", "json": "JSON", "url": "URL", "html": "HTML", "log": "Log"}




def swift(name, data):
    """The Swift file for a text: a literal with long lines wrapped."""
    text = data.decode("utf-8")
    assert '"""#' not in text
    lines = []
    for line in text.split("\n"):
        while len(line) > 108:
            lines.append(line[:108] + "\\#")
            line = line[108:]
        lines.append(line)
    body = "\n".join("        " + line if line else "" for line in lines)
    return f"""// Made by scripts/short-strings/build.py; SHA-256 of the text:
// {hashlib.sha256(data).hexdigest()}

extension DictionaryText {{
    static let {name} = #\"\"\"
{body}
        \"\"\"#
}}
"""


if __name__ == "__main__":
    for name, data in dictionaries().items():
        source = swift(name, data)
        target = TARGET / f"DictionaryText+{TITLES[name]}.swift"
        if "--check" not in sys.argv:
            target.write_text(source, "utf-8")
        elif not target.exists() or target.read_text("utf-8") != source:
            sys.exit(f"{target.name} is not what this program makes")
        print(name, len(data), hashlib.sha256(data).hexdigest())
