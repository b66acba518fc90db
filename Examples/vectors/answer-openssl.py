#!/usr/bin/env python3
"""Answers the questions of `arca vectors verify --against` by the command openssl.

    arca vectors verify --only hmac --against 'python3 Examples/vectors/answer-openssl.py' PATH

A process is started for each question, so it is slow: use it for some thousands of cases. What the command cannot do
is answered by "unsupported", so the cases are skipped with that reason.
"""

import json
import os
import subprocess
import sys
import tempfile


class Unsupported(Exception):
    """There is no answer."""


class Refused(Exception):
    """The answer is no."""


def run(*words, data=b""):
    result = subprocess.run(["openssl", *words], input=data, capture_output=True)
    if result.returncode != 0:
        raise Refused(result.stderr.decode(errors="replace").strip().splitlines()[-1:] or "no")
    return result.stdout


def digest_name(name):
    return {"sha512/224": "sha512-224", "sha512/256": "sha512-256"}.get(name, name)


def mac(algorithm, inputs):
    key = inputs.get("key", "")
    if algorithm == "cmac":
        words = ["-cipher", f"aes-{len(key) * 4}-cbc", "-macopt", f"hexkey:{key}", "CMAC"]
    elif algorithm == "gmac":
        words = ["-cipher", f"aes-{len(key) * 4}-gcm", "-macopt", f"hexkey:{key}", "-macopt", f"hexiv:{inputs['nonce']}"]
        words += ["GMAC"]
    elif algorithm.startswith("hmac-"):
        if not key:
            raise Unsupported("no empty key on the command line")
        words = ["-digest", digest_name(algorithm[5:]), "-macopt", f"hexkey:{key}", "HMAC"]
    else:
        raise Unsupported(f"no {algorithm}")
    with tempfile.NamedTemporaryFile() as file:
        file.write(bytes.fromhex(inputs["msg"]))
        file.flush()
        return run("mac", "-in", file.name, *words).decode().strip().lower()


def crypt(algorithm, inputs, decrypts):
    if algorithm not in ("aes-cbc", "aes-ecb", "aes-ctr"):
        raise Unsupported(f"no {algorithm}")
    key = inputs["key"]
    words = ["enc", f"-aes-{len(key) * 4}-{algorithm[4:]}", "-K", key, "-d" if decrypts else "-e"]
    if algorithm != "aes-ecb":
        words += ["-iv", inputs["iv"]]
    if inputs.get("padding") == "none":
        words.append("-nopad")
    given, wanted = ("ct", "msg") if decrypts else ("msg", "ct")
    return {wanted: run(*words, data=bytes.fromhex(inputs[given])).hex()}


def verify(algorithm, inputs):
    if algorithm not in ("rsa-pkcs1", "rsa-pss"):
        raise Unsupported(f"no {algorithm}")
    options = []
    if algorithm == "rsa-pss":
        if inputs["mgf"] != "mgf1":
            raise Unsupported("no mask by " + inputs["mgf"])
        options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", f"rsa_pss_saltlen:{inputs['saltByteCount']}"]
        options += ["-sigopt", "rsa_mgf1_md:" + digest_name(inputs["mgfHash"])]
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in ("publicKey", "sig", "msg")}
        for name, path in paths.items():
            with open(path, "wb") as file:
                file.write(bytes.fromhex(inputs[name]))
        run(
            "dgst", "-" + digest_name(inputs["hash"]), *options, "-keyform", "DER", "-verify", paths["publicKey"],
            "-signature", paths["sig"], paths["msg"])
    return {}


def answer(operation, algorithm, inputs):
    if operation == "hash":
        data = bytes.fromhex(inputs["msg"])
        return {"digest": run("dgst", "-" + digest_name(algorithm), "-binary", data=data).hex()}
    if operation == "mac":
        return {"tag": mac(algorithm, inputs)[:2 * inputs["tagByteCount"]]}
    if operation == "verify-mac":
        if not inputs["tag"] or mac(algorithm, inputs)[:len(inputs["tag"])] != inputs["tag"].lower():
            raise Refused("the code does not fit")
        return {}
    if operation in ("encrypt", "decrypt"):
        return crypt(algorithm, inputs, operation == "decrypt")
    if operation == "verify":
        return verify(algorithm, inputs)
    if operation == "hkdf":
        if not inputs["ikm"]:
            raise Unsupported("no empty key on the command line")
        words = ["kdf", "-keylen", str(inputs["outputByteCount"]), "-binary"]
        words += ["-kdfopt", "digest:" + digest_name(algorithm), "-kdfopt", "hexkey:" + inputs["ikm"]]
        for name, option in (("salt", "hexsalt"), ("info", "hexinfo")):
            if inputs[name]:
                words += ["-kdfopt", f"{option}:{inputs[name]}"]
        return {"key": run(*words, "HKDF").hex()}
    if operation == "is-prime":
        if int(inputs["number"][:1] or "0", 16) > 7:
            raise Refused("a negative number")
        if b"is prime" not in run("prime", "-hex", inputs["number"] or "0"):
            raise Refused("not a prime")
        return {}
    raise Unsupported(f"no operation {operation}")


def main():
    for line in sys.stdin:
        question = json.loads(line)
        reply = {"id": question["id"]}
        try:
            reply["outputs"] = answer(question["operation"], question["algorithm"], question["inputs"])
        except Unsupported as error:
            reply["unsupported"] = str(error)
        except Refused as error:
            reply["refused"] = str(error)
        print(json.dumps(reply), flush=True)


main()
