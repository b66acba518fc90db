internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto

/// The secret values of JSON Web Keys.
///
/// They never become a `String`: the parsed or written JSON contains placeholders of the same length.
struct JWKSecrets {
    /// The secret values in Base64url.
    private(set) var texts: [SecretBytes] = []

    private static let names: [[UInt8]] = ["d", "p", "q", "dp", "dq", "qi", "k", "r", "t"].map { Array($0.utf8) }
    /// Shorter values are left in place.
    private static let minimumByteCount = 8

    init() {}

    // MARK: Reading

    /// Replaces the secret values in JSON by placeholders, which reveal only their length.
    ///
    /// - Throws: ``KeyError`` `.malformed` for a secret value with an escape. Base64 never needs one.
    static func taken(from json: Span<UInt8>) throws(KeyError) -> (json: [UInt8], secrets: JWKSecrets) {
        var secrets = JWKSecrets()
        var ranges: [Range<Int>] = []
        var name: Range<Int>?
        var place = 0
        while place < json.count {
            guard json[place] == .quotationMark else {
                // Only white space and a colon may separate a name from its value.
                if json[place] > 0x20, json[place] != .colon { name = nil }
                place += 1
                continue
            }
            let start = place + 1
            var (end, hasEscapes) = (start, false)
            while end < json.count, json[end] != .quotationMark {
                if json[end] == .backslash {
                    hasEscapes = true
                    end += 1
                }
                end += 1
            }
            guard end < json.count else { break }
            place = end + 1
            if let name, names.contains(where: { $0.elementsEqual(name.map { json[$0] }) }) {
                guard !hasEscapes else {
                    throw KeyError(.malformed, at: start, "a secret value of a JSON Web Key with an escape")
                }
                if end - start >= minimumByteCount {
                    ranges.append(start..<end)
                    secrets.texts.append(SecretBytes(copying: json.extracting(start..<end)))
                }
                continue
            }
            name = end - start <= 2 ? start..<end : nil
        }
        let redacted = [UInt8](capacity: json.count) { output in
            var place = 0
            for (index, range) in ranges.enumerated() {
                output.append(contentsOf: json.extracting(place..<range.lowerBound))
                for byte in mark(index, byteCount: range.count) { output.append(byte) }
                place = range.upperBound
            }
            output.append(contentsOf: json.extracting(place...))
        }
        return (redacted, secrets)
    }

    subscript(_ text: String) -> SecretBytes? {
        guard text.utf8.count >= Self.minimumByteCount, text.utf8.first == .exclamationMark,
            let index = Int(text.dropFirst()), texts.indices.contains(index)
        else { return nil }
        return texts[index]
    }

    private static func mark(_ index: Int, byteCount: Int) -> [UInt8] {
        let digits = Array(String(index).utf8)
        return [.exclamationMark] + [UInt8](repeating: 0x30, count: max(0, byteCount - 1 - digits.count)) + digits
    }

    // MARK: Writing

    /// A placeholder for a secret, filled in by `filled(into:)`; short secrets are returned as Base64url.
    mutating func mark(for secret: borrowing some Bytes) -> String {
        let text = secret.withBytes { bytes in
            SecretBytes(byteCount: Base64.urlUnpadded.encodedCount(for: bytes.count)) { output in
                Base64.urlUnpadded.encode(bytes, into: &output)
            }
        }
        guard text.count >= Self.minimumByteCount else { return Base64.urlUnpadded.encode(secret) }
        texts.append(text)
        return String(decoding: Self.mark(texts.count - 1, byteCount: text.count), as: UTF8.self)
    }

    /// Replaces the placeholders in JSON by the secrets, in order.
    func filled(into json: [UInt8]) -> SecretBytes {
        SecretBytes(byteCount: json.count) { output in
            var (place, next) = (0, 0)
            while place < json.count {
                if next < texts.count, json[place] == .exclamationMark {
                    texts[next].withBytes { output.append(contentsOf: $0) }
                    place += texts[next].count
                    next += 1
                } else {
                    output.append(json[place])
                    place += 1
                }
            }
        }
    }
}
