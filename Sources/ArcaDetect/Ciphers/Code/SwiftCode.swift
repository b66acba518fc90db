internal import ArcaCrypto

/// Swift with CommonCrypto and CryptoKit of Apple's systems.
enum SwiftCode: CodeLanguage {
    static let advice = """
        AES.GCM.seal of CryptoKit, which draws the nonce; a passphrase by CCKeyDerivationPBKDF with 600,000 iterations.
        """

    static func expression(
        _ call: CodeCall, _ a: [String], _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        switch call {
        case .utf8: return "Array(\(a[0]).utf8)"
        case .utf16(let isLittle):
            let bytes = isLittle ? "UInt8($0 & 255), UInt8($0 >> 8)" : "UInt8($0 >> 8), UInt8($0 & 255)"
            return "\(a[0]).utf16.flatMap { [\(bytes)] }"
        case .latin1: return "\(a[0]).unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }"
        case .text: return "String(decoding: \(bare(a[0])), as: UTF8.self)"
        case .latin1Text:
            file.add(
                """
                private func latin1Text(_ bytes: [UInt8]) -> String {
                    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
                }
                """)
            return "latin1Text(\(bare(a[0])))"
        case .fromHex:
            failure(&file)
            file.add(AppleHelpers.fromHex)
            return "try fromHex(\(a[0]))"
        case .fromBase64, .fromBase64URL, .fromKeyBase64:
            failure(&file)
            file.add(AppleHelpers.fromBase64)
            return "try fromBase64(\(a[0]))"
        case .hex: return "\(a[0]).map { String(format: \"%02x\", $0) }.joined()"
        case .upperHex: return "\(a[0]).map { String(format: \"%02X\", $0) }.joined()"
        case .base64: return "Data(\(bare(a[0]))).base64EncodedString()"
        case .base64URL, .unpaddedBase64URL:
            let isPadded = if case .base64URL = call { true } else { false }
            let text = "Data(\(bare(a[0]))).base64EncodedString()"
            return text + replacing("+", "-") + replacing("/", "_") + (isPadded ? "" : replacing("=", ""))
        case .element(let index, let separator):
            failure(&file)
            file.add(AppleHelpers.element)
            return "try element(\(a[0]), \(quoted(separator)), \(index))"
        case .joined(let separator): return "[\(a.joined(separator: ", "))].joined(separator: \(quoted(separator)))"
        case .member(let name):
            return
                "(try JSONDecoder().decode([String: String].self, from: Data(\(a[0]).utf8))[\(quoted(name))] ?? \"\")"
        case .json(let names):
            let members = zip(names, a).map { "\\\"\($0)\\\":\\\"\" + \($1) + \"\\\"" }.joined(separator: ",")
            return "(\"{\(members)}\")"
        case .part(let start, let end):
            failure(&file)
            file.add(AppleHelpers.part)
            return "try part(\(bare(a[0])), \(start)\(end.map { ", \($0)" } ?? ""))"
        case .concatenated: return "(\(a.joined(separator: " + ")))"
        case .resized(let count): return "Array((\(a[0]) + \(zeros(count))).prefix(\(count)))"
        case .repeated(let count):
            return "Array(repeatElement(\(bare(a[0])), count: \(count)).joined().prefix(\(count)))"
        case .folded(let count):
            file.add(
                """
                private func fold(_ data: [UInt8], _ count: Int) -> [UInt8] {
                    var key = [UInt8](repeating: 0, count: count)
                    for (index, byte) in data.enumerated() { key[index % count] ^= byte }
                    return key
                }
                """)
            return "fold(\(bare(a[0])), \(count))"
        case .hash(let function):
            file.require("CryptoKit")
            return "Array(\(try name(of: function)).hash(data: \(bare(a[0]))))"
        case .hmac(let function):
            file.require("CryptoKit")
            let key = "SymmetricKey(data: \(bare(a[0])))"
            return "Array(HMAC<\(try name(of: function))>.authenticationCode(for: \(bare(a[1])), using: \(key)))"
        case .sha1PRNG(let count):
            file.require("CryptoKit")
            file.add(AppleHelpers.sha1PRNG)
            return "sha1PRNG(\(bare(a[0])), \(count))"
        case .bytesToKey(let function, let iterations, let count):
            file.require("CryptoKit")
            file.add(AppleHelpers.bytesToKey(try name(of: function)))
            return "bytesToKey(\(bare(a[0])), \(a[1]), iterations: \(iterations), count: \(count))"
        case .pbkdf2(let function, let iterations, let count):
            let prf = try name(of: function, AppleHelpers.pseudoRandomFunctions, "CommonCrypto's PBKDF2")
            failure(&file)
            file.require("CommonCrypto")
            file.add(AppleHelpers.pbkdf2(prf))
            return "try pbkdf2(\(bare(a[0])), salt: \(bare(a[1])), iterations: \(iterations), count: \(count))"
        case .scrypt: throw unsupported("CommonCrypto and CryptoKit do not have scrypt", "use Arca")
        case .hkdf(let function, let count):
            file.require("CryptoKit")
            return "HKDF<\(try name(of: function))>.deriveKey(inputKeyMaterial: SymmetricKey(data: \(bare(a[0]))), "
                + "salt: \(bare(a[1])), info: \(bare(a[2])), outputByteCount: \(count)).withUnsafeBytes { Array($0) }"
        case .random(let count): return "(0..<\(count)).map { _ in UInt8.random(in: .min ... .max) }"
        case .zeros(let count): return zeros(count)
        case .timestamp:
            return "withUnsafeBytes(of: UInt64(Date().timeIntervalSince1970).bigEndian) { Array($0) }"
        case .encrypt(let cipher): return try crypt(cipher, a, encrypts: true, &file)
        case .decrypt(let cipher): return try crypt(cipher, a, encrypts: false, &file)
        case .filled(let byte, let block):
            file.add(
                """
                private func fill(_ data: [UInt8], _ block: Int, _ byte: UInt8) -> [UInt8] {
                    data + [UInt8](repeating: byte, count: (block - data.count % block) % block)
                }
                """)
            return "fill(\(bare(a[0])), \(block), \(byte))"
        case .withoutFill(let byte):
            file.add(
                """
                private func dropFill(_ data: [UInt8], _ byte: UInt8) -> [UInt8] {
                    Array(data.prefix((data.lastIndex { $0 != byte } ?? -1) + 1))
                }
                """)
            return "dropFill(\(a[0]), \(byte))"
        case .counted(let block, let kind):
            let filler =
                switch kind {
                case .zeros: "[UInt8](repeating: 0, count: count - 1)"
                case .random: "(1..<count).map { _ in UInt8.random(in: .min ... .max) }"
                case .count: "[UInt8](repeating: UInt8(count), count: count - 1)"
                }
            file.add(
                """
                private func fillCounted(_ data: [UInt8], _ block: Int) -> [UInt8] {
                    let count = block - data.count % block
                    return data + \(filler) + [UInt8(count)]
                }
                """)
            return "fillCounted(\(a[0]), \(block))"
        case .withoutCounted:
            file.add(
                """
                private func dropCounted(_ data: [UInt8]) -> [UInt8] {
                    data.dropLast(Int(data.last ?? 0))
                }
                """)
            return "dropCounted(\(a[0]))"
        }
    }

