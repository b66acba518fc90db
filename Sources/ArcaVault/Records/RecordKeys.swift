internal import ArcaCore
internal import ArcaCrypto

/// Encrypts and decrypts the records of one epoch, and computes its lookup tags, leaves and chain.
///
/// Source: Documentation/VAULT-FORMAT.md, sections 4 to 8.
package final class RecordKeys: Sendable {
    /// Fills a buffer with random bytes; tests substitute a repeatable one.
    typealias RandomSource = @Sendable (inout OutputSpan<UInt8>) throws -> Void

    /// The kinds of record; the raw values are stored and never change.
    private enum Kind: UInt8 { case attributes = 1, secret = 2, state = 3 }
    private static let label = Array("arca.vault.v1\0".utf8)

    let subkeys: EpochKeys
    private let tag: PreparedHMAC
    private let set: PreparedHMAC
    private let chain: PreparedHMAC
    private let nonce: PreparedHMAC
    private let attributes: PreparedXAES
    private let secret: PreparedXAES
    private let state: PreparedXAES
    private let random: RandomSource

    init(_ key: EpochKeys, random: @escaping RandomSource = SecureRandom.fill) throws {
        subkeys = key
        self.random = random
        func hmac(_ key: SymmetricKey) throws -> PreparedHMAC {
            try PreparedHMAC(key)
        }
        func xaes(_ key: SymmetricKey) throws -> PreparedXAES {
            try PreparedXAES(key)
        }
        tag = try hmac(key.tag)
        set = try hmac(key.set)
        chain = try hmac(key.chain)
        nonce = try hmac(key.nonce)
        attributes = try xaes(key.attributes)
        secret = try xaes(key.secret)
        state = try xaes(key.state)
    }

    var epoch: UInt32 { subkeys.epoch }
    package var vault: [UInt8] { subkeys.vault }

    // MARK: Tags, sums, chain

    /// The lookup tag of a name; different names never give the same HMAC message (section 5).
    package func lookupTag(_ name: VaultItem.Name) -> LookupTag {
        var message = [name.itemClass.rawValue]
        var service = Array(name.service.utf8)
        if name.itemClass == .internetPassword {
            service =
                service.lengthPrefixed + name.scheme.utf8.lengthPrefixed + name.port.bigEndianBytes.lengthPrefixed
                + name.path.utf8.lengthPrefixed
        }
        message += service.lengthPrefixed + name.account.utf8.lengthPrefixed
        return LookupTag(value: tag.prefix(message.span))
    }

    /// The lookup tag of an item: from its name or, in the trash, from its identifier, which frees the name.
    func tag(of item: VaultItem) -> LookupTag {
        guard item.removed != nil else { return lookupTag(item.name) }
        // Class numbers start at 1.
        return LookupTag(value: tag.prefix(([0] + item.identifier).span))
    }

    /// A row's leaf, its contribution to the group's sum (section 6).
    func leaf(_ row: SealedRow, _ table: SealedRow.Table) -> UInt128 {
        leaf(row.key, table, attributes: row.attributes.span, secretHead: row.secretHead.span)
    }

    /// The same for a row still in SQLite's memory.
    func leaf(
        _ key: SealedRow.Key, _ table: SealedRow.Table, attributes: Span<UInt8>, secretHead: Span<UInt8>
    ) -> UInt128 {
        set.prefix(key.leafHead(table).span, attributes.extracting(first: SealedRow.headByteCount), secretHead)
    }

    /// The digest of a state without its chain value, as stored in the log.
    func digest(ofState tlv: Span<UInt8>) -> [UInt8] { chain.code(tlv) }

    /// The next chain value (section 7.1).
    func link(after previous: [UInt8], generation: UInt64, digest: [UInt8]) -> [UInt8] {
        chain.code(previous.span, generation.bigEndianBytes.span, digest.span)
    }

    /// The chain value after the generations that follow `generation`, given their digests.
    func chain(from value: [UInt8], after generation: UInt64, _ digests: [[UInt8]]) -> [UInt8] {
        digests.enumerated().reduce(value) { value, next in
            link(after: value, generation: generation + 1 + UInt64(next.offset), digest: next.element)
        }
    }

    // MARK: Records

    func seal(
        attributes plain: SecretBytes, secret plainSecret: SecretBytes, tag: LookupTag, identifier: UInt128,
        version: UInt64
    ) throws -> SealedRow {
        let key = SealedRow.Key(tag: tag, identifier: identifier, version: version, epoch: epoch)
        var row = SealedRow(key: key, attributes: [], secretHead: [], secret: [])
        let sealed = try seal(plainSecret, secret, kind: .secret, fields: secretFields(row))
        row.secretHead = Array(sealed[..<SealedRow.headByteCount])
        row.secret = Array(sealed[SealedRow.headByteCount...])
        row.attributes = try seal(plain, attributes, kind: .attributes, fields: attributeFields(row))
        return row
    }

    /// Decrypts a row's attributes, and returns them without padding, in ordinary memory.
    func openAttributes(_ row: SealedRow) throws -> [UInt8] {
        let head = row.attributes.span.extracting(first: SealedRow.headByteCount)
        let ciphertext = row.attributes.span.extracting(droppingFirst: SealedRow.headByteCount)
        var plain = try [UInt8](capacity: ciphertext.count) { output in
            try open(head, ciphertext, key: attributes, kind: .attributes, fields: attributeFields(row), into: &output)
        }
        plain.removeLast(plain.count - (try LengthBuckets.contentByteCount(of: plain.span)))
        return plain
    }

    /// Decrypts a row's secret, and returns it with padding.
    func openSecret(_ row: SealedRow) throws -> SecretBytes {
        try SecretBytes(byteCount: row.secret.count) { output in
            try open(
                row.secretHead.span, row.secret.span, key: secret, kind: .secret, fields: secretFields(row),
                into: &output)
        }
    }

    func sealState(_ plain: SecretBytes, generation: UInt64) throws -> [UInt8] {
        try seal(plain, state, kind: .state, fields: generation.bigEndianBytes)
    }

    func openState(_ sealed: [UInt8], generation: UInt64) throws -> SecretBytes {
        guard sealed.count > SealedRow.headByteCount else { throw Self.damaged("the vault's state") }
        let ciphertext = sealed.span.extracting(droppingFirst: SealedRow.headByteCount)
        return try SecretBytes(byteCount: ciphertext.count) { output in
            try open(
                sealed.span.extracting(first: SealedRow.headByteCount), ciphertext, key: state, kind: .state,
                fields: generation.bigEndianBytes, into: &output)
        }
    }

    // MARK: Sealing

    private func secretFields(_ row: SealedRow) -> [UInt8] {
        row.key.tag.value.bigEndianBytes + row.key.identifier.bigEndianBytes + row.key.version.bigEndianBytes
    }

    private func attributeFields(_ row: SealedRow) -> [UInt8] { secretFields(row) + row.secretHead }

    private func associatedData(_ kind: Kind, _ fields: [UInt8]) -> [UInt8] {
        let (label, vault) = (Self.label, subkeys.vault)
        return [UInt8](capacity: 35 + fields.count) { output in
            output.append(contentsOf: label.span)
            output.append(kind.rawValue)
            output.append(contentsOf: vault.span)
            output.append(bigEndian: epoch)
            output.append(contentsOf: fields.span)
        }
    }

    /// Encrypts a padded plaintext; returns nonce, tag and ciphertext.
    private func seal(
        _ plain: SecretBytes, _ key: PreparedXAES, kind: Kind, fields: [UInt8]
    ) throws -> [UInt8] {
        let aad = associatedData(kind, fields)
        // Hedged nonce: if the generator repeats, as in a cloned machine, equal nonces imply equal messages.
        let fresh = try [UInt8](capacity: 32) { output in try random(&output) }
        let head = fresh + aad.lengthPrefixed + UInt32(plain.count).bigEndianBytes
        return try plain.withBytes { plain in
            let nonce = nonce.code(head.span, plain)[..<PreparedXAES.nonceByteCount]
            return try [UInt8](capacity: SealedRow.headByteCount + plain.count) { output in
                output.append(contentsOf: nonce.span)
                try key.seal(plain, nonce: nonce.span, authenticating: aad.span, into: &output)
            }
        }
    }

    private func open(
        _ head: Span<UInt8>, _ ciphertext: Span<UInt8>, key: PreparedXAES, kind: Kind, fields: [UInt8],
        into output: inout OutputSpan<UInt8>
    ) throws {
        guard head.count == SealedRow.headByteCount else { throw Self.damaged("a record") }
        let aad = associatedData(kind, fields)
        let nonceByteCount = PreparedXAES.nonceByteCount
        do {
            try key.open(
                ciphertext, tag: head.extracting(nonceByteCount...), nonce: head.extracting(..<nonceByteCount),
                authenticating: aad.span, into: &output)
        } catch {
            guard error.code == .authenticationFailed else { throw error }
            throw Self.damaged(kind == .state ? "the vault's state" : "a record")
        }
    }

    private static func damaged(_ record: String) -> VaultError {
        VaultError(.tampered, "\(record) does not open: the file was damaged or changed")
    }
}
