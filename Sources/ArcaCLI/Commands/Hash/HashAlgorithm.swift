internal import ArcaCompression
internal import ArcaCrypto

/// An algorithm of `arca hash`: a digest, or a checksum that detects only accidental changes.
enum HashAlgorithm: Sendable, Hashable {
    case digest(HashFunction)
    case checksum(Checksum.Algorithm)

    static let all =
        HashFunction.all.map(HashAlgorithm.digest) + Checksum.Algorithm.allCases.map(HashAlgorithm.checksum)

    /// Finds an algorithm by name; ignores case, hyphens and underscores.
    init(named name: String) throws(CryptoError) {
        let folded = name.lowercased().filter { $0 != "-" && $0 != "_" }
        if let checksum = Checksum.Algorithm.allCases.first(where: { $0.rawValue == folded }) {
            self = .checksum(checksum)
        } else {
            self = .digest(try HashFunction(named: name))
        }
    }

    /// The name in options: `sha256`.
    var shortName: String {
        switch self {
        case .digest(let function): function.shortName
        case .checksum(let algorithm): algorithm.rawValue
        }
    }

    /// The name in tagged lines of BSD and GNU tools: `SHA256`, `SHA3-256`, `BLAKE2b`.
    var tag: String {
        switch self {
        case .checksum(let algorithm): algorithm.rawValue.uppercased()
        case .digest(.blake2b): "BLAKE2b"
        case .digest(.blake2s): "BLAKE2s"
        case .digest(.ripemd160): "RMD160"
        case .digest(.sm3): "SM3"
        case .digest(let function):
            function.name.hasPrefix("SHA-") ? "SHA" + String(function.name.dropFirst(4)) : function.name
        }
    }

    /// Default length of the result in bytes.
    var byteCount: Int {
        switch self {
        case .digest(let function): function.digestByteCount
        case .checksum: 4
        }
    }

    var isExtendable: Bool {
        if case .digest(let function) = self { function.isExtendable } else { false }
    }

    /// Whether collisions can be constructed, or occur by accident.
    var isInsecure: Bool {
        if case .digest(let function) = self { function.isInsecure } else { true }
    }

    enum State: Sendable {
        case digest(HashStream, outputByteCount: Int?)
        case checksum(Checksum)

        /// Starts a computation; `length` applies only to extendable functions.
        init(_ algorithm: HashAlgorithm, length: Int?) throws(CryptoError) {
            switch algorithm {
            case .digest(let function):
                self = .digest(try function.stream(), outputByteCount: function.isExtendable ? length : nil)
            case .checksum(let algorithm): self = .checksum(Checksum(algorithm))
            }
        }

        mutating func update(_ bytes: Span<UInt8>) {
            switch consume self {
            case .digest(var stream, let count):
                stream.update(bytes)
                self = .digest(stream, outputByteCount: count)
            case .checksum(var checksum):
                checksum.update(bytes)
                self = .checksum(checksum)
            }
        }

        func finalize() throws(CryptoError) -> [UInt8] {
            switch self {
            case .digest(let stream, let count): try stream.finalize(outputByteCount: count)
            case .checksum(let checksum): checksum.bytes
            }
        }
    }
}

extension HashAlgorithm: ArgumentValue {
    init(argument: Argument) throws(UsageError) {
        do throws(CryptoError) {
            self = try HashAlgorithm(named: argument.text ?? "")
        } catch {
            throw .unknownChoice(argument, of: HashAlgorithm.all.map(\.shortName))
        }
    }

    static var completion: Completion { .choices(all.map(\.shortName)) }
    var argumentText: String? { shortName }
}
