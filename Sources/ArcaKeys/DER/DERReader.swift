public import ArcaCore

/// Reads ASN.1 values in DER one after the other: strict, without recursion and without copies.
///
/// A reader is a place in bytes that the caller passes to each call. What DER forbids is refused: lengths that are
/// indefinite or not in their shortest form, integers with surplus octets, values that reach beyond the one around
/// them.
///
/// ```swift
/// var reader = DERReader(bytes)
/// var sequence = try reader.sequence(in: bytes)
/// let modulus = try sequence.unsignedInteger(in: bytes)
/// try sequence.finish()
/// ```
///
/// Source: X.690, sections 8 and 10.
public struct DERReader: Sendable {
    /// Where the next value starts.
    public private(set) var offset: Int
    /// Where the values end.
    public let end: Int

    /// Starts at the first of all `bytes`.
    public init(_ bytes: Span<UInt8>) { self.init(0..<bytes.count) }

    /// Starts at the first byte of a part, such as the content of another value.
    public init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Whether there is no further value.
    public var isAtEnd: Bool { offset == end }

    /// The next value's tag without reading it; nil at the end.
    public func peek(in bytes: Span<UInt8>) -> DERTag? { isAtEnd ? nil : DERTag(octet: bytes[offset]) }

    /// Reads a value with a given tag.
    ///
    /// - Parameters:
    ///   - tag: The tag that it must have.
    ///   - bytes: The bytes that the reader was made for.
    /// - Returns: Where its content lies.
    /// - Throws: ``KeyError`` `.malformed` for another tag or a length that is not DER.
    public mutating func read(_ tag: DERTag, in bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        guard offset < end else { throw KeyError(.malformed, at: offset, "the data ends where \(tag) should follow") }
        guard bytes[offset] == tag.octet else {
            throw KeyError(
                .malformed, at: offset, "\(DERTag(octet: bytes[offset])) where \(tag) should be")
        }
        return try content(bytes)
    }

    /// Reads a value of any tag whole.
    ///
    /// - Parameter bytes: The bytes that the reader was made for.
    /// - Returns: Where the value lies, tag and length included.
    /// - Throws: ``KeyError`` `.malformed` at the end, or for a length or tag that is not DER.
    public mutating func skip(in bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        let start = offset
        guard offset < end else { throw KeyError(.malformed, at: offset, "the data ends where a value should follow") }
        guard bytes[offset] & 0x1f != 0x1f else {
            throw KeyError(.malformed, at: offset, "a tag number above 30, which keys do not have")
        }
        _ = try content(bytes)
        return start..<offset
    }

    /// Reads the length at the place behind the tag, and steps over the content.
    private mutating func content(_ bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        var place = offset + 1
        guard place < end else { throw KeyError(.malformed, at: place, "the data ends inside a value's length") }
        var length = Int(bytes[place])
        place += 1
        if length >= 0x80 {
            let count = length & 0x7f
            // Four octets are 4 GiB: no key is longer, and nothing can overflow.
            guard (1...4).contains(count) else {
                throw KeyError(.malformed, at: place - 1, "a length that is indefinite or of more than four octets")
            }
            guard end - place >= count else { throw KeyError(.malformed, at: end, "the data ends inside a length") }
            length = 0
            for index in place..<place + count { length = length << 8 | Int(bytes[index]) }
            guard length >= 0x80, length >> (8 * (count - 1)) != 0 else {
                throw KeyError(.malformed, at: place - 1, "a length that is not in its shortest form")
            }
            place += count
        }
        guard length <= end - place else {
            throw KeyError(.malformed, at: offset, "a value of \(length) bytes, of which only \(end - place) are there")
        }
        offset = place + length
        return place..<offset
    }

    /// Reads a value if it has a given tag.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - bytes: The bytes that the reader was made for.
    /// - Returns: Where its content lies; nil when another value or none follows.
    /// - Throws: ``KeyError`` `.malformed` for a length that is not DER.
    public mutating func readIfPresent(_ tag: DERTag, in bytes: Span<UInt8>) throws(KeyError) -> Range<Int>? {
        guard peek(in: bytes) == tag else { return nil }
        return try read(tag, in: bytes)
    }

