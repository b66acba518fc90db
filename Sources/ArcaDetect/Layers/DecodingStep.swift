internal import ArcaCodecCatalog

/// A step that may remove a layer, and its prior cost.
struct DecodingStep: Sendable {
    let codec: Codec
    var options: Codec.Options = [:]
    /// Prior cost of this step, in bits.
    let bits: Double
    /// Whether the input is truncated and an incomplete unit at its end is dropped.
    var isCut = false
    /// For compression: the number of bits that a header and a checksum determine.
    var evidenceBits: Double?
    /// For ciphers with a derived key: the margin over other keys, in bits.
    var margin: Double?
    /// Whether it only removes a wrapper: line breaks, or quotes around text without escapes.
    var isWrapping = false
    private var isFramed = false

    /// A step that undoes a cipher.
    ///
    /// - Parameters:
    ///   - step: The cipher, with its key if that is known.
    ///   - keyLength: The number of letters or bytes of a key of any length.
    ///   - bits: A cost other than the cipher's own.
    init(cipher step: Codec.Step, keyLength: Int = 0, bits: Double? = nil) {
        codec = step.codec
        options = step.options
        let cost = codec.clue.cipher
        self.bits = bits ?? (cost?.bits ?? 0) + (cost?.bitsPerKeyUnit ?? 0) * Double(keyLength)
    }

    /// A step that decodes a charset.
    init(charset name: String, bits: Double, evidenceBits: Double?) {
        codec = .charset
        options[.form] = .text(name)
        self.bits = bits
        self.evidenceBits = evidenceBits
    }

    private init(_ codec: Codec, _ attempt: Codec.Clue.Attempt) {
        self.codec = codec
        options = attempt.options
        bits = attempt.bits
        evidenceBits = attempt.evidenceBits
        isWrapping = attempt.isWrapping
        isFramed = attempt.isFramed || codec.clue.isFramed && !attempt.options[flag: .lenient]
    }

    func with(_ option: Codec.Option, _ value: Codec.Value) -> DecodingStep {
        var step = self
        step.options[option] = value
        return step
    }

    /// Evidence below which the start of compressed data proves nothing, in bits: raw deflate has no magic number.
    static let convincingEvidence = 40.0

    /// Whether a frame, a checksum or addresses confirm the encoding, whatever the content.
    var isProven: Bool { !isCut && (isFramed || evidenceBits ?? 0 > Self.convincingEvidence) }

    /// Whether the start of truncated input can be decoded; short words prove nothing.
    func allowsCut(_ byteCount: Int) -> Bool {
        byteCount >= Codec.Clue.minimumCutByteCount && evidenceBits ?? .infinity > Self.convincingEvidence
    }

    /// The steps that may apply to some bytes, the most common first; the first step of a group that succeeds is used.
    static func groups(
        for bytes: Span<UInt8>, _ plausibility: Plausibility, hasCipher: Bool, isInner: Bool
    ) -> [[DecodingStep]] {
        let input = Codec.Clue.Input(
            bytes, plausibility.census, isText: plausibility.isText, isKnownFormat: plausibility.format != nil,
            hasStrayBytes: plausibility.text.strayByteCount > 0)
        func steps(_ codec: Codec) -> [[DecodingStep]] {
            codec.clue.attempts(bytes, input).map { group in group.map { DecodingStep(codec, $0) } }
        }
        func steps(in stage: Codec.Clue.Stage) -> [[DecodingStep]] { Codec.searched(in: stage).flatMap(steps) }
        var groups: [[DecodingStep]] = []
        for codec in Codec.searched(in: .frame) where groups.isEmpty { groups = steps(codec) }
        if let format = plausibility.format, !format.isText { return groups }
        // Readable input is not XORed, but the content of a layer may be, even if it is readable.
        if isInner || !plausibility.isText, !hasCipher { groups += LayerCiphers.exclusiveOr(bytes, plausibility) }
        groups += steps(in: .charset) + LayerCharsets.groups(bytes, plausibility)
        guard plausibility.isText else { return groups }
        return groups + steps(in: .text) + (hasCipher ? [] : LayerCiphers.groups(for: bytes, plausibility))
    }
}
