internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

extension OneTimePassword {
    /// Parses an `otpauth://` URI, the content of the QR codes shown by services.
    ///
    /// ```swift
    /// let password = try OneTimePassword(uri: "otpauth://totp/GitHub:alice?secret=JBSWY3DPEHPK3PXP&issuer=GitHub".utf8)
    /// ```
    ///
    /// Scheme, type and algorithm names are case-insensitive. The secret is Base32 in either case, with optional
    /// padding, spaces and hyphens. The following are rejected: repeated parameters, algorithms other than SHA1, SHA256
    /// and SHA512, an encoder (Steam codes are not digits), and a missing counter. Parameters without influence on codes,
    /// such as `image`, are ignored. If the issuer in the label differs from the parameter `issuer`, the parameter wins.
    /// A plus sign is a space in that parameter, and literal in the label. Errors never show any of the secret.
    ///
    /// Source: "Key Uri Format", Google Authenticator, <https://github.com/google/google-authenticator/wiki/Key-Uri-Format>.
    ///
    /// - Parameter uri: The complete URI in ASCII, with nothing before or after it; secret.
    /// - Throws: ``OTPError`` with the offset of the error: `.malformed`, or `.unsupported` for another algorithm, an
    ///   encoder, or an account transfer list (`otpauth-migration`).
    public init(uri: borrowing some Bytes) throws(OTPError) { self = try Self.reading(uri).password }

    /// Parses a URI; `otherIssuer` is the issuer in the label if the parameter names another one.
    package static func reading(
        _ uri: borrowing some Bytes
    ) throws(OTPError) -> (password: OneTimePassword, otherIssuer: String?) {
        do {
            return try uri.withBytes { span in
                var parser = OTPAuthParser(span.count)
                return (try parser.parse(span), parser.otherIssuer)
            }
        } catch {
            throw OTPError(wrapping: error)
        }
    }

    /// The generator as an `otpauth://` URI for other programs; secret.
    ///
    /// The secret is in upper case without padding. Algorithm and digits are always written, because programs disagree
    /// on the defaults. Parsing it gives the same generator, except for spaces before the account.
    public var uri: SecretBytes {
        let component = PercentEncoding.component
        var base32 = Base32.standard
        base32.padding = .absent
        let byteCount =
            256 + component.maximumEncodedCount(for: issuer.utf8.count) * 2
            + component.maximumEncodedCount(for: account.utf8.count) + base32.maximumEncodedCount(for: key.count)
        return SecretBytes(byteCount: byteCount) { output in
            output.append(contentsOf: "otpauth://\(kind == .time ? "totp" : "hotp")/".utf8.span)
            if !issuer.isEmpty {
                component.encode(issuer.utf8.span, into: &output)
                output.append(.colon)
            }
            component.encode(account.utf8.span, into: &output)
            output.append(contentsOf: "?secret=".utf8.span)
            key.withBytes { base32.encode($0, into: &output) }
            // Write an empty issuer too if the account contains a colon, which would otherwise end an issuer.
            if !issuer.isEmpty || account.utf8.contains(.colon) {
                output.append(contentsOf: "&issuer=".utf8.span)
                component.encode(issuer.utf8.span, into: &output)
            }
            output.append(contentsOf: "&algorithm=\(algorithm.uriName)&digits=\(digits)".utf8.span)
            output.append(contentsOf: (kind == .time ? "&period=\(period)" : "&counter=\(counter)").utf8.span)
        }
    }
}

extension OneTimePassword.Algorithm {
    var uriName: String {
        switch self {
        case .sha1: "SHA1"
        case .sha256: "SHA256"
        case .sha512: "SHA512"
        }
    }

    /// Parses another program's name for the algorithm: `SHA1`, `sha-256`, `HmacSHA512`, `HMAC-SHA-1`.
    package init?(foreignName name: String) {
        var plain = name.uppercased().filter { $0 != "-" }
        if plain.hasPrefix("HMAC") { plain.removeFirst(4) }
        guard let algorithm = Self.allCases.first(where: { $0.uriName == plain }) else { return nil }
        self = algorithm
    }
}

