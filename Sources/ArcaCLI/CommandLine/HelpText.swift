/// The help screens, made from what the commands declare.
struct HelpText {
    /// Columns of the screen.
    let width: Int
    /// Whether titles are bold.
    let isStyled: Bool

    /// Makes screens for a width, plain unless styled.
    init(width: Int, isStyled: Bool = false) {
        self.width = width
        self.isStyled = isStyled
    }

    /// The screen of a command or of a group.
    func screen(_ command: any Command.Type, path: String) -> String {
        let infos = command.visibleParameters
        var text = wrapped("\(path): \(command.summary)") + "\n"
        text += "Usage: \(UsageLine.text(path, command))\n"
        if !command.details.isEmpty { text += "\n" + wrapped(command.details) }
        if command.subcommands.isEmpty {
            text += parameters(infos)
        } else {
            text += commands(command)
        }
        text += "\n" + title("Exit status")
        for line in TextLayout.wrap(Self.exitStatus, width: width - 2) { text += "  \(line)\n" }
        if !command.subcommands.isEmpty {
            text += "\n" + wrapped("'\(path) COMMAND --help' says more about a command.")
        }
        return text + examples(command)
    }

    /// The page of a topic.
    func screen(_ topic: HelpTopic) -> String {
        wrapped("arca help \(topic.name): \(topic.summary)") + "\n" + wrapped(topic.text)
    }

    private static let exitStatus =
        "0 success, 1 verification failed, 2 wrong use, 3 wrong key, 4 tampered, 5 malformed, 6 locked, 7 not found, "
        + "8 reading or writing failed ('arca help exit-codes')"

    private func commands(_ command: any Command.Type) -> String {
        let all = command.visibleSubcommands
        let column = min(24, 4 + (all.map { TextLayout.width($0.name) }.max() ?? 0))
        return sections(all.map { $0.section }) { section in
            all.filter { $0.section == section }
                .map { TextLayout.row($0.name, $0.summary, column: column, width: width) }.joined()
        }
    }

    private func parameters(_ infos: [ParameterInfo]) -> String {
        let help = ParameterInfo(kind: .flag, names: ["-h", "--help"], valueName: "", help: "print this help")
        var rows = infos.map { (section: Self.section(of: $0), info: $0) }
        let lastOwn =
            rows.lastIndex { $0.section == Self.optionsTitle } ?? rows.lastIndex { $0.section == Self.operandsTitle }
        rows.insert((Self.optionsTitle, help), at: (lastOwn ?? -1) + 1)
        let labels = rows.map { TextLayout.width(Self.label(of: $0.info)) }
        let column = min(28, 4 + (labels.max() ?? 0))
        let order = rows.map(\.section)
        return sections(order.filter { $0 == Self.operandsTitle } + order) { section in
            rows.filter { $0.section == section }
                .map { TextLayout.row(Self.label(of: $0.info), Self.text(of: $0.info), column: column, width: width) }
                .joined()
        }
    }

    private func examples(_ command: any Command.Type) -> String {
        guard !command.examples.isEmpty else { return "" }
        var text = "\n" + title("Examples")
        for example in command.examples { text += "  # \(example.explanation)\n  \(example.command)\n" }
        return text
    }

    // MARK: Pieces, shared with the manual

    private static let operandsTitle = "Arguments"
    private static let optionsTitle = "Options"

    /// The title that a parameter stands under.
    static func section(of info: ParameterInfo) -> String {
        guard info.section.isEmpty else { return info.section }
        return info.kind == .operand ? operandsTitle : optionsTitle
    }

    /// How a parameter is written: `-o, --output FILE`, `    --check`, `--[no-]color`, `FILE…`.
    static func label(of info: ParameterInfo) -> String {
        switch info.kind {
        case .operand: return info.operandName
        case .toggle: return "    --[no-]" + (info.names.first ?? "").dropFirst(2)
        case .flag, .option:
            let isShort = info.names.first.map { $0.utf8.count == 2 } ?? false
            let names = (isShort ? "" : "    ") + info.names.joined(separator: ", ")
            return info.takesValue ? "\(names) \(info.valueName)" : names
        }
    }

    /// The help of a parameter with its range, choices and default.
    static func text(of info: ParameterInfo) -> String {
        var notes: [String] = []
        if let range = info.range { notes.append(range) }
        switch info.completion {
        case .choices(let choices): notes.append("one of \(choices.joined(separator: ", "))")
        case .prefixes(let prefixes): notes.append("one of \(prefixes.joined(separator: ", "))")
        case .none, .files, .folders: break
        }
        if let text = info.defaultText { notes.append("default \(text)") }
        if info.isRequired && info.kind == .option { notes.append("required") }
        return notes.isEmpty ? info.help : "\(info.help) (\(notes.joined(separator: "; ")))"
    }

    // MARK: Layout

    private func wrapped(_ text: String) -> String {
        TextLayout.wrap(text, width: width).map { $0 + "\n" }.joined()
    }

    private func title(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text):\u{1B}[0m\n" : "\(text):\n" }

    /// Each title once, in the order of its first appearance, with its rows.
    private func sections(_ titles: [String], _ rows: (String) -> String) -> String {
        var done: [String] = []
        var text = ""
        for section in titles where !done.contains(section) {
            done.append(section)
            text += "\n" + title(section) + rows(section)
        }
        return text
    }
}
