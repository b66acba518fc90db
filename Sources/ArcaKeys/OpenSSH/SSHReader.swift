internal import ArcaCore

/// Reads values in SSH's binary format, without copies.
///
/// Source: RFC 4251, section 5.
package struct SSHReader {
    package private(set) var offset: Int
    private let end: Int

    package init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    package var rest: Range<Int> { offset..<end }

    package mutating func number(in bytes: Span<UInt8>) throws(KeyError) -> Int {
        guard end - offset >= 4 else { throw KeyError(.malformed, at: offset, "the data ends inside a number") }
        let number = (offset..<offset + 4).reduce(0) { $0 << 8 | Int(bytes[$1]) }
        offset += 4
        return number
    }

    package mutating func string(in bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        let place = offset
        let count = try number(in: bytes)
        guard count <= end - offset else {
            throw KeyError(.malformed, at: place, "a string of \(count) bytes, of which only \(end - offset) are there")
        }
        offset += count
        return offset - count..<offset
    }

    /// Invalid UTF-8 is replaced.
    package mutating func text(in bytes: Span<UInt8>) throws(KeyError) -> String {
        String(decoding: [UInt8](bytes: bytes.extracting(try string(in: bytes))), as: UTF8.self)
    }

    /// Reads a non-negative mpint and returns the range of its octets, without a leading zero.
    package mutating func unsignedInteger(in bytes: Span<UInt8>) throws(KeyError) -> Range<Int> {
        let place = offset
        let octets = try string(in: bytes)
        guard let first = octets.first else { return octets }
        guard bytes[first] < 0x80 else { throw KeyError(.malformed, at: place, "a negative number") }
        guard bytes[first] == 0 else { return octets }
        guard octets.count > 1, bytes[first + 1] >= 0x80 else {
            throw KeyError(.malformed, at: place, "a number that is not in its shortest form")
        }
        return octets.dropFirst()
    }

    package func finish() throws(KeyError) {
        guard offset == end else {
            throw KeyError(.malformed, at: offset, "\(end - offset) bytes after the end of the structure")
        }
    }
}
