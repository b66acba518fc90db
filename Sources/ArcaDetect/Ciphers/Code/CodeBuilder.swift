internal import ArcaCrypto

/// Writes a scheme as a program.
struct CodeBuilder {
    let scheme: CipherScheme
    let cipher: CodeCipher
    var program: CodeProgram
    var statements: [CodeProgram.Statement] = []
    var names: Set<String> = []

    /// - Throws: ``CryptoError`` with code `.unsupported` or `.invalidParameter`.
    static func program(for scheme: CipherScheme) throws(CryptoError) -> CodeProgram {
        var builder = try CodeBuilder(scheme)
        try builder.writeEncryption()
        try builder.writeDecryption()
        return builder.program
    }

    init(_ scheme: CipherScheme) throws(CryptoError) {
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

    mutating func assign(_ name: String, _ value: CodeValue) {
        if case .variable(name) = value { return }
        statements.append(.assign(name, value, isText: value.isText))
        names.insert(name)
    }

    // MARK: Encryption

    mutating func writeEncryption() throws(CryptoError) {
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

    mutating func writeData() throws(CryptoError) {
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

    func encoded(
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

    mutating func writeDecryption() throws(CryptoError) {
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

    mutating func writeParts() throws(CryptoError) {
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

    mutating func writeSlices() throws(CryptoError) {
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

    mutating func write(
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

    func decoded(
        _ value: CodeValue, _ encodings: [CipherScheme.Envelope.Encoding], isText: Bool
    ) -> CodeValue {
        var (value, isText) = (value, isText)
        for encoding in encodings {
            value = .call(encoding.inverse, isText ? value : .call(.latin1Text, value))
            isText = false
        }
        return isText ? .call(.latin1, value) : value
    }

    // MARK: Fields

    /// Whether the tag directly follows the ciphertext, as most languages return it.
    var joinsTag: Bool {
        let fields = scheme.envelope.fields
        guard cipher.isAuthenticated, scheme.envelope.form == .concatenated,
            let index = fields.firstIndex(where: { $0.content == .ciphertext }), index + 1 < fields.count
        else { return false }
        return fields[index + 1].content == .tag && fields[index].encodings.isEmpty
            && fields[index + 1].encodings.isEmpty
    }

    /// The fields; a tag that follows the ciphertext is part of it.
    var fields: [CipherScheme.Envelope.Field] {
        joinsTag ? scheme.envelope.fields.filter { $0.content != .tag } : scheme.envelope.fields
    }

    static func variable(of content: CipherScheme.Envelope.Content) throws(CryptoError) -> String {
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
