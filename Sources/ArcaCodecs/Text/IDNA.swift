/// Internationalized domain names, as in browsers and registries: `Bücher。example` is `xn--bcher-kva.example`.
///
/// Encoding converts letters to lower case, wide letters to normal ones and East Asian full stops to dots, and composes
/// accents. It rejects everything invalid in a host name: unassigned code points, characters with a meaning in URLs,
/// misplaced joiners, mixed directions, labels of more than 63 characters and domain names of more than 253. Like
/// browsers, it accepts underscores, and hyphens anywhere in a label. `ß` and similar characters are kept
/// (nontransitional processing). Decoding makes the same checks, and requires the canonical form of each label. Lenient
/// decoding applies the same mapping as encoding.
///
/// ```swift
/// try IDNA.encode("Bücher.example".utf8)           // xn--bcher-kva.example
/// try IDNA.decode("xn--bcher-kva.example".utf8)    // bücher.example
/// ```
///
/// Source: UTS #46, revision 35 (Unicode 17), with CheckBidi, CheckJoiners and VerifyDnsLength, without CheckHyphens and
/// UseSTD3ASCIIRules; URL Standard, section 3.3; RFC 5892, appendix A.1 and A.2; RFC 5893, section 2.
public enum IDNA {
    /// The maximum length of the input, in bytes; no valid domain name is longer.
    public static let maximumCount = 16 << 10

    private struct Label {
        var codes: [UInt32] = []
        var offset: Int
    }

    /// Encodes a domain name as ASCII.
    ///
    /// - Parameter domain: A domain name in UTF-8, with dots between labels and an optional trailing dot.
    /// - Returns: Lower-case letters, digits, hyphens and dots.
    /// - Throws: `.invalidUTF8`; `.unencodable` and `.limitExceeded` with the position of the character or label.
    public static func encode(_ domain: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        let domain = [UInt8](bytes: domain)
        do throws(CodecError) {
            return try ascii(labels(domain, maps: true), domain)
        } catch {
            guard error.code == .invalidSyntax || error.code == .invalidCharacter else { throw error }
            throw CodecError(.unencodable, at: error.position, error.reason, hint: error.hint)
        }
    }

