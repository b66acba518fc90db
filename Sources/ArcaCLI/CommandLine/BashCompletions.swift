/// The completion script for bash 4.3 and later.
///
/// `case` statements hold the table of each command; one function walks the words and looks them up. Bash itself
/// completes file names, because it knows how to quote them.
enum BashCompletions {
    static func script(_ root: any Command.Type) -> String {
        let tree = CommandTree(root)
        let nodes = tree.all
        let program = root.name
        return """
            # bash completion for \(program), made by '\(program) completions bash'

            _\(program)_describe() {
                subcommands= flags= valued=
                case $command in
            \(nodes.map(description).joined())    esac
            }

            _\(program)_value() {
                case "$command $1" in
            \(nodes.flatMap(values).joined())    esac
            }

            _\(program)_operand() {
                case "$command $1" in
            \(nodes.flatMap(operands).joined())    esac
            }

            \(walk(program))
            complete -o bashdefault -o default -F _\(program) \(program)

            """
    }

    private static func description(_ node: CommandTree) -> String {
        let commands = node.children.map { $0.command.name }
        let flags = node.options.filter { !$0.takesValue }.flatMap(\.names)
        let valued = node.options.filter(\.takesValue).flatMap(\.names)
        return "    '\(node.path)') subcommands='\(commands.joined(separator: " "))'"
            + " flags='\(flags.joined(separator: " "))' valued='\(valued.joined(separator: " "))' ;;\n"
    }

    private static func values(_ node: CommandTree) -> [String] {
        node.options.filter(\.takesValue).compactMap { info in
            guard let action = action(info) else { return nil }
            let patterns = info.names.map { "'\(node.path) \($0)'" }
            return "    \(patterns.joined(separator: " | "))) \(action) ;;\n"
        }
    }

    private static func operands(_ node: CommandTree) -> [String] {
        node.operands.enumerated().map { index, info in
            "    '\(node.path) '\(info.isRepeated ? "*" : index.description)) \(action(info) ?? ":") ;;\n"
        }
    }

    private static func action(_ info: ParameterInfo) -> String? {
        switch info.completion {
        case .none: nil
        case .files: "files=1"
        case .folders: "folders=1"
        case .choices(let words), .words(let words):
            "choices='\(words.joined(separator: " "))'" + (info.isList ? " list=1" : "")
        case .prefixes(let words): "prefixes='\(words.joined(separator: " "))'"
        case .after(let tables):
            "case $given in\n"
                + tables.map { "        '\($0.operands)') choices='\($0.words.joined(separator: " "))' ;;\n" }.joined()
                + "        esac"
        case .output(let words, let passed): "output='\(words)' passed=\(passed)"
        }
    }

    private static func walk(_ program: String) -> String {
        #"""
        _\#(program)() {
            ((COMP_CWORD)) || return
            local IFS=$' \t\n'

            # bash splits words at = and : as well; put them together again
            local words=() token joint= index
            for ((index = 1; index <= COMP_CWORD; index++)); do
                token=${COMP_WORDS[index]}
                if [[ ${#words[@]} -gt 0 && ( -n $joint || $token =~ ^[=:]+$ ) ]]; then
                    words[${#words[@]}-1]+=$token
                else
                    words+=("$token")
                fi
                if [[ $token =~ ^[=:]+$ ]]; then joint=1; else joint=; fi
            done

            # which command it is, how many operands it has, whether an option waits for its value
            local command=\#(program) subcommands flags valued operands=0 option= ended= word letter given=
            local -A values=()
            _\#(program)_describe
            for ((index = 0; index < ${#words[@]} - 1; index++)); do
                word=${words[index]}
                if [[ -n $option ]]; then
                    values[$option]=$word
                    option=
                elif [[ -z $ended && $word == -- ]]; then
                    ended=1
                elif [[ -z $ended && $word == --* ]]; then
                    [[ " $valued " == *" $word "* ]] && option=$word
                    [[ $word == *=* ]] && values[${word%%=*}]=${word#*=}
                elif [[ -z $ended && $word == -?* ]]; then
                    for ((letter = 1; letter < ${#word}; letter++)); do
                        if [[ " $valued " == *" -${word:letter:1} "* ]]; then
                            ((letter == ${#word} - 1)) && option=-${word:letter:1}
                            break
                        fi
                    done
                elif [[ $operands == 0 && " $subcommands " == *" $word "* ]]; then
                    command+=" $word"
                    _\#(program)_describe
                else
                    ((operands++))
                    given+=${given:+ }$word
                fi
            done

            # what may stand here
            local current=${words[${#words[@]}-1]} choices= prefixes= files= folders= list= head=
            local output= passed= lines=() line cut
            if [[ -n $option ]]; then
                _\#(program)_value "$option"
            elif [[ -z $ended && $current == --*=* ]]; then
                _\#(program)_value "${current%%=*}"
                [[ $COMP_WORDBREAKS == *=* ]] || head=${current%%=*}=
                current=${current#*=}
            elif [[ -z $ended && $current == -* ]]; then
                choices="$flags $valued"
            elif [[ -n $subcommands && ( $operands == 0 || -z $valued ) ]]; then
                # a command with options of its own takes operands after the first
                choices=$subcommands
            else
                _\#(program)_operand "$operands"
            fi
            if [[ -n $prefixes ]]; then
                choices=$prefixes
                case $current in
                file:* | hexfile:* | base64file:*) files=1 ;;
                env:* | hexenv:* | base64env:*) mapfile -t lines < <(compgen -P "${current%%:*}:" -e) ;;
                *) compopt -o nospace 2>/dev/null ;;
                esac
            fi
            if [[ -n $output ]]; then
                word=${values[$passed]-}
                mapfile -t lines < <(\#(program) $output ${word:+"$passed=${word/#\~\//$HOME/}"} 2>/dev/null </dev/null)
            fi
            if [[ -n $list ]]; then
                head+=${current%"${current##*,}"}
                current=${current##*,}
            fi
            COMPREPLY=($(compgen -P "$head" -W "$choices" -- "$current"))
            if ((${#lines[@]})); then
                # whole words, of which bash replaces what stands after its last break
                COMPREPLY=() cut=$current
                [[ $COMP_WORDBREAKS == *=* ]] || cut=${cut//=/}
                [[ $COMP_WORDBREAKS == *:* ]] || cut=${cut//:/}
                if [[ $cut == *[=:]* ]]; then cut=${current%"${current##*[=:]}"}; else cut=; fi
                for line in "${lines[@]}"; do
                    printf -v line %q "$line"
                    [[ $line == "$current"* ]] && COMPREPLY+=("$head${line#"$cut"}")
                done
            fi
            [[ -z $files ]] && compopt +o default +o bashdefault 2>/dev/null
            [[ -n $folders ]] && compopt -o dirnames 2>/dev/null
            return 0
        }

        """#
    }
}
