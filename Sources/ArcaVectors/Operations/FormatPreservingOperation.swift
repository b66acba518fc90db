internal import ArcaCodecs
internal import ArcaCrypto

/// Encryption that keeps the form: `fpe-encrypt` and `fpe-decrypt` with `aes-ff1`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `fpe-encrypt` | `key`, `tweak`, `radix`, `msg`: text with its `alphabet`, else a list of digits | `ct` |
/// | `fpe-decrypt` | `key`, `tweak`, `radix`, `ct` | `msg` |
///
/// A hundred possible messages are enough, as SP 800-38G had it before its revision.
enum FormatPreservingOperation: VectorOperation {
    static let names = ["fpe-encrypt", "fpe-decrypt"]

    static func answer(_ question: Question) throws -> NamedValues {
        guard question.algorithm == "aes-ff1" else {
            throw OperationError.unsupported("Arca has no \(question.algorithm)")
        }
        let inputs = question.inputs
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let tweak = try inputs.bytes("tweak")
        let radix = try inputs.int("radix")
        let isEncrypted = question.operation == "fpe-decrypt"
        let (given, wanted) = isEncrypted ? ("ct", "msg") : ("msg", "ct")
        guard inputs["alphabet"] != nil else {
            let digits = try inputs.ints(given).map { digit throws(OperationError) in
                guard let small = UInt16(exactly: digit) else { throw .refused("\(digit) is no digit") }
                return small
            }
            let result =
                isEncrypted
                ? try AES.FF1.decrypt(digits, radix: radix, using: key, tweak: tweak, allowingSmallDomain: true)
                : try AES.FF1.encrypt(digits, radix: radix, using: key, tweak: tweak, allowingSmallDomain: true)
            return [wanted: .ints(result.map(Int.init))]
        }
        let alphabet = try NumeralAlphabet(try inputs.text("alphabet"))
        guard alphabet.radix == radix else {
            throw VectorError(.invalidField, at: "radix", "not the alphabet's length")
        }
        let text = try inputs.text(given)
        let result =
            isEncrypted
            ? try AES.FF1.decrypt(text, alphabet: alphabet, using: key, tweak: tweak, allowingSmallDomain: true)
            : try AES.FF1.encrypt(text, alphabet: alphabet, using: key, tweak: tweak, allowingSmallDomain: true)
        return [wanted: .text(result)]
    }
}
