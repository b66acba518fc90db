public import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto

extension Vault {
    /// Attaches a content of any length to an item, in constant memory.
    ///
    /// A content of up to 16 MiB comes in one change. A longer one comes in several, so that others can write meanwhile; the
    /// item has it when all of it is there, and if that never comes the next writer after a day cleans up.
    ///
    /// - Parameters:
    ///   - attachment: Its name, unique in the item; not empty.
    ///   - mediaType: Its media type, such as `image/png`; may be empty.
    ///   - input: Gives the content.
    ///   - name: The item's name.
    /// - Returns: The attachment.
    /// - Throws: ``VaultError`` with code `.notFound` for the item, `.duplicate` for the attachment's name, or as
    ///   ``add(_:)-(ItemDraft)``; what reading throws.
    @discardableResult
    public func attach<Input: ByteReader & ~Copyable>(
        _ attachment: String, mediaType: String = "", from input: consuming Input, to name: VaultItem.Name
    ) throws -> VaultItem.Attachment {
        try attach(attachment, mediaType: mediaType, from: input, to: name, asNewVersion: true)
    }

    /// Attaches a content to an item without a version of its own, in place of one of that name: as a part of an item that
    /// is being imported.
    ///
    /// - Parameters:
    ///   - attachment: Its name, unique in the item; not empty.
    ///   - mediaType: Its media type; may be empty.
    ///   - input: Gives the content.
    ///   - name: The item's name.
    /// - Throws: ``VaultError`` as ``attach(_:mediaType:from:to:)``, but no `.duplicate`; what reading throws.
    package func attachImported<Input: ByteReader & ~Copyable>(
        _ attachment: String, mediaType: String, from input: consuming Input, to name: VaultItem.Name
    ) throws {
        try attach(attachment, mediaType: mediaType, from: input, to: name, asNewVersion: false)
    }

    @discardableResult
    private func attach<Input: ByteReader & ~Copyable>(
        _ attachment: String, mediaType: String, from input: consuming Input, to name: VaultItem.Name,
        asNewVersion: Bool
    ) throws -> VaultItem.Attachment {
        try read { (transaction) throws(VaultError) in
            let item = try transaction.item(name)
            if asNewVersion { try Self.check(attachment, isFreeIn: item) }
        }
        let identifier = try SecureRandom.bytes(16)
        let number: UInt128 = identifier.bigEndianNumber()
        let key = try SecretBytes(randomByteCount: 32)
        var isStaged = false
        var padded = PaddingReader(input)
        var pieces = PieceWriter { (pieces, first) throws(VaultError) in
            try self.write { (transaction) throws(VaultError) in
                if isStaged { try transaction.requireStaged(number) } else { transaction.stage(number) }
                for (index, piece) in pieces.enumerated() {
                    try transaction.insertPiece(piece, first + index, of: number)
                }
            }
            isStaged = true
        }
        do {
            try AttachmentFormat.stream(key: key, vault: self.identifier, attachment: number)
                .seal(&padded, into: &pieces)
            let byteCount = padded.byteCount
            return try write { (transaction) throws(VaultError) in
                if isStaged { try transaction.unstage(number) }
                for (index, piece) in pieces.pieces.enumerated() {
                    try transaction.insertPiece(piece, pieces.number + index, of: number)
                }
                let new = VaultItem.Attachment(
                    identifier: identifier, name: attachment, mediaType: mediaType, byteCount: byteCount,
                    created: transaction.now)
                try transaction.link(new, key, to: name, asNewVersion: asNewVersion)
                return new
            }
        } catch {
            if isStaged {
                // If this fails as well, the next writer after a day cleans up.
                try? write { (transaction) throws(VaultError) in
                    try transaction.unstage(number)
                    try transaction.deletePieces(of: identifier)
                }
            }
            throw error
        }
    }

    /// Writes an attachment's content, in constant memory.
    ///
    /// Each chunk is checked before it is written. That the content is complete is known at the end: what was written
    /// before an error is genuine, and not all.
    ///
    /// - Parameters:
    ///   - attachment: Its name.
    ///   - name: The item's name.
    ///   - output: Takes the content; given back for closing.
    /// - Returns: The writer.
    /// - Throws: ``VaultError`` with code `.notFound` for the item or the attachment, `.tampered`, or as
    ///   ``item(_:)``; what writing throws.
    @discardableResult
    public func extract<Output: ByteWriter & ~Copyable>(
        _ attachment: String, of name: VaultItem.Name, to output: consuming Output
    ) throws -> Output {
        let (found, key) = try read { (transaction) throws(VaultError) in
            try transaction.attachment(attachment, of: transaction.item(name))
        }
        do {
            return try Self.open(found, key, of: identifier, to: output) { (index, number) throws(VaultError) in
                try self.read { (transaction) throws(VaultError) in try transaction.piece(index, of: number) }
            }
        } catch let error as VaultError where error.code == .tampered {
            // The item may have been removed, or the attachment, while it was read.
            let isStillThere = try item(name)?.attachments.contains(found) ?? false
            guard isStillThere else { throw VaultError(.notFound, "\(attachment) was removed while it was read") }
            throw error
        }
    }

