internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// PEM for keys, decoded into memory that is wiped.
enum KeyPEM {
    /// Accepts text around certificates, headers of legacy keys, and OpenSSH's longer lines.
    static let options = PEM.Options.lenient

    /// Whether the text contains a PEM block.
    static func isText(_ bytes: Span<UInt8>) -> Bool { bytes.contains("-----BEGIN ") }

    /// All blocks, at least one.
    static func sections(in text: Span<UInt8>) throws(KeyError) -> [PEMSection] {
        try KeyError.wrap { try PEM.find(in: text, options: options) }
    }

    static func onlySection(in text: Span<UInt8>) throws(KeyError) -> PEMSection {
        let sections = try sections(in: text)
        guard sections.count == 1 else {
            throw KeyError(.malformed, at: sections[1].range.lowerBound, "more than one block where one key should be")
        }
        return sections[0]
    }

    static func secret(_ section: PEMSection, in text: Span<UInt8>) throws(KeyError) -> SecretBytes {
        try KeyError.wrap {
            try SecretBytes(byteCount: section.maximumByteCount) { try section.decode(from: text, into: &$0) }
        }
    }

    static func encode(_ label: String, _ bytes: SecretBytes) -> SecretBytes {
        bytes.withBytes { bytes in
            let (begin, end) = ("-----BEGIN \(label)-----\n", "\n-----END \(label)-----\n")
            let count = begin.utf8.count + Base64.pem.encodedCount(for: bytes.count) + end.utf8.count
            return SecretBytes(byteCount: count) { output in
                output.append(contentsOf: begin.utf8.span)
                Base64.pem.encode(bytes, into: &output)
                output.append(contentsOf: end.utf8.span)
            }
        }
    }

    static func encode(_ label: String, _ bytes: [UInt8]) -> String {
        "-----BEGIN \(label)-----\n\(Base64.pem.encode(bytes))\n-----END \(label)-----\n"
    }
}
