/// The line that shows how a command is written: `arca mac ALG --key-from SRC [OPTION…] [FILE…]`.
enum UsageLine {
    /// The line of a command with these parameters.
    static func text(_ path: String, _ infos: [ParameterInfo]) -> String {
        var words = [path]
        for info in infos where info.kind == .option && info.isRequired {
            words.append("\(info.label) \(info.valueName)")
        }
        if infos.contains(where: { $0.kind != .operand && !$0.isRequired && !$0.isHidden }) {
            words.append("[OPTION…]")
        }
        for info in infos where info.kind == .operand && !info.isHidden {
            words.append(info.isRequired ? info.operandName : "[\(info.operandName)]")
        }
        return words.joined(separator: " ")
    }

    /// The line of a command or of a group.
    static func text(_ path: String, _ command: any Command.Type) -> String {
        command.subcommands.isEmpty ? text(path, command.visibleParameters) : "\(path) COMMAND …"
    }
}
