internal import ArcaCore
internal import ArcaCrypto

/// Parses the contents of a store, encrypted or not, and the bags in them.
///
/// Source: RFC 7292, sections 4 and 5.
struct PKCS12Reader {
    let passphrase: SecretBytes
    let limits: CostLimits
    private var workLeft: Int
    private var bagsLeft = 500
    private(set) var keys: [PKCS12.Key] = []
    private(set) var certificates: [PKCS12.Certificate] = []
    private(set) var hasDecrypted = false
    private(set) var unsupported: KeyError?

    /// A nesting depth of 1 is the maximum seen in practice.
    private static let largestDepth = 4

    init(passphrase: SecretBytes, limits: CostLimits) {
        self.passphrase = passphrase
        self.limits = limits
        workLeft = limits.pbkdf2Iterations.upperBound / 2
    }

    mutating func spend(_ iterations: Int) throws(KeyError) {
        guard iterations <= workLeft else {
            let most = limits.pbkdf2Iterations.upperBound / 2
            throw KeyError(.costTooHigh, "the key derivations of the store take more than \(most) iterations together")
        }
        workLeft -= iterations
    }

    static func data(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        var info = try reader.sequence(in: bytes)
        let type = try info.objectIdentifier(in: bytes)
        guard type == .data else {
            let kind = ASN1ObjectIdentifier.messageNames[type] ?? type.description
            throw KeyError(.unsupported, "a store that is protected by a \(kind) is not supported")
        }
        var explicit = DERReader(try info.read(.context(0, isConstructed: true), in: bytes))
        try info.finish()
        let content = try explicit.read(.octetString, in: bytes)
        try explicit.finish()
        return content
    }

    mutating func readAll(_ bytes: Span<UInt8>) throws(KeyError) {
        var outer = DERReader(bytes)
        var infos = try outer.sequence(in: bytes)
        try outer.finish()
        while !infos.isAtEnd {
            var peeked = infos
            var info = try peeked.sequence(in: bytes)
            let type = try info.objectIdentifier(in: bytes)
            guard type == .encryptedData else {
                try readContent(bytes.extracting(try Self.data(&infos, in: bytes)))
                continue
            }
            infos = peeked
            do throws(KeyError) {
                try readEncrypted(&info, in: bytes)
            } catch {
                guard error.code == .unsupported else { throw error }
                unsupported = unsupported ?? hinted(error)
            }
        }
        if keys.isEmpty, let unsupported { throw unsupported }
    }

    private func hinted(_ error: KeyError) -> KeyError {
        KeyError(
            error.code, error.reason,
            hint: "convert it: openssl pkcs12 -legacy -in FILE -nodes -out FILE.pem")
    }

    /// `EncryptedData` (RFC 5652, section 8).
    private mutating func readEncrypted(_ info: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        var explicit = DERReader(try info.read(.context(0, isConstructed: true), in: bytes))
        try info.finish()
        var data = try explicit.sequence(in: bytes)
        try explicit.finish()
        _ = try data.smallInteger(in: bytes)
        var content = try data.sequence(in: bytes)
        guard try content.objectIdentifier(in: bytes) == .data else {
            throw KeyError(.malformed, at: content.offset, "an encrypted content that is not data")
        }
        let scheme = try PBES(&content, in: bytes)
        let encrypted = try BER.implicitOctetString(0, &content, in: bytes)
        try content.finish()
        try spend(scheme.work)
        let plain = try scheme.decrypt(encrypted.span, passphrase: passphrase, limits: limits)
        var copy = self
        do throws(KeyError) {
            try plain.withBytes { plain throws(KeyError) in try copy.readContent(plain) }
        } catch {
            // One wrong passphrase in 256 yields valid padding.
            guard error.code == .malformed, !hasDecrypted else { throw error }
            throw KeyError.wrongPassphrase
        }
        self = copy
        hasDecrypted = true
    }

    // MARK: Bags

    private mutating func readContent(_ content: Span<UInt8>) throws(KeyError) {
        try BER.withDER(content) { content throws(KeyError) in
            try readBags(DERReader(content), in: content, depth: 0)
        }
    }

