/// What kind of case it is, by which a family is chosen: all that a file says about the algorithm.
public struct VectorKind: Sendable, Hashable, CustomStringConvertible {
    /// The format's name: `wycheproof`.
    public let format: String
    /// What the format calls the kind of test: `AeadTest`, `ENCRYPT`.
    public let type: String
    /// What the format calls the algorithm: `AES-GCM`; empty when it has no name for it.
    public let algorithm: String

    /// Makes a kind.
    ///
    /// - Parameters:
    ///   - format: The format's name.
    ///   - type: What the format calls the kind of test.
    ///   - algorithm: What the format calls the algorithm.
    public init(format: String, type: String, algorithm: String = "") {
        self.format = format
        self.type = type
        self.algorithm = algorithm
    }

    /// Type and algorithm, for messages.
    public var description: String { algorithm.isEmpty ? type : "\(type) \(algorithm)" }
}
