public import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

extension Age {
    /// An age file that is being opened step by step: its header tells who can open it, before any secret is asked for.
    ///
    /// ```swift
    /// var file = try Age.Opener(reader)
    /// file.header.stanzas.map(\.type)          // ["X25519", "ssh-ed25519"]
    /// try file.unlock(with: identities)
    /// try file.open(into: &output)
    /// ```
    public struct Opener<Input: ByteReader & ~Copyable>: ~Copyable {
        /// The header; nothing authenticates it before ``unlock(with:)``.
        public let header: Header
        var input: AgeInput<Input>
        /// The file key, once it is known.
        private(set) var fileKey: SymmetricKey?

        /// Takes a reader over and reads the header.
        ///
        /// - Parameter input: Gives the file from its beginning, armored or not.
        /// - Throws: ``ContainerError``: `.malformed`, `.truncated`, `.unsupported` for another version; what the reader
        ///   throws.
        public init(_ input: consuming Input) throws {
            var file = try AgeInput(input)
            let isArmored = file.isArmored
            header = try AgeHeaderParser.parse(&file, hasPlaces: !isArmored)
            self.input = file
        }

        /// Whether the file is text.
        public var isArmored: Bool { input.isArmored }

        /// Unwraps the file key and checks the header with it.
        ///
        /// - Parameter identities: Are tried in this order.
        /// - Throws: ``ContainerError``: `.wrongKey` when none fits, `.tampered` for a changed header, `.unsupported` when
        ///   all recipients are of a kind that Arca does not have.
        public mutating func unlock(with identities: [any Identity]) throws {
            for identity in identities {
                guard let key = try identity.unwrap(header.stanzas) else { continue }
                // Before anything else is done with a key that a stanza gave: else a mix of stanzas of several files passes.
                try header.verify(key)
                fileKey = key
                return
            }
            throw header.noMatch(triedPassphrase: identities.contains { $0 is Passphrase })
        }

        /// Decrypts all of the payload, on several cores and in constant memory; every chunk is checked first.
        ///
        /// - Parameter output: Takes the plaintext, on changing threads. What it got before an error is to be thrown away.
        /// - Throws: ``ContainerError``: `.tampered`, `.truncated`, `.malformed`; what the reader or the writer throws.
        public mutating func open<Output: ByteWriter & ~Copyable>(into output: inout Output) throws {
            let (payload, start) = try readNonce()
            let isArmored = isArmored
            try ChunkPipeline.transformChunks(
                of: AgePayload.sealedByteCount, &input, into: &output, maximumOutputCount: AgePayload.chunkByteCount
            ) { chunk, sealed, bytes in
                let place = isArmored ? nil : start + chunk.index * AgePayload.sealedByteCount
                try payload.open(sealed, index: chunk.index, isLast: chunk.isLast, place: place, into: &bytes)
            }
        }

        /// Decrypts all of the payload into memory that is wiped, and nothing of it elsewhere: for files that are keys.
        ///
        /// - Returns: The plaintext.
        /// - Throws: As ``open(into:)``.
        mutating func openSecret() throws -> SecretBytes {
            let (payload, start) = try readNonce()
            let isArmored = isArmored
            var sealed: [UInt8] = []
            while case let piece = try input.next(AgePayload.sealedByteCount), !piece.isEmpty { sealed += piece }
            return try SecretBytes(byteCount: sealed.count) { output in
                var (index, offset) = (0, 0)
                repeat {
                    let end = min(offset + AgePayload.sealedByteCount, sealed.count)
                    try payload.open(
                        sealed.span.extracting(offset..<end), index: index, isLast: end == sealed.count,
                        place: isArmored ? nil : start + offset, into: &output)
                    (index, offset) = (index + 1, end)
                } while offset < sealed.count
            }
        }

        /// Reads the payload's nonce; gives its key and the offset where the chunks begin.
        mutating func readNonce() throws -> (payload: AgePayload, start: Int) {
            guard let fileKey else { throw ContainerError(.wrongKey, "the file has not been unlocked") }
            let start = header.byteCount + AgePayload.nonceByteCount
            let nonce = try input.next(AgePayload.nonceByteCount)
            guard nonce.count == AgePayload.nonceByteCount else {
                throw ContainerError(
                    .truncated, at: isArmored ? nil : header.byteCount + nonce.count, "the file ends before its payload"
                )
            }
            return (try AgePayload(fileKey: fileKey, nonce: nonce), start)
        }
    }
}

extension Age.Header {
    /// Kinds of stanza that exist and that Arca does not have.
    private static let unsupportedTypes: Set<String> = ["p256tag", "mlkem768p256tag", "piv-p256"]

    /// What to say when no identity fits.
    func noMatch(triedPassphrase: Bool) -> ContainerError {
        let types = hasPassphrase ? "with a passphrase" : "to \(recipientSummary)"
        if stanzas.allSatisfy({ Self.unsupportedTypes.contains($0.type) }) {
            return ContainerError(
                .unsupported, "the file is encrypted \(types): plugin and hardware recipients are not supported")
        }
        return hasPassphrase && triedPassphrase
            ? ContainerError(.wrongKey, "wrong passphrase, or a damaged header")
            : ContainerError(.wrongKey, "no identity fits: the file is encrypted \(types)")
    }

    /// Whether what the file is encrypted to withstands quantum computers, as far as is known.
    ///
    /// False as soon as one stanza is of a kind that does not, true when all do (hybrid keys, a passphrase), nil when some are
    /// of unknown kinds. Nothing authenticates it before the file is unlocked.
    public var isPostQuantum: Bool? {
        let types = Set(stanzas.map(\.type))
        if !types.isDisjoint(with: ["X25519", "ssh-ed25519", "ssh-rsa", "p256tag", "piv-p256"]) { return false }
        let strong: Set<String> = [Age.HybridRecipient.stanzaType, Age.Passphrase.stanzaType, "mlkem768p256tag"]
        return types.isSubset(of: strong) ? true : nil
    }

    /// Whether some stanzas withstand quantum computers and others do not, so that the former protect nothing.
    public var mixesPostQuantum: Bool {
        isPostQuantum == false
            && stanzas.contains { [Age.HybridRecipient.stanzaType, "mlkem768p256tag"].contains($0.type) }
    }

    /// Whether the file is encrypted to a passphrase rather than to recipients.
    public var hasPassphrase: Bool { stanzas.contains { $0.type == Age.Passphrase.stanzaType } }

    private static let shownTypeCount = 8

    /// The kinds of recipient with their numbers: `2 × X25519, ssh-rsa`; of more than eight kinds, the first ones.
    public var recipientSummary: String {
        var counts: [(type: String, count: Int)] = []
        var others = 0
        for stanza in stanzas {
            if let index = counts.firstIndex(where: { $0.type == stanza.type }) {
                counts[index].count += 1
            } else if counts.count < Self.shownTypeCount {
                counts.append((stanza.type, 1))
            } else {
                others += 1
            }
        }
        let names = counts.map { type, count in
            // Anyone who made the file has chosen them: of any number and length.
            let name = type.utf8.count > 32 ? type.prefix(32) + "…" : type
            return count == 1 ? name : "\(count) × \(name)"
        }
        return (names + (others > 0 ? ["\(others) of other kinds"] : [])).joined(separator: ", ")
    }
}
