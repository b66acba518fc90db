internal import ArcaCodecs
internal import ArcaDetect
internal import ArcaCompression
internal import ArcaCrypto
internal import ArcaImages

/// Images stored as salted strings of Arca, and parts of such a string.
enum SaltedImageInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let text = data.text else { return nil }
        if SaltedStringParts.recognizes(text) { return parts(text, isWhole: data.isWhole) }
        guard SaltedImage.recognizes(String(text.prefix(200))) else { return nil }
        var inspection = Inspection("arca-image", "image as a salted string of Arca")
        guard data.isWhole else {
            inspection.note("too long to be read here: 'arca image info' reads all of it")
            return inspection
        }
        do throws(ImageError) {
            let (envelope, form) = try SaltedImage.header(of: text)
            inspection.add("text", form.name)
            inspection.add("image", envelope.mediaType)
            inspection.add("image bytes", envelope.byteCount)
            switch envelope.mode {
            case .salted: inspection.note("not encrypted: anyone can read the image")
            case .key:
                inspection.add("cipher", "AES-256-GCM")
                inspection.add(recipient: "a key of 32 bytes")
            case .passphrase:
                inspection.add("cipher", "AES-256-GCM")
                if let cost = envelope.cost { inspection.add(.scrypt(logN: cost.logN, r: cost.r, p: cost.p)) }
            }
        } catch {
            inspection.note("it is damaged: \(error.message)")
        }
        return inspection
    }

    private static func parts(_ text: String, isWhole: Bool) -> Inspection {
        var inspection = Inspection("arca-image-parts", "parts of a salted string of Arca")
        let lines = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let places = lines.map { line in line.split(separator: ":").dropFirst().first.map(String.init) ?? "" }
        inspection.add("parts", Array(places.prefix(20)))
        if let whole = try? SaltedStringParts.join(lines) {
            inspection.add("characters", whole.utf8.count)
        } else {
            inspection.note(isWhole ? "parts are missing or damaged" : "only the beginning was read")
        }
        return inspection
    }
}

/// A short string of Arca.
///
/// The format has no magic number: the first byte is the method, and compressing the result again must give the same
/// bytes.
struct ShortStringNote {
    private static let maximumByteCount = 4096

    let text: String

    /// Tries the bytes, and text in the codecs that `arca compress --text` writes; nil if none match.
    init?(_ data: InspectedData) {
        guard data.isWhole, data.bytes.count <= Self.maximumByteCount else { return nil }
        let bytes = Array(bytes: data.bytes)
        let text = bytes.last == .newline ? Array(bytes.dropLast()) : bytes
        let unpadded = text.dropLast(min(2, text.reversed().prefix { $0 == .equals }.count))
        let forms: [(codec: String?, bytes: [UInt8]?)] = [
            (nil, bytes), ("base64url", try? Base64.urlUnpadded.decode(unpadded)),
            ("base64", try? Base64.standard.decode(text)), ("hex", try? Base16.standard.decode(text)),
        ]
        for (codec, bytes) in forms {
            guard let bytes, let length = Self.length(bytes) else { continue }
            self.text =
                "it fits a short string of Arca, of \(length) bytes of text: 'arca decompress --format short"
                + "\(codec.map { " --text \($0)" } ?? "")' reads it"
            return
        }
        return nil
    }

    /// The decompressed length, or nil if the bytes are not a short string or match only by chance.
    private static func length(_ bytes: [UInt8]) -> Int? {
        var limits = InflateLimits.standard
        limits.maximumByteCount = 16 * maximumByteCount
        guard ShortString.method(of: bytes) != nil, let string = try? ShortString.decompress(bytes, limits: limits),
            string.count > bytes.count, Plausibility(string).isText,
            ([nil] + ShortStringKind.allCases.map(Optional.some)).contains(where: {
                ShortString.compress(string, kind: $0) == bytes
            })
        else { return nil }
        return string.count
    }
}

/// JSON Web Keys and key sets; secret members are not shown.
///
/// Source: RFC 7517, sections 4 and 5; RFC 7518, section 6.
enum JWKInspector: InspectingKind {
    private static let secretMembers: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]
    private static let largestSetCount = 20

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.isWhole, data.bytes.first(where: { $0 > 0x20 }) == .leftBrace,
            let object = (try? JSONReader.read(data.bytes))?.object
        else { return nil }
        if object["kty"]?.string != nil { return key(object) }
        guard let keys = object["keys"]?.array, keys.contains(where: { $0["kty"]?.string != nil }) else { return nil }
        var inspection = Inspection("jwk-set", "set of JSON Web Keys")
        inspection.add("keys", keys.count)
        for key in keys.prefix(largestSetCount) { if let key = key.object { inspection.add(self.key(key)) } }
        if keys.count > largestSetCount { inspection.note("the first \(largestSetCount) keys are shown") }
        return inspection
    }

    private static func key(_ key: JSONObject) -> Inspection {
        let isSecret = key.names.contains(where: secretMembers.contains)
        let isSymmetric = key["kty"] == "oct"
        var inspection = Inspection(
            "jwk", isSymmetric ? "symmetric JSON Web Key" : isSecret ? "private JSON Web Key" : "public JSON Web Key")
        for name in ["kty", "crv", "alg", "use", "kid"] {
            if let value = key[name]?.string { inspection.add(name, value) }
        }
        if let modulus = key["n"]?.string.flatMap({ try? Base64.urlUnpadded.decode($0) }) {
            let digits = modulus.drop { $0 == 0 }
            inspection.add("bits", digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0))
        }
        if isSecret { inspection.note("not encrypted: who has the file has the key") }
        return inspection
    }
}
