/// The completion script for fish 3.4 and later.
enum FishCompletions {
    static func script(_ root: any Command.Type) -> String {
        let program = root.name
        var text = helpers(program)
        for node in CommandTree(root).all {
            let path = node.words.dropFirst().joined(separator: " ")
            let start = "complete -c \(program) -n"
            for child in node.children {
                text += "\(start) '__\(program)_at \(path); and __\(program)_operand 0 \(node.words.count - 1)'"
                text += " -a \(child.command.name) -d \(quoted(child.command.summary))\n"
            }
            for info in node.options {
                text += "\(start) '__\(program)_at \(path)'"
                for name in info.names {
                    text += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
                }
                text += info.takesValue ? action(info, program, isOption: true) : ""
                text += " -d \(quoted(info.help))\n"
            }
            let valued = node.options.filter(\.takesValue).flatMap(\.names).joined(separator: " ")
            for (index, info) in node.operands.enumerated() {
                guard info.completion.isOffered else { continue }
                let place = info.isRepeated && info.completion.tables.isEmpty ? "\(index)-" : "\(index)"
                text +=
                    "\(start) '__\(program)_at \(path); and __\(program)_operand \(place) \(node.words.count - 1) \(valued)'"
                text += action(info, program, isOption: false) + "\n"
                for (operands, words) in info.completion.tables where !operands.isEmpty {
                    let count = node.words.count - 1 + operands.split(separator: " ").count
                    text += "\(start) '__\(program)_at \(path) \(operands); and __\(program)_operand 0 \(count)'"
                    text += " -a '\(words.joined(separator: " "))'\n"
                }
            }
        }
        return text
    }

    private static func action(_ info: ParameterInfo, _ program: String, isOption: Bool) -> String {
        let only = isOption ? " -x" : ""
        switch info.completion {
        case .none: return only
        case .files: return isOption ? " -r -F" : " -F"
        case .folders: return "\(only) -a '(__fish_complete_directories)'"
        case .choices(let words) where info.isList, .words(let words) where info.isList:
            return "\(only) -a '(__\(program)_list \(words.joined(separator: " ")))'"
        case .choices(let words), .words(let words): return "\(only) -a '\(words.joined(separator: " "))'"
        case .prefixes(let words): return "\(only) -a '(__\(program)_prefixes \(words.joined(separator: " ")))'"
        case .after(let tables): return "\(only) -a '\((tables.first?.words ?? []).joined(separator: " "))'"
        case .output(let words, let passed): return "\(only) -a '(__\(program)_output \(passed) \(words))'"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "'"
        for character in text { result += "'\\".contains(character) ? "\\\(character)" : String(character) }
        return result + "'"
    }

    private static func helpers(_ program: String) -> String {
        #"""
        # fish completion for \#(program), made by '\#(program) completions fish'

        # Whether the words before the cursor call this command
        function __\#(program)_at
            set -l words (commandline -opc)
            set -e words[1]
            test (count $argv) -eq 0; and return 0
            test "$words[1..$(count $argv)]" = "$argv" 2>/dev/null
        end

        # Whether the cursor is at an operand: its number or the first of many, words that call the command, valued options
        function __\#(program)_operand
            set -l words (commandline -opc)
            set -e words[1..$(math $argv[2] + 1)]
            set -l count 0
            set -l skip 0
            set -l ended 0
            for word in $words
                if test $skip = 1
                    set skip 0
                else if test $ended = 0; and test "$word" = --
                    set ended 1
                else if test $ended = 0; and string match -q -- '-?*' $word
                    contains -- $word $argv[3..]; and set skip 1
                else
                    set count (math $count + 1)
                end
            end
            if string match -q -- '*-' $argv[1]
                test $count -ge (string trim -r -c - $argv[1])
            else
                test $count -eq $argv[1]
            end
        end

        # Values with commas between them
        function __\#(program)_list
            set -l head (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
            printf '%s\n' "$head"$argv
        end

        # The lines of the program's output, with an option as the line has it
        function __\#(program)_output
            set -l words (commandline -opc)
            set -l given
            if set -l place (contains -i -- $argv[1] $words)
                set given $argv[1] $words[(math $place + 1)]
            else
                set given (string match -- "$argv[1]=*" $words)
            end
            \#(program) $argv[2..] $given 2>/dev/null </dev/null
        end

        # Words that something follows: env:NAME, file:PATH
        function __\#(program)_prefixes
            set -l word (commandline -ct | string replace -r '^--[^=]*=' '')
            if string match -q -- '*file:*' $word
                set -l head (string replace -r 'file:.*' 'file:' -- $word)
                printf '%s\n' "$head"(__fish_complete_path (string replace -r '.*?file:' '' -- $word) | string replace -r '\t.*' '')
            else if string match -q -- 'env:*' $word
                printf 'env:%s\n' (set -nx)
            else
                printf '%s\n' $argv
            end
        end

        complete -c \#(program) -f

        """#
    }
}
