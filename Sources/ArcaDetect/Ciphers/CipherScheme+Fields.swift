internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

extension CipherScheme {
    /// The contents of an envelope.
    struct Parts {
        var ciphertext: [UInt8] = []
        var iv: [UInt8]?
        var salt: [UInt8]?
        var tag: [UInt8] = []
        var mac: [UInt8]?
        var timestamp: [UInt8]?
        /// The texts of the fields as they are in the data, up to the MAC.
        var texts: [(content: Envelope.Content, text: [UInt8])] = []

        func bytes(_ content: Envelope.Content) -> [UInt8]? {
            switch content {
            case .ciphertext: ciphertext
            case .iv: iv
            case .salt: salt
            case .tag: tag
            case .mac: mac
            case .constant(let bytes): bytes
            case .timestamp: timestamp ?? [UInt8](repeating: 0, count: 8)
            }
        }

        mutating func set(_ content: Envelope.Content, to bytes: [UInt8]) {
            switch content {
            case .ciphertext: ciphertext = bytes
            case .iv: iv = bytes
            case .salt: salt = bytes
            case .tag: tag = bytes
            case .mac: mac = bytes
            case .timestamp: timestamp = bytes
            case .constant: break
            }
        }
    }

    /// The length of a field in bytes; nil for the ciphertext.
    private func byteCount(of content: Envelope.Content) -> Int? {
        switch content {
        case .ciphertext: nil
        case .iv: ivByteCount
        case .salt(let count): count
        case .tag: cipher.tagByteCount
        case .mac: mac?.hash.digestByteCount ?? 0
        case .constant(let bytes): bytes.count
        case .timestamp: 8
        }
    }

    /// Takes data apart.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidFormat` or `.invalidInputLength` for data of another form.
    func parts(of data: [UInt8]) throws(CryptoError) -> Parts {
        var bytes = data
        var signature: [UInt8]?
        if mac?.message == .signedText {
            guard let end = bytes.lastRange(of: Array("--".utf8)),
                let code = try? Base16.standard.allowing([.letterCase, .whitespace]).decode(bytes[end.upperBound...])
            else { throw CryptoError(.invalidFormat, "the data does not end with -- and a MAC in hexadecimal digits") }
            signature = code
            bytes = Array(bytes[..<end.lowerBound])
        }
        let signed = bytes
        for encoding in envelope.encodings { bytes = try encoding.decode(bytes) }
        var parts = Parts()
        for (field, text) in try zip(envelope.fields, texts(in: bytes)) {
            var content = text
            for encoding in field.encodings { content = try encoding.decode(content) }
            if let count = byteCount(of: field.content), count != content.count, !field.content.isIgnored {
                throw CryptoError(
                    .invalidInputLength, "the scheme's \(field.content.name) has \(count) bytes, not \(content.count)")
            }
            if case .constant(let expected) = field.content, envelope.form == .concatenated, content != expected {
                throw CryptoError(.invalidFormat, "the data does not begin as the scheme says")
            }
            parts.set(field.content, to: content)
            parts.texts.append((field.content, text))
        }
        if let signature {
            parts.mac = signature
            parts.texts = [(.ciphertext, signed)]
        }
        return parts
    }

    /// The texts of all fields, in order.
    private func texts(in bytes: [UInt8]) throws(CryptoError) -> [[UInt8]] {
        switch envelope.form {
        case .concatenated: return try concatenated(bytes)
        case .separated(let separator):
            let texts = bytes.split(by: Array(separator.utf8))
            guard texts.count == envelope.fields.count else {
                throw CryptoError(
                    .invalidFormat,
                    "the scheme has \(envelope.fields.count) fields separated by \(separator), not \(texts.count)")
            }
            return texts
        case .json(let names):
            guard names.count == envelope.fields.count else {
                throw CryptoError(.invalidParameter, "the scheme needs a name for each field")
            }
            guard let object = (try? JSONReader.read(bytes))?.object else {
                throw CryptoError(.invalidFormat, "the data is not a JSON object")
            }
            var texts: [[UInt8]] = []
            for (name, field) in zip(names, envelope.fields) {
                guard let text = object[name]?.string ?? (field.content.isIgnored ? "" : nil) else {
                    throw CryptoError(.invalidFormat, "the JSON object has no text \(name)")
                }
                texts.append(Array(text.utf8))
            }
            return texts
        }
    }

    private func concatenated(_ bytes: [UInt8]) throws(CryptoError) -> [[UInt8]] {
        var counts: [Int?] = []
        for field in envelope.fields {
            counts.append(
                byteCount(of: field.content).map { count in
                    field.encodings.reversed().reduce(count) { $1.encodedCount(for: $0) }
                })
        }
        let fixed = counts.reduce(0) { $0 + ($1 ?? 0) }
        guard counts.filter({ $0 == nil }).count == 1 else {
            throw CryptoError(.invalidParameter, "the scheme's envelope needs one ciphertext")
        }
        guard bytes.count >= fixed else {
            throw CryptoError(
                .invalidInputLength, "the data has \(bytes.count) bytes; the scheme needs at least \(fixed)")
        }
        var start = 0
        return counts.map { count in
            let count = count ?? bytes.count - fixed
            defer { start += count }
            return Array(bytes[start..<(start + count)])
        }
    }

