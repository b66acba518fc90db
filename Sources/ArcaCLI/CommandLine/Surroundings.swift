/// An environment variable or a file that commands use, for manual pages and `arca help environment`.
struct Surrounding: Sendable {
    let name: String
    /// Lower case, no full stop.
    let text: String
    /// The first words of the commands that use it; empty for all.
    let commands: [String]

    private init(_ name: String, _ text: String, _ commands: String...) {
        self.name = name
        self.text = text
        self.commands = commands
    }

    static let variables = [
        Surrounding("ARCA_VAULT", "the vault, if --vault is not given", "vault", "team", "sign", "verify"),
        Surrounding("ARCA_TEAM_VAULT", "the team's vault, next to your own", "vault", "team"),
        Surrounding("ARCA_SIGNING_KEY", "the key to sign with, if --key is not given", "sign"),
        Surrounding("ARCA_SIGNERS", "a list of trusted signers, if --signers and --key are not given", "verify"),
        Surrounding("ARCA_PAGER", "the pager of long help; empty for none"),
        Surrounding("PAGER", "the pager if ARCA_PAGER is not set; less if neither is"),
        Surrounding("LESS", "the options of less; FRX if it is not set"),
        Surrounding("ARCA_SIMD", "limits the instructions to portable, neon, sse2, avx2 or avx512, to compare them"),
        Surrounding("COLUMNS", "the width of help texts, instead of the terminal's"),
        Surrounding("NO_COLOR", "if not empty, no color and no bold type"),
        Surrounding("TERM", "the kind of terminal; with dumb, no color, bold type, pager or drawing"),
        Surrounding("PATH", "where pagers, editors, clipboard tools and age plugins are searched"),
        Surrounding("GIT_CONFIG_GLOBAL", "git's global settings, instead of ~/.gitconfig", "vault"),
        Surrounding("DOCKER_CONFIG", "the folder of Docker's config.json, instead of ~/.docker", "vault"),
        Surrounding("HOME", "the home folder, in which the files below are"),
        Surrounding("XDG_DATA_HOME", "the folder of the default vault, instead of ~/.local/share", "vault", "team"),
        Surrounding("XDG_CONFIG_HOME", "the folder of settings, instead of ~/.config", "verify"),
        Surrounding("XDG_STATE_HOME", "the folder of this machine's state, instead of ~/.local/state", "vault", "team"),
        Surrounding("XDG_RUNTIME_DIR", "a folder in memory for what an editor changes; /dev/shm if not set", "vault"),
        Surrounding("VISUAL", "the editor of 'arca vault edit'", "vault"),
        Surrounding("EDITOR", "the same, if VISUAL is not set; vi if neither is", "vault"),
        Surrounding("WAYLAND_DISPLAY", "the desktop whose clipboard --clip uses", "vault"),
        Surrounding("DISPLAY", "the same under X11", "vault"),
        Surrounding("SSH_ASKPASS", "the program with which the SSH agent asks for consent", "vault"),
        Surrounding("SSH_ASKPASS_REQUIRE", "force or prefer: ask with it instead of on the terminal", "vault"),
        Surrounding("SHELL", "the shell for which the SSH agent prints its variables", "vault"),
        Surrounding("LC_ALL", "the locale, whose charset 'arca mime cat' writes on a terminal", "mime"),
        Surrounding("LC_CTYPE", "the same, if LC_ALL is not set", "mime"),
        Surrounding("LANG", "the same, if neither is set; UTF-8 if none is", "mime"),
        Surrounding("TMPDIR", "the folder of temporary files, which have no name; /var/tmp if not set"),
    ]

    static let files = [
        Surrounding("~/.local/share/arca/vault.arca", "the default vault", "vault", "team", "sign"),
        Surrounding("~/.local/share/arca/team.arca", "the default vault of --team", "vault", "team"),
        Surrounding(
            "~/.local/state/arca/", "the newest state seen of each vault, to detect older copies; the log of accesses",
            "vault", "team"),
        Surrounding("~/.config/arca/signers", "signers that 'arca verify' trusts", "verify"),
    ]

    /// Whether a command uses it; the program's own page has all.
    func applies(to tree: CommandTree) -> Bool {
        commands.isEmpty || tree.words.count == 1 || commands.contains(tree.words[1])
    }

    static let topic: String = {
        let column = 4 + (variables + files).reduce(0) { max($0, TextLayout.width($1.name)) }
        func rows(_ all: [Surrounding]) -> String {
            all.map { TextLayout.row($0.name, $0.text, column: min(20, column), width: 79) }.joined()
        }
        return "Variables:\n\(rows(variables))\nFiles:\n\(rows(files).dropLast())"
    }()
}
