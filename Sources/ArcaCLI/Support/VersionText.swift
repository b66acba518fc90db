internal import ArcaCompression
internal import ArcaCrypto
internal import ArcaPlatform
internal import ArcaVault

/// The text of `arca --version`: version, commit, and the system libraries in use.
enum VersionText {
    /// Formats the text; the commit is stamped into the executable by the build, if at all.
    static func text(commit: String? = BuildStamp.commit) -> String {
        """
        arca \(RootCommand.version)\(commit.map { ", commit \($0.prefix(12))" } ?? "")
        with \(Libcrypto.version), zlib \(Zlib.version), SQLite \(SQLite.version)

        """
    }
}
