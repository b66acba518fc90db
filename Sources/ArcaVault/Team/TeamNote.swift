internal import ArcaCodecs
internal import ArcaCrypto

/// What a device says it has seen of the log.
struct TeamNote {
    let position: TeamPosition
    /// By the device's clock.
    let time: Vault.Timestamp

    private static let label = Array("arca.note.v1\0".utf8)
    private var bytes: [UInt8] {
        position.generation.bigEndianBytes + position.head
            + UInt64(bitPattern: time.milliseconds).bigEndianBytes
    }

    init(position: TeamPosition, time: Vault.Timestamp) { (self.position, self.time) = (position, time) }

    /// The note with its signature.
    func signed(with key: Curve25519.Signing.PrivateKey, of vault: [UInt8], _ device: [UInt8]) throws -> [UInt8] {
        try bytes + key.signature(for: Self.label + vault + device + bytes)
    }

    /// Reads a note; nil for one that its device did not sign.
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
    /// Makes sure that no other device has seen another log.
    ///
    /// - Throws: ``VaultError`` with code `.forged` where a device signed another head than this one has at that place.
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
                "\(device.fullName) was shown another log \(place) than this device: the server keeps the two apart",
                hint: "compare with 'arca team check' by voice, and do not write before you know why")
        }
    }
}
