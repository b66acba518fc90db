#!/usr/bin/env python3
"""Writes cases.jsonl: request signatures made by Python's hashlib and hmac, and by openssl for RSA.

Each case has a message, a signature, a secret or public key, and the text that was signed, with ‹secret› for the secret.
"""
import base64, hashlib, hmac, json, os, subprocess, urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
PLACE = "‹secret›"
cases = []


def digest(name, data):
    if name == "sm3":
        return subprocess.run(["openssl", "dgst", "-sm3", "-binary"], input=data, stdout=subprocess.PIPE, check=True).stdout
    return hashlib.new(name, data).digest()


def mac(name, key, data):
    if name != "sm3":
        return hmac.new(key, data, name).digest()
    key = (digest(name, key) if len(key) > 64 else key).ljust(64, b"\0")
    inner = digest(name, bytes(b ^ 0x36 for b in key) + data)
    return digest(name, bytes(b ^ 0x5C for b in key) + inner)


def encode(code, form):
    text = {
        "hex": code.hex, "HEX": lambda: code.hex().upper(), "base64": lambda: base64.b64encode(code).decode(),
        "base64url": lambda: base64.urlsafe_b64encode(code).decode().rstrip("="),
        "base64hex": lambda: base64.b64encode(code.hex().encode()).decode(),
    }
    return text[form]()


def case(name, message, text, secret, function="md5", form="hex", key=None, cut=slice(None), prefix="", **more):
    """key: the HMAC's key with the place of the secret; None for a plain hash."""
    fill = lambda t: t.replace(PLACE, secret).encode()
    code = digest(function, fill(text)) if key is None else mac(function, key if isinstance(key, bytes) else fill(key), fill(text))
    if isinstance(cut, slice) and cut != slice(None):
        code = code[cut]
    cases.append(dict(name=name, message=message, signature=prefix + encode(code, form), secret=secret, text=text,
                      function=function if key is None else "hmac-" + function, **more))


S = "192006250b4c09247ec02edce69f6a2d"
T = "a-text-secret!"

# Parameters: order, omissions, joining, encodings
P = "appid=wxd930ea5d5a258f4f&mch_id=10000100&device_info=1000&body=test&nonce_str=ibuaiVcKdpRxkhJA"
W = "appid=wxd930ea5d5a258f4f&body=test&device_info=1000&mch_id=10000100&nonce_str=ibuaiVcKdpRxkhJA"
case("WeChat Pay v2, MD5", P, f"{W}&key={PLACE}", S, form="HEX")
case("WeChat Pay v2, HMAC-SHA256", P, f"{W}&key={PLACE}", S, "sha256", "HEX", key=PLACE)
Q = "method=taobao.item.get&app_key=12345678&timestamp=2016-01-01 12:00:00&format=json&v=2.0&sign_method=md5&fields=num_iid,title&empty="
QS = sorted(p.split("=", 1) for p in Q.split("&"))
concat = "".join(k + v for k, v in QS if v)
case("Taobao: secret on both sides", Q, f"{PLACE}{concat}{PLACE}", T, form="HEX")
case("Taobao: HMAC-MD5", Q, concat, T, "md5", "HEX", key=PLACE)
case("with empty ones, in order, name=value", Q, Q + PLACE, T)
pairs = [("b", "2"), ("a", "1"), ("Z", "hello world"), ("c", ""), ("d", "x/y+z&=ü")]
enc = urllib.parse.urlencode(pairs)
join = lambda ps, a="=", s="&": s.join(k + a + v for k, v in ps)
full = sorted(pairs)
some = [p for p in full if p[1]]
for f in ["md5", "sha1", "sha256", "sha512", "sm3"]:
    case(f"sorted, decoded, secret after, {f}", enc, join(full) + PLACE, T, f)
    case(f"sorted, without empty ones, HMAC-{f}", enc, join(some), T, f, key=PLACE)
    case(f"secret before, {f} in Base64", enc, PLACE + join(some), T, f, "base64")
