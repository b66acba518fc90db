internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

struct KeyFileReader {
    let passphrase: SecretBytes?
    let limits: CostLimits

    /// Each encrypted key can take seconds.
    private static let largestEncryptedCount = 16

    /// Computing a missing public half takes up to 3 ms.
    private static let largestEllipticCount = 500

    func keys(in bytes: Span<UInt8>) throws(KeyError) -> [AnyKey] {
        var start = 0
        while start < bytes.count, bytes[start].isWhitespace { start += 1 }
        guard start < bytes.count else { throw KeyError(.notAKey, "the input is empty; expected a key") }
        if isDER(bytes) {
            return PKCS12.recognizes(bytes) ? try store(bytes) : [try der(bytes, isPEM: false)]
        }
        if bytes[start] == .leftBrace {
            guard bytes.contains("\"kty\"") || bytes.contains("\"keys\"") else {
                throw KeyError(.notAKey, "not a key: a JSON Web Key has a member kty")
            }
            return try JSONWebKey.all(in: bytes, skipsUnknown: true).map { AnyKey($0.content, .jwk, comment: $0.id) }
        }
        if bytes.starts(with: OpenSSHPrivateKey.magic, at: 0) {
            return [try openSSH(try OpenSSHPrivateKey(bytes), isPEM: false)]
        }
        if bytes.contains("-----BEGIN ") {
            guard
                bytes.contains("KEY-----") || bytes.contains("CERTIFICATE-----")
                    || bytes.contains("CERTIFICATE REQUEST-----")
            else {
                throw KeyError(.notAKey, "not a key: none of the PEM blocks is a key or a certificate")
            }
            let keys = try restoredPEM(bytes)
            guard keys.count(where: \.hasCompressedPoint) <= KeyFileReader.largestCompressedCount else {
                throw KeyError(
                    .costTooHigh, "more than \(KeyFileReader.largestCompressedCount) compressed points in one file")
            }
            return keys
        }
        if bytes.starts(with: SSH2PublicKeys.begin.utf8, at: start) { return try SSH2PublicKeys.keys(in: bytes) }
        // A BEGIN line with other hyphens gets an error that says so.
        if bytes.contains("BEGIN "), bytes.contains("END ") { _ = try KeyPEM.sections(in: bytes) }
        let lines = try openSSHLines(bytes)
        guard !lines.isEmpty else {
            throw KeyError(.notAKey, "unrecognized format: not a key in PEM, DER, JWK or OpenSSH form")
        }
        return lines
    }

    /// Whether the bytes are DER.
    ///
    /// The tag of a SEQUENCE is the ASCII digit 0, which can start any text. No text continues with a multi-byte
    /// length, so such bytes are DER even if the length does not match the file.
    private func isDER(_ bytes: Span<UInt8>) -> Bool {
        guard bytes[0] == DERTag.sequence.octet else { return false }
        var reader = DERReader(bytes)
        let isWhole = (try? reader.sequence(in: bytes)) != nil && reader.isAtEnd
        return isWhole || (bytes.count > 1 && (0x80...0x84).contains(bytes[1]) && !bytes.contains("-----BEGIN "))
    }

    // MARK: PEM

    /// Reads PEM; if that fails, once more with line ends restored.
    private func restoredPEM(_ text: Span<UInt8>) throws(KeyError) -> [AnyKey] {
        let failure: KeyError
        do throws(KeyError) {
            return try pem(text)
        } catch { failure = error }
        let secretCodes: [KeyErrorCode] = [.passphraseNeeded, .wrongPassphrase, .costTooHigh]
        if secretCodes.contains(failure.code) { throw failure }
        do throws(KeyError) {
            let keys = try PEM.withRestoredLines(of: text) { text throws(KeyError) in try pem(text) }
            if let keys { return keys }
        } catch {
            if secretCodes.contains(error.code) { throw error }
        }
        throw failure
    }

