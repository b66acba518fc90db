import ArcaCore
import ArcaCrypto
import ArcaPlatform
import ArcaSystem
import ArcaTestSupport
import ArcaVault

/// Writes to a vault and prints the steps that were acknowledged as durable.
///
/// `VaultWriter VAULT KEY-FILE WRITER FIRST COUNT` runs the steps of a `WriterScript`. Tests kill it or run several at
/// once.
@main struct VaultWriter {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 6, let writer = Int(words[3]), let first = Int(words[4]), let count = Int(words[5]) else {
            fatalError("VAULT KEY-FILE WRITER FIRST COUNT")
        }
        var file = try FileReader(BytePath(Array(words[2].utf8)))
        let keyFile = try VaultKeyFile(try file.readAll(limit: 1000))
        var options = Vault.OpenOptions()
        options.stateFolder = nil
        let vault = try Vault.open(at: BytePath(Array(words[1].utf8)), with: .keyFile(keyFile), options: options)
        let script = WriterScript(writer: writer)
        for number in first..<first + count {
            switch script.step(number) {
            case .add(let name, let value):
                try vault.add(ItemDraft(.init(name), secret: ItemSecret(SecretBytes(copying: value.utf8))))
            case .change(let name, let value):
                try vault.update(.init(name)) { $0.secret.value = SecretBytes(copying: value.utf8) }
            case .remove(let name):
                try vault.remove(.init(name))
            }
            let line = "\(number)\n"
            _ = line.withCString { write(1, $0, line.utf8.count) }
        }
    }
}
