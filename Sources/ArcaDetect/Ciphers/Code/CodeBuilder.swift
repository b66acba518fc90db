internal import ArcaCrypto

/// Writes a scheme as a program.
struct CodeBuilder {
    private let scheme: CipherScheme
    private let cipher: CodeCipher
    private var program: CodeProgram
    private var statements: [CodeProgram.Statement] = []
    private var names: Set<String> = []

    /// - Throws: ``CryptoError`` with code `.unsupported` or `.invalidParameter`.
    static func program(for scheme: CipherScheme) throws(CryptoError) -> CodeProgram {
        var builder = try CodeBuilder(scheme)
        try builder.writeEncryption()
        try builder.writeDecryption()
        return builder.program
    }

    private init(_ scheme: CipherScheme) throws(CryptoError) {
        self.scheme = scheme
        cipher = try CodeCipher(scheme)
        var parameters = ["keyText"]
        if case .given = scheme.iv { parameters.append("ivText") }
        let derivations = [scheme.key, scheme.mac?.key].compactMap { $0 } + scheme.ivDerivations
        if derivations.contains(where: { $0.steps.contains { if case .given? = $0.salt { true } else { false } } }) {
            parameters.append("saltText")
        }
        program = CodeProgram(parameters: parameters)
    }

    private mutating func assign(_ name: String, _ value: CodeValue) {
        if case .variable(name) = value { return }
        statements.append(.assign(name, value, isText: value.isText))
        names.insert(name)
    }

    // MARK: Encryption

    private mutating func writeEncryption() throws(CryptoError) {
        statements = []
        for field in scheme.envelope.fields {
            if case .salt(let count) = field.content { assign("salt", .call(.random(count))) }
        }
        if scheme.iv == .stored { assign("iv", .call(.random(scheme.ivByteCount))) }
        try writeKeyAndIV()
        var message = CodeValue.call(.utf8, .variable("plaintext"))
        let block = cipher.hasBlocks ? cipher.blockByteCount : max(scheme.cipher.ivByteCount, 1)
        switch scheme.padding {
        case .pkcs7 where !cipher.pads: message = .call(.counted(block: block, .count), message)
        case .none, .pkcs7: break
        case .zero: message = .call(.filled(0, block: block), message)
        case .spaces: message = .call(.filled(0x20, block: block), message)
        case .iso7816: message = .call(.filled(0, block: block), .call(.concatenated, message, .bytes([0x80])))
        case .iso10126: message = .call(.counted(block: block, .random), message)
        case .x923: message = .call(.counted(block: block, .zeros), message)
        }
        let sealed = CodeValue.call(.encrypt(cipher), cipherArguments + [message])
        if cipher.isAuthenticated && !joinsTag {
            assign("sealed", sealed)
            let count = scheme.cipher.tagByteCount
            assign("ciphertext", .call(.part(0, -count), .variable("sealed")))
            assign("tag", .call(.part(-count, nil), .variable("sealed")))
        } else {
            assign("ciphertext", sealed)
        }
        try writeData()
        program.encryption = statements
    }