    /// Reads a SEQUENCE.
    ///
    /// - Parameter bytes: The bytes that the reader was made for.
    /// - Returns: A reader of its content.
    /// - Throws: ``KeyError`` `.malformed`.
    public mutating func sequence(in bytes: Span<UInt8>) throws(KeyError) -> DERReader {
        DERReader(try read(.sequence, in: bytes))
    }

    /// Reads an INTEGER that is not negative.
    ///
    /// - Parameter bytes: The bytes that the reader was made for.
    /// - Returns: Where its octets lie, without the zero that keeps it positive; one zero octet for 0.
    /// - Throws: ``KeyError`` `.malformed` for a negative, empty or not minimal one.
    public mutating func unsignedInteger(in bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        let start = offset
        let content = try read(.integer, in: bytes)
        guard let first = content.first else { throw KeyError(.malformed, at: start, "an INTEGER without content") }
        guard bytes[first] < 0x80 else { throw KeyError(.malformed, at: start, "a negative INTEGER") }
        guard content.count > 1, bytes[first] == 0 else { return content }
        guard bytes[first + 1] >= 0x80 else {
            throw KeyError(.malformed, at: start, "an INTEGER that is not in its shortest form")
        }
        return content.dropFirst()
    }

    /// Reads an INTEGER that is not negative and fits an `Int`.
    ///
    /// - Parameter bytes: The bytes that the reader was made for.
    /// - Returns: The number.
    /// - Throws: ``KeyError`` `.malformed` as ``unsignedInteger(in:)``, and for one of more than 63 bits.
    public mutating func smallInteger(in bytes: Span<UInt8>) throws(KeyError) -> Int {
        let start = offset
        let octets = try unsignedInteger(in: bytes)
        guard octets.count <= 7 || (octets.count == 8 && bytes[octets.lowerBound] < 0x80) else {
            throw KeyError(.malformed, at: start, "a number of \(octets.count) bytes is too large here")
        }
        return octets.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }

    /// Reads an OBJECT IDENTIFIER.
    ///
    /// - Parameter bytes: The bytes that the reader was made for.
    /// - Returns: The identifier.
    /// - Throws: ``KeyError`` `.malformed`.
    public mutating func objectIdentifier(in bytes: Span<UInt8>) throws(KeyError) -> ASN1ObjectIdentifier {
        let start = offset
        let content = try read(.objectIdentifier, in: bytes)
        do {
            return try ASN1ObjectIdentifier(content: [UInt8](bytes: bytes.extracting(content)))
        } catch {
            throw KeyError(error.code, at: start, error.reason)
        }
    }

    /// Reads a BIT STRING of whole bytes.
    ///
    /// - Parameters:
    ///   - tag: The tag, another one when it is tagged implicitly.
    ///   - bytes: The bytes that the reader was made for.
    /// - Returns: Where its bytes lie.
    /// - Throws: ``KeyError`` `.malformed`, also when some bits of the last byte are unused.
    public mutating func bitString(
        _ tag: DERTag = .bitString, in bytes: Span<UInt8>
    ) throws(KeyError) -> Range<Int> {
        let start = offset
        let content = try read(tag, in: bytes)
        guard let first = content.first, bytes[first] == 0 else {
            throw KeyError(.malformed, at: start, "a BIT STRING that is not whole bytes")
        }
        return content.dropFirst()
    }

    /// Reads a NULL.
    ///
    /// - Parameter bytes: The bytes that the reader was made for.
    /// - Throws: ``KeyError`` `.malformed`, also when it has content.
    public mutating func null(in bytes: Span<UInt8>) throws(KeyError) {
        let start = offset
        guard try read(.null, in: bytes).isEmpty else {
            throw KeyError(.malformed, at: start, "a NULL with content")
        }
    }

    /// Checks that no value is left.
    ///
    /// - Throws: ``KeyError`` `.malformed` at the first byte too many.
    public func finish() throws(KeyError) {
        guard isAtEnd else {
            throw KeyError(.malformed, at: offset, "\(end - offset) bytes after the end of the structure")
        }
    }
}
