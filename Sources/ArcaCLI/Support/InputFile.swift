internal import ArcaCodecs
internal import ArcaSystem

/// A file to read, named by an operand; `-` and no operand at all mean standard input.
enum InputFile {
    /// Opens a file, or standard input.
    static func open(_ path: BytePath?) throws(SystemError) -> FileReader {
        guard let path, !path.isDash else { return try FileReader.standardInput() }
        return try FileReader(path)
    }
}

extension FileReader {
    /// What an output must not be: this file, if it is one.
    var inputIdentities: [FileIdentity] { info.kind == .regular ? [identity] : [] }
}
