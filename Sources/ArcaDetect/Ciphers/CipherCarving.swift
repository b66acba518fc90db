internal import ArcaCodecs
internal import ArcaCore

/// A way to take data apart: its envelope, and where ciphertext, IV, salt and tag are.
struct CipherCarving {
    typealias Envelope = CipherScheme.Envelope

    let envelope: Envelope
    /// The bytes that contain the ciphertext.
    let body: [UInt8]
    let ciphertext: Range<Int>
    var iv: [UInt8]?
    var salt: [UInt8]?
    var tag: [UInt8]?
    /// A program's own format, with its MAC or derivation.
    var format: Format?
    /// Cost of the assumption, in bits.
    var cost: Double

    enum Format: Equatable { case saltedPrefix, fernet, laravel, phpManual, signedText }

    /// Data after its outer encodings.
    struct Body {
        let bytes: [UInt8]
        let encodings: [Envelope.Encoding]
        let cost: Double
    }

    // MARK: Encodings

    /// The readings of data as text in an encoding, or as bytes; likely ones first.
    static func bodies(_ data: [UInt8]) -> [Body] {
        var bodies: [Body] = []
        let trimmed = Self.trimmed(data)
        for (encodings, bytes) in decodings(trimmed) {
            bodies.append(Body(bytes: bytes, encodings: encodings, cost: 0))
            // Base64 of hexadecimal digits or of Base64, and the reverse.
            for (inner, bytes) in decodings(bytes) {
                bodies.append(Body(bytes: bytes, encodings: encodings + inner, cost: -2))
                for (last, bytes) in decodings(bytes) {
                    bodies.append(Body(bytes: bytes, encodings: encodings + inner + last, cost: -2))
                }
            }
        }
        // Deeper layers first: random bytes do not look like an encoding.
        bodies.sort { $0.encodings.count > $1.encodings.count }
        bodies.append(Body(bytes: data, encodings: [], cost: bodies.isEmpty ? 0 : 8))
        return bodies
    }

    /// The encodings that a text can have; hexadecimal digits are Base64 too, but hardly ever meant so.
    static func decodings(_ text: [UInt8]) -> [([Envelope.Encoding], [UInt8])] {
        guard text.count >= 8, text.allSatisfy({ 0x21...0x7e ~= $0 || $0.isWhitespace }) else { return [] }
        if let bytes = try? Base16.standard.allowing(.lenient).decode(text) {
            return [([text.contains(where: \.isUppercase) ? .upperHex : .lowerHex], bytes)]
        }
        let codec = Base64.standard.allowing([.whitespace, .missingPadding, .mixedAlphabets])
        guard let bytes = try? codec.decode(text) else { return [] }
        let isURL = text.contains { $0 == .hyphen || $0 == .underscore }
        let isPadded = text.count(where: { !$0.isWhitespace }).isMultiple(of: 4)
        return [([isURL ? (isPadded ? .base64URL : .unpaddedBase64URL) : .base64], bytes)]
    }

    static func trimmed(_ data: [UInt8]) -> [UInt8] {
        var range = data.startIndex..<data.endIndex
        while let last = range.last, data[last].isWhitespace { range = range.lowerBound..<last }
        while let first = range.first, data[first].isWhitespace { range = (first + 1)..<range.upperBound }
        return Array(data[range])
    }

    // MARK: Structures

    /// The carvings of all readings of the data, structured ones first.
    static func all(_ data: [UInt8], _ bodies: [Body]) -> [CipherCarving] {
        var carvings: [CipherCarving] = []
        for body in bodies {
            carvings += structured(body)
            // A program's own format leaves nothing to try.
            if carvings.contains(where: { $0.format == .saltedPrefix || $0.format == .fernet }) { return carvings }
        }
        for body in bodies { carvings += plain(body) }
        return carvings
    }

    private static func structured(_ body: Body) -> [CipherCarving] {
        var carvings: [CipherCarving] = []
        let bytes = body.bytes
        if bytes.starts(with: "Salted__".utf8), bytes.count > 16 {
            carvings.append(
                make(body, [.constant(Array("Salted__".utf8)), .salt(8), .ciphertext], [8, 8], cost: 0, .saltedPrefix))
        }
        if bytes.first == 0x80, bytes.count >= 73, (bytes.count - 57).isMultiple(of: 16) {
            carvings.append(
                make(
                    body, [.constant([0x80]), .timestamp, .iv, .ciphertext, .mac], [1, 8, 16, 32], cost: 0, .fernet))
        }
        if let carving = textAndIV(body) { carvings.append(carving) }
        guard bytes.count <= 4 << 20, bytes.allSatisfy({ 0x20...0x7e ~= $0 || $0.isWhitespace }) else {
            return carvings
        }
        carvings += json(body)
        for separator in ["--", ":", ".", "$", "|", ",", ";", "#", "_", "-"] { carvings += separated(body, separator) }
        carvings += saltAndIVInHex(body)
        return carvings
    }

