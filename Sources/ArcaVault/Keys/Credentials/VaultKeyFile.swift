public import ArcaCodecs
public import ArcaCrypto

/// A file that opens a vault by itself: 32 random bytes as one line, `ARCA-KEY-FILE-1…`.
///
/// It is as good as the vault key: whoever copies it needs no passphrase. Other files, such as a picture, are keys
/// together with a passphrase alone (``NewVaultSlot/passphraseAndKeyFile(_:contents:cost:)``).
///
/// Source: Documentation/VAULT-FORMAT.md, "Texts".
public struct VaultKeyFile: Sendable, Equatable {
    private static let prefix = "ARCA-KEY-FILE-"
    private static let byteCount = 32
    /// Longer files are none; a line has 73 characters.
    private static let largestByteCount = 256

    /// 32 bytes, secret.
    package let key: SecretBytes

    /// Makes a new key file.
    ///
    /// - Throws: ``VaultError`` with code `.systemFailed` without randomness.
    public init() throws(VaultError) {
        key = try translating { () throws(CryptoError) in try SecretBytes(randomByteCount: Self.byteCount) }
    }

    /// Reads a key file.
    ///
    /// - Parameter file: The whole file, secret: one line, with or without its end; wiping it is the caller's business.
    /// - Throws: ``VaultError`` with code `.malformed`; it never quotes the text.
    public init(_ file: borrowing some Bytes) throws(VaultError) {
        guard Self.isKeyFile(file) else {
            throw VaultError(.malformed, "no key file of arca: it does not begin with \(Self.prefix)1")
        }
        let text = file.withBytes { file in
            guard file.count <= Self.largestByteCount else { return "" }
            return String(decoding: [UInt8](bytes: file), as: UTF8.self)
        }
        let line = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
        do throws(CodecError) {
            let decoded = try Bech32.decode(line, variant: .bech32, maximumCount: nil)
            let bytes = try decoded.bytes()
            guard decoded.prefix == Self.prefix, bytes.count == Self.byteCount else {
                throw CodecError(.invalidSyntax, "other length")
            }
            key = SecretBytes(copying: bytes)
        } catch {
            throw VaultError(
                .malformed,
                error.code == .checksumMismatch
                    ? "the key file's checksum does not fit: a character is wrong or missing"
                    : "the key file is not one line of Bech32 with 32 bytes")
        }
    }

    /// Whether a file begins as key files do.
    ///
    /// - Parameter file: The file, or its beginning.
    /// - Returns: Whether it is worth reading as a key file.
    public static func isKeyFile(_ file: borrowing some Bytes) -> Bool {
        file.withBytes { file in [UInt8](bytes: file.extracting(first: prefix.utf8.count)).elementsEqual(prefix.utf8) }
    }

    /// The file's content, secret: one line with its end.
    public var text: SecretBytes {
        // 32 bytes and a fixed prefix always fit.
        let line = try? key.withBytes { key throws(CodecError) in
            try Bech32.encode(key, prefix: Self.prefix, maximumCount: nil)
        }
        return SecretBytes(copying: ((line ?? "") + "\n").utf8)
    }

    /// `S` of its slots.
    var slotSecret: SymmetricKey { SymmetricKey(key) }
}

extension VaultKeyFile: CustomStringConvertible, CustomReflectable {
    /// Never the content.
    public var description: String { "VaultKeyFile" }

    /// No children: `dump` shows nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
