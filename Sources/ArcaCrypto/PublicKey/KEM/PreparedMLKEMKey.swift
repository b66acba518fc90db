internal import ArcaCore
internal import ArcaKernels

/// An ML-KEM encapsulation key with its decoded vector, expanded matrix and digest; all of it is public.
final class PreparedMLKEMKey: @unchecked Sendable {  // Written in init only.
    let bytes: [UInt8]
    let kernel: MLKEM
    let hash: UnsafeMutablePointer<UInt8>
    private let numbers: UnsafeMutablePointer<Int16>

    /// Decodes a key of the right length; `checksModulus` rejects coefficients that are not reduced.
    convenience init(
        _ bytes: [UInt8], _ kernel: MLKEM, _ name: String, checksModulus: Bool = true
    ) throws(CryptoError) {
        try Libcrypto.checkOwn(name)
        self.init(bytes, kernel, hasMatrix: false) { _ in }
        guard bytes.withUnsafeBytes({ kernel.decodeVector($0.bytes, vector) }) || !checksModulus else {
            throw CryptoError(.invalidKey, "the \(name) public key has a coefficient that is not below 3329")
        }
        MLKEMWorkspace.lend { space in
            bytes.withUnsafeBytes { bytes in
                kernel.makeMatrix(bytes.bytes + 384 * kernel.rank, matrix, space)
                kernel.hash(bytes.bytes, bytes.count, hash, space)
            }
        }
    }

    init(_ bytes: [UInt8], _ kernel: MLKEM, hasMatrix: Bool = true, _ fill: (UnsafeMutablePointer<Int16>) -> Void) {
        self.bytes = bytes
        self.kernel = kernel
        hash = .allocate(capacity: 32)
        numbers = .allocate(capacity: kernel.vectorCount + kernel.matrixCount)
        guard hasMatrix else { return }
        fill(matrix)
        MLKEMWorkspace.lend { space in
            bytes.withUnsafeBytes { bytes in
                _ = kernel.decodeVector(bytes.bytes, vector)
                kernel.hash(bytes.bytes, bytes.count, hash, space)
            }
        }
    }

    deinit {
        hash.deallocate()
        numbers.deallocate()
    }

    var vector: UnsafeMutablePointer<Int16> { numbers }
    var matrix: UnsafeMutablePointer<Int16> { numbers + kernel.vectorCount }

    /// Encapsulates 32 secret random bytes.
    func encapsulate(_ message: SecretBytes) throws(CryptoError) -> KEM.EncapsulationResult {
        guard message.count == 32 else {
            throw CryptoError(.invalidInputLength, "ML-KEM encapsulates 32 bytes, not \(message.count)")
        }
        var ciphertext: [UInt8] = []
        let secret = SecretBytes(byteCount: 32) { secret in
            secret.write { secret in
                ciphertext = [UInt8](unsafeUninitializedCapacity: kernel.ciphertextByteCount) { output, count in
                    count = kernel.ciphertextByteCount
                    MLKEMWorkspace.lend { space in
                        message.withPointer { message in
                            kernel.encapsulate(
                                message, hash: hash, vector: vector, matrix: matrix, ciphertext: output.pointer,
                                secret: secret, space)
                        }
                    }
                }
            }
        }
        return KEM.EncapsulationResult(sharedSecret: SymmetricKey(secret), encapsulated: ciphertext)
    }
}

/// An ML-KEM decapsulation key with its decoded vector, shared by all copies.
final class ExpandedMLKEMKey: Sendable {
    let publicKey: PreparedMLKEMKey
    private let name: String
    /// ŝ, decoded, 512·k bytes.
    private let vector: SecretBytes
    /// The secret for implicit rejection, 32 bytes.
    private let z: SecretBytes

