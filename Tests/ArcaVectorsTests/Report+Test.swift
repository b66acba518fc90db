import ArcaVectors
import Testing

extension VectorReport {
    /// Runs the standard runner on one text.
    static func of(_ text: String, named name: String) -> VectorReport {
        VectorRunner().run(VectorTree(inputs: [VectorInput(name: name, bytes: Array(text.utf8))]))
    }

    /// The reasons of all failures, in order.
    var reasons: [String] { files.flatMap { $0.failures.map(\.failure.reason) } }
}