/// Parses an `otpauth://` URI; positions are byte offsets in it.
private struct OTPAuthParser {
    private let end: Int
    private var values: [String: Range<Int>] = [:]
    private(set) var otherIssuer: String?

    private static let known = ["secret", "issuer", "algorithm", "digits", "period", "counter", "encoder"]

    init(_ byteCount: Int) { end = byteCount }

    mutating func parse(_ uri: Span<UInt8>) throws -> OneTimePassword {
        let (kind, labelStart) = try start(uri)
        let labelEnd = Self.index(of: "?", uri, labelStart..<end) ?? end
        if let place = Self.index(of: "#", uri, 0..<end) {
            throw OTPError(.malformed, at: place, "an otpauth URI has no fragment; a number sign is written %23")
        }
        guard labelEnd < end else {
            throw OTPError(.malformed, at: end, "the URI has no parameters; secret= is missing")
        }
        try parameters(uri, labelEnd + 1)
        if let place = values["encoder"] {
            throw OTPError(
                .unsupported, at: place.lowerBound, "codes that are not digits (encoder) are not supported")
        }
        let (issuer, account) = try names(uri, labelStart..<labelEnd)
        guard kind == .time || values["counter"] != nil else {
            throw OTPError(.malformed, at: end, "a password by counter needs the parameter counter")
        }
        do {
            return try OneTimePassword(
                kind, key: try key(uri), algorithm: try algorithm(uri),
                digits: try number(uri, "digits", 6...8).map(Int.init) ?? 6,
                period: kind == .time ? try number(uri, "period", 1...3600).map(Int.init) ?? 30 : 30,
                counter: kind == .counter ? try number(uri, "counter", 0...UInt64.max) ?? 0 : 0,
                issuer: issuer, account: account)
        } catch let error as OTPError where error.code == .invalidArgument {
            throw OTPError(.malformed, at: 0, error.reason)
        }
    }

    private func start(_ uri: Span<UInt8>) throws -> (kind: OneTimePassword.Kind, labelStart: Int) {
        if Self.begins(uri, 0, with: "otpauth-migration:") {
            throw OTPError(
                .unsupported, at: 0,
                "a list that transfers accounts (otpauth-migration) is not supported; "
                    + "show the square code of each account instead")
        }
        guard Self.begins(uri, 0, with: "otpauth://") else {
            throw OTPError(.malformed, at: 0, "the text does not begin with otpauth://")
        }
        for (name, kind) in [("totp", OneTimePassword.Kind.time), ("hotp", .counter)]
        where Self.begins(uri, 10, with: name) {
            // The label is optional, and so is its slash.
            if uri.count > 14, uri[14] == .slash { return (kind, 15) }
            if uri.count == 14 || uri[14] == .questionMark { return (kind, 14) }
        }
        throw OTPError(.malformed, at: 10, "after otpauth:// comes totp/ or hotp/")
    }

    private mutating func parameters(_ uri: Span<UInt8>, _ first: Int) throws {
        var seen: Set<String> = []
        var place = first
        while place < end {
            let stop = Self.index(of: "&", uri, place..<end) ?? end
            guard let equals = Self.index(of: "=", uri, place..<stop) else {
                throw OTPError(.malformed, at: place, "a parameter without an equals sign")
            }
            let name = try text(uri, place..<equals)
            guard seen.insert(name).inserted else {
                throw OTPError(.malformed, at: place, "a repeated parameter")
            }
            if Self.known.contains(name) { values[name] = equals + 1..<stop }
            guard stop < end else { return }
            place = stop + 1
        }
        throw OTPError(.malformed, at: end, "the URI ends where a parameter is expected")
    }