    /// Creates a key from its seed d ‖ z, 64 bytes (FIPS 203, algorithm 16).
    init(seed: SecretBytes, _ kernel: MLKEM, _ name: String) throws(CryptoError) {
        try Libcrypto.checkOwn(name)
        self.name = name
        z = seed.withBytes { SecretBytes(copying: $0.extracting(32...)) }
        var publicKey: PreparedMLKEMKey?
        vector = SecretBytes(byteCount: 2 * kernel.vectorCount) { output in
            output.write { output in
                let vector = UnsafeMutableRawPointer(output).assumingMemoryBound(to: Int16.self)
                publicKey = Self.makePair(seed, kernel, vector)
            }
        }
        // The closure always runs, but the compiler cannot know.
        guard let publicKey else { throw CryptoError(.backendFailure, "no key was made") }
        self.publicKey = publicKey
    }

    private static func makePair(
        _ seed: SecretBytes, _ kernel: MLKEM, _ vector: UnsafeMutablePointer<Int16>
    ) -> PreparedMLKEMKey {
        let matrix = UnsafeMutablePointer<Int16>.allocate(capacity: kernel.matrixCount)
        defer { matrix.deallocate() }
        let bytes = [UInt8](unsafeUninitializedCapacity: kernel.publicKeyByteCount) { output, count in
            count = kernel.publicKeyByteCount
            MLKEMWorkspace.lend { space in
                let halves = SecretBytes(byteCount: 64) { halves in
                    halves.write { halves in seed.withPointer { kernel.expandSeed($0, halves, space) } }
                }
                halves.withPointer { halves in
                    kernel.makeMatrix(halves, matrix, space)
                    kernel.makeKeyPair(
                        rho: halves, sigma: halves + 32, matrix: matrix, secret: vector, publicKey: output.pointer,
                        space)
                }
            }
        }
        return PreparedMLKEMKey(bytes, kernel) { $0.update(from: matrix, count: kernel.matrixCount) }
    }

    /// Parses an expanded key: ŝ ‖ ek ‖ H(ek) ‖ z.
    init(expanded: SecretBytes, _ kernel: MLKEM, _ name: String) throws(CryptoError) {
        self.name = name
        let start = 384 * kernel.rank
        let end = start + kernel.publicKeyByteCount
        let bytes = expanded.withBytes { span in
            [UInt8](capacity: end - start) { $0.append(contentsOf: span.extracting(start..<end)) }
        }
        // The standard only checks length and digest here; larger coefficients are reduced modulo q.
        let publicKey = try PreparedMLKEMKey(bytes, kernel, name, checksModulus: false)
        let isGood = expanded.withBytes { span in
            let hash = UnsafeBufferPointer(start: publicKey.hash, count: 32)
            return constantTimeEqual(span.extracting(end..<end + 32), hash.span)
        }
        guard isGood else {
            throw CryptoError(.invalidKey, "the digest in the \(name) private key does not match the public key")
        }
        self.publicKey = publicKey
        z = expanded.withBytes { SecretBytes(copying: $0.extracting((end + 32)...)) }
        vector = SecretBytes(byteCount: 2 * kernel.vectorCount) { output in
            output.write { output in
                let vector = UnsafeMutableRawPointer(output).assumingMemoryBound(to: Int16.self)
                // The standard requires no modulus check here.
                expanded.withPointer { _ = kernel.decodeVector($0, vector) }
            }
        }
    }

    var bytes: SecretBytes {
        let kernel = publicKey.kernel
        return SecretBytes(byteCount: kernel.expandedKeyByteCount) { output in
            output.write { output in
                MLKEMWorkspace.lend { space in
                    vector.withNumbers { kernel.encodeVector($0, output, space) }
                }
                var place = output + 384 * kernel.rank
                publicKey.bytes.withUnsafeBytes { place.update(from: $0.bytes, count: $0.count) }
                place += kernel.publicKeyByteCount
                place.update(from: publicKey.hash, count: 32)
                z.withPointer { (place + 32).update(from: $0, count: 32) }
            }
        }
    }

