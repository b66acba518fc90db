public import ArcaCore
internal import ArcaKeys
internal import ArcaSystem

/// A certificate of OpenSSH: a key with names and a time, signed by an authority.
///
/// The authority's signature was verified when it was read; whether the authority is one to trust is another matter:
/// ``AllowedSigners/find(_:principal:namespace:time:)-(SSHCertificate,_,_,_)``.
///
/// Source: OpenSSH, PROTOCOL.certkeys.
public struct SSHCertificate: Sendable, Hashable {
    /// The type as key lines have it: `ssh-ed25519-cert-v01@openssh.com`.
    public let typeName: String
    /// The certificate in SSH's binary form.
    public let blob: [UInt8]
    /// The key that it is for.
    public let key: SSHSignatureKey
    /// The number that the authority gave it.
    public let serial: UInt64
    /// What the authority calls it; control characters are escaped.
    public let name: String
    /// Whether it is for a person; else it is for a host.
    public let isUser: Bool
    /// The names that it is for; without any it is for no name.
    public let principals: [String]
    /// First second at which it counts, since 1970.
    public let validAfter: UInt64
    /// First second at which it no longer counts, since 1970.
    public let validBefore: UInt64
    /// Whether it has restrictions that have to be understood; a signature by it is refused.
    public let hasCriticalOptions: Bool
    /// The authority's key.
    public let authority: SSHSignatureKey

    private static let suffix = "-cert-v01@openssh.com"
    /// The types of keys, and how many fields each has after its name.
    private static let fieldCounts = [
        "ssh-ed25519": 1, "ssh-rsa": 2, "ecdsa-sha2-nistp256": 2, "ecdsa-sha2-nistp384": 2, "ecdsa-sha2-nistp521": 2,
        "sk-ssh-ed25519@openssh.com": 2, "sk-ecdsa-sha2-nistp256@openssh.com": 3,
    ]

    /// Whether a key in SSH's binary form is a certificate.
    static func recognizes(_ blob: [UInt8]) -> Bool {
        var reader = SSHReader(0..<blob.count)
        return (try? reader.text(in: blob.span))?.hasSuffix(suffix) ?? false
    }

    /// Reads SSH's binary form and verifies the authority's signature.
    ///
    /// - Parameter blob: The whole certificate.
    /// - Throws: ``SignatureError`` `.malformed`, also for a signature of the authority that does not fit; `.unsupported`
    ///   for keys that ``SSHSignatureKey`` does not have.
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
            throw SignatureError(.malformed, "the signature of the authority does not fit the certificate")
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

    /// Whether a principal is one of the names, byte by byte.
    func names(_ principal: String) -> Bool {
        principals.contains { Array($0.utf8) == Array(principal.utf8) }
    }
}

extension AllowedSigners {
    /// Who may have made a signature, as far as its key or certificate is listed: `ssh-keygen -Y find-principals`.
    ///
    /// It verifies nothing: the key is the one that the signature claims, and its namespace is not looked at.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - time: Seconds since 1970.
    /// - Returns: The patterns of the first line with the key, or the names of the certificate that its authority's line
    ///   allows; empty if there are none.
    public func principals(claimedBy signature: SSHSignature, time: Int) -> [String] {
        guard let certificate = signature.certificate else {
            return firstLine(with: .ssh(signature.key), time: time)?.patterns ?? []
        }
        return find(certificate, principal: nil, namespace: nil, time: time).names
    }

    /// What a line of an authority says about a certificate: the answer, and the names that it is for.
    ///
    /// - Parameters:
    ///   - certificate: The certificate in a signature.
    ///   - principal: Who should have signed; nil for anybody.
    ///   - namespace: What the signature is for; nil for anything.
    ///   - time: When it was signed, or now; seconds since 1970.
    /// - Returns: The line that fits, else the reason that comes nearest; names of the certificate that the line allows.
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
