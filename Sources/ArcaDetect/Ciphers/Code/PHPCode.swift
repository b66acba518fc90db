internal import ArcaCrypto

/// PHP 7.2 or newer with its extension `openssl`; bytes and texts are strings.
enum PHPCode: CodeLanguage {
    static let advice = """
        openssl_encrypt with 'aes-256-gcm' and a nonce of random_bytes(12), or sodium_crypto_secretbox; \
        a passphrase by sodium_crypto_pwhash (Argon2).
        """

    static func variable(_ name: String) -> String { "$" + name }

    static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8, .latin1, .text, .latin1Text: return a[0]
        case .utf16(let isLittle): return "iconv('UTF-8', 'UTF-16\(isLittle ? "LE" : "BE")', \(a[0]))"
        case .fromHex: return "hex2bin(\(a[0]))"
        case .fromBase64: return "base64_decode(\(a[0]))"
        case .fromBase64URL: return "base64_decode(strtr(\(a[0]), '-_', '+/'))"
        case .fromKeyBase64: return "base64_decode(strtr(preg_replace('/^base64:/', '', \(a[0])), '-_', '+/'))"
        case .hex: return "bin2hex(\(bare(a[0])))"
        case .upperHex: return "strtoupper(bin2hex(\(bare(a[0]))))"
        case .base64: return "base64_encode(\(bare(a[0])))"
        case .base64URL: return "strtr(base64_encode(\(bare(a[0]))), '+/', '-_')"
        case .unpaddedBase64URL: return "rtrim(strtr(base64_encode(\(bare(a[0]))), '+/', '-_'), '=')"
        case .element(let index, let separator): return "explode(\(quoted(separator)), \(a[0]))[\(index)]"
        case .joined(let separator): return "implode(\(quoted(separator)), [\(a.joined(separator: ", "))])"
        case .member(let name): return "json_decode(\(a[0]), true)[\(quoted(name))]"
        case .json(let names):
            let members = zip(names, a).map { "\(quoted($0)) => \($1)" }.joined(separator: ", ")
            return "json_encode([\(members)], JSON_UNESCAPED_SLASHES)"
        case .part(let start, let end):
            guard let end else { return "substr(\(a[0]), \(start))" }
            return "substr(\(a[0]), \(start), \(end < 0 ? end : end - start))"
        case .concatenated: return "(\(a.joined(separator: " . ")))"
        case .resized(let count): return "str_pad(substr(\(a[0]), 0, \(count)), \(count), \"\\0\")"
        case .repeated(let count): return "substr(str_repeat(\(a[0]), \(count)), 0, \(count))"
        case .folded(let count):
            file.add(
                """
                function fold(string $data, int $count): string
                {
                    $key = str_repeat("\\0", $count);
                    foreach (str_split($data, $count) as $part) {
                        $key ^= str_pad($part, $count, "\\0");
                    }
                    return $key;
                }
                """)
            return "fold(\(a[0]), \(count))"
        case .hash(let function): return "hash('\(try name(of: function))', \(bare(a[0])), true)"
        case .hmac(let function): return "hash_hmac('\(try name(of: function))', \(bare(a[1])), \(bare(a[0])), true)"
        case .sha1PRNG(let count):
            file.add(sha1PRNG)
            return "sha1prng(\(a[0]), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            file.add(bytesToKey)
            return "bytesToKey('\(try name(of: function))', \(a[0]), \(a[1]), \(iterations), \(count))"
        case .pbkdf2(let function, let iterations, let count):
            return "hash_pbkdf2('\(try name(of: function))', \(a[0]), \(a[1]), \(iterations), \(count), true)"
        case .scrypt: throw unsupported("PHP does not have scrypt with these parameters", "choose another language")
        case .hkdf(let function, let count):
            return "hash_hkdf('\(try name(of: function))', \(a[0]), \(count), \(a[2]), \(a[1]))"
        case .random(let count): return "random_bytes(\(count))"
        case .zeros(let count): return count == 0 ? "''" : "str_repeat(\"\\0\", \(count))"
        case .timestamp: return "pack('J', time())"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.add(
                """
                function fill(string $data, int $block, string $byte): string
                {
                    return $data . str_repeat($byte, ($block - strlen($data) % $block) % $block);
                }
                """)
            return "fill(\(a[0]), \(block), \(byte == 0 ? "\"\\0\"" : "' '"))"
        case .withoutFill(let byte): return "rtrim(\(a[0]), \(byte == 0 ? "\"\\0\"" : "' '"))"
        case .counted(let block, let kind):
            // random_bytes(0) is an error.
            let filler =
                switch kind {
                case .zeros: "str_repeat(\"\\0\", $count - 1)"
                case .random: "substr(random_bytes($count), 1)"
                case .count: "str_repeat(chr($count), $count - 1)"
                }
            file.add(
                """
                function fillCounted(string $data, int $block): string
                {
                    $count = $block - strlen($data) % $block;
                    return $data . \(filler) . chr($count);
                }
                """)
            return "fillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.add(
                """
                function dropCounted(string $data): string
                {
                    return substr($data, 0, -ord($data[-1]));
                }
                """)
            return "dropCounted(\(a[0]))"
        }
    }

    private static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(
            of: function,
            HashNames.openSSL.filter { !["blake2b", "blake2s", "sm3"].contains($0.key) }, "PHP")
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let verb = encrypts ? "encrypt" : "decrypt"
        let failure = """
            if ($result === false) {
                    throw new \\RuntimeException('wrong key or changed data');
                }
            """
        switch cipher.family {
        case .rc4:
            file.add(rc4)
            return "rc4(\(a.map(bare).joined(separator: ", ")))"
        case .chaCha20:
            file.add(
                """
                function \(encrypts ? "seal" : "open")(string $key, string $nonce, string $data): string
                {
                    $result = sodium_crypto_aead_chacha20poly1305_ietf_\(verb)($data, '', $nonce, $key);
                    \(failure)
                    return $result;
                }
                """)
            return "\(encrypts ? "seal" : "open")(\(a.map(bare).joined(separator: ", ")))"
        default: break
        }
        let name = try cipher.openSSLName("PHP")
        if cipher.mode == .gcm {
            file.add(
                encrypts
                    ? """
                    function seal(string $key, string $nonce, string $data): string
                    {
                        $result = openssl_encrypt($data, '\(name)', $key, OPENSSL_RAW_DATA, $nonce, $tag);
                        return $result . $tag;
                    }
                    """
                    : """
                    function open(string $key, string $nonce, string $sealed): string
                    {
                        [$data, $tag] = [substr($sealed, 0, -16), substr($sealed, -16)];
                        $result = openssl_decrypt($data, '\(name)', $key, OPENSSL_RAW_DATA, $nonce, $tag);
                        \(failure)
                        return $result;
                    }
                    """)
            return "\(encrypts ? "seal" : "open")(\(a.map(bare).joined(separator: ", ")))"
        }
        let iv = cipher.hasIV
        let flags = "OPENSSL_RAW_DATA" + (cipher.hasBlocks && !cipher.pads ? " | OPENSSL_ZERO_PADDING" : "")
        file.add(
            """
            function \(verb)Bytes(string $key, \(iv ? "string $iv, " : "")string $data): string
            {
                $result = openssl_\(verb)($data, '\(name)', $key, \(flags)\(iv ? ", $iv" : ""));
                \(failure)
                return $result;
            }
            """)
        var a = a
        if cipher.family == .des { a[0] = "str_repeat(\(a[0]), 3)" }
        return "\(verb)Bytes(\(a.map(bare).joined(separator: ", ")))"
    }

    private static let bytesToKey = """
        function bytesToKey(string $hash, string $secret, string $salt, int $iterations, int $count): string
        {
            $key = $block = '';
            while (strlen($key) < $count) {
                $block .= $secret . $salt;
                for ($i = 0; $i < $iterations; $i++) {
                    $block = hash($hash, $block, true);
                }
                $key .= $block;
            }
            return substr($key, 0, $count);
        }
        """

    private static let sha1PRNG = """
        // Java's SHA1PRNG, which adds signed bytes.
        function sha1prng(string $seed, int $count): string
        {
            $state = sha1($seed, true);
            $output = '';
            while (strlen($output) < $count) {
                $digest = sha1($state, true);
                $output .= $digest;
                $carry = 1;
                for ($i = 0; $i < 20; $i++) {
                    $carry += (ord($state[$i]) ^ 128) + (ord($digest[$i]) ^ 128) - 256;
                    $state[$i] = chr($carry & 255);
                    $carry >>= 8;
                }
            }
            return substr($output, 0, $count);
        }
        """

    private static let rc4 = """
        // OpenSSL 3 has RC4 only in its legacy provider.
        function rc4(string $key, string $data): string
        {
            $s = range(0, 255);
            for ($i = $j = 0; $i < 256; $i++) {
                $j = ($j + $s[$i] + ord($key[$i % strlen($key)])) & 255;
                [$s[$i], $s[$j]] = [$s[$j], $s[$i]];
            }
            for ($i = $j = $n = 0; $n < strlen($data); $n++) {
                $i = ($i + 1) & 255;
                $j = ($j + $s[$i]) & 255;
                [$s[$i], $s[$j]] = [$s[$j], $s[$i]];
                $data[$n] = $data[$n] ^ chr($s[($s[$i] + $s[$j]) & 255]);
            }
            return $data;
        }
        """

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String { "\(name) = \(value);" }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        [
            "if (!hash_equals(\(expected), \(code))) {",
            "    throw new \\RuntimeException('wrong key or changed data');", "}",
        ]
    }

    static func function(_ function: CodeFunction) -> String {
        let parameters = function.parameters.map { "string \($0)" }.joined(separator: ", ")
        return """
            function \(function.isEncrypting ? "encrypt" : "decrypt")(\(parameters)): string
            {
            \(indented(function.lines + ["return \(function.result);"]))
            }
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        sections(["<?php", header] + file.helpers + functions)
    }
}
