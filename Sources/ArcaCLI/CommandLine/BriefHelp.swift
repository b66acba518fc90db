internal import ArcaCore

/// The short help: one screen, with a line for each option and for each group of shared options.
extension HelpText {
    /// Maximum number of lines: a terminal with 24 lines shows them above its prompt.
    static let briefLineCount = 23

    /// The short help of a command or a group, which `-h` and `--help` print.
    func brief(_ node: CommandTree) -> String {
        let (own, shared) = briefParameters(node)
        let optional = own.prefix { $0.kind == .operand && !$0.isRequired }.count
        // What does not fit goes in this order: shared options, notes, optional arguments, the last options, examples.
        var layouts = [
            Layout(rows: own + shared.flatMap(\.infos), named: [], shared: [], isFull: true, hasPurpose: node.isGroup),
            Layout(rows: own, named: [], shared: shared, isFull: true),
            Layout(rows: own, named: [], shared: shared, isFull: false),
        ]
        for count in stride(from: own.count, through: optional, by: -1) {
            layouts.append(
                Layout(
                    rows: Array(own[optional..<count]), named: Array(own[count...]), shared: shared, isFull: false))
        }
        layouts.append(Layout(rows: [], named: own, shared: shared, isFull: false, exampleCount: 0))
        var text = ""
        for layout in layouts {
            text = heading(node, layout.hasPurpose) + examples(node.command, layout.exampleCount)
            text += (node.children.isEmpty ? "" : commands(node)) + (node.isGroup ? "" : options(layout))
            text += ending(node, layout.shared)
            if text.utf8.count(where: { $0 == .newline }) <= Self.briefLineCount { break }
        }
        return text
    }

    private struct SharedOptions {
        let topic: String
        let infos: [ParameterInfo]
    }

    private struct Layout {
        /// The parameters with a line each.
        let rows: [ParameterInfo]
        /// Other options of the command, which are only named.
        let named: [ParameterInfo]
        let shared: [SharedOptions]
        /// Whether help texts are complete, with their notes.
        let isFull: Bool
        var exampleCount = 3
        /// Whether the first paragraph of the details follows the summary.
        var hasPurpose = false
    }

    /// The command's own parameters, operands first, and the shared ones by topic.
    private func briefParameters(_ node: CommandTree) -> (own: [ParameterInfo], shared: [SharedOptions]) {
        let options = node.options.filter { !$0.names.contains("--help") && !$0.names.contains("--version") }
        let topics = options.map { info in HelpTopic.all.first { $0.explains(info) }?.name }
        func explained(by topic: String?) -> [ParameterInfo] {
            options.indices.filter { topics[$0] == topic }.map { options[$0] }
        }
        let shared = HelpTopic.all.map { SharedOptions(topic: $0.name, infos: explained(by: $0.name)) }
        return (node.operands + explained(by: nil), shared.filter { !$0.infos.isEmpty })
    }

    private func heading(_ node: CommandTree, _ hasPurpose: Bool) -> String {
        let paragraph = node.command.details.split(separator: "\n\n").first ?? ""
        let purpose = hasPurpose && !paragraph.isEmpty ? "\n" + wrapped(String(paragraph)) : ""
        let usage = TextLayout.wrap(UsageLine.text(node.path, node.command), width: width - 7)
        return wrapped("\(node.path): \(node.command.summary)") + purpose + "\n"
            + "\(bold("Usage:")) \(usage.joined(separator: "\n       "))\n"
    }

    /// The first examples, each on a line with its explanation as the shell's comment if there is room.
    private func examples(_ command: any Command.Type, _ count: Int) -> String {
        let chosen = command.examples.filter { TextLayout.width($0.command) <= width - 2 }.prefix(count)
        let column = chosen.map { TextLayout.width($0.command) }.max() ?? 0
        let isAligned = chosen.allSatisfy { column + 6 + TextLayout.width($0.explanation) <= width }
        return chosen.map { example in
            let used = TextLayout.width(example.command)
            let gap = String(repeating: " ", count: isAligned ? column - used : 0)
            return used + 6 + TextLayout.width(example.explanation) <= width
                ? "  \(example.command)\(gap)  # \(example.explanation)\n"
                : "  # \(example.explanation)\n  \(example.command)\n"
        }.joined()
    }