    private func pem(_ text: Span<UInt8>) throws(KeyError) -> [AnyKey] {
        var keys: [AnyKey] = []
        var encryptedCount = 0
        var ellipticCount = 0
        var foreign: PEMSection?
        for section in try KeyPEM.sections(in: text) {
            guard KeyFileReader.labels.contains(section.label) else {
                foreign = foreign ?? section
                continue
            }
            let key = try self.key(section, in: text)
            if key.encryption != nil { encryptedCount += 1 }
            guard encryptedCount <= KeyFileReader.largestEncryptedCount else {
                throw KeyError(
                    .costTooHigh, "more than \(KeyFileReader.largestEncryptedCount) encrypted keys in one file")
            }
            if case .privateKey(.elliptic) = key.content { ellipticCount += 1 }
            guard ellipticCount <= KeyFileReader.largestEllipticCount else {
                throw KeyError(
                    .costTooHigh,
                    "more than \(KeyFileReader.largestEllipticCount) private keys of elliptic curves in one file")
            }
            keys.append(key)
        }
        if let foreign, keys.isEmpty {
            throw KeyError(
                .unsupported, at: foreign.range.lowerBound,
                "unsupported PEM block \(foreign.label)")
        }
        return keys
    }

    /// Blocks with other labels, such as `EC PARAMETERS`, are skipped.
    private static let labels: Set<String> = [
        "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "PUBLIC KEY", "RSA PUBLIC KEY",
        "CERTIFICATE", "X509 CERTIFICATE", trustedLabel, "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST",
        OpenSSHPrivateKey.pemLabel,
    ]

    /// A certificate with OpenSSL's trust settings.
    private static let trustedLabel = "TRUSTED CERTIFICATE"

    private func key(_ section: PEMSection, in text: Span<UInt8>) throws(KeyError) -> AnyKey {
        let bytes = try KeyPEM.secret(section, in: text)
        if section.label == OpenSSHPrivateKey.pemLabel {
            return try openSSH(try OpenSSHPrivateKey(bytes), isPEM: true)
        }
        if section.label == KeyFileReader.trustedLabel {
            return try certified(try X509Certificate(trustedDER: bytes), isPEM: true)
        }
        guard let encryption = try LegacyPEM(section) else {
            return try bytes.withBytes { bytes throws(KeyError) in try der(bytes, isPEM: true) }
        }
        guard let passphrase else { throw KeyError.passphraseNeeded }
        let plain = try encryption.decrypt(bytes, passphrase: passphrase)
        do {
            return try plain.withBytes { plain throws(KeyError) in
                try der(plain, isPEM: true, encryption: encryption.description)
            }
        } catch {
            // One wrong passphrase in 256 yields valid padding.
            guard error.code == .malformed || error.code == .notAKey else { throw error }
            throw KeyError.wrongPassphrase
        }
    }

    // MARK: DER

    /// Identifies the structure by the tags of its first two values.
    private func der(_ bytes: Span<UInt8>, isPEM: Bool, encryption: String? = nil) throws(KeyError) -> AnyKey {
        var reader = DERReader(bytes)
        var sequence = try reader.sequence(in: bytes)
        try reader.finish()
        let first = sequence.peek(in: bytes)
        _ = try sequence.skip(in: bytes)
        let second = sequence.peek(in: bytes)
        func made(_ content: AnyKey.Content, _ structure: AnyKey.Structure) -> AnyKey {
            AnyKey(content, structure, isPEM: isPEM, encryption: encryption)
        }
        switch (first, second) {
        case (.integer, .integer):
            _ = try sequence.skip(in: bytes)
            return sequence.isAtEnd
                ? made(.publicKey(.rsa(try PKCS1.publicNumbers(der: bytes), nil)), .pkcs1)
                : made(.privateKey(.rsa(try PKCS1.privateNumbers(der: bytes), nil)), .pkcs1)
        case (.integer, .sequence): return made(.privateKey(try PKCS8.privateKey(der: bytes)), .pkcs8)
        case (.integer, .octetString):
            var inner = DERReader(bytes)
            let key = try SEC1.privateKey(&inner, curve: nil, in: bytes)
            try inner.finish()
            return made(.privateKey(.elliptic(key)), .sec1)
        case (.sequence, .bitString): return made(.publicKey(try SPKI.publicKey(der: bytes)), .spki)
        case (.sequence, .octetString):
            let scheme = try PKCS8.scheme(encrypted: bytes)
            guard let passphrase else { throw KeyError.passphraseNeeded }
            let key = try PKCS8.privateKey(encrypted: bytes, passphrase: passphrase, limits: limits)
            return AnyKey(.privateKey(key), .pkcs8, isPEM: isPEM, encryption: scheme.description)
        case (.sequence, .sequence):
            if Self.isRequest(bytes) {
                let request = try CertificateRequest(der: bytes)
                return AnyKey(
                    .publicKey(try request.publicKey()), .certificateRequest, isPEM: isPEM, request: request)
            }
            return try certified(try X509Certificate(der: bytes), isPEM: isPEM)
        default: throw KeyError(.notAKey, "this is DER, but neither a key nor a certificate")
        }
    }

