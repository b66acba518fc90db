/// Hexadecimal digits in common notations: `DE:AD:BE:EF`, `0xde, 0xad`, `\xde\xad`, `de-ad`, `de ad`.
///
/// Prefixes (`0x`, `\x`), brackets and the separators colon, hyphen, comma, semicolon, dot and whitespace are skipped.
/// Whitespace is allowed anywhere, the others only between whole bytes, so no digit is lost or shifted. Uses constant
/// memory.
public struct HexForms: Sendable {
    /// Creates a reader.
    public init() {}

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { Decoder() }

    private static let separators = ASCIISet(":-,;.[]{}()")

    private struct Decoder: ByteTransform {
        private var position = StreamPosition()
        private var high: UInt8?
        private var isEscaped = false
        /// Whether the first digit of a byte is a zero that may begin a prefix.
        private var mayBePrefix = false

        func maximumOutputCount(for byteCount: Int) -> Int { (byteCount.addressable + 1) / 2 }

        mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
            for index in 0..<bytes.count {
                try take(bytes[index], &output)
                position.advance(past: bytes[index])
            }
        }

        private func error(_ code: CodecErrorCode, _ reason: String, _ hint: String? = nil) -> CodecError {
            CodecError(code, at: position.textPosition, reason, hint: hint)
        }

        private mutating func take(_ byte: UInt8, _ output: inout OutputSpan<UInt8>) throws(CodecError) {
            if isEscaped {
                guard byte | 0x20 == UInt8(ascii: "x") else {
                    throw error(.invalidCharacter, "a backslash without x", "bytes are written \\xde")
                }
                isEscaped = false
                return
            }
            if let value = byte.hexDigitValue {
                if let first = high {
                    output.append(first << 4 | value)
                    high = nil
                    mayBePrefix = false
                } else {
                    high = value
                    mayBePrefix = value == 0
                }
                return
            }
            switch byte {
            case .space, .tab, .newline, 0x0b, 0x0c, .carriageReturn: return
            case _ where mayBePrefix && byte | 0x20 == UInt8(ascii: "x"):
                high = nil
                mayBePrefix = false
            case .backslash where high == nil: isEscaped = true
            case _ where HexForms.separators.contains(byte) && high == nil: return
            case _ where HexForms.separators.contains(byte):
                throw error(.invalidLength, "a digit without its second one", "a byte has two digits")
            default: throw error(.invalidCharacter, "not a hexadecimal digit")
            }
        }

        mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
            if high != nil || isEscaped {
                throw error(.truncated, "the last byte has one digit", "a byte has two digits")
            }
        }
    }
}