    private mutating func names(_ uri: Span<UInt8>, _ label: Range<Int>) throws -> (issuer: String, account: String) {
        let whole = Array(try text(uri, label).utf8)
        let stated = try values["issuer"].map { place in Array(try text(uri, place).utf8) }
        var issuer = stated ?? []
        var account = whole[...]
        if let stated, let place = values["issuer"], !whole.starts(with: stated + [UInt8.colon]) {
            // As in forms, unless the label has the plus sign too.
            let form = Array(bytes: uri.extracting(place)).map { $0 == .plus ? .space : $0 }
            issuer = Array(try text(form.span, 0..<form.count).utf8)
        }
        // An empty parameter means no issuer, so a colon belongs to the account.
        if !issuer.isEmpty, whole.starts(with: issuer + [UInt8.colon]) {
            account = whole[(issuer.count + 1)...]
        } else if stated == nil || !issuer.isEmpty, let place = whole.firstIndex(of: .colon) {
            account = whole[(place + 1)...]
            if stated == nil {
                issuer = Array(whole[..<place])
            } else {
                otherIssuer = String(decoding: whole[..<place], as: UTF8.self)
            }
        }
        account = account.drop { $0 == .space }
        return (String(decoding: issuer, as: UTF8.self), String(decoding: account, as: UTF8.self))
    }

    private func key(_ uri: Span<UInt8>) throws -> SecretBytes {
        guard let place = values["secret"] else {
            throw OTPError(.malformed, at: end, "the parameter secret is missing")
        }
        let decoded = try Self.decoded(uri, place)
        do { return try OneTimePassword.key(base32: decoded) } catch {
            throw OTPError(.malformed, at: place.lowerBound, error.reason)
        }
    }

    private func algorithm(_ uri: Span<UInt8>) throws -> OneTimePassword.Algorithm {
        guard let place = values["algorithm"] else { return .sha1 }
        guard let algorithm = OneTimePassword.Algorithm(foreignName: try text(uri, place)) else {
            throw OTPError(
                .unsupported, at: place.lowerBound, "an algorithm other than SHA1, SHA256 and SHA512")
        }
        return algorithm
    }

    private func number(
        _ uri: Span<UInt8>, _ name: String, _ range: ClosedRange<UInt64>
    ) throws -> UInt64? {
        guard let place = values[name] else { return nil }
        let digits = Array(bytes: uri.extracting(place))
        guard digits.allSatisfy({ $0.isDigit }),
            let value = UInt64(String(decoding: digits, as: UTF8.self)), range.contains(value)
        else {
            let wanted = "\(range.lowerBound) to \(range.upperBound)"
            throw OTPError(.malformed, at: place.lowerBound, "\(name) is not a number of \(wanted)")
        }
        return value
    }

    /// A percent-decoded part of the URI, which must be UTF-8.
    private func text(_ uri: Span<UInt8>, _ place: Range<Int>) throws -> String {
        let decoded = Array(bytes: try Self.decoded(uri, place))
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw OTPError(.malformed, at: place.lowerBound, "bytes that are not UTF-8")
        }
        return text
    }

    /// A percent-decoded part of the URI, in wiped memory.
    private static func decoded(_ uri: Span<UInt8>, _ place: Range<Int>) throws -> SecretBytes {
        do {
            // Some programs write unescaped spaces and non-ASCII letters, which are harmless.
            let codec = PercentEncoding.component.allowing(.mixedAlphabets)
            return try SecretBytes(byteCount: place.count) { output in
                try codec.decode(uri.extracting(place), into: &output)
            }
        } catch {
            throw OTPError(
                .malformed, at: place.lowerBound + (CodecError(wrapping: error).offset ?? 0),
                "a percent sign without two digits")
        }
    }

    private static func index(of character: Unicode.Scalar, _ uri: Span<UInt8>, _ range: Range<Int>) -> Int? {
        range.first { uri[$0] == UInt8(ascii: character) }
    }

    /// Whether a lower-case text occurs at an offset, in either case.
    private static func begins(_ uri: Span<UInt8>, _ place: Int, with text: String) -> Bool {
        guard uri.count - place >= text.utf8.count else { return false }
        let part = String(decoding: Array(bytes: uri.extracting(place..<place + text.utf8.count)), as: UTF8.self)
        return part.lowercased() == text
    }
}
