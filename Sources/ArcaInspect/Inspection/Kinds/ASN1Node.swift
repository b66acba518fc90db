internal import ArcaCore
internal import ArcaKeys

/// A DER value and its nested values.
struct ASN1Node {
    let tag: UInt8
    let content: [UInt8]
    let children: [ASN1Node]

    static let sequence: UInt8 = 0x30
    static let integer: UInt8 = 2
    static let bitString: UInt8 = 3
    static let octetString: UInt8 = 4
    static let objectIdentifier: UInt8 = 6

    /// Parses a single value that fills the bytes; returns nil if they are not DER.
    init?(_ bytes: [UInt8]) {
        var reader = DERReader(bytes.span)
        guard let node = try? ASN1Node(&reader, bytes.span, depth: 12), reader.isAtEnd else { return nil }
        self = node
    }

    private init(_ reader: inout DERReader, _ bytes: Span<UInt8>, depth: Int) throws(KeyError) {
        let tag = reader.peek(in: bytes) ?? .sequence
        let range = try reader.read(tag, in: bytes)
        var children: [ASN1Node] = []
        if tag.octet & 0x20 != 0, depth > 0 {
            var inner = DERReader(range)
            while !inner.isAtEnd { children.append(try ASN1Node(&inner, bytes, depth: depth - 1)) }
        }
        self.tag = tag.octet
        self.content = [UInt8](bytes: bytes.extracting(range))
        self.children = children
    }

    var shape: [UInt8] { children.map(\.tag) }

    var identifier: ASN1ObjectIdentifier? {
        tag == Self.objectIdentifier ? try? ASN1ObjectIdentifier(content: content) : nil
    }

    /// An INTEGER of at most 7 bytes, not negative.
    var number: Int? {
        guard tag == Self.integer, (1...7).contains(content.count), content[0] < 0x80 else { return nil }
        return content.reduce(0) { $0 << 8 | Int($1) }
    }

    var bitCount: Int {
        let digits = content.drop { $0 == 0 }
        return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
    }
}
