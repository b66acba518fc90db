internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

struct Clipboard {
    private struct Tool {
        let variable: String?
        let program: String
        let copy: String
        let paste: String
        let clear: String
    }

    private static let tools = [
        Tool(
            variable: "WAYLAND_DISPLAY", program: "wl-copy", copy: "wl-copy --type text/plain",
            paste: "wl-paste --no-newline", clear: "wl-copy --clear"),
        Tool(
            variable: "DISPLAY", program: "xclip", copy: "xclip -selection clipboard -in",
            paste: "xclip -selection clipboard -out", clear: "xclip -selection clipboard -in </dev/null"),
        Tool(
            variable: "DISPLAY", program: "xsel", copy: "xsel --clipboard --input", paste: "xsel --clipboard --output",
            clear: "xsel --clipboard --clear"),
        Tool(variable: nil, program: "pbcopy", copy: "pbcopy", paste: "pbpaste", clear: "pbcopy </dev/null"),
    ]

    /// The desktop tool, or nil to use the terminal.
    private let tool: Tool?

    init() throws(UsageError) {
        tool = Self.tools.first { tool in
            tool.variable.map { Environment.value(of: $0)?.isEmpty == false } ?? true
                && ProgramPath.find(tool.program) != nil
        }
        guard
            tool != nil || TerminalType.hasSequences && FileWriter(descriptor: 2, name: "standard error").isTerminal
        else {
            throw UsageError(
                .conflict, "there is no clipboard here",
                hint: "install wl-clipboard, xclip or xsel and run this on the desktop, or give --field and a pipe")
        }
    }

    /// Whether only the terminal is asked, which does not answer.
    var isTerminal: Bool { tool == nil }

    /// Copies a secret and clears the clipboard after `seconds`, or never if 0; a desktop tool clears only this secret.
    func copy(_ secret: SecretBytes, clearingAfter seconds: Int) throws {
        guard let tool else { return try copyByTerminal(secret, clearingAfter: seconds) }
        try ChildProcess.write(Array(tool.copy.utf8), input: secret)
        guard seconds > 0 else { return }
        // The digest goes through a pipe, because other users can see arguments. The background process holds nothing
        // else and outlives the terminal.
        let digest = "sha256sum 2>/dev/null || shasum -a 256"
        let script = """
            read -r digest; trap '' HUP; (sleep \(seconds); \
            [ "$(\(tool.paste) 2>/dev/null | { \(digest); } | cut -c 1-64)" != "$digest" ] || \(tool.clear)) \
            </dev/null >/dev/null 2>&1 &
            """
        try ChildProcess.write(Array(script.utf8), input: "\(Base16.standard.encode(SHA256.hash(secret)))\n".utf8)
    }

    /// Copies by xterm's OSC 52; data that is not Base64 clears the clipboard.
    private func copyByTerminal(_ secret: SecretBytes, clearingAfter seconds: Int) throws {
        let start = Array("\u{1b}]52;c;".utf8)
        let text = SecretBytes(byteCount: start.count + Base64.standard.maximumEncodedCount(for: secret.count) + 1) {
            output in
            output.append(contentsOf: start.span)
            secret.withBytes { Base64.standard.encode($0, into: &output) }
            output.append(0x07)
        }
        var terminal = FileWriter(descriptor: 2, name: "standard error")
        try terminal.write(text)
        guard seconds > 0 else { return }
        let script =
            "trap '' HUP; (sleep \(seconds); printf '\\033]52;c;!\\007' >/dev/tty) </dev/null >/dev/null 2>&1 &"
        try ChildProcess.write(Array(script.utf8), input: [UInt8]())
    }
}
