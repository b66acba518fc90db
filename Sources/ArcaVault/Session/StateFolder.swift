internal import ArcaCodecs
public import ArcaSystem

/// The folder in which this machine remembers what it has seen of vaults; never beside a vault and never in a backup.
///
/// It holds one small file for each vault in `anchors`, and a folder for each vault with pattern slots in `device`. All of
/// it is for the user alone. Nothing in it opens a vault by itself.
///
/// Source: Documentation/VAULT-FORMAT.md, section 9.
public struct StateFolder: Sendable, Hashable {
    /// Where it is.
    public let path: BytePath

    /// Names a folder, which is made when something is first written to it.
    ///
    /// - Parameter path: Where it is.
    public init(_ path: BytePath) { self.path = path }

    /// `$XDG_STATE_HOME/arca`, else `~/.local/state/arca`; nil where the user has no home.
    public static var standard: StateFolder? { UserFolder.state.map { StateFolder($0.appending("arca")) } }

    /// Where a vault's anchor is.
    func anchor(of vault: [UInt8]) -> BytePath { anchors.appending(Self.name(of: vault)) }

    /// The folder of a vault's device secret.
    func device(of vault: [UInt8]) -> BytePath { path.appending("device").appending(Self.name(of: vault)) }

    /// Runs `body` while no other process changes what is remembered of any vault; the folder is made if need be.
    func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
        try Folder.createPrivate(anchors)
        return try Folder.whileLocked(anchors, body)
    }

    /// A vault's identifier as file names and keyring have it.
    static func name(of vault: [UInt8]) -> BytePath { BytePath(Base16.standard.encode(vault).utf8) }

    private var anchors: BytePath { path.appending("anchors") }
}