    private mutating func writeData() throws(CryptoError) {
        let envelope = scheme.envelope
        for field in fields where !field.encodings.isEmpty {
            if field.content == .ciphertext || field.content == .iv {
                let name = try Self.variable(of: field.content)
                assign("\(name)Field", encoded(.variable(name), field.encodings))
            }
        }
        if let mac = scheme.mac, fields.contains(where: { $0.content == .mac }) {
            assign("mac", .call(.hmac(mac.hash), try value(mac.key), try message(of: mac)))
        }
        var values: [CodeValue] = []
        for field in fields {
            switch field.content {
            case .constant(let bytes): values.append(encoded(.bytes(bytes), field.encodings))
            case .timestamp where scheme.mac?.message == .preceding: values.append(.variable("timestamp"))
            case .timestamp: values.append(encoded(.call(.timestamp), field.encodings))
            case .ciphertext, .iv:
                let name = try Self.variable(of: field.content)
                values.append(.variable(field.encodings.isEmpty ? name : "\(name)Field"))
            default: values.append(encoded(.variable(try Self.variable(of: field.content)), field.encodings))
            }
        }
        var data: CodeValue
        switch envelope.form {
        case .concatenated:
            data = values.count == 1 ? values[0] : .call(.concatenated, zip(values, fields).map { $0.asBytes($1) })
        case .separated(let separator):
            data = .call(.joined(separator: separator), zip(values, fields).map { $0.asText($1) })
        case .json(let names): data = .call(.json(names: names), zip(values, fields).map { $0.asText($1) })
        }
        let isText = envelope.form != .concatenated || values.count == 1 && !fields[0].encodings.isEmpty
        data = encoded(data, envelope.encodings, isText: isText)
        program.isText = isText || !envelope.encodings.isEmpty
        if values.count > 1, envelope.form == .concatenated, envelope.encodings.isEmpty,
            !fields.contains(where: { $0.encodings.isEmpty })
        {
            data = .call(.latin1Text, data)
            program.isText = true
        }
        if let mac = scheme.mac, mac.message == .signedText {
            assign("signedText", data)
            let code = CodeValue.call(
                .hmac(mac.hash), try value(mac.key), .call(.latin1, .variable("signedText")))
            data = .call(.joined(separator: "--"), .variable("signedText"), .call(.hex, code))
        }
        program.encrypted = data
    }

    private func encoded(
        _ value: CodeValue, _ encodings: [CipherScheme.Envelope.Encoding], isText: Bool = false
    ) -> CodeValue {
        var (value, isText) = (value, isText)
        for encoding in encodings.reversed() {
            value = .call(encoding.call, isText ? .call(.latin1, value) : value)
            isText = true
        }
        return value
    }

    // MARK: Decryption

    private mutating func writeDecryption() throws(CryptoError) {
        statements = []
        names = []
        try writeParts()
        if let mac = scheme.mac, names.contains("mac") {
            let message = mac.message == .signedText ? .call(.latin1, .variable("signedText")) : try message(of: mac)
            assign("expected", .call(.hmac(mac.hash), try value(mac.key), message))
            statements.append(.verify("mac", "expected"))
        }
        try writeKeyAndIV()
        if cipher.isAuthenticated && !joinsTag {
            assign("sealed", .call(.concatenated, .variable("ciphertext"), .variable("tag")))
        }
        let name = cipher.isAuthenticated && !joinsTag ? "sealed" : "ciphertext"
        var message = CodeValue.call(.decrypt(cipher), cipherArguments + [.variable(name)])
        switch scheme.padding {
        case .pkcs7 where !cipher.pads: message = .call(.withoutCounted, message)
        case .none, .pkcs7: break
        case .zero, .spaces: message = .call(.withoutFill(scheme.padding == .zero ? 0 : 0x20), message)
        case .iso7816:
            assign("padded", .call(.withoutFill(0), message))
            message = .call(.part(0, -1), .variable("padded"))
        case .iso10126, .x923: message = .call(.withoutCounted, message)
        }
        program.decrypted = .call(.text, message)
        program.decryption = statements
    }

