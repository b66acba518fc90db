internal import ArcaCodecs
internal import ArcaCrypto

/// Reads an `otpauth://` URI; places are byte offsets in it.
struct OTPAuthParser {
    private let end: Int
    private var values: [String: Range<Int>] = [:]

    /// Parameters that say something about codes.
    private static let known = ["secret", "issuer", "algorithm", "digits", "period", "counter", "encoder"]

    init(_ byteCount: Int) { end = byteCount }

    mutating func parse(_ uri: Span<UInt8>) throws(VaultError) -> OneTimePassword {
        let (kind, labelStart) = try start(uri)
        let labelEnd = Self.index(of: "?", uri, labelStart..<end) ?? end
        if let place = Self.index(of: "#", uri, 0..<end) {
            throw VaultError(.malformed, at: place, "an otpauth URI has no fragment; a number sign is written %23")
        }
        guard labelEnd < end else {
            throw VaultError(.malformed, at: end, "the URI has no parameters; secret= is wanted")
        }
        try parameters(uri, labelEnd + 1)
        if let place = values["encoder"] {
            throw VaultError(.unsupported, at: place.lowerBound, "codes that are no digits (encoder) are not supported")
        }
        let (issuer, account) = try names(uri, labelStart..<labelEnd)
        guard kind == .time || values["counter"] != nil else {
            throw VaultError(.malformed, at: end, "a password by counter needs the parameter counter")
        }
        do throws(VaultError) {
            return try OneTimePassword(
                kind, key: try key(uri), algorithm: try algorithm(uri),
                digits: try number(uri, "digits", 6...8).map(Int.init) ?? 6,
                period: kind == .time ? try number(uri, "period", 1...3600).map(Int.init) ?? 30 : 30,
                counter: kind == .counter ? try number(uri, "counter", 0...UInt64.max) ?? 0 : 0,
                issuer: issuer, account: account)
        } catch {
            throw error.code == .invalidArgument ? VaultError(.malformed, at: 0, error.reason) : error
        }
    }

    /// Scheme and type.
    private func start(_ uri: Span<UInt8>) throws(VaultError) -> (kind: OneTimePassword.Kind, labelStart: Int) {
        if Self.begins(uri, 0, with: "otpauth-migration:") {
            throw VaultError(
                .unsupported, at: 0,
                "a list that transfers accounts (otpauth-migration) is not supported; "
                    + "show the square code of each account instead")
        }
        guard Self.begins(uri, 0, with: "otpauth://") else {
            throw VaultError(.malformed, at: 0, "the text does not begin with otpauth://")
        }
        for (name, kind) in [("totp", OneTimePassword.Kind.time), ("hotp", .counter)]
        where Self.begins(uri, 10, with: name) {
            // The label may be left out, and its slash with it.
            if uri.count > 14, uri[14] == UInt8(ascii: "/") { return (kind, 15) }
            if uri.count == 14 || uri[14] == UInt8(ascii: "?") { return (kind, 14) }
        }
        throw VaultError(.malformed, at: 10, "after otpauth:// comes totp/ or hotp/")
    }

    private mutating func parameters(_ uri: Span<UInt8>, _ first: Int) throws(VaultError) {
        var seen: Set<String> = []
        var place = first
        while place < end {
            let stop = Self.index(of: "&", uri, place..<end) ?? end
            guard let equals = Self.index(of: "=", uri, place..<stop) else {
                throw VaultError(.malformed, at: place, "a parameter without an equals sign")
            }
            let name = try text(uri, place..<equals)
            guard seen.insert(name).inserted else {
                throw VaultError(.malformed, at: place, "a parameter that stands twice")
            }
            if Self.known.contains(name) { values[name] = equals + 1..<stop }
            guard stop < end else { return }
            place = stop + 1
        }
        throw VaultError(.malformed, at: end, "the URI ends where a parameter is wanted")
    }