    private func commands(_ node: CommandTree) -> String {
        let overview = node.command.overview
        let rows = overview.isEmpty ? node.children.map { ($0.command.name, $0.command.summary) } : overview
        let column = min(36, 4 + (rows.map { TextLayout.width($0.0) }.max() ?? 0))
        return "\n" + title("Commands")
            + rows.map { row in
                TextLayout.row(row.0, clause(row.1, [], width - column), column: column, width: width)
            }.joined()
    }

    private func options(_ layout: Layout) -> String {
        let rows = layout.rows
        guard !rows.isEmpty else { return "" }
        let labels = rows.map(briefLabel)
        let column = min(31, 4 + (labels.map { TextLayout.width($0) }.max() ?? 0))
        var text = "\n" + title(rows.contains { $0.kind != .operand } ? "Options" : "Arguments")
        for (info, label) in zip(rows, labels) {
            let help = layout.isFull ? Self.text(of: info) : clause(info.help, Self.values(of: info), width - column)
            text += TextLayout.row(label, help, column: column, width: width)
        }
        let names = layout.named.compactMap { $0.shortNames.last }
        for line in TextLayout.wrap(names.joined(separator: ", "), width: width - 11) where !names.isEmpty {
            text += (text.hasSuffix(",\n") ? "           " : "      also ") + line + "\n"
        }
        return text
    }

    private func ending(_ node: CommandTree, _ shared: [SharedOptions]) -> String {
        guard !node.isGroup else {
            let topics = HelpTopic.all.map(\.name).joined(separator: ", ")
            let path = node.words.dropFirst().map { " " + $0 }.joined()
            var text = "'\(node.path) COMMAND --help' is short, 'arca help\(path) COMMAND' explains everything."
            if node.words.count == 1 { text += " Topics of 'arca help TOPIC': \(topics)." }
            return "\n" + wrapped(text)
        }
        guard !shared.isEmpty else { return "\n" + wrapped("'\(node.path) --help=all' explains everything.") }
        let column = 4 + (HelpTopic.all.map { TextLayout.width($0.name) }.max() ?? 0)
        let pages = "'arca help TOPIC', or '\(node.path) --help=all'"
        let purpose = TextLayout.width(pages) > width - 21 ? "" : " for everything"
        return "\n\(bold("More:")) \(pages)\(purpose)\n"
            + shared.map { options in
                let names = options.infos.compactMap(\.shortNames.first).joined(separator: ", ")
                return TextLayout.row(
                    options.topic, cut(names, ", ", width - column) ?? names, column: column, width: width)
            }.joined()
    }

    /// A label with the shortest names: `-o, --output FILE`.
    private func briefLabel(_ info: ParameterInfo) -> String {
        guard info.kind != .operand else { return info.operandName }
        var short = info
        short.names = info.shortNames
        return Self.label(of: short)
    }

    /// The most that fits on a line of a help text and the notes after it: at least its first clause.
    private func clause(_ help: String, _ notes: [String], _ room: Int) -> String {
        let first = help.prefix(while: { $0 != ";" })
        for text in [help, String(first)] {
            for notes in [notes, notes.suffix(1)] where !notes.isEmpty {
                let noted = "\(text) (\(notes.joined(separator: "; ")))"
                if TextLayout.width(noted) <= room { return noted }
            }
            if TextLayout.width(text) <= room { return text }
        }
        return cut(String(first), ", ", room) ?? cut(String(first), ": ", room) ?? String(first)
    }

    /// Text that fits as it is, or shortened at a separator and marked with an ellipsis; nil if its first part is too long.
    private func cut(_ text: String, _ separator: String, _ room: Int) -> String? {
        guard TextLayout.width(text) > room else { return text }
        var parts = text.split(separator: separator)[...]
        while parts.popLast() != nil, !parts.isEmpty {
            let short = parts.joined(separator: separator)
            if TextLayout.width(short) + 3 <= room { return short + ", …" }
        }
        return nil
    }
}
