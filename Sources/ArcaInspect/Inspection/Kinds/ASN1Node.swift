internal import ArcaCodecs
internal import ArcaKeys

/// A value in DER with the values inside it.
struct ASN1Node {
    let tag: UInt8
    let content: [UInt8]
    let children: [ASN1Node]

    static let sequence: UInt8 = 0x30
    static let integer: UInt8 = 2
    static let bitString: UInt8 = 3
    static let octetString: UInt8 = 4
    static let objectIdentifier: UInt8 = 6

    /// Reads the one value that fills the bytes; nil when they are not DER.
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

    /// The tags of the values inside.
    var shape: [UInt8] { children.map(\.tag) }

    /// An object identifier.
    var identifier: ASN1ObjectIdentifier? {
        tag == Self.objectIdentifier ? try? ASN1ObjectIdentifier(content: content) : nil
    }

    /// A small integer.
    var number: Int? {
        guard tag == Self.integer, (1...7).contains(content.count), content[0] < 0x80 else { return nil }
        return content.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Bits of an integer.
    var bitCount: Int {
        let digits = content.drop { $0 == 0 }
        return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
    }

    /// A text of any string type.
    var text: String { String(decoding: content, as: UTF8.self) }
}

/// Names of object identifiers.
enum ObjectNames {
    /// The name, or the numbers where there is none here.
    static func name(_ identifier: String) -> String { names[identifier] ?? identifier }

    private static let names = [
        "1.2.840.113549.1.1.1": "RSA", "1.2.840.113549.1.1.10": "RSA-PSS", "1.2.840.10045.2.1": "EC",
        "1.3.101.110": "X25519", "1.3.101.111": "X448", "1.3.101.112": "Ed25519", "1.3.101.113": "Ed448",
        "1.2.840.10040.4.1": "DSA", "1.2.840.113549.1.3.1": "DH", "1.2.840.10045.3.1.7": "P-256",
        "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521", "1.3.132.0.10": "secp256k1",
        "1.2.840.113549.1.1.4": "RSA with MD5", "1.2.840.113549.1.1.5": "RSA with SHA-1",
        "1.2.840.113549.1.1.11": "RSA with SHA-256", "1.2.840.113549.1.1.12": "RSA with SHA-384",
        "1.2.840.113549.1.1.13": "RSA with SHA-512", "1.2.840.10045.4.1": "ECDSA with SHA-1",
        "1.2.840.10045.4.3.2": "ECDSA with SHA-256", "1.2.840.10045.4.3.3": "ECDSA with SHA-384",
        "1.2.840.10045.4.3.4": "ECDSA with SHA-512",
    ]

    /// Attributes of distinguished names (RFC 4519).
    static let attributes = [
        "2.5.4.3": "CN", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.10": "O", "2.5.4.11": "OU",
        "2.5.4.5": "serialNumber", "1.2.840.113549.1.9.1": "email", "0.9.2342.19200300.100.1.25": "DC",
    ]

    /// Content types (RFC 5652).
    static let messages = [
        "1.2.840.113549.1.7.1": "data", "1.2.840.113549.1.7.2": "signed message",
        "1.2.840.113549.1.7.3": "encrypted message", "1.2.840.113549.1.7.5": "digested message",
        "1.2.840.113549.1.7.6": "encrypted data", "1.2.840.113549.1.9.16.1.23": "authenticated and encrypted message",
    ]
}
