internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// A key file that opens a vault by itself: 32 random bytes in one line, `ARCA-KEY-FILE-1…`.
///
/// It is as sensitive as the vault key: a copy of it opens the vault without a passphrase. Other files, such as a
/// picture, work only together with a passphrase (``NewVaultSlot/passphraseAndKeyFile(_:contents:cost:)``).
///
/// Source: Documentation/VAULT-FORMAT.md, "Texts".
public struct VaultKeyFile: Sendable, Equatable {
    private static let prefix = "ARCA-KEY-FILE-"
    private static let byteCount = 32
    /// Maximum size of the file; the line has 73 characters.
    private static let largestByteCount = 256

    package let key: SecretBytes

    /// Creates a random key file.
    ///
    /// - Throws: ``VaultError`` with code `.systemFailed` if random bytes are not available.
    public init() throws(VaultError) {
        key = try VaultError.wrap { try SecretBytes(randomByteCount: Self.byteCount) }
    }

    /// Parses a key file.
    ///
    /// - Parameter file: The complete file, secret: one line with an optional line break. The caller wipes it.
    /// - Throws: ``VaultError`` with code `.malformed`. It never quotes the text.
    public init(_ file: borrowing some Bytes) throws(VaultError) {
        guard Self.isKeyFile(file) else {
            throw VaultError(.malformed, "the file is not a key file of Arca: it does not begin with \(Self.prefix)1")
        }
        do {
            key = try file.withBytes { file in
                var count = file.count
                if count > 0, file[count - 1] == .newline { count -= 1 }
                if count < file.count, count > 0, file[count - 1] == .carriageReturn { count -= 1 }
                var prefix = ""
                let key = try SecretBytes(byteCount: Self.largestByteCount) { output in
                    guard file.count <= Self.largestByteCount else { throw CodecError(.invalidSyntax, "too long") }
                    prefix = try Bech32.decode(file.extracting(..<count), into: &output)
                }
                guard prefix == Self.prefix, key.count == Self.byteCount else {
                    throw CodecError(.invalidSyntax, "other length")
                }
                return SecretBytes(copying: key)
            }
        } catch {
            throw VaultError(
                .malformed,
                CodecError(wrapping: error).code == .checksumMismatch
                    ? "the key file's checksum does not match: a character is wrong or missing"
                    : "the key file is not one line of Bech32 with 32 bytes")
        }
    }

    /// Whether a file starts like a key file.
    ///
    /// - Parameter file: The file, or a prefix of it.
    /// - Returns: Whether to parse it as a key file.
    public static func isKeyFile(_ file: borrowing some Bytes) -> Bool {
        file.withBytes { file in file.begins(with: prefix.utf8) }
    }

    /// The file's content, secret: one line with a line break.
    public var text: SecretBytes {
        key.withBytes { key in
            SecretBytes(byteCount: Bech32.textByteCount(key.count, prefix: Self.prefix) + 1) { output in
                Bech32.encode(key, prefix: Self.prefix, into: &output)
                output.append(.newline)
            }
        }
    }

    /// `S` in the vault format, for slots of this key file.
    var slotSecret: SymmetricKey { SymmetricKey(key) }
}

extension VaultKeyFile: CustomStringConvertible, CustomReflectable {
    /// The type's name, never the content.
    public var description: String { "VaultKeyFile" }

    /// Empty: `dump` does not show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
