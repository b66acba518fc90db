/// What is done with a case: one request or several, each with what the response must be.
public enum TestPlan: Sendable {
    /// All of these must hold; an empty list counts as a failure, because nothing would be checked.
    case steps([Step])
    /// Arca has nothing to run the case with, for this reason.
    case skip(String)

    /// What an implementation is asked to do: one operation of one algorithm with its inputs.
    ///
    /// The same request goes to Arca and to any other program, so both are checked alike.
    public struct Request: Sendable, Equatable {
        /// The operation: `seal`, `open`, `mac`, `hash`; `Documentation/VECTORS.md` lists them.
        public let operation: String
        /// The algorithm as Arca calls it: `aes-gcm`, `hmac-sha256`.
        public let algorithm: String
        /// What goes in.
        public let inputs: NamedValues

        /// Makes a request.
        ///
        /// - Parameters:
        ///   - operation: The operation.
        ///   - algorithm: The algorithm as Arca calls it.
        ///   - inputs: What goes in.
        public init(_ operation: String, _ algorithm: String, _ inputs: NamedValues) {
            self.operation = operation
            self.algorithm = algorithm
            self.inputs = inputs
        }
    }

    /// What an implementation makes of a request.
    public enum Response: Sendable, Equatable {
        /// It did what was asked; a bare yes has no values.
        case outputs(NamedValues)
        /// It refused: a tag that does not match, a key of a length that the algorithm does not have.
        case refused(Refusal)
        /// It does not have the operation or the algorithm.
        case unsupported(String)

        /// Why something was refused.
        public struct Refusal: Sendable, Equatable {
            /// A stable name for the reason, such as an error's code; empty when there is none, nil from a program that
            /// does not tell codes.
            public let code: String?
            /// Where in the input; nil when unknown.
            public let place: String?
            /// The reason for people.
            public let reason: String

            /// Makes a refusal.
            ///
            /// - Parameters:
            ///   - code: A stable name for the reason.
            ///   - place: Where in the input.
            ///   - reason: The reason for people.
            public init(code: String? = "", place: String? = nil, _ reason: String) {
                self.code = code
                self.place = place
                self.reason = reason
            }
        }

        /// The response for people.
        public var description: String {
            switch self {
            case .outputs(let values): values.description
            case .refused(let refusal): "refused: \(refusal.reason)"
            case .unsupported(let reason): "not supported: \(reason)"
            }
        }
    }

    /// What the response to a request must be.
    public enum Expectation: Sendable, Equatable {
        /// These values, and no others.
        case outputs(NamedValues)
        /// Success, with whatever values: the file does not say which.
        case anyOutputs
        /// A refusal, or other values than these: what a forged tag or ciphertext asks for.
        ///
        /// Other values count because some decryptions never refuse, by design: PKCS#1 v1.5 with implicit rejection.
        case notOutputs(NamedValues)
        /// These values or a refusal, but no other values.
        case outputsOrRefusal(NamedValues)
        /// A refusal, for any reason.
        case refusal
        /// A refusal with this code, and at this place if there is one.
        case refusalWith(code: String, place: String?)

        /// The expectation for people.
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

    /// A request and what its response must be.
    public struct Step: Sendable {
        /// What is asked.
        public let request: Request
        /// What the response must be.
        public let expected: Expectation
        /// Whether the case stands without it: another program that does not support it is not skipped for that; Arca is.
        public let isOptional: Bool

        /// Makes a step.
        ///
        /// - Parameters:
        ///   - request: What is asked.
        ///   - expected: What the response must be.
        ///   - isOptional: Whether the case stands without it.
        public init(_ request: Request, _ expected: Expectation, isOptional: Bool = false) {
            self.request = request
            self.expected = expected
            self.isOptional = isOptional
        }
    }
}

typealias Request = TestPlan.Request
typealias Response = TestPlan.Response

/// What a file says about a case as a whole.
enum Validity: String {
    /// Must succeed, with the values given.
    case valid
    /// Must be refused, or come out as something else.
    case invalid
    /// May be refused; if it succeeds, then with the values given.
    case acceptable

    /// What an operation must give; no outputs means that success itself is what is expected.
    func expectation(_ outputs: NamedValues) -> TestPlan.Expectation {
        switch self {
        case .valid: .outputs(outputs)
        case .invalid: .notOutputs(outputs)
        case .acceptable: .outputsOrRefusal(outputs)
        }
    }
}

// MARK: - Plans that several formats share

extension TestPlan {
    /// A single step.
    static func step(
        _ operation: String, _ algorithm: String, _ inputs: NamedValues, _ expected: Expectation
    ) -> TestPlan {
        .steps([Step(Request(operation, algorithm, inputs), expected)])
    }

    /// An operation from `msg` to `ct` and its inverse.
    ///
    /// `operations` are the names of both, such as `encrypt` and `decrypt`.
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

    /// Sealing and opening; without a message the tag must not match.
    static func sealing(
        _ algorithm: String, _ inputs: NamedValues, message: [UInt8]?, ciphertext: [UInt8], tag: [UInt8]
    ) -> TestPlan {
        let sealed: NamedValues = ["ct": .bytes(ciphertext), "tag": .bytes(tag)]
        let opening = Request("open", algorithm, inputs.with("ct", .bytes(ciphertext)).with("tag", .bytes(tag)))
        guard let message else { return .steps([Step(opening, .refusal)]) }
        let sealing = inputs.with("msg", .bytes(message)).with("tagByteCount", .int(tag.count))
        return .steps([
            Step(Request("seal", algorithm, sealing), .outputs(sealed)),
            Step(opening, .outputs(["msg": .bytes(message)])),
        ])
    }

    /// Computing a code, and checking it with the function that compares in constant time.
    static func authenticating(_ algorithm: String, _ inputs: NamedValues, tag: [UInt8]) -> TestPlan {
        .steps([
            Step(
                Request("mac", algorithm, inputs.with("tagByteCount", .int(tag.count))),
                .outputs(["tag": .bytes(tag)])),
            Step(Request("verify-mac", algorithm, inputs.with("tag", .bytes(tag))), .outputs([:])),
        ])
    }

    /// Verifying a signature, and making it again where `signing` has the inputs for that.
    static func signature(
        _ algorithm: String, verifying: NamedValues, signing: NamedValues? = nil, _ signature: VectorValue
    ) -> TestPlan {
        let verification = Step(Request("verify", algorithm, verifying.with("sig", signature)), .outputs([:]))
        guard let signing else { return .steps([verification]) }
        return .steps([verification, Step(Request("sign", algorithm, signing), .outputs(["sig": signature]))])
    }

    /// A digest of a message; `outputByteCount` is among the inputs where the function is extendable.
    static func digest(_ algorithm: String, _ inputs: NamedValues, _ digest: [UInt8]) -> TestPlan {
        let inputs =
            algorithm.hasPrefix("shake") ? inputs.with("outputByteCount", .int(digest.count)) : inputs
        return .step("hash", algorithm, inputs, .outputs(["digest": .bytes(digest)]))
    }

    /// A derived key.
    static func derivation(
        _ operation: String, _ algorithm: String, _ inputs: NamedValues, key: VectorValue, validity: Validity = .valid
    ) -> TestPlan {
        .step(operation, algorithm, inputs, validity.expectation(["key": key]))
    }

    /// HKDF as a whole, and in its two halves where the extracted key is known.
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