case("Base64URL without padding", enc, join(some), T, "sha256", "base64url", key=PLACE)
case("Base64 of the hexadecimal digits", enc, join(some) + PLACE, T, "md5", "base64hex")
case("in order, as received", enc, enc + PLACE, T)
quote = lambda s: urllib.parse.quote(s, safe="")
case("RFC 3986", enc, join([(quote(k), quote(v)) for k, v in full]) + PLACE, T)
case("form encoding, sorted", enc, urllib.parse.urlencode(full) + PLACE, T, "sha1")
lowered = [(k.lower(), v) for k, v in pairs]
case("names in lower case, sorted by name", enc, join(sorted([(k.lower(), v) for k, v in some], key=lambda p: p[0])) + "&key=" + PLACE, T) if False else None
case("values alone", enc, "".join(v for k, v in some) + PLACE, T)
case("values with |", enc, "|".join(v for k, v in full) + "|" + PLACE, T)
case("values one per line", enc, "\n".join(v for k, v in full), T, "sha256", key=PLACE)
case("a=1b=2", enc, join(full, "=", "") + PLACE, T)
case("a:1,b:2", "b=2&a=1", "a:1,b:2" + PLACE, T, "sha256")
case("descending", "b=2&a=1&c=3", "c=3&b=2&a=1" + PLACE, T)
case("in the given order", "b=2&a=1&c=3", "b=2&a=1&c=3" + PLACE, T)
case("ignoring case", "b=2&A=1&C=3", "A=1&b=2&C=3" + PLACE, T)
case("sorted by value", "x=9&y=1&z=5", "159" + PLACE, T, "sha1")
case("signature and type omitted", "b=2&sign_type=MD5&a=1&sign=00", "a=1&b=2" + PLACE, T)
case("signature omitted, type kept", "b=2&sign_type=MD5&a=1&sign=00", "a=1&b=2&sign_type=MD5" + PLACE, T)
for name in ["app_secret", "appSecret", "secret", "appkey", "token", "key"]:
    case(f"appended as &{name}=", "b=2&a=1", f"a=1&b=2&{name}={PLACE}", T)
case("put first as key=", "b=2&a=1", f"key={PLACE}&a=1&b=2", T)
case("secret sorted as a parameter", "app_id=1&time=5&b=2", f"app_id=1&app_secret={PLACE}&b=2&time=5", T, "sha256")
case("WeChat's token: values sorted", "timestamp=1409735669&nonce=1320562132", f"13205621321409735669{PLACE}", T, "sha1")
for glue in ["&", "\n", "|", ":", "."]:
    case(f"joined by {glue!r}", "b=2&a=1", f"a=1&b=2{glue}{PLACE}", T)
case("first 16 digits of MD5", "b=2&a=1", f"a=1&b=2{PLACE}", T, cut=slice(0, 8))
case("middle 16 digits of MD5", "b=2&a=1", f"a=1&b=2{PLACE}", T, form="HEX", cut=slice(4, 12))
case("first 16 bytes of HMAC-SHA256", "b=2&a=1", "a=1&b=2", T, "sha256", key=PLACE, cut=slice(0, 16))
case("a digest without secret", "b=2&a=1", "a=1&b=2", T, "sha256")
case("the secret in hexadecimal digits", "b=2&a=1", "a=1&b=2", S, "sha256", key=bytes.fromhex(S))
case("the secret in Base64", "b=2&a=1", "a=1&b=2", "c2VjcmV0IGtleSBvZiBieXRlcw==", "sha1", key=b"secret key of bytes")
md5 = lambda s: hashlib.md5(s.encode()).hexdigest()
cases.append(dict(name="MD5 of the secret", message="b=2&a=1", signature=md5("a=1&b=2" + md5(T)), secret=T, text=f"a=1&b=2{PLACE}", function="md5"))
case("MD5 of the text, then the secret", "b=2&a=1", md5("a=1&b=2") + PLACE, T)
case("lines of parameters", "b: 2\na: 1\n", "a=1&b=2" + PLACE, T)
case("a URL", "https://api.example.com/v1/pay?b=2&a=1", "a=1&b=2" + PLACE, T)
case("path and pairs", "https://api.example.com/v1/pay?b=2&a=1", "/v1/paya1b2", T, "sha256", "HEX", key=PLACE)

# JSON
J = '{"b": 2, "a": "ü/x", "list": [1, 2], "sign": "00"}'
case("JSON unchanged", J, J, T, "sha256", key=PLACE)
case("JSON compact without signature", J, '{"b":2,"a":"ü/x","list":[1,2]}' + PLACE, T)
case("JSON sorted, as Python writes it", J, json.dumps({"a": "ü/x", "b": 2, "list": [1, 2]}), T, "sha256", key=PLACE)
case("JSON as PHP writes it", J, '{"b":2,"a":"\\u00fc\\/x","list":[1,2]}' + PLACE, T)
case("JSON members as parameters", J, 'a=ü/x&b=2&list=[1,2]&key=' + PLACE, T, form="HEX")

# Requests with headers
body = '{"id":"evt_1","amount":100}'
case("Stripe", body, "1492774577." + body, T, "sha256", key=PLACE, prefix="t=1492774577,v1=")
case("GitHub", body, body, T, "sha256", key=PLACE, prefix="sha256=")
case("Shopify", body, body, T, "sha256", "base64", key=PLACE)
case("Slack", body, f"v0:1531420618:{body}", T, "sha256", key=PLACE, prefix="v0=", fields={"X-Slack-Request-Timestamp": "1531420618"})
case("Standard Webhooks", body, f"msg_1.1614265330.{body}", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "sha256", "base64",
     key=base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), prefix="v1,", fields={"webhook-id": "msg_1", "webhook-timestamp": "1614265330"})
