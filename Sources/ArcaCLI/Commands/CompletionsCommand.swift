/// `arca completions`: scripts that teach a shell the command line.
struct CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "print a completion script for a shell"
    static let section = "Helpers"
    static let details = """
        bash: put the script into ~/.local/share/bash-completion/completions/arca, or say in ~/.bashrc:
          source <(arca completions bash)

        zsh: put it as _arca into a folder of $fpath, before compinit runs.

        fish: put it into ~/.config/fish/completions/arca.fish.

        scripts/install does all of this.
        """
    static let examples = [
        Example("arca completions bash > arca.bash", "a script for bash to source"),
        Example("arca completions zsh > _arca", "a file for a folder of zsh's fpath"),
        Example("arca completions fish > arca.fish", "a file for fish's completions folder"),
    ]

    /// The shells that have a script.
    enum Shell: String, CaseIterable, ArgumentValue { case bash, zsh, fish }

    var shell = Shell.bash

    static var parameters: [Parameter<Self>] {
        Parameter.operand("SHELL", set: \.shell, help: "the shell")
    }

    consuming func run() throws {
        let script =
            switch shell {
            case .bash: BashCompletions.script(RootCommand.self)
            case .zsh: ZshCompletions.script(RootCommand.self)
            case .fish: FishCompletions.script(RootCommand.self)
            }
        try Messages.print(script)
    }
}
