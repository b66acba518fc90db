public import ArcaCore

/// An object identifier, such as `1.2.840.113549.1.1.1`; it names an algorithm, a curve or an attribute.
///
/// Source: X.660; encoding X.690, section 8.19.
public struct ASN1ObjectIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The content octets in DER.
    public let content: [UInt8]

    /// Reads the content octets of a DER value.
    ///
    /// - Parameter content: The content octets, at most 64.
    /// - Throws: ``KeyError`` `.malformed` for a number that is truncated, not minimally encoded or longer than 63
    ///   bits.
    public init(content: [UInt8]) throws(KeyError) {
        guard !content.isEmpty, content.count <= 64, content[content.count - 1] < 0x80 else {
            throw KeyError(.malformed, "an object identifier that is empty, cut off or too long")
        }
        var isFirst = true
        var byteCount = 0
        for octet in content {
            guard !(isFirst && octet == 0x80) else {
                throw KeyError(.malformed, "an object identifier with a number that is not in its shortest form")
            }
            byteCount = isFirst ? 1 : byteCount + 1
            guard byteCount <= 9 else {
                throw KeyError(.malformed, "an object identifier with a number of more than 63 bits")
            }
            isFirst = octet < 0x80
        }
        self.content = content
    }

    /// Creates an identifier from its numbers, usually literals.
    ///
    /// - Parameter numbers: At least two; the first 0 to 2, the second below 40 unless the first is 2.
    public init(_ numbers: Int...) { self.init(numbers: numbers) }

    init(numbers: [Int]) {
        precondition(
            numbers.count >= 2 && (0...2).contains(numbers[0]) && numbers.allSatisfy { $0 >= 0 }
                && (numbers[0] == 2 || numbers[1] < 40), "an object identifier starts with 0 to 2, then 0 to 39")
        var content: [UInt8] = []
        for number in [numbers[0] * 40 + numbers[1]] + numbers[2...] {
            var groups = [UInt8(number & 0x7f)]
            var rest = number >> 7
            while rest > 0 {
                groups.append(UInt8(rest & 0x7f) | 0x80)
                rest >>= 7
            }
            content += groups.reversed()
        }
        self.content = content
    }

    /// The numbers, separated by dots.
    public var description: String {
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        for octet in content {
            number = number << 7 | UInt64(octet & 0x7f)
            guard octet < 0x80 else { continue }
            if numbers.isEmpty {
                let first = min(number / 40, 2)
                numbers = [first, number - first * 40]
            } else {
                numbers.append(number)
            }
            number = 0
        }
        return numbers.map(String.init).joined(separator: ".")
    }
}
