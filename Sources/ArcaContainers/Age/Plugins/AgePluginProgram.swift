internal import ArcaCore
internal import ArcaSystem

/// The program of a plugin.
struct AgePluginProgram {
    let name: AgePluginName

    /// Runs the program with a state machine, and names the plugin in errors.
    func run<Result>(
        _ stateMachine: String, plugins: Age.Plugins,
        _ body: (inout AgePluginClient<PluginOutput, PluginInput>) throws -> Result
    ) throws(ContainerError) -> Result {
        let path = try path()
        let process: PipedProcess
        do {
            process = try PipedProcess([path.bytes, Array("--age-plugin=\(stateMachine)".utf8)])
        } catch {
            throw ContainerError(.unsupported, "\(name.program): \(error.reason)")
        }
        defer { process.end() }
        do {
            let connection = AgePluginConnection(PluginOutput(process: process), PluginInput(process: process))
            var client = AgePluginClient(connection, name: name, plugins: plugins)
            return try body(&client)
        } catch {
            let error = ContainerError(wrapping: error)
            throw ContainerError(error.code, name.program + ": " + error.reason + ended(process, error))
        }
    }

    /// The exit status and standard error of a program that ended early.
    private func ended(_ process: PipedProcess, _ error: ContainerError) -> String {
        guard error.code == .truncated else { return "" }
        let status = process.end()
        let lines = process.errorText.split(separator: .newline).map { String(printable: $0) }
        return (status == 0 ? "" : ", with status \(status)")
            + (lines.isEmpty ? "" : ": \(lines.joined(separator: "; "))")
    }

    private func path() throws(ContainerError) -> BytePath {
        if let path = ProgramPath.find(name.program) { return path }
        throw ContainerError(
            .unsupported, "the program \(name.program) is not installed: no folder of PATH contains it",
            hint: Self.sources[name.text].map { "get it from \($0)" } ?? "install the age plugin '\(name.text)'")
    }

    private static let sources = [
        "yubikey": "https://github.com/str4d/age-plugin-yubikey", "tpm": "https://github.com/Foxboron/age-plugin-tpm",
        "se": "https://github.com/remko/age-plugin-se",
        "fido2-hmac": "https://github.com/olastor/age-plugin-fido2-hmac",
        "tag": "age 1.3, https://github.com/FiloSottile/age", "tagpq": "age 1.3, https://github.com/FiloSottile/age",
        "arca": "the packages of Arca: it is a link to arca",
    ]
}

struct PluginOutput: ByteReader {
    let process: PipedProcess

    func read(into output: inout OutputSpan<UInt8>) throws(SystemError) { try process.read(into: &output) }
}

struct PluginInput: ByteWriter {
    let process: PipedProcess

    func write(_ bytes: borrowing some Bytes) throws(SystemError) {
        try bytes.withBytes { bytes throws(SystemError) in try process.write(bytes) }
    }
}
