public import ArcaCore

/// What a file is, as far as its bytes say it without any secret.
public struct Inspection: Sendable {
    /// One thing that the bytes say: `cipher`, `AES-256-CBC`.
    public struct Fact: Sendable, Equatable {
        /// Its name: lower case, words divided by blanks.
        public let name: String
        /// Its value: a text, a number, a truth value or a list of texts.
        public let value: JSONValue
    }

    /// A short name for programs: `age`, `kdbx`, `png`.
    public let identifier: String
    /// The name for people.
    public let name: String
    /// What else the bytes say, in the order in which it matters.
    public private(set) var facts: [Fact] = []
    /// How keys are derived, one entry a way to open the file.
    public private(set) var derivations: [DerivationReport] = []
    /// Who can open it.
    public private(set) var recipients: [String] = []
    /// What is inside, where that can be seen: under an encoding, between the lines of PEM.
    public private(set) var contents: [Inspection] = []
    /// What else there is to say, lower case without a full stop.
    public private(set) var notes: [String] = []

    /// Begins an inspection.
    ///
    /// - Parameters:
    ///   - identifier: A short name for programs.
    ///   - name: The name for people.
    public init(_ identifier: String, _ name: String) {
        self.identifier = identifier
        self.name = name
    }

    init(_ kind: Recognition) { self.init(kind.identifier, kind.name) }

    /// Whether opening it, or what is inside, takes a secret; the hash of a password cannot be opened.
    public var isEncrypted: Bool {
        contents.contains(where: \.isEncrypted) || facts.contains { $0.name == "cipher" }
            || !derivations.isEmpty && identifier != PHCInspector.identifier || !recipients.isEmpty
    }

    mutating func add(_ name: String, _ value: String) { facts.append(Fact(name: name, value: .string(value))) }
    mutating func add(_ name: String, _ value: Int) { facts.append(Fact(name: name, value: .integer(value))) }
    mutating func add(_ name: String, _ value: Bool) { facts.append(Fact(name: name, value: .bool(value))) }
    mutating func add(_ name: String, _ values: [String]) {
        facts.append(Fact(name: name, value: .array(values.map { .string($0) })))
    }
    mutating func add(_ name: String, _ value: JSONValue) { facts.append(Fact(name: name, value: value)) }
    mutating func add(_ derivation: DerivationReport) { derivations.append(derivation) }
    mutating func add(recipient: String) { recipients.append(recipient) }
    mutating func add(_ content: Inspection) { contents.append(content) }
    mutating func note(_ text: String) { notes.append(text) }
}
