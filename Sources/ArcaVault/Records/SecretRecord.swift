internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP

/// The plaintext of an item's secret column, with the keys of its attachments.
///
/// Each part is copied from the decrypted record directly to its own wiped memory, never through an array.
///
/// Source: Documentation/VAULT-FORMAT.md, "Secret".
package struct SecretRecord: Sendable, Equatable {
    package struct AttachmentKey: Sendable, Equatable {
        let attachment: [UInt8]
        let key: SecretBytes
    }

    static let largestByteCount = 1_572_863

    var secret: ItemSecret
    var attachmentKeys: [AttachmentKey] = []
    /// Other values than the current ones, by index in the attributes' list of such values.
    var others: [Int: CellValue] = [:]

    init(_ secret: ItemSecret, attachmentKeys: [AttachmentKey] = [], others: [Int: CellValue] = [:]) {
        self.secret = secret
        self.attachmentKeys = attachmentKeys
        self.others = others
    }

    /// Parses a decrypted secret with padding, and checks that it matches the attributes.
    init(_ padded: SecretBytes, of item: VaultItem) throws {
        self.init(.empty)
        try Self.format.read(padded, into: &self)
        guard belongs(to: item) else {
            throw VaultError(.tampered, "an item's secret does not belong to its attributes")
        }
    }

    /// Reads unpadded fields; the caller checks that they match the attributes.
    init(_ record: Span<UInt8>) throws {
        self.init(.empty)
        try Self.format.read(record, into: &self)
    }

    /// Whether it has exactly the fields, attachments and one-time password that the attributes list.
    func belongs(to item: VaultItem) -> Bool {
        secret.fields.map(\.name) == item.protectedFields && secret.oneTimePassword?.kind == item.oneTimePassword
            && attachmentKeys.map(\.attachment) == item.attachments.map(\.identifier)
    }
}

extension SecretRecord: FieldRecord {
    package enum Field: UInt8, CaseIterable, Sendable {
        case value = 1, protectedField, oneTimePassword, attachmentKey, otherValue
    }

    package static let format = RecordFormat<SecretRecord>(
        "an item's secret",
        [
            RecordField(
                .value, .optional, .value, values: { if !$0.secret.value.isEmpty { $1($0.secret.value) } },
                add: { $0.secret.value = $1 }),
            .list(.protectedField, .protectedField, \.secret.fields),
            .optional(.oneTimePassword, .oneTimePassword, \.secret.oneTimePassword),
            .list(.attachmentKey, .attachmentKey, \.attachmentKeys),
            RecordField(
                .otherValue, .list, .otherValue,
                values: { $0.others.filter(\.value.isSecret).sorted { $0.key < $1.key }.forEach($1) },
                add: { record, other in
                    guard record.others.updateValue(other.value, forKey: other.key) == nil else {
                        throw VaultError(.tampered, "an item's secret contradicts itself")
                    }
                }),
        ])
}

extension ItemSecret {
    fileprivate static var empty: ItemSecret { ItemSecret(SecretBytes(byteCount: 0) { _ in }) }
}

extension FieldType<SecretBytes> {
    fileprivate static var value: Self {
        Self("bytes", writeSecret: { ([], $0) }) { value, record in
            guard (1...ItemSecret.largestByteCount).contains(value.byteCount) else {
                throw VaultError(.tampered, "a secret of \(value.byteCount) bytes has a field")
            }
            return try value.secret(value.byteCount, record)
        }
    }
}

extension FieldType<ItemSecret.Field> {
    fileprivate static var protectedField: Self {
        Self("lp(name) ‖ value", writeSecret: { ($0.name.utf8.lengthPrefixed, $0.value) }) { value, record in
            ItemSecret.Field(try value.prefixedText(record), try value.secret(value.byteCount, record))
        }
    }
}

extension FieldType<SecretRecord.AttachmentKey> {
    fileprivate static var attachmentKey: Self {
        Self("attachment_id[16] ‖ key[32]", writeSecret: { ($0.attachment, $0.key) }) { value, record in
            SecretRecord.AttachmentKey(attachment: try value.bytes(16, record), key: try value.secret(32, record))
        }
    }
}

extension FieldType<OTPGenerator> {
    fileprivate static var oneTimePassword: Self {
        Self("one-time password", writeSecret: { ($0.recordHead, $0.key) }) { try OTPGenerator(&$0, $1) }
    }
}

/// A value next to the current one, by index in the attributes' list of such values.
extension FieldType<(key: Int, value: CellValue)> {
    fileprivate static var otherValue: Self {
        Self("u16 index ‖ u8 type ‖ value") { other in
            let index = UInt16(other.key).bigEndianBytes
            return switch other.value {
            case .password(let password): (index + [1] + password.recordHead, password.key)
            case .secret(let secret): (index + [0], secret)
            case .text, .time, .name, .attachment: (index, nil)
            }
        } read: { value, record in
            let index = try Int(value.number(record, as: UInt16.self))
            let type: UInt8 = try value.number(record)
            switch type {
            case 0: return (index, .secret(try value.secret(value.byteCount, record)))
            case 1: return (index, .password(try OTPGenerator(&value, record)))
            default: throw VaultError(.unsupported, "an item's secret has a part that only a newer Arca knows")
            }
        }
    }
}

extension OTPGenerator {
    /// All fields except the key, in record format.
    fileprivate var recordHead: [UInt8] {
        [kind.rawValue, algorithm.rawValue, UInt8(digits)] + UInt16(period).bigEndianBytes + counter.bigEndianBytes
            + issuer.utf8.lengthPrefixed + account.utf8.lengthPrefixed
    }

    static let unknownKind = VaultError(.unsupported, "a one-time password is of a kind of a newer Arca")

    fileprivate init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        let (kind, algorithm) = (try value.number(record, as: UInt8.self), try value.number(record, as: UInt8.self))
        let digits: UInt8 = try value.number(record)
        let period: UInt16 = try value.number(record)
        let counter: UInt64 = try value.number(record)
        let issuer = try value.prefixedText(record)
        let account = try value.prefixedText(record)
        let key = try value.secret(value.byteCount, record)
        guard let kind = Kind(rawValue: kind), let algorithm = Algorithm(rawValue: algorithm) else {
            throw Self.unknownKind
        }
        guard kind == .time ? counter == 0 : period == 30 else {
            throw VaultError(.tampered, "a one-time password contradicts itself")
        }
        do {
            try self.init(
                kind, key: key, algorithm: algorithm, digits: Int(digits), period: Int(period), counter: counter,
                issuer: issuer, account: account)
        } catch {
            throw VaultError(.tampered, error.reason)
        }
    }
}
