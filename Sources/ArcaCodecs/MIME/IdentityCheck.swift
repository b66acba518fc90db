/// Copies a body without encoding it, normalizes its line ends, and checks that its transfer encoding allows it.
struct IdentityCheck: Sendable {
    private let encoding: TransferEncoding
    private let lineEnding: LineWrapping.Ending
    private let delimiters: [[UInt8]]
    private var line: [UInt8] = []
    private var column = 0
    private var position = StreamPosition()
    private var isAfterReturn = false

    init(encoding: TransferEncoding, lineEnding: LineWrapping.Ending, boundaries: [String]) {
        self.encoding = encoding
        self.lineEnding = lineEnding
        delimiters = boundaries.map { Array("--\($0)".utf8) }
    }

    mutating func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) throws(CodecError) {
        for index in bytes.indices { try append(bytes[index], to: &output) }
    }

    private mutating func append(_ byte: UInt8, to output: inout [UInt8]) throws(CodecError) {
        if byte == .newline {
            if encoding == .binary {
                if isAfterReturn { output.append(.carriageReturn) }
                output.append(byte)
            } else {
                output += lineEnding == .crlf ? [.carriageReturn, .newline] : [.newline]
            }
            isAfterReturn = false
            column = 0
            line.removeAll(keepingCapacity: true)
        } else {
            if isAfterReturn { try takeReturn(to: &output) }
            isAfterReturn = byte == .carriageReturn
            if byte != .carriageReturn { try take(byte, to: &output) }
        }
        position.advance(past: byte)
    }

    mutating func finish(to output: inout [UInt8]) throws(CodecError) {
        if isAfterReturn { try takeReturn(to: &output) }
    }

    /// Handles a CR without LF, which is only allowed in binary bodies (RFC 2045, sections 2.7 to 2.9).
    private mutating func takeReturn(to output: inout [UInt8]) throws(CodecError) {
        guard encoding == .binary else {
            throw CodecError(
                .unencodable, at: position.textPosition,
                "a carriage return without a line feed is not allowed in a \(encoding.rawValue) body",
                hint: "quoted-printable and base64 carry everything")
        }
        try take(.carriageReturn, to: &output)
    }

    private mutating func take(_ byte: UInt8, to output: inout [UInt8]) throws(CodecError) {
        column += 1
        if encoding != .binary {
            guard byte != 0, column <= 998, encoding != .sevenBit || byte < 0x80 else {
                let reason = byte == 0 ? "NUL" : column > 998 ? "a line over 998 bytes" : "byte \(hex(byte))"
                throw CodecError(
                    .unencodable, at: position.textPosition, "\(reason) is not allowed in a \(encoding.rawValue) body",
                    hint: "quoted-printable and base64 carry everything")
            }
        }
        if column <= 74 {
            line.append(byte)
            if line.count > 2, line[0] == .hyphen, delimiters.contains(where: { $0 == line }) {
                throw CodecError(
                    .unencodable, at: position.textPosition, "a line begins like a boundary of the message")
            }
        }
        output.append(byte)
    }
}

/// Converts line ends of text to CRLF, as Base64 requires (RFC 2045, section 6.8).
struct CanonicalLines: Sendable {
    private var isAfterReturn = false

    /// Converts each LF without a preceding CR to CRLF.
    mutating func convert(_ bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 32)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == .newline, !isAfterReturn { result.append(.carriageReturn) }
            isAfterReturn = byte == .carriageReturn
            result.append(byte)
        }
        return result
    }
}