    /// Issuer and account of the label and the parameter `issuer`.
    private func names(_ uri: Span<UInt8>, _ label: Range<Int>) throws(VaultError) -> (issuer: String, account: String)
    {
        let whole = Array(try text(uri, label).utf8)
        let stated = try values["issuer"].map { place throws(VaultError) in Array(try text(uri, place).utf8) }
        let colon = UInt8(ascii: ":")
        var issuer = stated ?? []
        var account = whole[...]
        if let stated {
            // An empty parameter says that there is no issuer, so that a colon is the account's own.
            if !stated.isEmpty, whole.starts(with: stated + [colon]) {
                account = whole[(stated.count + 1)...]
            } else if !stated.isEmpty, whole.contains(colon) {
                throw VaultError(
                    .malformed, at: label.lowerBound, "the issuer before the colon differs from the parameter issuer")
            }
        } else if let place = whole.firstIndex(of: colon) {
            issuer = Array(whole[..<place])
            account = whole[(place + 1)...]
        }
        account = account.drop { $0 == 0x20 }
        return (String(decoding: issuer, as: UTF8.self), String(decoding: account, as: UTF8.self))
    }

    private func key(_ uri: Span<UInt8>) throws(VaultError) -> SecretBytes {
        guard let place = values["secret"] else {
            throw VaultError(.malformed, at: end, "the parameter secret is missing")
        }
        let decoded = try Self.decoded(uri, place)
        do throws(VaultError) {
            return try decoded.withBytes { span throws(VaultError) in try OneTimePassword.key(base32: span) }
        } catch {
            throw VaultError(.malformed, at: place.lowerBound, error.reason)
        }
    }

    private func algorithm(_ uri: Span<UInt8>) throws(VaultError) -> OneTimePassword.Algorithm {
        guard let place = values["algorithm"] else { return .sha1 }
        guard let algorithm = OneTimePassword.Algorithm(foreignName: try text(uri, place)) else {
            throw VaultError(
                .unsupported, at: place.lowerBound, "an algorithm other than SHA1, SHA256 and SHA512")
        }
        return algorithm
    }

    private func number(
        _ uri: Span<UInt8>, _ name: String, _ range: ClosedRange<UInt64>
    ) throws(VaultError) -> UInt64? {
        guard let place = values[name] else { return nil }
        let digits = Array(bytes: uri.extracting(place))
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = UInt64(String(decoding: digits, as: UTF8.self)), range.contains(value)
        else {
            let wanted = "\(range.lowerBound) to \(range.upperBound)"
            throw VaultError(.malformed, at: place.lowerBound, "\(name) is no number of \(wanted)")
        }
        return value
    }

    /// What a part of the URI stands for, which must be UTF-8.
    private func text(_ uri: Span<UInt8>, _ place: Range<Int>) throws(VaultError) -> String {
        let decoded = Array(bytes: try Self.decoded(uri, place))
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw VaultError(.malformed, at: place.lowerBound, "bytes that are no UTF-8")
        }
        return text
    }

    /// What a part of the URI stands for, in memory that is wiped.
    private static func decoded(_ uri: Span<UInt8>, _ place: Range<Int>) throws(VaultError) -> SecretBytes {
        do throws(CodecError) {
            // Spaces and umlauts that are not escaped do no harm, and some programs write them.
            let codec = PercentEncoding.component.allowing(.mixedAlphabets)
            return try SecretBytes(byteCount: place.count) { output throws(CodecError) in
                try codec.decode(uri.extracting(place), into: &output)
            }
        } catch {
            throw VaultError(
                .malformed, at: place.lowerBound + (error.position?.offset ?? 0), "a percent sign without two digits")
        }
    }

    private static func index(of character: Unicode.Scalar, _ uri: Span<UInt8>, _ range: Range<Int>) -> Int? {
        range.first { uri[$0] == UInt8(ascii: character) }
    }

    /// Whether a text in small letters stands at a place, in either case.
    private static func begins(_ uri: Span<UInt8>, _ place: Int, with text: String) -> Bool {
        guard uri.count - place >= text.utf8.count else { return false }
        let part = String(decoding: Array(bytes: uri.extracting(place..<place + text.utf8.count)), as: UTF8.self)
        return part.lowercased() == text
    }
}
