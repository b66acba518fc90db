internal import ArcaCodecCatalog
internal import ArcaPlatform
internal import ArcaSystem

struct HelpText {
    let width: Int
    let isStyled: Bool

    init(width: Int, isStyled: Bool = false) {
        self.width = width
        self.isStyled = isStyled
    }

    func screen(_ node: CommandTree) -> String {
        let command = node.command
        let usage = TextLayout.wrap(UsageLine.text(node.path, command), width: width - 9)
        var text = wrapped("\(node.path): \(command.summary)")
        text += "\n\(bold("Usage:")) \(usage.joined(separator: "\n         "))\n"
        if !command.details.isEmpty { text += "\n" + wrapped(command.details) }
        text += commands(node) + parameters(node)
        text += "\n" + title("Exit status")
        for line in TextLayout.wrap(Self.exitStatus, width: width - 2) { text += "  \(line)\n" }
        if node.isGroup {
            text += "\n" + wrapped("'\(node.path) COMMAND --help' says more about a command." + topics(node))
        }
        return text + examples(command)
    }

    /// The text of a topic, and the options that it explains.
    func screen(_ topic: HelpTopic, options: [ParameterInfo] = []) -> String {
        var text = wrapped("arca help \(topic.name): \(topic.summary)") + "\n" + wrapped(topic.text)
        let column = min(28, 4 + (options.map { TextLayout.width(Self.label(of: $0)) }.max() ?? 0))
        if !options.isEmpty { text += "\n" + title("Options") }
        for info in options {
            var info = info
            info.rules = []
            text += TextLayout.row(Self.label(of: info), Self.text(of: info), column: column, width: width)
        }
        return text
    }

    func screen(_ codec: Codec) -> String {
        var text = wrapped("\(codec.name): \(codec.summary)")
        if !codec.aliases.isEmpty { text += wrapped("Also called: \(codec.aliases.joined(separator: ", "))") }
        for direction in Codec.Direction.allCases where codec.supports(direction) {
            let command: any Command.Type = direction == .encoding ? EncodeCommand.self : DecodeCommand.self
            let node = CommandTree(command, after: [RootCommand.name])
            text += "\n\(bold("Usage:")) \(node.path) \(codec.name) [OPTION…] [FILE]\n"
            let spellings = codec.spellings(direction)
            let rows = node.parameters.filter { !$0.names.allSatisfy { !spellings.contains($0) } }
            let column = min(28, 4 + (rows.map { TextLayout.width(Self.label(of: $0)) }.max() ?? 0))
            for row in rows { text += TextLayout.row(Self.label(of: row), row.help, column: column, width: width) }
        }
        return text + "\n" + wrapped("'arca help encode' and 'arca help decode' list the options that all codecs have.")
    }

    /// A summary of the exit codes, with no-break spaces.
    static let exitStatus =
        "0\u{A0}success, 1\u{A0}verification\u{A0}failed, 2\u{A0}usage\u{A0}error, 3\u{A0}wrong\u{A0}key, 4\u{A0}tampered, "
        + "5\u{A0}malformed, 6\u{A0}locked, 7\u{A0}not\u{A0}found, 8\u{A0}reading\u{A0}or\u{A0}writing\u{A0}failed "
        + "('arca\u{A0}help\u{A0}exit-codes')"

    private func topics(_ node: CommandTree) -> String {
        guard node.words.count == 1 else { return "" }
        return " '\(node.path) help TOPIC' explains: \(HelpTopic.all.map(\.name).joined(separator: ", "))."
    }

    private func commands(_ node: CommandTree) -> String {
        let all = node.children.map(\.command)
        let column = min(24, 4 + (all.map { TextLayout.width($0.name) }.max() ?? 0))
        return sections(all.map { $0.section }) { section in
            all.filter { $0.section == section }
                .map { TextLayout.row($0.name, $0.summary, column: column, width: width) }.joined()
        }
    }

