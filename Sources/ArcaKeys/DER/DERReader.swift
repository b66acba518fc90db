public import ArcaCore

/// Reads a sequence of ASN.1 values in DER, strictly and without recursion or copies.
///
/// A reader is a position in the bytes it was created for, which the caller passes to each call. It rejects anything
/// that DER forbids: indefinite or non-minimal lengths, non-minimal integers, and values that extend past the enclosing
/// value.
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
    /// The offset of the next value.
    public private(set) var offset: Int
    /// The end offset of the last value.
    public let end: Int

    /// Creates a reader for all of `bytes`.
    public init(_ bytes: Span<UInt8>) { self.init(0..<bytes.count) }

    /// Creates a reader for a range, such as the content of another value.
    public init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Whether all values have been read.
    public var isAtEnd: Bool { offset == end }

    /// The tag of the next value, without reading it, or nil at the end.
    public func peek(in bytes: Span<UInt8>) -> DERTag? { isAtEnd ? nil : DERTag(octet: bytes[offset]) }

    /// Reads a value with the given tag.
    ///
    /// - Returns: The range of the content.
    /// - Throws: ``KeyError`` `.malformed` for another tag or an invalid length.
    public mutating func read(_ tag: DERTag, in bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        guard offset < end else { throw KeyError(.malformed, at: offset, "the data ends where \(tag) should follow") }
        guard bytes[offset] == tag.octet else {
            throw KeyError(
                .malformed, at: offset, "\(DERTag(octet: bytes[offset])) where \(tag) should be")
        }
        return try content(bytes)
    }

    /// Skips a value with any tag.
    ///
    /// - Returns: The range of the value, including tag and length.
    /// - Throws: ``KeyError`` `.malformed` at the end, or for an invalid length or tag.
    public mutating func skip(in bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        let start = offset
        guard offset < end else { throw KeyError(.malformed, at: offset, "the data ends where a value should follow") }
        guard bytes[offset] & 0x1f != 0x1f else {
            throw KeyError(.malformed, at: offset, "a tag number above 30, which keys do not have")
        }
        _ = try content(bytes)
        return start..<offset
    }

    /// Reads the length after the tag and skips the content.
    private mutating func content(_ bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        var place = offset + 1
        guard place < end else { throw KeyError(.malformed, at: place, "the data ends inside a value's length") }
        var length = Int(bytes[place])
        place += 1
        if length >= 0x80 {
            let count = length & 0x7f
            // Four octets reach 4 GiB: longer than any key, and no overflow.
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

    /// Reads a value if it has the given tag.
    ///
    /// - Returns: The range of the content, or nil at the end or before a value with another tag.
    /// - Throws: ``KeyError`` `.malformed` for an invalid length.
    public mutating func readIfPresent(_ tag: DERTag, in bytes: Span<UInt8>) throws(KeyError) -> Range<Int>? {
        guard peek(in: bytes) == tag else { return nil }
        return try read(tag, in: bytes)
    }

    /// Reads a SEQUENCE and returns a reader for its content.
    ///
    /// - Throws: ``KeyError`` `.malformed`.
    public mutating func sequence(in bytes: Span<UInt8>) throws(KeyError) -> DERReader {
        DERReader(try read(.sequence, in: bytes))
    }

    /// Reads a non-negative INTEGER.
    ///
    /// - Returns: The range of the big-endian octets, without a leading zero; one zero octet for 0.
    /// - Throws: ``KeyError`` `.malformed` for a negative, empty or non-minimal INTEGER.
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

    /// Reads a non-negative INTEGER that fits an `Int`.
    ///
    /// - Throws: ``KeyError`` `.malformed`, as ``unsignedInteger(in:)`` does, and for more than 63 bits.
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

    /// Reads a BIT STRING of whole bytes; another tag is for implicit tagging.
    ///
    /// - Returns: The range of the bytes.
    /// - Throws: ``KeyError`` `.malformed`, also for unused bits in the last byte.
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
    /// - Throws: ``KeyError`` `.malformed`, also for a NULL with content.
    public mutating func null(in bytes: Span<UInt8>) throws(KeyError) {
        let start = offset
        guard try read(.null, in: bytes).isEmpty else {
            throw KeyError(.malformed, at: start, "a NULL with content")
        }
    }

    /// Checks that no values remain.
    ///
    /// - Throws: ``KeyError`` `.malformed`, with the offset of the first trailing byte.
    public func finish() throws(KeyError) {
        guard isAtEnd else {
            throw KeyError(.malformed, at: offset, "\(end - offset) bytes after the end of the structure")
        }
    }
}