    private static func zeros(_ count: Int) -> String {
        count == 0 ? "[UInt8]()" : "[UInt8](repeating: 0, count: \(count))"
    }

    private static func replacing(_ old: String, _ new: String) -> String {
        ".replacingOccurrences(of: \"\(old)\", with: \"\(new)\")"
    }

    private static func failure(_ file: inout CodeFile) { file.add(AppleHelpers.failure) }

    private static func name(of function: AnyHashFunction) throws(CryptoError) -> String {
        try name(
            of: function,
            [
                "md5": "Insecure.MD5", "sha1": "Insecure.SHA1", "sha256": "SHA256", "sha384": "SHA384",
                "sha512": "SHA512",
            ], "CryptoKit")
    }

    private static func crypt(
        _ cipher: CodeCipher, _ a: [String], encrypts: Bool, _ file: inout CodeFile
    ) throws(CryptoError) -> String {
        let arguments = a.map(bare).joined(separator: ", ")
        guard cipher.isAuthenticated else {
            let names = try cipher.commonCryptoNames()
            failure(&file)
            file.require("CommonCrypto")
            file.add(AppleHelpers.crypt(cipher, names))
            return "try crypt(kCC\(encrypts ? "Encrypt" : "Decrypt"), \(arguments))"
        }
        guard cipher.mode != .gcm || cipher.ivByteCount >= 12 else {
            throw unsupported("AES.GCM of CryptoKit takes a nonce of at least 12 bytes", "choose another language")
        }
        file.require("CryptoKit")
        let box = cipher.mode == .gcm ? "AES.GCM" : "ChaChaPoly"
        file.add(
            encrypts
                ? """
                private func seal(_ key: [UInt8], _ nonce: [UInt8], _ plaintext: [UInt8]) throws -> [UInt8] {
                    let key = SymmetricKey(data: key)
                    let box = try \(box).seal(plaintext, using: key, nonce: \(box).Nonce(data: nonce))
                    return Array(box.ciphertext + box.tag)
                }
                """
                : """
                private func open(_ key: [UInt8], _ nonce: [UInt8], _ sealed: [UInt8]) throws -> [UInt8] {
                    let box = try \(box).SealedBox(
                        nonce: \(box).Nonce(data: nonce), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
                    return Array(try \(box).open(box, using: SymmetricKey(data: key)))
                }
                """)
        return "try \(encrypts ? "seal" : "open")(\(arguments))"
    }

