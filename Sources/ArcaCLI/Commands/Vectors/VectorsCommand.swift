/// `arca vectors`: test vectors.
struct VectorsCommand: Command {
    static let name = "vectors"
    static let summary = "check this program, or another one, against the industry's test vectors"
    static let section = "Helpers"
    static let details = """
        Files are read as they are published; the format is detected from the content. They may be compressed by gzip.
        """
    static let examples = [
        Example("arca vectors verify Vectors/aes-gcm", "run every case of a folder"),
        Example("arca vectors list Vectors/aes-gcm", "list what is in it"),
    ]
    static var subcommands: [any Command.Type] { [VectorsVerifyCommand.self, VectorsListCommand.self] }
}
