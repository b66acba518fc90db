internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaPlatform
internal import ArcaSignatures
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultSSHAgentCommand: Command {
    static let name = "ssh-agent"
    static let summary = "serve the SSH keys of the vault to ssh and git"
    static let details = """
        Starts an agent in the background and prints the variables for your shell, as ssh-agent does; with COMMAND it \
        runs the command with the agent, and ends with it. If an agent serves the socket already, its variables are \
        printed.

        It serves private keys in OpenSSH's format that are passwords, secret fields or attachments of items; other PEM \
        keys only of items named by --item. The passphrase of an encrypted key is the item's secret field 'passphrase', \
        or its password.

        While the vault is unlocked ('arca vault unlock'), the agent reads a key for each signature and keeps none; \
        when it is locked, there are no keys until it is unlocked again. Of a vault that is opened only for this command, \
        the agent keeps the SSH keys in its memory until it ends.

        ssh-add can add keys, with -t, -c and -h, which stay in memory. What ssh-add -d and -D remove is not served again. \
        RSA signs with SHA-256 or SHA-512 only. 'arca vault log' shows each use.
        """
    static let examples = [
        Example("eval \"$(arca vault ssh-agent)\"", "for this shell and its programs", isRun: false),
        Example("arca vault ssh-agent --item git/alice -- git push", "for one command and one key", isRun: false),
        Example("arca vault ssh-agent --stop", "end the agent", isRun: false),
    ]

    var items: [ItemNameText] = []
    var group: String?
    var isConfirmed = false
    var allowsForwarding = false
    var time: TimeSpan?
    var socket: BytePath?
    var isInForeground = false
    var isStopping = false
    var shell: AgentShell?
    var isListening = false
    var isHolding = false
    var words: [Argument] = []

    static var parameters: [Parameter<Self>] {
        Parameter.repeated("--item", value: "NAME", append: \.items, help: "only the keys of this item")
        Parameter.option("--group", value: "TEXT", set: \.group, help: "only items of this folder and its subfolders")
        Parameter.flag(
            "--confirm", set: \.isConfirmed,
            help: "ask before each signature: by $SSH_ASKPASS, or on the terminal with "
                + "--foreground")
        Parameter.flag(
            "--forward", set: \.allowsForwarding, help: "answer other machines too, to which ssh -A forwards the agent")
        Parameter.option(
            "--for", "--lifetime", value: "TIME", set: \.time, help: "end after this time, as 45s, 15m or 8h")
        Parameter.option("--socket", value: "PATH", set: \.socket, help: "the agent's socket, in a folder of mode 0700")
            .defaulting(to: "$XDG_RUNTIME_DIR/arca/ssh-agent.sock")
        Parameter.flag("--foreground", set: \.isInForeground, help: "stay in the foreground, and show each use")
            .excludes("--stop")
        Parameter.flag("--stop", set: \.isStopping, help: "end the agent of the socket")
        Parameter.flag("-s", set: \.shell, to: .sh, help: "print variables for sh, bash and zsh")
        Parameter.flag("-c", set: \.shell, to: .csh, help: "print them for csh")
        Parameter.flag("--fish", set: \.shell, to: .fish, help: "print them for fish; by default for $SHELL")
        Parameter.flag("--listening", set: \.isListening, help: "serve descriptor 3").hidden()
        Parameter.flag("--holding", set: \.isHolding, help: "serve only keys that are added").hidden()
        Parameter.operands("COMMAND", append: \.words, help: "a command and its arguments, after --")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws { try start(in: context) }

    private func start(in context: CommandContext) throws {
        if isStopping { return try stop(in: context) }
        guard words.isEmpty || !isInForeground else {
            throw UsageError(
                .conflict, "--foreground and a command exclude each other", hint: "give the command alone")
        }
        let access = try vault(in: context)
        let path = try socketPath()
        if isListening { return try serveListening(path, access) }
        if words.isEmpty, !isInForeground, let process = Self.server(of: path) {
            Messages.note("an agent serves \(path) already; 'arca vault ssh-agent --stop' ends it")
            return try report(path, process: process, keyCount: nil, in: context)
        }
        if isConfirmed { try confirmation.check() }
        let source = try AgentSource(self, access)
        source.reportSkipped()
        if !words.isEmpty { return try runCommand(path, source, in: context) }
        guard !isInForeground else { return try serve(ListeningSocket(at: path), try source.agent(), MessageServer()) }
        let process = try startInBackground(path, source)
        try report(path, process: process, keyCount: source.count, in: context)
    }

    /// The vault of the options, found from any folder.
    private func vault(in context: CommandContext) throws -> VaultAccess {
        var options = context.vaultOptions
        options.place = VaultPlaceOptions(file: Host.absolute(try options.path()))
        return VaultAccess(options: options, context: context)
    }

    /// The socket by the options; the agent of a command has a separate one.
    private func socketPath() throws -> BytePath {
        if let socket { return socket.isAbsolute ? socket : Host.absolute(".").appending(socket) }
        let standard = try AgentSocket.path()
        guard !words.isEmpty else { return standard }
        return standard.parent.appending(BytePath("ssh-agent.\(getpid()).sock".utf8))
    }

    var confirmation: AgentConfirmation { AgentConfirmation(usesTerminal: isInForeground) }

    var agentOptions: SSHAgent.Options {
        var options = SSHAgent.Options()
        (options.allowsForwarding, options.confirmsEachUse) = (allowsForwarding, isConfirmed)
        options.confirm = { [confirmation] in confirmation.ask($0) }
        return options
    }

    /// The process that serves a socket, or nil.
    private static func server(of path: BytePath) -> Int32? {
        guard let peer = try? MessageConnection(to: path).peer, peer.identifier > 0, peer.user == geteuid() else {
            return nil
        }
        return peer.identifier
    }

    // MARK: Serving

    private func serve(_ socket: ListeningSocket, _ agent: SSHAgent, _ server: MessageServer) {
        let path = socket.path
        if words.isEmpty { SignalCleanup.unblockRequests() }
        let cleanup =
            words.isEmpty
            ? SignalCleanup { proceed in
                agent.removeAll()
                try? Folder.removeFile(path)
                proceed()
            } : nil
        let end = time.map { SystemClock.boot.milliseconds + $0.seconds * 1000 }
        server.run(socket, until: end, tick: { agent.removeExpired() }) { peer in
            let client = SSHAgent.Client(process: peer.identifier, user: peer.user, program: peer.program)
            var connection = SSHAgent.Connection(client: client)
            return { message in agent.answer(message, on: &connection) }
        }
        agent.removeAll()
        cleanup?.end()
    }

    /// Serves the socket that the starting process has made.
    private func serveListening(_ path: BytePath, _ access: VaultAccess) throws {
        _ = chdir("/")
        let keys: any SSHAgentKeys =
            if isHolding {
                HeldKeysLog(vault: try LockedVault(at: access.options.path()).identifier) { _ in }
            } else { SessionKeys(selection, in: access) { _ in } }
        serve(
            ListeningSocket(adopting: DetachedProcess.socketNumber, at: path),
            SSHAgent(keys: keys, options: agentOptions), MessageServer())
    }

    var selection: VaultSSHKeys {
        VaultSSHKeys(group: group, names: items.map { ($0.service, $0.account) })
    }

    private func startInBackground(_ path: BytePath, _ source: AgentSource) throws -> Int32 {
        let process = try start(path, source)
        do {
            var connection = try MessageConnection(to: path)
            func send(_ message: borrowing some Bytes) throws -> [UInt8] {
                try connection.exchange(message, limit: SSHAgent.maximumMessageByteCount)
            }
            for (identity, key) in source.held {
                guard SSHAgent.isSuccess(try send(SSHAgent.message(adding: key, comment: identity.comment))) else {
                    throw SystemError(.failed, "the agent did not take the key \(identity.comment)")
                }
            }
            _ = try send(SSHAgent.listMessage)
        } catch {
            kill(process, SIGTERM)
            throw error
        }
        return process
    }

    /// Starts the process of the agent; this one closes the socket when the method returns.
    private func start(_ path: BytePath, _ source: AgentSource) throws -> Int32 {
        let options = source.access.options
        var arguments = ["vault", "ssh-agent", "--listening"].map { Array($0.utf8) }
        func add(_ name: String, _ value: [UInt8]) { arguments.append(Array("\(name)=".utf8) + value) }
        add("--socket", path.bytes)
        add("--vault", try options.path().bytes)
        for item in items { add("--item", Array(VaultItem.Name.argument(item).utf8)) }
        if let group { add("--group", Array(group.utf8)) }
        if let time { add("--for", Array("\(time.seconds)s".utf8)) }
        let flags = [
            ("--confirm", isConfirmed), ("--forward", allowsForwarding), ("--accept-older", options.acceptsOlder),
            ("--holding", source.isHolding),
        ]
        arguments += flags.filter(\.1).map { Array($0.0.utf8) }
        return try DetachedProcess.start(arguments, serving: ListeningSocket(at: path))
    }

    private func runCommand(_ path: BytePath, _ source: AgentSource, in context: CommandContext) throws {
        context.protectVaultFiles()
        let socket = try ListeningSocket(at: path)
        let agent = try source.agent()
        let server = MessageServer()
        var block = EnvironmentBlock()
        try block.set(Array(AgentShell.socketVariable.utf8), to: path.bytes)
        try block.set(Array(AgentShell.processVariable.utf8), to: Array(String(getpid()).utf8))
        guard let thread = WorkerThread({ [self] in serve(socket, agent, server) }) else {
            throw SystemError(.failed, "there is no thread for the agent")
        }
        let end: any Error
        do {
            end = ExitStatus(
                try ForegroundProcess.run(
                    words.map(\.bytes), environment: block, inheritsInput: !context.isInputSecret))
        } catch { end = ExitStatus.ofCommand(error) }
        server.stop(path)
        thread.join()
        throw end
    }

    // MARK: Reports

    private func report(_ path: BytePath, process: Int32, keyCount: Int?, in context: CommandContext) throws {
        guard !context.wantsJSON else {
            return try JSONReport.print([
                ("socket", .string(path.description)), ("process", .integer(process)),
                ("keyCount", keyCount.map { .integer($0) } ?? .null),
            ])
        }
        try Messages.print((shell ?? .users).setting(path, process: process))
        guard let keyCount else { return }
        let end = time.map { " until \(DateText.text(DateText.now + $0.seconds))" } ?? ""
        Messages.note("the agent serves \(Count.text(keyCount, "key"))\(end)")
    }

    private func stop(in context: CommandContext) throws {
        let path = try socketPath()
        guard let process = Self.server(of: path) else {
            throw VaultError(.notFound, "no agent serves \(path)", hint: "give its --socket")
        }
        guard kill(process, SIGTERM) == 0 else { throw SystemError(errno: errno, "cannot end process \(process)") }
        var tries = 0
        while Self.server(of: path) != nil {
            guard tries < 200 else { throw SystemError(.failed, "process \(process) does not end") }
            tries += 1
            usleep(10_000)
        }
        guard !context.wantsJSON else {
            return try JSONReport.print([
                ("socket", .string(path.description)), ("process", .integer(process)),
            ])
        }
        try Messages.print((shell ?? .users).unsetting)
    }
}

extension VaultItem.Name {
    /// A name as it was typed.
    fileprivate static func argument(_ name: ItemNameText) -> String {
        guard let account = name.account else { return VaultItem.Name(name.service).text }
        return VaultItem.Name(name.service, account).text + (account.isEmpty ? "/" : "")
    }
}

extension MessageServer {
    fileprivate convenience init() { self.init(messageByteCount: SSHAgent.maximumMessageByteCount) }
}
