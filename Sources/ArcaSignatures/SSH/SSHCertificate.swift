public import ArcaCore
internal import ArcaKeys
internal import ArcaSystem

/// An OpenSSH certificate: a key, principals and a validity period, signed by a certificate authority.
///
/// The initializer verifies the authority's signature. Whether to trust the authority is decided by
/// ``AllowedSigners/find(_:principal:namespace:time:)-(SSHCertificate,_,_,_)``.
///
/// Source: OpenSSH, PROTOCOL.certkeys.
public struct SSHCertificate: Sendable, Hashable {
    /// The key type: `ssh-ed25519-cert-v01@openssh.com`.
    public let typeName: String
    /// The certificate in SSH's binary form.
    public let blob: [UInt8]
    /// The certified key.
    public let key: SSHSignatureKey
    /// The serial number.
    public let serial: UInt64
    /// The key ID (a free text set by the authority), with control characters escaped.
    public let name: String
    /// Whether it is a user certificate, otherwise a host certificate.
    public let isUser: Bool
    /// The principals; an empty list matches no principal.
    public let principals: [String]
    /// Start of the validity period, in seconds since 1970.
    public let validAfter: UInt64
    /// End of the validity period (exclusive), in seconds since 1970.
    public let validBefore: UInt64
    /// Whether it has critical options; signatures with such a certificate are rejected.
    public let hasCriticalOptions: Bool
    /// The public key of the certificate authority.
    public let authority: SSHSignatureKey

    private static let suffix = "-cert-v01@openssh.com"
    private static let fieldCounts = [
        "ssh-ed25519": 1, "ssh-rsa": 2, "ecdsa-sha2-nistp256": 2, "ecdsa-sha2-nistp384": 2, "ecdsa-sha2-nistp521": 2,
        "sk-ssh-ed25519@openssh.com": 2, "sk-ecdsa-sha2-nistp256@openssh.com": 3,
    ]

    static func recognizes(_ blob: [UInt8]) -> Bool {
        var reader = SSHReader(0..<blob.count)
        return (try? reader.text(in: blob.span))?.hasSuffix(suffix) ?? false
    }

    /// Parses a certificate in SSH's binary form and verifies the authority's signature.
    ///
    /// - Throws: ``SignatureError`` `.malformed`, also if the authority's signature is invalid; `.unsupported` for key
    ///   types that ``SSHSignatureKey`` does not support.
    public init(blob: [UInt8]) throws(SignatureError) {
        self = try SignatureError.wrap { try SSHCertificate(reading: blob) }
    }

    private init(reading blob: [UInt8]) throws {
        let bytes = blob.span
        var reader = SSHReader(0..<blob.count)
        typeName = try reader.text(in: bytes)
        let plainName = Self.plainName(typeName)
        guard typeName.hasSuffix(Self.suffix), let count = Self.fieldCounts[plainName] else {
            throw SignatureError(.unsupported, "a certificate of an unknown type")
        }
        _ = try reader.string(in: bytes)
        let start = reader.offset
        for _ in 0..<count { _ = try reader.string(in: bytes) }
        key = try SSHSignatureKey(
            blob: SSHValue.encode([.text(plainName), .bytes(Array(blob[start..<reader.offset]))]))
        serial = try Self.number(&reader, in: bytes)
        let kind = try reader.number(in: bytes)
        guard kind == 1 || kind == 2 else {
            throw SignatureError(.malformed, "a certificate that is neither for a user nor for a host")
        }
        isUser = kind == 1
        name = String(printable: blob[try reader.string(in: bytes)])
        var names = SSHReader(try reader.string(in: bytes))
        var principals: [String] = []
        while !names.rest.isEmpty {
            let name = blob[try names.string(in: bytes)]
            guard let text = String(validating: name, as: UTF8.self), !name.contains(0) else {
                throw SignatureError(.malformed, "a name in the certificate that is not text")
            }
            principals.append(text)
        }
        self.principals = principals
        validAfter = try Self.number(&reader, in: bytes)
        validBefore = try Self.number(&reader, in: bytes)
        hasCriticalOptions = try !reader.string(in: bytes).isEmpty
        _ = try reader.string(in: bytes)
        _ = try reader.string(in: bytes)
        authority = try SSHSignatureKey(blob: Array(blob[try reader.string(in: bytes)]))
        let signed = Array(blob[..<reader.offset])
        let signature = try reader.string(in: bytes)
        try reader.finish()
        self.blob = blob
        let (value, device) = try SSHSignature.inner(signature, authority, in: bytes)
        guard try SSHSignature.isValid(value, device, authority, signed: signed) else {
            throw SignatureError(.malformed, "the signature of the authority does not match the certificate")
        }
    }

    private static func number(_ reader: inout SSHReader, in bytes: Span<UInt8>) throws(KeyError) -> UInt64 {
        let high = try reader.number(in: bytes)
        return UInt64(high) << 32 | UInt64(try reader.number(in: bytes))
    }

    private static func plainName(_ name: String) -> String {
        let plain = String(name.dropLast(suffix.count))
        return plain.hasPrefix("sk-") ? plain + "@openssh.com" : plain
    }

    /// Whether the certificate lists a principal, compared byte by byte.
    func names(_ principal: String) -> Bool {
        principals.contains { Array($0.utf8) == Array(principal.utf8) }
    }
}

extension AllowedSigners {
    /// The principals listed for the key or certificate in a signature, like `ssh-keygen -Y find-principals`.
    ///
    /// Nothing is verified: the signature may claim any key, and the namespace is ignored.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - time: Seconds since 1970.
    /// - Returns: The patterns of the first line with the key, or the certificate's principals that the line of its
    ///   authority allows; empty if there are none.
    public func principals(claimedBy signature: SSHSignature, time: Int) -> [String] {
        guard let certificate = signature.certificate else {
            return firstLine(with: .ssh(signature.key), time: time)?.patterns ?? []
        }
        return find(certificate, principal: nil, namespace: nil, time: time).names
    }

    /// Looks up the authority of a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate in a signature.
    ///   - principal: The expected signer, or nil for any.
    ///   - namespace: The namespace of the signature, or nil for any.
    ///   - time: The signing time or the current time, in seconds since 1970.
    /// - Returns: The matching line and the certificate's principals it allows, or the closest reason for rejection.
    public func find(
        _ certificate: SSHCertificate, principal: String?, namespace: String?, time: Int
    ) -> (answer: Answer, names: [String]) {
        var best = (rank: 0, answer: Answer.unlisted)
        func consider(_ rank: Int, _ answer: Answer) {
            if rank > best.rank { best = (rank, answer) }
        }
        let now = UInt64(max(time, 0))
        for line in lines where line.isAuthority && line.key == .ssh(certificate.authority) {
            let names = certificate.principals.filter { line.names($0) }
            let isNamed = principal.map { certificate.names($0) && line.names($0) } ?? !names.isEmpty
            if !isNamed || !certificate.isUser {
                consider(2, .otherPrincipal(line))
            } else if let namespace, let spaces = line.spaces, !spaces.matches(Array(namespace.utf8)) {
                consider(3, .otherNamespace(line))
            } else if time > line.validBefore ?? .max || now >= certificate.validBefore {
                consider(4, .expired(line))
            } else if time < line.validAfter ?? .min || now < certificate.validAfter {
                consider(4, .notYetValid(line))
            } else {
                return (.listed(line), names)
            }
        }
        return (best.answer, [])
    }
}
