internal import ArcaCrypto
internal import ArcaVault

/// A device's signed statement of the log head it has seen.
struct TeamNote {
    let position: TeamPosition
    /// Time on the device's clock.
    let time: Vault.Timestamp

    private static let label = Array("arca.note.v1\0".utf8)
    private var bytes: [UInt8] {
        position.generation.bigEndianBytes + position.head
            + UInt64(bitPattern: time.milliseconds).bigEndianBytes
    }

    init(position: TeamPosition, time: Vault.Timestamp) { (self.position, self.time) = (position, time) }

    func signed(with key: Curve25519.Signing.PrivateKey, of vault: [UInt8], _ device: [UInt8]) throws -> [UInt8] {
        try bytes + key.signature(for: Self.label + vault + device + bytes)
    }

    /// Reads a note; nil if the signature is not the device's.
    init?(_ note: [UInt8], of device: TeamDevice, in vault: [UInt8]) throws {
        guard note.count == TeamSignedNote.byteCount else { return nil }
        let time: UInt64 = note[40..<48].bigEndianNumber()
        self.init(
            position: TeamPosition(generation: note[..<8].bigEndianNumber(), head: Array(note[8..<40])),
            time: Vault.Timestamp(milliseconds: Int64(bitPattern: time)))
        let key = try Curve25519.Signing.PublicKey(rawRepresentation: device.signingKey)
        guard key.isValidSignature(Array(note[48...]), for: Self.label + vault + device.identifier + bytes) else {
            return nil
        }
    }
}

extension TeamLogCheck {
    /// Checks that no other device has seen a different log.
    ///
    /// - Throws: ``VaultError`` with code `.forged` if a device signed a different head for a generation that this one
    ///   has.
    func compare(notes: [TeamSignedNote], with transaction: VaultTransaction) throws {
        for note in notes {
            guard let device = members[note.device], device.role != .removed,
                let found = try TeamNote(note.body, of: device, in: vault),
                found.position.generation <= position.generation, found.position.generation > 0
            else { continue }
            let place = found.position.generation
            let head: [UInt8]? =
                try newCommit(place)?.head
                ?? transaction.database.teamCommits.commits(after: place - 1, through: place).first?.commit.head
            guard let head, head != found.position.head else { continue }
            throw VaultError(
                .forged,
                "\(device.fullName) was shown another log entry \(place) than this device: the server keeps the two apart",
                hint: "compare with 'arca team check' by voice, and do not write before you know why")
        }
    }
}
