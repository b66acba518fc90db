internal import ArcaCodecs
internal import ArcaCore
internal import ArcaVault

/// JWT, JWS and JWE in compact serialization.
///
/// Source: RFC 7515, section 7.1; RFC 7516, section 7.1; RFC 7519.
enum JOSEInspector: InspectingKind {
    private static let largestClaimCount = 50
    /// Claims in seconds since 1970: RFC 7519, section 4.1; OpenID Connect Core, section 2.
    private static let times: Set<String> = ["exp", "nbf", "iat", "auth_time", "updated_at"]

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        // Base64url of `{"`, the start of every header without white space.
        guard data.starts(with: "ey".utf8), data.bytes.count < 1 << 20 else { return nil }
        let text = data.bytes.last == .newline ? data.bytes.dropLast() : data.bytes[...]
        let parts = text.split(separator: .period, omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 5, let header = object(parts[0]), let algorithm = header["alg"]?.string
        else { return nil }
        let isEncrypted = parts.count == 5
        var inspection =
            isEncrypted
            ? Inspection("jwe", "encrypted message (JWE)")
            : Inspection(
                object(parts[1]) != nil ? "jwt" : "jws",
                object(parts[1]) != nil ? "signed token (JWT)" : "signed message (JWS)")
        inspection.add(isEncrypted ? "key management" : "signature", algorithm)
        if algorithm == "none" { inspection.note("it is not signed: anybody can have written it") }
        if let cipher = header["enc"]?.string { inspection.add("cipher", cipher) }
        if isEncrypted, header["enc"]?.string == nil { return nil }
        for name in ["typ", "cty", "kid", "zip"] {
            if let value = header[name]?.string { inspection.add(name, value) }
        }
        if algorithm.hasPrefix("PBES2-HS"), let count = header["p2c"]?.int {
            let hash = algorithm.contains("HS512") ? "SHA-512" : algorithm.contains("HS384") ? "SHA-384" : "SHA-256"
            inspection.add(.pbkdf2(hash, iterations: count))
        }
        if let claims = isEncrypted ? nil : object(parts[1]) {
            for name in claims.names.prefix(largestClaimCount) {
                guard let value = claims[name] else { continue }
                inspection.add(name, times.contains(name) ? time(value) : value)
            }
            if claims.names.count > largestClaimCount {
                inspection.note("the first \(largestClaimCount) claims are shown")
            }
            if algorithm != "none" {
                inspection.note("nothing was verified: run 'arca jwt verify' with the signer's key")
            }
        }
        inspection.add(isEncrypted ? "ciphertext bytes" : "payload bytes", parts[isEncrypted ? 3 : 1].count * 3 / 4)
        return inspection
    }

    /// A NumericDate in RFC 3339 format; other values unchanged.
    private static func time(_ value: JSONValue) -> JSONValue {
        guard let seconds = value.double, (0..<253_402_300_800).contains(seconds) else { return value }
        return .string(Vault.Timestamp(seconds: Int64(seconds)).description)
    }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        guard let bytes = try? Base64.urlUnpadded.decode(part) else { return nil }
        return (try? JSONReader.read(bytes))?.object
    }
}
