internal import ArcaCore

extension AllowedSigners.Line {
    init?(_ line: ArraySlice<UInt8>, number: Int) throws(SignatureError) {
        var reader = SignerLineReader(line)
        reader.skipBlanks()
        guard let first = reader.rest.first, first != .numberSign else { return nil }
        // ssh-keygen ends the principals at a carriage return, but no other field, and reads a leading one as an empty
        // name.
        guard !line.contains(.carriageReturn) else {
            throw SignatureError(.malformed, "a carriage return within the line")
        }
        let principals = try reader.principals()
        let names = PatternList(principals)
        guard !names.patterns.isEmpty else { throw SignatureError(.malformed, "empty principals") }
        var word = reader.word()
        var options = SignerOptions()
        if !KeyLine.isType(word) {
            guard !word.isEmpty else { throw SignatureError(.malformed, "missing key") }
            options = try SignerOptions(word)
            word = reader.word()
        }
        guard KeyLine.isType(word) else { throw SignatureError(.malformed, "missing or unknown key type") }
        let base64 = reader.word()
        guard !base64.isEmpty else { throw SignatureError(.malformed, "missing key") }
        let key = try KeyLine.key(type: word, base64: base64)
        reader.skipBlanks()
        self.init(
            number: number, principals: String(decoding: principals, as: UTF8.self), key: key,
            isAuthority: options.isAuthority,
            namespaces: options.namespaces.map { String(decoding: $0, as: UTF8.self) },
            validAfter: options.validAfter, validBefore: options.validBefore,
            comment: String(decoding: reader.rest, as: UTF8.self), names: names,
            spaces: options.namespaces.map { PatternList($0) })
    }
}

private struct SignerLineReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) { rest = line }

    mutating func skipBlanks() { rest = rest.drop { $0.isBlank } }

    /// The first field, without its quotes.
    mutating func principals() throws(SignatureError) -> ArraySlice<UInt8> {
        guard rest.first == .quotationMark else {
            let field = word()
            guard !field.contains(.quotationMark) else {
                throw SignatureError(.malformed, "a quote within the principals: quote all of them")
            }
            return field
        }
        guard let end = rest.dropFirst().firstIndex(of: .quotationMark) else {
            throw SignatureError(.malformed, "a quote at the principals that does not end")
        }
        let field = rest[(rest.startIndex + 1)..<end]
        rest = rest[(end + 1)...]
        guard rest.first.map({ $0.isBlank }) ?? true else {
            throw SignatureError(.malformed, "text after the quotes of the principals")
        }
        return field
    }

    /// The next field, which may contain quoted blanks; empty at the end of the line.
    mutating func word() -> ArraySlice<UInt8> {
        skipBlanks()
        var isQuoted = false
        var previous: UInt8 = 0
        let end =
            rest.indices.first { index in
                let byte = rest[index]
                if byte == .quotationMark, previous != .backslash { isQuoted.toggle() }
                previous = byte
                return !isQuoted && byte.isBlank
            } ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }
}

private struct SignerOptions {
    private(set) var isAuthority = false
    private(set) var namespaces: [UInt8]?
    private(set) var validAfter: Int?
    private(set) var validBefore: Int?

    init() {}

    init(_ text: ArraySlice<UInt8>) throws(SignatureError) {
        var rest = text
        while true {
            let end = rest.firstIndex { $0 == .comma || $0 == .equals } ?? rest.endIndex
            let keyword = String(decoding: rest[..<end], as: UTF8.self).lowercased()
            rest = rest[end...]
            try take(keyword, rest.first == .equals ? try Self.value(&rest) : nil)
            guard let next = rest.first else { break }
            guard next == .comma else { throw bad("unexpected text after a value") }
            rest = rest.dropFirst()
            guard !rest.isEmpty else { throw bad("unexpected end of options") }
        }
        if let validAfter, let validBefore, validBefore <= validAfter {
            throw bad("valid-before is not after valid-after")
        }
    }

    private mutating func take(_ keyword: String, _ value: [UInt8]?) throws(SignatureError) {
        switch (keyword, value) {
        case ("cert-authority", nil):
            guard !isAuthority else { throw bad("cert-authority is given twice") }
            isAuthority = true
        case ("namespaces", let value?):
            guard namespaces == nil else { throw bad("namespaces is given twice") }
            guard !PatternList(value).patterns.isEmpty else { throw bad("namespaces is empty") }
            namespaces = value
        case ("valid-after", let value?):
            guard validAfter == nil else { throw bad("valid-after is given twice") }
            validAfter = try time(value)
        case ("valid-before", let value?):
            guard validBefore == nil else { throw bad("valid-before is given twice") }
            validBefore = try time(value)
        case ("namespaces", nil), ("valid-after", nil), ("valid-before", nil):
            throw bad("\(keyword) has no value")
        default: throw bad("unknown key option")
        }
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) throws(SignatureError) -> [UInt8] {
        rest = rest.dropFirst()
        guard rest.popFirst() == .quotationMark else {
            throw SignatureError(.malformed, "bad options: a value without quotes")
        }
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == .quotationMark { return value }
            if byte == .backslash, rest.first == .quotationMark {
                rest = rest.dropFirst()
                value.append(.quotationMark)
            } else {
                value.append(byte)
            }
        }
        throw SignatureError(.malformed, "bad options: a quote that does not end")
    }

    private func time(_ value: [UInt8]) throws(SignatureError) -> Int {
        do throws(SignatureError) {
            return try AllowedSigners.seconds(String(decoding: value, as: UTF8.self))
        } catch { throw bad(error.reason) }
    }

    private func bad(_ reason: String) -> SignatureError { SignatureError(.malformed, "bad options: \(reason)") }
}
