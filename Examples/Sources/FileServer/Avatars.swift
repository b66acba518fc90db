import Arca

/// Profile pictures without the metadata of cameras and programs.
enum Avatars {
    /// Removes places, names and times; rejects other files and damaged ones.
    ///
    /// - Returns: The picture, and the kinds of metadata removed.
    static func clean(_ file: [UInt8]) throws -> (picture: [UInt8], removed: [String]) {
        do {
            let info = try ImageInfo(of: file)
            guard [.png, .jpeg].contains(info.kind), info.isWhole, (info.width ?? .max) <= 4096 else {
                throw FileServer.Refusal.forbidden
            }
            let result = try ImageStripper().strip(file)
            return (result.bytes, result.removed.map { "\($0.kind)" })
        } catch is ImageError {
            throw FileServer.Refusal.forbidden
        }
    }
}

/// The audit log for external auditors, with a signature for `ssh-keygen -Y verify` and `arca verify`.
struct Reports: Sendable {
    private static let namespace = "audit@files.example"
    private let key: SigningKey
    private let trusted: SignerKey

    init(_ key: Curve25519.Signing.PrivateKey) throws {
        self.key = try SigningKey(.ed25519(key))
        trusted = .ssh(try SSHSignatureKey(.ed25519(key.publicKey)))
    }

    func sign(_ report: String, at seconds: Int) throws -> String {
        var options = SigningOptions(time: seconds)
        options.namespace = Self.namespace
        var message = try SignedMessage(key.messageForm(options))
        message.update(report.utf8)
        return try key.sign(message, options: options).text
    }

    func isGenuine(_ report: String, signature: String, at seconds: Int) -> Bool {
        var verifier = SignatureVerifier(time: seconds)
        verifier.keys = [TrustedKey(trusted, name: "files.example")]
        verifier.namespace = Self.namespace
        return verifier.verify(signature.utf8, of: report.utf8).isGood
    }
}
