import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import ArcaVault
import Foundation

/// A vault file in its own folder, next to a state folder.
struct VaultFolder {
    let folder: URL
    let key: VaultKeyFile

    static func run<Result>(_ body: (VaultFolder) throws -> Result) throws -> Result {
        try Peer.inFolder { try body(VaultFolder(folder: $0, key: VaultKeyFile())) }
    }

    var file: URL { folder.appendingPathComponent("test.vault") }

    func path(of name: String) -> BytePath { BytePath(Array(folder.appendingPathComponent(name).path.utf8)) }

    func create() throws -> Vault {
        try Vault.create(at: path(of: "test.vault"), slots: [.keyFile(key)], options: options(state: "state"))
    }

    /// Opens the vault, or a copy of it with another state folder.
    func open(_ name: String = "test.vault", state: String = "state", isReadOnly: Bool = false) throws -> Vault {
        var options = options(state: state)
        options.isReadOnly = isReadOnly
        return try Vault.open(at: path(of: name), with: .keyFile(key), options: options)
    }

    private func options(state: String) -> Vault.OpenOptions {
        var options = Vault.OpenOptions(stateFolder: Vault.StateFolder(path(of: state)))
        options.busyMilliseconds = 60_000
        return options
    }
}

extension ItemDraft {
    init(_ service: String, _ account: String = "", _ secret: String) {
        self.init(VaultItem.Name(service, account), secret: ItemSecret(SecretBytes(copying: secret.utf8)))
    }
}

extension ItemSecret {
    var text: String { String(decoding: [UInt8](bytes: value), as: UTF8.self) }
}

extension Vault {
    func text(_ service: String, _ account: String = "") throws -> String {
        try secret(of: .init(service, account)).text
    }
}