    private mutating func writeParts() throws(CryptoError) {
        let envelope = scheme.envelope
        var data = CodeValue.variable("data")
        if scheme.mac?.message == .signedText {
            assign("signedText", .call(.element(0, separator: "--"), data))
            assign("mac", .call(.fromHex, .call(.element(1, separator: "--"), data)))
            data = .variable("signedText")
        }
        var isText = program.isText
        for encoding in envelope.encodings {
            data = .call(encoding.inverse, isText ? data : .call(.latin1Text, data))
            isText = false
        }
        switch envelope.form {
        case .concatenated:
            guard fields.count > 1 else {
                let name = try Self.variable(of: fields[0].content)
                return assign(name, decoded(data, fields[0].encodings, isText: isText))
            }
            assign("raw", isText ? .call(.latin1, data) : data)
            try writeSlices()
        case .separated, .json:
            data = isText ? data : .call(.latin1Text, data)
            if case .variable = data {} else { assign("text", data) }
            let source = names.contains("text") ? CodeValue.variable("text") : data
            for (index, field) in fields.enumerated() {
                let text: CodeValue
                switch envelope.form {
                case .json(let names): text = .call(.member(names[index]), source)
                case .separated(let separator): text = .call(.element(index, separator: separator), source)
                case .concatenated: continue
                }
                try write(field, text, isText: true)
            }
        }
    }

    private mutating func writeSlices() throws(CryptoError) {
        guard let middle = fields.firstIndex(where: { $0.content == .ciphertext }) else {
            throw CryptoError(.invalidParameter, "the scheme's envelope needs one ciphertext")
        }
        let counts = fields.map { field in
            field.encodings.reversed().reduce(scheme.count(of: field.content)) { $1.encodedCount(for: $0) }
        }
        var start = 0
        for (index, field) in fields.enumerated() {
            let rest = counts[(index + 1)...].reduce(0, +)
            let call: CodeCall
            if index < middle {
                call = .part(start, start + counts[index])
            } else if index == middle {
                call = .part(start, rest == 0 ? nil : -rest)
            } else {
                call = .part(-rest - counts[index], rest == 0 ? nil : -rest)
            }
            start += counts[index]
            try write(field, .call(call, .variable("raw")), isText: false)
        }
    }

    private mutating func write(
        _ field: CipherScheme.Envelope.Field, _ value: CodeValue, isText: Bool
    ) throws(CryptoError) {
        if case .constant = field.content { return }
        if field.content == .timestamp, scheme.mac?.message != .preceding { return }
        let name = try Self.variable(of: field.content)
        guard scheme.mac?.message == .encodedIVAndCiphertext, name == "iv" || name == "ciphertext" else {
            return assign(name, decoded(value, field.encodings, isText: isText))
        }
        assign("\(name)Field", value)
        assign(name, decoded(.variable("\(name)Field"), field.encodings, isText: isText))
    }

    private func decoded(
        _ value: CodeValue, _ encodings: [CipherScheme.Envelope.Encoding], isText: Bool
    ) -> CodeValue {
        var (value, isText) = (value, isText)
        for encoding in encodings {
            value = .call(encoding.inverse, isText ? value : .call(.latin1Text, value))
            isText = false
        }
        return isText ? .call(.latin1, value) : value
    }

    // MARK: Keys

    private mutating func writeKeyAndIV() throws(CryptoError) {
        var key = try value(scheme.key)
        if scheme.iv == .derived {
            assign("material", key)
            key = .call(.part(0, scheme.cipher.keyByteCount), .variable("material"))
        }
        assign("key", key)
        switch scheme.iv {
        case .none, .stored: break
        case .constant(let bytes):
            assign("iv", bytes.allSatisfy { $0 == 0 } ? .call(.zeros(bytes.count)) : .bytes(bytes))
        case .derived:
            let start = scheme.cipher.keyByteCount
            assign("iv", .call(.part(start, start + scheme.ivByteCount), .variable("material")))
        case .given(let derivation): assign("iv", try value(derivation, from: "ivText"))
        case .keyText(let derivation): assign("iv", try value(derivation))
        case .key(let steps): assign("iv", try value(steps, .variable("key"), text: .variable("key")))
        }
        if cipher.family == .tripleDES, scheme.cipher.keyByteCount == 16 {
            assign("longKey", .call(.repeated(24), .variable("key")))
        }
        if let counter = scheme.counter, cipher.mode == .ctr, scheme.ivByteCount < cipher.ivByteCount {
            let nonce = [UInt8](repeating: 0, count: scheme.ivByteCount)
            let first = counter.firstBlock(nonce: nonce, byteCount: cipher.ivByteCount)[scheme.ivByteCount...]
            assign("counter", .call(.concatenated, .variable("iv"), .bytes(Array(first))))
        }
    }