    /// Puts data together, with the MAC if the scheme has one.
    func data(_ parts: Parts, _ inputs: Inputs) throws(CryptoError) -> [UInt8] {
        var parts = parts
        var texts: [[UInt8]] = []
        for field in envelope.fields {
            if field.content == .mac {
                parts.mac = try code(for: parts, inputs)
            }
            guard var text = parts.bytes(field.content) else {
                throw CryptoError(.invalidParameter, "the scheme does not give the \(field.content.name) of its data")
            }
            for encoding in field.encodings.reversed() { text = encoding.encode(text) }
            texts.append(text)
            parts.texts.append((field.content, text))
        }
        var bytes: [UInt8]
        switch envelope.form {
        case .concatenated: bytes = Array(texts.joined())
        case .separated(let separator): bytes = Array(texts.joined(separator: separator.utf8))
        case .json(let names):
            var object = JSONObject()
            for (name, text) in zip(names, texts) { object[name] = .string(String(decoding: text, as: UTF8.self)) }
            bytes = Array(JSONValue.object(object).text().utf8)
        }
        for encoding in envelope.encodings.reversed() { bytes = encoding.encode(bytes) }
        guard mac?.message == .signedText else { return bytes }
        parts.texts = [(.ciphertext, bytes)]
        return bytes + Array("--".utf8) + Envelope.Encoding.lowerHex.encode(try code(for: parts, inputs))
    }

    /// The MAC of an envelope.
    func code(for parts: Parts, _ inputs: Inputs) throws(CryptoError) -> [UInt8] {
        guard let mac else { throw CryptoError(.invalidParameter, "the scheme has no MAC") }
        let key = try mac.key.bytes(of: inputs.keyText, inputs, salt: parts.salt)
        let before = parts.texts.prefix { $0.content != .mac }
        func text(_ content: Envelope.Content) -> [UInt8] { parts.texts.first { $0.content == content }?.text ?? [] }
        let message: [UInt8] =
            switch mac.message {
            case .preceding: before.flatMap { parts.bytes($0.content) ?? [] }
            case .ciphertext: parts.ciphertext
            case .ivAndCiphertext: (parts.iv ?? []) + parts.ciphertext
            case .encodedIVAndCiphertext: text(.iv) + text(.ciphertext)
            case .signedText: text(.ciphertext)
            }
        return try MACFunction.hmac(mac.hash).code(for: message, using: SymmetricKey(key))
    }
}

extension CipherScheme.Envelope.Content {
    var name: String {
        switch self {
        case .ciphertext: "ciphertext"
        case .iv: "IV"
        case .salt: "salt"
        case .tag: "tag"
        case .mac: "MAC"
        case .constant: "constant"
        case .timestamp: "timestamp"
        }
    }

    /// Whether decryption does not need it.
    fileprivate var isIgnored: Bool { if case .constant = self { true } else { false } }
}

extension CipherScheme.Envelope.Encoding {
    func encode(_ bytes: [UInt8]) -> [UInt8] {
        let text =
            switch self {
            case .base64: Base64.standard.encode(bytes)
            case .base64URL: Base64.url.encode(bytes)
            case .unpaddedBase64URL: Base64.urlUnpadded.encode(bytes)
            case .lowerHex: Base16.standard.encode(bytes)
            case .upperHex: Base16.upper.encode(bytes)
            }
        return Array(text.utf8)
    }

    /// Decodes text, also with white space, in either case and either alphabet, and without padding.
    func decode(_ text: [UInt8]) throws(CryptoError) -> [UInt8] {
        let isHex = self == .lowerHex || self == .upperHex
        do throws(CodecError) {
            return isHex
                ? try Base16.standard.allowing(.lenient).decode(text)
                : try Base64.standard.allowing([.whitespace, .missingPadding, .mixedAlphabets]).decode(text)
        } catch {
            throw CryptoError(.invalidFormat, "the data is not \(isHex ? "hexadecimal" : "Base64"): \(error)")
        }
    }

    /// The number of characters for a number of bytes.
    func encodedCount(for byteCount: Int) -> Int {
        switch self {
        case .base64, .base64URL: (byteCount + 2) / 3 * 4
        case .unpaddedBase64URL: (byteCount * 4 + 2) / 3
        case .lowerHex, .upperHex: 2 * byteCount
        }
    }
}

extension [UInt8] {
    /// The parts between separators; more than a few are not taken apart.
    func split(by separator: [UInt8]) -> [[UInt8]] {
        guard let first = separator.first else { return [self] }
        var parts: [[UInt8]] = []
        var start = 0
        var index = 0
        while index + separator.count <= count, parts.count < 16 {
            if self[index] == first, self[index..<(index + separator.count)].elementsEqual(separator) {
                parts.append(Array(self[start..<index]))
                index += separator.count
                start = index
            } else {
                index += 1
            }
        }
        return parts + [Array(self[start...])]
    }

    func lastRange(of pattern: [UInt8]) -> Range<Int>? {
        guard count >= pattern.count else { return nil }
        for start in stride(from: count - pattern.count, through: 0, by: -1)
        where self[start..<(start + pattern.count)].elementsEqual(pattern) {
            return start..<(start + pattern.count)
        }
        return nil
    }
}
