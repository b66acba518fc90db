internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

enum SignatureText {
    /// Splits text into lines that end in LF or CR LF; the last line ending is optional.
    ///
    /// Stops after more than `maximum` lines, because the caller then rejects the file.
    static func lines(_ text: Span<UInt8>, maximum: Int = .max) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == .newline {
            if index == text.count, start == index { break }
            let hasReturn = index > start && text[index - 1] == .carriageReturn
            lines.append(start..<index - (hasReturn ? 1 : 0))
            start = index + 1
            if lines.count > maximum { break }
        }
        return lines
    }

    /// Decodes strict Base64 of exactly `byteCount` bytes; `what` describes the structure in errors.
    static func decode(
        _ text: Span<UInt8>, at offset: Int, byteCount: Int, _ what: String
    ) throws(SignatureError) -> SecretBytes {
        // Text that is too long is rejected before decoding.
        guard text.count <= (byteCount + 2) / 3 * 4 + 8 else {
            throw SignatureError(
                .malformed, at: offset, "\(text.count) characters of Base64 where \(what) has \(byteCount) bytes")
        }
        let bytes: SecretBytes
        do throws(CodecError) {
            bytes = try SecretBytes(byteCount: text.count) { output throws(CodecError) in
                try Base64.standard.decode(text, into: &output)
            }
        } catch {
            throw SignatureError(.malformed, at: offset + (error.offset ?? 0), "invalid Base64: \(error.reason)")
        }
        guard bytes.count == byteCount else {
            throw SignatureError(.malformed, at: offset, "\(bytes.count) bytes where \(what) has \(byteCount)")
        }
        return bytes
    }

    /// The comment after a prefix: any single line of UTF-8 of limited length.
    static func comment(
        _ text: Span<UInt8>, _ line: Range<Int>, prefix: StaticString, maximum: Int
    ) throws(SignatureError) -> String {
        let prefix = "\(prefix)"
        guard text.extracting(line).begins(with: prefix.utf8) else {
            throw SignatureError(.malformed, at: line.lowerBound, "the line does not begin with '\(prefix)'")
        }
        guard line.count < maximum else {
            throw SignatureError(
                .malformed, at: line.lowerBound,
                "a comment line of \(line.count) bytes; fewer than \(maximum) are allowed")
        }
        let bytes = [UInt8](bytes: text.extracting(line.lowerBound + prefix.utf8.count..<line.upperBound))
        guard let comment = String(validating: bytes, as: UTF8.self) else {
            throw SignatureError(.malformed, at: line.lowerBound, "a comment that is not UTF-8")
        }
        return comment
    }

    static func check(comment: String, maximum: Int) throws(SignatureError) {
        guard comment.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f || $0 == "\t" }) else {
            throw SignatureError(.invalidOption, "a comment with a control character")
        }
        guard comment.utf8.count < maximum else {
            throw SignatureError(
                .invalidOption, "a comment of \(comment.utf8.count) bytes; fewer than \(maximum) are allowed")
        }
    }

    static let untrustedPrefix: StaticString = "untrusted comment: "
    static let trustedPrefix: StaticString = "trusted comment: "
    /// Exclusive maximum line lengths in bytes.
    static let maximumUntrustedByteCount = 1024
    static let maximumTrustedByteCount = 8192
}

extension SecretBytes {
    func publicBytes(_ range: Range<Int>) -> [UInt8] {
        withBytes { [UInt8](bytes: $0.extracting(range)) }
    }

    func part(_ range: Range<Int>) -> SecretBytes { withBytes { SecretBytes(copying: $0.extracting(range)) } }

    /// XOR with a key stream of the same length.
    func exclusiveOr(_ stream: borrowing some Bytes) -> SecretBytes {
        withBytes { bytes in
            stream.withBytes { stream in
                precondition(stream.count == bytes.count, "a key stream is as long as its text")
                return SecretBytes(byteCount: bytes.count) { output in
                    for index in bytes.indices { output.append(bytes[index] ^ stream[index]) }
                }
            }
        }
    }
}
