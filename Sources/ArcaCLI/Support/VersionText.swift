internal import ArcaCompression
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaVault

/// What `arca --version` prints: version and commit, and the libraries of the system that are in use.
enum VersionText {
    /// Makes the text for a commit: what the file was stamped with, if it was.
    static func text(commit: String? = BuildStamp.commit) -> String {
        """
        arca \(RootCommand.version)\(commit.map { ", commit \($0.prefix(12))" } ?? "")
        with \(Libcrypto.version), zlib \(Zlib.version), SQLite \(SQLite.version)

        """
    }
}
