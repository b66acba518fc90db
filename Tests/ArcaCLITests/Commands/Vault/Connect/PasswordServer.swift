import ArcaTestSupport
import Foundation

/// A web server on this machine that lets alice in with the password s3cret, as git and Docker need it.
enum PasswordServer {
    /// Runs a shell script in a folder while the server at `$PORT` has the folder's `www`.
    static func run(_ script: String, environment: [String: String], in folder: URL) throws -> Peer.Answer {
        try Peer.run(["python3", "-c", server, "set -u\n" + script], environment: environment, in: folder)
    }

    private static let server = """
        import base64, functools, http.server, os, subprocess, sys, threading
        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                if self.headers.get("Authorization") != "Basic " + base64.b64encode(b"alice:s3cret").decode():
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Basic realm="test"')
                elif self.path.startswith("/v2/"): self.send_response(200)
                else: return super().do_GET()
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *words): pass
        handler = functools.partial(Handler, directory="www")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        variables = os.environ | {"PORT": str(server.server_address[1])}
        sys.exit(subprocess.run(["bash", "-c", sys.argv[1]], env=variables).returncode)
        """
}

extension VaultTrial {
    /// The environment of a user at home in the trial's folder, with links to the command first in `PATH`.
    func home(links: String...) throws -> [String: String] {
        let bin = folder.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        for name in links {
            try FileManager.default.createSymbolicLink(
                atPath: bin.appendingPathComponent(name).path, withDestinationPath: Peer.arca)
        }
        return environment.merging([
            "HOME": folder.path, "PATH": "\(bin.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
            "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1", "XDG_RUNTIME_DIR": "", "DOCKER_CONFIG": "",
            "GIT_CONFIG_GLOBAL": folder.path + "/.gitconfig",
        ]) { $1 }
    }

    /// The requests in the log, with the item or the reason.
    func log() throws -> [String] {
        try arca(["log"]).lines.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false)[1...3].joined(separator: " ")
        }
    }
}
