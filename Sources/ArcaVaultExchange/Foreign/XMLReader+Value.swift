internal import ArcaCore
internal import ArcaCrypto
internal import ArcaVault

extension XMLReader {
    enum Piece {
        case text(Range<Int>)
        case data(Range<Int>)
    }

    /// Reads an element's text up to its end tag into memory that gets wiped.
    ///
    /// CR and CRLF become LF (XML 1.0, section 2.11). Throws `.malformed` for a child element, an unknown reference, or
    /// a value longer than `limit` bytes.
    mutating func value(_ bytes: Span<UInt8>, limit: Int = ItemSecret.largestByteCount) throws
        -> SecretBytes
    {
        var pieces: [Piece] = []
        var byteCount = 0
        let start = offset
        while true {
            switch try next(bytes) {
            case .text(let range):
                pieces.append(.text(range))
                byteCount += range.count
            case .data(let range):
                pieces.append(.data(range))
                byteCount += range.count
            case .end: return try Self.value(of: pieces, in: bytes)
            case .start: throw VaultError(.malformed, at: offset, "an element where a text is wanted")
            case .finished: throw VaultError(.malformed, at: offset, "the document ends too early")
            }
            guard byteCount <= limit else {
                throw VaultError(.malformed, at: start, "a value is longer than \(limit) bytes")
            }
        }
    }

    /// Reads an element's text up to its end tag into ordinary memory.
    mutating func text(_ bytes: Span<UInt8>) throws -> String {
        let start = offset
        guard let text = String(validating: Array(bytes: try value(bytes)), as: UTF8.self) else {
            throw VaultError(.malformed, at: start, "a text is not UTF-8")
        }
        return text
    }

    mutating func skipElement(_ bytes: Span<UInt8>) throws {
        var depth = 1
        while depth > 0 {
            switch try next(bytes) {
            case .start(_, _, let isEmpty): depth += isEmpty ? 0 : 1
            case .end: depth -= 1
            case .text, .data: break
            case .finished: throw VaultError(.malformed, at: offset, "the document ends too early")
            }
        }
    }

    /// Joins pieces and resolves their references.
    static func value(of pieces: [Piece], in bytes: Span<UInt8>) throws -> SecretBytes {
        let byteCount = pieces.reduce(0) { sum, piece in
            switch piece {
            case .text(let range), .data(let range): sum + range.count
            }
        }
        return try SecretBytes(byteCount: byteCount) { output in
            for piece in pieces {
                let (range, hasReferences) =
                    switch piece {
                    case .text(let range): (range, true)
                    case .data(let range): (range, false)
                    }
                var index = range.lowerBound
                while index < range.upperBound {
                    let byte = bytes[index]
                    if byte == .ampersand, hasReferences {
                        index = try reference(bytes, index, range.upperBound, into: &output)
                        continue
                    }
                    guard byte >= 0x20 || isSpace(byte) else {
                        throw VaultError(.malformed, at: index, "a control character in a text")
                    }
                    index += 1
                    if byte != .carriageReturn {
                        output.append(byte)
                    } else if index == range.upperBound || bytes[index] != .newline {
                        output.append(.newline)
                    }
                }
            }
        }
    }

    /// Appends the value of a reference, which is never longer than the reference, and returns its end.
    private static func reference(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int, into output: inout OutputSpan<UInt8>
    ) throws -> Int {
        let wrong = VaultError(
            .malformed, at: start, "an entity that XML does not have by itself; an ampersand is written &amp;")
        // The longest is &#x10FFFF; a few leading zeros are allowed.
        guard let semicolon = (start..<min(end, start + 12)).first(where: { bytes[$0] == .semicolon }) else {
            throw wrong
        }
        let name = String(decoding: Array(bytes: bytes.extracting(start + 1..<semicolon)), as: UTF8.self)
        switch name {
        case "amp": output.append(.ampersand)
        case "lt": output.append(.lessThan)
        case "gt": output.append(.greaterThan)
        case "quot": output.append(.quotationMark)
        case "apos": output.append(.apostrophe)
        default:
            let isHexadecimal = name.hasPrefix("#x")
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            guard name.hasPrefix("#"), digits.utf8.allSatisfy({ $0 != .plus && $0 != .hyphen }),
                let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number),
                number >= 0x20 || [0x09, 0x0a, 0x0d].contains(number)
            else { throw wrong }
            output.append(contentsOf: String(scalar).utf8.span)
        }
        return semicolon + 1
    }
}