    private mutating func readBags(_ content: DERReader, in bytes: Span<UInt8>, depth: Int) throws(KeyError) {
        guard depth <= Self.largestDepth else {
            throw KeyError(.malformed, at: content.offset, "bags more than \(Self.largestDepth) deep in each other")
        }
        var outer = content
        var bags = try outer.sequence(in: bytes)
        try outer.finish()
        while !bags.isAtEnd {
            guard bagsLeft > 0 else { throw KeyError(.costTooHigh, "more than 500 keys and certificates in a store") }
            bagsLeft -= 1
            var bag = try bags.sequence(in: bytes)
            let type = try bag.objectIdentifier(in: bytes)
            let value = DERReader(try bag.read(.context(0, isConstructed: true), in: bytes))
            let name = bag.isAtEnd ? nil : try Self.name(&bag, in: bytes)
            try bag.finish()
            switch type {
            case .keyBag:
                let key = try PKCS8.privateKey(der: bytes.extracting(value.offset..<value.end))
                keys.append(PKCS12.Key(key: key, name: name, encryption: nil))
            case .shroudedKeyBag: try readShrouded(value, name, in: bytes)
            case .certificateBag: try readCertificate(value, name, in: bytes)
            case .safeContentsBag: try readBags(value, in: bytes, depth: depth + 1)
            // Certificate revocation lists and application secrets.
            default: break
            }
        }
    }

    private mutating func readShrouded(_ value: DERReader, _ name: String?, in bytes: Span<UInt8>) throws(KeyError) {
        let der = bytes.extracting(value.offset..<value.end)
        let scheme: PBES
        do throws(KeyError) {
            scheme = try PKCS8.scheme(encrypted: der)
        } catch {
            throw error.code == .unsupported ? hinted(error) : error
        }
        try spend(scheme.work)
        let key = try PKCS8.privateKey(encrypted: der, passphrase: passphrase, limits: limits)
        hasDecrypted = true
        keys.append(PKCS12.Key(key: key, name: name, encryption: scheme.description))
    }

    private mutating func readCertificate(
        _ value: DERReader, _ name: String?, in bytes: Span<UInt8>
    ) throws(KeyError) {
        var outer = value
        var bag = try outer.sequence(in: bytes)
        try outer.finish()
        guard try bag.objectIdentifier(in: bytes) == .x509Certificate else { return }
        var explicit = DERReader(try bag.read(.context(0, isConstructed: true), in: bytes))
        try bag.finish()
        let der = try explicit.read(.octetString, in: bytes)
        try explicit.finish()
        certificates.append(
            PKCS12.Certificate(certificate: try X509Certificate(der: bytes.extracting(der)), name: name))
    }

    private static func name(_ bag: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> String? {
        var attributes = DERReader(try bag.read(.set, in: bytes))
        var name: String?
        while !attributes.isAtEnd {
            var attribute = try attributes.sequence(in: bytes)
            let type = try attribute.objectIdentifier(in: bytes)
            var values = DERReader(try attribute.read(.set, in: bytes))
            try attribute.finish()
            guard type == .friendlyName, values.peek(in: bytes) == .bmpString else { continue }
            name = ASN1Text.bmp([UInt8](bytes: bytes.extracting(try values.read(.bmpString, in: bytes))))
        }
        return name
    }
}

extension PBES {
    /// The cost of the derivation in PBKDF2 iterations.
    fileprivate var work: Int {
        switch derivation {
        case .scrypt(let cost, _): min(cost.n, 1 << 24) * min(cost.r, 1 << 10) * min(cost.p, 1 << 10)
        case .pbkdf2(_, let iterations, _), .pbkdf1(_, let iterations, _): iterations
        // Three digests for key and IV.
        case .pkcs12(let iterations, _): min(iterations, 1 << 32) * 3
        }
    }
}

extension ASN1ObjectIdentifier {
    package static let data = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 7, 1)
    package static let encryptedData = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 7, 6)
    /// RFC 9579, section 3.
    static let pbmac1 = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 5, 14)
    static let friendlyName = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 20)
    static let x509Certificate = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 22, 1)

    // Kinds of bags (RFC 7292, section 4.2).
    static let keyBag = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 10, 1, 1)
    static let shroudedKeyBag = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 10, 1, 2)
    static let certificateBag = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 10, 1, 3)
    static let safeContentsBag = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 12, 10, 1, 6)
}
