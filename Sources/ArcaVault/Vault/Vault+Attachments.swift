public import ArcaCore

extension Vault {
    /// Attaches content of any length to an item, in constant memory.
    ///
    /// Content of up to almost 16 MiB is one change. Longer content is written in several changes, so others can write
    /// in between. The item gets the attachment when it is complete; if that never happens, the next writer after a day
    /// removes the pieces.
    ///
    /// - Parameters:
    ///   - attachment: The attachment's name, unique in the item; not empty.
    ///   - mediaType: The media type, such as `image/png`; may be empty.
    ///   - input: The content.
    ///   - name: The item's name.
    /// - Returns: The attachment.
    /// - Throws: ``VaultError`` with code `.notFound` for the item, `.duplicate` for the attachment's name, or as
    ///   ``add(_:)-(ItemDraft)``; any error of reading.
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
                // If this fails too, the next writer after a day cleans up.
                try? write { transaction in
                    try transaction.unstage(new.number)
                    try transaction.database.pieces.removeAll(of: new.number)
                }
            }
            throw error
        }
    }

    /// Extracts an attachment's content, in constant memory.
    ///
    /// Each chunk is authenticated before it is written, but only the end shows that the content is complete: after an
    /// error, the output is genuine but truncated.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` for the item or the attachment, `.tampered`, or as ``item(_:)``;
    ///   any error of writing.
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
            // The item or the attachment may have been removed during the read.
            let isStillThere = try item(name)?.attachments.contains(found) ?? false
            guard isStillThere else { throw VaultError(.notFound, "\(attachment) was removed while it was read") }
            throw error
        }
    }

    /// Removes an attachment and its content, which older versions of the item then lack too.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` for the item or the attachment, or as ``add(_:)-(ItemDraft)``.
    public func detach(_ attachment: String, from name: VaultItem.Name) throws(VaultError) {
        try write { transaction in try transaction.unlink(attachment, from: name) }
    }
}
