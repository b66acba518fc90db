/// Manual pages in roff (`man(7)` macros), generated from the commands' declarations.
struct ManualPage {
    let program: any Command.Type
    let version: String
    let variables: [Surrounding]
    let files: [Surrounding]

    init(
        program: any Command.Type, version: String, variables: [Surrounding] = Surrounding.variables,
        files: [Surrounding] = Surrounding.files
    ) {
        (self.program, self.version, self.variables, self.files) = (program, version, variables, files)
    }

    /// The page of the program, or of one of its commands including all subcommands.
    func page(_ tree: CommandTree) -> String {
        let command = tree.command
        let isProgram = command == program
        let name = tree.words.joined(separator: "-")
        var text = ".TH \(quoted(name.uppercased())) 1 \"\" \(quoted("\(program.name) \(version)")) \"User Commands\"\n"
        text += ".nh\n.ad l\n"
        text += ".SH NAME\n\(escaped(name)) \\- \(escaped(command.summary))\n"
        text += ".SH SYNOPSIS\n"
        let leaves = isProgram ? [tree] : tree.all.filter { !$0.isGroup }
        text += leaves.map { synopsis($0.path, UsageLine.text($0.path, $0.command)) }.joined(separator: ".br\n")
        if !command.details.isEmpty { text += ".SH DESCRIPTION\n" + paragraphs(command.details) }
        if isProgram {
            text += list("COMMANDS", tree.children.map { ("\($0.path)", $0.command.summary) })
            // Variables and files have their own sections.
            for topic in HelpTopic.all where topic.name != "environment" {
                text += ".SH \(quoted(topic.summary.uppercased()))\n" + paragraphs(topic.text)
            }
        } else if tree.children.isEmpty {
            text += parameters(tree)
        } else {
            for node in leaves {
                text += ".SH \(quoted(node.words.dropFirst().joined(separator: " ").uppercased()))\n"
                text +=
                    escaped(node.command.summary.prefix(1).uppercased() + node.command.summary.dropFirst() + ".") + "\n"
                if !node.command.details.isEmpty { text += ".PP\n" + paragraphs(node.command.details) }
                text += parameters(node) + examples(node.command, heading: ".SS Examples")
            }
        }
        if !isProgram { text += ".SH \"EXIT STATUS\"\n" + paragraphs(HelpText.exitStatus) }
        text += surroundings("ENVIRONMENT", variables, tree) + surroundings("FILES", files, tree)
        if tree.children.isEmpty || isProgram { text += examples(command, heading: ".SH EXAMPLES") }
        return text + ".SH \"SEE ALSO\"\n" + seeAlso(tree)
    }

    // MARK: Parts

    private func synopsis(_ path: String, _ line: String) -> String {
        let rest = line.dropFirst(path.count)
        return "\\fB\(escaped(path))\\fR\(escaped(String(rest)))\n"
    }

    private func parameters(_ node: CommandTree) -> String {
        let titles = HelpText.sections(of: node)
        return titles.indices.filter { !titles[..<$0].contains(titles[$0]) }.map { index in
            let title = titles[index]
            return
                ".SS \(quoted(title))\n"
                + node.parameters.filter { HelpText.section(of: $0) == title }.map { info in
                    let label = HelpText.label(of: info).drop { $0 == " " }
                    return item(String(label), HelpText.text(of: info))
                }.joined()
        }.joined()
    }

    private func list(_ title: String, _ rows: [(String, String)]) -> String {
        ".SH \(quoted(title))\n" + rows.map { item($0.0, $0.1) }.joined()
    }

    private func surroundings(_ title: String, _ all: [Surrounding], _ tree: CommandTree) -> String {
        let used = all.filter { $0.applies(to: tree) }
        return used.isEmpty ? "" : list(title, used.map { ($0.name, $0.text) })
    }

    private func item(_ label: String, _ text: String) -> String {
        ".TP\n\\fB\(escaped(label))\\fR\n\(escaped(text))\n"
    }

    private func examples(_ command: any Command.Type, heading: String) -> String {
        guard !command.examples.isEmpty else { return "" }
        return heading + "\n"
            + command.examples.map { ".TP\n\(escaped($0.explanation)):\n.nf\n\(escaped($0.command))\n.fi\n" }.joined()
    }

    private func seeAlso(_ tree: CommandTree) -> String {
        let words = tree.words
        let above = words.indices.dropFirst().map { words[..<$0].joined(separator: "-") }
        let others = above + tree.children.map { $0.words.joined(separator: "-") }
        return others.map { "\\fB\(escaped($0))\\fR(1)" }.joined(separator: ",\n") + "\n"
    }

    // MARK: Roff

    private func paragraphs(_ text: String) -> String {
        var result = ""
        var isVerbatim = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if isVerbatim && line.first != " " { result += ".fi\n" }
            if !isVerbatim && line.first == " " { result += ".nf\n" }
            isVerbatim = line.first == " "
            result += line.isEmpty ? ".PP\n" : escaped(String(line)) + "\n"
        }
        return result + (isVerbatim ? ".fi\n" : "")
    }

    private func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// Escapes text for roff: literal backslashes, hyphens and quotes, no control character at the start of a line,
    /// ASCII only.
    private func escaped(_ text: String) -> String {
        var result = ""
        if text.first == "." || text.first == "'" { result = "\\&" }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\u{A0}": result += "\\ "
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            default:
                if scalar.isASCII {
                    result.unicodeScalars.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
                }
            }
        }
        return result
    }
}
