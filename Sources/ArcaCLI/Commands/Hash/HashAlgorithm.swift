internal import ArcaCompression
internal import ArcaCrypto

/// An algorithm of `arca hash`: a digest, or a checksum that detects only accidental changes.
enum HashAlgorithm: Sendable, Hashable {
    case digest(HashFunction)
    case checksum(Checksum.Algorithm)
    /// BLAKE2b with a digest of 1 to 63 bytes, as `b2sum --length` computes it.
    case shortBLAKE2b(Int)

    static let all =
        HashFunction.all.map(HashAlgorithm.digest) + Checksum.Algorithm.allCases.map(HashAlgorithm.checksum)

    /// Finds an algorithm by name; ignores case, hyphens and underscores.
    init(named name: String) throws(CryptoError) {
        let folded = name.lowercased().filter { $0 != "-" && $0 != "_" }
        if let checksum = Checksum.Algorithm.allCases.first(where: { $0.rawValue == folded }) {
            self = .checksum(checksum)
        } else if folded.hasPrefix("blake2b"), let bits = Int(folded.dropFirst(7)), bits % 8 == 0, 8..<512 ~= bits {
            self = .shortBLAKE2b(bits / 8)
        } else {
            self = .digest(try HashFunction(named: name))
        }
    }

    /// The name in options: `sha256`.
    var shortName: String {
        switch self {
        case .digest(let function): function.shortName
        case .checksum(let algorithm): algorithm.rawValue
        case .shortBLAKE2b(let count): "blake2b-\(8 * count)"
        }
    }

    /// The name in tagged lines of BSD and GNU tools: `SHA256`, `SHA3-256`, `BLAKE2b`.
    var tag: String {
        switch self {
        case .checksum(let algorithm): algorithm.rawValue.uppercased()
        case .shortBLAKE2b(let count): "BLAKE2b-\(8 * count)"
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
        case .shortBLAKE2b(let count): count
        }
    }

    var isChecksum: Bool { if case .checksum = self { true } else { false } }

    var isExtendable: Bool {
        if case .digest(let function) = self { function.isExtendable } else { false }
    }

    /// Whether collisions can be constructed, or occur by accident.
    var isInsecure: Bool {
        switch self {
        case .digest(let function): function.isInsecure
        case .checksum: true
        case .shortBLAKE2b(let count): count < 28
        }
    }

    enum State: Sendable {
        case digest(HashStream, outputByteCount: Int?)
        case checksum(Checksum)
        case shortBLAKE2b(BLAKE2bStream)

        /// Starts a computation; `length` applies only to extendable functions.
        init(_ algorithm: HashAlgorithm, length: Int?) throws(CryptoError) {
            switch algorithm {
            case .digest(let function):
                self = .digest(try function.stream(), outputByteCount: function.isExtendable ? length : nil)
            case .checksum(let algorithm): self = .checksum(Checksum(algorithm))
            case .shortBLAKE2b(let count): self = .shortBLAKE2b(BLAKE2bStream(outputByteCount: count))
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
            case .shortBLAKE2b(let stream):
                stream.update(bytes)
                self = .shortBLAKE2b(stream)
            }
        }

        func finalize() throws(CryptoError) -> [UInt8] {
            switch self {
            case .digest(let stream, let count): try stream.finalize(outputByteCount: count)
            case .checksum(let checksum): checksum.bytes
            case .shortBLAKE2b(let stream): stream.finish()
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
