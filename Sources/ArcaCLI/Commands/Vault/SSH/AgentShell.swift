internal import ArcaSystem

/// The shell that evaluates the agent's output.
enum AgentShell: String {
    case sh, csh, fish

    /// The shell in `$SHELL`.
    static var users: AgentShell {
        switch UserFolder.variable("SHELL")?.name {
        case "csh", "tcsh": .csh
        case "fish": .fish
        default: .sh
        }
    }

    static let socketVariable = "SSH_AUTH_SOCK"
    static let processVariable = "SSH_AGENT_PID"
    private static let variables = [socketVariable, processVariable]

    func setting(_ socket: BytePath, process: Int32) -> String {
        zip(Self.variables, [quoted(socket), String(process)]).map { name, value in
            switch self {
            case .sh: "\(name)=\(value); export \(name);\n"
            case .csh: "setenv \(name) \(value);\n"
            case .fish: "set -gx \(name) \(value);\n"
            }
        }.joined()
    }

    var unsetting: String {
        Self.variables.map { name in
            switch self {
            case .sh: "unset \(name);\n"
            case .csh: "unsetenv \(name);\n"
            case .fish: "set -e \(name);\n"
            }
        }.joined()
    }

    private func quoted(_ path: BytePath) -> String {
        let text = String(decoding: path.bytes, as: UTF8.self)
        return switch self {
        case .sh: text.shellQuoted
        // A history reference is expanded within quotes.
        case .csh: text.shellQuoted.replacing("!", with: "\\!")
        case .fish: "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
        }
    }
}