    /// Opens an attachment whose pieces `piece` gives by their numbers.
    static func open<Output: ByteWriter & ~Copyable>(
        _ attachment: VaultItem.Attachment, _ key: SecretBytes, of vault: [UInt8], to output: consuming Output,
        piece: @escaping (_ index: Int, _ attachment: UInt128) throws(VaultError) -> [UInt8]?
    ) throws -> Output {
        let number: UInt128 = attachment.identifier.bigEndianNumber()
        var pieces = PieceReader { (index) throws(VaultError) in try piece(index, number) }
        var unpadded = UnpaddingWriter(output, byteCount: attachment.byteCount)
        do {
            try AttachmentFormat.stream(key: key, vault: vault, attachment: number).open(&pieces, into: &unpadded)
        } catch let error as ContainerError {
            throw VaultError(
                .tampered, at: error.offset, "the attachment \(attachment.name) was changed: \(error.reason)")
        }
        guard unpadded.isComplete else {
            throw VaultError(.tampered, "the attachment \(attachment.name) is shorter than its item says")
        }
        return unpadded.takeBase()
    }

    /// Removes an attachment; older versions of the item lose it too.
    ///
    /// - Parameters:
    ///   - attachment: Its name.
    ///   - name: The item's name.
    /// - Throws: ``VaultError`` with code `.notFound` for the item or the attachment, or as ``add(_:)-(ItemDraft)``.
    public func detach(_ attachment: String, from name: VaultItem.Name) throws(VaultError) {
        try write { (transaction) throws(VaultError) in
            let item = try transaction.item(name)
            let (found, _) = try transaction.attachment(attachment, of: item)
            let secret = try transaction.secret(of: item)
            let attachments = item.record.item.attachments.filter { $0 != found }
            let keys = secret.attachmentKeys.filter { $0.attachment != found.identifier }
            _ = try transaction.change(
                item, to: ItemDraft(item.record.item, secret.secret), attachments: (attachments, keys))
            try transaction.deletePieces(of: found.identifier)
        }
    }

    fileprivate static func check(_ attachment: String, isFreeIn item: OpenedItem) throws(VaultError) {
        guard !attachment.isEmpty else { throw VaultError(.invalidArgument, "an attachment needs a name") }
        guard !item.record.item.attachments.contains(where: { $0.name == attachment }) else {
            throw VaultError(
                .duplicate, "\(item.record.item.name.text) has an attachment \(attachment) already; detach it first")
        }
    }
}

extension VaultTransaction {
    /// Gives an item an attachment whose pieces are there; without a version of its own, in place of one of that name.
    fileprivate func link(
        _ attachment: VaultItem.Attachment, _ key: SecretBytes, to name: VaultItem.Name, asNewVersion: Bool
    ) throws(VaultError) {
        let item = try item(name)
        let secret = try secret(of: item)
        var (list, keys) = (item.record.item.attachments, secret.attachmentKeys)
        var draft = ItemDraft(item.record.item, secret.secret)
        if asNewVersion {
            try Vault.check(attachment.name, isFreeIn: item)
        } else {
            draft.modified = item.record.item.modified
            if let old = list.firstIndex(where: { $0.name == attachment.name }) {
                keys.removeAll { $0.attachment == list[old].identifier }
                try deletePieces(of: list[old].identifier)
                list.remove(at: old)
            }
        }
        list.append(attachment)
        keys.append(SecretRecord.AttachmentKey(attachment: attachment.identifier, key: key))
        _ = try change(item, to: draft, attachments: (list, keys), keepsOld: asNewVersion)
    }

    /// An attachment and its key.
    func attachment(
        _ attachment: String, of item: OpenedItem
    ) throws(VaultError) -> (VaultItem.Attachment, SecretBytes) {
        guard let found = item.record.item.attachments.first(where: { $0.name == attachment }) else {
            throw VaultError(.notFound, "\(item.record.item.name.text) has no attachment \(attachment)")
        }
        let keys = try secret(of: item).attachmentKeys
        guard let key = keys.first(where: { $0.attachment == found.identifier }) else {
            throw VaultError(.tampered, "an attachment's key is missing")
        }
        return (found, key.key)
    }
}
