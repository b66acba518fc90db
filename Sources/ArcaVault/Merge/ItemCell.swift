internal import ArcaCore
package import ArcaCrypto
package import ArcaOTP

/// A part of an item that is merged separately.
package struct ItemCell: Sendable, Hashable {
    /// The kind of a cell; the raw values are stored in the file.
    enum Kind: UInt8, Sendable {
        case value = 0, name = 1, label = 7, kind = 8, comment = 9, group = 10, expires = 14, field = 15, password = 17,
            attachment = 18
    }

    let kind: Kind
    /// The name of a custom field, or an attachment's identifier in hexadecimal; otherwise empty.
    var name = ""

    static let value = ItemCell(kind: .value)
    static let itemName = ItemCell(kind: .name)
    static let password = ItemCell(kind: .password)

    /// The displayed name, as in ``VaultItem/FieldName`` if it has one.
    var text: String {
        switch kind {
        case .value: "password"
        case .password: "otp"
        case .field: Self.reserved.contains(name) ? "field:\(name)" : name
        default: "\(kind)"
        }
    }

    private static let reserved = VaultItem.FieldName.builtIn + ["name"]
}

package enum CellValue: Sendable, Equatable {
    case text(String)
    case time(Vault.Timestamp)
    case name(VaultItem.Name)
    case secret(SecretBytes)
    case password(OTPGenerator)
    case attachment(VaultItem.Attachment, SecretBytes)

    /// Whether two values are equivalent to users: an advanced counter or a renamed attachment is not a change.
    func agrees(with other: CellValue) -> Bool {
        switch (self, other) {
        case (.text(let one), .text(let other)): one == other
        case (.time(let one), .time(let other)): one == other
        case (.name(let one), .name(let other)): one == other
        case (.secret(let one), .secret(let other)): one == other
        case (.password(let one), .password(let other)): one.withoutCounter == other.withoutCounter
        case (.attachment(let one, _), .attachment(let other, _)): one.identifier == other.identifier
        default: false
        }
    }

    /// An order for concurrent values; reveals nothing about secrets.
    var rank: [UInt8] {
        switch self {
        case .text, .time, .name: bytes
        case .secret(let bytes): SHA256.hash(bytes)
        case .password(let password): SHA256.hash(password.key)
        case .attachment(let attachment, _): attachment.identifier
        }
    }

    var isSecret: Bool {
        switch self {
        case .secret, .password: true
        default: false
        }
    }
}

extension OTPGenerator {
    fileprivate var withoutCounter: OTPGenerator {
        var password = self
        password.counter = 0
        return password
    }
}

extension CellValue {
    var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .time(let time): time.bigEndianBytes
        case .name(let name): name.bytes
        case .secret, .password, .attachment: []
        }
    }

    init(_ cell: ItemCell, _ value: inout FieldReader, _ record: Span<UInt8>) throws {
        switch cell.kind {
        case .name: self = .name(try VaultItem.Name(&value, record))
        case .expires: self = .time(try value.time(record))
        case .label, .kind, .comment, .group, .field: self = .text(try value.text(record))
        case .value, .password, .attachment:
            throw VaultError(.tampered, "an item's attributes contradict themselves")
        }
    }
}

extension VaultItem.Name {
    var bytes: [UInt8] {
        [itemClass.rawValue] + service.utf8.lengthPrefixed + account.utf8.lengthPrefixed + scheme.utf8.lengthPrefixed
            + port.bigEndianBytes + path.utf8
    }

    init(_ value: inout FieldReader, _ record: Span<UInt8>) throws {
        guard let itemClass = VaultItem.Class(rawValue: try value.number(record)) else {
            throw VaultItem.Class.unknown
        }
        self.init("", class: itemClass)
        (service, account) = (try value.prefixedText(record), try value.prefixedText(record))
        scheme = try value.prefixedText(record)
        port = try value.number(record)
        path = try value.text(record)
        guard isConsistent else { throw VaultError(.tampered, "an item's attributes contradict themselves") }
    }

    package func numbered(_ number: Int) -> VaultItem.Name {
        var name = self
        if account.isEmpty { name.service += " (\(number))" } else { name.account += " (\(number))" }
        return name
    }
}
