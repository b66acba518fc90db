internal import ArcaCodecs
public import ArcaCrypto

/// The notation of a scheme: `aes-256-cbc; key=utf8|md5|hex; iv=zero(16); data=base64>ciphertext`.
///
/// The cipher is first, then fields in any order; a field that is missing has the value of
/// ``CipherScheme/init(_:key:)``. Steps of a derivation are joined by `|`, layers of the data by `>`, outermost first.
extension CipherScheme: CustomStringConvertible {
    /// The scheme in its notation, which ``init(_:)`` reads.
    public var description: String {
        let usual = CipherScheme(cipher, key: key)
        var fields = [cipher.shortName]
        if padding != usual.padding { fields.append("padding=\(padding.rawValue)") }
        fields.append("key=\(key.notation)")
        if iv != usual.iv { fields.append("iv=\(iv.notation)") }
        if ivByteCount != usual.ivByteCount { fields.append("nonce=\(ivByteCount)") }
        if let counter, counter != usual.counter { fields.append("counter=\(counter.bitCount),\(counter.start)") }
        if let mac { fields.append("mac=\(mac.hash.shortName),\(mac.message.rawValue),\(mac.key.notation)") }
        if envelope != usual.envelope { fields.append("data=\(envelope.notation)") }
        return fields.joined(separator: "; ")
    }

    /// Reads a scheme in its notation.
    ///
    /// - Parameter notation: The text of ``description``.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` for a text that is not in the notation, `.unknownAlgorithm`
    ///   for an unknown cipher or hash function.
    public init(_ notation: String) throws(CryptoError) {
        let words = notation.split(separator: ";").map { Self.trimmed($0) }
        self.init(try Cipher(named: words.first ?? ""), key: Derivation(.utf8))
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw Self.error(word, "NAME=VALUE") }
            let value = parts[1]
            switch parts[0] {
            case "padding":
                guard let padding = Cipher.Padding(rawValue: value) else { throw Self.error(value, "a padding") }
                self.padding = padding
            case "key": key = try Derivation(notation: value)
            case "iv": iv = try IV(notation: value)
            case "nonce": ivByteCount = try Self.number(value)
            case "counter":
                let numbers = Self.arguments(value)
                guard numbers.count == 2 else { throw Self.error(value, "bits and start of the counter") }
                let (bits, start) = (try Self.number(numbers[0]), try Self.number(numbers[1]))
                guard bits == 32 || bits == 64 || bits == 128 else {
                    throw Self.error(value, "a counter of 32, 64 or 128 bits")
                }
                counter = Counter(bitCount: bits, start: UInt32(truncatingIfNeeded: start))
            case "mac":
                let parts = value.split(separator: ",", maxSplits: 2).map(String.init)
                guard parts.count == 3, let message = MAC.Message(rawValue: parts[1]) else {
                    throw Self.error(value, "hash, message and key of a MAC")
                }
                mac = MAC(
                    try AnyHashFunction(named: parts[0]), key: try Derivation(notation: parts[2]), message: message)
            case "data": envelope = try Envelope(notation: value)
            default: throw Self.error(parts[0], "padding, key, iv, nonce, counter, mac or data")
            }
        }
    }

    static func error(_ text: String, _ expected: String) -> CryptoError {
        CryptoError(.invalidFormat, "expected \(expected) in a scheme, found '\(text)'")
    }

    static func number(_ text: String) throws(CryptoError) -> Int {
        guard let number = Int(text), 0...Int(Int32.max) ~= number else { throw error(text, "a number") }
        return number
    }

    static func bytes(_ text: String) throws(CryptoError) -> [UInt8] {
        guard text.hasPrefix("0x"), let bytes = try? Base16.standard.decode(text.dropFirst(2)) else {
            throw error(text, "0x and hexadecimal digits")
        }
        return bytes
    }

    static func notation(_ bytes: [UInt8]) -> String { "0x" + Base16.standard.encode(bytes) }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    static func arguments(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// The name and the arguments of `name(…)`.
    static func call(_ text: String) -> (name: String, arguments: [String]) {
        guard let open = text.firstIndex(of: "("), text.last == ")" else { return (text, []) }
        return (String(text[..<open]), arguments(String(text[text.index(after: open)...].dropLast())))
    }
}

extension CipherScheme.TextForm {
    fileprivate var notation: String {
        switch self {
        case .utf8: "utf8"
        case .utf16LittleEndian: "utf16le"
        case .utf16BigEndian: "utf16be"
        case .hexadecimal: "hex"
        case .base64: "base64"
        }
    }

