internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaVault

/// One-time passwords: `one-time-password` and `read-otpauth`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `one-time-password` | `key`, `digits`, and `counter`, or `time` (seconds since 1970) and `period`; these as text | `code` |
/// | `read-otpauth` | `uri` | `kind` (`time`, `counter`), `key`, `algorithm`, `digits`, `period`, `counter`, `issuer`, `account` |
///
/// Algorithms are called `sha1`, `sha256` and `sha512`.
enum OneTimePasswordOperation: VectorOperation {
    static let names = ["one-time-password", "read-otpauth"]

    private static let algorithms: [(name: String, algorithm: OneTimePassword.Algorithm)] = [
        ("sha1", .sha1), ("sha256", .sha256), ("sha512", .sha512),
    ]

    static func answer(_ question: Question) throws -> NamedValues {
        question.operation == "read-otpauth" ? try read(question.inputs) : try code(question)
    }

    private static func code(_ question: Question) throws -> NamedValues {
        guard let algorithm = algorithms.first(where: { $0.name == question.algorithm })?.algorithm else {
            throw OperationError.unsupported("Arca makes no one-time passwords with \(question.algorithm)")
        }
        let inputs = question.inputs
        let isByCounter = inputs["counter"] != nil
        let password = try OneTimePassword(
            isByCounter ? .counter : .time, key: SecretBytes(copying: try inputs.bytes("key")), algorithm: algorithm,
            digits: try inputs.int("digits"), period: isByCounter ? 30 : try number(inputs, "period"))
        let code =
            isByCounter
            ? try password.code(counter: try number(inputs, "counter"))
            : try password.code(at: Timestamp(seconds: try number(inputs, "time")))
        return ["code": .text(String(decoding: Array(bytes: code.digits), as: UTF8.self))]
    }

    private static func read(_ inputs: NamedValues) throws -> NamedValues {
        let password = try OneTimePassword(uri: try inputs.text("uri").utf8)
        return [
            "kind": .text(password.kind == .time ? "time" : "counter"), "key": .bytes(Array(bytes: password.key)),
            "algorithm": .text(algorithms.first { $0.algorithm == password.algorithm }?.name ?? ""),
            "digits": .int(password.digits), "period": .int(password.period),
            "counter": .text(String(password.counter)), "issuer": .text(password.issuer),
            "account": .text(password.account),
        ]
    }

    private static func number<Number: FixedWidthInteger>(
        _ inputs: NamedValues, _ name: String
    ) throws(VectorError) -> Number {
        guard let value = Number(try inputs.text(name)) else {
            throw VectorError(.invalidField, at: name, "\(name) is no number that fits")
        }
        return value
    }
}
