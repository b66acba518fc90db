public import ArcaCore
package import ArcaCrypto
internal import ArcaSystem

extension Age {
    /// An age file opened in steps: the header shows the kinds of recipients before any secret is needed.
    ///
    /// ```swift
    /// var file = try Age.Opener(reader)
    /// file.header.stanzas.map(\.type)          // ["X25519", "ssh-ed25519"]
    /// try file.unlock(with: identities)
    /// try file.open(into: &output)
    /// ```
    public struct Opener<Input: ByteReader & ~Copyable>: ~Copyable {
        /// The header, not authenticated until ``unlock(with:)``.
        public let header: Header
        var input: AgeInput<Input>
        private(set) var fileKey: SymmetricKey?

        /// Wraps a reader and reads the header.
        ///
        /// - Parameter input: The source of the file, armored or not.
        /// - Throws: ``ContainerError``: `.malformed`, `.truncated`, `.unsupported` for another version; errors of the
        ///   reader.
        public init(_ input: consuming Input) throws {
            var file = try AgeInput(input)
            let isArmored = file.isArmored
            header = try AgeHeaderParser.parse(&file, hasPlaces: !isArmored)
            self.input = file
        }

        /// Whether the file is armored.
        public var isArmored: Bool { input.isArmored }

        /// Unwraps the file key and verifies the header MAC.
        ///
        /// - Parameter identities: The identities to try, in this order.
        /// - Throws: ``ContainerError``: `.wrongKey` if none matches, `.tampered` for a modified header, `.unsupported`
        ///   if Arca supports none of the recipient types; the error of the first plugin that failed, if no other
        ///   identity matches.
        public mutating func unlock(with identities: [any Identity]) throws {
            var failure: (any Error)?
            for identity in identities {
                let found: SymmetricKey?
                do {
                    found = try identity.unwrap(header.stanzas)
                } catch  where identity is PluginIdentity {
                    // A plugin or its hardware may be missing here; another identity may open the file.
                    failure = failure ?? error
                    continue
                }
                guard let key = found else { continue }
                // Before the file key is used for anything else: stanzas could be combined from several files.
                try header.verify(key)
                fileKey = key
                return
            }
            throw failure ?? header.noMatch(with: identities)
        }

        /// Decrypts the whole payload on several cores, in constant memory.
        ///
        /// Every chunk is verified before it is written.
        ///
        /// - Parameter output: The destination of the plaintext, called from several threads, one at a time. If an
        ///   error is thrown, discard the output.
        /// - Throws: ``ContainerError``: `.tampered`, `.truncated`, `.malformed`; errors of the reader or writer.
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

        /// Decrypts the whole payload into memory that is wiped, without other copies; for key files.
        ///
        /// - Throws: As ``open(into:)`` does.
        package mutating func openSecret() throws -> SecretBytes {
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
    func noMatch(with identities: [any Age.Identity]) -> ContainerError {
        let types = hasPassphrase ? "with a passphrase" : "to \(recipientSummary)"
        if stanzas.allSatisfy({ !$0.pluginNames.isEmpty }), !identities.contains(where: { $0 is Age.PluginIdentity }) {
            let plugins = Set(stanzas.map(\.pluginNames).joined()).sorted().joined(separator: " or ")
            return ContainerError(
                .unsupported, "no identity fits: the file is encrypted \(types), which needs an age plugin",
                hint: "give an identity of the plugin \(plugins)")
        }
        return hasPassphrase && identities.contains(where: { $0 is Age.Passphrase })
            ? ContainerError(.wrongKey, "wrong passphrase, or a damaged header")
            : ContainerError(.wrongKey, "no identity fits: the file is encrypted \(types)")
    }

    /// Whether the file is secure against quantum computers, as far as known.
    ///
    /// False if any stanza is vulnerable, true if all are secure (hybrid keys, a passphrase), nil if some are of
    /// unknown types. Not authenticated until the file is unlocked.
    public var isPostQuantum: Bool? {
        let types = Set(stanzas.map(\.type))
        if !types.isDisjoint(with: ["X25519", "ssh-ed25519", "ssh-rsa", "p256tag", "piv-p256", "tpm-ecc"]) {
            return false
        }
        let strong: Set<String> = [Age.HybridRecipient.stanzaType, Age.Passphrase.stanzaType, "mlkem768p256tag"]
        return types.isSubset(of: strong) ? true : nil
    }

    /// Whether some stanzas are post-quantum and others are not, so the former are of no use.
    public var mixesPostQuantum: Bool {
        isPostQuantum == false
            && stanzas.contains { [Age.HybridRecipient.stanzaType, "mlkem768p256tag"].contains($0.type) }
    }

    /// Whether the file is encrypted with a passphrase instead of recipients.
    public var hasPassphrase: Bool { stanzas.contains { $0.type == Age.Passphrase.stanzaType } }

    private static let shownTypeCount = 8

    /// The recipient types with their counts: `2 × X25519, ssh-rsa`; lists at most eight types.
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
            // The types are untrusted: any number, any length.
            let name = type.utf8.count > 32 ? type.prefix(32) + "…" : type
            return count == 1 ? name : "\(count) × \(name)"
        }
        return (names + (others > 0 ? ["\(others) of other kinds"] : [])).joined(separator: ", ")
    }
}