    fileprivate init(notation: String) throws(CryptoError) {
        guard let form = Self.allCases.first(where: { $0.notation == notation }) else {
            throw CipherScheme.error(notation, "utf8, utf16le, utf16be, hex or base64")
        }
        self = form
    }
}

extension CipherScheme.Derivation {
    fileprivate var notation: String { ([text.notation] + steps.map(\.notation)).joined(separator: "|") }

    fileprivate init(notation: String) throws(CryptoError) {
        let words = notation.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        self.init(try CipherScheme.TextForm(notation: words[0]))
        for word in words.dropFirst() { steps.append(try CipherScheme.Step(notation: word)) }
    }
}

extension CipherScheme.Salt {
    fileprivate var notation: String {
        switch self {
        case .none: "none"
        case .stored: "stored"
        case .keyText: "keytext"
        case .given(let form): "given:\(form.notation)"
        case .constant(let bytes): CipherScheme.notation(bytes)
        }
    }

    fileprivate init(notation: String) throws(CryptoError) {
        switch notation {
        case "none": self = .none
        case "stored": self = .stored
        case "keytext": self = .keyText
        case _ where notation.hasPrefix("given:"):
            self = .given(try CipherScheme.TextForm(notation: String(notation.dropFirst(6))))
        default: self = .constant(try CipherScheme.bytes(notation))
        }
    }
}

extension CipherScheme.IV {
    fileprivate var notation: String {
        switch self {
        case .none: "none"
        case .stored: "stored"
        case .derived: "derived"
        case .constant(let bytes): bytes.allSatisfy { $0 == 0 } ? "zero(\(bytes.count))" : CipherScheme.notation(bytes)
        case .given(let derivation): "given:\(derivation.notation)"
        case .keyText(let derivation): "keytext:\(derivation.notation)"
        case .key(let steps): (["key"] + steps.map(\.notation)).joined(separator: "|")
        }
    }

    fileprivate init(notation: String) throws(CryptoError) {
        let call = CipherScheme.call(notation)
        switch notation {
        case "none": self = .none
        case "stored": self = .stored
        case "derived": self = .derived
        case _ where call.name == "zero" && call.arguments.count == 1:
            let count = try CipherScheme.number(call.arguments[0])
            guard count <= 64 else { throw CipherScheme.error(notation, "an IV of at most 64 bytes") }
            self = .constant([UInt8](repeating: 0, count: count))
        case _ where notation.hasPrefix("given:"):
            self = .given(try CipherScheme.Derivation(notation: String(notation.dropFirst(6))))
        case _ where notation.hasPrefix("keytext:"):
            self = .keyText(try CipherScheme.Derivation(notation: String(notation.dropFirst(8))))
        case _ where notation == "key" || notation.hasPrefix("key|"):
            self = .key(try CipherScheme.Derivation(notation: "utf8" + notation.dropFirst(3)).steps)
        default: self = .constant(try CipherScheme.bytes(notation))
        }
    }
}

extension CipherScheme.Step {
    fileprivate var notation: String {
        switch self {
        case .hash(let function): function.shortName
        case .lowerHex: "hex"
        case .upperHex: "HEX"
        case .base64: "base64"
        case .part(let range): "part(\(range.lowerBound),\(range.upperBound))"
        case .resized(let count): "resize(\(count))"
        case .repeated(let count): "repeat(\(count))"
        case .folded(let count): "fold(\(count))"
        case .sha1PRNG(let count): "sha1prng(\(count))"
        case .bytesToKey(let function, let iterations, let salt, let count):
            "bytestokey(\(function.shortName),\(iterations),\(salt.notation),\(count))"
        case .pbkdf2(let function, let iterations, let salt, let count):
            "pbkdf2(\(function.shortName),\(iterations),\(salt.notation),\(count))"
        case .scrypt(let logN, let r, let p, let salt, let count):
            "scrypt(\(logN),\(r),\(p),\(salt.notation),\(count))"
        case .hkdf(let function, let salt, let info, let count):
            "hkdf(\(function.shortName),\(salt.notation),\(CipherScheme.notation(info)),\(count))"
        }
    }

