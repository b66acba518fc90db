internal import ArcaCodecs
internal import ArcaCore

/// An alternative name, such as a host name, an email address or an IP address.
///
/// The text is safe to print: commas, backslashes and bytes outside visible ASCII are written as `\` and two
/// hexadecimal digits. A name cannot look like several names.
///
/// Source: RFC 5280, section 4.2.1.6.
public enum GeneralName: Sendable, Hashable {
    /// A host name, possibly with a wildcard.
    case dns(String)
    /// An email address.
    case email(String)
    /// A URI.
    case uri(String)
    /// An IPv4 or IPv6 address.
    case ip(String)
    /// A distinguished name.
    case directory(DistinguishedName)
    /// An object identifier.
    case registeredID(ASN1ObjectIdentifier)
    /// Another kind of name, given by its object identifier or as `X.400` or `EDI`, with its length in bytes.
    case other(String, byteCount: Int)

    static func all(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> [GeneralName] {
        let place = reader.offset
        var sequence = try reader.sequence(in: bytes)
        var names: [GeneralName] = []
        while !sequence.isAtEnd { names.append(try GeneralName(&sequence, in: bytes)) }
        guard !names.isEmpty else { throw KeyError(.malformed, at: place, "an empty list of names") }
        return names
    }

    private init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        let place = reader.offset
        guard let tag = reader.peek(in: bytes) else { throw KeyError(.malformed, at: place, "a name is missing") }
        let content = try reader.read(tag, in: bytes)
        func text() -> String { Self.text(bytes.extracting(content)) }
        switch tag {
        case .context(0, isConstructed: true):
            var inner = DERReader(content)
            let identifier = try inner.objectIdentifier(in: bytes)
            self = .other(identifier.description, byteCount: inner.end - inner.offset)
        case .context(1, isConstructed: false): self = .email(text())
        case .context(2, isConstructed: false): self = .dns(text())
        case .context(3, isConstructed: true): self = .other("X.400", byteCount: content.count)
        case .context(4, isConstructed: true):
            var inner = DERReader(content)
            self = .directory(try DistinguishedName(&inner, in: bytes))
            try inner.finish()
        case .context(5, isConstructed: true): self = .other("EDI", byteCount: content.count)
        case .context(6, isConstructed: false): self = .uri(text())
        case .context(7, isConstructed: false):
            guard let address = Self.address([UInt8](bytes: bytes.extracting(content))) else {
                throw KeyError(.malformed, at: place, "an IP address of \(content.count) bytes; expected 4 or 16")
            }
            self = .ip(address)
        case .context(8, isConstructed: false):
            do {
                self = .registeredID(try ASN1ObjectIdentifier(content: [UInt8](bytes: bytes.extracting(content))))
            } catch {
                throw KeyError(error.code, at: place, error.reason)
            }
        default: throw KeyError(.malformed, at: place, "\(tag) where a name should be")
        }
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        var text = ""
        for index in bytes.indices {
            let byte = bytes[index]
            let isPlain = byte.isVisible && byte != .comma && byte != .backslash
            text += isPlain ? String(Unicode.Scalar(byte)) : "\\" + Base16.encode([byte])
        }
        return text
    }

    /// The address in the format of RFC 5952, or nil unless it has 4 or 16 bytes.
    private static func address(_ bytes: [UInt8]) -> String? {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        guard bytes.count == 16 else { return nil }
        let groups = (0..<8).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
        // The first longest run of at least two zero groups becomes `::`.
        var longest = 0..<0
        var start = 0
        while start < 8 {
            let end: Int = (start..<8).first(where: { groups[$0] != 0 }) ?? 8
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = max(end, start + 1)
        }
        func joined(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        return longest.isEmpty
            ? joined(groups[...]) : "\(joined(groups[..<longest.lowerBound]))::\(joined(groups[longest.upperBound...]))"
    }
}

extension GeneralName: CustomStringConvertible {
    /// The kind and the name: `DNS:example.org`, `IP:192.0.2.1`.
    public var description: String {
        switch self {
        case .dns(let name): "DNS:\(name)"
        case .email(let name): "email:\(name)"
        case .uri(let name): "URI:\(name)"
        case .ip(let name): "IP:\(name)"
        case .directory(let name): "directory:\(name)"
        case .registeredID(let name): "registered:\(name)"
        case .other(let kind, let count): "other:\(kind) (\(count) bytes)"
        }
    }
}
