internal import ArcaTestSupport
internal import Foundation

/// Runs programs for tests.
enum Shell {
    /// Runs a program and returns its status and what it printed.
    static func run(
        _ program: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String, errors: String) {
        let answer = try Peer.run([program] + arguments, environment: environment, in: folder)
        return (answer.status, answer.text, answer.errors)
    }
}