    static func assignment(_ name: String, _ value: String, isText: Bool) -> String {
        "let \(name) = \(leading(value))"
    }

    /// An expression with one `try`, in front.
    private static func leading(_ value: String) -> String {
        value.contains("try ") ? "try " + value.replacing("try ", with: "") : value
    }

    static func verification(_ code: String, _ expected: String, _ file: inout CodeFile) -> [String] {
        failure(&file)
        // Compares without ending at the first difference.
        return [
            "guard \(code).count == \(expected).count, zip(\(code), \(expected)).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else {",
            "    throw CipherFailure(reason: \"wrong key or changed data\")", "}",
        ]
    }

    static func function(_ function: CodeFunction) -> String {
        let data = function.isText ? "String" : "[UInt8]"
        let parameters = function.parameters.enumerated().map { index, name in
            let label = index == 0 ? "_ \(name)" : name
            return "\(label): \(name == "data" ? data : "String")"
        }
        let name = function.isEncrypting ? "encrypt" : "decrypt"
        return """
            func \(name)(\(parameters.joined(separator: ", "))) throws -> \(function.isEncrypting ? data : "String") {
            \(indented(function.lines + ["return \(leading(function.result))"]))
            }
            """
    }

    static func text(header: String, _ file: CodeFile, functions: [String]) -> String {
        let imports = file.imports.union(["Foundation"]).sorted().map { "import \($0)" }.joined(separator: "\n")
        return sections([header, imports] + functions + file.helpers)
    }
}

extension CodeCipher {
    /// CommonCrypto's names of algorithm, mode and padding.
    func commonCryptoNames() throws(CryptoError) -> (algorithm: String, mode: String, padding: String) {
        let algorithms: [Family: String] = [
            .aes: "AES", .des: "DES", .tripleDES: "3DES", .blowfish: "Blowfish", .rc4: "RC4",
        ]
        guard let algorithm = algorithms[family] else {
            throw CryptoError(.unsupported, "CommonCrypto does not have \(name)", hint: "choose another language")
        }
        let modes: [Mode: String] = [.stream: "RC4", .cfb8: "CFB8"]
        return (
            "kCCAlgorithm\(algorithm)", "kCCMode\(modes[mode] ?? mode.rawValue)",
            pads ? "ccPKCS7Padding" : "ccNoPadding"
        )
    }
}
