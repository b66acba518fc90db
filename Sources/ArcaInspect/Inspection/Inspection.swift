// Exported: the modules of the types that public signatures of this module name.
@_exported public import ArcaContainers
@_exported public import ArcaCore
@_exported public import ArcaCrypto
internal import ArcaDetect

/// The facts a file reveals without any secret.
public struct Inspection: Sendable {
    /// A named value read from the data: `cipher`, `AES-256-CBC`.
    public struct Fact: Sendable, Equatable {
        /// The name, in lower case with words separated by spaces.
        public let name: String
        /// The value: a string, number, Boolean or array of strings.
        public let value: JSONValue
    }

    /// The machine-readable name: `age`, `kdbx`, `png`.
    public let identifier: String
    /// The human-readable name.
    public let name: String
    /// Other facts, most important first.
    public private(set) var facts: [Fact] = []
    /// The key derivations, one for each way to open the file.
    public private(set) var derivations: [DerivationReport] = []
    /// The recipients that can decrypt the file.
    public private(set) var recipients: [String] = []
    /// The nested contents that are readable without a secret, such as decoded Base64 or the body of a PEM block.
    public private(set) var contents: [Inspection] = []
    /// Remarks in lower case without a full stop.
    public private(set) var notes: [String] = []

    /// Creates an inspection without facts.
    public init(_ identifier: String, _ name: String) {
        self.identifier = identifier
        self.name = name
    }

    init(_ kind: Recognition) { self.init(kind.identifier, kind.name) }

    /// Whether the file or its contents are encrypted; false for a password hash, which cannot be decrypted.
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