case("DingTalk", "timestamp=1577262236757", f"1577262236757\n{PLACE}", "SEC000", "sha256", "base64", key=PLACE)
case("Feishu's webhooks", "timestamp=1599360473", "", T, "sha256", "base64", key=f"1599360473\n{PLACE}")
case("Feishu's events", body, f"1599360473n0nce{PLACE}{body}", T, "sha256", fields={"X-Lark-Request-Timestamp": "1599360473", "X-Lark-Request-Nonce": "n0nce"})
http = lambda head, b="": head.replace("\n", "\r\n") + "\r\n\r\n" + b
case("OKX", http("POST /api/v5/order HTTP/1.1\nHost: okx.example\nOK-ACCESS-TIMESTAMP: 2020-12-08T09:08:57.715Z", body),
     "2020-12-08T09:08:57.715ZPOST/api/v5/order" + body, T, "sha256", "base64", key=PLACE)
case("method, host, path and parameters", http("GET /v1/account?Timestamp=2017-05-11T15%3A19%3A30&AccessKeyId=e2xx HTTP/1.1\nHost: api.huobi.example"),
     "GET\napi.huobi.example\n/v1/account\nAccessKeyId=e2xx&Timestamp=2017-05-11T15%3A19%3A30", T, "sha256", "base64", key=PLACE)
case("Twilio", http("POST /myapp.php?foo=1&bar=2 HTTP/1.1\nHost: example.com", "CallSid=CA1&From=%2B14158675310&Digits=1234"),
     "https://example.com/myapp.php?foo=1&bar=2CallSidCA1Digits1234From+14158675310", T, "sha1", "base64", key=PLACE)
case("Aliyun RPC", "http://ecs.aliyuncs.com/?Timestamp=2016-02-23T12:46:24Z&Format=XML&Action=DescribeRegions",
     "GET&%2F&Action%3DDescribeRegions%26Format%3DXML%26Timestamp%3D2016-02-23T12%253A46%253A24Z", T, "sha1", "base64", key=PLACE + "&")
case("TikTok Shop", http("POST /order/202309?app_key=68xu&timestamp=1623812664 HTTP/1.1\nHost: open-api.example", body),
     f"{PLACE}/order/202309app_key68xutimestamp1623812664{body}{PLACE}", T, "sha256", key=PLACE)

# RSA
key = os.path.join(HERE, "rsa.pem")
public = "".join(subprocess.run(["openssl", "pkey", "-in", key, "-pubout"], capture_output=True, text=True, check=True).stdout.splitlines()[1:-1])


def rsa(name, message, text, function="sha256", **more):
    code = subprocess.run(["openssl", "dgst", "-" + function, "-sign", key], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
    cases.append(dict(name=name, message=message, signature=base64.b64encode(code).decode(), publicKey=public, text=text,
                      function="rsa-" + function, **more))


A = "total_amount=2.00&buyer_id=2088102116773037&body=%E5%A4%A7%E4%B9%90%E9%80%8F&sign_type=RSA2&sign=x%2B&app_id=2015102700040153"
D = "app_id=2015102700040153&body=大乐透&buyer_id=2088102116773037"
rsa("Alipay RSA2, notification", A, D + "&total_amount=2.00")
rsa("Alipay RSA", A, D + "&total_amount=2.00", "sha1")
rsa("Alipay RSA2, request", A, D + "&sign_type=RSA2&total_amount=2.00")
rsa("Alipay RSA2, response", '{"alipay_trade_query_response":{"code":"10000","msg":"Success"},"sign":"x"}', '{"code":"10000","msg":"Success"}')
rsa("WeChat Pay v3, request", http("POST /v3/pay/transactions/jsapi HTTP/1.1\nHost: api.mch.weixin.qq.com", body),
    f"POST\n/v3/pay/transactions/jsapi\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n{body}\n",
    fields={"timestamp": "1554208460", "nonce_str": "593BEC0C930BF1AFEB40B4A08C8FB242"})
rsa("WeChat Pay v3, GET", "GET /v3/certificates HTTP/1.1\r\n\r\n", "GET\n/v3/certificates\n1554208460\nabc\n\n",
    fields={"timestamp": "1554208460", "nonce_str": "abc"})
rsa("WeChat Pay v3, response", http("HTTP/1.1 200 OK") and body, f"1554209980\nc5ac7061fccab6bf3e254dcf98995b8c\n{body}\n",
    fields={"Wechatpay-Timestamp": "1554209980", "Wechatpay-Nonce": "c5ac7061fccab6bf3e254dcf98995b8c"})

with open(os.path.join(HERE, "cases.jsonl"), "w", encoding="utf-8") as file:
    for entry in cases:
        file.write(json.dumps(entry, ensure_ascii=False) + "\n")
print(len(cases), "cases")
