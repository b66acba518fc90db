internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto

/// Encrypted files of age: `open-age`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `open-age` | `identities` and `passphrases`, one a line, `file` | `outcome`, and where a payload was reached `payload`: SHA-256 of what came out |
///
/// The outcome is one of `success`, `no match`, `HMAC failure`, `header failure`, `armor failure` (anything malformed under
/// armor) and `payload failure`.
enum AgeOperation: VectorOperation {
    static let names = ["open-age"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let identities: [any Age.Identity] =
            try inputs.text("passphrases").split(separator: "\n").map {
                try Age.Passphrase(
                    SecretBytes(copying: $0.utf8), largestLogN: CaseLimits.derivation.scryptLogN.upperBound)
            } + inputs.text("identities").split(separator: "\n").map { try Age.X25519Identity($0.utf8) }
        let file = try inputs.bytes("file")
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
            return ["outcome": .text(outcome(error, isArmored: isArmored))]
        }
        var writer = MemoryWriter()
        do {
            try opener.open(into: &writer)
        } catch let error as ContainerError {
            // Under armor, a place is one in the text: what is wrong with the chunks in it has none.
            if isArmored, error.offset != nil { return ["outcome": .text("armor failure")] }
            // The nonce counts as the end of the header.
            if !isArmored, file.count < headerByteCount(file) + 16 { return ["outcome": .text("header failure")] }
            return ["outcome": .text("payload failure"), "payload": .bytes(SHA256.hash(writer.bytes))]
        }
        return ["outcome": .text("success"), "payload": .bytes(SHA256.hash(writer.bytes))]
    }

    /// A stanza of scrypt stands alone, and every passphrase is tried on it.
    static func hiddenWork(of request: Request) throws -> Int {
        let passphrases = try request.inputs.text("passphrases").split(separator: "\n").count
        return passphrases << (CaseLimits.derivation.scryptLogN.upperBound + 3)
    }

    /// Whether it is text, perhaps with something before the armor that must not be there.
    private static func isArmored(_ file: [UInt8]) -> Bool {
        !file.starts(with: Age.Header.versionPrefix)
            && file.prefix(1024).contains("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
            || file.first == UInt8(ascii: "-")
    }

    private static func outcome(_ error: ContainerError, isArmored: Bool) -> String {
        switch error.code {
        case .wrongKey: "no match"
        case .tampered: "HMAC failure"
        case .malformed, .truncated: isArmored ? "armor failure" : "header failure"
        default: "header failure"
        }
    }

    /// The bytes up to the end of the line that begins with three dashes.
    private static func headerByteCount(_ file: [UInt8]) -> Int {
        var start = 0
        while let end = file[start...].firstIndex(of: 0x0a) {
            if file[start..<end].starts(with: "---".utf8) { return end + 1 }
            start = end + 1
        }
        return file.count
    }
}
