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
        try read { transaction in try transaction.item(name).item.checkIsFree(attachment) }
        let new = try NewAttachment()
        var isStaged = false
        do {
            let (byteCount, last) = try new.seal(input, for: identifier) { pieces, first in
                try self.write { transaction in
                    if isStaged { try transaction.requireStaged(new.number) } else { transaction.stage(new.number) }
                    try transaction.insertPieces(pieces, from: first, of: new)
                }
                isStaged = true
            }
            return try write { transaction in
                if isStaged { try transaction.unstage(new.number) }
                try transaction.insertPieces(last.pieces, from: last.number, of: new)
                let attachment = new.attachment(attachment, mediaType, byteCount, at: transaction.now)
                try transaction.link([(attachment, new.key)], to: name, asNewVersion: true)
                return attachment
            }
        } catch {
            if isStaged {
                // If this fails as well, the next writer after a day cleans up.
                try? write { transaction in
                    try transaction.unstage(new.number)
                    try transaction.database.pieces.removeAll(of: new.number)
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
        let (found, key) = try read { transaction in
            try transaction.attachment(attachment, of: transaction.item(name))
        }
        do {
            return try found.open(key, of: identifier, to: output) { index, number in
                try self.read { transaction in try transaction.database.pieces.piece(index, of: number) }
            }
        } catch let error as VaultError where error.code == .tampered {
            // The item may have been removed, or the attachment, while it was read.
            let isStillThere = try item(name)?.attachments.contains(found) ?? false
            guard isStillThere else { throw VaultError(.notFound, "\(attachment) was removed while it was read") }
            throw error
        }
    }

    /// Removes an attachment; older versions of the item lose it too.
    ///
    /// - Parameters:
    ///   - attachment: Its name.
    ///   - name: The item's name.
    /// - Throws: ``VaultError`` with code `.notFound` for the item or the attachment, or as ``add(_:)-(ItemDraft)``.
    public func detach(_ attachment: String, from name: VaultItem.Name) throws(VaultError) {
        try write { transaction in try transaction.unlink(attachment, from: name) }
    }
}
