#!/usr/bin/env python3
"""Writes published.jsonl: examples from specifications and vendors' documentation, with their sources."""
import json, os
HERE = os.path.dirname(os.path.abspath(__file__))
P = "‹secret›"
rows = []
def row(name, source, message, secret, text, function, signature=None, **more):
    entry = dict(name=name, source=source, message=message, secret=secret, text=text, function=function, **more)
    if signature: entry["signature"] = signature
    rows.append(entry)
def http(*lines, body=""): return "\r\n".join(lines) + "\r\n\r\n" + body

AWS = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
row("AWS Signature 4, get-vanilla", "AWS Signature Version 4 test suite, get-vanilla",
    http("GET / HTTP/1.1", "Host:example.amazonaws.com", "X-Amz-Date:20150830T123600Z",
         "Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    AWS, "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/service/aws4_request\nbb579772317eb040ac9ed261061d46c1f17a8133879d6129b6e1c25292927e63", "hmac-sha256")
row("AWS Signature 4, ListUsers", "AWS General Reference, signing AWS requests with Signature Version 4",
    http("GET /?Action=ListUsers&Version=2010-05-08 HTTP/1.1", "Host: iam.amazonaws.com", "Content-Type: application/x-www-form-urlencoded; charset=utf-8",
         "X-Amz-Date: 20150830T123600Z",
         "Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"),
    AWS, "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/iam/aws4_request\nf536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59", "hmac-sha256")
row("AWS Signature 4, presigned URL", "Amazon S3 API Reference, authenticating requests: using query parameters",
    "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n3bfa292879f6447bbcda7001decf97f4a54dc650c8942174ae0a9121cf58ad04", "hmac-sha256")
row("OAuth 1, temporary credentials", "RFC 5849, section 1.2",
    http("POST /initiate HTTP/1.1", "Host: photos.example.net",
         'Authorization: OAuth realm="Photos",oauth_consumer_key="dpf43f3p2l4k3l03",oauth_signature_method="HMAC-SHA1",oauth_timestamp="137131200",oauth_nonce="wIjqoS",oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready",oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"'),
    "kd94hf93k423kf44", "POST&https%3A%2F%2Fphotos.example.net%2Finitiate&oauth_callback%3Dhttp%253A%252F%252Fprinter.example.com%252Fready%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3DwIjqoS%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131200", "hmac-sha1")
row("OAuth 1, base string", "RFC 5849, section 3.4.1.1 (the text; its signature with these secrets by Python's hmac)",
    http("POST /request?b5=%3D%253D&a3=a&c%40=&a2=r%20b HTTP/1.1", "Host: EXAMPLE.COM",
         'Authorization: OAuth realm="Example",oauth_consumer_key="9djdj82h48djs9d2",oauth_token="kkk9d7dh3k39sjv7",oauth_signature_method="HMAC-SHA1",oauth_timestamp="137131201",oauth_nonce="7d8f3e4a",oauth_signature="yjS2HcI8pcHZyaDTS9ejdmSBfSQ%3D"', body="c2&a3=2+q"),
    "j49sn3j29djd&dh893hdasih9", "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7", "hmac-sha1", fields={"url": "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"})
for version, sig in [("1", "tnnArxj06cWHq44gCs1OSKk/jLY="), ("1.1", "hCtSmYh+iHYCEqBWrE7C7hYmtUk=")]:
    row(f"OAuth 1, Twitter {version}", "Twitter's documentation, creating a signature",
    http(f"POST /{version}/statuses/update.json?include_entities=true HTTP/1.1", "Host: api.twitter.com",
         'Authorization: OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", oauth_version="1.0"',
         body="status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21"),
    "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw&LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
    f"POST&https%3A%2F%2Fapi.twitter.com%2F{version}%2Fstatuses%2Fupdate.json&include_entities%3Dtrue%26oauth_consumer_key%3Dxvz1evFS4wEEPTGEFPHBog%26oauth_nonce%3DkYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1318622958%26oauth_token%3D370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb%26oauth_version%3D1.0%26status%3DHello%2520Ladies%2520%252B%2520Gentlemen%252C%2520a%2520signed%2520OAuth%2520request%2521",
    "hmac-sha1", sig)
row("GitHub", "GitHub's documentation, validating webhook deliveries", "Hello, World!", "It's a Secret to Everybody", "Hello, World!", "hmac-sha256",
    "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17")
b = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
row("Slack", "Slack's documentation, verifying requests", b, "8f742231b10e8888abcd99yyyzzz85a5", "v0:1531420618:" + b, "hmac-sha256",
    "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503", fields={"X-Slack-Request-Timestamp": "1531420618"})
row("Standard Webhooks", "Standard Webhooks, and Svix's documentation", '{"test": 2432232314}', "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}', "hmac-sha256", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    fields={"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330"})
row("WeChat Pay v2, MD5", "WeChat Pay's documentation, signature algorithm", "mch_id=10000100&appid=wxd930ea5d5a258f4f&device_info=1000&body=test&nonce_str=ibuaiVcKdpRxkhJA", "192006250b4c09247ec02edce69f6a2d",
    "appid=wxd930ea5d5a258f4f&body=test&device_info=1000&mch_id=10000100&nonce_str=ibuaiVcKdpRxkhJA&key=" + P, "md5", "9A0A8659F005D6984697E2CA0A9CF3B7")
row("WeChat Pay v2, HMAC", "WeChat Pay's documentation, signature algorithm", "mch_id=10000100&appid=wxd930ea5d5a258f4f&device_info=1000&body=test&nonce_str=ibuaiVcKdpRxkhJA", "192006250b4c09247ec02edce69f6a2d",
    "appid=wxd930ea5d5a258f4f&body=test&device_info=1000&mch_id=10000100&nonce_str=ibuaiVcKdpRxkhJA&key=" + P, "hmac-sha256", "6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6")
row("Aliyun RPC", "Alibaba Cloud's documentation, ECS signature method", "http://ecs.aliyuncs.com/?Timestamp=2016-02-23T12%3A46%3A24Z&Format=XML&AccessKeyId=testid&Action=DescribeRegions&SignatureMethod=HMAC-SHA1&SignatureNonce=3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf&Version=2014-05-26&SignatureVersion=1.0", "testsecret",
    "GET&%2F&AccessKeyId%3Dtestid%26Action%3DDescribeRegions%26Format%3DXML%26SignatureMethod%3DHMAC-SHA1%26SignatureNonce%3D3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf%26SignatureVersion%3D1.0%26Timestamp%3D2016-02-23T12%253A46%253A24Z%26Version%3D2014-05-26", "hmac-sha1", "OLeaidS1JvxuMvnyHOwuJ+uX5qY=")
row("Twilio", "Twilio's documentation, validating requests", http("POST /myapp.php?foo=1&bar=2 HTTP/1.1", "Host: mycompany.com", body="CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212"), "12345",
    "https://mycompany.com/myapp.php?foo=1&bar=2CallSidCA1234567890ABCDECaller+14158675309Digits1234From+14158675309To+18005551212", "hmac-sha1", "RSOYDt4T1cUTdK1PDd93/VVr8B8=")
with open(os.path.join(HERE, "published.jsonl"), "w", encoding="utf-8") as f:
    for r in rows: f.write(json.dumps(r, ensure_ascii=False) + "\n")
print(len(rows))
