import Arca
import Foundation

/// Sets, checks and changes a pattern, with a lockout: the part of an app between its view and its storage.
///
/// Patterns are typed as digits from 1 on the 3×3 grid; an app passes the touched dots.
@main
struct PatternEnrollment {
    static func main() throws {
        // An app keeps the pepper in the keychain or a vault, and the hash and the lockout in its container.
        let pepper = try SymmetricKey(bitCount: 256)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-example-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lockout = try Pattern.Lockout(
            at: BytePath(Array(folder.appendingPathComponent("lockout").path.utf8)),
            identifier: [UInt8](repeating: 0, count: 16), key: pepper)

        guard let first = try run(Pattern.Enrollment(.create), verify: { _ in false }) else { return }
        var stored = try PatternHash(hashing: first, pepper: pepper)
        try lockout.reset()
        print("stored as \(stored.text)")

        let check = { (pattern: Pattern) in try lockout.attempt { try stored.verify(pattern, pepper: pepper) } }
        if let new = try run(Pattern.Enrollment(.change), verify: check) {
            stored = try PatternHash(hashing: new, pepper: pepper)
            try lockout.reset()
            print("changed to \(stored.text)")
        }
    }

    static func run(_ start: Pattern.Enrollment, verify: (Pattern) throws -> Bool) throws -> Pattern? {
        var enrollment = start
        while enrollment.step != .done, enrollment.step != .failed {
            print(question(enrollment), terminator: " ")
            guard let line = readLine() else { return nil }
            do {
                let dots = try PatternNotation.digits.dots(in: Array(line.utf8), grid: enrollment.grid)
                try enrollment.draw(dots, verify: verify)
            } catch let error as PatternError {
                print(error.reason)
            }
        }
        return enrollment.result
    }

    static func question(_ enrollment: Pattern.Enrollment) -> String {
        let remark =
            switch enrollment.remark {
            case .refused(let error): "\(error.reason). "
            case .differs: "The two differ. "
            case .wrong: "Wrong, \(enrollment.triesLeft) tries left. "
            case .unchanged: "That is the old one. "
            case nil: ""
            }
        switch enrollment.step {
        case .confirmOld: return remark + "Old pattern:"
        case .draw: return remark + "New pattern:"
        default: return remark + "Again:"
        }
    }
}
