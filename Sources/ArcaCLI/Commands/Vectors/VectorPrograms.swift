internal import ArcaCore
internal import ArcaSystem
internal import ArcaVectors

/// The programs for `--with` and `--against`: scripts that come with Arca, shared libraries, shell commands.
enum VectorPrograms {
    static let names = ["openssl", "python", "botan", "libgcrypt"]

    static func program(_ word: String) throws -> VectorComparison.Program {
        if isLibrary(word) { return try library(word) }
        guard names.contains(word) else { return .init(name: word, command: word) }
        guard let path = script("answer-\(word).py") else {
            throw UsageError(
                .invalidValue, "the program for \(word) is not installed",
                hint: "give its command: --with 'python3 FOLDER/answer-\(word).py'")
        }
        return .init(name: word, command: "python3 \(path.shellQuoted)")
    }

    /// Whether a word is the path of a shared library: `./libmine.so`, `libmine.so.3`, `libmine.dylib`.
    private static func isLibrary(_ word: String) -> Bool {
        guard let name = word.split(separator: "/").last, !word.contains(" ") else { return false }
        return name.hasSuffix(".so") || name.hasSuffix(".dylib") || name.contains(".so.")
    }

    private static func library(_ word: String) throws -> VectorComparison.Program {
        // The loader would search a name without a slash in the folders of the system.
        let path = word.contains("/") ? word : "./" + word
        _ = try FileInfo(BytePath(path), followingLinks: true)
        guard let command = ProgramPath.own else {
            throw UsageError(
                .invalidValue, "cannot find the command arca, which has to run \(word)", hint: "give a program instead")
        }
        return .init(name: word, library: path, host: "\(command.shellQuoted) vectors answer \(path.shellQuoted)")
    }

    /// Finds a script next to the installed command or in its source code; the current folder may be untrusted.
    private static func script(_ name: String) -> BytePath? {
        guard let command = ProgramPath.own else { return nil }
        var folder = command.parent
        let installed = folder.appending("../share/arca/vectors").appending(BytePath(name))
        if (try? FileInfo(installed, followingLinks: true)) != nil { return installed }
        while folder.bytes.count > 1 {
            let script = folder.appending("Examples/vectors").appending(BytePath(name))
            if (try? FileInfo(script, followingLinks: true)) != nil { return script }
            folder = folder.parent
        }
        return nil
    }
}