    /// Fields one after the other; `counts` are the lengths of all but the ciphertext.
    private static func make(
        _ body: Body, _ contents: [Envelope.Content], _ counts: [Int], cost: Double, _ format: Format? = nil
    ) -> CipherCarving {
        var counts = counts[...]
        var start = 0
        let rest = body.bytes.count - counts.reduce(0, +)
        var pieces: [Envelope.Content: Range<Int>] = [:]
        for content in contents {
            let count = content == .ciphertext ? rest : counts.removeFirst()
            pieces[content] = start..<(start + count)
            start += count
        }
        func piece(_ content: Envelope.Content) -> [UInt8]? { pieces[content].map { Array(body.bytes[$0]) } }
        let salt = contents.first { if case .salt = $0 { true } else { false } }
        return CipherCarving(
            envelope: Envelope(contents.map { Envelope.Field($0) }, encodings: body.encodings), body: body.bytes,
            ciphertext: pieces[.ciphertext] ?? 0..<0, iv: piece(.iv), salt: salt.flatMap(piece), tag: piece(.tag),
            format: format, cost: body.cost + cost)
    }

    /// The layouts of bytes without structure, for all lengths of IV, salt and tag.
    private static func plain(_ body: Body) -> [CipherCarving] {
        let count = body.bytes.count
        var carvings: [CipherCarving] = []
        func add(_ contents: [Envelope.Content], _ counts: [Int], _ cost: Double, _ format: Format? = nil) {
            guard counts.reduce(0, +) < count else { return }
            carvings.append(make(body, contents, counts, cost: cost, format))
        }
        add([.ciphertext], [], 0)
        add([.iv, .ciphertext], [16], 1)
        add([.iv, .ciphertext], [8], 3)
        add([.ciphertext, .iv], [16], 6)
        add([.iv, .mac, .ciphertext], [16, 32], 3, .phpManual)
        add([.iv, .ciphertext, .tag], [12, 16], 1)
        add([.iv, .tag, .ciphertext], [12, 16], 2)
        add([.iv, .tag, .ciphertext], [16, 16], 2)
        add([.iv, .ciphertext, .tag], [16, 16], 2)
        add([.ciphertext, .tag], [16], 2)
        add([.tag, .ciphertext], [16], 4)
        add([.tag, .iv, .ciphertext], [16, 12], 4)
        add([.tag, .iv, .ciphertext], [16, 16], 4)
        add([.ciphertext, .tag, .iv], [16, 12], 4)
        add([.ciphertext, .iv, .tag], [12, 16], 4)
        // After those with a tag: GCM's key stream is a counter mode.
        add([.iv, .ciphertext], [12], 5)
        for salt in [16, 8, 32, 64] {
            add([.salt(salt), .ciphertext], [salt], 4)
            add([.salt(salt), .iv, .ciphertext], [salt, 16], 4)
            add([.salt(salt), .iv, .ciphertext, .tag], [salt, 12, 16], 4)
            add([.salt(salt), .iv, .ciphertext, .tag], [salt, 16, 16], 5)
            add([.salt(salt), .iv, .tag, .ciphertext], [salt, 16, 16], 5)
            add([.salt(salt), .iv, .tag, .ciphertext], [salt, 12, 16], 5)
        }
        add([.iv, .salt(16), .ciphertext], [16, 16], 6)
        return carvings
    }

    /// A field of text and its decoded bytes.
    private struct Piece {
        let encodings: [Envelope.Encoding]
        let bytes: [UInt8]
    }

    private static func separated(_ body: Body, _ separator: String) -> [CipherCarving] {
        let texts = body.bytes.split(by: Array(separator.utf8))
        guard 2...4 ~= texts.count else { return [] }
        let pieces = texts.map { text in
            decodings(text).first.map { Piece(encodings: $0.0, bytes: $0.1) }
        }
        // Rails signs the whole, which is in Base64 and has fields itself.
        if separator == "--", texts.count == 2, let inner = pieces[0],
            pieces[1]?.bytes.count == 20 || pieces[1]?.bytes.count == 32
        {
            let signed = Body(bytes: inner.bytes, encodings: body.encodings + inner.encodings, cost: 0)
            let carvings = self.separated(signed, "--").map { carving in
                var carving = carving
                carving.format = .signedText
                carving.tag = pieces[1]?.bytes
                return carving
            }
            if !carvings.isEmpty { return carvings }
        }
        let found = pieces.compactMap(\.self)
        guard found.count == texts.count else { return [] }
        return roles(found.map(\.bytes.count)).map { contents, cost in
            var carving = fields(contents, found, .separated(by: separator), body.encodings)
            carving.cost = body.cost + cost
            return carving
        }
    }

