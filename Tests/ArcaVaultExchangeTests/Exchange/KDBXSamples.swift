internal import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Foundation

@testable import ArcaVault
@testable import ArcaVaultExchange

/// The databases of Vectors/vault-exchange/kdbx.zip, which generate-kdbx.py wrote.
struct KDBXSamples {
    static let passphrase = SecretBytes(copying: "correct horse ä".utf8)

    private let archive: [UInt8]
    private let entries: ZIPArchive

    init() throws {
        archive = try ExchangeVectors.read("kdbx.zip")
        entries = try archive.withBytes { try ZIPArchive($0) }
    }

    /// The names: VERSION-ENCRYPTION-DERIVATION-STREAM-KEY, with `-alone` if there is no passphrase.
    var names: [String] { entries.entries.keys.filter { !$0.hasPrefix("keys/") }.sorted() }

    func file(_ name: String) throws -> [UInt8] {
        Array(bytes: try archive.withBytes { try entries.content(name, in: $0) } ?? SecretBytes(copying: [UInt8]()))
    }

    /// The key file of a database.
    func keyFile(of name: String) throws -> SecretBytes? {
        let kind = name.split(separator: "-")[4]
        return kind == "none" ? nil : SecretBytes(copying: try file("keys/\(kind)"))
    }

    /// The passphrase of a database.
    func passphrase(of name: String) -> SecretBytes? { name.hasSuffix("-alone") ? nil : Self.passphrase }

    func open(_ name: String) throws -> ImportedItems {
        try ImportedItems(
            reading: file(name), passphrase: passphrase(of: name), keyFile: keyFile(of: name), limits: Self.limits)
    }

    /// The vectors have the lowest costs.
    static let limits = CostLimits(argon2MemoryKiB: 8...1 << 20)

    /// The error of reading a file; nil if it was read.
    static func error(
        _ file: [UInt8], _ passphrase: SecretBytes? = passphrase, keyFile: SecretBytes? = nil
    ) -> VaultError? {
        do {
            _ = try ImportedItems(
                reading: file, as: .kdbx, passphrase: passphrase, keyFile: keyFile, limits: limits)
            return nil
        } catch { return error }
    }
}
