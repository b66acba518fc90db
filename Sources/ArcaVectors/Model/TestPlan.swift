/// The requests for a case, each with its expected response.
public enum TestPlan: Sendable {
    /// All steps must succeed; an empty list is a failure, because it checks nothing.
    case steps([Step])
    /// Arca cannot run the case, for this reason.
    case skip(String)

    /// A request to an implementation: one operation of one algorithm, with its inputs.
    ///
    /// Arca and other programs get the same requests, so all are checked in the same way.
    public struct Request: Sendable, Equatable {
        /// The operation, such as `seal`, `open` or `hash`; see `Documentation/VECTORS.md`.
        public let operation: String
        /// The algorithm in Arca's spelling: `aes-gcm`, `hmac-sha256`.
        public let algorithm: String
        /// The input values.
        public let inputs: NamedValues

        /// Creates a request.
        public init(_ operation: String, _ algorithm: String, _ inputs: NamedValues) {
            self.operation = operation
            self.algorithm = algorithm
            self.inputs = inputs
        }
    }

    /// The response of an implementation to a request.
    public enum Response: Sendable, Equatable {
        /// Success with these values, possibly empty.
        case outputs(NamedValues)
        /// Rejection, for example of a wrong tag or an invalid key length.
        case refused(Refusal)
        /// The operation or algorithm is not supported.
        case unsupported(String)

        /// The details of a rejection.
        public struct Refusal: Sendable, Equatable {
            /// A stable name for the reason, such as an error code.
            ///
            /// Empty without a code; nil from a program that does not report codes.
            public let code: String?
            /// The location in the input, or nil if it is unknown.
            public let place: String?
            /// The reason for display.
            public let reason: String

            /// Creates a refusal.
            public init(code: String? = "", place: String? = nil, _ reason: String) {
                self.code = code
                self.place = place
                self.reason = reason
            }
        }

        /// The response for display.
        public var description: String {
            switch self {
            case .outputs(let values): values.description
            case .refused(let refusal): "refused: \(refusal.reason)"
            case .unsupported(let reason): "not supported: \(reason)"
            }
        }
    }

    /// The expected response to a request.
    public enum Expectation: Sendable, Equatable {
        /// Exactly these values.
        case outputs(NamedValues)
        /// Success with any values, because the file does not specify them.
        case anyOutputs
        /// Rejection or other values than these, for a forged tag or ciphertext.
        ///
        /// Other values are allowed because some decryption functions never fail by design: PKCS#1 v1.5 with implicit
        /// rejection.
        case notOutputs(NamedValues)
        /// These values or rejection, but no other values.
        case outputsOrRefusal(NamedValues)
        /// Rejection, for any reason.
        case refusal
        /// Rejection with this code, and at this location if it is not nil.
        case refusalWith(code: String, place: String?)

        /// The expectation for display.
        public var description: String {
            switch self {
            case .outputs(let values): values.description
            case .anyOutputs: "success"
            case .notOutputs(let values):
                values.elements.isEmpty ? "refusal" : "refusal, or other than \(values.description)"
            case .outputsOrRefusal(let values): "\(values.description), or refusal"
            case .refusal: "refusal"
            case .refusalWith(let code, let place): "refusal: \(code)" + (place.map { " at \($0)" } ?? "")
            }
        }
    }

    /// A request and its expected response.
    public struct Step: Sendable {
        /// The request to run.
        public let request: Request
        /// The expected response.
        public let expected: Expectation
        /// Whether the case still counts if another program does not support this step; Arca must support it.
        public let isOptional: Bool
        /// Whether an input that Arca does not support counts as rejected, such as an unknown algorithm in an invalid
        /// key.
        public let refusesUnsupported: Bool

        /// Creates a step.
        public init(
            _ request: Request, _ expected: Expectation, isOptional: Bool = false, refusesUnsupported: Bool = false
        ) {
            self.request = request
            self.expected = expected
            self.isOptional = isOptional
            self.refusesUnsupported = refusesUnsupported
        }
    }
}

typealias Request = TestPlan.Request
typealias Response = TestPlan.Response

enum Validity: String {
    /// Must succeed, with the given values.
    case valid
    /// Must be rejected or have another result.
    case invalid
    /// May be rejected; if it succeeds, must have the given values.
    case acceptable

    /// The expected response of an operation; without outputs, success itself is expected.
    func expectation(_ outputs: NamedValues) -> TestPlan.Expectation {
        switch self {
        case .valid: .outputs(outputs)
        case .invalid: .notOutputs(outputs)
        case .acceptable: .outputsOrRefusal(outputs)
        }
    }
}