    private func store(_ bytes: Span<UInt8>) throws(KeyError) -> [AnyKey] {
        guard !PKCS12.isBER(bytes) else {
            throw KeyError(
                .unsupported, "a PKCS #12 store in BER, where only DER is supported",
                hint: "convert it: openssl pkcs12 -in FILE -nodes -out FILE.pem")
        }
        let store = try PKCS12(bytes, passphrase: passphrase, limits: limits)
        let keys = store.keys.map { AnyKey(.privateKey($0.key), .pkcs12, encryption: $0.encryption, comment: $0.name) }
        var found = keys
        for entry in store.certificates {
            do throws(KeyError) {
                let key = try entry.certificate.publicKey()
                found.append(
                    AnyKey(.publicKey(key), .pkcs12, comment: entry.name, certificate: entry.certificate))
            } catch {
                // A certificate with an unsupported key must not block the private keys.
                guard error.code == .unsupported, !keys.isEmpty else { throw error }
            }
        }
        return found
    }

    private func certified(_ certificate: X509Certificate, isPEM: Bool) throws(KeyError) -> AnyKey {
        AnyKey(.publicKey(try certificate.publicKey()), .certificate, isPEM: isPEM, certificate: certificate)
    }

    /// A request contains version, name, key and attributes; a certificate has a validity instead.
    private static func isRequest(_ bytes: Span<UInt8>) -> Bool {
        var reader = DERReader(bytes)
        guard var outer = try? reader.sequence(in: bytes), var content = try? outer.sequence(in: bytes) else {
            return false
        }
        for tag in [DERTag.integer, .sequence, .sequence] {
            guard (try? content.read(tag, in: bytes)) != nil else { return false }
        }
        return content.isAtEnd || content.peek(in: bytes) == .context(0, isConstructed: true)
    }

    // MARK: OpenSSH

    private func openSSH(_ file: OpenSSHPrivateKey, isPEM: Bool) throws(KeyError) -> AnyKey {
        let content = try file.open(passphrase: passphrase, limits: limits)
        return AnyKey(
            .privateKey(content.key), .openSSH, isPEM: isPEM, encryption: file.encryptionDescription,
            comment: content.comment)
    }

    /// Skips empty lines and `#` comments; empty if the first other line is not a key.
    private func openSSHLines(_ text: Span<UInt8>) throws(KeyError) -> [AnyKey] {
        var keys: [AnyKey] = []
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != .newline { end += 1 }
            let line = [UInt8](bytes: text.extracting(start..<end))
            start = end + 1
            guard let first = line.first(where: { $0 != .space && $0 != .tab && $0 != .carriageReturn }),
                first != .numberSign
            else { continue }
            if keys.isEmpty {
                // Every key begins with a 32-bit length below 2^16: AAA in Base64.
                let words = line.split { $0.isBlank }
                let isKey = zip(words, words.dropFirst()).contains { type, key in
                    OpenSSHPublicKey.isType(type) && key.starts(with: "AAA".utf8)
                }
                guard isKey else { return [] }
            }
            let key = try OpenSSHPublicKey(line)
            keys.append(AnyKey(.publicKey(key.key), .openSSH, comment: key.comment))
        }
        return keys
    }
}

extension KeyFileReader {
    /// Decompressing a point takes up to 1 ms.
    private static let largestCompressedCount = 500
}

extension AnyKey {
    fileprivate var hasCompressedPoint: Bool {
        switch content {
        case .publicKey(.elliptic(let key)): key.coordinates == nil
        case .privateKey(.elliptic(let key)): key.publicKey.coordinates == nil
        default: false
        }
    }
}

extension Span<UInt8> {
    fileprivate func starts(with pattern: some Collection<UInt8>, at offset: Int) -> Bool {
        guard count - offset >= pattern.count else { return false }
        var index = offset
        for byte in pattern {
            guard self[index] == byte else { return false }
            index += 1
        }
        return true
    }

    fileprivate func contains(_ pattern: String) -> Bool {
        indices.contains { starts(with: pattern.utf8, at: $0) }
    }
}
