internal import ArcaCodecs
internal import ArcaCore

/// A signature to find: bytes and the encoding they were read from.
struct MACSignature: Hashable {
    let bytes: [UInt8]
    let encoding: MACFinder.Encoding
    /// The text that was read.
    let text: [UInt8]

    /// Names of parameters and headers that hold a signature.
    static let names: Set<String> = [
        "sign", "signature", "sig", "hmac", "mac", "sign_value", "signvalue", "oauth_signature", "x-amz-signature",
        "signed", "checksum", "hash", "digest", "md5", "s", "paysign", "v0", "v1", "sha1", "sha256", "sha512",
    ]
    private static let maximumCount = 8

    /// Whether a parameter or header of this name holds a signature.
    static func isNamed(_ name: String) -> Bool {
        names.contains(name) || name.hasSuffix("signature") || name.hasSuffix("-sign")
            || name.hasSuffix("signature-256") || name.contains("-hmac-") || name.hasSuffix("-hmac")
    }

    /// Reads the signatures of a text or, if it is nil, of the message; other values of a header become fields.
    static func all(_ text: String?, in request: inout MACRequest) -> [MACSignature] {
        var texts = request.headers.filter { isNamed($0.name) || $0.name == "authorization" }.map(\.value)
        texts += (request.query + request.form).filter { isNamed($0.lowerName) }.map(\.value)
        if let text {
            // The header may have other values, such as a nonce.
            for text in texts { request.add(pairs(text).filter { !isNamed($0.name) }) }
            texts = [MACRequest.trimmed(Array(text.utf8))]
        }
        var found: [MACSignature] = []
        for text in texts {
            let pairs = self.pairs(text)
            request.add(pairs.filter { !isNamed($0.name) })
            for value in [text] + pairs.filter({ isNamed($0.name) }).map(\.value) {
                for signature in readings(value) where !found.contains(signature) && found.count < maximumCount {
                    found.append(signature)
                }
            }
        }
        return found
    }

    /// The named values of a header: `t=1,v1=ab`, `OAuth a="b", c="d"`, `v1,BASE64`, `sha256=ab`.
    private static func pairs(_ text: [UInt8]) -> [(name: String, value: [UInt8])] {
        guard text.count <= 8192 else { return [] }
        var pairs: [(String, [UInt8])] = []
        for part in text.split(whereSeparator: { $0 == .comma || $0 == .space }) {
            let place = part.firstIndex(of: .equals) ?? part.endIndex
            let name = String(decoding: part[..<place], as: UTF8.self).lowercased()
            let value = part[place...].dropFirst().filter { $0 != .quotationMark }
            if (1...32).contains(name.utf8.count), value.contains(where: { $0 != .equals }) {
                let isEncoded = name.hasPrefix("oauth_")
                pairs.append((name, isEncoded ? MACRequest.Parameter(encoded: [.equals] + value).value : value))
            } else if part.count >= 20 {
                pairs.append(("v1", Array(part)))
            }
        }
        return pairs
    }

    /// The ways to read a text: hexadecimal digits, Base64 and Base64URL, also percent-encoded or with lost `+`.
    private static func readings(_ text: [UInt8]) -> [MACSignature] {
        var readings: [MACSignature] = []
        var texts = [text]
        if text.contains(.percent), let plain = try? PercentEncoding.component.allowing(.mixedAlphabets).decode(text) {
            texts.append(plain)
        }
        if text.contains(.space) { texts.append(text.map { $0 == .space ? .plus : $0 }) }
        for text in texts where (8...4096).contains(text.count) {
            if text.span.isHexadecimalText {
                let isUpper = text.contains { $0.isUppercase }
                guard let bytes = try? Base16.standard.allowing(.letterCase).decode(text) else { continue }
                readings.append(MACSignature(bytes: bytes, encoding: isUpper ? .upperHex : .lowerHex, text: text))
                continue
            }
            let codec = Base64.standard.allowing([.missingPadding, .mixedAlphabets, .whitespace])
            guard let bytes = try? codec.decode(text) else { continue }
            let isURL = text.contains { $0 == .hyphen || $0 == .underscore }
            readings.append(MACSignature(bytes: bytes, encoding: isURL ? .base64URL : .base64, text: text))
            if bytes.count >= 16, bytes.span.isHexadecimalText,
                let inner = try? Base16.standard.allowing(.letterCase).decode(bytes)
            {
                readings.append(MACSignature(bytes: inner, encoding: .base64OfHex, text: text))
            }
        }
        return readings
    }
}

extension Span<UInt8> {
    /// Whether the bytes are pairs of hexadecimal digits.
    fileprivate var isHexadecimalText: Bool {
        !isEmpty && count.isMultiple(of: 2) && indices.allSatisfy { self[$0].hexDigitValue != nil }
    }
}