    private func parameters(_ node: CommandTree) -> String {
        let labels = node.parameters.map { TextLayout.width(Self.label(of: $0)) }
        let column = min(28, 4 + (labels.max() ?? 0))
        return sections(Self.sections(of: node)) { section in
            node.parameters.filter { Self.section(of: $0) == section }
                .map { TextLayout.row(Self.label(of: $0), Self.text(of: $0), column: column, width: width) }.joined()
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
    static let optionsTitle = "Options"

    static func section(of info: ParameterInfo) -> String {
        guard info.section.isEmpty else { return info.section }
        return info.kind == .operand ? operandsTitle : optionsTitle
    }

    static func sections(of node: CommandTree) -> [String] {
        let titles = node.parameters.map(section)
        return [operandsTitle, optionsTitle].filter(titles.contains) + titles
    }

    /// The label of a parameter: `-o, --output FILE`, `    --check`, `FILE…`.
    static func label(of info: ParameterInfo) -> String {
        switch info.kind {
        case .operand: return info.operandName
        case .flag, .option:
            let isShort = info.names.first.map { $0.utf8.count == 2 } ?? false
            let names = (isShort ? "" : "    ") + info.names.joined(separator: ", ")
            if info.hasOptionalValue { return "\(names)[=\(info.valueName)]" }
            return info.takesValue ? "\(names) \(info.valueName)" : names
        }
    }

    static func text(of info: ParameterInfo) -> String {
        var notes = values(of: info)
        if info.isRequired && info.kind == .option { notes.append("required") }
        notes += info.rules.compactMap(\.note)
        return notes.isEmpty ? info.help : "\(info.help) (\(notes.joined(separator: "; ")))"
    }

    /// Notes on the range, the choices unless the help lists them, and the default.
    static func values(of info: ParameterInfo) -> [String] {
        var notes: [String] = []
        if let range = info.range { notes.append(range) }
        switch info.completion {
        case .choices(let words):
            if !words.allSatisfy(info.help.contains) { notes.append("one of \(words.joined(separator: ", "))") }
        case .prefixes(let words):
            if words.count(where: { info.help.contains($0) }) < 2 {
                notes.append("one of \(words.joined(separator: ", "))")
            }
        case .none, .files, .folders, .words, .after, .output: break
        }
        if let text = info.defaultText { notes.append("default \(text)") }
        return notes
    }

    // MARK: Layout

    func wrapped(_ text: String) -> String {
        TextLayout.wrap(text, width: width).map { $0 + "\n" }.joined()
    }

    func title(_ text: String) -> String { bold("\(text):") + "\n" }

    func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    private func sections(_ titles: [String], _ rows: (String) -> String) -> String {
        var text = ""
        for (index, section) in titles.enumerated() where !titles[..<index].contains(section) {
            text += "\n" + title(section) + rows(section)
        }
        return text
    }
}

/// The usage line: `arca mac ALG --key-from SRC [OPTION…] [FILE…]`.
enum UsageLine {
    static func text(_ path: String, _ infos: [ParameterInfo]) -> String {
        var words = [path]
        for info in infos where info.kind == .option && info.isRequired { words.append(info.usageName) }
        var last: [String] = []
        for case .exactlyOne(let names) in infos.flatMap(\.rules) where names != last {
            last = names
            let choices = names.compactMap { name in infos.first { $0.label == name }?.usageName }
            words.append("(\(choices.joined(separator: " | ")))")
        }
        if infos.contains(where: { $0.kind != .operand && !$0.isRequired && !$0.isHidden && !$0.isChoice }) {
            words.append("[OPTION…]")
        }
        for info in infos where info.kind == .operand && !info.isHidden {
            words.append(info.isRequired ? info.operandName : "[\(info.operandName)]")
        }
        return words.joined(separator: " ")
    }

    static func text(_ path: String, _ command: any Command.Type) -> String {
        command.isGroup ? "\(path) COMMAND …" : text(path, command.visibleParameters)
    }
}

enum Screen {
    /// The layout for a descriptor: 40 to 100 columns, depending on the terminal.
    ///
    /// Titles are bold if ``isStyled(on:)``.
    static func helpText(on descriptor: Int32) -> HelpText {
        HelpText(width: max(40, min(100, columns(of: descriptor))), isStyled: isStyled(on: descriptor))
    }

    /// Whether output may be styled, as colors are.
    static func isStyled(on descriptor: Int32) -> Bool { Color.areShown(on: descriptor) }

    static func rows(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }

    /// The width from `COLUMNS`, else of the terminal, else 80.
    private static func columns(of descriptor: Int32) -> Int {
        if let text = Environment.value(of: "COLUMNS"), let value = Int(String(decoding: text, as: UTF8.self)),
            value > 0
        {
            return value
        }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
