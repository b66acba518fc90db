internal import ArcaCore
internal import ArcaCrypto

/// The plaintext of an item's secret column, with the keys of its attachments.
///
/// Each part is copied from the decrypted record directly to its own wiped memory, never through an array.
///
/// Source: Documentation/VAULT-FORMAT.md, "Secret".
package struct SecretRecord: Sendable, Equatable {
    struct AttachmentKey: Sendable, Equatable {
        let attachment: [UInt8]
        let key: SecretBytes
    }

    static let largestByteCount = 1_572_863

    var secret: ItemSecret
    var attachmentKeys: [AttachmentKey] = []
    /// Other values than the current ones, by index in the attributes' list of such values.
    var others: [Int: CellValue] = [:]

    func fields() -> TLVWriter {
        var writer = TLVWriter()
        if !secret.value.isEmpty { writer.add(1, [], secret.value) }
        for field in secret.fields { writer.add(2, field.name.utf8.lengthPrefixed, field.value) }
        if let password = secret.oneTimePassword {
            writer.add(3, password.recordHead, password.key)
        }
        for entry in attachmentKeys { writer.add(4, entry.attachment, entry.key) }
        for (index, value) in others.sorted(by: { $0.key < $1.key }) {
            let place = UInt16(index).bigEndianBytes
            switch value {
            case .password(let password): writer.add(5, place + [1] + password.recordHead, password.key)
            case .secret(let secret): writer.add(5, place + [0], secret)
            case .text, .time, .name, .attachment: break
            }
        }
        return writer
    }

    init(_ secret: ItemSecret, attachmentKeys: [AttachmentKey] = [], others: [Int: CellValue] = [:]) {
        self.secret = secret
        self.attachmentKeys = attachmentKeys
        self.others = others
    }

    /// Parses a decrypted secret with padding, and checks that it matches the attributes.
    init(_ padded: SecretBytes, of item: VaultItem) throws {
        self = try padded.withBytes { padded in
            try SecretRecord(padded.extracting(..<(try LengthBuckets.contentByteCount(of: padded))))
        }
        guard belongs(to: item) else {
            throw VaultError(.tampered, "an item's secret does not belong to its attributes")
        }
    }

    /// Whether it has exactly the fields, attachments and one-time password that the attributes list.
    func belongs(to item: VaultItem) -> Bool {
        secret.fields.map(\.name) == item.protectedFields && secret.oneTimePassword?.kind == item.oneTimePassword
            && attachmentKeys.map(\.attachment) == item.attachments.map(\.identifier)
    }

    /// Reads unpadded fields; the caller checks that they match the attributes.
    init(_ record: Span<UInt8>) throws {
        var reader = TLVReader(lists: [2, 4, 5])
        secret = ItemSecret(SecretBytes(byteCount: 0) { _ in })
        while let (number, found) = try reader.next(record) {
            var value = found
            switch number {
            case 1:
                guard (1...ItemSecret.largestByteCount).contains(value.byteCount) else {
                    throw VaultError(.tampered, "a secret of \(value.byteCount) bytes has a field")
                }
                secret.value = SecretBytes(copying: record.extracting(value.rest()))
            case 2:
                let name = try value.prefixedText(record)
                secret.fields.append(
                    ItemSecret.Field(name, SecretBytes(copying: record.extracting(value.rest()))))
            case 3: secret.oneTimePassword = try OneTimePassword(&value, record)
            case 4:
                let identifier = try value.bytes(16, record)
                let key = SecretBytes(copying: record.extracting(try value.take(32)))
                attachmentKeys.append(AttachmentKey(attachment: identifier, key: key))
            case 5: try addOther(&value, record)
            default: throw TLVReader.unknown(number, in: "an item's secret")
            }
            try value.finish()
        }
    }

    private mutating func addOther(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        let index = try Int(value.number(record, as: UInt16.self))
        let isPassword: UInt8 = try value.number(record)
        let other: CellValue
        switch isPassword {
        case 0: other = .secret(SecretBytes(copying: record.extracting(value.rest())))
        case 1: other = .password(try OneTimePassword(&value, record))
        default: throw VaultError(.unsupported, "an item's secret has a part that only a newer Arca knows")
        }
        guard others.updateValue(other, forKey: index) == nil else {
            throw VaultError(.tampered, "an item's secret contradicts itself")
        }
    }
}

extension OneTimePassword {
    /// All fields except the key, in record format.
    fileprivate var recordHead: [UInt8] {
        [kind.rawValue, algorithm.rawValue, UInt8(digits)] + UInt16(period).bigEndianBytes + counter.bigEndianBytes
            + issuer.utf8.lengthPrefixed + account.utf8.lengthPrefixed
    }

    fileprivate init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        let (kind, algorithm) = (try value.number(record, as: UInt8.self), try value.number(record, as: UInt8.self))
        let digits: UInt8 = try value.number(record)
        let period: UInt16 = try value.number(record)
        let counter: UInt64 = try value.number(record)
        let issuer = try value.prefixedText(record)
        let account = try value.prefixedText(record)
        let key = SecretBytes(copying: record.extracting(value.rest()))
        guard let kind = Kind(rawValue: kind), let algorithm = Algorithm(rawValue: algorithm) else {
            throw VaultError(.unsupported, "a one-time password is of a kind of a newer Arca")
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
