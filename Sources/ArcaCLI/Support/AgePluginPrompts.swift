internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

extension Age.Plugins {
    /// Allows plugins: shows their messages on standard error, and asks their questions on the terminal.
    static let onTerminal: Age.Plugins = {
        var plugins = Age.Plugins()
        plugins.showMessage = { plugin, text in tell(plugin, text) }
        plugins.askForValue = { plugin, prompt, isSecret in
            let question = last(of: prompt, plugin)
            guard !isSecret else { return try SecretBytes(askingOnTerminal: question) }
            return try SecretBytes(capacity: Terminal.largestLine) { output in
                try Terminal.readLine(prompt: question, into: &output)
            }
        }
        plugins.confirm = { plugin, text, yes, no in
            tell(plugin, text)
            // Without a second choice, the question is only a pause.
            let choice = no.map { "\(yes) (otherwise: \($0))" } ?? yes
            return try Terminal.confirm("\(program(plugin)): \(choice)?", isYesIfEmpty: no == nil)
        }
        return plugins
    }()

    private static func program(_ plugin: String) -> String { "age-plugin-\(plugin)" }

    private static func tell(_ plugin: String, _ text: String) {
        for line in text.split(separator: "\n" as Character) { Messages.note("\(program(plugin)): \(line)") }
    }

    /// The last line as a prompt, after the others.
    private static func last(of prompt: String, _ plugin: String) -> String {
        let lines = prompt.split(separator: "\n" as Character)
        tell(plugin, lines.dropLast().joined(separator: "\n"))
        return "\(program(plugin)): \(lines.last ?? ""): "
    }
}