    fileprivate init(notation: String) throws(CryptoError) {
        let (name, arguments) = CipherScheme.call(notation)
        func number(_ index: Int) throws(CryptoError) -> Int { try CipherScheme.number(arguments[index]) }
        func hash() throws(CryptoError) -> AnyHashFunction { try AnyHashFunction(named: arguments[0]) }
        switch (name, arguments.count) {
        case ("hex", 0): self = .lowerHex
        case ("HEX", 0): self = .upperHex
        case ("base64", 0): self = .base64
        case ("part", 2):
            let (lower, upper) = (try number(0), try number(1))
            guard lower <= upper else { throw CipherScheme.error(notation, "the begin and end of a part") }
            self = .part(lower..<upper)
        case ("resize", 1): self = .resized(try number(0))
        case ("repeat", 1): self = .repeated(try number(0))
        case ("fold", 1): self = .folded(try number(0))
        case ("sha1prng", 1): self = .sha1PRNG(try number(0))
        case ("bytestokey", 4), ("pbkdf2", 4):
            let salt = try CipherScheme.Salt(notation: arguments[2])
            self =
                name == "pbkdf2"
                ? .pbkdf2(try hash(), iterations: try number(1), salt: salt, byteCount: try number(3))
                : .bytesToKey(try hash(), iterations: try number(1), salt: salt, byteCount: try number(3))
        case ("scrypt", 5):
            self = .scrypt(
                logN: try number(0), r: try number(1), p: try number(2),
                salt: try CipherScheme.Salt(notation: arguments[3]), byteCount: try number(4))
        case ("hkdf", 4):
            self = .hkdf(
                try hash(), salt: try CipherScheme.Salt(notation: arguments[1]),
                info: try CipherScheme.bytes(arguments[2]), byteCount: try number(3))
        default:
            guard arguments.isEmpty, let function = try? AnyHashFunction(named: name) else {
                throw CipherScheme.error(notation, "a step of a derivation")
            }
            self = .hash(function)
        }
    }
}

extension CipherScheme.Envelope {
    fileprivate var notation: String {
        var layers = encodings.map(\.notation)
        switch form {
        case .concatenated: break
        case .separated(let separator): layers.append("separated(\(CipherScheme.notation(Array(separator.utf8))))")
        case .json(let names): layers.append("json(\(names.joined(separator: ",")))")
        }
        layers.append(
            fields.map { ([$0.content.notation] + $0.encodings.map(\.notation)).joined(separator: ".") }
                .joined(separator: ","))
        return layers.joined(separator: ">")
    }

    fileprivate init(notation: String) throws(CryptoError) {
        let layers = notation.split(separator: ">", omittingEmptySubsequences: false).map(String.init)
        self.init([])
        for layer in layers.dropLast() {
            let (name, arguments) = CipherScheme.call(layer)
            switch name {
            case "separated" where arguments.count == 1:
                let bytes = try CipherScheme.bytes(arguments[0])
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw CipherScheme.error(layer, "a separator in UTF-8")
                }
                form = .separated(by: text)
            case "json": form = .json(names: arguments)
            default: encodings.append(try Encoding(notation: layer))
            }
        }
        for word in CipherScheme.arguments(layers.last ?? "") {
            let words = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            var field = Field(try Content(notation: words[0]))
            for word in words.dropFirst() { field.encodings.append(try Encoding(notation: word)) }
            fields.append(field)
        }
    }
}

extension CipherScheme.Envelope.Content {
    fileprivate var notation: String {
        switch self {
        case .ciphertext: "ciphertext"
        case .iv: "iv"
        case .salt(let count): "salt(\(count))"
        case .tag: "tag"
        case .mac: "mac"
        case .timestamp: "timestamp"
        case .constant(let bytes): CipherScheme.notation(bytes)
        }
    }

    fileprivate init(notation: String) throws(CryptoError) {
        let (name, arguments) = CipherScheme.call(notation)
        switch (name, arguments.count) {
        case ("ciphertext", 0): self = .ciphertext
        case ("iv", 0): self = .iv
        case ("salt", 1): self = .salt(try CipherScheme.number(arguments[0]))
        case ("tag", 0): self = .tag
        case ("mac", 0): self = .mac
        case ("timestamp", 0): self = .timestamp
        default: self = .constant(try CipherScheme.bytes(notation))
        }
    }
}

extension CipherScheme.Envelope.Encoding {
    fileprivate var notation: String {
        switch self {
        case .base64: "base64"
        case .base64URL: "base64url"
        case .unpaddedBase64URL: "base64url-unpadded"
        case .lowerHex: "hex"
        case .upperHex: "HEX"
        }
    }

    fileprivate init(notation: String) throws(CryptoError) {
        guard let encoding = Self.allCases.first(where: { $0.notation == notation }) else {
            throw CipherScheme.error(notation, "base64, base64url, base64url-unpadded, hex or HEX")
        }
        self = encoding
    }
}
