#!/bin/sh
# Cases by MariaDB's AES_ENCRYPT and DES_ENCRYPT. Prints JSON lines; see SOURCE.md. Starts a server of its own.
set -e
dir=$(mktemp -d)
mariadb-install-db --no-defaults --datadir="$dir/data" --auth-root-authentication-method=normal --skip-test-db >/dev/null 2>&1
mariadbd --no-defaults --user="$(id -un)" --datadir="$dir/data" --socket="$dir/s" --skip-networking --pid-file="$dir/p" >/dev/null 2>&1 &
pid=$!
until mariadb-admin --no-defaults --socket="$dir/s" ping >/dev/null 2>&1; do sleep 1; done
python3 - "$dir/s" <<'PY'
import json, subprocess, sys
I = json.load(open("inputs.json"))
def sql(text):
    return subprocess.run(["mariadb", "--no-defaults", "--default-character-set=utf8mb4", "-uroot", "--socket=" + sys.argv[1], "-N", "-B", "-e", text], capture_output=True, text=True, check=True).stdout.strip()
by = "MariaDB " + sql("select version()")
def quote(t): return "'" + t.replace("\\", "\\\\").replace("'", "''").replace("\n", "\\n") + "'"
for i in range(12):
    p = I["plaintexts"][(3 * i + 1) % 20]; k = (I["short"] + I["text16"] + I["text24"] + I["text32"])[i]
    call = f"aes_encrypt({quote(p)}, {quote(k)})"
    form = "hex" if i % 2 else "to_base64"
    data = sql(f"select {form}({call})").replace("\\n", "\n")
    print(json.dumps({"name": "aes_encrypt", "by": by, "key": k, "data": data, "plaintext": p}, ensure_ascii=False))
PY
kill "$pid"; wait "$pid" || true
rm -r "$dir"