    private var cipherArguments: [CodeValue] {
        let key = names.contains("longKey") ? "longKey" : "key"
        return [.variable(key)] + (cipher.hasIV ? [.variable(names.contains("counter") ? "counter" : "iv")] : [])
    }

    private func value(
        _ derivation: CipherScheme.Derivation, from name: String = "keyText"
    ) throws(CryptoError) -> CodeValue {
        let bytes = CodeValue.call(derivation.text.call, .variable(name))
        let text = name == "keyText" ? bytes : .call(derivation.text.call, .variable("keyText"))
        return try value(derivation.steps, bytes, text: text)
    }

    private func value(
        _ steps: [CipherScheme.Step], _ bytes: CodeValue, text: CodeValue
    ) throws(CryptoError) -> CodeValue {
        var value = bytes
        for step in steps {
            let salt = step.salt.map { self.salt($0, text) } ?? .bytes([])
            switch step {
            case .hash(let function): value = .call(.hash(function), value)
            case .lowerHex: value = .call(.latin1, .call(.hex, value))
            case .upperHex: value = .call(.latin1, .call(.upperHex, value))
            case .base64: value = .call(.latin1, .call(.base64, value))
            case .part(let range): value = .call(.part(range.lowerBound, range.upperBound), value)
            case .resized(let count): value = .call(.resized(count), value)
            case .repeated(let count): value = .call(.repeated(count), value)
            case .folded(let count): value = .call(.folded(count), value)
            case .sha1PRNG(let count): value = .call(.sha1PRNG(count), value)
            case .bytesToKey(let function, let iterations, _, let count):
                value = .call(.bytesToKey(function, iterations: iterations, byteCount: count), value, salt)
            case .pbkdf2(let function, let iterations, _, let count):
                value = .call(.pbkdf2(function, iterations: iterations, byteCount: count), value, salt)
            case .scrypt(let logN, let r, let p, _, let count):
                value = .call(.scrypt(logN: logN, r: r, p: p, byteCount: count), value, salt)
            case .hkdf(let function, _, let info, let count):
                value = .call(.hkdf(function, byteCount: count), value, salt, .bytes(info))
            }
        }
        return value
    }

    private func salt(_ salt: CipherScheme.Salt, _ keyText: CodeValue) -> CodeValue {
        switch salt {
        case .none: .bytes([])
        case .stored: .variable("salt")
        case .given(let form): .call(form.call, .variable("saltText"))
        case .constant(let bytes): .bytes(bytes)
        case .keyText: keyText
        }
    }

    // MARK: MAC

    private mutating func message(of mac: CipherScheme.MAC) throws(CryptoError) -> CodeValue {
        func text(_ content: CipherScheme.Envelope.Content) throws(CryptoError) -> CodeValue {
            guard let field = fields.first(where: { $0.content == content }) else { return .bytes([]) }
            let name = try Self.variable(of: content)
            return field.encodings.isEmpty ? .variable(name) : .call(.latin1, .variable("\(name)Field"))
        }
        switch mac.message {
        case .ciphertext: return .variable("ciphertext")
        case .ivAndCiphertext: return .call(.concatenated, .variable("iv"), .variable("ciphertext"))
        case .encodedIVAndCiphertext: return .call(.concatenated, try text(.iv), try text(.ciphertext))
        case .signedText: return .call(.latin1, .variable("signedText"))
        case .preceding:
            var values: [CodeValue] = []
            for field in fields.prefix(while: { $0.content != .mac }) {
                switch field.content {
                case .constant(let bytes): values.append(.bytes(bytes))
                case .timestamp:
                    if !names.contains("timestamp") { assign("timestamp", .call(.timestamp)) }
                    values.append(.variable("timestamp"))
                default: values.append(.variable(try Self.variable(of: field.content)))
                }
            }
            return .call(.concatenated, values)
        }
    }

