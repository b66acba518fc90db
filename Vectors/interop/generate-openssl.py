"""Cases by the openssl command. Prints JSON lines; see SOURCE.md."""
import base64, json, os, subprocess
I = json.load(open("inputs.json"))
version = subprocess.run(["openssl", "version"], capture_output=True, text=True).stdout.split(" (")[0].strip()
def run(plain, *args):
    return subprocess.run(["openssl", "enc", *args], input=plain.encode(), capture_output=True, check=True).stdout
def emit(name, key, data, plain, **more):
    print(json.dumps({"name": name, "by": version, "key": key, "data": data, "plaintext": plain, **more}, ensure_ascii=False))
for i in range(4):
    p = I["plaintexts"][i * 5 % 20]; s = I["short"][i]; k16 = I["hex16"][i % 3].lower(); k32 = I["hex32"][i % 2]; iv = os.urandom(16).hex()
    for args in [["-aes-256-cbc", "-md", "md5"], ["-aes-256-cbc"], ["-aes-128-cbc", "-pbkdf2"], ["-aes-256-cbc", "-pbkdf2", "-iter", "100000"], ["-des-ede3-cbc", "-md", "md5"], ["-aes-256-ctr"]]:
        emit("enc " + " ".join(args), s, run(p, *args, "-a", "-A", "-pass", "pass:" + s).decode(), p)
    emit("enc -nosalt md5", s, run(p, "-aes-128-cbc", "-nosalt", "-md", "md5", "-a", "-A", "-pass", "pass:" + s).decode(), p)
    for cipher, key in [("aes-128-cbc", k16), ("aes-256-cbc", k32), ("aes-256-ctr", k32), ("aes-128-cfb", k16), ("aes-128-ofb", k16), ("camellia-128-cbc", k16), ("sm4-cbc", k16)]:
        emit(cipher + " -K -iv", key, run(p, "-" + cipher, "-K", key, "-iv", iv, "-a", "-A").decode(), p, iv=iv)
    emit("aes-128-ecb -K", k16, run(p, "-aes-128-ecb", "-K", k16).hex(), p)
