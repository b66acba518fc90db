/// The completion script for zsh: one function per command, based on zsh's `_arguments`.
enum ZshCompletions {
    static func script(_ root: any Command.Type) -> String {
        let nodes = CommandTree(root).all
        let program = root.name
        return """
            #compdef \(program)
            # zsh completion for \(program), made by '\(program) completions zsh'

            # Words that something follows: env:NAME, file:PATH
            _\(program)_prefixes() {
                if compset -P '*file:'; then
                    _files
                elif compset -P '*env:'; then
                    _parameters -g '*export*'
                else
                    compadd -S '' -- "$@"
                fi
            }

            # The lines of the program's output, with an option as the line has it
            _\(program)_output() {
                local -a lines given
                local -i place=${words[(I)$1]}
                if ((place)); then
                    given=("$1" "${(Q)words[place+1]}")
                elif [[ -n ${words[(r)$1=*]} ]]; then
                    given=("${(Q)words[(r)$1=*]}")
                fi
                lines=(${(f)"$(\(program) ${@[2,-1]} $given 2>/dev/null </dev/null)"})
                compadd -a lines
            }

            \(nodes.map { $0.isGroup ? group($0) : command($0, program) }.joined(separator: "\n"))
            if [[ $funcstack[1] == _\(program) ]]; then
                _\(program) "$@"
            else
                compdef _\(program) \(program)
            fi

            """
    }

    private static func function(_ node: CommandTree) -> String { "_" + node.words.joined(separator: "_") }

    private static func group(_ node: CommandTree) -> String {
        let rows = node.children.map { "            \(quoted("\($0.command.name):\($0.command.summary)"))\n" }
        let flags = node.options.flatMap { info in
            info.names.map { " \\\n        \(quoted("(- *)\($0)[\(escaped(info.help))]"))" }
        }
        let cases = node.children.map { "            (\($0.command.name)) \(function($0)) ;;\n" }
        return """
            \(function(node))() {
                local curcontext=$curcontext state line
                local -A opt_args
                _arguments -C\(flags.joined()) \\
                    '1: :->command' '*:: :->words' && return
                case $state in
                (command)
                    local -a commands
                    commands=(
            \(rows.joined())        )
                    _describe -t commands command commands ;;
                (words)
                    case $line[1] in
            \(cases.joined())        esac ;;
                esac
            }

            """
    }

    private static func command(_ node: CommandTree, _ program: String) -> String {
        var specs: [String] = []
        var tables = ""
        for info in node.options {
            for name in info.names {
                var spec = info.isRepeated ? "*" : ""
                let excluded = (info.names.count > 1 && !info.isRepeated ? info.names : []) + node.excluded(by: info)
                if !excluded.isEmpty { spec = "(\(excluded.joined(separator: " ")))" + spec }
                spec += name
                if info.takesValue { spec += name.hasPrefix("--") ? "=" : "+" }
                spec += "[\(escaped(info.help))]"
                if info.takesValue { spec += ":\(escaped(info.valueName)):\(action(info, program))" }
                specs.append(spec)
            }
        }
        for (index, info) in node.operands.enumerated() {
            let place = info.isRepeated ? "*:" : "\((index + 1).description):" + (info.isRequired ? "" : ":")
            let rows = info.completion.tables.map {
                "    ('\($0.operands)') compadd -- \($0.words.joined(separator: " ")) ;;\n"
            }
            guard rows.isEmpty else {
                let name = "\(function(node))_after"
                specs.append("\(place)\(escaped(info.valueName)):\(name)")
                tables = "\(name)() {\n    case \"${(j: :)words[2,CURRENT-1]}\" in\n\(rows.joined())    esac\n}\n\n"
                continue
            }
            specs.append("\(place)\(escaped(info.valueName)):\(action(info, program))")
        }
        let lines = specs.map { " \\\n        \(quoted($0))" }
        let cases = node.children.map { child in
            "    if [[ $words[2] == \(child.command.name) ]]; then\n        shift words\n        ((CURRENT--))\n"
                + "        \(function(child))\n        return\n    fi\n"
        }
        return tables + """
            \(function(node))() {
            \(cases.joined())    _arguments -s -S\(lines.joined())
            }

            """
    }

    private static func action(_ info: ParameterInfo, _ program: String) -> String {
        switch info.completion {
        case .none, .after: "( )"
        case .files: "_files"
        case .folders: "_files -/"
        case .choices(let words) where info.isList, .words(let words) where info.isList:
            "{_values -s , values \(words.joined(separator: " "))}"
        case .choices(let words), .words(let words): "(\(words.joined(separator: " ")))"
        case .prefixes(let words): "{_\(program)_prefixes \(words.map(escaped).joined(separator: " "))}"
        case .output(let words, let passed): "{_\(program)_output \(passed) \(words)}"
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "[]:\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private static func quoted(_ text: String) -> String {
        var result = "'"
        for character in text { result += character == "'" ? "'\\''" : String(character) }
        return result + "'"
    }
}
