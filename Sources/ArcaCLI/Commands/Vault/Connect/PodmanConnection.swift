internal import ArcaCore
internal import ArcaSystem

/// A settings file that makes Podman, Buildah and Skopeo run the link that Docker uses too.
///
/// They ignore `credsStore` in Docker's settings. They merge all files of this folder.
///
/// Source: containers-registries.conf(5) and containers-registries.conf.d(5).
struct PodmanConnection: Connection {
    private static let setting = "credential-helpers = [\"arca\"]"
    private static let text = "# Added by arca vault connect podman\n\(setting)\n"

    /// These programs do not read `$XDG_CONFIG_HOME` for it.
    private func file() throws(UsageError) -> SettingsFile {
        guard let home = UserFolder.home else {
            throw UsageError(
                .missingArgument, "Podman's settings are in the home folder, and there is none",
                hint: "set HOME to its path")
        }
        return SettingsFile(path: home.appending(".config/containers/registries.conf.d/arca.conf"))
    }

    var hasSetting: Bool { (try? file().read()) == Self.text }

    func isConnected() -> Bool { hasSetting && DockerConnection.link.isConnected() }

    func additions() throws -> [ConnectionStep] {
        let file = try file()
        let links = try DockerConnection.link.additions()
        guard let text = try file.read() else {
            return links + [ConnectionStep(place: file.path, lines: [Self.setting]) { try file.write(Self.text) }]
        }
        guard text == Self.text else {
            throw UsageError(
                .conflict, "\(file.path) has other settings",
                hint: "move them to another file of the folder, and try again")
        }
        return links
    }

    func removals() throws -> [ConnectionStep] {
        let file = try file()
        let links = DockerConnection().hasSetting ? [] : try DockerConnection.link.removals()
        guard hasSetting else { return links }
        return [ConnectionStep(place: file.path, lines: [Self.setting]) { try file.write(nil) }] + links
    }

    func hints() throws -> [String] {
        let folders = [UserFolder.runtime, UserFolder.configuration].compactMap(\.self)
        return try folders.flatMap { folder in
            let file = SettingsFile(path: folder.appending("containers/auth.json"))
            return try DockerConnection.plainLogins(in: file).map { names in
                "\(file.path) has the password of \(names), unencrypted, and is no longer read; 'podman login' again stores it "
                    + "in the vault, then remove the file"
            }
        }
    }
}
