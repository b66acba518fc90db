internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto

/// Decryption of age files: `open-age`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `open-age` | `identities` and `passphrases`, one per line, `file` | `outcome`, and if the payload was reached `payload`: SHA-256 of the decrypted part |
///
/// The outcome is one of `success`, `no match`, `HMAC failure`, `header failure`, `armor failure` (anything malformed
/// inside armor) and `payload failure`.
enum AgeOperation: VectorOperation {
    static let names = ["open-age"]

    static func respond(to request: Request) throws -> NamedValues {
        let identities = try identities(in: request.inputs)
        let file = try request.inputs.bytes("file")
        let isArmored = isArmored(file)
        var opener: Age.Opener<MemoryReader>
        do {
            opener = try Age.Opener(MemoryReader(file))
        } catch let error as ContainerError {
            return ["outcome": .text(outcome(error, isArmored: isArmored))]
        }
        do {
            try opener.unlock(with: identities)
        } catch let error as ContainerError {
            // No identity matches, and Arca supports none that would.
            if error.code == .unsupported { return ["outcome": .text("no match")] }
            return ["outcome": .text(outcome(error, isArmored: isArmored))]
        }
        var writer = MemoryWriter()
        do {
            try opener.open(into: &writer)
        } catch let error as ContainerError {
            // With armor, only armor errors have an offset; errors in the decrypted chunks do not.
            if isArmored, error.offset != nil { return ["outcome": .text("armor failure")] }
            // The nonce counts as part of the header.
            if !isArmored, file.count < opener.header.byteCount + 16 { return ["outcome": .text("header failure")] }
            return ["outcome": .text("payload failure"), "payload": .bytes(SHA256.hash(writer.bytes))]
        }
        return ["outcome": .text("success"), "payload": .bytes(SHA256.hash(writer.bytes))]
    }

    /// A scrypt stanza must be the only one, and every passphrase is tried on it.
    static func hiddenWork(of request: Request) throws -> Int {
        let passphrases = try request.inputs.text("passphrases").split(separator: "\n").count
        return passphrases << (CaseLimits.derivation.scryptLogN.upperBound + 3)
    }

    private static func identities(in inputs: NamedValues) throws -> [any Age.Identity] {
        let passphrases: [any Age.Identity] = try inputs.text("passphrases").split(separator: "\n").map {
            try Age.Passphrase(
                SecretBytes(copying: $0.utf8), largestLogN: CaseLimits.derivation.scryptLogN.upperBound)
        }
        let text = try inputs.text("identities")
        guard !text.isEmpty else { return passphrases }
        let file = try Age.IdentityFile(text.utf8) {
            throw VectorError(.invalidField, at: "identities", "the identities are encrypted")
        }
        guard file.skippedLines.isEmpty else {
            throw VectorError(.invalidField, at: "identities", "an identity is of a kind that Arca does not have")
        }
        return passphrases + file.identities
    }

    /// Whether the file is armored, possibly with invalid text before the armor.
    private static func isArmored(_ file: [UInt8]) -> Bool {
        !file.starts(with: Age.Header.versionPrefix)
            && file.prefix(1024).contains("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
            || file.starts(with: "--".utf8)
    }

    private static func outcome(_ error: ContainerError, isArmored: Bool) -> String {
        switch error.code {
        case .wrongKey: "no match"
        case .tampered: "HMAC failure"
        default: isArmored ? "armor failure" : "header failure"
        }
    }
}