    /// Decodes a domain name from ASCII.
    ///
    /// - Parameters:
    ///   - domain: The output of ``encode(_:)``; if lenient, any domain name that it accepts.
    ///   - strictness: Whether to apply the mapping before decoding.
    /// - Returns: The domain name in UTF-8.
    /// - Throws: `.invalidUTF8`, `.invalidCharacter`, `.invalidSyntax`, `.truncated`, `.overflow` and `.limitExceeded`,
    ///   with the position of the character or label.
    public static func decode(
        _ domain: borrowing some Bytes, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let domain = [UInt8](bytes: domain)
        let isStrict = strictness == .strict
        if isStrict, let place = domain.firstIndex(where: { $0 >= 0x80 || (0x41...0x5a).contains($0) }) {
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: place, in: domain),
                domain[place] >= 0x80 ? "a byte that is not ASCII" : "a capital letter", hint: .mapping)
        }
        let labels = try labels(domain, maps: !isStrict)
        let encoded = try ascii(labels, domain)
        if isStrict, encoded != domain {
            let place = zip(encoded, domain).enumerated().first { $1.0 != $1.1 }?.offset ?? encoded.count
            throw CodecError(
                .invalidSyntax, at: TextPosition(offset: place, in: domain), "a label that no encoder writes",
                hint: "\(String(decoding: encoded, as: UTF8.self)) is the same domain")
        }
        return Array(labels.map { text($0.codes) }.joined(separator: ".").utf8)
    }

    private static func text(_ codes: [UInt32]) -> String {
        var text = ""
        for code in codes { text.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{fffd}") }
        return text
    }

    // MARK: Processing (UTS #46, section 4)

    private static func labels(_ domain: [UInt8], maps: Bool) throws(CodecError) -> [Label] {
        guard domain.count <= maximumCount else {
            throw CodecError(.limitExceeded, "a domain of more than \(maximumCount) bytes")
        }
        guard let string = String(validating: domain, as: UTF8.self) else {
            throw CodecError(.invalidUTF8, "the domain is not UTF-8")
        }
        func error(_ code: CodecErrorCode, at offset: Int, _ reason: String, hint: String? = nil) -> CodecError {
            CodecError(code, at: TextPosition(offset: offset, in: domain), reason, hint: hint)
        }
        var labels = [Label(offset: 0)]
        var offset = 0
        for scalar in string.unicodeScalars {
            let codes: [UInt32]
            switch IDNATables.status(of: scalar.value) {
            case .valid: codes = [scalar.value]
            case .mapped(let others) where maps: codes = others
            case .ignored where maps: codes = []
            case .mapped, .ignored, .disallowed:
                throw error(.invalidCharacter, at: offset, "\(name(scalar.value)) is in no domain")
            }
            for code in codes {
                if code == 0x2e {
                    labels.append(Label(offset: offset + UTF8.width(scalar)))
                } else {
                    labels[labels.count - 1].codes.append(code)
                }
            }
            offset += UTF8.width(scalar)
        }
        for index in labels.indices {
            labels[index].codes = IDNATables.normalized(labels[index].codes)
            try undoPunycode(&labels[index], domain)
        }
        let isBidirectional = labels.contains {
            $0.codes.contains { "RAN".utf8.contains(IDNATables.direction(of: $0)) }
        }
        for (index, label) in labels.enumerated() {
            // The root label is empty.
            if label.codes.isEmpty, index == labels.count - 1, index > 0 { continue }
            if let code = label.codes.first(where: { IDNATables.status(of: $0) != .valid }) {
                throw error(.invalidCharacter, at: label.offset, "\(name(code)) is in no domain")
            }
            guard let reason = IDNARules.failure(label.codes, isBidirectional: isBidirectional) else { continue }
            throw error(.invalidSyntax, at: label.offset, "the label '\(text(label.codes))' \(reason)")
        }
        return labels
    }

    private static func undoPunycode(_ label: inout Label, _ domain: [UInt8]) throws(CodecError) {
        let prefix = "xn--".unicodeScalars.map { $0.value }
        guard label.codes.starts(with: prefix) else { return }
        func error(_ code: CodecErrorCode, _ reason: String) -> CodecError {
            CodecError(code, at: TextPosition(offset: label.offset, in: domain), reason)
        }
        guard label.codes.allSatisfy({ $0 < 0x80 }) else {
            throw error(.invalidSyntax, "a label after xn-- that is not ASCII")
        }
        let decoded: [UInt8]
        do throws(CodecError) {
            decoded = try Punycode.decode(label.codes.dropFirst(4).map { UInt8($0) })
        } catch {
            throw CodecError(
                error.code, at: TextPosition(offset: label.offset, in: domain), "invalid Punycode: \(error.reason)")
        }
        guard decoded.contains(where: { $0 >= 0x80 }) else {
            throw error(.invalidSyntax, "a label after xn-- that needs no encoding")
        }
        label.codes = String(decoding: decoded, as: UTF8.self).unicodeScalars.map { $0.value }
        guard !label.codes.starts(with: prefix) else {
            throw error(.invalidSyntax, "a label after xn-- that begins with xn-- again")
        }
        guard IDNATables.normalized(label.codes) == label.codes else {
            throw error(.invalidSyntax, "a label that is not in normalization form C")
        }
    }

    private static func name(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// Encodes the labels as ASCII, within the length limits of DNS.
    private static func ascii(_ labels: [Label], _ domain: [UInt8]) throws(CodecError) -> [UInt8] {
        var result: [UInt8] = []
        for (index, label) in labels.enumerated() {
            if index > 0 { result.append(0x2e) }
            let name = Array(text(label.codes).utf8)
            let encoded =
                label.codes.allSatisfy { $0 < 0x80 } ? name : Array("xn--".utf8) + (try Punycode.encode(name))
            guard encoded.count <= 63 else {
                throw CodecError(
                    .limitExceeded, at: TextPosition(offset: label.offset, in: domain),
                    "a label of \(encoded.count) characters", hint: "63 at most")
            }
            result += encoded
        }
        let count = result.last == 0x2e ? result.count - 1 : result.count
        guard count <= 253 else {
            throw CodecError(.limitExceeded, "a domain of \(count) characters", hint: "253 at most")
        }
        return result
    }
}
