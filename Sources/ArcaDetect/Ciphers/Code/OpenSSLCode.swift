internal import ArcaCrypto

/// Bash with the command of OpenSSL 3 and `xxd`.
///
/// Bytes are hexadecimal digits, and each expression is one quoted word.
enum OpenSSLCode: CodeLanguage {
    static let commentMark = "#"
    static let advice = "openssl enc has no authenticated cipher; use age, or arca encrypt."

    static func variable(_ name: String) -> String { "\"$\(snakeCased(name))\"" }
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        // The functions read these as digits.
        case .utf8 where a[0] == "\"$plaintext\"", .text: return a[0]
        case .utf8, .latin1: return piped("printf %s \(a[0])", "to_hex")
        case .utf16(let isLittle):
            return piped("printf %s \(a[0])", "iconv -f UTF-8 -t UTF-16\(isLittle ? "LE" : "BE")", "to_hex")
        case .latin1Text: return piped("from_hex \(a[0])")
        case .fromHex: return a[0].hasPrefix("'") ? a[0] : piped("printf %s \(a[0])", "tr A-F a-f")
        case .fromBase64: return piped("printf %s \(a[0])", "openssl base64 -d -A", "to_hex")
        case .fromBase64URL, .fromKeyBase64:
            file.add(
                """
                from_base64() {
                    local text=${1#base64:}
                    text=$(printf %s "$text" | tr -- -_ +/ | tr -d =)
                    while ((${#text} % 4)); do text+='='; done
                    printf %s "$text" | openssl base64 -d -A | to_hex
                }
                """)
            return piped("from_base64 \(a[0])")
        case .hex: return a[0]
        case .upperHex: return piped("printf %s \(a[0])", "tr a-f A-F")
        case .base64: return piped("from_hex \(a[0])", "openssl base64 -A")
        case .base64URL: return piped("from_hex \(a[0])", "openssl base64 -A", "tr +/ -_")
        case .unpaddedBase64URL: return piped("from_hex \(a[0])", "openssl base64 -A", "tr +/ -_", "tr -d =")
        case .element(let index, let separator):
            file.add(
                """
                element() {
                    local rest=$1$2 i
                    for ((i = 0; i < $3; i++)); do rest=${rest#*"$2"}; done
                    printf %s "${rest%%"$2"*}"
                }
                """)
            return piped("element \(a[0]) \(quoted(separator)) \(index)")
        case .joined(let separator): return a.joined(separator: quoted(separator))
        case .member(let name):
            return piped("printf %s \(a[0])", "sed 's/.*\"\(name)\": *\"\\([^\"]*\\)\".*/\\1/'", "tr -d '\\\\'")
        case .json(let names):
            let format = "{" + names.map { "\"\($0)\":\"%s\"" }.joined(separator: ",") + "}"
            return piped("printf \(quoted(format)) \(a.joined(separator: " "))")
        case .part(let start, let end):
            file.add(
                """
                part() {
                    local start=$((2 * $2)) end=${#1}
                    [ -z "${3-}" ] || end=$((2 * $3))
                    ((start >= 0)) || start=$((start + ${#1}))
                    ((end >= 0)) || end=$((end + ${#1}))
                    printf %s "${1:$start:$((end - start))}"
                }
                """)
            return piped("part \(a[0]) \(start)\(end.map { " \($0)" } ?? "")")
        case .concatenated: return a.joined()
        case .resized(let count):
            file.add(
                """
                resize() {
                    local hex=$1
                    while ((${#hex} < 2 * $2)); do hex+=00; done
                    printf %s "${hex:0:$((2 * $2))}"
                }
                """)
            return piped("resize \(a[0]) \(count)")
        case .repeated(let count):
            file.add(
                """
                repeat() {
                    local hex=$1
                    while ((${#hex} < 2 * $2)); do hex+=$1; done
                    printf %s "${hex:0:$((2 * $2))}"
                }
                """)
            return piped("repeat \(a[0]) \(count)")
        case .folded(let count):
            file.add(
                """
                fold_key() {
                    local -a key=()
                    local i
                    for ((i = 0; i < $2 || 2 * i < ${#1}; i++)); do
                        key[i % $2]=$((${key[i % $2]:-0} ^ 16#0${1:$((2 * i)):2}))
                    done
                    printf %02x "${key[@]}"
                }
                """)
            return piped("fold_key \(a[0]) \(count)")
        case .hash(let function):
            return piped("from_hex \(a[0])", "openssl dgst -\(try name(of: function)) -binary", "to_hex")
        case .hmac(let function):
            let mac = "openssl dgst -\(try name(of: function)) -mac HMAC -macopt hexkey:\(a[0]) -binary"
            return piped("from_hex \(a[1])", mac, "to_hex")
        case .sha1PRNG(let count):
            file.add(sha1PRNG)
            return piped("sha1prng \(a[0]) \(count)")
        case .bytesToKey(let function, let iterations, let count):
            file.add(bytesToKey)
            return piped("bytes_to_key \(try name(of: function)) \(a[0])\(a[1]) \(iterations) \(count)")
        case .pbkdf2(let function, let iterations, let count):
            let digest = try name(of: function)
            return derived(
                "PBKDF2", count, ["digest:\(digest)", "hexpass:\(a[0])", "hexsalt:\(a[1])", "iter:\(iterations)"])
        case .scrypt(let logN, let r, let p, let count):
            return derived(
                "SCRYPT", count,
                ["hexpass:\(a[0])", "hexsalt:\(a[1])", "n:\(1 << logN)", "r:\(r)", "p:\(p)", "maxmem_bytes:2147483647"])
        case .hkdf(let function, let count):
            let options = ["digest:\(try name(of: function))", "hexkey:\(a[0])", "hexsalt:\(a[1])", "hexinfo:\(a[2])"]
            return derived("HKDF", count, options.filter { !$0.hasSuffix(":''") })
        case .random(let count): return piped("openssl rand -hex \(count)")
        case .zeros(let count): return "'\(String(repeating: "00", count: count))'"
        case .timestamp: return piped("printf %016x \"$(date +%s)\"")
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false)
        case .filled(let byte, let block):
            file.add(
                """
                fill() {
                    local hex=$1
                    while ((${#hex} % (2 * $2))); do hex+=$3; done
                    printf %s "$hex"
                }
                """)
            return piped("fill \(a[0]) \(block) \(byte == 0 ? "00" : "20")")
        case .withoutFill(let byte):
            file.add(
                """
                drop_fill() {
                    local hex=$1
                    while [[ $hex == *"$2" ]]; do hex=${hex%"$2"}; done
                    printf %s "$hex"
                }
                """)
            return piped("drop_fill \(a[0]) \(byte == 0 ? "00" : "20")")
        case .counted(let block, let kind):
            let filler =
                switch kind {
                case .zeros: "$(printf %0$((2 * $2))d 0)"
                case .random: "$(openssl rand -hex \"$2\")"
                case .count: "$(for ((i = 0; i < count; i++)); do printf %02x \"$count\"; done)"
                }
            file.add(
                """
                fill_counted() {
                    local count=$(($2 - ${#1} / 2 % $2)) filler i
                    filler=\(filler)
                    printf '%s%s%02x' "$1" "${filler:0:$((2 * count - 2))}" "$count"
                }
                """)
            return piped("fill_counted \(a[0]) \(block)")
        case .withoutCounted:
            file.add(
                """
                drop_counted() {
                    printf %s "${1:0:$((${#1} - 2 * 16#${1: -2}))}"
                }
                """)
            return piped("drop_counted \(a[0])")
        }
    }

    static func shortcut(for scheme: CipherScheme) throws(CryptoError) -> (encrypted: String, decrypted: String)? {
        let cipher = try CodeCipher(scheme)
        let isBase64 = scheme.envelope.encodings == [.base64]
        guard isBase64 || scheme.envelope.encodings.isEmpty, cipher.family == .aes || cipher.family == .camellia else {
            return nil
        }
        let options: String
        switch scheme.saltedDerivation {
        case .bytesToKey(let function, 1, _, _): options = "-md \(try name(of: function))"
        case .pbkdf2(let function, let iterations, _, _):
            options = "-pbkdf2 -iter \(iterations) -md \(try name(of: function))"
        default: return nil
        }
        let enc =
            "KEY_TEXT=\"$key_text\" openssl enc -\(try cipher.openSSLName("openssl")) \(options)"
            + (isBase64 ? " -a -A" : "") + " -pass env:KEY_TEXT"
        return isBase64
            ? (piped("from_hex \"$plaintext\"", enc), piped("printf %s \"$data\"", "\(enc) -d", "to_hex"))
            : (piped("from_hex \"$plaintext\"", enc, "to_hex"), piped("from_hex \"$data\"", "\(enc) -d", "to_hex"))
    }

    private static func piped(_ commands: String...) -> String { "\"$(\(commands.joined(separator: " | ")))\"" }

    private static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(of: function, HashNames.openSSL, "openssl")
    }

    private static func derived(_ name: String, _ count: Int, _ options: [String]) -> String {
        let options = options.map { "-kdfopt \($0)" }.joined(separator: " ")
        return piped("openssl kdf -keylen \(count) \(options) -binary \(name)", "to_hex")
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool
    ) throws(CryptoError) -> String {
        guard !cipher.isAuthenticated else {
            throw unsupported("openssl enc does not have \(cipher.name)", "choose another language")
        }
        let name: String
        switch cipher.family {
        case .rc4: name = (cipher.keyByteCount == 5 ? "rc4-40" : "rc4") + " -provider legacy -provider default"
        case .blowfish: name = "bf-\(cipher.mode.rawValue.lowercased()) -provider legacy -provider default"
        default: name = try cipher.openSSLName("openssl")
        }
        let key = cipher.family == .des ? "\(a[0])\(a[0])\(a[0])" : a[0]
        let options =
            (encrypts ? "" : " -d") + " -K \(key)" + (cipher.hasIV ? " -iv \(a[1])" : "")
            + (cipher.hasBlocks && !cipher.pads ? " -nopad" : "")
        return piped("from_hex \(a[a.count - 1])", "openssl enc -\(name)\(options)", "to_hex")
    }

    private static let bytesToKey = """
        bytes_to_key() {
            local hash=$1 secret_salt=$2 iterations=$3 count=$4 key='' block='' i
            while ((${#key} < 2 * count)); do
                block+=$secret_salt
                for ((i = 0; i < iterations; i++)); do
                    block=$(from_hex "$block" | openssl dgst "-$hash" -binary | to_hex)
                done
                key+=$block
            done
            printf %s "${key:0:$((2 * count))}"
        }
        """

    private static let sha1PRNG = """
        # Java's SHA1PRNG, which adds signed bytes.
        sha1prng() {
            local state digest output='' next carry i
            state=$(from_hex "$1" | openssl dgst -sha1 -binary | to_hex)
            while ((${#output} < 2 * $2)); do
                digest=$(from_hex "$state" | openssl dgst -sha1 -binary | to_hex)
                output+=$digest
                carry=1 next=''
                for ((i = 0; i < 40; i += 2)); do
                    carry=$((carry + (16#${state:i:2} ^ 128) + (16#${digest:i:2} ^ 128) - 256))
                    next+=$(printf %02x $((carry & 255)))
                    carry=$((carry >> 8))
                done
                state=$next
            done
            printf %s "${output:0:$((2 * $2))}"
        }
        """

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String {
        "local \(plain(name))\n    \(plain(name))=\(value)"
    }

    private static func plain(_ variable: String) -> String { variable.filter { $0 != "\"" && $0 != "$" } }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        ["[ \(code) = \(expected) ] || { echo 'wrong key or changed data' >&2; return 1; }"]
    }

    static func function(_ function: CodeFunction) -> String {
        let input = plain(function.parameters[0])
        let reads = input == "data" && function.isText ? "$(cat)" : "$(to_hex)"
        var lines = ["local \(input) result"]
        for (index, parameter) in function.parameters.dropFirst().enumerated() {
            lines.append("local \(plain(parameter))=$\(index + 1)")
        }
        lines.append("\(input)=\(reads)")
        lines += function.lines + ["result=\(function.result)"]
        lines.append(function.isEncrypting && function.isText ? "printf '%s\\n' \"$result\"" : "from_hex \"$result\"")
        let parameters = function.parameters.dropFirst().map { plain($0).uppercased() }.joined(separator: " ")
        let name = function.isEncrypting ? "encrypt" : "decrypt"
        let files = function.isEncrypting ? "< plaintext > data" : "< data > plaintext"
        return """
            # \(name) \(parameters) \(files)
            \(name)() {
            \(indented(lines))
            }
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let conversions = """
            # Bytes are hexadecimal digits in variables, because a variable cannot contain zero bytes.
            to_hex() { xxd -p | tr -d '\\n'; }
            from_hex() { printf %s "$1" | xxd -r -p; }
            """
        let isVisible = functions.contains { text in ["-K ", "hexkey:", "hexpass:"].contains { text.contains($0) } }
        let notice =
            isVisible ? "\n# Other users of the machine can see keys in the arguments of openssl while it runs." : ""
        return sections(
            ["#!/usr/bin/env bash\n" + header + notice, "set -euo pipefail", conversions] + file.helpers + functions)
    }
}
