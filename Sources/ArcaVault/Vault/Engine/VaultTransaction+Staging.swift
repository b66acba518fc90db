internal import ArcaCodecs

/// Attachments whose pieces are being written, and that no item has yet.
extension VaultTransaction {
    /// How long an attachment may take to be written.
    private static let staleAfter: Int64 = 24 * 60 * 60 * 1000

    /// Puts an attachment on the list.
    func stage(_ attachment: UInt128) {
        state.staged.append(StateRecord.Staged(attachment: attachment, begun: now))
        state.staged.sort { $0.attachment < $1.attachment }
    }

    /// Takes an attachment off the list.
    ///
    /// - Throws: ``VaultError`` with code `.notFound` when it is not there any more.
    func unstage(_ attachment: UInt128) throws(VaultError) {
        try requireStaged(attachment)
        state.staged.removeAll { $0.attachment == attachment }
    }

    /// Throws unless an attachment is on the list.
    func requireStaged(_ attachment: UInt128) throws(VaultError) {
        guard state.staged.contains(where: { $0.attachment == attachment }) else {
            throw VaultError(.notFound, "the attachment took more than a day, so another process gave it up")
        }
    }

    /// Removes what was left by writers that never came to their end.
    func removeStaleStaging() throws(VaultError) {
        let limit = now.advanced(byMilliseconds: -Self.staleAfter)
        for entry in state.staged where entry.begun < limit {
            try deletePieces(of: entry.attachment.bigEndianBytes)
        }
        state.staged.removeAll { $0.begun < limit }
    }

    /// Appends a piece to an attachment.
    func insertPiece(_ bytes: [UInt8], _ number: Int, of attachment: UInt128) throws(VaultError) {
        try database.statement("INSERT INTO piece(att, n, data) VALUES(?, ?, ?)").run(
            .blob(attachment.bigEndianBytes), .count(number), .blob(bytes))
    }

    /// Reads a piece of an attachment; nil behind the last one.
    func piece(_ number: Int, of attachment: UInt128) throws(VaultError) -> [UInt8]? {
        try database.statement("SELECT data FROM piece WHERE att = ? AND n = ?")
            .first(.blob(attachment.bigEndianBytes), .count(number)) { (row) throws(VaultError) in
                try row.blob(0, count: 1...AttachmentFormat.pieceByteCount)
            }
    }
}
