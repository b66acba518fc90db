internal import ArcaCore
internal import ArcaKernels

/// An ML-DSA public key with its expanded matrix and digest; all of it is public.
final class PreparedMLDSAKey: @unchecked Sendable {  // Written in init only.
    let bytes: [UInt8]
    let kernel: MLDSA
    /// The matrix with the transform of t₁ as its last column.
    let matrix: UnsafeMutablePointer<Int32>
    /// H of the public key, 64 bytes.
    let hash: [UInt8]

    /// Decodes a key of the right length.
    convenience init(_ bytes: [UInt8], _ kernel: MLDSA) {
        let matrix = Self.allocateMatrix(kernel)
        MLDSAWorkspace.lend { space in bytes.withUnsafeBytes { kernel.makeMatrix($0.bytes, matrix, space) } }
        self.init(bytes, kernel, matrix: matrix)
    }

    /// Takes over a matrix without its last column.
    init(_ bytes: [UInt8], _ kernel: MLDSA, matrix: UnsafeMutablePointer<Int32>) {
        self.bytes = bytes
        self.kernel = kernel
        self.matrix = matrix
        hash = [UInt8](unsafeUninitializedCapacity: 64) { output, count in
            count = 64
            MLDSAWorkspace.lend { space in
                bytes.withUnsafeBufferPointer { bytes in
                    kernel.decodePublicKey(bytes.pointer, matrix, space)
                    kernel.hash(bytes, .empty, .empty, output.pointer, space)
                }
            }
        }
    }

    deinit { matrix.deallocate() }

    static func allocateMatrix(_ kernel: MLDSA) -> UnsafeMutablePointer<Int32> {
        UnsafeMutableRawPointer.allocate(byteCount: 4 * kernel.matrixCount, alignment: 32)
            .bindMemory(to: Int32.self, capacity: kernel.matrixCount)
    }

    /// The message representative μ, 64 bytes.
    func representative(
        _ message: Span<UInt8>, _ input: MLDSAInput, _ space: MLDSAWorkspace, _ output: UnsafeMutablePointer<UInt8>
    ) {
        message.withUnsafeBufferPointer { message in
            switch input {
            case .prefixed(let prefix):
                hash.withUnsafeBufferPointer { hash in
                    prefix.withUnsafeBufferPointer { kernel.hash(hash, $0, message, output, space) }
                }
            case .representative:
                for index in 0..<64 { output[index] = index < message.count ? message[index] : 0 }
            }
        }
    }

    /// Verifies a signature of the right length.
    func isValid(_ signature: Span<UInt8>, _ message: Span<UInt8>, _ input: MLDSAInput) -> Bool {
        var isValid = false
        MLDSAWorkspace.lend { space in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { mu in
                representative(message, input, space, mu.pointer)
                signature.withUnsafeBufferPointer { signature in
                    isValid = kernel.isValid(signature.pointer, mu.pointer, matrix: matrix, space)
                }
            }
        }
        return isValid
    }
}

/// An ML-DSA private key with its transformed secrets, shared by all copies.
final class ExpandedMLDSAKey: Sendable {
    let publicKey: PreparedMLDSAKey
    /// K, 32 bytes, from which masks are derived.
    let key: SecretBytes
    private let name: String
    /// The transforms of s₁, s₂ and t₀.
    private let secrets: SecretBytes
    /// The expanded form, if the key was read from it.
    private let given: SecretBytes?

    /// Creates a key from its seed, 32 bytes (FIPS 204, algorithm 6).
    init(seed: SecretBytes, _ variant: MLDSAVariant) throws(CryptoError) {
        name = variant.name
        given = nil
        let parts = Self.parts(ofSeed: seed, variant.kernel)
        (publicKey, secrets) = try Self.makePair(
            parts.withBytes { SecretBytes(copying: $0.extracting(..<96)) }, variant, packed: nil
        ) { seeds, secrets, space in
            variant.kernel.sampleSecrets(seeds + 32, secrets, space)
            return true
        }
        key = parts.withBytes { SecretBytes(copying: $0.extracting(96...)) }
    }

    /// Parses an expanded key: ρ ‖ K ‖ tr, then s₁, s₂ and t₀, all of which must match.
    init(expanded: SecretBytes, _ variant: MLDSAVariant) throws(CryptoError) {
        name = variant.name
        given = expanded
        let kernel = variant.kernel
        var publicKey: PreparedMLDSAKey?
        var secrets: SecretBytes?
        let rho = expanded.withBytes { SecretBytes(copying: $0.extracting(..<32)) }
        let packed = try SecretBytes(byteCount: kernel.packedSecretByteCount) { output throws(CryptoError) in
            var (pair, problem) = ((PreparedMLDSAKey, SecretBytes)?.none, CryptoError?.none)
            output.write { packed in
                do throws(CryptoError) {
                    pair = try Self.makePair(rho, variant, packed: packed) { _, secrets, space in
                        var isGood = false
                        expanded.withPointer { isGood = kernel.decodeSecrets($0 + 128, secrets, space) }
                        return isGood
                    }
                } catch { problem = error }
            }
            if let problem { throw problem }
            (publicKey, secrets) = (pair?.0, pair?.1)
        }
        guard let publicKey, let secrets else { throw CryptoError(.backendFailure, "no key was made") }
        let hash = publicKey.hash
        let isMatching = expanded.withBytes { expanded in
            let isSame = packed.withBytes { constantTimeEqual($0, expanded.extracting(128...)) }
            return constantTimeEqual(expanded.extracting(64..<128), hash.span) && isSame
        }
        guard isMatching else {
            throw CryptoError(.invalidKey, "the parts of the expanded \(name) private key do not match")
        }
        (self.publicKey, self.secrets) = (publicKey, secrets)
        key = expanded.withBytes { SecretBytes(copying: $0.extracting(32..<64)) }
    }

