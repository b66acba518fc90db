internal import ArcaCodecs
internal import ArcaContainers

/// Rows of `piece`.
extension Verification {
    func checkAttachments() throws(VaultError) {
        var counts: [UInt128: Int] = [:]
        let database = transaction.database
        try database.statement("SELECT att, count(*) FROM piece GROUP BY att").forEach { (row) throws(VaultError) in
            let identifier = try row.blob(0, count: 16)
            counts[identifier.bigEndianNumber()] = try row.count(1, as: Int.self)
        }
        for item in items.values {
            for (attachment, key) in item.attachments {
                let count = counts.removeValue(forKey: attachment.identifier.bigEndianNumber())
                if let finding = try check(attachment, key, pieceCount: count ?? 0) {
                    note(finding, item.name, "the attachment \(attachment.name) is not as it was written")
                } else {
                    report.attachmentCount += 1
                }
                advance(by: count ?? 0)
            }
        }
        for entry in transaction.state.staged { counts[entry.attachment] = nil }
        // Items that do not open cannot say which attachments are theirs.
        if !counts.isEmpty, damaged.isEmpty, !hasUnreadable {
            note(.unreferencedData, nil, "the pieces of \(counts.count) attachments belong to no item")
        }
    }

    /// Opens every chunk of an attachment.
    private func check(
        _ attachment: VaultItem.Attachment, _ key: SecretRecord.AttachmentKey, pieceCount: Int
    ) throws(VaultError) -> VaultFinding.Code? {
        guard pieceCount > 0 else { return .attachmentMissing }
        let number: UInt128 = attachment.identifier.bigEndianNumber()
        let transaction = transaction
        var readCount = 0
        var pieces = PieceReader { (index) throws(VaultError) in
            let piece = try transaction.piece(index, of: number)
            if piece != nil { readCount += 1 }
            return piece
        }
        var unpadded = UnpaddingWriter(CountingWriter(), byteCount: attachment.byteCount)
        do {
            try AttachmentFormat.stream(
                key: key.key, vault: transaction.keys.vaultKey.vault, attachment: number
            ).open(&pieces, into: &unpadded)
        } catch let error as ContainerError {
            return error.code == .truncated ? .attachmentTruncated : .attachmentDamaged
        } catch let error as VaultError {
            guard error.code == .tampered else { throw error }
            return .attachmentDamaged
        } catch {
            return .attachmentDamaged
        }
        guard unpadded.isComplete else { return .attachmentTruncated }
        return readCount == pieceCount ? nil : .attachmentExtra
    }
}