    func decapsulate(_ encapsulated: borrowing some Bytes) throws(CryptoError) -> SymmetricKey {
        let kernel = publicKey.kernel
        let count = encapsulated.withBytes { $0.count }
        guard count == kernel.ciphertextByteCount else {
            throw CryptoError(
                .invalidInputLength, "\(name) has ciphertexts of \(kernel.ciphertextByteCount) bytes; found \(count)")
        }
        return SymmetricKey(
            SecretBytes(byteCount: 32) { secret in
                secret.write { secret in
                    encapsulated.withPointer { ciphertext in
                        MLKEMWorkspace.lend { space in
                            vector.withNumbers { vector in
                                z.withPointer { z in
                                    kernel.decapsulate(
                                        ciphertext, secretVector: vector, hash: publicKey.hash, z: z,
                                        vector: publicKey.vector, matrix: publicKey.matrix, secret: secret, space)
                                }
                            }
                        }
                    }
                }
            })
    }
}

extension MLKEMWorkspace {
    /// Calls `body` with scratch memory, then wipes it and the stack below.
    static func lend(_ body: (MLKEMWorkspace) -> Void) {
        KernelScratch.lend(byteCount) { body(MLKEMWorkspace($0, four: KernelScratch.four)) }
    }
}

/// A seed followed by the digest of the public key, for ML-KEM, its hybrids and ML-DSA.
enum KEMSeed {
    static func split(_ bytes: SecretBytes, _ name: String, _ count: Int) throws(CryptoError) -> SecretBytes {
        guard bytes.count == count + 32 else {
            throw CryptoError(
                .invalidKeyLength, "\(name) has checked private keys of \(count + 32) bytes; found \(bytes.count)")
        }
        return bytes.withBytes { SecretBytes(copying: $0.extracting(..<count)) }
    }

    /// Throws unless an integrity-checked representation ends with the digest of the public key.
    static func check(_ bytes: SecretBytes, _ publicKey: [UInt8], _ name: String) throws(CryptoError) {
        let isGood = bytes.withBytes { constantTimeEqual($0.extracting(last: 32), digest(publicKey)) }
        guard isGood else {
            throw CryptoError(.invalidKey, "the digest in the \(name) private key does not match the seed")
        }
    }

    static func join(_ seed: SecretBytes, _ publicKey: [UInt8]) -> SecretBytes {
        SecretBytes(byteCount: seed.count + 32) { output in
            seed.withBytes { output.append(contentsOf: $0) }
            digest(publicKey).withBytes { output.append(contentsOf: $0) }
        }
    }

    private static func digest(_ bytes: [UInt8]) -> SecretBytes { SecretKeccak.sha3_256(bytes.span) }
}

/// SHA-3 with secret input or output; keeps nothing in libcrypto's memory.
enum SecretKeccak {
    static func sha3_256(_ bytes: Span<UInt8>) -> SecretBytes {
        hash(32) { state, output in
            bytes.withUnsafeBufferPointer { Keccak.sha3_256($0.pointer, $0.count, output, state: state) }
        }
    }

    static func shake256(_ bytes: Span<UInt8>, outputByteCount: Int) -> SecretBytes {
        hash(outputByteCount) { state, output in
            bytes.withUnsafeBufferPointer {
                Keccak.shake256($0.pointer, $0.count, output, outputByteCount, state: state)
            }
        }
    }

    private static func hash(
        _ count: Int, _ body: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt8>) -> Void
    ) -> SecretBytes {
        SecretBytes(byteCount: count) { output in
            output.write { output in
                let memory = SecretArena.allocate(8 * Keccak.wordCount)
                body(UnsafeMutableRawPointer(memory).assumingMemoryBound(to: UInt64.self), output)
                SecretArena.release(memory, 8 * Keccak.wordCount)
                KernelScratch.wipeStack()
            }
        }
    }
}
