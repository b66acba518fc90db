/// Scratch memory of one ML-DSA operation; signing leaves secrets in it, so the caller must wipe it.
public struct MLDSAWorkspace {
    /// The required size in bytes.
    public static let byteCount = polynomialStart + 4 * MLDSARing.degree * 26

    // Offsets in bytes.
    private static let blockStart = 832
    private static let encodedStart = blockStart + 4 * blockByteCount
    private static let polynomialStart = encodedStart + 1024 + 64
    /// Capacity for the output of one sponge: five SHAKE256 blocks, and what ``MLDSAPacking`` reads beyond it.
    static let blockByteCount = 704

    /// One Keccak state, or four.
    let state: UnsafeMutablePointer<UInt64>
    /// Four blocks of ``blockByteCount`` bytes for sponge output.
    let blocks: UnsafeMutablePointer<UInt8>
    /// The encoded high parts w₁, up to 1024 bytes.
    let encoded: UnsafeMutablePointer<UInt8>
    /// A commitment hash, up to 64 bytes.
    let challenge: UnsafeMutablePointer<UInt8>
    private let polynomials: Wide

    let roundConstants = Keccak.roundConstants
    let constants = UnsafePointer(MLDSAConstants.shared.zetas)
    let four: FourPermutations?
    let vectors: MLDSAVectors

    /// Uses memory of ``byteCount`` bytes, aligned to 32, whose initial content is ignored.
    ///
    /// `four` permutes four states in parallel, and `vectors` transform, if the processor supports it.
    public init(_ memory: UnsafeMutableRawPointer, four: FourPermutations?, vectors: MLDSAVectors?) {
        state = memory.assumingMemoryBound(to: UInt64.self)
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        blocks = bytes + Self.blockStart
        encoded = bytes + Self.encodedStart
        challenge = encoded + 1024
        polynomials = (memory + Self.polynomialStart).assumingMemoryBound(to: Int32.self)
        self.four = four
        self.vectors = vectors ?? .portable
    }

    /// The mask y, then z: seven polynomials.
    var mask: Wide { polynomials }
    /// A transformed vector, then high parts or hints: eight polynomials.
    var highs: Wide { polynomials + 7 * MLDSARing.degree }
    /// The low parts of the commitment: eight polynomials.
    var lows: Wide { polynomials + 15 * MLDSARing.degree }
    /// The transformed challenge.
    var ball: Wide { polynomials + 23 * MLDSARing.degree }
    // Temporary polynomials.
    var first: Wide { polynomials + 24 * MLDSARing.degree }
    var second: Wide { polynomials + 25 * MLDSARing.degree }

    func forward(_ f: Wide) { vectors.forward(f, constants) }
    func backward(_ f: Wide) { vectors.backward(f, constants) }
    func multiply(_ a: UnsafePointer<Int32>, _ b: UnsafePointer<Int32>, count: Int, _ result: Wide) {
        vectors.multiply(a, b, count, result)
    }
}
