import ArcaTestSupport
import Foundation

@testable import ArcaCLI

/// Runs the command for tests.
enum Arca {
    /// Runs the command with these words: as a ``CommandThread`` of this process where the system allows that.
    static func run(
        _ words: [String], input: [UInt8] = [], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> Peer.Answer {
        guard CommandThread.isAvailable else {
            return try spawn(words, input: input, environment: environment, in: folder)
        }
        return try CommandThread.run(
            words.map { Argument($0) }, input: input, environment: Peer.environment(environment), in: folder)
    }

    /// Runs the command as a process of its own: for what a thread has not, such as signals and limits.
    static func spawn(
        _ words: [String], input: [UInt8] = [], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> Peer.Answer {
        try Peer.run([Peer.arca] + words, input: input, environment: environment, in: folder)
    }
}
