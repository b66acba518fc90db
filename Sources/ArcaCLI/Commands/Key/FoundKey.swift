internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// A key in a file, as commands show it.
struct FoundKey {
    let content: AnyKey.Content
    /// Its format: `PKCS #8 PEM`, `OpenSSH`, `age identity`.
    let form: String
    /// How it was encrypted; nil if it was not.
    let encryption: String?
    let comment: String?
    /// Whether the file has a private half that was not opened.
    let isLocked: Bool

    init(_ key: AnyKey) {
        content = key.content
        let hasDER = key.structure != .jwk && key.structure != .openSSH
        form = key.structure.rawValue + (hasDER ? (key.isPEM ? " PEM" : " DER") : "")
        encryption = key.encryption
        comment = key.comment
        isLocked = false
    }

    /// The public half of an OpenSSH file that was not opened.
    init(locked file: OpenSSHPrivateKey) {
        content = .publicKey(file.publicKey)
        form = "OpenSSH"
        encryption = file.encryptionDescription
        comment = nil
        isLocked = true
    }

    private init(_ content: AnyKey.Content, _ form: String) {
        self.content = content
        self.form = form
        encryption = nil
        comment = nil
        isLocked = false
    }

    /// A line that describes it: `RSA private key, 3072 bits`.
    var title: String {
        let public_: (AnyPublicKey) -> String = { key in
            if case .rsa = key { return ", \(key.bitCount) bits" }
            return ""
        }
        switch content {
        case .publicKey(let key):
            return "\(key.algorithmName) \(isLocked ? "private key, locked" : "public key")\(public_(key))"
        case .privateKey(let key):
            return "\(key.algorithmName) private key\((try? key.publicKey).map(public_) ?? "")"
        case .symmetric(let key): return "symmetric key, \(key.bitCount) bits"
        }
    }

    // MARK: Reading

    /// Reads all keys of a file, asking for a passphrase where one is needed; errors name the file.
    ///
    /// Without `passphrase`, an OpenSSH key gives its public half, which is never encrypted.
    static func all(
        in bytes: SymmetricKey, of name: String, passphrase: (() throws -> SecretBytes)?
    ) throws -> [FoundKey] {
        try naming(name) {
            if let keys = try ageKeys(bytes, name) { return keys }
            if let key = symmetricKey(bytes) { return [key] }
            do throws(KeyError) {
                return try AnyKey.all(in: bytes).map { FoundKey($0) }
            } catch {
                guard error.code == .passphraseNeeded else { throw error }
                if let passphrase { return try AnyKey.all(in: bytes, passphrase: passphrase()).map { FoundKey($0) } }
                guard let file = try? OpenSSHPrivateKey(pem: bytes) else { throw error }
                return [FoundKey(locked: file)]
            }
        }
    }

    /// The key of a file that 'arca key generate aes' writes: only hexadecimal digits and a line end.
    private static func symmetricKey(_ bytes: SymmetricKey) -> FoundKey? {
        bytes.withBytes { bytes in
            var count = bytes.count
            if count > 0, bytes[count - 1] == 0x0a { count -= 1 }
            guard [32, 48, 64].contains(count) else { return nil }
            let key = try? SecretBytes(byteCount: count / 2) { output throws(CodecError) in
                try Base16.standard.decode(bytes.extracting(..<count), into: &output)
            }
            return key.map { FoundKey(.symmetric(SymmetricKey($0)), "hexadecimal digits") }
        }
    }

    /// Age's identities or recipients, one per line; nil if the first line that is not a comment is neither.
    private static func ageKeys(_ bytes: SymmetricKey, _ name: String) throws -> [FoundKey]? {
        let first = bytes.withBytes { bytes in
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != 0x0a { end += 1 }
                if end > start, bytes[start] != UInt8(ascii: "#"), bytes[start] != 0x0d { break }
                start = end + 1
            }
            // A comment at the end may lack a line end.
            return start < bytes.count ? (start..<min(start + 16, bytes.count)).map { bytes[$0] } : []
        }
        if first.starts(with: "AGE-SECRET-KEY-".utf8) {
            let file = try Age.IdentityFile(bytes) { throw KeyError(.malformed, "an identity is not encrypted") }
            AgeOptions.warn(file, name)
            return file.identities.compactMap { identity in
                switch identity {
                case let identity as Age.X25519Identity: .x25519(identity.privateKey)
                case let identity as Age.HybridIdentity: .xWing(identity.privateKey)
                default: nil as AnyPrivateKey?
                }
            }.map { FoundKey(.privateKey($0), "age identity") }
        }
        // Only letters and digits: a sentence does not count.
        guard first.starts(with: "age1".utf8), first.count == 16,
            first.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) })
        else { return nil }
        let lines = bytes.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) }
            .split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        return try lines.map { line in
            switch try Age.recipient(named: String(line)) {
            case let recipient as Age.HybridRecipient:
                FoundKey(.publicKey(.xWing(recipient.publicKey)), "age recipient")
            default: FoundKey(.publicKey(.x25519(try Age.X25519Recipient(String(line)).publicKey)), "age recipient")
            }
        }
    }
}
