internal import ArcaCore
internal import ArcaKeys

extension SSHAgent {
    /// The use that a client makes of a signature, as far as the signed data show it.
    public enum Purpose: Sendable, Hashable, CustomStringConvertible {
        /// Signing in to a server as this user.
        case signIn(user: String)
        /// A signature file (`ssh-keygen -Y sign`, git) in this namespace.
        case file(namespace: String)
        /// Other data.
        case unknown

        /// A few words for questions and logs: `sign in as alice`; control characters are escaped.
        public var description: String {
            switch self {
            case .signIn(let user): "sign in as \(String(printable: user.utf8))"
            case .file(let namespace): "sign for the namespace \(String(printable: namespace.utf8))"
            case .unknown: "sign data of an unknown kind"
            }
        }
    }
}

/// The parts of a request to sign in that the client signs.
///
/// Source: RFC 4252, section 7; OpenSSH, PROTOCOL, "publickey-hostbound-v00@openssh.com".
struct SSHSignInRequest {
    let session: [UInt8]
    let user: String
    /// The server's key in SSH's binary form, if the request names it.
    let hostKey: [UInt8]?

    /// Parses signed data; throws unless they are exactly a request to sign in with this key.
    init(_ data: [UInt8], by key: SSHSignatureKey) throws {
        func invalid() -> SignatureError { SignatureError(.malformed, "not a request to sign in with this key") }
        let bytes = data.span
        var reader = SSHReader(0..<data.count)
        session = Array(data[try reader.string(in: bytes)])
        let type = try reader.byte(in: bytes)
        user = try reader.text(in: bytes)
        let service = try reader.text(in: bytes)
        let method = try reader.text(in: bytes)
        let hasSignature = try reader.byte(in: bytes) == 1
        let algorithm = try reader.text(in: bytes)
        let blob = Array(data[try reader.string(in: bytes)])
        switch method {
        case "publickey": hostKey = nil
        case "publickey-hostbound-v00@openssh.com": hostKey = Array(data[try reader.string(in: bytes)])
        default: throw invalid()
        }
        try reader.finish()
        let algorithms = key.typeName == "ssh-rsa" ? ["rsa-sha2-256", "rsa-sha2-512"] : [key.typeName]
        guard !session.isEmpty, type == 50, service == "ssh-connection", hasSignature, blob == key.blob,
            algorithms.contains(algorithm)
        else { throw invalid() }
    }
}

extension SSHAgent.Purpose {
    init(of data: [UInt8], by key: SSHSignatureKey) {
        if let request = try? SSHSignInRequest(data, by: key) {
            self = .signIn(user: request.user)
        } else if let namespace = SSHSignature.namespace(ofSigned: data) {
            self = .file(namespace: namespace)
        } else {
            self = .unknown
        }
    }
}

extension SSHSignature {
    /// The namespace of data in the form of ``signedBytes(namespace:hashName:digest:)``; nil for other data.
    static func namespace(ofSigned data: [UInt8]) -> String? {
        guard data.starts(with: magic) else { return nil }
        var reader = SSHReader(magic.count..<data.count)
        return try? reader.text(in: data.span)
    }
}