    /// ρ ‖ ρ′ ‖ K of a seed.
    private static func parts(ofSeed seed: SecretBytes, _ kernel: MLDSA) -> SecretBytes {
        SecretBytes(byteCount: 128) { output in
            output.write { output in
                MLDSAWorkspace.lend { space in seed.withPointer { kernel.expandSeed($0, output, space) } }
            }
        }
    }

    /// Computes both halves from seeds that begin with ρ and from s₁ and s₂, which `fill` writes; it returns whether
    /// they are valid.
    private static func makePair(
        _ seeds: SecretBytes, _ variant: MLDSAVariant, packed: UnsafeMutablePointer<UInt8>?,
        _ fill: (UnsafePointer<UInt8>, UnsafeMutablePointer<Int32>, MLDSAWorkspace) -> Bool
    ) throws(CryptoError) -> (PreparedMLDSAKey, SecretBytes) {
        let kernel = variant.kernel
        let matrix = PreparedMLDSAKey.allocateMatrix(kernel)
        var (bytes, isGood) = ([UInt8](), false)
        let secrets = SecretBytes(byteCount: 4 * kernel.secretCount) { output in
            output.write { output in
                let secrets = UnsafeMutableRawPointer(output).assumingMemoryBound(to: Int32.self)
                bytes = [UInt8](unsafeUninitializedCapacity: kernel.publicKeyByteCount) { output, count in
                    count = kernel.publicKeyByteCount
                    MLDSAWorkspace.lend { space in
                        seeds.withPointer { seeds in
                            kernel.makeMatrix(seeds, matrix, space)
                            isGood = fill(seeds, secrets, space)
                            kernel.makeKeyPair(
                                rho: seeds, matrix: matrix, secrets: secrets, publicKey: output.pointer,
                                packed: packed, space)
                        }
                    }
                }
            }
        }
        let publicKey = PreparedMLDSAKey(bytes, kernel, matrix: matrix)
        guard isGood else {
            throw CryptoError(.invalidKey, "the expanded \(variant.name) private key has a coefficient out of range")
        }
        return (publicKey, secrets)
    }

    /// The expanded form; `seed` is that of the key, nil if the key was read in this form.
    func representation(seed: SecretBytes?) throws(CryptoError) -> SecretBytes {
        if let given { return given }
        guard let seed, let variant = MLDSAVariant(rawValue: name) else {
            throw CryptoError(.backendFailure, "the \(name) private key has no seed")
        }
        let kernel = publicKey.kernel
        let (parts, hash) = (Self.parts(ofSeed: seed, kernel), publicKey.hash)
        return try SecretBytes(byteCount: kernel.expandedKeyByteCount) { output throws(CryptoError) in
            parts.withBytes { output.append(contentsOf: $0.extracting(..<32)) }
            key.withBytes { output.append(contentsOf: $0) }
            output.append(contentsOf: hash.span)
            let packed = try SecretBytes(byteCount: kernel.packedSecretByteCount) { output throws(CryptoError) in
                var problem: CryptoError?
                output.write { packed in
                    do throws(CryptoError) {
                        _ = try Self.makePair(parts, variant, packed: packed) { seeds, secrets, space in
                            kernel.sampleSecrets(seeds + 32, secrets, space)
                            return true
                        }
                    } catch { problem = error }
                }
                if let problem { throw problem }
            }
            packed.withBytes { output.append(contentsOf: $0) }
        }
    }

    func signature(
        for message: Span<UInt8>, _ input: MLDSAInput, random: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        let kernel = publicKey.kernel
        var isDone = false
        let signature = [UInt8](unsafeUninitializedCapacity: kernel.signatureByteCount) { output, count in
            count = kernel.signatureByteCount
            MLDSAWorkspace.lend { space in
                // μ, then ρ″ = H(K ‖ rnd ‖ μ).
                let hashes = SecretBytes(byteCount: 128) { hashes in
                    hashes.write { hashes in
                        publicKey.representative(message, input, space, hashes)
                        key.withBuffer { key in
                            random.withBuffer { random in
                                kernel.hash(
                                    key, random, UnsafeBufferPointer(start: hashes, count: 64), hashes + 64, space)
                            }
                        }
                    }
                }
                hashes.withPointer { hashes in
                    secrets.withNumbers { (secrets: UnsafePointer<Int32>) in
                        isDone = kernel.sign(
                            hashes, seed: hashes + 64, secrets: secrets, matrix: publicKey.matrix,
                            signature: output.pointer, space)
                    }
                }
            }
        }
        guard isDone else { throw CryptoError(.backendFailure, "signing with \(name) found no signature") }
        return signature
    }
}

extension MLDSAWorkspace {
    /// Calls `body` with scratch memory, then wipes it and the stack below.
    static func lend(_ body: (MLDSAWorkspace) -> Void) {
        KernelScratch.lend(byteCount) {
            body(MLDSAWorkspace($0, four: KernelScratch.four, vectors: KernelScratch.vectors))
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate static var empty: Self { UnsafeBufferPointer(start: nil, count: 0) }
}

extension SecretBytes {
    fileprivate func withBuffer(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        withBytes { bytes in bytes.withUnsafeBufferPointer { body($0) } }
    }
}