// MARK: - Plans shared by several formats

extension TestPlan {
    static func step(
        _ operation: String, _ algorithm: String, inputs: NamedValues, expected: Expectation,
        refusesUnsupported: Bool = false
    ) -> TestPlan {
        .steps([Step(Request(operation, algorithm, inputs), expected, refusesUnsupported: refusesUnsupported)])
    }

    /// An operation from `msg` to `ct` and its inverse; `operations` are both names, such as `encrypt` and `decrypt`.
    static func roundTrip(
        _ algorithm: String, _ inputs: NamedValues, message: VectorValue, ciphertext: VectorValue,
        operations: (forward: String, back: String) = ("encrypt", "decrypt"), validity: Validity = .valid
    ) -> TestPlan {
        .steps([
            Step(
                Request(operations.forward, algorithm, inputs.with("msg", message)),
                validity.expectation(["ct": ciphertext])),
            Step(
                Request(operations.back, algorithm, inputs.with("ct", ciphertext)),
                validity.expectation(["msg": message])),
        ])
    }

    /// Sealing and opening; without a message the tag must be rejected.
    static func sealing(
        _ algorithm: String, _ inputs: NamedValues, message: [UInt8]?, ciphertext: [UInt8], tag: [UInt8],
        tagByteCount: Int? = nil, validity: Validity = .valid
    ) -> TestPlan {
        let sealed: NamedValues = ["ct": .bytes(ciphertext), "tag": .bytes(tag)]
        let opening = Request("open", algorithm, inputs.with("ct", .bytes(ciphertext)).with("tag", .bytes(tag)))
        guard let message else { return .steps([Step(opening, .refusal)]) }
        let sealing = inputs.with("msg", .bytes(message)).with("tagByteCount", .int(tagByteCount ?? tag.count))
        return .steps([
            Step(Request("seal", algorithm, sealing), validity.expectation(sealed)),
            Step(opening, validity.expectation(["msg": .bytes(message)])),
        ])
    }

    static func authenticating(
        _ algorithm: String, _ inputs: NamedValues, tag: [UInt8], tagByteCount: Int? = nil, validity: Validity = .valid
    ) -> TestPlan {
        .steps([
            Step(
                Request("mac", algorithm, inputs.with("tagByteCount", .int(tagByteCount ?? tag.count))),
                validity.expectation(["tag": .bytes(tag)])),
            Step(Request("verify-mac", algorithm, inputs.with("tag", .bytes(tag))), validity.expectation([:])),
        ])
    }

    /// Verifying a signature and, if `signing` has the inputs, reproducing it.
    static func signature(
        _ algorithm: String, verifying: NamedValues, signing: NamedValues? = nil, _ signature: VectorValue
    ) -> TestPlan {
        let verification = Step(Request("verify", algorithm, verifying.with("sig", signature)), .outputs([:]))
        guard let signing else { return .steps([verification]) }
        return .steps([verification, Step(Request("sign", algorithm, signing), .outputs(["sig": signature]))])
    }

    /// Hashing a message, with the output length as an input for extendable functions.
    static func digest(_ algorithm: String, _ inputs: NamedValues, _ digest: [UInt8]) -> TestPlan {
        let inputs =
            algorithm.hasPrefix("shake") ? inputs.with("outputByteCount", .int(digest.count)) : inputs
        return .step("hash", algorithm, inputs: inputs, expected: .outputs(["digest": .bytes(digest)]))
    }

    static func derivation(
        _ operation: String, _ algorithm: String, _ inputs: NamedValues, key: VectorValue, validity: Validity = .valid
    ) -> TestPlan {
        .step(operation, algorithm, inputs: inputs, expected: validity.expectation(["key": key]))
    }

    /// HKDF in one step, and its two steps separately if the extracted key is known.
    static func hkdf(
        _ hash: String, material: VectorValue, salt: VectorValue, info: VectorValue, outputByteCount: Int,
        extracted: VectorValue?, key: VectorValue
    ) -> TestPlan {
        let extracting: NamedValues = ["ikm": material, "salt": salt]
        let expanding: NamedValues = ["info": info, "outputByteCount": .int(outputByteCount)]
        var steps = [
            Step(
                Request("hkdf", hash, extracting.with("info", info).with("outputByteCount", .int(outputByteCount))),
                .outputs(["key": key]))
        ]
        if let extracted {
            steps += [
                Step(Request("hkdf-extract", hash, extracting), .outputs(["prk": extracted])),
                Step(Request("hkdf-expand", hash, expanding.with("prk", extracted)), .outputs(["key": key])),
            ]
        }
        return .steps(steps)
    }
}