    // MARK: Fields

    /// Whether the tag directly follows the ciphertext, as most languages return it.
    private var joinsTag: Bool {
        let fields = scheme.envelope.fields
        guard cipher.isAuthenticated, scheme.envelope.form == .concatenated,
            let index = fields.firstIndex(where: { $0.content == .ciphertext }), index + 1 < fields.count
        else { return false }
        return fields[index + 1].content == .tag && fields[index].encodings.isEmpty
            && fields[index + 1].encodings.isEmpty
    }

    /// The fields; a tag that follows the ciphertext is part of it.
    private var fields: [CipherScheme.Envelope.Field] {
        joinsTag ? scheme.envelope.fields.filter { $0.content != .tag } : scheme.envelope.fields
    }

    private static func variable(of content: CipherScheme.Envelope.Content) throws(CryptoError) -> String {
        switch content {
        case .ciphertext: "ciphertext"
        case .iv: "iv"
        case .salt: "salt"
        case .tag: "tag"
        case .mac: "mac"
        case .timestamp: "timestamp"
        case .constant: throw CryptoError(.invalidParameter, "the scheme's envelope needs one ciphertext")
        }
    }
}

extension CodeValue {
    /// Whether the value is a text; a variable's name says it.
    fileprivate var isText: Bool {
        switch self {
        case .variable(let name): name.hasSuffix("Field") || name == "text" || name == "signedText"
        case .bytes: false
        case .call(let call, _): call.isText
        }
    }

    fileprivate func asBytes(_ field: CipherScheme.Envelope.Field) -> CodeValue {
        field.encodings.isEmpty ? self : .call(.latin1, self)
    }

    fileprivate func asText(_ field: CipherScheme.Envelope.Field) -> CodeValue {
        field.encodings.isEmpty ? .call(.latin1Text, self) : self
    }
}

extension CipherScheme {
    fileprivate var ivDerivations: [Derivation] {
        switch iv {
        case .given(let derivation), .keyText(let derivation): [derivation]
        case .key(let steps): [Derivation(.utf8, steps)]
        case .none, .stored, .constant, .derived: []
        }
    }

    fileprivate func count(of content: Envelope.Content) -> Int {
        switch content {
        case .ciphertext: 0
        case .iv: ivByteCount
        case .salt(let count): count
        case .tag: cipher.tagByteCount
        case .mac: mac?.hash.digestByteCount ?? 0
        case .constant(let bytes): bytes.count
        case .timestamp: 8
        }
    }
}

extension CipherScheme.Step {
    fileprivate var salt: CipherScheme.Salt? {
        switch self {
        case .bytesToKey(_, _, let salt, _), .pbkdf2(_, _, let salt, _), .scrypt(_, _, _, let salt, _),
            .hkdf(_, let salt, _, _):
            salt
        default: nil
        }
    }
}

extension CipherScheme.TextForm {
    fileprivate var call: CodeCall {
        switch self {
        case .utf8: .utf8
        case .utf16LittleEndian: .utf16(isLittleEndian: true)
        case .utf16BigEndian: .utf16(isLittleEndian: false)
        case .hexadecimal: .fromHex
        case .base64: .fromKeyBase64
        }
    }
}

extension CipherScheme.Envelope.Encoding {
    fileprivate var call: CodeCall {
        switch self {
        case .base64: .base64
        case .base64URL: .base64URL
        case .unpaddedBase64URL: .unpaddedBase64URL
        case .lowerHex: .hex
        case .upperHex: .upperHex
        }
    }

    fileprivate var inverse: CodeCall {
        switch self {
        case .base64: .fromBase64
        case .base64URL, .unpaddedBase64URL: .fromBase64URL
        case .lowerHex, .upperHex: .fromHex
        }
    }
}
