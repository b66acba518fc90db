internal import ArcaCodecs

/// The unencrypted header of a KeePass database, version 3 or 4.
///
/// Nothing in it is authentic until its hash and MAC are verified.
///
/// Source: keepass.info, "KDBX 4" and "KDBX File Format Specification".
package struct KDBXHeader: Sendable {
    /// The first 8 bytes of a file; the other one is of prereleases of KeePass 2.
    package static let signature: [UInt8] = [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5]
    package static let prereleaseSignature: [UInt8] = [0x03, 0xd9, 0xa2, 0x9a, 0x66, 0xfb, 0x4b, 0xb5]
    /// The first 8 bytes of a KeePass 1 database.
    package static let keePass1Signature: [UInt8] = [0x03, 0xd9, 0xa2, 0x9a, 0x65, 0xfb, 0x4b, 0xb5]

    /// The fields; the raw values are in the file.
    package enum Field: Int, Sendable, CaseIterable {
        case end = 0
        case comment, cipher, compression, masterSeed, transformSeed, transformRounds, iv, streamKey, startBytes
        case stream, derivation, publicData
    }

    package let major: Int
    package let minor: Int
    private var values: [Field: [UInt8]] = [:]
    /// The length with the last field; nil if it was not found.
    package private(set) var byteCount: Int?
    /// The first problem of the header, or nil.
    package private(set) var damage: String?

    /// Whether a file may be a database of KeePass 2 or later.
    package static func recognizes(_ start: some Sequence<UInt8>) -> Bool {
        [signature, prereleaseSignature].contains { start.starts(with: $0) }
    }

    /// Parses the beginning of a file as far as possible; nil without the signature and a version.
    package init?(_ bytes: Span<UInt8>) {
        var reader = LittleEndianReader()
        guard let start = reader.bytes(8, in: bytes), Self.recognizes(start),
            let minor = reader.number(2, in: bytes), let major = reader.number(2, in: bytes)
        else { return nil }
        self.major = major
        self.minor = minor
        while true {
            guard let type = reader.number(1, in: bytes), let length = reader.number(major >= 4 ? 4 : 2, in: bytes),
                let value = reader.bytes(length, in: bytes)
            else {
                damage = "it ends in the middle of a field"
                return
            }
            guard let field = Field(rawValue: type) else {
                damage = damage ?? "it has a field of the unknown type \(type)"
                continue
            }
            if values.updateValue(value, forKey: field) != nil, field != .comment {
                damage = damage ?? "it has two fields of the type \(type)"
            }
            guard field != .end else {
                byteCount = reader.offset
                return
            }
        }
    }

    package subscript(field: Field) -> [UInt8]? { values[field] }

    /// The bytes of a header of version 4.0.
    package static func encode(_ fields: [(field: Field, value: [UInt8])]) -> [UInt8] {
        (fields + [(.end, [0x0d, 0x0a, 0x0d, 0x0a])]).reduce(signature + [0, 0, 4, 0]) { result, entry in
            result + [UInt8(entry.field.rawValue)] + entry.value.count.littleEndianBytes + entry.value
        }
    }

    /// A field with a number in little-endian order; nil if it is missing or of another length.
    package func number(_ field: Field, byteCount: Int) -> Int? {
        guard let value = values[field], value.count == byteCount else { return nil }
        return LittleEndianReader.number(value.span)
    }
}

extension KDBXHeader {
    /// The encryption of the content.
    package enum Encryption: Sendable, Equatable {
        case aes256CBC
        case chaCha20
        /// Not read by Arca.
        case other(name: String)

        package static let aes256 = "31c1f2e6bf714350be5805216afc5aff"
        package static let identifiers: [(identifier: String, encryption: Encryption)] = [
            (aes256, .aes256CBC), ("d6038a2b8b6f4cb5a524339a31dbb59a", .chaCha20),
            ("ad68f29f576f4bb9a36ad47af965346c", .other(name: "Twofish-256-CBC")),
            ("61ab05a1946441c38d743a563df8dd35", .other(name: "AES-128-CBC")),
        ]

        package var name: String {
            switch self {
            case .aes256CBC: "AES-256-CBC"
            case .chaCha20: "ChaCha20"
            case .other(let name): name
            }
        }
    }

    /// The encryption; nil if the header does not name one.
    package var encryption: Encryption? {
        guard let value = values[.cipher] else { return nil }
        let identifier = Base16.standard.encode(value)
        return Encryption.identifiers.first { $0.identifier == identifier }?.encryption
            ?? .other(name: "unknown (\(identifier))")
    }

    /// The key derivation with its cost, which is untrusted.
    package enum Derivation: Sendable, Equatable {
        case aes(seed: [UInt8], rounds: Int)
        case argon2(Argon2)
        case other(identifier: String)

        package struct Argon2: Sendable, Equatable {
            /// Argon2id, not Argon2d.
            package let isHybrid: Bool
            package let salt: [UInt8]
            package let memoryByteCount: Int
            package let passes: Int
            package let lanes: Int
            package let version: Int
            /// Inputs that no known program sets.
            package let secret: [UInt8]
            package let associatedData: [UInt8]

            package init(
                isHybrid: Bool, salt: [UInt8], memoryByteCount: Int, passes: Int, lanes: Int, version: Int,
                secret: [UInt8] = [], associatedData: [UInt8] = []
            ) {
                self.isHybrid = isHybrid
                self.salt = salt
                self.memoryByteCount = memoryByteCount
                self.passes = passes
                self.lanes = lanes
                self.version = version
                self.secret = secret
                self.associatedData = associatedData
            }

            package var name: String { isHybrid ? "Argon2id" : "Argon2d" }
        }
    }

    /// The key derivation; nil if parameters are missing or of wrong lengths.
    package var derivation: Derivation? {
        guard major >= 4 else {
            guard let rounds = number(.transformRounds, byteCount: 8) else { return nil }
            return .aes(seed: values[.transformSeed] ?? [], rounds: rounds)
        }
        guard let value = values[.derivation], let parameters = KDBXDictionary(value.span),
            let identifier = parameters["$UUID"].map({ Base16.standard.encode($0) })
        else { return nil }
        switch identifier {
        case "c9d9f39a628a4460bf740d08c18a4fea", "7c02bb8279a74ac0927d114a00648238":
            guard let rounds = parameters.number("R") else { return nil }
            return .aes(seed: parameters["S"] ?? [], rounds: rounds)
        case Self.argon2d, Self.argon2id:
            guard let memory = parameters.number("M"), let passes = parameters.number("I"),
                let lanes = parameters.number("P")
            else { return nil }
            return .argon2(
                Derivation.Argon2(
                    isHybrid: identifier == Self.argon2id, salt: parameters["S"] ?? [], memoryByteCount: memory,
                    passes: passes, lanes: lanes, version: parameters.number("V") ?? 0x13,
                    secret: parameters["K"] ?? [], associatedData: parameters["A"] ?? []))
        default: return .other(identifier: identifier)
        }
    }

    package static let argon2d = "ef636ddf8c29444b91f7a9a403e30a0c"
    package static let argon2id = "9e298b1956db4773b23dfc3ec6f0a1e6"
}
