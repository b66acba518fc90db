internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

/// A key file of KeePass: XML of version 1 or 2, 32 bytes, 64 hexadecimal digits, or any other file, which is hashed.
///
/// Source: keepass.info, "Key Files" and "XML Key File Format".
enum KDBXKeyFile {
    /// The key in a key file.
    ///
    /// - Throws: ``VaultError`` with code `.malformed` for an XML key file that is damaged, `.unsupported` for a newer
    ///   one.
    static func key(in file: SecretBytes) throws -> SecretBytes {
        if let key = try file.withBytes({ try xmlKey(in: $0) }) { return key }
        if file.count == 32 { return file }
        if file.count == 64, let key = try? decode(file, Base16.standard.allowing(.letterCase)) { return key }
        return SHA256.secret(of: [file])
    }

    private static func damaged(_ reason: String) -> VaultError {
        VaultError(.malformed, "the key file is damaged: \(reason)", hint: "use a copy of the key file")
    }

    /// The key of an XML key file; nil if the file is not one.
    private static func xmlKey(in bytes: Span<UInt8>) throws -> SecretBytes? {
        guard var xml = try? XMLReader(bytes), case .start("KeyFile", _, false)? = try? xml.next(bytes) else {
            return nil
        }
        var version = ""
        var text: SecretBytes?
        var hash: String?
        var path = ["KeyFile"]
        do {
            while !path.isEmpty {
                switch try xml.next(bytes) {
                case .start(let name, let attributes, let isEmpty):
                    guard !isEmpty else { continue }
                    switch path + [name] {
                    case ["KeyFile", "Meta", "Version"]: version = try xml.text(bytes)
                    case ["KeyFile", "Key", "Data"]:
                        guard text == nil else { throw VaultError(.malformed, "it has two keys") }
                        text = try xml.value(bytes)
                        hash = attributes.first { $0.name == "Hash" }?.value
                    default: path.append(name)
                    }
                case .end: path.removeLast()
                case .text, .data: continue
                case .finished: throw VaultError(.malformed, "it ends too early")
                }
            }
        } catch {
            throw damaged(VaultError(wrapping: error).reason)
        }
        guard let text, !text.isEmpty else { throw damaged("it has no key") }
        switch version.prefix(2) {
        case "1.", "1":
            guard let key = try? decode(text, Base64.standard.allowing(.whitespace)), !key.isEmpty else {
                throw damaged("its key is not Base64")
            }
            return key
        case "2.", "2":
            guard let key = try? decode(text, Base16.standard.allowing([.letterCase, .whitespace])), key.count == 32
            else { throw damaged("its key is not 64 hexadecimal digits") }
            let digest = Base16.standard.encode(SHA256.hash(key).prefix(4))
            guard hash == nil || hash?.lowercased() == digest else { throw damaged("its key has another hash") }
            return key
        default:
            throw VaultError(.unsupported, "the key file is of version \(version.shortened); expected 1 or 2")
        }
    }

    private static func decode(_ text: SecretBytes, _ codec: some TextCodec) throws -> SecretBytes {
        try SecretBytes(byteCount: codec.maximumDecodedCount(for: text.count)) { output in
            try text.withBytes { try codec.decode($0, into: &output) }
        }
    }
}
