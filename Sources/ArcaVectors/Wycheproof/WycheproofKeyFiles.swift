/// The forms in which a group holds its key beside the plain numbers: each must read as the same key.
struct WycheproofKeyFiles {
    private var steps: [Trial.Step] = []

    /// Reads the key files of these names, as far as the group has them.
    ///
    /// `values` is what each must hold. What it holds is the same in every case, whatever the case's verdict.
    mutating func read(
        _ names: [String], _ operation: String, _ values: NamedValues, of fields: inout CaseFields
    ) throws(VectorError) {
        for name in names {
            guard let field = fields.ifPresent(name) else { continue }
            let file: [UInt8]
            switch field.content {
            // Hexadecimal digits of DER, but for PEM, which has other characters too.
            case .text(let text) where text.utf8.first != UInt8(ascii: "-"): file = try fields.bytes(name)
            default: file = Array(field.text.utf8)
            }
            steps.append(.init(Question(operation, "", ["file": .bytes(file)]), .outputs(values), isAside: true))
        }
    }

    /// The steps that read the keys, with others behind them.
    func trial(_ others: [Trial.Step]) -> Trial { .steps(steps + others) }
}
