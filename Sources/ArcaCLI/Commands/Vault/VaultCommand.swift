struct VaultCommand: Command {
    static let name = "vault"
    static let summary = "keep passwords, keys and files in an encrypted vault"
    static let section = "Secrets"
    static let details = """
        A vault is one file, in which names, attributes, secrets and attachments are encrypted; changes and older copies put \
        in its place are detected. Items are called service/account: the last slash separates, and '\\/', quoted for the shell, is a \
        slash that does not.

        The vault is --vault FILE, else $ARCA_VAULT, else ~/.local/share/arca/vault.arca. 'arca vault unlock' keeps it open \
        for a while, in the kernel's keyring; otherwise each command asks for the passphrase. Secrets are never given on \
        the command line ('arca help secrets').

        Names from other programs work too: ls (list), show (get), clip (get --clip), otp (totp), search (find).
        """
    static let examples = [
        Example("arca vault init --new-passphrase-from prompt --new-recovery-code", "make a vault", isRun: false),
        Example("arca vault set github.com/alice", "add an item; asks for its password", isRun: false),
        Example("arca vault get github.com/alice --field password | wl-copy", "use it", needsVault: true),
    ]
    static var overview: [(commands: String, text: String)] {
        [
            ("init, passwd, slot, rotate", "create it; change what opens it"),
            ("unlock, lock, status", "keep it open for a while"),
            ("set, generate, edit, mv", "add, change and rename items"),
            ("get, list, find, totp", "show items and one-time passwords"),
            ("rm, undo, purge, history", "the trash and older versions of items"),
            ("attach, extract, inject", "files of items; files with secrets in them"),
            ("run, ssh-agent, credential", "secrets for a command, ssh, git and Docker"),
            ("connect, age-identity, log", "set up git, Docker, ssh, age; who asked"),
            ("backup, restore, verify, repair", "keep copies; find and repair damage"),
            ("sync, merge, conflicts, resolve", "other copies of the vault"),
            ("import, export, audit", "other programs; weak and old passwords"),
        ]
    }
    static let synonyms = [
        "disconnect": "connect --remove", "access": "log", "add": "set", "insert": "set", "create": "set",
        "new": "init", "delete": "rm", "remove": "rm", "rename": "mv",
        "open": "unlock", "close": "lock", "detach": "attach --remove",
    ]
    static let aliases = [
        "show": ["get"], "clip": ["get", "--clip"], "copy": ["get", "--clip"], "ls": ["list"], "search": ["find"],
        "otp": ["totp"],
    ]
    static var subcommands: [any Command.Type] {
        [
            VaultInitCommand.self,
            VaultUnlockCommand.self,
            VaultLockCommand.self,
            VaultStatusCommand.self,
            VaultSetCommand.self,
            VaultGetCommand.self,
            VaultListCommand.self,
            VaultFindCommand.self,
            VaultEditCommand.self,
            VaultRemoveCommand.self,
            VaultUndoCommand.self,
            VaultPurgeCommand.self,
            VaultMoveCommand.self,
            VaultHistoryCommand.self,
            VaultAttachCommand.self,
            VaultExtractCommand.self,
            VaultGenerateCommand.self,
            VaultRunCommand.self,
            VaultInjectCommand.self,
            VaultConnectCommand.self,
            VaultCredentialCommand.self,
            VaultLogCommand.self,
            VaultSSHAgentCommand.self,
            VaultAgeIdentityCommand.self,
            VaultVerifyCommand.self,
            VaultRepairCommand.self,
            VaultBackupCommand.self,
            VaultRestoreCommand.self,
            VaultMergeCommand.self,
            VaultConflictsCommand.self,
            VaultResolveCommand.self,
            VaultSyncCommand.self,
            VaultPasswdCommand.self,
            VaultSlotCommand.self,
            VaultRotateCommand.self,
            VaultTOTPCommand.self,
            VaultAuditCommand.self,
            VaultImportCommand.self,
            VaultExportCommand.self,
        ]
    }
}
