internal import ArcaCore

/// A key in several file formats; each must parse as the same key.
struct KeyFileSteps {
    private(set) var steps: [TestPlan.Step] = []
    /// Of the case: a file of an invalid case may be refused, but not be read as another key.
    private let validity: Validity

    init(_ validity: Validity = .valid) { self.validity = validity == .invalid ? .acceptable : .valid }

    /// Adds steps for the key files with these names that the case has.
    ///
    /// `values` are the expected outputs, independent of the validity of the case.
    mutating func read(
        _ names: [String], _ operation: String, _ values: NamedValues, of fields: inout CaseFields
    ) throws {
        for name in names where fields.has(name) {
            let inputs: NamedValues = ["file": .bytes(try fields.keyFile(name))]
            add(Request(operation, "", inputs), values)
        }
    }

    /// Adds a step for a key file in DER.
    mutating func read(file: VectorValue, _ operation: String, _ values: NamedValues) {
        add(Request(operation, "", ["file": file]), values)
    }

    /// Adds steps for key files that must parse as the same key as a file in DER.
    mutating func readSame(
        _ file: VectorValue, _ names: [String], _ operation: String, of fields: inout CaseFields
    ) throws {
        let request = Request(operation, "", ["file": file])
        guard let values = try? KeyReadingOperation.respond(to: request) else {
            // The case's own operation cannot use the key either, and says why.
            for name in names where fields.has(name) { _ = try fields.keyFile(name) }
            return
        }
        try read(names, operation, values, of: &fields)
    }

    /// Adds a step for a point of a curve, compressed or not.
    mutating func read(point: [UInt8], curve: String, _ values: NamedValues) {
        add(Request("read-public-key", "", ["curve": .text(curve), "point": .bytes(point)]), values)
    }

    private mutating func add(_ request: Request, _ values: NamedValues) {
        steps.append(.init(request, validity.expectation(values), isOptional: true))
    }

    func plan(_ step: TestPlan.Step) -> TestPlan { .steps(steps + [step]) }
}

extension CaseFields {
    /// A key file: DER in hexadecimal digits, PEM as text, or JSON.
    mutating func keyFile(_ name: String) throws(VectorError) -> [UInt8] {
        let field = try field(name)
        if case .text(let text) = field.content, text.utf8.first != .hyphen, text.utf8.first != .leftBrace {
            return try bytes(name)
        }
        return Array(field.text.utf8)
    }
}
