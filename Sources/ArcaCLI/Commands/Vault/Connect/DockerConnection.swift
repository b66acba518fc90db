internal import ArcaCore
internal import ArcaSystem

/// `credsStore` in Docker's settings, and the link that Docker looks for.
///
/// The file keeps its text: the member is added after the first brace.
struct DockerConnection: Connection {
    static let link = ProgramLink(name: "docker-credential-arca")
    private static let member = "\"credsStore\": \"arca\""
    private static let insertion = "\n\t" + member

    private func file() throws(UsageError) -> SettingsFile {
        let folder = UserFolder.variable("DOCKER_CONFIG") ?? UserFolder.home?.appending(".docker")
        guard let folder else {
            throw UsageError(
                .missingArgument, "Docker's settings are in the home folder, and there is none",
                hint: "set HOME to its path")
        }
        return SettingsFile(path: folder.appending("config.json"))
    }

    /// The text of the file and its members; a missing file is an empty object.
    private func contents() throws -> (file: SettingsFile, text: String?, object: JSONObject) {
        let file = try file()
        guard let text = try file.read() else { return (file, nil, JSONObject()) }
        let value = try naming(file.path.description) { try JSONReader.read(text) }
        guard let object = value.object else {
            throw UsageError(.invalidValue, "\(file.path) is not a JSON object, as Docker's settings are")
        }
        return (file, text, object)
    }

    var hasSetting: Bool { (try? contents().object["credsStore"]?.string) == "arca" }

    func isConnected() -> Bool { hasSetting && Self.link.isConnected() }

    func additions() throws -> [ConnectionStep] {
        let (file, text, object) = try contents()
        let links = try Self.link.additions()
        guard let store = object["credsStore"], store.string != "" else {
            let changed =
                object["credsStore"] == nil
                ? Self.inserted(into: text, isEmpty: object.members.isEmpty) : Self.replaced(in: object)
            return links + [ConnectionStep(place: file.path, lines: [Self.member]) { try file.write(changed) }]
        }
        guard store.string == "arca" else {
            throw UsageError(
                .conflict, "\(file.path) names another store of passwords: \(store)",
                hint: "remove its member credsStore, or add \"credHelpers\": {\"REGISTRY\": \"arca\"} yourself")
        }
        return links
    }

    func removals() throws -> [ConnectionStep] {
        let (file, text, object) = try contents()
        // Podman uses the same link.
        let links = PodmanConnection().hasSetting ? [] : try Self.link.removals()
        guard let text, object["credsStore"]?.string == "arca" else { return links }
        let changed = Self.removed(from: text, object)
        return [ConnectionStep(place: file.path, lines: [Self.member]) { try file.write(changed) }] + links
    }

    func hints() throws -> [String] {
        try Self.plainLogins(in: file()).map { names in
            "Docker's settings still have the password of \(names), unencrypted; 'docker logout' and 'docker login' move it "
                + "to the vault"
        }
    }

    /// The registries whose passwords a file keeps unencrypted, joined to one text; without any, no text.
    static func plainLogins(in file: SettingsFile) throws -> [String] {
        guard let text = try file.read() else { return [] }
        let auths = try naming(file.path.description) { try JSONReader.read(text) }["auths"]?.object?.members ?? []
        let names = auths.filter { $0.value["auth"]?.string?.isEmpty == false }.map(\.name)
        return names.isEmpty ? [] : [names.joined(separator: ", ")]
    }

    /// The members with this store instead of none.
    private static func replaced(in object: JSONObject) -> String {
        var changed = object
        changed["credsStore"] = "arca"
        return JSONValue.object(changed).text(.pretty) + "\n"
    }

    private static func inserted(into text: String?, isEmpty: Bool) -> String {
        guard let text, let brace = text.firstIndex(of: "{" as Character) else { return "{\(insertion)\n}\n" }
        let rest = text[text.index(after: brace)...]
        return text[...brace] + insertion + (isEmpty ? "" : ",") + rest
    }

    /// The text before the insertion; if another program has rewritten the file, its members without this one.
    private static func removed(from text: String, _ object: JSONObject) -> String? {
        if text == inserted(into: nil, isEmpty: true) { return nil }
        if let brace = text.firstIndex(of: "{" as Character) {
            let rest = text[text.index(after: brace)...]
            let added = insertion + (object.members.count == 1 ? "" : ",")
            if rest.hasPrefix(added) { return String(text[...brace] + rest.dropFirst(added.count)) }
        }
        var kept = JSONObject()
        for member in object.members where member.name != "credsStore" { kept[member.name] = member.value }
        return JSONValue.object(kept).text(.pretty) + "\n"
    }
}
