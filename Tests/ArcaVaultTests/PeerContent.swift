import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport

@testable import ArcaVault

/// The content of a vault in the form that `Peer/vault.py` prints: bytes in hexadecimal, times in milliseconds.
struct PeerContent: Decodable, Equatable {
    struct Slot: Decodable, Equatable {
        let id: String
        let kind: UInt8
        let created: Int64
        let label, recipient: String
    }

    struct Staged: Decodable, Equatable {
        let id: String
        let begun: Int64
    }

    var vault, chain: String
    var epoch: UInt32
    var generation: UInt64
    var kind: UInt8
    var created, modified: Int64
    var logStart: UInt64
    var historyLimit: UInt32
    var slots: [Slot]
    var staged: [Staged]
    var rotating: Bool
    var items: [PeerItem]
}

struct PeerItem: Decodable, Equatable {
    struct OTP: Decodable, Equatable {
        let kind, algorithm: UInt8
        let digits, period: Int
        let counter: UInt64
        let issuer, account: ExactText
        let key: String
    }

    struct Attachment: Decodable, Equatable {
        let id: String
        let length: UInt64
        let created: Int64
        let name, mediaType: ExactText
        /// The SHA-256 of the content; nil in older versions, where the attachment may be gone.
        let sha256: String?
    }

    var id: String
    var version: UInt64
    var itemClass: UInt8
    var service, account, scheme, path, label, kind, comment, group: ExactText
    var port: UInt16
    var created, modified, secretChanged: Int64
    var expires: Int64?
    /// When it was moved to the trash.
    var removed: Int64?
    /// Names and values.
    var fields: [[ExactText]]
    /// Names, and values in hexadecimal.
    var protected: [[ExactText]]
    var value: String
    var otp: OTP?
    var attachments: [Attachment]
    /// Oldest first; nil in an older version.
    var history: [PeerItem]?

    private enum CodingKeys: String, CodingKey {
        case id, version, service, account, path, label, kind, comment, group, port, created, modified, secretChanged
        case expires, removed, fields, protected, value, otp, attachments, history
        case itemClass = "class"
        case scheme = "protocol"
    }
}

/// A text compared by its bytes; `String` compares canonical equivalents as equal.
struct ExactText: Decodable, Equatable, CustomStringConvertible {
    let description: String

    init(_ text: String) { description = text }

    init(from decoder: any Decoder) throws { description = try String(from: decoder) }

    static func == (left: ExactText, right: ExactText) -> Bool {
        left.description.utf8.elementsEqual(right.description.utf8)
    }
}

extension PeerContent {
    /// Reads everything in a vault.
    init(of vault: Vault) throws {
        let state = try vault.read { $0.state }
        self.vault = hexText(vault.identifier)
        chain = hexText(state.chain)
        epoch = state.epoch
        generation = state.generation
        kind = state.kind.rawValue
        (created, modified) = (state.created.milliseconds, state.modified.milliseconds)
        logStart = state.logStart
        historyLimit = state.historyLimit
        slots = state.slots.map { slot in
            Slot(
                id: hexText(slot.identifier), kind: slot.kind, created: slot.created.milliseconds, label: slot.label,
                recipient: hexText(slot.recipient))
        }
        staged = state.staged.map { entry in
            Staged(id: hexText(entry.attachment.bigEndianBytes), begun: entry.begun.milliseconds)
        }
        rotating = state.previous != nil
        items = try vault.read { transaction in
            try transaction.all { _ in true }.map { item in
                var current = PeerItem(
                    item.item, try transaction.secret(of: item).secret, try Self.digests(item, transaction))
                current.history = try transaction.versions(of: item).reversed().map { version in
                    PeerItem(version, try transaction.version(version.version, of: item).secret)
                }
                return current
            }
        }.sorted { $0.id < $1.id }
    }

    /// A copy with the items in an order that does not depend on string comparison.
    var sorted: PeerContent {
        var copy = self
        copy.items.sort { $0.id < $1.id }
        return copy
    }

    private static func digests(_ item: OpenedItem, _ transaction: VaultTransaction) throws -> [String] {
        try item.item.attachments.map { attachment in
            let content = try transaction.extract(attachment.name, of: item, to: MemoryWriter())
            return hexText(Array(bytes: SHA256.hash(content.bytes)))
        }
    }
}

extension PeerItem {
    fileprivate init(_ item: VaultItem, _ secret: ItemSecret, _ digests: [String] = []) {
        let (name, attributes) = (item.name, item.attributes)
        id = hexText(item.identifier)
        version = item.version
        itemClass = name.itemClass.rawValue
        (service, account) = (ExactText(name.service), ExactText(name.account))
        (scheme, port, path) = (ExactText(name.scheme), name.port, ExactText(name.path))
        (label, kind) = (ExactText(attributes.label), ExactText(attributes.kind))
        (comment, group) = (ExactText(attributes.comment), ExactText(attributes.group))
        (created, modified) = (item.created.milliseconds, item.modified.milliseconds)
        secretChanged = item.secretChanged.milliseconds
        expires = attributes.expires?.milliseconds
        removed = item.removed?.milliseconds
        fields = attributes.fields.map { [ExactText($0.name), ExactText($0.value)] }
        protected = secret.fields.map { [ExactText($0.name), ExactText(hexText($0.value.copied))] }
        value = hexText(secret.value.copied)
        otp = secret.oneTimePassword.map { password in
            OTP(
                kind: password.kind.rawValue, algorithm: password.algorithm.rawValue, digits: password.digits,
                period: password.period, counter: password.counter, issuer: ExactText(password.issuer),
                account: ExactText(password.account), key: hexText(password.key.copied))
        }
        attachments = item.attachments.enumerated().map { index, attachment in
            Attachment(
                id: hexText(attachment.identifier), length: attachment.byteCount,
                created: attachment.created.milliseconds, name: ExactText(attachment.name),
                mediaType: ExactText(attachment.mediaType), sha256: digests.isEmpty ? nil : digests[index])
        }
    }
}

extension SecretBytes {
    fileprivate var copied: [UInt8] { withBytes { [UInt8](bytes: $0) } }
}