    /// The contents that fields with these lengths can have, with cost.
    private static func roles(_ counts: [Int]) -> [([Envelope.Content], Double)] {
        var roles: [([Envelope.Content], Double)] = [([], 0)]
        for (index, count) in counts.enumerated() {
            roles = roles.flatMap { contents, cost in
                var next: [([Envelope.Content], Double)] = []
                func add(_ content: Envelope.Content, _ extra: Double) {
                    next.append((contents + [content], cost + extra))
                }
                let hasSalt = contents.contains { if case .salt = $0 { true } else { false } }
                if !contents.contains(.iv), [8, 12, 16].contains(count) { add(.iv, index <= 1 ? 0 : 1) }
                if !contents.contains(.tag), count == 16 { add(.tag, 1) }
                if !hasSalt, 8...64 ~= count { add(.salt(count), index == 0 ? 1 : 4) }
                if !contents.contains(.ciphertext), count > 0 { add(.ciphertext, 0) }
                return next
            }
        }
        return roles.filter { $0.0.contains(.ciphertext) && $0.0.count == counts.count }.sorted { $0.1 < $1.1 }
    }

    private static func fields(
        _ contents: [Envelope.Content], _ pieces: [Piece], _ form: Envelope.Form, _ encodings: [Envelope.Encoding]
    ) -> CipherCarving {
        var iv: [UInt8]?
        var salt: [UInt8]?
        var tag: [UInt8]?
        var body: [UInt8] = []
        for (content, piece) in zip(contents, pieces) {
            switch content {
            case .iv: iv = piece.bytes
            case .salt: salt = piece.bytes
            case .tag: tag = piece.bytes
            case .ciphertext: body = piece.bytes
            default: break
            }
        }
        let fields = zip(contents, pieces).map { Envelope.Field($0, $1.encodings) }
        return CipherCarving(
            envelope: Envelope(Array(fields), form: form, encodings: encodings), body: body,
            ciphertext: 0..<body.count, iv: iv, salt: salt, tag: tag, cost: 0)
    }

    /// The ciphertext in Base64, two colons and the bytes of the IV: a frequent example for PHP.
    private static func textAndIV(_ body: Body) -> CipherCarving? {
        guard body.bytes.count > 18 + 8, body.bytes.dropLast(16).suffix(2).elementsEqual("::".utf8),
            let text = decodings(Array(body.bytes.dropLast(18))).first
        else { return nil }
        let pieces = [
            Piece(encodings: text.0, bytes: text.1), Piece(encodings: [], bytes: Array(body.bytes.suffix(16))),
        ]
        return fields([.ciphertext, .iv], pieces, .separated(by: "::"), body.encodings)
    }

    /// Salt and IV as 32 hexadecimal digits each, then Base64: a frequent example for CryptoJS.
    private static func saltAndIVInHex(_ body: Body) -> [CipherCarving] {
        let text = body.bytes
        guard text.count > 64, let salt = try? Base16.standard.decode(text[..<32]),
            let iv = try? Base16.standard.decode(text[32..<64]), let rest = decodings(Array(text[64...])).first
        else { return [] }
        let pieces = [
            Piece(encodings: [.lowerHex], bytes: salt), Piece(encodings: [.lowerHex], bytes: iv),
            Piece(encodings: rest.0, bytes: rest.1),
        ]
        return [fields([.salt(16), .iv, .ciphertext], pieces, .concatenated, body.encodings)]
    }

    private static let names: [(Envelope.Content, Set<String>)] = [
        (.iv, ["iv", "nonce", "i", "initvector", "initializationvector"]),
        (
            .ciphertext,
            [
                "value", "ct", "data", "ciphertext", "encrypted", "content", "payload", "encrypteddata", "cipher",
                "text", "c", "message", "msg", "result", "enc", "encryptedtext", "body",
            ]
        ),
        (.tag, ["tag", "authtag", "t", "auth_tag"]), (.salt(0), ["s", "salt"]), (.mac, ["mac", "hmac"]),
    ]

    /// An object with fields by their names: Laravel, CryptoJS and others.
    private static func json(_ body: Body) -> [CipherCarving] {
        guard body.bytes.first == .leftBrace, let object = (try? JSONReader.read(body.bytes))?.object else { return [] }
        var contents: [Envelope.Content] = []
        var pieces: [Piece] = []
        var fieldNames: [String] = []
        for member in object.members {
            let name = member.name.lowercased()
            guard let text = member.value.string, var content = names.first(where: { $0.1.contains(name) })?.0,
                !contents.contains(content)
            else { continue }
            let piece = decodings(Array(text.utf8)).first
            if piece == nil { content = .constant(Array(text.utf8)) }
            if case .salt = content { content = .salt(piece?.1.count ?? 0) }
            contents.append(content)
            pieces.append(Piece(encodings: piece?.0 ?? [], bytes: piece?.1 ?? []))
            fieldNames.append(member.name)
        }
        guard contents.contains(.ciphertext) else { return [] }
        var carving = fields(contents, pieces, .json(names: fieldNames), body.encodings)
        if contents.contains(.mac) {
            carving.format = .laravel
        } else {
            carving.cost = body.cost
        }
        return [carving]
    }
}

extension CipherCarving {
    var ciphertextBytes: ArraySlice<UInt8> { body[ciphertext] }
}
