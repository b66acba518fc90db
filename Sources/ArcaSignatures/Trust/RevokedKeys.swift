public import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// A list of revoked public keys, one per line, which overrides any list of trusted keys.
///
/// A list with an invalid line is rejected as a whole, so no revocation is missed.
public struct RevokedKeys: Sendable {
    /// The name of the list in messages.
    public let name: String
    private var blobs: [[UInt8]: Int] = [:]
    private var numbered: [[UInt8]: Int] = [:]
    private static let binaryMagic = Array("SSHKRL\n\0".utf8)

    /// Parses a list.
    ///
    /// - Parameters:
    ///   - text: Lines such as `ssh-ed25519 AAAA… comment`, `minisign RWQ…` or just `RWQ…`. Empty lines and lines that
    ///     begin with `#` are ignored. Keys may have any type; a certificate revokes its key.
    ///   - name: The name of the list in messages, such as the file name.
    /// - Throws: ``SignatureError`` `.unsupported` for a binary key revocation list (KRL), `.malformed` for an invalid
    ///   line.
    public init(_ text: borrowing some Bytes, name: String) throws(SignatureError) {
        self.name = name
        let bytes = text.unmarkedText
        guard !bytes.starts(with: Self.binaryMagic) else {
            throw SignatureError(
                .unsupported, "\(name) is a binary key revocation list (KRL), which is not supported",
                hint: "list the revoked public keys one on each line")
        }
        for (index, range) in SignatureText.lines(bytes.span).enumerated() {
            let words = bytes[range].split { $0.isBlank }
            guard let first = words.first, first.first != .numberSign else { continue }
            do throws(SignatureError) {
                try add(words, line: index + 1)
            } catch {
                throw SignatureError(error.code, "line \(index + 1) of \(name): \(error.reason)", hint: error.hint)
            }
        }
    }

    /// Whether the list is empty.
    public var isEmpty: Bool { blobs.isEmpty && numbered.isEmpty }

    private mutating func add(_ words: [ArraySlice<UInt8>], line: Int) throws(SignatureError) {
        if words.count == 1, NumberedPublicKey.recognizes(Array(words[0])) {
            numbered[try NumberedPublicKey(base64: words[0], origin: nil).bytes] = line
            return
        }
        guard words.count >= 2, KeyLine.isType(words[0]) else {
            throw SignatureError(.malformed, "not a public key: expected type and key in Base64")
        }
        if let origin = KeyLine.origin(words[0]) {
            numbered[try NumberedPublicKey(base64: words[1], origin: origin).bytes] = line
            return
        }
        guard !String(decoding: words[0], as: UTF8.self).hasSuffix("-cert-v01@openssh.com") else {
            let certificate = try SSHCertificate(blob: SSHSignatureKey.blob(type: words[0], base64: words[1]))
            blobs[certificate.key.blob] = line
            return
        }
        blobs[try SSHSignatureKey.blob(type: words[0], base64: words[1])] = line
    }

    /// Finds the line that revokes a key, from 1; nil if the key is not revoked.
    public func line(revoking key: SignerKey) -> Int? {
        switch key {
        case .ssh(let key):
            if let line = blobs[key.blob] {
                line
            } else if case .ed25519(let plain) = key.key {
                numbered[plain.rawRepresentation]
            } else {
                nil
            }
        case .numbered(let key):
            numbered[key.bytes] ?? (try? SSHSignatureKey(.ed25519(key.key))).flatMap { blobs[$0.blob] }
        case .restrictedRSA(let key): (try? SSHSignatureKey(.rsa(key.numbers, nil))).flatMap { blobs[$0.blob] }
        }
    }
}
