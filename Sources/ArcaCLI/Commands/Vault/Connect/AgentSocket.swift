internal import ArcaSystem

/// The socket of 'arca vault ssh-agent', the same for the agent and for what connects ssh to it.
enum AgentSocket {
    /// `$XDG_RUNTIME_DIR/arca/ssh-agent.sock`, else `~/.local/share/arca/run/ssh-agent.sock`.
    static func path() throws(UsageError) -> BytePath {
        let run = UserFolder.runtime?.appending("arca") ?? UserFolder.data?.appending("arca").appending("run")
        guard let run else {
            throw UsageError(
                .missingArgument, "the agent's socket is in the home folder, and there is none",
                hint: "set HOME to its path")
        }
        return run.appending("ssh-agent.sock")
    }
}
